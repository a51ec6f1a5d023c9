//! What the report printed, as it is kept in `testdata/published`.

use crate::findings::Trouble;
use std::fmt;
use std::str::FromStr;

const MASTERS: &str = include_str!("../../../../testdata/published/bricks-masters.tsv");
const SWISS: &str = include_str!("../../../../testdata/published/bricks-swiss.tsv");
const EVOLUTION: &str = include_str!("../../../../testdata/published/bricks-evolution.tsv");
const ADAPTIVE: &str = include_str!("../../../../testdata/published/bricks-adaptive.tsv");

/// How many features the evaluator has.
pub(super) const FEATURES: usize = 5;
/// Whose weights they are, in the order of the program (the report's prose has another one).
pub(super) const FEATURE_NAMES: [&str; FEATURES] = [
    "score",
    "own expansion",
    "enemy expansion",
    "wall distance",
    "divisions",
];

/// The winner of the masters, whose weights the adaptive player has.
pub(super) const CHAMPION: Weights = Weights([187.0, 163.0, 221.12, 211.2, 202.62]);

/// The weights of a greedy player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Weights(pub(super) [f64; FEATURES]);

impl FromStr for Weights {
    type Err = Trouble;

    /// Reads `4.0:2.0:5.0:4.0:2.0`, with colons as the report has it or with slashes as our players have it.
    fn from_str(text: &str) -> Result<Weights, Trouble> {
        let numbers: Result<Vec<f64>, _> = text.split([':', '/']).map(str::parse).collect();
        numbers
            .ok()
            .and_then(|numbers| numbers.try_into().ok())
            .map(Weights)
            .ok_or_else(|| Trouble::Failed(format!("{text:?} is not five weights")))
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.0.map(|weight| weight.to_string());
        formatter.write_str(&texts.join("/"))
    }
}

impl Weights {
    /// Our player with these weights.
    pub(super) fn player(&self) -> String {
        format!("greedy:weights={self}")
    }
}

/// A line of table 12.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Master {
    pub(super) weights: Weights,
    pub(super) points: f64,
    pub(super) counts: Counts,
}

/// Games won and lost with either side, and drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) first_wins: u64,
    pub(super) first_losses: u64,
    pub(super) second_wins: u64,
    pub(super) second_losses: u64,
    pub(super) draws: u64,
}

impl Counts {
    /// What the pieces of a bar are.
    pub(super) const PARTS: [&str; 5] = [
        "won as first",
        "won as second",
        "drawn",
        "lost as first",
        "lost as second",
    ];

    /// The pieces of a bar.
    pub(super) fn parts(&self) -> Vec<f64> {
        let counts = [
            self.first_wins,
            self.second_wins,
            self.draws,
            self.first_losses,
            self.second_losses,
        ];
        counts.map(|count| count as f64).to_vec()
    }

    pub(super) fn of(row: &arena::Row) -> Counts {
        Counts {
            first_wins: row.as_first.wins,
            first_losses: row.as_first.losses,
            second_wins: row.as_second.wins,
            second_losses: row.as_second.losses,
            draws: row.results().draws,
        }
    }

    pub(super) fn losses(&self) -> u64 {
        self.first_losses + self.second_losses
    }
}

impl fmt::Display for Counts {
    /// Wins and losses as the first side, the same as the second, draws.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts {
            first_wins,
            first_losses,
            second_wins,
            second_losses,
            draws,
        } = self;
        write!(
            formatter,
            "{first_wins}–{first_losses}, {second_wins}–{second_losses}, {draws}"
        )
    }
}

/// A place in a table of the best after a round: tables 8 and 9.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SwissPlace {
    pub(super) is_inner: bool,
    /// Counted from 1.
    pub(super) round: usize,
    pub(super) size: u32,
    pub(super) weights: Weights,
}

/// A champion of an evolution: tables 10 and 11.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PublishedChampion {
    pub(super) is_inner: bool,
    pub(super) weights: Weights,
    pub(super) points: f64,
    pub(super) generation: u32,
}

/// A line of tables 13 and 14.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Amplitude {
    pub(super) k: u32,
    pub(super) x: f64,
    pub(super) points: f64,
    pub(super) counts: Counts,
    pub(super) milliseconds: f64,
}

/// A cell of a table, read.
fn cell<T: FromStr>(cells: &[&str], column: usize) -> Result<T, Trouble> {
    let read = cells.get(column).and_then(|text| text.parse().ok());
    read.ok_or_else(|| Trouble::Failed(format!("column {column} of {cells:?} cannot be read")))
}

/// The rows of a table below its headings.
fn rows<T>(table: &str, read: impl Fn(&[&str]) -> Result<T, Trouble>) -> Result<Vec<T>, Trouble> {
    table
        .lines()
        .skip(1)
        .map(|line| read(&line.split('\t').collect::<Vec<_>>()))
        .collect()
}

fn counts(cells: &[&str], column: usize) -> Result<Counts, Trouble> {
    Ok(Counts {
        first_wins: cell(cells, column)?,
        first_losses: cell(cells, column + 1)?,
        second_wins: cell(cells, column + 2)?,
        second_losses: cell(cells, column + 3)?,
        draws: cell(cells, column + 4)?,
    })
}

/// Table 12, from the first to the last.
pub(super) fn masters() -> Result<Vec<Master>, Trouble> {
    rows(MASTERS, |cells| {
        Ok(Master {
            weights: cell(cells, 0)?,
            points: cell(cells, 1)?,
            counts: counts(cells, 2)?,
        })
    })
}

/// Tables 8 and 9, round by round, from the first place to the fifteenth.
pub(super) fn swiss() -> Result<Vec<SwissPlace>, Trouble> {
    rows(SWISS, |cells| {
        Ok(SwissPlace {
            is_inner: cell::<String>(cells, 0)? == "inner",
            round: cell(cells, 1)?,
            size: cell(cells, 2)?,
            weights: cell(cells, 4)?,
        })
    })
}

/// Tables 10 and 11.
pub(super) fn evolution() -> Result<Vec<PublishedChampion>, Trouble> {
    rows(EVOLUTION, |cells| {
        Ok(PublishedChampion {
            is_inner: cell::<String>(cells, 0)? == "inner",
            weights: cell(cells, 1)?,
            points: cell(cells, 2)?,
            generation: cell(cells, 3)?,
        })
    })
}

/// Tables 13 and 14.
pub(super) fn amplitudes() -> Result<Vec<Amplitude>, Trouble> {
    rows(ADAPTIVE, |cells| {
        Ok(Amplitude {
            k: cell(cells, 0)?,
            x: cell(cells, 1)?,
            points: cell(cells, 2)?,
            counts: counts(cells, 3)?,
            milliseconds: cell(cells, 8)?,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_masters_add_up() {
        let masters = masters().expect("it can be read");
        assert_eq!(masters.len(), 40);
        let points: f64 = masters.iter().map(|it| it.points).sum();
        assert!(points.abs() < 1e-6, "what one wins another loses: {points}");
        for it in &masters {
            assert_eq!(it.counts.parts().iter().sum::<f64>(), 78.0);
        }
        let first: u64 = masters.iter().map(|it| it.counts.first_wins).sum();
        let second: u64 = masters.iter().map(|it| it.counts.second_losses).sum();
        assert_eq!(first, second);
    }

    #[test]
    fn the_other_tables_are_whole() {
        let swiss = swiss().expect("it can be read");
        assert_eq!(swiss.len(), 2 * 6 * 15);
        assert!(swiss.iter().all(|it| (7..=15).contains(&it.size)));
        assert_eq!(evolution().expect("it can be read").len(), 20);
        let amplitudes = amplitudes().expect("it can be read");
        assert_eq!(amplitudes.len(), 40);
        for it in amplitudes {
            assert_eq!(it.counts.parts().iter().sum::<f64>(), 10.0);
        }
    }

    #[test]
    fn weights_are_read_as_the_report_and_as_we_write_them() {
        let champion: Weights = "187.0:163.0:221.12:211.2:202.62".parse().expect("five");
        assert_eq!(
            champion.player(),
            "greedy:weights=187/163/221.12/211.2/202.62"
        );
        assert!("1:2:3".parse::<Weights>().is_err());
    }
}
