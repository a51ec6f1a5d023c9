//! What a tournament meets with on a bad day: a full disk, a store that may only be read, a busy
//! machine, hostile programs.

mod support;

use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{Selection, Store, StoreError};
use support::{directory, finished, games, on_store};

const ROUND_ROBIN: &[&str] = &[
    "tournament",
    "run",
    "round-robin",
    "bricks:6",
    "greedy:weights=0..1/0..1/1/0..1/0..1,ties=random",
    "--name",
    "all",
    "--seed",
    "3",
];

/// The store's files may grow so far and no further, which the system says as it says that a disk is
/// full: a write fails.
#[test]
fn what_was_written_before_the_disk_was_full_counts() {
    let directory = directory("full-disk");
    let (small, large) = (directory.join("small.db"), directory.join("large.db"));
    let limited = |kilobytes: u32, arguments: &[&str]| {
        let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$@\"");
        let mut shell = Command::new("bash");
        shell.args(["-c", &script, "bash"]);
        shell.arg(cargo_bin!("partida")).args(arguments);
        on_store(shell, &small).output().expect("it runs")
    };
    let before = ["match", "bricks:4", "random", "first", "--games", "10"];
    finished(&small, &before);
    finished(&large, &before);
    let output = limited(400, ROUND_ROBIN);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("the games cannot be kept"), "{errors}");
    assert!(errors.contains("partida tournament resume all"), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");

    // How many of its games were written depends on who was faster; those before it are there.
    let kept = games(&small);
    assert!((10..250).contains(&kept.len()), "{} games", kept.len());
    assert_eq!(kept[..10], games(&large)[..]);
    finished(&small, &["tournament", "resume", "all"]);
    finished(&large, ROUND_ROBIN);
    assert_eq!(games(&small), games(&large));
}

/// Whoever may do everything, as the tests on some machines, gives that up for this one.
#[test]
fn a_store_that_may_only_be_read_is_said_to_be_one() {
    // Where everybody may read.
    let directory = tempfile::tempdir().expect("a directory");
    let open = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("ours");
    };
    let path = directory.path().join("games.db");
    finished(&path, ROUND_ROBIN);
    let before = games(&path);
    let program = directory.path().join("partida");
    fs::copy(cargo_bin!("partida"), &program).expect("a copy");
    open(&program, 0o755);
    open(&path, 0o444);
    open(directory.path(), 0o555);

    let nobody = Command::new("id").arg("-u").output().expect("it runs");
    let as_nobody: &[&str] = if nobody.stdout == b"0\n" {
        &[
            "setpriv",
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
        ]
    } else {
        &["env"]
    };
    let restricted = |arguments: &[&str]| {
        let mut command = Command::new(as_nobody[0]);
        command.args(&as_nobody[1..]).arg(&program).args(arguments);
        let mut command = on_store(command, &path);
        command.current_dir("/").output().expect("it runs")
    };
    for arguments in [
        &["match", "connect", "random", "first", "--games", "2"][..],
        &["tournament", "delete", "all"],
    ] {
        let output = restricted(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        let said = errors.contains("only be read") || errors.contains("cannot be opened");
        assert!(said && !errors.contains("panicked"), "{errors}");
    }
    open(directory.path(), 0o755);
    open(&path, 0o644);
    assert_eq!(games(&path), before);
}

/// How the games of a store ended, as its records say.
fn endings(path: &Path) -> Vec<arena::Ending> {
    let store = Store::open(path).expect("it is there");
    let mut endings = Vec::new();
    store
        .each_game::<StoreError>(&Selection::default(), |game| {
            endings.push(game.record()?.ending);
            Ok(())
        })
        .expect("it can be read");
    endings
}

/// Plays matches at 10 ms a move while as many threads as there are processors, twice over, do
/// nothing but take time away; nobody may lose by that.
fn plays_in_time(games: u32) {
    let store = directory(&format!("busy-{games}")).join("games.db");
    let program = cargo_bin!("partida");
    let outside = format!(
        "process:{} play-as partida --player alphabeta:order=history",
        program.display()
    );
    let count = games.to_string();
    let is_over = AtomicBool::new(false);
    let processors = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..2 * processors {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        for players in [
            ["engine", "alphabeta:order=history"],
            ["engine", "mcts"],
            ["engine", outside.as_str()],
        ] {
            let mut arguments = vec!["match", "connect", players[0], players[1]];
            arguments.extend([
                "--games",
                &count,
                "--time",
                "10ms",
                "--openings",
                "random:4",
            ]);
            finished(&store, &arguments);
        }
        is_over.store(true, Ordering::Relaxed);
    });
    let endings = endings(&store);
    assert_eq!(endings.len(), 3 * games as usize);
    let lost: Vec<_> = endings
        .iter()
        .filter(|ending| ending.offender().is_some())
        .collect();
    assert!(
        lost.is_empty(),
        "{} of {}: {lost:?}",
        lost.len(),
        endings.len()
    );
}

#[test]
#[ignore = "minutes, and the system must say how long a thread waited"]
fn nobody_loses_on_time_for_what_others_do() {
    plays_in_time(500);
}

#[test]
fn hostile_programs_lose_each_for_its_own_reason() {
    let animal = Path::new(env!("CARGO_MANIFEST_DIR")).join("../players/tests/zoo/animal.sh");
    let path = directory("hostile").join("games.db");
    let habits = [
        ("illegal", "illegal-move"),
        ("dies", "crash"),
        ("silent", "time-out"),
        ("garbage", "garbage"),
        ("half", "half-line"),
        ("uci", "wrong-protocol"),
    ];
    for (habit, _) in habits {
        let hostile = format!("process:start=2m,sh {} own {habit}", animal.display());
        // Moves that are to be made take no time, whatever the machine; the silent one is not
        // waited for.
        let time = if habit == "silent" { "1s" } else { "2m" };
        let arguments = [
            "match", "connect", &hostile, "first", "--games", "4", "--time", time,
        ];
        finished(&path, &arguments);
    }
    let found: Vec<String> = endings(&path)
        .into_iter()
        .map(|ending| match ending {
            arena::Ending::Forfeit { reason, .. } => reason,
            other => panic!("{other:?}"),
        })
        .collect();
    let expected: Vec<&str> = habits.iter().flat_map(|(_, reason)| [*reason; 4]).collect();
    assert_eq!(found, expected);
}
