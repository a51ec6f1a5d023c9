//! Players against players: one game under a referee, matches and tournaments of any size, and what
//! their results mean.
//!
//! A [`Plan`] says what is played: who meets whom ([`Format`]), at which game, from which
//! [`Openings`], under which [`Terms`]. [`run`] has it played by a [`Crew`], as many [`Threads`] as wanted, and keeps each
//! [`Record`] in an [`Archive`] before it counts in the [`Standings`]; from an archive that has some of
//! the games it goes on with the others. Whoever plays which game when makes no difference.
//!
//! [`ratings`] turns results into statements about strength: how much stronger one player is and how
//! sure that is, whether a test can stop, and where each player of a field stands.
//!
//! ```
//! use arena::ratings::{Sprt, Tally, Verdict, elo, superiority};
//!
//! // 96 games lost, 111 drawn, 136 won: some 40 Elo stronger, give or take 30 …
//! let results: Tally = "96,111,136".parse()?;
//! let difference = elo(&results).expect("there are games");
//! assert_eq!(difference.to_string(), "40.70 ± 30.43");
//! assert!(superiority(&results).is_some_and(|likelihood| likelihood > 0.99));
//!
//! // … but whether it is rather 5 or rather 0, in normalised Elo, takes more games to tell.
//! let test: Sprt = "elo0=0,elo1=5".parse()?;
//! assert_eq!(test.verdict(&results), Verdict::Continue);
//! # Ok::<(), game::text::TextError>(())
//! ```

mod court;
mod expansion;
mod openings;
mod plan;
pub mod ratings;
mod record;
mod referee;
mod runner;
mod schedule;
mod score_sheet;
mod standings;
mod terms;
mod workers;

pub use court::{Courts, Unplayed};
pub use expansion::{TooMany, expand};
pub use openings::{NoOpening, Openings, Portion};
pub use plan::{Job, Plan, Unplayable};
pub use record::{Ending, Played, Record};
pub use runner::{Archive, ArchiveError, Finish, Progress, RunError, run};
pub use schedule::{Format, Meeting};
pub use score_sheet::ScoreSheet;
pub use standings::{Results, Row, Standings, Summary};
pub use terms::{Agreement, Terms};
pub use workers::{Control, Crew, Take, Threads, Venue};
