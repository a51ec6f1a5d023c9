//! The report on La Fuga del Rey: what its two ways to prune gain, by time and by depth.

mod boards;
mod depth;
mod time;

use crate::Experiment;
use crate::findings::{Part, Trouble, times};
use crate::intervals::{Interval, mean};
use crate::laboratory::Laboratory;
use crate::measure::Searched;
use boards::{Board, boards};
use report::{Curve, curve_plot};

pub(crate) const EXPERIMENTS: &[Experiment] = &[depth::EXPERIMENT, time::EXPERIMENT];

/// The sizes of the boards, and how deep each is searched where depth is the limit.
const SIZES: [(usize, u32); 4] = [(7, 4), (11, 3), (15, 3), (19, 2)];

/// The second table calls them simple and complex.
const EVALUATORS: [&str; 2] = ["h2", "h3"];

/// A way to search.
#[derive(Debug, Clone, Copy)]
struct Way {
    name: &'static str,
    word: &'static str,
    options: &'static str,
}

/// The four of the report, in its order, and then ours. Its alpha-beta hands down the running best of the
/// parent only, and tries moves in the order in which it finds them.
const WAYS: [Way; 5] = [
    Way {
        name: "no pruning",
        word: "minimax",
        options: "",
    },
    Way {
        name: "symmetry",
        word: "minimax",
        options: ",symmetry=on",
    },
    Way {
        name: "alpha-beta",
        word: "alphabeta",
        options: ",cut=one-sided",
    },
    Way {
        name: "both",
        word: "alphabeta",
        options: ",cut=one-sided,symmetry=on",
    },
    Way {
        name: "our best",
        word: "alphabeta",
        options: ",symmetry=on,table=64,order=history",
    },
];

/// Places among [`WAYS`].
const PLAIN: usize = 0;
const SYMMETRY: usize = 1;
const ALPHA_BETA: usize = 2;
const BOTH: usize = 3;
/// How many of them were published.
const PUBLISHED: usize = 4;

impl Way {
    /// The player that searches this way with a limit, such as `depth=4`.
    fn player(&self, limit: &str, evaluator: &str) -> String {
        format!("{}:{limit},eval={evaluator}{}", self.word, self.options)
    }
}

/// What to type for each way.
fn legend(limit: &str) -> String {
    let ways = WAYS.map(|way| format!("{}: {}", way.name, way.player(limit, "E")));
    format!("Players, E being the evaluator: {}.", ways.join("; "))
}

/// What a board was searched for.
#[derive(Debug)]
struct Task {
    game: String,
    board: Board,
    player: String,
}

/// All searches of one row of a table.
#[derive(Debug)]
struct Row {
    size: usize,
    evaluator: &'static str,
    boards: Vec<Searches>,
}

/// The searches of a board, one for each of the [`WAYS`].
#[derive(Debug)]
struct Searches {
    board: Board,
    ways: Vec<Searched>,
}

impl Row {
    /// The mean of something over the boards, for one of the [`WAYS`].
    fn mean(&self, way: usize, of: impl Fn(&Searched) -> f64) -> f64 {
        let numbers: Vec<f64> = self.boards.iter().map(|it| of(&it.ways[way])).collect();
        mean(&numbers)
    }

    /// What it is called in tables.
    fn name(&self) -> String {
        format!("{0} × {0}, {1}", self.size, self.evaluator)
    }
}

/// The searches of a table: of some boards of each size with each evaluator, in each of the ways, as many
/// deep as the limit of the size says. All ways search a board before the next one has its turn, so that
/// whatever else the machine does falls on all alike.
fn tasks(
    numbers: &std::ops::Range<usize>,
    limit: impl Fn(u32) -> String,
) -> Result<Vec<(String, Task)>, Trouble> {
    let mut tasks = Vec::new();
    for (size, depth) in SIZES {
        let game = boards::game(size);
        for evaluator in EVALUATORS {
            for board in boards(size, numbers.clone())? {
                for way in WAYS {
                    tasks.push(task(&game, board, way.player(&limit(depth), evaluator)));
                }
            }
        }
    }
    Ok(tasks)
}

/// One search, and the key under which it is kept.
fn task(game: &str, board: Board, player: String) -> (String, Task) {
    let key = format!("{game} board {} {player}", board.number);
    let task = Task {
        game: game.to_string(),
        board,
        player,
    };
    (key, task)
}

/// The rows of a table, from what came of its [`tasks`].
fn rows(tasks: &[(String, Task)], searched: Vec<Searched>) -> Vec<Row> {
    let mut searched = searched.into_iter();
    let boards: Vec<Searches> = tasks
        .chunks(WAYS.len())
        .map(|chunk| Searches {
            board: chunk[0].1.board,
            ways: searched.by_ref().take(WAYS.len()).collect(),
        })
        .collect();
    let each = boards.len() / (SIZES.len() * EVALUATORS.len());
    let names = SIZES
        .iter()
        .flat_map(|(size, _)| EVALUATORS.map(|evaluator| (*size, evaluator)));
    let mut boards = boards.into_iter();
    names
        .map(|(size, evaluator)| Row {
            size,
            evaluator,
            boards: boards.by_ref().take(each).collect(),
        })
        .collect()
}

/// Something of every board of every size, the mean of its searches with each evaluator: these are not
/// independent of each other, boards are. Only boards that are symmetric, or are not, where that is asked.
fn by_board(rows: &[Row], is_symmetric: Option<bool>, of: impl Fn(&[Searched]) -> f64) -> Vec<f64> {
    rows.chunks(EVALUATORS.len())
        .flat_map(|rows| {
            let boards = 0..rows[0].boards.len();
            let of = &of;
            boards
                .filter(move |&number| {
                    is_symmetric.is_none_or(|it| it == rows[0].boards[number].board.is_symmetric)
                })
                .map(move |number| {
                    let numbers = rows.iter().map(|row| of(&row.boards[number].ways));
                    mean(&numbers.collect::<Vec<_>>())
                })
        })
        .collect()
}

/// Something of every board of every size that compares the evaluators.
fn by_evaluators(rows: &[Row], of: impl Fn([&Searches; 2]) -> f64) -> Vec<f64> {
    rows.chunks_exact(EVALUATORS.len())
        .flat_map(|rows| {
            let pairs = rows[0].boards.iter().zip(&rows[1].boards);
            pairs.map(|(one, other)| of([one, other]))
        })
        .collect()
}

/// A mean of logarithms of ratios as people read it: how many times as much.
fn factor(interval: &Interval) -> String {
    let [value, low, high] = [interval.value, interval.low, interval.high].map(|it| match it {
        f64::INFINITY => "∞".to_string(),
        it => times(it.exp()),
    });
    format!("{value} times ({low} to {high})")
}

/// How two tables differ at a glance: for each published way a curve of theirs and one of ours over the rows.
fn plot(title: &str, up: &str, rows: &[Row], curves: [[Vec<f64>; PUBLISHED]; 2]) -> String {
    let names: Vec<String> = rows.iter().map(Row::name).collect();
    let curves = ["published", "ours"].into_iter().zip(curves);
    let curves: Vec<Curve> = curves
        .flat_map(|(whose, curves)| {
            WAYS.iter().zip(curves).map(move |(way, values)| Curve {
                label: format!("{}, {whose}", way.name),
                points: (1..)
                    .zip(values)
                    .map(|(row, value)| [f64::from(row), value])
                    .collect(),
                band: Vec::new(),
            })
        })
        .collect();
    let across = format!(
        "rows of the table, from {} to {}",
        names[0],
        names[names.len() - 1]
    );
    curve_plot(title, &across, up, &curves)
}

/// How many boards of each size are searched, and which.
fn boards_text(laboratory: &Laboratory<'_>, numbers: &std::ops::Range<usize>) -> String {
    match laboratory.pick(false, true) {
        true => format!("all {} boards of each size", boards::COUNT),
        false => format!(
            "quick: boards {} to {} of the {} of each size",
            numbers.start,
            numbers.end - 1,
            boards::COUNT
        ),
    }
}

/// A table without rows, with a column of theirs and of ours for each published way.
fn table(title: String, words: &[&str], unit: &str, last: &str) -> Part {
    let mut columns: Vec<String> = words.iter().map(ToString::to_string).collect();
    for way in &WAYS[..PUBLISHED] {
        columns.push(format!("{}{unit}", way.name));
        columns.push("ours".to_string());
    }
    columns.push(last.to_string());
    Part {
        title,
        columns,
        ..Part::default()
    }
}
