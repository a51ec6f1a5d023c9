//! How many levels are completed in a given time.

use super::{
    ALPHA_BETA, BOTH, PLAIN, PUBLISHED, Row, SYMMETRY, Searches, boards, boards_text, by_board,
    by_evaluators, legend, plot, rows, table, tasks,
};
use crate::findings::{Claim, Findings, Part, Trouble};
use crate::intervals::{Interval, mean};
use crate::laboratory::Laboratory;
use crate::measure::{From, Searched, search};
use crate::{Experiment, Source};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "escape-time",
    source: Source::Escape,
    title: "Levels completed in ten seconds, with and without pruning",
    covers: "table 2",
    asked: "How deep does each way to search get in ten seconds?",
    found: "Alpha-beta gets about one level deeper. Otherwise the same as by depth, but less of it: each level takes so much longer \
            than the one before that only a great difference shows.",
    run,
};

/// Table 2: mean levels of the four ways, for each size and evaluator.
const TABLE_2: [[f64; PUBLISHED]; 8] = [
    [4.00, 4.07, 5.40, 5.40],
    [4.00, 4.07, 5.33, 5.40],
    [3.00, 3.07, 4.13, 4.00],
    [3.00, 3.07, 3.93, 3.93],
    [2.07, 2.20, 3.33, 3.33],
    [2.00, 2.13, 3.20, 3.20],
    [2.00, 2.07, 3.00, 3.07],
    [2.00, 2.07, 2.73, 2.80],
];

/// Two ways are alike if less than so many levels are between them, that is, a whole one on fewer than half of
/// the boards. The report calls up to 0.27 no great difference, and more than 0.7 one.
const ALIKE: f64 = 0.5;

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let numbers = laboratory.pick(1..4, 0..boards::COUNT);
    let limit = laboratory.pick("cpu=100ms", "cpu=10s");
    let tasks = tasks(&numbers, |_| limit.to_string())?;
    let searched = laboratory.measure_all(&tasks, |task, stop| {
        search(
            &task.game,
            From::File(task.board.content),
            &task.player,
            false,
            stop,
        )
    })?;
    let rows = rows(&tasks, searched);
    let which = boards_text(laboratory, &numbers);
    let given = laboratory.pick(
        "in 0.1 s of processor time, theirs in 10 s",
        "in 10 s, ours of processor time",
    );
    Ok(Findings {
        parts: vec![table_2(&rows, &which, given, limit)],
        claims: claims(&rows),
        speeds: Vec::new(),
    })
}

fn levels(searched: &Searched) -> f64 {
    f64::from(searched.depth)
}

fn table_2(rows: &[Row], which: &str, given: &str, limit: &str) -> Part {
    let mut part = table(
        format!("Table 2: mean levels completed {given} ({which})"),
        &["board", "evaluator"],
        "",
        "our best",
    );
    let mut more = Vec::new();
    for (row, published) in rows.iter().zip(TABLE_2) {
        let mut line = vec![format!("{0} × {0}", row.size), row.evaluator.to_string()];
        for (way, theirs) in published.into_iter().enumerate() {
            let ours = row.mean(way, levels);
            more.push(ours - theirs);
            line.extend([theirs, ours].map(|it| format!("{it:.2}")));
        }
        line.push(format!("{:.2}", row.mean(PUBLISHED, levels)));
        part.row(line);
    }
    let all = rows
        .iter()
        .flat_map(|row| &row.boards)
        .flat_map(|it| &it.ways);
    let (searched, decided) = (all.clone().count(), all.filter(|it| it.is_decided).count());
    part.remarks = vec![
        format!(
            "In the mean of all cells ours differ from theirs by {:+.2} levels. {decided} of {searched} searches ended before their time, because they \
             saw the end of the game; they count with the level at which they did.",
            mean(&more)
        )
        .replace('-', "−"),
        format!(
            "Our best completes {:.2} levels more than both prunings together.",
            Interval::of_mean(&by_board(rows, None, |ways| {
                levels(&ways[PUBLISHED]) - levels(&ways[BOTH])
            }))
        ),
        legend(limit),
    ];
    let theirs =
        [PLAIN, SYMMETRY, ALPHA_BETA, BOTH].map(|way| TABLE_2.iter().map(|row| row[way]).collect());
    let ours = [PLAIN, SYMMETRY, ALPHA_BETA, BOTH]
        .map(|way| rows.iter().map(|row| row.mean(way, levels)).collect());
    let title = format!("Table 2: levels completed {given}");
    part.plots
        .push(plot(&title, "levels, mean", rows, [theirs, ours]));
    part
}

fn claims(rows: &[Row]) -> Vec<Claim> {
    let over = |one: usize, other: usize| {
        by_board(rows, None, |ways| levels(&ways[one]) - levels(&ways[other]))
    };
    let boards = over(ALPHA_BETA, PLAIN).len();
    let [deeper, symmetry, with_cuts] =
        [(ALPHA_BETA, PLAIN), (SYMMETRY, PLAIN), (BOTH, ALPHA_BETA)]
            .map(|(one, other)| Interval::of_mean(&over(one, other)));
    let evaluators = Interval::of_mean(&by_evaluators(rows, |[h2, h3]: [&Searches; 2]| {
        let ways = (0..PUBLISHED).map(|way| levels(&h2.ways[way]) - levels(&h3.ways[way]));
        mean(&ways.collect::<Vec<_>>())
    }));
    vec![
        Claim {
            then: "Alpha-beta completes more levels.".to_string(),
            now: format!("Over {boards} boards: {deeper:.2} levels."),
            verdict: deeper.is_positive(),
        },
        Claim {
            then: "Pruning by symmetry makes no great difference (here: half a level).".to_string(),
            now: format!("{symmetry:.2} levels without alpha-beta."),
            verdict: symmetry.is_within(ALIKE),
        },
        Claim {
            then: "Nor does it together with alpha-beta.".to_string(),
            now: format!("{with_cuts:.2} levels."),
            verdict: with_cuts.is_within(ALIKE),
        },
        Claim {
            then: "Nor does the faster evaluator, in the mean of all ways.".to_string(),
            now: format!("{evaluators:.2} levels with h2."),
            verdict: evaluators.is_within(ALIKE),
        },
    ]
}
