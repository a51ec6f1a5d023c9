//! A square board as bits, and steps on it.
//!
//! Cells are numbered row by row from the bottom left, without gaps, so that 11 × 11 fits 128 bits:
//!
//! ```text
//!   42 43 44 45 46 47 48
//!   …                         7 × 7: east is +1, north is +7; a step east must not land in the
//!    7  8  9 10 11 12 13      first column, nor a step west in the last
//!    0  1  2  3  4  5  6
//! ```

use game::bits::Bits;
use std::collections::BTreeSet;

/// Evaluates an expression with the size of the board, known as a constant where it is one of the
/// usual sizes: shifts by constants are several times as fast.
macro_rules! with_constant_size {
    ($bits:ty, $size:expr, |$name:ident| $expression:expr) => {
        match $size {
            7 if <$bits>::WIDTH == 64 => {
                let $name = 7;
                $expression
            }
            9 if <$bits>::WIDTH == 128 => {
                let $name = 9;
                $expression
            }
            11 if <$bits>::WIDTH == 128 => {
                let $name = 11;
                $expression
            }
            $name => $expression,
        }
    };
}
pub(super) use with_constant_size;

/// The four ways a piece can go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    East,
    North,
    West,
    South,
}

impl Direction {
    pub(super) const ALL: [Direction; 4] = [
        Direction::East,
        Direction::North,
        Direction::West,
        Direction::South,
    ];
}

/// The shape of a board, with tables for each cell.
#[derive(Debug, Clone)]
pub(super) struct Geometry<B> {
    pub(super) size: usize,
    /// All cells.
    pub(super) all: B,
    /// All cells but those of the first, or last, column.
    not_first: B,
    not_last: B,
    /// The outermost cells.
    pub(super) edge: B,
    /// For each cell those beside it.
    pub(super) neighbours: Vec<B>,
    /// For each cell those beside it or diagonally next to it.
    pub(super) around: Vec<B>,
    /// For each cell and direction, the number of cells up to the edge.
    room: Vec<[u8; 4]>,
}

impl<B: Bits> Geometry<B> {
    pub(super) fn new(size: usize) -> Geometry<B> {
        let cells = size * size;
        let all = B::first(cells);
        let column = |number: usize| B::of((0..size).map(|row| row * size + number));
        let row = |number: usize| B::of((0..size).map(|column| number * size + column));
        let last = size - 1;
        let mut geometry = Geometry {
            size,
            all,
            not_first: all & !column(0),
            not_last: all & !column(last),
            edge: column(0) | column(last) | row(0) | row(last),
            neighbours: Vec::new(),
            around: Vec::new(),
            room: (0..cells)
                .map(|cell| {
                    let (column, row) = (cell % size, cell / size);
                    [last - column, last - row, column, row].map(|room| room as u8)
                })
                .collect(),
        };
        for cell in 0..cells {
            let bit = B::bit(cell);
            let line =
                bit | geometry.step(bit, Direction::East) | geometry.step(bit, Direction::West);
            geometry.neighbours.push(geometry.beside(bit));
            geometry.around.push(
                (line
                    | geometry.step(line, Direction::North)
                    | geometry.step(line, Direction::South))
                    & !bit,
            );
        }
        geometry
    }

    pub(super) fn cells(&self) -> usize {
        self.size * self.size
    }

    /// Cells given by column and row, as a set.
    pub(super) fn set_of(&self, cells: &BTreeSet<(u8, u8)>) -> B {
        B::of(
            cells
                .iter()
                .map(|&(column, row)| usize::from(row) * self.size + usize::from(column)),
        )
    }

    /// The cells one step from those of a set.
    #[inline(always)]
    pub(super) fn step(&self, set: B, direction: Direction) -> B {
        self.step_on(set, direction, self.size)
    }

    /// [`Geometry::step`] where the caller may know the size of the board as a constant.
    #[inline(always)]
    pub(super) fn step_on(&self, set: B, direction: Direction, size: usize) -> B {
        match direction {
            Direction::East => (set << 1) & self.not_first,
            Direction::North => (set << size) & self.all,
            Direction::West => (set >> 1) & self.not_last,
            Direction::South => set >> size,
        }
    }

    /// The cells one step from those of a set, whatever the direction.
    #[inline(always)]
    pub(super) fn beside(&self, set: B) -> B {
        self.beside_on(set, self.size)
    }

    #[inline(always)]
    fn beside_on(&self, set: B, size: usize) -> B {
        self.step_on(set, Direction::East, size)
            | self.step_on(set, Direction::North, size)
            | self.step_on(set, Direction::West, size)
            | self.step_on(set, Direction::South, size)
    }

    /// The cell beside a cell, if the board goes on there.
    #[inline(always)]
    pub(super) fn next(&self, cell: usize, direction: Direction) -> Option<usize> {
        (self.room[cell][direction as usize] > 0).then(|| match direction {
            Direction::East => cell + 1,
            Direction::North => cell + self.size,
            Direction::West => cell - 1,
            Direction::South => cell - self.size,
        })
    }

    /// How many cells lie between a cell and the edge, the edge included.
    #[inline(always)]
    pub(super) fn room(&self, cell: usize, direction: Direction) -> usize {
        self.room[cell][direction as usize].into()
    }

    /// What a step in a direction adds to the number of a cell, as a wrapping number.
    #[inline(always)]
    pub(super) fn stride(&self, direction: Direction) -> usize {
        match direction {
            Direction::East => 1,
            Direction::North => self.size,
            Direction::West => 1_usize.wrapping_neg(),
            Direction::South => self.size.wrapping_neg(),
        }
    }

    /// The pieces together with all cells that they can pass over in a direction, one after the
    /// other through `open`: a step further on are those that they can reach. (Whether a cell at
    /// the edge, behind which there is nothing, is among them is left open.)
    ///
    /// `size` must be the size of the board: where the caller knows it as a constant, so are all
    /// the shifts here.
    #[inline(always)]
    pub(super) fn slide(&self, pieces: B, open: B, direction: Direction, size: usize) -> B {
        match direction {
            Direction::East => {
                // The cell after a piece, added to the run of open cells that begins there, turns
                // the run to zeros and carries into the cell behind it. Without the last column,
                // no carry leaves its row.
                let first = (pieces << 1) & self.not_first & open;
                let runs = open & self.not_last;
                let carried = runs.plus(first & self.not_last);
                pieces | first | (carried ^ runs) & open
            }
            Direction::North => Self::fill(pieces, open, size, |set, steps| set << (size * steps)),
            Direction::West => Self::fill(pieces, open & self.not_last, size, |set, steps| {
                set >> steps
            }),
            Direction::South => Self::fill(pieces, open, size, |set, steps| set >> (size * steps)),
        }
    }

    /// Each round doubles the distance: what has been filled is laid over itself, moved by 1, 2,
    /// 4, … steps, while `open` shrinks to the cells before which as many are open.
    #[inline(always)]
    fn fill(pieces: B, open: B, size: usize, shift: impl Fn(B, usize) -> B) -> B {
        let (mut filled, mut open) = (pieces, open);
        let mut steps = 1;
        // The longest slide passes over all but the first and the last cell of a line.
        while steps < size - 1 {
            filled |= open & shift(filled, steps);
            open &= shift(open, steps);
            steps *= 2;
        }
        filled
    }

    /// All cells that can be reached from a set, step by step through `open`; `None` as soon as
    /// one of them is in `forbidden`.
    pub(super) fn flood(&self, from: B, open: B, forbidden: B) -> Option<B> {
        with_constant_size!(B, self.size, |size| {
            let mut allowed = true;
            let reached = self.flood_on(from, open, size, |reached| {
                allowed = !reached.meets(forbidden);
                allowed
            });
            allowed.then_some(reached)
        })
    }

    /// All cells that can be reached from a set, step by step through `open`, for as long as
    /// `goes_on` says so of those reached. `size` must be the size of the board, as for
    /// [`Geometry::slide`].
    #[inline(always)]
    pub(super) fn flood_on(
        &self,
        from: B,
        open: B,
        size: usize,
        mut goes_on: impl FnMut(B) -> bool,
    ) -> B {
        let mut reached = from;
        while goes_on(reached) {
            let next = reached | self.beside_on(reached, size) & open;
            if next == reached {
                break;
            }
            reached = next;
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::bits::Wide;

    fn slides_agree_with_steps<B: Bits>(size: usize) {
        let geometry = Geometry::<B>::new(size);
        let mut generator = game::random::Seed(size as u64).generator();
        for _ in 0..50 {
            let mut random =
                |one_in: usize| B::of((0..size * size).filter(|_| generator.below(one_in) == 0));
            let (pieces, walls) = (random(9), random(5));
            let open = geometry.all & !pieces & !walls;
            for direction in Direction::ALL {
                let mut expected = B::ZERO;
                for cell in pieces.ones() {
                    let mut cell = cell;
                    while let Some(next) = geometry.next(cell, direction)
                        && open.test(next)
                    {
                        expected |= B::bit(next);
                        cell = next;
                    }
                }
                let filled = geometry.slide(pieces, open, direction, size);
                assert_eq!(
                    geometry.step(filled, direction) & open,
                    expected,
                    "{size} {direction:?}"
                );
            }
        }
    }

    #[test]
    fn slides_are_repeated_steps() {
        slides_agree_with_steps::<u64>(5);
        slides_agree_with_steps::<u64>(7);
        slides_agree_with_steps::<u128>(9);
        slides_agree_with_steps::<u128>(11);
        for size in [13, 15, 17, 19] {
            slides_agree_with_steps::<Wide<6>>(size);
        }
    }
}
