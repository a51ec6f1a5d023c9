//! The clocks of a game. They stand still until the first move is made, and while nobody is at the table.

use game::Side;
use game::text::TextError;
use players::parse_clock;
use search::Clock;
use std::time::{Duration, Instant};

/// Both clocks: what each move took, from which follows what is left.
#[derive(Debug, Clone)]
pub(crate) struct Clocks {
    whole: Clock,
    /// What each move took since the clocks are there, and whose it was.
    taken: Vec<(Side, Duration)>,
    /// Since when the side to move thinks.
    since: Instant,
}

impl Clocks {
    pub(crate) fn new(text: &str, now: Instant) -> Result<Clocks, TextError> {
        Ok(Clocks {
            whole: parse_clock(text)?,
            taken: Vec::new(),
            since: now,
        })
    }

    /// Goes on with a game whose last moves took so long: milliseconds, the sides in turn before the one to move.
    pub(crate) fn go_on(&mut self, taken: Vec<(Side, Duration)>) {
        self.taken = taken;
    }

    /// What the moves took, in milliseconds.
    pub(crate) fn taken(&self) -> impl Iterator<Item = u128> {
        self.taken.iter().map(|(_, time)| time.as_millis())
    }

    fn is_running(&self) -> bool {
        !self.taken.is_empty()
    }

    /// What a side has left. The time of the side to move runs.
    pub(crate) fn left(&self, side: Side, mover: Option<Side>, now: Instant) -> Clock {
        let own = || self.taken.iter().filter(|(owner, _)| *owner == side);
        let mut taken: Duration = own().map(|(_, time)| *time).sum();
        if mover == Some(side) && self.is_running() {
            taken += now.saturating_duration_since(self.since);
        }
        let moves = u32::try_from(own().count()).unwrap_or(u32::MAX);
        let given = self.whole.increment.saturating_mul(moves);
        Clock {
            remaining: self
                .whole
                .remaining
                .saturating_add(given)
                .saturating_sub(taken),
            increment: self.whole.increment,
        }
    }

    /// A side has moved, and it took what somebody measured, or else what the clock says; whether that was too long.
    pub(crate) fn moved(&mut self, side: Side, measured: Option<Duration>, now: Instant) -> bool {
        let took = measured.unwrap_or_else(|| now.saturating_duration_since(self.since));
        let before = self.left(side, None, now).remaining;
        // Nobody is charged for the move that starts the clocks.
        let took = match self.is_running() {
            true => took,
            false => Duration::ZERO,
        };
        self.taken.push((side, took));
        self.since = now;
        took > before
    }

    /// So many moves were taken back, and with them what they took.
    pub(crate) fn took_back(&mut self, moves: usize, now: Instant) {
        let left = self.taken.len().saturating_sub(moves);
        self.taken.truncate(left);
        self.since = now;
    }

    /// Whoever is to move begins to think now.
    pub(crate) fn start_turn(&mut self, now: Instant) {
        self.since = now;
    }
}

/// A time as people read it on a clock: tenths of seconds where they count.
pub(crate) fn clock_face(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("0:0{seconds}.{}", time.subsec_millis() / 100),
        10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!(
            "{}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_and_comes_back() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut clocks = Clocks::new("1m+2s", start).expect("it can be read");
        let left = |clocks: &Clocks, mover, now| {
            Side::BOTH.map(|side| clocks.left(side, Some(mover), at(now)).remaining.as_secs())
        };
        assert_eq!(left(&clocks, Side::First, 50), [60, 60]);
        assert!(!clocks.moved(Side::First, None, at(50)));
        assert_eq!(left(&clocks, Side::Second, 60), [62, 50]);
        assert!(!clocks.moved(Side::Second, Some(Duration::from_secs(4)), at(60)));
        assert_eq!(left(&clocks, Side::First, 60), [62, 58]);
        assert!(clocks.moved(Side::First, None, at(123)));
        clocks.took_back(2, at(123));
        assert_eq!(left(&clocks, Side::Second, 123), [62, 60]);
        assert!(Clocks::new("soon", start).is_err());
    }

    #[test]
    fn faces() {
        for (milliseconds, face) in [
            (0, "0:00.0"),
            (9_950, "0:09.9"),
            (10_000, "0:10"),
            (300_000, "5:00"),
            (3_600_000, "1:00:00"),
        ] {
            assert_eq!(clock_face(Duration::from_millis(milliseconds)), face);
        }
    }
}
