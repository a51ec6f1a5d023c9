//! `partida play` full-screen in a real pseudo-terminal, which tmux provides: whole games, keys, mouse, windows of all
//! sizes, and a terminal that is afterwards as it was before.
#![cfg(unix)]

mod scripts;

use assert_cmd::cargo::cargo_bin;
use scripts::script;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Nothing takes longer on any machine that tests run on.
const LIMIT: Duration = Duration::from_secs(60);
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// A terminal of its own with the program in it.
struct Pane {
    directory: PathBuf,
    socket: String,
}

impl Pane {
    /// Starts `partida play` with these arguments and variables in a window of 100 columns and 40 lines.
    fn new(name: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Pane {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("terminal-{name}"));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("a directory for the test");
        let pane = Pane {
            directory,
            socket: format!("partida-{}-{name}", std::process::id()),
        };
        let variables = variables
            .iter()
            .map(|(name, value)| format!("{name}='{value}' "));
        let arguments = arguments.iter().map(|it| format!(" '{it}'"));
        // It waits until somebody records what it writes.
        let script = format!(
            "while [ ! -e go ]; do sleep 0.01; done\n\
             unset NO_COLOR LC_ALL LC_CTYPE LC_MESSAGES\nLANG=C.UTF-8; export LANG\n\
             stty -a > before\n{}'{}' play{} 2> errors\necho \"left with $?\"\n\
             stty -a > after\necho finished\nexec cat\n",
            variables.collect::<String>(),
            cargo_bin!("partida").display(),
            arguments.collect::<String>(),
        );
        fs::write(pane.directory.join("run.sh"), script).expect("a file for the test");
        pane.tmux(&[
            "new-session",
            "-d",
            "-x",
            "100",
            "-y",
            "40",
            "-c",
            &pane.directory.to_string_lossy(),
            "exec sh run.sh",
        ]);
        pane.tmux(&["pipe-pane", "-o", "cat > raw"]);
        pane.until("the recording begins", || pane.path("raw").exists());
        fs::write(pane.path("go"), "").expect("a file for the test");
        pane
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    fn read(&self, name: &str) -> String {
        String::from_utf8_lossy(&fs::read(self.path(name)).unwrap_or_default()).into_owned()
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux")
            .args(["-u", "-L", &self.socket, "-f", "/dev/null"])
            .args(arguments)
            .current_dir(&self.directory)
            .env("LC_ALL", "C.UTF-8")
            .env("SHELL", "/bin/sh")
            .env_remove("TMUX")
            .output()
            .expect("there is a tmux");
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    fn flag(&self, name: &str) -> bool {
        self.tmux(&["display-message", "-p", &format!("#{{{name}}}")])
            .trim()
            == "1"
    }

    fn until(&self, what: &str, is_so: impl Fn() -> bool) {
        let began = Instant::now();
        while !is_so() {
            assert!(
                began.elapsed() < LIMIT,
                "{what}: {}\n{}",
                self.screen(),
                self.read("errors")
            );
            sleep(BETWEEN_LOOKS);
        }
    }

    fn until_seen(&self, text: &str) {
        self.until(text, || self.screen().contains(text));
    }

    /// Presses keys by their names.
    fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Types a text as it is.
    fn type_text(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    fn type_line(&self, text: &str) {
        self.type_text(text);
        self.press(&["Enter"]);
    }

    /// Presses or releases the mouse at a column and a line, counted from 0.
    fn mouse(&self, (column, line): (u16, u16), is_pressed: bool) {
        let end = if is_pressed { 'M' } else { 'm' };
        self.type_text(&format!("\u{1b}[<0;{};{}{end}", column + 1, line + 1));
    }

    fn resize(&self, columns: u16, lines: u16) {
        let [columns, lines] = [columns, lines].map(|it| it.to_string());
        self.tmux(&["resize-window", "-x", &columns, "-y", &lines]);
    }

    /// Makes sure that the program has gone, and left the terminal as it was.
    fn is_left_clean(&self) {
        self.until_seen("finished");
        assert_eq!(self.read("errors"), "");
        assert!(self.screen().contains("left with 0"), "{}", self.screen());
        // The size is the window's, not ours.
        let settings = |name: &str| -> Vec<String> {
            let text = self.read(name);
            text.lines()
                .map(str::to_string)
                .filter(|it| !it.contains("rows"))
                .collect()
        };
        assert!(!settings("before").is_empty());
        assert_eq!(settings("before"), settings("after"));
        assert!(!self.flag("alternate_on"));
        assert!(!self.flag("mouse_any_flag"));
        assert!(self.flag("cursor_flag"));
    }
}

impl Drop for Pane {
    fn drop(&mut self) {
        let _ = Command::new("tmux")
            .args(["-L", &self.socket, "kill-server"])
            .output();
    }
}

/// Where a cell is drawn on a board whose cells are three columns wide and whose rows have one digit.
fn place(column: u16, row: u16, rows: u16) -> (u16, u16) {
    (2 + 3 * column + 1, 1 + rows - 1 - row)
}

/// Plays a whole game, each move typed, and leaves.
fn whole_game(name: &str, game: &str, longest: usize) {
    let script = script(game, longest);
    let pane = Pane::new(name, &[game, "human", "first"], &[]);
    for (round, moves) in script.moves.chunks(2).enumerate() {
        pane.until_seen("To move: ");
        pane.type_line(&moves[0]);
        pane.until_seen(&format!("{:>3}. {}", round + 1, moves.join("  ")));
    }
    pane.until_seen(&script.reason);
    pane.press(&["C-c"]);
    pane.is_left_clean();
    // What was played is not lost.
    let written = pane.screen();
    assert!(
        written.contains(&format!("[Reason \"{}\"]", script.reason)),
        "{written}"
    );
}

#[test]
fn a_whole_game_of_bricks() {
    whole_game("bricks", "bricks:4", 100);
}

#[test]
fn a_whole_game_of_amazons() {
    whole_game("amazons", "amazons:6x6", 40);
}

#[test]
fn a_whole_game_of_tafl() {
    whole_game("tafl", "tafl:brandubh", 60);
}

#[test]
fn a_whole_game_of_the_kings_escape() {
    whole_game("fuga", "fuga", 60);
}

#[test]
fn a_whole_game_of_connect_with_arrows() {
    let script = script("connect", 40);
    let pane = Pane::new("connect", &["connect", "human", "first"], &[]);
    pane.until_seen("To move: x");
    pane.press(&["Home"]);
    let mut cursor = 0;
    for (round, moves) in script.moves.chunks(2).enumerate() {
        let column = moves[0].as_bytes()[0] - b'a';
        while cursor != column {
            let (key, next) = match cursor < column {
                true => ("Right", cursor + 1),
                false => ("Left", cursor - 1),
            };
            pane.press(&[key]);
            cursor = next;
        }
        pane.press(&[["Enter", "Space"][round % 2]]);
        pane.until_seen(&format!("{:>3}. {}", round + 1, moves.join("  ")));
    }
    pane.until_seen("4 in a row");
    pane.type_line("quit");
    pane.is_left_clean();
}

#[test]
fn the_mouse_points_and_drags() {
    let pane = Pane::new("mouse", &["bricks:4", "human", "human"], &[]);
    pane.until_seen("To move: first");
    assert!(pane.flag("alternate_on") && pane.flag("mouse_any_flag"));
    for cell in [place(0, 0, 4), place(1, 0, 4)] {
        pane.mouse(cell, true);
        pane.mouse(cell, false);
    }
    pane.until_seen("  1. a1b1");
    pane.mouse(place(2, 0, 4), true);
    pane.until_seen("[·] :");
    pane.mouse(place(2, 1, 4), false);
    pane.until_seen("  1. a1b1  c1c2");
    pane.press(&["C-c"]);
    pane.is_left_clean();
}

#[test]
fn keys_do_what_the_help_says() {
    let pane = Pane::new("keys", &["connect:4x4,c=3", "human", "human"], &[]);
    pane.until_seen("To move: x");
    pane.press(&["F1"]);
    pane.until_seen("Arrows move the cursor");
    pane.press(&["Escape"]);
    pane.until_seen("To move: x");
    pane.press(&["F3"]);
    pane.until_seen("Hint: ");
    pane.press(&["F4"]);
    pane.until_seen("value win in ");
    pane.type_line("a");
    pane.until_seen("  1. a");
    pane.press(&["F2"]);
    pane.until_seen("Taken back");
    pane.press(&["F5"]);
    pane.until_seen(" d  c  b  a");
    pane.press(&["F6"]);
    pane.until_seen("> save");
    pane.type_line("game.txt");
    pane.until_seen("Saved: game.txt");
    pane.type_line("b");
    pane.type_line("load game.txt");
    pane.until_seen("Loaded: game.txt");
    pane.type_line("z");
    pane.until_seen("\"z\" is not a column; expected: a column from a to d");
    pane.type_line("resign");
    pane.until_seen("Win for o: resigned");
    pane.press(&["C-c"]);
    pane.is_left_clean();
}

#[test]
fn windows_may_change_while_playing() {
    let pane = Pane::new(
        "resize",
        &["connect", "human", "human", "--clock", "1h"],
        &[],
    );
    pane.until_seen("To move: x");
    pane.type_line("d");
    pane.until_seen("1:00:00");
    pane.resize(60, 20);
    pane.until_seen("To move: o");
    pane.type_line("c");
    pane.until_seen("  1. d  c");
    pane.resize(30, 8);
    pane.until_seen("Needed: 40 x 12.");
    // Keys count nevertheless, and what they did is seen later.
    pane.type_line("e");
    pane.resize(120, 50);
    pane.until_seen("  2. e");
    pane.resize(40, 12);
    pane.until_seen("To move: o");
    pane.press(&["C-c"]);
    pane.is_left_clean();
}

/// The numbers in the escape sequences for colours and attributes of what was written.
fn attributes(raw: &str) -> Vec<u16> {
    let sequences = raw.split("\u{1b}[").skip(1);
    let ended = sequences.filter_map(|it| {
        it.split_once(|end: char| end.is_ascii_alphabetic())
            .map(|(body, _)| (body, it))
    });
    ended
        .filter(|(body, whole)| whole[body.len()..].starts_with('m'))
        .flat_map(|(body, _)| {
            body.split([';', ':'])
                .map(|it| it.parse().unwrap_or(0))
                .collect::<Vec<u16>>()
        })
        .collect()
}

fn are_coloured(attributes: &[u16]) -> bool {
    let is_color = |it: &u16| matches!(it, 30..=38 | 40..=48 | 90..=107);
    attributes.iter().any(is_color)
}

#[test]
fn colours_only_where_they_are_wanted() {
    for (name, variables, expected) in [
        ("colour", &[("TERM", "screen-256color")][..], true),
        (
            "no-colour",
            &[("TERM", "screen-256color"), ("NO_COLOR", "1")],
            false,
        ),
    ] {
        let pane = Pane::new(name, &["fuga", "human", "human"], variables);
        pane.until_seen("To move: ");
        pane.press(&["Enter"]);
        pane.press(&["C-c"]);
        pane.is_left_clean();
        assert_eq!(
            are_coloured(&attributes(&pane.read("raw"))),
            expected,
            "{name}"
        );
    }
}

#[test]
fn without_unicode_only_ascii_is_written() {
    for (name, variables, arguments) in [
        (
            "ascii",
            &[("LANG", "C")][..],
            &["fuga", "human", "human", "--language", "es"][..],
        ),
        (
            "ascii-asked",
            &[("LANG", "es_ES.UTF-8")],
            &["fuga", "human", "human", "--ascii"],
        ),
    ] {
        let pane = Pane::new(name, arguments, variables);
        pane.until_seen("Turno de enemigos");
        pane.press(&["F4"]);
        pane.until_seen("Analisis");
        pane.press(&["F1"]);
        pane.until_seen("ultima jugada");
        pane.press(&["C-c"]);
        pane.is_left_clean();
        let raw = fs::read(pane.path("raw")).expect("it was recorded");
        assert!(raw.len() > 1000 && raw.is_ascii(), "{name}");
    }
}

#[test]
fn a_kept_game_survives_whatever_ends_the_program() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = directory.join("terminal-kept.txt");
    let _ = fs::remove_file(&file);
    let name = file.to_str().expect("the path is text");
    let arguments = ["connect", "human", "human", "--file", name];
    for (number, signal) in ["TERM", "HUP", "INT"].into_iter().enumerate() {
        let pane = Pane::new(&format!("kept-{number}"), &arguments, &[]);
        pane.until_seen("To move: ");
        pane.type_line("d");
        let moves = vec!["d"; number + 1];
        pane.until("it is kept", || {
            let record = fs::read_to_string(&file).unwrap_or_default();
            record.matches(" d").count() == moves.len()
        });
        signal_program(&pane, signal);
        pane.is_left_clean();
    }
}

#[test]
fn without_a_terminal_it_ends() {
    let pane = Pane::new("gone", &["connect", "human", "human"], &[]);
    pane.until_seen("To move: ");
    let program = Path::new("/proc").join(program_of(&pane));
    assert!(program.exists());
    pane.tmux(&["kill-server"]);
    pane.until("it has ended", || !program.exists());
}

/// Sends a signal to the program in a pane: the child of the shell there.
fn signal_program(pane: &Pane, signal: &str) {
    let sent = Command::new("kill")
        .args([&format!("-{signal}"), &*program_of(pane)])
        .status();
    assert!(sent.expect("there is a kill").success());
}

/// The number of the process in a pane.
fn program_of(pane: &Pane) -> String {
    let shell = pane.tmux(&["display-message", "-p", "#{pane_pid}"]);
    let children = Path::new("/proc")
        .join(shell.trim())
        .join("task")
        .join(shell.trim())
        .join("children");
    let child = fs::read_to_string(children).expect("it runs");
    child.trim().to_string()
}
