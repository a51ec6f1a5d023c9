//! A board as a grid of cells, for whoever draws it: terminal, page, report.

use crate::Side;

/// What is on each cell of a board, without any idea of how it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// The width.
    pub columns: usize,
    /// The height.
    pub rows: usize,
    /// The cells, row by row from the bottom left.
    pub cells: Vec<DiagramCell>,
}

impl Diagram {
    /// A board of `columns` × `rows` whose cells are given by `cell(column, row)`.
    #[must_use]
    pub fn from_cells(
        columns: usize,
        rows: usize,
        mut cell: impl FnMut(usize, usize) -> DiagramCell,
    ) -> Diagram {
        Diagram {
            columns,
            rows,
            cells: (0..columns * rows)
                .map(|index| cell(index % columns, index / columns))
                .collect(),
        }
    }

    /// The cell at a column and a row, (0, 0) being the bottom left.
    #[must_use]
    pub fn at(&self, column: usize, row: usize) -> &DiagramCell {
        &self.cells[row * self.columns + column]
    }
}

/// One cell of a [`Diagram`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiagramCell {
    /// Whose piece stands here.
    pub owner: Option<Side>,
    /// What stands here, as one ASCII character; `.` when nothing does.
    pub ascii: char,
    /// The same as one Unicode character of a single column.
    pub glyph: char,
    /// What stands here, or what the empty cell is, in a word: `king`, `arrow`, `throne`.
    pub name: &'static str,
    /// Whether the cell itself is a special one (a throne, a tower), whatever stands on it.
    pub special: bool,
}

impl DiagramCell {
    /// An empty, ordinary cell.
    pub const EMPTY: DiagramCell = DiagramCell {
        owner: None,
        ascii: '.',
        glyph: '·',
        name: "empty",
        special: false,
    };

    /// Something on an ordinary cell.
    #[must_use]
    pub const fn new(
        owner: Option<Side>,
        ascii: char,
        glyph: char,
        name: &'static str,
    ) -> DiagramCell {
        DiagramCell {
            owner,
            ascii,
            glyph,
            name,
            special: false,
        }
    }

    /// A plain piece of `side`: `x` or `o`.
    #[must_use]
    pub const fn piece(side: Side) -> DiagramCell {
        match side {
            Side::First => DiagramCell::new(Some(side), 'x', '●', "piece"),
            Side::Second => DiagramCell::new(Some(side), 'o', '○', "piece"),
        }
    }
}
