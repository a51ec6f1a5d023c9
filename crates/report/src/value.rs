//! Values as numbers.

use game::Score;
use serde_json::Number;

/// A score as a number, where it is one.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_results_have_no_number() {
        assert_eq!(value_number(Score::loss_in(3), 100), None);
        assert_eq!(value_number(Score::INFINITE, 100), None);
        let number = |value, unit| value_number(Score::value(value), unit).map(|it| it.to_string());
        assert_eq!(number(22112, 100).as_deref(), Some("221.12"));
        assert_eq!(number(-300, 100).as_deref(), Some("-3"));
    }
}
