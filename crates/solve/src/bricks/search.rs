//! The search: is the rest of a game worth more than some number?
//!
//! All searches have a null window, so every answer is a bound. Most positions are decided by what
//! is known without search, and where one is searched, the first brick is nearly always good enough
//! if any is. So the position after the first brick is visited at once; only if that does not help,
//! those after all others are looked up, and then visited.

use super::bounds::{Bounds, Regions};
use super::live::{Board, Live};
use super::moves::{self, Candidate};
use super::table::{Entry, Table};
use crate::{Solution, Watch};
use game::Symmetry;
use game::bits::Bits;
use game::random::mix;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// A search looks up after so many nodes, a power of two.
const BETWEEN_LOOKS: u64 = 1 << 14;
/// With room for fewer bricks than this, positions are searched as quickly as they are looked up.
const TABLED: i32 = 4;

/// The search was stopped, or has become needless.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopped;

/// The number of a position in the table, if it may be there, and the symmetry that leads to the
/// image that is meant.
type Key = Option<(u128, Symmetry)>;

/// A position that is to be visited later.
#[derive(Debug, Clone, Copy)]
struct Child<B, const MOST: usize> {
    live: Live<B, MOST>,
    key: Key,
    /// What is known about it.
    known: Bounds,
}

/// A search on one thread.
pub(super) struct Search<'solver, B, const MOST: usize> {
    board: &'solver Board<B>,
    table: &'solver Table,
    watch: Watch<'solver>,
    /// Whether another thread has found the answer.
    is_answered: &'solver AtomicBool,
    /// Whether the search was stopped from outside.
    pub(super) is_stopped: bool,
    /// Which of several threads this is: all but the first try bricks in an order of their own.
    thread: u64,
    /// What is known so far about the position that is to be solved.
    pub(super) solution: Solution,
    pub(super) nodes: u64,
    /// The bricks that can be laid, for all positions from the first to the one that is searched.
    candidates: Vec<Candidate<B>>,
    /// Lists that are not in use.
    spare: Vec<Vec<Child<B, MOST>>>,
    regions: Box<Regions<B>>,
}

impl<B, const MOST: usize> fmt::Debug for Search<'_, B, MOST> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Search, {} nodes", self.nodes)
    }
}

impl<'solver, B: Bits, const MOST: usize> Search<'solver, B, MOST> {
    pub(super) fn new(
        board: &'solver Board<B>,
        table: &'solver Table,
        watch: Watch<'solver>,
        is_answered: &'solver AtomicBool,
        thread: u64,
        solution: Solution,
    ) -> Search<'solver, B, MOST> {
        Search {
            board,
            table,
            watch,
            is_answered,
            is_stopped: false,
            thread,
            solution,
            nodes: 0,
            candidates: Vec::new(),
            spare: Vec::new(),
            regions: Box::new(Regions::NONE),
        }
    }

    #[cold]
    fn look_up(&mut self) -> Result<(), Stopped> {
        self.solution.nodes = self.nodes;
        self.is_stopped = (self.watch)(&self.solution).is_break();
        if self.is_stopped || self.is_answered.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Whether the rest of a game is worth more than `alpha` to the side to move: the answer is a
    /// lower bound that is greater, or an upper bound that is not.
    pub(super) fn exceeds(&mut self, live: &Live<B, MOST>, alpha: i32) -> Result<i32, Stopped> {
        let known = known_at_once(self.board, live);
        match known.answer(alpha) {
            Some(answer) => Ok(answer),
            None => self.visit(live, None, known, alpha),
        }
    }

    /// The same for a position in which at least two bricks may fit, about which so much is known.
    fn visit(
        &mut self,
        live: &Live<B, MOST>,
        key: Key,
        known: Bounds,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            self.look_up()?;
        }
        let first = self.candidates.len();
        let known = self.narrowed(live, known, alpha);
        let answer = match known.answer(alpha) {
            Some(answer) => Ok(answer),
            None => self.expand(live, key, known, first, alpha),
        };
        self.candidates.truncate(first);
        answer
    }

    /// The same where the bricks are listed, from `first` on.
    #[inline(always)]
    fn expand(
        &mut self,
        live: &Live<B, MOST>,
        key: Key,
        mut known: Bounds,
        first: usize,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let board = self.board;
        // 1. What the table knows, and what needs no search.
        let key = key.or_else(|| self::key(board, live));
        if let Some((key, symmetry)) = key
            && let Some(found) = self.table.get(key)
        {
            known = known.and(found.bounds);
            if let Some(answer) = known.answer(alpha) {
                return Ok(answer);
            }
            let brick = found
                .brick
                .map(|brick| board.image(brick, symmetry.inverse()));
            for candidate in &mut self.candidates[first..] {
                if Some(candidate.number) == brick {
                    candidate.promise = i32::MAX;
                }
            }
        }
        if alpha >= 0 && live.can_be_answered(board) {
            return Ok(0);
        }
        // 2. The most promising brick.
        let nodes_before = self.nodes;
        self.bring_forward(first, self.candidates.len());
        let candidate = self.candidates[first];
        let after = live.after(board, candidate.brick);
        let score = candidate.gain - self.exceeds(&after, candidate.gain - alpha - 1)?;
        let mut best = (score, candidate.number);
        // 3. All others.
        if score <= alpha {
            let mut children = self.spare.pop().unwrap_or_default();
            let answer = self.try_others(live, first + 1, &mut children, best, alpha);
            children.clear();
            self.spare.push(children);
            best = answer?;
        }
        // 4. Now it is known.
        let (score, brick) = best;
        if let Some((key, symmetry)) = key {
            if score > alpha {
                known.least = score;
            } else {
                known.most = score.min(known.most);
            }
            let entry = Entry {
                bounds: known,
                brick: Some(board.image(brick, symmetry)),
            };
            let work = (self.nodes - nodes_before + 1).ilog2();
            self.table.put(key, entry, work);
        }
        Ok(score)
    }

    /// Lists the bricks, and narrows the bounds by what they can do.
    #[inline(always)]
    fn narrowed(&mut self, live: &Live<B, MOST>, mut known: Bounds, alpha: i32) -> Bounds {
        let board = self.board;
        let first = self.candidates.len();
        let summary = moves::list(board, live, &mut self.candidates);
        let candidates = &self.candidates[first..];
        // Whatever happens, one brick is laid in each region, the sides take turns, and every brick
        // gains at least 1.
        let room = self.regions.find(board, live.empty);
        let regions = self.regions.count as i32;
        let (own_surely, other_surely) = ((regions + 1) / 2, regions / 2);
        // 1. The side to move gains all it can, and the other side what it surely gains.
        let own_most = self.regions.most(&live.own, (room + 1) / 2, summary.own);
        known.most = known.most.min(own_most - other_surely);
        if known.most <= alpha {
            return known;
        }
        // 2. The other side begins with the best brick that is left to it.
        let most = own_most - (other_surely - 1).max(0);
        if most - summary.other.gain <= alpha {
            let sure = moves::sure_gain(candidates, |candidate| candidate.other_gain);
            known.most = known.most.min(most - sure);
            if known.most <= alpha {
                return known;
            }
        }
        // 3. The side to move begins with its best brick, and the other side gains all it can.
        let other_most = self.regions.most(&live.other, room / 2, summary.other);
        let least = summary.own.gain - other_most;
        known.least = known.least.max(least + own_surely - 1);
        if known.least > alpha {
            return known;
        }
        // 4. It goes on with the best brick that is left to it then.
        let least = least + (own_surely - 2).max(0);
        let islands = live
            .own
            .with(board, summary.best, live.empty & !summary.best);
        let next_gain = |candidate: &Candidate<B>| {
            if candidate.brick.meets(summary.best) {
                0
            } else {
                islands.gain(candidate.brick)
            }
        };
        if candidates
            .iter()
            .any(|candidate| least + next_gain(candidate) > alpha)
        {
            let sure = moves::sure_gain(candidates, next_gain);
            known.least = known.least.max(least + sure);
        }
        known
    }

    /// Tries the bricks from `first` on, where the best so far was not good enough.
    #[inline(always)]
    fn try_others(
        &mut self,
        live: &Live<B, MOST>,
        first: usize,
        children: &mut Vec<Child<B, MOST>>,
        mut best: (i32, u8),
        alpha: i32,
    ) -> Result<(i32, u8), Stopped> {
        // 1. All positions are made before any is looked up: that way the processor waits for many
        //    places of the table at a time.
        let board = self.board;
        let mut last = self.candidates.len();
        for candidate in &mut self.candidates[first..last] {
            let after = live.after(board, candidate.brick);
            candidate.child = children.len();
            if self.thread > 0 {
                // The more often two threads are at different positions, the more one can find in
                // the table that the other put there.
                let salt = self.thread ^ self.nodes << 8 ^ u64::from(candidate.number) << 40;
                candidate.promise = (mix(salt) >> 34) as i32;
            }
            children.push(Child {
                live: after,
                key: key(board, &after),
                known: known_at_once(board, &after),
            });
        }
        // 2. Perhaps one of them is known to be good enough; those known not to be are left out.
        let mut number = first;
        while number < last {
            let candidate = self.candidates[number];
            let child = &mut children[candidate.child];
            if let Some(found) = child.key.and_then(|(key, _)| self.table.get(key)) {
                child.known = child.known.and(found.bounds);
            }
            let Some(answer) = child.known.answer(candidate.gain - alpha - 1) else {
                number += 1;
                continue;
            };
            self.nodes += 1;
            let score = candidate.gain - answer;
            if score > best.0 {
                best = (score, candidate.number);
            }
            if score > alpha {
                return Ok(best);
            }
            last -= 1;
            self.candidates.swap(number, last);
        }
        // 3. One after the other.
        for number in first..last {
            self.bring_forward(number, last);
            let candidate = self.candidates[number];
            let Child { live, key, known } = &children[candidate.child];
            let score =
                candidate.gain - self.visit(live, *key, *known, candidate.gain - alpha - 1)?;
            if score > best.0 {
                best = (score, candidate.number);
            }
            if score > alpha {
                break;
            }
        }
        Ok(best)
    }

    /// Brings the most promising of some candidates to their front.
    #[inline(always)]
    fn bring_forward(&mut self, first: usize, last: usize) {
        let mut chosen = first;
        for number in first + 1..last {
            if self.candidates[number].promise > self.candidates[chosen].promise {
                chosen = number;
            }
        }
        self.candidates.swap(first, chosen);
    }
}

/// What the number of bricks says that fit at most.
#[inline(always)]
fn known_at_once<B: Bits, const MOST: usize>(board: &Board<B>, live: &Live<B, MOST>) -> Bounds {
    let room = board.room(live.empty);
    if room > 1 {
        return Bounds::of_numbers(&live.own, &live.other, room);
    }
    let bricks = board.bricks(live.empty);
    let value = bricks.map(|(_, brick)| live.own.gain(brick)).max();
    let value = value.unwrap_or(0);
    Bounds {
        least: value,
        most: value,
    }
}

/// The key of a position, if it belongs into the table.
#[inline(always)]
fn key<B: Bits, const MOST: usize>(board: &Board<B>, live: &Live<B, MOST>) -> Key {
    (board.room(live.empty) >= TABLED).then(|| live.key(board))
}
