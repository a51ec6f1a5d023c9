//! The games of Partida, in all their sizes and variants.
//!
//! One module per game holds its rules and its notation; [`registry`] knows them all by name and
//! turns a word such as `connect:8x7,c=4` into a game. Which machine word a board is kept in is
//! decided there, once: a [`GameVisitor`] then runs on that very type, without any dispatch inside.
//!
//! ```
//! use game::{Game, Playable, perft::perft, play_text};
//! use games::{GameVisitor, NoFiles, parse_game};
//!
//! struct CountAfter(&'static str);
//!
//! impl GameVisitor for CountAfter {
//!     type Output = u64;
//!     fn visit<G: Playable>(self, game: &G) -> u64 {
//!         let mut position = game.start();
//!         play_text(game, &mut position, self.0).expect("these moves are legal");
//!         perft(game, &mut position, 2)
//!     }
//! }
//!
//! let game = parse_game("connect:7x6,c=4", &NoFiles)?;
//! assert_eq!(game.visit(CountAfter("d d d")), 49);
//! # Ok::<(), game::text::TextError>(())
//! ```

pub mod amazons;
pub mod bricks;
pub mod connect;
pub mod registry;
pub mod tafl;

pub use game::arguments::{Files, NoFiles, Parameter, Range};
pub use registry::{AnyGame, Family, GameVisitor, Variant, families, parse_game, parse_game_for};
