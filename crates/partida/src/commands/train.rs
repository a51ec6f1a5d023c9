//! `partida train`: a network that judges positions, from games that were played.

use super::examples;
use crate::console::Console;
use crate::files::{self, LocalFiles};
use crate::stores::StoreArguments;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueHint};
use game::network::{Inputs, MOST_HIDDEN, Network};
use games::parse_game;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use store::{Selection, Store};
use tune::network::{Course, Epoch, Exam, Lessons, NothingToLearn, Trained, train};

/// Train a network that judges positions, from games in the store
///
/// It learns from the positions of finished matches and tournaments who wins, by the results and by what the
/// players said about their moves; some games are left out, and it is examined on these. What is written is
/// the network that did best there, in whole numbers; Ctrl-C ends the training with the best one so far.
/// Players use it with eval=network,network=@./FILE. docs/networks.md says how the networks that come with the
/// games were made.
///
/// JSON: {game, file, fingerprint, inputs, hidden, games, positions, learnt, examined, floating: {loss,
/// accuracy}, quantised: {loss, accuracy}, epochs: [{number, learning, loss, accuracy}]}; losses are in nats.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida match amazons:6x6 mcts:playouts=50 mcts:playouts=50,seed=1 --openings random:4 --games 200 --name selfplay"
    "partida train amazons:6x6 selfplay --output mine.net"
    "partida match amazons:6x6 mcts:playouts=50,network=@./mine.net mcts:playouts=50 --games 20"
})]
pub(crate) struct Arguments {
    /// The game, with its size
    game: String,

    /// Whose games: names or numbers of matches and tournaments in the store
    #[arg(required = true, value_name = "TOURNAMENT")]
    tournaments: Vec<String>,

    /// Where the network is written, over what was there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "export")]
    output: Option<PathBuf>,

    /// Go on from this network
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["hidden", "export"])]
    from: Option<PathBuf>,

    /// How many hidden units
    #[arg(long, value_name = "COUNT", default_value_t = Course::default().hidden as u16, value_parser = clap::value_parser!(u16).range(1..=MOST_HIDDEN as i64))]
    hidden: u16,

    /// How often all positions are learnt
    #[arg(long, value_name = "COUNT", default_value_t = Course::default().epochs as u32, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,

    /// Positions to a step
    #[arg(long, value_name = "COUNT", default_value_t = Course::default().batch as u32, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,

    /// How long the steps are at the beginning
    #[arg(long, value_name = "NUMBER", default_value_t = Course::default().rate)]
    rate: f32,

    /// How much the results of games count, from 0 to 1; the rest is what the players said
    #[arg(long, value_name = "PART", default_value_t = Course::default().results)]
    results: f32,

    /// How many games of a thousand are left for the examination
    #[arg(long, value_name = "COUNT", default_value_t = Course::default().examined, value_parser = clap::value_parser!(u32).range(1..=999))]
    examined: u32,

    /// Where all that is by chance starts from
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// Train nothing, but write the positions into this directory, which is made if need be: inputs.txt,
    /// positions.bin. tools/train-network.py learns from these on a graphics card
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath, conflicts_with = "output")]
    export: Option<PathBuf>,

    #[command(flatten)]
    store: StoreArguments,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn course(&self) -> Result<Course> {
        if !(self.rate > 0.0 && self.rate <= 1.0) {
            bail!(
                "--rate cannot be {}; expected a number above 0, at most 1",
                self.rate
            );
        }
        if !(0.0..=1.0).contains(&self.results) {
            bail!(
                "--results cannot be {}; expected a number from 0 to 1",
                self.results
            );
        }
        Ok(Course {
            hidden: self.hidden.into(),
            epochs: self.epochs as usize,
            batch: self.batch as usize,
            rate: self.rate,
            results: self.results,
            examined: self.examined,
            seed: self.seed,
        })
    }
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let course = arguments.course()?;
    let game = parse_game(&arguments.game, &LocalFiles)?;
    let mut lessons = Lessons::new(&game)?;
    let from = arguments.from.as_deref();
    let from = from.map(|path| read(path, lessons.inputs())).transpose()?;
    let store = arguments.store.open()?;
    for name in &arguments.tournaments {
        collect(&store, name, &mut lessons)?;
    }
    if let Some(directory) = &arguments.export {
        return export(directory, &lessons, &course, console);
    }
    let Some(output) = &arguments.output else {
        return Ok(());
    };
    let trained = watched(&lessons, &course, from.as_ref(), console)?;
    files::write(output, &trained.network.to_bytes())?;
    if trained.epochs.len() < course.epochs {
        console.note("stopped; the network is the best one so far");
    }
    let view = View::new(&arguments.game, output, &lessons, &trained);
    if arguments.json {
        return Ok(console.write_json(&view)?);
    }
    Ok(view.write(console)?)
}

/// The network of a file, which must have these inputs.
fn read(path: &Path, inputs: &Inputs) -> Result<Network> {
    let bytes = files::read_bytes(path)?;
    let network = Network::from_bytes(&bytes).and_then(|network| {
        network.check(inputs)?;
        Ok(network)
    });
    network.with_context(|| format!("cannot go on from {}", path.display()))
}

/// Adds the games of a tournament.
fn collect(store: &Store, name: &str, lessons: &mut Lessons) -> Result<()> {
    let tournament = store.tournament(name)?;
    let before = lessons.games();
    let selection = Selection {
        tournament: Some(tournament.id),
        ..Selection::default()
    };
    store.each_game::<anyhow::Error>(&selection, |game| Ok(lessons.add(&game.record()?)?))?;
    if lessons.games() == before {
        bail!("{name} has no games of this kind to learn from");
    }
    Ok(())
}

fn export(
    directory: &Path,
    lessons: &Lessons,
    course: &Course,
    console: &mut Console<'_>,
) -> Result<()> {
    std::fs::create_dir_all(directory)
        .with_context(|| format!("cannot make {}", directory.display()))?;
    let inputs = lessons.inputs();
    let names = format!("{}\n{}\n", inputs.game, inputs.names.join("\n"));
    files::write(&directory.join("inputs.txt"), names.as_bytes())?;
    files::write(&directory.join("positions.bin"), &lessons.export(course))?;
    let (positions, games) = (lessons.positions(), lessons.games());
    writeln!(console.output, "{positions} positions of {games} games")?;
    Ok(())
}

/// Trains with somebody watching, until it ends or is stopped.
fn watched(
    lessons: &Lessons,
    course: &Course,
    from: Option<&Network>,
    console: &Console<'_>,
) -> Result<Trained, NothingToLearn> {
    const PARTS: f64 = 1000.0;
    let target = match console.errors_are_terminal {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let length = (course.epochs as f64 * PARTS) as u64;
    let bar = ProgressBar::with_draw_target(Some(length), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {msg}  {eta} left  (Ctrl-C stops)") {
        bar.set_style(style);
    }
    let stop = console.interrupt.listen();
    let trained = train(lessons, course, from, &mut |epochs, part| {
        bar.set_position(((epochs.len() as f64 + part) * PARTS) as u64);
        let message = format!("epoch {} of {}", epochs.len() + 1, course.epochs);
        bar.set_message(match epochs.last() {
            Some(last) => format!("{message}, {}", sentence(&last.exam)),
            None => message,
        });
        go_on(&stop)
    });
    bar.finish_and_clear();
    trained
}

fn go_on(stop: &AtomicBool) -> ControlFlow<()> {
    match stop.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

fn sentence(exam: &Exam) -> String {
    let Exam { loss, accuracy } = exam;
    format!("loss {loss:.4}, right {:.1} %", 100.0 * accuracy)
}

/// What came of it as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct View {
    game: String,
    file: String,
    fingerprint: String,
    inputs: usize,
    hidden: usize,
    games: usize,
    positions: usize,
    learnt: usize,
    examined: usize,
    floating: ExamView,
    quantised: ExamView,
    epochs: Vec<EpochView>,
}

#[derive(Debug, Serialize)]
struct ExamView {
    loss: f64,
    accuracy: f64,
}

#[derive(Debug, Serialize)]
struct EpochView {
    number: usize,
    learning: f64,
    #[serde(flatten)]
    exam: ExamView,
}

impl From<&Exam> for ExamView {
    fn from(exam: &Exam) -> ExamView {
        ExamView {
            loss: exam.loss,
            accuracy: exam.accuracy,
        }
    }
}

impl View {
    fn new(game: &str, file: &Path, lessons: &Lessons, trained: &Trained) -> View {
        let epoch = |epoch: &Epoch| EpochView {
            number: epoch.number,
            learning: epoch.loss,
            exam: (&epoch.exam).into(),
        };
        View {
            game: game.to_string(),
            file: file.display().to_string(),
            fingerprint: format!("{:016x}", trained.network.fingerprint()),
            inputs: lessons.inputs().names.len(),
            hidden: trained.network.hidden(),
            games: lessons.games(),
            positions: lessons.positions(),
            learnt: trained.learnt,
            examined: trained.examined,
            floating: (&trained.floating).into(),
            quantised: (&trained.quantised).into(),
            epochs: trained.epochs.iter().map(epoch).collect(),
        }
    }

    fn write(&self, console: &mut Console<'_>) -> std::io::Result<()> {
        let line = |exam: &ExamView| {
            sentence(&Exam {
                loss: exam.loss,
                accuracy: exam.accuracy,
            })
        };
        let output = &mut console.output;
        writeln!(
            output,
            "{} positions of {} games: {} to learn from, {} for the examination",
            self.positions, self.games, self.learnt, self.examined
        )?;
        for epoch in &self.epochs {
            let EpochView {
                number,
                learning,
                exam,
            } = epoch;
            writeln!(
                output,
                "epoch {number}: learning {learning:.4}, {}",
                line(exam)
            )?;
        }
        writeln!(output, "best: {}", line(&self.floating))?;
        writeln!(output, "in whole numbers: {}", line(&self.quantised))?;
        let View {
            file,
            fingerprint,
            inputs,
            hidden,
            ..
        } = self;
        writeln!(
            output,
            "{file}: {inputs} inputs, {hidden} hidden units, {fingerprint}"
        )
    }
}
