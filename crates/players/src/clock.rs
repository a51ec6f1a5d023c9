//! Clocks as text.

use game::arguments::{Range, Value};
use game::text::TextError;
use search::Clock;
use std::time::Duration;

const SUBJECT: &str = "clock";

/// Reads a clock: the time that is left, and what is added after each move, if anything.
///
/// ```
/// use players::parse_clock;
/// use std::time::Duration;
/// let clock = parse_clock("5m+0.5s")?;
/// assert_eq!(clock.remaining, Duration::from_secs(300));
/// assert_eq!(clock.increment, Duration::from_millis(500));
/// assert_eq!(parse_clock("300+0")?, parse_clock("5m")?);
/// let error = parse_clock("5m+1week").expect_err("there is no such unit");
/// assert_eq!(error.place().column, 4);
/// # Ok::<(), game::text::TextError>(())
/// ```
pub fn parse_clock(text: &str) -> Result<Clock, TextError> {
    let duration =
        |offset: usize, part: &str, what: &str| match Value::parse(&Range::Duration, part) {
            Some(Value::Duration(time)) => Ok(time),
            _ => Err(TextError::new(
                SUBJECT,
                text,
                offset,
                format!("{what} cannot be {part:?}"),
                Range::Duration.to_string(),
            )),
        };
    let (remaining, increment) = match text.split_once('+') {
        Some((remaining, increment)) => (remaining, Some(increment)),
        None => (text, None),
    };
    Ok(Clock {
        remaining: duration(0, remaining, "the time left")?,
        increment: match increment {
            None | Some("0" | "0s") => Duration::ZERO,
            Some(part) => duration(remaining.len() + 1, part, "the increment")?,
        },
    })
}
