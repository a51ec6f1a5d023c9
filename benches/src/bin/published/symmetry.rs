//! What it gains, game by game, to search only one of the moves that a symmetry takes to each other.

use crate::Effort;
use crate::measure::{Failure, for_all, search_repeatedly};
use benches::markdown::{Table, code, figure, milliseconds};

/// Games, and how deep they are searched from the start; `None` for to the end.
const GAMES: [(&str, Option<u32>); 7] = [
    ("connect:7x6", Some(8)),
    ("bricks:4", None),
    ("bricks:6", Some(4)),
    ("fuga:7", Some(4)),
    ("fuga:11", Some(3)),
    ("tafl:copenhagen", Some(3)),
    ("amazons:6x6", Some(2)),
];

/// The searches: a word, and what is said behind it.
const SEARCHES: [(&str, &[&str]); 3] = [
    ("minimax", &[]),
    ("alphabeta", &[]),
    ("alphabeta", &["table=64", "order=history"]),
];

/// Prints the table.
pub(crate) fn print(effort: &Effort) -> Result<bool, Failure> {
    let mut tasks = Vec::new();
    for (game, depth) in GAMES {
        for (word, options) in SEARCHES {
            let depth = depth.map(|depth| format!("depth={depth}"));
            let texts = [None, Some("symmetry=on")].map(|symmetry| {
                let given = depth.as_deref().into_iter().chain(symmetry);
                let all: Vec<&str> = given.chain(options.iter().copied()).collect();
                let colon = if all.is_empty() { "" } else { ":" };
                format!("{word}{colon}{}", all.join(","))
            });
            tasks.push((game, texts));
        }
    }
    let searches = for_all(&tasks, effort.jobs, |(game, [without, with])| {
        Ok((
            search_repeatedly(game, without)?,
            search_repeatedly(game, with)?,
        ))
    })?;
    let mut table = Table::new(
        ["game", "player"],
        [
            "nodes without",
            "nodes with",
            "without ÷ with",
            "CPU ms without",
            "CPU ms with",
            "without ÷ with",
        ],
    );
    for ((game, [player, _]), (without, with)) in tasks.iter().zip(searches) {
        table.push([
            code(game),
            code(player),
            without.nodes.to_string(),
            with.nodes.to_string(),
            figure(without.nodes as f64 / with.nodes as f64),
            milliseconds(without.cpu),
            milliseconds(with.cpu),
            figure(without.cpu.as_secs_f64() / with.cpu.as_secs_f64()),
        ]);
    }
    println!("From the start, without and with `symmetry=on`:\n");
    println!("{table}");
    Ok(true)
}
