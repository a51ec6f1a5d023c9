//! The players that every game has, and their parameters: each declared once, here.

use game::Weight;
use game::arguments::{Parameter, Range};
use search::{MctsOptions, Tunables};

/// A sort of player, by the word its text begins with.
#[derive(Debug)]
pub struct Kind {
    /// The word.
    pub name: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// What it does.
    pub meaning: &'static str,
    /// What can be chosen.
    pub parameters: &'static [Parameter],
    pub(crate) mind: MindKind,
}

/// What makes the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MindKind {
    Minimax,
    AlphaBeta,
    Engine,
    Mcts,
    Solver,
    Greedy,
    Height,
    Adaptive,
    Random,
    First,
    Process,
}

impl MindKind {
    /// Whether it judges with the evaluator of the game's strong players unless told otherwise.
    pub(crate) fn is_strong(self) -> bool {
        matches!(self, MindKind::Engine | MindKind::Mcts | MindKind::Solver)
    }
}

pub(crate) const DEPTH: Parameter = Parameter::named(
    "depth",
    "plies to look ahead",
    "to the end of the game",
    Range::Integer(1, 1000),
);
pub(crate) const NODES: Parameter = Parameter::named(
    "nodes",
    "positions to look at, deepening ply by ply",
    "no limit",
    Range::Integer(1, i64::MAX),
);
pub(crate) const TIME: Parameter = Parameter::named(
    "time",
    "time for a move, deepening ply by ply",
    "no limit",
    Range::Duration,
);
pub(crate) const CPU: Parameter = Parameter::named(
    "cpu",
    "processor time for a move, deepening ply by ply",
    "no limit",
    Range::Duration,
);
pub(crate) const EVAL: Parameter = Parameter::named(
    "eval",
    "how positions are judged",
    "the game's first evaluator",
    Range::Text("an evaluator of the game"),
);
pub(crate) const WEIGHTS: Parameter = Parameter::named(
    "weights",
    "of the evaluator's features, in their order, or @ and the name of a preset; those left out \
     keep their defaults",
    "the evaluator's own",
    Range::Weights,
);
pub(crate) const WEIGHTS_FIRST: Parameter = Parameter::named(
    "weights-first",
    "weights when playing the side that opens",
    "the same as weights",
    Range::Weights,
);
pub(crate) const WEIGHTS_SECOND: Parameter = Parameter::named(
    "weights-second",
    "weights when playing the other side",
    "the same as weights",
    Range::Weights,
);
pub(crate) const NETWORK: Parameter = Parameter::named(
    "network",
    "a network of one's own, for eval=network, which need not be said then",
    "the game's own",
    Range::Text("@ and a file that `partida train` wrote, such as @./mine.net"),
);
pub(crate) const CUT: Parameter = Parameter::named(
    "cut",
    "full: alpha and beta are both inherited; one-sided: only the parent's best is",
    "full",
    Range::Choice(&["full", "one-sided"]),
);
pub(crate) const SYMMETRY: Parameter = Parameter::named(
    "symmetry",
    "search only one of the moves that a symmetry of the position takes to each other",
    "off",
    Range::Switch,
);
pub(crate) const TABLE: Parameter = Parameter::named(
    "table",
    "MiB for positions met before",
    "0",
    Range::Integer(0, 4096),
);
pub(crate) const ORDER: Parameter = Parameter::named(
    "order",
    "which moves are tried first",
    "canonical",
    Range::Choice(&["canonical", "evaluator", "history"]),
);
pub(crate) const DEEPENING: Parameter = Parameter::named(
    "deepening",
    "go to the depth ply by ply, as with other limits",
    "off",
    Range::Switch,
);
pub(crate) const TIES: Parameter = Parameter::named(
    "ties",
    "which of several equally good moves is played",
    "first",
    Range::Choice(&["first", "random"]),
);
pub(crate) const SEED: Parameter = Parameter::named(
    "seed",
    "where random choices start from",
    "0",
    Range::Integer(0, i64::MAX),
);
pub(crate) const SLIPS: Parameter = Parameter::named(
    "slips",
    "of a hundred moves, so many are any legal ones, played without a thought",
    "0",
    Range::Integer(0, 100),
);
pub(crate) const VARIETY: Parameter = Parameter::named(
    "variety",
    "in the opening, one of its four best moves that are worse than the best by at most so much, in \
     per cent of what a move changes",
    "0",
    Range::Integer(0, 1000),
);
pub(crate) const HEIGHT: Parameter = Parameter::named(
    "k",
    "full width, k - 1 plies ahead: a cost of n^(2k) on n x n cells",
    "2",
    Range::Integer(2, 100),
);
pub(crate) const ADAPTIVE_WIDTH: Parameter = Parameter::named(
    "x",
    "n^x moves are kept at each node, n being the side of the board",
    "1",
    Range::Number(Weight::from_millionths(10_000), Weight::integer(2)),
);
pub(crate) const ADAPTIVE_COST: Parameter = Parameter::named(
    "k",
    "a cost of n^(2k), which gives 2(k - 2)/x plies",
    "3",
    Range::Integer(3, 20),
);
pub(crate) const IMPROVED: Parameter = Parameter::named(
    "improved",
    "look deeper when fewer moves are legal than would be kept",
    "off",
    Range::Switch,
);
pub(crate) const MOVE_TIME: Parameter = Parameter::named(
    "time",
    "time for a move",
    "1s, if nothing else limits the search",
    Range::Duration,
);
pub(crate) const PLAYOUTS: Parameter = Parameter::named(
    "playouts",
    "ways down the tree",
    "no limit",
    Range::Integer(1, i64::MAX),
);
pub(crate) const STRONG_EVAL: Parameter = Parameter::named(
    "eval",
    "how positions are judged",
    "that of the game's strong players",
    Range::Text("an evaluator of the game"),
);
pub(crate) const ENGINE_TABLE: Parameter = Parameter::named(
    "table",
    "MiB for positions met before, shared by all threads",
    "64",
    Range::Integer(1, 1 << 20),
);
pub(crate) const SOLVER_TABLE: Parameter = Parameter::named(
    "table",
    "MiB for positions met before, and as much for the engine",
    "64",
    Range::Integer(1, 1 << 20),
);
pub(crate) const THREADS: Parameter = Parameter::named(
    "threads",
    "how many threads search together; only with one does a search repeat node for node",
    "1",
    Range::Integer(1, 256),
);
pub(crate) const SELECTIVE: Parameter = Parameter::named(
    "selective",
    "search unlikely moves less deeply, and noisy positions beyond the depth; off: minimax",
    "on",
    Range::Switch,
);
pub(crate) const LEVEL: Parameter = Parameter {
    name: "level",
    meaning: "from the easiest to the hardest",
    default: "5",
    range: Range::Integer(1, 10),
    positional: true,
};

pub(crate) const PROTOCOL: Parameter = Parameter::named(
    "protocol",
    "how the program is talked to",
    "partida",
    Range::Choice(&["partida", "bricks-judge", "connect-judge"]),
);
pub(crate) const TOLD_DEPTH: Parameter = Parameter::named(
    "depth",
    "plies, told to the program (protocol partida)",
    "no limit",
    Range::Integer(1, 1000),
);
pub(crate) const TOLD_NODES: Parameter = Parameter::named(
    "nodes",
    "positions, told to the program (protocol partida)",
    "no limit",
    Range::Integer(1, i64::MAX),
);
pub(crate) const TOLD_TIME: Parameter = Parameter::named(
    "time",
    "time for a move, told to the program (protocol partida)",
    "1s, if nothing else limits it",
    Range::Duration,
);
pub(crate) const START: Parameter = Parameter::named(
    "start",
    "time to start and to get ready (protocol partida)",
    "10s",
    Range::Duration,
);
pub(crate) const MEMORY: Parameter = Parameter::named(
    "memory",
    "that each of its processes may have",
    "1G",
    Range::Text("an amount such as 512M or 2G"),
);
pub(crate) const TOTAL_CPU: Parameter = Parameter::named(
    "cpu",
    "processor time that each of its processes may take in all",
    "2h",
    Range::Duration,
);
pub(crate) const FILES: Parameter = Parameter::named(
    "files",
    "private: it writes temporary files only, and reads what its command names, the working directory and the system; off: no \
     limits",
    "private",
    Range::Text("private, off, or directories it may write to, with colons between them"),
);
pub(crate) const COMMAND: Parameter = Parameter {
    name: "command",
    meaning: "the rest of the text: a program and its arguments, quoted as in a shell",
    default: "none: it must be given",
    range: Range::Text("a program and its arguments"),
    positional: true,
};

/// One list behind the other.
const fn joined<const COUNT: usize>(
    first: &[Parameter],
    second: &[Parameter],
) -> [Parameter; COUNT] {
    assert!(first.len() + second.len() == COUNT);
    let mut all = [DEPTH; COUNT];
    let mut place = 0;
    while place < COUNT {
        all[place] = if place < first.len() {
            first[place]
        } else {
            second[place - first.len()]
        };
        place += 1;
    }
    all
}

const ENGINE_CHOICES: &[Parameter] = &[
    DEPTH,
    NODES,
    MOVE_TIME,
    CPU,
    STRONG_EVAL,
    WEIGHTS,
    WEIGHTS_FIRST,
    WEIGHTS_SECOND,
    NETWORK,
    ENGINE_TABLE,
    THREADS,
    SELECTIVE,
    SLIPS,
    VARIETY,
    SEED,
];
const ENGINE_PARAMETERS: &[Parameter] = &joined::<
    { ENGINE_CHOICES.len() + Tunables::PARAMETERS.len() },
>(ENGINE_CHOICES, Tunables::PARAMETERS);

const MCTS_CHOICES: &[Parameter] = &[
    PLAYOUTS,
    MOVE_TIME,
    CPU,
    STRONG_EVAL,
    WEIGHTS,
    WEIGHTS_FIRST,
    WEIGHTS_SECOND,
    NETWORK,
    THREADS,
    SLIPS,
    VARIETY,
    SEED,
];
const MCTS_PARAMETERS: &[Parameter] = &joined::<
    { MCTS_CHOICES.len() + MctsOptions::PARAMETERS.len() },
>(MCTS_CHOICES, MctsOptions::PARAMETERS);

const SOLVER_PARAMETERS: &[Parameter] = &[
    NODES,
    MOVE_TIME,
    CPU,
    STRONG_EVAL,
    WEIGHTS,
    WEIGHTS_FIRST,
    WEIGHTS_SECOND,
    NETWORK,
    SOLVER_TABLE,
    THREADS,
    SLIPS,
    SEED,
];

/// The players that every game has.
pub(crate) const KINDS: &[Kind] = &[
    Kind {
        name: "engine",
        aliases: &[],
        meaning: "the strong player: alpha-beta that looks deeper where it matters",
        parameters: ENGINE_PARAMETERS,
        mind: MindKind::Engine,
    },
    Kind {
        name: "mcts",
        aliases: &[],
        meaning: "the other strong player: a tree that grows where it promises most",
        parameters: MCTS_PARAMETERS,
        mind: MindKind::Mcts,
    },
    Kind {
        name: "solver",
        aliases: &["perfect"],
        meaning: "plays perfectly what it can solve in its share of the time, and else as engine does",
        parameters: SOLVER_PARAMETERS,
        mind: MindKind::Solver,
    },
    Kind {
        name: "minimax",
        aliases: &[],
        meaning: "looks at every move, without cuts",
        parameters: &[
            DEPTH,
            NODES,
            TIME,
            CPU,
            EVAL,
            WEIGHTS,
            WEIGHTS_FIRST,
            WEIGHTS_SECOND,
            NETWORK,
            SYMMETRY,
            TABLE,
            TIES,
            DEEPENING,
            SEED,
        ],
        mind: MindKind::Minimax,
    },
    Kind {
        name: "alphabeta",
        aliases: &["negamax"],
        meaning: "minimax that cuts what cannot matter",
        parameters: &[
            DEPTH,
            NODES,
            TIME,
            CPU,
            EVAL,
            WEIGHTS,
            WEIGHTS_FIRST,
            WEIGHTS_SECOND,
            NETWORK,
            CUT,
            SYMMETRY,
            TABLE,
            ORDER,
            TIES,
            DEEPENING,
            SEED,
        ],
        mind: MindKind::AlphaBeta,
    },
    Kind {
        name: "greedy",
        aliases: &[],
        meaning: "one ply ahead: the move after which the evaluator says most",
        parameters: &[
            EVAL,
            WEIGHTS,
            WEIGHTS_FIRST,
            WEIGHTS_SECOND,
            NETWORK,
            TIES,
            SEED,
        ],
        mind: MindKind::Greedy,
    },
    Kind {
        name: "height",
        aliases: &[],
        meaning: "full width, by the cost it may have",
        parameters: &[
            HEIGHT,
            EVAL,
            WEIGHTS,
            WEIGHTS_FIRST,
            WEIGHTS_SECOND,
            NETWORK,
            CUT,
            TIES,
            SEED,
        ],
        mind: MindKind::Height,
    },
    Kind {
        name: "adaptive",
        aliases: &[],
        meaning: "narrower and deeper at the same cost: keeps the best moves by the evaluator",
        parameters: &[
            ADAPTIVE_WIDTH,
            ADAPTIVE_COST,
            IMPROVED,
            EVAL,
            WEIGHTS,
            WEIGHTS_FIRST,
            WEIGHTS_SECOND,
            NETWORK,
            TIES,
            SEED,
        ],
        mind: MindKind::Adaptive,
    },
    Kind {
        name: "random",
        aliases: &[],
        meaning: "any legal move, each equally likely",
        parameters: &[SEED],
        mind: MindKind::Random,
    },
    Kind {
        name: "first",
        aliases: &[],
        meaning: "the first legal move in canonical order",
        parameters: &[],
        mind: MindKind::First,
    },
    Kind {
        name: "process",
        aliases: &[],
        meaning: "an outside program: process:./player --fast, options before the command",
        parameters: &[
            PROTOCOL, TOLD_DEPTH, TOLD_NODES, TOLD_TIME, START, MEMORY, TOTAL_CPU, FILES, COMMAND,
        ],
        mind: MindKind::Process,
    },
];

/// The word for the players that a game offers to people by strength.
pub(crate) const LEVELS: Kind = Kind {
    name: "level",
    aliases: &[],
    meaning: "a player for people, from 1 (easiest) to 10",
    parameters: &[LEVEL, SEED],
    // Never asked: a level stands for the player that the game gives it.
    mind: MindKind::First,
};

/// The players that every game has, and the levels.
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().chain([&LEVELS])
}
