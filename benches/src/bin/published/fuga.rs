//! What the two tables of La Fuga del Rey share: sizes, and the searches that are compared.

use crate::measure::{Board, Failure, Measured, for_all};
use benches::markdown::code;

/// The sizes of the report's boards, and how deep each is searched where depth is the limit.
pub(crate) const SIZES: [(usize, u32); 4] = [(7, 4), (11, 3), (15, 3), (19, 2)];

/// The game on a board of a size.
pub(crate) fn game_text(size: usize) -> String {
    format!("fuga:{size}")
}

/// A way to search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Configuration {
    /// What it is called in the tables.
    pub(crate) name: &'static str,
    word: &'static str,
    options: &'static str,
}

/// The four of the report, in its order, and then ours. Its alpha-beta hands down the running best
/// of the parent only, and tries moves in the order in which it finds them.
pub(crate) const CONFIGURATIONS: [Configuration; 5] = [
    Configuration {
        name: "no pruning",
        word: "minimax",
        options: "",
    },
    Configuration {
        name: "symmetry",
        word: "minimax",
        options: ",symmetry=on",
    },
    Configuration {
        name: "alpha-beta",
        word: "alphabeta",
        options: ",cut=one-sided",
    },
    Configuration {
        name: "both",
        word: "alphabeta",
        options: ",cut=one-sided,symmetry=on",
    },
    Configuration {
        name: "our best",
        word: "alphabeta",
        options: ",symmetry=on,table=64,order=history",
    },
];

impl Configuration {
    /// The player that searches this way with a limit, such as `depth=4`.
    pub(crate) fn player(&self, limit: &str, evaluator: &str) -> String {
        format!("{}:{limit},eval={evaluator}{}", self.word, self.options)
    }
}

/// The names of all configurations.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    CONFIGURATIONS
        .iter()
        .map(|configuration| configuration.name)
}

/// A list of what to type for each configuration.
pub(crate) fn legend(limit: &str) -> String {
    let lines = CONFIGURATIONS.iter().map(|configuration| {
        let player = configuration.player(limit, "E");
        format!("- {}: {}\n", configuration.name, code(&player))
    });
    lines.collect()
}

/// For each of the players, one search on each of the boards. All players search a board before
/// the next one has its turn, so that whatever else the machine does falls on all alike.
pub(crate) fn on_all_boards(
    boards: &[Board],
    players: &[String],
    jobs: usize,
    search: fn(&Board, &str) -> Result<Measured, Failure>,
) -> Result<Vec<Vec<Measured>>, Failure> {
    let tasks: Vec<(&Board, &str)> = boards
        .iter()
        .flat_map(|board| players.iter().map(move |player| (board, player.as_str())))
        .collect();
    let searches = for_all(&tasks, jobs, |&(board, player)| search(board, player))?;
    let mut by_player = vec![Vec::new(); players.len()];
    for (number, search) in searches.into_iter().enumerate() {
        by_player[number % players.len()].push(search);
    }
    Ok(by_player)
}

/// The mean of something over searches.
pub(crate) fn mean(searches: &[Measured], value: fn(&Measured) -> f64) -> f64 {
    searches.iter().map(value).sum::<f64>() / searches.len() as f64
}
