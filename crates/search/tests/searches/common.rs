//! What the tests of searches share: positions to search.

use game::random::{Generator, play_randomly};
use game::{Playable, Weight};

/// An evaluator of a game with its own weights: that of a name, or the game's first.
pub(crate) fn evaluator<G: Playable>(game: &G, name: Option<&str>) -> G::Evaluator {
    let declarations = game.evaluators();
    let declared = declarations
        .iter()
        .find(|declaration| name.is_none_or(|name| name == declaration.name))
        .expect("there is one");
    let features = declared.features.iter();
    let weights: Vec<Weight> = features.map(|feature| feature.default).collect();
    game.evaluator(declared.name, &weights)
        .expect("its own weights fit")
}

/// A position of a random game, with its history. Half the time the last moves go to and fro where
/// that is possible, so that positions are about to be repeated.
pub(crate) fn random_position<G: Playable>(
    game: &G,
    from: &G::Position,
    plies: usize,
    generator: &mut Generator,
) -> G::Position {
    let mut position = from.clone();
    let played = play_randomly(game, &mut position, plies, generator);
    // One move less, if that was the end.
    if game.outcome(&position).is_some() {
        position = from.clone();
        for &chosen in &played[..played.len().saturating_sub(1)] {
            game.play(&mut position, chosen);
        }
    }
    // Ways back are looked for among all pairs of moves.
    if generator.below(2) == 0 && game.count_moves(&position) <= 100 {
        go_to_and_fro(game, &mut position, generator);
    }
    position
}

/// Moves of both sides and back, and some of them once more: the positions on the way have occurred
/// twice then. Nothing happens where no way leads back.
fn go_to_and_fro<G: Playable>(game: &G, position: &mut G::Position, generator: &mut Generator) {
    let key = game.key(position);
    for _ in 0..10 {
        let mut tried = position.clone();
        let mut cycle = play_randomly(game, &mut tried, 2, generator);
        let Some(back) = way_back(game, &tried, key) else {
            continue;
        };
        cycle.extend(back);
        let again = generator.below(4);
        let whole = cycle.iter().chain(&cycle[..again]);
        let mut reached = position.clone();
        for &chosen in whole {
            game.play(&mut reached, chosen);
        }
        if game.outcome(&reached).is_none() {
            *position = reached;
            return;
        }
    }
}

/// Two moves that lead to the position with this key.
fn way_back<G: Playable>(game: &G, from: &G::Position, key: u64) -> Option<[G::Move; 2]> {
    let moves_of = |position: &G::Position| {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves
    };
    for first in moves_of(from) {
        let between = game.after(from, first);
        for second in moves_of(&between) {
            if game.key(&game.after(&between, second)) == key {
                return Some([first, second]);
            }
        }
    }
    None
}
