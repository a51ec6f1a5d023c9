//! What a database must be able to do for a cluster. Two can: [`crate::Postgres`] and [`crate::Sqlite`].

use serde::Serialize;
use std::time::Duration;
use thiserror::Error;

/// A job that was lost so often with its worker, or failed, is not tried again.
pub const MOST_ATTEMPTS: i16 = 3;
/// Parked jobs are counted, and so many of them shown.
pub(crate) const MOST_SHOWN: i64 = 10;
/// Whoever gave no sign of life for so long is not counted among those who work.
pub(crate) const ALIVE: Duration = Duration::from_secs(60);

/// Something that the queue of a cluster could not do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum QueueError {
    /// The server does not answer, or the connection is gone: the same may work later.
    #[error("the cluster cannot be reached: {0}")]
    Unreachable(String),
    /// There are no tables.
    #[error("there is no cluster here yet: partida cluster init makes one")]
    NotPrepared,
    /// The tables are those of another version.
    #[error("this cluster was made by another version of partida (its tables are of version {0})")]
    OtherSchema(String),
    /// An experiment of that name is of another program.
    #[error("experiment {name} was begun with partida {theirs}, and this is partida {ours}")]
    OtherProgram {
        /// Its name.
        name: String,
        /// Version and signature it was begun with.
        theirs: String,
        /// Ours.
        ours: String,
    },
    /// A batch holds other jobs under the same numbers.
    #[error("there are other jobs of the same numbers")]
    OtherJobs,
    /// What somebody works for is no longer there.
    #[error("somebody else has removed the jobs, or taken over the experiment")]
    Gone,
    /// The database refuses.
    #[error("the cluster refuses: {0}")]
    Refused(String),
}

impl QueueError {
    /// Whether the same may work later.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, QueueError::Unreachable(_))
    }
}

/// What the program is: whoever differs in it may not work at the same experiment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// A number for what its games and searches do.
    pub signature: String,
}

impl std::fmt::Display for Program {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} (signature {})", self.version, self.signature)
    }
}

/// An experiment to be put down, or gone on with.
#[derive(Debug, Clone)]
pub struct NewExperiment {
    /// Its name: the same name is the same experiment.
    pub name: String,
    /// What it is, in a word.
    pub kind: String,
    /// What works at it.
    pub program: Program,
    /// The milliseconds that the yardstick takes where it was begun.
    pub yardstick: f64,
}

/// What becomes of an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Its jobs are given out.
    Open,
    /// They are not, until somebody goes on with it.
    Paused,
    /// Nobody needs anything of it any more.
    Done,
}

impl State {
    pub(crate) fn word(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Paused => "paused",
            State::Done => "done",
        }
    }

    pub(crate) fn of_word(word: &str) -> State {
        match word {
            "open" => State::Open,
            "paused" => State::Paused,
            _ => State::Done,
        }
    }
}

/// A job: its number in its batch, and what is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// Unique in its batch.
    pub number: i64,
    /// A document that workers understand.
    pub payload: String,
}

/// How a batch stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BatchProgress {
    /// Jobs that wait or are worked at.
    pub open: u64,
    /// Jobs that are not tried again.
    pub parked: u64,
    /// Why the first of those is not.
    pub error: Option<String>,
}

/// Who wants to work.
#[derive(Debug, Clone)]
pub struct Newcomer {
    /// A name for people: the machine and the process.
    pub name: String,
    /// What it is.
    pub program: Program,
    /// How many jobs it does at a time.
    pub threads: u32,
    /// The milliseconds that the yardstick takes there.
    pub yardstick: f64,
}

/// Which jobs somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Jobs that may be done together with others.
    Ordinary,
    /// A single job that was lost twice: whoever takes it must do nothing else at the time, so that nobody
    /// suffers if it is the job that ends its workers.
    LastChance,
}

/// What somebody asks for.
pub struct Request<'request> {
    /// Who asks.
    pub worker: i64,
    /// What it is: jobs of experiments of others are not given out.
    pub program: &'request Program,
    /// Which jobs.
    pub wanted: Wanted,
    /// How long it keeps them without a sign of life.
    pub lease: Duration,
    /// How many of a batch.
    pub size: &'request dyn Fn(i64) -> u32,
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Request")
            .field("worker", &self.worker)
            .field("wanted", &self.wanted)
            .finish_non_exhaustive()
    }
}

/// What somebody gets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// Jobs, if there are any.
    pub chunk: Option<Chunk>,
    /// Whether there are jobs that were lost twice.
    pub has_last_chances: bool,
    /// Whether everybody is to leave.
    pub is_draining: bool,
}

/// Jobs in somebody's hands.
#[derive(Debug, Clone, PartialEq)]
pub struct Chunk {
    /// By which they are known as its own.
    pub lease: i64,
    /// The batch they are of.
    pub batch: i64,
    /// The milliseconds that the yardstick takes where the experiment was begun.
    pub yardstick: f64,
    /// The jobs.
    pub jobs: Vec<NewJob>,
}

/// What came of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// Its number.
    pub number: i64,
    /// The result.
    pub document: String,
}

/// A result as the one who asked for it gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collected {
    /// Its place among all results of the batch, in the order in which they came; from 1.
    pub position: i64,
    /// The job's number.
    pub number: i64,
    /// The result.
    pub document: String,
}

/// A sign of life.
#[derive(Debug, Clone, Copy)]
pub struct Pulse<'pulse> {
    /// Whose.
    pub worker: i64,
    /// What it still works at.
    pub leases: &'pulse [i64],
    /// How long it keeps them from now on.
    pub lease: Duration,
    /// Jobs done so far.
    pub jobs: u64,
    /// Jobs a second, of late.
    pub rate: f64,
}

/// How a cluster stands; names of fields are names in JSON.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Status {
    /// Whether workers are asked to leave.
    pub draining: bool,
    /// Those who have not left.
    pub workers: Vec<WorkerStatus>,
    /// All experiments.
    pub experiments: Vec<ExperimentStatus>,
}

impl Status {
    /// Jobs a second of all who are alive.
    #[must_use]
    pub fn rate(&self) -> f64 {
        let alive = self.workers.iter().filter(|worker| worker.alive);
        // An empty sum of these numbers would be -0.
        alive.fold(0.0, |sum, worker| sum + worker.rate)
    }
}

/// One who works.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WorkerStatus {
    /// Its name.
    pub name: String,
    /// What it is.
    #[serde(flatten)]
    pub program: Program,
    /// How many jobs it does at a time.
    pub threads: u32,
    /// The milliseconds that the yardstick takes there: fewer are faster.
    pub yardstick_ms: f64,
    /// When it last gave a sign of life, in seconds before now.
    pub seen_s: f64,
    /// Whether that is not long ago.
    pub alive: bool,
    /// Jobs it has done.
    pub jobs: u64,
    /// Jobs a second, of late.
    pub rate: f64,
}

/// An experiment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExperimentStatus {
    /// Its name.
    pub name: String,
    /// What it is, in a word.
    pub kind: String,
    /// What works at it.
    #[serde(flatten)]
    pub program: Program,
    /// What becomes of it.
    pub state: State,
    /// Jobs that wait.
    pub queued: u64,
    /// Jobs that are worked at.
    pub leased: u64,
    /// Jobs that are done.
    pub done: u64,
    /// Jobs that are not tried again.
    pub parked: u64,
    /// The first of those, and why.
    pub reasons: Vec<Parked>,
}

/// A job that is not tried again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Parked {
    /// Its number in its batch.
    pub number: i64,
    /// How often it was tried.
    pub attempts: i64,
    /// What happened last.
    pub error: String,
}

/// What was thrown away.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Collection {
    /// Experiments with all that is theirs.
    pub experiments: u64,
    /// Workers that are gone.
    pub workers: u64,
}

/// The queue of a cluster: jobs that are given out in chunks, for a while, and results.
///
/// A job has one result at most, whatever happens to those who work at it: a result is taken only from whoever
/// has the job in hands at the time, in one transaction with the job's being done.
pub trait Queue: Send {
    /// Makes the tables, unless they are there.
    fn prepare(&mut self) -> Result<(), QueueError>;

    /// Puts down an experiment, or opens the one of that name again; its number.
    fn open_experiment(&mut self, experiment: &NewExperiment) -> Result<i64, QueueError>;
    /// Says what becomes of an experiment.
    fn set_state(&mut self, experiment: i64, state: State) -> Result<(), QueueError>;
    /// The batch of an experiment with a key, which is put down if it is not there; its number. All other batches
    /// of the experiment are thrown away.
    fn open_batch(&mut self, experiment: i64, key: &str, document: &str)
    -> Result<i64, QueueError>;
    /// Puts down those jobs of a batch that are not there yet; those that were parked are tried again.
    fn enqueue(&mut self, batch: i64, jobs: &[NewJob]) -> Result<(), QueueError>;
    /// Results that came behind a position, in their order.
    fn collect(&mut self, batch: i64, behind: i64, most: u32)
    -> Result<Vec<Collected>, QueueError>;
    /// How a batch stands.
    fn progress(&mut self, batch: i64) -> Result<BatchProgress, QueueError>;

    /// Somebody comes to work; its number.
    fn join(&mut self, newcomer: &Newcomer) -> Result<i64, QueueError>;
    /// Somebody leaves.
    fn leave(&mut self, worker: i64) -> Result<(), QueueError>;
    /// Names of open experiments, and what works at them.
    fn open_experiments(&mut self) -> Result<Vec<(String, Program)>, QueueError>;
    /// What all jobs of a batch have in common.
    fn document(&mut self, batch: i64) -> Result<String, QueueError>;
    /// Gives out a chunk. Jobs of those who gave no sign of life in time are given out anew, or parked.
    fn lease(&mut self, request: &Request<'_>) -> Result<Answer, QueueError>;
    /// A sign of life; those of its leases that it still has.
    fn heartbeat(&mut self, pulse: &Pulse<'_>) -> Result<Vec<i64>, QueueError>;
    /// Takes results of jobs of a lease; how many were taken. Those that somebody else has by now are not.
    fn complete(
        &mut self,
        worker: i64,
        lease: i64,
        batch: i64,
        finished: &[Finished],
    ) -> Result<u64, QueueError>;
    /// A job of a lease could not be done.
    fn fail(&mut self, lease: i64, batch: i64, number: i64, error: &str) -> Result<(), QueueError>;
    /// A lease is given back; jobs of it that were not begun are as if nobody had had them.
    fn release(&mut self, lease: i64) -> Result<(), QueueError>;

    /// How the cluster stands.
    fn status(&mut self) -> Result<Status, QueueError>;
    /// Whether workers are to leave.
    fn drain(&mut self, is_draining: bool) -> Result<(), QueueError>;
    /// Throws away experiments that are done, and workers that are gone, if that is at least so long ago.
    fn collect_garbage(&mut self, age: Duration) -> Result<Collection, QueueError>;
}
