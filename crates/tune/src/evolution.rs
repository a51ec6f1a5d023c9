//! Evolution as in the course's report on Bricks: those who do well are likely to stay and to have children, who
//! are the mean of their parents and some noise; the best there ever were are in a hall of fame, since
//! whoever is the best of a generation may be gone in the next.

use crate::contest::{Contest, Rules};
use crate::course::{Course, Told};
use crate::genetic::weighted;
use crate::hall::{Champion, Hall};
use crate::space::{Point, Space, normal};
use crate::trial::{Answer, Fitness, Trial};
use crate::tuner::{Context, Step, Tuner};
use crate::values::{COUNT, FINALS, FITNESS, GENERATIONS, HALVING, SHARE, Values};
use game::arguments::{Parameter, Range};
use game::random::Generator;
use serde::{Deserialize, Serialize};

const POPULATION: Parameter = Parameter::named(
    "population",
    "players in each generation",
    "32",
    Range::Integer(2, 100_000),
);
const GAMES: Parameter = Parameter::named("games", "of each player in a generation", "10", COUNT);
const AGAINST: Parameter = Parameter::named(
    "against",
    "whom they play: each other, or the given opponents",
    "each-other",
    Range::Choice(&["each-other", "opponents"]),
);
const KEEP: Parameter = Parameter::named(
    "keep",
    "the share of a generation that stays, and has children",
    "0.5",
    SHARE,
);
const NOISE: Parameter = Parameter::named(
    "noise",
    "how far children are from the mean of their parents, as a deviation in shares of each range",
    "0.1",
    SHARE,
);
const FIRST: Parameter = Parameter::named(
    "first",
    "the first generation: binary, all of them 0 or 1 in each number, or near the start",
    "binary",
    Range::Choice(&["binary", "start"]),
);
const HALL: Parameter = Parameter::named(
    "hall",
    "places in the hall of fame",
    "10",
    Range::Integer(1, 1000),
);
const LATE_FINALS: Parameter = Parameter {
    default: "1000",
    ..FINALS
};

pub(crate) const PARAMETERS: &[Parameter] = &[
    POPULATION,
    GAMES,
    AGAINST,
    FITNESS,
    KEEP,
    NOISE,
    FIRST,
    HALL,
    GENERATIONS,
    HALVING,
    LATE_FINALS,
];

/// What was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct EvolutionOptions {
    population: u32,
    rules: Rules,
    keep: f64,
    noise: f64,
    is_binary: bool,
    hall: u32,
    generations: u32,
    finals: u32,
}

impl EvolutionOptions {
    pub(crate) fn new(values: &Values) -> EvolutionOptions {
        EvolutionOptions {
            population: values.count(&POPULATION),
            rules: Rules {
                fitness: values.fitness(),
                games: values.count(&GAMES),
                halving: values.is_on(&HALVING),
                inside: values.word(&AGAINST) == "each-other",
            },
            keep: values.number(&KEEP),
            noise: values.number(&NOISE),
            is_binary: values.word(&FIRST) == "binary",
            hall: values.count(&HALL),
            generations: values.count(&GENERATIONS),
            finals: values.count(&LATE_FINALS),
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
pub(crate) struct Evolution {
    options: EvolutionOptions,
    course: Course,
    /// What those who stayed achieved before.
    before: Vec<Answer>,
    generations: u32,
    hall: Hall,
}

impl Evolution {
    pub(crate) fn new(options: EvolutionOptions, context: &mut Context<'_>) -> Evolution {
        let count = options.population as usize;
        let first = if options.is_binary {
            binary(context.space, count, &mut context.generator)
        } else {
            let start = context.space.start();
            let others = (1..count).map(|_| {
                let noise = options.noise;
                noisy(context.space, &start, noise, &mut context.generator)
            });
            std::iter::once(start.clone()).chain(others).collect()
        };
        let (rules, finals) = (options.rules, options.finals);
        Evolution {
            course: Course::new(Contest::new(first, rules), finals, rules.fitness),
            before: vec![Answer::default(); count],
            generations: 0,
            hall: Hall::new(options.hall as usize, rules.fitness),
            options,
        }
    }

    /// Those who stay, and their children.
    fn breed(&mut self, context: &mut Context<'_>) -> Contest {
        let generator = &mut context.generator;
        let contest = self.course.contest();
        let count = contest.entries().len();
        let mut chances = vec![0.0; count];
        for (rank, entry) in contest.ranking().into_iter().enumerate() {
            chances[entry] = (count - rank) as f64;
        }
        let staying = (self.options.keep * count as f64).round() as usize;
        let staying = staying.clamp(2.min(count), count);
        let mut stayed = Vec::with_capacity(staying);
        for _ in 0..staying {
            let chosen = weighted(&chances, generator);
            chances[chosen] = 0.0;
            stayed.push(chosen);
        }
        let entries = contest.entries();
        let mut next: Vec<Point> = Vec::with_capacity(count);
        next.extend(stayed.iter().map(|&entry| entries[entry].point.clone()));
        let mut before: Vec<Answer> = stayed
            .iter()
            .map(|&entry| {
                let mut answer = self.before[entry];
                answer += entries[entry].answer;
                answer
            })
            .collect();
        while next.len() < count {
            let father = generator.below(staying);
            let mother = (father + 1 + generator.below(staying - 1)) % staying;
            let pairs = next[father].iter().zip(&next[mother]);
            let mean: Point = pairs.map(|(one, other)| (one + other) / 2.0).collect();
            next.push(noisy(context.space, &mean, self.options.noise, generator));
        }
        before.resize(count, Answer::default());
        self.before = before;
        Contest::new(next, self.options.rules)
    }
}

impl Tuner for Evolution {
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
        for (entry, before) in self.course.contest().entries().iter().zip(&self.before) {
            let point = context.space.on_grid(&entry.point);
            // Whoever was there before and fell out of the hall comes with all its games.
            let is_known = self.hall.points().any(|known| known == point);
            let mut answer = entry.answer;
            if !is_known {
                answer += *before;
            }
            self.hall.show(&point, self.generations, answer);
        }
        let next = self.breed(context);
        let is_last = self.generations == self.options.generations;
        self.course
            .go_on(next, is_last, context.left, &self.hall, None);
        Step::Decided(field)
    }

    fn best(&self, space: &Space) -> Point {
        let decided = self.course.champion().cloned();
        let famous = || self.hall.points().next();
        decided.or_else(famous).unwrap_or_else(|| space.start())
    }

    fn hall(&self) -> &[Champion] {
        self.hall.champions()
    }
}

/// Points of {0, 1}^p: all of them once, and again, in a random order.
fn binary(space: &Space, count: usize, generator: &mut Generator) -> Vec<Point> {
    let size = space.size();
    let all = 1_usize.checked_shl(size as u32).unwrap_or(usize::MAX);
    let mut codes: Vec<usize> = Vec::new();
    let mut points = Vec::with_capacity(count);
    while points.len() < count {
        let code = if all > 1 << 16 {
            generator.bits() as usize
        } else {
            if codes.is_empty() {
                codes.extend(0..all);
            }
            codes.swap_remove(generator.below(codes.len()))
        };
        let point: Point = (0..size)
            .map(|place| (code >> (place % 64) & 1) as f64)
            .collect();
        points.push(space.clamped(&point));
    }
    points
}

/// A point somewhere around another.
fn noisy(space: &Space, around: &Point, noise: f64, generator: &mut Generator) -> Point {
    let pairs = around.iter().zip(space.widths());
    let moved: Point = pairs
        .map(|(value, width)| value + noise * width * normal(generator))
        .collect();
    space.clamped(&moved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Dimension;
    use game::random::Seed;

    #[test]
    fn the_first_generation_has_all_of_zeros_and_ones() {
        let dimension = Dimension {
            name: String::new(),
            least: 0.0,
            greatest: 5.0,
            start: 1.0,
            step: 1.0,
        };
        let space = Space {
            dimensions: vec![dimension; 5],
        };
        let mut points = binary(&space, 32, &mut Seed(3).generator());
        points.sort_by(|one, other| one.partial_cmp(other).expect("numbers"));
        points.dedup();
        assert_eq!(points.len(), 32);
        let values = points.concat();
        assert!(values.iter().all(|value| [0.0, 1.0].contains(value)));
    }
}
