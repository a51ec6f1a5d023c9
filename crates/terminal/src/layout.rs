//! Where things are on the screen, and which cell a place on it belongs to.

use ratatui::layout::Rect;

/// Below this there is no room for a board and what is said about it.
pub(crate) const LEAST: (u16, u16) = (40, 12);
/// What stands beside the board needs so much room.
const PANEL_WIDTH: u16 = 26;
/// Where there is little room, it gets by with this.
const NARROW_PANEL: u16 = 20;
/// What stands below the board needs so many lines.
const PANEL_HEIGHT: u16 = 5;
/// A line for the name of the game above, and below: how it stands, a message, and the line to type in.
const ABOVE: u16 = 1;
const BELOW: u16 = 3;
const GAP: u16 = 2;
/// How wide a cell is, the best first: square to look at, or as narrow as it can be.
const CELL_WIDTHS: [u16; 3] = [3, 2, 1];

/// Where everything is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) board: BoardPlace,
    pub(crate) panel: Rect,
    pub(crate) status: u16,
    pub(crate) message: u16,
    pub(crate) input: u16,
}

/// A board, and how it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sight {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Whether the right is on the left.
    pub(crate) turns_columns: bool,
    /// Whether the top is at the bottom.
    pub(crate) turns_rows: bool,
}

impl Sight {
    /// The column and row on the screen, from the top left, of a cell.
    pub(crate) fn place_of(self, cell: usize) -> (usize, usize) {
        let (column, row) = (cell % self.columns, cell / self.columns);
        let across = match self.turns_columns {
            true => self.columns - 1 - column,
            false => column,
        };
        let down = match self.turns_rows {
            true => row,
            false => self.rows - 1 - row,
        };
        (across, down)
    }

    /// The cell at a column and row of the screen.
    pub(crate) fn cell_at(self, across: usize, down: usize) -> usize {
        let column = match self.turns_columns {
            true => self.columns - 1 - across,
            false => across,
        };
        let row = match self.turns_rows {
            true => down,
            false => self.rows - 1 - down,
        };
        row * self.columns + column
    }

    /// The cell so many steps away, or the nearest one at the edge.
    pub(crate) fn step(self, cell: usize, right: isize, down: isize) -> usize {
        let (across, below) = self.place_of(cell);
        let across = across.saturating_add_signed(right).min(self.columns - 1);
        let below = below.saturating_add_signed(down).min(self.rows - 1);
        self.cell_at(across, below)
    }
}

/// The part of the board that is seen, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoardPlace {
    pub(crate) sight: Sight,
    /// Where the labels of the rows begin.
    pub(crate) left: u16,
    /// How wide they are, with a space behind them.
    pub(crate) labels: u16,
    pub(crate) top: u16,
    pub(crate) cell_width: u16,
    /// The first column and row that are seen.
    pub(crate) first: (usize, usize),
    /// How many of them are seen.
    pub(crate) shown: (usize, usize),
}

impl BoardPlace {
    /// Where a column and row of the screen is drawn; nothing if it is not seen.
    pub(crate) fn spot(&self, across: usize, down: usize) -> Option<(u16, u16)> {
        let across = across.checked_sub(self.first.0)?;
        let down = down.checked_sub(self.first.1)?;
        if across >= self.shown.0 || down >= self.shown.1 {
            return None;
        }
        let x = self.left + self.labels + across as u16 * self.cell_width;
        Some((x, self.top + down as u16))
    }

    /// The cell at a place of the screen.
    pub(crate) fn cell_under(&self, x: u16, y: u16) -> Option<usize> {
        let across = x.checked_sub(self.left + self.labels)? / self.cell_width;
        let down = y.checked_sub(self.top)?;
        let (across, down) = (usize::from(across), usize::from(down));
        if across >= self.shown.0 || down >= self.shown.1 {
            return None;
        }
        let (across, down) = (across + self.first.0, down + self.first.1);
        Some(self.sight.cell_at(across, down))
    }
}

/// Finds room for a board, whose cursor must be seen, and for what is said about it; nothing if there is not enough.
pub(crate) fn arrange(width: u16, height: u16, sight: Sight, cursor: usize) -> Option<Layout> {
    if width < LEAST.0 || height < LEAST.1 {
        return None;
    }
    let labels = sight.rows.to_string().len() as u16 + 1;
    let room = height - ABOVE - BELOW;
    let (columns, rows) = (sight.columns as u16, sight.rows as u16);
    // With a letter below each column.
    let board_height = rows + 1;
    let board_width = |cell_width: u16| labels + columns * cell_width + 1;
    let place = |cell_width, first, shown| BoardPlace {
        sight,
        left: 0,
        labels,
        top: ABOVE,
        cell_width,
        first,
        shown,
    };
    let whole = |cell_width| place(cell_width, (0, 0), (sight.columns, sight.rows));
    let beside = |panel_width: u16| {
        let fits = |cell_width: &u16| {
            board_height <= room && board_width(*cell_width) + GAP + panel_width <= width
        };
        let cell_width = CELL_WIDTHS.into_iter().find(fits)?;
        let left = board_width(cell_width) + GAP;
        Some((
            whole(cell_width),
            Rect::new(left, ABOVE, width - left, room),
        ))
    };
    let below = || {
        let fits = |cell_width: &u16| {
            board_width(*cell_width) <= width && board_height + 1 + PANEL_HEIGHT <= room
        };
        let cell_width = CELL_WIDTHS.into_iter().find(fits)?;
        let top = ABOVE + board_height + 1;
        let panel = Rect::new(0, top, width, height - BELOW - top);
        Some((whole(cell_width), panel))
    };
    let scrolled = || {
        let panel_width = match width {
            ..60 => NARROW_PANEL,
            _ => PANEL_WIDTH,
        };
        let left = width - panel_width;
        let shown = (
            usize::from(left - GAP - labels).min(sight.columns),
            usize::from(room - 1).min(sight.rows),
        );
        // The cursor in the middle, as far as the edges allow.
        let (across, down) = sight.place_of(cursor);
        let first = |place: usize, shown: usize, all: usize| {
            place.saturating_sub(shown / 2).min(all - shown)
        };
        let first = (
            first(across, shown.0, sight.columns),
            first(down, shown.1, sight.rows),
        );
        let panel = Rect::new(left, ABOVE, panel_width, room);
        (place(1, first, shown), panel)
    };
    let (board, panel) = beside(PANEL_WIDTH)
        .or_else(below)
        .or_else(|| beside(NARROW_PANEL))
        .unwrap_or_else(scrolled);
    Some(Layout {
        board,
        panel,
        status: height - 3,
        message: height - 2,
        input: height - 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn sight(columns: usize, rows: usize) -> Sight {
        Sight {
            columns,
            rows,
            turns_columns: false,
            turns_rows: false,
        }
    }

    #[test]
    fn every_board_finds_room_in_every_window() {
        for (columns, rows) in [(7, 6), (4, 4), (10, 10), (19, 19), (26, 26), (30, 4)] {
            for width in LEAST.0..130 {
                for height in LEAST.1..50 {
                    for cursor in [0, columns * rows / 2, columns * rows - 1] {
                        let sight = sight(columns, rows);
                        let layout = arrange(width, height, sight, cursor).expect("it is large");
                        let (across, down) = sight.place_of(cursor);
                        let (x, y) = layout.board.spot(across, down).expect("it is seen");
                        assert!(x + layout.board.cell_width <= width && y < height - BELOW);
                        assert_eq!(layout.board.cell_under(x, y), Some(cursor));
                        assert!(layout.panel.right() <= width);
                        assert!(layout.panel.bottom() <= height - BELOW);
                        assert!(layout.panel.height >= PANEL_HEIGHT);
                    }
                }
            }
        }
        assert_eq!(arrange(LEAST.0 - 1, 50, sight(7, 6), 0), None);
        assert_eq!(arrange(100, LEAST.1 - 1, sight(7, 6), 0), None);
    }

    #[test]
    fn steps_stop_at_the_edge_of_the_board_as_it_is_seen() {
        let turned = Sight {
            turns_columns: true,
            turns_rows: true,
            ..sight(3, 2)
        };
        assert_eq!(turned.step(2, 1, 0), 1);
        assert_eq!(turned.step(2, -1, 0), 2);
        assert_eq!(turned.step(2, 0, 1), 5);
        assert_eq!(sight(3, 2).step(0, 0, -1), 3);
        assert_eq!(sight(3, 2).step(0, 0, 1), 0);
    }
}
