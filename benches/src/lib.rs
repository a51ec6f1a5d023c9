//! Pieces of work to be timed: our rules, and those of the peers, doing the same.
//!
//! The programs that measure are `peers` (CPU time and instructions of everything in one run, with
//! the table and the bounds), and the benches `time` (criterion) and `instructions` (gungraun).
//! `README.md` has the numbers.

pub mod bricks;
pub mod connect;
pub mod counting;
pub mod markdown;
pub mod tafl;
pub mod work;
