//! Measured time against predicted cost, of the exact player and of the greedy one.

use crate::findings::{Claim, Findings, Part, Trouble, seconds};
use crate::intervals::{Interval, mean, pearson, student};
use crate::laboratory::Laboratory;
use crate::measure::play;
use crate::{Experiment, Source};
use game::Playable;
use games::{GameVisitor, NoFiles, parse_game};
use players::{Player, Request};
use report::{Curve, curve_plot};
use search::thread_time;

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "line-cost",
    source: Source::Line,
    title: "Measured time against predicted cost",
    covers: "sections 2.4.1 and 3.4.1, two figures",
    asked: "Do the times of the exact and of the greedy player follow the costs that were worked out for them?",
    found: "Pearson's correlation is 0.99 for the exact player on 3 × 3 and 4 × 4, and almost 1 for the greedy one on \
            3 × 3, 4 × 4 and 5 × 5.",
    run,
};

/// Minimax with both bounds handed down, to the end of the game, as in the report.
const EXACT: &str = "alphabeta";
const GREEDY: &str = "plain";
/// How often the exact player was run on each board, and the greedy one.
const EXACT_RUNS: u64 = 5;
const GREEDY_RUNS: u64 = 2;
/// From this correlation on times are said to follow costs.
const CLOSE: f64 = 0.9;
/// A time that grows as a power of the cost grows as fast as the cost up to this power.
const POWER: f64 = 1.1;

/// A board, in columns and rows.
type Board = (u32, u32);

/// Those of the report first.
const EXACT_BOARDS: [Board; 12] = [
    (3, 3),
    (4, 4),
    (3, 4),
    (4, 3),
    (3, 5),
    (5, 3),
    (3, 6),
    (6, 3),
    (4, 5),
    (5, 4),
    (3, 7),
    (7, 3),
];
/// So many of them are quick.
const QUICK_BOARDS: usize = 8;
const EXACT_PUBLISHED: usize = 2;
const GREEDY_BOARDS: [Board; 12] = [
    (3, 3),
    (4, 4),
    (5, 5),
    (6, 6),
    (7, 6),
    (8, 8),
    (10, 10),
    (12, 12),
    (14, 14),
    (16, 16),
    (18, 18),
    (20, 20),
];
const GREEDY_PUBLISHED: usize = 3;

/// Times of a board, one for each run.
struct Timed {
    board: Board,
    times: Vec<f64>,
}

/// A predicted cost, by columns and rows.
struct Formula {
    text: &'static str,
    cost: fn(f64, f64) -> f64,
}

/// As the report prints it.
const PRINTED: Formula = Formula {
    text: "(c + r) · c · r",
    cost: |columns, rows| (columns + rows) * columns * rows,
};
/// As it argues: c children at each of c · r levels.
const ARGUED: Formula = Formula {
    text: "(c + r) · c^(c · r)",
    cost: |columns, rows| (columns + rows) * columns.powf(columns * rows),
};
const OF_GREEDY: Formula = Formula {
    text: "3 · c · (c + r)",
    cost: |columns, rows| 3.0 * columns * (columns + rows),
};

impl Formula {
    fn of(&self, (columns, rows): Board) -> f64 {
        (self.cost)(f64::from(columns), f64::from(rows))
    }

    /// The correlation with all runs on some boards.
    fn of_runs(&self, timed: &[Timed]) -> Interval {
        let pairs = timed.iter().flat_map(|it| {
            let cost = self.of(it.board);
            it.times.iter().map(move |&time| [cost, time])
        });
        correlation(&pairs.collect::<Vec<_>>())
    }

    /// The correlation with the mean times of boards: runs on one board say nothing of how time grows.
    fn of_boards(&self, timed: &[Timed]) -> Interval {
        let pairs = timed.iter().map(|it| [self.of(it.board), mean(&it.times)]);
        correlation(&pairs.collect::<Vec<_>>())
    }

    /// Times are this power of the cost: the slope of their logarithms. Unlike a correlation it is not ruled by the
    /// largest board alone.
    fn power(&self, timed: &[Timed]) -> Interval {
        let logarithms = timed
            .iter()
            .map(|it| [self.of(it.board), mean(&it.times)].map(f64::ln));
        slope(&logarithms.collect::<Vec<_>>())
    }
}

fn correlation(pairs: &[[f64; 2]]) -> Interval {
    Interval::of_correlation(pearson(pairs), pairs.len())
}

/// How steeply a line through points rises, by least squares.
fn slope(points: &[[f64; 2]]) -> Interval {
    let spread = |place: usize| {
        let numbers: Vec<f64> = points.iter().map(|point| point[place]).collect();
        let middle = mean(&numbers);
        numbers.iter().map(|it| (it - middle).powi(2)).sum::<f64>()
    };
    let [across, up] = [spread(0), spread(1)];
    let correlation = pearson(points);
    let value = correlation * (up / across).sqrt();
    let freedom = points.len().saturating_sub(2);
    let error = match freedom {
        0 => f64::INFINITY,
        freedom => {
            let left = up * (1.0 - correlation.powi(2)).max(0.0) / freedom as f64;
            student(freedom) * (left / across).sqrt()
        }
    };
    Interval {
        value,
        low: value - error,
        high: value + error,
    }
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let boards = laboratory.pick(QUICK_BOARDS, EXACT_BOARDS.len());
    let mut exact = Vec::new();
    for board in &EXACT_BOARDS[..boards] {
        exact.push(time_games(laboratory, *board)?);
    }
    let mut greedy = Vec::new();
    for board in GREEDY_BOARDS {
        greedy.push(time_moves(laboratory, board)?);
    }
    Ok(Findings {
        parts: vec![
            exact_part(&exact),
            greedy_part(&greedy),
            growth_part(&exact, &greedy),
        ],
        claims: [exact_claims(&exact), greedy_claims(&greedy)].concat(),
        speeds: Vec::new(),
    })
}

/// How many in a row win, which the report does not say: four, or three where four have no room.
fn length((columns, rows): Board) -> u32 {
    columns.min(rows).min(4)
}

fn game_text(board: Board) -> String {
    let (columns, rows) = board;
    format!("connect:{columns}x{rows},c={}", length(board))
}

fn board_text((columns, rows): Board) -> String {
    format!("{columns} × {rows}")
}

/// Whole games of the exact player, who moves first, against a random one: the time of its own moves.
fn time_games(laboratory: &mut Laboratory<'_>, board: Board) -> Result<Timed, Trouble> {
    let game = game_text(board);
    let mut times = Vec::new();
    for number in 1..=EXACT_RUNS {
        let key = format!("exact {game} {number}");
        let seed = laboratory.seed(&key);
        let time = laboratory.measure(&key, |stop| {
            let watched = play(&game, [EXACT, "random"], seed, stop)?;
            let own = watched.moves.iter().step_by(2);
            Ok(own.map(|it| it.seconds).sum::<f64>())
        })?;
        times.push(time);
    }
    Ok(Timed { board, times })
}

/// The first move of the greedy player. One alone is too short to be measured, so it is made many times.
fn time_moves(laboratory: &mut Laboratory<'_>, board: Board) -> Result<Timed, Trouble> {
    let game = format!("connect:{}x{},c=4", board.0, board.1);
    let count = laboratory.pick(1_000, 5_000);
    let mut times = Vec::new();
    for number in 1..=GREEDY_RUNS {
        let time = laboratory.measure(&format!("greedy {game} {number}"), |_| {
            parse_game(&game, &NoFiles)?.visit(Moves { count })
        })?;
        times.push(time);
    }
    Ok(Timed { board, times })
}

/// Of so many means the shortest is that which was least disturbed.
const MEANS: u32 = 10;

/// Seconds of a first move: the shortest mean of so many moves.
struct Moves {
    count: u32,
}

impl GameVisitor for Moves {
    type Output = Result<f64, Trouble>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let mut player = Player::parse(game, GREEDY)?;
        let position = game.start();
        let mut choose = |count: u32| {
            for _ in 0..count {
                let request = &mut Request::default();
                player
                    .choose(game, &position, request)
                    .map_err(Trouble::from_error)?;
            }
            Ok::<(), Trouble>(())
        };
        let mut shortest = f64::INFINITY;
        for _ in 0..MEANS {
            let before = thread_time();
            choose(self.count)?;
            let time = (thread_time() - before).as_secs_f64();
            shortest = shortest.min(time / f64::from(self.count));
        }
        Ok(shortest)
    }
}

fn exact_part(timed: &[Timed]) -> Part {
    let mut part = Part::new(
        "Section 2.4.1: the exact player, time of a game against a random one",
        &[
            "columns × rows",
            "in a row",
            "in the report",
            PRINTED.text,
            ARGUED.text,
            "mean time",
            "shortest",
            "longest",
        ],
    );
    for (place, it) in timed.iter().enumerate() {
        let end = |pick: fn(f64, f64) -> f64| it.times.iter().copied().reduce(pick).unwrap_or(0.0);
        part.row([
            board_text(it.board),
            length(it.board).to_string(),
            is_published(place, EXACT_PUBLISHED),
            format!("{:.0}", PRINTED.of(it.board)),
            format!("{:.1e}", ARGUED.of(it.board)),
            seconds(mean(&it.times)),
            seconds(end(f64::min)),
            seconds(end(f64::max)),
        ]);
    }
    part.remarks.push(format!(
        "{EXACT_RUNS} games on each board; the exact player moves first. The report prints the cost as {}, c columns and \
         r rows, but argues for c children at each of c · r levels, which is {}.",
        PRINTED.text, ARGUED.text
    ));
    part.remarks.push(
        "The report does not say how many in a row win; here it is 3 where 4 have no room in both directions."
            .to_string(),
    );
    part.plots.push(logarithmic_plot(
        "The exact player: time against cost, powers of ten",
        timed,
        &[&PRINTED, &ARGUED],
    ));
    part
}

fn greedy_part(timed: &[Timed]) -> Part {
    let mut part = Part::new(
        "Section 3.4.1: the greedy player, time of its first move",
        &[
            "columns × rows",
            "in the report",
            OF_GREEDY.text,
            "first run",
            "second run",
        ],
    );
    for (place, it) in timed.iter().enumerate() {
        part.row([
            board_text(it.board),
            is_published(place, GREEDY_PUBLISHED),
            format!("{:.0}", OF_GREEDY.of(it.board)),
            seconds(it.times.first().copied().unwrap_or(0.0)),
            seconds(it.times.get(1).copied().unwrap_or(0.0)),
        ]);
    }
    part.remarks.push(format!(
        "One move is shorter than what a clock can tell: a run is the shortest of {MEANS} means of thousands of first moves."
    ));
    let curve = Curve {
        label: "mean time of a move".to_string(),
        points: sorted(
            timed
                .iter()
                .map(|it| [OF_GREEDY.of(it.board), 1e6 * mean(&it.times)]),
        ),
        band: Vec::new(),
    };
    part.plots.push(curve_plot(
        "The greedy player: time of a move against predicted cost",
        OF_GREEDY.text,
        "µs",
        &[curve],
    ));
    part
}

/// How closely times follow costs, and as which power of them they grow.
fn growth_part(exact: &[Timed], greedy: &[Timed]) -> Part {
    let mut part = Part::new(
        "Times and costs, all boards",
        &[
            "player and cost",
            "boards",
            "Pearson's r, published",
            "ours, boards of the report",
            "ours, all boards",
            "time grows as this power of the cost",
        ],
    );
    for (player, formula, published, timed, count) in [
        ("exact", &PRINTED, "0.99", exact, EXACT_PUBLISHED),
        ("exact", &ARGUED, "0.99", exact, EXACT_PUBLISHED),
        ("greedy", &OF_GREEDY, "almost 1", greedy, GREEDY_PUBLISHED),
    ] {
        part.row([
            format!("{player}, {}", formula.text),
            timed.len().to_string(),
            published.to_string(),
            format!("{:.3}", formula.of_runs(&timed[..count.min(timed.len())])),
            format!("{:.3}", formula.of_boards(timed)),
            format!("{:.2}", formula.power(timed)),
        ]);
    }
    part.remarks.push(
        "A correlation over boards of very different cost is mostly that of the largest one, and over two boards it says that \
         the larger one takes longer. Whether a cost is a bound is told by the power: of a bound it is at most 1."
            .to_string(),
    );
    part
}

fn is_published(place: usize, published: usize) -> String {
    match place < published {
        true => "yes",
        false => "",
    }
    .to_string()
}

fn sorted(points: impl Iterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    let mut points: Vec<[f64; 2]> = points.collect();
    points.sort_by(|one, other| one[0].total_cmp(&other[0]));
    points
}

fn logarithmic_plot(title: &str, timed: &[Timed], formulas: &[&Formula]) -> String {
    let curves: Vec<Curve> = formulas
        .iter()
        .map(|formula| Curve {
            label: formula.text.to_string(),
            points: sorted(
                timed
                    .iter()
                    .map(|it| [formula.of(it.board).log10(), mean(&it.times).log10()]),
            ),
            band: Vec::new(),
        })
        .collect();
    curve_plot(
        title,
        "cost, power of ten",
        "seconds, power of ten",
        &curves,
    )
}

/// That a correlation is close to 1.
fn follows(then: &str, what: &str, correlation: &Interval) -> Claim {
    Claim {
        then: then.to_string(),
        now: format!("{what}: r = {correlation:.3}; from {CLOSE} on it is taken for close."),
        verdict: correlation.less(CLOSE).is_positive(),
    }
}

/// That time grows no faster than a cost.
fn is_bound(then: &str, formula: &Formula, timed: &[Timed]) -> Claim {
    let power = formula.power(timed);
    let room = Interval {
        value: POWER - power.value,
        low: POWER - power.high,
        high: POWER - power.low,
    };
    Claim {
        then: then.to_string(),
        now: format!(
            "On {} boards time grows as the cost to the power {power:.2}; up to {POWER} is taken for no faster.",
            timed.len()
        ),
        verdict: room.is_positive(),
    }
}

fn exact_claims(timed: &[Timed]) -> Vec<Claim> {
    let published = &timed[..EXACT_PUBLISHED.min(timed.len())];
    vec![
        follows(
            "The time of the exact player follows its cost: r = 0.99 on 3 × 3 and 4 × 4.",
            &format!("The same two boards, {EXACT_RUNS} games each"),
            &PRINTED.of_runs(published),
        ),
        follows(
            "Not asked then: whether the time of the exact player follows its printed cost on more boards.",
            &format!("Mean times of {} boards", timed.len()),
            &PRINTED.of_boards(timed),
        ),
        is_bound(
            "The cost of the exact player is O((c + r) · c · r), as printed.",
            &PRINTED,
            timed,
        ),
        is_bound(
            "The cost of the exact player is O((c + r) · c^(c · r)), as argued.",
            &ARGUED,
            timed,
        ),
    ]
}

fn greedy_claims(timed: &[Timed]) -> Vec<Claim> {
    let published = &timed[..GREEDY_PUBLISHED.min(timed.len())];
    vec![
        follows(
            "The time of the greedy player follows its cost: r is almost 1 on 3 × 3, 4 × 4 and 5 × 5.",
            &format!("The same three boards, {GREEDY_RUNS} runs each"),
            &OF_GREEDY.of_runs(published),
        ),
        follows(
            "Not asked then: whether the time of the greedy player follows its cost on more boards.",
            &format!("Mean times of {} boards, up to 20 × 20", timed.len()),
            &OF_GREEDY.of_boards(timed),
        ),
        is_bound(
            "The cost of the greedy player is O(3 · c · (c + r)).",
            &OF_GREEDY,
            timed,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Verdict;

    #[test]
    fn costs_are_those_of_the_report() {
        assert_eq!(OF_GREEDY.of((5, 4)), 135.0);
        assert_eq!(PRINTED.of((3, 3)), 54.0);
        assert_eq!(ARGUED.of((3, 3)), 118_098.0);
        assert_eq!(game_text((4, 5)), "connect:4x5,c=4");
        assert_eq!(game_text((6, 3)), "connect:6x3,c=3");
    }

    #[test]
    fn two_boards_lie_on_a_line_whatever_the_formula() {
        let timed = |board, times: &[f64]| Timed {
            board,
            times: times.to_vec(),
        };
        let two = [timed((3, 3), &[1.0, 1.1]), timed((4, 4), &[900.0, 901.0])];
        for formula in [PRINTED, ARGUED] {
            assert!(formula.of_runs(&two).value > 0.99, "{}", formula.text);
        }
        for claim in &exact_claims(&two)[1..] {
            assert_eq!(claim.verdict, Verdict::CannotTell, "{claim:?}");
        }
    }

    #[test]
    fn a_power_is_the_slope_of_logarithms() {
        // By hand: y = 2 x + 1 but for the last, which is 1 too high.
        let steep = slope(&[[0.0, 1.0], [1.0, 3.0], [2.0, 5.0], [3.0, 8.0]]);
        assert!((steep.value - 2.3).abs() < 1e-12, "{steep:?}");
        // Squares left: 0.3; of 2 degrees of freedom, over 5.
        let error = 4.303 * (0.3_f64 / 2.0 / 5.0).sqrt();
        assert!((steep.high - steep.value - error).abs() < 1e-9, "{steep:?}");
        let squared: Vec<Timed> = [(3, 3), (4, 4), (5, 5)]
            .map(|board| Timed {
                board,
                times: vec![PRINTED.of(board).powi(2)],
            })
            .into();
        assert!((PRINTED.power(&squared).value - 2.0).abs() < 1e-9);
        assert_eq!(
            is_bound("", &PRINTED, &squared).verdict,
            Verdict::NotConfirmed
        );
    }
}
