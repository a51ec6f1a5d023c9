//! `partida bench`: a fixed set of searches, and a number that says whether they still do the same.

mod record;
mod searches;
mod yardstick;

use super::examples;
use crate::console::Console;
use anyhow::Result;
use clap::Args;
use clap::builder::PossibleValuesParser;
use record::{Comparison, Ratios, Record};
use searches::{SEARCHES, Search, family, games, signature};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// Where records are, below the directory of the source.
const RECORDS: &str = "benches/records";

/// Run a fixed set of searches on all games; print nodes per second and a signature
///
/// The signature depends on the nodes visited, the moves chosen and their values, and on nothing
/// else: it is the same on every machine, and changes exactly when the behaviour of a search, an
/// evaluator or a game does. Each game has one, and all together. Times are those of the processor.
///
/// The run is compared with the newest record, a file that --record wrote: whether each game's
/// searches did the same, how many times as many nodes they took, and how many times as fast they
/// were. Machines differ, and so do hours, so a yardstick is timed along with the searches, a loop
/// that never changes; speeds are nodes per second by that of the yardstick.
///
/// JSON: {searches: [{game, player, moves, move, score, nodes, cpu_ms, yardstick_ms}],
/// games: [{game, nodes, cpu_ms, nodes_per_second, signature}], nodes, cpu_ms, nodes_per_second,
/// signature, comparison: {record, games: [{game, searches, same, nodes, speed}], all: {...}}}.
/// The comparison is null if there is no record; in it, searches says how many are in both, and
/// nodes and speed are ours by theirs.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida bench"
    "partida bench --game bricks"
    "partida bench --record --note \"before the new table\""
    "partida bench --game amazons --json"
})]
pub(crate) struct Arguments {
    /// Only the searches of this game
    #[arg(long, value_parser = PossibleValuesParser::new(games()))]
    game: Option<String>,

    /// Write a record of this run into a directory
    #[arg(
        long,
        value_name = "DIRECTORY",
        num_args = 0..=1,
        default_missing_value = RECORDS,
        conflicts_with = "game"
    )]
    record: Option<PathBuf>,

    /// What to remember about this run in its record
    #[arg(long, value_name = "TEXT", requires = "record")]
    note: Option<String>,

    /// Where the records to compare with are
    #[arg(long, value_name = "DIRECTORY", default_value = RECORDS)]
    records: PathBuf,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The results as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Bench {
    searches: Vec<Search>,
    games: Vec<Sum>,
    #[serde(flatten)]
    all: Sum,
    comparison: Option<Comparison>,
}

/// Some searches together.
#[derive(Debug, Serialize)]
struct Sum {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    nodes: u64,
    cpu_ms: f64,
    nodes_per_second: f64,
    signature: String,
}

impl Sum {
    fn of(game: Option<&'static str>, searches: &[Search]) -> Sum {
        let nodes = searches.iter().map(|search| search.nodes).sum();
        let cpu_ms = searches.iter().map(|search| search.cpu_ms).sum();
        Sum {
            game,
            nodes,
            cpu_ms,
            nodes_per_second: per_second(nodes, cpu_ms).round(),
            signature: signature(searches),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    // Before anything is run, so that a mistake there is told at once.
    let record = Record::newest(&arguments.records)?;
    let mut bench = Bench {
        searches: Vec::new(),
        games: Vec::new(),
        all: Sum::of(None, &[]),
        comparison: None,
    };
    let only = arguments.game.as_deref();
    for game in games() {
        if only.is_some_and(|only| only != game) {
            continue;
        }
        let first = bench.searches.len();
        if !arguments.json {
            writeln!(console.output, "{game}")?;
        }
        for task in SEARCHES.iter().filter(|(text, ..)| family(text) == game) {
            let search = Search::run(task)?;
            if !arguments.json {
                write_search(&mut *console.output, &search)?;
            }
            bench.searches.push(search);
        }
        let sum = Sum::of(Some(game), &bench.searches[first..]);
        if !arguments.json {
            write_sum_of_game(&mut *console.output, &sum)?;
        }
        bench.games.push(sum);
    }
    bench.all = Sum::of(None, &bench.searches);
    let names: Vec<&str> = bench.games.iter().filter_map(|sum| sum.game).collect();
    bench.comparison = record.map(|record| Comparison::new(&bench.searches, &names, &record));
    if arguments.json {
        console.write_json(&bench)?;
    } else {
        writeln!(
            console.output,
            "nodes      {}\nper second {}\nsignature  {}",
            bench.all.nodes, bench.all.nodes_per_second, bench.all.signature
        )?;
        write_comparison(&mut *console.output, arguments, bench.comparison.as_ref())?;
    }
    if let Some(directory) = &arguments.record {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = now.map_or(0, |now| now.as_secs());
        let record = Record::new(seconds, arguments.note.clone(), bench.searches);
        let path = record.write(directory)?;
        if !arguments.json {
            writeln!(console.output, "recorded   {}", path.display())?;
        }
    }
    Ok(())
}

/// A number for what games and searches do, like the signature but of shorter searches: the same programs give the
/// same on every machine, in a fraction of a second.
pub(crate) fn short_signature() -> Result<String> {
    searches::short_signature()
}

/// The milliseconds that the yardstick takes on this machine, at its best.
pub(crate) fn yardstick_ms() -> f64 {
    let times = (0..5).map(|_| yardstick::measure().as_secs_f64() * 1e3);
    times.fold(f64::INFINITY, f64::min)
}

fn per_second(nodes: u64, cpu_ms: f64) -> f64 {
    nodes as f64 / (cpu_ms / 1e3).max(1e-9)
}

fn write_search(output: &mut dyn Write, search: &Search) -> io::Result<()> {
    writeln!(
        output,
        "{:>9} nodes  {:>6.2} M/s  {} {}{}{}: {}, {}",
        search.nodes,
        per_second(search.nodes, search.cpu_ms) / 1e6,
        search.game,
        search.player,
        if search.moves.is_empty() {
            ""
        } else {
            " after "
        },
        search.moves,
        search.chosen,
        search.score,
    )?;
    output.flush()
}

fn write_sum_of_game(output: &mut dyn Write, sum: &Sum) -> io::Result<()> {
    writeln!(
        output,
        "{:>9} nodes  {:>6.2} M/s  signature {}\n",
        sum.nodes,
        sum.nodes_per_second / 1e6,
        sum.signature
    )
}

fn write_comparison(
    output: &mut dyn Write,
    arguments: &Arguments,
    comparison: Option<&Comparison>,
) -> io::Result<()> {
    let Some(comparison) = comparison else {
        let directory = arguments.records.display();
        return writeln!(output, "record     none in {directory}");
    };
    writeln!(output, "record     {}\n", comparison.record)?;
    let games = comparison.games.iter();
    let all = (games.len() > 1).then_some(&comparison.all);
    for ratios in games.chain(all) {
        write_ratios(output, ratios)?;
    }
    Ok(())
}

fn write_ratios(output: &mut dyn Write, ratios: &Ratios) -> io::Result<()> {
    let name = ratios.game.as_deref().unwrap_or("all");
    if ratios.searches == 0 {
        return writeln!(output, "{name:<9}  not in the record");
    }
    let behaviour = if ratios.same { "same" } else { "changed" };
    writeln!(
        output,
        "{name:<9}  {behaviour:<7}  nodes × {:.3}  speed × {:.3}",
        ratios.nodes, ratios.speed
    )
}
