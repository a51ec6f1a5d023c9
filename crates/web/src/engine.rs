//! Work for the processors: searches wait in the order they came, so many run at a time, each stops when nobody
//! waits for it any more, and none takes longer than it may.

use crate::problem::Problem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tokio::sync::Semaphore;

/// More searches than this do not wait.
const MOST_WAITING: usize = 512;

/// Where searches run.
#[derive(Debug, Clone)]
pub(crate) struct Engine {
    places: Arc<Semaphore>,
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
        Engine {
            places: Arc::new(Semaphore::new(places.max(1))),
            waiting: Arc::new(AtomicUsize::new(0)),
        }
    }

    /// Waits for its turn and does some work. When the future is dropped, the work is told to stop, and if it has
    /// not begun it never does.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Problem::busy());
        }
        let waiting = Waiting(Arc::clone(&self.waiting));
        let place = Arc::clone(&self.places).acquire_owned().await;
        drop(waiting);
        let (_guard, stop) = StopOnDrop::new();
        let done = tokio::task::spawn_blocking(move || {
            // Given back when the work is over, not when nobody waits for it any more.
            let _place = place;
            work(stop)
        });
        done.await.map_err(|_| Problem::wrong("the search failed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn work_is_told_to_stop_when_nobody_waits() {
        let engine = Engine::new(1);
        let (sender, receiver) = std::sync::mpsc::channel();
        let search = engine.run(move |stop| {
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            sender.send(()).expect("somebody waits");
        });
        let gone = tokio::time::timeout(Duration::from_millis(30), search).await;
        assert!(gone.is_err(), "it would not end by itself");
        // The place is free again as soon as the work has seen it.
        assert_eq!(engine.run(|_| 7).await, Ok(7));
        assert_eq!(receiver.recv(), Ok(()));
    }

    #[tokio::test]
    async fn too_many_are_refused() {
        let engine = Engine::new(1);
        engine.waiting.store(MOST_WAITING, Ordering::Relaxed);
        assert_eq!(engine.run(|_| 7).await, Err(Problem::busy()));
    }
}
