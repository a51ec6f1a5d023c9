//! La Fuga del Rey: the depths that are promised at full width, and when each is reached.

use crate::Effort;
use crate::measure::{Failure, for_all, search};
use benches::markdown::{Table, code, seconds};

/// The game, the depth promised from the start within ten seconds, and the best published mean.
const GOALS: [(&str, u32, f64); 4] = [
    ("fuga:7", 9, 5.40),
    ("fuga:11", 7, 4.13),
    ("fuga:15", 6, 3.33),
    ("fuga:19", 5, 3.07),
];

const PLAYER: &str = "alphabeta:cpu=10s,eval=h2,symmetry=on,table=256,order=history";

/// Prints the table, and says whether all goals are reached.
pub(crate) fn print(effort: &Effort) -> Result<bool, Failure> {
    let searches = for_all(&GOALS, effort.jobs, |(game, ..)| search(game, PLAYER))?;
    let deepest = searches.iter().map(|search| search.depth).max();
    let depths = (1..=deepest.unwrap_or(0)).map(|depth| format!("{depth}"));
    let figures = ["goal", "published mean", "reached", "nodes"].map(str::to_string);
    let mut table = Table::new(["game".to_string()], figures.into_iter().chain(depths));
    let mut holds = true;
    for ((game, goal, published), search) in GOALS.into_iter().zip(searches) {
        let reached = search.depth >= goal || search.decided;
        holds &= reached;
        let verdict = if reached { "holds" } else { "MISSED" };
        let head = [
            code(game),
            goal.to_string(),
            format!("{published:.2}"),
            format!("{}: {verdict}", search.depth),
            search.nodes.to_string(),
        ];
        let times = search.iterations.iter().map(|&(_, time)| seconds(time));
        table.push(head.into_iter().chain(times));
    }
    println!(
        "Depth completed from the start in 10 s of processor time by {}, and the seconds at which each depth was complete:\n",
        code(PLAYER)
    );
    println!("{table}");
    Ok(holds)
}
