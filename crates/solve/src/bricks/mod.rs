//! Bricks, solved: every board of up to 128 cells.
//!
//! The *score* of a position is S(side to move) − S(other side) at the end of the game, under
//! perfect play, where S is the sum of the squared sizes of a side's islands.

mod live;
mod search;
mod table;

use crate::{Goal, Resources, Solution, Solver, Unsolvable, Watch};
use game::bits::Bits;
use game::{Game, Symmetry};
use games::bricks::{Bricks, Position};
use live::{Board, IMAGES, Live};
use search::{BRICK_NUMBERS, History, Search, Stopped};
use std::sync::atomic::AtomicU64;
use table::Table;

/// A brick has two cells: sizes of islands are even, and their squares multiples of this.
const UNIT: i32 = 4;

/// Solves positions of one board, one after the other, with one table.
#[derive(Debug)]
pub struct BricksSolver<B> {
    game: Bricks<B>,
    table: Table,
    inner: Inner,
}

#[derive(Debug)]
enum Inner {
    Small(Desk<u64>),
    Large(Desk<u128>),
}

#[derive(Debug)]
struct Desk<B> {
    board: Board<B>,
    images: Box<[[u8; BRICK_NUMBERS]; IMAGES]>,
    history: Box<History>,
}

impl<B: Bits> BricksSolver<B> {
    /// A solver for the board of a game, with a table of at most so many bytes.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn new(game: &Bricks<B>, resources: Resources) -> Result<BricksSolver<B>, Unsolvable> {
        let size = game.size();
        let cells = size * size;
        let inner = if cells <= u64::WIDTH {
            Inner::Small(Desk::new(size))
        } else if cells <= u128::WIDTH {
            Inner::Large(Desk::new(size))
        } else {
            return Err(Unsolvable::TooLarge(format!(
                "128 cells at most, and {size} x {size} is {cells}"
            )));
        };
        Ok(BricksSolver {
            game: game.clone(),
            table: Table::new(resources.bytes),
            inner,
        })
    }
}

impl<B: Bits> Solver<Bricks<B>> for BricksSolver<B> {
    fn game(&self) -> &Bricks<B> {
        &self.game
    }

    fn clear(&mut self) {
        self.table.clear();
        match &mut self.inner {
            Inner::Small(desk) => desk.clear(),
            Inner::Large(desk) => desk.clear(),
        }
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
        if self.game.outcome(position).is_some() {
            return Err(Unsolvable::Finished);
        }
        let cells = |stones: B| stones.as_u128().unwrap_or_default();
        let [own, other] = position.stones_by_turn().map(cells);
        let side = self.game.side_to_move(position);
        let sums = position.sums();
        let settled = (sums[side.index()] - sums[side.other().index()]) / UNIT;
        let table = &self.table;
        Ok(match &mut self.inner {
            Inner::Small(desk) => {
                let live = Live::<u64, 16>::new(&desk.board, own as u64, other as u64);
                desk.solve(table, &live, settled, goal, watch)
            }
            Inner::Large(desk) => {
                let live = Live::<u128, 30>::new(&desk.board, own, other);
                desk.solve(table, &live, settled, goal, watch)
            }
        })
    }

    fn memory(&self) -> &[AtomicU64] {
        self.table.words()
    }
}

impl<B: Bits> Desk<B> {
    fn new(size: usize) -> Desk<B> {
        let board = Board::<B>::new(size);
        let mut images = Box::new([[0; BRICK_NUMBERS]; IMAGES]);
        for (row, symmetry) in images.iter_mut().zip(Symmetry::SQUARE) {
            for (standing, openings) in board.openings(board.all).into_iter().enumerate() {
                for cell in openings.ones() {
                    let number = 2 * cell + standing;
                    row[number] = board.image(number, symmetry) as u8;
                }
            }
        }
        Desk {
            board,
            images,
            history: Box::new(History([[0; BRICK_NUMBERS]; 2])),
        }
    }

    fn clear(&mut self) {
        self.history.0 = [[0; BRICK_NUMBERS]; 2];
    }

    fn solve<const MOST: usize>(
        &mut self,
        table: &Table,
        live: &Live<B, MOST>,
        settled: i32,
        goal: Goal,
        watch: Watch<'_>,
    ) -> Solution {
        let widest = match goal {
            Goal::Score => (self.board.size.pow(4) as i32) / 16,
            Goal::Winner => 1,
        };
        let (mut least, mut most) = (-widest, widest);
        let factor = if goal == Goal::Score { UNIT } else { 1 };
        let mut solution = Solution {
            least: least * factor,
            most: most * factor,
            nodes: 0,
        };
        let mut search = Search::new(
            &self.board,
            &self.images,
            table,
            &mut self.history,
            watch,
            solution,
        );
        let mut guess = 0;
        while least < most {
            let alpha = if guess > least { guess - 1 } else { guess };
            match search.exceeds(live, alpha - settled) {
                Ok(bound) => {
                    let bound = bound + settled;
                    if bound > alpha {
                        least = bound.min(most);
                    } else {
                        most = bound.max(least);
                    }
                    guess = bound.clamp(least, most);
                }
                Err(Stopped) => {
                    solution.nodes = search.nodes;
                    return solution;
                }
            }
            solution = Solution {
                least: least * factor,
                most: most * factor,
                nodes: search.nodes,
            };
            search.solution = solution;
        }
        solution
    }
}
