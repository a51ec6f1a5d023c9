//! Doing what is left of a tuning, with somebody watching, until it ends or is stopped.

use crate::commands::cluster::ClusterArguments;
use crate::commands::tournament::RunningArguments;
use crate::console::Console;
use anyhow::Result;
use arena::{Control, Crew, RunError};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use store::{Store, StoredTuning};
use tune::{Finish, Progress, Stage, Study, run};

/// What a person sees is drawn anew so often.
const BETWEEN_FRAMES: Duration = Duration::from_millis(200);

/// Does a tuning to its end, or until Ctrl-C; a crew plays its games. The label says which of several it is.
pub(super) fn play(
    store: &mut Store,
    tuning: &StoredTuning,
    study: &Study,
    crew: &dyn Crew,
    workers: usize,
    label: &str,
    console: &mut Console<'_>,
) -> Result<Finish> {
    let _claim = store.claim_tuning(tuning)?;
    let control = Control::new(workers);
    let mut show = Show::new(study, label, console);
    let mut watch = |progress: &Progress<'_>| {
        if show.stop.load(Ordering::Relaxed) {
            control.stop();
        }
        show.draw(progress, &control);
    };
    let mut notebook = store.notebook(tuning.id);
    let finish = run(study, &mut notebook, crew, &control, &mut watch);
    show.bar.finish_and_clear();
    if let Err(RunError::Archive(_)) = &finish {
        console.note(&format!(
            "All that counted is kept; to go on: partida tune resume {}",
            tuning.name
        ));
    }
    let finish = finish?;
    if finish.is_complete {
        store.complete_tuning(tuning.id)?;
    }
    Ok(finish)
}

/// Does a tuning as its arguments say: here, or on a cluster.
pub(super) fn play_with(
    store: &mut Store,
    tuning: &StoredTuning,
    study: &Study,
    (running, cluster): (&RunningArguments, &ClusterArguments),
    label: &str,
    console: &mut Console<'_>,
) -> Result<Finish> {
    let hands = cluster.hands("tuning", &tuning.name, study.experiment(), console)?;
    let (crew, workers) = (hands.crew(), running.workers());
    let finish = play(store, tuning, study, crew, workers, label, console);
    hands.end(
        finish.as_ref().is_ok_and(|finish| finish.is_complete),
        console,
    );
    finish
}

/// What a person at a terminal sees of a tuning that runs.
struct Show {
    label: String,
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
    drawn: Option<Instant>,
    names: Vec<String>,
}

impl Show {
    fn new(study: &Study, label: &str, console: &Console<'_>) -> Show {
        let target = if console.errors_are_terminal {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let budget = study.tuning().budget();
        let is_known = budget < u64::MAX;
        let bar = ProgressBar::with_draw_target(is_known.then_some(budget), target);
        let template = match is_known {
            true => "{bar:30} {human_pos}/{human_len} games  {msg}",
            false => "{spinner} {human_pos} games  {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let dimensions = study.space().dimensions.iter();
        Show {
            label: label.to_string(),
            bar,
            stop: console.interrupt.listen(),
            drawn: None,
            names: dimensions.map(|it| it.name.clone()).collect(),
        }
    }

    fn draw(&mut self, progress: &Progress<'_>, control: &Control) {
        if self
            .drawn
            .is_some_and(|drawn| drawn.elapsed() < BETWEEN_FRAMES)
        {
            return;
        }
        self.drawn = Some(Instant::now());
        let tuning = progress.tuning;
        let seconds = self.bar.elapsed().as_secs_f64();
        let rate = progress.games_now as f64 / seconds.max(0.001);
        let is_tuning = progress.stage == Stage::Tuning;
        let played = tuning.played() + if is_tuning { progress.finished } else { 0 };
        let mut message = format!("{}{rate:.0}/s", self.label);
        if tuning.budget() < u64::MAX && rate > 0.0 {
            let left = tuning.budget().saturating_sub(played) as f64 / rate;
            let left = Duration::from_secs_f64(left.min(1e9));
            // Writing into a string cannot fail.
            let _ = write!(message, "  {} left", HumanDuration(left));
        }
        if let Stage::Examining(against) = progress.stage {
            let finished = progress.finished;
            let _ = write!(message, "  validation: {finished} games against {against}");
        }
        message += match control.is_stopping() {
            true => "  (finishing the games that run)",
            false => "  (Ctrl-C stops)",
        };
        if let Some(last) = tuning.history().last() {
            let count = tuning.history().len();
            let _ = write!(message, "\ngeneration {count}");
            if let Some(field) = &last.field {
                let (best, mean, worst) = (field.best, field.mean, field.worst);
                let _ = write!(
                    message,
                    ": best {best:.3}, mean {mean:.3}, worst {worst:.3}"
                );
            }
        }
        message.push('\n');
        for (name, value) in self.names.iter().zip(tuning.best()) {
            let _ = write!(message, "{name} {}  ", super::outcome::number(value));
        }
        self.bar.set_position(played);
        self.bar.set_message(message);
    }
}
