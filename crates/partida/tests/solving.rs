//! `partida solve` as a process: what it does with signals, limits and files.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Nothing here takes nearly as long, even on a machine that is busy.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// A directory that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("partida-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory");
        Scratch(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn partida(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("partida"));
    command.args(arguments);
    command.stdin(Stdio::null());
    command
}

fn output(arguments: &[&str]) -> Output {
    partida(arguments).output().expect("it runs")
}

fn json(output: &Output) -> serde_json::Value {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn start(arguments: &[&str]) -> Child {
    let mut command = partida(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("it starts")
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(status.expect("kill").success());
}

fn wait_for(path: &Path) {
    let began = Instant::now();
    while !path.exists() {
        assert!(began.elapsed() < LONGEST_WAIT, "{}", path.display());
        sleep(Duration::from_millis(20));
    }
}

/// A position of the classic board that takes a while: ten plies, from a published set, worth −1.
const HARD: [&str; 4] = ["solve", "connect", "--moves", "1 1 2 7 1 5 6 2 2 1"];

fn finished(child: Child) -> Output {
    child.wait_with_output().expect("it ends")
}

#[test]
fn work_that_is_stopped_is_kept_and_resumed() {
    let scratch = Scratch::new("stopped");
    let state = scratch.file("work.state");
    let solve = [
        "solve", "connect", "--json", "--memory", "4M", "--state", &state,
    ];
    let child = start(&solve);
    // Long enough to be at work, and nowhere near a solution of the empty board.
    sleep(Duration::from_millis(1500));
    signal(&child, "-INT");
    let stopped = json(&finished(child));
    assert_eq!(stopped["score"], serde_json::Value::Null);
    assert_eq!(stopped["state"], state.as_str());
    let nodes = stopped["nodes"].as_u64().expect("a number");
    let resumed = output(&[&solve[..], &["--resume", "--time", "1s"]].concat());
    let resumed = json(&resumed);
    assert!(resumed["nodes"].as_u64().expect("a number") > nodes);
    let bound = |answer: &serde_json::Value, name: &str| answer[name].as_i64().expect("a number");
    assert!(bound(&resumed, "least") >= bound(&stopped, "least"));
    assert!(bound(&resumed, "most") <= bound(&stopped, "most"));
    // The work of one command is no use to another.
    let other = output(&[&solve[..], &["--resume", "--weak"]].concat());
    let errors = String::from_utf8_lossy(&other.stderr);
    assert!(
        !other.status.success() && errors.contains("something else"),
        "{errors}"
    );
}

#[test]
fn work_that_is_killed_is_resumed_and_ends_right() {
    let scratch = Scratch::new("killed");
    let state = scratch.file("work.state");
    let common = ["--json", "--memory", "1M", "--state", &state];
    let solve = [&HARD[..], &common].concat();
    let child = start(&[&solve[..], &["--keep-every", "20ms"]].concat());
    wait_for(Path::new(&state));
    signal(&child, "-KILL");
    finished(child);
    let resumed = json(&output(&[&solve[..], &["--resume"]].concat()));
    let whole = json(&output(
        &[&HARD[..], &["--json", "--memory", "1M"]].concat(),
    ));
    assert_eq!(resumed["score"], whole["score"]);
    // Of what is solved there is nothing to be kept.
    assert!(!Path::new(&state).exists());
    let nothing = output(&[&solve[..], &["--resume"]].concat());
    let errors = String::from_utf8_lossy(&nothing.stderr);
    assert!(errors.contains("nothing to resume"), "{errors}");
}

/// The most memory that a process has had, in KiB.
fn peak(child: &Child) -> Option<u64> {
    let mut text = String::new();
    let mut status = fs::File::open(format!("/proc/{}/status", child.id())).ok()?;
    status.read_to_string(&mut text).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn memory_stays_within_its_limit() {
    // What the program takes without any table, generously.
    const OWN: u64 = 24 << 10;
    let scratch = Scratch::new("memory");
    for (game, position) in [
        ("connect", "7/7/7/7/7/7 x"),
        ("bricks:7", "7/7/7/7/7/7/7 x"),
        ("amazons:6x6", "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w"),
        ("tafl:brandubh", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a"),
    ] {
        for mebibytes in [1, 32] {
            let memory = format!("{mebibytes}M");
            let state = scratch.file("work.state");
            let mut child = start(&[
                "solve",
                game,
                "--position",
                position,
                "--memory",
                &memory,
                "--time",
                "3s",
                "--state",
                &state,
            ]);
            let mut most = 0;
            while child.try_wait().expect("a process").is_none() {
                most = most.max(peak(&child).unwrap_or(0));
                sleep(Duration::from_millis(20));
            }
            let ended = finished(child);
            let errors = String::from_utf8_lossy(&ended.stderr);
            assert!(ended.status.success(), "{game}: {errors}");
            assert!(most > 0, "{game}");
            let limit = (mebibytes << 10) + OWN;
            assert!(most <= limit, "{game} with {memory}: {most} KiB of {limit}");
        }
    }
}

#[test]
fn books_are_built_checked_and_used() {
    let scratch = Scratch::new("book");
    let file = scratch.file("five.book");
    let built = json(&output(&[
        "book",
        "build",
        "connect:5x4",
        &file,
        "--plies",
        "4",
        "--json",
    ]));
    // 1 + 5 + 25 + 95 + 345 positions, one of each pair of mirror images.
    assert_eq!(built["positions"], 1 + 3 + 13 + 49 + 177);
    let checked = json(&output(&["book", "check", &file, "--json"]));
    assert_eq!(checked["solved_again"], 20);
    let by_book = json(&output(&[
        "solve",
        "connect:5x4",
        "--book",
        &file,
        "--json",
    ]));
    assert_eq!(
        (&by_book["score"], &by_book["nodes"]),
        (&0.into(), &0.into())
    );
    let others = output(&["solve", "connect", "--book", &file]);
    let errors = String::from_utf8_lossy(&others.stderr);
    assert!(errors.contains("another game: connect:5x4"), "{errors}");
    // A book with a wrong score is found out.
    let text = fs::read_to_string(&file).expect("the book");
    let start = text.lines().nth(1).expect("a position");
    let (number, score) = start.split_once(' ').expect("a score");
    assert_ne!(score, "7");
    let wrong = text.replacen(&format!("{number} {score}\n"), &format!("{number} 7\n"), 1);
    fs::write(&file, wrong).expect("written");
    let refused = output(&["book", "check", &file]);
    let errors = String::from_utf8_lossy(&refused.stderr);
    assert!(errors.contains("the book is wrong"), "{errors}");
}

#[test]
fn books_of_winners_grow_ply_by_ply() {
    let scratch = Scratch::new("winners");
    let file = scratch.file("five.book");
    let build_arguments = |plies| {
        let arguments = ["book", "build", "connect:5x4", &file, "--winners", "--json"];
        [&arguments[..], &["--plies", plies]].concat()
    };
    let build = |plies| output(&build_arguments(plies));
    assert_eq!(json(&build("3"))["positions"], 1 + 3 + 13 + 49);
    let built = json(&build("4"));
    assert_eq!(built["positions"], 1 + 3 + 13 + 49 + 177);
    assert_eq!((&built["solved"], &built["of"]), (&177.into(), &177.into()));
    assert_eq!(json(&build("4"))["nodes"], 0);
    let checked = json(&output(&["book", "check", &file, "--json"]));
    assert_eq!(
        (&checked["by_moves"], &checked["solved_again"]),
        (&66.into(), &20.into())
    );
    // Replies: for each position that is not lost, a move that keeps that.
    let replies = || {
        json(&output(
            &[&build_arguments("5"), &["--replies"][..]].concat(),
        ))
    };
    let with_replies = replies();
    assert_eq!(
        (&with_replies["solved"], &with_replies["of"]),
        (&177.into(), &177.into())
    );
    let positions = with_replies["positions"].as_u64();
    assert!(positions.is_some_and(|positions| (300..243 + 177).contains(&positions)));
    assert_eq!(replies()["nodes"], 0);
    json(&output(&["book", "check", &file, "--json"]));
    let fewer = build("2");
    let errors = String::from_utf8_lossy(&fewer.stderr);
    assert!(errors.contains("has 5 plies already"), "{errors}");
    let by_book = json(&output(&[
        "solve",
        "connect:5x4",
        "--book",
        &file,
        "--json",
    ]));
    assert_eq!(
        (&by_book["score"], &by_book["nodes"]),
        (&0.into(), &0.into())
    );
    // The start is said to be won, which it is not.
    let text = fs::read_to_string(&file).expect("the book");
    let (header, rest) = text.split_once('\n').expect("a header");
    let wrong = format!("{header}\n3{}", &rest[1..]);
    fs::write(&file, wrong).expect("written");
    let refused = output(&["book", "check", &file]);
    let errors = String::from_utf8_lossy(&refused.stderr);
    assert!(errors.contains("the book is wrong"), "{errors}");
}

#[test]
fn a_book_goes_on_where_it_was_stopped() {
    let scratch = Scratch::new("draft");
    let (file, again) = (scratch.file("a.book"), scratch.file("b.book"));
    let build = |file: &str| {
        let arguments = ["book", "build", "connect:6x5", file, "--plies", "3"];
        arguments.map(str::to_string)
    };
    let child = start(&build(&file).each_ref().map(String::as_str));
    let draft = scratch.0.join("a.book.part");
    wait_for(&draft);
    signal(&child, "-KILL");
    finished(child);
    assert!(
        output(&build(&file).each_ref().map(String::as_str))
            .status
            .success()
    );
    assert!(!draft.exists());
    assert!(
        output(&build(&again).each_ref().map(String::as_str))
            .status
            .success()
    );
    assert_eq!(
        fs::read(&file).expect("a book"),
        fs::read(&again).expect("a book")
    );
}
