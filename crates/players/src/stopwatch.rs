//! What a move is charged: the player's own time, as far as the system tells it from that of others.
//!
//! On a machine with more to do than it has processors, the time on the wall that a player takes says
//! as much about the others as about the player. Whoever keeps a clock for several games at a time
//! would make players lose by it that did nothing wrong.
//!
//! A search of ours on one thread never sleeps, so its processor time is what it took: whatever else the
//! thread had to wait for, a processor or memory, was not its choice. Of several threads, and of outside
//! programs, the time on the wall is charged less the time for which threads were ready to run and did not
//! get to, which Linux counts for each of them (`schedstat`). A question to a program and its answer
//! go through the hands of several threads, ours and its own, one after the other; so the waiting
//! of all of them is taken off. Where threads of a program wait at the same time that is too much,
//! and so no less is charged than its busiest thread worked.

use search::thread_time;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Started when a player is asked for a move; [`Player::charge`](crate::Player::charge) reads it.
#[derive(Debug)]
pub struct Stopwatch {
    started: Instant,
    before: Before,
}

#[derive(Debug)]
enum Before {
    /// The processor time of the calling thread.
    Alone(Duration),
    /// What threads had done.
    Threads(Efforts),
}

/// What the threads of a player, and ours that talk to it, have done so far.
#[derive(Debug, Default)]
pub(crate) struct Efforts {
    /// How long ours have waited.
    pub(crate) ours: Duration,
    /// Its own, by their places in `/proc`.
    pub(crate) theirs: Vec<(PathBuf, Effort)>,
}

/// What a thread has done so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Effort {
    worked: Duration,
    waited: Duration,
}

impl Stopwatch {
    /// For a player that thinks in the calling thread and no other.
    pub(crate) fn alone() -> Stopwatch {
        Stopwatch {
            started: Instant::now(),
            before: Before::Alone(thread_time()),
        }
    }

    /// For a player with several threads.
    pub(crate) fn threads(efforts: Efforts) -> Stopwatch {
        Stopwatch {
            started: Instant::now(),
            before: Before::Threads(efforts),
        }
    }

    /// What is charged, given what threads have done by now.
    pub(crate) fn charge(&self, efforts: impl FnOnce() -> Efforts) -> Duration {
        let wall = self.started.elapsed();
        match &self.before {
            Before::Alone(before) => thread_time().saturating_sub(*before).min(wall),
            Before::Threads(before) => efforts().charge(before, wall),
        }
    }
}

impl Efforts {
    /// Those of the calling thread.
    pub(crate) fn of_this_thread() -> Efforts {
        Efforts {
            ours: Effort::of(Path::new("/proc/thread-self")).waited,
            theirs: Vec::new(),
        }
    }

    fn charge(&self, before: &Efforts, wall: Duration) -> Duration {
        let mut waited = self.ours.saturating_sub(before.ours);
        let mut busiest = Duration::ZERO;
        for (thread, now) in &self.theirs {
            let then = before.theirs.iter().find(|(other, _)| other == thread);
            // A thread that is new has done all of it since.
            let then = then.map(|(_, effort)| *effort).unwrap_or_default();
            waited += now.waited.saturating_sub(then.waited);
            busiest = busiest.max(now.worked.saturating_sub(then.worked));
        }
        wall.saturating_sub(waited).max(busiest).min(wall)
    }
}

impl Effort {
    /// That of a thread, by its place in `/proc`; nothing where the system does not tell.
    pub(crate) fn of(thread: &Path) -> Effort {
        std::fs::read_to_string(thread.join("schedstat"))
            .ok()
            .and_then(|text| Effort::parse(&text))
            .unwrap_or_default()
    }

    pub(crate) fn waited(self) -> Duration {
        self.waited
    }

    fn parse(text: &str) -> Option<Effort> {
        let mut numbers = text.split_ascii_whitespace().map(|word| word.parse().ok());
        let mut next = || numbers.next()?.map(Duration::from_nanos);
        Some(Effort {
            worked: next()?,
            waited: next()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effort(worked: u64, waited: u64) -> Effort {
        Effort {
            worked: Duration::from_millis(worked),
            waited: Duration::from_millis(waited),
        }
    }

    #[test]
    fn the_first_two_numbers_count() {
        let expected = Effort {
            worked: Duration::from_nanos(77_165),
            waited: Duration::from_nanos(2_835_413),
        };
        assert_eq!(Effort::parse("77165 2835413 2\n"), Some(expected));
        assert_eq!(Effort::parse(""), None);
        assert_eq!(Effort::parse("0 x 0"), None);
        assert_eq!(Effort::of(Path::new("/nowhere/at/all")), Effort::default());
    }

    #[test]
    fn waiting_is_taken_off_and_work_is_not() {
        let efforts = |ours: u64, theirs: &[(&str, Effort)]| Efforts {
            ours: Duration::from_millis(ours),
            theirs: theirs
                .iter()
                .map(|&(thread, effort)| (PathBuf::from(thread), effort))
                .collect(),
        };
        let charge = |before: &Efforts, after: &Efforts, wall: u64| {
            after
                .charge(before, Duration::from_millis(wall))
                .as_millis()
        };
        let before = efforts(5, &[("a", effort(100, 50)), ("b", effort(0, 0))]);
        // Nobody waited, nobody worked: it slept.
        assert_eq!(charge(&before, &before, 30), 30);
        // All who wait in turn.
        let after = efforts(8, &[("a", effort(110, 60)), ("b", effort(0, 7))]);
        assert_eq!(charge(&before, &after, 30), 10);
        // Many wait at once, one of them came later, and one works.
        let after = efforts(
            5,
            &[
                ("a", effort(112, 70)),
                ("b", effort(3, 20)),
                ("c", effort(4, 20)),
            ],
        );
        assert_eq!(charge(&before, &after, 30), 12);
        // No more than there was.
        let after = efforts(5, &[("d", effort(99, 0))]);
        assert_eq!(charge(&before, &after, 30), 30);
    }

    #[test]
    fn sleeping_is_charged_to_threads_and_not_to_one_that_works_alone() {
        let (alone, threads) = (
            Stopwatch::alone(),
            Stopwatch::threads(Efforts::of_this_thread()),
        );
        std::thread::sleep(Duration::from_millis(30));
        let charged = threads.charge(Efforts::of_this_thread);
        assert!(charged >= Duration::from_millis(10), "{charged:?}");
        let charged = alone.charge(Efforts::of_this_thread);
        assert!(charged < Duration::from_millis(10), "{charged:?}");
    }
}
