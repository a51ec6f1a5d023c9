//! Weights without games of one's own: those with which the sum of the features best tells who won games that
//! were played before (logistic regression).

use crate::linear::solve;
use crate::space::{Point, Space};
use crate::trial::{Answer, Trial};
use crate::tuner::{Context, Step, Tuner};
use crate::values::Values;
use game::Weight;
use game::arguments::{Parameter, Range};
use serde::{Deserialize, Serialize};

const RIDGE: Parameter = Parameter::named(
    "ridge",
    "how strongly weights are drawn to 0, as a number of positions that speak for it",
    "1",
    Range::Number(Weight::ZERO, Weight::GREATEST),
);
const SCALE: Parameter = Parameter::named(
    "scale",
    "the size of the greatest weight: only the proportions matter to a player",
    "10",
    Range::Number(Weight::from_millionths(1), Weight::GREATEST),
);

pub(crate) const PARAMETERS: &[Parameter] = &[RIDGE, SCALE];

/// What was chosen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RegressionOptions {
    ridge: f64,
    scale: f64,
}

impl RegressionOptions {
    pub(crate) fn new(values: &Values) -> RegressionOptions {
        RegressionOptions {
            ridge: values.number(&RIDGE),
            scale: values.number(&SCALE),
        }
    }
}

/// A position of a game: its features in somebody's eyes, and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sample {
    pub(crate) features: Vec<f64>,
    /// 1 for a game won, ½ for one drawn, 0 for one lost.
    pub(crate) result: f64,
}

/// A tuning that asks for nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Fitted {
    pub(crate) point: Point,
}

impl Tuner for Fitted {
    fn ask(&self, _context: &mut Context<'_>) -> Vec<Trial> {
        Vec::new()
    }

    fn cost(&self) -> u64 {
        0
    }

    fn tell(&mut self, _context: &mut Context<'_>, _answers: &[Answer]) -> Step {
        Step::Within
    }

    fn best(&self, _space: &Space) -> Point {
        self.point.clone()
    }
}

/// Newton's method is there long before.
const MOST_STEPS: usize = 50;

/// The weights of the features that make the results most likely, of the size asked for; `None` if the
/// samples say nothing.
pub(crate) fn fit(samples: &[Sample], options: &RegressionOptions) -> Option<Vec<f64>> {
    let size = samples.first()?.features.len();
    // In units of their own deviation, so that one ridge is right for all.
    let scales: Vec<f64> = (0..size)
        .map(|place| {
            let squares = samples.iter().map(|sample| sample.features[place].powi(2));
            (squares.sum::<f64>() / samples.len() as f64).sqrt()
        })
        .collect();
    // The last is the same for all positions: who moved last has an advantage of its own.
    let row = |sample: &Sample| -> Vec<f64> {
        let scaled = sample.features.iter().zip(&scales);
        let scaled = scaled.map(|(value, scale)| if *scale > 0.0 { value / scale } else { 0.0 });
        scaled.chain([1.0]).collect()
    };
    let mut weights = vec![0.0; size + 1];
    for _ in 0..MOST_STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|it| -options.ridge * it).collect();
        let mut curvature = vec![vec![0.0; size + 1]; size + 1];
        for (place, line) in curvature.iter_mut().enumerate() {
            // Never nothing: a feature that is always 0 keeps the weight 0.
            line[place] = options.ridge.max(1e-9);
        }
        for sample in samples {
            let row = row(sample);
            let value: f64 = row.iter().zip(&weights).map(|(one, it)| one * it).sum();
            let chance = 1.0 / (1.0 + (-value).exp());
            for (one, line) in curvature.iter_mut().enumerate() {
                gradient[one] += (sample.result - chance) * row[one];
                for (entry, other) in line.iter_mut().zip(&row) {
                    *entry += chance * (1.0 - chance) * row[one] * other;
                }
            }
        }
        let step = solve(&curvature, &gradient);
        for (weight, step) in weights.iter_mut().zip(&step) {
            *weight += step;
        }
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let pairs = weights.iter().zip(&scales);
    let found: Vec<f64> = pairs
        .map(|(weight, scale)| if *scale > 0.0 { weight / scale } else { 0.0 })
        .collect();
    let greatest = found.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
    let is_found = greatest > 0.0 && greatest.is_finite();
    is_found.then(|| {
        found
            .iter()
            .map(|it| it * options.scale / greatest)
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{normal, uniform};
    use game::random::Seed;

    #[test]
    fn weights_are_found_from_results() {
        let truth = [0.5, -0.25, 0.0, 1.0];
        let mut generator = Seed(5).generator();
        let samples: Vec<Sample> = (0..50_000)
            .map(|_| {
                let features: Vec<f64> = (0..4)
                    .map(|place| f64::from(1 << (2 * place)) * normal(&mut generator))
                    .collect();
                let pairs = features.iter().zip(truth);
                let value: f64 = pairs.map(|(feature, weight)| feature * weight).sum();
                let chance = 1.0 / (1.0 + (-0.3 * value - 0.4).exp());
                let result = f64::from(u8::from(uniform(&mut generator) < chance));
                Sample { features, result }
            })
            .collect();
        let options = RegressionOptions {
            ridge: 1.0,
            scale: 1.0,
        };
        let found = fit(&samples, &options).expect("there is something");
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.06, "{found} for {truth}");
        }
        assert_eq!(fit(&[], &options), None);
    }
}
