//! How many jobs to take at once: as many as keep a thread busy for a while, but not for long.

use std::time::Duration;

/// What a chunk is to take at first, and at most. Short ones at first, because nothing is known; long ones then,
/// because asking costs something; never so long that much is lost with whoever is lost.
const SHORTEST: f64 = 1.0;
const LONGEST: f64 = 30.0;
/// How much the last chunk counts beside those before it.
const NEWS: f64 = 0.5;
/// So many are enough for anybody.
const MOST: f64 = 20_000.0;

/// The time that jobs of a batch have taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    seconds_per_job: Option<f64>,
    target: f64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            seconds_per_job: None,
            target: SHORTEST,
        }
    }
}

impl Pace {
    /// How many to take; one, as long as nothing is known.
    pub(crate) fn size(&self) -> u32 {
        let Some(seconds) = self.seconds_per_job else {
            return 1;
        };
        (self.target / seconds.max(1e-6)).clamp(1.0, MOST) as u32
    }

    /// A chunk of so many jobs took so long.
    pub(crate) fn learn(&mut self, jobs: usize, taken: Duration) {
        if jobs == 0 {
            return;
        }
        let seconds = taken.as_secs_f64() / jobs as f64;
        if let Some(before) = self.seconds_per_job.replace(seconds) {
            self.seconds_per_job = Some(NEWS * seconds + (1.0 - NEWS) * before);
            self.target = (2.0 * self.target).min(LONGEST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_grow_to_half_a_minute() {
        let mut pace = Pace::default();
        assert_eq!(pace.size(), 1);
        pace.learn(1, Duration::from_millis(10));
        assert_eq!(pace.size(), 100);
        for _ in 0..10 {
            pace.learn(100, Duration::from_secs(1));
        }
        assert_eq!(pace.size(), 3000);
        // Jobs that take longer than a chunk should come one by one.
        for _ in 0..20 {
            pace.learn(1, Duration::from_secs(90));
        }
        assert_eq!(pace.size(), 1);
    }
}
