//! A board as a grid of cells, for whoever draws it: terminal, page, report.

use crate::text::{BoardRows, TextError};
use crate::{Notation, Side};

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

/// What a position is set up from by hand, for games whose positions are written as rows of letters and a word for
/// the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetUpKit {
    /// What can be put on a cell; their ASCII characters are their letters in a position's text.
    pub pieces: Vec<DiagramCell>,
    /// The words for the sides in a position's text.
    pub sides: [&'static str; 2],
}

/// The position in which these letters stand on the cells, row by row from the bottom left, with a side to move.
/// Whether it makes sense, the game says, as it does with a text.
pub fn set_up<G: Notation>(
    game: &G,
    letters: &[Option<char>],
    side: Side,
) -> Result<G::Position, TextError> {
    let refuse = |problem: &str, expected: String| {
        let text = String::from_iter(letters.iter().map(|letter| letter.unwrap_or('.')));
        Err(TextError::new("position", &text, 0, problem, expected))
    };
    let Some(kit) = game.set_up_kit() else {
        return refuse(
            "this game has no positions that are set up by hand",
            String::new(),
        );
    };
    let Diagram { columns, rows, .. } = game.diagram(&game.start());
    if letters.len() != columns * rows {
        let expected = format!("{} cells", columns * rows);
        return refuse(&format!("there are {} cells", letters.len()), expected);
    }
    let is_known = |letter: char| kit.pieces.iter().any(|piece| piece.ascii == letter);
    if let Some(letter) = letters.iter().flatten().find(|&&letter| !is_known(letter)) {
        let known: Vec<String> = kit.pieces.iter().map(|it| it.ascii.to_string()).collect();
        return refuse(&format!("found {letter:?}"), known.join(", "));
    }
    let board = BoardRows::from_cells(columns, rows, |column, row| letters[row * columns + column]);
    game.parse_position(&format!("{board} {}", kit.sides[side.index()]))
}
