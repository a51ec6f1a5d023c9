//! `partida records`: the games of a store one by one.

mod export;
mod show;

use super::examples;
use crate::console::Console;
use crate::failure::printable_line;
use crate::stores::StoreArguments;
use anyhow::{Result, bail};
use arena::Record;
use clap::{Args, Subcommand};
use serde::Serialize;
use std::collections::HashMap;
use store::{Selection, Store, StoredGame};

/// List, show and export the games of a store
///
/// A game is called by its tournament's name or number and its own number there, counted from 0:
/// match-1/7 is the eighth game of match-1. Rounds are counted from 1.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida records list --tournament match-1 --most 5"
    "partida records show match-1/7"
    "partida records export --tournament match-1 --format text --output match.txt"
})]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(ListArguments),
    Show(show::Arguments),
    Export(export::Arguments),
}

/// Which games.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which games")]
struct SelectionArguments {
    /// Those of this tournament or match, by its name or number
    #[arg(long, value_name = "TOURNAMENT")]
    tournament: Option<String>,

    /// Those of this round, counted from 1
    #[arg(long, value_name = "ROUND", value_parser = clap::value_parser!(u32).range(1..))]
    round: Option<u32>,

    /// Those of this player, by its whole text as the table has it
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,

    /// Only the first ones
    #[arg(long, value_name = "COUNT")]
    most: Option<u32>,
}

/// List games, one a line
///
/// On each line: the game's own name, what was played, by whom, the result for the first side, how many
/// moves it took, and why it was over.
///
/// JSON: [{id, tournament, number, round, game, players: [first, second], result, margin, points: [first,
/// second], plies, ending, reason}]; result is "1-0", "0-1" or "1/2-1/2", margin is by how much the first
/// side won, ending a word that does not change, and reason the same for people.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida records list"
    "partida records list --tournament match-1 --player random --most 5"
    "partida records list --tournament match-1 --round 1 --json"
})]
struct ListArguments {
    #[command(flatten)]
    selection: SelectionArguments,

    #[command(flatten)]
    store: StoreArguments,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    match &arguments.command {
        Command::List(arguments) => list(arguments, console),
        Command::Show(arguments) => show::run(arguments, console),
        Command::Export(arguments) => export::run(arguments, console),
    }
}

impl SelectionArguments {
    fn find(&self, store: &Store) -> Result<Selection> {
        let tournament = self.tournament.as_deref();
        let tournament = tournament.map(|name| store.tournament(name)).transpose()?;
        Ok(Selection {
            tournament: tournament.map(|tournament| tournament.id),
            round: self.round.map(|round| round - 1),
            player: self.player.clone(),
            number: None,
            most: self.most.map(u64::from),
        })
    }
}

/// Says that there was nothing, where that may surprise.
fn note_nothing(selection: &SelectionArguments, console: &mut Console<'_>) {
    let SelectionArguments {
        tournament,
        round,
        player,
        ..
    } = selection;
    console.note(match (tournament, round, player) {
        (None, None, None) => "there are no games in the store",
        (_, _, Some(_)) => {
            "there are no such games; a player is named by its whole text, as `partida tournament table` \
             has it"
        }
        _ => "there are no such games",
    });
}

/// A game as a line of the list; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Line {
    id: String,
    tournament: String,
    number: u64,
    round: u32,
    game: String,
    players: [String; 2],
    result: &'static str,
    margin: i32,
    points: [f64; 2],
    plies: usize,
    ending: String,
    reason: String,
}

impl Line {
    fn new(tournament: &str, stored: &StoredGame, record: Record) -> Line {
        Line {
            id: format!("{tournament}/{}", stored.number),
            tournament: tournament.to_string(),
            number: stored.number,
            round: stored.round + 1,
            result: result(&record),
            margin: record.margin,
            points: points(&record),
            plies: record.moves.len(),
            ending: record.ending.word().to_string(),
            reason: record.ending.to_string(),
            game: record.game,
            players: record.players,
        }
    }
}

/// The result as most notations have it.
fn result(record: &Record) -> &'static str {
    match record.margin.signum() {
        1 => "1-0",
        0 => "1/2-1/2",
        _ => "0-1",
    }
}

fn points(record: &Record) -> [f64; 2] {
    record.points.map(|thousandths| thousandths as f64 / 1000.0)
}

fn list(arguments: &ListArguments, console: &mut Console<'_>) -> Result<()> {
    let store = arguments.store.open()?;
    let selection = arguments.selection.find(&store)?;
    let tournaments = store.tournaments()?.into_iter();
    let names: HashMap<i64, String> = tournaments
        .map(|tournament| (tournament.id, tournament.name))
        .collect();
    let mut lines = Vec::new();
    let mut count = 0_u64;
    store.each_game::<anyhow::Error>(&selection, |stored| {
        let name = names.get(&stored.tournament).map_or("", String::as_str);
        let line = Line::new(name, &stored, stored.record()?);
        count += 1;
        if arguments.json {
            lines.push(line);
            return Ok(());
        }
        // A store may have more games than there is room for: each line is written at once.
        let [first, second] = &line.players;
        let Line {
            id,
            game,
            result,
            plies,
            reason,
            ..
        } = &line;
        let text =
            format!("{id:<14}  {game}  {first} - {second}  {result}  {plies} plies  {reason}");
        writeln!(console.output, "{}", printable_line(&text))?;
        Ok(())
    })?;
    if arguments.json {
        console.write_json(&lines)?;
    }
    if count == 0 {
        note_nothing(&arguments.selection, console);
    }
    Ok(())
}

/// The one game of a name such as `match-1/7`, and its tournament's name.
fn find(store: &Store, id: &str) -> Result<(String, StoredGame)> {
    let expected = "a game is called by its tournament and its number there, such as match-1/7";
    let Some((name, number)) = id.rsplit_once('/') else {
        bail!("{id:?} names no game: {expected}");
    };
    let Ok(number) = number.parse::<u64>() else {
        bail!("{number:?} is no number of a game: {expected}");
    };
    let tournament = store.tournament(name)?;
    let selection = Selection {
        tournament: Some(tournament.id),
        number: Some(number),
        ..Selection::default()
    };
    let mut found = None;
    store.each_game::<anyhow::Error>(&selection, |stored| {
        found = Some(stored);
        Ok(())
    })?;
    match (found, tournament.games) {
        (Some(stored), _) => Ok((tournament.name, stored)),
        (None, 0) => bail!("{} has no games yet", tournament.name),
        (None, games) => bail!(
            "{} has no game {number}; it has {games}, counted from 0",
            tournament.name
        ),
    }
}
