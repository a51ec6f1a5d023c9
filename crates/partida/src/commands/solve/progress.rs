//! How far a solver has come, for a person at a terminal, and whether it is to stop.

use crate::console::Console;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use solve::Solution;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The clock is asked only so often, as solvers look up more often than that is worth.
const BETWEEN_FRAMES: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
    is_stopped: bool,
    began: Instant,
    shown: Instant,
    /// What is being done.
    phase: String,
}

impl Progress {
    pub(crate) fn new(console: &Console<'_>, deadline: Option<Instant>) -> Progress {
        let target = if console.errors_are_terminal {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        let now = Instant::now();
        Progress {
            bar,
            stop: console.interrupt.listen(),
            deadline,
            is_stopped: false,
            began: now,
            shown: now,
            phase: String::new(),
        }
    }

    /// Another part of the work begins.
    pub(crate) fn begins(&mut self, phase: &str) {
        phase.clone_into(&mut self.phase);
    }

    /// The next of several equal parts of the work begins.
    pub(crate) fn counts(&mut self, phase: &str, done: usize, of: usize) {
        self.phase = format!("{phase} {done}/{of}");
        self.began = Instant::now();
    }

    /// Whether the work was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Shows what is waited for, and says whether to go on.
    pub(crate) fn waits(&mut self) -> ControlFlow<()> {
        let is_late = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        self.bar
            .set_message(format!("{}  (Ctrl-C stops)", self.phase));
        self.bar.tick();
        ControlFlow::Continue(())
    }

    /// Shows how far it is, and says whether to go on.
    pub(crate) fn look(&mut self, so_far: &Solution) -> ControlFlow<()> {
        let now = Instant::now();
        let is_late = self.deadline.is_some_and(|deadline| now >= deadline);
        if self.is_stopped || is_late || self.stop.load(Ordering::Relaxed) {
            self.is_stopped = true;
            return ControlFlow::Break(());
        }
        if now - self.shown >= BETWEEN_FRAMES {
            self.shown = now;
            let seconds = (now - self.began).as_secs_f64();
            let rate = so_far.nodes as f64 / seconds / 1e6;
            self.bar.set_message(format!(
                "{}  score {} to {}  {} nodes  {rate:.1} M/s  {seconds:.0} s  (Ctrl-C stops)",
                self.phase,
                so_far.least,
                so_far.most,
                HumanCount(so_far.nodes),
            ));
            self.bar.tick();
        }
        ControlFlow::Continue(())
    }

    /// Takes it off the terminal.
    pub(crate) fn ends(&self) {
        self.bar.finish_and_clear();
    }
}
