//! The search: is the score of a position greater than some number?
//!
//! All searches have a null window, so every answer is a bound. Positions are handed on only if the
//! side to move has no move that wins at once.

use super::shape::Shape;
use super::table::{Bounds, Table, Tabled};
use super::win_with;
use crate::{Solution, Watch};
use game::bits::Bits;
use game::random::mix;
use games::connect::lines_through;
use std::cmp::Reverse;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many children there can be.
const MOST_COLUMNS: usize = 20;
/// With fewer empty cells than this, looking children up takes longer than searching them.
const LOOKS_AHEAD: i32 = 12;
/// With fewer, not even the position itself is looked up.
const TABLED: i32 = 6;
/// What a threat counts in the order of moves.
const PER_THREAT: i32 = 4096;
/// What each point counts by which a bound of a child is known to be better.
const PER_BOUND: i32 = 512;
/// How much worse a column is for each half step from the middle.
const PER_STEP_ASIDE: i32 = 100;
/// How much better a cell is for each line through it.
const PER_LINE: i32 = 50;
/// How much better a cell is for each row below it.
const PER_ROW: i32 = 50;
/// How much of a whim a thread may have, in the same measure.
const WHIMS: u64 = 300;
/// A search looks up after so many nodes, a power of two.
const BETWEEN_LOOKS: u64 = 1 << 14;

/// A position: the stones of the side to move, and all.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stones<B> {
    pub(super) own: B,
    pub(super) all: B,
}

impl<B: Bits> Stones<B> {
    /// Different for all positions: in each column, the own stones as a number plus 2^height − 1.
    #[inline(always)]
    fn key(self) -> B {
        self.own.plus(self.all)
    }

    #[inline(always)]
    fn after(self, stone: B) -> Stones<B> {
        Stones {
            own: self.own ^ self.all,
            all: self.all | stone,
        }
    }
}

/// A position and its mirror image, which is kept up only where both can come up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<B> {
    pub(super) plain: Stones<B>,
    pub(super) mirrored: Stones<B>,
}

/// The search was stopped.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopped;

/// Which cells are tried first where nothing else speaks for a move. It is not learned: when it was,
/// from what had been good elsewhere, it took five times as many nodes to find that the empty board
/// of 7 x 6 is won.
#[derive(Debug)]
pub(super) struct Taste([i32; 128]);

impl Taste {
    /// The middle is better than the sides, cells on many lines are better than others, and high
    /// columns than low ones. Of several threads, all but the first have whims of their own, so that
    /// they look at different things.
    pub(super) fn new(shape: &impl Shape, thread: usize) -> Taste {
        let (columns, stride) = (shape.columns(), shape.stride());
        let lines = lines_through(columns, stride - 1, shape.length());
        let of_cell = |cell: usize| {
            let from_middle = (2 * (cell / stride)).abs_diff(columns - 1) as i32;
            let whim = mix((thread as u64) << 32 | cell as u64) % WHIMS;
            let whim = if thread > 0 { whim as i32 } else { 0 };
            let row = (cell % stride) as i32;
            let lines = i32::from(lines.get(cell).copied().unwrap_or(0));
            whim + lines * PER_LINE + row * PER_ROW - from_middle * PER_STEP_ASIDE
        };
        Taste(std::array::from_fn(of_cell))
    }
}

/// A move that is worth looking at.
#[derive(Debug, Clone, Copy)]
struct Candidate<B> {
    stone: B,
    /// The empty cells that complete a line of the mover after it.
    threats: B,
    promise: i32,
    /// That of the position after it, if it is to be looked up.
    key: B,
}

/// What the threads that look for one answer have in common.
#[derive(Debug)]
pub(super) struct Crowd {
    is_done: AtomicBool,
    nodes: AtomicU64,
    /// After so many nodes they stop, so that the table can grow.
    room: u64,
}

impl Crowd {
    pub(super) fn new(room: u64) -> Crowd {
        Crowd {
            is_done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            room,
        }
    }

    /// Whether they stopped for a larger table.
    pub(super) fn wants_room(&self) -> bool {
        self.nodes() >= self.room
    }

    /// What all of them searched.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// A search on one thread.
pub(super) struct Search<'solver, 'watch, S: Shape<Set: Tabled>> {
    shape: S,
    table: &'solver Table<S::Set>,
    taste: &'solver Taste,
    /// Only the first thread has somebody who watches.
    watch: Option<Watch<'watch>>,
    /// What is known about the position that is to be solved, and was searched before.
    solution: Solution,
    crowd: &'solver Crowd,
    nodes: u64,
}

impl<S: Shape<Set: Tabled>> fmt::Debug for Search<'_, '_, S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Search, {} nodes", self.nodes)
    }
}

impl<'solver, 'watch, S: Shape<Set: Tabled>> Search<'solver, 'watch, S> {
    pub(super) fn new(
        shape: S,
        table: &'solver Table<S::Set>,
        taste: &'solver Taste,
        watch: Option<Watch<'watch>>,
        solution: Solution,
        crowd: &'solver Crowd,
    ) -> Search<'solver, 'watch, S> {
        Search {
            shape,
            table,
            taste,
            watch,
            solution,
            crowd,
            nodes: 0,
        }
    }

    /// Tells the others that the search is over.
    pub(super) fn leave(self) {
        self.crowd.is_done.store(true, Ordering::Relaxed);
        let not_told = self.nodes % BETWEEN_LOOKS;
        self.crowd.nodes.fetch_add(not_told, Ordering::Relaxed);
    }

    /// The score of winning with the stone of that number.
    #[inline(always)]
    fn win_with(&self, stone: i32) -> i32 {
        win_with(self.shape.cells(), stone)
    }

    #[cold]
    fn look_up(&mut self) -> Result<(), Stopped> {
        let told = self.crowd.nodes.fetch_add(BETWEEN_LOOKS, Ordering::Relaxed);
        if let Some(watch) = &mut self.watch {
            let nodes = self.solution.nodes + told + BETWEEN_LOOKS;
            let so_far = Solution {
                nodes,
                ..self.solution
            };
            if watch(&so_far).is_break() {
                return Err(Stopped);
            }
        }
        if self.crowd.is_done.load(Ordering::Relaxed) || self.crowd.wants_room() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Whether the score is greater than `alpha`: the answer is a lower bound that is greater, or
    /// an upper bound that is not. `threats` are the empty cells that complete a line of the side
    /// that is not to move.
    pub(super) fn exceeds<const MIRROR: bool>(
        &mut self,
        mut pair: Pair<S::Set>,
        mut threats: S::Set,
        mut alpha: i32,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            self.look_up()?;
        }
        let shape = self.shape;
        let board = shape.board();
        let mut stones = pair.plain;
        let mut plies = stones.all.count() as i32;
        // 1. As long as there is only one move that does not lose at once, it is played; scores are
        //    those of the other side then.
        let mut is_turned = false;
        let answer = |is_turned: bool, score: i32| Ok(if is_turned { -score } else { score });
        let (playable, moves, mut known) = loop {
            let playable = stones.all.plus(shape.bottom()) & board;
            // Below a threat nobody goes who need not.
            let mut moves = playable & !(threats >> 1);
            let forced = playable & threats;
            if !forced.is_zero() {
                moves &= forced;
            }
            if moves.is_zero() || !forced.without_lowest().is_zero() {
                return answer(is_turned, -self.win_with(plies + 2));
            }
            // Neither of the next two stones wins.
            if plies + 2 >= shape.longest() {
                return Ok(0);
            }
            let known = Bounds {
                least: -self.win_with(plies + 4),
                most: self.win_with(plies + 3),
            };
            if known.least > alpha {
                return answer(is_turned, known.least);
            }
            if known.most <= alpha {
                return answer(is_turned, known.most);
            }
            if !moves.without_lowest().is_zero() {
                break (playable, moves, known);
            }
            pair.mirrored = self.mirrored_after::<MIRROR>(pair.mirrored, moves);
            stones = stones.after(moves);
            threats = shape.completing(stones.own ^ stones.all) & (board & !stones.all);
            plies += 1;
            alpha = -alpha - 1;
            is_turned = !is_turned;
        };
        let key = self.key::<MIRROR>(stones, pair.mirrored);
        self.table.fetch(key);
        // 2. Who cannot win?
        let other = stones.own ^ stones.all;
        let empty = board & !stones.all;
        let left = shape.cells() - plies;
        let can_pair = shape.fills_up() && left % 2 == 0;
        if alpha >= 0 {
            let reachable = if can_pair {
                self.reachable_against_pairs(empty, playable)
            } else {
                empty
            };
            if !shape.has_line(stones.own | reachable) {
                return answer(is_turned, 0);
            }
        } else {
            if !shape.has_line(other | empty) {
                return answer(is_turned, 0);
            }
            if alpha == -1 && can_pair {
                let reachable = self.reachable_against_pairs(empty, playable);
                if !shape.has_line(stones.own | reachable)
                    && shape.has_line(other | empty & !reachable)
                {
                    return answer(is_turned, -1);
                }
            }
        }
        // 3. What the table knows.
        let most_by_two_threats = known.most;
        if left >= TABLED
            && let Some(found) = self.table.get(key)
        {
            if found.least > alpha {
                return answer(is_turned, found.least);
            }
            if found.most <= alpha {
                return answer(is_turned, found.most);
            }
            known = found;
        }
        // 4. The moves, and what they threaten: if the other side has no answer, they win. If the
        //    other side cannot win against pairs after one of them, it does not lose.
        let mut candidates = [Candidate {
            stone: S::Set::ZERO,
            threats: S::Set::ZERO,
            promise: 0,
            key: S::Set::ZERO,
        }; MOST_COLUMNS];
        let mut count = 0;
        let mut rest = moves;
        let looks_ahead = left >= LOOKS_AHEAD;
        let pairs_follow = alpha < 0 && shape.fills_up() && left % 2 == 1;
        while !rest.is_zero() {
            let following = rest.without_lowest();
            let stone = rest ^ following;
            rest = following;
            let mut key = S::Set::ZERO;
            if looks_ahead {
                let mirrored = self.mirrored_after::<MIRROR>(pair.mirrored, stone);
                key = self.key::<MIRROR>(stones.after(stone), mirrored);
                self.table.fetch(key);
            }
            let threats = shape.completing(stones.own | stone) & (empty ^ stone);
            let next = (playable ^ stone | stone << 1) & board;
            let forced = threats & next;
            let mut answers = next & !(threats >> 1);
            if !forced.is_zero() {
                answers &= forced;
            }
            if answers.is_zero() || !forced.without_lowest().is_zero() {
                return answer(is_turned, most_by_two_threats);
            }
            if pairs_follow {
                let reachable = self.reachable_against_pairs(empty ^ stone, next);
                if !shape.has_line(other | reachable) {
                    return answer(is_turned, 0);
                }
            }
            let promise = threats.count() as i32 * PER_THREAT + self.taste.0[stone.lowest()];
            let mut place = count;
            while place > 0 && candidates[place - 1].promise < promise {
                candidates[place] = candidates[place - 1];
                place -= 1;
            }
            candidates[place] = Candidate {
                stone,
                threats,
                promise,
                key,
            };
            count += 1;
        }
        let candidates = &mut candidates[..count];
        // Nobody wins with one of the next four stones.
        known.most = known.most.min(self.win_with(plies + 5));
        if known.most <= alpha {
            return answer(is_turned, known.most);
        }
        // 5. Perhaps one of the children is known to be good enough; those known not to be are left
        //    out, and what is known of the others is a hint.
        let mut best = i32::MIN;
        let mut open = candidates.len();
        if looks_ahead {
            for candidate in &mut *candidates {
                let Some(found) = self.table.get(candidate.key) else {
                    continue;
                };
                if -found.most > alpha {
                    return answer(is_turned, -found.most);
                }
                if -found.least <= alpha {
                    best = best.max(-found.least);
                    candidate.promise = i32::MIN;
                    open -= 1;
                } else {
                    candidate.promise -= (found.least + found.most) * PER_BOUND;
                }
            }
            candidates.sort_by_key(|candidate| Reverse(candidate.promise));
        }
        let candidates = &candidates[..open];
        // 6. One after the other.
        let nodes_before = self.nodes;
        for candidate in candidates {
            let next = Pair {
                plain: stones.after(candidate.stone),
                mirrored: self.mirrored_after::<MIRROR>(pair.mirrored, candidate.stone),
            };
            let score = -self.exceeds::<MIRROR>(next, candidate.threats, -alpha - 1)?;
            best = best.max(score);
            if best > alpha {
                break;
            }
        }
        // 7. Now it is known.
        if left >= TABLED {
            if best > alpha {
                known.least = best;
            } else {
                known.most = best.min(known.most);
            }
            let work = (self.nodes - nodes_before + 1).ilog2();
            self.table.put(key, known, work);
        }
        answer(is_turned, best)
    }

    /// The empty cells that the side to move may get if the other one answers in pairs, where an
    /// even number of cells is empty and all will be filled.
    ///
    /// The cells of a column make vertical pairs, counted from above. Where one is left over, at the
    /// bottom, it makes a pair with one that is left over in another column; there is an even number
    /// of those. Whenever the side to move takes a cell of a pair the other side takes the other
    /// one, which it always can: of a vertical pair, the lower cell must be taken first, and
    /// cells left over are all playable. So the side to move gets, of the vertical pairs, only
    /// lower halves, and cells left over. If it has no line with these, it cannot win; if the other
    /// side has one with the rest, it loses, if only with one of the last stones.
    #[inline(always)]
    fn reachable_against_pairs(&self, empty: S::Set, playable: S::Set) -> S::Set {
        empty & self.shape.lower_halves() | playable
    }

    /// The key by which the table knows a position, and its mirror image if that can come up.
    #[inline(always)]
    fn key<const MIRROR: bool>(&self, plain: Stones<S::Set>, mirrored: Stones<S::Set>) -> S::Set {
        let key = if MIRROR {
            plain.key().min(mirrored.key())
        } else {
            plain.key()
        };
        self.table.scramble(key)
    }

    /// The mirror image after a move that puts `stone` on the original board, if it is kept up.
    #[inline(always)]
    fn mirrored_after<const MIRROR: bool>(
        &self,
        mirrored: Stones<S::Set>,
        stone: S::Set,
    ) -> Stones<S::Set> {
        if !MIRROR {
            return mirrored;
        }
        let stride = self.shape.stride();
        let column = stone.lowest() / stride;
        let base = S::Set::bit((self.shape.columns() - 1 - column) * stride);
        mirrored.after(mirrored.all.plus(base) & !mirrored.all)
    }
}
