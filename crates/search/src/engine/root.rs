//! Around the engine's node: iterations, windows, several best moves, what is reported.

use super::node::Worker;
use super::ordering::Places;
use crate::clock::{Finding, Pace};
use crate::limits::{Ended, Interrupted, Limits, thread_time};
use crate::search::{Line, Report};
use game::{Evaluator, Guidance, Score};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// Deeper iterations would not fit the table, and no game asks for them.
const DEEPEST: u32 = 240;
/// From this depth on, the last value is worth building a window around.
const WINDOW_DEPTH: u32 = 4;
/// How much wider a window becomes when the value is outside.
const WIDER: i64 = 4;
/// After so much widening the window is open.
const WIDEST: i64 = 1 << 28;
/// So many root moves are looked at to find out how much a move changes.
const SAMPLE: usize = 64;

/// A move at the root.
#[derive(Debug, Clone)]
struct RootMove<M> {
    chosen: M,
    /// In this iteration, if it was searched and better than those before it.
    fresh: Option<Score>,
    /// The last exact value, and the line to it.
    score: Score,
    line: Vec<M>,
}

impl<G: Guidance, E: Evaluator<G>> Worker<'_, G, E> {
    /// Iteration by iteration until a limit is reached or the game is decided. `thread` is 0 for
    /// the thread that reports; the others try the moves in another order, so that the table knows
    /// what this one has not seen yet.
    pub(super) fn deepen(
        &mut self,
        limits: &Limits,
        (began, cpu_began): (Instant, Duration),
        thread: usize,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.memory.experience.begin_search();
        self.memory.forget_path();
        let root = self.position.clone();
        let root_sketch = self.sketches.clone();
        let mut moves = self.root_moves();
        self.measure_spread(&moves);
        let fallback = moves.first().map(|first| Line {
            score: self.judge(),
            moves: vec![first.chosen],
        });
        let mut report = Report::before_search(fallback, self.evaluator.unit());
        report.spread = self.spread;
        let lines = self.options.lines.min(moves.len());
        let mut pace = Pace::new(limits);
        let end_within_reach = u64::from(self.game.plies_left(&root))
            * u64::from(self.options.tunables.endgame.unsigned_abs())
            / 100;
        let end_within_reach = u32::try_from(end_within_reach).unwrap_or(u32::MAX);
        let deepest = limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
        for depth in 1..=deepest {
            if moves.is_empty() {
                break;
            }
            self.iteration = depth;
            // Where the end of the game is within reach, nothing is left out: only then does the
            // search know that it has seen it all.
            self.selective = self.options.selective
                && (depth < end_within_reach || self.options.tunables.endgame == 0);
            for root_move in &mut moves {
                root_move.fresh = None;
            }
            if let Some(others) = moves.get_mut(1..)
                && !others.is_empty()
            {
                others.rotate_left(thread % others.len());
            }
            let mut whole = true;
            let nodes = self.meter.nodes;
            let grown = self.table.grow(nodes, || self.meter.work(1));
            let complete = grown.and_then(|()| {
                (0..lines).try_for_each(|number| {
                    self.search_window(&mut moves[number..], depth)?;
                    whole &= self.whole;
                    Ok::<(), Interrupted>(())
                })
            });
            report.nodes = self.meter.nodes;
            report.time = began.elapsed();
            report.cpu = thread_time().saturating_sub(cpu_began);
            if complete.is_err() {
                self.position.clone_from(&root);
                self.sketches.clone_from(&root_sketch);
                self.path.clear();
                self.memory.forget_path();
                report.ended = self.meter.ended;
                self.take_improvement(&moves, &mut report);
                return report;
            }
            self.meter.end_grace();
            moves[..lines].sort_by_key(|root_move| Reverse(root_move.score));
            let finding = self.compare(&moves[0], &report);
            report.depth = depth;
            report.whole = whole;
            report.lines = moves[..lines]
                .iter()
                .map(|root_move| Line {
                    score: root_move.score,
                    moves: root_move.line.clone(),
                })
                .collect();
            report.equal = report.lines.first().cloned().into_iter().collect();
            let is_settled = |line: &Line<G::Move>| {
                let distance = line.score.plies_to_win().or(line.score.plies_to_loss());
                distance.is_some_and(|distance| distance <= depth)
            };
            let settled = whole || report.lines.iter().all(is_settled);
            report.ended = if settled {
                Ended::Decided
            } else {
                Ended::Depth
            };
            progress(&report);
            if settled {
                break;
            }
            let no_choice = limits.aim.is_some() && moves.len() == 1;
            if no_choice || pace.enough(began.elapsed(), finding) {
                report.ended = Ended::Time;
                break;
            }
        }
        report
    }

    /// What an iteration found, compared with the one before.
    fn compare(&self, best: &RootMove<G::Move>, before: &Report<G::Move>) -> Finding {
        let last = before.score().map_or(0, Score::as_i32);
        let loss = i64::from(last) - i64::from(best.score.as_i32());
        if before.depth > 0 && loss > i64::from(self.spread) / 2 {
            Finding::Worse
        } else if before.chosen() == Some(best.chosen) {
            Finding::Same
        } else {
            Finding::Changed
        }
    }

    /// The moves at the root, in canonical order, one of each class under the symmetries of the
    /// position.
    fn root_moves(&self) -> Vec<RootMove<G::Move>> {
        let mut all = Vec::new();
        self.game.moves(&self.position, &mut all);
        // The past of a position is not mirrored with it: where it matters, nothing is symmetric.
        if self.game.history_key(&self.position, u32::MAX) == 0 {
            for &symmetry in &self.symmetries {
                if self.game.is_symmetric(&self.position, symmetry) {
                    let places: rustc_hash::FxHashMap<G::Move, usize> =
                        all.iter().copied().zip(0..).collect();
                    let mut place = 0;
                    all.retain(|&chosen| {
                        let image = self.game.map_move(symmetry, chosen);
                        let keep = places.get(&image).is_none_or(|&other| other >= place);
                        place += 1;
                        keep
                    });
                }
            }
        }
        all.into_iter()
            .map(|chosen| RootMove {
                chosen,
                fresh: None,
                score: Score::MINUS_INFINITE,
                line: vec![chosen],
            })
            .collect()
    }

    /// Finds out how much a move changes the evaluator's word.
    fn measure_spread(&mut self, moves: &[RootMove<G::Move>]) {
        let viewer = self.viewer;
        let value = |worker: &Self| {
            let for_mover = i64::from(worker.judge().as_i32());
            if worker.game.side_to_move(&worker.position) == viewer {
                for_mover
            } else {
                -for_mover
            }
        };
        let before = value(self);
        let (mut sum, mut count) = (0, 0);
        let step = moves.len().div_ceil(SAMPLE).max(1);
        for root_move in moves.iter().step_by(step) {
            let undo = self.game.play(&mut self.position, root_move.chosen);
            if self.game.outcome(&self.position).is_none() {
                self.push_sketch(root_move.chosen);
                sum += (value(self) - before).abs();
                count += 1;
                self.sketches.pop();
            }
            self.game.undo(&mut self.position, root_move.chosen, undo);
        }
        self.spread = (sum / i64::max(count, 1)).clamp(1, 1 << 24) as i32;
    }

    /// Searches these root moves to a depth, in a window around the last value that is made wider
    /// until the new one is inside. Afterwards the best one is first.
    fn search_window(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
    ) -> Result<(), Interrupted> {
        let last = moves.first().map_or(Score::EVEN, |first| first.score);
        let (mut alpha, mut beta) = (Score::MINUS_INFINITE, Score::INFINITE);
        let mut width = i64::from(self.spread) * i64::from(self.options.tunables.aspiration) / 100;
        width = width.max(1);
        let at = |distance: i64| {
            let wide = distance.abs() > WIDEST;
            (!wide).then(|| Score::value((i64::from(last.as_i32()) + distance) as i32))
        };
        if depth >= WINDOW_DEPTH && !last.is_decided() {
            alpha = at(-width).unwrap_or(alpha);
            beta = at(width).unwrap_or(beta);
        }
        loop {
            self.whole = true;
            let best = self.search_moves(moves, depth, alpha, beta)?;
            // Stable: moves that were no better than a bound keep their order.
            moves.sort_by_key(|root_move| Reverse(root_move.fresh));
            width *= WIDER;
            if best <= alpha && alpha > Score::MINUS_INFINITE {
                alpha = at(-width).unwrap_or(Score::MINUS_INFINITE);
            } else if best >= beta && beta < Score::INFINITE {
                beta = at(width).unwrap_or(Score::INFINITE);
            } else {
                return Ok(());
            }
        }
    }

    /// Searches these root moves once. Those that turn out better than alpha and than all before
    /// them are fresh afterwards.
    fn search_moves(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Interrupted> {
        self.meter.count_node()?;
        let side = self.game.side_to_move(&self.position);
        let depth = depth as i32;
        let mut best = Score::MINUS_INFINITE;
        for root_move in &mut *moves {
            root_move.fresh = None;
        }
        for (number, root_move) in moves.iter_mut().enumerate() {
            let chosen = root_move.chosen;
            let places = Places::of(self.game, &self.position, chosen, side);
            let bound = alpha.max(best);
            let tunables = &self.options.tunables;
            let reduction = if self.selective
                && number >= tunables.reduction_from as usize
                && depth >= 3
                && !self.game.is_noisy(&self.position, chosen)
            {
                let record = self.memory.experience.record(places);
                let usual = self.reductions.of(depth, number as u32, record) - 1;
                usual.clamp(0, depth - 2)
            } else {
                0
            };
            let value =
                self.visit_child::<true>(chosen, depth, 0, (bound, beta), number == 0, reduction)?;
            best = best.max(value);
            if value > bound {
                self.memory.prepend(0, chosen);
                root_move.fresh = Some(value);
                root_move.score = value;
                root_move.line.clone_from(&self.memory.lines[0]);
                if value >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// After an interruption: if the unfinished iteration has found a move better than the best of
    /// the last one, whose value it knows already, that is the move to play.
    fn take_improvement(&self, moves: &[RootMove<G::Move>], report: &mut Report<G::Move>) {
        let best = moves
            .iter()
            .filter(|root_move| root_move.fresh.is_some())
            .max_by_key(|root_move| root_move.fresh);
        let Some(best) = best else { return };
        if self.options.lines == 1 && report.chosen() != Some(best.chosen) {
            report.lines = vec![Line {
                score: best.score,
                moves: best.line.clone(),
            }];
            report.equal.clone_from(&report.lines);
        }
    }
}
