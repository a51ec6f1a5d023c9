//! What can be chosen about the search, its limits apart; numbers are declared once, here, and from
//! here the player language, listings and tuners get them.

use game::Weight;
use game::arguments::{Parameter, Range};

/// See [`MctsOptions::cutoff`].
const CUTOFF: Parameter = Parameter::named(
    "cutoff",
    "random plies below a new position before it is judged; 0: it is judged at once",
    "0",
    Range::Integer(0, 1000),
);

/// See [`MctsOptions::exploration`].
const EXPLORATION: Parameter = Parameter::named(
    "exploration",
    "how much moves are preferred that were tried seldom",
    "0.3",
    Range::Number(Weight::ZERO, Weight::integer(10)),
);

/// See [`MctsOptions::widening`].
const WIDENING: Parameter = Parameter::named(
    "widening",
    "after n visits the best n^widening moves by the evaluator are tried; 1: all",
    "0.5",
    Range::Number(Weight::from_millionths(100_000), Weight::integer(1)),
);

/// See [`MctsOptions::prior`].
const PRIOR: Parameter = Parameter::named(
    "prior",
    "the share of what the evaluator says in what a move is worth; the rest is the mean of its \
     playouts",
    "0.5",
    Range::Number(Weight::ZERO, Weight::integer(1)),
);

/// See [`MctsOptions::judged`].
const JUDGED: Parameter = Parameter::named(
    "judged",
    "how many moves are judged for each that comes into the tree, where there are so many",
    "8",
    Range::Integer(1, 1000),
);

/// See [`MctsOptions::memory_bytes`].
const MEMORY: Parameter = Parameter::named(
    "memory",
    "MiB for the tree, which is kept between moves",
    "256",
    Range::Integer(1, 16384),
);

/// How a Monte Carlo tree search goes about its tree.
#[derive(Debug, Clone, PartialEq)]
pub struct MctsOptions {
    /// How many random plies are played from a new position before the evaluator is asked.
    pub cutoff: u32,
    /// How much moves are preferred that were tried seldom, in chances of winning.
    pub exploration: f64,
    /// After n visits of a position its best n to the power of this moves are tried.
    pub widening: f64,
    /// The share of the evaluator's word, as minimax of what was judged, in what a move is worth.
    pub prior: f64,
    /// How many moves are judged for each that comes into the tree. Where there are thousands,
    /// experience alone would overlook too many good ones: in Amazons twice as many are worth more
    /// than half again as many playouts.
    pub judged: usize,
    /// The most that a search may take, with everything it keeps between moves.
    pub memory_bytes: usize,
    /// How many threads search at the same time.
    pub threads: usize,
    /// How many of the best moves are reported.
    pub lines: usize,
}

impl MctsOptions {
    /// How the numbers are declared.
    pub const PARAMETERS: &'static [Parameter] =
        &[CUTOFF, EXPLORATION, WIDENING, PRIOR, JUDGED, MEMORY];

    /// One thread, and the declared numbers, given a way to read each; those that it does not
    /// know have their defaults.
    #[must_use]
    pub fn read(value_of: impl Fn(&Parameter) -> Option<Weight>) -> MctsOptions {
        let number = |parameter: Parameter| {
            let value = value_of(&parameter).or_else(|| Weight::parse(parameter.default));
            value.map_or(0.0, Weight::as_f64)
        };
        MctsOptions {
            cutoff: number(CUTOFF) as u32,
            exploration: number(EXPLORATION),
            widening: number(WIDENING),
            prior: number(PRIOR),
            judged: number(JUDGED) as usize,
            memory_bytes: (number(MEMORY) as usize) << 20,
            threads: 1,
            lines: 1,
        }
    }
}

impl Default for MctsOptions {
    fn default() -> MctsOptions {
        MctsOptions::read(|_| None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::arguments::Value;

    #[test]
    fn defaults_are_in_range_and_every_number_is_read() {
        for parameter in MctsOptions::PARAMETERS {
            let value = Value::parse(&parameter.range, parameter.default);
            assert!(value.is_some(), "{}", parameter.name);
            // The greatest value that can be given is not the default.
            let greatest = match parameter.range {
                Range::Integer(_, greatest) => Weight::integer(greatest as i32),
                Range::Number(_, greatest) => greatest,
                ref other => panic!("{} is {other}", parameter.name),
            };
            let read =
                MctsOptions::read(|known| (known.name == parameter.name).then_some(greatest));
            assert_ne!(read, MctsOptions::default(), "{}", parameter.name);
        }
    }
}
