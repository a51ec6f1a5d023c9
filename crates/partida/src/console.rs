//! Where the program reads and writes.

use clap::builder::StyledStr;
use serde::Serialize;
use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The streams of a run of the program, and what is known about them.
pub struct Console<'streams> {
    /// The standard input, read only where an argument says `-`.
    pub input: &'streams mut (dyn Read + Send),
    /// The standard output: results, and nothing else.
    pub output: &'streams mut (dyn Write + Send),
    /// The standard error: mistakes, notes and progress.
    pub errors: &'streams mut dyn Write,
    /// Whether a person is looking at the output.
    pub output_is_terminal: bool,
    /// Whether a person is looking at the errors.
    pub errors_are_terminal: bool,
    /// Whether the environment asks for no colour (`NO_COLOR`, a dumb terminal).
    pub plain: bool,
    /// How whoever runs the program can ask for results at once.
    pub interrupt: Interrupt,
}

/// Ctrl-C, for commands that have something to show when it comes.
///
/// A long search listens, is asked to stop, and prints what it has; a second Ctrl-C, or one where
/// nobody listens, ends the program.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    listening: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Interrupt {
    /// Asks for results at once; says whether there is anybody to give them. Meant to be called
    /// when a signal arrives.
    #[must_use]
    pub fn request(&self) -> bool {
        self.listening.load(Ordering::SeqCst) && !self.stop.swap(true, Ordering::SeqCst)
    }

    /// From now on somebody listens: the flag that will be set.
    pub(crate) fn listen(&self) -> Arc<AtomicBool> {
        self.listening.store(true, Ordering::SeqCst);
        Arc::clone(&self.stop)
    }
}

impl fmt::Debug for Console<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Console")
            .field("output_is_terminal", &self.output_is_terminal)
            .field("errors_are_terminal", &self.errors_are_terminal)
            .field("plain", &self.plain)
            .finish_non_exhaustive()
    }
}

impl Console<'_> {
    /// Whether the output may be coloured, unless an argument says otherwise.
    pub(crate) fn output_in_color(&self) -> bool {
        self.output_is_terminal && !self.plain
    }

    /// Whether errors may be coloured.
    pub(crate) fn errors_in_color(&self) -> bool {
        self.errors_are_terminal && !self.plain
    }

    /// Writes a help text to the output.
    pub(crate) fn write_help(&mut self, text: &StyledStr) -> io::Result<()> {
        let color = self.output_in_color();
        write_styled(&mut *self.output, text, color)
    }

    /// Writes one JSON document, indented for people, with a line end behind it.
    pub(crate) fn write_json(&mut self, document: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string_pretty(document)?;
        writeln!(self.output, "{text}")
    }

    /// Writes a note for people, apart from the results.
    pub(crate) fn note(&mut self, text: &str) {
        // A note that cannot be written must not spoil the results.
        let _ = writeln!(self.errors, "{text}");
    }
}

/// Writes a text of clap's, its styles as escape sequences or dropped.
pub(crate) fn write_styled(
    stream: &mut dyn Write,
    text: &StyledStr,
    color: bool,
) -> io::Result<()> {
    if color {
        write!(stream, "{}", text.ansi())
    } else {
        write!(stream, "{text}")
    }
}
