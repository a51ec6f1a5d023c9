//! The program as a process: streams, files, pipes, and the documents it writes.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::Stdio;

fn partida(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("partida").expect("the program is built");
    command.args(arguments).env("NO_COLOR", "1");
    command
}

/// What a successful run writes to its standard output.
fn output(arguments: &[&str]) -> String {
    let assert = partida(arguments).assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&output(arguments)).expect("the output is JSON")
}

/// The message of a run that is refused.
fn refusal(arguments: &[&str], input: impl Into<Vec<u8>>) -> String {
    let assert = partida(arguments)
        .write_stdin(input)
        .assert()
        .code(2)
        .stdout("");
    String::from_utf8(assert.get_output().stderr.clone()).expect("the message is text")
}

/// An empty directory for one test.
fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory for the test");
    path
}

#[test]
fn positions_come_from_the_standard_input() {
    for input in ["44444", "44444\n", "\u{feff}44444\r\n"] {
        partida(&["moves", "connect", "--file", "-"])
            .write_stdin(input)
            .assert()
            .success()
            .stdout("a\nb\nc\nd\ne\nf\ng\n");
    }
}

#[test]
fn mistakes_in_files_name_the_file() {
    assert_eq!(
        refusal(&["show", "connect", "--file", "-"], "7/7/7/7/7/1z5 x\n"),
        "error: standard input: position, column 12: found 'z'; \
         expected a number of empty cells, x, o or /\n  7/7/7/7/7/1z5 x\n             ^\n"
    );
    assert_eq!(
        refusal(&["show", "connect", "--file", "-"], *b"44\n4\xff4"),
        "error: cannot read standard input: \
         it is not UTF-8 text: byte 0xff at line 2, column 2\n"
    );
}

#[test]
fn nothing_a_terminal_would_act_on_reaches_it() {
    let nasty = "7/\u{1b}[2J\u{202e}\u{7}";
    for arguments in [
        &["show", "connect", "--position", nasty][..],
        &["show", "connect", "--moves", nasty],
        &["show", nasty],
        &["show", "connect", "--file", nasty],
        &["games", nasty],
        &[nasty],
        &["perft", "connect", nasty],
        &["show", "connect", "--color", nasty],
    ] {
        let message = refusal(arguments, "");
        assert!(
            !message.contains(['\u{1b}', '\u{7}', '\u{202e}']),
            "{message:?}"
        );
    }
}

#[test]
fn a_saved_position_is_read_back() {
    let directory = directory("saved");
    let path = directory.join("position.txt");
    let path = path.to_str().expect("the path is text");
    let saved = json(&[
        "show", "connect", "--moves", "443", "--save", path, "--json",
    ]);
    let read = json(&["show", "connect", "--file", path, "--json"]);
    assert_eq!(saved["moves"], serde_json::json!(["d", "d", "c"]));
    assert_eq!(read["moves"], serde_json::json!([]));
    for field in ["game", "position", "side_to_move", "board", "facts"] {
        assert_eq!(saved[field], read[field], "{field}");
    }
}

#[test]
fn presets_beside_the_store_are_players() {
    let directory = directory("presets");
    let store = directory.join("store.db");
    let run = |arguments: &[&str]| {
        let mut command = partida(arguments);
        command
            .current_dir(&directory)
            .env("PARTIDA_STORE", &store)
            .assert()
    };
    let written = |arguments: &[&str]| {
        let assert = run(arguments).success();
        String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
    };
    let refused = |arguments: &[&str]| {
        let assert = run(arguments).code(2).stdout("");
        String::from_utf8(assert.get_output().stderr.clone()).expect("the message is text")
    };
    let weights_of = |name| format!("greedy:weights=@{name}");
    let presets = directory.join("presets");
    let shown = presets.display();
    let message = refused(&["best", "bricks:4", &weights_of("mine")]);
    assert_eq!(
        message,
        format!(
            "error: player, column 16: preset \"mine\": there are no presets in {shown}\n  \
             greedy:weights=@mine\n                 ^\n"
        )
    );

    let content = "game = 'bricks:8'\nplayer = 'greedy:weights=5/2/0.1'\nweights = [5, 2, 0.1]\n";
    fs::create_dir(&presets).expect("a directory for presets");
    for path in [
        presets.join("mine.toml"),
        presets.join("another-1.2_b.toml"),
        presets.join("notes.txt"),
        directory.join("here.toml"),
    ] {
        fs::write(path, content).expect("a file for the test");
    }
    let canonical = "greedy:weights=5/2/0.1";
    let best = written(&["best", "bricks:4", &weights_of("mine")]);
    assert!(best.contains(canonical), "{best}");
    let played = written(&["match", "bricks:4", "@mine", "random", "--games", "2"]);
    assert!(
        played.contains(canonical) && !played.contains('@'),
        "{played}"
    );
    for name in [
        "another-1.2_b",
        "here.toml",
        "./here.toml",
        "presets/mine.toml",
    ] {
        let arguments = ["players", "bricks:4", &format!("@{name}:seed=3")];
        assert_eq!(written(&arguments), format!("{canonical},seed=3\n"));
    }

    for (name, expected) in [
        (
            "mien",
            format!("preset \"mien\": it is not in {shown}, where there are another-1.2_b, mine"),
        ),
        (
            "min",
            format!(
                "preset \"min\": it is not in {shown} (did you mean \"mine\"?), where there are \
                 another-1.2_b, mine"
            ),
        ),
        (
            "there.toml",
            "preset \"there.toml\": there.toml: No such file or directory (os error 2)".to_string(),
        ),
    ] {
        let message = refused(&["best", "bricks:4", &weights_of(name)]);
        assert!(message.contains(&expected), "{message}");
    }
    for name in ["", "..", ".mine", "mi ne", "mi\\ne", "ñ"] {
        let message = refused(&["best", "bricks:4", &weights_of(name)]);
        assert!(message.contains("a name has letters"), "{message}");
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for arguments in [
        &["games"][..],
        &["show", "connect", "--json"],
        &["moves", "connect"],
        &["perft", "connect", "6"],
        &["perft", "connect", "4", "--divide"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
    ] {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("partida"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Closes our end, in all likelihood before anything is written.
        drop(child.stdout.take());
        let finished = child.wait_with_output().expect("the program ends");
        assert_eq!(finished.status.code(), Some(0), "{arguments:?}");
        assert_eq!(
            String::from_utf8_lossy(&finished.stderr),
            "",
            "{arguments:?}"
        );
    }
}

#[test]
fn a_full_disk_is_reported() {
    if let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") {
        let finished = std::process::Command::new(assert_cmd::cargo::cargo_bin!("partida"))
            .args(["moves", "connect"])
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .expect("the program runs");
        assert_eq!(finished.status.code(), Some(2));
        let message = String::from_utf8_lossy(&finished.stderr).into_owned();
        assert!(message.starts_with("error: "), "{message}");
    }
}

#[test]
fn every_family_can_be_listed_shown_and_counted() {
    let listing = json(&["games", "--json"]);
    assert_eq!(listing["game"], Value::Null);
    let families = listing["families"].as_array().expect("a list");
    assert_eq!(families.len(), games::families().count());
    for family in families {
        let name = family["name"].as_str().expect("a name");
        let text = output(&["games", name]);
        for word in family["aliases"].as_array().expect("a list") {
            assert!(text.contains(word.as_str().expect("a word")), "{text}");
        }
        for variant in family["variants"].as_array().expect("a list") {
            let game = variant["text"].as_str().expect("a text");
            let shown = json(&["show", game, "--json"]);
            assert_eq!(shown["game"], game, "variants are listed in canonical form");
            let cells = shown["board"]["cells"].as_array().expect("a list").len() as u64;
            let size = |field: &str| shown["board"][field].as_u64().expect("a number");
            assert_eq!(cells, size("columns") * size("rows"));
            let moves = json(&["moves", game, "--json"]);
            let count = moves["moves"].as_array().expect("a list").len() as u64;
            assert_eq!(shown["legal_moves"], count, "{game}");
            assert_eq!(output(&["perft", game, "1"]), format!("1 {count}\n"));
            let drawn = output(&["show", game, "--ascii"]);
            let board = drawn.split("\n\n").next().unwrap_or_default();
            assert!(board.is_ascii(), "{board}");
        }
    }
}

#[test]
fn documents_of_counts_and_outcomes_hold_what_the_text_says() {
    let counts = json(&["perft", "connect", "4", "--json"]);
    assert_eq!(
        counts["counts"][3],
        serde_json::json!({"depth": 4, "count": 2401})
    );
    let division = json(&["perft", "connect", "3", "--divide", "--json"]);
    assert_eq!(division["total"], 343);
    assert_eq!(
        division["moves"][6],
        serde_json::json!({"move": "g", "count": 49})
    );
    let over = json(&["show", "connect", "--moves", "abababa", "--json"]);
    assert_eq!(
        over["outcome"],
        serde_json::json!({"winner": "first", "margin_first": 1, "reason": "4 in a row"})
    );
    assert_eq!(over["legal_moves"], 0);
}

#[test]
fn colours_are_for_terminals_and_for_those_who_insist() {
    let shown = |color| output(&["show", "connect", "--moves", "4", "--color", color]);
    assert!(shown("always").contains("\u{1b}[31m●"));
    for color in ["auto", "never"] {
        assert!(!shown(color).contains('\u{1b}'), "{color}");
    }
}

#[test]
fn the_board_of_a_position_decides_the_size() {
    let shown = json(&["show", "connect", "--position", "5/5/2x2 o", "--json"]);
    assert_eq!(shown["game"], "connect:5x3,c=4");
}

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = output(&["completions", shell]);
        for word in ["partida", "perft", "divide"] {
            assert!(script.contains(word), "{shell} without {word}");
        }
    }
}

#[test]
fn the_manual_covers_every_command() {
    let page = output(&["man"]);
    let directory = directory("man");
    let path = directory.to_str().expect("the path is text");
    assert_eq!(output(&["man", "--directory", path]), "");
    assert!(directory.join("partida.1").exists());
    let root = partida::command();
    for command in with_subcommands(&root).into_iter().skip(1) {
        let name = command.join(" ");
        assert!(page.contains(&format!("\"{}\"", name.to_uppercase())));
        let own = fs::read_to_string(directory.join(format!("{}.1", command.join("-"))))
            .expect("each command has a page");
        assert!(own.contains("EXAMPLES"), "{name}");
    }
}

/// The names of a command and of all below it, each with those of the commands it belongs to.
fn with_subcommands(command: &clap::Command) -> Vec<Vec<String>> {
    let name = command.get_name().to_string();
    let mut names = vec![vec![name.clone()]];
    for subcommand in command.get_subcommands() {
        for below in with_subcommands(subcommand) {
            names.push([vec![name.clone()], below].concat());
        }
    }
    names
}

/// The examples of a help text: its lines that run the program, without their explanations.
fn examples(command: &clap::Command) -> Vec<String> {
    let text = command.get_after_help().map(ToString::to_string);
    let examples: Vec<String> = text
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .map(|line| match line.split_once("  ") {
            Some((example, _)) if !example.contains('>') => example.to_string(),
            _ => line.to_string(),
        })
        .collect();
    assert!(
        !examples.is_empty(),
        "{} has no examples",
        command.get_name()
    );
    examples
}

/// Runs a server until it has said where it is, and interrupts it.
fn serves_until_interrupted(command: &mut std::process::Command) {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it runs");
    let mut said = [0; 10];
    let output = child.stdout.as_mut().expect("it is piped");
    output.read_exact(&mut said).expect("it says where it is");
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("there is a kill").success());
    assert!(child.wait().expect("ours").success());
}

#[test]
#[cfg(unix)]
fn the_examples_of_the_help_work() {
    let directory = directory("examples");
    let program = PathBuf::from(assert_cmd::cargo::cargo_bin!("partida"));
    let mut path = program
        .parent()
        .expect("a directory")
        .as_os_str()
        .to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let root = partida::command();
    let nested = root
        .get_subcommands()
        .flat_map(|command| command.get_subcommands());
    let commands = std::iter::once(&root)
        .chain(root.get_subcommands())
        .chain(nested);
    for command in commands {
        for example in examples(command) {
            // These write into the user's own directories, or open a pager.
            if ["~", "fpath", "man -l"]
                .iter()
                .any(|word| example.contains(word))
            {
                continue;
            }
            let line = match example.split_once("mine.toml  ") {
                Some((line, _)) => format!("{line}mine.toml"),
                None => example,
            };
            let is_server = line.starts_with("partida serve");
            let line = if is_server {
                format!("exec {line}")
            } else {
                line
            };
            let mut shell = std::process::Command::new("sh");
            shell
                .args(["-c", &line])
                .current_dir(&directory)
                .env("PATH", &path)
                .env("PARTIDA_STORE", "store.db")
                .stdin(Stdio::null());
            if is_server {
                serves_until_interrupted(&mut shell);
                continue;
            }
            let finished = shell.output().expect("there is a shell");
            // Examples may be about games that are not part of this build.
            let message = String::from_utf8_lossy(&finished.stderr).into_owned();
            let unknown = message.contains("there is no game");
            assert!(unknown || finished.status.success(), "{line}: {message}");
        }
    }
}

#[test]
fn no_argument_makes_it_panic() {
    let words = [
        "",
        ":",
        "connect:",
        "connect:,",
        "connect:=",
        "connect:c=",
        "connect:0x0",
        "connect:7x",
        "connect:7x6,c=0",
        "connect:c=99999999999999999999",
        "connect:🎲",
        "tafl:@",
        "tafl:@/nope",
        "@",
        "@../nope",
        "-",
        "/",
        "x",
        "7/7/7/7/7/7 x x",
        "99999999999999999999",
        "\u{303}",
        "\n",
        "1.",
        "…",
        "4444444",
    ];
    for word in words {
        for arguments in [
            vec!["partida", "show", word],
            vec!["partida", "games", word],
            vec!["partida", "rules", word],
            vec!["partida", "moves", "connect", "--position", word],
            vec!["partida", "moves", "connect", "--moves", word],
            vec!["partida", "perft", word, "1"],
            vec!["partida", "best", "connect:2x2", "first", "--clock", word],
            vec!["partida", "perft", "connect:2x2", word],
            vec!["partida", "players", "connect:2x2", word],
            vec!["partida", word],
        ] {
            let mut console = partida::Console {
                input: &mut std::io::empty(),
                output: &mut std::io::sink(),
                errors: &mut std::io::sink(),
                output_is_terminal: false,
                errors_are_terminal: false,
                plain: true,
                interrupt: partida::Interrupt::default(),
            };
            let code = partida::run(&arguments, &mut console);
            assert!(code == 0 || code == 2, "{arguments:?}");
        }
    }
}
