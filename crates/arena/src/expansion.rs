//! Many texts from one: `bricks:7..9` is three games, and `greedy:weights=0..5/0..5` 36 players.

use thiserror::Error;

/// More texts than this are not made from one.
const MOST: u64 = 1_000_000;

/// A text that stands for too many others.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{text} stands for more than {MOST} texts")]
pub struct TooMany {
    text: String,
}

/// All texts that a text with ranges of whole numbers stands for, the last range running fastest. A
/// text without ranges stands for itself; a range that runs down does so.
///
/// ```
/// let games = arena::expand("bricks:7..9")?;
/// assert_eq!(games, ["bricks:7", "bricks:8", "bricks:9"]);
/// let players = arena::expand("greedy:weights=0..5/0..5/0..5/0..5/0..5")?;
/// assert_eq!(players.len(), 7776);
/// assert_eq!(players[1], "greedy:weights=0/0/0/0/1");
/// // Only numbers have ranges.
/// assert_eq!(arena::expand("process:../mine")?, ["process:../mine"]);
/// # Ok::<(), arena::TooMany>(())
/// ```
pub fn expand(text: &str) -> Result<Vec<String>, TooMany> {
    let too_many = || TooMany {
        text: text.to_string(),
    };
    let mut texts = vec![String::new()];
    let mut rest = text;
    while let Some((before, [from, to], behind)) = first_range(rest) {
        let count = from.abs_diff(to).saturating_add(1);
        if count.saturating_mul(texts.len() as u64) > MOST {
            return Err(too_many());
        }
        let numbers: Vec<u64> = if from <= to {
            (from..=to).collect()
        } else {
            (to..=from).rev().collect()
        };
        let longer = texts.iter().flat_map(|start| {
            let with = |number: &u64| format!("{start}{before}{number}");
            numbers.iter().map(with).collect::<Vec<_>>()
        });
        texts = longer.collect();
        rest = behind;
    }
    for text in &mut texts {
        text.push_str(rest);
    }
    Ok(texts)
}

/// What stands before the first range, its ends, and what stands behind it.
fn first_range(text: &str) -> Option<(&str, [u64; 2], &str)> {
    for (dots, _) in text.match_indices("..") {
        let (before, behind) = (&text[..dots], &text[dots + 2..]);
        let from = before
            .trim_end_matches(|letter: char| letter.is_ascii_digit())
            .len();
        let to = behind.len()
            - behind
                .trim_start_matches(|letter: char| letter.is_ascii_digit())
                .len();
        if let (Ok(first), Ok(last)) = (before[from..].parse(), behind[..to].parse()) {
            return Some((&before[..from], [first, last], &behind[to..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_run_both_ways() {
        assert_eq!(
            expand("a3..1b").as_deref(),
            Ok(&["a3b", "a2b", "a1b"].map(String::from)[..])
        );
        assert_eq!(expand("").map(|texts| texts.len()), Ok(1));
        assert_eq!(expand("1..").as_deref(), Ok(&["1..".to_string()][..]));
        assert_eq!(expand("x..2..3").map(|texts| texts.len()), Ok(2));
    }

    #[test]
    fn nobody_waits_for_a_billion_players() {
        assert!(expand("0..999/0..999/0..999").is_err());
        assert!(expand("0..18446744073709551615").is_err());
    }
}
