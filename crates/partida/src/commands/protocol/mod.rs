//! `partida protocol`: help for those who write programs that play under our referee.

mod course;
mod own;

use super::examples;
use crate::Unsuccessful;
use crate::console::Console;
use crate::files::LocalFiles;
use anyhow::{Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use game::arguments::{Range, Value};
use game::random::{Generator, Seed};
use game::{Playable, Side};
use games::{GameVisitor, parse_game};
use players::{Failure, Program, Spec};
use std::fmt;
use std::time::{Duration, Instant};

/// Lines of the conversation that are shown with a failure.
const SHOWN: usize = 16;

/// Help for those who write players
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida protocol check \"partida play-as partida --player first\"    is it a player?"
})]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    Check(Check),
}

/// Find out whether a program speaks a protocol as it should
///
/// Runs the program through its start, several games against a random player on both sides, limits, stop, orders that are
/// unusual but allowed, and its end, and says what went wrong, with the lines before it: > is what the
/// program was told, < what it said. Exit code 1 if anything did. docs/protocol.md describes the protocols.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida protocol check \"partida play-as partida --player random\" --game amazons:4x4 --games 2"
    "partida protocol check \"partida play-as bricks-judge --player heurb\" --protocol bricks-judge --game bricks:4"
    "partida protocol check \"partida play-as connect-judge --player h2:depth=2\" --protocol connect-judge --games 2"
})]
struct Check {
    /// The program and its arguments (quote them), or a player with more options: process:memory=2G,./player
    #[arg(value_name = "COMMAND")]
    command: String,

    /// How to talk to it
    #[arg(long, value_name = "PROTOCOL", value_enum, default_value_t = Spoken::Partida)]
    protocol: Spoken,

    /// What to play [default: connect, or bricks:6]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// How many games
    #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: u32,

    /// Time for a move
    #[arg(long, value_name = "TIME", default_value = "100ms")]
    time: String,

    /// How much longer than allowed an answer may take before nobody waits any more
    #[arg(long, value_name = "TIME", default_value = "10s")]
    patience: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Spoken {
    Partida,
    BricksJudge,
    ConnectJudge,
}

impl Spoken {
    fn word(self) -> &'static str {
        match self {
            Spoken::Partida => "partida",
            Spoken::BricksJudge => "bricks-judge",
            Spoken::ConnectJudge => "connect-judge",
        }
    }
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let Task::Check(check) = &arguments.task;
    let usual = match check.protocol {
        Spoken::BricksJudge => "bricks:6",
        Spoken::Partida | Spoken::ConnectJudge => "connect",
    };
    let game = parse_game(check.game.as_deref().unwrap_or(usual), &LocalFiles)?;
    game.visit(Visit { check, console })
}

struct Visit<'run, 'streams> {
    check: &'run Check,
    console: &'run mut Console<'streams>,
}

impl GameVisitor for Visit<'_, '_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: &G) -> Result<()> {
        let Visit { check, console } = self;
        let command = &check.command;
        let text = match command.starts_with("process:") {
            true => command.clone(),
            false => format!("process:protocol={},{command}", check.protocol.word()),
        };
        let spec = Spec::parse(game, &text)?;
        if !spec.is_process() {
            bail!("{text} is no outside program");
        }
        // What cannot be run at all is a mistake of the command line.
        players::Player::parse(game, &text)?;
        let mut tester = Tester {
            game,
            spec,
            program: None,
            time: duration("--time", &check.time)?,
            patience: duration("--patience", &check.patience)?,
            generator: Seed(1).generator(),
        };
        let checks: Vec<Named<G>> = match check.protocol {
            Spoken::Partida => own::checks(check.games),
            Spoken::BricksJudge => course::bricks_checks(check.games),
            Spoken::ConnectJudge => course::connect_checks(check.games),
        };
        let count = checks.len();
        let mut failed = 0;
        let mut shown = Vec::new();
        for (name, run) in checks {
            match run(&mut tester) {
                Ok(()) => writeln!(console.output, "ok      {name}")?,
                Err(problem) => {
                    failed += 1;
                    let mut lines = vec![problem.to_string()];
                    lines.extend(tester.last_lines());
                    // Who does not get through the start fails everywhere, and once is enough.
                    if lines == shown {
                        writeln!(console.output, "failed  {name}: the same")?;
                    } else {
                        writeln!(console.output, "failed  {name}: {problem}")?;
                        for line in &lines[1..] {
                            writeln!(console.output, "          {line}")?;
                        }
                        shown = lines;
                    }
                    // The next check gets a program that has done nothing wrong yet.
                    tester.program = None;
                }
            }
            console.output.flush()?;
        }
        writeln!(
            console.output,
            "{} of {count} checks passed",
            count - failed
        )?;
        match failed {
            0 => Ok(()),
            _ => Err(Unsuccessful.into()),
        }
    }
}

fn duration(name: &str, text: &str) -> Result<Duration> {
    match Value::parse(&Range::Duration, text) {
        Some(Value::Duration(time)) => Ok(time),
        _ => bail!("{name} cannot be {text:?}; expected {}", Range::Duration),
    }
}

/// A check and what it is about.
type Named<G> = (String, Box<dyn FnOnce(&mut Tester<'_, G>) -> Checked>);

/// Nothing, or what is wrong.
type Checked<T = ()> = Result<T, Problem>;

/// What is wrong with a program.
#[derive(Debug)]
enum Problem {
    /// In the way players fail.
    Failure(Failure),
    /// Else.
    Other(String),
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        Problem::Failure(failure)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Failure(failure) => write!(formatter, "{failure}"),
            Problem::Other(text) => formatter.write_str(text),
        }
    }
}

fn problem<T>(text: impl Into<String>) -> Checked<T> {
    Err(Problem::Other(text.into()))
}

/// Who asks, and the program that is asked.
struct Tester<'run, G: Playable> {
    game: &'run G,
    spec: Spec,
    program: Option<Program>,
    time: Duration,
    patience: Duration,
    generator: Generator,
}

impl<G: Playable> Tester<'_, G> {
    /// The program, started if it is not running; and whether it was started just now.
    fn start(&mut self) -> Checked<bool> {
        if self.program.is_some() {
            return Ok(false);
        }
        match Program::of_player(&self.spec) {
            Some(started) => self.program = Some(started?),
            None => return problem("it is no outside program"),
        }
        Ok(true)
    }

    fn program(&mut self) -> Checked<&mut Program> {
        match &mut self.program {
            Some(program) => Ok(program),
            None => problem("it is not running"),
        }
    }

    fn say(&mut self, line: &str) -> Checked {
        Ok(self.program()?.say(line)?)
    }

    /// The next line, at most this much later than patience allows.
    fn hear(&mut self, allowed: Duration) -> Checked<String> {
        let until = Instant::now() + allowed + self.patience;
        match self.program()?.hear(until, None)? {
            Some(line) => Ok(line),
            None => problem("nobody waited"),
        }
    }

    fn random_move(&mut self, position: &G::Position) -> Checked<G::Move> {
        let mut legal = Vec::new();
        self.game.moves(position, &mut legal);
        match self.generator.choose(&legal) {
            Some(chosen) => Ok(chosen),
            None => problem("the game is over"),
        }
    }

    fn last_lines(&self) -> Vec<String> {
        let Some(program) = &self.program else {
            return Vec::new();
        };
        let lines: Vec<String> = program.exchange().map(ToString::to_string).collect();
        let left_out = lines.len().saturating_sub(SHOWN);
        lines.into_iter().skip(left_out).collect()
    }
}

/// Which side the program plays in a game.
fn side_of(number: u32) -> Side {
    Side::BOTH[number as usize % 2]
}
