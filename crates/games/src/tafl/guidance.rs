//! Advice for searches: captures, escapes, and what must be done against an escape.

use super::geometry::Direction;
use super::ruleset::Piece;
use super::{ATTACKERS, Board, DEFENDERS, Move, Position, Tafl};
use game::bits::Bits;
use game::{Game, Guidance, Noise, Side};
use std::ops::ControlFlow;

/// Bits of a cell's number in the code of a move; the largest board has 361 cells.
const CELL_BITS: u32 = 9;
/// With fewer soldiers that can step aside, a side may run out of harmless moves.
const FREE_SOLDIERS: u32 = 4;
/// How long games last, roughly, however many moves have been made.
const PLIES_LEFT: u32 = 40;

impl<B: Bits> Tafl<B> {
    /// For each direction the escape cells that the king can move to from where he stands.
    #[inline]
    fn escapes(&self, board: &Board<B>) -> [B; 4] {
        if !board.king.meets(self.tables.escape_lines) {
            return [B::ZERO; 4];
        }
        let king = &self.tables.movers[Piece::King as usize];
        king.reached(&self.tables.geometry, board.king, self.empty(board))
            .map(|cells| cells & self.tables.escape_cells)
    }

    /// The cells on which a piece would be in the king's way to all the escape cells that he can
    /// move to in a direction: those up to the first of them.
    fn way_out(&self, board: &Board<B>, direction: Direction, escapes: B) -> B {
        let mut way = B::ZERO;
        let mut cell = board.king();
        while let Some(next) = cell.and_then(|cell| self.tables.geometry.next(cell, direction)) {
            way |= B::bit(next);
            if escapes.test(next) {
                break;
            }
            cell = Some(next);
        }
        way
    }

    /// The empty cells from which a piece of a side strikes a soldier of the other between itself
    /// and a hostile cell.
    #[inline]
    fn striking_cells(&self, board: &Board<B>, side: Side) -> B {
        let geometry = &self.tables.geometry;
        let (victim, victims) = victims_of(board, side);
        let hostile = self.hostile_to(board, victim);
        let cells = Direction::ALL.into_iter().fold(B::ZERO, |cells, back| {
            cells | geometry.step(geometry.step(hostile, back) & victims, back)
        });
        cells & self.empty(board)
    }

    /// How many soldiers a piece of a side that comes to a cell strikes; none unless the cell, if it
    /// is empty, is one of the [`Tafl::striking_cells`].
    #[inline]
    fn strikes_from(&self, board: &Board<B>, side: Side, to: usize) -> u32 {
        let geometry = &self.tables.geometry;
        let (victim, victims) = victims_of(board, side);
        if !geometry.neighbours[to].meets(victims) {
            return 0;
        }
        let hostile = self.hostile_to(board, victim);
        let strikes = |direction: &Direction| {
            geometry.next(to, *direction).is_some_and(|beside| {
                victims.test(beside)
                    && geometry
                        .next(beside, *direction)
                        .is_some_and(|beyond| hostile.test(beyond))
            })
        };
        Direction::ALL.iter().filter(|&way| strikes(way)).count() as u32
    }

    /// Whether the king, when he moves, can strike.
    #[inline]
    fn may_strike(&self, board: &Board<B>, from: usize) -> bool {
        self.tables.rules.king_arms.strikes() || !board.king.test(from)
    }

    /// Appends the attackers' moves that capture the king.
    fn king_captures(&self, board: &Board<B>, into: &mut Vec<Move>) {
        let Some(king) = board.king() else {
            return;
        };
        let neighbours = self.tables.geometry.neighbours[king];
        // It always takes two.
        if !neighbours.meets(self.hostile_to(board, Piece::King)) {
            return;
        }
        for to in (neighbours & self.empty(board)).ones() {
            let mut with_attacker = *board;
            with_attacker.attackers |= B::bit(to);
            // An attacker that can get there was not beside the king before, so that it does not
            // matter which one it is.
            if self.takes_king(&with_attacker, to) {
                self.visit_moves_to(board, ATTACKERS, to, |chosen| into.push(chosen));
            }
        }
    }

    fn is_king_capture(&self, board: &Board<B>, chosen: Move) -> bool {
        let to = usize::from(chosen.to);
        if !self.tables.geometry.neighbours[to].meets(board.king) {
            return false;
        }
        let mut after = *board;
        self.move_piece(&mut after, chosen);
        self.takes_king(&after, to)
    }

    /// Whether a cell is on the king's way to an escape cell that he can move to.
    #[inline]
    fn blocks_escape(&self, board: &Board<B>, to: usize) -> bool {
        let Some(king) = board.king() else {
            return false;
        };
        let size = self.tables.geometry.size;
        (to / size == king / size || to % size == king % size)
            && Direction::ALL
                .into_iter()
                .zip(self.escapes(board))
                .any(|(direction, escapes)| {
                    !escapes.is_zero() && self.way_out(board, direction, escapes).test(to)
                })
    }

    /// Appends the attackers' moves into the king's way to escape cells that he can move to.
    ///
    /// If he has one, all other moves lose, but for the king's capture: no capture closes a way. If
    /// there are two ways, these moves lose as well. Moves listed after the first `before` are not
    /// listed again.
    fn answers_to_escape(&self, board: &Board<B>, into: &mut Vec<Move>, before: usize) -> bool {
        let mut threatened = false;
        for (direction, escapes) in Direction::ALL.into_iter().zip(self.escapes(board)) {
            if !escapes.is_zero() {
                threatened = true;
                for to in (self.way_out(board, direction, escapes) & self.empty(board)).ones() {
                    self.visit_moves_to(board, ATTACKERS, to, |chosen| {
                        if !into[before..].contains(&chosen) {
                            into.push(chosen);
                        }
                    });
                }
            }
        }
        threatened
    }
}

/// The soldiers that a side can strike.
#[inline(always)]
fn victims_of<B: Bits>(board: &Board<B>, side: Side) -> (Piece, B) {
    if side == ATTACKERS {
        (Piece::Defender, board.defenders)
    } else {
        (Piece::Attacker, board.attackers)
    }
}

impl<B: Bits> Guidance for Tafl<B> {
    fn plies_left(&self, position: &Position<B>) -> u32 {
        let left = (self.tables.rules.move_limit as usize).saturating_sub(position.history.len());
        PLIES_LEFT.min(left as u32)
    }

    #[inline]
    fn move_code(&self, chosen: Move) -> Option<u32> {
        Some(u32::from(chosen.from) << CELL_BITS | u32::from(chosen.to))
    }

    #[inline]
    fn move_of_code(&self, code: u32) -> Option<Move> {
        let size = self.tables.geometry.size;
        let (from, to) = (
            (code >> CELL_BITS) as usize,
            code as usize % (1 << CELL_BITS),
        );
        let in_line = from / size == to / size || from % size == to % size;
        let on_board = from.max(to) < self.tables.geometry.cells();
        (from != to && on_board && in_line).then_some(Move {
            from: from as u16,
            to: to as u16,
        })
    }

    /// What moves from where to where, and what moves to where.
    #[inline]
    fn aspects(&self, position: &Position<B>, chosen: Move) -> [usize; 2] {
        let size = self.tables.geometry.size;
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        let piece = self
            .piece_at(&position.board, from)
            .map_or(0, |piece| piece as usize);
        // A piece stays in its row or in its column, so that the other of the two tells where it
        // goes.
        let along = if from / size == to / size {
            to % size
        } else {
            size + to / size
        };
        let cells = self.tables.geometry.cells();
        [
            (piece * cells + from) * 2 * size + along,
            piece * cells + to,
        ]
    }

    #[inline]
    fn promise(&self, position: &Position<B>, chosen: Move) -> i32 {
        let board = &position.board;
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        let mut promise = 0;
        if self.may_strike(board, from) {
            promise += 300 * self.strikes_from(board, position.side, to) as i32;
        }
        if board.king.test(from) {
            if self.tables.escape_cells.test(to) {
                return 1000;
            }
            let way = &self.tables.way_to_safety;
            promise += way[to] - way[from];
            if self.tables.escape_lines.test(to) {
                let mut after = *board;
                after.king = B::bit(to);
                let ways = self.escapes(&after).into_iter();
                promise += 300 * ways.filter(|escapes| !escapes.is_zero()).count() as i32;
            }
        } else if position.side == ATTACKERS {
            if self.is_king_capture(board, chosen) {
                return 1000;
            }
            if board.king.meets(self.tables.escape_lines) && self.blocks_escape(board, to) {
                promise += 600;
            }
            promise += 20 * i32::from(self.tables.geometry.neighbours[to].meets(board.king));
        }
        promise
    }

    /// Captures, escapes, and what is in the king's way to one.
    fn noisy_moves(&self, position: &Position<B>, into: &mut Vec<Move>) -> Noise {
        if position.ending.is_some() {
            return Noise::Calm;
        }
        let board = &position.board;
        let before = into.len();
        if position.side == DEFENDERS {
            let escapes = self.escapes(board).into_iter();
            let all = escapes.fold(B::ZERO, |all, escapes| all | escapes);
            let from = board.king.lowest() as u16;
            into.extend(all.ones().map(|to| Move {
                from,
                to: to as u16,
            }));
        } else {
            self.king_captures(board, into);
            let wins = into.len() > before;
            let threatened = self.answers_to_escape(board, into, before);
            if threatened && !wins && !self.past_may_end_game(position) {
                if into.len() == before {
                    // Nothing helps; something must be played.
                    let _ = self.visit_moves(position, |chosen| {
                        into.push(chosen);
                        ControlFlow::Break(())
                    });
                }
                return Noise::Forced;
            }
        }
        let urgent = into.len();
        for to in self.striking_cells(board, position.side).ones() {
            self.visit_moves_to(board, position.side, to, |chosen| {
                if self.may_strike(board, chosen.from.into())
                    && !into[before..urgent].contains(&chosen)
                {
                    into.push(chosen);
                }
            });
        }
        if into.len() == before {
            Noise::Calm
        } else {
            Noise::Noisy
        }
    }

    #[inline]
    fn is_noisy(&self, position: &Position<B>, chosen: Move) -> bool {
        let board = &position.board;
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        if self.may_strike(board, from) && self.strikes_from(board, position.side, to) > 0 {
            return true;
        }
        if position.side == DEFENDERS {
            board.king.test(from) && self.tables.escape_cells.test(to)
        } else {
            self.is_king_capture(board, chosen)
                || board.king.meets(self.tables.escape_lines) && self.blocks_escape(board, to)
        }
    }

    /// Nobody who can step to and fro with a few soldiers is hurt by having to move. The position
    /// after a pass has no history: repetitions before it cannot be told from those of another game.
    fn pass(&self, position: &Position<B>) -> Option<Position<B>> {
        let board = &position.board;
        let (piece, soldiers) = if position.side == ATTACKERS {
            (Piece::Attacker, board.attackers)
        } else {
            (Piece::Defender, board.defenders)
        };
        let free_cells = self.empty(board) & self.tables.movers[piece as usize].stop;
        let free = soldiers & self.tables.geometry.beside(free_cells);
        if position.ending.is_some() || free.count() < FREE_SOLDIERS {
            return None;
        }
        let mut passed = Position {
            board: *board,
            side: position.side.other(),
            key: position.key ^ self.tables.defenders_key,
            ending: None,
            enclosed: position.enclosed,
            occurrences: 1,
            most_occurrences: 1,
            history: Vec::new(),
        };
        passed.ending = self.ending(&passed);
        passed.ending.is_none().then_some(passed)
    }
}
