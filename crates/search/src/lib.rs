//! Searches: from plain minimax to alpha-beta with all its trimmings, for any game.
//!
//! There is one routine ([`Searcher`]); what is chosen in [`Options`] (cuts, symmetry, a table,
//! the order of moves, how many of them) changes how much of the tree it visits and not the value
//! it finds, which is that of the [`oracle`], a plain minimax that shares no code with it. How far
//! it goes is up to [`Limits`], which a [`Clock`] can set for a whole game. An [`Observer`] may watch: [`Statistics`] counts nodes level by
//! level, a [`Recorder`] keeps the tree; a search that nobody watches pays nothing for it.
//!
//! Nothing here knows a particular game, or does I/O.
//!
//! ```
//! use game::{ByOutcome, Game, random::Seed};
//! use games::connect::{Column, Connect};
//! use search::{Limits, Options, Searcher, Unobserved};
//!
//! let game = Connect::<u64>::new(4, 4, 3, None);
//! let mut searcher = Searcher::new(Options::default(), Seed(1));
//! let report = searcher.search(
//!     &game,
//!     &ByOutcome,
//!     &game.start(),
//!     &Limits::default(),
//!     &mut Unobserved,
//!     &mut |_| {},
//! );
//! // Three in a row on 4 x 4: the first player wins with the ninth stone.
//! assert_eq!(report.chosen(), Some(Column(1)));
//! assert_eq!(report.score().map(|score| score.to_string()), Some("win in 9".to_string()));
//! ```

pub mod adaptive;
mod clock;
mod engine;
mod limits;
mod mcts;
mod node;
mod observer;
mod options;
pub mod oracle;
mod ordering;
mod search;
mod statistics;
mod table;
mod tree;

pub use clock::{Clock, Finding, Pace, Share};
pub use engine::{Engine, EngineOptions, Tunables};
pub use limits::{Ended, Limits, process_time, thread_time};
pub use mcts::{Mcts, MctsOptions};
pub use observer::{Observer, Reason, Unobserved, Visit, Window};
pub use options::{Cuts, Options, Order, Ties};
pub use search::{Line, Report, Searcher};
pub use statistics::{Level, Statistics};
pub use tree::{Node, Recorder, Tree};
