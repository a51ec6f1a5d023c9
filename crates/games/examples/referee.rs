//! A referee that other programs can talk to: one line in, one line out, for any of the games.
//!
//! A question has three fields separated by tabs: the game, a position (or `start`), and moves to
//! play from there, if any. The answer has three fields too: the outcome (`first`, `second`, `draw`,
//! or `-` while the game goes on), the position reached, and its legal moves, separated by spaces.
//! Where the question makes no sense, the answer is `error` and the reason.
//!
//! ```text
//! connect:4x4,c=3 ⇥ start ⇥ a a b
//! - ⇥ 4/4/o3/xx2 o ⇥ a b c d
//! ```
//!
//! `tools/cross-check-open-spiel` compares the games with independent implementations this way.

use game::Playable;
use game::text::TextError;
use games::{AnyGame, GameVisitor, NoFiles, parse_game};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{BufRead, Write};

fn main() -> std::io::Result<()> {
    // Building a game computes its tables; the same few are asked for again and again.
    let mut games = HashMap::new();
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        match answer(&line?, &mut games) {
            Ok(answer) => writeln!(output, "{answer}")?,
            Err(reason) => writeln!(output, "error\t{reason}")?,
        }
        output.flush()?;
    }
    Ok(())
}

fn answer(line: &str, games: &mut HashMap<String, AnyGame>) -> Result<String, String> {
    let mut fields = line.split('\t');
    let (Some(name), Some(position), Some(moves), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err("a question is game, position and moves, separated by tabs".to_string());
    };
    let game = match games.entry(name.to_string()) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(new) => {
            new.insert(parse_game(name, &NoFiles).map_err(|error| error.to_string())?)
        }
    };
    game.visit(Question { position, moves })
        .map_err(|error| error.to_string())
}

struct Question<'line> {
    position: &'line str,
    moves: &'line str,
}

impl GameVisitor for Question<'_> {
    type Output = Result<String, TextError>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let mut position = match self.position {
            "start" => game.start(),
            text => game.parse_position(text)?,
        };
        game::play_text(game, &mut position, self.moves)?;
        let outcome = match game.outcome(&position) {
            None => "-".to_string(),
            Some(outcome) => outcome
                .winner()
                .map_or("draw".to_string(), |winner| winner.to_string()),
        };
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let moves: Vec<String> = moves
            .into_iter()
            .map(|chosen| game.write_move(&position, chosen))
            .collect();
        let position = game.write_position(&position);
        Ok(format!("{outcome}\t{position}\t{}", moves.join(" ")))
    }
}
