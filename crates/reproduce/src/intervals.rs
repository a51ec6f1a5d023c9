//! What numbers say, and how sure that is.

use crate::findings::Verdict;
use std::fmt;

/// A number with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Interval {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl fmt::Display for Interval {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = formatter.precision().unwrap_or(0);
        let write = |number: f64| match number {
            f64::INFINITY => "+∞".to_string(),
            f64::NEG_INFINITY => "−∞".to_string(),
            number => format!("{number:+.digits$}").replace('-', "−"),
        };
        let [value, low, high] = [self.value, self.low, self.high].map(write);
        write!(formatter, "{value} ({low} to {high})")
    }
}

/// From −1.96 to 1.96 lie 95 % of a normal distribution.
const NORMAL: f64 = 1.959_963_984_540_054;

/// 97.5 % of Student's distribution lie below this, by degrees of freedom from 1 on; further on the normal
/// distribution is near enough.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];

impl Interval {
    /// Whether it is greater than 0: for claims that one thing is more than another.
    pub(crate) fn is_positive(&self) -> Verdict {
        match () {
            () if self.low > 0.0 => Verdict::Confirmed,
            () if self.high < 0.0 => Verdict::NotConfirmed,
            () => Verdict::CannotTell,
        }
    }

    /// Whether it is nearly 0, which is at most this far away: for claims that two things are alike.
    pub(crate) fn is_within(&self, tolerance: f64) -> Verdict {
        match () {
            () if self.low >= -tolerance && self.high <= tolerance => Verdict::Confirmed,
            () if self.low > tolerance || self.high < -tolerance => Verdict::NotConfirmed,
            () => Verdict::CannotTell,
        }
    }

    /// Less a number.
    pub(crate) fn less(&self, number: f64) -> Interval {
        Interval {
            value: self.value - number,
            low: self.low - number,
            high: self.high - number,
        }
    }

    /// The mean of some numbers, by Student's distribution; without two of them there is no telling.
    pub(crate) fn of_mean(numbers: &[f64]) -> Interval {
        let count = numbers.len() as f64;
        let value = mean(numbers);
        if numbers.len() < 2 {
            return Interval {
                value,
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
            };
        }
        let squares: f64 = numbers.iter().map(|number| (number - value).powi(2)).sum();
        let error = student(numbers.len() - 1) * (squares / (count - 1.0) / count).sqrt();
        Interval {
            value,
            low: value - error,
            high: value + error,
        }
    }

    /// A share of so many cases, by Wilson's formula.
    pub(crate) fn of_share(cases: u64, of: u64) -> Interval {
        Interval::of_points(cases as f64, of)
    }

    /// A share of the points of so many games, by the same formula. Draws vary less than it takes them to, so
    /// that the interval is rather too wide.
    pub(crate) fn of_points(points: f64, games: u64) -> Interval {
        let count = games.max(1) as f64;
        let share = points / count;
        let square = NORMAL * NORMAL;
        let middle = (share + square / (2.0 * count)) / (1.0 + square / count);
        let width = NORMAL / (1.0 + square / count)
            * (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
        Interval {
            value: share,
            low: middle - width,
            high: middle + width,
        }
    }

    /// A correlation of so many pairs of numbers, by Fisher's transformation.
    pub(crate) fn of_correlation(correlation: f64, count: usize) -> Interval {
        if count < 4 {
            return Interval {
                value: correlation,
                low: -1.0,
                high: 1.0,
            };
        }
        let place = correlation.clamp(-0.999_999_9, 0.999_999_9).atanh();
        let error = NORMAL / (count as f64 - 3.0).sqrt();
        Interval {
            value: correlation,
            low: (place - error).tanh(),
            high: (place + error).tanh(),
        }
    }
}

/// 97.5 % of Student's distribution lie below this.
pub(crate) fn student(freedom: usize) -> f64 {
    STUDENT
        .get(freedom.saturating_sub(1))
        .copied()
        .unwrap_or(NORMAL)
}

/// The mean; 0 of nothing.
pub(crate) fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// Pearson's correlation of pairs of numbers.
pub(crate) fn pearson(pairs: &[[f64; 2]]) -> f64 {
    let [across, up] =
        [0, 1].map(|place| mean(&pairs.iter().map(|pair| pair[place]).collect::<Vec<_>>()));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs
            .iter()
            .map(|pair| of(pair[0] - across, pair[1] - up))
            .sum()
    };
    let spread = (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
    if spread == 0.0 {
        0.0
    } else {
        sum(&|x, y| x * y) / spread
    }
}

/// Spearman's correlation: Pearson's of the ranks, equal numbers sharing theirs.
pub(crate) fn spearman(pairs: &[[f64; 2]]) -> f64 {
    let [across, up] =
        [0, 1].map(|place| ranks(&pairs.iter().map(|pair| pair[place]).collect::<Vec<_>>()));
    let ranked: Vec<[f64; 2]> = across.into_iter().zip(up).map(|(x, y)| [x, y]).collect();
    pearson(&ranked)
}

fn ranks(numbers: &[f64]) -> Vec<f64> {
    let below = |number: f64| numbers.iter().filter(|&&other| other < number).count();
    let equal = |number: f64| numbers.iter().filter(|&&other| other == number).count();
    numbers
        .iter()
        .map(|&it| below(it) as f64 + (equal(it) as f64 + 1.0) / 2.0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_textbooks() {
        // Wilson: 8 of 10.
        let share = Interval::of_share(8, 10);
        assert!(
            (share.low - 0.4902).abs() < 1e-3 && (share.high - 0.9433).abs() < 1e-3,
            "{share:?}"
        );
        // Student: 1, 2, 3: 2 ± 4.303 / √3.
        let mean = Interval::of_mean(&[1.0, 2.0, 3.0]);
        assert!((mean.high - 2.0 - 4.303 / 3_f64.sqrt()).abs() < 1e-9);
        // Fisher: 0.5 of 28 pairs.
        let correlation = Interval::of_correlation(0.5, 28);
        assert!(
            (correlation.low - 0.156).abs() < 2e-3 && (correlation.high - 0.736).abs() < 2e-3,
            "{correlation:?}"
        );
        assert_eq!(Interval::of_mean(&[1.0]).is_positive(), Verdict::CannotTell);
    }

    #[test]
    fn correlations_are_those_of_the_textbooks() {
        let line = [[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]];
        assert!((pearson(&line) - 1.0).abs() < 1e-12);
        let bent = [[1.0, 1.0], [2.0, 100.0], [3.0, 101.0], [4.0, 1000.0]];
        assert!((spearman(&bent) - 1.0).abs() < 1e-12 && pearson(&bent) < 1.0);
        assert!((spearman(&[[1.0, 2.0], [1.0, 3.0], [2.0, 1.0]]) + 0.866).abs() < 1e-3);
    }

    #[test]
    fn verdicts_follow_from_intervals() {
        let interval = |low, high| Interval {
            value: (low + high) / 2.0,
            low,
            high,
        };
        assert_eq!(interval(0.1, 2.0).is_positive(), Verdict::Confirmed);
        assert_eq!(interval(-2.0, -0.1).is_positive(), Verdict::NotConfirmed);
        assert_eq!(interval(-1.0, 1.0).is_positive(), Verdict::CannotTell);
        assert_eq!(interval(-1.0, 1.0).is_within(2.0), Verdict::Confirmed);
        assert_eq!(interval(3.0, 4.0).is_within(2.0), Verdict::NotConfirmed);
        assert_eq!(interval(1.0, 4.0).is_within(2.0), Verdict::CannotTell);
        assert_eq!(
            interval(1.0, 4.0).less(2.5).is_positive(),
            Verdict::CannotTell
        );
        assert_eq!(
            format!("{:.1}", interval(-1.0, f64::INFINITY)),
            "+∞ (−1.0 to +∞)"
        );
    }
}
