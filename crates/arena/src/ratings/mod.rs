//! What results say about strength.
//!
//! Between two players: [`elo`] and [`normalised_elo`] with their 95 % intervals, [`superiority`],
//! and [`Sprt`], the test that stops as soon as enough games are played; all of them from a [`Tally`]
//! of games or, with less noise, from [`Pairs`] of games with the same opening and colours reversed.
//!
//! Nothing here is random.

mod constrained;
mod elo;
mod normal;
mod results;
mod sprt;

pub use elo::{Estimate, elo, elo_of_score, normalised_elo, score_of_elo, superiority};
pub use results::{GameResult, Pairs, Results, Tally};
pub use sprt::{Bounds, InvalidSprt, Model, Sprt, Verdict};
