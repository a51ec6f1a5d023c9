//! The words of the course's judge for Connect: colours, sizes, columns counted from 0, and how a game
//! ended.

pub use super::bricks::Wrong;

use game::text::{TextError, split_words};
use game::{Notation, Outcome, Side};

/// The colours, by the side that plays them: who begins is red.
pub const COLOURS: [&str; 2] = ["rojo", "azul"];
/// You begin.
pub const YOU: &str = "vos";
/// The other one begins.
pub const THEY: &str = "el";
/// The last word to a program.
pub const LEAVE: &str = "salir";
/// And its answer.
pub const READY: &str = "listo";
/// How the game ended for whoever is told: won, lost, drawn.
pub const ENDS: [&str; 3] = ["ganaste", "perdiste", "empataron"];

/// A board as the judge describes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// Its width.
    pub columns: usize,
    /// Its height.
    pub rows: usize,
    /// How many in a row win.
    pub length: usize,
    /// Pieces that each side has.
    pub pieces: usize,
}

impl Sizes {
    /// Those of a game, if it is the one that the judge knows.
    pub fn of<G: Notation>(game: &G) -> Option<Sizes> {
        let name = game.name();
        let mut parts = name.strip_prefix("connect:")?.split(',');
        let (columns, rows) = parts.next()?.split_once('x')?;
        let (columns, rows): (usize, usize) = (columns.parse().ok()?, rows.parse().ok()?);
        let mut sizes = Sizes {
            columns,
            rows,
            length: 4,
            pieces: (columns * rows).div_ceil(2),
        };
        for part in parts {
            match part.split_once('=')? {
                ("c", length) => sizes.length = length.parse().ok()?,
                ("p", pieces) => sizes.pieces = pieces.parse().ok()?,
                _ => return None,
            }
        }
        Some(sizes)
    }

    /// Reads `columns rows c p`.
    pub fn parse(line: &str) -> Result<Sizes, TextError> {
        let expected = "columns, rows, how many in a row, pieces a side";
        let words: Vec<_> = split_words(line).collect();
        let mut numbers = [0_usize; 4];
        if words.len() != numbers.len() {
            let problem = format!("{} words", words.len());
            return Err(TextError::new("sizes", line, 0, problem, expected));
        }
        for (number, (offset, word)) in numbers.iter_mut().zip(words) {
            *number = word.parse().map_err(|_| {
                TextError::new("sizes", line, offset, format!("found {word:?}"), expected)
            })?;
        }
        let [columns, rows, length, pieces] = numbers;
        Ok(Sizes {
            columns,
            rows,
            length,
            pieces,
        })
    }

    /// As the judge writes them.
    #[must_use]
    pub fn write(&self) -> String {
        format!(
            "{} {} {} {}",
            self.columns, self.rows, self.length, self.pieces
        )
    }

    /// The game, in our words.
    #[must_use]
    pub fn game(&self) -> String {
        format!(
            "connect:{}x{},c={},p={}",
            self.columns, self.rows, self.length, self.pieces
        )
    }
}

/// The three lines at the beginning of a game for the one who plays this side.
#[must_use]
pub fn greeting(sizes: &Sizes, side: Side) -> [String; 3] {
    let own = COLOURS[side.index()];
    let other = COLOURS[side.other().index()];
    let begins = match side {
        Side::First => YOU,
        Side::Second => THEY,
    };
    [format!("{own} {other}"), sizes.write(), begins.to_string()]
}

/// What the one who played this side is told at the end.
#[must_use]
pub fn end(outcome: Outcome, side: Side) -> &'static str {
    match outcome.winner() {
        Some(winner) if winner == side => ENDS[0],
        Some(_) => ENDS[1],
        None => ENDS[2],
    }
}

/// A move as the judge writes it.
#[must_use]
pub fn write_move<G: Notation>(
    game: &G,
    position: &G::Position,
    chosen: G::Move,
) -> Option<String> {
    let text = game.write_move(position, chosen);
    let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    Some((letter - b'a').to_string())
}

/// Reads a move.
pub fn parse_move<G: Notation>(
    game: &G,
    position: &G::Position,
    line: &str,
) -> Result<G::Move, Wrong> {
    let word = line.trim();
    let error =
        |problem: String| TextError::new("column", line, 0, problem, "a column, counted from 0");
    let Ok(column) = word.parse::<usize>() else {
        return Err(Wrong::NotAMove(error(format!("found {word:?}"))));
    };
    let letter = u8::try_from(column)
        .ok()
        .filter(|&column| column < 26)
        .map(|column| char::from(b'a' + column));
    let Some(letter) = letter else {
        return Err(Wrong::Illegal(error("there is no such column".to_string())));
    };
    game.parse_move(position, &letter.to_string())
        .map_err(|problem| Wrong::Illegal(error(problem.problem().to_string())))
}
