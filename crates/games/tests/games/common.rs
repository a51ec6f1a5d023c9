//! What the tests of several games share.

#![allow(dead_code, reason = "each test program uses a part of this")]

use game::{Game, Notation, perft::perft};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Perft from a position, for depths 1 to `depths`.
pub(crate) fn perft_counts<G: Game>(game: &G, position: &G::Position, depths: usize) -> Vec<u64> {
    (1..=depths)
        .map(|depth| perft(game, &mut position.clone(), depth))
        .collect()
}

/// A file of the repository's `testdata/`.
pub(crate) fn testdata(path: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../testdata", path]
        .iter()
        .collect();
    read(&path)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The message with which a position text is refused.
pub(crate) fn position_error<G: Notation>(game: &G, text: &str) -> String {
    game.parse_position(text).expect_err(text).to_string()
}

/// The message with which a move is refused.
pub(crate) fn move_error<G: Notation>(game: &G, position: &G::Position, text: &str) -> String {
    game.parse_move(position, text).expect_err(text).to_string()
}

/// Whether the side to move wins a game without draws: plain search with a table, symmetric
/// positions taken as one, moves that leave the opponent the fewest answers first.
pub(crate) fn mover_wins<G: Game>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<u64, bool>,
) -> bool {
    let mut moves = Vec::new();
    if let Some(outcome) = game.expand(position, &mut moves) {
        return outcome.winner() == Some(game.side_to_move(position));
    }
    let images = game.symmetries().iter();
    let key = images
        .map(|&symmetry| game.key(&game.map_position(symmetry, position)))
        .min()
        .expect("the identity is a symmetry");
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mut children: Vec<(u64, G::Position)> = moves
        .into_iter()
        .map(|chosen| game.after(position, chosen))
        .map(|child| (game.count_moves(&child), child))
        .collect();
    children.sort_by_key(|&(answers, _)| answers);
    let wins = children
        .iter()
        .any(|(_, child)| !mover_wins(game, child, known));
    known.insert(key, wins);
    wins
}
