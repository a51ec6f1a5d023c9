//! The score and where it can grow: what strong players of Bricks look at.
//!
//! The final score is mostly the square of the largest island, so what counts before the end is
//! how much room large islands have. Who would win the games of searching players was told best by
//! the size of the largest island that gets to each empty cell within a few steps; next to it,
//! early on, by how far from the walls the stones are. The score so far tells nothing early, or
//! less than that: who has joined stones has not spread them. It comes to count as the board
//! fills. So the weights change with the part of the board that is empty.

use super::evaluation::Sketch;
use super::patches::{self, KNOTS, Patches};
use super::{Bricks, Position};
use game::bits::Bits;
use game::evaluation::WeightsTooLarge;
use game::{EvaluatorDeclaration, Feature, Outcome, Score, Side, Weight};
use std::sync::Arc;

/// The evaluator `growth`: its weights, and the distances to the walls.
#[derive(Debug, Clone)]
pub struct Growth<B> {
    /// By the number of empty cells.
    stages: Vec<Stage>,
    tempo: i32,
    /// How many units one point of the score is.
    unit: i32,
    /// For each binary digit, the cells whose distance to the nearest wall has it.
    distance_digits: [B; 4],
    /// `None` if they have no weight.
    patches: Option<Arc<Patches>>,
}

/// The weights while so many cells are empty, in parts of a unit: [`FINE`] are one.
#[derive(Debug, Clone, Copy)]
struct Stage {
    score: i64,
    reach: i64,
    far_reach: i64,
    centre: i64,
    /// For each part of a game, what a unit of the patches is.
    patches: [i64; KNOTS.len()],
}

/// So finely the weights change from stage to stage.
const FINE: i64 = 1 << 8;

/// How it is listed.
pub(super) fn declaration() -> EvaluatorDeclaration {
    let hundredths = |hundredths: i64| Weight::from_millionths(hundredths * 10_000);
    EvaluatorDeclaration {
        name: "growth",
        meaning: "the score, and the room that large islands have to grow; in points of the score",
        features: vec![
            Feature::new(
                "reach",
                "for each empty cell, the size of the largest own island at most three steps \
                 away, minus the other's",
                hundredths(66),
            ),
            Feature::new(
                "centre",
                "for each own cell its distance to the nearest wall, minus the other's; times \
                 the fourth power of the part of the board that is empty",
                hundredths(1690),
            ),
            Feature::new("tempo", "to be on move", hundredths(6800)),
            Feature::new(
                "early-reach",
                "the reach, times the part of the board that is empty",
                hundredths(-4),
            ),
            Feature::new(
                "early-score",
                "the score so far, times the square of the part of the board that is empty",
                hundredths(-95),
            ),
            Feature::new(
                "far-reach",
                "like the reach, but at most five steps away; times the part of the board that \
                 is empty",
                hundredths(27),
            ),
            Feature::new(
                "patches",
                "what every three by three cells are worth by the way they look, as fitted to \
                 games",
                hundredths(100),
            ),
        ],
    }
}

impl<B: Bits> Growth<B> {
    pub(super) fn new(game: &Bricks<B>, weights: &[Weight]) -> Result<Growth<B>, WeightsTooLarge> {
        let size = game.size;
        // Searches may pass, so nothing is known about how many cells each side has: one may have
        // all. Of k cells in one island, k² is the score and k (n² - k) the reach.
        let cells = (size * size) as i64;
        let (score, reach) = (cells * cells, cells * cells / 4);
        let bounds = [
            score,
            reach,
            cells * size as i64 / 2,
            1,
            reach,
            score,
            reach,
            cells * patches::most(),
        ];
        let mut all = vec![Weight::integer(1)];
        all.extend(weights);
        let (scaled, unit) = Weight::scale(&all, &bounds)?;
        let weight = |number: usize| scaled.get(number).copied().unwrap_or(0);
        let distance = |cell: usize| {
            let (row, column) = (cell / size, cell % size);
            row.min(column).min(size - 1 - row).min(size - 1 - column)
        };
        let stage = |empty: usize| {
            let part = empty as f64 / cells as f64;
            let fine = |weight: f64| (weight * FINE as f64).round() as i64;
            let [
                score,
                reach,
                centre,
                _,
                early_reach,
                early_score,
                far_reach,
                of_patches,
            ] = std::array::from_fn(|number| f64::from(weight(number)));
            Stage {
                score: fine(score + early_score * part.powi(2)),
                reach: fine(reach + early_reach * part),
                far_reach: fine(far_reach * part),
                centre: fine(centre * part.powi(4)),
                patches: patches::mixture(part)
                    .map(|share| fine(of_patches * share / patches::FINE as f64)),
            }
        };
        Ok(Growth {
            stages: (0..=size * size).map(stage).collect(),
            tempo: weight(3),
            unit,
            distance_digits: std::array::from_fn(|digit| {
                B::of((0..size * size).filter(|&cell| distance(cell) >> digit & 1 == 1))
            }),
            patches: (weight(7) != 0).then(|| Arc::new(Patches::new(size))),
        })
    }

    /// The patches, if they have weight.
    #[inline]
    pub(super) fn patches(&self) -> Option<&Patches> {
        self.patches.as_deref()
    }

    pub(super) fn unit(&self) -> i32 {
        self.unit
    }

    /// Points are points, in the end as before.
    pub(super) fn finished(&self, outcome: Outcome, viewer: Side) -> Score {
        Score::value(outcome.margin_for(viewer) * self.unit)
    }

    #[inline]
    pub(super) fn value(
        &self,
        game: &Bricks<B>,
        position: &Position<B>,
        sketch: &Sketch<B>,
        viewer: Side,
    ) -> i32 {
        let Sketch { shores, patches } = sketch;
        let empty = game.empty(position);
        let stage = &self.stages[empty.count() as usize];
        let [first, second] = [0, 1].map(|side| shores.reach(game, side, empty));
        let [reach, far_reach] = [first[0] - second[0], first[1] - second[1]];
        let [first, second] = position.sums;
        let score = first - second;
        let mut central = 0;
        for (digit, &cells) in self.distance_digits.iter().enumerate() {
            let [first, second] = position
                .stones
                .map(|stones| (stones & cells).count() as i32);
            central += (first - second) << digit;
        }
        let weighted = stage.score * i64::from(score)
            + stage.reach * i64::from(reach)
            + stage.far_reach * i64::from(far_reach)
            + stage.centre * i64::from(central)
            + stage
                .patches
                .iter()
                .zip(patches)
                .map(|(share, &sum)| share * i64::from(sum))
                .sum::<i64>();
        let tempo = match position.side {
            Side::First => self.tempo,
            Side::Second => -self.tempo,
        };
        let for_first = (weighted / FINE) as i32 + tempo;
        match viewer {
            Side::First => for_first,
            Side::Second => -for_first,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::{Seed, play_randomly};
    use game::{Evaluator, Game, Playable};

    #[test]
    fn patches_count_what_their_mixture_says() {
        let game = Bricks::<u128>::new(10);
        let weights = ["0.6", "17", "68", "0.1", "-0.9", "0.3", "0.75"];
        let mut weights = weights.map(|text| Weight::parse(text).expect("a weight"));
        let with = game.evaluator("growth", &weights).expect("they fit");
        let patches = Patches::new(10);
        weights[6] = Weight::integer(0);
        let without = game.evaluator("growth", &weights).expect("they fit");
        let units = f64::from(with.unit());
        assert_eq!((units, without.unit()), (100.0, 10));
        for plies in 0..30 {
            let mut position = game.start();
            play_randomly(
                &game,
                &mut position,
                plies,
                &mut Seed(plies as u64).generator(),
            );
            let sums = patches.sums(&game, &position);
            let mixture = patches::mixture(game.empty(&position).count() as f64 / 100.0);
            let points: f64 = sums
                .iter()
                .zip(mixture)
                .map(|(&sum, share)| share * f64::from(sum))
                .sum();
            let expected = 0.75 * points / patches::FINE as f64;
            let [with, without] = [&with, &without].map(|evaluator| {
                f64::from(evaluator.evaluate(&game, &position, Side::First))
                    / f64::from(evaluator.unit())
            });
            // Weights change with the board in steps of 1/256 of a unit.
            let coarse: f64 =
                sums.iter().map(|&sum| f64::from(sum.abs())).sum::<f64>() / 256.0 / units;
            assert!(
                (with - without - expected).abs() <= coarse + 0.3,
                "{plies}: {with} {without} {expected}"
            );
        }
    }
}
