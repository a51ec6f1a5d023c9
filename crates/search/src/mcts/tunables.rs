//! The numbers that can be chosen about the search, each declared once.

use game::Weight;
use game::arguments::{Parameter, Range};

const fn parameter(
    name: &'static str,
    meaning: &'static str,
    default: &'static str,
    range: Range,
) -> Parameter {
    Parameter {
        name,
        meaning,
        default,
        range,
        positional: false,
    }
}

/// See [`Options::cutoff`](super::Options::cutoff).
pub const CUTOFF: Parameter = parameter(
    "cutoff",
    "random plies below a new position before it is judged; 0: it is judged at once",
    "0",
    Range::Integer(0, 1000),
);

/// See [`Options::exploration`](super::Options::exploration).
pub const EXPLORATION: Parameter = parameter(
    "exploration",
    "how much moves are preferred that were tried seldom",
    "0.3",
    Range::Number(Weight::ZERO, Weight::integer(10)),
);

/// See [`Options::widening`](super::Options::widening).
pub const WIDENING: Parameter = parameter(
    "widening",
    "after n visits the best n^widening moves by the evaluator are tried; 1: all",
    "0.5",
    Range::Number(Weight::from_millionths(100_000), Weight::integer(1)),
);

/// See [`Options::prior`](super::Options::prior).
pub const PRIOR: Parameter = parameter(
    "prior",
    "the share of what the evaluator says in what a move is worth; the rest is the mean of its \
     playouts",
    "0.5",
    Range::Number(Weight::ZERO, Weight::integer(1)),
);

/// See [`Options::memory_bytes`](super::Options::memory_bytes).
pub const MEMORY: Parameter = parameter(
    "memory",
    "MiB for the tree, which is kept between moves",
    "256",
    Range::Integer(1, 16384),
);

/// See [`Options::threads`](super::Options::threads).
pub const THREADS: Parameter = parameter(
    "threads",
    "how many search at the same time",
    "1",
    Range::Integer(1, 256),
);
