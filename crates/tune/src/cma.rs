//! Covariance matrix adaptation: players are drawn from a normal distribution, whose centre goes to where
//! the better half of them are and whose shape follows the ways that led there.
//!
//! A game says little, so the distribution must not follow single results: the default population is
//! many times that for functions without noise, and the answer is the mean of the last centres.

use crate::history::Field;
use crate::linear::{cholesky, solve_lower};
use crate::space::{Point, Space, normal};
use crate::trial::{Answer, Fitness, Trial};
use crate::tuner::{Context, Step, Tuner};
use crate::values::{COUNT, FITNESS, GENERATIONS, Values};
use game::Weight;
use game::arguments::{Parameter, Range};
use game::random::Generator;
use serde::{Deserialize, Serialize};

const POPULATION: Parameter = Parameter::named(
    "population",
    "players in each generation",
    "80",
    Range::Integer(2, 100_000),
);
const GAMES: Parameter = Parameter::named("games", "of each player in a generation", "4", COUNT);
const DEVIATION: Parameter = Parameter::named(
    "deviation",
    "how far players are from the centre at the beginning, as a share of each range",
    "0.2",
    // Nobody is found where nobody goes.
    Range::Number(Weight::from_millionths(1000), Weight::integer(1)),
);

pub(crate) const PARAMETERS: &[Parameter] = &[POPULATION, GAMES, DEVIATION, FITNESS, GENERATIONS];

/// What was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct CmaOptions {
    population: u32,
    games: u32,
    deviation: f64,
    fitness: Fitness,
    limit: u32,
}

impl CmaOptions {
    pub(crate) fn new(values: &Values) -> CmaOptions {
        CmaOptions {
            population: values.count(&POPULATION),
            games: values.count(&GAMES),
            deviation: values.number(&DEVIATION),
            fitness: values.fitness(),
            limit: values.count(&GENERATIONS),
        }
    }

    pub(crate) fn has_own_end(&self) -> bool {
        self.limit > 0
    }

    pub(crate) fn fitness(&self) -> Fitness {
        self.fitness
    }
}

/// Where it stands. All is in shares of the ranges.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cma {
    options: CmaOptions,
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
    pub(crate) fn new(options: CmaOptions, space: &Space) -> Cma {
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
            options,
        }
    }

    /// The players of the next generation, within the ranges.
    fn points(&self, space: &Space, generator: &mut Generator) -> Vec<Point> {
        let root = cholesky(&self.covariance);
        let point = |_| {
            let draws: Vec<f64> = (0..space.size()).map(|_| normal(generator)).collect();
            let moved = root.iter().zip(&self.centre).map(|(row, centre)| {
                let step: f64 = row.iter().zip(&draws).map(|(root, draw)| root * draw).sum();
                (centre + self.deviation * step).clamp(0.0, 1.0)
            });
            moved.collect()
        };
        (0..self.options.population).map(point).collect()
    }

    /// Moves to where the better ones were.
    fn move_on(&mut self, size: usize, mut ranked: Vec<(f64, Point)>) {
        // Stable, and the points came by lot: equal ones are in a random order.
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        let weights = Weights::new(ranked.len(), size);
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
        let mut mean = vec![0.0; size];
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

impl Tuner for Cma {
    fn ask(&self, context: &mut Context<'_>) -> Vec<Trial> {
        if self.cost() == 0 {
            return Vec::new();
        }
        let points = self.points(context.space, &mut context.generator);
        points
            .into_iter()
            .map(|point| Trial::given(to_values(context.space, &point), self.options.games))
            .collect()
    }

    fn cost(&self) -> u64 {
        if self.options.limit > 0 && self.generations >= self.options.limit {
            return 0;
        }
        u64::from(self.options.population) * u64::from(self.options.games)
    }

    fn tell(&mut self, context: &mut Context<'_>, answers: &[Answer]) -> Step {
        let points = self.points(context.space, &mut context.generator);
        let fitness = answers.iter().map(|it| self.options.fitness.of(it));
        let ranked: Vec<(f64, Point)> = fitness.zip(points).collect();
        self.move_on(context.space.size(), ranked);
        Step::Decided(Field::of_answers(self.options.fitness, answers))
    }

    /// The mean of the later centres.
    fn best(&self, space: &Space) -> Point {
        if self.counted == 0.0 {
            return space.start();
        }
        let mean: Point = self.centres.iter().map(|sum| sum / self.counted).collect();
        to_values(space, &mean)
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
