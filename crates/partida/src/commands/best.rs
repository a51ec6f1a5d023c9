//! `partida best`: what a player would play, and why.

use super::examples;
use crate::console::Console;
use crate::files::LocalFiles;
use crate::place::{Place, PlaceArguments};
use crate::view::OutcomeView;
use anyhow::{Result, bail};
use clap::Args;
use game::{Notation, Playable, Score};
use games::GameVisitor;
use players::{History, Player, Request, parse_clock};
use search::{Ended, Line, Report};
use serde::Serialize;
use std::io::{self, Write};

/// Ask a player for its move
///
/// Says the move, what it is worth to the side to move, how deep and how far the player looked, and the
/// line it expects. Values are those of the player's evaluator; proven wins and losses say in how many
/// plies. On a terminal each completed depth is reported while the search goes on; Ctrl-C ends it and
/// gives the result of the last one.
///
/// JSON: {game, position, player, move, score: {text, value, win_in, loss_in}, proven, depth, whole, nodes,
/// time_ms, cpu_ms, ended, lines: [{score, moves: [...]}]}. Of value, win_in and loss_in one is not
/// null; players that do not search have no score and no lines; proven says whether the score is certain: the
/// position was solved, or everything up to the end of the game searched; whole says whether everything up to the
/// end of the game was searched; ended is decided, depth, nodes, time or stopped.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida best connect h2:depth=8"
    "partida best connect alphabeta:time=1s,order=history,table=64 --moves \"d d c\""
    "partida best amazons:6x6 alphabeta:order=history --clock 2s+0.1s"
    "partida best bricks:11 champion --json"
    "partida best connect solver --moves \"d d d d d b a a a a a\" --multi-pv 7"
    "partida best fuga:7 h2 --multi-pv 3"
    "partida players connect                      who there is to ask"
})]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: PlaceArguments,

    /// The player, such as alphabeta:depth=6 or level:7; `partida players GAME` lists them all
    #[arg(value_name = "PLAYER")]
    player: String,

    /// Time left for the rest of the game, and what is added after each move, such as 60s+0.5s
    ///
    /// A player that searches takes of it what this move deserves, in addition to its own limits; a side whose
    /// time is up would have lost, so some of it is always kept.
    #[arg(long, value_name = "TIME[+TIME]")]
    clock: Option<String>,

    /// Also the next best moves, so many in all, each with its exact value and line
    #[arg(long, value_name = "LINES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    multi_pv: u16,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The answer as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Answer {
    game: String,
    position: String,
    player: String,
    #[serde(rename = "move")]
    chosen: String,
    score: Option<ScoreView>,
    proven: bool,
    depth: Option<u32>,
    whole: Option<bool>,
    nodes: Option<u64>,
    time_ms: Option<f64>,
    cpu_ms: Option<f64>,
    ended: Option<&'static str>,
    lines: Vec<LineView>,
}

#[derive(Debug, Serialize)]
struct ScoreView {
    text: String,
    value: Option<f64>,
    win_in: Option<u32>,
    loss_in: Option<u32>,
}

#[derive(Debug, Serialize)]
struct LineView {
    score: ScoreView,
    moves: Vec<String>,
}

impl ScoreView {
    fn new(score: Score, unit: i32) -> ScoreView {
        let is_value = !score.is_decided();
        ScoreView {
            text: score.in_units(unit).to_string(),
            value: is_value.then(|| f64::from(score.as_i32()) / f64::from(unit)),
            win_in: score.plies_to_win(),
            loss_in: score.plies_to_loss(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let place = arguments.place.open(console)?;
    place.game.visit(Best {
        arguments,
        place: &place,
        console,
    })
}

struct Best<'run, 'streams> {
    arguments: &'run Arguments,
    place: &'run Place,
    console: &'run mut Console<'streams>,
}

impl GameVisitor for Best<'_, '_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: &G) -> Result<()> {
        let reached = self.place.reach(game)?;
        let position = reached.position;
        let mut player = Player::read(game, &self.arguments.player, &LocalFiles)?;
        let clock = self.arguments.clock.as_deref().map(parse_clock);
        let clock = clock.transpose()?;
        refuse_finished(game, &position)?;
        let mut progress = Progress::new(self.console);
        let decision = player.choose(
            game,
            &position,
            &mut Request {
                stop: Some(progress.console.interrupt.listen()),
                clock,
                lines: usize::from(self.arguments.multi_pv),
                progress: &mut |report| progress.show(game, &position, report),
                history: Some(History {
                    from: &reached.from,
                    moves: &reached.moves,
                }),
                ..Request::default()
            },
        )?;
        let Some(chosen) = decision.chosen else {
            bail!("{} found no move", player.text());
        };
        let report = decision.report.as_ref();
        let answer = Answer {
            game: game.name(),
            position: game.write_position(&position),
            player: player.text().to_string(),
            chosen: game.write_move(&position, chosen),
            score: report.and_then(|report| Some(ScoreView::new(report.score()?, report.unit))),
            proven: decision.is_proven,
            depth: report.map(|report| report.depth),
            whole: report.map(|report| report.whole),
            nodes: report.map(|report| report.nodes),
            time_ms: report.map(|report| report.time.as_secs_f64() * 1000.0),
            cpu_ms: report.map(|report| report.cpu.as_secs_f64() * 1000.0),
            ended: report.map(|report| ended_word(report.ended)),
            lines: report.map_or_else(Vec::new, |report| lines_of(game, &position, report)),
        };
        if self.arguments.json {
            self.console.write_json(&answer)?;
        } else {
            write_answer(&mut *self.console.output, &answer)?;
        }
        Ok(())
    }
}

/// An error that says how the game ended, if it is over.
pub(crate) fn refuse_finished<G: Notation>(game: &G, position: &G::Position) -> Result<()> {
    if let Some(outcome) = OutcomeView::of(game, position) {
        bail!("the game is over: {}", outcome.sentence);
    }
    Ok(())
}

fn ended_word(ended: Ended) -> &'static str {
    match ended {
        Ended::Decided => "decided",
        Ended::Depth => "depth",
        Ended::Nodes => "nodes",
        Ended::Time => "time",
        Ended::Stopped => "stopped",
    }
}

fn lines_of<G: Notation>(
    game: &G,
    position: &G::Position,
    report: &Report<G::Move>,
) -> Vec<LineView> {
    let line_view = |line: &Line<G::Move>| LineView {
        score: ScoreView::new(line.score, report.unit),
        moves: written(game, position, &line.moves),
    };
    report.lines.iter().map(line_view).collect()
}

/// Each move as it is written where it is played.
pub(crate) fn written<G: Notation>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> Vec<String> {
    let mut replayed = position.clone();
    let mut texts = Vec::new();
    for &chosen in moves {
        texts.push(game.write_move(&replayed, chosen));
        game.play(&mut replayed, chosen);
    }
    texts
}

fn write_answer(output: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    writeln!(output, "move    {}", answer.chosen)?;
    if let Some(score) = &answer.score {
        let proven = if answer.proven { " (proven)" } else { "" };
        writeln!(output, "value   {}{proven}", score.text)?;
    }
    if let (Some(depth), Some(whole)) = (answer.depth, answer.whole) {
        let end = if whole {
            ", to the end of the game"
        } else {
            ""
        };
        writeln!(output, "depth   {depth}{end}")?;
    }
    if let Some(nodes) = answer.nodes {
        writeln!(output, "nodes   {nodes}")?;
    }
    if let (Some(time), Some(cpu)) = (answer.time_ms, answer.cpu_ms) {
        writeln!(
            output,
            "time    {time:.1} ms ({cpu:.1} ms of the processor)"
        )?;
    }
    let widest = answer.lines.iter().map(|line| line.score.text.len()).max();
    for (number, line) in answer.lines.iter().enumerate() {
        let moves = line.moves.join(" ");
        if answer.lines.len() == 1 {
            writeln!(output, "line    {moves}")?;
        } else {
            let (number, width) = (number + 1, widest.unwrap_or(0));
            writeln!(
                output,
                "line {number:<2} {:<width$}  {moves}",
                line.score.text
            )?;
        }
    }
    writeln!(output, "player  {}", answer.player)?;
    if answer.depth == Some(0) {
        writeln!(
            output,
            "note    no depth was completed: this is the first legal move"
        )?;
    }
    if answer.ended == Some("stopped") {
        writeln!(output, "note    stopped before the limit was reached")?;
    }
    Ok(())
}

/// Tells a person at a terminal about completed depths.
struct Progress<'run, 'streams> {
    console: &'run mut Console<'streams>,
}

impl<'run, 'streams> Progress<'run, 'streams> {
    fn new(console: &'run mut Console<'streams>) -> Progress<'run, 'streams> {
        Progress { console }
    }

    fn show<G: Notation>(&mut self, game: &G, position: &G::Position, report: &Report<G::Move>) {
        if !self.console.errors_are_terminal {
            return;
        }
        let Some(line) = report.lines.first() else {
            return;
        };
        self.console.note(&format!(
            "depth {:2}  {:>10}  {:>12} nodes  {:>8.2} s  {}",
            report.depth,
            line.score.in_units(report.unit).to_string(),
            report.nodes,
            report.time.as_secs_f64(),
            written(game, position, &line.moves).join(" ")
        ));
    }
}
