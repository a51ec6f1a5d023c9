//! The vocabulary of two-player board games with perfect information.
//!
//! Everything else in Partida stands on this crate: what a game's rules are ([`Game`]), how it is
//! written ([`Notation`]), who plays ([`Side`]), how it ends ([`Outcome`], [`Score`]), what maps
//! onto itself ([`Symmetry`]); with the tools that every game wants: [`bits`] for bitboards,
//! [`random`] for seeded randomness, [`text`] for reading with good errors, [`perft`] for counting
//! trees, and [`conformance`], the suite of checks that any game runs with one call.
//!
//! Nothing here does I/O, and nothing here knows a particular game or search.
//!
//! A whole game, small enough to read at a glance: players take one or two of the matches left,
//! and whoever takes the last one wins.
//!
//! ```
//! use game::{Game, Outcome, Side, perft::perft};
//! use std::ops::ControlFlow;
//!
//! #[derive(Debug, Clone)]
//! struct Matches(u8);
//!
//! impl Game for Matches {
//!     type Position = (u8, Side);
//!     type Move = u8;
//!     type Undo = ();
//!
//!     fn start(&self) -> (u8, Side) {
//!         (self.0, Side::First)
//!     }
//!     fn side_to_move(&self, position: &(u8, Side)) -> Side {
//!         position.1
//!     }
//!     fn outcome(&self, position: &(u8, Side)) -> Option<Outcome> {
//!         (position.0 == 0).then_some(Outcome::win(position.1.other()))
//!     }
//!     fn visit_moves<V>(&self, position: &(u8, Side), mut visit: V) -> ControlFlow<()>
//!     where
//!         V: FnMut(u8) -> ControlFlow<()>,
//!     {
//!         (1..=position.0.min(2)).try_for_each(&mut visit)
//!     }
//!     fn play(&self, position: &mut (u8, Side), taken: u8) {
//!         *position = (position.0 - taken, position.1.other());
//!     }
//!     fn undo(&self, position: &mut (u8, Side), taken: u8, _undo: ()) {
//!         *position = (position.0 + taken, position.1.other());
//!     }
//!     fn key(&self, position: &(u8, Side)) -> u64 {
//!         u64::from(position.0) * 2 + position.1.index() as u64
//!     }
//!     fn move_universe(&self) -> Vec<u8> {
//!         vec![1, 2]
//!     }
//! }
//!
//! let game = Matches(5);
//! // Five matches are gone after 1+2+2, 2+1+2, 2+2+1 and longer games; three plies always exist.
//! assert_eq!(perft(&game, &mut game.start(), 3), 7);
//! ```

pub mod arguments;
pub mod bits;
pub mod conformance;
mod diagram;
pub mod evaluation;
mod guidance;
pub mod network;
mod outcome;
pub mod perft;
mod playable;
pub mod random;
mod rules;
mod side;
mod symmetry;
pub mod text;

pub use diagram::{Diagram, DiagramCell, SetUpKit, set_up};
pub use evaluation::{ByOutcome, Evaluator, Feature, Weight};
pub use guidance::{ASPECTS, Guidance, Noise};
pub use outcome::{Goal, Outcome, Score};
pub use playable::{
    EvaluatorDeclaration, LEVELS, NETWORK, Playable, Policy, PolicyDeclaration, Preset, Settings,
};
pub use rules::{Game, Notation, play_text};
pub use side::Side;
pub use symmetry::{CellMaps, Symmetry};
