//! How long threads had to wait for a processor.
//!
//! On a machine with more to do than it has processors, the time on the wall that a player takes
//! says as much about the others as about the player. Whoever keeps a clock for several games at a
//! time would make players lose by it that did nothing wrong. Linux counts for every thread the time
//! it was ready to run and did not get to (the second number of `schedstat`): a referee takes it
//! off, and what is left is the time on a wall with a processor for each.

use std::path::Path;
use std::time::Duration;

/// The waiting time of the calling thread; nothing where the system does not tell.
pub(crate) fn of_this_thread() -> Duration {
    of_file(Path::new("/proc/thread-self/schedstat"))
}

/// The waiting time that a `schedstat` file tells.
pub(crate) fn of_file(path: &Path) -> Duration {
    std::fs::read_to_string(path)
        .ok()
        .and_then(|text| parse(&text))
        .unwrap_or_default()
}

fn parse(text: &str) -> Option<Duration> {
    let nanoseconds = text.split_ascii_whitespace().nth(1)?;
    nanoseconds.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_number_counts() {
        let expected = Some(Duration::from_nanos(2_835_413));
        assert_eq!(parse("77165 2835413 2\n"), expected);
        assert_eq!(parse(""), None);
        assert_eq!(parse("0 x 0"), None);
        assert_eq!(of_file(Path::new("/nowhere/at/all")), Duration::ZERO);
        assert!(of_this_thread() <= of_this_thread());
    }
}
