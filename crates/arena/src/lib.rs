//! Players against players.
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

pub mod ratings;
