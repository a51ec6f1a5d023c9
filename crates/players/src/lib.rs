//! Players as one word of text, the same on the command line, in files, and wherever else a player
//! is named: `alphabeta:depth=10,eval=h2`, `greedy:weights=4/2/5/4/2`, `champion`, `level:7`.
//!
//! [`Spec`] is a text understood: checked against a game, with a canonical form that reads back to
//! the same player. [`Player`] is the player itself. What can be written is declared in one place:
//! [`kinds`] for the players every game has, and [`game::Playable`] for the evaluators, policies
//! and presets of a game. Texts may also name presets that lie in files, `@mine`: [`Spec::read`]
//! takes what stands there, a [`PlayerPreset`], from a [`Files`](game::arguments::Files).
//!
//! ```
//! use game::Game;
//! use games::bricks::Bricks;
//! use players::{Player, Request, Spec};
//!
//! let game = Bricks::<u64>::new(4);
//! let spec = Spec::parse(&game, "NegaMax:depth=3,ties=first")?;
//! assert_eq!(spec.to_string(), "alphabeta:depth=3");
//!
//! let mut player = Player::parse(&game, "minimax:depth=2")?;
//! let decision = player.choose(&game, &game.start(), &mut Request::default())?;
//! let report = decision.report.expect("it searches");
//! assert_eq!(report.nodes, 1 + 24 + 448);
//!
//! let error = Spec::parse(&game, "minmax:depth=2").expect_err("a slip");
//! assert!(error.to_string().contains(r#"did you mean "minimax"?"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod failure;
mod kinds;
mod mind;
mod networks;
mod perfect;
mod player;
mod preset;
mod process;
pub mod protocol;
mod registry;
mod spec;
mod stopwatch;
mod tunable;
mod whims;

pub use clock::parse_clock;
pub use failure::{Ending, Failure, Reason};
pub use kinds::{Kind, kinds};
pub use player::{Decision, History, MoveLimits, Player, Request, Watch};
pub use preset::PlayerPreset;
pub use process::{Exchange, Program, run_launcher, use_launcher};
pub use spec::{Spec, words};
pub use stopwatch::Stopwatch;
pub use tunable::Tunable;
