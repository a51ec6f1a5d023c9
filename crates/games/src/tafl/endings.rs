//! How games end.
//!
//! All endings but two follow from the board and the side to move alone, so that a position read
//! from text is over exactly when the same position in a game is: an encirclement counts when the
//! defenders are to move, an exit fort when the attackers are, as if the other side had just made
//! it. Repetition and the move limit need the history.

use super::geometry::Direction;
use super::ruleset::{Escape, NoMove, Piece, RepetitionMeans, RepetitionOf, Surrounded};
use super::{ATTACKERS, Board, DEFENDERS, Position, Tafl};
use game::bits::Bits;
use game::{Outcome, Side};

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Escaped,
    KingCaptured,
    AttackersGone,
    ExitFort,
    Encircled,
    Repetition,
    NoMove,
    MoveLimit,
}

impl<B: Bits> Tafl<B> {
    pub(super) fn outcome_of(&self, ending: Ending, side_to_move: Side) -> Outcome {
        let mover = side_to_move.other();
        match ending {
            Ending::Escaped | Ending::AttackersGone | Ending::ExitFort => Outcome::win(DEFENDERS),
            Ending::KingCaptured | Ending::Encircled => Outcome::win(ATTACKERS),
            Ending::Repetition => match self.tables.rules.repetition.means {
                RepetitionMeans::MoverWins => Outcome::win(mover),
                RepetitionMeans::MoverLoses => Outcome::win(mover.other()),
                RepetitionMeans::Draw | RepetitionMeans::Nothing => Outcome::DRAW,
            },
            Ending::NoMove => match self.tables.rules.no_move {
                NoMove::Loss => Outcome::win(mover),
                NoMove::Draw => Outcome::DRAW,
            },
            Ending::MoveLimit => Outcome::DRAW,
        }
    }

    pub(super) fn reason_of(&self, ending: Ending) -> String {
        match ending {
            Ending::Escaped => "the king escaped".to_string(),
            Ending::KingCaptured => "the king was captured".to_string(),
            Ending::AttackersGone => format!("no {} left", self.tables.rules.side_names[0]),
            Ending::ExitFort => "the king is in an exit fort".to_string(),
            Ending::Encircled => format!("the {} are surrounded", self.tables.rules.side_names[1]),
            Ending::Repetition => match self.tables.rules.repetition.of {
                RepetitionOf::Positions => "the position was repeated".to_string(),
                RepetitionOf::Moves => "the moves were repeated".to_string(),
            },
            Ending::NoMove => "no legal move".to_string(),
            Ending::MoveLimit => format!("{} moves were played", self.tables.rules.move_limit),
        }
    }

    /// How the game has ended, the history included. `position.enclosed` must be right.
    pub(super) fn ending(&self, position: &Position<B>) -> Option<Ending> {
        self.decided(position)
            .or_else(|| self.repeated(position).then_some(Ending::Repetition))
            .or_else(|| (!self.has_move(position, position.side)).then_some(Ending::NoMove))
            .or_else(|| {
                (position.history.len() >= self.tables.rules.move_limit as usize)
                    .then_some(Ending::MoveLimit)
            })
    }

    /// A win that is there on the board.
    #[inline]
    fn decided(&self, position: &Position<B>) -> Option<Ending> {
        let board = &position.board;
        let Some(king) = board.king() else {
            return Some(Ending::KingCaptured);
        };
        if board.attackers.is_zero() {
            return Some(Ending::AttackersGone);
        }
        if self.tables.escape_cells.test(king) {
            return Some(Ending::Escaped);
        }
        if position.side == DEFENDERS {
            (position.enclosed
                && (self.tables.rules.surrounded == Surrounded::Loses
                    || self.ring_is_secure(board)))
            .then_some(Ending::Encircled)
        } else {
            (self.tables.rules.exit_fort
                && self.tables.geometry.edge.test(king)
                && self.in_exit_fort(board, king))
            .then_some(Ending::ExitFort)
        }
    }

    pub(super) fn escape_cells(edge: B, corners: B, escape: Escape) -> B {
        match escape {
            Escape::Corners => corners,
            Escape::Edge => edge,
        }
    }

    /// Whether the attackers keep all defenders from the edge: no path of cells without attackers
    /// leads there. Asked of the board alone; always false where the rules do not care.
    pub(super) fn is_enclosed(&self, board: &Board<B>) -> bool {
        self.tables.rules.surrounded != Surrounded::Ignored && self.enclosure(board).is_some()
    }

    fn enclosure(&self, board: &Board<B>) -> Option<B> {
        let open = self.tables.geometry.all & !board.attackers;
        self.tables.geometry.flood(
            board.defenders | board.king_bit(),
            open,
            self.tables.geometry.edge,
        )
    }

    /// Whether the last move can have closed a ring.
    ///
    /// Where there was none, and nothing was captured, a new ring goes through the piece that has
    /// just moved, and so touches two more attackers around it. (The region inside a ring is closed
    /// under steps; had it been closed without the new piece, it would have been a ring before.)
    #[inline]
    pub(super) fn may_have_closed_ring(&self, board: &Board<B>, to: usize) -> bool {
        (self.tables.geometry.around[to] & board.attackers).count() >= 2
    }

    /// Whether no attacker of the ring can be captured from inside it.
    fn ring_is_secure(&self, board: &Board<B>) -> bool {
        self.enclosure(board).is_some_and(|inside| {
            let ring = self.tables.geometry.beside(inside) & board.attackers;
            self.are_safe(board, ring, Piece::Attacker, !inside)
        })
    }

    /// Whether the king, at the edge, can move inside a room of empty cells closed off by
    /// defenders none of whom can be captured.
    fn in_exit_fort(&self, board: &Board<B>, king: usize) -> bool {
        let empty = self.empty(board);
        let bit = B::bit(king);
        if !self.tables.geometry.neighbours[king].meets(empty) {
            return false;
        }
        let Some(room) = self.tables.geometry.flood(bit, empty, self.tables.corners) else {
            return false;
        };
        let walls = self.tables.geometry.beside(room) & !room;
        !walls.meets(board.attackers)
            && self.are_safe(board, walls & board.defenders, Piece::Defender, room)
    }

    /// Whether none of these soldiers can be captured between two sides, given that no enemy will
    /// come to the cells of `peaceful`.
    fn are_safe(&self, board: &Board<B>, soldiers: B, piece: Piece, peaceful: B) -> bool {
        let geometry = &self.tables.geometry;
        let enemy = match piece {
            Piece::Attacker => Piece::Defender,
            Piece::Defender | Piece::King => Piece::Attacker,
        };
        let [hostile_empty, hostile_occupied] = self.tables.hostile_cells[piece as usize];
        let peaceful = peaceful & !(hostile_empty | hostile_occupied);
        let could_become_hostile = self.empty(board) & self.tables.movers[enemy as usize].stop;
        let danger = (self.hostile_to(board, piece) | could_become_hostile) & !peaceful;
        let between = |one, other| geometry.step(danger, one) & geometry.step(danger, other);
        !soldiers.meets(
            between(Direction::East, Direction::West) | between(Direction::North, Direction::South),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tafl::Any;
    use crate::{AnyGame, NoFiles, parse_game};
    use game::Game;
    use game::random::Seed;

    /// What is kept from move to move equals what follows from the board, on boards so full of
    /// attackers that rings open and close all the time.
    #[test]
    fn rings_are_followed_from_move_to_move() {
        let Ok(AnyGame::Tafl(Any::Small(game))) = parse_game("tafl:brandubh", &NoFiles) else {
            panic!("a small game");
        };
        let mut generator = Seed(11).generator();
        let mut closed = 0;
        for _ in 0..400 {
            let inner = game.tables.geometry.all & !game.tables.geometry.edge;
            let mut board = Board {
                attackers: 0,
                defenders: 0,
                king: 1
                    << generator
                        .choose(&inner.ones().collect::<Vec<_>>())
                        .unwrap_or(24),
            };
            for cell in (game.tables.geometry.all & !game.tables.special & !board.king).ones() {
                match generator.below(12) {
                    0..5 => board.attackers |= 1 << cell,
                    5 if inner.test(cell) => board.defenders |= 1 << cell,
                    _ => {}
                }
            }
            let mut position = game.position(board, ATTACKERS);
            let mut moves = Vec::new();
            for _ in 0..40 {
                moves.clear();
                game.moves(&position, &mut moves);
                for &chosen in &moves {
                    let next = game.after(&position, chosen);
                    let fresh = game.position(next.board, next.side);
                    assert_eq!(next.enclosed, fresh.enclosed, "{next:?}");
                    assert_eq!(next.key, fresh.key);
                    closed += u32::from(next.enclosed && !position.enclosed);
                }
                let Some(chosen) = generator.choose(&moves) else {
                    break;
                };
                game.play(&mut position, chosen);
            }
        }
        assert!(closed > 1000, "{closed} rings were closed");
    }
}
