//! How a player can fail to give a move. Searches of our own do not; outside programs do, in every
//! way there is, and each way has a name so that a record can say what happened.

use std::fmt;

/// Of what a program said, so many characters are kept.
const MOST_SAID: usize = 200;
/// Of what a program wrote to its standard error, so many characters are kept: the last ones, where
/// programs say why they give up.
const MOST_ERRORS: usize = 2000;

/// A player that gave no move: the reason, and what there is to show for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What happened.
    pub reason: Reason,
    /// More about it, for people: what was expected, what the system said. May be empty.
    pub detail: String,
    /// What the program said, if that was the mistake: printable, and cut if it was long.
    pub said: Option<String>,
    /// The end of what the program wrote to its standard error: printable lines, at most 2000
    /// characters.
    pub errors: String,
}

/// Why a player gave no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A move that the rules do not allow here.
    IllegalMove,
    /// Something that is no move at all.
    Garbage,
    /// The output ended in the middle of a line.
    HalfLine,
    /// The program ended.
    Crash(Ending),
    /// The program closed its standard output, and lives on.
    ClosedOutput,
    /// No answer in time.
    TimeOut,
    /// Not the answers that the protocol asks for.
    WrongProtocol,
    /// More output than anybody needs.
    Flood,
    /// A line where none was asked for, so that nobody can know what later ones answer.
    OutOfTurn,
    /// It does not read what it is told.
    NotReading,
    /// The program could not be started.
    NotStarted,
    /// It ended, and by all signs because it may not have more memory.
    OutOfMemory,
    /// It was ended because its processor time was used up.
    OutOfProcessorTime,
    /// The program cannot be told of this position by its protocol.
    UnreachablePosition,
    /// Whoever asked wanted no move any more, and the program has no way to be told.
    Stopped,
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// By itself, with this exit status.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// Nobody knows.
    Unknown,
}

impl Reason {
    /// One word that stays the same, for records.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Reason::IllegalMove => "illegal-move",
            Reason::Garbage => "garbage",
            Reason::HalfLine => "half-line",
            Reason::Crash(_) => "crash",
            Reason::ClosedOutput => "closed-output",
            Reason::TimeOut => "time-out",
            Reason::WrongProtocol => "wrong-protocol",
            Reason::Flood => "flood",
            Reason::OutOfTurn => "out-of-turn",
            Reason::NotReading => "not-reading",
            Reason::NotStarted => "not-started",
            Reason::OutOfMemory => "memory-limit",
            Reason::OutOfProcessorTime => "cpu-limit",
            Reason::UnreachablePosition => "unreachable-position",
            Reason::Stopped => "stopped",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Reason::IllegalMove => "an illegal move",
            Reason::Garbage => "an answer that is no move",
            Reason::HalfLine => "the output ended in the middle of a line",
            Reason::Crash(ending) => return write!(formatter, "the program ended: {ending}"),
            Reason::ClosedOutput => "the program closed its output",
            Reason::TimeOut => "no answer in time",
            Reason::WrongProtocol => "the program does not speak the protocol",
            Reason::Flood => "too much output",
            Reason::OutOfTurn => "a line that nobody asked for",
            Reason::NotReading => "the program does not read its input",
            Reason::NotStarted => "the program cannot be started",
            Reason::OutOfMemory => "the program ended at its memory limit",
            Reason::OutOfProcessorTime => "the program used up its processor time",
            Reason::UnreachablePosition => "the program cannot be told of this position",
            Reason::Stopped => "stopped before the program answered",
        };
        formatter.write_str(text)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Ending::Exit(status) => write!(formatter, "exit status {status}"),
            Ending::Signal(number) => match signal_name(number) {
                Some(name) => write!(formatter, "signal {number} ({name})"),
                None => write!(formatter, "signal {number}"),
            },
            Ending::Unknown => formatter.write_str("nobody knows how"),
        }
    }
}

/// The names of signals that end programs; the numbers are those of Linux on most machines.
fn signal_name(number: i32) -> Option<&'static str> {
    Some(match number {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        _ => return None,
    })
}

impl Failure {
    /// A failure with nothing to show for it.
    #[must_use]
    pub fn new(reason: Reason, detail: impl Into<String>) -> Failure {
        Failure {
            reason,
            detail: detail.into(),
            said: None,
            errors: String::new(),
        }
    }

    /// A failure because of something the program said.
    #[must_use]
    pub fn because_of(reason: Reason, detail: impl Into<String>, said: &str) -> Failure {
        Failure {
            said: Some(printable(said, MOST_SAID)),
            ..Failure::new(reason, detail)
        }
    }

    /// The same with the end of the program's standard error.
    #[must_use]
    pub fn with_errors(mut self, errors: &str) -> Failure {
        let length = errors.chars().count();
        let tail: String = errors
            .chars()
            .skip(length.saturating_sub(MOST_ERRORS))
            .collect();
        let lines: Vec<String> = tail
            .lines()
            .map(|line| printable(line, usize::MAX))
            .collect();
        self.errors = lines.join("\n").trim().to_string();
        self
    }

    /// The reason's word: see [`Reason::word`].
    #[must_use]
    pub fn word(&self) -> &'static str {
        self.reason.word()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.reason)?;
        if let Some(said) = &self.said {
            write!(formatter, ": \"{said}\"")?;
        }
        if !self.detail.is_empty() {
            write!(formatter, " ({})", self.detail)?;
        }
        if let Some(last) = self.errors.lines().last() {
            write!(formatter, "; its last words: {last}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}

/// A text fit for one line of a terminal or a record, cut behind `most` characters.
pub(crate) fn printable(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for (count, character) in text.chars().enumerate() {
        if count == most {
            shown.push('…');
            break;
        }
        if matches!(character, '\'' | '"' | '\\') {
            shown.push(character);
        } else {
            shown.extend(character.escape_debug());
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_said_is_shown_safely_and_in_short() {
        let said = format!("\u{1b}[2J{}", "x".repeat(10_000));
        let failure = Failure::because_of(Reason::Garbage, "a column was expected", &said)
            .with_errors(&format!("{}\nlast\u{7} words\n", "y".repeat(10_000)));
        let shown = failure.to_string();
        assert!(shown.starts_with(r#"an answer that is no move: "\u{1b}[2Jxxx"#));
        assert!(shown.ends_with(r"(a column was expected); its last words: last\u{7} words"));
        assert!(shown.len() < 400 && failure.errors.len() <= MOST_ERRORS + 10);
        assert_eq!(failure.word(), "garbage");
    }

    #[test]
    fn endings_are_named() {
        let crash = |ending| Failure::new(Reason::Crash(ending), "").to_string();
        assert_eq!(crash(Ending::Exit(3)), "the program ended: exit status 3");
        assert_eq!(
            crash(Ending::Signal(11)),
            "the program ended: signal 11 (SIGSEGV)"
        );
        assert_eq!(crash(Ending::Signal(40)), "the program ended: signal 40");
    }
}
