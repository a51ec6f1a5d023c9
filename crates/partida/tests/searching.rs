//! Commands that search, as a process: documents, files, Ctrl-C.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

fn output(arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("partida").expect("the program is built");
    let assert = command.args(arguments).env("NO_COLOR", "1").assert();
    let assert = assert.success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&output(arguments)).expect("the output is JSON")
}

#[test]
fn the_answer_as_a_document() {
    let answer = json(&[
        "best",
        "connect",
        "alphabeta:depth=4,eval=h2",
        "--moves",
        "ddd",
        "--json",
    ]);
    assert_eq!(answer["player"], "alphabeta:depth=4,eval=h2");
    assert_eq!(answer["depth"], 4);
    assert_eq!(answer["whole"], false);
    assert_eq!(answer["ended"], "depth");
    assert_eq!(answer["lines"][0]["moves"][0], answer["move"]);
    assert_eq!(
        answer["lines"][0]["moves"].as_array().map(Vec::len),
        Some(4)
    );
    assert!(answer["score"]["value"].is_number());
    assert!(answer["nodes"].as_u64() > Some(100));
    // A proven win says in how many plies, and has no value.
    let answer = json(&[
        "best",
        "connect",
        "minimax:depth=2",
        "--moves",
        "a b a b a b",
        "--json",
    ]);
    assert_eq!(
        (&answer["move"], &answer["score"]["win_in"]),
        (&"a".into(), &1.into())
    );
    assert_eq!(answer["score"]["value"], Value::Null);
    assert_eq!(answer["ended"], "decided");
    // Who does not search has no score.
    let answer = json(&["best", "bricks:3", "wabi", "--json"]);
    assert_eq!(answer["score"], Value::Null);
    assert!(answer["move"].is_string());
}

#[test]
fn the_best_moves_are_in_order_and_exact() {
    let answer = json(&[
        "best",
        "bricks:4",
        "minimax:depth=3",
        "--multi-pv",
        "30",
        "--json",
    ]);
    let lines = answer["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 24);
    let values: Vec<f64> = lines
        .iter()
        .filter_map(|line| line["score"]["value"].as_f64())
        .collect();
    assert!(
        values.is_sorted_by(|greater, less| greater >= less),
        "{values:?}"
    );
    let cut = json(&[
        "best",
        "bricks:4",
        "alphabeta:depth=3",
        "--multi-pv",
        "5",
        "--json",
    ]);
    let cut_values: Vec<f64> = (0..5)
        .filter_map(|line| cut["lines"][line]["score"]["value"].as_f64())
        .collect();
    assert_eq!(cut_values, values[..5]);
}

#[test]
fn the_course_program_writes_its_tree() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("compat");
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory for the test");
    let board =
        "2\r\n0000000\r\n0000000\r\n0N00000\r\n000R000\r\n0000000\r\n0000N00\r\n0000000\r\n";
    fs::write(directory.join("board.txt"), board).expect("a board file");
    let mut command = Command::cargo_bin("partida").expect("the program is built");
    command
        .args([
            "compat",
            "fuga",
            "-file",
            "board.txt",
            "-depth",
            "2",
            "-console",
            "-prune",
            "-tree",
        ])
        .current_dir(&directory)
        .assert()
        .success()
        .stdout("(3, 3)(3, 6)\n");
    let tree = fs::read_to_string(directory.join("tree.dot")).expect("it was written");
    let path = directory.join("board.txt");
    let path = path.to_str().expect("a path in plain letters");
    let player = "alphabeta:depth=2,eval=h2,cut=one-sided";
    let same = output(&[
        "tree",
        "fuga",
        player,
        "--file",
        path,
        "--max-nodes",
        "2000",
    ]);
    assert_eq!(tree, same);
    assert!(tree.contains("digraph"));
}

/// The ticks of processor time a process has used.
fn ticks(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    let user_time = behind_name.split_whitespace().nth(11);
    user_time.and_then(|ticks| ticks.parse().ok()).unwrap_or(0)
}

#[test]
fn ctrl_c_ends_a_search_with_what_it_has() {
    let program = assert_cmd::cargo::cargo_bin!("partida");
    let child = Process::new(program)
        .args([
            "best",
            "connect",
            "alphabeta:time=1h,order=history,table=1",
            "--json",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // Busy for a while means that it is searching, however slow the machine.
    while ticks(child.id()) < 20 {
        std::thread::sleep(Duration::from_millis(20));
    }
    // The shell's own: a bare system has no program of that name.
    let interrupted = Process::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status()
        .expect("there is a shell");
    assert!(interrupted.success());
    let finished = child.wait_with_output().expect("it ends");
    assert!(finished.status.success(), "{finished:?}");
    let answer: Value = serde_json::from_slice(&finished.stdout).expect("JSON");
    assert_eq!(answer["ended"], "stopped");
    assert!(answer["depth"].as_u64() > Some(3));
}

#[test]
fn a_benchmark_is_compared_with_its_record() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("records");
    let _ = fs::remove_dir_all(&directory);
    let records = directory.to_str().expect("the path is text");
    let first = output(&["bench", "--record", records, "--note", "for a test"]);
    let recorded = first.lines().last().expect("it says where");
    let path = recorded.strip_prefix("recorded   ").expect(recorded);
    let text = fs::read_to_string(path).expect("the record is there");
    let record: Value = serde_json::from_str(&text).expect("the record is JSON");
    let signature = record["signature"].as_str().expect("a text");
    let date = record["date"].as_str().expect("a text");
    assert!(first.contains(&format!("signature  {signature}\n")));
    assert!(
        path.ends_with(&format!("{date}-{signature}.json")),
        "{path}"
    );
    assert_eq!(record["note"], "for a test");

    // The same again, game by game; how fast it was is nobody's business here.
    let again = json(&["bench", "--game", "bricks", "--records", records, "--json"]);
    let ratios = &again["comparison"]["games"][0];
    assert_eq!(
        (&ratios["game"], &ratios["same"]),
        (&"bricks".into(), &true.into())
    );
    assert_eq!(
        (&ratios["searches"], &ratios["nodes"]),
        (&5.into(), &1.0.into())
    );
    assert!(ratios["speed"].as_f64() > Some(0.0));
    let shown = output(&["bench", "--game", "bricks", "--records", records]);
    let line = shown.lines().last().expect("a comparison");
    assert!(
        line.starts_with("bricks     same     nodes × 1.000  speed × "),
        "{line}"
    );

    // A search that did something else.
    let changed = text.replace("\"nodes\": 6257129,", "\"nodes\": 62571290,");
    assert_ne!(text, changed);
    fs::write(path, changed).expect("the record can be changed");
    let shown = output(&["bench", "--game", "bricks", "--records", records]);
    let line = shown.lines().last().expect("a comparison");
    assert!(line.starts_with("bricks     changed  nodes × 0."), "{line}");
}
