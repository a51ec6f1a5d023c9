//! `partida tune`: better numbers for a player, with proof that they are.

mod compare;
mod outcome;
mod play;
mod report;

use super::cluster::ClusterArguments;
use super::examples;
use crate::console::Console;
use crate::files::{self, LocalFiles};
use crate::listing::{describe_parameters, write_table, write_wrapped};
use crate::stores::{StoreArguments, preset_path};
use anyhow::{Context, Result, anyhow, bail};
use arena::Threads;
use clap::{Args, Subcommand, ValueHint};
use players::PlayerPreset;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use store::{State, Store, StoredTuning};
use tune::{Experiment, Finish, Impossible, Method, Study, methods};

/// Find better numbers for a player, with proof
///
/// A file says what is tuned, how, against whom and with how many games; everything that is played is kept in a
/// store, so that a tuning that was stopped, or killed, goes on with `partida tune resume` and comes to the same
/// result. At the end the best plays the start and the opponents from openings that were not tuned on, and is
/// kept as a preset that every command can play with: greedy:weights=@NAME, or @NAME alone.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tune new bricks:5 greedy:weights=1/1/1/1/1 --against heurb --budget 600 > tuned.toml"
    "partida tune run tuned.toml"
    "partida match bricks:5 greedy:weights=@tuned heurb --games 20"
    "partida tune methods genetic"
})]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(Box<NewArguments>),
    Run(RunArguments),
    Resume(ResumeArguments),
    List(ListArguments),
    Show(ShowArguments),
    Report(report::Arguments),
    Compare(compare::Arguments),
    Methods(MethodsArguments),
    Delete(DeleteArguments),
}

/// Write a file to start from
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tune new bricks:8 greedy:weights=1/1/1/1/1 --against heurb --method cma > mine.toml"
    "partida tune new connect line --against grid --against genetic --sides second"
})]
pub(crate) struct NewArguments {
    /// The game
    game: String,

    /// The player whose weights are tuned, as it is at the start
    player: String,

    /// Whom it plays against; default: itself as it is at the start
    #[arg(long, value_name = "PLAYER")]
    against: Vec<String>,

    /// How to tune; partida tune methods lists what there is
    #[arg(long, default_value = "spsa")]
    method: Method,

    /// Games in all
    #[arg(long, value_name = "GAMES", default_value_t = 20_000)]
    budget: u64,

    /// Which sides it plays: both, first or second
    #[arg(long, default_value = "both", value_parser = ["both", "first", "second"])]
    sides: String,
}

/// Do a tuning
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tune new bricks:4 greedy:weights=1/1/1 --budget 200 > small.toml"
    "partida tune run small.toml --seed 2 --name small-2"
})]
pub(crate) struct RunArguments {
    /// The file that says what is tuned
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// What to call it; default: as the file says, or as the file is called
    #[arg(long)]
    name: Option<String>,

    /// Another seed than the file's
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Another number of games than the file's
    #[arg(long, value_name = "GAMES")]
    budget: Option<u64>,

    #[command(flatten)]
    running: super::tournament::RunningArguments,

    #[command(flatten)]
    cluster: ClusterArguments,
}

/// Go on with a tuning that was stopped
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tune resume            the last one that is not finished"
    "partida tune resume tuned --workers 1"
})]
pub(crate) struct ResumeArguments {
    /// Its name or number; default: the last one that is not finished
    tuning: Option<String>,

    #[command(flatten)]
    running: super::tournament::RunningArguments,

    #[command(flatten)]
    cluster: ClusterArguments,
}

/// List the tunings of a store
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tune list --json"
})]
pub(crate) struct ListArguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Show what a tuning came to
///
/// The numbers of the start and of the best; how the best did from openings that were not tuned on, with the
/// difference in Elo and the range it is in with 95 % certainty; the hall of fame, where the method keeps one.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tune show tuned"
    "partida tune show tuned --evaluations | head -3"
})]
pub(crate) struct ShowArguments {
    /// Its name or number
    tuning: String,

    #[command(flatten)]
    store: StoreArguments,

    /// Write JSON
    #[arg(long, conflicts_with = "evaluations")]
    json: bool,

    /// Write everything that was tried and what came of it as CSV
    #[arg(long)]
    evaluations: bool,
}

/// List the methods, and what can be chosen
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tune methods grid"
})]
pub(crate) struct MethodsArguments {
    /// Only this one
    method: Option<String>,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Delete a tuning and all its evaluations; its preset stays
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tune delete small-2"
})]
pub(crate) struct DeleteArguments {
    /// Its name or number
    tuning: String,

    #[command(flatten)]
    store: StoreArguments,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    match &arguments.command {
        Command::New(arguments) => new(arguments, console),
        Command::Run(arguments) => run_new(arguments, console),
        Command::Resume(arguments) => resume(arguments, console),
        Command::List(arguments) => list(arguments, console),
        Command::Show(arguments) => show(arguments, console),
        Command::Report(arguments) => report::run(arguments, console),
        Command::Compare(arguments) => compare::run(arguments, console),
        Command::Methods(arguments) => list_methods(arguments, console),
        Command::Delete(arguments) => {
            let mut store = arguments.store.open()?;
            let tuning = store.tuning(&arguments.tuning)?;
            store.delete_tuning(&tuning)?;
            console.note(&format!("deleted {}, {} games", tuning.name, tuning.games));
            Ok(())
        }
    }
}

fn new(arguments: &NewArguments, console: &mut Console<'_>) -> Result<()> {
    let quoted = |text: &str| toml_text(text);
    let rivals: Vec<String> = arguments.against.iter().map(|it| quoted(it)).collect();
    let text = format!(
        "# A tuning of partida: partida tune run FILE\n\
         game = {game}\n\
         # The player, with the numbers it starts from.\n\
         player = {player}\n\
         # What is tuned: a parameter, or several; for one weight alone {{ parameter = \"weights\", feature = \"NAME\" }}.\n\
         tune = \"weights\"\n\
         # The least and the greatest of all of them, and what they are multiples of; if it is not said, what\n\
         # the player takes, or ten times the greatest weight.\n\
         # range = [0, 10]\n\
         # step = 0.1\n\
         # How: `partida tune methods` lists what there is.\n\
         method = {method}\n\
         # Games in all, and where random choices start from.\n\
         budget = {budget}\n\
         seed = 1\n\
         # Whom it plays against, all alike or {{ player = \"NAME\", weight = 2 }}; nobody: itself at the start.\n\
         opponents = [{rivals}]\n\
         # start, random:PLIES, all:PLIES, or a list of moves.\n\
         openings = \"random:4\"\n\
         sides = {sides}\n\
         \n\
         # Against the start and the opponents, from openings that were not tuned on.\n\
         [validation]\n\
         games = 1000\n\
         # Also while it runs, after each so many games; 0: at the end only.\n\
         every = 0\n\
         checkpoint_games = 200\n\
         # against = [\"others\"]\n",
        game = quoted(&arguments.game),
        player = quoted(&arguments.player),
        method = quoted(&arguments.method.to_string()),
        budget = arguments.budget,
        rivals = rivals.join(", "),
        sides = quoted(&arguments.sides),
    );
    // What is wrong is told now.
    study(parse(&text, "this experiment")?)?;
    Ok(write!(console.output, "{text}")?)
}

/// A text as TOML has it.
fn toml_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn parse(text: &str, name: &str) -> Result<Experiment> {
    Experiment::parse(text).map_err(|error| anyhow!("{name}: {error}"))
}

/// Makes sure that an experiment can be done; where a text is at fault, the error knows the place.
fn study(experiment: Experiment) -> Result<Study> {
    Study::new(experiment, &LocalFiles).map_err(|error| match error {
        Impossible::Text(error) => error.into(),
        other => other.into(),
    })
}

fn run_new(arguments: &RunArguments, console: &mut Console<'_>) -> Result<()> {
    let (name, text) = files::read(&arguments.file, &mut *console.input)?;
    if super::tournament::is_tournament_file(&text) {
        bail!("{name} is about a tournament: partida tournament run-file {name}");
    }
    let mut experiment = parse(&text, &name)?;
    if let Some(name) = &arguments.name {
        experiment.name.clone_from(name);
    }
    if experiment.name.is_empty() {
        experiment.name = stem(&arguments.file);
    }
    experiment.seed = arguments.seed.unwrap_or(experiment.seed);
    experiment.budget = arguments.budget.or(experiment.budget);
    let study = study(experiment)?;
    arguments.cluster.check_tuning(study.experiment())?;
    let mut store = arguments.running.open()?;
    let tuning = create(&mut store, &study)?;
    let how = (&arguments.running, &arguments.cluster);
    go_on(&mut store, &tuning, &study, how, console)
}

/// The name of a file without its directory and ending.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.filter(|stem| *stem != "-")
        .unwrap_or("tuning")
        .to_string()
}

/// Puts down a tuning, under a name that can be that of a preset.
fn create(store: &mut Store, study: &Study) -> Result<StoredTuning> {
    let name = &study.experiment().name;
    if name.parse::<i64>().is_ok() {
        bail!("a tuning cannot be called {name:?}: that would be its number");
    }
    preset_path(name).with_context(|| format!("a tuning cannot be called {name:?}"))?;
    let id = store.create_tuning(study.experiment(), &::report::date(SystemTime::now()))?;
    Ok(store.tuning(&id.to_string())?)
}

fn resume(arguments: &ResumeArguments, console: &mut Console<'_>) -> Result<()> {
    let mut store = arguments.running.open()?;
    let tuning = match &arguments.tuning {
        Some(name) => store.tuning(name)?,
        None => {
            let tunings = store.tunings()?.into_iter().rev();
            let mut open = tunings.filter(|tuning| tuning.state == State::Open);
            let Some(last) = open.next() else {
                console.note("there is no tuning that is not finished");
                return Ok(());
            };
            last
        }
    };
    let study = study(tuning.experiment.clone())?;
    let how = (&arguments.running, &arguments.cluster);
    go_on(&mut store, &tuning, &study, how, console)
}

/// Does what is left, says what it came to, and keeps it as a preset.
fn go_on(
    store: &mut Store,
    tuning: &StoredTuning,
    study: &Study,
    how: (&super::tournament::RunningArguments, &ClusterArguments),
    console: &mut Console<'_>,
) -> Result<()> {
    let finish = play::play_with(store, tuning, study, how, "", console)?;
    let (running, _) = how;
    let view = outcome::View::new(&tuning.name, study, &finish);
    if running.wants_json() {
        console.write_json(&view)?;
    } else {
        write!(console.output, "{}", outcome::text(&view))?;
    }
    if finish.is_complete {
        let path = write_preset(study, &finish)?;
        console.note(&format!(
            "kept as the preset @{} in {}",
            tuning.name,
            path.display()
        ));
    } else {
        console.note(&format!(
            "stopped; to go on: partida tune resume {}",
            tuning.name
        ));
    }
    Ok(())
}

/// Does what is left of a tuning that is known by its name, or finds what was done; whatever else was kept under
/// that name is forgotten.
pub(crate) fn do_once(
    store: &mut Store,
    experiment: &Experiment,
    workers: usize,
    label: &str,
    console: &mut Console<'_>,
) -> Result<Finish> {
    let study = study(experiment.clone())?;
    let name = &experiment.name;
    let known = store.tunings()?.into_iter().find(|it| it.name == *name);
    let tuning = match known {
        Some(known) if known.experiment == *study.experiment() => known,
        Some(known) => {
            store.delete_tuning(&known)?;
            create(store, &study)?
        }
        None => create(store, &study)?,
    };
    if tuning.state == State::Complete {
        return outcome::so_far(store, &tuning, &study);
    }
    let label = format!("{label}: ");
    play::play(store, &tuning, &study, &Threads, workers, &label, console)
}

fn write_preset(study: &Study, finish: &Finish) -> Result<PathBuf> {
    let best = finish.tuning.best();
    let experiment = study.experiment();
    let preset = PlayerPreset {
        game: experiment.game.clone(),
        player: study.player(&best),
        weights: study.weights(&best),
    };
    let mut remarks = vec![
        ("tuning".to_string(), experiment.name.clone()),
        ("method".to_string(), experiment.method.to_string()),
        ("games".to_string(), finish.tuning.played().to_string()),
        ("start".to_string(), experiment.player.clone()),
        ("seed".to_string(), experiment.seed.to_string()),
        ("date".to_string(), ::report::date(SystemTime::now())),
    ];
    let last = finish.exams.iter().filter(|exam| exam.is_final);
    remarks.extend((1..).zip(last).map(|(number, exam)| {
        let result = outcome::ExamView::new(exam);
        (format!("validation-{number}"), result.sentence())
    }));
    let path = preset_path(&experiment.name)?;
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot make {}", directory.display()))?;
    }
    files::write(&path, preset.to_toml(&remarks).as_bytes())?;
    Ok(path)
}

/// A tuning in a list; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Line {
    number: i64,
    name: String,
    created: String,
    game: String,
    player: String,
    method: String,
    games: u64,
    complete: bool,
}

fn list(arguments: &ListArguments, console: &mut Console<'_>) -> Result<()> {
    let store = arguments.store.open()?;
    let tunings = store.tunings()?.into_iter();
    let lines: Vec<Line> = tunings
        .map(|tuning| Line {
            number: tuning.id,
            name: tuning.name,
            created: tuning.created,
            game: tuning.experiment.game,
            player: tuning.experiment.player,
            method: tuning.experiment.method.to_string(),
            games: tuning.games,
            complete: tuning.state == State::Complete,
        })
        .collect();
    if arguments.json {
        return Ok(console.write_json(&lines)?);
    }
    for line in lines {
        let Line {
            number,
            name,
            created,
            game,
            player,
            method,
            games,
            complete,
        } = line;
        let open = if complete { "" } else { ", not finished" };
        writeln!(
            console.output,
            "{number:>4}  {created}  {name:<20}  {player} at {game} by {method}, {games} games{open}"
        )?;
    }
    Ok(())
}

fn show(arguments: &ShowArguments, console: &mut Console<'_>) -> Result<()> {
    let mut store = arguments.store.open()?;
    let tuning = store.tuning(&arguments.tuning)?;
    let study = study(tuning.experiment.clone())?;
    if arguments.evaluations {
        return outcome::write_evaluations(&mut store, &tuning, &study, console);
    }
    let finish = outcome::so_far(&mut store, &tuning, &study)?;
    let view = outcome::View::new(&tuning.name, &study, &finish);
    if arguments.json {
        return Ok(console.write_json(&view)?);
    }
    Ok(write!(console.output, "{}", outcome::text(&view))?)
}

/// A method in a list; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct MethodView {
    name: &'static str,
    meaning: &'static str,
    parameters: Vec<ParameterView>,
}

#[derive(Debug, Serialize)]
struct ParameterView {
    name: &'static str,
    meaning: &'static str,
    range: String,
    default: &'static str,
}

fn list_methods(arguments: &MethodsArguments, console: &mut Console<'_>) -> Result<()> {
    let wanted = match &arguments.method {
        // The error of a wrong one lists those there are.
        Some(text) => Some(text.parse::<Method>()?.to_string()),
        None => None,
    };
    let word = wanted.as_deref().and_then(|text| text.split(':').next());
    let chosen = methods()
        .iter()
        .filter(|method| word.is_none_or(|word| word == method.name));
    if arguments.json {
        let views: Vec<MethodView> = chosen
            .map(|method| MethodView {
                name: method.name,
                meaning: method.meaning,
                parameters: method
                    .parameters
                    .iter()
                    .map(|it| ParameterView {
                        name: it.name,
                        meaning: it.meaning,
                        range: it.range.to_string(),
                        default: it.default,
                    })
                    .collect(),
            })
            .collect();
        return Ok(console.write_json(&views)?);
    }
    for (number, method) in chosen.enumerate() {
        if number > 0 {
            writeln!(console.output)?;
        }
        write!(console.output, "{}  ", method.name)?;
        write_wrapped(console.output, method.name.len() + 2, method.meaning)?;
        let rows = describe_parameters(method.parameters);
        write_table(console.output, "options", &rows)?;
    }
    Ok(())
}
