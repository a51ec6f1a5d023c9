//! Covariance matrix adaptation: players are drawn from a normal distribution, whose centre goes to where
//! the better half of them are and whose shape follows the ways that led there.
//!
//! A game says little, so the distribution must not follow single results: the default population is
//! many times that for functions without noise, and the answer is the mean of the last centres.

use crate::space::{Point, Space, normal};
use crate::trial::{Fitness, Trial};
use arena::ratings::Tally;
use game::random::Generator;
use serde::{Deserialize, Serialize};

/// What can be chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CmaOptions {
    /// Players in each generation.
    pub population: u32,
    /// Games of each.
    pub games: u32,
    /// The deviation at the beginning, as a share of each range.
    pub deviation: f64,
    /// How good results are.
    pub fitness: Fitness,
}

impl Default for CmaOptions {
    fn default() -> CmaOptions {
        CmaOptions {
            population: 80,
            games: 4,
            deviation: 0.2,
            fitness: Fitness::Score,
        }
    }
}

/// Where it stands. All is in shares of the ranges.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cma {
    centre: Point,
    deviation: f64,
    covariance: Vec<Vec<f64>>,
    /// Where the centre has been going, for the shape and for the size.
    shape_path: Vec<f64>,
    size_path: Vec<f64>,
    generations: u32,
    /// The sum of the centres of the last generations, and of how many.
    centres: Point,
    counted: f64,
}

/// What follows from the population and the number of dimensions.
struct Weights {
    /// Of the better half, from the best on.
    weights: Vec<f64>,
    /// How many they are worth.
    effective: f64,
    shape_rate: f64,
    size_rate: f64,
    rank_one: f64,
    rank_many: f64,
    damping: f64,
    /// How long a random direction is.
    expected: f64,
}

impl Weights {
    fn new(population: usize, size: usize) -> Weights {
        let half = (population / 2).max(1);
        let raw = (1..=half).map(|rank| (half as f64 + 0.5).ln() - (rank as f64).ln());
        let sum: f64 = raw.clone().sum();
        let weights: Vec<f64> = raw.map(|weight| weight / sum).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let n = size as f64;
        let size_rate = (effective + 2.0) / (n + effective + 5.0);
        let rank_one = 2.0 / ((n + 1.3).powi(2) + effective);
        let many = 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective);
        let excess = ((effective - 1.0) / (n + 1.0)).sqrt() - 1.0;
        Weights {
            weights,
            effective,
            shape_rate: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            size_rate,
            rank_one,
            rank_many: many.clamp(0.0, 1.0 - rank_one),
            damping: 1.0 + 2.0 * excess.max(0.0) + size_rate,
            expected: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl Cma {
    pub(crate) fn new(options: &CmaOptions, space: &Space) -> Cma {
        let size = space.size();
        let unit = |row: usize| (0..size).map(move |column| f64::from(u8::from(row == column)));
        Cma {
            centre: to_shares(space, &space.start()),
            deviation: options.deviation,
            covariance: (0..size).map(|row| unit(row).collect()).collect(),
            shape_path: vec![0.0; size],
            size_path: vec![0.0; size],
            generations: 0,
            centres: vec![0.0; size],
            counted: 0.0,
        }
    }

    /// The mean of the later centres.
    pub(crate) fn best(&self, space: &Space) -> Point {
        if self.counted == 0.0 {
            return space.start();
        }
        let mean: Point = self.centres.iter().map(|sum| sum / self.counted).collect();
        to_values(space, &mean)
    }

    pub(crate) fn ask(
        &self,
        options: &CmaOptions,
        space: &Space,
        generator: &mut Generator,
    ) -> Vec<Trial> {
        let points = self.points(options, space, generator).into_iter();
        points
            .map(|point| Trial::given(to_values(space, &point), options.games))
            .collect()
    }

    /// The players of the next generation, within the ranges.
    fn points(&self, options: &CmaOptions, space: &Space, generator: &mut Generator) -> Vec<Point> {
        let root = cholesky(&self.covariance);
        let point = |_| {
            let draws: Vec<f64> = (0..space.size()).map(|_| normal(generator)).collect();
            let moved = root.iter().zip(&self.centre).map(|(row, centre)| {
                let step: f64 = row.iter().zip(&draws).map(|(root, draw)| root * draw).sum();
                (centre + self.deviation * step).clamp(0.0, 1.0)
            });
            moved.collect()
        };
        (0..options.population).map(point).collect()
    }

    pub(crate) fn tell(
        &mut self,
        options: &CmaOptions,
        space: &Space,
        generator: &mut Generator,
        answers: &[Tally],
    ) {
        let points = self.points(options, space, generator);
        let mut ranked: Vec<(f64, Point)> = answers
            .iter()
            .map(|answer| options.fitness.of(answer))
            .zip(points)
            .collect();
        // Stable, and the points came by lot: equal ones are in a random order.
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        let weights = Weights::new(ranked.len(), space.size());
        let old = self.centre.clone();
        let steps: Vec<Vec<f64>> = ranked
            .iter()
            .take(weights.weights.len())
            .map(|(_, point)| {
                let pairs = point.iter().zip(&old);
                pairs
                    .map(|(value, old)| (value - old) / self.deviation)
                    .collect()
            })
            .collect();
        let mut mean = vec![0.0; space.size()];
        for (weight, step) in weights.weights.iter().zip(&steps) {
            for (mean, step) in mean.iter_mut().zip(step) {
                *mean += weight * step;
            }
        }
        for (centre, mean) in self.centre.iter_mut().zip(&mean) {
            *centre = (*centre + self.deviation * mean).clamp(0.0, 1.0);
        }
        self.follow(&weights, &steps, &mean);
        self.generations += 1;
        // The first generations were on their way: they are forgotten bit by bit, so that about the
        // last half counts.
        let kept = 1.0 - 2.0 / (f64::from(self.generations) + 1.0).max(2.0);
        self.counted = self.counted * kept + 1.0;
        for (sum, centre) in self.centres.iter_mut().zip(&self.centre) {
            *sum = *sum * kept + centre;
        }
    }

    /// Paths, shape and size after a step of the centre.
    fn follow(&mut self, weights: &Weights, steps: &[Vec<f64>], mean: &[f64]) {
        let size = mean.len();
        let scale = |rate: f64| (rate * (2.0 - rate) * weights.effective).sqrt();
        let whitened = solve_lower(&cholesky(&self.covariance), mean);
        for (path, step) in self.size_path.iter_mut().zip(whitened) {
            *path = (1.0 - weights.size_rate) * *path + scale(weights.size_rate) * step;
        }
        let length = self.size_path.iter().map(|it| it * it).sum::<f64>().sqrt();
        for (path, step) in self.shape_path.iter_mut().zip(mean) {
            *path = (1.0 - weights.shape_rate) * *path + scale(weights.shape_rate) * step;
        }
        let (one, many) = (weights.rank_one, weights.rank_many);
        for row in 0..size {
            for column in 0..size {
                let along = self.shape_path[row] * self.shape_path[column];
                let pairs = weights.weights.iter().zip(steps);
                let spread: f64 = pairs
                    .map(|(weight, it)| weight * it[row] * it[column])
                    .sum();
                let entry = &mut self.covariance[row][column];
                *entry = (1.0 - one - many) * *entry + one * along + many * spread;
            }
        }
        let growth = weights.size_rate / weights.damping * (length / weights.expected - 1.0);
        // Never wider than the ranges themselves.
        self.deviation = (self.deviation * growth.exp()).clamp(1e-4, 1.0);
    }
}

fn to_shares(space: &Space, point: &[f64]) -> Point {
    let pairs = point.iter().zip(&space.dimensions).zip(space.widths());
    pairs
        .map(|((value, it), width)| (value - it.least) / width)
        .collect()
}

fn to_values(space: &Space, shares: &[f64]) -> Point {
    let pairs = shares.iter().zip(&space.dimensions).zip(space.widths());
    pairs
        .map(|((share, it), width)| it.least + share * width)
        .collect()
}

/// The lower triangle whose square is the matrix, which is symmetric and positive up to rounding.
fn cholesky(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut root = vec![vec![0.0; size]; size];
    for row in 0..size {
        for column in 0..=row {
            let pairs = root[row].iter().zip(&root[column]).take(column);
            let rest = matrix[row][column] - pairs.map(|(one, other)| one * other).sum::<f64>();
            root[row][column] = if row == column {
                rest.max(1e-12).sqrt()
            } else {
                rest / root[column][column]
            };
        }
    }
    root
}

/// Whatever the triangle turns into the vector.
fn solve_lower(triangle: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let mut solution: Vec<f64> = Vec::with_capacity(vector.len());
    for (row, value) in triangle.iter().zip(vector) {
        let known: f64 = row
            .iter()
            .zip(&solution)
            .map(|(one, other)| one * other)
            .sum();
        solution.push((value - known) / row[solution.len()]);
    }
    solution
}
