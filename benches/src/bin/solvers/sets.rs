//! The public sets of positions, and what is asked of our solver on each.

use crate::Failure;
use crate::contestants::{BITBULLY, CONNECT_FOUR_AI};

/// A position and its published score.
#[derive(Debug, Clone)]
pub(crate) struct Scored {
    /// Columns, from 1.
    pub(crate) moves: String,
    pub(crate) score: i32,
}

impl Scored {
    /// Complains about any other score.
    pub(crate) fn check(&self, name: &str, found: i32) -> Result<(), Failure> {
        if found == self.score {
            return Ok(());
        }
        let Scored { moves, score } = self;
        Err(format!("{name} finds {found} for {moves:?}, published is {score}").into())
    }
}

/// A set of a thousand positions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Set {
    pub(crate) name: &'static str,
    text: &'static str,
    /// How many are solved, from the first on, unless told otherwise.
    pub(crate) count: usize,
    /// Of whose time ours may be at most the part `asked`.
    pub(crate) peer: &'static str,
    pub(crate) asked: f64,
}

macro_rules! set {
    ($name:literal, $count:expr, $asked:expr, $peer:expr) => {
        Set {
            name: $name,
            text: include_str!(concat!("../../../../testdata/connect/Test_", $name, ".txt")),
            count: $count,
            peer: $peer,
            asked: $asked,
        }
    };
}

/// From the end of the game to its beginning, and from easy to hard. Of the hard ones only some:
/// all would take hours.
pub(crate) const SETS: [Set; 6] = [
    set!("L3_R1", 1000, 1.0 / 4.0, BITBULLY),
    set!("L2_R1", 1000, 1.0 / 4.0, BITBULLY),
    set!("L2_R2", 1000, 1.0 / 3.0, BITBULLY),
    set!("L1_R1", 1000, 1.0 / 2.0, CONNECT_FOUR_AI),
    set!("L1_R2", 40, 1.0 / 2.0, BITBULLY),
    set!("L1_R3", 4, 1.0 / 2.0, BITBULLY),
];

impl Set {
    /// The first positions.
    pub(crate) fn positions(&self, count: usize) -> Result<Vec<Scored>, Failure> {
        let lines = self.text.lines().take(count);
        let read = |line: &str| -> Result<Scored, Failure> {
            let (moves, score) = line.split_once(' ').ok_or("moves and a score, please")?;
            Ok(Scored {
                moves: moves.to_string(),
                score: score.parse()?,
            })
        };
        lines.map(read).collect()
    }
}
