//! Values as people read them.

use game::Score;
use serde_json::Number;

/// A score as text, `unit` of it being one: `win in 3`, `loss in 4`, `221.12`, and `∞` for the ends
/// of an open window.
///
/// Numbers are exact: one whose decimals have no end is written as a fraction.
///
/// ```
/// use game::Score;
/// use report::value_text;
/// assert_eq!(value_text(Score::value(22112), 100), "221.12");
/// assert_eq!(value_text(Score::value(-5), 3), "-5/3");
/// assert_eq!(value_text(Score::loss_in(4), 100), "loss in 4");
/// assert_eq!(value_text(Score::MINUS_INFINITE, 1), "−∞");
/// ```
#[must_use]
pub fn value_text(score: Score, unit: i32) -> String {
    if score == Score::INFINITE {
        "∞".to_string()
    } else if score == Score::MINUS_INFINITE {
        "−∞".to_string()
    } else if score.is_decided() {
        score.to_string()
    } else {
        quotient_text(score.as_i32(), unit.max(1))
    }
}

/// The same as a number, where it is one.
pub(crate) fn value_number(score: Score, unit: i32) -> Option<Number> {
    if score.is_decided() {
        return None;
    }
    let (value, unit) = (score.as_i32(), unit.max(1));
    if value % unit == 0 {
        Some(Number::from(value / unit))
    } else {
        Number::from_f64(f64::from(value) / f64::from(unit))
    }
}

fn quotient_text(value: i32, unit: i32) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let (size, unit) = (
        u64::from(value.unsigned_abs()),
        u64::from(unit.unsigned_abs()),
    );
    let mut rest = size % unit;
    let mut decimals = String::new();
    // Each step takes a factor 2 or 5 out of the unit, and it has fewer than 32 of them.
    while rest > 0 && decimals.len() < 32 {
        decimals += &(rest * 10 / unit).to_string();
        rest = rest * 10 % unit;
    }
    if rest > 0 {
        let common = greatest_common_divisor(size, unit);
        return format!("{sign}{}/{}", size / common, unit / common);
    }
    let point = if decimals.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{decimals}", size / unit)
}

fn greatest_common_divisor(mut greater: u64, mut less: u64) -> u64 {
    while less > 0 {
        (greater, less) = (less, greater % less);
    }
    greater
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        for (value, unit, text) in [
            (0, 1, "0"),
            (0, 100, "0"),
            (-12, 1, "-12"),
            (22112, 100, "221.12"),
            (-22112, 100, "-221.12"),
            (-5, 100, "-0.05"),
            (5, 100, "0.05"),
            (500, 100, "5"),
            (1_000_000, 1_000_000, "1"),
            (1, 1_000_000, "0.000001"),
            (1, 1 << 30, "0.000000000931322574615478515625"),
            (10, 4, "2.5"),
            (10, 6, "5/3"),
            (-3, 9, "-1/3"),
            (7, 0, "7"),
        ] {
            assert_eq!(value_text(Score::value(value), unit), text);
        }
    }

    #[test]
    fn proven_results_have_no_unit_and_no_number() {
        assert_eq!(value_text(Score::win_in(3), 100), "win in 3");
        assert_eq!(value_number(Score::loss_in(3), 100), None);
        assert_eq!(value_number(Score::INFINITE, 100), None);
        let number = |value, unit| value_number(Score::value(value), unit).map(|it| it.to_string());
        assert_eq!(number(22112, 100).as_deref(), Some("221.12"));
        assert_eq!(number(-300, 100).as_deref(), Some("-3"));
    }
}
