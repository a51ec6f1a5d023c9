//! Counting the tree of moves: the quickest way to find a mistake in rules.

mod table;

pub use table::{Table, perft_with_table};

use crate::Game;
use std::ops::ControlFlow;

/// Whether positions are copied: one that is a few words is copied faster than a list of moves is
/// written and read and each move taken back. Known when the game is compiled.
const fn copies<G: Game>() -> bool {
    !std::mem::needs_drop::<G::Position>() && size_of::<G::Position>() <= 16 * size_of::<u64>()
}

/// The number of move sequences of exactly `depth` plies from `position`.
///
/// A finished game has no continuation, so it counts only at its own depth. The position may be
/// played on and taken back, and is the same afterwards.
///
/// The last ply is counted with [`Game::count_moves`], without playing it.
pub fn perft<G: Game>(game: &G, position: &mut G::Position, depth: usize) -> u64 {
    Counter::new(depth).count(game, position, depth)
}

/// For each legal move the number of sequences of `depth` plies that begin with it, so that their
/// sum is [`perft`] of the same depth. Each count is passed on as soon as it is known; an error
/// from there ends the counting.
pub fn divide<G: Game, E>(
    game: &G,
    position: &mut G::Position,
    depth: usize,
    table: &mut Table<G>,
    mut report: impl FnMut(&G::Position, G::Move, u64) -> Result<(), E>,
) -> Result<(), E> {
    let Some(rest) = depth.checked_sub(1) else {
        return Ok(());
    };
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for chosen in moves {
        let undo = game.play(position, chosen);
        let count = perft_with_table(game, position, rest, table);
        game.undo(position, chosen, undo);
        report(position, chosen, count)?;
    }
    Ok(())
}

/// Counts by whichever way is cheaper for the game's positions.
struct Counter<G: Game> {
    /// A list of moves for each ply, where moves are taken back.
    buffers: Vec<Vec<G::Move>>,
}

impl<G: Game> Counter<G> {
    fn new(depth: usize) -> Counter<G> {
        let lists = if copies::<G>() { 0 } else { depth };
        Counter {
            buffers: vec![Vec::new(); lists],
        }
    }

    fn count(&mut self, game: &G, position: &mut G::Position, depth: usize) -> u64 {
        match depth {
            0 => 1,
            1 => game.count_moves(position),
            _ if copies::<G>() => count_copies(game, position, depth),
            _ => count_in_place(game, position, depth, &mut self.buffers),
        }
    }
}

/// Leaves `depth` ≥ 2 plies on, each move played on a copy.
fn count_copies<G: Game>(game: &G, position: &G::Position, depth: usize) -> u64 {
    if depth == 2 {
        return count_two_plies(game, position);
    }
    let mut count = 0;
    let _ = game.visit_moves(position, |chosen| {
        count += count_copies(game, &game.after(position, chosen), depth - 1);
        ControlFlow::Continue(())
    });
    count
}

/// Nearly all the time is spent here, so it stays out of the recursion, where everything would
/// have to pass through memory (a quarter slower, measured on Connect).
#[inline(never)]
fn count_two_plies<G: Game>(game: &G, position: &G::Position) -> u64 {
    let mut count = 0;
    let _ = game.visit_moves(position, |chosen| {
        count += game.count_moves(&game.after(position, chosen));
        ControlFlow::Continue(())
    });
    count
}

/// Leaves `depth` ≥ 2 plies on, each move played and taken back.
fn count_in_place<G: Game>(
    game: &G,
    position: &mut G::Position,
    depth: usize,
    buffers: &mut [Vec<G::Move>],
) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else {
        return 0;
    };
    moves.clear();
    game.moves(position, moves);
    let mut count = 0;
    for &chosen in moves.iter() {
        let undo = game.play(position, chosen);
        count += if depth == 2 {
            game.count_moves(position)
        } else {
            count_in_place(game, position, depth - 1, deeper)
        };
        game.undo(position, chosen, undo);
    }
    count
}
