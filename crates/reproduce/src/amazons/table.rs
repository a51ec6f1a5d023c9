//! The table of the report, whose cells are words, with a number for each.

use super::cuts::{Cuts, cuts};
use super::matches::{Match, matches, of, percent};
use super::response::{Timed, signed_percent, timed};
use super::{DEPTHS, MOBILITY, PROXIMITY, cuts as cutting, matches as matching, response};
use crate::findings::{Findings, Part, Trouble, seconds};
use crate::intervals::mean;
use crate::laboratory::Laboratory;
use crate::{Experiment, Source};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "amazons-table",
    source: Source::Amazons,
    title: "The table of the report, with numbers",
    covers: "the table of section \"Resultados\"",
    asked: "How do the two evaluators compare, in the words of the report and in numbers of ours?",
    found: "Of the two, mobility is the better one: its moves are better, and its answers get faster from turn to turn.",
    run,
};

/// All that was measured in the other experiments.
struct Numbers {
    matches: Vec<Match>,
    timed: Vec<Timed>,
    cuts: Cuts,
}

/// Rows of the report: what it calls them, and what it says of mobility and of proximity.
const ROWS: [(&str, [&str; 2]); 5] = [
    (
        "response time",
        [
            "gets better with the turns, worse with depth",
            "constant all game long",
        ],
    ),
    (
        "depth 1",
        [
            "moves queens to freer places; nothing is cut",
            "moves queens to freer places; nothing is cut",
        ],
    ),
    (
        "depth 2",
        [
            "frees queens, blocks the other side; cuts",
            "frees queens, shoots near the other side's; cuts little",
        ],
    ),
    (
        "depth 3",
        [
            "better moves than before, and cuts more",
            "no better, and slower",
        ],
    ),
    ("quality", ["high, even at depth 2", "low"]),
];

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let numbers = Numbers {
        matches: matches(&mut laboratory.of(matching::EXPERIMENT.id))?,
        timed: timed(&mut laboratory.of(response::EXPERIMENT.id))?,
        cuts: cuts(&mut laboratory.of(cutting::EXPERIMENT.id))?,
    };
    let mut part = Part::new(
        "The table of the report, with numbers",
        &["", "evaluator", "then", "ours"],
    );
    for (row, (name, words)) in ROWS.into_iter().enumerate() {
        for (evaluator, then) in words.into_iter().enumerate() {
            let ours = match row {
                0 => numbers.response(evaluator),
                4 => numbers.quality(evaluator),
                depth => numbers.depth(evaluator, depth as u32),
            };
            part.row([name, super::EVALUATORS[evaluator], then, &ours]);
        }
    }
    part.remarks = vec![
        "Freer: how many cells more the queen that moved can go to, in the mean. Arrow: how many steps it lands from the nearest queen of the other side. \
         The numbers are those of amazons-evaluators, amazons-time and amazons-cuts, which have the verdicts."
            .to_string(),
    ];
    Ok(Findings {
        parts: vec![part],
        claims: vec![matching::conclusion(&numbers.matches)],
        speeds: Vec::new(),
    })
}

impl Numbers {
    fn timed(&self, evaluator: usize, depth: u32) -> Option<&Timed> {
        self.timed
            .iter()
            .find(|it| it.evaluator == evaluator && it.depth == depth)
    }

    fn response(&self, evaluator: usize) -> String {
        let depths = DEPTHS.filter_map(|depth| {
            let timed = self.timed(evaluator, depth)?;
            Some(format!(
                "depth {depth}: {} a move, {} a turn",
                seconds(timed.mean()),
                signed_percent(&timed.change())
            ))
        });
        depths.collect::<Vec<_>>().join("; ")
    }

    fn depth(&self, evaluator: usize, depth: u32) -> String {
        let mut texts = Vec::new();
        if let Some(timed) = self.timed(evaluator, depth) {
            let shots = || timed.games.iter().flat_map(|game| &game.shots);
            let freer: Vec<f64> = shots().map(|it| f64::from(it.freer)).collect();
            let distances: Vec<f64> = shots().map(|it| f64::from(it.distance)).collect();
            texts.push(format!("freer {:+.1}", mean(&freer)).replace('-', "−"));
            texts.push(format!("arrow {:.1}", mean(&distances)));
        }
        if let Some(share) = self.cuts.share(evaluator, depth) {
            texts.push(format!("cut {}", percent(&share)));
        }
        if let Some(it) = depth
            .checked_sub(1)
            .and_then(|before| of(&self.matches, (evaluator, depth), (evaluator, before)))
        {
            texts.push(format!(
                "wins {} against depth {}",
                percent(&it.share()),
                depth - 1
            ));
        }
        match texts.is_empty() {
            true => "not in a quick run".to_string(),
            false => texts.join("; "),
        }
    }

    fn quality(&self, evaluator: usize) -> String {
        if evaluator == PROXIMITY {
            return "the rest".to_string();
        }
        let depths = DEPTHS.filter_map(|depth| {
            let it = of(&self.matches, (MOBILITY, depth), (PROXIMITY, depth))?;
            Some(format!(
                "wins {} against proximity at depth {depth}",
                percent(&it.share())
            ))
        });
        depths.collect::<Vec<_>>().join("; ")
    }
}
