//! A tournament before it is played: everything that decides its games.

use crate::openings::{NoOpening, OpeningBook, Openings, Portion};
use crate::ratings::Sprt;
use crate::schedule::{Draw, Format, Meeting};
use crate::standings::Standings;
use crate::terms::Terms;
use crate::workers::Venue;
use game::arguments::Files;
use game::random::{Seed, mix};
use game::text::TextError;
use game::{Goal, Playable};
use games::{AnyGame, GameVisitor, parse_game};
use players::Spec;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use thiserror::Error;

/// A tournament as it is to be played. Two plans that are equal give the same games, as far as the
/// players are the same each time they are asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Who meets whom.
    pub format: Format,
    /// The games' texts. Where there are several, each round is played at one of them, drawn by
    /// lot.
    pub games: Vec<String>,
    /// The players' texts.
    pub players: Vec<String>,
    /// How many rounds are played, or how often everybody meets everybody.
    pub rounds: u32,
    /// How many openings are played in each meeting, with both sides each.
    pub openings_per_meeting: u32,
    /// Where they come from.
    pub openings: Openings,
    /// What the games are played under.
    pub terms: Terms,
    /// Where all random choices start from.
    pub seed: u64,
    /// When a match between two is over before its last game.
    #[serde(default, with = "as_text", skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// A game to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Counted from 0 over all rounds.
    pub number: u64,
    /// Counted from 0.
    pub round: u32,
    /// Which of the plan's games it is.
    pub game: usize,
    /// Who plays the first and the second side.
    pub players: Meeting,
    /// Which of the openings.
    pub opening: u64,
    /// What the players' random choices start from, beside their own seeds.
    pub seed: u64,
}

/// A plan that cannot be played.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Unplayable {
    /// Too few players.
    #[error("a tournament takes two players at least, and there are {0}")]
    TooFewPlayers(usize),
    /// The same player twice, whose games could not be told apart.
    #[error("{0} is there twice; give one of them another seed, or another spelling of a default")]
    Twice(String),
    /// No game.
    #[error("there is no game to play")]
    NoGame,
    /// No round.
    #[error("there is nothing to play: rounds and openings must be 1 at least")]
    NoRounds,
    /// A sequential test of more than two players.
    #[error("a sequential test compares two players, and there are {0}")]
    TestOfMany(usize),
    /// Agreement in a game for margins.
    #[error(
        "{0} counts by how much it is won, so the players cannot agree on a winner; use a solver"
    )]
    NothingToAgreeOn(String),
    /// A text of a game or player.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Openings.
    #[error(transparent)]
    Opening(#[from] NoOpening),
}

impl Plan {
    /// Makes sure that all texts can be understood, and puts them into their canonical form.
    pub fn check(&mut self, files: &dyn Files) -> Result<(), Unplayable> {
        let count = self.players.len();
        if count < 2 {
            return Err(Unplayable::TooFewPlayers(count));
        }
        if count > 2 && self.sprt.is_some() {
            return Err(Unplayable::TestOfMany(count));
        }
        if self.games.is_empty() {
            return Err(Unplayable::NoGame);
        }
        if self.rounds == 0 || self.openings_per_meeting == 0 {
            return Err(Unplayable::NoRounds);
        }
        for number in 0..self.games.len() {
            let game = parse_game(&self.games[number], files)?;
            let (name, texts) = game.visit(Check { plan: self, files })?;
            self.games[number] = name;
            self.players = texts;
        }
        let mut met = HashSet::new();
        match self.players.iter().find(|text| !met.insert(text.as_str())) {
            Some(twice) => Err(Unplayable::Twice(twice.clone())),
            None => Ok(()),
        }
    }

    /// How many openings there are, if they are listed.
    pub fn count_openings(&self, files: &dyn Files) -> Result<Option<usize>, Unplayable> {
        struct Count<'plan>(&'plan Openings);
        impl GameVisitor for Count<'_> {
            type Output = Result<Option<usize>, NoOpening>;
            fn visit<G: Playable>(self, game: &G) -> Self::Output {
                Ok(OpeningBook::new(game, self.0, Portion::Whole, 0)?.count())
            }
        }
        let game = self.games.first().ok_or(Unplayable::NoGame)?;
        Ok(parse_game(game, files)?.visit(Count(&self.openings))?)
    }

    /// Where its games are played, at its games as they were read.
    pub(crate) fn venue<'plan>(&'plan self, games: &'plan [AnyGame]) -> Venue<'plan> {
        Venue {
            games,
            players: &self.players,
            openings: &self.openings,
            portion: Portion::Whole,
            opening_seed: Seed(self.seed).child(1).0,
            terms: &self.terms,
        }
    }

    /// The meetings of the next round, after some; `None` after the last one.
    pub(crate) fn next_round(
        &self,
        met: &[Vec<Meeting>],
        standings: &Standings,
    ) -> Option<Vec<Meeting>> {
        Draw {
            format: self.format,
            players: self.players.len(),
            rounds: self.rounds,
            seed: Seed(self.seed).child(0).0,
            standings,
            met,
        }
        .next_round()
    }

    /// The games of a round: in each meeting, all openings with both sides.
    pub(crate) fn jobs(&self, round: u32, first_number: u64, meetings: &[Meeting]) -> Vec<Job> {
        let of_round = Seed(self.seed).child(1 + u64::from(round));
        let game = of_round.generator().below(self.games.len());
        let each = u64::from(self.openings_per_meeting);
        let mut jobs = Vec::with_capacity(meetings.len() * 2 * each as usize);
        for &[one, other] in meetings {
            for opening in 0..each {
                for players in [[one, other], [other, one]] {
                    let number = first_number + jobs.len() as u64;
                    jobs.push(Job {
                        number,
                        round,
                        game,
                        players,
                        // All meetings of a round have the same openings, other rounds have others.
                        opening: u64::from(round) * each + opening,
                        seed: mix(of_round.0 ^ mix(number)) >> 1,
                    });
                }
            }
        }
        jobs
    }

    /// How many games there will be, if that is known before.
    #[must_use]
    pub fn games_in_all(&self) -> u64 {
        let players = self.players.len() as u64;
        let meetings = match self.format {
            Format::RoundRobin => players * (players - 1) / 2 * u64::from(self.rounds),
            Format::Gauntlet => (players - 1) * u64::from(self.rounds),
            Format::Swiss => players / 2 * u64::from(self.rounds),
            Format::KnockOut => players - 1,
        };
        meetings * 2 * u64::from(self.openings_per_meeting)
    }
}

struct Check<'plan> {
    plan: &'plan Plan,
    /// What presets are read from.
    files: &'plan dyn Files,
}

impl GameVisitor for Check<'_> {
    /// The game's and the players' canonical texts.
    type Output = Result<(String, Vec<String>), Unplayable>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        if self.plan.terms.agreement.is_some() && G::GOAL == Goal::Margin {
            return Err(Unplayable::NothingToAgreeOn(game.name()));
        }
        OpeningBook::new(game, &self.plan.openings, Portion::Whole, self.plan.seed)?;
        let texts = self.plan.players.iter();
        let texts = texts.map(|text| Ok(Spec::read(game, text, self.files)?.to_string()));
        Ok((game.name(), texts.collect::<Result<_, TextError>>()?))
    }
}

/// A test as its text.
mod as_text {
    use crate::ratings::Sprt;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[allow(clippy::ref_option, reason = "serde asks for it in this form")]
    pub(super) fn serialize<S: Serializer>(
        test: &Option<Sprt>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        test.as_ref().map(ToString::to_string).serialize(serializer)
    }

    pub(super) fn deserialize<'text, D: Deserializer<'text>>(
        deserializer: D,
    ) -> Result<Option<Sprt>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(D::Error::custom))
            .transpose()
    }
}
