//! `partida bench`: a fixed set of searches, and a number that says whether they still do the same.

use super::examples;
use crate::console::Console;
use crate::files::LocalFiles;
use anyhow::{Result, bail};
use clap::Args;
use game::random::mix;
use game::{Playable, play_text};
use games::{GameVisitor, parse_game};
use players::{Player, Request};
use serde::Serialize;
use std::time::Duration;

/// Run a fixed set of searches on all games; print nodes per second and a signature
///
/// The signature depends on the nodes visited, the moves chosen and their values, and on nothing
/// else: it is the same on every machine, and changes exactly when the behaviour of a search, an
/// evaluator or a game does. Times are those of the processor.
///
/// JSON: {searches: [{game, player, moves, move, score, nodes, cpu_ms}], nodes, cpu_ms,
/// nodes_per_second, signature}.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida bench"
    "partida bench --json"
})]
pub(crate) struct Arguments {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Game, moves played before, player. A change here changes the signature.
const SEARCHES: &[(&str, &str, &str)] = &[
    ("connect:7x6,c=4", "", "minimax:depth=7,eval=h2"),
    ("connect:7x6,c=4", "d d c", "alphabeta:depth=10,eval=h2"),
    (
        "connect:7x6,c=4",
        "444",
        "alphabeta:depth=12,eval=h1,order=history,table=16",
    ),
    (
        "connect:7x6,c=4",
        "4455",
        "alphabeta:depth=8,eval=h3,cut=one-sided,symmetry=on",
    ),
    (
        "connect:9x9,c=5",
        "",
        "alphabeta:depth=7,eval=h2,order=evaluator",
    ),
    ("bricks:4", "", "minimax"),
    ("bricks:4", "", "alphabeta:cut=one-sided,eval=final"),
    (
        "bricks:8",
        "",
        "alphabeta:depth=3,eval=islands,ties=random,seed=7",
    ),
    ("bricks:11", "", "champion"),
    ("fuga:7", "", "alphabeta:depth=5,eval=h2"),
    (
        "fuga:11",
        "",
        "alphabeta:depth=4,eval=h3,symmetry=on,order=history,table=16",
    ),
    (
        "tafl:copenhagen",
        "",
        "alphabeta:depth=3,eval=h2,cut=one-sided",
    ),
    (
        "tafl:alea-evangelii",
        "",
        "alphabeta:nodes=200000,eval=h2,order=history",
    ),
    ("amazons:6x6", "", "alphabeta:depth=3,eval=mobility"),
    (
        "amazons:10x10",
        "",
        "alphabeta:depth=2,eval=territory,order=evaluator",
    ),
    ("amazons:10x10", "", "alphabeta:depth=2,eval=proximity"),
];

/// The results as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Bench {
    searches: Vec<SearchView>,
    nodes: u64,
    cpu_ms: f64,
    nodes_per_second: f64,
    signature: String,
}

#[derive(Debug, Serialize)]
struct SearchView {
    game: &'static str,
    player: &'static str,
    moves: &'static str,
    #[serde(rename = "move")]
    chosen: String,
    score: String,
    nodes: u64,
    cpu_ms: f64,
    #[serde(skip)]
    cpu: Duration,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let mut bench = Bench {
        searches: Vec::new(),
        nodes: 0,
        cpu_ms: 0.0,
        nodes_per_second: 0.0,
        signature: String::new(),
    };
    let mut cpu = Duration::ZERO;
    let mut signature = 0;
    for &(game, moves, player) in SEARCHES {
        let found = parse_game(game, &LocalFiles)?.visit(Run {
            game,
            moves,
            player,
        })?;
        let result = format!("{} {} {}", found.chosen, found.score, found.nodes);
        signature =
            result.bytes().fold(
                signature,
                |signature, byte| mix(signature ^ u64::from(byte)),
            );
        bench.nodes += found.nodes;
        cpu += found.cpu;
        if !arguments.json {
            writeln!(
                console.output,
                "{:>9} nodes  {:>6.2} M/s  {game} {player}{}{moves}: {}, {}",
                found.nodes,
                per_second(found.nodes, found.cpu) / 1e6,
                if moves.is_empty() { "" } else { " after " },
                found.chosen,
                found.score,
            )?;
            console.output.flush()?;
        }
        bench.searches.push(found);
    }
    bench.cpu_ms = milliseconds(cpu);
    bench.nodes_per_second = per_second(bench.nodes, cpu).round();
    bench.signature = format!("{signature:016x}");
    if arguments.json {
        console.write_json(&bench)?;
    } else {
        writeln!(
            console.output,
            "\nnodes      {}\nper second {}\nsignature  {}",
            bench.nodes, bench.nodes_per_second, bench.signature
        )?;
    }
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn per_second(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64().max(1e-9)
}

struct Run {
    game: &'static str,
    moves: &'static str,
    player: &'static str,
}

impl GameVisitor for Run {
    type Output = Result<SearchView>;

    fn visit<G: Playable>(self, game: &G) -> Result<SearchView> {
        let mut position = game.start();
        play_text(game, &mut position, self.moves)?;
        let mut player = Player::parse(game, self.player)?;
        let mut request = Request {
            stop: None,
            clock: None,
            lines: 1,
            watch: None,
            progress: &mut |_| {},
        };
        let decision = player.choose(game, &position, &mut request);
        let (Some(chosen), Some(report)) = (decision.chosen, decision.report) else {
            bail!("{} found no move in {}", self.player, self.game);
        };
        let score = report
            .score()
            .map(|score| score.in_units(report.unit).to_string());
        Ok(SearchView {
            game: self.game,
            player: self.player,
            moves: self.moves,
            chosen: game.write_move(&position, chosen),
            score: score.unwrap_or_default(),
            nodes: report.nodes,
            cpu_ms: milliseconds(report.cpu),
            cpu: report.cpu,
        })
    }
}
