//! `partida reproduce`: the experiments of the course reports, run again.

mod hands;

use super::examples;
use super::tournament::RunningArguments;
use crate::console::Console;
use crate::files;
use crate::listing::columns;
use ::reproduce::{Experiment, Findings, Size, Trouble, Verdict, experiments, find, page};
use anyhow::{Result, bail};
use clap::{Args, ValueHint};
use hands::StoreHands;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::SystemTime;

/// Run the experiments of the course reports again
///
/// For every table and figure the published numbers and ours side by side, what was claimed then, what we find,
/// and a verdict that is computed from the numbers. Exact numbers are equal, or the command fails. Everything is
/// kept in the store; what was stopped goes on when it is asked for again.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida reproduce list"
    "partida reproduce bricks-trees"
    "partida reproduce bricks-trees bricks-duration --output trees.html"
})]
pub(crate) struct Arguments {
    /// Names of experiments; all of them: all; only their names: list
    #[arg(required = true, value_name = "EXPERIMENT")]
    what: Vec<String>,

    /// So little that all of them take some minutes; the default
    #[arg(long)]
    quick: bool,

    /// As much as was published, or more where that says too little
    #[arg(long, conflicts_with = "quick")]
    full: bool,

    /// Forget what was done before, and do it again
    #[arg(long)]
    again: bool,

    /// Write a page with all tables and plots to this file, over what was there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    #[command(flatten)]
    running: RunningArguments,
}

/// An experiment and what came of it, as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct ResultView<'result> {
    id: &'static str,
    title: &'static str,
    report: &'static str,
    covers: &'static str,
    asked: &'static str,
    found: &'static str,
    #[serde(flatten)]
    findings: Option<&'result Findings>,
}

impl<'result> ResultView<'result> {
    fn new(experiment: &Experiment, findings: Option<&'result Findings>) -> ResultView<'result> {
        ResultView {
            id: experiment.id,
            title: experiment.title,
            report: experiment.source.title(),
            covers: experiment.covers,
            asked: experiment.asked,
            found: experiment.found,
            findings,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    if arguments.what == ["list"] {
        return list(arguments, console);
    }
    let chosen = choose(&arguments.what)?;
    let size = if arguments.full {
        Size::Full
    } else {
        Size::Quick
    };
    let mut store = arguments.running.open()?;
    if arguments.again {
        for experiment in &chosen {
            hands::forget(&mut store, experiment.id, size)?;
        }
    }
    let mut results: Vec<(Experiment, Findings)> = Vec::new();
    let mut is_stopped = false;
    for experiment in chosen {
        let mut hands = StoreHands {
            store: &mut store,
            workers: arguments.running.workers(),
            console: &mut *console,
        };
        match experiment.run(&mut hands, size) {
            Ok(findings) => {
                if !arguments.running.wants_json() {
                    write!(console.output, "{}", text(&experiment, &findings))?;
                    console.output.flush()?;
                }
                results.push((experiment, findings));
            }
            Err(Trouble::Stopped) => {
                is_stopped = true;
                break;
            }
            Err(Trouble::Text(error)) => return Err(error.into()),
            Err(error) => bail!("{}: {error}", experiment.id),
        }
    }
    if arguments.running.wants_json() {
        let views: Vec<ResultView<'_>> = results
            .iter()
            .map(|(experiment, findings)| ResultView::new(experiment, Some(findings)))
            .collect();
        console.write_json(&views)?;
    }
    if let Some(path) = &arguments.output {
        files::write(path, page(size, facts(), &results).as_bytes())?;
    }
    if is_stopped {
        console.note("stopped; to go on, ask for the same again");
    }
    let different: Vec<&str> = results
        .iter()
        .filter(|(_, findings)| {
            findings
                .claims
                .iter()
                .any(|it| it.verdict == Verdict::Different)
        })
        .map(|(experiment, _)| experiment.id)
        .collect();
    if !different.is_empty() {
        bail!(
            "numbers that must be equal differ: {}",
            different.join(", ")
        );
    }
    Ok(())
}

fn choose(names: &[String]) -> Result<Vec<Experiment>> {
    if names.iter().any(|name| name == "all") {
        return Ok(experiments());
    }
    let mut chosen = Vec::new();
    for name in names {
        let Some(experiment) = find(name) else {
            let known: Vec<&str> = experiments().iter().map(|it| it.id).collect();
            bail!(
                "there is no experiment {name:?}; expected all, or some of {}",
                known.join(", ")
            );
        };
        chosen.push(experiment);
    }
    Ok(chosen)
}

fn list(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let all = experiments();
    if arguments.running.wants_json() {
        let views: Vec<ResultView<'_>> = all.iter().map(|it| ResultView::new(it, None)).collect();
        return Ok(console.write_json(&views)?);
    }
    let width = all.iter().map(|it| it.id.len()).max().unwrap_or(0);
    let mut source = None;
    for experiment in all {
        if source != Some(experiment.source) {
            source = Some(experiment.source);
            writeln!(console.output, "{}", experiment.source.title())?;
        }
        writeln!(
            console.output,
            "  {:width$}  {} ({})",
            experiment.id, experiment.title, experiment.covers
        )?;
    }
    Ok(())
}

/// What to know about a run.
fn facts() -> Vec<(String, String)> {
    [
        ("made by", format!("partida {}", env!("CARGO_PKG_VERSION"))),
        ("on", ::report::date(SystemTime::now())),
        (
            "verdicts",
            "computed from the numbers, with 95 % intervals".to_string(),
        ),
    ]
    .map(|(name, text)| (name.to_string(), text))
    .to_vec()
}

/// What people read.
fn text(experiment: &Experiment, findings: &Findings) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = writeln!(
        text,
        "{}: {} ({})\n",
        experiment.id, experiment.title, experiment.covers
    );
    let _ = writeln!(
        text,
        "Asked: {}\nFound then: {}\n",
        experiment.asked, experiment.found
    );
    for part in &findings.parts {
        if part.rows.is_empty() {
            continue;
        }
        let _ = writeln!(
            text,
            "{}\n{}",
            part.title,
            columns(&part.columns, &part.rows, 0)
        );
        for remark in &part.remarks {
            let _ = writeln!(text, "{remark}");
        }
        text.push('\n');
    }
    if !findings.speeds.is_empty() {
        let headings = ["time", "published", "ours", "times faster"].map(str::to_string);
        let rows: Vec<Vec<String>> = findings
            .speeds
            .iter()
            .map(::reproduce::Speed::texts)
            .collect();
        let _ = writeln!(text, "{}", columns(&headings, &rows, 0));
        let _ = writeln!(
            text,
            "Theirs: {}. Ours: processor time.\n",
            experiment.source.era()
        );
    }
    for claim in &findings.claims {
        let _ = writeln!(
            text,
            "Then: {}\nNow:  {}\n      => {}\n",
            claim.then, claim.now, claim.verdict
        );
    }
    text
}
