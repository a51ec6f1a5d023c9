//! `partida play` line by line: what is read and written, for every kind of game.

mod scripts;

use assert_cmd::Command;
use scripts::script;
use std::fs;
use std::path::PathBuf;

fn play(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("partida").expect("the program is built");
    command.arg("play").args(arguments);
    for name in ["LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    command
}

/// What is said to somebody who types this.
fn said(mut command: Command, typed: &str) -> String {
    let assert = command.write_stdin(typed).assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
}

fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory for the test");
    path
}

#[test]
fn whole_games_of_every_kind_are_played() {
    for game in [
        "connect",
        "bricks:4",
        "amazons:6x6",
        "fuga",
        "tafl:brandubh",
    ] {
        let script = script(game, 200);
        let own: Vec<&str> = script.moves.iter().step_by(2).map(|it| &**it).collect();
        let output = said(play(&[game, "human", "first"]), &(own.join("\n") + "\n"));
        for text in &script.moves {
            assert!(output.contains(&format!(": {text}\n")), "{text}: {output}");
        }
        assert!(output.contains(&script.reason), "{output}");
        assert!(output.is_ascii());
        assert!(
            output.ends_with("\nThe game is left as it is.\n"),
            "{output}"
        );
    }
}

#[test]
fn machines_play_to_the_end_alone() {
    let output = said(play(&["bricks:4", "level:1", "random", "--seed", "3"]), "");
    assert!(output.contains("no brick fits any more"), "{output}");
    let again = said(play(&["bricks:4", "level:1", "random", "--seed", "3"]), "");
    assert_eq!(output, again);
}

#[test]
fn mistakes_are_explained_and_asked_again() {
    let output = said(
        play(&["connect", "human", "first"]),
        "z\n\n\u{1b}[2J\nundo\nhint me\nsave\nload\nload nowhere.txt\nd\nmoves\nundo\nresign\nd\nquit\n",
    );
    for expected in [
        "\"z\" is not a column; expected: a column from a to g (or 1 to 7) (for all commands: help)",
        "There is nothing to take back",
        "Say where: save FILE",
        "Say which: load FILE",
        "Not loaded: nowhere.txt: No such file",
        "Move of x: d\n",
        "Move of o: a\n",
        "Legal moves: a b c d e f g\n",
        "Taken back\n",
        "Win for o: resigned\n",
        "The game is over",
    ] {
        assert!(output.contains(expected), "{expected}: {output}");
    }
    assert!(!output.contains('\u{1b}'));
    let refused = play(&["connect", "human", "nobody"]).assert().code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.contains("player, column 1"), "{message}");
    for arguments in [
        &["connect", "--moves", "d z"][..],
        &["connect", "--position", "nonsense"],
        &["connect", "--clock", "soon"],
        &["nonsense"],
        &["connect", "--language", "eo"],
    ] {
        play(arguments).assert().code(2);
    }
}

#[test]
fn spanish_and_glyphs_come_with_the_locale() {
    let mut command = play(&["connect", "human", "human", "--moves", "abababa"]);
    command.env("LANG", "es_ES.UTF-8");
    let output = said(command, "ayuda\nanálisis\n");
    for expected in [
        "Victoria de x: 4 en línea",
        "Órdenes:",
        "●",
        "La partida ha terminado",
    ] {
        assert!(output.contains(expected), "{expected}: {output}");
    }
    let mut command = play(&["fuga", "human", "human", "--language", "es"]);
    command.env("LANG", "C");
    let output = said(command, "ayuda\na1-a2\n");
    assert!(
        output.contains("Ordenes:") && output.contains("Turno de enemigos"),
        "{output}"
    );
    assert!(output.is_ascii());
}

#[test]
fn help_is_given_by_strong_players() {
    let output = said(
        play(&["connect:4x4,c=3", "human", "human"]),
        "hint\nanalysis\nflip\nboard\nquit\n",
    );
    for expected in ["Hint: ", "depth ", "value win in ", "line: ", "d  c  b  a"] {
        assert!(output.contains(expected), "{expected}: {output}");
    }
}

#[test]
fn games_are_kept_and_gone_on_with() {
    let directory = directory("playing");
    let path = directory.join("game.txt");
    let name = path.to_str().expect("the path is text");
    let kept = |arguments: &[&str], typed: &str| {
        let mut all = vec!["connect", "--file", name];
        all.splice(1..1, arguments.iter().copied());
        let mut command = play(&all);
        command.current_dir(&directory);
        said(command, typed)
    };
    kept(&["human", "first", "--clock", "5m+1s"], "d\n");
    let record = fs::read_to_string(&path).expect("it was kept");
    for expected in [
        "[Game \"connect:7x6,c=4\"]",
        "[First \"human\"]",
        "[Second \"first\"]",
        "[Clock \"5m+1s\"]",
        "[Result \"*\"]",
        "1. d a\n",
    ] {
        assert!(record.contains(expected), "{record}");
    }
    // Without a word about players it goes on with those who played.
    let output = kept(&[], "d\nsave copy.txt\nsave game.txt\n");
    assert!(output.contains("x (person) against o (first)"), "{output}");
    assert!(output.contains("Time left: x 5:0"), "{output}");
    assert!(output.contains("Saved: copy.txt"), "{output}");
    assert!(
        output.contains("Not saved: game.txt is there already"),
        "{output}"
    );
    let record = fs::read_to_string(&path).expect("it was kept");
    assert!(record.contains("1. d a 2. d a\n"), "{record}");
    assert_eq!(
        fs::read_to_string(directory.join("copy.txt")).expect("it was saved"),
        record
    );
    // Another game, and the first one is still there.
    let output = kept(&[], "new\nc\nload copy.txt\nundo\n");
    assert!(output.contains("game.txt.1"), "{output}");
    let read = |name: &str| fs::read_to_string(directory.join(name)).expect("it is there");
    assert_eq!(read("game.txt.1"), record);
    assert!(read("game.txt.2").contains("1. c a\n"));
    assert!(read("game.txt").contains("1. d a\n"));
    // What is no record, or one of another game, is left alone.
    let refused = |arguments: &[&str]| {
        let mut command = play(arguments);
        let assert = command.current_dir(&directory).assert().code(2);
        String::from_utf8_lossy(&assert.get_output().stderr).into_owned()
    };
    fs::write(directory.join("notes.txt"), "44444\n").expect("a file for the test");
    let message = refused(&["connect", "--file", "notes.txt"]);
    assert!(message.contains("no record of a game"), "{message}");
    let message = refused(&["bricks:4", "--file", "game.txt"]);
    assert!(
        message.contains("has a game of connect:7x6,c=4"),
        "{message}"
    );
    let message = refused(&["connect", "--file", "game.txt", "--moves", "d"]);
    assert!(message.contains("has a game already"), "{message}");
}
