//! Better numbers for players, found by playing.
//!
//! A [`Tuning`] is asked for games and told their results, round by round; who plays them, where and in
//! which order is not its business. Between two rounds it can be written down, and goes on elsewhere as if
//! nothing had happened. [`Method`] says how it goes about it: a text such as `genetic:population=20`, whose
//! words are declared in [`methods`].
//!
//! An [`Experiment`] is a tuning of a player of a game as people write it down in a file, with opponents,
//! openings, and how the result is validated. [`Study::new`] makes sure that all of it can be done, and
//! [`run`] does it: games are played by the arena, what comes of them is kept in a [`Notebook`].
//! A [`Comparison`] is several of them beside each other, each with several seeds.
//!
//! [`network::train`] makes a network that judges positions, from games that were played before.
//!
//! ```
//! use arena::ratings::Tally;
//! use tune::{Answer, Dimension, Space, Tuning};
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
//! let mut tuning = Tuning::new(space, "spsa".parse()?, 4000, 1);
//! while !tuning.ask().is_empty() {
//!     // Games in which the greater weight always wins.
//!     let answers: Vec<Answer> = tuning
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
//!         .map(Answer::from)
//!         .collect();
//!     tuning.tell(&answers);
//! }
//! assert!(tuning.best()[0] > 9.0);
//! # Ok::<(), game::text::TextError>(())
//! ```

mod cma;
mod comparison;
mod contest;
mod course;
mod evolution;
mod experiment;
mod genetic;
mod grid;
mod hall;
mod history;
mod linear;
mod method;
pub mod network;
mod regression;
mod run;
mod samples;
mod space;
mod spsa;
mod study;
mod table;
mod trial;
mod tuner;
mod tuning;
mod values;

pub use comparison::{
    COMPARISONS, Comparison, Difference, Runs, Shown, Spread, Variant, opposed, winner,
};
pub use experiment::{Experiment, Rival, Sides, Tuned, ValidationPlan};
pub use hall::Champion;
pub use history::{Field, Generation, Window};
pub use method::{Method, MethodDeclaration, methods};
pub use run::{Evaluation, Exam, Finish, Notebook, Progress, Stage, replay, run};
pub use space::{Dimension, Point, Space};
pub use study::{Impossible, Study};
pub use trial::{Answer, Fitness, Opponent, Trial};
pub use tuning::Tuning;
