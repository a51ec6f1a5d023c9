//! Every game has players.

use game::Playable;
use games::{GameVisitor, NoFiles, families, parse_game};
use players::Player;

struct HasPlayers;

impl GameVisitor for HasPlayers {
    type Output = bool;

    fn visit<G: Playable>(self, game: &G) -> bool {
        Player::parse(game, "first").is_ok()
    }
}

/// So that a new width of a board is not forgotten in `every_type!`.
#[test]
fn every_game_of_every_width_has_players() {
    let variants = families().flat_map(|family| family.variants);
    let largest = ["connect:20x20", "connect:14x14", "bricks:14", "bricks:20"];
    let others = ["amazons:16x16", "amazons:4x4", "fuga:19", "fuga:15"];
    let texts = variants.map(|variant| variant.text);
    for text in texts.chain(largest).chain(others) {
        let game = parse_game(text, &NoFiles).expect(text);
        assert!(game.visit(HasPlayers), "{text}");
    }
}
