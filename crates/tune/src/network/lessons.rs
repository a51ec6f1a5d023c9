//! Positions of games as a network sees them, and what became of them.

use super::training::Course;
use arena::Record;
use game::network::{GREATEST_INPUT, Inputs};
use game::random::{Seed, mix};
use game::{Playable, play_text};
use games::{AnyGame, GameVisitor};
use thiserror::Error;

/// Why nothing can be learnt.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NothingToLearn {
    /// The game shows networks nothing.
    #[error("{0} has no inputs for networks")]
    NoInputs(String),
    /// A game was not played by the rules.
    #[error("a game cannot be played again: {0}")]
    Unplayable(String),
    /// There are no positions for one of the two.
    #[error(
        "{positions} positions of {games} games are not enough: some must be left for the examination"
    )]
    TooFew {
        /// So many.
        positions: usize,
        /// Of so many games.
        games: usize,
    },
    /// A network to go on from has other inputs, or what came out is none.
    #[error(transparent)]
    Network(#[from] game::network::NotANetwork),
}

/// What its player said about a position.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Said {
    Nothing,
    /// Won or lost for certain, 1 or 0.
    Certain(f32),
    /// A value on the player's own scale.
    Value(f32),
}

/// A position but for its inputs.
#[derive(Debug, Clone, Copy)]
struct Lesson {
    /// Which game it is of, counted from 0.
    game: u32,
    /// Which player said something about it, by its place among the players.
    player: u32,
    said: Said,
    /// 1 for a game won by the side to move, ½ for one drawn, 0 for one lost.
    result: f32,
}

/// Positions to learn from.
#[derive(Debug, Clone)]
pub struct Lessons {
    game: AnyGame,
    inputs: Inputs,
    /// The inputs of all positions, one behind the other.
    numbers: Vec<u8>,
    lessons: Vec<Lesson>,
    players: Vec<String>,
    games: u32,
}

/// A position as it is learnt.
#[derive(Debug, Clone, Copy)]
pub(super) struct Position<'lessons> {
    pub(super) numbers: &'lessons [u8],
    pub(super) result: f32,
    /// The chance to win that the network is to tell.
    pub(super) target: f32,
}

impl Lessons {
    /// None yet, for this game.
    pub fn new(game: &AnyGame) -> Result<Lessons, NothingToLearn> {
        struct InputsOf;
        impl GameVisitor for InputsOf {
            type Output = Result<Inputs, NothingToLearn>;
            fn visit<G: Playable>(self, game: &G) -> Self::Output {
                let inputs = game.network_inputs();
                inputs.ok_or_else(|| NothingToLearn::NoInputs(game.name()))
            }
        }
        Ok(Lessons {
            inputs: game.visit(InputsOf)?,
            game: game.clone(),
            numbers: Vec::new(),
            lessons: Vec::new(),
            players: Vec::new(),
            games: 0,
        })
    }

    /// What networks see of the positions.
    #[must_use]
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.lessons.len()
    }

    /// How many games they are of.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games as usize
    }

    /// Adds the positions of a game in which players chose the moves. Games of another kind, and those
    /// that somebody lost by a fault, say nothing and are passed over.
    pub fn add(&mut self, record: &Record) -> Result<(), NothingToLearn> {
        let game = self.game.clone();
        game.visit(Add {
            lessons: self,
            record,
        })
    }

    fn player(&mut self, text: &str) -> u32 {
        let known = self.players.iter().position(|player| player == text);
        known.unwrap_or_else(|| {
            self.players.push(text.to_string());
            self.players.len() - 1
        }) as u32
    }

    /// The positions to learn from and those of the examination, which are of other games.
    pub(super) fn divided(&self, course: &Course) -> [Vec<Position<'_>>; 2] {
        let slopes: Vec<f32> = (0..self.players.len())
            .map(|player| self.slope(player))
            .collect();
        let count = self.inputs.names.len();
        let mut parts = [Vec::new(), Vec::new()];
        for (lesson, numbers) in self.lessons.iter().zip(self.numbers.chunks_exact(count)) {
            let said = match lesson.said {
                Said::Nothing => lesson.result,
                Said::Certain(chance) => chance,
                Said::Value(value) => chance(value * slopes[lesson.player as usize]),
            };
            let part = usize::from(is_examined(lesson.game, course));
            parts[part].push(Position {
                numbers,
                result: lesson.result,
                target: course.results * lesson.result + (1.0 - course.results) * said,
            });
        }
        parts
    }

    /// How much of a logit one of what a player says is worth: with this slope its values best tell the
    /// results. Each player has a scale of its own.
    fn slope(&self, player: usize) -> f32 {
        let mut said: Vec<(f64, f64)> = Vec::new();
        for lesson in &self.lessons {
            if let Said::Value(value) = lesson.said
                && lesson.player as usize == player
            {
                said.push((value.into(), lesson.result.into()));
            }
        }
        let squares: f64 = said.iter().map(|(value, _)| value * value).sum();
        if squares == 0.0 {
            return 0.0;
        }
        // In units of their own deviation Newton's method starts near enough.
        let deviation = (squares / said.len() as f64).sqrt();
        let mut slope = 0.0;
        for _ in 0..50 {
            // One position speaks for no slope at all, so that there always is a best one.
            let (mut gradient, mut curvature) = (-slope, 1.0);
            for (value, result) in &said {
                let value = value / deviation;
                let chance = 1.0 / (1.0 + (-slope * value).exp());
                gradient += (result - chance) * value;
                curvature += chance * (1.0 - chance) * value * value;
            }
            let step = gradient / curvature;
            slope += step.clamp(-1.0, 1.0);
            if step.abs() < 1e-6 {
                break;
            }
        }
        // Who says the opposite of what happens says nothing.
        (slope.max(0.0) / deviation) as f32
    }

    /// All positions for a trainer elsewhere, one behind the other: the inputs, a byte each; the result
    /// and the target as 32-bit floating-point numbers, little-endian; a byte that is 1 for positions of
    /// the examination and 0 for the others.
    #[must_use]
    pub fn export(&self, course: &Course) -> Vec<u8> {
        let parts = self.divided(course);
        let mut bytes = Vec::with_capacity(self.numbers.len() + 9 * self.lessons.len());
        for (part, positions) in (0..).zip(&parts) {
            for position in positions {
                bytes.extend(position.numbers);
                bytes.extend(position.result.to_le_bytes());
                bytes.extend(position.target.to_le_bytes());
                bytes.push(part);
            }
        }
        bytes
    }
}

/// Whether a game is left for the examination.
fn is_examined(game: u32, course: &Course) -> bool {
    mix(Seed(course.seed).child(1).0 ^ mix(game.into())) % 1000 < u64::from(course.examined)
}

pub(super) fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

struct Add<'lessons> {
    lessons: &'lessons mut Lessons,
    record: &'lessons Record,
}

impl GameVisitor for Add<'_> {
    type Output = Result<(), NothingToLearn>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let Add { lessons, record } = self;
        if record.ending.offender().is_some() || record.game != game.name() {
            return Ok(());
        }
        let players = [0, 1].map(|side| lessons.player(&record.players[side]));
        let mut seen = vec![0; lessons.inputs.names.len()];
        let mut position = game.start();
        for (number, played) in record.moves.iter().enumerate() {
            let side = game.side_to_move(&position);
            if number >= record.opening as usize {
                game.fill_network_inputs(&position, &mut seen);
                let numbers = seen.iter();
                let numbers = numbers.map(|&number| number.clamp(0, GREATEST_INPUT) as u8);
                lessons.numbers.extend(numbers);
                lessons.lessons.push(Lesson {
                    game: lessons.games,
                    player: players[side.index()],
                    said: played.score.as_deref().map_or(Said::Nothing, said),
                    result: f32::from(record.halves(side)) / 2.0,
                });
            }
            play_text(game, &mut position, &played.text)
                .map_err(|error| NothingToLearn::Unplayable(error.to_string()))?;
        }
        lessons.games += 1;
        Ok(())
    }
}

/// What a score in a record means.
fn said(text: &str) -> Said {
    match text.split_whitespace().next() {
        Some("win") => Said::Certain(1.0),
        Some("loss") => Said::Certain(0.0),
        _ => match text.parse::<f32>() {
            Ok(value) if value.is_finite() => Said::Value(value),
            _ => Said::Nothing,
        },
    }
}
