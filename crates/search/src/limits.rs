//! When a search has to stop.

use rustix::time::{ClockId, clock_gettime};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How far a search may go. Whatever is reached first stops it; with nothing set, it goes on to
/// the end of the game.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes, all iterations together.
    pub nodes: Option<u64>,
    /// Time on the clock on the wall.
    pub time: Option<Duration>,
    /// The time on the wall at which a search should come to its end if nothing speaks for going
    /// on: a wish, where [`Limits::time`] is an order. Only `engine` and `mcts` follow it.
    pub aim: Option<Duration>,
    /// Time of the processor spent by the searching thread.
    pub cpu: Option<Duration>,
    /// Set by somebody else to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// A depth and nothing else.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// Whether it can be known only while searching when to stop, so that a result must be at hand
    /// at any time.
    #[must_use]
    pub fn are_open(&self) -> bool {
        self.nodes.is_some() || self.time.is_some() || self.cpu.is_some()
    }
}

/// Why a search came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The result can get no better: the game is decided within the depth searched.
    Decided,
    /// The depth is reached.
    Depth,
    /// So many nodes were searched.
    Nodes,
    /// Time was up.
    Time,
    /// Somebody stopped it.
    Stopped,
}

/// How much may happen between two looks at the clock. A unit is about what a leaf takes, from a
/// few nanoseconds to a few microseconds.
const PATIENCE: u32 = 256;

/// How much longer the first iteration may take, so that even a very short time gives a move that
/// somebody has looked at.
const GRACE: Duration = Duration::from_millis(3);

/// Counts nodes, and now and then looks at the clocks.
#[derive(Debug)]
pub(crate) struct Meter {
    pub(crate) nodes: u64,
    most_nodes: u64,
    deadline: Option<Instant>,
    cpu_deadline: Option<Duration>,
    stop: Option<Arc<AtomicBool>>,
    patience: u32,
    watches_clock: bool,
    /// [`GRACE`] while the first iteration runs, then nothing.
    grace: Duration,
    pub(crate) ended: Ended,
}

/// The search must be given up at once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Interrupted;

impl Meter {
    pub(crate) fn new(limits: &Limits) -> Meter {
        Meter {
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            // A time too long to be told is no limit.
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            cpu_deadline: limits.cpu.and_then(|time| thread_time().checked_add(time)),
            stop: limits.stop.clone(),
            patience: PATIENCE,
            watches_clock: limits.time.is_some() || limits.cpu.is_some() || limits.stop.is_some(),
            grace: GRACE,
            ended: Ended::Depth,
        }
    }

    /// There is a result now: from here on the limits are meant.
    pub(crate) fn end_grace(&mut self) {
        self.grace = Duration::ZERO;
    }

    /// One more node.
    #[inline]
    pub(crate) fn count_node(&mut self) -> Result<(), Interrupted> {
        if self.nodes >= self.most_nodes {
            self.ended = Ended::Nodes;
            return Err(Interrupted);
        }
        self.nodes += 1;
        self.work(1)
    }

    /// So many units of work.
    #[inline]
    pub(crate) fn work(&mut self, amount: u32) -> Result<(), Interrupted> {
        if self.watches_clock {
            self.patience = self.patience.saturating_sub(amount);
            if self.patience == 0 {
                return self.look();
            }
        }
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Interrupted> {
        self.patience = PATIENCE;
        let is_set = |stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed);
        if self.stop.as_ref().is_some_and(is_set) {
            self.ended = Ended::Stopped;
            return Err(Interrupted);
        }
        let late = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline + self.grace)
            || self
                .cpu_deadline
                .is_some_and(|deadline| thread_time() >= deadline + self.grace);
        if late {
            self.ended = Ended::Time;
            return Err(Interrupted);
        }
        Ok(())
    }
}

/// The processor time of this thread.
#[must_use]
pub fn thread_time() -> Duration {
    cpu_time(ClockId::ThreadCPUTime)
}

/// The processor time of all threads of the program.
#[must_use]
pub fn process_time() -> Duration {
    cpu_time(ClockId::ProcessCPUTime)
}

fn cpu_time(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}
