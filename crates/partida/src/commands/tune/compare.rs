//! `partida tune compare`: several ways to tune beside each other, each with several seeds, since a single
//! run is noise.

use super::comparison::{Comparison, KNOWN, Variant};
use super::report::write_plots;
use super::{create, examples, play};
use crate::commands::tournament::RunningArguments;
use crate::console::Console;
use crate::files;
use crate::listing::columns;
use ::report::{Curve, Page, Section, curve_plot};
use anyhow::{Context, Result, bail};
use arena::ratings::{Results, Tally};
use clap::{Args, ValueHint};
use serde::Serialize;
use std::path::{Path, PathBuf};
use store::{State, Store};
use tune::Finish;

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
}

pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let mut comparison = read(&arguments.comparison, console)?;
    comparison.seeds = arguments.seeds.unwrap_or(comparison.seeds);
    let mut store = arguments.running.open()?;
    let mut results: Vec<VariantResult> = Vec::new();
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
        results.push(VariantResult::new(variant, runs));
    }
    let view = View::new(&comparison, &results);
    let plots = plots(&results);
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
    if let Some((known, text)) = KNOWN.iter().find(|(known, _)| *known == name) {
        return Comparison::parse(known, text);
    }
    let path = Path::new(name);
    if !path.exists() && name != "-" {
        let names: Vec<&str> = KNOWN.iter().map(|(known, _)| *known).collect();
        bail!(
            "there is no comparison {name:?} and no file of that name; expected {} or a file",
            names.join(", ")
        );
    }
    let (_, text) = files::read(path, &mut *console.input)?;
    Comparison::parse(&super::stem(path), &text)
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
    let study = variant.study(name.clone(), seed, arguments.budget)?;
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
    play::play(
        store,
        &tuning,
        &study,
        arguments.running.workers(),
        &label,
        console,
    )
    .with_context(|| format!("tuning {name}"))
}

/// All runs of a variant.
struct VariantResult {
    label: String,
    runs: Vec<Finish>,
    /// What the result of each run scores in its last validation, against all opponents.
    scores: Vec<f64>,
    losses: Vec<f64>,
    games: u64,
}

impl VariantResult {
    fn new(variant: &Variant, runs: Vec<Finish>) -> VariantResult {
        let of_runs = |value: fn(&Tally) -> f64| -> Vec<f64> {
            runs.iter()
                .map(|run| value(&opposed(run, u64::MAX)))
                .collect()
        };
        VariantResult {
            label: variant.label.clone(),
            scores: of_runs(|tally| tally.mean().unwrap_or(0.5)),
            losses: of_runs(|tally| tally.losses as f64 / tally.total().max(1) as f64),
            games: runs.iter().map(|run| run.tuning.played()).sum(),
            runs,
        }
    }

    /// How the runs did, in the mean and with one deviation to either side, at some places.
    fn curve(&self, places: &[u64], value: &dyn Fn(&Finish, u64) -> Option<f64>) -> Curve {
        let (mut points, mut band) = (Vec::new(), Vec::new());
        for &place in places {
            let values: Vec<f64> = self
                .runs
                .iter()
                .filter_map(|run| value(run, place))
                .collect();
            if values.len() < self.runs.len() {
                continue;
            }
            let Spread { mean, deviation } = Spread::of(&values);
            points.push([place as f64, mean]);
            band.push([mean - deviation, mean + deviation]);
        }
        Curve {
            label: self.label.clone(),
            points,
            band,
        }
    }
}

/// What a result scored against the given opponents, all together, when so many games had been played.
fn opposed(run: &Finish, games: u64) -> Tally {
    let reached = run
        .exams
        .iter()
        .map(|exam| exam.games)
        .filter(|&it| it <= games);
    let last = reached.max().unwrap_or(0);
    let mut sum = Tally::default();
    // The start is the first of those who examine.
    let start = run.exams.first().map(|exam| exam.against.clone());
    for exam in &run.exams {
        let is_final = run
            .exams
            .iter()
            .any(|other| other.games == last && other.is_final);
        if exam.games == last && exam.is_final == is_final && Some(&exam.against) != start.as_ref()
        {
            sum.losses += exam.answer.tally.losses;
            sum.draws += exam.answer.tally.draws;
            sum.wins += exam.answer.tally.wins;
        }
    }
    sum
}

/// Numbers in the mean, and how far they are from it.
#[derive(Debug, Clone, Copy)]
struct Spread {
    mean: f64,
    deviation: f64,
}

impl Spread {
    fn of(values: &[f64]) -> Spread {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Spread {
            mean,
            deviation: (squares / (count - 1.0).max(1.0)).sqrt(),
        }
    }
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
    fn new(comparison: &Comparison, results: &[VariantResult]) -> View {
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

/// 97.5 % of Student's distribution lie below this, by degrees of freedom from 1 on.
const STUDENT: [f64; 20] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
];

/// Whether one variant is better than another: Welch's test of the scores of their runs, at 5 %.
fn verdict(one: &VariantResult, other: &VariantResult) -> String {
    let parts = [one, other].map(|it| {
        let Spread { mean, deviation } = Spread::of(&it.scores);
        let count = it.scores.len() as f64;
        (mean, deviation.powi(2) / count, count)
    });
    let [
        (mean, variance, count),
        (other_mean, other_variance, other_count),
    ] = parts;
    let both = variance + other_variance;
    let difference = mean - other_mean;
    let of = |variance: f64, count: f64| variance.powi(2) / (count - 1.0).max(1.0);
    let freedom =
        both.powi(2) / (of(variance, count) + of(other_variance, other_count)).max(1e-300);
    let place = (freedom.floor() as usize).clamp(1, STUDENT.len());
    let limit = STUDENT[place - 1] * both.sqrt();
    let is_told = count.min(other_count) > 1.0 && difference.abs() > limit;
    let points = 100.0 * difference.abs();
    let (better, worse) = match difference > 0.0 {
        true => (&one.label, &other.label),
        false => (&other.label, &one.label),
    };
    match is_told {
        true => format!(
            "{better} is better than {worse} by {points:.1} points of a hundred (± {:.1}).",
            100.0 * limit
        ),
        false => format!(
            "{} and {} cannot be told apart with these runs: {points:.1} points (± {:.1}) in favour of {better}.",
            one.label,
            other.label,
            100.0 * limit
        ),
    }
}

/// All plots, with the names of their files.
fn plots(results: &[VariantResult]) -> Vec<(String, String)> {
    // What the best of a generation achieved.
    let winner = |run: &Finish, generation: u64| -> Option<Tally> {
        let place = usize::try_from(generation - 1).ok()?;
        let field = run.tuning.history().get(place)?.field.as_ref()?;
        Some(field.winner.tally)
    };
    let generations = |it: &VariantResult| -> Vec<u64> {
        let lengths = it.runs.iter().map(|run| run.tuning.history().len() as u64);
        (1..=lengths.min().unwrap_or(0)).collect()
    };
    // Where all of its runs were examined, and at the end.
    let exams = |it: &VariantResult| -> Vec<u64> {
        let exams = it.runs.iter().flat_map(|run| &run.exams);
        let mut places: Vec<u64> = exams.map(|exam| exam.games).collect();
        places.sort_unstable();
        places.dedup();
        places
    };
    let curves = |places: &dyn Fn(&VariantResult) -> Vec<u64>,
                  value: &dyn Fn(&Finish, u64) -> Option<f64>|
     -> Vec<Curve> {
        let results = results.iter();
        results.map(|it| it.curve(&places(it), value)).collect()
    };
    let scores = curves(&generations, &|run, place| winner(run, place)?.mean());
    let losses = curves(&generations, &|run, place| {
        let tally = winner(run, place)?;
        Some(tally.losses as f64 / tally.total().max(1) as f64)
    });
    let validation = curves(&exams, &|run, games| opposed(run, games).mean());
    let own = "The best of each generation, as its own games have it";
    let honest = "What would have come out, from openings that were not tuned on";
    [
        ("generations", own, "generation", "score", scores),
        ("losses", own, "generation", "share of games lost", losses),
        ("validation", honest, "games", "score", validation),
    ]
    .map(|(name, title, across, up, curves)| {
        (name.to_string(), curve_plot(title, across, up, &curves))
    })
    .to_vec()
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
