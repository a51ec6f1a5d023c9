//! `partida records show`: everything about one game.

use super::{examples, find, points, result};
use crate::board::Drawing;
use crate::console::Console;
use crate::failure::printable_line;
use crate::files::LocalFiles;
use crate::place::Reached;
use crate::stores::StoreArguments;
use crate::view::View;
use anyhow::Result;
use arena::{Played, Record};
use clap::Args;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use game::text::TextError;
use game::{Playable, play_text};
use games::{GameVisitor, parse_game};
use serde::Serialize;
use std::time::Duration;

/// Show everything about one game
///
/// The board at its end, the players, the result and why it was over, and each move with what its player
/// said about it: how deep it looked, what it expected, how many positions it looked at, and what the
/// clock charged.
///
/// JSON: {id, tournament, number, round, result, record: {game, players, seed, opening, moves: [{text,
/// depth, score, nodes, time}], margin, points, ending}, last}; time is in microseconds, points in
/// thousandths, and last the final position as `partida show --json` has it, or null where the moves
/// cannot be played again.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida records show match-1/7"
    "partida records show match-1/0 --ascii"
    "partida records show match-1/7 --json"
})]
pub(super) struct Arguments {
    /// The game: its tournament's name or number, and its own number there, counted from 0
    #[arg(value_name = "GAME")]
    id: String,

    /// Draw with plain ASCII characters
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    store: StoreArguments,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// A game as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Document {
    id: String,
    tournament: String,
    number: u64,
    round: u32,
    result: &'static str,
    record: Record,
    last: Option<View>,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let store = arguments.store.open()?;
    let (tournament, stored) = find(&store, &arguments.id)?;
    let record = stored.record()?;
    let last = match replay(&record) {
        Ok(view) => Some(view),
        // The rules may have been in a file that is gone, or that says something else by now: the
        // rest is still worth seeing.
        Err(error) => {
            let message = printable_line(&error.to_string());
            console.note(&format!("the moves cannot be played again: {message}"));
            None
        }
    };
    let document = Document {
        id: format!("{tournament}/{}", stored.number),
        tournament,
        number: stored.number,
        round: stored.round + 1,
        result: result(&record),
        record,
        last,
    };
    if arguments.json {
        return Ok(console.write_json(&document)?);
    }
    let drawing = Drawing {
        ascii: arguments.ascii,
        color: console.output_in_color(),
    };
    write(&document, drawing, console)
}

/// The final position, from the moves.
fn replay(record: &Record) -> Result<View, TextError> {
    struct Replay<'record>(&'record Record);
    impl GameVisitor for Replay<'_> {
        type Output = Result<View, TextError>;
        fn visit<G: Playable>(self, game: &G) -> Self::Output {
            let moves: Vec<&str> = self.0.moves.iter().map(|played| &*played.text).collect();
            let from = game.start();
            let mut position = from.clone();
            let moves = play_text(game, &mut position, &moves.join(" "))?;
            Ok(View::of(
                game,
                &Reached {
                    from,
                    moves,
                    position,
                },
            ))
        }
    }
    parse_game(&record.game, &LocalFiles)?.visit(Replay(record))
}

fn write(document: &Document, drawing: Drawing, console: &mut Console<'_>) -> Result<()> {
    let record = &document.record;
    let output = &mut *console.output;
    let mut lines = vec![
        ("id", document.id.clone()),
        ("round", document.round.to_string()),
        ("game", record.game.clone()),
    ];
    if let Some(view) = &document.last {
        writeln!(output, "{}", drawing.draw(&view.board))?;
        let legend = drawing.legend(&view.board, |side| view.sides.of(side).to_string());
        if !legend.is_empty() {
            lines.push(("legend", legend));
        }
    }
    let [first, second] = &record.players;
    let [first_points, second_points] = points(record);
    lines.extend([
        ("first", first.clone()),
        ("second", second.clone()),
        ("seed", record.seed.to_string()),
        ("result", document.result.to_string()),
        ("margin", format!("{:+}", record.margin)),
        ("points", format!("{first_points} {second_points}")),
        ("ending", record.ending.to_string()),
    ]);
    if let Some(view) = &document.last {
        lines.push(("position", view.position.clone()));
        lines.extend(view.facts.iter().map(|(name, fact)| (*name, fact.clone())));
    }
    let width = lines.iter().map(|(name, _)| name.chars().count()).max();
    let width = width.unwrap_or(0);
    for (name, text) in lines {
        // Colours of the legend are ours; everything else may be anybody's.
        let text = match name {
            "legend" => text,
            _ => printable_line(&text),
        };
        writeln!(output, "{name:width$}  {text}")?;
    }
    if !record.moves.is_empty() {
        writeln!(output, "\n{}", moves(record))?;
    }
    Ok(())
}

/// The moves, one a line, with what is known about each.
fn moves(record: &Record) -> String {
    let mut table = Table::new();
    table
        .load_style(NOTHING)
        .set_header(["", "side", "move", "depth", "score", "nodes", "ms"]);
    for (ply, played) in record.moves.iter().enumerate() {
        let Played {
            text,
            depth,
            score,
            nodes,
            time,
        } = played;
        let is_given = ply < record.opening as usize;
        let score = match score {
            Some(score) => printable_line(score),
            None if is_given => "given".to_string(),
            None => String::new(),
        };
        let number = |number: Option<u64>| number.map_or_else(String::new, |it| it.to_string());
        table.add_row([
            (ply + 1).to_string(),
            ["first", "second"][ply % 2].to_string(),
            printable_line(text),
            number(depth.map(u64::from)),
            score,
            number(*nodes),
            time.map_or_else(String::new, milliseconds),
        ]);
    }
    for (number, column) in table.column_iter_mut().enumerate() {
        if ![1, 2].contains(&number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1000.0)
}
