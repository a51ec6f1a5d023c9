//! Two numbers at a time: every pair of values in a window around where they are plays, the best pair is
//! kept, and the next two follow. So the course's report on Connect has it; and, where windows would be too
//! large to be walked, smaller ones around a few places by lot (GRASP).

use crate::contest::{Contest, Rules};
use crate::course::{Course, Told};
use crate::hall::{Champion, Hall};
use crate::history::Window;
use crate::space::{Point, Space, uniform};
use crate::trial::{Answer, Fitness, Trial};
use crate::tuner::{Context, Step, Tuner};
use crate::values::{COUNT, FINALS, FITNESS, HALVING, SHARE, Values};
use game::arguments::{Parameter, Range};
use game::random::Generator;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

const WINDOW: Parameter = Parameter::named(
    "window",
    "how many values to either side of the present one",
    "15",
    Range::Integer(0, 100),
);
const LOCAL_WINDOW: Parameter = Parameter {
    default: "3",
    ..WINDOW
};
const STRIDE: Parameter = Parameter::named(
    "stride",
    "how many steps of a number from one value to the next",
    "1",
    COUNT,
);
const ORDER: Parameter = Parameter::named(
    "order",
    "which pairs come first: left-to-right; random, drawn anew each time; both-ends, the outermost first",
    "left-to-right",
    Range::Choice(&["left-to-right", "random", "both-ends"]),
);
const GAMES: Parameter = Parameter::named("games", "for each pair of values", "20", COUNT);
const REPEATS: Parameter = Parameter::named(
    "repeats",
    "how often all numbers are gone through",
    "15",
    COUNT,
);
const FROM: Parameter = Parameter::named(
    "from",
    "where to begin: at the player's own numbers, or anywhere",
    "start",
    Range::Choice(&["start", "random"]),
);
const JUMPS: Parameter = Parameter::named(
    "jumps",
    "how many places by lot around which windows are searched, beside the present one",
    "2",
    COUNT,
);
const REACH: Parameter = Parameter::named(
    "reach",
    "how far those may be, as a share of each range",
    "0.5",
    SHARE,
);

pub(crate) const GRID_PARAMETERS: &[Parameter] = &[
    ORDER, WINDOW, STRIDE, GAMES, REPEATS, FITNESS, HALVING, FROM, FINALS,
];
pub(crate) const GRASP_PARAMETERS: &[Parameter] = &[
    ORDER,
    JUMPS,
    REACH,
    LOCAL_WINDOW,
    STRIDE,
    GAMES,
    REPEATS,
    FITNESS,
    HALVING,
    FROM,
    FINALS,
];
/// The winners of so many windows are there at the end.
const FINALISTS: usize = 16;

/// What was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct GridOptions {
    order: Order,
    window: u32,
    stride: u32,
    rules: Rules,
    repeats: u32,
    from_anywhere: bool,
    finals: u32,
    /// None, when the whole window is walked.
    jumps: Option<Jumps>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Jumps {
    count: u32,
    reach: f64,
}

/// Which pairs come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Order {
    LeftToRight,
    Random,
    BothEnds,
}

impl GridOptions {
    pub(crate) fn grid(values: &Values) -> GridOptions {
        GridOptions {
            order: match values.word(&ORDER).as_str() {
                "random" => Order::Random,
                "both-ends" => Order::BothEnds,
                _ => Order::LeftToRight,
            },
            window: values.count(&WINDOW),
            stride: values.count(&STRIDE),
            rules: Rules {
                fitness: values.fitness(),
                games: values.count(&GAMES),
                halving: values.is_on(&HALVING),
                inside: false,
            },
            repeats: values.count(&REPEATS),
            from_anywhere: values.word(&FROM) == "random",
            finals: values.count(&FINALS),
            jumps: None,
        }
    }

    pub(crate) fn grasp(values: &Values) -> GridOptions {
        GridOptions {
            window: values.count(&LOCAL_WINDOW),
            jumps: Some(Jumps {
                count: values.count(&JUMPS),
                reach: values.number(&REACH),
            }),
            ..GridOptions::grid(values)
        }
    }

    pub(crate) fn fitness(&self) -> Fitness {
        self.rules.fitness
    }
}

impl Order {
    /// The numbers in pairs, with a last one alone where their number is odd.
    fn groups(self, size: usize, generator: &mut Generator) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..size).collect();
        match self {
            Order::LeftToRight => {}
            Order::Random => {
                for last in (1..size).rev() {
                    order.swap(last, generator.below(last + 1));
                }
            }
            Order::BothEnds => {
                let inwards = |place: usize| match place % 2 {
                    0 => place / 2,
                    _ => size - 1 - place / 2,
                };
                order = (0..size).map(inwards).collect();
            }
        }
        order.chunks(2).map(<[usize]>::to_vec).collect()
    }
}

/// Where it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Grid {
    options: GridOptions,
    point: Point,
    /// How often all numbers have been gone through.
    repeats: u32,
    /// What is left of the present time.
    groups: Vec<Vec<usize>>,
    course: Course,
    windows: Vec<Window>,
    hall: Hall,
}

impl Grid {
    pub(crate) fn new(options: GridOptions, context: &mut Context<'_>) -> Grid {
        let generator = &mut context.generator;
        let point = if options.from_anywhere {
            context.space.random(generator)
        } else {
            context.space.start()
        };
        let rules = options.rules;
        let mut grid = Grid {
            groups: options.order.groups(context.space.size(), generator),
            point: context.space.on_grid(&point),
            repeats: 0,
            course: Course::new(Contest::new([], rules), options.finals, rules.fitness),
            windows: Vec::new(),
            hall: Hall::new(FINALISTS, rules.fitness),
            options,
        };
        let first = grid.window(context);
        grid.course = Course::new(first, grid.options.finals, rules.fitness);
        grid
    }

    /// The contest of the next group.
    fn window(&self, context: &mut Context<'_>) -> Contest {
        let group = self.groups.first().map_or(&[][..], Vec::as_slice);
        let mut centres = vec![self.point.clone()];
        if let Some(jumps) = self.options.jumps {
            for _ in 0..jumps.count {
                let mut centre = self.point.clone();
                for &number in group {
                    let it = &context.space.dimensions[number];
                    let reach = jumps.reach * (it.greatest - it.least);
                    centre[number] += reach * (2.0 * uniform(&mut context.generator) - 1.0);
                }
                centres.push(context.space.on_grid(&centre));
            }
        }
        // Windows may lie upon each other.
        let mut met: HashSet<Vec<u64>> = HashSet::new();
        let mut points: Vec<Point> = Vec::new();
        for centre in &centres {
            for point in self.cells(context.space, group, centre) {
                if met.insert(point.iter().map(|value| value.to_bits()).collect()) {
                    points.push(point);
                }
            }
        }
        Contest::new(points, self.options.rules)
    }

    /// All points of the window around a centre.
    fn cells(&self, space: &Space, group: &[usize], centre: &Point) -> Vec<Point> {
        let mut points = vec![centre.clone()];
        for &number in group {
            let it = &space.dimensions[number];
            let stride = f64::from(self.options.stride) * it.step;
            let window = i64::from(self.options.window);
            let values: Vec<f64> = (-window..=window)
                .map(|place| centre[number] + place as f64 * stride)
                .filter(|value| (it.least..=it.greatest).contains(value))
                .collect();
            points = points
                .iter()
                .flat_map(|point| {
                    values.iter().map(move |&value| {
                        let mut point = point.clone();
                        point[number] = value;
                        point
                    })
                })
                .collect();
        }
        points.iter().map(|point| space.on_grid(point)).collect()
    }

    /// Keeps the best cell: of equal ones that which is nearest to where we are, so that nothing drifts
    /// without a reason.
    fn close_window(&mut self) {
        let contest = self.course.contest();
        let ranking = contest.ranking();
        let Some(&best) = ranking.first() else {
            return;
        };
        let distance = |entry: usize| -> f64 {
            let pairs = contest.entries()[entry].point.iter().zip(&self.point);
            pairs.map(|(one, other)| (one - other).powi(2)).sum()
        };
        let greatest = contest.fitness(best);
        let is_equal =
            |entry: &usize| !self.options.rules.halving && contest.fitness(*entry) == greatest;
        let equal = ranking.iter().copied().filter(is_equal);
        let chosen = equal.min_by(|&one, &other| distance(one).total_cmp(&distance(other)));
        let chosen = chosen.unwrap_or(best);
        let group = self.groups.remove(0);
        let entries = contest.entries().iter().enumerate();
        self.windows.push(Window {
            cells: entries
                .map(|(place, entry)| {
                    let values = group.iter().map(|&number| entry.point[number]).collect();
                    (values, contest.fitness(place))
                })
                .collect(),
            dimensions: group,
            chosen,
        });
        let winner = &contest.entries()[chosen];
        let generation = u32::try_from(self.windows.len()).unwrap_or(u32::MAX);
        self.hall.show(&winner.point, generation, winner.answer);
        self.point = winner.point.clone();
    }
}

impl Tuner for Grid {
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
        self.close_window();
        if self.groups.is_empty() {
            self.repeats += 1;
            let size = context.space.size();
            self.groups = self.options.order.groups(size, &mut context.generator);
        }
        let next = self.window(context);
        let is_last = self.repeats >= self.options.repeats;
        let here = Some(self.point.clone());
        self.course
            .go_on(next, is_last, context.left, &self.hall, here);
        Step::Decided(field)
    }

    fn best(&self, _space: &Space) -> Point {
        let decided = self.course.champion();
        decided.unwrap_or(&self.point).clone()
    }

    fn hall(&self) -> &[Champion] {
        self.hall.champions()
    }

    fn windows(&self) -> &[Window] {
        &self.windows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::Seed;

    #[test]
    fn pairs_come_in_the_order_asked_for() {
        let mut generator = Seed(1).generator();
        let left = Order::LeftToRight.groups(5, &mut generator);
        assert_eq!(left, [vec![0, 1], vec![2, 3], vec![4]]);
        let ends = Order::BothEnds.groups(7, &mut generator);
        assert_eq!(ends, [vec![0, 6], vec![1, 5], vec![2, 4], vec![3]]);
        let one = Order::Random.groups(15, &mut generator);
        let other = Order::Random.groups(15, &mut generator);
        assert_ne!(one, other);
        let mut all: Vec<usize> = one.concat();
        all.sort_unstable();
        assert_eq!(all, (0..15).collect::<Vec<_>>());
        assert_eq!((one.len(), one[7].len()), (8, 1));
    }
}
