//! The symmetries of a rectangular board.

use crate::bits::Bits;
use std::fmt;

/// One of the eight symmetries of the square; four of them also hold on other rectangles.
///
/// Columns run from left to right, rows from bottom to top, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A quarter turn counter-clockwise.
    Rotate90,
    /// A half turn.
    Rotate180,
    /// A quarter turn clockwise.
    Rotate270,
    /// Left and right change places.
    MirrorColumns,
    /// Top and bottom change places.
    MirrorRows,
    /// Columns become rows: the diagonal through a1 stays.
    Transpose,
    /// The other diagonal stays.
    AntiTranspose,
}

impl Symmetry {
    /// All eight symmetries of the square.
    pub const SQUARE: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::Rotate90,
        Symmetry::Rotate180,
        Symmetry::Rotate270,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];
    /// The four symmetries of a rectangle.
    pub const RECTANGLE: [Symmetry; 4] = [
        Symmetry::Identity,
        Symmetry::Rotate180,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
    ];
    /// The two symmetries of a board with a top and a bottom.
    pub const MIRROR: [Symmetry; 2] = [Symmetry::Identity, Symmetry::MirrorColumns];

    /// The symmetries of a board of this size on which no direction is special.
    #[must_use]
    pub const fn of_board(columns: usize, rows: usize) -> &'static [Symmetry] {
        if columns == rows {
            &Self::SQUARE
        } else {
            &Self::RECTANGLE
        }
    }

    /// As (transpose first?, then mirror columns?, then mirror rows?).
    const fn parts(self) -> (bool, bool, bool) {
        match self {
            Symmetry::Identity => (false, false, false),
            Symmetry::MirrorColumns => (false, true, false),
            Symmetry::MirrorRows => (false, false, true),
            Symmetry::Rotate180 => (false, true, true),
            Symmetry::Transpose => (true, false, false),
            Symmetry::Rotate90 => (true, true, false),
            Symmetry::Rotate270 => (true, false, true),
            Symmetry::AntiTranspose => (true, true, true),
        }
    }

    const fn from_parts(parts: (bool, bool, bool)) -> Symmetry {
        match parts {
            (false, false, false) => Symmetry::Identity,
            (false, true, false) => Symmetry::MirrorColumns,
            (false, false, true) => Symmetry::MirrorRows,
            (false, true, true) => Symmetry::Rotate180,
            (true, false, false) => Symmetry::Transpose,
            (true, true, false) => Symmetry::Rotate90,
            (true, false, true) => Symmetry::Rotate270,
            (true, true, true) => Symmetry::AntiTranspose,
        }
    }

    /// Where the cell (`column`, `row`) of a board of `columns` × `rows` goes.
    ///
    /// A symmetry that exchanges columns and rows is only meaningful on a square board.
    ///
    /// ```
    /// use game::Symmetry;
    /// assert_eq!(Symmetry::Rotate90.apply(2, 0, 3, 3), (2, 2));
    /// assert_eq!(Symmetry::MirrorColumns.apply(0, 4, 7, 6), (6, 4));
    /// ```
    #[must_use]
    #[inline]
    pub const fn apply(
        self,
        column: usize,
        row: usize,
        columns: usize,
        rows: usize,
    ) -> (usize, usize) {
        let (transpose, mirror_columns, mirror_rows) = self.parts();
        let (column, row) = if transpose {
            (row, column)
        } else {
            (column, row)
        };
        (
            if mirror_columns {
                columns - 1 - column
            } else {
                column
            },
            if mirror_rows { rows - 1 - row } else { row },
        )
    }

    /// First `self`, then `next`.
    #[must_use]
    pub const fn then(self, next: Symmetry) -> Symmetry {
        let (transpose, columns, rows) = self.parts();
        let (next_transpose, next_columns, next_rows) = next.parts();
        let (columns, rows) = if next_transpose {
            (rows, columns)
        } else {
            (columns, rows)
        };
        Symmetry::from_parts((
            transpose ^ next_transpose,
            columns ^ next_columns,
            rows ^ next_rows,
        ))
    }

    /// The symmetry that takes everything back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Rotate90 => Symmetry::Rotate270,
            Symmetry::Rotate270 => Symmetry::Rotate90,
            other => other,
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Symmetry::Identity => "identity",
            Symmetry::Rotate90 => "rotate-90",
            Symmetry::Rotate180 => "rotate-180",
            Symmetry::Rotate270 => "rotate-270",
            Symmetry::MirrorColumns => "mirror-columns",
            Symmetry::MirrorRows => "mirror-rows",
            Symmetry::Transpose => "transpose",
            Symmetry::AntiTranspose => "anti-transpose",
        })
    }
}

/// Where each symmetry takes each cell of a board, worked out once.
///
/// ```
/// use game::{CellMaps, Symmetry};
/// let maps = CellMaps::new(3, 3, |column, row| row * 3 + column);
/// assert_eq!(maps.cell(Symmetry::Rotate90, 2), 8);
/// assert_eq!(maps.set(Symmetry::MirrorColumns, 0b000_000_011_u64), 0b000_000_110);
/// ```
#[derive(Debug, Clone)]
pub struct CellMaps {
    /// Indexed by symmetry, then by cell; empty for symmetries that the board does not have.
    maps: [Vec<u16>; 8],
}

impl CellMaps {
    /// The maps of a board of `columns` × `rows` whose cells are numbered by
    /// `index(column, row)`, from 0 and without gaps.
    #[must_use]
    pub fn new(columns: usize, rows: usize, index: impl Fn(usize, usize) -> usize) -> CellMaps {
        let mut maps = [const { Vec::new() }; 8];
        for &symmetry in Symmetry::of_board(columns, rows) {
            let map = &mut maps[symmetry as usize];
            map.resize(columns * rows, 0);
            for cell in 0..columns * rows {
                let (column, row) = (cell % columns, cell / columns);
                let (to_column, to_row) = symmetry.apply(column, row, columns, rows);
                map[index(column, row)] = index(to_column, to_row) as u16;
            }
        }
        CellMaps { maps }
    }

    /// Where a cell goes.
    #[must_use]
    #[inline]
    pub fn cell(&self, symmetry: Symmetry, cell: usize) -> usize {
        usize::from(self.maps[symmetry as usize][cell])
    }

    /// Where a set of cells goes.
    #[must_use]
    pub fn set<B: Bits>(&self, symmetry: Symmetry, set: B) -> B {
        if symmetry == Symmetry::Identity {
            return set;
        }
        B::of(set.ones().map(|cell| self.cell(symmetry, cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composition_is_what_happens_to_cells() {
        for a in Symmetry::SQUARE {
            for b in Symmetry::SQUARE {
                for cell in 0..25 {
                    let (column, row) = a.apply(cell % 5, cell / 5, 5, 5);
                    assert_eq!(
                        b.apply(column, row, 5, 5),
                        a.then(b).apply(cell % 5, cell / 5, 5, 5),
                        "{a} then {b}"
                    );
                }
            }
            assert_eq!(a.then(a.inverse()), Symmetry::Identity);
        }
    }

    #[test]
    fn rotations_are_repeated_quarter_turns() {
        let quarter = Symmetry::Rotate90;
        assert_eq!(quarter.then(quarter), Symmetry::Rotate180);
        assert_eq!(quarter.then(quarter).then(quarter), Symmetry::Rotate270);
    }
}
