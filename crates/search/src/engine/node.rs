//! The engine's node: the value of a position from those of its children, looking at likely moves
//! more deeply than at unlikely ones.

use super::codes::Codes;
use super::ordering::{BEST_RECORD, Experience, Places};
use super::picking::Picker;
use super::plain::PLAIN;
use super::table::{DEEPEST, Entry, NO_MOVE, Table};
use super::{EngineOptions, Reductions};
use crate::limits::{Interrupted, Meter};
use crate::table::Bound;
use game::random::mix;
use game::{Evaluator, Goal, Guidance, Noise, Outcome, Score, Side, Symmetry};

/// How many moves are tried in the order of experience. If none of so many cuts, none of the others
/// is likely to, and their order does not matter.
const PICKED: usize = 24;

/// With fewer plies left than this, finding out which positions mirror each other costs more than
/// it saves.
const SYMMETRY_DEPTH: i32 = 4;

/// Beyond the horizon, more forced moves than this are not looked at.
const FEW: usize = 2;

/// How many moves are tried before all are listed: the table's, two killers, an answer.
const EARLY: usize = 4;

/// In a game of few moves the table is asked and told only with more plies left than this.
const UNTABLED: i32 = 3;

/// What a thread keeps from one search to the next, and its buffers.
#[derive(Debug)]
pub(super) struct Memory<M> {
    pub(super) experience: Experience<M>,
    /// The moves of all nodes on the path, one list behind the other.
    pub(super) moves: Vec<M>,
    /// Beside each of them how soon to try it.
    ranks: Vec<i32>,
    /// For each ply the best line found from there on; kept up only where a node's value can
    /// become that of the root.
    pub(super) lines: Vec<Vec<M>>,
}

impl<M: Copy + Eq> Memory<M> {
    pub(super) fn new() -> Memory<M> {
        Memory {
            experience: Experience::new(),
            moves: Vec::new(),
            ranks: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// After an interruption the buffers are as deep in the tree as the search was.
    pub(super) fn forget_path(&mut self) {
        self.moves.clear();
        self.ranks.clear();
    }

    fn line(&mut self, ply: u32) -> &mut Vec<M> {
        let ply = ply as usize;
        if self.lines.len() <= ply + 1 {
            self.lines.resize(ply + 2, Vec::new());
        }
        &mut self.lines[ply]
    }

    /// The best line from `ply` on is now this move and the best line behind it.
    #[inline]
    pub(super) fn prepend(&mut self, ply: u32, chosen: M) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(chosen);
        if let Some(rest) = below.first() {
            line.extend_from_slice(rest);
        }
    }
}

/// A thread of a search at work.
#[derive(Debug)]
pub(super) struct Worker<'search, G: Guidance, E: Evaluator<G>> {
    pub(super) game: &'search G,
    pub(super) evaluator: &'search E,
    pub(super) options: &'search EngineOptions,
    pub(super) reductions: &'search Reductions,
    pub(super) table: &'search Table,
    pub(super) codes: &'search Codes<G::Move>,
    pub(super) memory: &'search mut Memory<G::Move>,
    pub(super) meter: Meter,
    pub(super) position: G::Position,
    /// The side for which a move is sought: in its eyes everything is judged.
    pub(super) viewer: Side,
    /// The sketches of the positions on the path, the root's first.
    pub(super) sketches: Vec<E::Sketch>,
    /// Where the moves on the path stand in the tables of experience; `None` for a pass.
    pub(super) path: Vec<Option<Places>>,
    /// Those that the evaluator respects, the identity apart.
    pub(super) symmetries: Vec<Symmetry>,
    /// How much a move changes the evaluator's word, roughly: the measure of all margins.
    pub(super) spread: i32,
    /// The depth of the iteration at work.
    pub(super) iteration: u32,
    /// Whether it is selective: [`EngineOptions::selective`], until the end of the game is near.
    pub(super) selective: bool,
    /// Whether there are few moves on either side: [`has_few_moves`](super::plain::has_few_moves).
    pub(super) few_moves: bool,
    /// Whether all leaves so far were ends of games.
    pub(super) whole: bool,
}

/// What is known about a node while its children are searched.
#[derive(Debug)]
struct Found<M> {
    alpha: Score,
    beta: Score,
    best: Score,
    best_move: Option<M>,
    searched: u32,
    /// The moves tried before all were listed.
    early: [Option<M>; EARLY],
}

impl<M: Copy> Found<M> {
    #[inline]
    fn is_cut(&self) -> bool {
        self.best >= self.beta
    }
}

impl<G: Guidance, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value of the position for its side to move, about `depth` plies ahead and `ply` plies
    /// below the root.
    ///
    /// Inside the window the result is the value. A result at or below alpha says that the value
    /// is at most that, one at or above beta that it is at least that. `MAIN` is set where the
    /// window is more than one point wide, so that the value may become the root's.
    ///
    /// With [`Worker::selective`] off this is minimax to exactly `depth` plies.
    pub(super) fn visit<const MAIN: bool>(
        &mut self,
        depth: i32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        // 1. Beyond the horizon only noisy moves are looked at.
        if depth <= 0 {
            let beyond = if self.selective {
                self.options.tunables.quiescence
            } else {
                0
            };
            return self.quiesce::<MAIN>(beyond, ply, alpha, beta);
        }
        self.meter.count_node()?;
        if MAIN {
            self.memory.line(ply).clear();
        }
        // 2. The rules have the last word.
        if let Some(outcome) = self.game.outcome(&self.position) {
            return Ok(self.finished(outcome, ply));
        }
        // 3. Nothing here can be better than winning with the next move, or worse than losing
        //    with it.
        let (mut alpha, mut beta) = (alpha, beta);
        if G::GOAL == Goal::Win {
            alpha = alpha.max(Score::loss_in(ply + 1));
            beta = beta.min(Score::win_in(ply + 1));
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        // 4. The last plies of a game of few moves are quickly seen.
        if !MAIN && self.few_moves && depth <= PLAIN && !self.selective {
            return self.visit_plainly(depth, ply, beta);
        }
        // 5. What the table knows.
        let (key, symmetry) = self.table_key(depth, ply);
        let mut hint = None;
        let tabled = MAIN || !self.few_moves || depth > UNTABLED;
        if tabled && let Some(entry) = self.table.get(key) {
            if !MAIN && let Some(value) = self.usable(entry, depth, ply, alpha, beta) {
                self.whole &= entry.whole;
                return Ok(value);
            }
            hint = self
                .codes
                .move_of(self.game, entry.code)
                .map(|chosen| self.mapped(symmetry.inverse(), chosen));
        }
        let mut judged = None;
        if !MAIN && self.selective && !beta.is_decided() {
            let tunables = &self.options.tunables;
            // 6. Far better than what the other side would accept, near the horizon.
            if depth <= self.pruned_up_to(tunables.futility_depth) {
                let value = self.judge();
                let margin = self.margin(tunables.futility, depth);
                if !value.is_decided()
                    && i64::from(value.as_i32()) - margin >= i64::from(beta.as_i32())
                {
                    self.whole = false;
                    return Ok(value);
                }
                judged = Some(value);
            }
            // 7. If even passing is good enough, some move is. The answer must be worth it: a
            //    game that forces one to move somewhere says so itself.
            if depth >= tunables.null_depth
                && self.path.last().is_some_and(Option::is_some)
                && let Some(passed) = self.game.pass(&self.position)
                && judged.unwrap_or_else(|| self.judge()) >= beta
            {
                let value = self.visit_passed(passed, depth, ply, beta)?;
                if value >= beta && !value.is_decided() {
                    self.whole = false;
                    return Ok(value);
                }
            }
        }
        let side = self.game.side_to_move(&self.position);
        let start = self.memory.moves.len();
        let mut found = Found {
            alpha,
            beta,
            best: Score::MINUS_INFINITE,
            best_move: None,
            searched: 0,
            early: [None; EARLY],
        };
        let outer_whole = std::mem::replace(&mut self.whole, true);
        // 8. Where the game sees that there is little choice, the other moves are not listed.
        let mut below = depth;
        let forced = G::SEES_FORCED && self.selective && {
            let moves = &mut self.memory.moves;
            let noise = self.game.noisy_moves(&self.position, moves);
            let forced = noise == Noise::Forced && moves.len() > start;
            if !forced {
                moves.truncate(start);
            }
            forced
        };
        if forced {
            // An answer without alternative costs no depth, within reason.
            if self.memory.moves.len() == start + 1 && ply < 2 * self.iteration {
                below += 1;
            }
        } else {
            // 9. What was good before is tried before the other moves are even listed.
            self.try_early::<MAIN>(&mut found, hint, below, ply)?;
        }
        // 10. The others, unless one of those cut.
        if !found.is_cut() {
            if !forced {
                self.game.moves(&self.position, &mut self.memory.moves);
            }
            self.meter
                .work((self.memory.moves.len() - start) as u32 / 4)?;
            self.try_listed::<MAIN>(&mut found, start, side, below, ply, judged)?;
        }
        let Found {
            best, best_move, ..
        } = found;
        // 11. What cut here may cut elsewhere; what was tried before it, less so.
        if found.is_cut()
            && let Some(cutter) = best_move
        {
            self.memory.experience.killed_by(cutter, ply);
            if depth > 1 {
                self.learn(&found, cutter, side, depth.unsigned_abs(), start);
            }
        }
        self.memory.moves.truncate(start);
        self.memory.ranks.truncate(start);
        // 12. What was found out is kept.
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        let code = best_move.map_or(NO_MOVE, |chosen| {
            let chosen = self.mapped(symmetry, chosen);
            self.codes.code(self.game, chosen)
        });
        if tabled {
            self.table.put(
                key,
                Entry {
                    value: best.seen_from_below(ply),
                    depth: depth.min(i32::from(DEEPEST)) as u8,
                    bound,
                    whole: self.whole,
                    code,
                },
            );
        }
        self.whole &= outer_whole;
        Ok(best)
    }

    /// Searches the moves that were good before, as far as they are legal here, until one cuts.
    fn try_early<const MAIN: bool>(
        &mut self,
        found: &mut Found<G::Move>,
        hint: Option<G::Move>,
        depth: i32,
        ply: u32,
    ) -> Result<(), Interrupted> {
        let before = self.path.last().copied().flatten();
        let [first, second] = self.memory.experience.killers(ply);
        let answer = self.memory.experience.answer(before);
        let candidates = [hint, first, second, answer];
        for candidate in candidates.into_iter().flatten() {
            if found.early.contains(&Some(candidate))
                || !self.game.is_legal(&self.position, candidate)
            {
                continue;
            }
            found.early[found.searched as usize] = Some(candidate);
            self.try_move::<MAIN>(found, candidate, depth, ply, 0)?;
            if found.is_cut() {
                break;
            }
        }
        Ok(())
    }

    /// Searches the listed moves from `start` on, best first by what is known of them, until one
    /// cuts. Those that are least likely to matter are searched less deeply, or not at all.
    fn try_listed<const MAIN: bool>(
        &mut self,
        found: &mut Found<G::Move>,
        start: usize,
        side: Side,
        depth: i32,
        ply: u32,
        judged: Option<Score>,
    ) -> Result<(), Interrupted> {
        let tunables = &self.options.tunables;
        let Memory {
            experience,
            moves,
            ranks,
            ..
        } = &mut *self.memory;
        let (game, position) = (self.game, &self.position);
        ranks.truncate(start);
        ranks.extend(moves[start..].iter().map(|&chosen| {
            let places = Places::of(game, position, chosen, side);
            let promise = if depth > 1 || G::PROMISES_CHEAPLY {
                game.promise(position, chosen) * tunables.promise / 8
            } else {
                // It costs more than the last ply does.
                0
            };
            experience.record(places) + promise
        }));
        let prunes = !MAIN && self.selective;
        let late = if prunes && depth <= self.pruned_up_to(tunables.late_depth) {
            (tunables.late_base + tunables.late_slope * depth * depth) as u32
        } else {
            u32::MAX
        };
        let hopeless = prunes
            && depth <= self.pruned_up_to(tunables.futility_depth)
            && judged.is_some_and(|judged| {
                let margin = self.margin(tunables.futility, depth + 1);
                !judged.is_decided()
                    && i64::from(judged.as_i32()) + margin <= i64::from(found.alpha.as_i32())
            });
        let mut picker = Picker::new(&self.memory.ranks[start..]);
        let end = self.memory.moves.len();
        for index in start..end {
            if index - start < PICKED {
                let best = picker.pick(&mut self.memory.ranks[start..], index - start);
                self.memory.moves.swap(index, start + best);
            }
            let chosen = self.memory.moves[index];
            if found.early.contains(&Some(chosen)) {
                continue;
            }
            let mut reduction = 0;
            if self.selective
                && found.searched >= tunables.reduction_from as u32
                && !self.game.is_noisy(&self.position, chosen)
            {
                // A side that is losing looks at all it has: a loss is only a loss if nothing
                // was left out.
                let loses =
                    found.best.plies_to_loss().is_some() || found.best == Score::MINUS_INFINITE;
                if (hopeless || found.searched >= late) && !loses {
                    self.whole = false;
                    continue;
                }
                if depth >= 2 {
                    let record = self.memory.ranks[index].clamp(-BEST_RECORD, BEST_RECORD);
                    reduction = self.reductions.of(depth, found.searched, record) - i32::from(MAIN);
                    reduction = reduction.clamp(0, depth - 1);
                }
            }
            self.try_move::<MAIN>(found, chosen, depth, ply, reduction)?;
            if found.is_cut() {
                break;
            }
        }
        Ok(())
    }

    /// Searches the position after a move, and notes if it is better than those before it.
    #[inline]
    fn try_move<const MAIN: bool>(
        &mut self,
        found: &mut Found<G::Move>,
        chosen: G::Move,
        depth: i32,
        ply: u32,
        reduction: i32,
    ) -> Result<(), Interrupted> {
        let alpha = found.alpha.max(found.best);
        let first = found.searched == 0;
        let value =
            self.visit_child::<MAIN>(chosen, depth, ply, (alpha, found.beta), first, reduction)?;
        found.searched += 1;
        if value > found.best {
            found.best = value;
            found.best_move = Some(chosen);
            if MAIN && value > alpha {
                self.memory.prepend(ply, chosen);
            }
        }
        Ok(())
    }

    /// The value of a move, for the side that makes it: the first one in the whole window, others
    /// only if they turn out to be better than the best so far.
    pub(super) fn visit_child<const MAIN: bool>(
        &mut self,
        chosen: G::Move,
        depth: i32,
        ply: u32,
        (alpha, beta): (Score, Score),
        first: bool,
        reduction: i32,
    ) -> Result<Score, Interrupted> {
        let inner = depth > 1;
        if inner {
            let side = self.game.side_to_move(&self.position);
            let places = Places::of(self.game, &self.position, chosen, side);
            self.path.push(Some(places));
        }
        let undo = self.game.play(&mut self.position, chosen);
        self.push_sketch(chosen);
        let depth = depth - 1;
        let value = if first {
            -self.visit::<MAIN>(depth, ply + 1, -beta, -alpha)?
        } else {
            if MAIN {
                // Whether there will be a line below is not known yet.
                self.memory.line(ply + 1).clear();
            }
            let just_above = alpha.just_above();
            let mut value =
                -self.visit::<false>(depth - reduction, ply + 1, -just_above, -alpha)?;
            if reduction > 0 && value > alpha {
                value = -self.visit::<false>(depth, ply + 1, -just_above, -alpha)?;
            }
            if MAIN && value > alpha && value < beta {
                value = -self.visit::<true>(depth, ply + 1, -beta, -alpha)?;
            }
            value
        };
        if inner {
            self.path.pop();
        }
        self.sketches.pop();
        self.game.undo(&mut self.position, chosen, undo);
        Ok(value)
    }

    /// The sketch of the position that a move has just led to.
    #[inline]
    pub(super) fn push_sketch(&mut self, chosen: G::Move) {
        if let Some(before) = self.sketches.last() {
            let (game, position) = (self.game, &self.position);
            let sketch = self.evaluator.sketch_after(game, before, chosen, position);
            self.sketches.push(sketch);
        }
    }

    /// Holds a cut for the move that made it, and against those that were tried before it.
    fn learn(
        &mut self,
        found: &Found<G::Move>,
        cutter: G::Move,
        side: Side,
        depth: u32,
        start: usize,
    ) {
        let (game, position) = (self.game, &self.position);
        let before = self.path.last().copied().flatten();
        let Memory {
            experience, moves, ..
        } = &mut *self.memory;
        let places = |chosen| Places::of(game, position, chosen, side);
        experience.cut_by(cutter, places(cutter), before, depth);
        let listed = moves[start..].iter().copied();
        // Those behind the cutter were not tried.
        let tried = listed.take_while(|&chosen| chosen != cutter);
        let early = found.early.iter().copied().flatten();
        let is_early = found.early.contains(&Some(cutter));
        let listed = tried.filter(|_| !is_early);
        for chosen in early.chain(listed).filter(|&chosen| chosen != cutter) {
            experience.failed(places(chosen), depth);
        }
    }

    /// What the position is worth to the side to move if it passes, at less depth.
    fn visit_passed(
        &mut self,
        passed: G::Position,
        depth: i32,
        ply: u32,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        let position = std::mem::replace(&mut self.position, passed);
        let sketch = match self.sketches.last() {
            Some(before) => self
                .evaluator
                .sketch_after_pass(self.game, before, &self.position),
            None => self.evaluator.sketch(self.game, &self.position),
        };
        self.sketches.push(sketch);
        self.path.push(None);
        let depth = depth - 1 - self.options.tunables.null_reduction - depth / 6;
        let value = -self.visit::<false>(depth, ply + 1, -beta, -beta.just_below())?;
        self.path.pop();
        self.sketches.pop();
        self.position = position;
        Ok(value)
    }

    /// The value of a position beyond the horizon: noisy moves are played out for at most `beyond`
    /// plies, and where there are none, or the side to move prefers none of them, the evaluator
    /// is asked.
    fn quiesce<const MAIN: bool>(
        &mut self,
        beyond: i32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        self.meter.count_node()?;
        if MAIN {
            self.memory.line(ply).clear();
        }
        if let Some(outcome) = self.game.outcome(&self.position) {
            return Ok(self.finished(outcome, ply));
        }
        self.whole = false;
        if beyond <= 0 {
            return Ok(self.judge());
        }
        let start = self.memory.moves.len();
        let noise = self
            .game
            .noisy_moves(&self.position, &mut self.memory.moves);
        let mut best = match noise {
            Noise::Calm => {
                self.memory.moves.truncate(start);
                return Ok(self.judge());
            }
            Noise::Noisy => self.judge(),
            Noise::Forced if self.memory.moves.len() - start <= FEW => Score::MINUS_INFINITE,
            // So much choice can wait for the next iteration.
            Noise::Forced => {
                self.memory.moves.truncate(start);
                return Ok(self.judge());
            }
        };
        let mut alpha = alpha;
        if best < beta {
            let end = self.memory.moves.len();
            for index in start..end {
                let chosen = self.memory.moves[index];
                alpha = alpha.max(best);
                let undo = self.game.play(&mut self.position, chosen);
                self.push_sketch(chosen);
                let value = -self.quiesce::<MAIN>(beyond - 1, ply + 1, -beta, -alpha)?;
                self.sketches.pop();
                self.game.undo(&mut self.position, chosen, undo);
                if value > best {
                    best = value;
                    if MAIN && value > alpha {
                        self.memory.prepend(ply, chosen);
                    }
                    if best >= beta {
                        break;
                    }
                }
            }
        }
        self.memory.moves.truncate(start);
        Ok(best)
    }

    #[inline]
    pub(super) fn finished(&self, outcome: Outcome, ply: u32) -> Score {
        let value = self
            .evaluator
            .finished(self.game, &self.position, outcome, self.viewer, ply);
        self.for_mover(value)
    }

    /// The evaluator's word on an unfinished game, for the side to move.
    #[inline]
    pub(super) fn judge(&self) -> Score {
        let value = match self.sketches.last() {
            Some(sketch) => {
                self.evaluator
                    .evaluate_sketched(self.game, &self.position, sketch, self.viewer)
            }
            None => self
                .evaluator
                .evaluate(self.game, &self.position, self.viewer),
        };
        self.for_mover(Score::value(value))
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

    /// How near the horizon moves are left out, given a tunable for it. Of few moves, each one
    /// matters. (Connect at 40 ms a move: 200 games, Elo +38, from +5 to +71.)
    #[inline]
    fn pruned_up_to(&self, depth: i32) -> i32 {
        if self.few_moves { 0 } else { depth }
    }

    /// So many per cent of what a move changes, for each ply.
    #[inline]
    fn margin(&self, per_cent: i32, plies: i32) -> i64 {
        i64::from(self.spread) * i64::from(per_cent) * i64::from(plies) / 100
    }

    /// What an entry of the table says about a node, if that settles it.
    #[inline]
    fn usable(
        &self,
        entry: Entry,
        depth: i32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let searched = i32::from(entry.depth);
        let enough = if self.selective {
            // What is proven stays proven.
            let proves = match entry.bound {
                Bound::Exact => entry.value.is_decided(),
                Bound::AtLeast => entry.value.plies_to_win().is_some(),
                Bound::AtMost => entry.value.plies_to_loss().is_some(),
            };
            searched >= depth || entry.whole || proves
        } else {
            // Another depth is another question, unless the entry saw the whole rest of the game.
            searched == depth || entry.whole && searched < depth
        };
        if !enough {
            return None;
        }
        let value = entry.value.seen_from_above(ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        settles.then_some(value)
    }

    #[inline]
    fn mapped(&self, symmetry: Symmetry, chosen: G::Move) -> G::Move {
        if symmetry == Symmetry::Identity {
            chosen
        } else {
            self.game.map_move(symmetry, chosen)
        }
    }

    /// Positions that differ in what they allow in the next `depth` plies, or in whose eyes they
    /// are judged, have different keys; near the root, positions that a symmetry takes to each
    /// other have the same. With the symmetry that takes this one to the one whose key it is.
    #[inline]
    fn table_key(&self, depth: i32, ply: u32) -> (u64, Symmetry) {
        let history = self.game.history_key(&self.position, depth.unsigned_abs());
        let own = self.game.key(&self.position);
        let mut key = (own, Symmetry::Identity);
        if history == 0
            && ply <= self.options.tunables.symmetry_plies as u32
            && depth >= SYMMETRY_DEPTH
        {
            for &symmetry in &self.symmetries {
                let image = self.game.map_position(symmetry, &self.position);
                key = key.min((self.game.key(&image), symmetry));
            }
        }
        let (own, symmetry) = key;
        let key = if history == 0 {
            own
        } else {
            own ^ mix(history)
        };
        // What a selective search found is no answer for one that is not. And tables find a place
        // by the lower bits, while a game's key need not be mixed.
        let question = self.viewer.index() as u64 | u64::from(self.selective) << 1;
        (mix(key ^ question), symmetry)
    }
}
