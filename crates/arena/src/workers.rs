//! Games that have nothing to do with each other, played by whoever is there: a crew.

use crate::court::{Courts, Unplayed};
use crate::openings::{Openings, Portion};
use crate::plan::Job;
use crate::record::Record;
use crate::runner::RunError;
use crate::terms::Terms;
use games::AnyGame;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How long nobody looks whether something changed.
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// So many games are handed over at once, at most.
const MOST_AT_ONCE: usize = 1000;

/// Where games are played: all about them but who plays which of them. The numbers of games and players
/// in a [`Job`] are places in these lists.
#[derive(Debug, Clone, Copy)]
pub struct Venue<'venue> {
    /// The games.
    pub games: &'venue [AnyGame],
    /// The players' texts, which must be right for all of the games.
    pub players: &'venue [String],
    /// How games begin, …
    pub openings: &'venue Openings,
    /// … with which of the openings, …
    pub portion: Portion,
    /// … and where their random choices start from.
    pub opening_seed: u64,
    /// What the games are played under.
    pub terms: &'venue Terms,
}

/// How somebody else changes a tournament while it runs.
#[derive(Debug)]
pub struct Control {
    workers: AtomicUsize,
    is_stopping: AtomicBool,
}

impl Control {
    /// So many games are played at a time.
    #[must_use]
    pub fn new(workers: usize) -> Control {
        Control {
            workers: AtomicUsize::new(workers.max(1)),
            is_stopping: AtomicBool::new(false),
        }
    }

    /// From now on so many games are played at a time.
    pub fn set_workers(&self, workers: usize) {
        self.workers.store(workers.max(1), Ordering::Relaxed);
    }

    /// How many games are played at a time.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.workers.load(Ordering::Relaxed)
    }

    /// No new games; those that run are finished.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    /// Whether no new games are to be begun.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }
}

/// Takes games that were played, and says whether to go on.
pub type Take<'take> =
    &'take mut dyn FnMut(Vec<(Job, Record)>) -> Result<ControlFlow<()>, RunError>;

/// Those who play games that have nothing to do with each other: the threads of this process, or the machines
/// of a cluster.
pub trait Crew {
    /// Plays games in any order, and hands them over as they come, each once; nothing now and then, for whoever
    /// watches. Stops early when told to, by the control or by whoever takes the games.
    fn play(
        &self,
        venue: &Venue<'_>,
        jobs: &[Job],
        control: &Control,
        take: Take<'_>,
    ) -> Result<(), RunError>;
}

/// Threads of this process, as many as the control says.
#[derive(Debug, Clone, Copy, Default)]
pub struct Threads;

impl Crew for Threads {
    fn play(
        &self,
        venue: &Venue<'_>,
        jobs: &[Job],
        control: &Control,
        take: Take<'_>,
    ) -> Result<(), RunError> {
        play_on_threads(venue, jobs, control, take)
    }
}

fn play_on_threads(
    venue: &Venue<'_>,
    jobs: &[Job],
    control: &Control,
    take: Take<'_>,
) -> Result<(), RunError> {
    let queue = Queue {
        venue,
        jobs,
        next: AtomicUsize::new(0),
        working: AtomicUsize::new(0),
        control,
        is_over: AtomicBool::new(false),
        abandon: Arc::new(AtomicBool::new(false)),
    };
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        let (mut hired, mut received) = (0, 0);
        let result = loop {
            if received == jobs.len() {
                break Ok(());
            }
            while hired < control.workers().min(jobs.len()) {
                let (queue, sender, number) = (&queue, sender.clone(), hired);
                queue.working.fetch_add(1, Ordering::SeqCst);
                scope.spawn(move || queue.work(number, &sender));
                hired += 1;
            }
            let is_idle = queue.working.load(Ordering::SeqCst) == 0;
            match collected(&receiver, is_idle) {
                Ok(games) if games.is_empty() && is_idle => break Ok(()),
                Ok(games) => {
                    received += games.len();
                    match take(games) {
                        Ok(ControlFlow::Continue(())) => {}
                        Ok(ControlFlow::Break(())) => break Ok(()),
                        Err(error) => break Err(error),
                    }
                }
                Err(error) => break Err(error),
            }
        };
        // Whatever happened, nobody works for nothing.
        queue.is_over.store(true, Ordering::Relaxed);
        queue.abandon.store(true, Ordering::Relaxed);
        result
    })
}

/// The games that were finished since somebody looked.
fn collected(receiver: &Receiver<Played>, is_idle: bool) -> Result<Vec<(Job, Record)>, RunError> {
    // When nobody works, all there is has come.
    let patience = if is_idle { Duration::ZERO } else { LOOK_AGAIN };
    let first = match receiver.recv_timeout(patience) {
        Ok(played) => played,
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
    };
    let others = receiver.try_iter().take(MOST_AT_ONCE);
    std::iter::once(first)
        .chain(others)
        .collect::<Result<_, _>>()
        .map_err(|unplayed| RunError::Unplayable(unplayed.to_string()))
}

/// A game that was played, or why not.
type Played = Result<(Job, Record), Unplayed>;

/// What the workers have in common.
struct Queue<'run> {
    venue: &'run Venue<'run>,
    jobs: &'run [Job],
    next: AtomicUsize,
    /// How many workers have not gone home.
    working: AtomicUsize,
    control: &'run Control,
    is_over: AtomicBool,
    abandon: Arc<AtomicBool>,
}

impl Queue<'_> {
    /// Plays games until there are none left.
    fn work(&self, number: usize, sender: &Sender<Played>) {
        let mut courts = Courts::new(Arc::clone(&self.abandon));
        while let Some(job) = self.next_job(number) {
            let played = courts.play(self.venue, job).map(|record| (*job, record));
            if matches!(played, Err(Unplayed::Abandoned)) || sender.send(played).is_err() {
                break;
            }
        }
        self.working.fetch_sub(1, Ordering::SeqCst);
    }

    /// The next game for a worker; waits while there are to be fewer of them.
    fn next_job(&self, number: usize) -> Option<&Job> {
        loop {
            if self.control.is_stopping() || self.is_over.load(Ordering::Relaxed) {
                return None;
            }
            if number < self.control.workers() {
                return self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed));
            }
            if self.next.load(Ordering::Relaxed) >= self.jobs.len() {
                return None;
            }
            std::thread::sleep(LOOK_AGAIN);
        }
    }
}
