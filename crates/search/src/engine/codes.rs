//! Moves as numbers, for the table.

use super::table::NO_MOVE;
use game::Guidance;
use rustc_hash::FxHashMap;
use std::fmt;

/// How the moves of a game are numbered.
pub(super) enum Codes<M> {
    /// By the game itself.
    Own,
    /// In the order of the universe, which must then be kept.
    Listed {
        moves: Vec<M>,
        codes: FxHashMap<M, u32>,
    },
}

impl<M> fmt::Debug for Codes<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Codes::Own => formatter.write_str("Own"),
            Codes::Listed { moves, .. } => write!(formatter, "Listed, {}", moves.len()),
        }
    }
}

impl<M: Copy + Eq + std::hash::Hash> Codes<M> {
    pub(super) fn new<G: Guidance<Move = M>>(game: &G) -> Codes<M> {
        let mut some_move = None;
        let _ = game.visit_moves(&game.start(), |chosen| {
            some_move = Some(chosen);
            std::ops::ControlFlow::Break(())
        });
        if some_move.is_some_and(|chosen| game.move_code(chosen).is_some()) {
            return Codes::Own;
        }
        let moves = game.move_universe();
        let codes = moves.iter().copied().zip(0..NO_MOVE).collect();
        Codes::Listed { moves, codes }
    }

    #[inline]
    pub(super) fn code<G: Guidance<Move = M>>(&self, game: &G, chosen: M) -> u32 {
        match self {
            Codes::Own => game.move_code(chosen),
            Codes::Listed { codes, .. } => codes.get(&chosen).copied(),
        }
        .unwrap_or(NO_MOVE)
    }

    #[inline]
    pub(super) fn move_of<G: Guidance<Move = M>>(&self, game: &G, code: u32) -> Option<M> {
        if code == NO_MOVE {
            return None;
        }
        match self {
            Codes::Own => game.move_of_code(code),
            Codes::Listed { moves, .. } => moves.get(code as usize).copied(),
        }
    }
}
