//! What is kept of a game: everything that happened, as text and numbers.

use game::Side;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The game's text.
    pub game: String,
    /// Who played the first and the second side.
    pub players: [String; 2],
    /// What the random choices of the players started from, beside their own seeds.
    pub seed: u64,
    /// So many of the moves were given, and not chosen by the players.
    pub opening: u32,
    /// In the game's notation.
    pub moves: Vec<Played>,
    /// By how much the first side won; negative if it lost.
    pub margin: i32,
    /// What the game counts for either side, in thousandths.
    pub points: [i64; 2],
    /// Why it was over.
    pub ending: Ending,
}

/// A move that was played, and what its player said about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// In the game's notation.
    pub text: String,
    /// How deep its player looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// What its player thought of it, in the player's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// How many positions its player looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// What the clock charged for it. The only thing that differs when a game is played again, and
    /// so the only thing that can be left out when games are compared.
    #[serde(
        default,
        with = "microseconds",
        skip_serializing_if = "Option::is_none"
    )]
    pub time: Option<Duration>,
}

impl Played {
    /// A move nobody said anything about.
    #[must_use]
    pub fn given(text: String) -> Played {
        Played {
            text,
            depth: None,
            score: None,
            nodes: None,
            time: None,
        }
    }
}

/// Why a game was over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules.
    Rules {
        /// Which of them.
        reason: String,
    },
    /// A side did not play as it must.
    Forfeit {
        /// Whose fault it was: 0 for the first side, 1 for the second.
        side: u8,
        /// What it did, in a word that does not change.
        reason: String,
        /// What it did, for people.
        detail: String,
    },
    /// The referee did not wait for the end.
    Adjudicated {
        /// Why not.
        reason: String,
    },
    /// It lasted longer than games may, and is drawn.
    TooLong,
}

impl Ending {
    /// Whose fault it was, if it was anybody's: 0 or 1.
    #[must_use]
    pub fn offender(&self) -> Option<u8> {
        match self {
            Ending::Forfeit { side, .. } => Some(*side),
            _ => None,
        }
    }

    /// A word for it that does not change.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Ending::Rules { .. } => "rules",
            Ending::Forfeit { reason, .. } => reason,
            Ending::Adjudicated { .. } => "adjudicated",
            Ending::TooLong => "too-long",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Rules { reason } if reason.is_empty() => formatter.write_str("by the rules"),
            Ending::Rules { reason } => formatter.write_str(reason),
            Ending::Forfeit { side, detail, .. } => {
                write!(
                    formatter,
                    "forfeit by the {} side: {detail}",
                    side_word(*side)
                )
            }
            Ending::Adjudicated { reason } => write!(formatter, "adjudicated: {reason}"),
            Ending::TooLong => formatter.write_str("too long, drawn"),
        }
    }
}

fn side_word(side: u8) -> &'static str {
    if side == 0 { "first" } else { "second" }
}

impl Record {
    /// The same without what the clock charged, which is never the same again.
    #[must_use]
    pub fn without_times(mut self) -> Record {
        for played in &mut self.moves {
            played.time = None;
        }
        self
    }

    /// 1 if a side won, 0 if it lost, ½ if nobody did; in halves.
    #[must_use]
    pub fn halves(&self, side: Side) -> u8 {
        match self.margin.signum() * side.sign() {
            1 => 2,
            0 => 1,
            _ => 0,
        }
    }

    /// What the clock charged a side in all, and for how many moves. (Sides take turns, and the first
    /// one opens.)
    #[must_use]
    pub fn thinking(&self, side: Side) -> (Duration, u32) {
        let own = self.moves.iter().skip(side.index()).step_by(2);
        own.filter_map(|played| played.time)
            .fold((Duration::ZERO, 0), |(time, moves), taken| {
                (time + taken, moves + 1)
            })
    }
}

/// Durations as whole microseconds.
mod microseconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    #[allow(clippy::ref_option, reason = "serde asks for it in this form")]
    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_micros() as u64)
            .serialize(serializer)
    }

    pub(super) fn deserialize<'text, D: Deserializer<'text>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        let micros = Option::<u64>::deserialize(deserializer)?;
        Ok(micros.map(Duration::from_micros))
    }
}
