//! `partida tune report`: a tuning as a page, or as pictures.

use super::outcome::{self, View, number};
use super::{examples, study};
use crate::console::Console;
use crate::files;
use crate::stores::StoreArguments;
use ::report::{Curve, HeatMap, Page, Section, curve_plot};
use anyhow::{Context, Result};
use arena::ratings::Results;
use clap::{Args, ValueHint};
use std::path::PathBuf;
use store::StoredTuning;
use tune::{Finish, Study, Window};

/// Write a page about a tuning, with its plots, its validation and its hall of fame
///
/// The page is one HTML file that needs nothing else. Plots: the best, the mean and the worst of each
/// generation; each number over time; the validation, where it was done on the way; and for methods that walk
/// over a grid, each pair of numbers as a map of how good its values were.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tune report tuned --output tuned.html"
    "partida tune report tuned --plots pictures"
})]
pub(crate) struct Arguments {
    /// Its name or number
    tuning: String,

    /// Write the page to this file, over what was there; default: the standard output, unless there is
    /// --plots
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Write the plots into this directory, which is made if need be: generations.svg, numbers.svg,
    /// validation.svg and windows as far as there are any
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    plots: Option<PathBuf>,

    #[command(flatten)]
    store: StoreArguments,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let mut store = arguments.store.open()?;
    let tuning = store.tuning(&arguments.tuning)?;
    let study = study(tuning.experiment.clone())?;
    let finish = outcome::so_far(&mut store, &tuning, &study)?;
    let plots = plots(&study, &finish);
    if let Some(directory) = &arguments.plots {
        write_plots(directory, &plots)?;
    }
    if arguments.output.is_none() && arguments.plots.is_some() {
        return Ok(());
    }
    let page = page(&tuning, &study, &finish, plots);
    match &arguments.output {
        Some(path) => files::write(path, page.as_bytes()),
        None => Ok(write!(console.output, "{page}")?),
    }
}

/// Writes pictures into a directory, which is made if need be.
pub(super) fn write_plots(directory: &PathBuf, plots: &[(String, String)]) -> Result<()> {
    std::fs::create_dir_all(directory)
        .with_context(|| format!("cannot make {}", directory.display()))?;
    for (name, svg) in plots {
        files::write(&directory.join(format!("{name}.svg")), svg.as_bytes())?;
    }
    Ok(())
}

/// So many windows of a grid are drawn: the last ones.
const WINDOWS: usize = 12;

/// All plots, with the names of their files.
fn plots(study: &Study, finish: &Finish) -> Vec<(String, String)> {
    let mut plots = Vec::new();
    let curve = |label: &str, points: Vec<[f64; 2]>| Curve {
        label: label.to_string(),
        points,
        band: Vec::new(),
    };
    let history = finish.tuning.history();
    let fields: Vec<(f64, &tune::Field)> = history
        .iter()
        .filter_map(|it| Some((it.games as f64, it.field.as_ref()?)))
        .collect();
    if !fields.is_empty() {
        let over = |value: fn(&tune::Field) -> f64| -> Vec<[f64; 2]> {
            let points = fields.iter();
            points
                .map(|(games, field)| [*games, value(field)])
                .collect()
        };
        let curves = [
            curve("best", over(|field| field.best)),
            curve("mean", over(|field| field.mean)),
            curve("worst", over(|field| field.worst)),
        ];
        let svg = curve_plot("Fitness in each generation", "games", "fitness", &curves);
        plots.push(("generations".to_string(), svg));
    }
    if !history.is_empty() {
        let start = study.space().start();
        let dimensions = study.space().dimensions.iter().enumerate();
        let curves: Vec<Curve> = dimensions
            .map(|(place, it)| {
                let later = history.iter().map(|it| [it.games as f64, it.best[place]]);
                let points = std::iter::once([0.0, start[place]]).chain(later);
                curve(&it.name, points.collect())
            })
            .collect();
        let svg = curve_plot("The best so far", "games", "value", &curves);
        plots.push(("numbers".to_string(), svg));
    }
    plots.extend(validation_plot(study, finish));
    let windows = finish.tuning.windows();
    let skipped = windows.len().saturating_sub(WINDOWS);
    for (place, window) in windows.iter().enumerate().skip(skipped) {
        let svg = heat_map(study, window, place + 1).to_svg();
        plots.push((format!("window-{}", place + 1), svg));
    }
    plots
}

/// How the best did on the way, where that was looked at.
fn validation_plot(study: &Study, finish: &Finish) -> Option<(String, String)> {
    let curves: Vec<Curve> = study
        .examiners()
        .into_iter()
        .map(|against| {
            let exams = finish.exams.iter().filter(|exam| exam.against == against);
            let (mut points, mut band) = (Vec::new(), Vec::new());
            for exam in exams {
                let tally = exam.answer.tally;
                let Some(mean) = tally.mean() else {
                    continue;
                };
                let variance = tally.variance().unwrap_or(0.0) / tally.total() as f64;
                let error = 1.96 * variance.sqrt();
                points.push([exam.games as f64, mean]);
                band.push([mean - error, mean + error]);
            }
            Curve {
                label: format!("against {against}"),
                points,
                band,
            }
        })
        .collect();
    if curves.iter().all(|curve| curve.points.len() < 2) {
        return None;
    }
    let title = "Validation on the way, with 95 % intervals";
    let svg = curve_plot(title, "games", "score", &curves);
    Some(("validation".to_string(), svg))
}

fn heat_map(study: &Study, window: &Window, step: usize) -> HeatMap {
    let name = |place: usize| {
        let dimension = window.dimensions.get(place);
        dimension.map(|&it| study.space().dimensions[it].name.clone())
    };
    let values = |place: usize| -> Vec<f64> {
        let cells = window.cells.iter();
        let mut values: Vec<f64> = cells.filter_map(|(it, _)| it.get(place).copied()).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        if values.is_empty() {
            values.push(0.0);
        }
        values
    };
    let (columns, rows) = (values(0), values(1));
    let place_of = |cell: &[f64]| {
        let find = |values: &[f64], place: usize| {
            let value = cell.get(place)?;
            values.iter().position(|it| it == value)
        };
        [find(&columns, 0).unwrap_or(0), find(&rows, 1).unwrap_or(0)]
    };
    let mut cells = vec![None; columns.len() * rows.len()];
    for (cell, fitness) in &window.cells {
        let [column, row] = place_of(cell);
        cells[row * columns.len() + column] = Some(*fitness);
    }
    let chosen = window.cells.get(window.chosen);
    HeatMap {
        title: format!("Step {step}: fitness of pairs of values"),
        across: name(0).unwrap_or_default(),
        up: name(1).unwrap_or_default(),
        marked: chosen.map(|(cell, _)| place_of(cell)),
        columns,
        rows,
        cells,
    }
}

fn page(
    tuning: &StoredTuning,
    study: &Study,
    finish: &Finish,
    plots: Vec<(String, String)>,
) -> String {
    let view = View::new(&tuning.name, study, finish);
    let experiment = study.experiment();
    let rivals: Vec<String> = experiment
        .opponents
        .iter()
        .map(|it| match it.weight {
            1.0 => it.player.clone(),
            weight => format!("{} ({})", it.player, number(weight)),
        })
        .collect();
    let best = finish.tuning.best();
    let mut facts = vec![
        ("best", study.player(&best)),
        ("start", study.player(&study.space().start())),
        ("game", experiment.game.clone()),
        ("method", experiment.method.to_string()),
        ("games", finish.tuning.played().to_string()),
        ("opponents", rivals.join(", ")),
        ("openings", study.openings().to_string()),
        ("seed", experiment.seed.to_string()),
        ("date", tuning.created.clone()),
    ];
    if !finish.is_complete {
        facts.push(("state", "not finished".to_string()));
    }
    let mut sections = vec![numbers(study, &best)];
    let (columns, rows) = view.validation_rows();
    sections.push(Section::Table {
        heading: "Validation, from openings that were not tuned on".to_string(),
        columns,
        rows,
        remarks: view.verdict(),
    });
    sections.extend(plots.into_iter().map(|(_, svg)| Section::Plot(svg)));
    let (columns, rows) = view.hall_rows();
    if !rows.is_empty() {
        sections.push(Section::Table {
            heading: "Hall of fame".to_string(),
            columns,
            rows,
            remarks: Vec::new(),
        });
    }
    Page {
        title: tuning.name.clone(),
        facts: facts
            .into_iter()
            .map(|(name, text)| (name.to_string(), text))
            .collect(),
        sections,
    }
    .to_html()
}

fn numbers(study: &Study, best: &[f64]) -> Section {
    let dimensions = (1..).zip(&study.space().dimensions).zip(best);
    let rows = dimensions.map(|((rank, it), best)| {
        vec![
            format!("{rank}"),
            it.name.clone(),
            number(it.start),
            number(*best),
            number(it.least),
            number(it.greatest),
            number(it.step),
        ]
    });
    let columns = ["", "number", "start", "best", "least", "greatest", "step"];
    Section::Table {
        heading: "Numbers".to_string(),
        columns: columns.map(str::to_string).to_vec(),
        rows: rows.collect(),
        remarks: Vec::new(),
    }
}
