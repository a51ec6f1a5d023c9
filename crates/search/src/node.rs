//! The one routine that all searches here share: the value of a node from those of its children.

use crate::limits::{Interrupted, Meter};
use crate::observer::{Observer, Reason, Visit, Window};
use crate::options::{Options, Order};
use crate::ordering::Experience;
use crate::table::{Bound, Entry, Table};
use game::random::mix;
use game::{Evaluator, Game, Score, Side, Symmetry};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// Plies left, where there is no limit: such a search goes to the end of the game.
pub(crate) const UNLIMITED: u16 = u16::MAX;

/// The window of a node about which nothing is known.
pub(crate) const OPEN: Window = Window {
    alpha: Score::MINUS_INFINITE,
    beta: Score::INFINITE,
};

/// A rule about cuts, as a type: the inner loop has no branch for it.
pub(crate) trait CutRule {
    /// Whether a node is left when its value reaches what its parent would not accept.
    const CUTS: bool;
    /// Whether a node also knows what nodes farther above would not accept.
    const INHERITS: bool;
}

#[derive(Debug)]
pub(crate) struct NoCuts;
#[derive(Debug)]
pub(crate) struct OneSidedCuts;
#[derive(Debug)]
pub(crate) struct FullCuts;

impl CutRule for NoCuts {
    const CUTS: bool = false;
    const INHERITS: bool = false;
}

impl CutRule for OneSidedCuts {
    const CUTS: bool = true;
    const INHERITS: bool = false;
}

impl CutRule for FullCuts {
    const CUTS: bool = true;
    const INHERITS: bool = true;
}

/// What is kept from one search to the next, and the buffers they share.
#[derive(Debug)]
pub(crate) struct Memory<M> {
    pub(crate) table: Option<Table<M>>,
    pub(crate) experience: Experience<M>,
    /// The moves of all nodes on the path, one list behind the other.
    moves: Vec<M>,
    ranked: Vec<(u64, M)>,
    met: FxHashSet<M>,
    /// For each ply the best line found from there on.
    pub(crate) lines: Vec<Vec<M>>,
}

impl<M: Copy + Eq + std::hash::Hash> Memory<M> {
    pub(crate) fn new(table_bytes: usize) -> Memory<M> {
        Memory {
            table: (table_bytes > 0).then(|| Table::new(table_bytes)),
            experience: Experience::new(),
            moves: Vec::new(),
            ranked: Vec::new(),
            met: FxHashSet::default(),
            lines: Vec::new(),
        }
    }

    pub(crate) fn begin_search(&mut self) {
        if let Some(table) = &mut self.table {
            table.begin_search();
        }
        self.experience.begin_search();
        self.forget_path();
    }

    /// After an interruption the buffers are as deep in the tree as the search was.
    pub(crate) fn forget_path(&mut self) {
        self.moves.clear();
    }
}

/// A search at work.
#[derive(Debug)]
pub(crate) struct Worker<'search, G: Game, E, O> {
    pub(crate) game: &'search G,
    pub(crate) evaluator: &'search E,
    pub(crate) options: &'search Options,
    pub(crate) observer: &'search mut O,
    pub(crate) memory: &'search mut Memory<G::Move>,
    pub(crate) meter: Meter,
    pub(crate) position: G::Position,
    /// The side for which a move is sought: in its eyes everything is judged.
    pub(crate) viewer: Side,
    /// Whether all leaves so far were ends of games.
    pub(crate) whole: bool,
    pub(crate) deepest: u32,
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// The value of the position for its side to move, `depth` plies ahead and `ply` plies below the
    /// root, where a move led to it.
    ///
    /// Inside the window the result is exact. A result at or below alpha says that the value is at
    /// most that, one at or above beta that it is at least that.
    pub(crate) fn visit<C: CutRule>(
        &mut self,
        chosen: Option<G::Move>,
        depth: u16,
        ply: u32,
        window: Window,
    ) -> Result<Score, Interrupted> {
        self.meter.count_node()?;
        self.observer.enter(chosen, window);
        self.line(ply).clear();
        // 1. The end of what may be searched: the rules or the evaluator have the last word.
        if depth == 0 {
            let (value, reason) = match self.game.outcome(&self.position) {
                Some(outcome) => (self.finished(outcome, ply), Reason::Finished),
                None => {
                    self.whole = false;
                    (self.judged(self.viewer), Reason::Horizon)
                }
            };
            return Ok(self.leave(value, reason));
        }
        // 2. What the table knows.
        let key = self.memory.table.is_some().then(|| self.table_key(depth));
        let mut hint = None;
        if let (Some(key), Some(table)) = (key, &self.memory.table)
            && let Some(entry) = table.get(key)
        {
            hint = entry.best;
            if let Some(value) = usable(entry, depth, ply, window) {
                self.whole &= entry.whole;
                self.line(ply).extend(hint);
                return Ok(self.leave(value, Reason::Table));
            }
        }
        // 3. The end of the game, or the moves.
        let start = self.memory.moves.len();
        if let Some(outcome) = self.game.expand(&self.position, &mut self.memory.moves) {
            let value = self.finished(outcome, ply);
            return Ok(self.leave(value, Reason::Finished));
        }
        self.meter
            .work((self.memory.moves.len() - start) as u32 / 4)?;
        // 4. Which of them, and in which order.
        let mirrored = self.drop_mirrored(start, depth);
        let dropped = self.keep_best(start)?;
        self.sort(start, depth, ply, hint)?;
        // 5. The children.
        let outer_whole = std::mem::replace(&mut self.whole, true);
        let end = self.memory.moves.len();
        let below = below(depth);
        let mut best = Score::MINUS_INFINITE;
        let mut best_move = None;
        let (mut searched, mut cut) = (0, 0);
        for index in start..end {
            let candidate = self.memory.moves[index];
            let child_window = Window {
                alpha: if C::INHERITS {
                    -window.beta
                } else {
                    Score::MINUS_INFINITE
                },
                beta: if C::CUTS {
                    -best.max(window.alpha)
                } else {
                    Score::INFINITE
                },
            };
            let undo = self.game.play(&mut self.position, candidate);
            let value = -self.visit::<C>(Some(candidate), below, ply + 1, child_window)?;
            self.game.undo(&mut self.position, candidate, undo);
            searched += 1;
            if value > best {
                best = value;
                best_move = Some(candidate);
                self.prepend(ply, candidate);
                if C::CUTS && best >= window.beta {
                    cut = (end - 1 - index) as u32;
                    if self.options.order == Order::History {
                        let side = self.game.side_to_move(&self.position);
                        self.memory.experience.cut_by(candidate, side, ply, depth);
                    }
                    break;
                }
            }
        }
        self.memory.moves.truncate(start);
        // 6. What was found out is kept.
        if let (Some(key), Some(table)) = (key, &mut self.memory.table) {
            let bound = if best >= window.beta {
                Bound::AtLeast
            } else if best <= window.alpha {
                Bound::AtMost
            } else {
                Bound::Exact
            };
            table.put(
                key,
                best.seen_from_below(ply),
                depth,
                bound,
                self.whole,
                best_move,
            );
        }
        self.whole &= outer_whole;
        let reason = Reason::Children {
            searched,
            cut,
            mirrored,
            dropped,
        };
        Ok(self.leave(best, reason))
    }

    #[inline]
    pub(crate) fn leave(&mut self, value: Score, reason: Reason) -> Score {
        self.observer.leave(Visit { value, reason });
        value
    }

    /// What is worth so much to the viewer, for the side to move.
    #[inline]
    fn for_mover(&self, value: Score) -> Score {
        if self.game.side_to_move(&self.position) == self.viewer {
            value
        } else {
            -value
        }
    }

    #[inline]
    fn finished(&self, outcome: game::Outcome, ply: u32) -> Score {
        let value = self
            .evaluator
            .finished(self.game, &self.position, outcome, self.viewer, ply);
        self.for_mover(value)
    }

    /// The evaluator's word on an unfinished game, in the eyes of a side, for the side to move.
    #[inline]
    pub(crate) fn judged(&self, viewer: Side) -> Score {
        let value = Score::value(self.evaluator.evaluate(self.game, &self.position, viewer));
        if self.game.side_to_move(&self.position) == viewer {
            value
        } else {
            -value
        }
    }

    /// Positions that differ in what they allow in the next `depth` plies, or in whose eyes they
    /// are judged, have different keys.
    fn table_key(&self, depth: u16) -> u64 {
        let history = self.game.history_key(&self.position, plies(depth));
        let key = self.game.key(&self.position);
        let key = if history == 0 {
            key
        } else {
            key ^ mix(history)
        };
        // Tables find a place by the lower bits, and a game's key need not be mixed.
        mix(key ^ self.viewer.index() as u64)
    }

    fn line(&mut self, ply: u32) -> &mut Vec<G::Move> {
        let ply = ply as usize;
        if ply > self.deepest as usize {
            self.deepest = ply as u32;
        }
        if self.memory.lines.len() <= ply + 1 {
            self.memory.lines.resize(ply + 2, Vec::new());
        }
        &mut self.memory.lines[ply]
    }

    /// The best line from `ply` on is now this move and the best line behind it.
    #[inline]
    pub(crate) fn prepend(&mut self, ply: u32, chosen: G::Move) {
        let (above, below) = self.memory.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(chosen);
        if let Some(rest) = below.first() {
            line.extend_from_slice(rest);
        }
    }

    /// The symmetries, the identity apart, under which this position is worth the same in all
    /// that can happen in the next `depth` plies.
    pub(crate) fn symmetries(&self, depth: u16) -> Vec<Symmetry> {
        // The past of a position is not mirrored with it: where it matters, nothing is symmetric.
        if self.game.history_key(&self.position, plies(depth)) != 0 {
            return Vec::new();
        }
        let symmetries = self.game.symmetries().iter().copied();
        symmetries
            .filter(|&symmetry| {
                symmetry != Symmetry::Identity && self.game.is_symmetric(&self.position, symmetry)
            })
            .collect()
    }

    /// Leaves out the moves that a symmetry of the position takes to an earlier one; says how many.
    fn drop_mirrored(&mut self, start: usize, depth: u16) -> u32 {
        if !self.options.symmetry || self.game.symmetries().len() <= 1 {
            return 0;
        }
        let symmetries = self.symmetries(depth);
        if symmetries.is_empty() {
            return 0;
        }
        let before = self.memory.moves.len();
        self.memory.met.clear();
        let mut kept = start;
        for index in start..before {
            let chosen = self.memory.moves[index];
            let is_new = symmetries.iter().all(|&symmetry| {
                !self
                    .memory
                    .met
                    .contains(&self.game.map_move(symmetry, chosen))
            });
            if is_new {
                self.memory.met.insert(chosen);
                self.memory.moves[kept] = chosen;
                kept += 1;
            }
        }
        self.memory.moves.truncate(kept);
        (before - kept) as u32
    }

    /// Where the width is limited, keeps only the best moves by the evaluator, in falling order;
    /// says how many were dropped.
    fn keep_best(&mut self, start: usize) -> Result<u32, Interrupted> {
        let Some(width) = self.options.width else {
            return Ok(0);
        };
        self.sort_by_evaluator(start)?;
        let before = self.memory.moves.len();
        self.memory.moves.truncate(start + width.max(1));
        Ok((before - self.memory.moves.len()) as u32)
    }

    fn sort(
        &mut self,
        start: usize,
        depth: u16,
        ply: u32,
        hint: Option<G::Move>,
    ) -> Result<(), Interrupted> {
        match self.options.order {
            Order::Canonical => Ok(()),
            // The children of the last level are judged anyway.
            Order::Evaluator if depth > 1 && self.options.width.is_none() => {
                self.sort_by_evaluator(start)
            }
            Order::Evaluator => Ok(()),
            Order::History => {
                let side = self.game.side_to_move(&self.position);
                let Memory {
                    experience,
                    moves,
                    ranked,
                    ..
                } = &mut *self.memory;
                sort_moves(moves, ranked, start, |chosen| {
                    u64::from(experience.rank(chosen, hint, side, ply))
                });
                Ok(())
            }
        }
    }

    /// These moves of the position in the order of [`Worker::sort_by_evaluator`].
    pub(crate) fn sorted_by_evaluator(
        &mut self,
        moves: impl Iterator<Item = G::Move>,
    ) -> Result<Vec<G::Move>, Interrupted> {
        let start = self.memory.moves.len();
        self.memory.moves.extend(moves);
        self.sort_by_evaluator(start)?;
        Ok(self.memory.moves.split_off(start))
    }

    /// Sorts by what the evaluator says one ply ahead, to the side to move; equal ones stay in
    /// order.
    fn sort_by_evaluator(&mut self, start: usize) -> Result<(), Interrupted> {
        self.meter.work((self.memory.moves.len() - start) as u32)?;
        let mover = self.game.side_to_move(&self.position);
        let Worker {
            game,
            evaluator,
            memory,
            position,
            ..
        } = self;
        let Memory { moves, ranked, .. } = &mut **memory;
        sort_moves(moves, ranked, start, |chosen| {
            let undo = game.play(position, chosen);
            let value = match game.outcome(position) {
                Some(outcome) => evaluator.finished(game, position, outcome, mover, 0),
                None => Score::value(evaluator.evaluate(game, position, mover)),
            };
            game.undo(position, chosen, undo);
            // In the order of the scores, and not negative.
            (i64::from(value.as_i32()) - i64::from(i32::MIN)) as u64
        });
        Ok(())
    }
}

/// Sorts the moves from `start` on by falling rank (at most 32 bits); equal ones stay in order.
fn sort_moves<M: Copy>(
    moves: &mut [M],
    ranked: &mut Vec<(u64, M)>,
    start: usize,
    mut rank: impl FnMut(M) -> u64,
) {
    let moves = &mut moves[start..];
    ranked.clear();
    ranked.extend(moves.iter().enumerate().map(|(index, &chosen)| {
        let earlier_first = u64::from(u32::MAX) - index as u64;
        (rank(chosen) << 32 | earlier_first, chosen)
    }));
    ranked.sort_unstable_by_key(|&(rank, _)| Reverse(rank));
    for (place, (_, chosen)) in moves.iter_mut().zip(ranked) {
        *place = *chosen;
    }
}

/// What an entry of the table says about a node, if that settles it.
fn usable<M>(entry: &Entry<M>, depth: u16, ply: u32, window: Window) -> Option<Score> {
    // Another depth is another question, unless the entry saw the whole rest of the game.
    if entry.depth != depth && !(entry.whole && entry.depth < depth) {
        return None;
    }
    let value = entry.value.seen_from_above(ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= window.beta,
        Bound::AtMost => value <= window.alpha,
    };
    settles.then_some(value)
}

pub(crate) fn below(depth: u16) -> u16 {
    if depth == UNLIMITED {
        UNLIMITED
    } else {
        depth - 1
    }
}

fn plies(depth: u16) -> u32 {
    if depth == UNLIMITED {
        u32::MAX
    } else {
        u32::from(depth)
    }
}
