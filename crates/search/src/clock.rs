//! Time for a whole game, shared out among its moves.

use crate::limits::Limits;
use std::time::Duration;

/// The time that a side has left for the rest of its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// On the clock before the move that is asked for. A side whose time is up has lost.
    pub remaining: Duration,
    /// What is added after each of its moves.
    pub increment: Duration,
}

/// What one move gets of a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// What moves take if all are equally hard.
    pub aim: Duration,
    /// What a hard one may take, and none exceeds.
    pub most: Duration,
}

/// Estimates of how long a game will last are not trusted when they say fewer own moves than this.
const FEWEST_MOVES: u32 = 3;
/// How many times its even share a hard move may take.
const STRETCH: u32 = 4;
/// A hard move takes at most this part of the time left, unless even its even share is more.
const LARGEST_PART: f64 = 0.3;

impl Clock {
    /// The time that passes outside of a search while its clock runs: until it begins, until it
    /// notices that its time is up, until its move is with whoever stops the clock.
    pub const OVERHEAD: Duration = Duration::from_millis(10);

    /// What the next move gets, if the game lasts about `plies_left` plies more, of both sides, and
    /// `overhead` passes on the clock in addition to each search.
    ///
    /// Whoever never exceeds [`Share::most`] loses no game on time that lasts no longer than was
    /// estimated, if the clock holds what is kept for the overhead of its moves: an eighth more
    /// than all of them take, less the increments, and two more. Without overhead, it loses no
    /// game at all.
    #[must_use]
    pub fn share(&self, plies_left: u32, overhead: Duration) -> Share {
        let moves = plies_left.div_ceil(2).max(FEWEST_MOVES);
        let unpaid = overhead.saturating_sub(self.increment);
        let reserve = overhead
            .saturating_mul(2)
            .saturating_add((unpaid + unpaid / 8).saturating_mul(moves - 1));
        let free = self.remaining.saturating_sub(reserve);
        // Even where there is less than should be kept, something can be risked: the eighth.
        let usable = free.max(self.remaining.saturating_sub(overhead) / 16);
        let even = (usable / moves).saturating_add(self.increment.saturating_sub(overhead));
        let aim = even.min(usable.mul_f64(LARGEST_PART)).max(usable / moves);
        let most = aim
            .saturating_mul(STRETCH)
            .min(free.mul_f64(LARGEST_PART))
            .max(aim);
        Share { aim, most }
    }
}

impl Limits {
    /// Makes the limits no wider than a share of the clock: [`Limits::time`] and [`Limits::aim`].
    pub fn obey(&mut self, share: &Share) {
        let least = |limit: Option<Duration>, other| limit.map_or(other, |limit| limit.min(other));
        self.time = Some(least(self.time, share.most));
        self.aim = Some(least(self.aim, share.aim));
    }
}

/// What a search found since it was last asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// Its best move is the same as before.
    Same,
    /// Its best move is another one.
    Changed,
    /// Its best move is worth clearly less than before, whether it is another one or not.
    Worse,
}

/// Decides while a search goes on when to end it: before the time it aims at if nothing new comes
/// up, behind it if the choice is in doubt.
///
/// It is asked after each iteration of a search that deepens, or now and then by any other.
///
/// ```
/// use search::{Finding, Limits, Pace};
/// use std::time::Duration;
///
/// let limits = Limits {
///     aim: Some(Duration::from_millis(100)),
///     time: Some(Duration::from_millis(400)),
///     ..Limits::default()
/// };
/// let mut pace = Pace::new(&limits);
/// assert!(!pace.enough(Duration::from_millis(10), Finding::Changed));
/// assert!(!pace.enough(Duration::from_millis(20), Finding::Same));
/// // This iteration took five times as long as the one before, so the next one may take 250 ms;
/// // to end now is nearer to what so easy a move deserves.
/// assert!(pace.enough(Duration::from_millis(70), Finding::Same));
/// ```
#[derive(Debug, Clone)]
pub struct Pace {
    /// All in seconds.
    aim: Option<f64>,
    most: f64,
    /// When it was asked last, and how much time had passed since it was asked before.
    last: f64,
    step: f64,
    /// When the best move last changed, or lost in value.
    settled: f64,
}

/// How much of the time aimed at is taken by a search whose best move changed just now.
const IN_DOUBT: f64 = 1.6;
/// How much is taken by a search whose best move was the same from the beginning; in between it goes
/// by the part of the time that has passed since the last change.
const SURE: f64 = 0.5;
/// How much more is taken when the best move has just lost in value: there may be a better one.
const WORRIED: f64 = 1.5;
/// An iteration takes at most this many times as long as the one before, when it is guessed whether
/// it would come to its end.
const GREATEST_GROWTH: f64 = 8.0;

impl Pace {
    /// The pace that the limits ask for: without an aim, all the time there is.
    #[must_use]
    pub fn new(limits: &Limits) -> Pace {
        Pace {
            aim: limits.aim.map(|aim| aim.as_secs_f64()),
            most: limits.time.map_or(f64::INFINITY, |time| time.as_secs_f64()),
            last: 0.0,
            step: 0.0,
            settled: 0.0,
        }
    }

    /// Whether to end the search, which has gone on for `elapsed`.
    pub fn enough(&mut self, elapsed: Duration, finding: Finding) -> bool {
        let elapsed = elapsed.as_secs_f64();
        let step = elapsed - self.last;
        let growth = if self.step > 0.0 {
            step / self.step
        } else {
            1.0
        };
        (self.last, self.step) = (elapsed, step);
        if finding != Finding::Same {
            self.settled = elapsed;
        }
        let Some(aim) = self.aim else {
            return elapsed >= self.most;
        };
        let next = step * growth.clamp(1.0, GREATEST_GROWTH);
        if elapsed + next > self.most {
            return true;
        }
        let calm = if elapsed > 0.0 {
            1.0 - self.settled / elapsed
        } else {
            0.0
        };
        let mut deserved = aim * (IN_DOUBT + (SURE - IN_DOUBT) * calm);
        if finding == Finding::Worse {
            deserved *= WORRIED;
        }
        // Going on is right if it ends nearer to what the move deserves than now.
        elapsed + next / 2.0 >= deserved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::{Generator, Seed};

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// From one millisecond to days, every size as likely.
    fn any_time(generator: &mut Generator) -> Duration {
        let size = 1_usize << generator.below(28);
        ms(1 + generator.below(size) as u64)
    }

    #[test]
    fn no_clock_and_no_estimate_makes_a_side_lose_on_time() {
        for seed in 0..2000 {
            let mut generator = Seed(seed).generator();
            let increment = match generator.below(2) {
                0 => Duration::ZERO,
                _ => any_time(&mut generator),
            };
            let mut clock = Clock {
                remaining: any_time(&mut generator),
                increment,
            };
            for _ in 0..generator.below(500) {
                let plies_left = generator.below(600) as u32;
                let share = clock.share(plies_left, any_time(&mut generator));
                assert!(share.aim <= share.most && share.most < clock.remaining);
                clock.remaining -= share.most;
                clock.remaining += increment;
            }
        }
    }

    #[test]
    fn overhead_makes_no_side_lose_that_has_the_time_for_it() {
        for seed in 0..2000 {
            let mut generator = Seed(seed).generator();
            let overhead = ms(generator.below(50) as u64);
            let increment = match generator.below(2) {
                0 => Duration::ZERO,
                _ => ms(generator.below(100) as u64),
            };
            let moves = 1 + generator.below(200) as u32;
            // Estimates may be too long, and are not believed when they are very short.
            let excess = 2 * generator.below(20) as u32;
            let estimated = (moves + excess / 2).max(FEWEST_MOVES);
            let least = (overhead * 2).saturating_add(overhead * (estimated - 1) * 9 / 8);
            let mut remaining = least + any_time(&mut generator);
            for played in 0..moves {
                let clock = Clock {
                    remaining,
                    increment,
                };
                let share = clock.share(2 * (moves - played) + excess, overhead);
                let late = ms(generator.below(overhead.as_millis() as usize + 1) as u64);
                let taken = share.most + late;
                assert!(taken <= remaining, "{seed}, move {played}: {clock:?}");
                remaining = remaining - taken + increment;
            }
        }
    }

    #[test]
    fn most_of_the_time_is_used() {
        for (seconds, increment, moves) in [(60, 0, 40), (60, 500, 40), (10, 0, 20), (600, 0, 100)]
        {
            let mut clock = Clock {
                remaining: Duration::from_secs(seconds),
                increment: ms(increment),
            };
            let mut given = clock.remaining;
            for played in 0..moves {
                let share = clock.share(2 * (moves - played), Clock::OVERHEAD);
                clock.remaining -= share.aim + Clock::OVERHEAD;
                clock.remaining += clock.increment;
                given += clock.increment;
            }
            let left = clock.remaining.div_duration_f64(given);
            assert!(left < 0.1, "{left} of {given:?} after {moves} moves");
        }
    }

    #[test]
    fn a_share_is_what_one_would_expect() {
        let share = |remaining, increment, plies_left| {
            Clock {
                remaining: ms(remaining),
                increment: ms(increment),
            }
            .share(plies_left, Duration::ZERO)
        };
        let expected = |aim, most| Share {
            aim: ms(aim),
            most: ms(most),
        };
        assert_eq!(share(60_000, 0, 40), expected(3000, 12_000));
        assert_eq!(share(60_000, 500, 40), expected(3500, 14_000));
        // An increment is for moves, but only what is on the clock can be spent.
        assert_eq!(share(1000, 5000, 40), expected(300, 300));
        // Few moves left, or so it is said.
        assert_eq!(share(900, 0, 1), expected(300, 300));
        assert_eq!(share(0, 0, 40), expected(0, 0));
        let endless = Clock {
            remaining: Duration::MAX,
            increment: Duration::MAX,
        };
        let share = endless.share(u32::MAX, Duration::MAX);
        assert!(share.aim <= share.most);
    }

    #[test]
    fn the_tighter_limit_counts() {
        let share = Share {
            aim: ms(100),
            most: ms(400),
        };
        let mut limits = Limits::default();
        limits.obey(&share);
        assert_eq!((limits.aim, limits.time), (Some(ms(100)), Some(ms(400))));
        limits.time = Some(ms(50));
        limits.obey(&share);
        assert_eq!((limits.aim, limits.time), (Some(ms(100)), Some(ms(50))));
    }

    /// When a search ends whose iterations take a first time, then always so many times as long,
    /// and find this one after the other, the last one for ever.
    fn end_of(limits: &Limits, first: Duration, growth: f64, findings: &[Finding]) -> Duration {
        let mut pace = Pace::new(limits);
        let (mut elapsed, mut step) = (Duration::ZERO, first);
        for iteration in 0.. {
            elapsed += step;
            let finding = findings[iteration.min(findings.len() - 1)];
            if pace.enough(elapsed, finding) {
                break;
            }
            step = step.mul_f64(growth);
        }
        elapsed
    }

    fn limits(aim: u64, most: u64) -> Limits {
        Limits {
            aim: Some(ms(aim)),
            time: Some(ms(most)),
            ..Limits::default()
        }
    }

    #[test]
    fn doubts_take_longer_than_certainty() {
        use Finding::{Changed, Same, Worse};
        // An even growth, so that a search can end nearly when it wants to.
        let end = |findings: &[Finding]| end_of(&limits(1000, 4000), ms(5), 1.05, findings);
        let sure = end(&[Changed, Same]);
        let doubtful = end(&[Changed]);
        let worried = end(&[Same, Same, Worse]);
        assert!((ms(450)..ms(550)).contains(&sure), "{sure:?}");
        assert!((ms(1500)..ms(1700)).contains(&doubtful), "{doubtful:?}");
        assert!((ms(2250)..ms(2550)).contains(&worried), "{worried:?}");
        // Steps that do not grow, as those of a search without iterations.
        let steady = end_of(&limits(1000, 4000), ms(10), 1.0, &[Changed, Same]);
        assert!((ms(480)..ms(530)).contains(&steady), "{steady:?}");
    }

    #[test]
    fn no_iteration_is_begun_that_cannot_end_in_time() {
        for seed in 0..2000 {
            let mut generator = Seed(seed).generator();
            let aim = 1 + generator.below(1000) as u64;
            let most = aim + generator.below(3000) as u64;
            let growth = 1.0 + generator.below(60) as f64 / 10.0;
            let first = ms(1).mul_f64(aim as f64 / 100.0);
            let findings: Vec<Finding> = (0..20)
                .map(|_| {
                    let all = [Finding::Same, Finding::Changed, Finding::Worse];
                    all[generator.below(all.len())]
                })
                .collect();
            let end = end_of(&limits(aim, most), first, growth, &findings);
            // The growth of the first step cannot be known yet.
            let slack = first.mul_f64(growth);
            assert!(end <= ms(most) + slack, "{seed}: {end:?} of {most} ms");
        }
    }

    #[test]
    fn without_an_aim_all_the_time_is_taken() {
        let mut pace = Pace::new(&Limits {
            time: Some(ms(100)),
            ..Limits::default()
        });
        assert!(!pace.enough(ms(99), Finding::Same));
        assert!(pace.enough(ms(100), Finding::Same));
        let mut endless = Pace::new(&Limits::default());
        assert!(!endless.enough(Duration::from_secs(1 << 40), Finding::Same));
        let mut hurried = Pace::new(&limits(0, 0));
        assert!(hurried.enough(Duration::ZERO, Finding::Changed));
    }
}
