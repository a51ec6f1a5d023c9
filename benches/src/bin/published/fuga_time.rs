//! La Fuga del Rey: how many levels are completed in a given time.

use crate::Effort;
use crate::boards::boards;
use crate::fuga::{CONFIGURATIONS, SIZES, game_text, legend, mean, names, on_all_boards};
use crate::measure::{Failure, search};
use benches::markdown::{Table, beside};

/// An evaluator, and the published mean levels of the report's four configurations. It calls them
/// simple and complex.
type Row = (&'static str, [f64; 4]);

/// For each of the [`SIZES`].
const PUBLISHED: [[Row; 2]; 4] = [
    [
        ("h2", [4.00, 4.07, 5.40, 5.40]),
        ("h3", [4.00, 4.07, 5.33, 5.40]),
    ],
    [
        ("h2", [3.00, 3.07, 4.13, 4.00]),
        ("h3", [3.00, 3.07, 3.93, 3.93]),
    ],
    [
        ("h2", [2.07, 2.20, 3.33, 3.33]),
        ("h3", [2.00, 2.13, 3.20, 3.20]),
    ],
    [
        ("h2", [2.00, 2.07, 3.00, 3.07]),
        ("h3", [2.00, 2.07, 2.73, 2.80]),
    ],
];

/// Prints the table of levels.
pub(crate) fn print(effort: &Effort) -> Result<bool, Failure> {
    let mut levels = Table::new(["game", "eval"], names());
    let (mut searched, mut decided) = (0, 0);
    let limit = format!("cpu={}s", effort.seconds);
    for ((size, _), rows) in SIZES.into_iter().zip(PUBLISHED) {
        let boards = boards(size, effort.boards)?;
        for (evaluator, published) in rows {
            eprintln!("{} {evaluator}", game_text(size));
            let players = CONFIGURATIONS.map(|way| way.player(&limit, evaluator));
            let searches = on_all_boards(&boards, &players, effort.jobs, search)?;
            let all = searches.iter().flatten();
            searched += all.clone().count();
            decided += all.filter(|search| search.decided).count();
            let mut row = vec![game_text(size), evaluator.to_string()];
            for (number, searches) in searches.iter().enumerate() {
                let ours = format!("{:.2}", mean(searches, |search| f64::from(search.depth)));
                row.push(match published.get(number) {
                    Some(theirs) => beside(format!("{theirs:.2}"), ours),
                    None => ours,
                });
            }
            levels.push(row);
        }
    }
    println!(
        "Mean levels completed in {} s of processor time (theirs: 10 s), theirs / ours, {} boards a size:\n",
        effort.seconds, effort.boards
    );
    println!("{levels}");
    println!(
        "{decided} of {searched} searches ended before their time because they saw the end of the game; \
         they count with the level at which they did.\n"
    );
    println!("Players, E being eval:\n");
    println!("{}", legend(&limit));
    Ok(true)
}
