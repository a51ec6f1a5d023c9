//! Mistakes as people see them: one message, and for a text the line with a caret under the place.

use clap::builder::styling::{AnsiColor, Style};
use game::text::TextError;
use std::io::{self, Write};
use unicode_width::UnicodeWidthChar;

/// Terminal columns of the line shown under a message; a longer line is cut around the place.
const LINE_WIDTH: usize = 76;
/// A message may quote what it was given; beyond this its middle is left out.
const MESSAGE_LENGTH: usize = 2000;
const INDENT: &str = "  ";
const ELLIPSIS: char = '…';

/// Writes an error: `error: ` and its message, and where it is about a text, the place in it.
pub(crate) fn write(stream: &mut dyn Write, error: &anyhow::Error, color: bool) -> io::Result<()> {
    let style = if color {
        Style::new().bold().fg_color(Some(AnsiColor::Red.into()))
    } else {
        Style::new()
    };
    let message = printable_message(&format!("{error:#}"));
    writeln!(stream, "{style}error:{style:#} {message}")?;
    if let Some(text_error) = error.downcast_ref() {
        write!(stream, "{}", place_lines(text_error))?;
    }
    Ok(())
}

/// An error about a text as a message for people: what is wrong, the line it is in, and a caret
/// under the place. Whatever the text contains, the message is safe to print on a terminal.
///
/// ```
/// use games::{NoFiles, parse_game};
/// let error = parse_game("connect:7x6,c=x", &NoFiles).expect_err("x is not a number");
/// assert_eq!(
///     partida::explain(&error),
///     "game, column 15: c cannot be \"x\"; expected a whole number from 1\n\
///     \x20 connect:7x6,c=x\n\
///     \x20               ^\n"
/// );
/// ```
#[must_use]
pub fn explain(error: &TextError) -> String {
    let message = printable_message(&error.to_string());
    format!("{message}\n{}", place_lines(error))
}

/// The line of the place and the caret line; nothing for an empty line, where a caret says nothing.
fn place_lines(error: &TextError) -> String {
    if error.line().is_empty() {
        return String::new();
    }
    let (line, caret) = line_with_caret(error.line(), error.place().column);
    format!("{INDENT}{line}\n{INDENT}{caret}\n")
}

/// A line as it can be shown, and a line with a caret under its character number `column`, counted
/// from 1; one behind the last character is the end of the line.
fn line_with_caret(line: &str, column: usize) -> (String, String) {
    let characters: Vec<(char, usize)> = line.chars().map(with_width).collect();
    let place = column.saturating_sub(1).min(characters.len());
    let width_of = |part: &[(char, usize)]| part.iter().map(|(_, width)| width).sum::<usize>();
    let (mut start, mut end) = (0, characters.len());
    if width_of(&characters) > LINE_WIDTH {
        // Half of the width on each side of the place, and what one side does not use for the
        // other; an ellipsis takes a column where something is cut.
        let half = LINE_WIDTH / 2;
        let used_behind = width_of(&characters[place..]).min(half);
        start = place - count_fitting(characters[..place].iter().rev(), LINE_WIDTH - used_behind);
        let used_before = width_of(&characters[start..place]);
        end = place + count_fitting(characters[place..].iter(), LINE_WIDTH - used_before);
    }
    let mut shown = String::new();
    let mut before = width_of(&characters[start..place]);
    if start > 0 {
        shown.push(ELLIPSIS);
        before += 1;
    }
    shown.extend(
        characters[start..end]
            .iter()
            .map(|(character, _)| character),
    );
    if end < characters.len() {
        shown.push(ELLIPSIS);
    }
    (shown, " ".repeat(before) + "^")
}

/// How many characters, from the first on, fit into a width.
fn count_fitting<'text>(
    characters: impl Iterator<Item = &'text (char, usize)>,
    width: usize,
) -> usize {
    characters
        .scan(0, |total, (_, width)| {
            *total += width;
            Some(*total)
        })
        .take_while(|&total| total <= width)
        .count()
}

/// A character as it can be shown in a line with a caret, and its width. Every character takes up
/// room there, so that the caret stands under exactly one.
fn with_width(character: char) -> (char, usize) {
    let shown = printable(character);
    match shown.width() {
        None | Some(0) => (char::REPLACEMENT_CHARACTER, 1),
        Some(width) => (shown, width),
    }
}

/// A character that does nothing on a terminal but to appear: control characters become their
/// pictures, those that reorder or hide text become a replacement character.
fn printable(character: char) -> char {
    match character {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(character)).unwrap_or(' '),
        '\x7f' => '␡',
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{61c}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}

/// Whether a terminal would show all of a text, and do nothing else.
pub(crate) fn is_printable(text: &str) -> bool {
    text.chars()
        .all(|character| printable(character) == character)
}

/// A text with nothing in it that a terminal would act on, in one line.
pub(crate) fn printable_line(text: &str) -> String {
    text.chars().map(printable).collect()
}

/// A message with nothing in it that a terminal would act on, but for line ends.
pub(crate) fn printable_message(message: &str) -> String {
    let characters: Vec<char> = message
        .chars()
        .map(|character| match character {
            '\n' => '\n',
            _ => printable(character),
        })
        .collect();
    if characters.len() <= MESSAGE_LENGTH {
        return characters.into_iter().collect();
    }
    let half = MESSAGE_LENGTH / 2;
    let (beginning, end) = (&characters[..half], &characters[characters.len() - half..]);
    let around = [ELLIPSIS];
    beginning.iter().chain(&around).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_caret_stands_under_the_character() {
        let (line, caret) = line_with_caret("7/7/1z5 x", 6);
        assert_eq!(line, "7/7/1z5 x");
        assert_eq!(caret, "     ^");
        // Behind the last character: something is missing there.
        assert_eq!(line_with_caret("7/7", 4).1, "   ^");
        // Farther out than the line: its end.
        assert_eq!(line_with_caret("7/7", 40).1, "   ^");
        assert_eq!(line_with_caret("", 1), (String::new(), "^".to_string()));
    }

    #[test]
    fn columns_are_characters_and_carets_are_terminal_columns() {
        // Two bytes, one column.
        assert_eq!(line_with_caret("ñandú z", 7).1, "      ^");
        // Three bytes, two columns each.
        assert_eq!(line_with_caret("将棋z", 3).1, "    ^");
        // A combining mark gets a column of its own.
        assert_eq!(
            line_with_caret("n\u{303}z", 3),
            ("n\u{fffd}z".to_string(), "  ^".to_string())
        );
    }

    #[test]
    fn control_characters_are_made_visible() {
        let (line, caret) = line_with_caret("a\tb\u{1b}[31mc\u{202e}d\u{7f}\u{9b}", 3);
        assert_eq!(line, "a␉b␛[31mc\u{fffd}d␡\u{fffd}");
        assert_eq!(caret, "  ^");
        assert_eq!(printable_message("a\u{1b}[2J\nb\0"), "a␛[2J\nb␀");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let mut text = "a".repeat(300);
        text.replace_range(150..151, "Z");
        for (column, ellipses) in [(1, 1), (151, 2), (301, 1)] {
            let (line, caret) = line_with_caret(&text, column);
            assert_eq!(line.matches(ELLIPSIS).count(), ellipses, "{column}");
            assert_eq!(line.chars().count(), LINE_WIDTH + ellipses, "{column}");
            let under = line.chars().nth(caret.len() - 1);
            match column {
                1 => assert_eq!(under, Some('a')),
                151 => assert_eq!(under, Some('Z')),
                _ => assert_eq!(under, None),
            }
        }
    }

    #[test]
    fn endless_messages_lose_their_middle() {
        let message = printable_message(&format!("begin {} end", "a".repeat(100_000)));
        assert_eq!(message.chars().count(), MESSAGE_LENGTH + 1);
        assert!(message.starts_with("begin ") && message.ends_with(" end"));
    }

    proptest! {
        #[test]
        fn any_text_at_any_place_stays_in_its_line(text in any::<String>(), offset: usize) {
            let error = TextError::new("text", &text, offset % (text.len() + 2), "wrong", "");
            let explained = explain(&error);
            prop_assert!(matches!(explained.lines().count(), 1 | 3), "{}", explained);
            for line in explained.lines() {
                prop_assert!(!line.contains(char::is_control), "{:?}", line);
            }
        }

        #[test]
        fn the_shown_line_is_never_too_wide(text in "[a-z将ñ\u{301}]{0,200}", column in 0_usize..250) {
            let (line, caret) = line_with_caret(&text, column);
            let width: usize = line.chars().filter_map(UnicodeWidthChar::width).sum();
            prop_assert!(width <= LINE_WIDTH + 2);
            prop_assert!(caret.len() <= width + 1);
        }
    }
}
