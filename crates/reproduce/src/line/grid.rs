//! Grid search over pairs of weights: three orders, and GRASP.

use super::ways::{Measure, Stated, compare, findings, smaller_with};
use crate::findings::{Findings, Trouble};
use crate::laboratory::Laboratory;
use crate::{Experiment, Source};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "line-grid",
    source: Source::Line,
    title: "Grid search over pairs of weights",
    covers: "section 4.2.2, two figures",
    asked: "Does the order in which pairs of weights are visited matter, and can whole windows be replaced by small \
            ones around a few random places (GRASP)?",
    found: "Random order grows fastest and ends highest, both ends come second; GRASP gets as high, with many ups and \
            downs.",
    run,
};

const STATED: [Stated; 6] = [
    Stated {
        comparison: "orders",
        then: "Random order ends higher than left to right.",
        more: "random",
        less: "left to right",
        of: Measure::Result,
    },
    Stated {
        comparison: "orders",
        then: "Random order grows faster than left to right.",
        more: "random",
        less: "left to right",
        of: Measure::Way,
    },
    Stated {
        comparison: "orders",
        then: "Random order ends higher than both ends.",
        more: "random",
        less: "both ends",
        of: Measure::Result,
    },
    Stated {
        comparison: "orders",
        then: "Both ends end higher than left to right.",
        more: "both ends",
        less: "left to right",
        of: Measure::Result,
    },
    Stated {
        comparison: "grasp",
        then: "GRASP gets as high as the best order.",
        more: "GRASP, left to right",
        less: "grid, random order",
        of: Measure::Result,
    },
    Stated {
        comparison: "grasp",
        then: "GRASP has more ups and downs.",
        more: "GRASP, left to right",
        less: "grid, random order",
        of: Measure::Unrest,
    },
];

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let all = compare(laboratory, &["orders", "grasp"], smaller)?;
    let mut findings = findings(&all, &STATED, Vec::new())?;
    if let Some(part) = findings.parts.first_mut() {
        part.remarks.push(laboratory.pick(
            "In this quick run windows reach as far as in the report, but have every fifth value only, and all weights \
             are gone through twice instead of fifteen times."
                .to_string(),
            "As in the report: windows of 31 by 31 values, 20 games for each pair of them, all weights gone through \
             fifteen times."
                .to_string(),
        ));
    }
    Ok(findings)
}

/// Coarser windows that reach as far.
fn smaller(experiment: &tune::Experiment) -> Result<tune::Experiment, Trouble> {
    let is_grasp = experiment.method.to_string().starts_with("grasp");
    let window = match is_grasp {
        true => "1",
        false => "3",
    };
    let changes = [("window", window), ("stride", "5"), ("repeats", "2")];
    smaller_with(experiment, &changes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::NoFiles;
    use tune::{COMPARISONS, Comparison, Study};

    #[test]
    fn smaller_ones_can_be_done_and_take_less() {
        for (name, text) in &COMPARISONS[..2] {
            let comparison = Comparison::parse(name, text).expect(name);
            for variant in comparison.variants {
                let cost = |experiment: tune::Experiment| {
                    let study = Study::new(experiment, &NoFiles).expect(name);
                    study.tuning().next_cost()
                };
                let small = smaller(&variant.experiment).expect(name);
                assert!(cost(small) * 10 < cost(variant.experiment), "{name}");
            }
        }
    }
}
