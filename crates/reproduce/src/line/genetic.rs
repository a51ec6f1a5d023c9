//! The genetic algorithm: fitness, population, mutation, cuts and selection.

use super::points;
use super::ways::{Compared, Measure, Stated, compare, find, findings, smaller_with};
use crate::findings::{Claim, Findings, Trouble};
use crate::intervals::Interval;
use crate::laboratory::Laboratory;
use crate::{Experiment, Source};
use arena::ratings::Results;
use tune::{Finish, winner};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "line-genetic",
    source: Source::Line,
    title: "The genetic algorithm and its choices",
    covers: "sections 4.3.1–4.3.5, six figures",
    asked: "Which fitness, population, mutation, crossover and selection find the best weights?",
    found: "Points rather than losses, 30 players rather than 10 or 5, mutation 0.1 rather than 0.9, 7 cut points \
            rather than 2, weighted rather than random selection.",
    run,
};

const LARGE: &str = "30 players";

const STATED: [Stated; 10] = [
    Stated {
        comparison: "fitness",
        then: "Fitness by points is more effective than by losses.",
        more: "points",
        less: "losses",
        of: Measure::Result,
    },
    Stated {
        comparison: "population",
        then: "With more players a good one is there within the first generations.",
        more: LARGE,
        less: "5 players",
        of: Measure::SecondGeneration,
    },
    Stated {
        comparison: "population",
        then: "With 5 players the generations do not suffice.",
        more: LARGE,
        less: "5 players",
        of: Measure::Result,
    },
    Stated {
        comparison: "population",
        then: "30 players are better than 10.",
        more: LARGE,
        less: "10 players",
        of: Measure::Result,
    },
    Stated {
        comparison: "mutation",
        then: "Mutation 0.1 is better than 0.9.",
        more: "mutation 0.1",
        less: "mutation 0.9",
        of: Measure::Result,
    },
    Stated {
        comparison: "mutation",
        then: "Mutation 0.9 loses the good player of the generation before.",
        more: "mutation 0.9",
        less: "mutation 0.1",
        of: Measure::Unrest,
    },
    Stated {
        comparison: "cuts",
        then: "7 cut points are better than 2.",
        more: "7 cut points",
        less: "2 cut points",
        of: Measure::Result,
    },
    Stated {
        comparison: "cuts",
        then: "2 cut points are destructive: they lose the good candidate that was there.",
        more: "2 cut points",
        less: "7 cut points",
        of: Measure::Unrest,
    },
    Stated {
        comparison: "selection",
        then: "Weighted selection is better than random selection.",
        more: "weighted",
        less: "random",
        of: Measure::Result,
    },
    Stated {
        comparison: "selection",
        then: "Random selection does not keep its good player and goes up and down.",
        more: "random",
        less: "weighted",
        of: Measure::Unrest,
    },
];

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let names = ["fitness", "population", "mutation", "cuts", "selection"];
    let all = compare(laboratory, &names, smaller)?;
    let optimum = optimum(find(&all, "population")?)?;
    let mut findings = findings(&all, &STATED, vec![optimum])?;
    if let Some(part) = findings.parts.first_mut() {
        part.remarks.push(laboratory.pick(
            "In this quick run there are 6 generations instead of 50.".to_string(),
            "As in the report: 50 generations, 100 games for each player.".to_string(),
        ));
    }
    Ok(findings)
}

/// Scores that differ by less are called the same, in points of a hundred.
const SAME: f64 = 2.0;

/// With 30 players the second generation has the optimum, and keeps it: the last one is no better.
fn optimum(population: &Compared) -> Result<Claim, Trouble> {
    let growth = |run: &Finish| {
        let last = run.tuning.history().len() as u64;
        let [early, late] = [2, last].map(|place| winner(run, place)?.mean());
        Some(late? - early?)
    };
    let runs = &population.runs(LARGE)?.runs;
    let growths: Vec<f64> = runs.iter().filter_map(growth).collect();
    let interval = points(&Interval::of_mean(&growths));
    Ok(Claim {
        then: "With 30 players the second generation already has the optimum, and it stays."
            .to_string(),
        now: format!(
            "The best of the last generation scores {interval:.1} points more than the best of the second, each in its \
             own games ({} runs); up to {SAME} points are taken for the same.",
            growths.len()
        ),
        verdict: interval.is_within(SAME),
    })
}

/// Fewer generations.
fn smaller(experiment: &tune::Experiment) -> Result<tune::Experiment, Trouble> {
    smaller_with(experiment, &[("generations", "6")])
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune::{COMPARISONS, Comparison};

    #[test]
    fn all_that_is_stated_is_compared() {
        for stated in STATED {
            let known = COMPARISONS
                .iter()
                .find(|(name, _)| *name == stated.comparison);
            let (name, text) = known.expect(stated.comparison);
            let comparison = Comparison::parse(name, text).expect(name);
            for label in [stated.more, stated.less] {
                assert!(
                    comparison.variants.iter().any(|it| it.label == label),
                    "{label}"
                );
            }
            for variant in comparison.variants {
                let small = smaller(&variant.experiment).expect(name);
                assert!(small.method.to_string().contains("generations=6"));
            }
        }
    }
}
