//! Connect, solved: every board of up to 128 bits, any length of line, any number of pieces.
//!
//! The *score* of a position counts from the end. If the stone with number p, of both sides
//! together and from 1, wins under perfect play, it is ⌊(cells + 2 − p) / 2⌋ for the side that
//! wins and the negative of that for the other; 0 is a draw. So a quick win is worth more than a
//! slow one, and 1 is a win with one of the last two stones.

mod book;
mod search;
mod shape;
mod table;
mod winners;

use crate::{Goal, Resources, Solution, Solver, Unsolvable, UsualEffort, Watch};
use game::bits::Bits;
use game::{Game, Notation};
use games::connect::{Connect, Position};
use search::{Crowd, Pair, Search, Stones, Stopped, Taste};
use shape::{Any, Classic, Shape};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use table::{Table, Tabled};

pub use book::Book;
pub use winners::shipped_book;

/// Solves positions of one board, one after the other, with one table.
#[derive(Debug)]
pub struct ConnectSolver<B> {
    game: Connect<B>,
    book: Option<Arc<Book>>,
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
    /// A solver for the board of a game.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn new(game: &Connect<B>, resources: Resources) -> Result<ConnectSolver<B>, Unsolvable> {
        let (columns, rows, length) = (game.columns(), game.rows(), game.length());
        let width = (columns * (rows + 1)) as u32;
        if width > u128::BITS {
            return Err(Unsolvable::TooLarge(format!(
                "columns x (rows + 1) may be 128 at most, and {columns} x {} is {width}",
                rows + 1
            )));
        }
        let fills_up = 2 * game.pieces() >= columns * rows;
        let is_small = width <= u64::BITS && Table::<u64>::can_hold(resources.bytes, width);
        let inner = if is_small && fills_up && (columns, rows, length) == (7, 6, 4) {
            Inner::Classic(Board::new(Classic, resources))
        } else if is_small {
            Inner::Small(Board::new(
                Any::new(columns, rows, length, game.pieces()),
                resources,
            ))
        } else {
            Inner::Large(Board::new(
                Any::new(columns, rows, length, game.pieces()),
                resources,
            ))
        };
        let game = game.clone();
        Ok(ConnectSolver {
            game,
            book: None,
            inner,
        })
    }

    /// What the book knows of a position, if there is one.
    fn by_book(&self, position: &Position<B>, goal: Goal) -> Option<Solution> {
        let book = self.book.as_ref()?;
        Some(book.bounds(&self.game, position, goal))
    }

    /// The stones of the side to move and of the other one.
    fn stones(&self, position: &Position<B>) -> Result<[u128; 2], Unsolvable> {
        if self.game.outcome(position).is_some() {
            return Err(Unsolvable::Finished);
        }
        // A board that fits has no more bits.
        let cells = |stones: B| stones.as_u128().unwrap_or_default();
        Ok(position.stones_by_turn().map(cells))
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
        let [own, other] = self.stones(position)?;
        let by_book = self.by_book(position, goal);
        if let Some(known) = by_book
            && known.score().is_some()
        {
            return Ok(known);
        }
        Ok(with_board!(&mut self.inner, board => board.solve(own, other, goal, by_book, watch)))
    }

    fn is_at_least(
        &mut self,
        position: &Position<B>,
        score: i32,
        goal: Goal,
        watch: Watch<'_>,
    ) -> Result<Option<bool>, Unsolvable> {
        let [own, other] = self.stones(position)?;
        if let Some(known) = self.by_book(position, goal)
            && (score <= known.least || score > known.most)
        {
            return Ok(Some(score <= known.least));
        }
        Ok(with_board!(&mut self.inner, board => board.is_at_least(own, other, score, goal, watch)))
    }

    fn set_book(&mut self, book: Arc<Book>) -> Result<(), Unsolvable> {
        if book.game() != self.game.name() {
            return Err(Unsolvable::OtherBook(book.game().to_string()));
        }
        self.book = Some(book);
        Ok(())
    }

    fn plies_to_end(&self, position: &Position<B>, score: i32, goal: Goal) -> Option<u32> {
        if goal == Goal::Winner || score == 0 {
            return None;
        }
        let cells = (self.game.columns() * self.game.rows()) as i32;
        let stones: u32 = position.stones_by_turn().map(Bits::count).iter().sum();
        // Of two numbers of stones with the same score, the one that is the winner's.
        let last = cells + 2 - 2 * score.abs();
        let plies = last - stones as i32;
        let is_odd = plies.rem_euclid(2) == 1;
        let plies = if is_odd == (score > 0) {
            plies
        } else {
            plies - 1
        };
        u32::try_from(plies).ok()
    }

    fn usual_effort(&self, position: &Position<B>) -> Option<UsualEffort> {
        let stones: u32 = position.stones_by_turn().map(Bits::count).iter().sum();
        let left = (self.game.columns() * self.game.rows()) as f64 - f64::from(stones);
        Some(UsualEffort {
            nodes: (left - EASY_CELLS).exp2(),
            nodes_per_second: 8e6,
        })
    }

    fn known(&mut self, position: &Position<B>, goal: Goal) -> Option<Solution> {
        self.by_book(position, goal)
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

/// With so many empty cells it takes no search to tell who wins, and twice as much with each more: on
/// 7 x 6, four million nodes in the mean of all positions with six stones, and a million with eight.
const EASY_CELLS: f64 = 14.0;

/// A solver that knows the shape of its board.
#[derive(Debug)]
struct Board<S: Shape<Set: Tabled>> {
    shape: S,
    table: Table<S::Set>,
    /// One for each thread.
    tastes: Vec<Taste>,
    /// Nodes searched since the table was cleared.
    nodes: u64,
}

/// A position as a search begins with it.
#[derive(Debug, Clone, Copy)]
struct Root<B> {
    pair: Pair<B>,
    threats: B,
    /// Whether both a position and its mirror image can come up from here.
    has_mirrors: bool,
    plies: i32,
}

impl<S: Shape<Set: Tabled>> Board<S> {
    fn new(shape: S, resources: Resources) -> Board<S> {
        let width = (shape.columns() * shape.stride()) as u32;
        let mut board = Board {
            shape,
            table: Table::new(resources.bytes, width),
            tastes: (0..resources.threads.max(1))
                .map(|thread| Taste::new(&shape, thread))
                .collect(),
            nodes: 0,
        };
        board.clear();
        board
    }

    fn clear(&mut self) {
        self.table.clear();
        self.nodes = 0;
    }

    fn mirrored(&self, cells: S::Set) -> S::Set {
        let (columns, stride) = (self.shape.columns(), self.shape.stride());
        let column_cells = S::Set::first(stride);
        (0..columns).fold(S::Set::ZERO, |mirrored, column| {
            let filling = cells >> (column * stride) & column_cells;
            mirrored | filling << ((columns - 1 - column) * stride)
        })
    }

    /// A position in which somebody is to move, and what is known about it without a search.
    fn root(&self, own: u128, other: u128, goal: Goal) -> (Root<S::Set>, Solution) {
        let shape = self.shape;
        let (own, other) = (S::Set::from_u128(own), S::Set::from_u128(other));
        let all = own | other;
        let plies = all.count() as i32;
        let mirrored_own = self.mirrored(own);
        let root = Root {
            pair: Pair {
                plain: Stones { own, all },
                mirrored: Stones {
                    own: mirrored_own,
                    all: self.mirrored(all),
                },
            },
            threats: shape.completing(other) & shape.board() & !all,
            has_mirrors: !mirrored_own.meets(other),
            plies,
        };
        let playable = all.plus(shape.bottom()) & shape.board();
        let cells = shape.cells();
        let (least, most) = if shape.completing(own).meets(playable) {
            let score = win_with(cells, plies + 1);
            (score, score)
        } else if plies + 1 == shape.longest() {
            // The last stone wins nothing.
            (0, 0)
        } else {
            // The other side may win with the stone after the next, the side to move with the one
            // after that.
            (-win_with(cells, plies + 2), win_with(cells, plies + 3))
        };
        let known = Solution {
            least: goal.of_score(least),
            most: goal.of_score(most),
            nodes: 0,
        };
        (root, known)
    }

    /// Solves a position in which somebody is to move, and of which something may be known.
    fn solve(
        &mut self,
        own: u128,
        other: u128,
        goal: Goal,
        known: Option<Solution>,
        watch: Watch<'_>,
    ) -> Solution {
        let (root, mut solution) = self.root(own, other, goal);
        if let Some(known) = known {
            solution.least = solution.least.max(known.least);
            solution.most = solution.most.min(known.most);
        }
        while solution.least < solution.most {
            let alpha = next_question(&solution, goal, self.shape.cells() - root.plies);
            match self.ask(&root, alpha, &mut solution, watch) {
                Ok(bound) if bound > alpha => solution.least = bound.min(solution.most),
                Ok(bound) => solution.most = bound.max(solution.least),
                Err(Stopped) => break,
            }
        }
        solution
    }

    fn is_at_least(
        &mut self,
        own: u128,
        other: u128,
        score: i32,
        goal: Goal,
        watch: Watch<'_>,
    ) -> Option<bool> {
        let (root, mut solution) = self.root(own, other, goal);
        if score <= solution.least || score > solution.most {
            return Some(score <= solution.least);
        }
        let answer = self.ask(&root, score - 1, &mut solution, watch);
        answer.ok().map(|bound| bound >= score)
    }

    /// Whether the score is greater than `alpha`: a bound that is, or one that is not.
    ///
    /// If there are several threads all look for the answer, in different orders and with one
    /// table, and the first to find it is enough.
    fn ask(
        &mut self,
        root: &Root<S::Set>,
        alpha: i32,
        solution: &mut Solution,
        watch: Watch<'_>,
    ) -> Result<i32, Stopped> {
        self.table.adopt();
        loop {
            let crowd = Crowd::new(self.table.grows_after().saturating_sub(self.nodes));
            let question = Question {
                shape: self.shape,
                table: &self.table,
                crowd: &crowd,
                root,
                alpha,
                before: *solution,
            };
            let Some((own, others)) = self.tastes.split_first() else {
                return Err(Stopped);
            };
            let answer = std::thread::scope(|scope| {
                let helpers: Vec<_> = others
                    .iter()
                    .map(|taste| scope.spawn(|| question.search(taste, None)))
                    .collect();
                let answer = question.search(own, Some(&mut *watch));
                // One that panicked has no answer; the others have.
                let answers = helpers.into_iter().filter_map(|helper| helper.join().ok());
                answers.fold(answer, Result::or)
            });
            solution.nodes += crowd.nodes();
            self.nodes += crowd.nodes();
            if answer.is_ok() || !crowd.wants_room() {
                return answer;
            }
            // The same again: what is known is found in the larger table.
            self.table.grow();
        }
    }
}

/// What all threads look for the answer to.
#[derive(Debug)]
struct Question<'board, S: Shape<Set: Tabled>> {
    shape: S,
    table: &'board Table<S::Set>,
    crowd: &'board Crowd,
    root: &'board Root<S::Set>,
    alpha: i32,
    before: Solution,
}

impl<S: Shape<Set: Tabled>> Question<'_, S> {
    /// Looks for it on this thread.
    fn search(&self, taste: &Taste, watch: Option<Watch<'_>>) -> Result<i32, Stopped> {
        let mut search = Search::new(
            self.shape,
            self.table,
            taste,
            watch,
            self.before,
            self.crowd,
        );
        let &Root { pair, threats, .. } = self.root;
        let answer = if self.root.has_mirrors {
            search.exceeds::<true>(pair, threats, self.alpha)
        } else {
            search.exceeds::<false>(pair, threats, self.alpha)
        };
        search.leave();
        answer
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
