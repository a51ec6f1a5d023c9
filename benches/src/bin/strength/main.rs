//! How strong players are: matches, and the table of those that must be won.
//!
//! `cargo run --release -p partida-benches --bin strength -- match GAME PLAYER PLAYER [OPTIONS]`
//! `cargo run --release -p partida-benches --bin strength -- table [OPTIONS]`
//!
//! - `--games N`: in each match, default 40; two from each opening, with sides exchanged
//! - `--seed N`: where the openings start from, default 1
//! - `--threads N`: games at a time, default one for each core, so that players with a limit in
//!   time get what they ask for
//! - `match` only, `--opening-plies N`: random moves before the players take over, default 4
//! - `table` only, `--only TEXT`: games whose text contains this
//! - `table` only, `--time TIME`: of the processor, for each of our moves, default 100ms
//! - `table` only, `--write FILE`: the page whose section on published players at that time is written
//!   anew, `docs/strength.md`
//! - `table` only, `--date TEXT`: for that page, default today
//!
//! Tables are Markdown on the standard output, progress goes to the standard error; Ctrl-C prints
//! what there is. The exit status is 1 if a match of the table was not won as it must be.

#![allow(
    clippy::print_stdout,
    reason = "the tables on standard output are what this program is for"
)]

mod document;
mod play;
mod required;
mod statistics;

use game::random::Seed;
use play::{Conditions, Match};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

/// What can go wrong, in any thread.
type Failure = Box<dyn std::error::Error + Send + Sync>;

const GAMES: usize = 40;
const OPENING_PLIES: usize = 4;
const TIME: &str = "100ms";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("strength: {failure}");
            ExitCode::from(2)
        }
    }
}

/// The command line, read.
struct Choices {
    conditions: Conditions,
    /// What is not an option.
    words: Vec<String>,
    opening_plies: usize,
    only: String,
    time: String,
    write: Option<String>,
    date: String,
}

fn run(arguments: &[String]) -> Result<bool, Failure> {
    let choices = read(arguments)?;
    let stop = Arc::clone(&choices.conditions.stop);
    ctrlc::set_handler(move || stop.store(true, Ordering::Relaxed))?;
    let words: Vec<&str> = choices.words.iter().map(String::as_str).collect();
    match words[..] {
        ["match", game, ours, theirs] => {
            let players = [ours, theirs];
            let tally = Match {
                game,
                players,
                opening_plies: choices.opening_plies,
            }
            .play(&choices.conditions)?;
            print!("{}", document::of_match(game, players, &tally));
            Ok(true)
        }
        ["table"] => {
            let rows = required::play_all(&choices.only, &choices.time, &choices.conditions)?;
            print!("{}", document::of_required(&rows));
            let whole = !choices.conditions.stop.load(Ordering::Relaxed);
            match &choices.write {
                Some(path) if whole => {
                    let command = format!(
                        "cargo run --release -p partida-benches --bin strength -- {}",
                        arguments.join(" ")
                    );
                    let old = std::fs::read_to_string(path)?;
                    let made = document::Making {
                        time: &choices.time,
                        date: &choices.date,
                        command: &command,
                    };
                    let page = document::page(&old, &made, &rows)?;
                    std::fs::write(path, page)?;
                }
                Some(path) => eprintln!("{path} is not written: not all matches were played"),
                None => {}
            }
            Ok(whole && rows.iter().all(required::Row::holds))
        }
        _ => Err("wanted: match GAME PLAYER PLAYER, or table".into()),
    }
}

fn read(arguments: &[String]) -> Result<Choices, Failure> {
    let mut choices = Choices {
        conditions: Conditions {
            games: GAMES,
            seed: Seed(1),
            threads: std::thread::available_parallelism()?.get(),
            stop: Arc::new(AtomicBool::new(false)),
        },
        words: Vec::new(),
        opening_plies: OPENING_PLIES,
        only: String::new(),
        time: TIME.to_string(),
        write: None,
        date: report::date(SystemTime::now()),
    };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut text = || -> Result<String, Failure> {
            let text = arguments.next().cloned();
            text.ok_or_else(|| format!("{argument} wants a value").into())
        };
        let number = |text: String, least: u64| -> Result<u64, Failure> {
            let number = text.parse().ok().filter(|&number| number >= least);
            number.ok_or_else(|| format!("{argument} wants a number from {least}").into())
        };
        match argument.as_str() {
            "--games" => choices.conditions.games = number(text()?, 1)? as usize,
            "--seed" => choices.conditions.seed = Seed(number(text()?, 0)?),
            "--threads" => choices.conditions.threads = number(text()?, 1)? as usize,
            "--opening-plies" => choices.opening_plies = number(text()?, 0)? as usize,
            "--time" => choices.time = text()?,
            "--only" => choices.only = text()?,
            "--write" => choices.write = Some(text()?),
            "--date" => choices.date = text()?,
            option if option.starts_with('-') => {
                return Err(format!("no such option: {option}").into());
            }
            word => choices.words.push(word.to_string()),
        }
    }
    Ok(choices)
}
