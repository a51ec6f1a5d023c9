//! What the tests of evaluators share.

use game::{Evaluator, Game};

/// What positions are worth to the side to move.
pub(crate) trait ForMover<G: Game>: Evaluator<G> {
    fn for_mover(&self, game: &G, position: &G::Position) -> i32 {
        self.evaluate(game, position, game.side_to_move(position))
    }
}

impl<G: Game, E: Evaluator<G>> ForMover<G> for E {}
