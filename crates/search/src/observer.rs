//! Watching a search from outside: what it tells, to whoever wants to know.

use game::{Game, Score};

/// Is told what a search does. Every method does nothing by default, and a search that is not
/// observed ([`Unobserved`]) contains no trace of the calls.
pub trait Observer<G: Game> {
    /// Whether anybody listens: what only an observer wants to know is not found out otherwise.
    const WATCHES: bool = true;

    /// A search of the whole tree to this depth begins (`None`: to the end of the game). Whatever
    /// was told since the last finished iteration no longer counts.
    fn begin(&mut self, _depth: Option<u32>) {}

    /// A node is entered, by a move unless it is the root. The window is the node's own: what it
    /// returns is exact inside it and a bound outside.
    fn enter(&mut self, _chosen: Option<G::Move>, _window: Window) {}

    /// The last node entered, and not left yet, is left.
    fn leave(&mut self, _visit: Visit) {}

    /// The tree has been searched to its depth.
    fn complete(&mut self) {}
}

/// Between which values a node is asked for exactness, for its side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Values up to this one are bounds.
    pub alpha: Score,
    /// Values from this one on are bounds.
    pub beta: Score,
}

/// What became of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    /// What it is worth to its side to move.
    pub value: Score,
    /// Why it has that value.
    pub reason: Reason,
}

/// Where the value of a node comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The game is over there.
    Finished,
    /// The evaluator says so, at the depth limit.
    Horizon,
    /// The table knew it.
    Table,
    /// From its children.
    Children {
        /// How many were searched.
        searched: u32,
        /// How many more there were when it was cut.
        cut: u32,
        /// How many were left out because a symmetry takes them to one that was searched.
        mirrored: u32,
        /// How many were not among the best few that the search keeps.
        dropped: u32,
    },
}

/// Nobody is watching.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unobserved;

impl<G: Game> Observer<G> for Unobserved {
    const WATCHES: bool = false;
}

/// Two observers at once.
impl<G: Game, First: Observer<G>, Second: Observer<G>> Observer<G> for (First, Second) {
    fn begin(&mut self, depth: Option<u32>) {
        self.0.begin(depth);
        self.1.begin(depth);
    }

    fn enter(&mut self, chosen: Option<G::Move>, window: Window) {
        self.0.enter(chosen, window);
        self.1.enter(chosen, window);
    }

    fn leave(&mut self, visit: Visit) {
        self.0.leave(visit);
        self.1.leave(visit);
    }

    fn complete(&mut self) {
        self.0.complete();
        self.1.complete();
    }
}
