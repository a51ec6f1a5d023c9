//! Playing what is left of a tournament, with somebody watching, until it ends or is stopped.

use super::{RunningArguments, table};
use crate::commands::cluster::ClusterArguments;
use crate::console::Console;
use crate::files::LocalFiles;
use anyhow::Result;
use arena::{Control, Crew, Finish, Plan, Progress, RunError, run};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use store::{Store, Tournament};

/// The table on the terminal is drawn anew so often.
const BETWEEN_FRAMES: Duration = Duration::from_millis(200);
/// Somebody may have asked for more or fewer workers.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);
/// So many players are shown while a tournament runs.
const SHOWN: usize = 10;
/// So many players are shown when a round is over, where the next one depends on it.
const SHOWN_AFTER_ROUND: usize = 15;

/// Has a crew play a tournament to its end, or until Ctrl-C.
pub(crate) fn play(
    store: &mut Store,
    tournament: &Tournament,
    crew: &dyn Crew,
    workers: usize,
    console: &mut Console<'_>,
) -> Result<Finish> {
    let _claim = store.claim(tournament)?;
    store.set_workers(tournament.id, None)?;
    let control = Control::new(workers);
    // The store itself is busy keeping games.
    let looking = store.path().map(Store::open).transpose()?;
    let mut show = Show::new(&tournament.plan, console);
    let mut looked = Instant::now();
    let mut watch = |progress: &Progress<'_>| {
        if show.stop.load(Ordering::Relaxed) {
            control.stop();
        }
        if looked.elapsed() >= BETWEEN_LOOKS {
            looked = Instant::now();
            let asked = looking
                .as_ref()
                .and_then(|store| store.workers(tournament.id).ok());
            if let Some(workers) = asked.flatten() {
                control.set_workers(workers);
            }
        }
        if progress.is_end_of_round
            && tournament.plan.format.depends_on_results()
            && progress.games < tournament.plan.games_in_all()
        {
            let best = table::standings(&tournament.plan, progress.standings, SHOWN_AFTER_ROUND);
            let text = format!("After round {}:\n{best}\n", progress.round + 1);
            show.bar.suspend(|| console.note(&text));
        }
        show.draw(progress, &control);
    };
    let mut archive = store.archive(tournament.id)?;
    let finish = run(
        &tournament.plan,
        &LocalFiles,
        &mut archive,
        crew,
        &control,
        &mut watch,
    );
    show.bar.finish_and_clear();
    if let Err(RunError::Archive(_)) = &finish {
        let name = &tournament.name;
        console.note(&format!(
            "All games that counted are kept; to go on: partida tournament resume {name}"
        ));
    }
    let finish = finish?;
    if finish.is_complete {
        store.complete(tournament.id)?;
    }
    Ok(finish)
}

/// Plays a tournament as its arguments say: here, or on a cluster.
pub(crate) fn play_with(
    store: &mut Store,
    tournament: &Tournament,
    running: &RunningArguments,
    cluster: &ClusterArguments,
    console: &mut Console<'_>,
) -> Result<Finish> {
    let hands = cluster.hands("tournament", &tournament.name, &tournament.plan, console)?;
    let finish = play(store, tournament, hands.crew(), running.workers(), console);
    hands.end(
        finish.as_ref().is_ok_and(|finish| finish.is_complete),
        console,
    );
    finish
}

/// How many games at a time, if nobody says: as many as there are processors.
pub(crate) fn usual_workers() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What a person at a terminal sees of a tournament that runs.
struct Show<'plan> {
    plan: &'plan Plan,
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
    drawn: Option<Instant>,
}

impl<'plan> Show<'plan> {
    fn new(plan: &'plan Plan, console: &Console<'_>) -> Show<'plan> {
        let target = if console.errors_are_terminal {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(plan.games_in_all()), target);
        let template = "{bar:30} {human_pos}/{human_len} games  {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Show {
            plan,
            bar,
            stop: console.interrupt.listen(),
            drawn: None,
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
        let seconds = self.bar.elapsed().as_secs_f64();
        let rate = progress.games_now as f64 / seconds.max(0.001);
        let left = self.plan.games_in_all().saturating_sub(progress.games);
        let mut message = format!("{rate:.1}/s");
        if progress.games_now > 0 {
            let eta = Duration::from_secs_f64((left as f64 / rate).min(1e9));
            message += &format!("  {} left", indicatif::HumanDuration(eta));
        }
        message += &format!("  round {}", progress.round + 1);
        message += &format!("  {} at a time", control.workers());
        message += if control.is_stopping() {
            "  (finishing the games that run)"
        } else {
            "  (Ctrl-C stops)"
        };
        let top = table::standings(self.plan, progress.standings, SHOWN);
        self.bar.set_position(progress.games);
        self.bar.set_message(format!("{message}\n{top}"));
    }
}
