//! Simultaneous perturbation: all numbers are moved at once, each at random up or down; two players play,
//! one moved this way and one that way, and the result moves the centre. In the form that chess
//! programmers use, in which both step sizes are given for the end of the tuning.

use crate::space::{Point, Space};
use crate::trial::{Opponent, Trial};
use arena::ratings::Tally;
use game::random::Generator;
use serde::{Deserialize, Serialize};

/// What can be chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpsaOptions {
    /// Games for each move of the centre.
    pub games: u32,
    /// How many moves are asked for at once, from the same centre.
    pub batch: u32,
    /// How far the two players are from the centre at the end, as a share of each range.
    pub reach: f64,
    /// How far a result moves the centre at the end, as a share of that for each game.
    pub rate: f64,
    /// How fast the rate falls.
    pub alpha: f64,
    /// How fast the reach falls.
    pub gamma: f64,
    /// The share of all moves before the rate falls.
    pub delay: f64,
}

impl Default for SpsaOptions {
    fn default() -> SpsaOptions {
        SpsaOptions {
            games: 2,
            batch: 1,
            reach: 0.1,
            rate: 0.01,
            alpha: 0.602,
            gamma: 0.101,
            delay: 0.1,
        }
    }
}

/// Where it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Spsa {
    centre: Point,
    /// Moves of the centre so far.
    moves: u32,
    /// Moves in all.
    planned: u32,
}

impl Spsa {
    pub(crate) fn new(options: &SpsaOptions, space: &Space, budget: u64) -> Spsa {
        let planned = (budget / u64::from(options.games.max(1))).max(1);
        Spsa {
            centre: space.start(),
            moves: 0,
            planned: u32::try_from(planned).unwrap_or(u32::MAX),
        }
    }

    pub(crate) fn centre(&self) -> &Point {
        &self.centre
    }

    /// How many moves the next batch has.
    fn batch(&self, options: &SpsaOptions) -> u32 {
        options.batch.clamp(1, (self.planned - self.moves).max(1))
    }

    pub(crate) fn ask(
        &self,
        options: &SpsaOptions,
        space: &Space,
        generator: &mut Generator,
    ) -> Vec<Trial> {
        let flips = self.flips(options, space, generator);
        let moves = (self.moves..).zip(&flips);
        moves
            .map(|(number, flips)| {
                let reach = self.reach(options, number);
                let moved = |sign: f64| {
                    let steps = space.widths().zip(flips).zip(&self.centre);
                    let point: Point = steps
                        .map(|((width, flip), centre)| centre + sign * flip * reach * width)
                        .collect();
                    space.clamped(&point)
                };
                Trial {
                    candidate: moved(1.0),
                    opponent: Opponent::Candidate(moved(-1.0)),
                    games: options.games,
                }
            })
            .collect()
    }

    pub(crate) fn tell(
        &mut self,
        options: &SpsaOptions,
        space: &Space,
        generator: &mut Generator,
        answers: &[Tally],
    ) {
        let flips = self.flips(options, space, generator);
        let widths: Vec<f64> = space.widths().collect();
        for (flips, answer) in flips.iter().zip(answers) {
            let reach = self.reach(options, self.moves);
            let rate = self.rate(options, self.moves);
            let result = answer.wins as f64 - answer.losses as f64;
            for ((value, flip), width) in self.centre.iter_mut().zip(flips).zip(&widths) {
                *value += rate * reach * width * result * flip;
            }
            self.centre = space.clamped(&self.centre);
            self.moves += 1;
        }
    }

    /// Up or down for each number of each move of a batch.
    fn flips(
        &self,
        options: &SpsaOptions,
        space: &Space,
        generator: &mut Generator,
    ) -> Vec<Vec<f64>> {
        let mut flip = |_| if generator.bits() & 1 == 1 { 1.0 } else { -1.0 };
        (0..self.batch(options))
            .map(|_| (0..space.size()).map(&mut flip).collect())
            .collect()
    }

    /// c, as a share of each range.
    fn reach(&self, options: &SpsaOptions, number: u32) -> f64 {
        let progress = f64::from(number + 1) / f64::from(self.planned);
        options.reach / progress.powf(options.gamma)
    }

    /// R = a / c², where a falls so that it is `rate` times c² at the end.
    fn rate(&self, options: &SpsaOptions, number: u32) -> f64 {
        let planned = f64::from(self.planned);
        let delay = options.delay * planned;
        let end = options.rate * options.reach.powi(2) * (delay + planned).powf(options.alpha);
        let now = end / (delay + f64::from(number + 1)).powf(options.alpha);
        now / self.reach(options, number).powi(2)
    }
}
