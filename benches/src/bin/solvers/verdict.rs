//! Times of several rounds, and how they compare.

use crate::contestants::Work;
use benches::markdown::figure;
use std::time::Duration;

/// What a contestant needed for the same work in several rounds.
#[derive(Debug, Clone)]
pub(crate) struct Effort {
    pub(crate) best: Duration,
    pub(crate) median: Duration,
    pub(crate) nodes: u64,
    /// If not, the times are those after which it was given up.
    pub(crate) is_solved: bool,
}

impl Effort {
    /// At least one round.
    pub(crate) fn of(works: &[Work]) -> Effort {
        let mut times: Vec<Duration> = works.iter().map(|work| work.time).collect();
        times.sort_unstable();
        Effort {
            best: times[0],
            median: times[times.len() / 2],
            nodes: works[0].nodes,
            is_solved: true,
        }
    }
}

/// A ratio, and what that means for what is asked.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) ratio: String,
    pub(crate) verdict: String,
    pub(crate) holds: bool,
}

/// Whether our time is at most a part of theirs; the best rounds count.
pub(crate) fn judge(ours: &Effort, theirs: &Effort, asked: Option<f64>) -> Judged {
    let ratio = ours.best.as_secs_f64() / theirs.best.as_secs_f64();
    // Where one was given up the ratio is only a bound, which may or may not tell.
    let (sign, tells) = match (ours.is_solved, theirs.is_solved) {
        (true, true) => ("", true),
        (true, false) => ("< ", asked.is_none_or(|asked| ratio <= asked)),
        (false, true) => ("> ", asked.is_none_or(|asked| ratio > asked)),
        (false, false) => ("", false),
    };
    let holds = tells && asked.is_some_and(|asked| ratio <= asked);
    let verdict = match asked {
        None => String::new(),
        Some(asked) => {
            let word = match (tells, holds) {
                (true, true) => "holds",
                (true, false) => "MISSED",
                (false, _) => "OPEN",
            };
            format!("≤ {}: {word}", figure(asked))
        }
    };
    let ratio = if ours.is_solved || theirs.is_solved {
        format!("{sign}{}", figure(ratio))
    } else {
        "?".to_string()
    };
    Judged {
        ratio,
        verdict,
        holds,
    }
}
