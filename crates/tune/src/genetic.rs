//! A population of players, who pass their numbers on group by group, and some change at random. In the
//! course's report on Connect the best of a generation is a parent of everybody in the next. A game says
//! little about who that is: so here parents are drawn by their rank unless that is asked for, and the answer
//! is the middle of the last generations, unless somebody else stands out when those who once were the best
//! play again.

use crate::contest::{Contest, Rules};
use crate::course::{Course, Told};
use crate::hall::{Champion, Hall};
use crate::space::{Point, Space, normal, uniform};
use crate::trial::{Answer, Fitness, Trial};
use crate::tuner::{Context, Step, Tuner};
use crate::values::{COUNT, FINALS, FITNESS, GENERATIONS, HALVING, SHARE, Values};
use game::arguments::{Parameter, Range};
use game::random::Generator;
use serde::{Deserialize, Serialize};

const POPULATION: Parameter = Parameter::named(
    "population",
    "players in each generation",
    "50",
    Range::Integer(2, 100_000),
);
const GAMES: Parameter = Parameter::named("games", "of each player in a generation", "4", COUNT);
const CUTS: Parameter = Parameter::named(
    "cuts",
    "cut points of the crossover: numbers are passed on in groups of all of them divided by this, each group from \
     one parent or the other",
    "7",
    COUNT,
);
const MUTATION: Parameter = Parameter::named(
    "mutation",
    "the probability that a number changes",
    "0.3",
    SHARE,
);
const STEP: Parameter = Parameter::named(
    "step",
    "how far it changes, as a deviation in shares of its range; with 0, to anywhere",
    "0.1",
    SHARE,
);
const FATHER: Parameter = Parameter::named(
    "father",
    "the first parent: the best of the generation, or drawn as the other one is",
    "drawn",
    Range::Choice(&["drawn", "best"]),
);
const SELECTION: Parameter = Parameter::named(
    "selection",
    "how parents are drawn: ranked, by rank and out of the better half; weighted, in proportion to fitness; \
     random",
    "ranked",
    Range::Choice(&["ranked", "weighted", "random"]),
);
const SPREAD: Parameter = Parameter::named(
    "spread",
    "how far from the start the first generation is, as a deviation in shares of each range; with 0, anywhere",
    "0.2",
    SHARE,
);
const ANSWER: Parameter = Parameter::named(
    "answer",
    "what comes out: the middle of the later generations, or the best of all; where there are finals, they \
     decide",
    "middle",
    Range::Choice(&["middle", "best"]),
);

pub(crate) const PARAMETERS: &[Parameter] = &[
    POPULATION,
    GAMES,
    FITNESS,
    CUTS,
    MUTATION,
    STEP,
    FATHER,
    SELECTION,
    SPREAD,
    GENERATIONS,
    HALVING,
    ANSWER,
    FINALS,
];

/// The best of so many generations are there at the end.
const FINALISTS: usize = 16;

/// What was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct GeneticOptions {
    population: u32,
    rules: Rules,
    cuts: u32,
    mutation: f64,
    step: f64,
    is_father_best: bool,
    selection: Selection,
    spread: f64,
    generations: u32,
    is_answer_best: bool,
    finals: u32,
}

/// How parents are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Selection {
    /// The better the rank, the more likely; nobody of the worse half.
    Ranked,
    /// In proportion to fitness, the worst of the generation being nothing if somebody is below nothing.
    Weighted,
    /// All equally likely.
    Random,
}

impl GeneticOptions {
    pub(crate) fn new(values: &Values) -> GeneticOptions {
        GeneticOptions {
            population: values.count(&POPULATION),
            rules: Rules {
                fitness: values.fitness(),
                games: values.count(&GAMES),
                halving: values.is_on(&HALVING),
                inside: false,
            },
            cuts: values.count(&CUTS),
            mutation: values.number(&MUTATION),
            step: values.number(&STEP),
            is_father_best: values.word(&FATHER) == "best",
            selection: match values.word(&SELECTION).as_str() {
                "weighted" => Selection::Weighted,
                "random" => Selection::Random,
                _ => Selection::Ranked,
            },
            spread: values.number(&SPREAD),
            generations: values.count(&GENERATIONS),
            is_answer_best: values.word(&ANSWER) == "best",
            finals: values.count(&FINALS),
        }
    }

    pub(crate) fn has_own_end(&self) -> bool {
        self.generations > 0
    }

    pub(crate) fn fitness(&self) -> Fitness {
        self.rules.fitness
    }
}

/// Where it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Genetic {
    options: GeneticOptions,
    course: Course,
    /// The middle of each generation but the first.
    middles: Vec<Point>,
    /// The best of the generations.
    hall: Hall,
    generations: u32,
}

impl Genetic {
    pub(crate) fn new(options: GeneticOptions, context: &mut Context<'_>) -> Genetic {
        let (space, generator) = (context.space, &mut context.generator);
        let mut anyone = || {
            if options.spread == 0.0 {
                return space.random(generator);
            }
            let steps = space.widths().zip(space.start());
            let moved: Point = steps
                .map(|(width, start)| start + options.spread * width * normal(generator))
                .collect();
            space.clamped(&moved)
        };
        let others: Vec<Point> = (1..options.population).map(|_| anyone()).collect();
        let population = std::iter::once(space.start()).chain(others);
        let (rules, finals) = (options.rules, options.finals);
        Genetic {
            course: Course::new(Contest::new(population, rules), finals, rules.fitness),
            middles: Vec::new(),
            hall: Hall::new(FINALISTS, rules.fitness),
            generations: 0,
            options,
        }
    }

    /// The middle of the later generations.
    fn middle(&self) -> Option<Point> {
        let later = &self.middles[self.middles.len() / 2..];
        (!later.is_empty()).then(|| mean(later))
    }

    /// The next generation.
    fn breed(&mut self, context: &mut Context<'_>) -> Contest {
        let (options, generator) = (&self.options, &mut context.generator);
        let contest = self.course.contest();
        let ranking = contest.ranking();
        let best = ranking.first().copied().unwrap_or(0);
        let entries = contest.entries();
        let winner = &entries[best];
        let on_grid = context.space.on_grid(&winner.point);
        self.hall.show(&on_grid, self.generations, winner.answer);
        let fitness: Vec<f64> = (0..entries.len())
            .map(|entry| contest.fitness(entry))
            .collect();
        let chances = options.selection.chances(&fitness, &ranking);
        let child = |_| {
            let father = if options.is_father_best {
                best
            } else {
                weighted(&chances, generator)
            };
            let mother = weighted(&chances, generator);
            let [father, mother] = [father, mother].map(|place| &entries[place].point);
            let crossed = crossed(father, mother, options.cuts, generator);
            mutated(options, context.space, crossed, generator)
        };
        let next: Vec<Point> = (0..options.population).map(child).collect();
        self.middles.push(mean(&next));
        Contest::new(next, options.rules)
    }
}

impl Tuner for Genetic {
    fn ask(&self, context: &mut Context<'_>) -> Vec<Trial> {
        self.course.ask(context)
    }

    fn cost(&self) -> u64 {
        self.course.cost()
    }

    fn tell(&mut self, context: &mut Context<'_>, answers: &[Answer]) -> Step {
        let field = match self.course.tell(context, answers) {
            Told::Generation(field) => field,
            Told::Other(step) => return step,
        };
        self.generations += 1;
        let next = self.breed(context);
        let is_last = self.generations == self.options.generations;
        // The middle is the best guess where nothing stands out.
        let middle = self.middle().map(|middle| context.space.on_grid(&middle));
        self.course
            .go_on(next, is_last, context.left, &self.hall, middle);
        Step::Decided(field)
    }

    fn best(&self, space: &Space) -> Point {
        let decided = self.course.champion().cloned();
        let answer = || {
            if self.options.is_answer_best {
                self.hall.points().next()
            } else {
                self.middle()
            }
        };
        decided.or_else(answer).unwrap_or_else(|| space.start())
    }

    fn hall(&self) -> &[Champion] {
        self.hall.champions()
    }
}

impl Selection {
    /// How likely each is, in any unit.
    fn chances(self, fitness: &[f64], ranking: &[usize]) -> Vec<f64> {
        let count = fitness.len();
        match self {
            Selection::Random => vec![1.0; count],
            Selection::Weighted => {
                let nothing = fitness.iter().copied().fold(0.0, f64::min);
                fitness.iter().map(|it| it - nothing).collect()
            }
            Selection::Ranked => {
                let mut chances = vec![0.0; count];
                for (rank, &place) in ranking.iter().enumerate() {
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
    // Of fifteen numbers, seven cut points leave pairs and a last one alone, and two leave halves and a last one.
    let size = (father.len() / cuts.max(1) as usize).max(1);
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
    fn fifteen_numbers_are_cut_as_in_the_report() {
        let (father, mother) = (vec![1.0; 15], vec![0.0; 15]);
        let mut generator = Seed(1).generator();
        for (cuts, size) in [(7, 2), (2, 7)] {
            let children: Vec<Point> = (0..200)
                .map(|_| crossed(&father, &mother, cuts, &mut generator))
                .collect();
            for place in 1..15 {
                let is_cut = children
                    .iter()
                    .any(|child| child[place] != child[place - 1]);
                assert_eq!(
                    is_cut,
                    place % size == 0,
                    "{cuts} cut points, before {place}"
                );
            }
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
            let chances = selection.chances(&fitness, &[1, 3, 2, 0]);
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
