//! The distribution of results that is most likely under a hypothesis about the player's strength.
//!
//! Seen were the shares p̂ᵢ of the scores aᵢ. Of all distributions p that satisfy a hypothesis, sought
//! is the one with the greatest Σ p̂ᵢ ln pᵢ. For a linear condition, Σ pᵢgᵢ = 0, Lagrange's conditions
//! make it pᵢ = p̂ᵢ/(1 + x·gᵢ), where x is the one number with Σ p̂ᵢgᵢ/(1 + x·gᵢ) = 0 for which all
//! denominators are positive: [`most_likely`] finds it.
//!
//! A given mean is such a condition. A given t-value (the distance of the mean from ½ in standard
//! deviations) is not, but wherever the solution may be, the condition can be replaced by its tangent
//! there. With b = a − ½ the t-value is t where E\[b] = tσ and E\[b²] = (1 + t²)σ²: a parabola in the
//! plane of these two means, along which σ runs. Its tangent at σ is
//!
//! ```text
//! (1 + t²)·E[b] − t(1 + t²)σ/2 − t/(2σ)·E[b²] = 0
//! ```
//!
//! and the solution is where the most likely distribution on the tangent lies on the parabola, too:
//! E\[b] = tσ. E\[b] − tσ is positive at the least σ for which the tangent leaves any distributions,
//! and negative at the greatest, so that there is a root and it cannot be missed.

/// Pairs have five scores, games three.
const MOST_SCORES: usize = 5;
/// Where a root is searched by other means than halving the interval, this often is enough by far;
/// it is only that nothing shall run for ever.
const MOST_STEPS: usize = 300;
/// σ as close as this, relatively: what depends on it is at an extremum, so its error is the square.
const CLOSE: f64 = 1e-11;
/// A t-value below this is 0.
const LEAST_T_VALUE: f64 = 1e-12;

/// What the shares are divided by to get the most likely distribution, in the order of the scores;
/// beyond the last score 1.
pub(super) type Divisors = [f64; MOST_SCORES];

/// The score of an outcome, less one half.
fn excess(index: usize, scores: usize) -> f64 {
    index as f64 / (scores - 1) as f64 - 0.5
}

/// The divisors for a mean score strictly between 0 and 1. All shares must be positive.
pub(super) fn with_mean(shares: &[f64], mean: f64) -> Divisors {
    let conditions = |index| excess(index, shares.len()) - (mean - 0.5);
    // There are scores on both sides of the mean, so there is a solution.
    most_likely(shares, conditions).unwrap_or([1.0; MOST_SCORES])
}

/// The divisors for a t-value. All shares must be positive, and the t-value at most 2.8: beyond, the
/// tangents that leave distributions of five scores are no longer one interval.
pub(super) fn with_t_value(shares: &[f64], t_value: f64) -> Divisors {
    if t_value.abs() < LEAST_T_VALUE {
        return with_mean(shares, 0.5);
    }
    let scores = shares.len();
    if t_value < 0.0 {
        // The opponent's view.
        let mut reversed = [1.0; MOST_SCORES];
        let mirror = |(index, share): (usize, &f64)| reversed[scores - 1 - index] = *share;
        shares.iter().enumerate().for_each(mirror);
        let mut divisors = with_t_value(&reversed[..scores], -t_value);
        divisors[..scores].reverse();
        return divisors;
    }
    let factor = 1.0 + t_value * t_value;
    let tangent = |deviation: f64| {
        move |index| {
            let excess = excess(index, scores);
            factor * (excess - t_value * deviation / 2.0)
                - t_value / (2.0 * deviation) * excess * excess
        }
    };
    // Where the tangent passes through the points of the least positive and of the greatest score.
    let (least_excess, root) = (1.0 / (scores - 1) as f64, factor.sqrt().recip());
    let mut low = least_excess / t_value * (1.0 - root);
    let mut high = 0.5 / t_value * (1.0 + root);
    let (_, deviation) = mean_and_deviation(shares, &[1.0; MOST_SCORES]);
    let mut best = [1.0; MOST_SCORES];
    let mut guess = if deviation > low && deviation < high {
        deviation
    } else {
        (low * high).sqrt()
    };
    let mut before: Option<(f64, f64)> = None;
    for step in 0..MOST_STEPS {
        let Some(divisors) = most_likely(shares, tangent(guess)) else {
            // Rounded, the tangent leaves nothing: too close to the end of the interval.
            if guess * guess < low * high {
                low = guess;
            } else {
                high = guess;
            }
            guess = (low * high).sqrt();
            continue;
        };
        best = divisors;
        let (mean, deviation) = mean_and_deviation(shares, &divisors);
        let miss = mean - t_value * guess;
        if miss > 0.0 {
            low = guess;
        } else {
            high = guess;
        }
        let next = match before {
            // The deviation of the distribution found is a good guess to begin with, the secant a
            // better one then, and halving the interval now and then what cannot fail.
            _ if step % 4 == 3 => (low * high).sqrt(),
            Some((last, last_miss)) if last_miss != miss => {
                guess - miss * (guess - last) / (miss - last_miss)
            }
            _ => deviation,
        };
        before = Some((guess, miss));
        let next = if next > low && next < high {
            next
        } else {
            (low * high).sqrt()
        };
        if miss == 0.0 || (next - guess).abs() <= CLOSE * guess || high - low <= CLOSE * low {
            break;
        }
        guess = next;
    }
    best
}

/// Mean excess and standard deviation of the distribution with these divisors.
fn mean_and_deviation(shares: &[f64], divisors: &Divisors) -> (f64, f64) {
    let scores = shares.len();
    let average = |value: &dyn Fn(f64) -> f64| -> f64 {
        let parts = shares.iter().zip(divisors).enumerate();
        let parts = parts.map(|(index, (share, divisor))| (share / divisor, excess(index, scores)));
        parts.map(|(share, excess)| share * value(excess)).sum()
    };
    let mean = average(&|excess| excess);
    (mean, average(&|excess| (excess - mean).powi(2)).sqrt())
}

/// The divisors 1 + x·gᵢ of the most likely distribution with Σ pᵢgᵢ = 0; `None` unless there are
/// positive and negative gᵢ.
fn most_likely(shares: &[f64], condition: impl Fn(usize) -> f64) -> Option<Divisors> {
    let mut conditions = [0.0; MOST_SCORES];
    let conditions = &mut conditions[..shares.len()];
    for (index, value) in conditions.iter_mut().enumerate() {
        *value = condition(index);
    }
    let mut divisors = [1.0; MOST_SCORES];
    let seen: f64 = shares
        .iter()
        .zip(&*conditions)
        .map(|(share, value)| share * value)
        .sum();
    // With the signs of all gᵢ and of x changed everything stays the same: let x be positive.
    if seen < 0.0 {
        conditions.iter_mut().for_each(|value| *value = -*value);
    }
    let least = conditions.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = conditions.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && greatest > 0.0) {
        return None;
    }
    if seen == 0.0 {
        return Some(divisors);
    }
    // Where almost nothing was seen on the negative side, x is so close to its limit −1/least that
    // 1 + x·least would lose all its digits. What is sought is therefore the distance d to that
    // limit: the divisors are (1 − gᵢ/least) − d·gᵢ, and d times the sum is a smooth function of it.
    let limit = -1.0 / least;
    let at_limit = |value: f64| 1.0 - value / least;
    let is_least = |value: f64| value == least;
    let parts = || shares.iter().copied().zip(conditions.iter().copied());
    let share_of_least: f64 = parts()
        .filter(|part| is_least(part.1))
        .map(|part| part.0)
        .sum();
    let positive: f64 = parts().map(|(share, value)| share * value.max(0.0)).sum();
    // At the limit divisors of positive gᵢ are greatest, at x = 0 they are 1: this is a lower bound.
    let mut low = (share_of_least / positive).min(limit);
    let mut high = limit;
    let mut distance = (low * high).sqrt();
    for _ in 0..MOST_STEPS {
        let (mut sum, mut slope) = (-share_of_least, 0.0);
        for (share, value) in parts().filter(|part| !is_least(part.1)) {
            let base = at_limit(value);
            let divisor = base - distance * value;
            sum += distance * share * value / divisor;
            slope += share * value * base / (divisor * divisor);
        }
        if sum > 0.0 {
            high = distance;
        } else {
            low = distance;
        }
        let next = distance - sum / slope;
        let next = if next > low && next < high {
            next
        } else {
            (low * high).sqrt()
        };
        let is_close = (next - distance).abs() <= 2.0 * f64::EPSILON * distance;
        distance = next;
        if is_close || sum == 0.0 {
            break;
        }
    }
    for (divisor, &value) in divisors.iter_mut().zip(&*conditions) {
        *divisor = if is_least(value) {
            -distance * value
        } else {
            at_limit(value) - distance * value
        };
    }
    Some(divisors)
}
