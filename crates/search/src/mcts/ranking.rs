//! Which moves of a position look best: a glance at all of them, a judgement of the first.

use super::scale::Scale;
use super::tree::Node;
use crate::limits::{Interrupted, Meter};
use game::{ASPECTS, Evaluator, Guidance, Score, Side};
use std::cmp::Reverse;

/// How fast experience is forgotten: the newest judgement counts so much.
const LEARNING: f32 = 1.0 / 16.0;

/// By how much moves with certain aspects improved the chance when they were judged: so that of
/// two thousand moves only the likely ones have to be.
#[derive(Debug, Clone)]
pub(super) struct Experience {
    /// For each side and each of the two aspects.
    gains: [[Vec<f32>; 2]; 2],
    /// One less than how many numbers of an aspect are told apart, a power of two.
    mask: usize,
}

impl Experience {
    const PER_ASPECT: usize = 4 * size_of::<f32>();

    /// In so many bytes, or as many as are of use.
    pub(super) fn new(bytes: usize) -> Experience {
        let aspects = Self::aspects_in(bytes);
        let none = || vec![0.0; aspects];
        Experience {
            gains: [[none(), none()], [none(), none()]],
            mask: aspects - 1,
        }
    }

    /// How many of so many bytes are of use.
    pub(super) fn bytes_of(bytes: usize) -> usize {
        Self::aspects_in(bytes) * Self::PER_ASPECT
    }

    fn aspects_in(bytes: usize) -> usize {
        let most = (bytes / Self::PER_ASPECT).clamp(1, ASPECTS);
        1 << most.ilog2()
    }

    #[inline]
    fn of(&self, side: Side) -> View<'_> {
        let [first, second] = &self.gains[side.index()];
        View {
            gains: [first, second],
            mask: self.mask,
        }
    }

    /// Each of the two aspects learns its half of what was wrong with the expectation.
    #[inline]
    fn learn(&mut self, side: Side, aspects: [usize; 2], gain: f32) {
        let missing = (gain - self.of(side).expected(aspects)) * LEARNING;
        for (gains, aspect) in self.gains[side.index()].iter_mut().zip(aspects) {
            gains[aspect & self.mask] += missing;
        }
    }
}

/// What is expected of the moves of one side.
#[derive(Debug, Clone, Copy)]
struct View<'experience> {
    gains: [&'experience [f32]; 2],
    mask: usize,
}

impl View<'_> {
    #[inline]
    fn expected(&self, aspects: [usize; 2]) -> f32 {
        let [first, second] = self.gains;
        first[aspects[0] & self.mask] + second[aspects[1] & self.mask]
    }
}

/// Leaves so many of those for which most is expected, of equals those with lower numbers, in any
/// order; returns the least that is expected of one of them.
fn keep_best(glances: &mut Vec<(f32, u32)>, most: usize) -> f32 {
    if most == 0 || glances.len() < most {
        return f32::NEG_INFINITY;
    }
    let (_, &mut (least, _), _) = glances.select_nth_unstable_by(most - 1, |one, two| {
        two.0.total_cmp(&one.0).then(one.1.cmp(&two.1))
    });
    glances.truncate(most);
    least
}

/// A move and what the position after it is worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<M> {
    pub(super) chosen: M,
    /// For the side that searches, counted from the position after the move.
    pub(super) score: Score,
    /// Whether the game is over then.
    pub(super) finished: bool,
}

impl<M: Copy> Candidate<M> {
    pub(super) fn node(&self, scale: &Scale) -> Node<M> {
        let chance = scale.chance(self.score);
        if self.finished {
            Node::finished(self.chosen, self.score, chance)
        } else {
            Node::unfinished(self.chosen, chance)
        }
    }
}

/// Ranks the moves of positions.
#[derive(Debug)]
pub(super) struct Ranking<'search, G: Guidance, E> {
    pub(super) game: &'search G,
    pub(super) evaluator: &'search E,
    /// The side that searches.
    pub(super) viewer: Side,
    /// How many moves are judged for each that is wanted.
    judged: usize,
    pub(super) experience: &'search mut Experience,
    moves: Vec<G::Move>,
    glances: Vec<(f32, u32)>,
    pub(super) candidates: Vec<Candidate<G::Move>>,
}

impl<'search, G: Guidance, E: Evaluator<G>> Ranking<'search, G, E> {
    pub(super) fn new(
        game: &'search G,
        evaluator: &'search E,
        viewer: Side,
        judged: usize,
        experience: &'search mut Experience,
    ) -> Self {
        Ranking {
            game,
            evaluator,
            viewer,
            judged,
            experience,
            moves: Vec::new(),
            glances: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// What a position is worth, and whether because it is finished.
    #[inline]
    pub(super) fn judge(&self, position: &G::Position) -> (Score, bool) {
        match self.game.outcome(position) {
            Some(outcome) => {
                let finished =
                    self.evaluator
                        .finished(self.game, position, outcome, self.viewer, 0);
                (finished, true)
            }
            None => {
                let value = self.evaluator.evaluate(self.game, position, self.viewer);
                (Score::value(value), false)
            }
        }
    }

    /// Judges every move, in canonical order; those for which there was time if interrupted.
    /// Returns the number of moves.
    pub(super) fn judge_all(
        &mut self,
        position: &mut G::Position,
        meter: &mut Meter,
    ) -> (usize, Result<(), Interrupted>) {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        let judged = self.judge_moves(position, meter);
        (self.moves.len(), judged)
    }

    /// Finds the most promising moves, the best first, so many at most and none of those in
    /// `known`, which is sorted. They are in `candidates` then; returns the number of all moves.
    pub(super) fn rank(
        &mut self,
        position: &mut G::Position,
        known: &[G::Move],
        wanted: usize,
        scale: &Scale,
        meter: &mut Meter,
    ) -> Result<usize, Interrupted> {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        let legal = self.moves.len();
        meter.work(legal as u32 / 4)?;
        if !known.is_empty() {
            self.moves
                .retain(|chosen| known.binary_search(chosen).is_err());
        }
        let side = self.game.side_to_move(position);
        let is_viewer = side == self.viewer;
        let most_judged = wanted.saturating_mul(self.judged);
        let choosy = self.moves.len() > most_judged;
        if choosy {
            self.glance(position, side, most_judged);
        }
        self.judge_moves(position, meter)?;
        let for_mover = |score: Score| if is_viewer { score } else { -score };
        if choosy {
            let (before, _) = self.judge(position);
            let before = scale.chance(before);
            for candidate in &self.candidates {
                let gain = scale.chance(candidate.score) - before;
                let gain = if is_viewer { gain } else { -gain };
                let aspects = self.game.aspects(position, candidate.chosen);
                self.experience.learn(side, aspects, gain);
            }
        }
        // Stable, so that the game's own order decides between equals.
        self.candidates
            .sort_by_key(|candidate| Reverse(for_mover(candidate.score)));
        self.candidates.truncate(wanted);
        Ok(legal)
    }

    /// Leaves only so many moves: those that experience speaks for. A game's own promises would cost
    /// more than they tell beside it.
    fn glance(&mut self, position: &G::Position, side: Side, most: usize) {
        let Ranking {
            game,
            experience,
            moves,
            glances,
            ..
        } = self;
        let view = experience.of(side);
        // Few of many moves are ever among the best so far: the others cost one comparison.
        let room = 2 * most;
        glances.clear();
        let mut least = f32::NEG_INFINITY;
        for (number, &chosen) in moves.iter().enumerate() {
            let expected = view.expected(game.aspects(position, chosen));
            if expected > least {
                glances.push((expected, number as u32));
                if glances.len() == room {
                    least = keep_best(glances, most);
                }
            }
        }
        keep_best(glances, most);
        glances.sort_unstable_by_key(|&(_, number)| number);
        for (place, &(_, number)) in glances.iter().enumerate() {
            moves[place] = moves[number as usize];
        }
        moves.truncate(most);
    }

    fn judge_moves(
        &mut self,
        position: &mut G::Position,
        meter: &mut Meter,
    ) -> Result<(), Interrupted> {
        self.candidates.clear();
        let sketch = self.evaluator.sketch(self.game, position);
        for &chosen in &self.moves {
            // The first is always judged, so that there is something to choose.
            if !self.candidates.is_empty() {
                meter.work(1)?;
            }
            let undo = self.game.play(position, chosen);
            let (score, finished) = match self.game.outcome(position) {
                Some(_) => self.judge(position),
                None => {
                    let after = self
                        .evaluator
                        .sketch_after(self.game, &sketch, chosen, position);
                    let value =
                        self.evaluator
                            .evaluate_sketched(self.game, position, &after, self.viewer);
                    (Score::value(value), false)
                }
            };
            self.game.undo(position, chosen, undo);
            self.candidates.push(Candidate {
                chosen,
                score,
                finished,
            });
        }
        Ok(())
    }
}
