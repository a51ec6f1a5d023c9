//! Partida in a terminal: a game of any kind, played by people and machines, full-screen with keyboard and mouse or
//! line by line for pipes and screen readers, in English or Spanish.
//!
//! Nothing here knows files or the environment: whoever starts it says what the game begins with ([`Setup`]), what the
//! terminal can show ([`Look`]), which language is read ([`Language`]) and where games are kept ([`Keeper`]), and hands
//! over the streams.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use terminal::{Keeper, Language, Look, Setup, Sitting, line_mode};
//!
//! struct Nowhere;
//! impl Keeper for Nowhere {
//!     fn keeps(&self) -> bool {
//!         false
//!     }
//!     fn save(&mut self, _: Option<&str>, _: &str) -> Result<String, String> {
//!         Err("there is no room".to_string())
//!     }
//!     fn load(&mut self, _: &str) -> Result<String, String> {
//!         Err("there is nothing".to_string())
//!     }
//!     fn set_aside(&mut self) -> Result<Option<String>, String> {
//!         Ok(None)
//!     }
//! }
//!
//! let setup = Setup {
//!     game: "connect".to_string(),
//!     moves: ["a", "b", "a", "b", "a", "b"].map(str::to_string).to_vec(),
//!     players: ["human", "first"].map(str::to_string),
//!     ..Setup::default()
//! };
//! let look = Look { color: false, ascii: true };
//! let (files, leave) = (games::NoFiles, Arc::new(AtomicBool::new(false)));
//! let mut keeper = Nowhere;
//! let sitting = Sitting::open(&setup, Language::English, look, &mut keeper, &files, leave)?;
//! let mut output = Vec::new();
//! line_mode(sitting, &mut &b"a\n"[..], &mut output).expect("memory can be written to");
//! let said = String::from_utf8(output).expect("it is text");
//! assert!(said.contains("Win for x: 4 in a row"), "{said}");
//! # Ok::<(), game::text::TextError>(())
//! ```

mod app;
mod clocks;
mod command;
mod full_screen;
mod input;
mod layout;
mod line;
mod look;
mod pointing;
mod record;
mod screen;
mod session;
mod sitting;
#[cfg(test)]
mod snapshots;
mod table;
mod text;
mod thinking;
mod words;

pub use full_screen::full_screen;
pub use line::line_mode;
pub use look::Look;
pub use record::is_record;
pub use session::Setup;
pub use sitting::{Keeper, Sitting};
pub use table::{End, HUMAN};
pub use text::Language;
