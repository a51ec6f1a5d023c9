//! Work for the processors: searches wait in the order they came, so many run at a time, each stops when nobody
//! waits for it any more, and none takes longer than it may.

use crate::problem::Problem;
use rustix::process::setpriority_process;
use rustix::thread::gettid;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, oneshot};

/// More searches than this do not wait.
const MOST_WAITING: usize = 512;
/// How often to look whether others wait.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// How much less than others a search gets of the processor, as `nice` counts: those who only want to see a table
/// must not feel that somebody searches.
const NICENESS: i32 = 10;
/// Searches go deep.
const STACK: usize = 64 << 20;

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A move in a game. It takes the time that its player takes, which when others wait is at most …
    Move,
    /// To know more about a position. There is always more to know: whoever wants that leaves one place to those
    /// who play, and makes room for others.
    Analysis,
}

impl Purpose {
    /// How long a search goes on when so many others wait for one of so many places.
    fn share(self, waiting: usize, places: usize) -> Duration {
        match self {
            Purpose::Move => Duration::from_secs(10),
            Purpose::Analysis => {
                let share = Duration::from_secs(4) * places as u32 / waiting.max(1) as u32;
                share.clamp(Duration::from_millis(200), Duration::from_secs(4))
            }
        }
    }
}

/// Where searches run.
#[derive(Debug, Clone)]
pub(crate) struct Engine {
    count: usize,
    places: Arc<Semaphore>,
    /// Those of them that analyses may have.
    for_analyses: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// Set when whoever holds the other end is gone.
#[derive(Debug)]
pub(crate) struct StopOnDrop(Arc<AtomicBool>);

impl StopOnDrop {
    /// The guard, and the flag that searches look at.
    pub(crate) fn new() -> (StopOnDrop, Arc<AtomicBool>) {
        let flag = Arc::new(AtomicBool::new(false));
        (StopOnDrop(Arc::clone(&flag)), flag)
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Counts somebody who waits.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Engine {
    /// So many searches run at a time.
    pub(crate) fn new(places: usize) -> Engine {
        let count = places.max(1);
        Engine {
            count,
            places: Arc::new(Semaphore::new(count)),
            for_analyses: Arc::new(Semaphore::new((count - 1).max(1))),
            waiting: Arc::new(AtomicUsize::new(0)),
        }
    }

    /// Waits for its turn and does some work. When the future is dropped, the work is told to stop, and if it has
    /// not begun it never does. It is also told to stop when it has had its share and others wait, and after the most
    /// that it may take in any case.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        purpose: Purpose,
        most: Duration,
        work: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Problem::busy());
        }
        let waiting = Waiting(Arc::clone(&self.waiting));
        let room = match purpose {
            Purpose::Move => None,
            Purpose::Analysis => Some(Arc::clone(&self.for_analyses).acquire_owned().await),
        };
        let place = Arc::clone(&self.places).acquire_owned().await;
        drop(waiting);
        let (guard, stop) = StopOnDrop::new();
        let (sender, mut receiver) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("search".to_string())
            .stack_size(STACK)
            .spawn(move || {
                let places = (place, room);
                // Where the system does not let us, searches are as important as anybody.
                let _ = setpriority_process(Some(gettid()), NICENESS);
                let done = work(stop);
                // Given back when the work is over, not when nobody waits for it any more; and before the answer,
                // so that whoever has the answer finds the place free.
                drop(places);
                let _ = sender.send(done);
            });
        if thread.is_err() {
            return Err(Problem::busy());
        }
        let began = Instant::now();
        loop {
            tokio::select! {
                done = &mut receiver => return done.map_err(|_| Problem::wrong("the search failed")),
                () = tokio::time::sleep(BETWEEN_LOOKS) => {}
            }
            let waiting = self.waiting.load(Ordering::Relaxed);
            let has_had_its_share =
                waiting > 0 && began.elapsed() >= purpose.share(waiting, self.count);
            if has_had_its_share || began.elapsed() >= most {
                guard.0.store(true, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    fn until_stopped(stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[tokio::test]
    async fn work_is_told_to_stop_when_nobody_waits() {
        let engine = Engine::new(1);
        let (sender, receiver) = std::sync::mpsc::channel();
        let search = engine.run(Purpose::Move, LONG, move |stop| {
            until_stopped(&stop);
            sender.send(()).expect("somebody waits");
        });
        let gone = tokio::time::timeout(Duration::from_millis(30), search).await;
        assert!(gone.is_err(), "it would not end by itself");
        // The place is free again as soon as the work has seen it.
        assert_eq!(engine.run(Purpose::Move, LONG, |_| 7).await, Ok(7));
        assert_eq!(receiver.recv(), Ok(()));
    }

    #[tokio::test]
    async fn too_many_are_refused() {
        let engine = Engine::new(1);
        engine.waiting.store(MOST_WAITING, Ordering::Relaxed);
        assert_eq!(
            engine.run(Purpose::Move, LONG, |_| 7).await,
            Err(Problem::busy())
        );
    }

    #[tokio::test]
    async fn analyses_make_room_for_others() {
        let engine = Engine::new(1);
        let endless = |engine: Engine| async move {
            let search = engine.run(Purpose::Analysis, LONG, |stop| until_stopped(&stop));
            tokio::time::timeout(Duration::from_secs(60), search).await
        };
        let first = tokio::spawn(endless(engine.clone()));
        let others: Vec<_> = (0..20)
            .map(|_| tokio::spawn(endless(engine.clone())))
            .collect();
        assert_eq!(first.await.expect("no panic"), Ok(Ok(())));
        // The last one has nobody to make room for.
        for other in others.into_iter().rev().skip(1).rev() {
            assert_eq!(other.await.expect("no panic"), Ok(Ok(())));
        }
    }

    #[tokio::test]
    async fn analyses_leave_a_place_to_those_who_play() {
        let engine = Engine::new(2);
        let looking: Vec<_> = (0..5)
            .map(|_| {
                let engine = engine.clone();
                tokio::spawn(async move {
                    engine
                        .run(Purpose::Analysis, LONG, |stop| until_stopped(&stop))
                        .await
                })
            })
            .collect();
        assert_eq!(engine.run(Purpose::Move, LONG, |_| 7).await, Ok(7));
        assert!(engine.places.available_permits() >= 1);
        for search in looking {
            search.abort();
        }
    }

    #[tokio::test]
    async fn a_search_that_panics_is_an_answer() {
        let engine = Engine::new(1);
        let failed: Result<u8, Problem> = engine
            .run(Purpose::Move, LONG, |_| {
                std::panic::resume_unwind(Box::new("on purpose"))
            })
            .await;
        assert!(failed.is_err());
        assert_eq!(engine.run(Purpose::Move, LONG, |_| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn nothing_takes_longer_than_it_may() {
        let engine = Engine::new(1);
        let most = Duration::from_millis(10);
        let search = engine.run(Purpose::Analysis, most, |stop| until_stopped(&stop));
        let ended = tokio::time::timeout(Duration::from_secs(60), search).await;
        assert_eq!(ended, Ok(Ok(())));
    }
}
