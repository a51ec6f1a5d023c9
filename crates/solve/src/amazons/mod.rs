//! Amazons, solved: small boards, and endgames on all.
//!
//! Arrows cut the board into regions, and queens never get from one to another. Where only queens of
//! one side are left, nobody else will ever move: such a region is a number of moves that its owner
//! has in store (`territory`), and nothing else about it matters. So these regions are taken off
//! the board, and what is searched (`endgame`) is the rest of it together with the difference of
//! the two stores. Where the rest is too small to make up for that difference, the search ends long
//! before the game does.

mod endgame;
mod territory;

use crate::proof::{Engine, Method, final_score};
use crate::{Goal, Resources, Solution, Solver, Unsolvable, UsualEffort, Watch};
use endgame::Endgames;
use game::Game;
use game::bits::Bits;
use games::amazons::{Amazons, Position};
use std::sync::atomic::AtomicU64;

/// Solves positions of one board, one after the other, with one table: 1 if the side to move wins,
/// else −1.
///
/// ```
/// use game::Notation;
/// use games::amazons::Amazons;
/// use solve::amazons::AmazonsSolver;
/// use solve::{Goal, Resources, Solver};
/// use std::ops::ControlFlow;
///
/// let game = Amazons::<u64>::new(4, 4);
/// let mut solver = AmazonsSolver::new(&game, Resources::bytes(1 << 20));
/// let mut go_on = |_: &_| ControlFlow::Continue(());
/// // White's region in the corner has two empty cells, but only one move: after it the other
/// // cell is out of reach. Black's has two moves.
/// let position = game.parse_position("*Q1*/1***/****/q2* w")?;
/// let solution = solver.solve(&position, Goal::Winner, &mut go_on)?;
/// assert_eq!((solution.score(), solution.nodes), (Some(-1), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AmazonsSolver<B: Bits> {
    game: Amazons<B>,
    engine: Engine<Endgames<B>>,
}

/// What part of its memory a solver keeps for territories it has counted.
const PART_FOR_TERRITORIES: usize = 16;

/// With so many cells that both sides can get to, so many nodes are usual; and twice as many with each
/// two more. (Games between strong players on 10 x 10: a few milliseconds with 15, up to a second with
/// 27, hardly ever within a second with more than 32.)
const EASY_CELLS: f64 = 20.0;
const EASY_NODES: f64 = 1e5;
const CELLS_TO_DOUBLE: f64 = 2.0;

impl<B: Bits> AmazonsSolver<B> {
    /// A solver with the method that is faster for this game.
    #[must_use]
    pub fn new(game: &Amazons<B>, resources: Resources) -> AmazonsSolver<B> {
        AmazonsSolver::with_method(game, Method::AlphaBeta, resources)
    }

    /// A solver with the method of one's choice.
    #[must_use]
    pub fn with_method(
        game: &Amazons<B>,
        method: Method,
        resources: Resources,
    ) -> AmazonsSolver<B> {
        let for_territories = resources.bytes / PART_FOR_TERRITORIES;
        let problem = Endgames::new(game, for_territories);
        AmazonsSolver {
            game: game.clone(),
            engine: Engine::new(problem, method, resources.bytes - for_territories),
        }
    }
}

impl<B: Bits> Solver<Amazons<B>> for AmazonsSolver<B> {
    fn game(&self) -> &Amazons<B> {
        &self.game
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn final_score(&self, position: &Position<B>, _goal: Goal) -> Option<i32> {
        final_score(&self.game, position)
    }

    fn solve(
        &mut self,
        position: &Position<B>,
        _goal: Goal,
        watch: Watch<'_>,
    ) -> Result<Solution, Unsolvable> {
        if self.game.outcome(position).is_some() {
            return Err(Unsolvable::Finished);
        }
        let endgame = self.engine.problem.of(position);
        Ok(self.engine.solve(&endgame, watch))
    }

    fn usual_effort(&self, position: &Position<B>) -> Option<UsualEffort> {
        let disputed = f64::from(self.engine.problem.disputed_cells(position));
        Some(UsualEffort {
            nodes: EASY_NODES * ((disputed - EASY_CELLS) / CELLS_TO_DOUBLE).exp2(),
            nodes_per_second: 2e6,
        })
    }

    fn known(&mut self, position: &Position<B>, _goal: Goal) -> Option<Solution> {
        let endgame = self.engine.problem.of(position);
        self.engine.known(&endgame)
    }

    fn memory(&self) -> &[AtomicU64] {
        self.engine.words()
    }
}
