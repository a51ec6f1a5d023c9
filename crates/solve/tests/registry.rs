//! Every game has a solver.

use game::Playable;
use games::{GameVisitor, NoFiles, families, parse_game};
use solve::{Resources, Unsolvable, solver_for};

struct HasSolver;

impl GameVisitor for HasSolver {
    type Output = bool;

    fn visit<G: Playable>(self, game: &G) -> bool {
        let solver = solver_for(game, Resources::bytes(0));
        !matches!(solver, Err(Unsolvable::Unknown))
    }
}

/// So that a new width of a board is not forgotten.
#[test]
fn every_game_of_every_width_is_known() {
    let variants = families().flat_map(|family| family.variants);
    let largest = ["connect:20x20", "connect:14x14", "bricks:14", "bricks:20"];
    let others = ["amazons:16x16", "amazons:4x4", "fuga:19", "fuga:15"];
    let texts = variants.map(|variant| variant.text);
    let texts: Vec<&str> = texts.chain(largest).chain(others).collect();
    assert!(texts.len() > 20);
    for text in texts {
        let game = parse_game(text, &NoFiles).expect(text);
        assert!(game.visit(HasSolver), "{text}");
    }
}
