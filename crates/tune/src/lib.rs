//! Better numbers for players, found by playing.
//!
//! A [`Tuning`] is asked for games and told their results, round by round; who plays them, where and in
//! which order is not its business. Between two rounds it can be written down, and goes on elsewhere as if
//! nothing had happened.
//!
//! ```
//! use arena::ratings::Tally;
//! use tune::{Dimension, Method, Space, SpsaOptions, Tuning};
//!
//! let space = Space {
//!     dimensions: vec![Dimension {
//!         name: "weight".to_string(),
//!         least: 0.0,
//!         greatest: 10.0,
//!         start: 2.0,
//!         step: 0.01,
//!     }],
//! };
//! let mut tuning = Tuning::new(space, Method::Spsa(SpsaOptions::default()), 4000, 1);
//! while !tuning.ask().is_empty() {
//!     // A game in which the greater weight always wins.
//!     let answers: Vec<Tally> = tuning
//!         .ask()
//!         .iter()
//!         .map(|trial| match &trial.opponent {
//!             tune::Opponent::Candidate(other) if trial.candidate < *other => Tally {
//!                 losses: 2,
//!                 ..Tally::default()
//!             },
//!             _ => Tally {
//!                 wins: 2,
//!                 ..Tally::default()
//!             },
//!         })
//!         .collect();
//!     tuning.tell(&answers);
//! }
//! assert!(tuning.best()[0] > 9.0);
//! ```

mod cma;
mod genetic;
mod halving;
mod space;
mod spsa;
mod trial;
mod tuning;

pub use cma::CmaOptions;
pub use genetic::{Father, GeneticOptions, Selection};
pub use space::{Dimension, Point, Space};
pub use spsa::SpsaOptions;
pub use trial::{Fitness, Opponent, Trial};
pub use tuning::{Method, Tuning};
