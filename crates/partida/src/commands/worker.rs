//! `partida worker`: works for a cluster until it is told to leave.

use super::cluster::{CLUSTER_VARIABLE, ClusterText, program};
use super::solve::parse_time;
use super::tournament::play::usual_workers;
use super::{bench, examples};
use crate::console::Console;
use ::cluster::{Gone, Newcomer, News, Program, WorkerOptions, open, work};
use anyhow::{Result, bail};
use clap::Args;
use std::sync::mpsc::channel;
use std::time::Duration;

/// Work for a cluster: play the games that others put there
///
/// Takes games in chunks of up to half a minute and hands in their records. Ctrl-C or SIGTERM: finishes the chunk and
/// leaves. Whatever else happens to it, nothing is lost: what it had is played by others after --lease. A program
/// of another version, or one whose games and searches do something else, gets nothing.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida cluster init --cluster sqlite:cluster.db"
    "partida worker --join sqlite:cluster.db --idle 1s"
})]
pub(crate) struct Arguments {
    /// The cluster: postgres://USER@HOST/DATABASE or sqlite:FILE
    #[arg(
        long,
        value_name = "URL",
        env = CLUSTER_VARIABLE,
        hide_env_values = true
    )]
    join: ClusterText,

    /// How many games at a time; default: as many as there are processors
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// What it is called in the status; default: the machine's name and the number of the process
    #[arg(long)]
    name: Option<String>,

    /// After so long without a sign of life others get its games
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    lease: Duration,

    /// Leave after so long without anything to do
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    idle: Option<Duration>,
}

/// The shortest lease: signs of life come four times as often.
const SHORTEST_LEASE: Duration = Duration::from_secs(1);

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let address = arguments.join.address()?;
    if arguments.lease < SHORTEST_LEASE {
        bail!("a lease must be 1s at least");
    }
    let program = program()?;
    refuse_others(&open(&address)?.open_experiments()?, &program)?;
    let stop = console.interrupt.listen();
    // Whoever starts workers as services ends them like this.
    signal_hook::flag::register(signal_hook::consts::SIGTERM, std::sync::Arc::clone(&stop))?;
    let threads = arguments.threads.map_or_else(usual_workers, usize::from);
    let options = WorkerOptions {
        newcomer: Newcomer {
            name: arguments.name.clone().unwrap_or_else(own_name),
            program,
            threads: u32::try_from(threads)?,
            yardstick: bench::yardstick_ms(),
        },
        lease: arguments.lease,
        idle: arguments.idle,
    };
    let (sender, receiver) = channel::<String>();
    let done = std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let sender = std::sync::Mutex::new(sender);
            work(&address, &options, &stop, &|news| {
                if let (Some(line), Ok(sender)) = (line_of(news, &options), sender.lock()) {
                    // Whoever does not listen any more does not miss it.
                    let _ = sender.send(line);
                }
            })
        });
        for line in receiver {
            console.note(&line);
        }
        worker.join()
    });
    let Ok(done) = done else {
        bail!("the worker broke down; please report this");
    };
    let (gone, jobs) = done?;
    let why = match gone {
        Gone::Stopped => "as told",
        Gone::Drained => "as all do: the cluster is drained",
        Gone::Idle => "as there was nothing to do",
    };
    console.note(&format!("left after {jobs} jobs, {why}"));
    Ok(())
}

/// Somebody who could do nothing of what there is to do should know at once.
fn refuse_others(open: &[(String, Program)], own: &Program) -> Result<()> {
    match open.first() {
        Some((name, theirs)) if open.iter().all(|(_, program)| program != own) => bail!(
            "this is partida {own}, and experiment {name} is of partida {theirs}: games would not be the same"
        ),
        _ => Ok(()),
    }
}

fn line_of(news: &News<'_>, options: &WorkerOptions) -> Option<String> {
    match news {
        News::Joined => {
            let Newcomer { name, threads, .. } = &options.newcomer;
            Some(format!("joined as {name}, {threads} threads"))
        }
        News::Begins { .. } | News::HandedIn { refused: 0, .. } => None,
        News::HandedIn { refused, .. } => Some(format!(
            "{refused} results came too late: others have done the jobs, or are at them"
        )),
        News::Unreachable(error) => Some(format!("{error}; trying again")),
        News::Others(others) => {
            let names: Vec<&str> = others.iter().map(|(name, _)| name.as_str()).collect();
            let own = &options.newcomer.program;
            Some(format!("not for partida {own}: {}", names.join(", ")))
        }
    }
}

fn own_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = host.trim();
    let host = if host.is_empty() { "worker" } else { host };
    format!("{host}-{}", std::process::id())
}
