//! `partida cluster`: what many machines have in common; and the arguments by which commands use them.

mod status;

use super::bench;
use super::examples;
use super::solve::parse_time;
use crate::console::Console;
use crate::files::LocalFiles;
use ::cluster::{Address, Coordinator, Link, NewExperiment, Program, Timing, check_players, open};
use ::tune::Experiment;
use anyhow::{Context, Result, anyhow};
use arena::{Crew, Plan, Terms, Threads};
use clap::{Args, Subcommand};
use game::random::mix;
use games::{AnyGame, parse_game};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Look after a cluster: many machines that play together
///
/// A cluster is a database that its machines share: PostgreSQL for many, an SQLite file for several processes of one.
/// `partida worker` takes games from there, and matches, tournaments and tunings with --cluster put them there.
/// docs/cluster.md has the way from nothing to ten machines.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida cluster init --cluster sqlite:cluster.db"
    "partida cluster status --cluster sqlite:cluster.db"
})]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Init(PlainArguments),
    Status(StatusArguments),
    Drain(DrainArguments),
    Gc(GarbageArguments),
}

/// Make the tables of a cluster, unless they are there
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida cluster init --cluster sqlite:cluster.db"
})]
struct PlainArguments {
    #[command(flatten)]
    cluster: NamedCluster,
}

/// Show who works, how fast, and what is left to do
///
/// JSON: {draining, rate, workers: [{name, version, signature, threads, yardstick_ms, seen_s, alive, jobs, rate}],
/// experiments: [{name, kind, version, signature, state, queued, leased, done, parked, reasons: [{number, attempts,
/// error}]}]}. Rates are jobs a second, of late; parked jobs are those that failed three times, and reasons has the
/// first ten of them.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida cluster status --cluster sqlite:cluster.db --json"
})]
struct StatusArguments {
    #[command(flatten)]
    cluster: NamedCluster,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Have all workers leave, each after its chunk
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida cluster drain --cluster sqlite:cluster.db"
    "partida cluster drain --off --cluster sqlite:cluster.db"
})]
struct DrainArguments {
    #[command(flatten)]
    cluster: NamedCluster,

    /// Let workers come again
    #[arg(long)]
    off: bool,
}

/// Throw away what nobody needs any more: experiments that are done, and workers that are gone
///
/// The games of an experiment that is done are in the store of whoever asked for them.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida cluster gc --cluster sqlite:cluster.db"
    "partida cluster gc --older 1h --cluster sqlite:cluster.db"
})]
struct GarbageArguments {
    #[command(flatten)]
    cluster: NamedCluster,

    /// Only what was done this long ago
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    older: Option<Duration>,
}

/// Names the cluster where no argument does.
pub(crate) const CLUSTER_VARIABLE: &str = "PARTIDA_CLUSTER";

/// Where a cluster is, as it was typed: it is read later, as an error here would show all of it.
#[derive(Clone)]
pub(crate) struct ClusterText(String);

impl FromStr for ClusterText {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<ClusterText, Self::Err> {
        Ok(ClusterText(text.to_string()))
    }
}

impl fmt::Debug for ClusterText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("…")
    }
}

impl ClusterText {
    pub(crate) fn address(&self) -> Result<Address> {
        Ok(self.0.parse()?)
    }

    /// As a word of a command line, for commands that are run within this process.
    pub(crate) fn as_word(&self) -> String {
        format!("--cluster={}", self.0)
    }

    /// The same, or where nothing was typed the one of the variable.
    pub(crate) fn or_variable(&self) -> Result<Address> {
        if self.0.is_empty() {
            let text = std::env::var(CLUSTER_VARIABLE).unwrap_or_default();
            return ClusterText(text).address();
        }
        self.address()
    }
}

/// A cluster that must be named.
#[derive(Debug, Args)]
struct NamedCluster {
    /// The cluster: postgres://USER@HOST/DATABASE or sqlite:FILE
    #[arg(
        long,
        value_name = "URL",
        env = CLUSTER_VARIABLE,
        hide_env_values = true
    )]
    cluster: ClusterText,
}

/// Whether games are played by a cluster.
#[derive(Debug, Clone, Args)]
pub(crate) struct ClusterArguments {
    /// Have the games played by the workers of this cluster: postgres://USER@HOST/DATABASE or sqlite:FILE
    #[arg(
        long,
        value_name = "URL",
        env = CLUSTER_VARIABLE,
        hide_env_values = true,
        help_heading = "Cluster"
    )]
    cluster: Option<ClusterText>,

    /// Let games on a cluster be timed; a slower machine gets more time, a faster one less
    #[arg(long, help_heading = "Cluster")]
    allow_time: bool,
}

/// Who plays: threads of this process, or a cluster.
pub(crate) enum Hands {
    Here(Threads),
    Cluster(Box<Coordinator>),
}

impl Hands {
    pub(crate) fn crew(&self) -> &dyn Crew {
        match self {
            Hands::Here(threads) => threads,
            Hands::Cluster(coordinator) => coordinator.as_ref(),
        }
    }

    /// Says what becomes of the experiment on the cluster, if there is one.
    pub(crate) fn end(&self, is_complete: bool, console: &mut Console<'_>) {
        let Hands::Cluster(coordinator) = self else {
            return;
        };
        let told = match is_complete {
            true => coordinator.finish(),
            false => coordinator.pause(),
        };
        if let Err(error) = told {
            console.note(&format!("note: {error}"));
        }
    }
}

impl ClusterArguments {
    /// These, or else others.
    pub(crate) fn or(self, other: ClusterArguments) -> ClusterArguments {
        ClusterArguments {
            cluster: self.cluster.or(other.cluster),
            allow_time: self.allow_time || other.allow_time,
        }
    }

    fn timing(&self) -> Timing {
        match self.allow_time {
            true => Timing::Scaled,
            false => Timing::Refused,
        }
    }

    /// Makes sure that a plan can be played there, and that the cluster is there, before anything is put down.
    pub(crate) fn check_plan(&self, plan: &Plan) -> Result<()> {
        let Some(cluster) = &self.cluster else {
            return Ok(());
        };
        open(&cluster.address()?)?;
        let games = plan.games.iter().map(|text| parse_game(text, &LocalFiles));
        let games = games.collect::<Result<Vec<AnyGame>, _>>()?;
        check_players(&games, &plan.players, &plan.terms, self.timing())
            .map_err(|text| anyhow!(text))
    }

    /// Makes sure of the same for a tuning.
    pub(crate) fn check_tuning(&self, experiment: &Experiment) -> Result<()> {
        let Some(cluster) = &self.cluster else {
            return Ok(());
        };
        open(&cluster.address()?)?;
        let game = parse_game(&experiment.game, &LocalFiles)?;
        let rivals = experiment
            .opponents
            .iter()
            .map(|rival| rival.player.clone());
        let mut players: Vec<String> = rivals.collect();
        players.push(experiment.player.clone());
        let terms = Terms {
            // Whether there is one is all that counts here.
            move_time: experiment.time.map(|_| Duration::ZERO),
            nodes: experiment.nodes,
            ..Terms::default()
        };
        check_players(&[game], &players, &terms, self.timing()).map_err(|text| anyhow!(text))
    }

    /// Who plays. The same kind, name and content are the same experiment on the cluster, whoever comes with them.
    pub(crate) fn hands(
        &self,
        kind: &str,
        name: &str,
        content: &impl Serialize,
        console: &mut Console<'_>,
    ) -> Result<Hands> {
        let Some(text) = &self.cluster else {
            return Ok(Hands::Here(Threads));
        };
        let coordinator = coordinator(&text.address()?, kind, name, content, self.timing())?;
        if console.errors_are_terminal {
            console.note("on a cluster: whoever runs `partida worker` with the same address plays");
        }
        Ok(Hands::Cluster(Box::new(coordinator)))
    }
}

/// Puts down an experiment on a cluster, or goes on with it.
pub(crate) fn coordinator(
    address: &Address,
    kind: &str,
    name: &str,
    content: &impl Serialize,
    timing: Timing,
) -> Result<Coordinator> {
    let content = serde_json::to_string(content)?;
    let digest = content
        .bytes()
        .fold(0, |sum, byte| mix(sum ^ u64::from(byte)));
    let experiment = NewExperiment {
        name: format!("{name}-{digest:016x}"),
        kind: kind.to_string(),
        program: program()?,
        yardstick: bench::yardstick_ms(),
    };
    Coordinator::new(address, &experiment, timing).context("on the cluster")
}

/// What this program is.
pub(crate) fn program() -> Result<Program> {
    Ok(Program {
        version: env!("CARGO_PKG_VERSION").to_string(),
        signature: bench::short_signature()?,
    })
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    match &arguments.command {
        Command::Init(arguments) => {
            let address = arguments.cluster.cluster.address()?;
            Link::prepare(&address)?;
            console.note(&format!("{address} is ready"));
            Ok(())
        }
        Command::Status(arguments) => {
            let status = open(&arguments.cluster.cluster.address()?)?.status()?;
            match arguments.json {
                true => Ok(console.write_json(&status::View::new(&status))?),
                false => Ok(write!(console.output, "{}", status::text(&status))?),
            }
        }
        Command::Drain(arguments) => {
            open(&arguments.cluster.cluster.address()?)?.drain(!arguments.off)?;
            console.note(match arguments.off {
                true => "workers may come again",
                false => "all workers leave after their chunks; --off lets them come again",
            });
            Ok(())
        }
        Command::Gc(arguments) => {
            let mut queue = open(&arguments.cluster.cluster.address()?)?;
            let thrown = queue.collect_garbage(arguments.older.unwrap_or_default())?;
            console.note(&format!(
                "threw away {} experiments that were done and {} workers that were gone",
                thrown.experiments, thrown.workers
            ));
            Ok(())
        }
    }
}
