//! Whole games to be typed: what a person plays against the player `first`, which plays the first legal move, so that
//! everything that happens is known beforehand.

use game::Playable;
use game::random::Seed;
use games::{GameVisitor, NoFiles, parse_game};

/// A whole game.
pub(crate) struct Script {
    /// All moves, those of the machine among them.
    pub(crate) moves: Vec<String>,
    /// Why it ended.
    pub(crate) reason: String,
}

/// A game in which the person plays at random, over after so many moves at most.
pub(crate) fn script(game: &str, longest: usize) -> Script {
    let game = parse_game(game, &NoFiles).expect("there is such a game");
    (0..1000)
        .find_map(|seed| game.visit(Play { seed, longest }))
        .expect("some game is short enough")
}

struct Play {
    seed: u64,
    longest: usize,
}

impl GameVisitor for Play {
    type Output = Option<Script>;

    fn visit<G: Playable>(self, game: &G) -> Option<Script> {
        let mut generator = Seed(self.seed).generator();
        let mut position = game.start();
        let mut texts = Vec::new();
        let mut legal = Vec::new();
        while game.outcome(&position).is_none() {
            if texts.len() >= self.longest {
                return None;
            }
            legal.clear();
            game.moves(&position, &mut legal);
            let chosen = match texts.len() % 2 {
                0 => legal[generator.below(legal.len())],
                _ => legal[0],
            };
            texts.push(game.write_move(&position, chosen));
            game.play(&mut position, chosen);
        }
        Some(Script {
            moves: texts,
            reason: game.end_reason(&position),
        })
    }
}
