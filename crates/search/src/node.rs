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

/// How many moves are tried in the order of experience. If none of so many cuts, none of the others is
/// likely to, and their order does not matter.
const SORTED: usize = 8;

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
    /// Beside each of them how soon to try it, where the order goes by experience.
    ranks: Vec<u32>,
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
            ranks: Vec::new(),
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
        self.ranks.clear();
    }

    /// Brings the move of the highest rank in `start..end` to the front; the first of equal ones.
    #[inline]
    fn bring_best(&mut self, start: usize, end: usize) {
        let mut best = start;
        let mut highest = self.ranks[start];
        for (place, &rank) in self.ranks[start..end].iter().enumerate() {
            if rank > highest {
                (best, highest) = (start + place, rank);
            }
        }
        self.moves.swap(start, best);
        self.ranks.swap(start, best);
    }
}

/// What is known about a node while its children are searched.
#[derive(Debug)]
struct Found<M> {
    window: Window,
    best: Score,
    best_move: Option<M>,
    searched: u32,
    /// The moves tried before all were listed.
    early: [Option<M>; 3],
}

impl<M: Copy> Found<M> {
    fn new(window: Window) -> Found<M> {
        Found {
            window,
            best: Score::MINUS_INFINITE,
            best_move: None,
            searched: 0,
            early: [None; 3],
        }
    }

    #[inline]
    fn is_cut<C: CutRule>(&self) -> bool {
        C::CUTS && self.best >= self.window.beta
    }
}

/// Children that were not searched, and why.
#[derive(Debug, Default)]
struct LeftOut {
    cut: u32,
    mirrored: u32,
    dropped: u32,
}

/// A search at work.
#[derive(Debug)]
pub(crate) struct Worker<'search, G: Game, E: Evaluator<G>, O> {
    pub(crate) game: &'search G,
    pub(crate) evaluator: &'search E,
    pub(crate) options: &'search Options,
    pub(crate) observer: &'search mut O,
    pub(crate) memory: &'search mut Memory<G::Move>,
    pub(crate) meter: Meter,
    pub(crate) position: G::Position,
    /// The sketch of the position one ply above the leaves that are judged now, if it was worth
    /// making.
    pub(crate) above_leaves: Option<E::Sketch>,
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
                    (self.judged_leaf(chosen), Reason::Horizon)
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
        // 3. What was good before is tried before the other moves are even listed.
        let start = self.memory.moves.len();
        let mut found = Found::new(window);
        let outer_whole = std::mem::replace(&mut self.whole, true);
        let mut left_out = LeftOut::default();
        if C::CUTS && self.goes_by_experience() {
            if let Some(outcome) = self.game.outcome(&self.position) {
                self.whole = outer_whole;
                let value = self.finished(outcome, ply);
                return Ok(self.leave(value, Reason::Finished));
            }
            self.try_early::<C>(&mut found, hint, depth, ply)?;
        }
        // 4. The others, unless one of those cut.
        if found.is_cut::<C>() {
            // Only whoever watches wants to know how many there were.
            if O::WATCHES {
                left_out.cut = self.game.count_moves(&self.position) as u32 - found.searched;
            }
        } else {
            if let Some(outcome) = self.game.expand(&self.position, &mut self.memory.moves) {
                self.whole = outer_whole;
                let value = self.finished(outcome, ply);
                return Ok(self.leave(value, Reason::Finished));
            }
            self.meter
                .work((self.memory.moves.len() - start) as u32 / 4)?;
            if self.options.symmetry || found.searched > 0 {
                left_out.mirrored = self.drop_mirrored(start, depth, &found.early);
            }
            if let Some(width) = self.options.width {
                left_out.dropped = self.keep_best(start, width)?;
            } else if self.options.order != Order::Canonical {
                self.sort(start, depth)?;
            }
            let end = self.memory.moves.len();
            for index in start..end {
                if self.goes_by_experience() && index - start < SORTED {
                    self.memory.bring_best(index, end);
                }
                let candidate = self.memory.moves[index];
                self.search_child::<C>(&mut found, candidate, depth, ply)?;
                if found.is_cut::<C>() {
                    left_out.cut = (end - 1 - index) as u32;
                    break;
                }
            }
            self.memory.moves.truncate(start);
            self.memory.ranks.truncate(start);
        }
        let Found {
            best,
            best_move,
            searched,
            ..
        } = found;
        // 5. What cut here may cut elsewhere.
        if self.goes_by_experience()
            && found.is_cut::<C>()
            && let Some(cutter) = best_move
        {
            let side = self.game.side_to_move(&self.position);
            self.memory.experience.cut_by(cutter, side, ply, depth);
        }
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
            cut: left_out.cut,
            mirrored: left_out.mirrored,
            dropped: left_out.dropped,
        };
        Ok(self.leave(best, reason))
    }

    /// Searches the position after a move, and notes if it is better than those before it.
    #[inline]
    fn search_child<C: CutRule>(
        &mut self,
        found: &mut Found<G::Move>,
        candidate: G::Move,
        depth: u16,
        ply: u32,
    ) -> Result<(), Interrupted> {
        let window = Window {
            alpha: if C::INHERITS {
                -found.window.beta
            } else {
                Score::MINUS_INFINITE
            },
            beta: if C::CUTS {
                -found.best.max(found.window.alpha)
            } else {
                Score::INFINITE
            },
        };
        self.sketch_above_leaves(depth, found.searched);
        let undo = self.game.play(&mut self.position, candidate);
        let value = -self.visit::<C>(Some(candidate), below(depth), ply + 1, window)?;
        self.game.undo(&mut self.position, candidate, undo);
        found.searched += 1;
        if value > found.best {
            found.best = value;
            found.best_move = Some(candidate);
            self.prepend(ply, candidate);
        }
        Ok(())
    }

    /// Searches the moves that were good before, as far as they are legal here, until one cuts.
    fn try_early<C: CutRule>(
        &mut self,
        found: &mut Found<G::Move>,
        hint: Option<G::Move>,
        depth: u16,
        ply: u32,
    ) -> Result<(), Interrupted> {
        let [first, second] = self.memory.experience.killers(ply);
        for candidate in [hint, first, second].into_iter().flatten() {
            if found.early.contains(&Some(candidate))
                || !self.game.is_legal(&self.position, candidate)
            {
                continue;
            }
            found.early[found.searched as usize] = Some(candidate);
            self.search_child::<C>(found, candidate, depth, ply)?;
            if found.is_cut::<C>() {
                break;
            }
        }
        Ok(())
    }

    /// Whether moves are tried in the order of what cut elsewhere; where only the evaluator's best
    /// are kept, its order stays.
    #[inline]
    fn goes_by_experience(&self) -> bool {
        self.options.order == Order::History && self.options.width.is_none()
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

    /// Before a child is searched: sketches the position if its children are leaves. The first one
    /// may be the only one that is looked at, and is judged from scratch.
    #[inline]
    pub(crate) fn sketch_above_leaves(&mut self, depth: u16, searched: u32) {
        if depth == 1 && searched <= 1 {
            let sketch = || self.evaluator.sketch(self.game, &self.position);
            self.above_leaves = (searched == 1).then(sketch);
        }
    }

    /// The evaluator's word on a leaf, in the viewer's eyes, for the side to move.
    #[inline]
    fn judged_leaf(&self, chosen: Option<G::Move>) -> Score {
        let (Some(above), Some(chosen)) = (&self.above_leaves, chosen) else {
            return self.judged(self.viewer);
        };
        let (game, position) = (self.game, &self.position);
        let sketch = self.evaluator.sketch_after(game, above, chosen, position);
        let value = self
            .evaluator
            .evaluate_sketched(game, position, &sketch, self.viewer);
        self.for_mover(Score::value(value))
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
                symmetry != Symmetry::Identity
                    && self.evaluator.respects(symmetry)
                    && self.game.is_symmetric(&self.position, symmetry)
            })
            .collect()
    }

    /// Leaves out the moves that were searched already, and those that a symmetry of the position
    /// takes to an earlier one; says how many of the latter.
    fn drop_mirrored(&mut self, start: usize, depth: u16, early: &[Option<G::Move>; 3]) -> u32 {
        let symmetries = if self.options.symmetry && self.game.symmetries().len() > 1 {
            self.symmetries(depth)
        } else {
            Vec::new()
        };
        let any_early = early[0].is_some();
        if symmetries.is_empty() && !any_early {
            return 0;
        }
        let Memory { moves, met, .. } = &mut *self.memory;
        met.clear();
        met.extend(early.iter().flatten());
        let mut mirrored = 0;
        let mut kept = start;
        for index in start..moves.len() {
            let chosen = moves[index];
            if any_early && early.contains(&Some(chosen)) {
                continue;
            }
            let mut images = symmetries
                .iter()
                .map(|&symmetry| self.game.map_move(symmetry, chosen));
            if images.any(|image| met.contains(&image)) {
                mirrored += 1;
                continue;
            }
            if !symmetries.is_empty() {
                met.insert(chosen);
            }
            moves[kept] = chosen;
            kept += 1;
        }
        moves.truncate(kept);
        mirrored
    }

    /// Keeps only so many of the best moves by the evaluator, in falling order; says how many were
    /// dropped.
    fn keep_best(&mut self, start: usize, width: usize) -> Result<u32, Interrupted> {
        self.sort_by_evaluator(start)?;
        let before = self.memory.moves.len();
        self.memory.moves.truncate(start + width.max(1));
        Ok((before - self.memory.moves.len()) as u32)
    }

    fn sort(&mut self, start: usize, depth: u16) -> Result<(), Interrupted> {
        match self.options.order {
            // The children of the last level are judged anyway.
            Order::Evaluator if depth > 1 => self.sort_by_evaluator(start),
            Order::Canonical | Order::Evaluator => Ok(()),
            Order::History => {
                let side = self.game.side_to_move(&self.position);
                let Memory {
                    experience,
                    moves,
                    ranks,
                    ..
                } = &mut *self.memory;
                ranks.extend(
                    moves[start..]
                        .iter()
                        .map(|&chosen| experience.rank(chosen, side)),
                );
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
