//! Everything beside its peers in one run: CPU time, instructions, ratios, and the bounds.
//!
//! `cargo run --release -p partida-benches --bin peers [-- --rounds N] [--no-valgrind] [TEXT]`
//!
//! Each piece of work runs in a process of its own (crate `minimax` prints while it counts), in
//! rounds, so that whatever else the machine does falls on all alike. Under valgrind, where it is
//! installed, the instructions of each are counted. Only tasks whose name contains TEXT are run.
//!
//! The exit status is 1 if a promised ratio does not hold, by CPU time or by instructions, or if
//! a bound in milliseconds is missed even by the best run of all.

#![allow(
    clippy::print_stdout,
    reason = "the table on standard output is what this program is for"
)]

use benches::work::{Found, TASKS, Task};
use cpu_time::ProcessTime;
use std::hint::black_box;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

const ROUNDS: usize = 7;
/// Short work is repeated within its process until this much time is measured.
const LEAST_MEASURED: Duration = Duration::from_millis(100);
/// What a child process puts before what it measured, since peers may print as well.
const MARK: &str = "measured:";

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.first().map(String::as_str) {
        Some("measure") => measure(&arguments[1..]).map(|()| true),
        _ => compare(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("peers: {failure}");
            ExitCode::from(2)
        }
    }
}

/// In the child process: does one piece of work and says what it took.
fn measure(arguments: &[String]) -> Result<(), Failure> {
    let [task, contestant, depth, least] = arguments else {
        return Err("measure wants a task, a contestant, a depth and milliseconds".into());
    };
    if task == "nothing" {
        return Ok(());
    }
    let task = TASKS.get(task.parse::<usize>()?).ok_or("no such task")?;
    let contestant = task.contestants.get(contestant.parse::<usize>()?);
    let run = contestant.ok_or("no such contestant")?.run;
    let depth = depth.parse()?;
    let least = Duration::from_millis(least.parse()?);
    let mut total = Duration::ZERO;
    // The first run warms up and is not measured, unless instructions are counted outside.
    if !least.is_zero() {
        black_box(run(depth));
    }
    loop {
        let begin = ProcessTime::now();
        let Found { leaves, check } = run(depth);
        let elapsed = begin.elapsed();
        println!("{MARK} {leaves} {check} {}", elapsed.as_nanos());
        total += elapsed;
        if total >= least {
            return Ok(());
        }
    }
}

/// What is known about a contestant at a task.
#[derive(Default)]
struct Measured {
    found: Option<Found>,
    /// Milliseconds of CPU time.
    times: Vec<f64>,
    /// Instructions per leaf, and at how many leaves.
    instructions: Option<(f64, u64)>,
}

impl Measured {
    fn median(&self) -> f64 {
        self.times
            .get(self.times.len() / 2)
            .copied()
            .unwrap_or(f64::NAN)
    }

    fn best(&self) -> f64 {
        self.times.first().copied().unwrap_or(f64::NAN)
    }

    fn nanoseconds_per_leaf(&self) -> f64 {
        let leaves = self.found.map_or(f64::NAN, |found| found.leaves as f64);
        self.median() * 1e6 / leaves
    }
}

fn compare(arguments: &[String]) -> Result<bool, Failure> {
    let (mut rounds, mut with_valgrind, mut only) = (ROUNDS, true, String::new());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => rounds = arguments.next().ok_or("--rounds wants a number")?.parse()?,
            "--no-valgrind" => with_valgrind = false,
            text if text.starts_with('-') => return Err(format!("no such option: {text}").into()),
            text => only = text.to_owned(),
        }
    }
    let tasks = TASKS.iter().enumerate();
    let tasks: Vec<(usize, &Task)> = tasks
        .filter(|(_, task)| task.name.contains(&only))
        .collect();
    if tasks.is_empty() || rounds == 0 {
        return Err("nothing to measure".into());
    }
    let mut all: Vec<Vec<Measured>> = tasks
        .iter()
        .map(|(_, task)| {
            task.contestants
                .iter()
                .map(|_| Measured::default())
                .collect()
        })
        .collect();
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        for (&(number, task), measured) in tasks.iter().zip(&mut all) {
            for (contestant, measured) in measured.iter_mut().enumerate() {
                time(number, contestant, task.depth, measured)?;
            }
        }
    }
    for measured in all.iter_mut().flatten() {
        measured.times.sort_by(f64::total_cmp);
    }
    if with_valgrind {
        match count_instructions("nothing", 0, 0)? {
            None => eprintln!("valgrind is not installed: no instructions are counted"),
            Some((overhead, _)) => {
                eprintln!("counting instructions");
                for (&(number, task), measured) in tasks.iter().zip(&mut all) {
                    let Some(depth) = task.shallow else { continue };
                    for (contestant, measured) in measured.iter_mut().enumerate() {
                        let counted = count_instructions(&number.to_string(), contestant, depth)?;
                        if let Some((instructions, Some(found))) = counted {
                            let own = instructions.saturating_sub(overhead) as f64;
                            let leaves = found.leaves;
                            measured.instructions = Some((own / leaves as f64, leaves));
                        }
                    }
                }
            }
        }
    }
    let mut kept = true;
    println!(
        "| task | by | leaves | CPU ms, median (best) | ns per leaf | × ours | instructions per leaf | × ours | bound |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|---|");
    for ((_, task), measured) in tasks.iter().zip(&all) {
        kept &= report(task, measured);
    }
    Ok(kept)
}

/// Prints a task's rows, and says whether its bounds hold.
fn report(task: &Task, all: &[Measured]) -> bool {
    let mut kept = true;
    let Some((ours, _)) = all.split_first() else {
        return true;
    };
    for (contestant, measured) in task.contestants.iter().zip(all) {
        let Some(found) = measured.found else {
            continue;
        };
        if ours.found.is_some_and(|ours| ours != found) {
            eprintln!(
                "{}: {} finds {found:?}, not what ours does",
                task.name, contestant.name
            );
            kept = false;
        }
        let time_ratio = measured.nanoseconds_per_leaf() / ours.nanoseconds_per_leaf();
        let instructions = measured.instructions.map(|(per_leaf, _)| per_leaf);
        let instruction_ratio = instructions
            .zip(ours.instructions)
            .map(|(theirs, (ours, _))| theirs / ours);
        let mut verdict = String::new();
        if let Some(bound) = contestant.bound {
            let holds = time_ratio >= bound && instruction_ratio.is_none_or(|ratio| ratio >= bound);
            verdict = format!("≥ {bound}: {}", if holds { "holds" } else { "BROKEN" });
            kept &= holds;
        }
        if let Some(most) = task.most_milliseconds {
            let holds = measured.best() <= most;
            verdict = format!("≤ {most} ms: {}", if holds { "holds" } else { "BROKEN" });
            kept &= holds;
        }
        let number = |value: Option<f64>, digits: usize| {
            value
                .filter(|value| value.is_finite())
                .map_or(String::from("–"), |value| format!("{value:.digits$}"))
        };
        println!(
            "| {} | {} | {} | {:.2} ({:.2}) | {:.2} | {} | {} | {} | {verdict} |",
            task.name,
            contestant.name,
            found.leaves,
            measured.median(),
            measured.best(),
            measured.nanoseconds_per_leaf(),
            number(Some(time_ratio), 2),
            number(instructions, 1),
            number(instruction_ratio, 2),
        );
    }
    kept
}

/// One round of a piece of work, in a process of its own.
fn time(task: usize, contestant: usize, depth: u8, measured: &mut Measured) -> Result<(), Failure> {
    let output = Command::new(std::env::current_exe()?)
        .arg("measure")
        .args([task, contestant, depth.into()].map(|number| number.to_string()))
        .arg(LEAST_MEASURED.as_millis().to_string())
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err("a measurement failed".into());
    }
    for (found, nanoseconds) in read_measured(&output.stdout) {
        measured.found = Some(found);
        measured.times.push(nanoseconds / 1e6);
    }
    Ok(())
}

/// The instructions of a whole process that does a piece of work once, and what it found. `None`
/// if there is no valgrind.
fn count_instructions(
    task: &str,
    contestant: usize,
    depth: u8,
) -> Result<Option<(u64, Option<Found>)>, Failure> {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no"])
        .arg("--cachegrind-out-file=/dev/null")
        .arg(std::env::current_exe()?)
        .args([
            "measure",
            task,
            &contestant.to_string(),
            &depth.to_string(),
            "0",
        ])
        .output();
    let output = match output {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        output => output?,
    };
    let text = String::from_utf8_lossy(&output.stderr);
    let instructions = text
        .lines()
        // "==1== I   refs:      341,667", with more or fewer spaces.
        .filter_map(|line| line.split_once("refs:"))
        .find_map(|(what, count)| what.contains(" I ").then(|| count.trim().replace(',', "")))
        .ok_or_else(|| format!("valgrind did not count: {text}"))?
        .parse()?;
    let found = read_measured(&output.stdout).next().map(|(found, _)| found);
    Ok(Some((instructions, found)))
}

/// What a child process measured.
fn read_measured(output: &[u8]) -> impl Iterator<Item = (Found, f64)> {
    let text = String::from_utf8_lossy(output).into_owned();
    let lines: Vec<(Found, f64)> = text
        .lines()
        .filter_map(|line| {
            let mut words = line.strip_prefix(MARK)?.split_whitespace();
            let leaves = words.next()?.parse().ok()?;
            let check = words.next()?.parse().ok()?;
            let nanoseconds = words.next()?.parse().ok()?;
            Some((Found { leaves, check }, nanoseconds))
        })
        .collect();
    lines.into_iter()
}
