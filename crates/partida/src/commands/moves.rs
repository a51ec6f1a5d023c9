//! `partida moves`: the legal moves.

use super::examples;
use crate::console::Console;
use crate::place::{Place, PlaceArguments};
use crate::view::OutcomeView;
use anyhow::Result;
use clap::Args;
use game::Playable;
use games::GameVisitor;
use serde::Serialize;

/// List the legal moves, one a line
///
/// The order is the game's canonical one. When the game is over there are no moves, and a note on the
/// standard error says how it ended.
///
/// JSON: {game, position, outcome: {winner, margin_first, reason} or null, moves: [...]}.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida moves connect"
    "partida moves connect --moves \"d d d\" | wc -l"
    "partida moves connect --position \"4/4/1o2/1xx1 o\" --json"
})]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: PlaceArguments,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The moves as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Listing {
    game: String,
    position: String,
    outcome: Option<OutcomeView>,
    moves: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let place = arguments.place.open(console)?;
    let listing = place.game.visit(List(&place))?;
    if arguments.json {
        console.write_json(&listing)?;
        return Ok(());
    }
    for text in &listing.moves {
        writeln!(console.output, "{text}")?;
    }
    if let Some(outcome) = &listing.outcome {
        console.note(&format!("the game is over: {}", outcome.sentence));
    }
    Ok(())
}

struct List<'place>(&'place Place);

impl GameVisitor for List<'_> {
    type Output = Result<Listing>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let position = self.0.reach(game)?.position;
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        Ok(Listing {
            game: game.name(),
            position: game.write_position(&position),
            outcome: OutcomeView::of(game, &position),
            moves: moves
                .into_iter()
                .map(|chosen| game.write_move(&position, chosen))
                .collect(),
        })
    }
}
