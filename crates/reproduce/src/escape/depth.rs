//! How long a given depth takes.

use super::{
    ALPHA_BETA, BOTH, EVALUATORS, PLAIN, PUBLISHED, Row, SIZES, SYMMETRY, Searches, Task, WAYS,
    boards, boards_text, by_board, by_evaluators, factor, legend, plot, rows, table, task, tasks,
};
use crate::findings::{Claim, Findings, Part, Speed, Trouble, times};
use crate::intervals::{Interval, mean};
use crate::laboratory::Laboratory;
use crate::measure::{From, Searched, search_repeatedly};
use crate::{Experiment, Source};
use report::{Curve, curve_plot};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "escape-depth",
    source: Source::Escape,
    title: "Time to finish a depth, with and without pruning",
    covers: "table 1, figures 6 and 7",
    asked: "How much time do alpha-beta and pruning by symmetry save, and what does the slower evaluator cost?",
    found: "Alpha-beta takes a tenth to a twenty-fourth of the time. Symmetry pays on symmetric boards and costs a little on \
            others, in the mean nothing worth mentioning. h2 is much faster than h3. Time grows exponentially with depth.",
    run,
};

/// Table 1: mean milliseconds of the four ways, for each of the [`SIZES`] and [`EVALUATORS`].
const TABLE_1: [[[f64; PUBLISHED]; 2]; 4] = [
    [
        [1302.0, 1351.0, 103.0, 91.0],
        [1670.0, 1748.0, 129.0, 134.0],
    ],
    [[1165.0, 1176.0, 81.0, 85.0], [1707.0, 1698.0, 175.0, 176.0]],
    [
        [17897.0, 17523.0, 744.0, 737.0],
        [26158.0, 25569.0, 1222.0, 1185.0],
    ],
    [[270.0, 256.0, 22.0, 22.0], [400.0, 256.0, 35.0, 32.0]],
];

/// Two ways are alike if one takes at most so much longer: the report sees no difference worth mentioning in
/// up to 5 %, and one of 36 % in a number that looks like that of the line above.
const ALIKE: f64 = 1.1;

/// The figures: the size of their boards, how deep they go, the evaluator (the report does not say, its
/// program uses this one), and a symmetric board and one that is not.
const FIGURE_SIZE: usize = 11;
const FIGURE_DEPTHS: u32 = 4;
const FIGURE_EVALUATOR: &str = "h2";
const FIGURE_BOARDS: [(usize, &str); 2] = [
    (0, "Figure 6: a symmetric board of 11 × 11"),
    (1, "Figure 7: a board of 11 × 11 that is not symmetric"),
];

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let numbers = laboratory.pick(0..6, 0..boards::COUNT);
    let tasks = tasks(&numbers, |depth| format!("depth={depth}"))?;
    let rows = rows(&tasks, measure(laboratory, &tasks)?);
    let deepening = deepening(laboratory)?;
    let mut parts = table_1(&rows, &boards_text(laboratory, &numbers));
    for (number, title) in FIGURE_BOARDS {
        parts.push(figure(title, number, &deepening));
    }
    let mut claims = claims(&rows);
    claims.extend(growth(&deepening));
    Ok(Findings {
        parts,
        claims,
        speeds: speeds(&rows),
    })
}

/// One after the other: searches at the same time would share the memory and its caches.
fn measure(
    laboratory: &mut Laboratory<'_>,
    tasks: &[(String, Task)],
) -> Result<Vec<Searched>, Trouble> {
    tasks
        .iter()
        .map(|(key, task)| {
            laboratory.measure(key, |stop| {
                search_repeatedly(
                    &task.game,
                    From::File(task.board.content),
                    &task.player,
                    stop,
                )
            })
        })
        .collect()
}

/// What the figures show: some boards, each searched to depth after depth.
struct Deepened {
    number: usize,
    /// By depth from 1, one search for each of the [`WAYS`].
    depths: Vec<Vec<Searched>>,
}

fn deepening(laboratory: &mut Laboratory<'_>) -> Result<Vec<Deepened>, Trouble> {
    let numbers = laboratory.pick(0..3, 0..boards::COUNT);
    let game = boards::game(FIGURE_SIZE);
    let mut deepened = Vec::new();
    for board in boards::boards(FIGURE_SIZE, numbers)? {
        let depths = (1..=FIGURE_DEPTHS).map(|depth| {
            let player = |way: super::Way| way.player(&format!("depth={depth}"), FIGURE_EVALUATOR);
            let tasks = WAYS.map(|way| task(&game, board, player(way)));
            measure(laboratory, &tasks)
        });
        deepened.push(Deepened {
            number: board.number,
            depths: depths.collect::<Result<_, _>>()?,
        });
    }
    Ok(deepened)
}

/// With their times and ours, how many times faster that is, and our nodes.
fn table_1(rows: &[Row], which: &str) -> Vec<Part> {
    let words = ["board", "depth", "evaluator"];
    let mut milliseconds = table(
        format!("Table 1: mean milliseconds to finish a depth ({which})"),
        &words,
        ", ms",
        "our best",
    );
    let of_ways = |ways: &[super::Way]| -> Vec<&'static str> {
        words
            .into_iter()
            .chain(ways.iter().map(|way| way.name))
            .collect()
    };
    let mut faster = Part::new(
        "Table 1: how many times faster ours are",
        &of_ways(&WAYS[..PUBLISHED]),
    );
    let mut nodes = Part::new(
        "Table 1: mean nodes, ours (none were published)",
        &of_ways(&WAYS),
    );
    for (row, (published, depth)) in rows.iter().zip(published()) {
        let head = [
            format!("{0} × {0}", row.size),
            depth.to_string(),
            row.evaluator.to_string(),
        ];
        let ours: Vec<f64> = (0..WAYS.len())
            .map(|way| own_milliseconds(row, way))
            .collect();
        let mut line = head.to_vec();
        for (theirs, ours) in published.iter().zip(&ours) {
            line.extend([theirs.to_string(), digits(*ours)]);
        }
        line.push(digits(ours[PUBLISHED]));
        milliseconds.row(line);
        let ratios = published
            .iter()
            .zip(&ours)
            .map(|(theirs, ours)| times(theirs / ours));
        faster.row(head.iter().cloned().chain(ratios));
        let counts =
            (0..WAYS.len()).map(|way| format!("{:.0}", row.mean(way, |it| it.nodes as f64)));
        nodes.row(head.iter().cloned().chain(counts));
    }
    milliseconds.remarks = vec![
        "Theirs are means over fifteen boards of each size that are not known; ours are of our own boards (testdata/published/escape), \
         in processor time, one search at a time, each the median of several where it is short."
            .to_string(),
        "The weights of their evaluators are not known either, so the columns with cuts compare less than those without.".to_string(),
        legend("depth=D"),
    ];
    let logarithms = |of: &dyn Fn(usize, usize) -> f64| -> [Vec<f64>; PUBLISHED] {
        [PLAIN, SYMMETRY, ALPHA_BETA, BOTH]
            .map(|way| (0..rows.len()).map(|row| of(row, way).log10()).collect())
    };
    let theirs: Vec<[f64; PUBLISHED]> = published().map(|(times, _)| times).collect();
    milliseconds.plots.push(plot(
        "Table 1: time to finish a depth",
        "milliseconds as a power of ten: 2 is 100 ms",
        rows,
        [
            logarithms(&|row, way| theirs[row][way]),
            logarithms(&|row, way| own_milliseconds(&rows[row], way)),
        ],
    ));
    vec![milliseconds, faster, nodes]
}

/// The rows of table 1: four times, and the depth.
fn published() -> impl Iterator<Item = ([f64; PUBLISHED], u32)> {
    SIZES
        .into_iter()
        .zip(TABLE_1)
        .flat_map(|((_, depth), rows)| rows.map(|row| (row, depth)))
}

fn own_milliseconds(row: &Row, way: usize) -> f64 {
    row.mean(way, |it| it.seconds * 1e3)
}

/// A number with three digits that count.
fn digits(number: f64) -> String {
    let before = number.abs().log10().floor() as i32;
    format!("{number:.*}", (2 - before).clamp(0, 6) as usize)
}

/// One search of each row, by way.
fn speeds(rows: &[Row]) -> Vec<Speed> {
    (0..PUBLISHED)
        .map(|way| Speed {
            what: format!("{}, the eight rows of table 1 together", WAYS[way].name),
            published: published().map(|(times, _)| times[way] / 1e3).sum(),
            ours: rows
                .iter()
                .map(|row| own_milliseconds(row, way) / 1e3)
                .sum(),
        })
        .collect()
}

/// The logarithm of how many times as long one way takes as another.
fn longer(ways: &[Searched], one: usize, other: usize) -> f64 {
    (ways[one].seconds / ways[other].seconds).ln()
}

fn claims(rows: &[Row]) -> Vec<Claim> {
    let over = |is_symmetric, one, other| {
        let numbers = by_board(rows, is_symmetric, |ways| longer(ways, one, other));
        (Interval::of_mean(&numbers), numbers.len())
    };
    let (symmetry, boards) = over(None, SYMMETRY, PLAIN);
    let (with_cuts, _) = over(None, BOTH, ALPHA_BETA);
    let (symmetric, symmetric_boards) = over(Some(true), PLAIN, SYMMETRY);
    let (others, other_boards) = over(Some(false), SYMMETRY, PLAIN);
    let (alpha_beta, _) = over(None, PLAIN, ALPHA_BETA);
    let (most, _) = over(None, SYMMETRY, ALPHA_BETA);
    let slower = |way: usize| {
        Interval::of_mean(&by_evaluators(rows, |[h2, h3]: [&Searches; 2]| {
            (h3.ways[way].seconds / h2.ways[way].seconds).ln()
        }))
    };
    let (plain_slower, cut_slower) = (slower(PLAIN), slower(ALPHA_BETA));
    let tolerance = ALIKE.ln();
    vec![
        Claim {
            then: "Pruning by symmetry makes no difference worth mentioning (here: 10 %)."
                .to_string(),
            now: format!(
                "Over {boards} boards, {symmetric_boards} of them symmetric, it takes {} as long as minimax without.",
                factor(&symmetry)
            ),
            verdict: symmetry.is_within(tolerance),
        },
        Claim {
            then: "Nor does it together with alpha-beta.".to_string(),
            now: format!(
                "It takes {} as long as alpha-beta alone.",
                factor(&with_cuts)
            ),
            verdict: with_cuts.is_within(tolerance),
        },
        Claim {
            then: "On symmetric boards it pays.".to_string(),
            now: format!(
                "On {symmetric_boards} symmetric boards minimax without it takes {} as long.",
                factor(&symmetric)
            ),
            verdict: symmetric.is_positive(),
        },
        Claim {
            then: "On other boards it costs time.".to_string(),
            now: format!(
                "On {other_boards} boards without a symmetry it takes {} as long.",
                factor(&others)
            ),
            verdict: others.is_positive(),
        },
        Claim {
            then: "Alpha-beta takes considerably less time (here: less than half).".to_string(),
            now: format!("Without pruning it takes {} as long.", factor(&alpha_beta)),
            verdict: alpha_beta.less(2_f64.ln()).is_positive(),
        },
        Claim {
            then: "It saves more than symmetry does.".to_string(),
            now: format!(
                "Symmetry alone takes {} as long as alpha-beta alone.",
                factor(&most)
            ),
            verdict: most.is_positive(),
        },
        Claim {
            then: format!(
                "{} is slower than {}, without pruning.",
                EVALUATORS[1], EVALUATORS[0]
            ),
            now: format!("It takes {} as long.", factor(&plain_slower)),
            verdict: plain_slower.is_positive(),
        },
        Claim {
            then: "And with alpha-beta.".to_string(),
            now: format!(
                "It takes {} as long: the two cut in different places, too.",
                factor(&cut_slower)
            ),
            verdict: cut_slower.is_positive(),
        },
    ]
}

/// Times by depth of one board.
fn figure(title: &str, number: usize, deepened: &[Deepened]) -> Part {
    let columns: Vec<&str> = ["depth"]
        .into_iter()
        .chain(WAYS.map(|way| way.name))
        .collect();
    let mut part = Part::new(format!("{title} (board {number}), ours, ms"), &columns);
    let Some(board) = deepened.iter().find(|it| it.number == number) else {
        return part;
    };
    for (depth, ways) in (1..).zip(&board.depths) {
        let texts = ways.iter().map(|it| digits(it.seconds * 1e3));
        part.row([i32::to_string(&depth)].into_iter().chain(texts));
    }
    part.remarks = vec![format!(
        "The report draws its times without numbers, of a board that is not known. The plot has its mean for 11 × 11 from table 1 \
         instead, at depth 3. Evaluator: {FIGURE_EVALUATOR}."
    )];
    let mut curves: Vec<Curve> = WAYS
        .iter()
        .enumerate()
        .map(|(way, name)| Curve {
            label: format!("{}, ours", name.name),
            points: (1..)
                .zip(&board.depths)
                .map(|(depth, ways)| [f64::from(depth), (ways[way].seconds * 1e3).log10()])
                .collect(),
            band: Vec::new(),
        })
        .collect();
    let theirs = TABLE_1[1][0];
    curves.extend([PLAIN, ALPHA_BETA].map(|way| Curve {
        label: format!("{}, published mean", WAYS[way].name),
        points: vec![[3.0, theirs[way].log10()]],
        band: Vec::new(),
    }));
    part.plots.push(curve_plot(
        title,
        "depth",
        "milliseconds as a power of ten: 2 is 100 ms",
        &curves,
    ));
    part
}

/// What the figures were drawn for.
fn growth(deepened: &[Deepened]) -> Vec<Claim> {
    let over = |of: &dyn Fn(&Deepened) -> f64| {
        Interval::of_mean(&deepened.iter().map(of).collect::<Vec<_>>())
    };
    let logarithm =
        |board: &Deepened, depth: usize, way: usize| board.depths[depth][way].seconds.ln();
    let last = FIGURE_DEPTHS as usize - 1;
    let each =
        over(&|board| (logarithm(board, last, PLAIN) - logarithm(board, 0, PLAIN)) / last as f64);
    let straighter = over(&|board| {
        let times: Vec<f64> = (0..=last)
            .map(|depth| logarithm(board, depth, PLAIN))
            .collect();
        let depths: Vec<f64> = (1..=FIGURE_DEPTHS).map(f64::from).collect();
        let logarithms: Vec<f64> = depths.iter().map(|depth| depth.ln()).collect();
        off_a_line(&logarithms, &times) - off_a_line(&depths, &times)
    });
    let gap = |board: &Deepened, depth| {
        logarithm(board, depth, PLAIN) - logarithm(board, depth, ALPHA_BETA)
    };
    let wider = over(&|board| gap(board, last) - gap(board, 0));
    let count = deepened.len();
    vec![
        Claim {
            then: "Time grows exponentially with depth.".to_string(),
            now: format!(
                "On {count} boards of 11 × 11 each level of minimax takes {} as long as the one before. Time lies nearer to an exponential \
                 than to a power of the depth, by {straighter:.2} in the squared distance of its logarithm.",
                factor(&each)
            ),
            verdict: straighter.is_positive(),
        },
        Claim {
            then: "The deeper, the further apart are the ways to search.".to_string(),
            now: format!(
                "From depth 1 to {FIGURE_DEPTHS} what minimax takes longer than alpha-beta grows {}.",
                factor(&wider)
            ),
            verdict: wider.is_positive(),
        },
    ]
}

/// The sum of squared distances from the straight line that is nearest to some points.
fn off_a_line(across: &[f64], up: &[f64]) -> f64 {
    let (middle, height) = (mean(across), mean(up));
    let products = across
        .iter()
        .zip(up)
        .map(|(x, y)| (x - middle) * (y - height));
    let squares: f64 = across.iter().map(|x| (x - middle).powi(2)).sum();
    let slope = products.sum::<f64>() / squares;
    let distances = across
        .iter()
        .zip(up)
        .map(|(x, y)| y - height - slope * (x - middle));
    distances.map(|distance| distance.powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_from_a_line_are_squared() {
        assert!(off_a_line(&[1.0, 2.0, 3.0], &[5.0, 7.0, 9.0]) < 1e-12);
        assert!((off_a_line(&[1.0, 2.0, 3.0], &[0.0, 3.0, 0.0]) - 6.0).abs() < 1e-12);
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(
            [326.4, 16.66, 0.726, 0.0123].map(digits),
            ["326", "16.7", "0.726", "0.0123"]
        );
        assert_eq!(digits(1234.5), "1234");
    }

    #[test]
    fn published_rows_go_with_their_depths() {
        let rows: Vec<_> = published().collect();
        assert_eq!(rows.len(), 8);
        assert_eq!(rows[5], ([26158.0, 25569.0, 1222.0, 1185.0], 3));
        assert_eq!(rows[6].1, 2);
    }
}
