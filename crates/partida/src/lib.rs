//! The command line of Partida: a thin layer over the games that turns words into calls and results
//! into text or JSON.
//!
//! Nothing here knows a particular game: whatever the registry of `games` offers can be listed,
//! shown and counted. [`run`] is the whole program with its streams as parameters, so that tests
//! (and fuzzers) call it as a function:
//!
//! ```
//! let mut output = Vec::new();
//! let code = partida::run(
//!     ["partida", "perft", "connect:4x4,c=3", "2"],
//!     &mut partida::Console {
//!         input: &mut std::io::empty(),
//!         output: &mut output,
//!         errors: &mut std::io::sink(),
//!         output_is_terminal: false,
//!         errors_are_terminal: false,
//!         plain: true,
//!         interrupt: partida::Interrupt::default(),
//!     },
//! );
//! assert_eq!(code, 0);
//! assert_eq!(output, b"1 4\n2 16\n");
//! ```
//!
//! Results go to the standard output, everything else to the standard error; exit code 0 is
//! success, 1 that something was examined and found wanting, 2 anything that could not be understood,
//! read or written.

mod board;
mod commands;
mod console;
mod failure;
mod files;
mod listing;
mod place;
mod stores;
mod view;

pub use console::{Console, Interrupt};
pub use failure::explain;

use clap::{CommandFactory, Parser};
use std::ffi::OsString;
use std::io;

/// The exit code of everything that goes wrong.
const FAILURE: u8 = 2;
/// The exit code of everything that goes as it should and finds something wrong.
const UNSUCCESSFUL: u8 = 1;

/// Something was examined and found wanting; what and why is in the output.
#[derive(Debug)]
struct Unsuccessful;

impl std::fmt::Display for Unsuccessful {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("not all is as it should be")
    }
}

impl std::error::Error for Unsuccessful {}

/// Runs the program with these arguments, the program's own name first; returns its exit code.
///
/// Whatever the arguments, it does not panic.
pub fn run<Argument>(arguments: impl IntoIterator<Item = Argument>, console: &mut Console<'_>) -> u8
where
    Argument: Into<OsString> + Clone,
{
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let result = match commands::Cli::try_parse_from(&arguments) {
        Ok(cli) => commands::execute(&cli, console),
        Err(message) if message.use_stderr() => {
            // The message quotes the arguments: styles are only for those that cannot bring any.
            let harmless = arguments
                .iter()
                .all(|argument| failure::is_printable(&argument.to_string_lossy()));
            let color = console.errors_in_color();
            let message = message.render();
            // There is nobody left to tell when the standard error itself fails.
            let _ = if harmless {
                console::write_styled(&mut *console.errors, &message, color)
            } else {
                let message = failure::printable_message(&message.to_string());
                write!(console.errors, "{message}")
            };
            return FAILURE;
        }
        // Not a mistake: `--help` or `--version`.
        Err(message) => console
            .write_help(&message.render())
            .map_err(anyhow::Error::from),
    };
    let flushed = console.output.flush();
    match result.and_then(|()| Ok(flushed?)) {
        Ok(()) => 0,
        // Whoever read our output has seen enough: `partida moves connect | head -1`.
        Err(error) if is_closed_pipe(&error) => 0,
        Err(error) if error.is::<Unsuccessful>() => UNSUCCESSFUL,
        Err(error) => {
            let color = console.errors_in_color();
            let _ = failure::write(&mut *console.errors, &error, color);
            FAILURE
        }
    }
}

/// The declarations of all arguments: what completions and manual pages are made from.
#[must_use]
pub fn command() -> clap::Command {
    commands::Cli::command()
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
