//! The normal distribution.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

/// 95 % of a normal distribution lie within so many standard deviations of its mean.
pub(super) const DEVIATIONS_OF_95_PERCENT: f64 = 1.959_963_984_540_054;

/// Beyond this, in standard deviations over √2, the continued fraction is the better way.
const SERIES_LIMIT: f64 = 2.0;

/// The share of a standard normal distribution that lies below `value`.
pub(super) fn cumulative(value: f64) -> f64 {
    let scaled = value.abs() * FRAC_1_SQRT_2;
    let above = if scaled < SERIES_LIMIT {
        (1.0 - error_function(scaled)) / 2.0
    } else {
        complement(scaled) / 2.0
    };
    if value > 0.0 { 1.0 - above } else { above }
}

/// erf by a series of positive terms, so that none cancel: 2x·e^(−x²)/√π · Σ (2x²)ⁿ/(1·3·5⋯(2n+1)).
fn error_function(value: f64) -> f64 {
    let square = value * value;
    let mut term = value;
    let mut sum = term;
    let mut odd = 3.0;
    while term > sum * f64::EPSILON {
        term *= 2.0 * square / odd;
        sum += term;
        odd += 2.0;
    }
    FRAC_2_SQRT_PI * (-square).exp() * sum
}

/// 1 − erf by its continued fraction, from the far end; that is enough terms where it is used.
fn complement(value: f64) -> f64 {
    let tail = (1..=100)
        .rev()
        .fold(value, |tail, number| value + f64::from(number) / 2.0 / tail);
    FRAC_2_SQRT_PI / 2.0 * (-value * value).exp() / tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        // From tables with fifteen decimals.
        for (value, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
            (-3.0, 0.001_349_898_031_630),
            (-5.0, 0.000_000_286_651_572),
            (DEVIATIONS_OF_95_PERCENT, 0.975),
        ] {
            assert!((cumulative(value) - share).abs() < 1e-14, "{value}");
        }
        assert_eq!(cumulative(f64::INFINITY), 1.0);
        assert_eq!(cumulative(f64::NEG_INFINITY), 0.0);
    }

    #[test]
    fn the_two_ways_meet() {
        let (series, fraction) = (1.0 - error_function(SERIES_LIMIT), complement(SERIES_LIMIT));
        assert!((series - fraction).abs() < 1e-14);
    }
}
