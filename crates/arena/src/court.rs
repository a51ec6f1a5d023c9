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
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// A game that was not played to its end.
#[derive(Debug, Error)]
pub enum Unplayed {
    /// Nobody waits for it any more.
    #[error("nobody waits for the game any more")]
    Abandoned,
    /// It has no opening.
    #[error(transparent)]
    Opening(#[from] NoOpening),
    /// A player's text is wrong.
    #[error(transparent)]
    Player(#[from] TextError),
}

impl From<Abandoned> for Unplayed {
    fn from(_: Abandoned) -> Unplayed {
        Unplayed::Abandoned
    }
}

/// Where one thread plays games of a venue, one after the other: a court for each of its games.
pub struct Courts {
    courts: HashMap<usize, Box<dyn Court>>,
    abandon: Arc<AtomicBool>,
}

impl fmt::Debug for Courts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Courts")
            .field("courts", &self.courts.len())
            .finish_non_exhaustive()
    }
}

impl Courts {
    /// Courts that are left at once when `abandon` is set.
    #[must_use]
    pub fn new(abandon: Arc<AtomicBool>) -> Courts {
        Courts {
            courts: HashMap::new(),
            abandon,
        }
    }

    /// Plays a game of the venue, which must be the same each time.
    pub fn play(&mut self, venue: &Venue<'_>, job: &Job) -> Result<Record, Unplayed> {
        let court = match self.courts.entry(job.game) {
            Entry::Occupied(court) => court.into_mut(),
            Entry::Vacant(place) => {
                place.insert(court(&venue.games[job.game], venue, &self.abandon)?)
            }
        };
        court.play(venue, job)
    }
}

/// Plays games that are all at the same game.
trait Court {
    fn play(&mut self, venue: &Venue<'_>, job: &Job) -> Result<Record, Unplayed>;
}

/// A court for a game, which is left at once when `abandon` is set.
fn court(
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
