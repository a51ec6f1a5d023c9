//! The table of a tournament, for people and for programs.

use crate::listing::columns;
use arena::{Plan, Results, Row, Standings};
use serde::Serialize;
use std::time::Duration;

/// A player's line; names of fields are names in JSON and headings in CSV.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Line {
    pub(crate) rank: usize,
    pub(crate) player: String,
    pub(crate) points: f64,
    pub(crate) games: u64,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    pub(crate) wins_as_first: u64,
    pub(crate) draws_as_first: u64,
    pub(crate) losses_as_first: u64,
    pub(crate) wins_as_second: u64,
    pub(crate) draws_as_second: u64,
    pub(crate) losses_as_second: u64,
    pub(crate) forfeits: u64,
    pub(crate) mean_move_ms: Option<f64>,
}

impl Line {
    fn new(rank: usize, player: &str, row: &Row) -> Line {
        let all = row.results();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        Line {
            rank,
            player: player.to_string(),
            points: row.points as f64 / 1000.0,
            games: all.games(),
            wins: all.wins,
            draws: all.draws,
            losses: all.losses,
            wins_as_first: row.as_first.wins,
            draws_as_first: row.as_first.draws,
            losses_as_first: row.as_first.losses,
            wins_as_second: row.as_second.wins,
            draws_as_second: row.as_second.draws,
            losses_as_second: row.as_second.losses,
            forfeits: row.forfeits,
            mean_move_ms: row.mean_time().map(milliseconds),
        }
    }
}

/// All lines, from the best to the worst.
pub(crate) fn lines(plan: &Plan, standings: &Standings) -> Vec<Line> {
    let ranked = standings.ranking().into_iter().enumerate();
    ranked
        .map(|(place, player)| Line::new(place + 1, &plan.players[player], standings.row(player)))
        .collect()
}

/// The first lines of the table as text.
pub(crate) fn standings(plan: &Plan, standings: &Standings, most: usize) -> String {
    let headings = [
        "",
        "player",
        "points",
        "games",
        "+ = -",
        "as first",
        "as second",
        "forfeits",
        "ms a move",
    ];
    let three = |results: Results| format!("{} {} {}", results.wins, results.draws, results.losses);
    let ranked = standings.ranking().into_iter().enumerate().take(most);
    let rows: Vec<Vec<String>> = ranked
        .map(|(place, player)| {
            let row = standings.row(player);
            let line = Line::new(place + 1, &plan.players[player], row);
            vec![
                line.rank.to_string(),
                line.player,
                points(row.points),
                line.games.to_string(),
                three(row.results()),
                three(row.as_first),
                three(row.as_second),
                line.forfeits.to_string(),
                line.mean_move_ms
                    .map_or_else(String::new, |time| format!("{time:.2}")),
            ]
        })
        .collect();
    let text = columns(&headings.map(str::to_string), &rows, 1);
    let hidden = standings.rows().len().saturating_sub(most);
    if hidden > 0 {
        format!("{text}\n… and {hidden} more")
    } else {
        text
    }
}

/// Thousandths as people write them.
pub(crate) fn points(thousandths: i64) -> String {
    let text = format!("{:.3}", thousandths as f64 / 1000.0);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
