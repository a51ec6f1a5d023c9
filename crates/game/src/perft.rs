//! Counting the tree of moves: the quickest way to find a mistake in rules.

use crate::Game;

/// The number of move sequences of exactly `depth` plies from `position`.
///
/// A finished game has no continuation, so it counts only at its own depth. The position is played
/// on and taken back, and is the same afterwards.
///
/// The last ply is counted with [`Game::count_moves`], without playing it.
pub fn perft<G: Game>(game: &G, position: &mut G::Position, depth: usize) -> u64 {
    let mut buffers = vec![Vec::new(); depth.saturating_sub(1)];
    recurse(game, position, depth, &mut buffers)
}

/// For each legal move the number of sequences of `depth` plies that begin with it, so that their
/// sum is [`perft`] of the same depth. Each count is passed on as soon as it is known.
pub fn divide<G: Game>(
    game: &G,
    position: &mut G::Position,
    depth: usize,
    mut report: impl FnMut(&G::Position, G::Move, u64),
) {
    if depth == 0 {
        return;
    }
    let mut buffers = vec![Vec::new(); depth - 1];
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for chosen in moves {
        let undo = game.play(position, chosen);
        let count = recurse(game, position, depth - 1, &mut buffers);
        game.undo(position, chosen, undo);
        report(position, chosen, count);
    }
}

fn recurse<G: Game>(
    game: &G,
    position: &mut G::Position,
    depth: usize,
    buffers: &mut [Vec<G::Move>],
) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_moves(position),
        _ => {
            let Some((moves, deeper)) = buffers.split_first_mut() else {
                return 0;
            };
            moves.clear();
            game.moves(position, moves);
            let mut count = 0;
            for &chosen in moves.iter() {
                let undo = game.play(position, chosen);
                count += recurse(game, position, depth - 1, deeper);
                game.undo(position, chosen, undo);
            }
            count
        }
    }
}
