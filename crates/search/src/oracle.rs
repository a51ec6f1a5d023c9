//! Plain minimax, written out: what every search here is compared with.
//!
//! Nothing is shared with the searches: MAX and MIN are two branches, positions are copied, and
//! there is no window, table, order or limit but depth. Slow, and meant to stay obviously right.

use game::{Evaluator, Game, Score, Side};

/// The value of a position to `viewer`, `depth` plies ahead (`None`: to the end of the game).
pub fn minimax<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    viewer: Side,
    depth: Option<u32>,
) -> Score {
    value(game, evaluator, position, viewer, depth, 0)
}

/// The value of each legal move to the side to move, in canonical order.
pub fn move_values<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: Option<u32>,
) -> Vec<(G::Move, Score)> {
    let viewer = game.side_to_move(position);
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
        .into_iter()
        .map(|chosen| {
            let next = game.after(position, chosen);
            let below = depth.map(|depth| depth.saturating_sub(1));
            (chosen, value(game, evaluator, &next, viewer, below, 1))
        })
        .collect()
}

fn value<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    viewer: Side,
    depth: Option<u32>,
    ply: u32,
) -> Score {
    if let Some(outcome) = game.outcome(position) {
        return evaluator.finished(game, position, outcome, viewer, ply);
    }
    if depth == Some(0) {
        return Score::value(evaluator.evaluate(game, position, viewer));
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let values = moves.into_iter().map(|chosen| {
        let next = game.after(position, chosen);
        let below = depth.map(|depth| depth - 1);
        value(game, evaluator, &next, viewer, below, ply + 1)
    });
    let best = if game.side_to_move(position) == viewer {
        values.max()
    } else {
        values.min()
    };
    // A game that is not over has a move.
    best.unwrap_or(Score::EVEN)
}
