//! What a game is played under: time, length, and when the referee need not wait for the end.

use players::MoveLimits;
use search::Clock;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The conditions of a game, the same for both sides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// What each move may take.
    pub move_time: Option<Duration>,
    /// What all moves of a side may take, …
    pub game_time: Option<Duration>,
    /// … and what is added to it after each of them.
    pub increment: Duration,
    /// How many positions may be looked at for each move.
    pub nodes: Option<u64>,
    /// How far a move may exceed its time before the game is lost: the time that passes between a
    /// player's decision and its arrival at the referee.
    pub grace: Duration,
    /// A game of so many plies is drawn.
    pub most_plies: u32,
    /// When the players agree on who wins, so be it.
    pub agreement: Option<Agreement>,
    /// A position that can be solved with so many nodes is not played on.
    pub solver_nodes: Option<u64>,
}

/// When the players' own judgement ends a game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// Both think that one of them is ahead by at least so much, in units of their evaluators …
    pub value: f64,
    /// … for so many moves of each in a row.
    pub moves: u32,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            move_time: None,
            game_time: None,
            increment: Duration::ZERO,
            nodes: None,
            grace: Duration::from_millis(20),
            most_plies: 2000,
            agreement: None,
            solver_nodes: None,
        }
    }
}

impl Terms {
    /// What a player is told it may take for a move.
    pub(crate) fn limits(&self) -> MoveLimits {
        MoveLimits {
            depth: None,
            nodes: self.nodes,
            time: self.move_time,
        }
    }

    /// The clock at the beginning, if all moves together are timed.
    pub(crate) fn clock(&self) -> Option<Clock> {
        self.game_time.map(|remaining| Clock {
            remaining,
            increment: self.increment,
        })
    }
}
