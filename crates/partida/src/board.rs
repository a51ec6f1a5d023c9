//! Boards as lines of text.

use clap::builder::styling::{AnsiColor, Style};
use game::{Diagram, DiagramCell, Side};
use std::fmt::Write;

/// How a board is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Drawing {
    /// Only with ASCII characters.
    pub(crate) ascii: bool,
    /// With escape sequences for colours.
    pub(crate) color: bool,
}

impl Drawing {
    /// Draws a board with its row numbers and column letters. A piece on a special cell stands in
    /// brackets, so that the cell can still be seen.
    pub(crate) fn draw(self, board: &Diagram) -> String {
        let mut text = String::new();
        let number_width = board.rows.to_string().len();
        let dim = self.style(Style::new().dimmed());
        for row in (0..board.rows).rev() {
            let number = row + 1;
            // Writing into a string cannot fail.
            let _ = write!(text, "{dim}{number:>number_width$}{dim:#}");
            let bracketed = |column: usize| {
                let cell = board.at(column, row);
                cell.special && cell.owner.is_some()
            };
            for column in 0..board.columns {
                let left = column > 0 && bracketed(column - 1);
                text.push(match (left, bracketed(column)) {
                    (_, true) => '[',
                    (true, false) => ']',
                    (false, false) => ' ',
                });
                self.draw_cell(&mut text, board.at(column, row));
            }
            if board.columns > 0 && bracketed(board.columns - 1) {
                text.push(']');
            }
            text.push('\n');
        }
        let letters: String = (0..board.columns)
            .flat_map(|column| [' ', char::from(b'a' + (column % 26) as u8)])
            .collect();
        let _ = writeln!(text, "{:number_width$}{dim}{letters}{dim:#}", "");
        text
    }

    /// What the characters on the board stand for, pieces first: `● piece of x, ○ piece of o`.
    /// Ordinary empty cells need no explanation.
    pub(crate) fn legend(self, board: &Diagram, side_name: impl Fn(Side) -> String) -> String {
        let empty = self.character(&DiagramCell::EMPTY);
        let kind = |cell: &DiagramCell| (cell.owner, self.character(cell), cell.name);
        let mut met: Vec<&DiagramCell> = Vec::new();
        for cell in &board.cells {
            let known = met.iter().any(|other| kind(other) == kind(cell));
            if !known && self.character(cell) != empty {
                met.push(cell);
            }
        }
        met.sort_by_key(|cell| (cell.owner.is_none(), cell.owner, cell.special));
        let words: Vec<String> = met
            .into_iter()
            .map(|cell| {
                let mut word = String::new();
                self.draw_cell(&mut word, cell);
                word += &format!(" {}", cell.name);
                if let Some(side) = cell.owner.map(&side_name) {
                    // An attacker need not be said to be one of the attackers.
                    if side.strip_suffix('s') != Some(cell.name) {
                        word += &format!(" ({side})");
                    }
                }
                word
            })
            .collect();
        words.join(", ")
    }

    fn character(self, cell: &DiagramCell) -> char {
        if self.ascii { cell.ascii } else { cell.glyph }
    }

    fn draw_cell(self, text: &mut String, cell: &DiagramCell) {
        let style = match cell.owner {
            Some(Side::First) => Style::new().bold().fg_color(Some(AnsiColor::Red.into())),
            Some(Side::Second) => Style::new().bold().fg_color(Some(AnsiColor::Cyan.into())),
            None if cell.special => Style::new().fg_color(Some(AnsiColor::Magenta.into())),
            None if self.character(cell) == self.character(&DiagramCell::EMPTY) => {
                Style::new().dimmed()
            }
            None => Style::new(),
        };
        let style = self.style(style);
        let _ = write!(text, "{style}{}{style:#}", self.character(cell));
    }

    fn style(self, style: Style) -> Style {
        if self.color { style } else { Style::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Drawing = Drawing {
        ascii: true,
        color: false,
    };

    fn board(columns: usize, text: &str) -> Diagram {
        let cells: Vec<DiagramCell> = text
            .chars()
            .map(|letter| match letter {
                'x' => DiagramCell::piece(Side::First),
                'o' => DiagramCell::piece(Side::Second),
                'X' | 'O' => DiagramCell {
                    special: true,
                    ..DiagramCell::piece(if letter == 'X' {
                        Side::First
                    } else {
                        Side::Second
                    })
                },
                '#' => DiagramCell {
                    ascii: '#',
                    glyph: '▦',
                    name: "throne",
                    special: true,
                    ..DiagramCell::EMPTY
                },
                _ => DiagramCell::EMPTY,
            })
            .collect();
        Diagram::from_cells(columns, cells.len() / columns, |column, row| {
            cells[row * columns + column]
        })
    }

    #[test]
    fn pieces_on_special_cells_stand_in_brackets() {
        assert_eq!(
            PLAIN.draw(&board(4, "X.OXx##o...X")),
            "3 . . .[x]\n2 x # # o\n1[x].[o[x]\n  a b c d\n"
        );
    }

    #[test]
    fn row_numbers_are_aligned_and_columns_lettered() {
        let text = PLAIN.draw(&board(2, "x..................."));
        assert_eq!(text.lines().next(), Some("10 . ."));
        assert_eq!(text.lines().nth(9), Some(" 1 x ."));
        assert_eq!(text.lines().nth(10), Some("   a b"));
    }

    #[test]
    fn the_legend_names_each_character_once() {
        let name = |side: Side| side.to_string();
        assert_eq!(
            PLAIN.legend(&board(4, "xxo.#oX."), name),
            "x piece (first), o piece (second), # throne"
        );
        assert_eq!(PLAIN.legend(&board(2, "...."), name), "");
    }

    #[test]
    fn colours_are_only_added() {
        let diagram = board(4, "X.OXx##o...X");
        let colored = Drawing {
            color: true,
            ..PLAIN
        }
        .draw(&diagram);
        let mut plain = String::new();
        let mut rest = colored.as_str();
        while let Some((before, after)) = rest.split_once('\u{1b}') {
            plain += before;
            rest = after.split_once('m').expect("a sequence ends with m").1;
        }
        assert_eq!(plain + rest, PLAIN.draw(&diagram));
    }
}
