//! Games of few moves: what lies near the horizon is seen sooner than thought about.

use super::node::Worker;
use crate::limits::Interrupted;
use game::{Evaluator, Guidance, Score};

/// With at most so many moves, what is near the horizon is seen sooner than the table is asked: it
/// has to wait for memory.
const FEW_MOVES: u64 = 16;

/// In a game of few moves, so many last plies of a search that is not selective do without all that
/// finds out which move to try first. (Connect to depth 14: half the time, with twice the nodes.)
pub(super) const PLAIN: i32 = 4;

/// Whether neither side has many moves, here and after each of them.
pub(super) fn has_few_moves<G: Guidance>(game: &G, position: &G::Position) -> bool {
    let mut position = position.clone();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    moves.len() as u64 <= FEW_MOVES
        && moves.into_iter().all(|chosen| {
            let undo = game.play(&mut position, chosen);
            let count = game.count_moves(&position);
            game.undo(&mut position, chosen, undo);
            count <= FEW_MOVES
        })
}

impl<G: Guidance, E: Evaluator<G>> Worker<'_, G, E> {
    /// The last plies before the horizon where moves are few: plain alpha-beta in a window of one
    /// point below `beta`, with what cut last in front.
    pub(super) fn visit_plainly(
        &mut self,
        depth: i32,
        ply: u32,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        let mut best = Score::MINUS_INFINITE;
        let killer = self.memory.experience.killer(ply);
        if let Some(killer) = killer
            && self.game.is_legal(&self.position, killer)
        {
            best = self.try_plainly(killer, depth, ply, beta)?;
            if best >= beta {
                return Ok(best);
            }
        }
        let start = self.memory.moves.len();
        self.game.moves(&self.position, &mut self.memory.moves);
        for index in start..self.memory.moves.len() {
            let chosen = self.memory.moves[index];
            if killer == Some(chosen) {
                continue;
            }
            best = best.max(self.try_plainly(chosen, depth, ply, beta)?);
            if best >= beta {
                self.memory.experience.killed_by(chosen, ply);
                break;
            }
        }
        self.memory.moves.truncate(start);
        Ok(best)
    }

    /// The value of a move, for the side that makes it, if [`Worker::visit_plainly`] goes on.
    #[inline]
    fn try_plainly(
        &mut self,
        chosen: G::Move,
        depth: i32,
        ply: u32,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        let undo = self.game.play(&mut self.position, chosen);
        self.push_sketch(chosen);
        self.meter.count_node()?;
        let value = if let Some(outcome) = self.game.outcome(&self.position) {
            self.finished(outcome, ply + 1)
        } else if depth == 1 {
            self.whole = false;
            self.judge()
        } else {
            self.visit_plainly(depth - 1, ply + 1, -beta.just_below())?
        };
        self.sketches.pop();
        self.game.undo(&mut self.position, chosen, undo);
        Ok(-value)
    }
}
