//! `partida solve`: what a position is worth, exactly.

mod progress;
mod spread;
mod state;

use super::best::{refuse_finished, written};
use super::cluster::ClusterText;
use super::examples;
use crate::console::Console;
use crate::files;
use crate::place::{Place, PlaceArguments};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueHint};
use game::arguments::{Range, Value};
use game::random::Seed;
use game::{Notation, Playable, Side};
use games::GameVisitor;
pub(crate) use progress::Progress;
use search::process_time;
use serde::Serialize;
use solve::connect::Book;
use solve::{
    AnySolver, Contradiction, Effort, Goal, Resources, Solution, Verdict, Verified, best_line,
    solver_for, verify,
};
use state::{State, StateFile};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Games that leave the best line, and what each check may take, with --verify.
const EFFORT: Effort = Effort {
    games: 50,
    nodes: 200_000,
};

/// Find out what a position is worth, exactly
///
/// Solves the position: who wins if both sides play as well as can be, and how the game goes on then. The
/// score is for the side to move, and 0 is a draw. In connect it says when: a win with the last stone
/// but one of the board, or the last, is worth 1, and every two stones sooner one more. In bricks it is the
/// difference of the sums. In amazons and tafl it is 1 or -1.
///
/// Solving can take from a moment to forever. Ctrl-C stops it and tells what is proven so far; the work
/// is kept, and the same command with --resume goes on with it. Long runs are also kept every ten
/// minutes, in case they are killed, at the cost of the search going back to its beginning, where it finds its
/// way again by what it remembers.
///
/// JSON: {game, position, goal, score, least, most, winner, plies, line: [...], moves: [{move, score,
/// least, most}], nodes, time_ms, cpu_ms, memory_bytes, threads, verified: {games, moves, scores,
/// given_up}, state}. The score is null if it is only known to be from least to most. plies is how long
/// the game lasts, where the score tells; moves is empty without --all; verified is null without
/// --verify; state is the file with the work of a run that was stopped.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida solve connect --moves \"d d d d d b b b b b a a\"    who wins, and when"
    "partida solve connect:5x5 --all                            the score of every move"
    "partida solve bricks:4 --verify                            and check it without the solver"
    "partida solve amazons --position \"1qq1/q2q/Q2Q/1QQ1 w\" --json"
    "partida solve connect:8x8 --weak --memory 64M --threads 2 --time 1s --state long.solve"
    "partida solve connect:8x8 --weak --memory 64M --threads 2 --time 1s --state long.solve --resume"
})]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: PlaceArguments,

    /// Only who wins, which is found sooner
    #[arg(long)]
    weak: bool,

    /// Also the score of every legal move
    #[arg(long)]
    all: bool,

    /// Check the score without the solver: play the line and others near it, and search with nothing
    /// but the rules wherever that can reach the end of the game
    #[arg(long)]
    verify: bool,

    #[command(flatten)]
    solver: SolverArguments,

    /// Take the scores of positions that are in this opening book from there (see `partida book`)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    book: Option<PathBuf>,

    /// Stop after this time, such as 90s or 2h, with what is proven by then
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// Write the work down so often, in case the run is killed
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = parse_time)]
    keep_every: Duration,

    /// Go on with the work of the same command, stopped before
    #[arg(long)]
    resume: bool,

    /// Where the work is kept, instead of in the directory for the state of programs
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    state: Option<PathBuf>,

    /// Have every move solved by the workers of a cluster (connect and bricks), each with --memory of its own; without a
    /// URL, the cluster of $PARTIDA_CLUSTER
    #[arg(
        long,
        value_name = "URL",
        num_args = 0..=1,
        default_missing_value = "",
        conflicts_with_all = ["verify", "book", "resume", "state"],
        help_heading = "Cluster"
    )]
    cluster: Option<ClusterText>,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// What a solver may use.
#[derive(Debug, Args)]
pub(crate) struct SolverArguments {
    /// How many threads search together; only with one does a search repeat node for node
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Memory for what was found out, such as 512M or 1G
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = parse_size)]
    memory: u64,
}

impl SolverArguments {
    pub(crate) fn resources(&self) -> Result<Resources> {
        Ok(Resources {
            bytes: usize::try_from(self.memory).context("too much memory is asked for")?,
            threads: usize::from(self.threads),
        })
    }
}

fn parse_size(text: &str) -> Result<u64, String> {
    let expected = || "expected a size such as 64K, 512M or 1G".to_string();
    let upper = text.to_ascii_uppercase();
    let unit = upper.trim_start_matches(|character: char| character.is_ascii_digit());
    let number = &upper[..upper.len() - unit.len()];
    let shift = match unit {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err(expected()),
    };
    let number: u64 = number.parse().map_err(|_| expected())?;
    let bytes = number.checked_mul(1 << shift);
    bytes
        .filter(|&bytes| bytes <= 1 << 46)
        .ok_or_else(|| "no machine has so much".to_string())
}

/// A time as an argument.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    match Value::parse(&Range::Duration, text) {
        Some(Value::Duration(time)) => Ok(time),
        _ => Err(format!("expected {}", Range::Duration)),
    }
}

/// The answer as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Answer {
    game: String,
    position: String,
    goal: &'static str,
    score: Option<i32>,
    least: i32,
    most: i32,
    winner: Option<String>,
    plies: Option<u32>,
    line: Vec<String>,
    moves: Vec<MoveView>,
    nodes: u64,
    time_ms: f64,
    cpu_ms: f64,
    memory_bytes: u64,
    threads: u16,
    verified: Option<VerifiedView>,
    state: Option<String>,
    #[serde(skip)]
    sentence: String,
}

#[derive(Debug, Serialize)]
struct MoveView {
    #[serde(rename = "move")]
    text: String,
    score: Option<i32>,
    least: i32,
    most: i32,
}

#[derive(Debug, Serialize)]
struct VerifiedView {
    games: usize,
    moves: usize,
    scores: usize,
    given_up: usize,
}

impl VerifiedView {
    fn new(verified: Verified) -> VerifiedView {
        VerifiedView {
            games: verified.games,
            moves: verified.moves,
            scores: verified.scores,
            given_up: verified.given_up,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let place = arguments.place.open(console)?;
    place.game.visit(Solve {
        arguments,
        place: &place,
        console,
    })
}

struct Solve<'run, 'streams> {
    arguments: &'run Arguments,
    place: &'run Place,
    console: &'run mut Console<'streams>,
}

impl GameVisitor for Solve<'_, '_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: &G) -> Result<()> {
        let position = self.place.reach(game)?.position;
        refuse_finished(game, &position)?;
        let answer = match &self.arguments.cluster {
            Some(cluster) => {
                spread::answer(self.arguments, cluster, game, &position, self.console)?
            }
            None => {
                let mut run = Run::new(self.arguments, game, &position, self.console)?;
                run.answer(game, &position, self.console)?
            }
        };
        if self.arguments.json {
            self.console.write_json(&answer)?;
        } else {
            write_answer(&mut *self.console.output, &answer)?;
        }
        Ok(())
    }
}

/// A run of a solver.
struct Run<'run, G: Playable> {
    arguments: &'run Arguments,
    solver: AnySolver<G>,
    goal: Goal,
    file: StateFile,
    state: State,
    /// Time and processor time of the runs before this one.
    spent_before: [Duration; 2],
    began: Instant,
    cpu_at_start: Duration,
}

impl<'run, G: Playable> Run<'run, G> {
    fn new(
        arguments: &'run Arguments,
        game: &G,
        position: &G::Position,
        console: &mut Console<'_>,
    ) -> Result<Run<'run, G>> {
        let goal = if arguments.weak {
            Goal::Winner
        } else {
            Goal::Score
        };
        let mut solver = solver_for(game, arguments.solver.resources()?)?;
        if let Some(path) = &arguments.book {
            let (name, text) = files::read(path, &mut *console.input)?;
            let book = Book::parse(&text).with_context(|| name.clone())?;
            solver.set_book(Arc::new(book)).with_context(|| name)?;
        }
        let task = state::Task {
            game: game.name(),
            position: game.write_position(position),
            weak: arguments.weak,
            memory: arguments.solver.memory,
            words: solver.memory().len() as u64,
        };
        let file = StateFile::new(arguments.state.as_deref(), &task);
        let state = if arguments.resume {
            file.load(&task, solver.memory())?
        } else {
            State::new(task)
        };
        Ok(Run {
            arguments,
            solver,
            goal,
            file,
            spent_before: state.spent(),
            state,
            began: Instant::now(),
            cpu_at_start: process_time(),
        })
    }

    /// Time and processor time, those of the runs before included.
    fn spent(&self) -> [Duration; 2] {
        let [time, cpu] = self.spent_before;
        let cpu_now = process_time().saturating_sub(self.cpu_at_start);
        [time + self.began.elapsed(), cpu + cpu_now]
    }

    /// Solves the position, and whatever else is asked for.
    fn answer(
        &mut self,
        game: &G,
        position: &G::Position,
        console: &mut Console<'_>,
    ) -> Result<Answer> {
        let deadline = self.arguments.time.map(|time| self.began + time);
        let mut progress = Progress::new(console, deadline);
        let solution = self.solve(position, &mut progress)?;
        let mut line = Vec::new();
        let mut moves = Vec::new();
        let mut verified = None;
        if let Some(score) = solution.score() {
            progress.begins("line");
            let watch = &mut |so_far: &Solution| progress.look(so_far);
            line = best_line(self.solver.as_mut(), position, score, self.goal, watch)?;
        }
        if self.arguments.all {
            progress.begins("moves");
            let watch = &mut |so_far: &Solution| progress.look(so_far);
            moves = self.solver.solve_moves(position, self.goal, watch)?;
        }
        if let Some(score) = solution.score().filter(|_| self.arguments.verify) {
            progress.begins("check");
            let watch = &mut |so_far: &Solution| progress.look(so_far);
            let verdict = verify(
                self.solver.as_mut(),
                position,
                score,
                self.goal,
                EFFORT,
                &mut Seed(0).generator(),
                watch,
            )?;
            verified = match verdict {
                Verdict::Holds(verified) => Some(VerifiedView::new(verified)),
                Verdict::Stopped(_) => None,
                Verdict::Fails(contradiction) => {
                    bail!("{}", sentence_of(game, position, score, &contradiction))
                }
            };
        }
        progress.ends();
        let is_stopped = progress.is_stopped();
        let kept = match solution.score() {
            None => self.file.save(&self.state, self.solver.memory())?,
            Some(_) => {
                self.file.remove();
                None
            }
        };
        let side = game.side_to_move(position);
        let winner = solution.score().filter(|&score| score != 0);
        let winner = winner.map(|score| if score > 0 { side } else { side.other() });
        let plies = solution
            .score()
            .and_then(|score| self.solver.plies_to_end(position, score, self.goal));
        let found = (solution.score(), winner, plies);
        let sentence = sentence(game, self.arguments.weak, found, is_stopped);
        let view = |(chosen, solution): (G::Move, Solution)| MoveView {
            text: game.write_move(position, chosen),
            score: solution.score(),
            least: solution.least,
            most: solution.most,
        };
        let [time, cpu] = self.spent();
        Ok(Answer {
            game: game.name(),
            position: game.write_position(position),
            goal: if self.arguments.weak {
                "weak"
            } else {
                "strong"
            },
            score: solution.score(),
            least: solution.least,
            most: solution.most,
            winner: winner.map(|winner| game.side_name(winner)),
            plies,
            line: written(game, position, &line),
            moves: moves.into_iter().map(view).collect(),
            nodes: solution.nodes,
            time_ms: time.as_secs_f64() * 1000.0,
            cpu_ms: cpu.as_secs_f64() * 1000.0,
            memory_bytes: self.arguments.solver.memory,
            threads: self.arguments.solver.threads,
            verified,
            state: kept.map(|path| path.display().to_string()),
            sentence,
        })
    }

    /// Solves the position; now and then the search pauses for what was found out to be written
    /// down.
    fn solve(&mut self, position: &G::Position, progress: &mut Progress) -> Result<Solution> {
        let mut total = self.state.solution();
        progress.begins("solve");
        loop {
            let until_save = Instant::now() + self.arguments.keep_every;
            let nodes_before = total.map_or(0, |known| known.nodes);
            let mut pauses = false;
            let mut watch = |so_far: &Solution| {
                let so_far = Solution {
                    nodes: nodes_before + so_far.nodes,
                    ..*so_far
                };
                pauses = Instant::now() >= until_save;
                if pauses {
                    return ControlFlow::Break(());
                }
                progress.look(&merged(total, so_far))
            };
            let found = self.solver.solve(position, self.goal, &mut watch)?;
            let found = Solution {
                nodes: nodes_before + found.nodes,
                ..found
            };
            let solution = merged(total, found);
            total = Some(solution);
            self.state.learn(&solution, self.spent());
            if solution.score().is_some() || progress.is_stopped() || !pauses {
                return Ok(solution);
            }
            self.file.save(&self.state, self.solver.memory())?;
        }
    }
}

/// What was found out (score, winner, length), in words.
fn sentence<G: Notation>(
    game: &G,
    is_weak: bool,
    found: (Option<i32>, Option<Side>, Option<u32>),
    is_stopped: bool,
) -> String {
    let has_margin = G::GOAL == game::Goal::Margin && !is_weak;
    match found {
        (Some(score), Some(winner), plies) => {
            let by = match has_margin {
                true => format!(" by {}", score.abs()),
                false => String::new(),
            };
            let when = plies.map_or_else(String::new, |plies| format!(" in {plies} plies"));
            format!("{} wins{by}{when}", game.side_name(winner))
        }
        (Some(_), None, _) => "a draw".to_string(),
        (None, ..) if is_stopped => "stopped before it was solved".to_string(),
        (None, ..) => "nothing more can be proven with this memory".to_string(),
    }
}

/// What is known from before and now together.
fn merged(before: Option<Solution>, now: Solution) -> Solution {
    match before {
        Some(before) => Solution {
            least: now.least.max(before.least),
            most: now.most.min(before.most),
            nodes: now.nodes,
        },
        None => now,
    }
}

fn sentence_of<G: Notation>(
    game: &G,
    position: &G::Position,
    score: i32,
    contradiction: &Contradiction<G::Move>,
) -> String {
    let Contradiction {
        moves,
        claimed,
        found,
    } = contradiction;
    let moves = written(game, position, moves).join(" ");
    let place = if moves.is_empty() {
        "here".to_string()
    } else {
        format!("after {moves}")
    };
    format!(
        "the score {score} does not hold: {place} the solver claims {claimed}, but it is {found}; \
         please report this"
    )
}

fn write_answer(output: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    let bounds = |score: Option<i32>, least: i32, most: i32| match score {
        Some(score) => score.to_string(),
        None => format!("{least} to {most}"),
    };
    let score = bounds(answer.score, answer.least, answer.most);
    writeln!(output, "score   {score}: {}", answer.sentence)?;
    if !answer.line.is_empty() {
        writeln!(output, "line    {}", answer.line.join(" "))?;
    }
    let widest = answer.moves.iter().map(|view| view.text.len()).max();
    for view in &answer.moves {
        let score = bounds(view.score, view.least, view.most);
        let width = widest.unwrap_or(0);
        writeln!(output, "move    {:<width$}  {score:>3}", view.text)?;
    }
    writeln!(output, "nodes   {}", answer.nodes)?;
    let (time, cpu) = (answer.time_ms, answer.cpu_ms);
    writeln!(
        output,
        "time    {time:.1} ms ({cpu:.1} ms of the processor)"
    )?;
    if let Some(verified) = &answer.verified {
        writeln!(
            output,
            "checked {} games, {} moves; {} scores found again by another search, which gave up on {}",
            verified.games, verified.moves, verified.scores, verified.given_up
        )?;
    }
    if let Some(state) = &answer.state {
        writeln!(output, "kept    {state}")?;
        writeln!(output, "note    --resume goes on from there")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(parse_size("1G"), Ok(1 << 30));
        assert_eq!(parse_size("512m"), Ok(512 << 20));
        assert_eq!(parse_size("64KiB"), Ok(64 << 10));
        assert_eq!(parse_size("0"), Ok(0));
        for wrong in ["", "G", "1X", "-1M", "1.5G", "99999999999999999999", "1 G"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
        assert!(parse_size("9999999T").is_err());
    }
}
