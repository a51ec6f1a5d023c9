//! Counted results of games and of pairs of games.

use game::text::TextError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

/// How a game went for the player it is told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameResult {
    /// Lost.
    Loss,
    /// Neither.
    Draw,
    /// Won.
    Win,
}

impl GameResult {
    /// The same game as the opponent tells it.
    #[must_use]
    pub const fn reversed(self) -> GameResult {
        match self {
            GameResult::Loss => GameResult::Win,
            GameResult::Draw => GameResult::Draw,
            GameResult::Win => GameResult::Loss,
        }
    }

    /// Won by a positive number, lost by a negative one.
    #[must_use]
    pub const fn of_sign(sign: i32) -> GameResult {
        match sign {
            ..0 => GameResult::Loss,
            0 => GameResult::Draw,
            1.. => GameResult::Win,
        }
    }

    /// 0, 1 or 2 half points.
    #[must_use]
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

/// Results that are counted by score, from all lost to all won in equal steps: a [`Tally`] of games
/// or [`Pairs`] of them.
pub trait Results {
    /// How many games one result is made of.
    const GAMES: u32;

    /// Counts by score, the lowest first; as many as there are scores.
    type Counts: AsRef<[u64]>;

    /// The counts.
    fn counts(&self) -> Self::Counts;

    /// How many results there are, pairs counted once.
    fn total(&self) -> u64 {
        let add = |sum: u64, &count: &u64| sum.saturating_add(count);
        self.counts().as_ref().iter().fold(0, add)
    }

    /// How many games there are.
    fn games(&self) -> u64 {
        self.total().saturating_mul(u64::from(Self::GAMES))
    }

    /// The mean score, 0 to 1; `None` without results.
    fn mean(&self) -> Option<f64> {
        moments(self.counts().as_ref()).map(|(mean, _)| mean)
    }

    /// The variance of one result around the mean, on the scale from 0 to 1; `None` without results.
    ///
    /// For pairs it is that of a pair's mean score: half the variance of a game where the games of a
    /// pair have nothing to do with each other.
    fn variance(&self) -> Option<f64> {
        moments(self.counts().as_ref()).map(|(_, variance)| variance)
    }
}

/// Mean and variance of a result.
fn moments(counts: &[u64]) -> Option<(f64, f64)> {
    let total: f64 = counts.iter().map(|&count| count as f64).sum();
    if total == 0.0 {
        return None;
    }
    let step = 1.0 / (counts.len() - 1) as f64;
    let average = |value: &dyn Fn(f64) -> f64| {
        let weighted = |(index, &count): (usize, &u64)| count as f64 * value(index as f64 * step);
        counts.iter().enumerate().map(weighted).sum::<f64>() / total
    };
    let mean = average(&|score| score);
    Some((mean, average(&|score| (score - mean).powi(2))))
}

/// Games counted as lost, drawn and won.
///
/// ```
/// use arena::ratings::{GameResult, Results, Tally};
/// let mut tally: Tally = "1,2,3".parse()?;
/// tally.record(GameResult::Win);
/// assert_eq!(tally, Tally { losses: 1, draws: 2, wins: 4 });
/// assert_eq!((tally.to_string(), tally.games()), ("1,2,4".to_string(), 7));
/// assert_eq!(tally.mean(), Some(5.0 / 7.0));
/// # Ok::<(), game::text::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games won.
    pub wins: u64,
}

impl Tally {
    /// Counts one more game.
    pub const fn record(&mut self, result: GameResult) {
        let count = match result {
            GameResult::Loss => &mut self.losses,
            GameResult::Draw => &mut self.draws,
            GameResult::Win => &mut self.wins,
        };
        *count = count.saturating_add(1);
    }

    /// The same games as the opponent counts them.
    #[must_use]
    pub const fn reversed(self) -> Tally {
        Tally {
            losses: self.wins,
            draws: self.draws,
            wins: self.losses,
        }
    }
}

impl Results for Tally {
    const GAMES: u32 = 1;
    type Counts = [u64; 3];

    fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl From<[u64; 3]> for Tally {
    fn from([losses, draws, wins]: [u64; 3]) -> Tally {
        Tally {
            losses,
            draws,
            wins,
        }
    }
}

/// Pairs of games counted by what both together scored: nothing, ½, 1, 1½ or 2 points.
///
/// The two games of a pair begin alike and the players change sides, so an opening that favours one
/// side favours both players once: what is left is less noisy than the games counted singly.
///
/// ```
/// use arena::ratings::{GameResult, Pairs, Results};
/// let mut pairs = Pairs::default();
/// pairs.record(GameResult::Win, GameResult::Loss);
/// pairs.record(GameResult::Win, GameResult::Draw);
/// assert_eq!((pairs.to_string(), pairs.games()), ("0,0,1,1,0".to_string(), 4));
/// assert_eq!(pairs.mean(), Some(0.625));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts one more pair.
    pub const fn record(&mut self, one: GameResult, other: GameResult) {
        let count = &mut self.0[one.half_points() + other.half_points()];
        *count = count.saturating_add(1);
    }

    /// The same pairs as the opponent counts them.
    #[must_use]
    pub const fn reversed(self) -> Pairs {
        let [nothing, half, one, more, all] = self.0;
        Pairs([all, more, one, half, nothing])
    }
}

impl Results for Pairs {
    const GAMES: u32 = 2;
    type Counts = [u64; 5];

    fn counts(&self) -> [u64; 5] {
        self.0
    }
}

macro_rules! counted {
    ($type:ident, $length:literal, $make:expr, $subject:literal, $order:literal) => {
        impl fmt::Display for $type {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                let words = self.counts().map(|count| count.to_string());
                formatter.write_str(&words.join(","))
            }
        }

        impl FromStr for $type {
            type Err = TextError;

            fn from_str(text: &str) -> Result<$type, TextError> {
                parse_counts::<$length>(text, $subject, $order).map($make)
            }
        }

        impl AddAssign for $type {
            fn add_assign(&mut self, other: $type) {
                let (ours, theirs) = (self.counts(), other.counts());
                let sum = std::array::from_fn(|index| ours[index].saturating_add(theirs[index]));
                *self = $make(sum);
            }
        }

        impl Add for $type {
            type Output = $type;

            fn add(mut self, other: $type) -> $type {
                self += other;
                self
            }
        }
    };
}

counted!(Tally, 3, Tally::from, "results", "losses,draws,wins");
counted!(Pairs, 5, Pairs, "pairs", "LL,LD,DD+WL,WD,WW");

/// Reads so many counts separated by commas.
fn parse_counts<const COUNT: usize>(
    text: &str,
    subject: &str,
    order: &str,
) -> Result<[u64; COUNT], TextError> {
    let expected = || format!("{COUNT} whole numbers: {order}");
    let mut counts = [0; COUNT];
    let mut offset = 0;
    let mut found = 0;
    for word in text.split(',') {
        let padding = word.len() - word.trim_start().len();
        let Some(count) = counts.get_mut(found) else {
            let problem = format!("there are more than {COUNT} numbers");
            return Err(TextError::new(subject, text, offset, problem, expected()));
        };
        let digits = word.trim();
        let problem = || match digits {
            "" => "a number is missing".to_string(),
            _ if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("{digits} is too large")
            }
            _ => format!("{digits:?} is not a whole number"),
        };
        *count = digits.parse().map_err(|_| {
            let place = offset + padding.min(word.len());
            TextError::new(subject, text, place, problem(), expected())
        })?;
        found += 1;
        offset += word.len() + 1;
    }
    if found < COUNT {
        let problem = format!("there are only {found}");
        return Err(TextError::new(
            subject,
            text,
            text.len(),
            problem,
            expected(),
        ));
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refusal<T: FromStr<Err = TextError> + fmt::Debug>(text: &str) -> String {
        text.parse::<T>().expect_err("not counts").to_string()
    }

    #[test]
    fn mistakes_are_explained() {
        let three = "expected 3 whole numbers: losses,draws,wins";
        for (text, said) in [
            ("", "results, column 1: a number is missing"),
            ("1,2", "results, column 4: there are only 2"),
            ("1, x,3", "results, column 4: \"x\" is not a whole number"),
            ("1,-2,3", "results, column 3: \"-2\" is not a whole number"),
            (
                "1,2,3,4",
                "results, column 7: there are more than 3 numbers",
            ),
            (
                "1,99999999999999999999,3",
                "results, column 3: 99999999999999999999 is too large",
            ),
        ] {
            assert_eq!(refusal::<Tally>(text), format!("{said}; {three}"));
        }
        assert_eq!(
            refusal::<Pairs>("1,2,3"),
            "pairs, column 6: there are only 3; expected 5 whole numbers: LL,LD,DD+WL,WD,WW"
        );
    }

    #[test]
    fn nothing_has_no_mean() {
        assert_eq!(Tally::default().mean(), None);
        assert_eq!(Pairs::default().variance(), None);
    }

    proptest! {
        #[test]
        fn counts_are_read_as_they_are_written(counts: [u64; 5], three: [u64; 3]) {
            let pairs = Pairs(counts);
            prop_assert_eq!(pairs.to_string().parse::<Pairs>(), Ok(pairs));
            let tally = Tally::from(three);
            prop_assert_eq!(tally.to_string().parse::<Tally>(), Ok(tally));
            prop_assert_eq!(tally.reversed().reversed(), tally);
        }

        #[test]
        fn any_text_is_read_or_refused(text: String) {
            let _ = text.parse::<Tally>();
            let _ = text.parse::<Pairs>();
        }
    }
}
