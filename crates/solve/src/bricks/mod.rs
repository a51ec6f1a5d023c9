//! Bricks, solved: every board of up to 128 cells.
//!
//! The *score* of a position is S(side to move) − S(other side) at the end of the game, under
//! perfect play, where S is the sum of the squared sizes of a side's islands.

mod bounds;
mod live;
mod moves;
mod search;
mod table;

use crate::{Goal, Resources, Solution, Solver, Unsolvable, UsualEffort, Watch};
use bounds::Bounds;
use game::Game;
use game::bits::Bits;
use games::bricks::{Bricks, Position};
use live::{Board, Live};
use search::{Search, Stopped};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::Builder;
use table::Table;

/// A brick has two cells: sizes of islands are even, and their squares multiples of this.
const UNIT: i32 = 4;
/// How many bricks a side can lay on 64 cells, so that it has no more islands.
const MOST_SMALL: usize = 16;
/// How many it can lay on 128.
const MOST_LARGE: usize = 32;
/// With room for fewer bricks than this a search is over before other threads are of use.
const ROOM_FOR_THREADS: i32 = 10;

/// With so many empty cells that can be covered, so many nodes are usual, and twice as many with each
/// more: in games between strong players on 10 x 10.
const EASY_CELLS: f64 = 23.0;
const EASY_NODES: f64 = 1e4;

/// Solves positions of one board, one after the other, with one table.
#[derive(Debug)]
pub struct BricksSolver<B> {
    game: Bricks<B>,
    board: AnyBoard,
    table: Table,
    threads: usize,
}

#[derive(Debug)]
enum AnyBoard {
    Small(Board<u64>),
    Large(Board<u128>),
}

impl<B: Bits> BricksSolver<B> {
    /// A solver for the board of a game, with a table of at most so many bytes. It always has room
    /// for four entries, though.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn new(game: &Bricks<B>, resources: Resources) -> Result<BricksSolver<B>, Unsolvable> {
        let size = game.size();
        let cells = size * size;
        let board = if cells <= u64::WIDTH {
            AnyBoard::Small(Board::new(size))
        } else if cells <= u128::WIDTH {
            AnyBoard::Large(Board::new(size))
        } else {
            return Err(Unsolvable::TooLarge(format!(
                "it may have 128 cells at most, and {size} x {size} is {cells}"
            )));
        };
        Ok(BricksSolver {
            game: game.clone(),
            board,
            table: Table::new(resources.bytes),
            threads: resources.threads,
        })
    }
}

impl<B: Bits> Solver<Bricks<B>> for BricksSolver<B> {
    fn game(&self) -> &Bricks<B> {
        &self.game
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn final_score(&self, position: &Position<B>, goal: Goal) -> Option<i32> {
        let outcome = self.game.outcome(position)?;
        let margin = outcome.margin_for(self.game.side_to_move(position));
        Some(goal.of_score(margin))
    }

    fn solve(
        &mut self,
        position: &Position<B>,
        goal: Goal,
        watch: Watch<'_>,
    ) -> Result<Solution, Unsolvable> {
        Ok(self.task(position, goal)?.solve(watch))
    }

    fn is_at_least(
        &mut self,
        position: &Position<B>,
        score: i32,
        goal: Goal,
        watch: Watch<'_>,
    ) -> Result<Option<bool>, Unsolvable> {
        Ok(self.task(position, goal)?.is_at_least(score, watch))
    }

    fn usual_effort(&self, position: &Position<B>) -> Option<UsualEffort> {
        let free = f64::from(self.game.free_cells(position).count());
        Some(UsualEffort {
            nodes: EASY_NODES * (free - EASY_CELLS).exp2(),
            nodes_per_second: 9e5,
        })
    }

    fn memory(&self) -> &[AtomicU64] {
        self.table.words()
    }
}

impl<B: Bits> BricksSolver<B> {
    /// A position as a task, on a board as small as possible.
    fn task(
        &self,
        position: &Position<B>,
        goal: Goal,
    ) -> Result<Box<dyn Solvable + '_>, Unsolvable> {
        if self.game.outcome(position).is_some() {
            return Err(Unsolvable::Finished);
        }
        let cells = |stones: B| stones.as_u128().unwrap_or_default();
        let [own, other] = position.stones_by_turn().map(cells);
        let side = self.game.side_to_move(position);
        let sums = position.sums();
        let ahead = (sums[side.index()] - sums[side.other().index()]) / UNIT;
        Ok(match &self.board {
            AnyBoard::Small(board) => {
                let live = Live::<u64, MOST_SMALL>::new(board, own as u64, other as u64);
                Box::new(self.task_on(board, live, ahead, goal))
            }
            AnyBoard::Large(board) => {
                let live = Live::<u128, MOST_LARGE>::new(board, own, other);
                Box::new(self.task_on(board, live, ahead, goal))
            }
        })
    }

    fn task_on<'solver, C: Bits, const MOST: usize>(
        &'solver self,
        board: &'solver Board<C>,
        live: Live<C, MOST>,
        ahead: i32,
        goal: Goal,
    ) -> Task<'solver, C, MOST> {
        let has_room = board.room(live.empty) >= ROOM_FOR_THREADS;
        Task {
            board,
            table: &self.table,
            helpers: if has_room {
                self.threads.saturating_sub(1)
            } else {
                0
            },
            live,
            ahead,
            goal,
            is_answered: AtomicBool::new(false),
            nodes_of_helpers: AtomicU64::new(0),
        }
    }
}

/// What can be asked about a position, whatever the size of the board.
trait Solvable {
    fn solve(&self, watch: Watch<'_>) -> Solution;
    fn is_at_least(&self, score: i32, watch: Watch<'_>) -> Option<bool>;
}

/// A position that is to be solved.
#[derive(Debug)]
struct Task<'solver, B, const MOST: usize> {
    board: &'solver Board<B>,
    table: &'solver Table,
    /// How many threads search beside the calling one.
    helpers: usize,
    live: Live<B, MOST>,
    /// How much more the side to move has by now, in units.
    ahead: i32,
    goal: Goal,
    is_answered: AtomicBool,
    nodes_of_helpers: AtomicU64,
}

impl<B: Bits, const MOST: usize> Solvable for Task<'_, B, MOST> {
    /// Asks for greater or less scores, until there is only one left.
    ///
    /// A search answers with a bound, often a better one than it was asked for, and the next one
    /// begins there: scores far away from the right one are not asked for.
    fn solve(&self, watch: Watch<'_>) -> Solution {
        let mut solution = self.widest();
        let unit = self.unit();
        let mut search = Search::new(
            self.board,
            self.table,
            watch,
            &self.is_answered,
            0,
            solution,
        );
        let mut guess = 0.clamp(solution.least / unit, solution.most / unit);
        while solution.least < solution.most && !search.is_stopped {
            let alpha = if guess > solution.least / unit {
                guess - 1
            } else {
                guess
            };
            let answer = self.ask(&mut search, alpha - self.ahead);
            solution.nodes = search.nodes + self.nodes_of_helpers.load(Ordering::Relaxed);
            let Ok(bound) = answer else {
                break;
            };
            let bound = bound + self.ahead;
            if bound > alpha {
                solution.least = solution.most.min(bound * unit);
            } else {
                solution.most = solution.least.max(bound * unit);
            }
            guess = bound.clamp(solution.least / unit, solution.most / unit);
            search.solution = solution;
        }
        solution
    }

    /// One question, which is the one that was asked.
    fn is_at_least(&self, score: i32, watch: Watch<'_>) -> Option<bool> {
        let widest = self.widest();
        if score <= widest.least || score > widest.most {
            return Some(score <= widest.least);
        }
        let mut search = Search::new(self.board, self.table, watch, &self.is_answered, 0, widest);
        // Between two units there is no score.
        let unit = self.unit();
        let alpha = (score - 1).div_euclid(unit);
        let bound = self.ask(&mut search, alpha - self.ahead).ok()?;
        Some(bound + self.ahead > alpha)
    }
}

impl<B: Bits, const MOST: usize> Task<'_, B, MOST> {
    /// How much of a score, or of who wins, goes into one unit of the search.
    fn unit(&self) -> i32 {
        match self.goal {
            Goal::Score => UNIT,
            Goal::Winner => 1,
        }
    }

    /// What is known without any search.
    fn widest(&self) -> Solution {
        let room = self.board.room(self.live.empty);
        let mut bounds = Bounds::of_numbers(&self.live.own, &self.live.other, room);
        if self.live.can_be_answered(self.board) {
            bounds.most = bounds.most.min(0);
        }
        let [least, most] = [bounds.least, bounds.most]
            .map(|bound| self.goal.of_score((self.ahead + bound) * UNIT));
        Solution {
            least,
            most,
            nodes: 0,
        }
    }

    /// Whether the rest of the game is worth more than `alpha`. Whichever thread is the first to
    /// know ends the search of the others.
    fn ask(&self, search: &mut Search<'_, B, MOST>, alpha: i32) -> Result<i32, Stopped> {
        if self.helpers == 0 {
            return search.exceeds(&self.live, alpha);
        }
        self.is_answered.store(false, Ordering::Relaxed);
        let found = OnceLock::new();
        std::thread::scope(|scope| {
            for number in 1..=self.helpers {
                let found = &found;
                let helper = move || {
                    if let Ok(bound) = self.help(number as u64, alpha) {
                        found.get_or_init(|| bound);
                    }
                };
                // Where there are no more threads to be had, those that there are do.
                if Builder::new().spawn_scoped(scope, helper).is_err() {
                    break;
                }
            }
            let answer = search.exceeds(&self.live, alpha);
            self.is_answered.store(true, Ordering::Relaxed);
            answer
        })
        .or_else(|stopped| found.get().copied().ok_or(stopped))
    }

    /// Looks for the same answer on another thread.
    fn help(&self, number: u64, alpha: i32) -> Result<i32, Stopped> {
        let mut go_on = |_: &Solution| ControlFlow::Continue(());
        let mut search = Search::new(
            self.board,
            self.table,
            &mut go_on,
            &self.is_answered,
            number,
            self.widest(),
        );
        let answer = search.exceeds(&self.live, alpha);
        if answer.is_ok() {
            self.is_answered.store(true, Ordering::Relaxed);
        }
        self.nodes_of_helpers
            .fetch_add(search.nodes, Ordering::Relaxed);
        answer
    }
}
