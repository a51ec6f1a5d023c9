//! Plots of ways to tune beside each other.

use arena::ratings::Results;
use report::{Curve, curve_plot};
use tune::{Runs, Shown, opposed, winner};

/// The plots of a comparison, each with the name of its file: the best of each generation by score and by games
/// lost, as the report on Connect drew them, and what would have come out. What they are about is written before
/// their titles.
#[must_use]
pub fn comparison_plots(results: &[Runs], about: Option<&str>) -> Vec<(String, String)> {
    let scores = curves(results, Runs::generations, &|run, generation| {
        winner(run, generation)?.mean()
    });
    let losses = curves(results, Runs::generations, &|run, generation| {
        let tally = winner(run, generation)?;
        Some(tally.losses as f64 / tally.total().max(1) as f64)
    });
    let validation = curves(results, Runs::examined, &|run, games| {
        opposed(run, games).mean()
    });
    let own = "The best of each generation, as its own games have it";
    let honest = "What would have come out, from openings that were not tuned on";
    // With what it is about a title has no room for more than a few words.
    [
        (
            "generations",
            own,
            "own games",
            "generation",
            "score",
            scores,
        ),
        (
            "losses",
            own,
            "own games",
            "generation",
            "share of games lost",
            losses,
        ),
        (
            "validation",
            honest,
            "unseen openings",
            "games",
            "score",
            validation,
        ),
    ]
    .map(|(name, title, short, across, up, curves)| {
        let title = match about {
            Some(about) => format!("{about}: {short}"),
            None => title.to_string(),
        };
        (name.to_string(), curve_plot(&title, across, up, &curves))
    })
    .to_vec()
}

fn curves(results: &[Runs], places: fn(&Runs) -> Vec<u64>, shown: Shown<'_>) -> Vec<Curve> {
    let curve = |runs: &Runs| {
        let course = runs.course(&places(runs), shown);
        Curve {
            label: runs.label.clone(),
            points: course
                .iter()
                .map(|&(place, mean, _)| [place as f64, mean])
                .collect(),
            band: course.iter().map(|&(_, _, ends)| ends).collect(),
        }
    };
    results.iter().map(curve).collect()
}
