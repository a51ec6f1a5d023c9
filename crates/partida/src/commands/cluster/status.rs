//! How a cluster stands, for people and as JSON.

use crate::failure::printable_line;
use ::cluster::{State, Status};
use serde::Serialize;
use std::fmt::Write as _;

/// The status as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
pub(super) struct View<'status> {
    rate: f64,
    #[serde(flatten)]
    status: &'status Status,
}

impl View<'_> {
    pub(super) fn new(status: &Status) -> View<'_> {
        View {
            rate: status.rate(),
            status,
        }
    }
}

/// The status as lines. Writing into a string cannot fail.
pub(super) fn text(status: &Status) -> String {
    let mut text = String::new();
    let alive = status.workers.iter().filter(|worker| worker.alive).count();
    let _ = writeln!(
        text,
        "{alive} workers, {:.1} jobs a second{}",
        status.rate(),
        if status.draining { ", leaving" } else { "" }
    );
    for worker in &status.workers {
        let silent = match worker.alive {
            true => String::new(),
            false => format!(", silent for {:.0} s", worker.seen_s),
        };
        let _ = writeln!(
            text,
            "  {}  {} threads, yardstick {:.1} ms, {} jobs, {:.1} a second{silent}",
            printable_line(&worker.name),
            worker.threads,
            worker.yardstick_ms,
            worker.jobs,
            worker.rate,
        );
    }
    for experiment in &status.experiments {
        let state = match experiment.state {
            State::Open => "",
            State::Paused => ", paused",
            State::Done => ", done",
        };
        let _ = writeln!(
            text,
            "{} {}{state}: {} queued, {} leased, {} done, {} parked",
            experiment.kind,
            printable_line(&experiment.name),
            experiment.queued,
            experiment.leased,
            experiment.done,
            experiment.parked,
        );
        for reason in &experiment.reasons {
            let _ = writeln!(
                text,
                "  parked: job {} after {} attempts: {}",
                reason.number,
                reason.attempts,
                printable_line(&reason.error)
            );
        }
    }
    text
}
