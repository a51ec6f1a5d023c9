//! Our program as an outside program, and as the host of others.

use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

fn binary() -> PathBuf {
    PathBuf::from(assert_cmd::cargo::cargo_bin!("partida"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Our program, started in the repository's root, with itself on the path.
fn partida(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("partida").expect("the program is built");
    let mut path = binary()
        .parent()
        .expect("a directory")
        .as_os_str()
        .to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    command
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("PATH", path)
        .current_dir(root());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Lines of a transcript: those that begin with `> ` go in, those with `< ` must come out, and the
/// first line is the command.
#[test]
fn transcripts_are_reproduced_byte_by_byte() {
    for name in [
        "bricks-judge",
        "bricks-judge-second",
        "connect-judge",
        "partida",
    ] {
        let file = root().join(format!("testdata/protocols/{name}.txt"));
        let transcript = fs::read_to_string(&file).expect("a transcript");
        let mut lines = transcript.lines();
        let command = lines
            .next()
            .and_then(|line| line.strip_prefix("$ partida "));
        let words: Vec<&str> = command.expect("a command").split(' ').collect();
        let (mut input, mut expected) = (String::new(), String::new());
        for line in lines {
            let (way, rest) = line.split_at_checked(2).expect("a line of a transcript");
            match way {
                "> " => input += &format!("{rest}\n"),
                "< " => expected += &format!("{rest}\n"),
                _ => panic!("{name}: {line}"),
            }
        }
        let output = partida(&words).write_stdin(input).assert().success();
        assert_eq!(text(&output.get_output().stdout), expected, "{name}");
    }
}

#[test]
fn what_a_judge_gets_wrong_is_told() {
    for (protocol, input, message) in [
        ("bricks-judge", "", "error: the judge said nothing"),
        (
            "bricks-judge",
            "4\n",
            "error: the judge: greeting, column 1: these are not two numbers",
        ),
        ("bricks-judge", "1 0\n", "error: the judge: game, column 8:"),
        (
            "bricks-judge",
            "4 1\n1 1\n",
            "error: the judge: brick, column 1: 2 words",
        ),
        (
            "bricks-judge",
            "4 1\n4 4 0\n",
            "error: the judge: brick, column 1: the brick is not on the board",
        ),
        (
            "connect-judge",
            "verde azul\n",
            "error: the judge said \"verde azul\"",
        ),
        (
            "connect-judge",
            "rojo azul\n7 6\n",
            "error: the judge: sizes, column 1: 2 words",
        ),
        (
            "connect-judge",
            "rojo azul\n7 6 4 21\nyo\n",
            "error: the judge said \"yo\"",
        ),
        (
            "connect-judge",
            "rojo azul\n7 6 4 21\nel\n7\n",
            "error: the judge: column, column 1: \"h\" is not a column",
        ),
    ] {
        let output = partida(&["play-as", protocol, "--player", "first"])
            .write_stdin(input)
            .assert()
            .code(2);
        let errors = text(&output.get_output().stderr);
        assert!(errors.starts_with(message), "{input:?}: {errors}");
    }
}

#[test]
fn our_players_pass_our_own_checks() {
    for (player, arguments) in [
        (
            "play-as partida --player engine:nodes=200,table=1",
            &["--game", "connect:5x4,c=4"][..],
        ),
        (
            "play-as partida --player mcts:playouts=50",
            &["--game", "bricks:4", "--games", "2"],
        ),
        (
            "play-as partida --player alphabeta:nodes=100",
            &["--game", "fuga:7", "--games", "2"],
        ),
        (
            "play-as partida --player random",
            &["--game", "amazons:4x4", "--games", "2"],
        ),
        (
            "play-as bricks-judge --player heurb",
            &["--protocol", "bricks-judge"],
        ),
        (
            "play-as connect-judge --player h2:depth=2",
            &["--protocol", "connect-judge"],
        ),
    ] {
        let command = format!("partida {player}");
        let arguments = [
            &["protocol", "check", &command, "--patience", "120s"],
            arguments,
        ]
        .concat();
        let output = partida(&arguments).assert();
        let shown = text(&output.get_output().stdout);
        assert!(
            !shown.contains("failed") && shown.contains(" checks passed"),
            "{player}:\n{shown}"
        );
        output.success();
    }
}

#[test]
fn the_example_in_python_is_a_player() {
    let output = partida(&[
        "protocol",
        "check",
        "python3 examples/player.py",
        "--games",
        "2",
        "--time",
        "50ms",
        "--patience",
        "120s",
    ])
    .assert();
    let shown = text(&output.get_output().stdout);
    assert!(!shown.contains("failed"), "{shown}");
    output.success();
    let asked = "process:depth=3,start=2m,python3 examples/player.py";
    let output = partida(&["best", "connect", asked, "--moves", "d d c c"])
        .assert()
        .success();
    let shown = text(&output.get_output().stdout);
    assert!(shown.contains("value   win in 3\n"), "{shown}");
}

#[test]
fn programs_that_are_no_players_are_told_why() {
    for (command, arguments, expected) in [
        (
            "cat",
            &[][..],
            "failed  start: it says who it is, and ok: the program does not speak the protocol: \"partida\"",
        ),
        (
            "false",
            &[],
            "failed  start: it says who it is, and ok: the program ended: exit status 1",
        ),
        ("sleep 1000", &["--patience", "200ms"], "no answer in time"),
        (
            "echo 9 9 0",
            &["--protocol", "bricks-judge", "--games", "1"],
            "the brick is not on the board",
        ),
        (
            "echo hello",
            &["--protocol", "connect-judge", "--games", "1"],
            "          > vos\n          < hello",
        ),
    ] {
        let patient = ["--patience", "120s"];
        let patient = if arguments.contains(&"--patience") {
            &[][..]
        } else {
            &patient
        };
        let arguments = [&["protocol", "check", command], arguments, patient].concat();
        let output = partida(&arguments).assert().code(1).stderr("");
        let shown = text(&output.get_output().stdout);
        assert!(shown.contains(expected), "{command}:\n{shown}");
    }
    partida(&["protocol", "check", "./no-such-program"])
        .assert()
        .code(2);
}

#[test]
fn failures_of_players_are_errors() {
    let output = partida(&[
        "best",
        "connect",
        "process:start=2m,sh -c 'echo I give up >&2; exit 3'",
    ])
    .assert()
    .code(2);
    let errors = text(&output.get_output().stderr);
    assert_eq!(
        errors,
        "error: the program ended: exit status 3; its last words: I give up\n"
    );
}

/// Processes whose words or environment hold a mark.
fn marked(mark: &str) -> Vec<String> {
    let holds = |bytes: Vec<u8>| {
        bytes
            .windows(mark.len())
            .any(|part| part == mark.as_bytes())
    };
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("there is /proc").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let read = |file: &str| fs::read(entry.path().join(file)).unwrap_or_default();
        if name.bytes().all(|byte| byte.is_ascii_digit())
            && name != std::process::id().to_string()
            && (holds(read("environ")) || holds(read("cmdline")))
        {
            found.push(name);
        }
    }
    found
}

#[test]
fn nothing_is_left_when_we_are_killed() {
    let mark = format!("OUTSIDE_MARK={}", std::process::id());
    let player = format!(
        "process:start=10m,env {mark} sh -c 'setsid sleep 1000 & sleep 1000 & trap \"\" TERM HUP; sleep 1000; sleep 1000'"
    );
    let mut host = std::process::Command::new(binary())
        .args(["best", "connect", &player])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let wait_for = |what: &str, is_so: &dyn Fn(usize) -> bool| {
        let began = Instant::now();
        while !is_so(marked(&mark).len()) {
            assert!(
                began.elapsed() < Duration::from_secs(120),
                "{what}: {:?}",
                marked(&mark)
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    // We, the one who watches, the shell and its three.
    wait_for("it starts", &|count| count >= 6);
    host.kill().expect("it is there");
    host.wait().expect("it is gone");
    wait_for("all are gone", &|count| count == 0);
}
