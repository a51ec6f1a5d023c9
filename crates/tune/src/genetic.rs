//! A population of players, who pass their numbers on group by group, and some change at random. In the
//! course's report on Connect the best of a generation is a parent of everybody in the next. A game says
//! little about who that is: so here parents are drawn by their rank unless that is asked for, and the answer
//! is the middle of the last generations, unless somebody else stands out when those who once were the best
//! play again.

use crate::halving::Halving;
use crate::space::{Point, Space, normal, uniform};
use crate::trial::{Fitness, Trial};
use arena::ratings::Tally;
use game::random::Generator;
use serde::{Deserialize, Serialize};

/// What can be chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GeneticOptions {
    /// Players in each generation.
    pub population: u32,
    /// Games of each.
    pub games: u32,
    /// How good results are.
    pub fitness: Fitness,
    /// In how many groups the numbers are passed on.
    pub cuts: u32,
    /// The probability that a number changes.
    pub mutation: f64,
    /// How far it changes, as a deviation in shares of its range; 0 for anywhere.
    pub step: f64,
    /// How the first parent is chosen.
    pub father: Father,
    /// How the other one is chosen, and the first if it is not the best.
    pub selection: Selection,
    /// How far from the start the first generation is, as a deviation in shares of each range; 0 for
    /// anywhere.
    pub spread: f64,
    /// The share of all games for a last choice among the best of all generations and the middle of the later
    /// ones; with 0, that middle is the answer.
    pub last: f64,
}

/// Who the first parent is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Father {
    /// The best of the generation, always.
    Best,
    /// Somebody who is chosen as the other parent is.
    Drawn,
}

/// How parents are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Selection {
    /// The better the rank, the more likely; nobody of the worse half.
    Ranked,
    /// In proportion to fitness.
    Weighted,
    /// All equally likely.
    Random,
}

impl Default for GeneticOptions {
    fn default() -> GeneticOptions {
        GeneticOptions {
            population: 50,
            games: 4,
            fitness: Fitness::Score,
            cuts: 7,
            mutation: 0.3,
            step: 0.1,
            father: Father::Drawn,
            selection: Selection::Ranked,
            spread: 0.2,
            last: 0.0,
        }
    }
}

/// The best of so many generations are there at the end.
const FINALISTS: usize = 16;

/// Where it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Genetic {
    population: Vec<Point>,
    /// The best of the generations, with what their fitness was.
    finalists: Vec<(f64, Point)>,
    /// The middle of each generation but the first.
    middles: Vec<Point>,
    /// Games that are left for generations, and those behind.
    left: u64,
    last: u64,
    halving: Option<Halving>,
}

impl Genetic {
    pub(crate) fn new(
        options: &GeneticOptions,
        space: &Space,
        budget: u64,
        generator: &mut Generator,
    ) -> Genetic {
        let last = (budget as f64 * options.last) as u64;
        let others = (1..options.population).map(|_| {
            if options.spread == 0.0 {
                return space.random(generator);
            }
            let steps = space.widths().zip(space.start());
            let moved: Point = steps
                .map(|(width, start)| start + options.spread * width * normal(generator))
                .collect();
            space.clamped(&moved)
        });
        Genetic {
            population: std::iter::once(space.start()).chain(others).collect(),
            finalists: Vec::new(),
            middles: Vec::new(),
            left: budget - last,
            last,
            halving: None,
        }
    }

    pub(crate) fn best(&self, space: &Space) -> Point {
        let decided = self.halving.as_ref().and_then(Halving::best);
        let best = decided.cloned().or_else(|| self.middle());
        best.unwrap_or_else(|| space.start())
    }

    /// The middle of the later generations.
    fn middle(&self) -> Option<Point> {
        let later = &self.middles[self.middles.len() / 2..];
        (!later.is_empty()).then(|| mean(later))
    }

    pub(crate) fn ask(&self, options: &GeneticOptions) -> Vec<Trial> {
        if let Some(halving) = &self.halving {
            return halving.ask();
        }
        let players = self.population.iter();
        players
            .map(|point| Trial::given(point.clone(), options.games))
            .collect()
    }

    pub(crate) fn tell(
        &mut self,
        options: &GeneticOptions,
        space: &Space,
        generator: &mut Generator,
        answers: &[Tally],
    ) {
        if let Some(halving) = &mut self.halving {
            return halving.tell(options.fitness, answers);
        }
        let fitness: Vec<f64> = answers.iter().map(|it| options.fitness.of(it)).collect();
        let best = (0..fitness.len()).max_by(|&one, &other| {
            // The first of equal ones.
            fitness[one]
                .total_cmp(&fitness[other])
                .then(other.cmp(&one))
        });
        let Some(best) = best else {
            return;
        };
        self.finalists
            .push((fitness[best], self.population[best].clone()));
        self.finalists
            .sort_by(|one, other| other.0.total_cmp(&one.0));
        self.finalists.truncate(FINALISTS);
        let chances = options.selection.chances(&fitness);
        let child = |_| {
            let father = match options.father {
                Father::Best => best,
                Father::Drawn => weighted(&chances, generator),
            };
            let mother = weighted(&chances, generator);
            let [father, mother] = [father, mother].map(|place| &self.population[place]);
            let crossed = crossed(father, mother, options.cuts, generator);
            mutated(options, space, crossed, generator)
        };
        let next: Vec<Point> = (0..options.population).map(child).collect();
        self.population = next;
        self.middles.push(mean(&self.population));
        let generation = u64::from(options.population) * u64::from(options.games);
        self.left = self.left.saturating_sub(generation);
        if self.left < generation && self.last > 0 {
            let points = self.finalists.iter().map(|(_, point)| point.clone());
            // The last generation's players are the best guess where nothing stands out.
            let points = points.chain(self.middle());
            self.halving = Some(Halving::new(points, self.last + self.left));
        }
    }
}

impl Selection {
    /// How likely each is, in any unit.
    fn chances(self, fitness: &[f64]) -> Vec<f64> {
        let count = fitness.len();
        match self {
            Selection::Random => vec![1.0; count],
            Selection::Weighted => fitness.to_vec(),
            Selection::Ranked => {
                let mut order: Vec<usize> = (0..count).collect();
                order.sort_by(|&one, &other| fitness[other].total_cmp(&fitness[one]));
                let mut chances = vec![0.0; count];
                for (rank, place) in order.into_iter().enumerate() {
                    chances[place] = (count as f64 / 2.0 - rank as f64).max(0.0);
                }
                chances
            }
        }
    }
}

fn mean(points: &[Point]) -> Point {
    let mut sum = vec![0.0; points.first().map_or(0, Vec::len)];
    for point in points {
        for (sum, value) in sum.iter_mut().zip(point) {
            *sum += value;
        }
    }
    sum.iter().map(|sum| sum / points.len() as f64).collect()
}

/// One of several by lot, each with a probability in proportion to its weight.
pub(crate) fn weighted(weights: &[f64], generator: &mut Generator) -> usize {
    let mut left = uniform(generator) * weights.iter().sum::<f64>();
    for (place, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return place;
        }
    }
    // Where all are nothing, anyone.
    generator.below(weights.len())
}

/// Each group of numbers from one or the other.
fn crossed(father: &Point, mother: &Point, cuts: u32, generator: &mut Generator) -> Point {
    let size = father.len().div_ceil(cuts.max(1) as usize).max(1);
    let mut child = mother.clone();
    for (to, from) in child.chunks_mut(size).zip(father.chunks(size)) {
        if generator.bits() & 1 == 1 {
            to.copy_from_slice(from);
        }
    }
    child
}

fn mutated(
    options: &GeneticOptions,
    space: &Space,
    mut point: Point,
    generator: &mut Generator,
) -> Point {
    let widths: Vec<f64> = space.widths().collect();
    for ((value, it), width) in point.iter_mut().zip(&space.dimensions).zip(widths) {
        if uniform(generator) < options.mutation {
            *value = if options.step > 0.0 {
                *value + options.step * width * normal(generator)
            } else {
                it.least + width * uniform(generator)
            };
        }
    }
    space.clamped(&point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::Seed;

    #[test]
    fn numbers_are_passed_on_in_groups() {
        let (father, mother) = (vec![1.0; 14], vec![0.0; 14]);
        let mut generator = Seed(1).generator();
        for cuts in [2, 7] {
            let mut from_father = 0.0;
            for _ in 0..1000 {
                let child = crossed(&father, &mother, cuts, &mut generator);
                for group in child.chunks(14 / cuts as usize) {
                    assert!(group.iter().all(|value| *value == group[0]));
                    from_father += group[0] / (1000.0 * f64::from(cuts));
                }
            }
            assert!((from_father - 0.5).abs() < 0.05, "{from_father}");
        }
    }

    #[test]
    fn parents_are_chosen_as_told() {
        let fitness = [0.1, 0.4, 0.2, 0.3];
        let mut generator = Seed(2).generator();
        for (selection, expected) in [
            (Selection::Random, [0.25; 4]),
            (Selection::Weighted, fitness),
            (Selection::Ranked, [0.0, 2.0 / 3.0, 0.0, 1.0 / 3.0]),
        ] {
            let chances = selection.chances(&fitness);
            let mut counts = [0.0; 4];
            for _ in 0..10_000 {
                counts[weighted(&chances, &mut generator)] += 1e-4;
            }
            for (count, expected) in counts.iter().zip(expected) {
                assert!((count - expected).abs() < 0.03, "{selection:?}: {counts:?}");
            }
        }
        // Where nobody has won anything, anyone.
        let places: Vec<usize> = (0..100)
            .map(|_| weighted(&[0.0; 4], &mut generator))
            .collect();
        assert!((0..4).all(|place| places.contains(&place)));
    }
}
