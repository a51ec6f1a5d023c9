//! `partida tournament`: many players, many games, nothing lost.

pub(crate) mod conditions;
mod file;
pub(crate) mod play;
mod report;
pub(crate) mod table;

use super::cluster::ClusterArguments;
use super::examples;
use crate::console::Console;
use crate::files::{self, LocalFiles};
use crate::listing::write_csv;
use crate::stores::StoreArguments;
use anyhow::{Context, Result, bail};
use arena::{Format, Openings, Plan, Standings, Unplayable, expand};
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use conditions::ConditionArguments;
pub(crate) use file::is_tournament_file;
use serde::Serialize;
use std::collections::HashSet;
use std::path::PathBuf;
use std::time::SystemTime;
use store::{Selection, State, Store, Tournament};

/// Run tournaments, and look at them
///
/// All games are kept in a store, each before it counts. Ctrl-C finishes the games that run and stops; a
/// tournament that was stopped, or killed, goes on with `partida tournament resume`, and ends as if nothing
/// had happened.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tournament run round-robin connect:5x4 random greedy alphabeta:depth=4"
    "partida tournament run swiss bricks:4..6 greedy:weights=0..1/0..1/0..1/0..1/0..1 --rounds 4 --name vectors"
    "partida tournament table vectors --most 5"
    "partida tournament list"
})]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<RunArguments>),
    RunFile(file::Arguments),
    Resume(ResumeArguments),
    Workers(WorkersArguments),
    List(ListArguments),
    Table(TableArguments),
    Report(report::Arguments),
    Delete(DeleteArguments),
}

/// Play a tournament
///
/// In texts of games and players, FROM..TO stands for all whole numbers in between: bricks:7..15 is nine
/// games, of which each round draws one, and greedy:weights=0..5/0..5/0..5/0..5/0..5 is 7776 players.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tournament run round-robin connect:5x4 random greedy alphabeta:depth=4 --openings random:2"
    "partida tournament run gauntlet bricks:4 greedy random first --rounds 3 --seed 7"
    "partida tournament run swiss bricks:4..6 greedy:weights=0..1/0..1/0..1/0..1/0..1 --rounds 4"
    "partida tournament run knock-out amazons:4x4 greedy random first alphabeta:depth=1"
})]
pub(crate) struct RunArguments {
    /// Who meets whom
    format: FormatArgument,

    /// The game, or several
    game: String,

    /// The players; with gauntlet the first one plays all others, with knock-out they stand from the best
    /// to the worst
    players: Vec<String>,

    /// Take players from this file, one on each line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    players_from: Option<PathBuf>,

    /// Take the best players of these tournaments
    #[arg(long, value_name = "TOURNAMENT")]
    best_of: Vec<String>,

    /// How many of each
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    best: usize,

    /// How many rounds of swiss; of other formats, how often everybody meets
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    rounds: u32,

    /// How many openings in each meeting, two games each
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    pairs: u32,

    /// What to call it; default: the format and a number
    #[arg(long)]
    name: Option<String>,

    #[command(flatten)]
    conditions: ConditionArguments,

    #[command(flatten)]
    running: RunningArguments,

    #[command(flatten)]
    cluster: ClusterArguments,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatArgument {
    /// Everybody against everybody
    RoundRobin,
    /// The first player against each of the others
    Gauntlet,
    /// In each round neighbours in the table who have not met
    Swiss,
    /// Whoever loses a meeting is out
    KnockOut,
    /// The best of earlier tournaments, everybody against everybody
    Masters,
}

/// How a tournament is run, whatever is played.
#[derive(Debug, Args)]
pub(crate) struct RunningArguments {
    /// How many games at a time; default: as many as there are processors
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,

    #[command(flatten)]
    store: StoreArguments,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Go on with a tournament that was stopped
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tournament resume            the last one that is not finished"
    "partida tournament resume vectors --workers 1"
})]
pub(crate) struct ResumeArguments {
    /// Its name or number; default: the last one that is not finished
    tournament: Option<String>,

    #[command(flatten)]
    running: RunningArguments,

    #[command(flatten)]
    cluster: ClusterArguments,
}

/// Change how many games are played at a time, while they are
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tournament workers vectors 1"
})]
pub(crate) struct WorkersArguments {
    /// Its name or number
    tournament: String,

    /// How many games at a time
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: u16,

    #[command(flatten)]
    store: StoreArguments,
}

/// List the tournaments of a store
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tournament list --json"
})]
pub(crate) struct ListArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Show the table of a tournament
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tournament table vectors --most 15 --round 2"
    "partida tournament table vectors --csv"
})]
pub(crate) struct TableArguments {
    /// Its name or number
    tournament: String,

    /// Only the first lines
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    most: usize,

    /// As it was after this round
    #[arg(long, value_name = "ROUND", value_parser = clap::value_parser!(u32).range(1..))]
    round: Option<u32>,

    #[command(flatten)]
    store: StoreArguments,

    /// Write all lines as JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Write all lines as CSV
    #[arg(long)]
    csv: bool,
}

/// Delete a tournament and all its games
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tournament delete match-2"
})]
pub(crate) struct DeleteArguments {
    /// Its name or number
    tournament: String,

    #[command(flatten)]
    store: StoreArguments,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    match &arguments.command {
        Command::Run(arguments) => run_new(arguments, console),
        Command::RunFile(arguments) => file::run(arguments, console),
        Command::Resume(arguments) => resume(arguments, console),
        Command::Workers(arguments) => {
            let mut store = arguments.store.open()?;
            let tournament = store.tournament(&arguments.tournament)?;
            Ok(store.set_workers(tournament.id, Some(usize::from(arguments.workers)))?)
        }
        Command::List(arguments) => list(arguments, console),
        Command::Table(arguments) => show_table(arguments, console),
        Command::Report(arguments) => report::run(arguments, console),
        Command::Delete(arguments) => {
            let mut store = arguments.store.open()?;
            let tournament = store.tournament(&arguments.tournament)?;
            store.delete(&tournament)?;
            console.note(&format!(
                "deleted {}, {} games",
                tournament.name, tournament.games
            ));
            Ok(())
        }
    }
}

impl RunningArguments {
    pub(crate) fn open(&self) -> Result<Store> {
        self.store.open()
    }

    pub(crate) fn workers(&self) -> usize {
        self.workers.map_or_else(play::usual_workers, usize::from)
    }

    pub(crate) fn wants_json(&self) -> bool {
        self.json
    }
}

fn run_new(arguments: &RunArguments, console: &mut Console<'_>) -> Result<()> {
    let mut store = arguments.running.open()?;
    let mut players = Vec::new();
    let is_masters = matches!(arguments.format, FormatArgument::Masters);
    if is_masters && arguments.best_of.is_empty() {
        bail!("masters needs --best-of TOURNAMENT, once for each tournament");
    }
    for name in &arguments.best_of {
        let tournament = store.tournament(name)?;
        let standings = standings_of(&store, &tournament, None)?;
        let best = standings.ranking().into_iter().take(arguments.best);
        players.extend(best.map(|player| tournament.plan.players[player].clone()));
    }
    for text in &arguments.players {
        players.extend(expand(text)?);
    }
    if let Some(path) = &arguments.players_from {
        let (_, text) = files::read(path, &mut *console.input)?;
        for line in text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            players.extend(expand(line)?);
        }
    }
    // Whoever was among the best twice is there once.
    let mut met = HashSet::new();
    if !arguments.best_of.is_empty() {
        players.retain(|player| met.insert(player.clone()));
    }
    let mut plan = Plan {
        format: match arguments.format {
            FormatArgument::RoundRobin | FormatArgument::Masters => Format::RoundRobin,
            FormatArgument::Gauntlet => Format::Gauntlet,
            FormatArgument::Swiss => Format::Swiss,
            FormatArgument::KnockOut => Format::KnockOut,
        },
        games: expand(&arguments.game)?,
        players,
        rounds: arguments.rounds,
        openings_per_meeting: arguments.pairs,
        openings: arguments
            .conditions
            .openings(Openings::Start, &mut *console.input)?,
        terms: arguments.conditions.terms()?,
        seed: arguments.conditions.seed,
        sprt: None,
    };
    check(&mut plan)?;
    arguments.cluster.check_plan(&plan)?;
    let base = arguments
        .format
        .to_possible_value()
        .map_or_else(String::new, |value| value.get_name().to_string());
    let tournament = create(&mut store, arguments.name.as_deref(), &base, &plan)?;
    let how = (&arguments.running, &arguments.cluster);
    go_on(&mut store, &tournament, how, console)
}

/// Makes sure that a plan can be played; where a text is at fault, the error knows the place.
pub(crate) fn check(plan: &mut Plan) -> Result<()> {
    plan.check(&LocalFiles).map_err(|error| match error {
        Unplayable::Text(error) => error.into(),
        other => other.into(),
    })
}

/// Puts down a tournament under a name, or under the first free one of some.
pub(crate) fn create(
    store: &mut Store,
    name: Option<&str>,
    base: &str,
    plan: &Plan,
) -> Result<Tournament> {
    let name = match name {
        Some(name) => name.to_string(),
        None => {
            let taken: HashSet<String> = store
                .tournaments()?
                .into_iter()
                .map(|known| known.name)
                .collect();
            let mut names = (1..).map(|number| format!("{base}-{number}"));
            names
                .find(|name| !taken.contains(name))
                .context("all names are taken")?
        }
    };
    if name.is_empty() || name.parse::<i64>().is_ok() {
        bail!("a tournament cannot be called {name:?}: that would be its number");
    }
    let id = store.create(&name, plan, &::report::date(SystemTime::now()))?;
    Ok(store.tournament(&id.to_string())?)
}

fn resume(arguments: &ResumeArguments, console: &mut Console<'_>) -> Result<()> {
    let mut store = arguments.running.open()?;
    let tournament = match &arguments.tournament {
        Some(name) => store.tournament(name)?,
        None => {
            let tournaments = store.tournaments()?.into_iter().rev();
            let mut open = tournaments.filter(|tournament| tournament.state == State::Open);
            let Some(last) = open.next() else {
                console.note("there is no tournament that is not finished");
                return Ok(());
            };
            last
        }
    };
    let how = (&arguments.running, &arguments.cluster);
    if tournament.plan.sprt.is_some() || tournament.plan.players.len() == 2 {
        return super::matches::go_on(&mut store, &tournament, how, console);
    }
    go_on(&mut store, &tournament, how, console)
}

/// A tournament as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct View {
    name: String,
    number: i64,
    created: String,
    format: Format,
    games: Vec<String>,
    players: usize,
    played: u64,
    /// How many games it has in all.
    planned: u64,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Vec<table::Line>>,
}

impl View {
    fn new(tournament: &Tournament) -> View {
        View {
            name: tournament.name.clone(),
            number: tournament.id,
            created: tournament.created.clone(),
            format: tournament.plan.format,
            games: tournament.plan.games.clone(),
            players: tournament.plan.players.len(),
            played: tournament.games,
            planned: tournament.plan.games_in_all(),
            complete: tournament.state == State::Complete,
            table: None,
        }
    }
}

/// Plays what is left, and shows the table.
fn go_on(
    store: &mut Store,
    tournament: &Tournament,
    (running, cluster): (&RunningArguments, &ClusterArguments),
    console: &mut Console<'_>,
) -> Result<()> {
    const SHOWN: usize = 15;
    let finish = play::play_with(store, tournament, running, cluster, console)?;
    if running.json {
        let view = View {
            table: Some(table::lines(&tournament.plan, &finish.standings)),
            ..View::new(&store.tournament(&tournament.id.to_string())?)
        };
        return Ok(console.write_json(&view)?);
    }
    let text = table::standings(&tournament.plan, &finish.standings, SHOWN);
    writeln!(console.output, "{text}")?;
    say_where(tournament, finish.games, finish.is_complete, console);
    Ok(())
}

/// Says how far a tournament is and how to come back to it.
pub(crate) fn say_where(
    tournament: &Tournament,
    games: u64,
    is_complete: bool,
    console: &mut Console<'_>,
) {
    let name = &tournament.name;
    if is_complete {
        console.note(&format!("{games} games, kept as {name}"));
    } else {
        let of = tournament.plan.games_in_all();
        console.note(&format!(
            "{games} of {of} games, kept as {name}; partida tournament resume {name} goes on"
        ));
    }
}

fn list(arguments: &ListArguments, console: &mut Console<'_>) -> Result<()> {
    let store = arguments.store.open()?;
    let views: Vec<View> = store.tournaments()?.iter().map(View::new).collect();
    if arguments.json {
        return Ok(console.write_json(&views)?);
    }
    for view in views {
        let format = serde_json::to_value(view.format)?;
        writeln!(
            console.output,
            "{:>4}  {}  {:<20}  {} at {}, {} players, {} games{}",
            view.number,
            view.created,
            view.name,
            format.as_str().unwrap_or_default(),
            view.games.join(" "),
            view.players,
            view.played,
            if view.complete { "" } else { ", not finished" },
        )?;
    }
    Ok(())
}

/// The table of a tournament as far as it is played, or after some of its rounds.
pub(crate) fn standings_of(
    store: &Store,
    tournament: &Tournament,
    rounds: Option<u32>,
) -> Result<Standings> {
    let mut standings = Standings::new(tournament.plan.players.len());
    let selection = Selection {
        tournament: Some(tournament.id),
        ..Selection::default()
    };
    store.each_game::<anyhow::Error>(&selection, |game| {
        if rounds.is_none_or(|rounds| game.round < rounds) {
            standings.add(game.players, &game.summary);
        }
        Ok(())
    })?;
    Ok(standings)
}

fn show_table(arguments: &TableArguments, console: &mut Console<'_>) -> Result<()> {
    let store = arguments.store.open()?;
    let tournament = store.tournament(&arguments.tournament)?;
    let standings = standings_of(&store, &tournament, arguments.round)?;
    if arguments.json {
        let lines = table::lines(&tournament.plan, &standings);
        return Ok(console.write_json(&lines)?);
    }
    if arguments.csv {
        let lines = table::lines(&tournament.plan, &standings);
        return write_csv(&mut *console.output, &lines);
    }
    let text = table::standings(&tournament.plan, &standings, arguments.most);
    writeln!(console.output, "{text}")?;
    Ok(())
}
