//! Connect, solved: every board of up to 128 bits, any length of line, any number of pieces.
//!
//! The *score* of a position counts from the end. If the stone with number p, of both sides
//! together and from 1, wins under perfect play, it is ⌊(cells + 2 − p) / 2⌋ for the side that
//! wins and the negative of that for the other; 0 is a draw. So a quick win is worth more than a
//! slow one, and 1 is a win with one of the last two stones.

mod search;
mod shape;
mod table;

use crate::{Goal, Resources, Solution, Solver, Unsolvable, Watch};
use game::Game;
use game::bits::Bits;
use games::connect::{Connect, Position};
use search::{History, Pair, Search, Stones, Stopped};
use shape::{Any, Classic, Shape};
use std::sync::atomic::AtomicU64;
use table::{Table, Tabled};

/// Solves positions of one board, one after the other, with one table.
#[derive(Debug)]
pub struct ConnectSolver<B> {
    game: Connect<B>,
    inner: Inner,
}

#[derive(Debug)]
enum Inner {
    Classic(Board<Classic>),
    Small(Board<Any<u64>>),
    Large(Board<Any<u128>>),
}

/// Runs the same code for whatever board there is.
macro_rules! with_board {
    ($inner:expr, $board:ident => $what:expr) => {
        match $inner {
            Inner::Classic($board) => $what,
            Inner::Small($board) => $what,
            Inner::Large($board) => $what,
        }
    };
}

impl<B: Bits> ConnectSolver<B> {
    /// A solver for the board of a game, with a table of at most so many bytes.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn new(game: &Connect<B>, resources: Resources) -> Result<ConnectSolver<B>, Unsolvable> {
        let (columns, rows, length) = (game.columns(), game.rows(), game.length());
        let bytes = resources.bytes;
        let width = (columns * (rows + 1)) as u32;
        if width > u128::BITS {
            return Err(Unsolvable::TooLarge(format!(
                "columns x (rows + 1) may be 128 at most, and {columns} x {} is {width}",
                rows + 1
            )));
        }
        let fills_up = 2 * game.pieces() >= columns * rows;
        let is_small = width <= u64::BITS && Table::<u64>::can_hold(bytes, width);
        let inner = if is_small && fills_up && (columns, rows, length) == (7, 6, 4) {
            Inner::Classic(Board::new(Classic, bytes))
        } else if is_small {
            Inner::Small(Board::new(
                Any::new(columns, rows, length, game.pieces()),
                bytes,
            ))
        } else {
            Inner::Large(Board::new(
                Any::new(columns, rows, length, game.pieces()),
                bytes,
            ))
        };
        let game = game.clone();
        Ok(ConnectSolver { game, inner })
    }
}

impl<B: Bits> Solver<Connect<B>> for ConnectSolver<B> {
    fn game(&self) -> &Connect<B> {
        &self.game
    }

    fn clear(&mut self) {
        with_board!(&mut self.inner, board => board.clear());
    }

    fn final_score(&self, position: &Position<B>, goal: Goal) -> Option<i32> {
        let outcome = self.game.outcome(position)?;
        let cells = (self.game.columns() * self.game.rows()) as i32;
        let stones: u32 = position.stones_by_turn().map(Bits::count).iter().sum();
        let won = goal.of_score(win_with(cells, stones as i32));
        let sign = outcome
            .margin_for(self.game.side_to_move(position))
            .signum();
        Some(sign * won)
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
        Ok(with_board!(&mut self.inner, board => board.solve(own, other, goal, watch)))
    }

    fn memory(&self) -> &[AtomicU64] {
        with_board!(&self.inner, board => board.table.words())
    }
}

/// The score of winning with the stone of that number.
#[inline(always)]
fn win_with(cells: i32, stone: i32) -> i32 {
    (cells + 2 - stone) / 2
}

/// How much of a search may go into short wins and losses first.
const NODES_FOR_SHORT_GAMES: u64 = 10_000;
/// With fewer empty cells than this there is no use in it.
const LONG_GAME: i32 = 15;

/// A solver that knows the shape of its board.
#[derive(Debug)]
struct Board<S: Shape<Set: Tabled>> {
    shape: S,
    table: Table<S::Set>,
    history: Box<History>,
}

impl<S: Shape<Set: Tabled>> Board<S> {
    fn new(shape: S, bytes: usize) -> Board<S> {
        let width = (shape.columns() * shape.stride()) as u32;
        let mut board = Board {
            shape,
            table: Table::new(bytes, width),
            history: Box::default(),
        };
        board.clear();
        board
    }

    fn clear(&mut self) {
        self.table.clear();
        self.history.clear(&self.shape);
    }

    fn mirrored(&self, cells: S::Set) -> S::Set {
        let (columns, stride) = (self.shape.columns(), self.shape.stride());
        let column_cells = S::Set::first(stride);
        (0..columns).fold(S::Set::ZERO, |mirrored, column| {
            let filling = cells >> (column * stride) & column_cells;
            mirrored | filling << ((columns - 1 - column) * stride)
        })
    }

    /// Solves a position in which somebody is to move.
    fn solve(&mut self, own: u128, other: u128, goal: Goal, watch: Watch<'_>) -> Solution {
        let shape = self.shape;
        let (own, other) = (S::Set::from_u128(own), S::Set::from_u128(other));
        let all = own | other;
        let plies = all.count() as i32;
        let playable = all.plus(shape.bottom()) & shape.board();
        let at_once = if shape.completing(own).meets(playable) {
            Some(win_with(shape.cells(), plies + 1))
        } else if plies + 1 == shape.longest() {
            // The last stone wins nothing.
            Some(0)
        } else {
            None
        };
        if let Some(score) = at_once {
            let score = goal.of_score(score);
            return Solution {
                least: score,
                most: score,
                nodes: 1,
            };
        }
        let mirrored_own = self.mirrored(own);
        // Whether both a position and its mirror image can come up from here.
        let has_mirrors = !mirrored_own.meets(other);
        let pair = Pair {
            plain: Stones { own, all },
            mirrored: Stones {
                own: mirrored_own,
                all: self.mirrored(all),
            },
        };
        let threats = shape.completing(other) & shape.board() & !all;
        // The other side may win with the stone after the next, the side to move with the one
        // after that.
        let cells = shape.cells();
        let (least, most) = match goal {
            Goal::Score => (-win_with(cells, plies + 2), win_with(cells, plies + 3)),
            Goal::Winner => (-1, 1),
        };
        let mut solution = Solution {
            least,
            most,
            nodes: 0,
        };
        let mut search = Search::new(shape, &self.table, &mut self.history, watch, solution);
        while solution.least < solution.most {
            let alpha = next_question(&solution, goal, shape.cells() - plies);
            let answer = if has_mirrors {
                search.exceeds::<true>(pair, threats, alpha)
            } else {
                search.exceeds::<false>(pair, threats, alpha)
            };
            solution.nodes = search.nodes;
            match answer {
                Ok(bound) if bound > alpha => solution.least = bound.min(solution.most),
                Ok(bound) => solution.most = bound.max(solution.least),
                Err(Stopped) => return solution,
            }
            search.solution = solution;
        }
        solution
    }
}

/// Which score to ask whether the position is worth more than.
///
/// How soon somebody has to win decides how much there is to be seen. So short wins and losses are
/// asked for first, from both ends; as soon as that takes long, who wins at all, and then halves.
fn next_question(solution: &Solution, goal: Goal, left: i32) -> i32 {
    let &Solution { least, most, nodes } = solution;
    if goal == Goal::Score && nodes < NODES_FOR_SHORT_GAMES && left >= LONG_GAME {
        if most > -least { most - 1 } else { least }
    } else if least < 0 && most > 0 {
        0
    } else {
        least + (most - least) / 2
    }
}
