//! The board files of the course: a line with `1` (attackers to move) or `2` (defenders to move),
//! then the rows from the top, of `0`, `N` (attacker), `G` (defender) and `R` (king).

use super::ruleset::{LARGEST, Piece, SMALLEST};
use super::{ATTACKERS, Board, DEFENDERS, Position, Tafl};
use game::bits::Bits;
use game::text::{BoardRows, TextError};

const SUBJECT: &str = "board file";

/// Whether a text is a board file rather than a position on one line.
fn is_board_file(content: &str) -> bool {
    !content.lines().next().unwrap_or_default().contains('/')
}

/// The size of the board in a position text or board file, as far as it can be told.
pub(super) fn size_of(content: &str) -> Option<usize> {
    if is_board_file(content) {
        Some(content.lines().nth(1)?.trim_end().len())
    } else {
        let (rows, _) = BoardRows::parse("position", content, "tTK").ok()?;
        Some(rows.columns())
    }
}

impl<B: Bits> Tafl<B> {
    pub(super) fn write_board_file(&self, position: &Position<B>) -> String {
        let size = self.tables.geometry.size;
        let mut text = String::from(if position.side == ATTACKERS {
            "1\n"
        } else {
            "2\n"
        });
        for row in (0..size).rev() {
            text.extend((0..size).map(|column| {
                match self.piece_at(&position.board, row * size + column) {
                    None => '0',
                    Some(Piece::Attacker) => 'N',
                    Some(Piece::Defender) => 'G',
                    Some(Piece::King) => 'R',
                }
            }));
            text.push('\n');
        }
        text
    }

    pub(super) fn parse_board_file(&self, content: &str) -> Result<Position<B>, TextError> {
        if !is_board_file(content) {
            return super::notation::parse_position(self, content.trim_end());
        }
        let size = self.tables.geometry.size;
        let error = |offset: usize, problem: String, expected: String| {
            Err(TextError::new(SUBJECT, content, offset, problem, expected))
        };
        // Lines with their offsets, without their ends, blank ones at the end left out.
        let mut lines = Vec::new();
        let mut offset = 0;
        for line in content.split_inclusive('\n') {
            let text = line.strip_suffix('\n').unwrap_or(line);
            lines.push((offset, text.strip_suffix('\r').unwrap_or(text)));
            offset += line.len();
        }
        while lines.last().is_some_and(|(_, line)| line.trim().is_empty()) {
            lines.pop();
        }
        let expected_side = || {
            format!(
                "1 ({} to move) or 2 ({} to move)",
                self.tables.rules.side_names[0], self.tables.rules.side_names[1]
            )
        };
        let Some(&(_, first)) = lines.first() else {
            return Err(TextError::unexpected(SUBJECT, content, 0, expected_side()));
        };
        let side = match first.trim_end() {
            "1" => ATTACKERS,
            "2" => DEFENDERS,
            "" => return Err(TextError::unexpected(SUBJECT, content, 0, expected_side())),
            other => return error(0, format!("found {other:?}"), expected_side()),
        };
        let rows = &lines[1..];
        let width = rows.first().map_or(0, |(_, row)| row.chars().count());
        let mut board = Board {
            attackers: B::ZERO,
            defenders: B::ZERO,
            king: B::ZERO,
        };
        for (number, &(row_offset, row)) in rows.iter().enumerate() {
            if let Some((at, letter)) = row
                .char_indices()
                .find(|(_, letter)| !"0NGR".contains(*letter))
            {
                return error(
                    row_offset + at,
                    format!("found {letter:?}"),
                    "0, N, G or R".to_string(),
                );
            }
            if row.len() != width {
                return error(
                    row_offset + row.len().min(width),
                    format!("row {} has {} cells", number + 1, row.len()),
                    format!("{width}, as in the first row"),
                );
            }
        }
        let Some(&(second_line, _)) = rows.first() else {
            let expected = "the rows of the board";
            return Err(TextError::unexpected(
                SUBJECT,
                content,
                content.len(),
                expected,
            ));
        };
        if width.is_multiple_of(2) || !(SMALLEST..=LARGEST).contains(&width) {
            return error(
                second_line,
                format!("rows of {width} cells"),
                format!("an odd number from {SMALLEST} to {LARGEST}"),
            );
        }
        if width != size {
            return error(
                second_line,
                format!("rows of {width} cells"),
                format!("{size}, the size of this game"),
            );
        }
        if rows.len() != size {
            let &(offset, last) = rows.get(size).unwrap_or(&rows[rows.len() - 1]);
            return error(
                if rows.len() > size {
                    offset
                } else {
                    offset + last.len()
                },
                format!("{} rows", rows.len()),
                format!("{size}, as many as columns"),
            );
        }
        for (number, &(row_offset, row)) in rows.iter().enumerate() {
            for (column, letter) in row.bytes().enumerate() {
                let cell = (size - 1 - number) * size + column;
                let piece = match letter {
                    b'N' => Piece::Attacker,
                    b'G' => Piece::Defender,
                    b'R' => Piece::King,
                    _ => continue,
                };
                self.put(&mut board, piece, cell)
                    .map_err(|(problem, expected)| {
                        TextError::new(SUBJECT, content, row_offset + column, problem, expected)
                    })?;
            }
        }
        if let Some((problem, expected)) = self.missing_king(&board, side) {
            return error(second_line, problem, expected);
        }
        Ok(self.position(board, side))
    }
}
