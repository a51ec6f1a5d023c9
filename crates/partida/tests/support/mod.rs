//! What tests of tournaments share: the program at work on a store of its own.

use assert_cmd::cargo::cargo_bin;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use store::{Selection, Store, StoreError};

/// A directory for one test, empty.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory for the test");
    path
}

pub(crate) fn partida(store: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("partida"));
    command.args(arguments);
    on_store(command, store)
}

/// Any command, with a store of its own.
pub(crate) fn on_store(mut command: Command, store: &Path) -> Command {
    command
        .env("NO_COLOR", "1")
        .env("PARTIDA_STORE", store)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

pub(crate) fn finished(store: &Path, arguments: &[&str]) -> Output {
    let output = partida(store, arguments).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    output
}

/// All games of a store as text, without what the clocks said.
pub(crate) fn games(path: &Path) -> Vec<String> {
    let store = Store::open(path).expect("it is there");
    let mut games = Vec::new();
    store
        .each_game::<StoreError>(&Selection::default(), |game| {
            let record = game.record()?.without_times();
            games.push(format!("{} {} {record:?}", game.number, game.round));
            Ok(())
        })
        .expect("it can be read");
    games
}
