//! A process and all that came from it, as `/proc` tells.

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::fs;
use std::path::{Path, PathBuf};

use crate::stopwatch::Effort;

/// All processes below this one: its children, theirs, and so on.
pub(super) fn descendants(of: Pid) -> Vec<Pid> {
    let mut found = Vec::new();
    let mut open = vec![of];
    while let Some(next) = open.pop() {
        for child in children(next) {
            // Numbers are given again: nobody is counted twice.
            if child != of && !found.contains(&child) {
                found.push(child);
                open.push(child);
            }
        }
    }
    found
}

/// The children of all threads of a process.
fn children(of: Pid) -> Vec<Pid> {
    let read = |task: PathBuf| fs::read_to_string(task.join("children")).unwrap_or_default();
    tasks(of)
        .map(read)
        .collect::<String>()
        .split_ascii_whitespace()
        .filter_map(|number| Pid::from_raw(number.parse().ok()?))
        .collect()
}

fn tasks(of: Pid) -> impl Iterator<Item = PathBuf> {
    let folder = Path::new("/proc").join(of.to_string()).join("task");
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path()))
}

/// Whether any process below this one still runs: one that has ended and only waits to be noticed does
/// not.
pub(super) fn any_alive(below: Pid) -> bool {
    descendants(below).into_iter().any(is_alive)
}

fn is_alive(process: Pid) -> bool {
    let path = Path::new("/proc").join(process.to_string()).join("stat");
    // The state stands behind the name, which is in brackets and may contain any.
    let stat = fs::read_to_string(path).unwrap_or_default();
    let state = stat
        .rsplit_once(')')
        .and_then(|(_, rest)| rest.trim_start().chars().next());
    state.is_some_and(|state| !matches!(state, 'Z' | 'X' | 'x'))
}

/// What each thread of these processes has done.
pub(super) fn efforts(processes: &[Pid]) -> Vec<(PathBuf, Effort)> {
    let threads = processes.iter().flat_map(|&process| tasks(process));
    threads
        .map(|task| {
            let effort = Effort::of(&task);
            (task, effort)
        })
        .collect()
}

/// Sends a signal to a process group and to every process below its leader, wherever those have
/// gone. Whoever is gone already is no mistake.
pub(super) fn signal(leader: Pid, signal: Signal) {
    // Listed before the leader is gone, since its children lose their way to it then.
    let below = descendants(leader);
    let _ = kill_process_group(leader, signal);
    let _ = kill_process(leader, signal);
    for process in below {
        let _ = kill_process(process, signal);
    }
}
