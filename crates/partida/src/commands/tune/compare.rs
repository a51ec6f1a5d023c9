//! `partida tune compare`: several ways to tune beside each other, each with several seeds, since a single
//! run is noise.

use super::report::write_plots;
use super::{create, examples, play, study};
use crate::commands::cluster::ClusterArguments;
use crate::commands::tournament::RunningArguments;
use crate::console::Console;
use crate::files;
use crate::listing::columns;
use ::report::{Page, Section};
use ::reproduce::comparison_plots;
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueHint};
use serde::Serialize;
use std::path::{Path, PathBuf};
use store::{State, Store};
use tune::{COMPARISONS, Comparison, Difference, Finish, Runs, Spread, Variant};

/// Compare ways to tune, each with several seeds
///
/// Each variant is run once for each seed; all runs are kept in the store as tunings of their own, so that a
/// comparison that was stopped goes on when it is asked for again. Those that come with the program repeat the
/// comparisons of the course's report on Connect: orders, grasp, fitness, population, mutation, cuts and
/// selection. Whether one variant is better than another is told by what their results score from openings that
/// were not tuned on, and by the spread between seeds.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tune compare cuts --seeds 2 --budget 2000"
    "partida tune compare cuts --seeds 2 --budget 2000 --output cuts.html"
})]
pub(crate) struct Arguments {
    /// One that comes with the program, or a file
    comparison: String,

    /// How often each variant is run; default: as the file says
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    seeds: Option<u64>,

    /// Games of each run; default: as the file says
    #[arg(long, value_name = "GAMES")]
    budget: Option<u64>,

    /// Write a page with the plots to this file, over what was there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Write the plots into this directory, which is made if need be: generations.svg, losses.svg,
    /// validation.svg
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    plots: Option<PathBuf>,

    #[command(flatten)]
    running: RunningArguments,

    #[command(flatten)]
    cluster: ClusterArguments,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let mut comparison = read(&arguments.comparison, console)?;
    comparison.seeds = arguments.seeds.unwrap_or(comparison.seeds);
    let mut store = arguments.running.open()?;
    let mut results: Vec<Runs> = Vec::new();
    for variant in &comparison.variants {
        let mut runs = Vec::new();
        for seed in 0..comparison.seeds {
            let run = one_run(&mut store, &comparison, variant, seed, arguments, console)?;
            if !run.is_complete {
                console.note("stopped; to go on, ask for the same comparison again");
                return Ok(());
            }
            runs.push(run);
        }
        results.push(Runs::new(&variant.label, runs));
    }
    let view = View::new(&comparison, &results);
    let plots = comparison_plots(&results, None);
    if let Some(directory) = &arguments.plots {
        write_plots(directory, &plots)?;
    }
    if let Some(path) = &arguments.output {
        let page = page(&comparison, &view, plots);
        files::write(path, page.as_bytes())?;
    }
    if arguments.running.wants_json() {
        return Ok(console.write_json(&view)?);
    }
    let (headings, rows) = view.rows();
    writeln!(console.output, "{}", comparison.title)?;
    writeln!(console.output, "{}", columns(&headings, &rows, 0))?;
    for sentence in &view.verdicts {
        writeln!(console.output, "{sentence}")?;
    }
    if !comparison.published.is_empty() {
        writeln!(console.output, "Published: {}", comparison.published)?;
    }
    Ok(())
}

fn read(name: &str, console: &mut Console<'_>) -> Result<Comparison> {
    let parse = |name: &str, text: &str| Comparison::parse(name, text).map_err(|it| anyhow!(it));
    if let Some((known, text)) = COMPARISONS.iter().find(|(known, _)| *known == name) {
        return parse(known, text);
    }
    let path = Path::new(name);
    if !path.exists() && name != "-" {
        let names: Vec<&str> = COMPARISONS.iter().map(|(known, _)| *known).collect();
        bail!(
            "there is no comparison {name:?} and no file of that name; expected {} or a file",
            names.join(", ")
        );
    }
    let (_, text) = files::read(path, &mut *console.input)?;
    parse(&super::stem(path), &text)
}

/// Does what is left of a run, or finds what was done.
fn one_run(
    store: &mut Store,
    comparison: &Comparison,
    variant: &Variant,
    seed: u64,
    arguments: &Arguments,
    console: &mut Console<'_>,
) -> Result<Finish> {
    let label: String = variant
        .label
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '-'
            }
        })
        .collect();
    let mut name = format!("{}.{label}.{}", comparison.name, seed + 1);
    if let Some(budget) = arguments.budget {
        name += &format!(".{budget}");
    }
    let study = study(variant.run(name.clone(), seed, arguments.budget))?;
    arguments.cluster.check_tuning(study.experiment())?;
    let known = store.tunings()?.into_iter().find(|it| it.name == name);
    let tuning = match known {
        Some(known) if known.experiment == *study.experiment() => known,
        Some(known) => bail!(
            "the store has another tuning {:?}; delete it (partida tune delete) or use another store",
            known.name
        ),
        None => create(store, &study)?,
    };
    if tuning.state == State::Complete {
        return super::outcome::so_far(store, &tuning, &study);
    }
    let label = format!("{}, seed {}: ", variant.label, seed + 1);
    let how = (&arguments.running, &arguments.cluster);
    play::play_with(store, &tuning, &study, how, &label, console)
        .with_context(|| format!("tuning {name}"))
}

/// A comparison as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct View {
    name: String,
    variants: Vec<VariantView>,
    verdicts: Vec<String>,
    published: String,
}

#[derive(Debug, Serialize)]
struct VariantView {
    label: String,
    seeds: usize,
    games: u64,
    score: f64,
    error: f64,
    losses: f64,
    scores: Vec<f64>,
}

impl View {
    fn new(comparison: &Comparison, results: &[Runs]) -> View {
        let variants = results.iter().map(|it| {
            let Spread { mean, deviation } = Spread::of(&it.scores);
            VariantView {
                label: it.label.clone(),
                seeds: it.scores.len(),
                games: it.games,
                score: mean,
                error: deviation / (it.scores.len() as f64).sqrt(),
                losses: Spread::of(&it.losses).mean,
                scores: it.scores.clone(),
            }
        });
        let mut verdicts = Vec::new();
        for (place, one) in results.iter().enumerate() {
            for other in &results[place + 1..] {
                verdicts.push(verdict(one, other));
            }
        }
        View {
            name: comparison.name.clone(),
            variants: variants.collect(),
            verdicts,
            published: comparison.published.clone(),
        }
    }

    fn rows(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let headings = [
            "",
            "seeds",
            "games in all",
            "score",
            "±",
            "lost",
            "worst",
            "best",
        ];
        let percent = |value: f64| format!("{:.1} %", 100.0 * value);
        let rows = self.variants.iter().map(|it| {
            let worst = it.scores.iter().copied().fold(f64::INFINITY, f64::min);
            let best = it.scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            vec![
                it.label.clone(),
                it.seeds.to_string(),
                it.games.to_string(),
                percent(it.score),
                percent(it.error),
                percent(it.losses),
                percent(worst),
                percent(best),
            ]
        });
        (headings.map(str::to_string).to_vec(), rows.collect())
    }
}

/// Whether one variant is better than another, by the scores of their runs.
fn verdict(one: &Runs, other: &Runs) -> String {
    let difference = Difference::of(&one.scores, &other.scores);
    let points = 100.0 * difference.value.abs();
    let error = match difference.error.is_finite() {
        true => format!("{:.1}", 100.0 * difference.error),
        false => "unknown".to_string(),
    };
    let (better, worse) = match difference.value > 0.0 {
        true => (&one.label, &other.label),
        false => (&other.label, &one.label),
    };
    match difference.is_told() {
        true => format!(
            "{better} is better than {worse} by {points:.1} points of a hundred (± {error})."
        ),
        false => format!(
            "{} and {} cannot be told apart with these runs: {points:.1} points (± {error}) in favour of {better}.",
            one.label, other.label,
        ),
    }
}

fn page(comparison: &Comparison, view: &View, plots: Vec<(String, String)>) -> String {
    let (columns, rows) = view.rows();
    // Names are in the second column of a page's tables.
    let swapped = |mut row: Vec<String>| {
        row.insert(0, String::new());
        row
    };
    let mut remarks = vec![
        "Scores are those of what came out of each run, against the opponents, from openings that were not tuned \
         on; ± is the standard error of the mean over seeds. In the plots bands are one standard deviation between \
         seeds. The best of a generation is chosen by the very games that are counted, so the first plots flatter, \
         and larger populations more so; the last one does not."
            .to_string(),
    ];
    remarks.extend(view.verdicts.clone());
    let mut sections = vec![Section::Table {
        heading: "Results".to_string(),
        columns: swapped(columns),
        rows: rows.into_iter().map(swapped).collect(),
        remarks,
    }];
    sections.extend(plots.into_iter().map(|(_, svg)| Section::Plot(svg)));
    let facts = [
        ("question", comparison.question.clone()),
        ("published", comparison.published.clone()),
        ("seeds", comparison.seeds.to_string()),
    ];
    Page {
        title: comparison.title.clone(),
        facts: facts
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| (name.to_string(), text))
            .collect(),
        sections,
    }
    .to_html()
}
