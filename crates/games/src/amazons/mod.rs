//! Amazons: a queen moves, then shoots an arrow that blocks a cell for good; whoever cannot move
//! loses.
//!
//! Cells are numbered row by row from a1. From each cell eight rays are kept. Towards higher numbers,
//! the part of a ray up to the first thing in its way is found by subtracting 1; towards lower ones
//! with a look for the highest blocker, since what lies behind it is exactly the blocker's own ray
//! in that direction.

mod both;
mod evaluation;
mod guidance;
mod network;
mod notation;
mod territory;

pub use evaluation::Judge;
pub use territory::Territory;

use crate::registry::{Context, Family, Variant, any_width, narrowest};
use game::arguments::{Arguments, Parameter, Range};
use game::bits::Bits;
use game::random::zobrist_keys;
use game::text::{BoardRows, TextError};
use game::{CellMaps, Game, Outcome, Side, Symmetry};
use std::ops::ControlFlow;
use std::sync::Arc;

const SIZE: Parameter = Parameter {
    name: "size",
    meaning: "columns x rows",
    default: "10x10",
    range: Range::Size(MINIMUM_SIDE as i64, MAXIMUM_SIDE as i64),
    positional: true,
};
const MINIMUM_SIDE: usize = 3;
const MAXIMUM_SIDE: usize = 16;

/// What is registered.
pub(crate) const FAMILIES: &[Family] = &[Family {
    name: "amazons",
    aliases: &["amazonas"],
    title: "Amazons (Amazonas)",
    summary: "Move one of your queens like a chess queen, then shoot an arrow from where it landed, \
              again like a queen; arrows block their cell for good. Whoever cannot move loses.",
    parameters: &[SIZE],
    variants: &[
        Variant {
            text: "amazons:10x10",
            summary: "the standard board",
        },
        Variant {
            text: "amazons:8x8",
            summary: "a shorter game",
        },
        Variant {
            text: "amazons:6x6",
            summary: "small",
        },
        Variant {
            text: "amazons:5x5",
            summary: "small enough to solve: the first player wins",
        },
    ],
}];

any_width!(Amazons);

/// Builds the game from its arguments.
pub(crate) fn build(
    _family: &Family,
    mut arguments: Arguments<'_>,
    context: &Context<'_>,
) -> Result<Any, TextError> {
    let of_position = || {
        let (board, _) = BoardRows::parse("position", context.position?, notation::LETTERS).ok()?;
        let (columns, rows) = (board.columns(), board.rows());
        let sides = MINIMUM_SIDE..=MAXIMUM_SIDE;
        (sides.contains(&columns) && sides.contains(&rows)).then_some((columns, rows))
    };
    let size = arguments.take_size(&SIZE)?;
    arguments.finish()?;
    let (columns, rows) = size.or_else(of_position).unwrap_or((10, 10));
    Ok(narrowest!(columns * rows, Amazons::new(columns, rows)))
}

/// Amazons on a board that fits the bits `B`. White is [`Side::First`].
#[derive(Debug, Clone)]
pub struct Amazons<B> {
    columns: usize,
    rows: usize,
    start: Position<B>,
    tables: Arc<Tables<B>>,
}

/// What depends on the board size only, shared by all copies of the game.
#[derive(Debug)]
struct Tables<B> {
    /// All cells.
    board: B,
    /// For each cell the four rays towards higher numbers, nearest cell lowest.
    rising: Vec<[B; 4]>,
    /// The four rays towards lower numbers, by the number of leading zeros of the cell's bit. The
    /// entry behind the last cell is empty: it stands for "no blocker".
    falling: Vec<[B; 4]>,
    /// The cells a king's step away.
    neighbours: Vec<B>,
    /// For the evaluators.
    nearby: Vec<evaluation::Nearby<B>>,
    waves: territory::Waves<B>,
    maps: CellMaps,
    queen_keys: [Vec<u64>; 2],
    arrow_keys: Vec<u64>,
    side_key: u64,
}

impl<B: Bits> Tables<B> {
    /// The cells a queen on `cell` reaches over empty cells.
    #[inline]
    fn reach(&self, cell: usize, occupied: B) -> B {
        let mut reach = B::ZERO;
        for &ray in &self.rising[cell] {
            // One less flips everything up to the lowest blocker; all, if there is none.
            let blockers = ray & occupied;
            reach |= ray & (blockers ^ blockers.plus(!B::ZERO));
        }
        let rays = &self.falling[B::WIDTH - 1 - cell];
        for (direction, &ray) in rays.iter().enumerate() {
            let blocker = (ray & occupied).leading_zeros();
            reach |= ray ^ self.falling[blocker][direction];
        }
        // So far with the blockers themselves.
        reach & !occupied
    }
}

/// A position of [`Amazons`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<B> {
    queens: [B; 2],
    arrows: B,
    side: Side,
    key: u64,
}

/// A move: a queen goes and shoots. Cells are numbered row by row from a1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shot {
    /// Where the queen stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
    /// Where its arrow lands.
    pub arrow: u8,
}

/// Steps in columns and rows: the first four lead to higher cell numbers.
const DIRECTIONS: [(isize, isize); 8] = [
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (-1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
];

impl<B: Bits> Amazons<B> {
    /// The game on `columns` × `rows`, each from 3 to 16.
    ///
    /// # Panics
    /// If the board does not fit `B` or a side is out of range.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Amazons<B> {
        let sides = MINIMUM_SIDE..=MAXIMUM_SIDE;
        assert!(
            sides.contains(&columns) && sides.contains(&rows) && columns * rows <= B::WIDTH,
            "no such board: {columns} x {rows}"
        );
        let cells = columns * rows;
        let ray = |cell: usize, direction: usize| {
            let (step_column, step_row) = DIRECTIONS[direction];
            let mut column = (cell % columns) as isize + step_column;
            let mut row = (cell / columns) as isize + step_row;
            let mut ray = B::ZERO;
            while (0..columns as isize).contains(&column) && (0..rows as isize).contains(&row) {
                ray |= B::bit(row as usize * columns + column as usize);
                column += step_column;
                row += step_row;
            }
            ray
        };
        let mut rising = vec![[B::ZERO; 4]; cells];
        let mut falling = vec![[B::ZERO; 4]; B::WIDTH + 1];
        for cell in 0..cells {
            rising[cell] = std::array::from_fn(|direction| ray(cell, direction));
            falling[B::WIDTH - 1 - cell] =
                std::array::from_fn(|direction| ray(cell, direction + 4));
        }
        let neighbours = (0..cells)
            .map(|cell| {
                let up = rising[cell].into_iter().map(Bits::lowest);
                let down = falling[B::WIDTH - 1 - cell]
                    .into_iter()
                    .filter(|ray| !ray.is_zero())
                    .map(Bits::highest);
                B::of(up.filter(|&cell| cell < B::WIDTH).chain(down))
            })
            .collect();
        let tables = Tables {
            board: B::first(cells),
            rising,
            falling,
            neighbours,
            nearby: evaluation::nearby(columns, rows),
            waves: territory::Waves::new(columns, rows),
            maps: CellMaps::new(columns, rows, |column, row| row * columns + column),
            queen_keys: [zobrist_keys(1, cells), zobrist_keys(2, cells)],
            arrow_keys: zobrist_keys(3, cells),
            side_key: zobrist_keys(4, 1)[0],
        };
        let empty = Position {
            queens: [B::ZERO; 2],
            arrows: B::ZERO,
            side: Side::First,
            key: 0,
        };
        let mut game = Amazons {
            columns,
            rows,
            start: empty,
            tables: Arc::new(tables),
        };
        game.start = game.position(game.standard_queens(), B::ZERO, Side::First);
        game
    }

    /// Where the queens stand at the start. On the standard boards (10, 8, 6, 5, 4 a side) these
    /// are the published places; other sizes get the same picture: two queens on the back row and
    /// one at each side edge, a third of the way in. On the narrowest boards the two on the back
    /// row, or those at the edges, fall together with others and there are fewer.
    fn standard_queens(&self) -> [B; 2] {
        let (columns, rows) = (self.columns, self.rows);
        let column_inset = ((columns - 1) / 3).max(1);
        let row_inset = (rows - 1) / 3;
        let white = B::of([
            column_inset,
            columns - 1 - column_inset,
            row_inset * columns,
            row_inset * columns + columns - 1,
        ]);
        [white, self.tables.maps.set(Symmetry::MirrorRows, white)]
    }

    /// A position with its key, from scratch.
    fn position(&self, queens: [B; 2], arrows: B, side: Side) -> Position<B> {
        let tables = &self.tables;
        let mut key = match side {
            Side::First => 0,
            Side::Second => tables.side_key,
        };
        for (queens, keys) in queens.iter().zip(&tables.queen_keys) {
            key = queens.ones().fold(key, |key, cell| key ^ keys[cell]);
        }
        key = arrows
            .ones()
            .fold(key, |key, cell| key ^ tables.arrow_keys[cell]);
        Position {
            queens,
            arrows,
            side,
            key,
        }
    }

    /// The columns of the board.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The rows of the board.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Where a symmetry of the board takes a set of cells.
    #[must_use]
    pub fn map_cells(&self, symmetry: Symmetry, cells: B) -> B {
        self.tables.maps.set(symmetry, cells)
    }

    /// The cells a queen on `cell`, a cell of the board, reaches over cells that are not occupied.
    #[must_use]
    #[inline]
    pub fn reach(&self, cell: usize, occupied: B) -> B {
        self.tables.reach(cell, occupied)
    }

    /// Whether a queen gets from one cell to another, walked cell by cell.
    fn is_clear(&self, from: usize, to: usize, occupied: B) -> bool {
        let (from_column, from_row) = (from % self.columns, from / self.columns);
        let (to_column, to_row) = (to % self.columns, to / self.columns);
        let across = to_column as isize - from_column as isize;
        let up = to_row as isize - from_row as isize;
        if from == to || !(across == 0 || up == 0 || across.abs() == up.abs()) {
            return false;
        }
        let step = up.signum() * self.columns as isize + across.signum();
        (1..=across.abs().max(up.abs()))
            .all(|distance| !occupied.test((from as isize + distance * step) as usize))
    }

    #[inline]
    fn flip_keys(&self, position: &mut Position<B>, shot: Shot) {
        let tables = &*self.tables;
        let keys = &tables.queen_keys[position.side.index()];
        position.key ^= keys[usize::from(shot.from)]
            ^ keys[usize::from(shot.to)]
            ^ tables.arrow_keys[usize::from(shot.arrow)]
            ^ tables.side_key;
    }
}

impl<B: Bits> Position<B> {
    /// The queens of the side to move and those of the other side.
    #[must_use]
    pub fn queens_by_turn(&self) -> [B; 2] {
        [self.side, self.side.other()].map(|side| self.queens[side.index()])
    }

    /// The cells blocked for good.
    #[must_use]
    pub fn arrows(&self) -> B {
        self.arrows
    }

    #[inline]
    fn occupied(&self) -> B {
        self.queens[0] | self.queens[1] | self.arrows
    }
}

impl<B: Bits> Game for Amazons<B> {
    type Position = Position<B>;
    type Move = Shot;
    type Undo = ();

    fn start(&self) -> Position<B> {
        self.start
    }

    #[inline]
    fn side_to_move(&self, position: &Position<B>) -> Side {
        position.side
    }

    #[inline]
    fn outcome(&self, position: &Position<B>) -> Option<Outcome> {
        // A queen with an empty cell next to it has a move: it can always shoot back to where it
        // came from.
        let empty = self.tables.board & !position.occupied();
        let can_move = position.queens[position.side.index()]
            .ones()
            .any(|queen| self.tables.neighbours[queen].meets(empty));
        (!can_move).then(|| Outcome::win(position.side.other()))
    }

    #[inline]
    fn visit_moves<V>(&self, position: &Position<B>, mut visit: V) -> ControlFlow<()>
    where
        V: FnMut(Shot) -> ControlFlow<()>,
    {
        let occupied = position.occupied();
        for from in position.queens[position.side.index()].ones() {
            let without = occupied ^ B::bit(from);
            for to in self.reach(from, without).ones() {
                for arrow in self.reach(to, without).ones() {
                    visit(Shot {
                        from: from as u8,
                        to: to as u8,
                        arrow: arrow as u8,
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The moves themselves say whether the game is over.
    #[inline]
    fn expand(&self, position: &Position<B>, into: &mut Vec<Shot>) -> Option<Outcome> {
        let before = into.len();
        self.moves(position, into);
        (into.len() == before).then(|| Outcome::win(position.side.other()))
    }

    #[inline]
    fn count_moves(&self, position: &Position<B>) -> u64 {
        let occupied = position.occupied();
        let mut count = 0;
        for from in position.queens[position.side.index()].ones() {
            let without = occupied ^ B::bit(from);
            for to in self.reach(from, without).ones() {
                count += self.reach(to, without).count();
            }
        }
        u64::from(count)
    }

    fn is_legal(&self, position: &Position<B>, shot: Shot) -> bool {
        let [from, to, arrow] = [shot.from, shot.to, shot.arrow].map(usize::from);
        let cells = self.columns * self.rows;
        from.max(to).max(arrow) < cells
            && position.queens[position.side.index()].test(from)
            && self.is_clear(from, to, position.occupied())
            && self.is_clear(to, arrow, position.occupied() ^ B::bit(from))
    }

    #[inline]
    fn play(&self, position: &mut Position<B>, shot: Shot) {
        self.flip_keys(position, shot);
        position.queens[position.side.index()] ^=
            B::bit(usize::from(shot.from)) | B::bit(usize::from(shot.to));
        position.arrows ^= B::bit(usize::from(shot.arrow));
        position.side = position.side.other();
    }

    #[inline]
    fn undo(&self, position: &mut Position<B>, shot: Shot, _undo: ()) {
        position.side = position.side.other();
        position.arrows ^= B::bit(usize::from(shot.arrow));
        position.queens[position.side.index()] ^=
            B::bit(usize::from(shot.from)) | B::bit(usize::from(shot.to));
        self.flip_keys(position, shot);
    }

    #[inline]
    fn key(&self, position: &Position<B>) -> u64 {
        position.key
    }

    fn move_universe(&self) -> Vec<Shot> {
        let cells = self.columns * self.rows;
        let lines: Vec<B> = (0..cells).map(|cell| self.reach(cell, B::ZERO)).collect();
        let mut universe = Vec::new();
        for from in 0..cells {
            for to in lines[from].ones() {
                universe.extend(lines[to].ones().map(|arrow| Shot {
                    from: from as u8,
                    to: to as u8,
                    arrow: arrow as u8,
                }));
            }
        }
        universe
    }

    fn symmetries(&self) -> &[Symmetry] {
        Symmetry::of_board(self.columns, self.rows)
    }

    fn map_move(&self, symmetry: Symmetry, shot: Shot) -> Shot {
        let map = |cell: u8| self.tables.maps.cell(symmetry, usize::from(cell)) as u8;
        Shot {
            from: map(shot.from),
            to: map(shot.to),
            arrow: map(shot.arrow),
        }
    }

    fn map_position(&self, symmetry: Symmetry, position: &Position<B>) -> Position<B> {
        let map = |set: B| self.tables.maps.set(symmetry, set);
        self.position(
            position.queens.map(map),
            map(position.arrows),
            position.side,
        )
    }

    /// Most positions are told apart by the first piece without an image.
    fn is_symmetric(&self, position: &Position<B>, symmetry: Symmetry) -> bool {
        // A symmetry takes different cells to different cells, so a set that it takes into itself
        // it takes onto itself.
        let [white, black] = position.queens;
        [white, black, position.arrows].into_iter().all(|set| {
            set.ones()
                .all(|cell| set.test(self.tables.maps.cell(symmetry, cell)))
        })
    }
}
