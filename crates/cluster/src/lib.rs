//! Work for many machines.
//!
//! A database has the jobs: [`Postgres`] for many machines, [`Sqlite`] for the processes of one. A
//! [`Coordinator`] puts games there and waits for what comes of them; as it is an [`arena::Crew`], tournaments and
//! tunings run on a cluster as they do on threads. [`work`] takes jobs in chunks, does them, and hands in the
//! results.
//!
//! Nothing is lost and nothing counts twice, whoever dies when: a chunk belongs to its worker for a while only
//! (its lease), and a result is taken only from whoever has the job in hands.

mod address;
mod coordinator;
mod documents;
mod eligibility;
mod link;
mod pace;
mod postgres;
mod queue;
mod sqlite;
mod tls;
mod worker;

pub use address::{Address, NoAddress};
pub use coordinator::Coordinator;
pub use documents::{SolveDocument, SolveJob, SolveResult};
pub use eligibility::{Timing, check_players};
pub use link::{Link, open};
pub use postgres::Postgres;
pub use queue::{
    Answer, BatchProgress, Chunk, Collected, Collection, ExperimentStatus, Finished, MOST_ATTEMPTS,
    NewExperiment, NewJob, Newcomer, Parked, Program, Pulse, Queue, QueueError, Request, State,
    Status, Wanted, WorkerStatus,
};
pub use sqlite::Sqlite;
pub use worker::{Gone, News, WorkerOptions, work};

/// The version of the tables.
pub(crate) const SCHEMA: &str = "1";

/// A chunk is at least this part of what was asked for: smaller ones cost more to ask for than they are worth.
const SMALLEST_SHARE: u32 = 20;

/// Of so many jobs that wait, one share of so many, and at most `size`.
pub(crate) fn share(waiting: i64, shares: i64, size: u32) -> u32 {
    let share = u32::try_from(waiting / shares.max(1)).unwrap_or(u32::MAX);
    let size = size.max(1);
    share.clamp((size / SMALLEST_SHARE).max(1), size)
}
