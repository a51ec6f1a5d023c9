//! What a board looks like to the solver: as constants on the classic board, as fields elsewhere.

use game::bits::Bits;
use games::connect::{completions_above, completions_along, line_starts};

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
        completions_above(stones, 4)
            | completions_along(stones, 4, 6)
            | completions_along(stones, 4, 7)
            | completions_along(stones, 4, 8)
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
                completions_above(stones, 4)
                    | completions_along(stones, 4, stride - 1)
                    | completions_along(stones, 4, stride)
                    | completions_along(stones, 4, stride + 1)
            }
            (3, true) => {
                completions_above(stones, 3)
                    | completions_along(stones, 3, stride - 1)
                    | completions_along(stones, 3, stride)
                    | completions_along(stones, 3, stride + 1)
            }
            (length, has_diagonals) => {
                let mut cells = B::ZERO;
                if self.fits_up() {
                    cells |= completions_above(stones, length);
                }
                if self.fits_across() {
                    cells |= completions_along(stones, length, stride);
                }
                if has_diagonals {
                    cells |= completions_along(stones, length, stride - 1)
                        | completions_along(stones, length, stride + 1);
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
