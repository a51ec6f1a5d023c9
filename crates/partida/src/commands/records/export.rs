//! `partida records export`: games for other programs.

use super::{SelectionArguments, examples, note_nothing, points, result};
use crate::console::Console;
use crate::listing::csv_error;
use crate::stores::StoreArguments;
use anyhow::{Context, Result};
use arena::{Record, ScoreSheet};
use clap::{Args, ValueEnum, ValueHint};
use game::Side;
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use store::{Selection, Store, StoredGame};

/// Write games for other programs
///
/// Without --times the same tournament gives the same bytes, however many games were played at a time,
/// when and under which name, as long as its players do not go by the clock.
///
/// text: for each game its headers, [Name "value"] with the value written as in JSON, then its moves in the
/// game's own notation with their numbers, as --moves reads them; a blank line between games. json: a
/// document on each line, {game, players, seed, opening, moves, margin, points, ending}. csv: a line for
/// each game, under headings. Numbers of games count from 0, those of rounds from 1; the first so many
/// moves that Opening says were given, not chosen.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida records export --tournament match-1"
    "partida records export --tournament match-1 --format csv --times --output games.csv"
    "partida records export --tournament match-1 --format json --most 3"
})]
pub(super) struct Arguments {
    /// How to write them
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Write to this file, over what was there; default: the standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Also write what the clock charged, which is never the same again
    #[arg(long)]
    times: bool,

    #[command(flatten)]
    selection: SelectionArguments,

    #[command(flatten)]
    store: StoreArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Headers and numbered moves
    Text,
    /// A JSON document on each line
    Json,
    /// A line for each game
    Csv,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let store = arguments.store.open()?;
    // Before the file is touched: there may be no such tournament.
    let selection = arguments.selection.find(&store)?;
    let count = match &arguments.output {
        None => export(arguments, &store, &selection, &mut *console.output)?,
        Some(path) => {
            let unwritten = || format!("cannot write {}", path.display());
            let mut file = BufWriter::new(File::create(path).with_context(unwritten)?);
            let count = export(arguments, &store, &selection, &mut file)?;
            file.flush().with_context(unwritten)?;
            count
        }
    };
    if count == 0 {
        note_nothing(&arguments.selection, console);
    }
    Ok(())
}

/// Writes all games of a selection; returns how many they are.
fn export(
    arguments: &Arguments,
    store: &Store,
    selection: &Selection,
    output: &mut dyn Write,
) -> Result<u64> {
    let mut writer = match arguments.format {
        Format::Text => Writer::Text(output),
        Format::Json => Writer::Json(output),
        Format::Csv => Writer::Csv(Box::new(csv::Writer::from_writer(output))),
    };
    let mut count = 0;
    store.each_game::<anyhow::Error>(selection, |stored| {
        let record = stored.record()?;
        let record = if arguments.times {
            record
        } else {
            record.without_times()
        };
        writer.write(&stored, &record, count == 0)?;
        count += 1;
        Ok(())
    })?;
    if let Writer::Csv(table) = &mut writer {
        table.flush()?;
    }
    Ok(count)
}

/// Games as they are written one after the other.
enum Writer<'output> {
    Text(&'output mut dyn Write),
    Json(&'output mut dyn Write),
    Csv(Box<csv::Writer<&'output mut dyn Write>>),
}

impl Writer<'_> {
    fn write(&mut self, stored: &StoredGame, record: &Record, is_first: bool) -> Result<()> {
        match self {
            Writer::Text(output) => {
                if !is_first {
                    writeln!(output)?;
                }
                write_text(*output, stored, record)
            }
            Writer::Json(output) => Ok(writeln!(output, "{}", serde_json::to_string(record)?)?),
            Writer::Csv(table) => table.serialize(Row::new(stored, record)).map_err(csv_error),
        }
    }
}

/// A game as a line of a table; names of fields are headings.
#[derive(Debug, Serialize)]
struct Row<'record> {
    number: u64,
    round: u32,
    game: &'record str,
    first: &'record str,
    second: &'record str,
    seed: u64,
    opening: u32,
    result: &'static str,
    margin: i32,
    first_points: f64,
    second_points: f64,
    ending: &'record str,
    reason: String,
    plies: usize,
    first_seconds: Option<f64>,
    second_seconds: Option<f64>,
    moves: String,
}

impl<'record> Row<'record> {
    fn new(stored: &StoredGame, record: &'record Record) -> Row<'record> {
        let [first_points, second_points] = points(record);
        let [first_seconds, second_seconds] = seconds(record);
        let texts: Vec<&str> = record.moves.iter().map(|played| &*played.text).collect();
        Row {
            number: stored.number,
            round: stored.round + 1,
            game: &record.game,
            first: &record.players[0],
            second: &record.players[1],
            seed: record.seed,
            opening: record.opening,
            result: result(record),
            margin: record.margin,
            first_points,
            second_points,
            ending: record.ending.word(),
            reason: record.ending.to_string(),
            plies: texts.len(),
            first_seconds,
            second_seconds,
            moves: texts.join(" "),
        }
    }
}

/// What the clock charged either side, if that is known.
fn seconds(record: &Record) -> [Option<f64>; 2] {
    Side::BOTH.map(|side| {
        let (time, moves) = record.thinking(side);
        (moves > 0).then(|| time.as_micros() as f64 / 1e6)
    })
}

/// A game as headers and numbered moves.
fn write_text(output: &mut dyn Write, stored: &StoredGame, record: &Record) -> Result<()> {
    let [first_points, second_points] = points(record);
    let mut headers = vec![
        ("Game", record.game.clone()),
        ("Number", stored.number.to_string()),
        ("Round", (stored.round + 1).to_string()),
        ("First", record.players[0].clone()),
        ("Second", record.players[1].clone()),
        ("Seed", record.seed.to_string()),
        ("Opening", record.opening.to_string()),
        ("Result", result(record).to_string()),
        ("Margin", record.margin.to_string()),
        ("Points", format!("{first_points} {second_points}")),
        ("Ending", record.ending.word().to_string()),
        ("Reason", record.ending.to_string()),
    ];
    let names = ["FirstSeconds", "SecondSeconds"];
    for (name, seconds) in names.into_iter().zip(seconds(record)) {
        headers.extend(seconds.map(|seconds| (name, seconds.to_string())));
    }
    let moves = record.moves.iter().map(|played| played.text.clone());
    let sheet = ScoreSheet {
        headers: headers
            .into_iter()
            .map(|(name, value)| (name.to_string(), value))
            .collect(),
        moves: moves.collect(),
    };
    Ok(write!(output, "{sheet}")?)
}
