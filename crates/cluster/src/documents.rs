//! What coordinators and workers tell each other: documents in JSON.

use arena::{Openings, Portion, Terms, Venue};
use game::Playable;
use game::random::mix;
use game::text::TextError;
use games::{AnyGame, GameVisitor, NoFiles, parse_game};
use players::Spec;
use serde::{Deserialize, Serialize};

/// What all jobs of a batch have in common.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Document {
    /// Games, each an [`arena::Job`]; what comes of it is an [`arena::Record`].
    Games(VenueDocument),
    /// Positions to be solved.
    Solve(SolveDocument),
}

impl Document {
    pub(crate) fn write(&self) -> String {
        // There is nothing in it that JSON cannot have.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A venue as a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct VenueDocument {
    games: Vec<String>,
    players: Vec<String>,
    openings: Openings,
    portion: Portion,
    opening_seed: u64,
    terms: Terms,
}

impl VenueDocument {
    pub(crate) fn of(venue: &Venue<'_>) -> VenueDocument {
        VenueDocument {
            games: venue.games.iter().map(|game| game.visit(Name)).collect(),
            players: venue.players.to_vec(),
            openings: venue.openings.clone(),
            portion: venue.portion,
            opening_seed: venue.opening_seed,
            terms: venue.terms.clone(),
        }
    }
}

struct Name;

impl GameVisitor for Name {
    type Output = String;

    fn visit<G: Playable>(self, game: &G) -> String {
        game.name()
    }
}

/// A venue as a worker has it.
#[derive(Debug)]
pub(crate) struct Hall {
    games: Vec<AnyGame>,
    document: VenueDocument,
}

impl Hall {
    /// Builds what a document says; all times are multiplied, for a machine that is slower or faster. Outside
    /// programs are not played with: whoever can write into the database could run anything here.
    pub(crate) fn new(mut document: VenueDocument, slowness: f64) -> Result<Hall, String> {
        let explain = |error: TextError| error.to_string();
        let games = document.games.iter().map(|text| parse_game(text, &NoFiles));
        let games: Vec<AnyGame> = games.collect::<Result<_, _>>().map_err(explain)?;
        for game in &games {
            if game.visit(HasProcess(&document.players)).map_err(explain)? {
                return Err("outside programs do not play on clusters".to_string());
            }
        }
        let terms = &mut document.terms;
        let scaled = |time: std::time::Duration| time.mul_f64(slowness.clamp(0.01, 100.0));
        terms.move_time = terms.move_time.map(scaled);
        terms.game_time = terms.game_time.map(scaled);
        terms.increment = scaled(terms.increment);
        Ok(Hall { games, document })
    }

    pub(crate) fn venue(&self) -> Venue<'_> {
        let document = &self.document;
        Venue {
            games: &self.games,
            players: &document.players,
            openings: &document.openings,
            portion: document.portion,
            opening_seed: document.opening_seed,
            terms: &document.terms,
        }
    }

    /// Whether a job names a game and players that there are.
    pub(crate) fn has(&self, job: &arena::Job) -> bool {
        let players = self.document.players.len();
        job.game < self.games.len() && job.players.iter().all(|&player| player < players)
    }
}

struct HasProcess<'texts>(&'texts [String]);

impl GameVisitor for HasProcess<'_> {
    type Output = Result<bool, TextError>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        for text in self.0 {
            if Spec::parse(game, text)?.is_process() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Positions to be solved: all are of one game, and reached from one of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolveDocument {
    /// The game's text.
    pub game: String,
    /// Where all of them begin.
    pub position: String,
    /// Whether only the winner is asked for.
    pub weak: bool,
    /// Bytes for what is found out about each of them.
    pub memory: u64,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolveJob {
    /// How it is reached: a move.
    pub chosen: String,
}

/// What is proven about it, seen by the side to move there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolveResult {
    /// The least that it can be worth.
    pub least: i32,
    /// The most.
    pub most: i32,
    /// Positions searched for it.
    pub nodes: u64,
}

/// A short name for a text, which no two texts share by accident.
pub(crate) fn digest(text: &str) -> String {
    let [mut one, mut other] = [0x5061_7274, 0x6964_6121];
    for byte in text.bytes() {
        one = mix(one ^ u64::from(byte));
        other = mix(other.rotate_left(8) ^ u64::from(byte));
    }
    format!("{one:016x}{other:016x}")
}
