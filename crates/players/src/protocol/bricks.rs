//! The words of the course's judge for Bricks: `row column direction`, counted from 1 at the top
//! left, 0 for a brick that lies and 1 for one that stands.

use game::text::{Cell, TextError, split_words};
use game::{Notation, Side};

const SUBJECT: &str = "brick";
const EXPECTED: &str = "row, column and direction (0 or 1)";

/// The size of the board, if this is the game that the judge knows.
pub fn size<G: Notation>(game: &G) -> Option<usize> {
    game.name().strip_prefix("bricks:")?.parse().ok()
}

/// The first line that a player gets.
#[must_use]
pub fn greeting(size: usize, side: Side) -> String {
    format!("{size} {}", side.index())
}

/// Reads the first line: the size of the board and the side to play.
pub fn parse_greeting(line: &str) -> Result<(usize, Side), TextError> {
    let words: Vec<_> = split_words(line).collect();
    let expected = "the size of the board and 0 or 1";
    let error =
        |offset, problem: &str| Err(TextError::new("greeting", line, offset, problem, expected));
    let [(first, size), (second, side)] = words[..] else {
        return error(0, "these are not two numbers");
    };
    let Ok(size) = size.parse() else {
        return error(first, "the size is not a number");
    };
    match side {
        "0" => Ok((size, Side::First)),
        "1" => Ok((size, Side::Second)),
        _ => error(second, "this is no side"),
    }
}

/// A move as the judge writes it.
#[must_use]
pub fn write_move<G: Notation>(
    game: &G,
    position: &G::Position,
    chosen: G::Move,
) -> Option<String> {
    let size = size(game)?;
    let text = game.write_move(position, chosen);
    // The cell nearer to the bottom left comes first; the judge names the one nearer to the top left.
    let (first, length) = Cell::parse_prefix(&text)?;
    let (second, _) = Cell::parse_prefix(&text[length..])?;
    let upper = first.row.max(second.row);
    let row = size.checked_sub(upper)?;
    let stands = u8::from(first.row != second.row);
    Some(format!("{row} {} {stands}", first.column + 1))
}

/// What is wrong with a line that should be a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// It is not even one.
    NotAMove(TextError),
    /// It is one, but not here.
    Illegal(TextError),
}

/// Reads a move.
pub fn parse_move<G: Notation>(
    game: &G,
    position: &G::Position,
    line: &str,
) -> Result<G::Move, Wrong> {
    let error = |offset, problem: String| TextError::new(SUBJECT, line, offset, problem, EXPECTED);
    let words: Vec<_> = split_words(line).collect();
    let mut numbers = [0_usize; 3];
    if words.len() != numbers.len() {
        let problem = format!("{} words", words.len());
        return Err(Wrong::NotAMove(error(0, problem)));
    }
    for (number, (offset, word)) in numbers.iter_mut().zip(words) {
        *number = word
            .parse()
            .map_err(|_| Wrong::NotAMove(error(offset, format!("found {word:?}"))))?;
    }
    let [row, column, direction] = numbers;
    let illegal = |problem: &str| Wrong::Illegal(error(0, problem.to_string()));
    let size = size(game).ok_or_else(|| illegal("this game has no bricks"))?;
    if direction > 1 {
        return Err(illegal("there is no such direction"));
    }
    let on_board = |row: usize, column: usize| {
        ((1..=size).contains(&row) && (1..=size).contains(&column)).then(|| Cell {
            column: column - 1,
            row: size - row,
        })
    };
    let first = on_board(row, column);
    let second = match direction {
        0 => on_board(row, column.saturating_add(1)),
        _ => on_board(row.saturating_add(1), column),
    };
    let (Some(first), Some(second)) = (first, second) else {
        return Err(illegal("the brick is not on the board"));
    };
    let text = format!("{first}{second}");
    game.parse_move(position, &text)
        .map_err(|error| illegal(error.problem()))
}
