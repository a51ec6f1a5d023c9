//! La Fuga del Rey: how long a given depth takes.

use crate::Effort;
use crate::boards::boards;
use crate::fuga::{CONFIGURATIONS, SIZES, game_text, legend, mean, names, on_all_boards};
use crate::measure::{Failure, search_repeatedly};
use benches::markdown::{Table, beside, figure};

/// An evaluator, and the published mean milliseconds of the report's four configurations.
type Row = (&'static str, [u32; 4]);

/// For each of the [`SIZES`].
const PUBLISHED: [[Row; 2]; 4] = [
    [
        ("h2", [1302, 1351, 103, 91]),
        ("h3", [1670, 1748, 129, 134]),
    ],
    [("h2", [1165, 1176, 81, 85]), ("h3", [1707, 1698, 175, 176])],
    [
        ("h2", [17897, 17523, 744, 737]),
        ("h3", [26158, 25569, 1222, 1185]),
    ],
    [("h2", [270, 256, 22, 22]), ("h3", [400, 256, 35, 32])],
];

/// Prints the table of times and that of nodes.
pub(crate) fn print(effort: &Effort) -> Result<bool, Failure> {
    let words = ["game", "depth", "eval"];
    let mut times = Table::new(words, names());
    let mut nodes = Table::new(words, names());
    for ((size, depth), rows) in SIZES.into_iter().zip(PUBLISHED) {
        let boards = boards(size, effort.boards)?;
        for (evaluator, published) in rows {
            eprintln!("{} {evaluator}", game_text(size));
            let limit = format!("depth={depth}");
            let players = CONFIGURATIONS.map(|way| way.player(&limit, evaluator));
            let searches = on_all_boards(&boards, &players, effort.jobs, search_repeatedly)?;
            let head = [game_text(size), depth.to_string(), evaluator.to_string()];
            let mut row = head.to_vec();
            for (number, searches) in searches.iter().enumerate() {
                let ours = figure(mean(searches, |search| search.cpu.as_secs_f64() * 1e3));
                row.push(match published.get(number) {
                    Some(theirs) => beside(theirs, ours),
                    None => ours,
                });
            }
            times.push(row);
            let means = searches
                .iter()
                .map(|searches| mean(searches, |search| search.nodes as f64));
            nodes.push(
                head.into_iter()
                    .chain(means.map(|mean| format!("{mean:.0}"))),
            );
        }
    }
    println!(
        "Mean milliseconds to finish a depth, theirs / ours, {} boards a size:\n",
        effort.boards
    );
    println!("{times}");
    println!("Mean nodes, ours only:\n");
    println!("{nodes}");
    println!("Players, D and E being depth and eval:\n");
    println!("{}", legend("depth=D"));
    Ok(true)
}
