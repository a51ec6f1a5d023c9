//! Players at work.

use crate::failure::Failure;
use crate::mind::{self, Thinker};
use crate::registry;
use crate::spec::Spec;
use crate::stopwatch::Stopwatch;
use game::arguments::{Files, NoFiles};
use game::text::TextError;
use game::{Outcome, Playable};
use search::{Clock, Limits, Recorder, Report, Statistics};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A player of one game, ready to choose moves.
pub struct Player<G: Playable> {
    text: String,
    mind: Box<dyn Thinker<G>>,
}

impl<G: Playable> std::fmt::Debug for Player<G> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Player")
            .field("text", &self.text)
            .field("mind", &self.mind)
            .finish_non_exhaustive()
    }
}

/// What is asked of a player besides a move.
pub struct Request<'request, G: Playable> {
    /// Set by somebody else to have the move at once.
    pub stop: Option<Arc<AtomicBool>>,
    /// How many of the best moves to value exactly; a player that does not search has none.
    pub lines: usize,
    /// The player's clock, if the whole game is timed: searches share it out among their moves, in
    /// addition to their own limits.
    pub clock: Option<Clock>,
    /// What else limits this one move, in addition to the player's own limits. Players that do not
    /// search have no use for it.
    pub limits: MoveLimits,
    /// Who watches the search.
    pub watch: Option<&'request mut Watch<G::Move>>,
    /// Is told after each complete iteration.
    pub progress: &'request mut dyn FnMut(&Report<G::Move>),
    /// How the position came about. Outside programs are told, so that they know what the rules
    /// look back on; without it, they hear of the position, or of the one move that led to it from
    /// the last one they saw.
    pub history: Option<History<'request, G>>,
    /// An outside program that has not answered by then has failed. Without it, that is when its
    /// clock is long over. Searches of our own keep to their limits.
    pub deadline: Option<Duration>,
}

/// How far a search may go for one move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions, or playouts where those are what is counted.
    pub nodes: Option<u64>,
    /// Time on the wall.
    pub time: Option<Duration>,
}

impl MoveLimits {
    /// Makes other limits no wider than these.
    pub(crate) fn narrow(&self, limits: &mut Limits) {
        fn narrowed<T: Ord>(limit: Option<T>, other: Option<T>) -> Option<T> {
            limit.into_iter().chain(other).min()
        }
        limits.depth = narrowed(limits.depth.take(), self.depth);
        limits.nodes = narrowed(limits.nodes.take(), self.nodes);
        limits.time = narrowed(limits.time.take(), self.time);
    }
}

/// How a position came about.
#[derive(Debug)]
pub struct History<'request, G: Playable> {
    /// Where the game began.
    pub from: &'request G::Position,
    /// All moves since then.
    pub moves: &'request [G::Move],
}

impl<G: Playable> Clone for History<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable> Copy for History<'_, G> {}

impl<G: Playable> Default for Request<'_, G> {
    /// A move, and nothing besides.
    fn default() -> Self {
        Request {
            stop: None,
            lines: 1,
            clock: None,
            limits: MoveLimits::default(),
            watch: None,
            // A closure that holds nothing takes no memory, so nothing is lost by not freeing it.
            progress: Box::leak(Box::new(|_: &Report<G::Move>| {})),
            history: None,
            deadline: None,
        }
    }
}

/// What watches a search: the shape of its tree, and the tree.
pub type Watch<M> = (Statistics, Recorder<M>);

impl<G: Playable> std::fmt::Debug for Request<'_, G> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Request")
            .field("lines", &self.lines)
            .finish_non_exhaustive()
    }
}

/// What a player decided.
#[derive(Debug, Clone)]
pub struct Decision<M> {
    /// The move; `None` if the game is over.
    pub chosen: Option<M>,
    /// What its search found, if it searches.
    pub report: Option<Report<M>>,
    /// Whether the value is certain: the whole game was searched, or solved.
    pub is_proven: bool,
}

impl<M: Copy> Decision<M> {
    /// What a search came to.
    pub(crate) fn of_search(report: Report<M>) -> Decision<M> {
        Decision {
            chosen: report.chosen(),
            is_proven: report.whole && report.depth > 0,
            report: Some(report),
        }
    }
}

impl<G: Playable> Player<G> {
    /// The player that a text describes, of one of our games; for others there is
    /// [`Player::of_other_game`].
    pub fn parse(game: &G, text: &str) -> Result<Player<G>, TextError> {
        Self::read(game, text, &NoFiles)
    }

    /// The player that a text describes, of one of our games, with the presets that the text names.
    pub fn read(game: &G, text: &str, files: &dyn Files) -> Result<Player<G>, TextError> {
        Self::built(game, text, files, registry::mind_for)
    }

    /// The player that a text describes, of a game that [`games`] does not have. All searches are
    /// compiled for it where this is called.
    pub fn of_other_game(game: &G, text: &str) -> Result<Player<G>, TextError> {
        Self::built(game, text, &NoFiles, mind::build)
    }

    /// The player of a specification, which must have been read for this very game; `None` if it
    /// was not.
    #[must_use]
    pub fn new(game: &G, spec: &Spec) -> Option<Player<G>> {
        Some(Player {
            text: spec.to_string(),
            mind: registry::mind_for(game, spec)?,
        })
    }

    fn built(
        game: &G,
        text: &str,
        files: &dyn Files,
        build: impl FnOnce(&G, &Spec) -> Option<Box<dyn Thinker<G>>>,
    ) -> Result<Player<G>, TextError> {
        let spec = Spec::read(game, text, files)?;
        if let Some(settings) = spec.process_settings()
            && let Err(problem) = settings.command.locate()
        {
            let offset = text.len() - text.trim_end().len() + settings.command.program().len();
            let offset = match Spec::is_preset(text) {
                // The program is named elsewhere.
                true => 0,
                false => text.find(settings.command.program()).unwrap_or(offset),
            };
            let expected = "a program that can be run";
            return Err(TextError::new("player", text, offset, problem, expected));
        }
        match build(game, &spec) {
            Some(mind) => Ok(Player {
                text: spec.to_string(),
                mind,
            }),
            None => {
                let problem = "this game cannot build it";
                Err(TextError::new("player", text, 0, problem, "another player"))
            }
        }
    }

    /// Gets it ready for a game of its own: it remembers nothing of earlier ones, and its random
    /// numbers start again from the seed of its text and this one. With 0 it is as it was made.
    pub fn new_game(&mut self, game: &G, seed: u64) -> Result<(), Failure> {
        self.mind.new_game(game, seed)
    }

    /// Tells it how its game ended, for outside programs that are told.
    pub fn end_game(&mut self, outcome: Outcome) {
        self.mind.end_game(outcome);
    }

    /// A stopwatch, to be started just before it is asked for a move, in the same thread.
    #[must_use]
    pub fn stopwatch(&self) -> Stopwatch {
        self.mind.stopwatch()
    }

    /// What it took by a stopwatch: its own time, and not what others took of the processors.
    #[must_use]
    pub fn charge(&self, stopwatch: &Stopwatch) -> Duration {
        self.mind.charge(stopwatch)
    }

    /// Its canonical text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether its search can be watched, so that there is a tree to be seen.
    #[must_use]
    pub fn can_be_watched(&self) -> bool {
        self.mind.can_be_watched()
    }

    /// Chooses a move. Only outside programs fail.
    pub fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        request: &mut Request<'_, G>,
    ) -> Result<Decision<G::Move>, Failure> {
        self.mind.choose(game, position, request)
    }
}
