//! What results say about strength.
//!
//! Between two players: [`elo`] and [`normalised_elo`] with their 95 % intervals, [`superiority`],
//! and [`Sprt`], the test that stops as soon as enough games are played; all of them from a [`Tally`]
//! of games or, with less noise, from [`Pairs`] of games with the same opening and colours reversed.
//!
//! Among many: [`rate_field`] finds the most likely ratings of all players from all their games at
//! once; [`Glicko2`] and [`TrueSkill`] follow them game by game.
//!
//! Nothing here is random, and nothing depends on the order of games, but for the last two.

mod bradley_terry;
mod constrained;
mod elo;
mod field;
mod linear;
mod normal;
mod results;
mod running;
mod sprt;

pub use bradley_terry::{FieldModel, FieldRatings, PlayerRating, rate_field};
pub use elo::{Estimate, elo, elo_of_score, normalised_elo, score_of_elo, superiority};
pub use field::{Encounter, FieldError, GameRecord, encounters};
pub use results::{GameResult, Pairs, Results, Tally};
pub use running::{Glicko2, TrueSkill};
pub use sprt::{Bounds, InvalidSprt, Model, Sprt, Verdict};
