//! What can be chosen about a search, its limits apart.

/// How a search goes about its tree. The value it finds is that of plain minimax whatever is chosen
/// here, but for [`Options::width`], which leaves moves out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Which branches are cut.
    pub cuts: Cuts,
    /// Whether of the moves that a symmetry of a position takes to each other only one is searched.
    pub symmetry: bool,
    /// In which order moves are tried.
    pub order: Order,
    /// Which of several equally good moves is chosen.
    pub ties: Ties,
    /// At each node, only so many moves are searched: the best by the evaluator, for the side to
    /// move.
    pub width: Option<usize>,
    /// How many of the best moves get an exact value and a line.
    pub lines: usize,
    /// Whether a limit in depth, too, is approached ply by ply. Always so when time or nodes are
    /// limited.
    pub deepening: bool,
    /// Bytes for the positions met before; 0 for none.
    pub table_bytes: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            cuts: Cuts::Full,
            symmetry: false,
            order: Order::Canonical,
            ties: Ties::First,
            width: None,
            lines: 1,
            deepening: false,
            table_bytes: 0,
        }
    }
}

/// Which branches are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cuts {
    /// None: plain minimax.
    None,
    /// A node knows only the running best of its parent, and is left when its own best reaches it.
    OneSided,
    /// A node knows the running bests of all nodes above it: alpha-beta.
    Full,
}

/// In which order moves are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The game's own.
    Canonical,
    /// By the evaluator, one ply ahead.
    Evaluator,
    /// What was best here before, then what cut elsewhere.
    History,
}

/// Which of several equally good moves is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ties {
    /// The first one tried.
    First,
    /// Any, with equal probability.
    Random,
}
