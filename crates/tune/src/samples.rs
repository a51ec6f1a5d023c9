//! Positions of games that were played before, as a regression sees them.

use crate::regression::{Sample, fit};
use crate::space::Point;
use crate::study::{Impossible, Study};
use arena::Record;
use game::{Evaluator, Playable, Side, Weight, play_text};
use games::GameVisitor;
use players::Spec;

/// So many positions are enough, however many games there are.
const MOST_SAMPLES: usize = 1_000_000;

/// Makes sure that the weights of a study can be found by regression.
pub(crate) fn check(study: &Study) -> Result<(), Impossible> {
    let wrong = |reason: String| Impossible::Field {
        field: "method",
        reason,
    };
    if study.weight_places().is_none() {
        return Err(wrong(
            "regression finds weights, and nothing else".to_string(),
        ));
    }
    study
        .game
        .visit(Collect {
            spec: &study.spec,
            places: &[],
            records: &[],
        })
        .map(drop)
        .map_err(wrong)
}

/// The weights that best tell who won, as a point of the study's space.
pub(crate) fn learn(study: &Study, records: &[Record]) -> Result<Point, String> {
    let Some(options) = study.method().regression() else {
        return Err("the method learns from no games".to_string());
    };
    let places = study.weight_places().unwrap_or_default();
    let samples = study.game.visit(Collect {
        spec: &study.spec,
        places: &places,
        records,
    })?;
    fit(&samples, options)
        .ok_or_else(|| format!("{} positions of games say nothing", samples.len()))
}

struct Collect<'study> {
    spec: &'study Spec,
    /// Which features are asked for.
    places: &'study [usize],
    records: &'study [Record],
}

impl GameVisitor for Collect<'_> {
    type Output = Result<Vec<Sample>, String>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let Some(declaration) = self.spec.weighted_evaluator(game) else {
            return Err(format!("{} judges no positions", self.spec));
        };
        let count = declaration.features.len();
        let build = |weights: &[Weight]| {
            let built = game.evaluator(declaration.name, weights);
            built.map_err(|error| error.to_string())
        };
        // A sum of features has each of them as its value when all other weights are 0.
        let mut units = Vec::with_capacity(count);
        for place in 0..count {
            let mut weights = vec![Weight::ZERO; count];
            weights[place] = Weight::integer(1);
            units.push(build(&weights)?);
        }
        let features = |position: &G::Position, viewer: Side| -> Vec<i64> {
            let values = units.iter();
            values
                .map(|unit| {
                    let value = unit.evaluate(game, position, viewer);
                    i64::from(value) / i64::from(unit.unit())
                })
                .collect()
        };
        let whole = build(&vec![Weight::integer(1); count])?;
        let is_sum = |position: &G::Position, features: &[i64], viewer: Side| {
            let value = i64::from(whole.evaluate(game, position, viewer));
            value == features.iter().sum::<i64>() * i64::from(whole.unit())
        };
        let no_sum = || format!("{} is no sum of its features", declaration.name);
        let start = game.start();
        for viewer in Side::BOTH {
            if !is_sum(&start, &features(&start, viewer), viewer) {
                return Err(no_sum());
            }
        }
        let mut samples = Vec::new();
        for record in self.records {
            if record.ending.offender().is_some() || record.game != game.name() {
                continue;
            }
            let mut position = game.start();
            for (number, played) in record.moves.iter().enumerate() {
                let viewer = game.side_to_move(&position);
                play_text(game, &mut position, &played.text).map_err(|error| error.to_string())?;
                if number < record.opening as usize || game.outcome(&position).is_some() {
                    continue;
                }
                // As a player sees it who looks one ply ahead: after its own move.
                let all = features(&position, viewer);
                if !is_sum(&position, &all, viewer) {
                    return Err(no_sum());
                }
                let chosen = self.places.iter().map(|&place| all[place] as f64);
                samples.push(Sample {
                    features: chosen.collect(),
                    result: f64::from(record.halves(viewer)) / 2.0,
                });
            }
            if samples.len() >= MOST_SAMPLES {
                break;
            }
        }
        Ok(samples)
    }
}
