//! What a tuning came to, as text and JSON.

use crate::console::Console;
use crate::listing::{columns, write_csv};
use anyhow::{Result, anyhow};
use arena::ratings::{Estimate, Results, elo};
use serde::Serialize;
use std::fmt::Write as _;
use store::{State, Store, StoredTuning};
use tune::{Answer, Exam, Finish, Notebook, Opponent, Study, replay};

/// A tuning as far as it was done, from what is kept of it.
pub(super) fn so_far(store: &mut Store, tuning: &StoredTuning, study: &Study) -> Result<Finish> {
    let mut notebook = store.notebook(tuning.id);
    let exams = notebook.exams().map_err(|error| anyhow!(error))?;
    Ok(Finish {
        tuning: replay(study, &mut notebook)?,
        exams,
        is_complete: tuning.state == State::Complete,
    })
}

/// A tuning as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
pub(super) struct View {
    name: String,
    game: String,
    method: String,
    games: u64,
    complete: bool,
    numbers: Vec<NumberView>,
    start: String,
    best: String,
    validation: Vec<ExamView>,
    hall: Vec<ChampionView>,
    generations: Vec<GenerationView>,
}

#[derive(Debug, Serialize)]
struct NumberView {
    name: String,
    start: f64,
    best: f64,
}

/// How the best did against somebody.
#[derive(Debug, Serialize)]
pub(super) struct ExamView {
    pub(super) games_tuned: u64,
    pub(super) is_final: bool,
    pub(super) player: String,
    pub(super) against: String,
    pub(super) games: u64,
    pub(super) won: u64,
    pub(super) drawn: u64,
    pub(super) lost: u64,
    pub(super) score: f64,
    pub(super) elo: Option<[f64; 3]>,
    pub(super) verdict: &'static str,
}

#[derive(Debug, Serialize)]
struct ChampionView {
    point: Vec<f64>,
    generation: u32,
    fitness: f64,
    games: u64,
}

#[derive(Debug, Serialize)]
struct GenerationView {
    games: u64,
    best: Option<f64>,
    mean: Option<f64>,
    worst: Option<f64>,
    point: Vec<f64>,
}

/// The difference in Elo that a match says, where it says any.
fn difference(exam: &Exam) -> Option<Estimate> {
    let by_pairs = exam.pairs.as_ref().and_then(elo);
    by_pairs.or_else(|| elo(&exam.answer.tally))
}

impl ExamView {
    pub(super) fn new(exam: &Exam) -> ExamView {
        let tally = exam.answer.tally;
        let estimate = difference(exam);
        let score = tally.mean().unwrap_or(0.5);
        let finite = |it: Estimate| {
            let numbers = [it.value, it.low, it.high];
            numbers.iter().all(|it| it.is_finite()).then_some(numbers)
        };
        ExamView {
            games_tuned: exam.games,
            is_final: exam.is_final,
            player: exam.player.clone(),
            against: exam.against.clone(),
            games: exam.answer.games(),
            won: tally.wins,
            drawn: tally.draws,
            lost: tally.losses,
            score,
            elo: estimate.and_then(finite),
            verdict: match estimate {
                _ if exam.player == exam.against => "the same player",
                Some(it) if it.low > 0.0 => "stronger",
                Some(it) if it.high < 0.0 => "weaker",
                _ => "cannot be told apart",
            },
        }
    }

    fn elo_text(&self) -> String {
        match self.elo {
            Some([value, low, high]) => {
                format!("{value:+.0} ({low:+.0} to {high:+.0})")
            }
            None => "-".to_string(),
        }
    }

    /// All of it in a line.
    pub(super) fn sentence(&self) -> String {
        format!(
            "{:.1} % in {} games against {}, Elo {}: {}",
            100.0 * self.score,
            self.games,
            self.against,
            self.elo_text(),
            self.verdict
        )
    }
}

impl View {
    pub(super) fn new(name: &str, study: &Study, finish: &Finish) -> View {
        let tuning = &finish.tuning;
        let best = tuning.best();
        let dimensions = study.space().dimensions.iter();
        let generations = tuning.history().iter();
        View {
            name: name.to_string(),
            game: study.experiment().game.clone(),
            method: study.method().to_string(),
            games: tuning.played(),
            complete: finish.is_complete,
            numbers: dimensions
                .zip(&best)
                .map(|(it, best)| NumberView {
                    name: it.name.clone(),
                    start: it.start,
                    best: *best,
                })
                .collect(),
            start: study.player(&study.space().start()),
            best: study.player(&best),
            validation: finish.exams.iter().map(ExamView::new).collect(),
            hall: tuning
                .hall()
                .iter()
                .map(|it| ChampionView {
                    point: study.space().on_grid(&it.point),
                    generation: it.generation,
                    fitness: it.fitness,
                    games: it.answer.games(),
                })
                .collect(),
            generations: generations
                .map(|it| GenerationView {
                    games: it.games,
                    best: it.field.as_ref().map(|field| field.best),
                    mean: it.field.as_ref().map(|field| field.mean),
                    worst: it.field.as_ref().map(|field| field.worst),
                    point: it.best.clone(),
                })
                .collect(),
        }
    }

    /// The best there ever were, under headings.
    pub(super) fn hall_rows(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let headings = ["", "hall of fame", "generation", "fitness", "games"];
        let champions = (1..).zip(self.hall.iter().take(10));
        let rows = champions.map(|(rank, it)| {
            let values: Vec<String> = it.point.iter().map(|value| number(*value)).collect();
            vec![
                format!("{rank}"),
                values.join("/"),
                it.generation.to_string(),
                format!("{:.3}", it.fitness),
                it.games.to_string(),
            ]
        });
        (headings.map(str::to_string).to_vec(), rows.collect())
    }

    /// How the best did, under headings.
    pub(super) fn validation_rows(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let headings = [
            "after games",
            "against",
            "games",
            "won",
            "drawn",
            "lost",
            "score",
            "Elo (95 %)",
            "",
        ];
        let exams = self.validation.iter();
        let rows = exams.map(|exam| {
            vec![
                exam.games_tuned.to_string(),
                exam.against.clone(),
                exam.games.to_string(),
                exam.won.to_string(),
                exam.drawn.to_string(),
                exam.lost.to_string(),
                format!("{:.1} %", 100.0 * exam.score),
                exam.elo_text(),
                exam.verdict.to_string(),
            ]
        });
        (headings.map(str::to_string).to_vec(), rows.collect())
    }

    /// What the validation says about the gain, in sentences; the first one is about the start.
    pub(super) fn verdict(&self) -> Vec<String> {
        let finals = self.validation.iter().filter(|exam| exam.is_final);
        finals
            .map(|exam| {
                let whom = if exam.against == self.start {
                    "the start".to_string()
                } else {
                    exam.against.clone()
                };
                let games = exam.games;
                match exam.verdict {
                    "stronger" => format!("It is stronger than {whom}, beyond chance."),
                    "weaker" => format!("It is WEAKER than {whom}, beyond chance."),
                    "the same player" => format!("It is the same player as {whom}."),
                    _ => format!("No gain over {whom} can be told from noise with {games} games."),
                }
            })
            .collect()
    }
}

/// A number without decimals that mean nothing.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_string()
}

/// What people read.
pub(super) fn text(view: &View) -> String {
    let mut text = String::new();
    let state = if view.complete {
        "finished"
    } else {
        "not finished"
    };
    // Writing into a string cannot fail.
    let _ = writeln!(
        text,
        "{}: {} of {}, {} games, {state}\n",
        view.name, view.method, view.game, view.games
    );
    let names = view.numbers.iter().map(|it| it.name.clone());
    let headings: Vec<String> = std::iter::once(String::new()).chain(names).collect();
    let row = |name: &str, value: &dyn Fn(&NumberView) -> f64| -> Vec<String> {
        let values = view.numbers.iter().map(|it| number(value(it)));
        std::iter::once(name.to_string()).chain(values).collect()
    };
    let rows = [row("start", &|it| it.start), row("best", &|it| it.best)];
    let _ = writeln!(text, "{}\n\n{}\n", columns(&headings, &rows, 0), view.best);
    if !view.validation.is_empty() {
        let _ = writeln!(text, "Validation, from openings that were not tuned on:");
        let (headings, rows) = view.validation_rows();
        let _ = writeln!(text, "{}\n", columns(&headings, &rows, 1));
        for sentence in view.verdict() {
            let _ = writeln!(text, "{sentence}");
        }
    }
    if !view.hall.is_empty() {
        let (headings, rows) = view.hall_rows();
        let _ = writeln!(text, "\n{}", columns(&headings, &rows, 1));
    }
    text
}

/// Something that was tried, as a row; names of fields are headings.
#[derive(Debug, Serialize)]
struct EvaluationRow {
    round: u64,
    number: u32,
    candidate: String,
    opponent: String,
    won: u64,
    drawn: u64,
    lost: u64,
    lead: f64,
}

/// Everything that was tried, as CSV.
pub(super) fn write_evaluations(
    store: &mut Store,
    tuning: &StoredTuning,
    study: &Study,
    console: &mut Console<'_>,
) -> Result<()> {
    let mut notebook = store.notebook(tuning.id);
    let evaluations = notebook.evaluations().map_err(|error| anyhow!(error))?;
    let rows: Vec<EvaluationRow> = evaluations
        .into_iter()
        .map(|it| {
            let Answer { tally, lead } = it.answer;
            EvaluationRow {
                round: it.round,
                number: it.number,
                candidate: study.player(&it.trial.candidate),
                opponent: match &it.trial.opponent {
                    Opponent::Given => "opponents".to_string(),
                    Opponent::Candidate(point) => study.player(point),
                },
                won: tally.wins,
                drawn: tally.draws,
                lost: tally.losses,
                lead: lead as f64 / 1000.0,
            }
        })
        .collect();
    write_csv(console.output, &rows)
}
