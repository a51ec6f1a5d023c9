//! Package `bitbully`, which runs as a program of its own: see `benches/bitbully.py`.

use crate::Failure;
use crate::contestants::{BITBULLY, Contestant, Work, mebibytes};
use crate::sets::Scored;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

const SCRIPT: &str = include_str!("../../../bitbully.py");

const WHAT_TO_DO: &str = "this needs a Python with the package `bitbully`, version 0.0.79:
  python3 -m venv .venv && .venv/bin/pip install bitbully==0.0.79
and then --python .venv/bin/python; or --no-bitbully to do without it";

/// The other program.
#[derive(Debug)]
pub(crate) struct Bitbully {
    child: Child,
    /// Closed to end the program.
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    version: String,
    table_bytes: usize,
    /// What a call takes that has nothing to search, with the clock.
    overhead: Duration,
}

/// One position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    score: i32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

impl Bitbully {
    /// Starts it, if wanted with a limit of processor time for all it does.
    pub(crate) fn start(python: &str, limit: Option<Duration>) -> Result<Bitbully, Failure> {
        let mut command = Command::new(python);
        command.args(["-c", SCRIPT]);
        if let Some(limit) = limit {
            command.arg(limit.as_secs().to_string());
        }
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("{python}: {error}\n{WHAT_TO_DO}"))?;
        let questions = child.stdin.take();
        let answers = child.stdout.take().ok_or("no standard output")?;
        let mut started = Bitbully {
            child,
            questions,
            answers: BufReader::new(answers),
            version: String::new(),
            table_bytes: 0,
            overhead: Duration::ZERO,
        };
        let line = started.line()?.ok_or(WHAT_TO_DO)?;
        let mut words = line.split_whitespace();
        started.version = next(&mut words)?;
        started.table_bytes = next(&mut words)?;
        started.overhead = Duration::from_nanos(next(&mut words)?);
        Ok(started)
    }

    /// The next line; none if the program has ended.
    fn line(&mut self) -> Result<Option<String>, Failure> {
        let mut line = String::new();
        let length = self.answers.read_line(&mut line)?;
        Ok((length > 0).then_some(line))
    }

    /// Solves a position; nothing if the program was ended before it could.
    pub(crate) fn solve(&mut self, scored: &Scored) -> Result<Option<Answer>, Failure> {
        let questions = self.questions.as_mut().ok_or("no standard input")?;
        writeln!(questions, "{}", scored.moves)?;
        let Some(line) = self.line()? else {
            return Ok(None);
        };
        let mut words = line.split_whitespace();
        let answer = Answer {
            score: next(&mut words)?,
            nodes: next(&mut words)?,
            time: Duration::from_nanos(next(&mut words)?),
        };
        scored.check(BITBULLY, answer.score)?;
        Ok(Some(answer))
    }
}

impl Drop for Bitbully {
    fn drop(&mut self) {
        self.questions = None;
        // If it has ended already there is nothing to wait for.
        let _ = self.child.wait();
    }
}

fn next<'line, T: FromStr>(words: &mut impl Iterator<Item = &'line str>) -> Result<T, Failure> {
    let word = words.next().and_then(|word| word.parse().ok());
    word.ok_or_else(|| format!("{BITBULLY}.py says something unexpected").into())
}

impl Contestant for Bitbully {
    fn name(&self) -> &'static str {
        BITBULLY
    }

    fn conditions(&self) -> String {
        format!(
            "{BITBULLY} {}: a table of {} (by how much the process grows); to clear it is not in the time, \
             and the {:.2} µs that a call takes from Python with nothing to search are taken off",
            self.version,
            mebibytes(self.table_bytes),
            self.overhead.as_secs_f64() * 1e6
        )
    }

    fn solve_all(&mut self, positions: &[Scored]) -> Result<Work, Failure> {
        let mut work = Work::default();
        for scored in positions {
            let answer = self.solve(scored)?;
            let answer = answer.ok_or_else(|| format!("{BITBULLY} has ended"))?;
            work.time += answer.time.saturating_sub(self.overhead);
            work.nodes += answer.nodes;
        }
        Ok(work)
    }
}
