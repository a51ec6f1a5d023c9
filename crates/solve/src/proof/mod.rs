//! Who wins, found out by search alone: two methods that know nothing of the game.
//!
//! - [`Method::ProofNumber`] (depth-first proof-number search) goes where the least is left to be
//!   proven. It finds long forced lines.
//! - [`Method::AlphaBeta`] searches move by move, the most promising first, and needs no table to
//!   find its way.
//!
//! Both answer one question at a time, yes or no: *does the side to move get at least a draw*, and
//! *does it win*. What the other side wants is then the opposite, so that at every position one of
//! the same two questions is asked of the side to move.
//!
//! [`ProofSolver`] solves any [`Game`]. Positions are told apart by [`Game::key`] and by all of
//! their history that can make a difference, so that repetitions and move limits count exactly as
//! the rules say; a game that can go on for long has a solver of its own here ([`crate::tafl`]), since
//! the same position with another past is another position for this one.

mod alpha_beta;
mod proof_number;
mod table;

use crate::{Goal, Resources, Solution, Solver, Unsolvable, Watch};
use game::Game;
use rustc_hash::FxHasher;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;

pub(crate) use table::{Scrambled, Table};

/// How a position is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Depth-first proof-number search.
    ProofNumber,
    /// Alpha-beta search to the end of the game, with a window of one question.
    AlphaBeta,
}

/// A game as the searches see it.
///
/// All values are 1, 0 or −1: the side to move wins, nobody does, it loses. No play may go on for
/// ever.
pub(crate) trait Problem {
    type Position: Clone + Debug;
    type Move: Copy + Debug;

    /// Whether a game can end without a winner.
    fn has_draws(&self) -> bool;

    /// What the position is worth to the side to move, where that is known without a search. If
    /// it is not, there is a move.
    fn value(&mut self, position: &Self::Position) -> Option<i32>;

    /// Appends the moves of a position whose value is not known.
    fn moves(&mut self, position: &Self::Position, into: &mut Vec<Self::Move>);

    fn after(&mut self, position: &Self::Position, chosen: Self::Move) -> Self::Position;

    /// Below 2^127. Positions with equal keys have equal values.
    fn key(&self, position: &Self::Position) -> u128;

    /// How hard the position looks for the side to move and for the other side, from 1: how much is
    /// to be shown until it has what it wants.
    fn weight(&mut self, position: &Self::Position) -> [u32; 2];

    /// A number for a move by which one remembers how good it was elsewhere.
    fn habit(&self, chosen: Self::Move) -> u64;

    /// Forgets what was found out about positions.
    fn clear(&mut self);
}

/// Any game, without further knowledge.
#[derive(Debug)]
pub(crate) struct Plain<G>(pub(crate) G);

impl<G: Game> Problem for Plain<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn has_draws(&self) -> bool {
        true
    }

    fn value(&mut self, position: &G::Position) -> Option<i32> {
        let outcome = self.0.outcome(position)?;
        Some(outcome.margin_for(self.0.side_to_move(position)).signum())
    }

    fn moves(&mut self, position: &G::Position, into: &mut Vec<G::Move>) {
        self.0.moves(position, into);
    }

    fn after(&mut self, position: &G::Position, chosen: G::Move) -> G::Position {
        self.0.after(position, chosen)
    }

    fn key(&self, position: &G::Position) -> u128 {
        let history = self.0.history_key(position, u32::MAX);
        u128::from(self.0.key(position)) << 63 | u128::from(history >> 1)
    }

    /// One move is enough for the side to move; the other needs an answer to each.
    fn weight(&mut self, position: &G::Position) -> [u32; 2] {
        let moves = self.0.count_moves(position).clamp(1, 1 << 10);
        [1, moves as u32]
    }

    fn habit(&self, chosen: G::Move) -> u64 {
        let mut hasher = FxHasher::default();
        chosen.hash(&mut hasher);
        hasher.finish()
    }

    fn clear(&mut self) {}
}

/// The search was stopped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stopped;

/// A search looks up after about so many nodes.
const BETWEEN_LOOKS: u64 = 1 << 14;

/// Counts nodes, and looks up now and then.
pub(crate) struct Looks<'watch> {
    watch: Watch<'watch>,
    solution: Solution,
    next: u64,
}

impl<'watch> Looks<'watch> {
    pub(crate) fn new(watch: Watch<'watch>, solution: Solution) -> Looks<'watch> {
        Looks {
            watch,
            solution,
            next: solution.nodes + BETWEEN_LOOKS,
        }
    }

    #[inline]
    pub(crate) fn nodes(&self) -> u64 {
        self.solution.nodes
    }

    #[inline]
    pub(crate) fn count(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.solution.nodes += nodes;
        if self.solution.nodes < self.next {
            return Ok(());
        }
        self.next = self.solution.nodes + BETWEEN_LOOKS;
        match (self.watch)(&self.solution) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }
}

/// A method with its table, for positions of one problem.
#[derive(Debug)]
pub(crate) struct Engine<P: Problem> {
    pub(crate) problem: P,
    method: Method,
    table: Table,
    habits: alpha_beta::Habits,
}

impl<P: Problem> Engine<P> {
    pub(crate) fn new(problem: P, method: Method, bytes: usize) -> Engine<P> {
        Engine {
            problem,
            method,
            table: Table::new(bytes),
            habits: alpha_beta::Habits::default(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.problem.clear();
        self.table.clear();
        self.habits = alpha_beta::Habits::default();
    }

    /// Where others can keep what they know too, for keys that no position has.
    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn words(&self) -> &[AtomicU64] {
        self.table.words()
    }

    /// What is known about a position without a search.
    pub(crate) fn known(&mut self, position: &P::Position) -> Option<Solution> {
        if let Some(value) = self.problem.value(position) {
            return Some(Solution::known(value));
        }
        match self.method {
            Method::AlphaBeta => alpha_beta::known(&self.problem, &self.table, position),
            // It remembers how much is left to prove, too, and not more than that.
            Method::ProofNumber => None,
        }
    }

    /// Solves a position, one question after the other.
    pub(crate) fn solve(&mut self, position: &P::Position, watch: Watch<'_>) -> Solution {
        if let Some(value) = self.problem.value(position) {
            return Solution {
                nodes: 1,
                ..Solution::known(value)
            };
        }
        let has_draws = self.problem.has_draws();
        let mut looks = Looks::new(
            watch,
            Solution {
                least: -1,
                most: 1,
                nodes: 0,
            },
        );
        while looks.solution.least < looks.solution.most {
            let question = looks.solution.most;
            let answer = match self.method {
                Method::ProofNumber => proof_number::ask(
                    &mut self.problem,
                    &self.table,
                    position,
                    question,
                    &mut looks,
                ),
                Method::AlphaBeta => alpha_beta::ask(
                    &mut self.problem,
                    &self.table,
                    &mut self.habits,
                    position,
                    question,
                    &mut looks,
                ),
            };
            let solution = &mut looks.solution;
            match answer {
                Ok(true) => solution.least = question,
                Ok(false) if has_draws => solution.most = question - 1,
                Ok(false) => solution.most = -1,
                Err(Stopped) => break,
            }
        }
        looks.solution
    }
}

/// Solves positions of any game, one after the other: 1, 0 or −1, whatever the margin.
///
/// ```
/// use game::Game;
/// use games::amazons::Amazons;
/// use solve::proof::{Method, ProofSolver};
/// use solve::{Goal, Resources, Solver};
/// use std::ops::ControlFlow;
///
/// // On three by three cells the first player has the last move.
/// let game = Amazons::<u64>::new(3, 3);
/// let mut solver = ProofSolver::new(&game, Method::ProofNumber, Resources::bytes(1 << 20));
/// let mut go_on = |_: &_| ControlFlow::Continue(());
/// let solution = solver.solve(&game.start(), Goal::Winner, &mut go_on)?;
/// assert_eq!(solution.score(), Some(1));
/// # Ok::<(), solve::Unsolvable>(())
/// ```
#[derive(Debug)]
pub struct ProofSolver<G: Game> {
    engine: Engine<Plain<G>>,
}

impl<G: Game> ProofSolver<G> {
    /// A solver with a table of at most so many bytes. Any size will do, none included; a small
    /// one takes longer.
    #[must_use]
    pub fn new(game: &G, method: Method, resources: Resources) -> ProofSolver<G> {
        ProofSolver {
            engine: Engine::new(Plain(game.clone()), method, resources.bytes),
        }
    }
}

impl<G: Game> Solver<G> for ProofSolver<G> {
    fn game(&self) -> &G {
        &self.engine.problem.0
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn final_score(&self, position: &G::Position, _goal: Goal) -> Option<i32> {
        final_score(self.game(), position)
    }

    fn solve(
        &mut self,
        position: &G::Position,
        _goal: Goal,
        watch: Watch<'_>,
    ) -> Result<Solution, Unsolvable> {
        if self.game().outcome(position).is_some() {
            return Err(Unsolvable::Finished);
        }
        Ok(self.engine.solve(position, watch))
    }

    fn memory(&self) -> &[AtomicU64] {
        self.engine.words()
    }
}

/// 1, 0 or −1 for the side that would be to move, if the game is over.
pub(crate) fn final_score<G: Game>(game: &G, position: &G::Position) -> Option<i32> {
    let outcome = game.outcome(position)?;
    Some(outcome.margin_for(game.side_to_move(position)).signum())
}
