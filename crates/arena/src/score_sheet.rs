//! A game as people hand it around: headers, then numbered moves.

use game::text::{TextError, split_words};
use std::fmt;

const SUBJECT: &str = "game record";
/// Lines of moves are no longer than this.
const LINE_WIDTH: usize = 80;

/// A game as text: `[Name "value"]` with the value written as in JSON, a line each, then the moves in the game's own
/// notation with their numbers.
///
/// ```
/// use arena::ScoreSheet;
/// let sheet = ScoreSheet::parse("[Game \"connect\"]\n1. d d\n2. c")?;
/// assert_eq!(sheet.header("Game"), Some("connect"));
/// assert_eq!(sheet.moves, ["d", "d", "c"]);
/// assert_eq!(sheet.to_string(), "[Game \"connect\"]\n1. d d 2. c\n");
/// # Ok::<(), game::text::TextError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScoreSheet {
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// In the game's notation.
    pub moves: Vec<String>,
}

impl ScoreSheet {
    /// The value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| &**value)
    }

    /// Reads the first game of a text. Numbers of moves may be missing, and so may all headers.
    pub fn parse(text: &str) -> Result<ScoreSheet, TextError> {
        let mut sheet = ScoreSheet::default();
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let content = line.trim();
            let start = offset + (line.len() - line.trim_start().len());
            offset += line.len();
            if !content.starts_with('[') {
                for (at, word) in split_words(content).filter(|(_, word)| !is_number(word)) {
                    if word.starts_with('[') {
                        return Err(TextError::unexpected(SUBJECT, text, start + at, "a move"));
                    }
                    sheet.moves.push(word.to_string());
                }
                continue;
            }
            if !sheet.moves.is_empty() {
                // Another game begins.
                break;
            }
            sheet.headers.push(parse_header(text, start, content)?);
        }
        Ok(sheet)
    }
}

fn is_number(word: &str) -> bool {
    let is_digit_or_dot = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    word.ends_with('.') && word.bytes().all(is_digit_or_dot)
}

fn parse_header(text: &str, start: usize, line: &str) -> Result<(String, String), TextError> {
    let wrong =
        || TextError::unexpected(SUBJECT, text, start, "a header such as [Game \"connect\"]");
    let inner = line.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let (name, value) = inner.and_then(|it| it.split_once(' ')).ok_or_else(wrong)?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let value = serde_json::from_str(value.trim()).map_err(|_| wrong())?;
    match is_name {
        true => Ok((name.to_string(), value)),
        false => Err(wrong()),
    }
}

impl fmt::Display for ScoreSheet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.headers {
            writeln!(formatter, "[{name} {}]", serde_json::Value::from(&**value))?;
        }
        let mut width = 0;
        for (ply, text) in self.moves.iter().enumerate() {
            let word = match ply % 2 {
                0 => format!("{}. {text}", ply / 2 + 1),
                _ => text.clone(),
            };
            let length = word.chars().count();
            let gap = match width {
                0 => "",
                _ if width + 1 + length > LINE_WIDTH => {
                    width = 0;
                    "\n"
                }
                _ => {
                    width += 1;
                    " "
                }
            };
            write!(formatter, "{gap}{word}")?;
            width += length;
        }
        if width > 0 {
            writeln!(formatter)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let sheet = ScoreSheet {
            headers: vec![
                ("Game".to_string(), "amazons:10x10".to_string()),
                ("First".to_string(), "a \"b\" ]\n\\".to_string()),
            ],
            moves: (0..60).map(|ply| format!("d{ply}-d7/g7")).collect(),
        };
        let text = sheet.to_string();
        assert!(text.lines().all(|line| line.len() <= LINE_WIDTH));
        assert_eq!(ScoreSheet::parse(&text), Ok(sheet.clone()));
        // Of several games the first.
        assert_eq!(ScoreSheet::parse(&format!("{text}\n{text}")), Ok(sheet));
    }

    #[test]
    fn what_is_no_header_is_said() {
        for text in [
            "[Game connect]",
            "[]",
            "[Game \"x\"",
            "[ \"x\"]",
            "[G:e \"x\"]",
        ] {
            let error = ScoreSheet::parse(&format!("\n  {text}")).expect_err(text);
            assert_eq!((error.place().line, error.place().column), (2, 3), "{text}");
        }
    }
}
