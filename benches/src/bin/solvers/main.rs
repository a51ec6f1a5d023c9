//! Our solver of Connect on the classic board beside public ones, in one run on one core.
//!
//! `cargo run --release -p partida-benches --bin solvers [-- OPTIONS]`
//!
//! - `--rounds N`: everybody solves each set so many times, in turn; default 3
//! - `--only SET`: that set alone, such as `L2_R1`; may be repeated; `none` for the empty board alone
//! - `--positions SET=N`: the first so many of a set, such as `L1_R3=20`; may be repeated
//! - `--empty SECONDS`: the empty board as well, with so much processor time for each
//! - `--table MIB`: our table, default 64
//! - `--python PROGRAM`: a Python that has the package `bitbully`; default what the environment
//!   variable `BITBULLY_PYTHON` says, else `python3`
//! - `--no-bitbully`: without it; what is asked beside it then counts as not measured
//! - `--write FILE`: the tables into a file too
//!
//! Tables are Markdown on the standard output, progress goes to the standard error. A score that is
//! not the published one fails the run, whoever found it. The exit status is 1 if something asked
//! for does not hold or was not measured.

#![allow(
    clippy::print_stdout,
    reason = "the tables on standard output are what this program is for"
)]

mod bitbully;
mod contestants;
mod empty;
mod sets;
mod verdict;

use benches::markdown::{Table, figure, seconds};
use contestants::{BITBULLY, Contestant, Ours, Peer, Work};
use sets::{SETS, Set};
use std::fmt::Write;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};
use verdict::{Effort, judge};

/// What can go wrong.
type Failure = Box<dyn std::error::Error>;

const MEBIBYTE: usize = 1 << 20;

/// What to write for a set if only the empty board is wanted.
const NO_SET: &str = "none";

/// The command line, read.
struct Choices {
    rounds: usize,
    only: Vec<String>,
    positions: Vec<(String, usize)>,
    empty: Option<Duration>,
    table_bytes: usize,
    /// None if that peer is left out.
    python: Option<String>,
    write: Option<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("solvers: {failure}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<bool, Failure> {
    let choices = read(arguments)?;
    let mut contestants: Vec<Box<dyn Contestant>> = vec![
        Box::new(Ours::new(choices.table_bytes)?),
        Box::new(Peer::new()),
    ];
    if let Some(python) = &choices.python {
        contestants.push(Box::new(bitbully::Bitbully::start(python, None)?));
    }
    let mut page = String::new();
    writeln!(
        page,
        "{}. Connect 7 × 6, exact scores, one core, {} rounds in turn, no book, tables cleared before each position:\n",
        report::date(SystemTime::now()),
        choices.rounds
    )?;
    for contestant in &contestants {
        writeln!(page, "- {}", contestant.conditions())?;
    }

    let mut all_hold = true;
    let mut table = Table::new(
        ["set", "positions", "by"],
        [
            "CPU µs per position, best (median) of the rounds",
            "nodes per position",
            "ours ÷ theirs",
            "asked",
        ],
    );
    let is_wanted =
        |set: &Set| choices.only.is_empty() || choices.only.iter().any(|name| name == set.name);
    let sets: Vec<Set> = SETS.into_iter().filter(is_wanted).collect();
    for &set in &sets {
        all_hold &= measure(set, &choices, &mut contestants, &mut table)?;
    }
    if !sets.is_empty() {
        write!(page, "\n{table}")?;
    }
    if let Some(limit) = choices.empty {
        let (text, holds) = empty::measure(limit, choices.table_bytes, choices.python.as_deref())?;
        writeln!(page, "\n{text}")?;
        all_hold &= holds;
    }
    print!("{page}");
    if let Some(path) = &choices.write {
        std::fs::write(path, page)?;
    }
    Ok(all_hold)
}

/// Has everybody solve a set, some rounds in turn, and says whether what is asked holds.
fn measure(
    set: Set,
    choices: &Choices,
    contestants: &mut [Box<dyn Contestant>],
    table: &mut Table,
) -> Result<bool, Failure> {
    let mut chosen = choices.positions.iter().rev();
    let chosen = chosen.find(|(name, _)| name == set.name);
    let positions = set.positions(chosen.map_or(set.count, |&(_, count)| count))?;
    let mut rounds: Vec<Vec<Work>> = vec![Vec::new(); contestants.len()];
    for round in 1..=choices.rounds {
        for (contestant, works) in contestants.iter_mut().zip(&mut rounds) {
            let work = contestant.solve_all(&positions)?;
            let (set, name, time) = (set.name, contestant.name(), seconds(work.time));
            eprintln!("{set}: round {round}, {name}, {time} s");
            works.push(work);
        }
    }
    let efforts: Vec<Effort> = rounds.iter().map(|works| Effort::of(works)).collect();
    let ours = &efforts[0];
    let mut holds = false;
    for (contestant, effort) in contestants.iter().zip(&efforts) {
        let name = contestant.name();
        let mean = |time: Duration| figure(time.as_secs_f64() * 1e6 / positions.len() as f64);
        let mut row = vec![
            set.name.to_string(),
            positions.len().to_string(),
            name.to_string(),
            format!("{} ({})", mean(effort.best), mean(effort.median)),
            figure(effort.nodes as f64 / positions.len() as f64),
        ];
        if name != contestants::OURS {
            let asked = (set.peer == name).then_some(set.asked);
            let judged = judge(ours, effort, asked);
            holds |= judged.holds;
            row.extend([judged.ratio, judged.verdict]);
        }
        table.push(row);
    }
    if !contestants.iter().any(|peer| peer.name() == set.peer) {
        table.push([
            set.name.to_string(),
            positions.len().to_string(),
            set.peer.to_string(),
            String::new(),
            String::new(),
            String::new(),
            "not measured".to_string(),
        ]);
    }
    Ok(holds)
}

fn read(arguments: &[String]) -> Result<Choices, Failure> {
    let python = std::env::var("BITBULLY_PYTHON");
    let mut choices = Choices {
        rounds: 3,
        only: Vec::new(),
        positions: Vec::new(),
        empty: None,
        table_bytes: 64 * MEBIBYTE,
        python: Some(python.unwrap_or_else(|_| "python3".to_string())),
        write: None,
    };
    let known = |name: &str| -> Result<String, Failure> {
        let names = SETS.map(|set| set.name);
        if name == NO_SET || names.contains(&name) {
            return Ok(name.to_string());
        }
        let names = names.join(", ");
        Err(format!("there is no set {name:?}: {names}, {NO_SET}").into())
    };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut text = || -> Result<&str, Failure> {
            let text = arguments.next().map(String::as_str);
            text.ok_or_else(|| format!("{argument} wants a value").into())
        };
        let number = |text: &str| -> Result<usize, Failure> {
            let number = text.parse().ok().filter(|&number| number > 0);
            number.ok_or_else(|| format!("{argument} wants a number from 1").into())
        };
        match argument.as_str() {
            "--rounds" => choices.rounds = number(text()?)?,
            "--only" => choices.only.push(known(text()?)?),
            "--positions" => {
                let parts = text()?.split_once('=');
                let (set, count) = parts.ok_or("--positions wants SET=N")?;
                choices.positions.push((known(set)?, number(count)?));
            }
            "--empty" => choices.empty = Some(Duration::from_secs(number(text()?)? as u64)),
            "--table" => choices.table_bytes = number(text()?)? * MEBIBYTE,
            "--python" => choices.python = Some(text()?.to_string()),
            "--no-bitbully" => choices.python = None,
            "--write" => choices.write = Some(text()?.to_string()),
            other => return Err(format!("no such option: {other}").into()),
        }
    }
    if choices.python.is_none() {
        eprintln!("without {BITBULLY}");
    }
    Ok(choices)
}
