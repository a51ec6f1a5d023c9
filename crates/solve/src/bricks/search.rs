//! The search: is the rest of a game worth more than some number?

use super::live::{Board, IMAGES, Live};
use super::table::{Entry, Table};
use crate::{Solution, Watch};
use game::Symmetry;
use game::bits::Bits;
use std::fmt;

/// A search looks up after so many nodes, a power of two.
const BETWEEN_LOOKS: u64 = 1 << 14;
/// How many bricks can be laid on a board: numbers up to twice its cells.
pub(super) const BRICK_NUMBERS: usize = 256;

/// The search was stopped.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopped;

#[derive(Debug)]
pub(super) struct History(pub(super) [[i32; BRICK_NUMBERS]; 2]);

#[derive(Debug, Clone, Copy)]
struct Candidate<B> {
    brick: B,
    number: usize,
    gain: i32,
    promise: i32,
}

/// A search on one thread.
pub(super) struct Search<'solver, B, const MOST: usize> {
    board: &'solver Board<B>,
    images: &'solver [[u8; BRICK_NUMBERS]; IMAGES],
    table: &'solver Table,
    history: &'solver mut History,
    watch: Watch<'solver>,
    pub(super) solution: Solution,
    pub(super) nodes: u64,
}

impl<B, const MOST: usize> fmt::Debug for Search<'_, B, MOST> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Search, {} nodes", self.nodes)
    }
}

impl<'solver, B: Bits, const MOST: usize> Search<'solver, B, MOST> {
    pub(super) fn new(
        board: &'solver Board<B>,
        images: &'solver [[u8; BRICK_NUMBERS]; IMAGES],
        table: &'solver Table,
        history: &'solver mut History,
        watch: Watch<'solver>,
        solution: Solution,
    ) -> Search<'solver, B, MOST> {
        Search {
            board,
            images,
            table,
            history,
            watch,
            solution,
            nodes: 0,
        }
    }

    #[cold]
    fn look_up(&mut self) -> Result<(), Stopped> {
        self.solution.nodes = self.nodes;
        if (self.watch)(&self.solution).is_break() {
            return Err(Stopped);
        }
        Ok(())
    }

    pub(super) fn exceeds(&mut self, live: &Live<B, MOST>, alpha: i32) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            self.look_up()?;
        }
        let board = self.board;
        let empty = live.empty;
        // 1. How many bricks fit?
        let black = (empty & board.black).count();
        let bricks = black.min(empty.count() - black) as i32;
        if bricks == 0 {
            return Ok(0);
        }
        // 2. Moves and their gains.
        let mut candidates = [Candidate {
            brick: B::ZERO,
            number: 0,
            gain: 0,
            promise: 0,
        }; BRICK_NUMBERS];
        let mut count = 0;
        let mut best_gain = 0;
        for (standing, openings) in board.openings(empty).into_iter().enumerate() {
            for cell in openings.ones() {
                let number = 2 * cell + standing;
                let brick = board.brick(number);
                let gain = live.own.gain(brick);
                best_gain = best_gain.max(gain);
                candidates[count] = Candidate {
                    brick,
                    number,
                    gain,
                    promise: 0,
                };
                count += 1;
            }
        }
        if bricks == 1 {
            return Ok(best_gain);
        }
        // 3. Bounds
        let (own_bricks, other_bricks) = ((bricks + 1) / 2, bricks / 2);
        let bound = |islands: &super::live::Islands<B, MOST>, bricks: i32| {
            let (mut sum, mut squares) = (bricks, 0);
            for (_, half) in islands.iter() {
                let half = i32::from(half);
                sum += half;
                squares += half * half;
            }
            sum * sum - squares
        };
        let most = if own_bricks == 1 {
            best_gain
        } else {
            bound(&live.own, own_bricks)
        };
        if most <= alpha {
            return Ok(most);
        }
        let least = best_gain - bound(&live.other, other_bricks);
        if least > alpha {
            return Ok(least);
        }
        // 4. Table
        let mut known = Entry {
            least,
            most,
            brick: None,
        };
        let tabled = bricks >= 3;
        let (key, image) = if tabled { live.key(board) } else { (0, 0) };
        let mut table_brick = usize::MAX;
        if tabled && let Some(found) = self.table.get(key) {
            if found.least > alpha {
                return Ok(found.least);
            }
            if found.most <= alpha {
                return Ok(found.most);
            }
            known.least = known.least.max(found.least);
            known.most = known.most.min(found.most);
            if let Some(brick) = found.brick {
                let inverse = Symmetry::SQUARE[image].inverse() as usize;
                let inverse = Symmetry::SQUARE
                    .iter()
                    .position(|&s| s as usize == inverse)
                    .unwrap_or(0);
                table_brick = self.images[inverse][usize::from(brick)] as usize;
            }
        }
        // 5. Order
        let candidates = &mut candidates[..count];
        let parity = ((empty.count() / 2) & 1) as usize;
        for candidate in &mut *candidates {
            candidate.promise = if candidate.number == table_brick {
                i32::MAX
            } else {
                let denied = live.other.gain(candidate.brick);
                candidate.gain * 256 + denied * 256 + self.history.0[parity][candidate.number]
            };
        }
        let mut best = i32::MIN;
        let mut best_brick = None;
        let nodes_before = self.nodes;
        for number in 0..count {
            let mut chosen = number;
            for later in number + 1..count {
                if candidates[later].promise > candidates[chosen].promise {
                    chosen = later;
                }
            }
            candidates.swap(number, chosen);
            let candidate = candidates[number];
            let after = live.after(board, candidate.brick);
            let score = candidate.gain - self.exceeds(&after, candidate.gain - alpha - 1)?;
            if score > best {
                best = score;
                best_brick = Some(candidate.number);
            }
            if best > alpha {
                for candidate in &candidates[..number] {
                    let cell = &mut self.history.0[parity][candidate.number];
                    *cell += -bricks - *cell * bricks / 2048;
                }
                let cell = &mut self.history.0[parity][candidate.number];
                *cell += bricks - *cell * bricks / 2048;
                break;
            }
        }
        if tabled {
            if best > alpha {
                known.least = best;
            } else {
                known.most = best.min(known.most);
            }
            known.brick = best_brick.map(|brick| self.images[image][brick]);
            let work = (self.nodes - nodes_before + 1).ilog2();
            self.table.put(key, known, work);
        }
        Ok(best)
    }
}
