//! How much alpha-beta leaves out, by evaluator and depth.

use super::matches::percent;
use super::{DEPTHS, EVALUATORS, GAME, MOBILITY, PROXIMITY, opening, player};
use crate::findings::{Claim, Exact, Findings, Part, Trouble};
use crate::intervals::{Interval, mean};
use crate::laboratory::Laboratory;
use crate::measure::{From, Searched, play_from, random_opening, search};
use crate::{Experiment, Source};
use report::{Bar, bar_plot};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "amazons-cuts",
    source: Source::Amazons,
    title: "What alpha-beta cuts, by evaluator and depth",
    covers: "section \"Resultados\"",
    asked: "How much of the tree does alpha-beta cut with each evaluator?",
    found: "Depth 1: nothing. Depth 2: some with mobility, little with proximity. Depth 3: more with mobility.",
    run,
};

/// Positions are taken from games after so many moves.
const PLIES: [usize; 4] = [4, 14, 24, 34];

/// All searches of one position, and all positions of its tree two moves deep.
#[derive(Debug)]
struct Searches {
    /// By evaluator, then by depth from 1.
    by_evaluator: [Vec<Searched>; 2],
    /// How many positions minimax of depth 2 looks at.
    whole: u64,
}

/// What was counted in some positions.
#[derive(Debug)]
pub(super) struct Cuts {
    positions: Vec<Searches>,
}

/// The share of the nodes above the leaves that were left before all their moves were tried.
fn share_cut(searched: &Searched, depth: u32) -> f64 {
    let inner = searched.levels.iter().take(depth as usize);
    let (cuts, nodes) = inner.fold((0, 0), |(cuts, nodes), level| {
        (cuts + level.cuts, nodes + level.nodes)
    });
    cuts as f64 / nodes.max(1) as f64
}

impl Cuts {
    /// How deep was searched.
    fn deepest(&self) -> u32 {
        self.positions
            .first()
            .map_or(0, |it| it.by_evaluator[MOBILITY].len() as u32)
    }

    /// Something of every position.
    fn each(&self, of: impl Fn(&Searches) -> f64) -> Vec<f64> {
        self.positions.iter().map(of).collect()
    }

    /// The share of nodes that were cut, if so deep was searched.
    pub(super) fn share(&self, evaluator: usize, depth: u32) -> Option<Interval> {
        let is_there = (1..=self.deepest()).contains(&depth);
        is_there.then(|| {
            Interval::of_mean(
                &self.each(|it| share_cut(&it.by_evaluator[evaluator][depth as usize - 1], depth)),
            )
        })
    }

    fn nodes(&self, evaluator: usize, depth: u32) -> f64 {
        mean(&self.each(|it| it.by_evaluator[evaluator][depth as usize - 1].nodes as f64))
    }

    /// The share of the tree of depth 2 that alpha-beta leaves out.
    pub(super) fn left_out(&self, evaluator: usize) -> Interval {
        Interval::of_mean(
            &self.each(|it| {
                1.0 - it.by_evaluator[evaluator][1].nodes as f64 / it.whole.max(1) as f64
            }),
        )
    }
}

/// Searches the positions.
pub(super) fn cuts(laboratory: &mut Laboratory<'_>) -> Result<Cuts, Trouble> {
    let games = laboratory.pick(3, 4);
    let deepest = laboratory.pick(2, 3);
    let mut tasks = Vec::new();
    let mut wholes = Vec::new();
    for number in 0..games {
        let moves = game(laboratory, number)?;
        for plies in PLIES {
            let position = moves[..plies.min(moves.len())].join(" ");
            let key = format!("game {number} ply {plies}");
            let whole = format!("minimax:depth=2,eval={}", EVALUATORS[MOBILITY]);
            wholes.push((format!("{key} {whole}"), (position.clone(), whole)));
            for evaluator in [MOBILITY, PROXIMITY] {
                for depth in DEPTHS.take_while(|depth| *depth <= deepest) {
                    let player = player(evaluator, depth);
                    tasks.push((format!("{key} {player}"), (position.clone(), player)));
                }
            }
        }
    }
    let mut searched = laboratory
        .measure_all(&tasks, |(position, player), stop| {
            search(GAME, From::Moves(position), player, true, stop)
        })?
        .into_iter();
    let wholes = laboratory.measure_all(&wholes, |(position, player), stop| {
        search(GAME, From::Moves(position), player, false, stop)
    })?;
    let mut depths = || searched.by_ref().take(deepest as usize).collect();
    let positions = wholes.iter().map(|whole| Searches {
        by_evaluator: [depths(), depths()],
        whole: whole.nodes,
    });
    Ok(Cuts {
        positions: positions.collect(),
    })
}

/// A game from which positions are taken: mobility against proximity, each looking one move ahead.
fn game(laboratory: &mut Laboratory<'_>, number: usize) -> Result<Vec<String>, Trouble> {
    let key = format!("game {number}");
    let given = random_opening(GAME, opening(1), laboratory.seed(&key))?;
    let players = [MOBILITY, PROXIMITY].map(|evaluator| player(evaluator, 1));
    let game = laboratory.measure(&key, |stop| {
        play_from(GAME, &given, [&players[0], &players[1]], 0, stop)
    })?;
    let given = given.split_whitespace().map(str::to_string);
    Ok(given
        .chain(game.moves.into_iter().map(|it| it.text))
        .collect())
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let cuts = cuts(laboratory)?;
    let mut part = Part::new(
        "Cuts",
        &[
            "evaluator",
            "depth",
            "positions looked at, mean",
            "nodes cut, of those above the leaves",
            "left out of the tree",
        ],
    );
    let mut bars = Vec::new();
    for (evaluator, name) in EVALUATORS.into_iter().enumerate() {
        for depth in DEPTHS {
            let Some(share) = cuts.share(evaluator, depth) else {
                continue;
            };
            part.row([
                name.to_string(),
                depth.to_string(),
                format!("{:.0}", cuts.nodes(evaluator, depth)),
                percent(&share),
                match depth {
                    2 => percent(&cuts.left_out(evaluator)),
                    _ => "–".to_string(),
                },
            ]);
            bars.push(Bar {
                label: format!("{name}, depth {depth}"),
                parts: vec![(share.value * 1000.0).round() / 10.0],
            });
        }
    }
    part.remarks = vec![format!(
        "Means over {} positions with 95 % intervals, after {PLIES:?} moves of games between the two evaluators at depth 1. What is left out of the tree is \
         counted at depth 2, against minimax; at depth 3 minimax takes too long. The report has no numbers.",
        cuts.positions.len()
    )];
    part.plots.push(bar_plot(
        "Nodes cut, in per cent of those above the leaves",
        &["%"],
        &bars,
    ));
    Ok(Findings {
        parts: vec![part],
        claims: claims(&cuts),
        speeds: Vec::new(),
    })
}

fn claims(cuts: &Cuts) -> Vec<Claim> {
    let mut exact = Exact::default();
    for (evaluator, name) in EVALUATORS.into_iter().enumerate() {
        for (number, it) in cuts.positions.iter().enumerate() {
            let level = it.by_evaluator[evaluator][0].levels.first();
            exact.compare(
                &format!("{name}, position {number}"),
                0,
                level.map_or(0, |it| it.cuts),
            );
        }
    }
    let mut claims = vec![exact.claim("Nothing is cut at depth 1.")];
    for (evaluator, name) in EVALUATORS.into_iter().enumerate() {
        let left_out = cuts.left_out(evaluator);
        let (then, verdict) = match evaluator {
            MOBILITY => (
                "some (here: more than a tenth of the tree)",
                left_out.less(0.1).is_positive(),
            ),
            _ => {
                let rest = Interval {
                    value: -left_out.value,
                    low: -left_out.high,
                    high: -left_out.low,
                };
                (
                    "little (here: less than a tenth of the tree)",
                    rest.less(-0.1).is_positive(),
                )
            }
        };
        claims.push(Claim {
            then: format!("With {name}, {then} is cut at depth 2."),
            now: format!("{} of the tree is left out.", percent(&left_out)),
            verdict,
        });
    }
    let longer = |depth: u32| {
        Interval::of_mean(&cuts.each(|it| {
            let nodes = [PROXIMITY, MOBILITY]
                .map(|evaluator| it.by_evaluator[evaluator][depth as usize - 1].nodes as f64);
            (nodes[0] / nodes[1]).ln()
        }))
    };
    for depth in 2..=cuts.deepest() {
        let ratio = longer(depth);
        claims.push(Claim {
            then: format!("Less is cut with proximity than with mobility (depth {depth})."),
            now: format!(
                "With proximity {:.2} times as many positions are looked at ({:.2} to {:.2}).",
                ratio.value.exp(),
                ratio.low.exp(),
                ratio.high.exp()
            ),
            verdict: ratio.is_positive(),
        });
    }
    if cuts.deepest() >= 3 {
        let more = Interval::of_mean(&cuts.each(|it| {
            let of = |depth: u32| share_cut(&it.by_evaluator[MOBILITY][depth as usize - 1], depth);
            of(3) - of(2)
        }));
        claims.push(Claim {
            then: "With mobility more is cut at depth 3 than at depth 2.".to_string(),
            now: format!(
                "The share of nodes cut changes by {} points.",
                super::response::signed_percent(&more)
            ),
            verdict: more.is_positive(),
        });
    }
    claims
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::LevelCount;

    #[test]
    fn leaves_are_not_counted_as_nodes_that_could_be_cut() {
        let level = |nodes, cuts| LevelCount {
            nodes,
            most: 0,
            fewest: 0,
            mean: 0.0,
            cuts,
        };
        let searched = Searched {
            nodes: 111,
            seconds: 0.0,
            depth: 2,
            equal: 1,
            chosen: String::new(),
            is_decided: false,
            levels: vec![level(1, 0), level(10, 9), level(100, 0)],
        };
        assert!((share_cut(&searched, 2) - 9.0 / 11.0).abs() < 1e-12);
        assert!(share_cut(&searched, 1).abs() < 1e-12);
    }
}
