//! Tournaments as processes that are stopped and killed, and what they leave in the store.

mod support;

use game::random::Seed;
use std::process::Command;
use std::time::Duration;
use store::{State, Store};
use support::{directory, finished, games, partida};

const SWISS: &[&str] = &[
    "tournament",
    "run",
    "swiss",
    "bricks:5..7",
    "greedy:weights=0..2/0..2/1/0..2/0..1,ties=random",
    "--rounds",
    "5",
    "--name",
    "swiss",
    "--seed",
    "9",
];

/// Kills a tournament so many times before it is finished, at moments drawn by lot, and lets it go on
/// each time. Where it was finished sooner, it begins anew.
fn survives(kills: u64) {
    let directory = directory(&format!("killed-{kills}"));
    let [calm, rough] = ["calm.db", "rough.db"].map(|name| directory.join(name));
    finished(&calm, SWISS);
    let whole = games(&calm);
    assert_eq!(whole.len(), 27 * 2 * 5);
    let go_on: &[&str] = &["tournament", "resume", "swiss"];
    let state = || {
        let store = rough.exists().then(|| Store::open(&rough).ok()).flatten()?;
        Some(store.tournament("swiss").ok()?.state)
    };
    let mut generator = Seed(kills).generator();
    let (mut killed, mut with_games) = (0, 0);
    while killed < kills {
        // It may have been killed before there was a tournament to go on with.
        let arguments = if state().is_none() { SWISS } else { go_on };
        let mut running = partida(&rough, arguments).spawn().expect("it runs");
        std::thread::sleep(Duration::from_micros(generator.below(120_000) as u64));
        running.kill().expect("ours");
        running.wait().expect("ours");
        // Whatever is there is as it would have been, and there once.
        let there = games(&rough);
        assert!(there.iter().all(|game| whole.contains(game)));
        if state() == Some(State::Complete) {
            assert_eq!(there, whole);
            for name in ["rough.db", "rough.db-wal", "rough.db-shm"] {
                let _ = std::fs::remove_file(directory.join(name));
            }
        } else {
            killed += 1;
            with_games += u64::from(!there.is_empty());
        }
    }
    assert!(with_games > 0, "all were killed before their first game");
    let last = if state().is_none() { SWISS } else { go_on };
    assert!(!finished(&rough, last).stdout.is_empty());
    assert_eq!(games(&rough), whole);
    assert_eq!(state(), Some(State::Complete));
}

#[test]
fn a_tournament_killed_fifty_times_goes_on_as_if_nothing_had_happened() {
    survives(50);
}

#[test]
fn workers_change_nothing_in_the_store() {
    let directory = directory("workers");
    let stores = ["1", "2", "8"].map(|workers| {
        let path = directory.join(format!("{workers}.db"));
        finished(&path, &[SWISS, &["--workers", workers]].concat());
        games(&path)
    });
    assert_eq!(stores[0], stores[1]);
    assert_eq!(stores[0], stores[2]);
}

#[test]
fn the_best_are_shown_after_each_round() {
    let path = directory("rounds").join("store.db");
    let output = finished(&path, SWISS);
    let (table, notes) = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8(bytes).expect("text"))
        .into();
    let page = finished(&path, &["tournament", "report", "swiss"]).stdout;
    let page = String::from_utf8(page).expect("text");
    for round in 1..=4 {
        assert!(
            notes.contains(&format!("After round {round}:\n")),
            "{notes}"
        );
        assert!(page.contains(&format!("After round {round}<")));
    }
    // The last one is the table itself.
    assert!(!notes.contains("After round 5") && !page.contains("After round 5"));
    assert!(!table.contains("After round"));
    // Headings, fifteen lines, and how many more there are.
    assert_eq!(
        notes.lines().take_while(|line| !line.is_empty()).count(),
        18
    );
}

#[test]
fn an_interrupt_finishes_the_games_that_run() {
    let directory = directory("interrupted");
    let path = directory.join("store.db");
    let run = [
        "match",
        "connect",
        "alphabeta:depth=5",
        "greedy:ties=random",
        "--games",
        "4000",
    ];
    let child = partida(&path, &run).spawn().expect("it runs");
    // Until there are some games.
    let has_games = || {
        path.exists()
            && Store::open(&path).is_ok_and(|store| {
                store
                    .tournament("match-1")
                    .is_ok_and(|tournament| tournament.games > 0)
            })
    };
    while !has_games() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    let sent = Command::new("kill")
        .args(["-INT", &pid])
        .status()
        .expect("there is a kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let store = Store::open(&path).expect("it is there");
    let tournament = store.tournament("match-1").expect("it is there");
    if tournament.state == State::Open {
        assert!(
            errors.contains("partida tournament resume match-1 goes on"),
            "{errors}"
        );
        drop(store);
        let again = finished(&path, &["tournament", "resume", "--json"]);
        let document: serde_json::Value = serde_json::from_slice(&again.stdout).expect("JSON");
        assert_eq!(
            (&document["games"], &document["complete"]),
            (&4000.into(), &true.into())
        );
    }
    assert_eq!(games(&path).len(), 4000);
}

#[test]
fn matches_say_what_they_mean() {
    let directory = directory("matches");
    let path = directory.join("store.db");
    let run = [
        "match",
        "connect:5x4",
        "alphabeta:depth=4",
        "random",
        "--games",
        "20",
        "--json",
    ];
    let document: serde_json::Value =
        serde_json::from_slice(&finished(&path, &run).stdout).expect("JSON");
    assert_eq!(document["games"], 20);
    assert_eq!(document["players"][0]["player"], "alphabeta:depth=4");
    let counts = document["pairs"].as_array().expect("five numbers");
    assert_eq!(
        counts
            .iter()
            .filter_map(serde_json::Value::as_u64)
            .sum::<u64>(),
        10
    );
    assert!(
        document["superiority"]
            .as_f64()
            .is_some_and(|likelihood| likelihood > 0.9)
    );
    let test = [
        "match",
        "connect:5x4",
        "random",
        "alphabeta:depth=4",
        "--sprt",
        "elo0=0,elo1=20",
    ];
    let text = String::from_utf8(finished(&path, &test).stdout).expect("text");
    assert!(text.contains("rather 0 Elo than 20: rejected"), "{text}");
    // The same match has the same result.
    let table = |name: &str| {
        let lines = finished(&path, &["tournament", "table", name, "--json"]).stdout;
        let lines: Vec<serde_json::Value> = serde_json::from_slice(&lines).expect("JSON");
        let points = lines
            .into_iter()
            .map(|line| (line["player"].clone(), line["points"].clone()));
        points.collect::<Vec<_>>()
    };
    finished(&path, &run);
    assert_eq!(table("match-1"), table("match-3"));
}

#[test]
fn masters_are_the_best_of_others() {
    let directory = directory("masters");
    let path = directory.join("store.db");
    for (name, players) in [
        ("one", "greedy:weights=0..1/0..1/1/1/1"),
        ("two", "greedy:weights=1/0..1/0..1/1/1"),
    ] {
        let run = [
            "tournament",
            "run",
            "round-robin",
            "bricks:4",
            players,
            "--name",
            name,
        ];
        finished(&path, &run);
    }
    let masters = [
        "tournament",
        "run",
        "masters",
        "bricks:5",
        "--best-of",
        "one",
        "--best-of",
        "two",
        "--best",
        "2",
        "--json",
    ];
    let document: serde_json::Value =
        serde_json::from_slice(&finished(&path, &masters).stdout).expect("JSON");
    let players = document["players"].as_u64().expect("a number");
    assert!((2..=4).contains(&players), "{players}");
    assert_eq!(document["played"], players * (players - 1));
}

#[test]
fn mistakes_are_told_apart() {
    let directory = directory("mistakes");
    let path = directory.join("store.db");
    for (arguments, message) in [
        (
            &["match", "connect", "random", "randon"][..],
            "did you mean",
        ),
        (&["match", "connect", "random", "random"], "there twice"),
        (&["match", "bricks:4..5", "random", "first"], "one game"),
        (
            &[
                "match",
                "connect",
                "random",
                "first",
                "--openings",
                "nowhere",
            ],
            "openings are",
        ),
        (
            &[
                "match",
                "connect",
                "random",
                "first",
                "--sprt",
                "elo0=5,elo1=0",
            ],
            "elo",
        ),
        (&["tournament", "run", "swiss", "connect"], "two players"),
        (&["tournament", "run", "masters", "connect"], "--best-of"),
        (
            &["tournament", "table", "nothing"],
            "there is no tournament",
        ),
        (
            &[
                "tournament",
                "run",
                "swiss",
                "connect",
                "random:seed=0..9999999",
            ],
            "more than",
        ),
        (
            &[
                "tournament",
                "run",
                "swiss",
                "connect",
                "random",
                "first",
                "--name",
                "7",
            ],
            "its number",
        ),
    ] {
        let output = partida(&path, arguments).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
}
