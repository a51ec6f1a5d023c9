//! What is tuned: some numbers, each in a range.

use game::random::Generator;
use serde::{Deserialize, Serialize};

/// One number to be tuned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dimension {
    /// What it is called.
    pub name: String,
    /// The least it may be.
    pub least: f64,
    /// The greatest it may be.
    pub greatest: f64,
    /// What it is at the beginning.
    pub start: f64,
    /// Players only get multiples of this.
    pub step: f64,
}

/// All numbers to be tuned together. Tuners move freely within it; what is played are the points of
/// its grid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Space {
    /// In the order of the points' coordinates.
    pub dimensions: Vec<Dimension>,
}

/// A value for each dimension.
pub type Point = Vec<f64>;

impl Space {
    /// Where tuning begins.
    #[must_use]
    pub fn start(&self) -> Point {
        self.dimensions.iter().map(|it| it.start).collect()
    }

    /// The nearest point within all ranges.
    #[must_use]
    pub fn clamped(&self, point: &[f64]) -> Point {
        let pairs = point.iter().zip(&self.dimensions);
        pairs
            .map(|(value, it)| value.clamp(it.least, it.greatest))
            .collect()
    }

    /// The nearest point of the grid within all ranges.
    #[must_use]
    pub fn on_grid(&self, point: &[f64]) -> Point {
        let pairs = point.iter().zip(&self.dimensions);
        pairs
            .map(|(value, it)| {
                let lowest = (it.least / it.step).ceil();
                let highest = (it.greatest / it.step).floor();
                // Minus nothing is nothing: two texts for the same player would be two players.
                (value / it.step).round().clamp(lowest, highest) * it.step + 0.0
            })
            .collect()
    }

    /// Any point, each equally likely.
    pub fn random(&self, generator: &mut Generator) -> Point {
        let values = self.dimensions.iter();
        values
            .map(|it| it.least + (it.greatest - it.least) * uniform(generator))
            .collect()
    }

    /// How many numbers there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.dimensions.len()
    }

    /// How wide the range of each is.
    pub(crate) fn widths(&self) -> impl Iterator<Item = f64> {
        self.dimensions.iter().map(|it| it.greatest - it.least)
    }
}

/// From 0 to 1, without 1.
pub(crate) fn uniform(generator: &mut Generator) -> f64 {
    (generator.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Normally distributed, around 0 with deviation 1.
pub(crate) fn normal(generator: &mut Generator) -> f64 {
    // Box and Muller; never the logarithm of 0.
    let radius = (-2.0 * (1.0 - uniform(generator)).ln()).sqrt();
    radius * (std::f64::consts::TAU * uniform(generator)).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::Seed;

    fn dimension(least: f64, greatest: f64, step: f64) -> Dimension {
        Dimension {
            name: "x".to_string(),
            least,
            greatest,
            start: 0.0,
            step,
        }
    }

    #[test]
    fn points_are_played_on_the_grid() {
        let space = Space {
            dimensions: vec![dimension(-1.0, 1.0, 0.25), dimension(0.5, 9.0, 1.0)],
        };
        assert_eq!(space.on_grid(&[0.3, 0.2]), [0.25, 1.0]);
        assert_eq!(space.on_grid(&[-7.0, 8.6]), [-1.0, 9.0]);
        assert!(space.on_grid(&[-0.01, 1.0])[0].is_sign_positive());
        assert_eq!(space.clamped(&[-7.0, 8.6]), [-1.0, 8.6]);
    }

    #[test]
    fn noise_is_normal() {
        let mut generator = Seed(1).generator();
        let draws: Vec<f64> = (0..100_000).map(|_| normal(&mut generator)).collect();
        let moment = |power: i32| {
            let sum: f64 = draws.iter().map(|draw| draw.powi(power)).sum();
            sum / draws.len() as f64
        };
        assert!(moment(1).abs() < 0.02 && (moment(2) - 1.0).abs() < 0.02);
        assert!(moment(3).abs() < 0.05 && (moment(4) - 3.0).abs() < 0.1);
    }
}
