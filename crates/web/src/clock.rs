//! The clocks of a table. They stand still before the first move, and while nobody is at the table.

use game::text::TextError;
use players::parse_clock;
use search::Clock;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;

/// Nobody sits at a table longer.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// Both clocks of a game: what each move took, from which follows what is left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableClock {
    /// As it was asked for: `5m+3s`.
    text: String,
    /// So many moves were given when the table was set up.
    given: usize,
    /// What each move after those took.
    taken: Vec<Taken>,
    /// What the side to move has used of its turn.
    used: Option<Taken>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Taken {
    side: u8,
    milliseconds: u64,
}

/// The clocks as a document; names of fields are names in JSON.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ClockView {
    /// As it was asked for: the time of a side, and what is added after each move.
    text: String,
    /// What is left to either side, in milliseconds.
    left: [u64; 2],
    /// Whose clock runs: 0 or 1.
    running: Option<u8>,
}

impl TableClock {
    /// Reads a clock; so many moves were played already.
    pub(crate) fn new(text: &str, given: usize) -> Result<TableClock, TextError> {
        let Clock {
            remaining,
            increment,
        } = parse_clock(text)?;
        if remaining.max(increment) > LONGEST {
            return Err(TextError::new(
                "clock",
                text,
                0,
                "this is too long",
                "at most a week",
            ));
        }
        Ok(TableClock {
            text: text.to_string(),
            given,
            taken: Vec::new(),
            used: None,
        })
    }

    /// As it was asked for.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether the clock of the side to move runs after so many moves.
    pub(crate) fn is_running(&self, plies: usize) -> bool {
        plies > self.given
    }

    /// What a side has left, as a player is told.
    pub(crate) fn of_side(&self, side: u8) -> Clock {
        // It was read before.
        let clock = parse_clock(&self.text).unwrap_or(Clock {
            remaining: Duration::ZERO,
            increment: Duration::ZERO,
        });
        let is_own = |taken: &&Taken| taken.side == side;
        let moves = self.taken.iter().filter(is_own).count() as u32;
        let taken = self.taken.iter().chain(&self.used).filter(is_own);
        let taken = Duration::from_millis(taken.map(|it| it.milliseconds).sum());
        Clock {
            remaining: (clock.remaining + clock.increment * moves).saturating_sub(taken),
            increment: clock.increment,
        }
    }

    /// The side to move has used so much more of its turn.
    pub(crate) fn spend(&mut self, side: u8, time: Duration) {
        let before = self.used.map_or(0, |used| used.milliseconds);
        self.used = Some(Taken {
            side,
            milliseconds: before + time.as_millis() as u64,
        });
    }

    /// A side has moved, and used what it used, unless somebody measured better.
    pub(crate) fn moved(&mut self, side: u8, measured: Option<Duration>) {
        let used = self.used.take().map_or(0, |used| used.milliseconds);
        let used = measured.map_or(used, |time| time.as_millis() as u64);
        // Nobody is charged for the move that starts the clocks.
        let milliseconds = if self.taken.is_empty() { 0 } else { used };
        self.taken.push(Taken { side, milliseconds });
    }

    /// Moves were taken back, and with them what they took: so many are left.
    pub(crate) fn back_to(&mut self, plies: usize) {
        self.given = self.given.min(plies);
        self.taken.truncate(plies - self.given);
        self.used = None;
    }

    pub(crate) fn view(&self, plies: usize, to_move: Option<u8>) -> ClockView {
        ClockView {
            text: self.text.clone(),
            left: [0, 1].map(|side| self.of_side(side).remaining.as_millis() as u64),
            running: to_move.filter(|_| self.is_running(plies)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_and_comes_back() {
        let mut clock = TableClock::new("1m+2s", 0).expect("it can be read");
        let left = |clock: &TableClock| [0, 1].map(|side| clock.of_side(side).remaining);
        let seconds = Duration::from_secs;
        assert!(!clock.is_running(0) && clock.is_running(1));
        clock.spend(0, seconds(30));
        clock.moved(0, None);
        assert_eq!(
            left(&clock),
            [62, 60].map(seconds),
            "nobody was waiting for it"
        );
        clock.spend(1, seconds(4));
        clock.spend(1, seconds(6));
        assert_eq!(clock.of_side(1).remaining, seconds(50));
        clock.moved(1, None);
        assert_eq!(left(&clock), [62, 52].map(seconds));
        clock.spend(0, seconds(9));
        clock.moved(0, Some(seconds(1)));
        assert_eq!(left(&clock), [63, 52].map(seconds));
        clock.back_to(1);
        assert_eq!(left(&clock), [62, 60].map(seconds));
        clock.spend(1, seconds(100));
        assert_eq!(clock.of_side(1).remaining, Duration::ZERO);
        assert!(TableClock::new("900h", 0).is_err());
    }
}
