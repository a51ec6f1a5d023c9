//! Other ways to count a tree than [`game::perft`], so that each peer's way has its counterpart.

use game::Game;
use std::ops::{AddAssign, ControlFlow};

/// What is found at the leaves of a tree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Move sequences of the full length.
    pub leaves: u64,
    /// Those of them that end the game.
    pub finished: u64,
}

impl Tally {
    /// A single leaf.
    #[must_use]
    #[inline]
    pub fn leaf(finished: bool) -> Tally {
        Tally {
            leaves: 1,
            finished: u64::from(finished),
        }
    }
}

impl AddAssign for Tally {
    #[inline]
    fn add_assign(&mut self, other: Tally) {
        self.leaves += other.leaves;
        self.finished += other.finished;
    }
}

/// Plays every move, the last one too, and asks at every leaf whether the game is over: nothing
/// is counted in bulk, and nothing that a search needs can be left out by the compiler. The last
/// ply has a loop of its own, with the peers as well.
pub fn play_every_leaf<G: Game>(game: &G, position: &G::Position, depth: usize) -> Tally {
    match depth {
        0 => return Tally::leaf(game.outcome(position).is_some()),
        1 => return play_last_ply(game, position),
        _ => {}
    }
    let mut tally = Tally::default();
    let _ = game.visit_moves(position, |chosen| {
        tally += play_every_leaf(game, &game.after(position, chosen), depth - 1);
        ControlFlow::Continue(())
    });
    tally
}

fn play_last_ply<G: Game>(game: &G, position: &G::Position) -> Tally {
    let mut tally = Tally::default();
    let _ = game.visit_moves(position, |chosen| {
        let next = game.after(position, chosen);
        tally += Tally::leaf(game.outcome(&next).is_some());
        ControlFlow::Continue(())
    });
    tally
}

/// The same for games whose positions are not a few words: moves are played and taken back.
pub fn play_every_leaf_in_place<G: Game>(
    game: &G,
    position: &mut G::Position,
    depth: usize,
) -> Tally {
    if depth == 0 {
        return Tally::leaf(game.outcome(position).is_some());
    }
    let mut tally = Tally::default();
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for chosen in moves {
        let undo = game.play(position, chosen);
        tally += play_every_leaf_in_place(game, position, depth - 1);
        game.undo(position, chosen, undo);
    }
    tally
}
