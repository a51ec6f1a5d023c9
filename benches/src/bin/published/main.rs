//! Tables of what our searches reach, beside what is promised. The tables of the reports are those of
//! `partida reproduce`.
//!
//! `cargo run --release -p partida-benches --bin published [-- TABLE] [--jobs K]`
//!
//! A table is one of `goals`, `engine`, `symmetry` or `all`. Tables are Markdown on the
//! standard output, progress goes to the standard error. Every search is that of a player as text,
//! which is printed, so that `partida best GAME PLAYER` repeats it.
//!
//! The exit status is 1 if something promised in `goals` or `engine` does not hold.

#![allow(
    clippy::print_stdout,
    reason = "the tables on standard output are what this program is for"
)]

mod engine;
mod goals;
mod measure;
mod symmetry;

use measure::Failure;
use std::process::ExitCode;

/// How much is done.
#[derive(Debug, Clone, Copy)]
struct Effort {
    /// Searches at a time.
    jobs: usize,
}

/// One search at a time.
const FULL: Effort = Effort { jobs: 1 };

/// A table: prints itself, and says whether what it promises holds.
type Table = fn(&Effort) -> Result<bool, Failure>;

const TABLES: [(&str, Table); 3] = [
    ("goals", goals::print),
    ("engine", engine::print),
    ("symmetry", symmetry::print),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("published: {failure}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<bool, Failure> {
    let mut wanted = "all";
    let mut effort = FULL;
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut number = || -> Result<u32, Failure> {
            let number = arguments.next().and_then(|text| text.parse().ok());
            let number = number.filter(|&number| number > 0);
            number.ok_or_else(|| format!("{argument} wants a number from 1").into())
        };
        match argument.as_str() {
            "--jobs" => effort.jobs = number()? as usize,
            text if text.starts_with('-') => return Err(format!("no such option: {text}").into()),
            text => wanted = text,
        }
    }
    let known = TABLES.iter().any(|(name, _)| *name == wanted);
    if !known && wanted != "all" {
        let names = TABLES.map(|(name, _)| name).join(", ");
        return Err(format!("there is no table {wanted:?}: {names}, all").into());
    }
    let mut holds = true;
    for (name, print) in TABLES {
        if wanted == name || wanted == "all" {
            eprintln!("{name}");
            holds &= print(&effort)?;
        }
    }
    Ok(holds)
}
