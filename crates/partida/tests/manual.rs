//! The manual, `docs/book/`: every page is followed literally, each from an empty folder outside of the
//! repository, as its readers do it.
//!
//! - `sh`: each line is run, and must succeed.
//! - `console`: each line that begins with `$ ` is run; below it stands what it writes. `...` on a line of its own
//!   stands for any lines and `[..]` for anything within a line; `? 2` comes first where it must fail with that status.
//! - any language with `file=NAME`: is written to that file.
//!
//! Other blocks are refused.

use assert_cmd::cargo::cargo_bin;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PAGES: [&str; 5] = [
    "student.md",
    "engine-author.md",
    "researcher.md",
    "teacher.md",
    "adding-a-game.md",
];

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository is there")
}

fn book() -> PathBuf {
    root().join("docs/book")
}

/// What a block of a page asks for.
#[derive(Debug, PartialEq)]
enum Step {
    Run(String),
    /// A command, its exit status, and the lines it writes.
    Compare(String, i32, Vec<String>),
    Write(PathBuf, String),
}

/// A backslash at the end of a line joins it with the next one.
fn commands(lines: &mut dyn Iterator<Item = &str>) -> Option<String> {
    let mut command = lines.next()?.to_string();
    while command.ends_with('\\') {
        command.pop();
        command += lines.next().expect("the command goes on");
    }
    Some(command)
}

/// The steps of a page, in order.
fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.trim_start().strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match kind.split_once(" file=") {
            Some((_, name)) => {
                steps.push(Step::Write(name.into(), block.join("\n") + "\n"));
            }
            None if kind == "sh" => {
                let mut block = block.into_iter();
                while let Some(command) = commands(&mut block) {
                    if !command.is_empty() && !command.starts_with('#') {
                        steps.push(Step::Run(command));
                    }
                }
            }
            None if kind == "console" => {
                let mut block = block.into_iter().peekable();
                while let Some(command) = commands(&mut block) {
                    let command = command.strip_prefix("$ ");
                    let command = command.expect("a console begins with a command");
                    let status = block.next_if(|line| line.starts_with("? "));
                    let status = status.map_or(0, |line| line[2..].parse().expect("a number"));
                    let mut output = Vec::new();
                    while let Some(line) = block.next_if(|line| !line.starts_with("$ ")) {
                        output.push(line.to_string());
                    }
                    steps.push(Step::Compare(command.to_string(), status, output));
                }
            }
            None => panic!("nobody knows what to do with a block of {kind:?}"),
        }
    }
    steps
}

/// Whether a line is as the page has it.
fn is_line(expected: &str, line: &str) -> bool {
    let Some((start, rest)) = expected.split_once("[..]") else {
        return expected == line;
    };
    let Some(line) = line.strip_prefix(start) else {
        return false;
    };
    let mut ends = line.char_indices().map(|(place, _)| place);
    ends.any(|place| is_line(rest, &line[place..])) || is_line(rest, "")
}

/// Whether what was written is what the page has.
fn is_output(expected: &[&str], lines: &[&str]) -> bool {
    match (expected, lines) {
        ([], _) => lines.is_empty(),
        (["...", rest @ ..], _) => {
            (0..=lines.len()).any(|skipped| is_output(rest, &lines[skipped..]))
        }
        (_, []) => false,
        ([first, expected @ ..], [line, lines @ ..]) => {
            is_line(first, line) && is_output(expected, lines)
        }
    }
}

/// White space at the ends of lines, and empty lines at the end, are not seen by readers.
fn visible<'text>(lines: impl Iterator<Item = &'text str>) -> Vec<&'text str> {
    let mut lines: Vec<&str> = lines.map(str::trim_end).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// A reader with an empty home, who goes through a page.
struct Reader {
    home: tempfile::TempDir,
    folder: PathBuf,
    path: OsString,
}

impl Reader {
    fn new() -> Reader {
        let home = tempfile::tempdir().expect("a folder");
        let program = cargo_bin!("partida");
        let mut path = program
            .parent()
            .expect("a directory")
            .as_os_str()
            .to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let folder = home.path().join("folder");
        fs::create_dir(&folder).expect("an empty folder");
        Reader { home, folder, path }
    }

    fn shell(&self, command: &str) -> Command {
        let mut shell = Command::new("bash");
        shell
            .args(["-euo", "pipefail", "-c"])
            .arg(format!("exec 2>&1\n{command}"))
            .current_dir(&self.folder)
            .env("PATH", &self.path)
            .env("HOME", self.home.path())
            .env("NO_COLOR", "1")
            .env("PARTIDA", root())
            // As the pages tell their readers to set it.
            .env("PARTIDA_STORE", self.home.path().join("folder/store.db"))
            .env("CARGO_NET_OFFLINE", "true")
            // Built once, and kept from run to run.
            .env("CARGO_TARGET_DIR", target().join("manual"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        // What cargo and rustup have installed stays where it is.
        let own_home = std::env::var_os("HOME").map(PathBuf::from);
        for (variable, directory) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            if let (None, Some(home)) = (std::env::var_os(variable), &own_home) {
                shell.env(variable, home.join(directory));
            }
        }
        shell
    }

    /// The exit status of a command and what it wrote.
    fn run(&mut self, command: &str) -> (i32, String) {
        if let Some(folder) = command.strip_prefix("cd ") {
            self.folder.push(folder);
            assert!(self.folder.is_dir(), "{command}: there is no such folder");
            return (0, String::new());
        }
        if command.starts_with("partida serve") {
            return self.serve(command);
        }
        let finished = self.shell(command).output().expect("there is a shell");
        let output = String::from_utf8(finished.stdout).expect("the output is text");
        (finished.status.code().expect("no signal"), output)
    }

    /// A server is interrupted when it has said where it is.
    fn serve(&self, command: &str) -> (i32, String) {
        let mut shell = self.shell(&format!("exec {command}"));
        let mut child = shell.spawn().expect("there is a shell");
        let mut said = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut output = String::new();
        said.read_line(&mut output).expect("it says where it is");
        assert!(output.contains("http://"), "{command}: {output}");
        let pid = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status();
        assert!(sent.expect("there is a kill").success());
        said.read_to_string(&mut output).expect("it ends");
        let status = child.wait().expect("ours").code();
        (status.expect("no signal"), output)
    }

    fn follow(&mut self, page: &str) {
        for step in steps(page) {
            match step {
                Step::Run(command) => {
                    let (status, output) = self.run(&command);
                    assert_eq!(status, 0, "{command}\n{output}");
                }
                Step::Compare(command, expected_status, expected) => {
                    let (status, output) = self.run(&command);
                    assert_eq!(status, expected_status, "{command}\n{output}");
                    let lines = visible(output.lines());
                    assert!(
                        is_output(&visible(expected.iter().map(String::as_str)), &lines),
                        "{command}\nthe manual says:\n{}\nit wrote:\n{}",
                        expected.join("\n"),
                        lines.join("\n")
                    );
                }
                Step::Write(name, content) => {
                    let file = self.folder.join(name);
                    fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
                    fs::write(&file, content).expect("it can be written");
                }
            }
        }
    }
}

/// Where cargo builds.
fn target() -> &'static Path {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    directory.expect("it is in the target directory")
}

fn follow(page: &str) {
    let text = fs::read_to_string(book().join(page)).expect("the page is there");
    Reader::new().follow(&text);
}

#[test]
fn the_tutorial_for_students() {
    follow("student.md");
}

#[test]
fn the_tutorial_for_engine_authors() {
    follow("engine-author.md");
}

#[test]
fn the_tutorial_for_researchers() {
    follow("researcher.md");
}

#[test]
fn the_tutorial_for_teachers() {
    follow("teacher.md");
}

#[test]
fn the_tutorial_for_adding_a_game() {
    follow("adding-a-game.md");
}

/// Where the links of a text lead, other than to pages elsewhere.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let ends = text.split("](").skip(1);
    ends.filter_map(|rest| rest.split(')').next())
        .filter(|link| !link.contains("://"))
}

#[test]
fn every_page_is_followed_and_in_the_summary_and_no_link_leads_nowhere() {
    let summary = fs::read_to_string(book().join("SUMMARY.md")).expect("a summary");
    let mut followed = 0;
    for entry in fs::read_dir(book()).expect("the book is there") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_str().expect("a name in letters");
        let text = fs::read_to_string(book().join(name)).expect("a page");
        for link in links(&text) {
            let file = link.split('#').next().expect("a part");
            assert!(book().join(file).exists(), "{name}: {link}");
        }
        if name != "SUMMARY.md" {
            assert!(PAGES.contains(&name), "{name} is not followed");
            let listed = links(&summary).any(|link| link == name);
            assert!(listed, "{name} is not in the summary");
            followed += 1;
        }
    }
    assert_eq!(followed, PAGES.len());
    // Other documents have their place in the summary as well.
    for entry in fs::read_dir(root().join("docs")).expect("documents") {
        let name = entry.expect("an entry").file_name();
        let link = format!("../{}", name.to_str().expect("a name in letters"));
        let listed = links(&summary).any(|listed| listed == link);
        assert!(listed || !link.ends_with(".md"), "{link} is not listed");
    }
}

/// What happens to a page that is not right.
fn refusal(page: &'static str) -> String {
    let failure = std::panic::catch_unwind(|| Reader::new().follow(page));
    let failure = failure.expect_err("it must not be followed to its end");
    match failure.downcast::<String>() {
        Ok(message) => *message,
        Err(other) => other
            .downcast::<&str>()
            .map_or_else(|_| String::new(), |message| message.to_string()),
    }
}

#[test]
fn pages_that_are_not_right_are_noticed() {
    let unknown = refusal("```\nwhat is this?\n```\n");
    assert!(unknown.contains("nobody knows"), "{unknown}");
    let failed = refusal("```sh\ntrue\nfalse\n```\n");
    assert!(failed.contains("false"), "{failed}");
    let in_a_pipe = refusal("```sh\nfalse | true\n```\n");
    assert!(in_a_pipe.contains("false | true"), "{in_a_pipe}");
    let other = refusal("```console\n$ echo one; echo two\none\n```\n");
    assert!(other.contains("it wrote:\none\ntwo"), "{other}");
    let succeeded = refusal("```console\n$ true\n? 1\n```\n");
    assert!(succeeded.contains("true"), "{succeeded}");
    let command = refusal("```console\nno command\n```\n");
    assert!(command.contains("begins with a command"), "{command}");
}

#[test]
fn what_is_left_open_may_be_anything() {
    Reader::new().follow(
        "Text.\n```text file=some/where.txt\none\ntwo 2.5 ms\n\nfour\n```\n```sh\n# Look.\ncd some\ncat \\\n\
         where.txt\n```\n```console\n$ cat where.txt\none\ntwo [..] ms\n...\nfour\n$ echo 'a b c'; exit 3\n? 3\n\
         a [..]c[..]\n```\n",
    );
    assert!(!is_line("a [..]c", "a b"));
    assert!(!is_output(&["...", "one"], &["one", "two"]));
}
