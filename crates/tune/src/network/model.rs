//! A network while it learns: floating-point numbers, and how they become whole ones.

use super::lessons::{Position, chance};
use crate::space::{normal, uniform};
use game::network::{DIGITS, FULL, Inputs, LOGIT, Network, NotANetwork, Weights};
use game::random::Generator;

/// By what inputs are divided, so that most of them are about as large as 1.
const SCALE: f32 = 16.0;
/// The greatest weight of an input, and of a hidden unit in the value: larger ones are no 16-bit
/// numbers.
const MOST_HIDDEN: f32 = 8.0;
const MOST_OUTPUT: f32 = 32.0;
/// What a hidden unit out of its range still passes on in the first half of the training, so that it
/// can come back.
pub(super) const LEAK: f32 = 0.01;

/// All numbers of a network in one list, which is what a step of the training changes.
///
/// First the weights of the hidden units, those of an input together: most inputs are 0, and their
/// weights need not be looked at. Then the biases, the weights of the output, and its bias.
#[derive(Debug, Clone)]
pub(super) struct Model {
    inputs: usize,
    hidden: usize,
    pub(super) numbers: Vec<f32>,
}

/// What a position does to the hidden units.
#[derive(Debug, Clone)]
pub(super) struct Activity {
    sums: Vec<f32>,
    slopes: Vec<f32>,
}

impl Model {
    /// Numbers by chance.
    pub(super) fn random(inputs: usize, hidden: usize, generator: &mut Generator) -> Model {
        let mut numbers = Vec::with_capacity((inputs + 2) * hidden + 1);
        numbers.extend((0..inputs * hidden).map(|_| 0.15 * normal(generator) as f32));
        numbers.extend((0..hidden).map(|_| 0.5 * uniform(generator) as f32));
        numbers.extend((0..hidden).map(|_| 0.3 * normal(generator) as f32));
        numbers.push(0.0);
        Model {
            inputs,
            hidden,
            numbers,
        }
    }

    /// The numbers of a network.
    pub(super) fn of(network: &Network) -> Model {
        let weights = network.weights();
        let (inputs, hidden) = (network.inputs().names.len(), network.hidden());
        let [first, bias, output, last] = factors();
        let mut numbers = Vec::with_capacity((inputs + 2) * hidden + 1);
        for input in 0..inputs {
            let column = weights
                .hidden
                .iter()
                .map(|row| f32::from(row[input]) / first);
            numbers.extend(column);
        }
        numbers.extend(weights.biases.iter().map(|&it| it as f32 / bias));
        numbers.extend(weights.output.iter().map(|&it| f32::from(it) / output));
        numbers.push(weights.output_bias as f32 / last);
        Model {
            inputs,
            hidden,
            numbers,
        }
    }

    pub(super) fn activity(&self) -> Activity {
        Activity {
            sums: vec![0.0; self.hidden],
            slopes: vec![0.0; self.hidden],
        }
    }

    /// The parts of the list: weights of the hidden units, biases, weights of the output, its bias.
    fn parts<'numbers>(&self, numbers: &'numbers [f32]) -> [&'numbers [f32]; 4] {
        let (weights, rest) = numbers.split_at(self.inputs * self.hidden);
        let (biases, rest) = rest.split_at(self.hidden);
        let (output, last) = rest.split_at(self.hidden);
        [weights, biases, output, last]
    }

    /// The logit of the chance to win. Afterwards the activity has what each hidden unit passes on, and
    /// how that changes with its sum.
    pub(super) fn logit(&self, seen: &[u8], leak: f32, activity: &mut Activity) -> f32 {
        let [weights, biases, output, last] = self.parts(&self.numbers);
        activity.sums.copy_from_slice(biases);
        for (row, &number) in weights.chunks_exact(self.hidden).zip(seen) {
            if number != 0 {
                let number = f32::from(number) / SCALE;
                for (sum, weight) in activity.sums.iter_mut().zip(row) {
                    *sum += number * weight;
                }
            }
        }
        let mut logit = last[0];
        let units = activity.sums.iter_mut().zip(&mut activity.slopes);
        for ((sum, slope), weight) in units.zip(output) {
            let clipped = sum.clamp(0.0, 1.0);
            *slope = if *sum == clipped { 1.0 } else { leak };
            *sum = clipped + leak * (*sum - clipped);
            logit += *sum * weight;
        }
        logit
    }

    /// Adds what a position says about the direction in which the loss grows, given by how much its
    /// logit is too large; the activity must be that of the position.
    pub(super) fn learn(
        &self,
        seen: &[u8],
        error: f32,
        activity: &mut Activity,
        gradient: &mut [f32],
    ) {
        let [.., output, _] = self.parts(&self.numbers);
        let (weights, rest) = gradient.split_at_mut(self.inputs * self.hidden);
        let (biases, rest) = rest.split_at_mut(self.hidden);
        let (outputs, last) = rest.split_at_mut(self.hidden);
        last[0] += error;
        for unit in 0..self.hidden {
            outputs[unit] += error * activity.sums[unit];
            let slope = error * output[unit] * activity.slopes[unit];
            biases[unit] += slope;
            activity.slopes[unit] = slope;
        }
        for (row, &number) in weights.chunks_exact_mut(self.hidden).zip(seen) {
            if number != 0 {
                let number = f32::from(number) / SCALE;
                for (weight, slope) in row.iter_mut().zip(&activity.slopes) {
                    *weight += number * slope;
                }
            }
        }
    }

    /// Keeps all numbers such that they can become whole ones.
    pub(super) fn confine(&mut self) {
        let (weights, rest) = self.numbers.split_at_mut(self.inputs * self.hidden);
        for weight in weights {
            *weight = weight.clamp(-MOST_HIDDEN, MOST_HIDDEN);
        }
        for weight in &mut rest[self.hidden..2 * self.hidden] {
            *weight = weight.clamp(-MOST_OUTPUT, MOST_OUTPUT);
        }
    }

    /// In whole numbers.
    pub(super) fn quantised(&self, inputs: &Inputs) -> Result<Network, NotANetwork> {
        let [weights, biases, output, last] = self.parts(&self.numbers);
        let [by_weight, by_bias, by_output, by_last] = factors();
        let short = |value: f32| value.round() as i16;
        let rows = (0..self.hidden).map(|unit| {
            let row = weights.iter().skip(unit).step_by(self.hidden);
            row.map(|weight| short(weight * by_weight)).collect()
        });
        let numbers = Weights {
            hidden: rows.collect(),
            biases: biases
                .iter()
                .map(|it| (it * by_bias).round() as i32)
                .collect(),
            output: output.iter().map(|it| short(it * by_output)).collect(),
            output_bias: (last[0] * by_last).round() as i32,
        };
        Network::new(inputs.clone(), &numbers)
    }
}

/// What weights, biases, weights of the output and its bias are multiplied with to become whole
/// numbers.
fn factors() -> [f32; 4] {
    let point = (1 << DIGITS) as f32;
    let (full, logit) = (FULL as f32, LOGIT as f32);
    [
        full * point / SCALE,
        full * point,
        logit * point / full,
        logit * point,
    ]
}

/// How far a logit is from a chance, as a loss.
pub(super) fn loss(logit: f32, target: f32) -> f32 {
    // ln(1 + e^logit) − target · logit, without large powers.
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - target * logit
}

/// By how much the chance of a logit is too large.
pub(super) fn error(logit: f32, position: &Position<'_>) -> f32 {
    chance(logit) - position.target
}
