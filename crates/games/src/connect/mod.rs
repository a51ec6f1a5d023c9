//! Connect: drop pieces into columns, C in a row wins (Connect-Four, C en línea, Contact4).
//!
//! A column takes `rows + 1` bits of the board, bottom cell first; the topmost bit stays empty, so
//! that no line found by shifting wraps around, and so that adding the bottom row to the occupied
//! cells yields the cell on which the next piece of each column lands:
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

mod notation;

use crate::arguments::{Arguments, Parameter, Range};
use crate::registry::{Context, Family, Variant, any_width};
use game::bits::{Bits, Wide};
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

any_width! {
    /// Up to 64 bits, `columns * (rows + 1)`.
    Small(Connect<u64>),
    /// Up to 128 bits.
    Medium(Connect<u128>),
    /// Up to 20 × 20.
    Large(Connect<Wide<7>>),
}

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
    Ok(match columns * (rows + 1) {
        ..=64 => Any::Small(Connect::new(columns, rows, length, pieces)),
        65..=128 => Any::Medium(Connect::new(columns, rows, length, pieces)),
        _ => Any::Large(Connect::new(columns, rows, length, pieces)),
    })
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
    /// All cells, without the row above the board.
    board: B,
    /// The lowest cell of each column.
    bottom: B,
    /// The distances between neighbours in the directions in which a line has room.
    directions: Vec<usize>,
    /// Plies after which the game is over anyway.
    longest: usize,
}

/// A position of [`Connect`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<B> {
    stones: [B; 2],
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
        let bottom = B::of((0..columns).map(|column| column * (rows + 1)));
        let board = (0..rows).fold(B::ZERO, |board, row| board | bottom << row);
        // Directions in which no line fits are left out: they cannot win, and their shifts would
        // be longer than the board.
        let (fits_across, fits_up) = (length <= columns, length <= rows);
        let directions = [
            (fits_up, 1),
            (fits_across, rows + 1),
            (fits_across && fits_up, rows),
            (fits_across && fits_up, rows + 2),
        ];
        Connect {
            columns,
            rows,
            length,
            pieces,
            board,
            bottom,
            directions: directions
                .into_iter()
                .filter_map(|(fits, distance)| fits.then_some(distance))
                .collect(),
            longest: (columns * rows).min(2 * pieces),
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

    fn cell(&self, column: usize, row: usize) -> usize {
        column * (self.rows + 1) + row
    }

    /// The cells on which a piece dropped now would land.
    #[inline]
    fn landing_cells(&self, position: &Position<B>) -> B {
        let occupied = position.stones[0] | position.stones[1];
        occupied.plus(self.bottom) & self.board
    }

    /// Whether these stones hold a line that wins.
    ///
    /// The stones are laid over themselves, moved along a direction, so that a bit stays where a
    /// run of 2 begins, then of 4, 8, …; the last step makes up the rest of the length.
    #[inline]
    fn has_line(&self, stones: B) -> bool {
        self.directions.iter().any(|&distance| {
            let mut run = 1;
            let mut begins = stones;
            while 2 * run <= self.length {
                begins &= begins >> (distance * run);
                run *= 2;
            }
            if run < self.length {
                begins &= begins >> (distance * (self.length - run));
            }
            !begins.is_zero()
        })
    }

    #[inline]
    fn is_over(&self, position: &Position<B>) -> bool {
        self.has_line(position.stones[position.side.other().index()])
            || usize::from(position.plies) >= self.longest
    }
}

impl<B: Bits> Game for Connect<B> {
    type Position = Position<B>;
    type Move = Column;
    type Undo = ();

    fn start(&self) -> Position<B> {
        Position {
            stones: [B::ZERO; 2],
            side: Side::First,
            plies: 0,
        }
    }

    #[inline]
    fn side_to_move(&self, position: &Position<B>) -> Side {
        position.side
    }

    #[inline]
    fn outcome(&self, position: &Position<B>) -> Option<Outcome> {
        // The win is tested before the draw.
        let last = position.side.other();
        if self.has_line(position.stones[last.index()]) {
            Some(Outcome::win(last))
        } else if usize::from(position.plies) >= self.longest {
            Some(Outcome::DRAW)
        } else {
            None
        }
    }

    #[inline]
    fn visit_moves<V>(&self, position: &Position<B>, mut visit: V) -> ControlFlow<()>
    where
        V: FnMut(Column) -> ControlFlow<()>,
    {
        if self.is_over(position) {
            return ControlFlow::Continue(());
        }
        self.landing_cells(position)
            .ones()
            .try_for_each(|cell| visit(Column((cell / (self.rows + 1)) as u8)))
    }

    #[inline]
    fn count_moves(&self, position: &Position<B>) -> u64 {
        if self.is_over(position) {
            0
        } else {
            u64::from(self.landing_cells(position).count())
        }
    }

    fn is_legal(&self, position: &Position<B>, Column(column): Column) -> bool {
        let column = usize::from(column);
        column < self.columns
            && !(position.stones[0] | position.stones[1]).test(self.cell(column, self.rows - 1))
            && !self.is_over(position)
    }

    #[inline]
    fn play(&self, position: &mut Position<B>, Column(column): Column) {
        let base = B::bit(usize::from(column) * (self.rows + 1));
        let occupied = position.stones[0] | position.stones[1];
        // Adding one at the bottom of a column carries up to its first empty cell.
        let stone = occupied.plus(base) & !occupied;
        position.stones[position.side.index()] |= stone;
        position.side = position.side.other();
        position.plies += 1;
    }

    #[inline]
    fn undo(&self, position: &mut Position<B>, Column(column): Column, _undo: ()) {
        position.side = position.side.other();
        position.plies -= 1;
        let base = B::bit(usize::from(column) * (self.rows + 1));
        let occupied = position.stones[0] | position.stones[1];
        let above = occupied.plus(base) & !occupied;
        position.stones[position.side.index()] ^= above >> 1;
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> u64 {
        // In each column, the stones of the first side as a number, plus 2^height − 1: different
        // for all fillings of a column. On a 64-bit board, therefore, positions with the same side
        // to move never collide.
        let exact = position.stones[0].plus(position.stones[0] | position.stones[1]);
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
        let mut image = *position;
        if symmetry == Symmetry::MirrorColumns {
            let column_mask = B::first(self.rows + 1);
            image.stones = position.stones.map(|stones| {
                (0..self.columns).fold(B::ZERO, |mirrored, column| {
                    let filling = stones >> self.cell(column, 0) & column_mask;
                    mirrored | filling << self.cell(self.columns - 1 - column, 0)
                })
            });
        }
        image
    }
}
