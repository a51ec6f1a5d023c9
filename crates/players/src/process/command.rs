//! The command behind `process:`: words as a shell would cut them, and the program that the first
//! one names.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A program with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Command {
    words: Vec<String>,
}

impl Command {
    /// Cuts a text into words, with quotes and backslashes as in a shell, but nothing else of it: no
    /// variables, no wildcards, no pipes. The problem and what was expected, if it cannot be.
    pub(crate) fn parse(text: &str) -> Result<Command, (String, String)> {
        if let Some(control) = text.chars().find(|character| character.is_control()) {
            return Err((
                format!("the command contains {control:?}"),
                "one line of text".to_string(),
            ));
        }
        let words = shell_words::split(text).map_err(|_| {
            (
                "a quote in the command is never closed".to_string(),
                "quotes in pairs".to_string(),
            )
        })?;
        if words.first().is_none_or(String::is_empty) {
            return Err((
                "the command is empty".to_string(),
                "a program and its arguments, such as ./player --fast".to_string(),
            ));
        }
        Ok(Command { words })
    }

    /// A command of words that were cut before.
    pub(super) fn of_words(words: Vec<String>) -> Command {
        Command { words }
    }

    /// The word that names the program.
    pub(crate) fn program(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// The program's word and those behind it.
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// Where the program is: a name with a slash is a path from the working directory, any other is
    /// looked up in the directories of `PATH`. Or why it cannot be run.
    pub(crate) fn locate(&self) -> Result<PathBuf, String> {
        let name = self.program();
        if name.contains('/') {
            return check(Path::new(name)).map(|()| PathBuf::from(name));
        }
        let directories = env::var_os("PATH").unwrap_or_default();
        let mut candidates = env::split_paths(&directories).map(|path| path.join(name));
        candidates
            .find(|path| check(path).is_ok())
            .ok_or_else(|| match Path::new(name).exists() {
                true => format!("there is no command {name:?}; the file here is ./{name}"),
                false => format!("there is no command {name:?}"),
            })
    }

    /// Directories that it has to be able to read: those of the program, and of every argument that
    /// names something.
    pub(crate) fn directories(&self, program: &Path) -> Vec<PathBuf> {
        let mut directories = Vec::new();
        let mut add = |path: &Path| {
            let directory = if path.is_dir() {
                Some(path)
            } else {
                path.parent()
            };
            let directory = directory.map(|directory| match directory {
                empty if empty.as_os_str().is_empty() => Path::new("."),
                directory => directory,
            });
            directories.extend(directory.map(Path::to_path_buf));
        };
        add(program);
        if let Ok(real) = fs::canonicalize(program) {
            add(&real);
        }
        for word in self.words.iter().skip(1) {
            // Also what an option names: --book=data/book.txt.
            let value = word.split_once('=').map(|(_, value)| value);
            for path in [Some(word.as_str()), value].into_iter().flatten() {
                let path = Path::new(path);
                if path.file_name().is_some_and(|name| name != OsStr::new("")) && path.exists() {
                    add(path);
                }
            }
        }
        directories
    }
}

fn check(path: &Path) -> Result<(), String> {
    let shown = path.display();
    let about = fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => format!("there is no file {shown}"),
        _ => format!("{shown}: {error}"),
    })?;
    if about.is_dir() {
        return Err(format!("{shown} is a directory"));
    }
    if about.permissions().mode() & 0o111 == 0 {
        return Err(format!("{shown} is not executable"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_as_in_a_shell() {
        let words = |text| Command::parse(text).map(|command| command.words);
        let expected = |words: &[&str]| Ok(words.iter().map(ToString::to_string).collect());
        assert_eq!(words("./player"), expected(&["./player"]));
        assert_eq!(
            words(r#"./my\ player --name "a, b" 'c d' $HOME * ;"#),
            expected(&["./my player", "--name", "a, b", "c d", "$HOME", "*", ";"])
        );
        for text in ["", "  ", "''", "'open", "\"open", "a\nb", "a\u{7}"] {
            assert!(words(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn programs_are_found_or_missed_with_a_reason() {
        let locate = |text| Command::parse(text).expect("words").locate();
        assert!(locate("sh").is_ok_and(|path| path.ends_with("sh")));
        assert!(locate("/bin/sh -c true").is_ok());
        for (text, reason) in [
            ("./no/such/player", "there is no file ./no/such/player"),
            ("no-such-player", "there is no command \"no-such-player\""),
            ("./src", "./src is a directory"),
            ("./Cargo.toml", "./Cargo.toml is not executable"),
            (
                "Cargo.toml",
                "there is no command \"Cargo.toml\"; the file here is ./Cargo.toml",
            ),
        ] {
            assert_eq!(locate(text), Err(reason.to_string()));
        }
    }
}
