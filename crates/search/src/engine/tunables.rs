//! The numbers that decide how the engine searches, each with its range: from here the player
//! language, listings and tuners get them.

use game::Guidance;
use game::arguments::{Parameter, Range};

/// Declares the fields of [`Tunables`] and [`Tunables::PARAMETERS`] in one go.
macro_rules! tunables {
    ($($field:ident, $name:literal, $default:literal, $least:literal..=$greatest:literal, $meaning:literal;)*) => {
        /// The numbers that decide how selective the engine is.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Tunables {
            $(#[doc = $meaning] pub $field: i32,)*
        }

        impl Default for Tunables {
            fn default() -> Tunables {
                Tunables { $($field: $default,)* }
            }
        }

        impl Tunables {
            /// How they are declared, in the order of the fields.
            pub const PARAMETERS: &'static [Parameter] = &[$(Parameter::named(
                $name,
                $meaning,
                stringify!($default),
                Range::Integer($least, $greatest),
            ),)*];

            /// The numbers for a game, given a way to read each by its name; of those it does not
            /// know, the game may know better than the defaults.
            #[must_use]
            pub fn read<G: Guidance>(
                mut value_of: impl FnMut(&Parameter) -> Option<i64>,
            ) -> Tunables {
                let mut value_of = |parameter: &Parameter| {
                    let advised = || {
                        let mut numbers = G::SEARCH_NUMBERS.iter();
                        let found = numbers.find(|(name, _)| *name == parameter.name);
                        found.map(|&(_, number)| number)
                    };
                    value_of(parameter).or_else(advised)
                };
                let mut parameters = Self::PARAMETERS.iter();
                let mut next = |default: i32| {
                    let value = parameters.next().and_then(&mut value_of);
                    value.map_or(default, |value| value as i32)
                };
                let Tunables { $($field,)* } = Tunables::default();
                Tunables { $($field: next($field),)* }
            }
        }
    };
}

tunables! {
    aspiration, "aspiration", 100, 1..=10_000,
        "width of the first window around the last value, in per cent of what a move changes";
    reduction_base, "reduction-base", 30, -200..=400,
        "plies less for late moves, in hundredths: this much for all of them";
    reduction_slope, "reduction-slope", 45, 0..=200,
        "and so much times ln(depth) ln(number of the move)";
    reduction_from, "reduction-from", 3, 1..=64,
        "the first move that is searched less deeply";
    reduction_history, "reduction-history", 100, 0..=400,
        "plies more or less, in hundredths, for moves with the worst or best record";
    late_base, "late-base", 8, 1..=1000,
        "near the horizon, moves beyond so many are left out";
    late_slope, "late-slope", 6, 0..=1000,
        "and so many more for each ply above it, squared";
    late_depth, "late-depth", 3, 0..=20,
        "how many plies above the horizon moves are left out";
    futility, "futility", 150, 0..=10_000,
        "a move that would have to gain more than so much a ply is left out, in per cent of what a move changes";
    futility_depth, "futility-depth", 3, 0..=20,
        "how many plies above the horizon that is done";
    null_depth, "null-depth", 3, 1..=20,
        "passing is tried with so many plies left or more";
    null_reduction, "null-reduction", 2, 0..=10,
        "and searched so many plies less deeply";
    quiescence, "quiescence", 8, 0..=100,
        "plies beyond the horizon while moves are noisy";
    symmetry_plies, "symmetry-plies", 4, 0..=100,
        "so near the root, positions that mirror each other are one";
    endgame, "endgame", 100, 0..=1000,
        "when the depth reaches so many per cent of the plies left, nothing is selective any more; 0: never";
    promise, "promise", 100, 0..=1000,
        "weight of what the game says about a move, in per cent";
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::arguments::Value;
    use games::amazons::Amazons;
    use games::bricks::Bricks;
    use games::connect::Connect;
    use games::tafl::Tafl;

    #[test]
    fn defaults_are_in_range_and_every_number_is_read_by_its_name() {
        for parameter in Tunables::PARAMETERS {
            let value = Value::parse(&parameter.range, parameter.default);
            assert!(value.is_some(), "{}", parameter.name);
        }
        let seven = |parameter: &Parameter| (parameter.name == "null-depth").then_some(7);
        let read = Tunables::read::<Connect<u64>>(seven);
        let expected = Tunables {
            null_depth: 7,
            ..Tunables::default()
        };
        assert_eq!(read, expected);
    }

    /// Where a game knows better, that is taken, unless somebody says otherwise.
    fn check_advice<G: Guidance>() {
        let advised = |parameter: &Parameter| {
            let mut numbers = G::SEARCH_NUMBERS.iter();
            let found = numbers.find(|(name, _)| *name == parameter.name);
            found.map(|&(_, number)| number)
        };
        for (name, number) in G::SEARCH_NUMBERS {
            let mut parameters = Tunables::PARAMETERS.iter();
            let parameter = parameters.find(|parameter| parameter.name == *name);
            let range = parameter.map(|parameter| &parameter.range);
            let value = range.and_then(|range| Value::parse(range, &number.to_string()));
            assert!(value.is_some(), "{name}: {number}");
        }
        assert_eq!(
            Tunables::read::<G>(|_| None),
            Tunables::read::<Connect<u64>>(advised)
        );
        let least = |parameter: &Parameter| match parameter.range {
            Range::Integer(least, _) => Some(least),
            _ => None,
        };
        assert_eq!(
            Tunables::read::<G>(least),
            Tunables::read::<Connect<u64>>(least)
        );
    }

    #[test]
    fn games_advise_numbers_that_there_are() {
        assert!(Connect::<u64>::SEARCH_NUMBERS.is_empty());
        check_advice::<Bricks<u64>>();
        check_advice::<Amazons<u128>>();
        check_advice::<Tafl<u128>>();
    }
}
