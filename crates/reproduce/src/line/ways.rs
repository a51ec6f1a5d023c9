//! Ways to tune beside each other: the comparisons of `partida tune compare`, and what they say of claims.

use super::{percent, points};
use crate::comparison::comparison_plots;
use crate::findings::{Claim, Findings, Part, Trouble};
use crate::intervals::{Interval, mean};
use crate::laboratory::Laboratory;
use arena::ratings::Results;
use tune::{
    COMPARISONS, Comparison, Difference, Experiment, Finish, Method, Runs, ValidationPlan, opposed,
    winner,
};

/// How often each variant is run when there is little time.
const QUICK_SEEDS: u64 = 4;

/// A comparison that was done.
#[derive(Debug)]
pub(super) struct Compared {
    pub(super) comparison: Comparison,
    pub(super) results: Vec<Runs>,
}

/// Something that the report says of two variants.
#[derive(Debug)]
pub(super) struct Stated {
    pub(super) comparison: &'static str,
    pub(super) then: &'static str,
    /// The labels of that which has more and of that which has less.
    pub(super) more: &'static str,
    pub(super) less: &'static str,
    pub(super) of: Measure,
}

/// What two variants have more or less of: a number for each run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// What comes out in the end.
    Result,
    /// What would have come out, in the mean over all the run.
    Way,
    /// What the best of the second generation achieves in its own games.
    SecondGeneration,
    /// By how much the best changes from one generation to the next.
    Unrest,
}

impl Measure {
    fn name(self) -> &'static str {
        match self {
            Measure::Result => "score of the result",
            Measure::Way => "score in the mean over the run",
            Measure::SecondGeneration => "score of the best of the second generation",
            Measure::Unrest => "change of the best from one generation to the next",
        }
    }

    /// For each run.
    fn of(self, runs: &Runs) -> Vec<f64> {
        let each = |value: fn(&Finish) -> f64| runs.runs.iter().map(value).collect();
        match self {
            Measure::Result => runs.scores.clone(),
            Measure::Way => each(way),
            Measure::SecondGeneration => each(|run| best_of(run, 2)),
            Measure::Unrest => each(|run| unrest(&courses(run))),
        }
    }
}

/// What would have come out at each exam, in the mean.
fn way(run: &Finish) -> f64 {
    let mut places: Vec<u64> = run.exams.iter().map(|exam| exam.games).collect();
    places.dedup();
    let scores: Vec<f64> = places
        .into_iter()
        .filter_map(|games| opposed(run, games).mean())
        .collect();
    mean(&scores)
}

fn best_of(run: &Finish, generation: u64) -> f64 {
    winner(run, generation)
        .and_then(|tally| tally.mean())
        .unwrap_or(0.5)
}

/// The best of each generation.
fn courses(run: &Finish) -> Vec<f64> {
    (1..=run.tuning.history().len() as u64)
        .map(|generation| best_of(run, generation))
        .collect()
}

/// By how much numbers change from one to the next, up or down, in the mean.
fn unrest(numbers: &[f64]) -> f64 {
    let changes: Vec<f64> = numbers
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).abs())
        .collect();
    mean(&changes)
}

/// Does some of the comparisons. What several of them have in common is done once. When there is little time, an
/// experiment is made smaller first.
pub(super) fn compare(
    laboratory: &mut Laboratory<'_>,
    names: &[&str],
    smaller: fn(&Experiment) -> Result<Experiment, Trouble>,
) -> Result<Vec<Compared>, Trouble> {
    let mut done: Vec<(Experiment, Vec<Finish>)> = Vec::new();
    let mut all = Vec::new();
    for (name, text) in COMPARISONS.iter().filter(|(name, _)| names.contains(name)) {
        let comparison = Comparison::parse(name, text).map_err(Trouble::Failed)?;
        let seeds = laboratory.pick(QUICK_SEEDS.min(comparison.seeds), comparison.seeds);
        let mut results = Vec::new();
        for variant in &comparison.variants {
            let known = done.iter().find(|(it, _)| *it == variant.experiment);
            let runs = match known {
                Some((_, runs)) => runs.clone(),
                None => {
                    let mut runs = Vec::new();
                    for seed in 0..seeds {
                        let run = variant.run(String::new(), seed, None);
                        let run = laboratory.pick(smaller, |it| Ok(it.clone()))(&run)?;
                        let part = format!("{name}.{}.{}", word(&variant.label), seed + 1);
                        runs.push(laboratory.tuning(&part, &run)?);
                    }
                    done.push((variant.experiment.clone(), runs.clone()));
                    runs
                }
            };
            results.push(Runs::new(&variant.label, runs));
        }
        all.push(Compared {
            comparison,
            results,
        });
    }
    Ok(all)
}

/// A label as a part of a name.
fn word(label: &str) -> String {
    let letters = label.chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter,
        _ => '-',
    });
    letters.collect()
}

/// A tuning with some options of its method chosen anew, and fewer games to see what it comes to.
pub(super) fn smaller_with(
    experiment: &tune::Experiment,
    changes: &[(&str, &str)],
) -> Result<tune::Experiment, Trouble> {
    Ok(tune::Experiment {
        method: with(&experiment.method, changes)?,
        validation: ValidationPlan {
            games: 500,
            every: 2500,
            checkpoint_games: 100,
            ..experiment.validation.clone()
        },
        ..experiment.clone()
    })
}

/// A method with some of its options chosen anew.
fn with(method: &Method, changes: &[(&str, &str)]) -> Result<Method, Trouble> {
    let text = method.to_string();
    let (name, options) = text.split_once(':').unwrap_or((&text, ""));
    let kept = options.split(',').filter(|option| {
        let key = option.split('=').next().unwrap_or("");
        !key.is_empty() && changes.iter().all(|(changed, _)| *changed != key)
    });
    let changed = changes.iter().map(|(key, value)| format!("{key}={value}"));
    let options: Vec<String> = kept.map(str::to_string).chain(changed).collect();
    Ok(format!("{name}:{}", options.join(",")).parse()?)
}

impl Compared {
    /// The runs of a variant.
    pub(super) fn runs(&self, label: &str) -> Result<&Runs, Trouble> {
        self.results
            .iter()
            .find(|it| it.label == label)
            .ok_or_else(|| Trouble::Failed(format!("{} has no {label:?}", self.comparison.name)))
    }

    /// The table and the plots.
    fn part(&self) -> Part {
        let mut part = Part::new(
            self.comparison.title.clone(),
            &[
                "variant",
                "runs",
                "games in all",
                "score of the result (95 %)",
                "lost",
                "worst run",
                "best run",
                "change by generation, points",
            ],
        );
        for runs in &self.results {
            let Interval { value, low, high } = Interval::of_mean(&runs.scores);
            let end =
                |pick: fn(f64, f64) -> f64, from| runs.scores.iter().copied().fold(from, pick);
            part.row([
                runs.label.clone(),
                runs.scores.len().to_string(),
                runs.games.to_string(),
                format!(
                    "{} ({:.1} to {:.1})",
                    percent(value),
                    100.0 * low,
                    100.0 * high
                ),
                percent(mean(&runs.losses)),
                percent(end(f64::min, f64::INFINITY)),
                percent(end(f64::max, f64::NEG_INFINITY)),
                format!("{:.1}", 100.0 * mean(&Measure::Unrest.of(runs))),
            ]);
        }
        part.remarks.push(format!(
            "{} The report draws one run of each and gives no numbers.",
            self.comparison.question
        ));
        let plots = comparison_plots(&self.results, Some(&self.comparison.title));
        part.plots.extend(plots.into_iter().map(|(_, svg)| svg));
        part
    }
}

const READING: &str = "Scores are those of what came out, in games against the fixed opponent (the published grid \
    vector, which moves first and forgets one of its groups of weights half of the time) from openings that were not \
    tuned on. In the plots bands are one standard deviation between runs. Change by generation: by how much the best \
    of a generation differs from the one before, in its own games; for grids a generation is a window.";

/// All of it together.
pub(super) fn findings(
    all: &[Compared],
    stated: &[Stated],
    further: Vec<Claim>,
) -> Result<Findings, Trouble> {
    let mut parts: Vec<Part> = all.iter().map(Compared::part).collect();
    if let Some(last) = parts.last_mut() {
        last.remarks.push(READING.to_string());
    }
    let mut claims = Vec::new();
    for stated in stated {
        claims.push(claim(stated, find(all, stated.comparison)?)?);
    }
    claims.extend(further);
    Ok(Findings {
        parts,
        claims,
        speeds: Vec::new(),
    })
}

/// The comparison of a name.
pub(super) fn find<'all>(all: &'all [Compared], name: &str) -> Result<&'all Compared, Trouble> {
    all.iter()
        .find(|it| it.comparison.name == name)
        .ok_or_else(|| Trouble::Failed(format!("{name} was not done")))
}

fn claim(stated: &Stated, compared: &Compared) -> Result<Claim, Trouble> {
    let sides = [compared.runs(stated.more)?, compared.runs(stated.less)?];
    let [more, less] = sides.map(|runs| stated.of.of(runs));
    let Difference { value, error } = Difference::of(&more, &less);
    let interval = Interval {
        value,
        low: value - error,
        high: value + error,
    };
    Ok(Claim {
        then: stated.then.to_string(),
        now: format!(
            "{}: {}, {}: {} ({}, {} runs each), which is {:.1} points.",
            stated.more,
            percent(mean(&more)),
            stated.less,
            percent(mean(&less)),
            stated.of.name(),
            more.len(),
            points(&interval)
        ),
        verdict: interval.is_positive(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_chosen_anew() {
        let method: Method = "grasp:jumps=2,window=7,from=random"
            .parse()
            .expect("it is right");
        let changed = with(&method, &[("window", "1"), ("repeats", "3")]).expect("it is right");
        assert_eq!(
            changed,
            "grasp:window=1,from=random,repeats=3"
                .parse()
                .expect("it is right")
        );
        let plain: Method = "grid".parse().expect("it is right");
        assert!(with(&plain, &[("windw", "1")]).is_err());
        assert_eq!(with(&plain, &[]).expect("nothing to do"), plain);
    }

    #[test]
    fn what_goes_up_and_down_is_restless() {
        assert!((unrest(&[0.5, 0.7, 0.6, 0.6]) - 0.1).abs() < 1e-12);
        assert_eq!(unrest(&[0.5]), 0.0);
        assert_eq!(word("5 players"), "5-players");
    }
}
