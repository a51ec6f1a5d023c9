//! The score and where it can grow: what strong players of Bricks look at.
//!
//! The final score is mostly the square of the largest island, so what counts before the end is
//! how much room large islands have. In more than a thousand games between searching players, who
//! would win was told best by the size of the largest island that gets to each empty cell within a
//! few steps; next to it, early on, by how far from the walls the stones are, and later by the
//! score so far.

use super::shores::Shores;
use super::{Bricks, Position};
use game::bits::Bits;
use game::evaluation::WeightsTooLarge;
use game::{EvaluatorDeclaration, Feature, Outcome, Score, Side, Weight};

/// The evaluator `growth`: its weights, and the distances to the walls.
#[derive(Debug, Clone)]
pub struct Growth<B> {
    reach: i32,
    centre: i32,
    tempo: i32,
    /// How many units one point of the score is.
    unit: i32,
    /// For each binary digit, the cells whose distance to the nearest wall has it.
    distance_digits: [B; 4],
}

/// How it is listed.
pub(super) fn declaration() -> EvaluatorDeclaration {
    let tenths = |tenths: i64| Weight::from_millionths(tenths * 100_000);
    EvaluatorDeclaration {
        name: "growth",
        meaning: "the score, and the room that large islands have to grow; in points of the score",
        features: vec![
            Feature::new(
                "reach",
                "for each empty cell, the size of the largest own island at most three steps \
                 away, minus the other's",
                tenths(15),
            ),
            Feature::new(
                "centre",
                "for each own cell its distance to the nearest wall, minus the other's; less as \
                 the board fills",
                tenths(80),
            ),
            Feature::new("tempo", "to be on move", tenths(600)),
        ],
    }
}

impl<B: Bits> Growth<B> {
    pub(super) fn new(game: &Bricks<B>, weights: &[Weight]) -> Result<Growth<B>, WeightsTooLarge> {
        let size = game.size;
        // Searches may pass, so nothing is known about how many cells each side has: one may have
        // all. Of k cells in one island, k² is the score and k (n² - k) the reach.
        let cells = (size * size) as i64;
        let bounds = [cells * cells, cells * cells / 4, cells * size as i64 / 2, 1];
        let mut all = vec![Weight::integer(1)];
        all.extend(weights);
        let (scaled, unit) = Weight::scale(&all, &bounds)?;
        let weight = |number: usize| scaled.get(number).copied().unwrap_or(0);
        let distance = |cell: usize| {
            let (row, column) = (cell / size, cell % size);
            row.min(column).min(size - 1 - row).min(size - 1 - column)
        };
        Ok(Growth {
            reach: weight(1),
            centre: weight(2),
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
        let [first, second] = [0, 1].map(|side| {
            let reach = self.reach * shores.reach(game, side, empty);
            self.unit * position.sums[side] + reach
        });
        let mut central = 0;
        for (digit, &cells) in self.distance_digits.iter().enumerate() {
            let [first, second] = position
                .stones
                .map(|stones| (stones & cells).count() as i32);
            central += (first - second) << digit;
        }
        let cells = (game.size * game.size) as i64;
        let centre = i64::from(self.centre * central) * i64::from(empty.count()) / cells;
        let tempo = match position.side {
            Side::First => self.tempo,
            Side::Second => -self.tempo,
        };
        let for_first = first - second + centre as i32 + tempo;
        match viewer {
            Side::First => for_first,
            Side::Second => -for_first,
        }
    }
}
