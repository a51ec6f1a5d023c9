//! The arguments that say which position a command is about, and how it is reached.

use crate::console::Console;
use crate::files::{self, LocalFiles};
use anyhow::{Context, Result};
use clap::{Args, ValueHint};
use game::{Game, Notation, play_text};
use games::{AnyGame, parse_game, parse_game_for};
use std::path::PathBuf;

/// A game and a position in it.
#[derive(Debug, Args)]
pub(crate) struct PlaceArguments {
    /// The game, such as connect or connect:8x7,c=4; `partida games` lists them all
    #[arg(value_name = "GAME")]
    pub(crate) game: String,

    /// Start from this position instead of the game's own; without a size in GAME, the board of the
    /// position decides it
    #[arg(
        long,
        value_name = "TEXT",
        conflicts_with = "file",
        help_heading = "Position"
    )]
    position: Option<String>,

    /// Start from the position in this file; - reads the standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Position")]
    file: Option<PathBuf>,

    /// Play these moves first, such as "d d c" (quote the list)
    #[arg(long, value_name = "LIST", help_heading = "Position")]
    moves: Option<String>,
}

/// The game of the arguments, and what was read to get to the position.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) game: AnyGame,
    source: Source,
    moves: Option<String>,
}

#[derive(Debug)]
enum Source {
    Start,
    Text(String),
    File { name: String, content: String },
}

/// A position, and how it was reached.
#[derive(Debug)]
pub(crate) struct Reached<G: Game> {
    pub(crate) from: G::Position,
    pub(crate) moves: Vec<G::Move>,
    pub(crate) position: G::Position,
}

impl PlaceArguments {
    /// Reads the game, and the file if there is one.
    pub(crate) fn open(&self, console: &mut Console<'_>) -> Result<Place> {
        let source = match (&self.position, &self.file) {
            (Some(text), _) => Source::Text(text.clone()),
            (None, Some(path)) => {
                let (name, content) = files::read(path, &mut *console.input)?;
                Source::File { name, content }
            }
            (None, None) => Source::Start,
        };
        let game = match &source {
            Source::Start => parse_game(&self.game, &LocalFiles),
            Source::Text(text) | Source::File { content: text, .. } => {
                parse_game_for(&self.game, &LocalFiles, text)
            }
        }?;
        Ok(Place {
            game,
            source,
            moves: self.moves.clone(),
        })
    }
}

impl Place {
    /// The position in the game as its own type.
    pub(crate) fn reach<G: Notation>(&self, game: &G) -> Result<Reached<G>> {
        let from = match &self.source {
            Source::Start => game.start(),
            Source::Text(text) => game.parse_position(text)?,
            Source::File { name, content } => {
                game.parse_file(content).with_context(|| name.clone())?
            }
        };
        let mut position = from.clone();
        let moves = match &self.moves {
            Some(list) => play_text(game, &mut position, list)?,
            None => Vec::new(),
        };
        Ok(Reached {
            from,
            moves,
            position,
        })
    }
}
