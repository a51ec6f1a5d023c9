//! Connect as text: columns `a`, `b`, …, or digits from 1 on boards of up to nine columns; positions
//! as rows of `x` and `o`, or as the digit string of the moves that led there.

use super::{Column, Connect, Position, line_starts};
use game::bits::Bits;
use game::text::{BoardRows, TextError, parse_side, split_words};
use game::{Diagram, DiagramCell, Game, Notation, SetUpKit, Side, play_text};

const LETTERS: [char; 2] = ['x', 'o'];

impl<B: Bits> Connect<B> {
    fn owner(&self, position: &Position<B>, column: usize, row: usize) -> Option<Side> {
        let cell = self.cell(column, row);
        Side::BOTH
            .into_iter()
            .find(|side| position.stones()[side.index()].test(cell))
    }

    /// Solvers and their test sets write columns as digits; that only works up to nine.
    fn has_digit_notation(&self) -> bool {
        self.columns <= 9
    }

    fn expected_columns(&self) -> String {
        let last = char::from(b'a' + self.columns as u8 - 1);
        format!("a column from a to {last} (or 1 to {})", self.columns)
    }
}

impl<B: Bits> Notation for Connect<B> {
    fn name(&self) -> String {
        let mut name = format!("connect:{}x{},c={}", self.columns, self.rows, self.length);
        if self.pieces < (self.columns * self.rows).div_ceil(2) {
            name += &format!(",p={}", self.pieces);
        }
        name
    }

    fn side_name(&self, side: Side) -> String {
        LETTERS[side.index()].to_string()
    }

    fn write_move(&self, _position: &Position<B>, Column(column): Column) -> String {
        char::from(b'a' + column).to_string()
    }

    fn parse_move(&self, position: &Position<B>, text: &str) -> Result<Column, TextError> {
        let column = match text.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => {
                Some(usize::from(letter.to_ascii_lowercase() - b'a'))
            }
            _ => text
                .parse::<usize>()
                .ok()
                .and_then(|number| number.checked_sub(1)),
        };
        let Some(column) = column.filter(|&column| column < self.columns) else {
            return Err(TextError::new(
                "move",
                text,
                0,
                format!("{text:?} is not a column"),
                self.expected_columns(),
            ));
        };
        let chosen = Column(column as u8);
        if self.is_legal(position, chosen) {
            return Ok(chosen);
        }
        let (problem, expected) = match self.outcome(position) {
            Some(_) => ("the game is over", "no more moves"),
            None => ("the column is full", "a column with room"),
        };
        Err(TextError::new("move", text, 0, problem, expected))
    }

    fn split_moves<'text>(&self, text: &'text str) -> Vec<(usize, &'text str)> {
        let mut moves = Vec::new();
        for (offset, word) in split_words(text) {
            let digits =
                word.bytes().all(|byte| byte.is_ascii_digit()) && self.has_digit_notation();
            let letters = word.bytes().all(|byte| byte.is_ascii_alphabetic());
            if digits || letters {
                // Several columns in one word: 4453.
                moves.extend((0..word.len()).map(|at| (offset + at, &word[at..=at])));
            } else if !word
                .strip_suffix('.')
                .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
            {
                moves.push((offset, word));
            }
        }
        moves
    }

    fn write_moves(&self, _position: &Position<B>, moves: &[Column]) -> String {
        moves
            .iter()
            .map(|&Column(column)| {
                char::from(if self.has_digit_notation() {
                    b'1' + column
                } else {
                    b'a' + column
                })
            })
            .collect()
    }

    fn write_position(&self, position: &Position<B>) -> String {
        let board = BoardRows::from_cells(self.columns, self.rows, |column, row| {
            self.owner(position, column, row)
                .map(|side| LETTERS[side.index()])
        });
        format!("{board} {}", LETTERS[position.side.index()])
    }

    fn parse_position(&self, text: &str) -> Result<Position<B>, TextError> {
        const SUBJECT: &str = "position";
        if !text.trim().is_empty() && !text.contains(['/', ' ']) {
            let mut position = self.start();
            play_text(self, &mut position, text)?;
            return Ok(position);
        }
        let (board, end) = BoardRows::parse(SUBJECT, text, "xo")?;
        board.check_size(SUBJECT, text, self.columns, self.rows)?;
        let side = parse_side(SUBJECT, text, end, ["x", "o"])?;
        let mut stones = [B::ZERO; 2];
        for column in 0..self.columns {
            for row in 0..self.rows {
                let Some(letter) = board.at(column, row) else {
                    continue;
                };
                if row > 0 && board.at(column, row - 1).is_none() {
                    return Err(TextError::new(
                        SUBJECT,
                        text,
                        board.offset_of(column, row),
                        "this piece floats",
                        "a piece below it",
                    ));
                }
                stones[usize::from(letter == 'o')] |= B::bit(self.cell(column, row));
            }
        }
        let counts = stones.map(|stones| stones.count() as usize);
        let waiting = side.other().index();
        let error = |problem: String, expected: &str| {
            Err(TextError::new(SUBJECT, text, end, problem, expected))
        };
        if !(counts[waiting] == counts[side.index()] || counts[waiting] == counts[side.index()] + 1)
        {
            return error(
                format!(
                    "{} x and {} o, with {} to move",
                    counts[0],
                    counts[1],
                    LETTERS[side.index()]
                ),
                "as many of both, or one more of the side that waits",
            );
        }
        if counts.iter().any(|&count| count > self.pieces) {
            return error(
                format!("{} x and {} o", counts[0], counts[1]),
                &format!("at most {} pieces a side", self.pieces),
            );
        }
        if self.has_line(stones[side.index()]) {
            return error(
                format!("{} is to move but has won already", LETTERS[side.index()]),
                "a line only of the side that moved last",
            );
        }
        let plies = (counts[0] + counts[1]) as u16;
        Ok(Position::new(stones, side, plies))
    }

    fn move_cells(&self, position: &Position<B>, Column(column): Column) -> Vec<usize> {
        let column = usize::from(column);
        let is_free = |row: &usize| self.owner(position, column, *row).is_none();
        let row = (0..self.rows).find(is_free).unwrap_or(0);
        vec![row * self.columns + column]
    }

    fn diagram(&self, position: &Position<B>) -> Diagram {
        Diagram::from_cells(self.columns, self.rows, |column, row| {
            self.owner(position, column, row)
                .map_or(DiagramCell::EMPTY, DiagramCell::piece)
        })
    }

    fn set_up_kit(&self) -> Option<SetUpKit> {
        Some(SetUpKit {
            pieces: Side::BOTH.map(DiagramCell::piece).to_vec(),
            sides: ["x", "o"],
        })
    }

    fn decisive_cells(&self, position: &Position<B>) -> Vec<usize> {
        let mut line = B::ZERO;
        for &distance in &self.directions {
            let starts = line_starts(position.last, self.length, distance);
            for step in 0..self.length {
                line |= starts << (distance * step);
            }
        }
        let cells = line.ones().map(|cell| {
            let (column, row) = (cell / (self.rows + 1), cell % (self.rows + 1));
            row * self.columns + column
        });
        cells.collect()
    }

    fn end_reason(&self, position: &Position<B>) -> String {
        if self.has_line(position.last) {
            format!("{} in a row", self.length)
        } else if position.plies as usize == self.columns * self.rows {
            "the board is full".to_string()
        } else {
            "no pieces left".to_string()
        }
    }

    fn facts(&self, position: &Position<B>) -> Vec<(&'static str, String)> {
        vec![("plies", position.plies.to_string())]
    }
}
