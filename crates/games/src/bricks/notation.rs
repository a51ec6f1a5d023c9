//! Bricks as text: a brick is its two cells, `c3d3` or `c3c4`; positions are rows of `x` (first) and
//! `o` (second).

use super::{Brick, Bricks, Position};
use game::bits::Bits;
use game::text::{BoardRows, Cell, TextError, parse_side};
use game::{Diagram, DiagramCell, Game, Notation, SetUpKit, Side};

const LETTERS: [char; 2] = ['x', 'o'];

/// One of a side's cells.
fn brick_of(side: Side) -> DiagramCell {
    let glyph = ['■', '□'][side.index()];
    DiagramCell::new(Some(side), LETTERS[side.index()], glyph, "brick")
}

/// The final score that a difference of island sums stands for: its root, with its sign.
#[must_use]
pub fn signed_root(difference: i32) -> f64 {
    f64::from(difference.signum()) * f64::from(difference.abs()).sqrt()
}

impl<B: Bits> Bricks<B> {
    /// Our cells are numbered from the top left, those people write from the bottom left.
    fn cell_name(&self, cell: usize) -> Cell {
        Cell {
            column: cell % self.size,
            row: self.size - 1 - cell / self.size,
        }
    }

    fn cell_number(&self, cell: Cell) -> usize {
        (self.size - 1 - cell.row) * self.size + cell.column
    }

    fn owner(&self, position: &Position<B>, column: usize, row: usize) -> Option<Side> {
        let cell = self.cell_number(Cell { column, row });
        Side::BOTH
            .into_iter()
            .find(|side| position.stones[side.index()].test(cell))
    }

    /// Whether a side's cells can have come as bricks: each must find a partner next to it.
    ///
    /// Colour the board like a chess board; a brick covers one cell of each colour, so this is a
    /// perfect matching between the two, built by augmenting paths.
    fn can_be_bricks(&self, stones: B) -> bool {
        fn finds_partner<B: Bits>(
            game: &Bricks<B>,
            cell: usize,
            stones: B,
            seen: &mut B,
            partners: &mut [Option<usize>],
        ) -> bool {
            let around = game.grown(B::bit(cell)) & stones & !B::bit(cell);
            for neighbour in around.ones() {
                if seen.test(neighbour) {
                    continue;
                }
                *seen |= B::bit(neighbour);
                let free = match partners[neighbour] {
                    None => true,
                    Some(rival) => finds_partner(game, rival, stones, seen, partners),
                };
                if free {
                    partners[neighbour] = Some(cell);
                    return true;
                }
            }
            false
        }
        let is_dark = |cell: &usize| (cell % self.size + cell / self.size).is_multiple_of(2);
        let (dark, light): (Vec<usize>, Vec<usize>) = stones.ones().partition(is_dark);
        let mut partners = vec![None; self.size * self.size];
        dark.len() == light.len()
            && dark.into_iter().all(|cell| {
                let mut seen = B::ZERO;
                finds_partner(self, cell, stones, &mut seen, &mut partners)
            })
    }
}

impl<B: Bits> Notation for Bricks<B> {
    fn name(&self) -> String {
        format!("bricks:{}", self.size)
    }

    fn write_move(&self, _position: &Position<B>, brick: Brick) -> String {
        let cell = usize::from(brick.cell);
        if brick.vertical {
            // The lower cell is nearer to a1.
            format!(
                "{}{}",
                self.cell_name(cell + self.size),
                self.cell_name(cell)
            )
        } else {
            format!("{}{}", self.cell_name(cell), self.cell_name(cell + 1))
        }
    }

    fn parse_move(&self, position: &Position<B>, text: &str) -> Result<Brick, TextError> {
        const SUBJECT: &str = "move";
        let (first, end) = Cell::parse_at(SUBJECT, text, 0, self.size, self.size)?;
        let dash = usize::from(text[end..].starts_with('-'));
        let (second, end) = Cell::parse_at(SUBJECT, text, end + dash, self.size, self.size)?;
        if end < text.len() {
            return Err(TextError::unexpected(
                SUBJECT,
                text,
                end,
                "the end of the move",
            ));
        }
        let numbers = [first, second].map(|cell| self.cell_number(cell));
        let (upper, lower) = (numbers[0].min(numbers[1]), numbers[0].max(numbers[1]));
        let adjacent = first.column.abs_diff(second.column) + first.row.abs_diff(second.row) == 1;
        if !adjacent {
            return Err(TextError::new(
                SUBJECT,
                text,
                0,
                format!("{first} and {second} are not side by side"),
                "two cells that share an edge",
            ));
        }
        let brick = Brick {
            cell: upper as u16,
            vertical: lower - upper == self.size,
        };
        if self.is_legal(position, brick) {
            return Ok(brick);
        }
        let taken = [first, second]
            .into_iter()
            .find(|cell| self.owner(position, cell.column, cell.row).is_some())
            .unwrap_or(first);
        Err(TextError::new(
            SUBJECT,
            text,
            0,
            format!("{taken} is covered already"),
            "two empty cells",
        ))
    }

    fn write_position(&self, position: &Position<B>) -> String {
        let board = BoardRows::from_cells(self.size, self.size, |column, row| {
            self.owner(position, column, row)
                .map(|side| LETTERS[side.index()])
        });
        format!("{board} {}", LETTERS[position.side.index()])
    }

    fn parse_position(&self, text: &str) -> Result<Position<B>, TextError> {
        const SUBJECT: &str = "position";
        let (board, end) = BoardRows::parse(SUBJECT, text, "xo")?;
        board.check_size(SUBJECT, text, self.size, self.size)?;
        let side = parse_side(SUBJECT, text, end, ["x", "o"])?;
        let stones = LETTERS.map(|letter| {
            B::of((0..self.size * self.size).filter(|&cell| {
                let Cell { column, row } = self.cell_name(cell);
                board.at(column, row) == Some(letter)
            }))
        });
        for (letter, stones) in LETTERS.into_iter().zip(stones) {
            if !self.can_be_bricks(stones) {
                return Err(TextError::new(
                    SUBJECT,
                    text,
                    0,
                    format!("the cells of {letter} are not made of whole bricks"),
                    "two cells for each brick",
                ));
            }
        }
        let bricks = stones.map(|stones| stones.count() / 2);
        let (own, waiting) = (bricks[side.index()], bricks[side.other().index()]);
        // The first side always opens.
        let ahead = u32::from(side == Side::Second);
        if waiting != own + ahead {
            return Err(TextError::new(
                SUBJECT,
                text,
                end,
                format!(
                    "{} bricks of x and {} of o, with {} to move",
                    bricks[0],
                    bricks[1],
                    LETTERS[side.index()]
                ),
                "as many of both when x is to move, one more of x when o is",
            ));
        }
        Ok(Position {
            stones,
            sums: stones.map(|stones| self.sum_of_squares(stones)),
            side,
        })
    }

    fn move_cells(&self, _position: &Position<B>, brick: Brick) -> Vec<usize> {
        let cell = usize::from(brick.cell);
        let cells = match brick.vertical {
            true => [cell + self.size, cell],
            false => [cell, cell + 1],
        };
        // Rows of the diagram are counted from the bottom.
        let place = |cell| {
            let Cell { column, row } = self.cell_name(cell);
            row * self.size + column
        };
        cells.map(place).to_vec()
    }

    fn diagram(&self, position: &Position<B>) -> Diagram {
        Diagram::from_cells(self.size, self.size, |column, row| {
            self.owner(position, column, row)
                .map_or(DiagramCell::EMPTY, brick_of)
        })
    }

    fn set_up_kit(&self) -> Option<SetUpKit> {
        Some(SetUpKit {
            pieces: Side::BOTH.map(brick_of).to_vec(),
            sides: ["x", "o"],
        })
    }

    fn end_reason(&self, _position: &Position<B>) -> String {
        "no brick fits any more".to_string()
    }

    fn facts(&self, position: &Position<B>) -> Vec<(&'static str, String)> {
        let [first, second] = position.sums;
        vec![
            ("S(first)", first.to_string()),
            ("S(second)", second.to_string()),
            (
                "score of first",
                format!("{:.3}", signed_root(first - second)),
            ),
            (
                "score of second",
                format!("{:.3}", signed_root(second - first)),
            ),
        ]
    }
}
