//! The score and where it can grow: what strong players of Bricks look at.
//!
//! The final score is mostly the square of the largest island, so what counts before the end is
//! how much room large islands have. Who would win the games of searching players was told best by
//! the size of the largest island that gets to each empty cell within a few steps; next to it,
//! early on, by how far from the walls the stones are. The score so far tells nothing early, or
//! less than that: who has joined stones has not spread them. It comes to count as the board
//! fills. So the weights change with the part of the board that is empty.

use super::shores::Shores;
use super::{Bricks, Position};
use game::bits::Bits;
use game::evaluation::WeightsTooLarge;
use game::{EvaluatorDeclaration, Feature, Outcome, Score, Side, Weight};

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
}

/// The weights while so many cells are empty, in parts of a unit: [`FINE`] are one.
#[derive(Debug, Clone, Copy)]
struct Stage {
    score: i64,
    reach: i64,
    far_reach: i64,
    centre: i64,
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
                hundredths(100),
            ),
            Feature::new(
                "centre",
                "for each own cell its distance to the nearest wall, minus the other's; times \
                 the fourth power of the part of the board that is empty",
                hundredths(830),
            ),
            Feature::new("tempo", "to be on move", hundredths(3400)),
            Feature::new(
                "early-reach",
                "the reach, times the part of the board that is empty",
                hundredths(-102),
            ),
            Feature::new(
                "early-score",
                "the score so far, times the square of the part of the board that is empty",
                hundredths(-259),
            ),
            Feature::new(
                "far-reach",
                "like the reach, but at most five steps away; times the part of the board that \
                 is empty",
                hundredths(27),
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
            let [score, reach, centre, _, early_reach, early_score, far_reach] =
                std::array::from_fn(|number| f64::from(weight(number)));
            Stage {
                score: fine(score + early_score * part.powi(2)),
                reach: fine(reach + early_reach * part),
                far_reach: fine(far_reach * part),
                centre: fine(centre * part.powi(4)),
            }
        };
        Ok(Growth {
            stages: (0..=size * size).map(stage).collect(),
            tempo: weight(3),
            unit,
            distance_digits: std::array::from_fn(|digit| {
                B::of((0..size * size).filter(|&cell| distance(cell) >> digit & 1 == 1))
            }),
        })
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
        shores: &Shores<B>,
        viewer: Side,
    ) -> i32 {
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
            + stage.centre * i64::from(central);
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
