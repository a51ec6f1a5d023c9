//! What a board looks like to the solver: as constants on the classic board, as fields elsewhere.

use game::bits::Bits;
use games::connect::line_starts;

/// The size of a board and its lines. Cells are bits, column by column from the left, each column
/// from below, with one bit above it that stays empty.
pub(crate) trait Shape: Copy + Send + Sync {
    /// A set of cells.
    type Set: Bits;

    fn columns(&self) -> usize;
    /// The distance between neighbours of a row.
    fn stride(&self) -> usize;
    /// All cells.
    fn board(&self) -> Self::Set;
    /// The lowest cell of each column.
    fn bottom(&self) -> Self::Set;
    /// The cells of every other row, those below the topmost first: the lower halves, if all cells
    /// are put into vertical pairs from above.
    fn lower_halves(&self) -> Self::Set;
    fn cells(&self) -> i32;
    /// With so many stones the game is over.
    fn longest(&self) -> i32;
    /// Whether there are stones for all cells.
    fn fills_up(&self) -> bool;

    /// The cells that would complete a line of these stones, others and some outside the board
    /// among them: whoever asks knows which are empty.
    fn completing(&self, stones: Self::Set) -> Self::Set;

    /// Whether these cells hold a line.
    fn has_line(&self, cells: Self::Set) -> bool;

    /// How many stones in a row win.
    fn length(&self) -> usize;

    /// How many lines go through a cell.
    fn lines_through(&self, cell: usize) -> u32 {
        let stride = self.stride();
        let length = self.length();
        let is_line = |distance: usize, before: usize| {
            let Some(first) = cell.checked_sub(before * distance) else {
                return false;
            };
            let mut cells = (0..length).map(|step| first + step * distance);
            cells.all(|cell| cell < self.columns() * stride && self.board().test(cell))
        };
        [1, stride - 1, stride, stride + 1]
            .iter()
            .flat_map(|&distance| (0..length).map(move |before| (distance, before)))
            .filter(|&(distance, before)| is_line(distance, before))
            .count() as u32
    }
}

/// The cells that complete a line of `length` in one direction.
///
/// A line goes through a cell if some of its stones lie directly before the cell and the rest
/// directly after it. The usual lengths are written out.
#[inline(always)]
fn completing_along<B: Bits>(stones: B, length: usize, distance: usize) -> B {
    match length {
        3 => {
            let (before, after) = (stones << distance, stones >> distance);
            before & stones << (2 * distance) | before & after | after & stones >> (2 * distance)
        }
        4 => {
            let (before, after) = (stones << distance, stones >> distance);
            let two_before = before & stones << (2 * distance);
            let two_after = after & stones >> (2 * distance);
            two_before & (stones << (3 * distance) | after)
                | two_after & (stones >> (3 * distance) | before)
        }
        _ => {
            // All ways to split the rest of the line, from all before to all after.
            let mut found = B::ZERO;
            for first in 0..length {
                let mut cells = !B::ZERO;
                for step in 1..=first {
                    cells &= stones << (step * distance);
                }
                for step in 1..length - first {
                    cells &= stones >> (step * distance);
                }
                found |= cells;
            }
            found
        }
    }
}

/// The cells that complete a line upwards: only from below.
#[inline(always)]
fn completing_upwards<B: Bits>(stones: B, length: usize) -> B {
    let mut cells = !B::ZERO;
    for step in 1..length {
        cells &= stones << step;
    }
    cells
}

/// Seven columns, six rows, four in a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Classic;

const CLASSIC_BOTTOM: u64 = 0x0000_0408_1020_4081;

const fn rows_of_classic(first: u32, step: u32) -> u64 {
    let mut cells = 0;
    let mut row = first;
    while row < 6 {
        cells |= CLASSIC_BOTTOM << row;
        row += step;
    }
    cells
}

impl Shape for Classic {
    type Set = u64;

    #[inline(always)]
    fn columns(&self) -> usize {
        7
    }
    #[inline(always)]
    fn stride(&self) -> usize {
        7
    }
    #[inline(always)]
    fn board(&self) -> u64 {
        const { rows_of_classic(0, 1) }
    }
    #[inline(always)]
    fn bottom(&self) -> u64 {
        CLASSIC_BOTTOM
    }
    #[inline(always)]
    fn lower_halves(&self) -> u64 {
        const { rows_of_classic(0, 2) }
    }
    #[inline(always)]
    fn cells(&self) -> i32 {
        42
    }
    #[inline(always)]
    fn longest(&self) -> i32 {
        42
    }
    #[inline(always)]
    fn fills_up(&self) -> bool {
        true
    }
    #[inline(always)]
    fn length(&self) -> usize {
        4
    }
    #[inline(always)]
    fn completing(&self, stones: u64) -> u64 {
        completing_upwards(stones, 4)
            | completing_along(stones, 4, 6)
            | completing_along(stones, 4, 7)
            | completing_along(stones, 4, 8)
    }
    #[inline(always)]
    fn has_line(&self, cells: u64) -> bool {
        line_starts(cells, 4, 1)
            | line_starts(cells, 4, 6)
            | line_starts(cells, 4, 7)
            | line_starts(cells, 4, 8)
            != 0
    }
}

/// Any board that fits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Any<B> {
    columns: usize,
    rows: usize,
    length: usize,
    longest: i32,
    board: B,
    bottom: B,
    lower_halves: B,
    fills_up: bool,
}

impl<B: Bits> Any<B> {
    /// The board, which must fit; `pieces` per side.
    pub(crate) fn new(columns: usize, rows: usize, length: usize, pieces: usize) -> Any<B> {
        let bottom = B::of((0..columns).map(|column| column * (rows + 1)));
        let raised = |cells: B, row: usize| cells | bottom << row;
        let longest = (columns * rows).min(2 * pieces);
        Any {
            columns,
            rows,
            length,
            longest: longest as i32,
            board: (0..rows).fold(B::ZERO, raised),
            bottom,
            lower_halves: (0..rows).rev().skip(1).step_by(2).fold(B::ZERO, raised),
            fills_up: longest == columns * rows,
        }
    }

    #[inline]
    fn fits_across(&self) -> bool {
        self.length <= self.columns
    }

    #[inline]
    fn fits_up(&self) -> bool {
        self.length <= self.rows
    }
}

impl<B: Bits> Shape for Any<B> {
    type Set = B;

    #[inline]
    fn columns(&self) -> usize {
        self.columns
    }
    #[inline]
    fn stride(&self) -> usize {
        self.rows + 1
    }
    #[inline]
    fn board(&self) -> B {
        self.board
    }
    #[inline]
    fn bottom(&self) -> B {
        self.bottom
    }
    #[inline]
    fn lower_halves(&self) -> B {
        self.lower_halves
    }
    #[inline]
    fn cells(&self) -> i32 {
        (self.columns * self.rows) as i32
    }
    #[inline]
    fn longest(&self) -> i32 {
        self.longest
    }
    #[inline]
    fn fills_up(&self) -> bool {
        self.fills_up
    }

    #[inline]
    fn length(&self) -> usize {
        self.length
    }

    fn completing(&self, stones: B) -> B {
        let stride = self.rows + 1;
        // The compiler unrolls what has a constant length. Directions without room for a line are
        // left out: their shifts could be longer than a word.
        match (self.length, self.fits_across() && self.fits_up()) {
            (4, true) => {
                completing_upwards(stones, 4)
                    | completing_along(stones, 4, stride - 1)
                    | completing_along(stones, 4, stride)
                    | completing_along(stones, 4, stride + 1)
            }
            (3, true) => {
                completing_upwards(stones, 3)
                    | completing_along(stones, 3, stride - 1)
                    | completing_along(stones, 3, stride)
                    | completing_along(stones, 3, stride + 1)
            }
            (length, has_diagonals) => {
                let mut cells = B::ZERO;
                if self.fits_up() {
                    cells |= completing_upwards(stones, length);
                }
                if self.fits_across() {
                    cells |= completing_along(stones, length, stride);
                }
                if has_diagonals {
                    cells |= completing_along(stones, length, stride - 1)
                        | completing_along(stones, length, stride + 1);
                }
                cells
            }
        }
    }

    fn has_line(&self, cells: B) -> bool {
        let stride = self.rows + 1;
        let has = |distance| !line_starts(cells, self.length, distance).is_zero();
        (self.fits_up() && has(1))
            || (self.fits_across() && has(stride))
            || (self.fits_across() && self.fits_up() && (has(stride - 1) || has(stride + 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted() {
        let lines = |shape: &Any<u128>, cells: &[usize]| -> Vec<u32> {
            cells
                .iter()
                .map(|&cell| shape.lines_through(cell))
                .collect()
        };
        let classic: Vec<u32> = (0..7)
            .map(|column| Classic.lines_through(7 * column))
            .collect();
        assert_eq!(classic, [3, 4, 5, 7, 5, 4, 3]);
        assert_eq!(Classic.lines_through(7 * 3 + 2), 13);
        // Nothing goes through the bits above the columns, or beyond.
        assert_eq!(Classic.lines_through(6) + Classic.lines_through(60), 0);
        // Four cells for each of the 69 lines of the classic board.
        let all = |shape: &Any<u128>| (0..128).map(|cell| shape.lines_through(cell)).sum::<u32>();
        assert_eq!(all(&Any::new(7, 6, 4, 21)), 4 * 69);
        assert_eq!(all(&Any::new(3, 3, 3, 5)), 3 * 8);
        let narrow = Any::new(2, 5, 4, 5);
        assert_eq!(lines(&narrow, &[0, 1, 4, 7]), [1, 2, 1, 2]);
    }
}
