//! Connect: drop pieces into columns, C in a row wins (Connect-Four, C en línea, Contact4).
//!
//! A column takes `rows + 1` bits of the board, bottom cell first; the topmost bit stays empty, so
//! that no line found by shifting wraps around, and so that adding the bottom cell of a column to the
//! occupied cells carries up to the cell on which its next piece lands:
//!
//! ```text
//!   6 13 20 27 34 41 48      always empty
//!   5 12 19 26 33 40 47
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42
//! ```

mod evaluation;
mod guidance;
mod notation;
mod players;
mod prospects;
mod threats;

pub use evaluation::{ConnectEvaluator, Heights, Openings, Pieces};
pub use prospects::Prospects;
pub use threats::{completions_above, completions_along, lines_through};

use crate::registry::{Context, Family, Variant, any_width, narrowest};
use game::arguments::{Arguments, Parameter, Range};
use game::bits::Bits;
use game::random::mix;
use game::text::{BoardRows, TextError};
use game::{Game, Outcome, Side, Symmetry};
use std::ops::ControlFlow;

const SIZE: Parameter = Parameter {
    name: "size",
    meaning: "columns x rows",
    default: "7x6",
    range: Range::Size(1, 20),
    positional: true,
};
const LENGTH: Parameter = Parameter {
    name: "c",
    meaning: "how many in a row win",
    default: "4",
    range: Range::Integer(1, i64::MAX),
    positional: false,
};
const PIECES: Parameter = Parameter {
    name: "p",
    meaning: "pieces a side; the game is drawn when they are used up",
    default: "enough to fill the board",
    range: Range::Integer(1, i64::MAX),
    positional: false,
};

/// What is registered.
pub(crate) const FAMILIES: &[Family] = &[Family {
    name: "connect",
    aliases: &[
        "connect4",
        "connect-four",
        "c-en-linea",
        "conecta4",
        "contact4",
    ],
    title: "Connect (C en línea)",
    summary: "Drop pieces into columns; the first to hold C or more in a row, in any direction, \
              wins. A full board, or no pieces left, is a draw.",
    parameters: &[SIZE, LENGTH, PIECES],
    variants: &[
        Variant {
            text: "connect:7x6,c=4",
            summary: "the classic game",
        },
        Variant {
            text: "connect:8x7,c=4",
            summary: "a larger board",
        },
        Variant {
            text: "connect:8x8,c=5",
            summary: "five in a row",
        },
        Variant {
            text: "connect:4x4,c=3",
            summary: "small enough to search by hand",
        },
    ],
}];

any_width!(Connect, 7);

/// Builds the game from its arguments.
pub(crate) fn build(
    _family: &Family,
    mut arguments: Arguments<'_>,
    context: &Context<'_>,
) -> Result<Any, TextError> {
    let of_position = || {
        let text = context.position.filter(|text| text.contains('/'))?;
        let (board, _) = BoardRows::parse("position", text, "xo").ok()?;
        Some((board.columns(), board.rows()))
    };
    let size = arguments.take_size(&SIZE)?;
    let (columns, rows) = size
        .or_else(of_position)
        .filter(|&(columns, rows)| columns.max(rows) <= MAXIMUM_SIDE)
        .unwrap_or((7, 6));
    let length = arguments.take_integer(&LENGTH)?.unwrap_or(4) as usize;
    let pieces = arguments
        .take_integer(&PIECES)?
        .map(|pieces| pieces as usize);
    arguments.finish()?;
    Ok(narrowest!(
        columns * (rows + 1),
        Connect::new(columns, rows, length, pieces),
        Huge
    ))
}

const MAXIMUM_SIDE: usize = 20;
/// Any two numbers without pattern, so that the side to move is part of the key.
const SIDE_SALT: [u64; 2] = [mix(1), mix(2)];

/// Connect on a board that fits the bits `B`.
#[derive(Debug, Clone)]
pub struct Connect<B> {
    columns: usize,
    rows: usize,
    length: usize,
    /// Pieces per side.
    pieces: usize,
    /// All cells.
    board: B,
    /// The lowest cell of each column.
    bottom: B,
    /// The topmost cell of each column.
    top: B,
    /// The distances between neighbours in the directions in which a line has room.
    directions: Vec<usize>,
    /// Plies after which the game is over anyway.
    longest: usize,
    /// For each bit of the board, in how many lines that could win its cell is.
    lines_through: Vec<u8>,
}

/// A position of [`Connect`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<B> {
    /// The stones of the side to move and those of the other, who moved last. (Kept by whose turn
    /// it is and not by side, since every move and every test asks for them that way, without
    /// knowing the side.)
    own: B,
    last: B,
    side: Side,
    plies: u16,
}

/// A move: the column, from 0, into which a piece is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub u8);

impl<B: Bits> Connect<B> {
    /// The game on `columns` × `rows`, with `length` in a row to win, and `pieces` for each side
    /// (by default enough to fill the board).
    ///
    /// # Panics
    /// If the board does not fit `B` or is larger than 20 × 20, or if a number is zero.
    #[must_use]
    pub fn new(columns: usize, rows: usize, length: usize, pieces: Option<usize>) -> Connect<B> {
        assert!(
            (1..=MAXIMUM_SIDE).contains(&columns)
                && (1..=MAXIMUM_SIDE).contains(&rows)
                && columns * (rows + 1) <= B::WIDTH
                && length > 0
                && pieces != Some(0),
            "no such board: {columns} x {rows}, {length} in a row"
        );
        let enough = (columns * rows).div_ceil(2);
        let pieces = pieces.unwrap_or(enough).min(enough);
        let top = B::of((0..columns).map(|column| column * (rows + 1) + rows - 1));
        // Directions in which no line fits are left out: they cannot win, and their shifts would
        // be longer than the board.
        let (fits_across, fits_up) = (length <= columns, length <= rows);
        let directions = [
            (fits_up, 1),
            (fits_across, rows + 1),
            (fits_across && fits_up, rows),
            (fits_across && fits_up, rows + 2),
        ];
        let bottom = B::of((0..columns).map(|column| column * (rows + 1)));
        Connect {
            columns,
            rows,
            length,
            pieces,
            board: (0..rows).fold(B::ZERO, |board, row| board | bottom << row),
            bottom,
            top,
            directions: directions
                .into_iter()
                .filter_map(|(fits, distance)| fits.then_some(distance))
                .collect(),
            longest: (columns * rows).min(2 * pieces),
            lines_through: threats::lines_through(columns, rows, length),
        }
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many in a row win.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// The pieces of each side.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    #[inline]
    fn cell(&self, column: usize, row: usize) -> usize {
        column * (self.rows + 1) + row
    }

    /// Whether these stones hold a line that wins.
    #[inline]
    fn has_line(&self, stones: B) -> bool {
        // On the classic board the compiler knows all distances, and what it makes of them is
        // short enough to go wherever a move is played.
        if self.length == 4 && self.rows == 6 {
            has_short_line(stones, 4, 7)
        } else {
            self.has_line_elsewhere(stones)
        }
    }

    /// The same on any board.
    #[inline(never)]
    fn has_line_elsewhere(&self, stones: B) -> bool {
        match (self.length, self.rows + 1) {
            // The compiler unrolls these.
            (3, stride) => has_short_line(stones, 3, stride),
            (4, stride) => has_short_line(stones, 4, stride),
            (5, stride) => has_short_line(stones, 5, stride),
            (length, _) => self
                .directions
                .iter()
                .any(|&distance| !line_starts(stones, length, distance).is_zero()),
        }
    }

    /// How many columns are open, if some are full. Far from where moves are counted, or else the
    /// compiler counts also where there is nothing to count, which is most of the time; and plain
    /// processors have no instruction for it.
    #[cold]
    fn count_columns_but(&self, full: B) -> u64 {
        self.columns as u64 - u64::from(full.count())
    }

    /// The cells on which the next piece can land, whoever drops it.
    #[inline]
    fn playable(&self, position: &Position<B>) -> B {
        // In each column, adding one at the bottom leaves a single bit: its first empty cell.
        position.occupied().plus(self.bottom) & self.board
    }

    /// Visits the columns that are not full, whether or not the game is over.
    #[inline]
    fn open_columns<V>(&self, position: &Position<B>, mut visit: V) -> ControlFlow<()>
    where
        V: FnMut(Column) -> ControlFlow<()>,
    {
        let occupied = position.occupied();
        for column in 0..self.columns {
            if !occupied.test(self.cell(column, self.rows - 1)) {
                visit(Column(column as u8))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn is_over(&self, position: &Position<B>) -> bool {
        self.has_line(position.last) || usize::from(position.plies) >= self.longest
    }
}

/// Where runs of `length` stones begin.
///
/// The stones are laid over themselves, moved along a direction, so that a bit stays where a run
/// of 2 begins, then of 4, 8, …; the last step makes up the rest of the length.
#[inline(always)]
#[must_use]
pub fn line_starts<B: Bits>(stones: B, length: usize, distance: usize) -> B {
    let mut run = 1;
    let mut starts = stones;
    while 2 * run <= length {
        starts &= starts >> (distance * run);
        run *= 2;
    }
    if run < length {
        starts &= starts >> (distance * (length - run));
    }
    starts
}

/// Whether there is a line of `length`, at most 5, in any of the four directions.
///
/// Such a line is found with shifts that never reach the width of a word, so all directions can be
/// tried: one without room for a line finds none, as the row above the board is empty.
#[inline(always)]
fn has_short_line<B: Bits>(stones: B, length: usize, stride: usize) -> bool {
    let [up, fall, across, rise] =
        [1, stride - 1, stride, stride + 1].map(|distance| line_starts(stones, length, distance));
    !(up | fall | across | rise).is_zero()
}

impl<B: Bits> Position<B> {
    /// From the stones of each side.
    fn new(stones: [B; 2], side: Side, plies: u16) -> Position<B> {
        Position {
            own: stones[side.index()],
            last: stones[side.other().index()],
            side,
            plies,
        }
    }

    /// The stones of each side.
    #[inline]
    fn stones(&self) -> [B; 2] {
        match self.side {
            Side::First => [self.own, self.last],
            Side::Second => [self.last, self.own],
        }
    }

    /// The stones of the side to move and those of the other. Cells are numbered column by column
    /// from the left, each column from below, with one number left out above it.
    #[must_use]
    pub fn stones_by_turn(&self) -> [B; 2] {
        [self.own, self.last]
    }

    #[inline]
    fn occupied(&self) -> B {
        self.own | self.last
    }
}

impl<B: Bits> Game for Connect<B> {
    type Position = Position<B>;
    type Move = Column;
    type Undo = ();

    fn start(&self) -> Position<B> {
        Position::new([B::ZERO; 2], Side::First, 0)
    }

    #[inline]
    fn side_to_move(&self, position: &Position<B>) -> Side {
        position.side
    }

    #[inline]
    fn outcome(&self, position: &Position<B>) -> Option<Outcome> {
        // The win is tested before the draw.
        if self.has_line(position.last) {
            Some(Outcome::win(position.side.other()))
        } else if usize::from(position.plies) >= self.longest {
            Some(Outcome::DRAW)
        } else {
            None
        }
    }

    #[inline]
    fn visit_moves<V>(&self, position: &Position<B>, visit: V) -> ControlFlow<()>
    where
        V: FnMut(Column) -> ControlFlow<()>,
    {
        if self.is_over(position) {
            return ControlFlow::Continue(());
        }
        self.open_columns(position, visit)
    }

    #[inline]
    fn count_moves(&self, position: &Position<B>) -> u64 {
        if self.is_over(position) {
            return 0;
        }
        let full = position.occupied() & self.top;
        if full.is_zero() {
            self.columns as u64
        } else {
            self.count_columns_but(full)
        }
    }

    #[inline]
    fn draw_move<D>(
        &self,
        position: &Position<B>,
        list: &mut Vec<Column>,
        draw: D,
    ) -> Option<Column>
    where
        D: FnOnce(usize) -> usize,
    {
        if self.is_over(position) {
            return None;
        }
        if (position.occupied() & self.top).is_zero() {
            return Some(Column(draw(self.columns) as u8));
        }
        list.clear();
        let _ = self.open_columns(position, |column| {
            list.push(column);
            ControlFlow::Continue(())
        });
        Some(list[draw(list.len())])
    }

    fn is_legal(&self, position: &Position<B>, Column(column): Column) -> bool {
        let column = usize::from(column);
        column < self.columns
            && !position.occupied().test(self.cell(column, self.rows - 1))
            && !self.is_over(position)
    }

    #[inline]
    fn play(&self, position: &mut Position<B>, Column(column): Column) {
        let base = B::bit(usize::from(column) * (self.rows + 1));
        let occupied = position.occupied();
        // Adding one at the bottom of a column carries up to its first empty cell.
        let stone = occupied.plus(base) & !occupied;
        *position = Position {
            own: position.last,
            last: position.own | stone,
            side: position.side.other(),
            plies: position.plies + 1,
        };
    }

    #[inline]
    fn undo(&self, position: &mut Position<B>, Column(column): Column, _undo: ()) {
        let base = B::bit(usize::from(column) * (self.rows + 1));
        let occupied = position.occupied();
        let above = occupied.plus(base) & !occupied;
        *position = Position {
            own: position.last ^ above >> 1,
            last: position.own,
            side: position.side.other(),
            plies: position.plies - 1,
        };
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> u64 {
        // In each column, the stones of the first side as a number, plus 2^height − 1: different
        // for all fillings of a column. On a 64-bit board, therefore, positions with the same side
        // to move never collide.
        let exact = position.stones()[0].plus(position.occupied());
        exact.digest(SIDE_SALT[position.side.index()])
    }

    fn move_universe(&self) -> Vec<Column> {
        (0..self.columns as u8).map(Column).collect()
    }

    fn symmetries(&self) -> &[Symmetry] {
        &Symmetry::MIRROR
    }

    fn map_move(&self, symmetry: Symmetry, Column(column): Column) -> Column {
        match symmetry {
            Symmetry::MirrorColumns => Column(self.columns as u8 - 1 - column),
            _ => Column(column),
        }
    }

    fn map_position(&self, symmetry: Symmetry, position: &Position<B>) -> Position<B> {
        if symmetry != Symmetry::MirrorColumns {
            return *position;
        }
        let column_mask = B::first(self.rows + 1);
        let mirrored = |stones: B| {
            (0..self.columns).fold(B::ZERO, |mirrored, column| {
                let filling = stones >> self.cell(column, 0) & column_mask;
                mirrored | filling << self.cell(self.columns - 1 - column, 0)
            })
        };
        Position {
            own: mirrored(position.own),
            last: mirrored(position.last),
            ..*position
        }
    }

    fn is_symmetric(&self, position: &Position<B>, symmetry: Symmetry) -> bool {
        // Pairs of columns from outside in, until one differs: mostly the first or the second.
        let column_mask = B::first(self.rows + 1);
        symmetry != Symmetry::MirrorColumns
            || (0..self.columns / 2).all(|column| {
                let [left, right] =
                    [column, self.columns - 1 - column].map(|column| self.cell(column, 0));
                [position.own, position.last]
                    .into_iter()
                    .all(|stones| ((stones >> left) ^ (stones >> right)) & column_mask == B::ZERO)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::bits::Wide;
    use game::random::Seed;

    /// Lines found cell by cell.
    fn has_line_by_walking<B: Bits>(game: &Connect<B>, stones: B) -> bool {
        let (columns, rows) = (game.columns as isize, game.rows as isize);
        let holds = |column: isize, row: isize| {
            (0..columns).contains(&column)
                && (0..rows).contains(&row)
                && stones.test(game.cell(column as usize, row as usize))
        };
        (0..columns * rows).any(|cell| {
            let (column, row) = (cell / rows, cell % rows);
            [(0, 1), (1, -1), (1, 0), (1, 1)]
                .into_iter()
                .any(|(right, up)| {
                    (0..game.length as isize)
                        .all(|step| holds(column + step * right, row + step * up))
                })
        })
    }

    fn check_lines<B: Bits>(columns: usize, rows: usize) {
        let mut generator = Seed(4).generator();
        for length in 1..=8 {
            let game = Connect::<B>::new(columns, rows, length, None);
            let (mut with, mut without) = (0, 0);
            for round in 0..60 {
                // From empty to full, so that both answers come up for every length.
                let density = round % 17;
                let cells: Vec<usize> = (0..columns * rows)
                    .filter(|_| generator.below(16) < density)
                    .map(|cell| game.cell(cell / rows, cell % rows))
                    .collect();
                let stones = B::of(cells);
                let found = game.has_line(stones);
                assert_eq!(
                    found,
                    has_line_by_walking(&game, stones),
                    "{game:?} {stones:?}"
                );
                with += u32::from(found);
                without += u32::from(!found);
            }
            assert!(without > 0, "{columns} x {rows}, {length}");
            assert_eq!(with > 0, length <= columns.max(rows));
        }
    }

    #[test]
    fn lines_are_found_on_boards_of_all_shapes() {
        for columns in 1..=20 {
            for rows in 1..=20 {
                match columns * (rows + 1) {
                    ..=64 => check_lines::<u64>(columns, rows),
                    65..=128 => check_lines::<u128>(columns, rows),
                    _ => check_lines::<Wide<7>>(columns, rows),
                }
            }
        }
    }
}
