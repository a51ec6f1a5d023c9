//! Solves start positions, and keeps the tables of what is known in `testdata/solved/`.
//!
//! `cargo run --release -p partida-benches --bin solved [-- OPTIONS]`
//!
//! - `--limit SECONDS`: of processor time for each position, default 20
//! - `--budget SECONDS`: of processor time for all together, default as much as it takes
//! - `--table MIB`: default 256
//! - `--only TEXT`: games whose text contains this
//! - `--again`: solve what is solved already, too
//! - `--directory PATH`: where the tables are, default `testdata/solved`
//!
//! Rows that are there stay, but for positions that are open and had less than the limit. After each
//! position its table is written, so a run may be ended at any time. Progress goes to the standard
//! error. A value that is not the published one fails the run.

mod rows;
mod tasks;

use cpu_time::ThreadTime;
use game::Playable;
use games::{GameVisitor, NoFiles, parse_game};
use rows::Row;
use solve::{Goal, Resources, Solution, solver_for};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tasks::Task;

/// What can go wrong.
type Failure = Box<dyn std::error::Error>;

/// The command line, read.
struct Choices {
    limit: Duration,
    budget: Option<Duration>,
    table_mebibytes: usize,
    only: String,
    again: bool,
    directory: PathBuf,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("solved: {failure}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Failure> {
    let choices = read(std::env::args().skip(1))?;
    std::fs::create_dir_all(&choices.directory)?;
    let mut spent = Duration::ZERO;
    for (family, tasks) in tasks::all()? {
        let path = choices.directory.join(format!("{family}.tsv"));
        let mut rows = read_rows(&path)?;
        for task in &tasks {
            let there = rows.iter().find(|row| row.is_of(task));
            let has_enough = there.is_some_and(|row| {
                row.score().is_some() || row.cpu_seconds >= choices.limit.as_secs_f64()
            });
            if !task.game.contains(&choices.only) || has_enough && !choices.again {
                continue;
            }
            let left = choices.budget.map(|budget| budget.saturating_sub(spent));
            if left == Some(Duration::ZERO) {
                eprintln!("the budget is used up; the others stay as they are");
                return Ok(());
            }
            let limit = left.map_or(choices.limit, |left| left.min(choices.limit));
            let (solution, time) = solve(task, limit, choices.table_mebibytes)?;
            spent += time;
            let row = Row::new(task, &solution, time, choices.table_mebibytes);
            eprintln!("{}", row.line(task));
            task.check(row.least, row.most)?;
            rows.retain(|row| !row.is_of(task));
            rows.push(row);
            std::fs::write(&path, rows::table(&tasks, &rows))?;
        }
    }
    Ok(())
}

fn read_rows(path: &Path) -> Result<Vec<Row>, Failure> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    rows::parse(&std::fs::read_to_string(path)?)
        .map_err(|failure| format!("{}: {failure}", path.display()).into())
}

/// Solves a position, or gives up after some time.
fn solve(
    task: &Task,
    limit: Duration,
    table_mebibytes: usize,
) -> Result<(Solution, Duration), Failure> {
    let resources = Resources::bytes(table_mebibytes << 20);
    let visitor = Solve {
        position: task.position,
        resources,
        limit,
    };
    parse_game(&task.game, &NoFiles)?.visit(visitor)
}

struct Solve<'task> {
    position: Option<&'task str>,
    resources: Resources,
    limit: Duration,
}

impl GameVisitor for Solve<'_> {
    type Output = Result<(Solution, Duration), Failure>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let position = match self.position {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let began = ThreadTime::now();
        let mut solver = solver_for(game, self.resources)?;
        let mut watch = |_: &Solution| {
            if began.elapsed() < self.limit {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let solution = solver.solve(&position, Goal::Score, &mut watch)?;
        Ok((solution, began.elapsed()))
    }
}

fn read(mut arguments: impl Iterator<Item = String>) -> Result<Choices, Failure> {
    let mut choices = Choices {
        limit: Duration::from_secs(20),
        budget: None,
        table_mebibytes: 256,
        only: String::new(),
        again: false,
        directory: Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/solved"),
    };
    while let Some(argument) = arguments.next() {
        let mut text = || -> Result<String, Failure> {
            let text = arguments.next();
            text.ok_or_else(|| format!("{argument} wants a value").into())
        };
        let number = |text: String| -> Result<u64, Failure> {
            let number = text.parse().ok().filter(|&number| number > 0);
            number.ok_or_else(|| format!("{argument} wants a number from 1").into())
        };
        match argument.as_str() {
            "--limit" => choices.limit = Duration::from_secs(number(text()?)?),
            "--budget" => choices.budget = Some(Duration::from_secs(number(text()?)?)),
            "--table" => choices.table_mebibytes = number(text()?)? as usize,
            "--only" => choices.only = text()?,
            "--again" => choices.again = true,
            "--directory" => choices.directory = text()?.into(),
            other => return Err(format!("no such option: {other}").into()),
        }
    }
    Ok(choices)
}
