//! Where games of one kind are played, one after the other, whatever the game's type.

use crate::openings::{NoOpening, OpeningBook};
use crate::plan::Job;
use crate::record::Record;
use crate::referee::{Abandoned, Referee, Setting};
use crate::workers::Venue;
use game::Playable;
use game::text::TextError;
use games::{AnyGame, GameVisitor};
use players::Player;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// A game that was not played to its end.
#[derive(Debug, Error)]
pub(crate) enum Unplayed {
    #[error("nobody waits for the game any more")]
    Abandoned,
    #[error(transparent)]
    Opening(#[from] NoOpening),
    #[error(transparent)]
    Player(#[from] TextError),
}

impl From<Abandoned> for Unplayed {
    fn from(_: Abandoned) -> Unplayed {
        Unplayed::Abandoned
    }
}

/// Plays games that are all at the same game.
pub(crate) trait Court {
    fn play(&mut self, venue: &Venue<'_>, job: &Job) -> Result<Record, Unplayed>;
}

/// A court for a game, which is left at once when `abandon` is set.
pub(crate) fn court(
    game: &AnyGame,
    venue: &Venue<'_>,
    abandon: &Arc<AtomicBool>,
) -> Result<Box<dyn Court>, Unplayed> {
    game.visit(Build { venue, abandon })
}

struct Build<'venue> {
    venue: &'venue Venue<'venue>,
    abandon: &'venue Arc<AtomicBool>,
}

impl GameVisitor for Build<'_> {
    type Output = Result<Box<dyn Court>, Unplayed>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let Venue {
            openings,
            portion,
            opening_seed,
            terms,
            ..
        } = *self.venue;
        Ok(Box::new(CourtOf {
            game: game.clone(),
            book: OpeningBook::new(game, openings, portion, opening_seed)?,
            referee: Referee::new(game, terms),
            seated: Vec::new(),
            abandon: Arc::clone(self.abandon),
        }))
    }
}

struct CourtOf<G: Playable> {
    game: G,
    book: OpeningBook<G>,
    referee: Referee<G>,
    /// Those of the last game, who often play the next one too: to build an engine's table takes
    /// longer than many a game.
    seated: Vec<Player<G>>,
    abandon: Arc<AtomicBool>,
}

impl<G: Playable> Court for CourtOf<G> {
    fn play(&mut self, venue: &Venue<'_>, job: &Job) -> Result<Record, Unplayed> {
        let [mut first, mut second] = [
            self.seat(&venue.players[job.players[0]])?,
            self.seat(&venue.players[job.players[1]])?,
        ];
        self.seated.clear();
        let setting = Setting {
            game: &self.game,
            opening: self.book.get(&self.game, job.opening)?,
            seed: job.seed,
            abandon: &self.abandon,
        };
        let record = self.referee.play(&setting, [&mut first, &mut second])?;
        if record.ending.offender().is_none() {
            // Whoever failed may be in any state.
            self.seated.extend([first, second]);
        }
        Ok(record)
    }
}

impl<G: Playable> CourtOf<G> {
    /// The player of a text, who sits there already or is called.
    fn seat(&mut self, text: &str) -> Result<Player<G>, TextError> {
        let place = self.seated.iter().position(|player| player.text() == text);
        match place {
            Some(place) => Ok(self.seated.swap_remove(place)),
            None => Player::parse(&self.game, text),
        }
    }
}
