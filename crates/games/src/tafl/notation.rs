//! Tafl as text: moves `d4-d7xd8/c7`, positions as rows of `t`, `T` and `K` with the side to move.
//!
//! A position without a king is one in which he has just been captured: it is read and written, but
//! only with the defenders to move, and the game is over in it.

use super::ruleset::{Kind, Piece};
use super::{ATTACKERS, Board, DEFENDERS, Move, Position, Tafl, one_line, toml_rules};
use game::bits::Bits;
use game::text::{BoardRows, Cell, TextError, split_words};
use game::{Diagram, DiagramCell, Game, Notation, SetUpKit, Side};

const SUBJECT: &str = "position";
/// The sides in a position text; other words for them are read too.
const SIDE_LETTERS: [&str; 2] = ["a", "d"];

const ATTACKER: DiagramCell = DiagramCell::new(Some(ATTACKERS), 't', '●', "attacker");
const DEFENDER: DiagramCell = DiagramCell::new(Some(DEFENDERS), 'T', '○', "defender");
const KING: DiagramCell = DiagramCell::new(Some(DEFENDERS), 'K', '♔', "king");

impl<B: Bits> Tafl<B> {
    fn cell(&self, index: usize) -> Cell {
        Cell::from_index(index, self.tables.geometry.size)
    }

    fn piece_name(&self, piece: Piece) -> String {
        match piece {
            Piece::King => "the king".to_string(),
            soldier => format!(
                "one of the {}",
                self.tables.rules.side_names[soldier as usize]
            ),
        }
    }

    /// Puts a piece on a cell unless it cannot stand there; else what is wrong and what would be
    /// right.
    pub(super) fn put(
        &self,
        board: &mut Board<B>,
        piece: Piece,
        cell: usize,
    ) -> Result<(), (String, String)> {
        let start = [
            self.tables.start.attackers,
            self.tables.start.defenders,
            self.tables.start.king,
        ];
        let name = Cell::from_index(cell, self.tables.geometry.size);
        let may_stop = Kind::ALL.into_iter().all(|kind| {
            let special = self.tables.rules.special(kind);
            special.stop.contains(piece)
                || !special.cells.contains(&(name.column as u8, name.row as u8))
        });
        if !may_stop && !start[piece as usize].test(cell) {
            return Err((
                format!("{} on {name}", self.piece_name(piece)),
                "a cell on which it may stop".to_string(),
            ));
        }
        let set = match piece {
            Piece::Attacker => &mut board.attackers,
            Piece::Defender => &mut board.defenders,
            Piece::King => &mut board.king,
        };
        *set |= B::bit(cell);
        if board.king.count() > 1 {
            return Err(("a second king".to_string(), "one king".to_string()));
        }
        Ok(())
    }

    /// What is wrong, and what would be right, if the king is not there but should be.
    pub(super) fn missing_king(&self, board: &Board<B>, side: Side) -> Option<(String, String)> {
        (board.king.is_zero() && side == ATTACKERS).then(|| {
            (
                "there is no king".to_string(),
                format!(
                    "one king (or none, and the {} to move: he has been captured)",
                    self.tables.rules.side_names[DEFENDERS.index()]
                ),
            )
        })
    }

    fn parse_side(&self, text: &str, offset: usize) -> Result<Side, TextError> {
        let expected = format!(
            "the side to move, {} or {}",
            SIDE_LETTERS[0], SIDE_LETTERS[1]
        );
        let mut words = split_words(&text[offset..]);
        let Some((start, word)) = words.next() else {
            return Err(TextError::unexpected(SUBJECT, text, text.len(), expected));
        };
        let side = Side::BOTH.into_iter().find(|side| {
            let index = side.index();
            [
                SIDE_LETTERS[index],
                ["attackers", "defenders"][index],
                &self.tables.rules.side_names[index],
            ]
            .iter()
            .any(|name| word.eq_ignore_ascii_case(name))
        });
        let Some(side) = side else {
            return Err(TextError::new(
                SUBJECT,
                text,
                offset + start,
                format!("found {word:?}"),
                expected,
            ));
        };
        match words.next() {
            None => Ok(side),
            Some((start, word)) => Err(TextError::new(
                SUBJECT,
                text,
                offset + start,
                format!("found {word:?} behind the side to move"),
                "the end of the text",
            )),
        }
    }

    /// The cells of what a move captures, the king's among them.
    fn captured_cells(&self, position: &Position<B>, chosen: Move) -> B {
        let captured = self.captures_of(position, chosen);
        if captured.king {
            captured.soldiers | position.board.king
        } else {
            captured.soldiers
        }
    }

    fn list(&self, cells: B) -> String {
        let names: Vec<String> = cells
            .ones()
            .map(|cell| self.cell(cell).to_string())
            .collect();
        names.join("/")
    }

    /// Why a move is not legal, and what would be.
    fn refusal(&self, position: &Position<B>, chosen: Move) -> (String, String) {
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        let own = &self.tables.rules.side_names[position.side.index()];
        if position.ending.is_some() {
            return ("the game is over".to_string(), "no more moves".to_string());
        }
        let piece = self.piece_at(&position.board, from);
        if piece.is_none_or(|piece| (piece == Piece::Attacker) != (position.side == ATTACKERS)) {
            let found = piece.map_or("nothing".to_string(), |piece| self.piece_name(piece));
            return (
                format!("{found} on {}", self.cell(from)),
                format!("a piece of the {own}"),
            );
        }
        (
            format!("{} cannot go to {}", self.cell(from), self.cell(to)),
            "a cell in line that the piece can reach and stop on".to_string(),
        )
    }
}

/// Reads a position from one line.
pub(super) fn parse_position<B: Bits>(
    game: &Tafl<B>,
    text: &str,
) -> Result<Position<B>, TextError> {
    let size = game.tables.geometry.size;
    let (rows, end) = BoardRows::parse(SUBJECT, text, "tTK")?;
    rows.check_size(SUBJECT, text, size, size)?;
    let side = game.parse_side(text, end)?;
    let mut board = Board {
        attackers: B::ZERO,
        defenders: B::ZERO,
        king: B::ZERO,
    };
    // From the top, as the text goes, so that the first error is the first in the text.
    for row in (0..size).rev() {
        for column in 0..size {
            let piece = match rows.at(column, row) {
                None => continue,
                Some('t') => Piece::Attacker,
                Some('T') => Piece::Defender,
                Some(_) => Piece::King,
            };
            game.put(&mut board, piece, row * size + column)
                .map_err(|(problem, expected)| {
                    TextError::new(
                        SUBJECT,
                        text,
                        rows.offset_of(column, row),
                        problem,
                        expected,
                    )
                })?;
        }
    }
    if let Some((problem, expected)) = game.missing_king(&board, side) {
        return Err(TextError::new(SUBJECT, text, 0, problem, expected));
    }
    Ok(game.position(board, side))
}

impl<B: Bits> Notation for Tafl<B> {
    fn name(&self) -> String {
        self.tables.name.clone()
    }

    fn side_name(&self, side: Side) -> String {
        self.tables.rules.side_names[side.index()].clone()
    }

    fn write_move(&self, position: &Position<B>, chosen: Move) -> String {
        let (from, to) = (self.cell(chosen.from.into()), self.cell(chosen.to.into()));
        let captured = self.captured_cells(position, chosen);
        if captured.is_zero() {
            format!("{from}-{to}")
        } else {
            format!("{from}-{to}x{}", self.list(captured))
        }
    }

    fn parse_move(&self, position: &Position<B>, text: &str) -> Result<Move, TextError> {
        const SUBJECT: &str = "move";
        let size = self.tables.geometry.size;
        let cell_at = |offset| {
            Cell::parse_at(SUBJECT, text, offset, size, size)
                .map(|(cell, end)| (cell.index(size), end))
        };
        let (from, end) = cell_at(0)?;
        let dash = usize::from(text[end..].starts_with('-'));
        let (to, mut end) = cell_at(end + dash)?;
        let captures_at = end;
        let mut captures = B::ZERO;
        while text[end..].starts_with('x') || text[end..].starts_with('/') && !captures.is_zero() {
            let (cell, next) = cell_at(end + 1)?;
            captures |= B::bit(cell);
            end = next;
        }
        // Remarks on the move: the king in danger, or about to escape.
        if !["", "+", "++", "-", "--"].contains(&&text[end..]) {
            return Err(TextError::unexpected(
                SUBJECT,
                text,
                end,
                "x and what is captured, or the end of the move",
            ));
        }
        let chosen = Move {
            from: from as u16,
            to: to as u16,
        };
        if !self.is_legal(position, chosen) {
            let (problem, expected) = self.refusal(position, chosen);
            return Err(TextError::new(SUBJECT, text, 0, problem, expected));
        }
        // Captures need not be written, and some leave the king out; what is written must be true.
        let real = self.captured_cells(position, chosen);
        let without_king = real & !position.board.king;
        if !captures.is_zero() && captures != real && captures != without_king {
            let expected = if real.is_zero() {
                "no captures: this move makes none".to_string()
            } else {
                format!("x{}", self.list(real))
            };
            return Err(TextError::new(
                SUBJECT,
                text,
                captures_at,
                format!("the move does not capture {}", self.list(captures)),
                expected,
            ));
        }
        Ok(chosen)
    }

    fn write_position(&self, position: &Position<B>) -> String {
        let size = self.tables.geometry.size;
        let rows = BoardRows::from_cells(size, size, |column, row| {
            self.piece_at(&position.board, row * size + column)
                .map(Piece::letter)
        });
        format!("{rows} {}", SIDE_LETTERS[position.side.index()])
    }

    fn parse_position(&self, text: &str) -> Result<Position<B>, TextError> {
        parse_position(self, text)
    }

    fn write_file(&self, position: &Position<B>) -> String {
        self.write_board_file(position)
    }

    fn parse_file(&self, content: &str) -> Result<Position<B>, TextError> {
        self.parse_board_file(content)
    }

    fn move_cells(&self, _position: &Position<B>, chosen: Move) -> Vec<usize> {
        vec![chosen.from.into(), chosen.to.into()]
    }

    fn diagram(&self, position: &Position<B>) -> Diagram {
        let size = self.tables.geometry.size;
        Diagram::from_cells(size, size, |column, row| {
            let cell = row * size + column;
            let special = self.tables.special.test(cell);
            match self.piece_at(&position.board, cell) {
                Some(Piece::Attacker) => DiagramCell {
                    special,
                    ..ATTACKER
                },
                Some(Piece::Defender) => DiagramCell {
                    special,
                    ..DEFENDER
                },
                Some(Piece::King) => DiagramCell { special, ..KING },
                None if special => DiagramCell {
                    ascii: '+',
                    glyph: '×',
                    name: if self.tables.throne.test(cell) {
                        "throne"
                    } else if self.tables.corners.test(cell) {
                        "corner"
                    } else {
                        "camp"
                    },
                    special,
                    ..DiagramCell::EMPTY
                },
                None => DiagramCell::EMPTY,
            }
        })
    }

    fn rules_texts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("toml", toml_rules::write(&self.tables.rules)),
            (
                "opentafl",
                one_line::write_with_comments(&self.tables.rules),
            ),
        ]
    }

    fn set_up_kit(&self) -> Option<SetUpKit> {
        Some(SetUpKit {
            pieces: vec![ATTACKER, DEFENDER, KING],
            sides: SIDE_LETTERS,
        })
    }

    fn end_reason(&self, position: &Position<B>) -> String {
        position
            .ending
            .map(|ending| self.reason_of(ending))
            .unwrap_or_default()
    }

    fn facts(&self, position: &Position<B>) -> Vec<(&'static str, String)> {
        let (board, start) = (&position.board, &self.tables.start);
        let captured = |now: B, before: B| before.count().saturating_sub(now.count()).to_string();
        vec![
            ("attackers", board.attackers.count().to_string()),
            ("defenders", board.defenders.count().to_string()),
            (
                "attackers captured",
                captured(board.attackers, start.attackers),
            ),
            (
                "defenders captured",
                captured(board.defenders, start.defenders),
            ),
            ("plies", position.history.len().to_string()),
        ]
    }
}
