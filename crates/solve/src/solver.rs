//! What all solvers have in common.

use crate::connect::Book;
use game::Game;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// How exactly a position is to be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The score: who wins, and by how much, or when.
    Score,
    /// Only who wins: 1, 0 or −1.
    Winner,
}

impl Goal {
    /// What is left of a score.
    #[must_use]
    pub fn of_score(self, score: i32) -> i32 {
        match self {
            Goal::Score => score,
            Goal::Winner => score.signum(),
        }
    }
}

/// What a solver may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resources {
    /// The size of its table in bytes.
    pub bytes: usize,
    /// How many threads search, the calling one among them. Where only one can, one does.
    pub threads: usize,
}

impl Resources {
    /// One thread, and a table of so many bytes.
    #[must_use]
    pub fn bytes(bytes: usize) -> Resources {
        Resources { bytes, threads: 1 }
    }
}

/// Why a position has no solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsolvable {
    /// The board does not fit.
    #[error("the board is too large to be solved: {0}")]
    TooLarge(String),
    /// The system does not give so much memory.
    #[error("there is not so much memory: {0} MiB")]
    NoMemory(usize),
    /// Nobody has made a solver.
    #[error("there is no solver for this game")]
    Unknown,
    /// The book is about something else.
    #[error("the book is about another game: {0}")]
    OtherBook(String),
    /// Nobody is to move.
    #[error("the game is over")]
    Finished,
}

/// What it usually takes to solve a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UsualEffort {
    /// How many positions have to be searched.
    pub nodes: f64,
    /// How many are in a second.
    pub nodes_per_second: f64,
}

/// What is proven about a position, seen by the side to move: its score is at least and at most so
/// much. Solved if the two are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solution {
    /// The least that the score can be.
    pub least: i32,
    /// The most.
    pub most: i32,
    /// Positions searched so far.
    pub nodes: u64,
}

impl Solution {
    /// A score that is known, without any search.
    #[must_use]
    pub fn known(score: i32) -> Solution {
        Solution {
            least: score,
            most: score,
            nodes: 0,
        }
    }

    /// The score, if it is known.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        (self.least == self.most).then_some(self.least)
    }

    /// The same, seen by the other side.
    #[must_use]
    pub fn turned(self) -> Solution {
        Solution {
            least: -self.most,
            most: -self.least,
            nodes: self.nodes,
        }
    }
}

/// Is told now and then how far a search has come, and can stop it.
pub type Watch<'watch> = &'watch mut dyn FnMut(&Solution) -> ControlFlow<()>;

/// Solves positions of one board, one after the other.
pub trait Solver<G: Game>: Debug {
    /// The game whose positions are solved.
    fn game(&self) -> &G;

    /// Forgets what was found out about other positions. Never needed, but it makes the work for a
    /// position independent of those before it.
    fn clear(&mut self);

    /// The score of a finished game, for the side that would be to move.
    fn final_score(&self, position: &G::Position, goal: Goal) -> Option<i32>;

    /// Solves a position. If the search is stopped, the bounds are what was proven until then.
    ///
    /// # Errors
    /// If the game is over.
    fn solve(
        &mut self,
        position: &G::Position,
        goal: Goal,
        watch: Watch<'_>,
    ) -> Result<Solution, Unsolvable>;

    /// Whether the score of a position is at least so much; nothing if the search is stopped before
    /// that is known.
    ///
    /// # Errors
    /// If the game is over.
    fn is_at_least(
        &mut self,
        position: &G::Position,
        score: i32,
        goal: Goal,
        watch: Watch<'_>,
    ) -> Result<Option<bool>, Unsolvable> {
        let solution = self.solve(position, goal, watch)?;
        Ok(if score <= solution.least {
            Some(true)
        } else {
            (score > solution.most).then_some(false)
        })
    }

    /// How many plies the game still lasts if a position has this score, where that follows from
    /// it.
    fn plies_to_end(&self, _position: &G::Position, _score: i32, _goal: Goal) -> Option<u32> {
        None
    }

    /// What it takes to solve such a position, where that can be said; so that whoever has little
    /// time can do something else with it.
    fn usual_effort(&self, _position: &G::Position) -> Option<UsualEffort> {
        None
    }

    /// What is known about a position without a search.
    fn known(&mut self, _position: &G::Position, _goal: Goal) -> Option<Solution> {
        None
    }

    /// From now on takes what a book says of positions from there.
    ///
    /// # Errors
    /// If the book is about another game.
    fn set_book(&mut self, book: Arc<Book>) -> Result<(), Unsolvable> {
        Err(Unsolvable::OtherBook(book.game().to_string()))
    }

    /// What the solver remembers of its work. Written into a newly made solver of the same game
    /// with the same resources, it lets that one go on where this one stopped.
    fn memory(&self) -> &[AtomicU64];

    /// Solves the positions after all legal moves. The scores are those of the side to move here;
    /// moves for which nothing is proven, because the search was stopped, have the widest bounds.
    ///
    /// # Errors
    /// If the game is over.
    fn solve_moves(
        &mut self,
        position: &G::Position,
        goal: Goal,
        watch: Watch<'_>,
    ) -> Result<Vec<(G::Move, Solution)>, Unsolvable> {
        let mut moves = Vec::new();
        if self.game().expand(position, &mut moves).is_some() {
            return Err(Unsolvable::Finished);
        }
        let mut solutions = Vec::new();
        for chosen in moves {
            let after = self.game().after(position, chosen);
            let below = match self.final_score(&after, goal) {
                Some(score) => Solution::known(score),
                None => self.solve(&after, goal, watch)?,
            };
            solutions.push((chosen, below.turned()));
        }
        Ok(solutions)
    }
}
