//! Amazons as text: `d1-d7/g7` and its relatives, positions in the FEN form others use.

use super::{Amazons, Position, Shot};
use game::bits::Bits;
use game::text::{BoardRows, Cell, TextError, parse_side};
use game::{Diagram, DiagramCell, Game, Notation, SetUpKit, Side};

/// White, Black, arrow.
pub(super) const LETTERS: &str = "Qq*";

/// The sides in a position text.
const SIDES: [&str; 2] = ["w", "b"];

const SUBJECT: &str = "move";

/// What a letter stands for.
fn what_is(letter: char) -> DiagramCell {
    match letter {
        'Q' => DiagramCell::new(Some(Side::First), 'Q', '♕', "queen"),
        'q' => DiagramCell::new(Some(Side::Second), 'q', '♛', "queen"),
        _ => DiagramCell::new(None, '*', '✕', "arrow"),
    }
}

impl<B: Bits> Amazons<B> {
    fn name_of(&self, cell: u8) -> Cell {
        Cell::from_index(usize::from(cell), self.columns)
    }

    fn letter(&self, position: &Position<B>, column: usize, row: usize) -> Option<char> {
        let cell = row * self.columns + column;
        let sets = [position.queens[0], position.queens[1], position.arrows];
        LETTERS
            .chars()
            .zip(sets)
            .find_map(|(letter, set)| set.test(cell).then_some(letter))
    }

    /// Reads the three cells: `d1-d7/g7`, `d1d7g7`, `d1-d7(g7)` and `d1d7,d7g7`.
    fn parse_cells(&self, text: &str) -> Result<Shot, TextError> {
        let cell_at = |offset: usize| {
            Cell::parse_at(SUBJECT, text, offset, self.columns, self.rows)
                .map(|(cell, end)| (cell.index(self.columns) as u8, end))
        };
        let skip =
            |offset: usize, letter: char| offset + usize::from(text[offset..].starts_with(letter));
        let (from, end) = cell_at(0)?;
        let (to, end) = cell_at(skip(end, '-'))?;
        let (arrow, end) = if text[end..].starts_with(',') {
            let (again, second_end) = cell_at(end + 1)?;
            if again != to {
                return Err(TextError::new(
                    SUBJECT,
                    text,
                    end + 1,
                    format!("the arrow is shot from {}", self.name_of(again)),
                    format!("{}, where the queen went", self.name_of(to)),
                ));
            }
            cell_at(skip(second_end, '-'))?
        } else if text[end..].starts_with('(') {
            let (arrow, end) = cell_at(end + 1)?;
            if !text[end..].starts_with(')') {
                return Err(TextError::unexpected(SUBJECT, text, end, "a closing ')'"));
            }
            (arrow, end + 1)
        } else {
            cell_at(skip(end, '/'))?
        };
        if end < text.len() {
            return Err(TextError::unexpected(
                SUBJECT,
                text,
                end,
                "the end of the move",
            ));
        }
        Ok(Shot { from, to, arrow })
    }

    /// What is wrong with a move that is not legal.
    fn refusal(&self, position: &Position<B>, shot: Shot) -> (String, String) {
        let side = self.side_name(position.side);
        let occupied = position.occupied();
        if self.outcome(position).is_some() {
            (
                format!("{side} has no move left"),
                "no more moves".to_string(),
            )
        } else if !position.queens[position.side.index()].test(usize::from(shot.from)) {
            let own: Vec<String> = position.queens[position.side.index()]
                .ones()
                .map(|cell| self.name_of(cell as u8).to_string())
                .collect();
            (
                format!("{side} has no queen on {}", self.name_of(shot.from)),
                format!("a queen's cell: {}", own.join(", ")),
            )
        } else if !self.is_clear(usize::from(shot.from), usize::from(shot.to), occupied) {
            (
                format!(
                    "the queen cannot go from {} to {}",
                    self.name_of(shot.from),
                    self.name_of(shot.to)
                ),
                "a queen's move over empty cells".to_string(),
            )
        } else {
            (
                format!(
                    "the arrow cannot fly from {} to {}",
                    self.name_of(shot.to),
                    self.name_of(shot.arrow)
                ),
                "a queen's move over empty cells".to_string(),
            )
        }
    }
}

impl<B: Bits> Notation for Amazons<B> {
    fn name(&self) -> String {
        format!("amazons:{}x{}", self.columns, self.rows)
    }

    fn side_name(&self, side: Side) -> String {
        match side {
            Side::First => "White",
            Side::Second => "Black",
        }
        .to_string()
    }

    fn write_move(&self, _position: &Position<B>, shot: Shot) -> String {
        let [from, to, arrow] = [shot.from, shot.to, shot.arrow].map(|cell| self.name_of(cell));
        format!("{from}-{to}/{arrow}")
    }

    fn parse_move(&self, position: &Position<B>, text: &str) -> Result<Shot, TextError> {
        let shot = self.parse_cells(text)?;
        if self.is_legal(position, shot) {
            return Ok(shot);
        }
        let (problem, expected) = self.refusal(position, shot);
        Err(TextError::new(SUBJECT, text, 0, problem, expected))
    }

    fn write_position(&self, position: &Position<B>) -> String {
        let board = BoardRows::from_cells(self.columns, self.rows, |column, row| {
            self.letter(position, column, row)
        });
        let side = match position.side {
            Side::First => 'w',
            Side::Second => 'b',
        };
        format!("{board} {side}")
    }

    fn parse_position(&self, text: &str) -> Result<Position<B>, TextError> {
        const SUBJECT: &str = "position";
        let (board, end) = BoardRows::parse(SUBJECT, text, LETTERS)?;
        board.check_size(SUBJECT, text, self.columns, self.rows)?;
        let side = parse_side(SUBJECT, text, end, SIDES)?;
        let set_of =
            |wanted: char| {
                B::of((0..self.columns * self.rows).filter(|cell| {
                    board.at(cell % self.columns, cell / self.columns) == Some(wanted)
                }))
            };
        Ok(self.position([set_of('Q'), set_of('q')], set_of('*'), side))
    }

    fn move_cells(&self, _position: &Position<B>, shot: Shot) -> Vec<usize> {
        [shot.from, shot.to, shot.arrow].map(usize::from).to_vec()
    }

    fn diagram(&self, position: &Position<B>) -> Diagram {
        Diagram::from_cells(self.columns, self.rows, |column, row| {
            self.letter(position, column, row)
                .map_or(DiagramCell::EMPTY, what_is)
        })
    }

    fn set_up_kit(&self) -> Option<SetUpKit> {
        Some(SetUpKit {
            pieces: LETTERS.chars().map(what_is).collect(),
            sides: SIDES,
        })
    }

    fn end_reason(&self, position: &Position<B>) -> String {
        format!("{} has no move left", self.side_name(position.side))
    }

    fn facts(&self, position: &Position<B>) -> Vec<(&'static str, String)> {
        vec![("arrows", position.arrows.count().to_string())]
    }
}
