//! How long exhaustive search takes for a game, and for a board that was too large for it.

use super::numbers::{difference, fact};
use crate::findings::{Claim, Findings, Part, Speed, Trouble, seconds, times};
use crate::intervals::{Interval, mean};
use crate::laboratory::Laboratory;
use crate::measure::{From, Searched, play, search};
use crate::{Experiment, Source};
use game::Playable;
use game::random::{Generator, play_randomly};
use games::{GameVisitor, NoFiles, parse_game};
use report::{Curve, curve_plot};
use serde::{Deserialize, Serialize};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "bricks-duration",
    source: Source::Bricks,
    title: "How long a game takes by exhaustive search",
    covers: "table 2, and the text on 5 × 5",
    asked: "How long does a game of exhaustive minimax against fixed take, as the first side and as the second?",
    found: "4 × 4 takes 4 seconds as the first side and a quarter of a second as the second. On 5 × 5 minimax was stopped \
            after 6 hours, before its first move; alpha-beta took 2 hours and 10 minutes.",
    run,
};

/// Table 2: the board, and seconds as the first side and as the second.
const TABLE: [(u32, [f64; 2]); 3] = [
    (2, [0.009, 0.008]),
    (3, [0.009, 0.008]),
    (4, [4.059, 0.243]),
];
const SIDES: [&str; 2] = ["first", "second"];
/// Alpha-beta on 5 × 5.
const ALPHA_BETA_5: f64 = (2 * 60 + 10) as f64 * 60.0;
/// After this minimax on 5 × 5 was stopped.
const STOPPED_5: f64 = 6.0 * 3600.0;
/// What an `int` of their program could count to.
const COUNTER: f64 = i32::MAX as f64;
/// The levels whose counters are said to have overflowed.
const OVERFLOWN: [usize; 2] = [10, 12];

/// What solves 5 × 5 here. Twelve plies are a whole game.
const SOLVERS: [(&str, &str); 2] = [
    ("engine:depth=12", "our engine, to the end of the game"),
    ("solver", "our exact solver"),
];

/// A game that was played several times, always the same.
#[derive(Debug, Serialize, Deserialize)]
struct Timed {
    /// What the search took in each of them.
    seconds: Vec<f64>,
    nodes: u64,
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let repeats = laboratory.pick(3, 10);
    let mut games = Vec::new();
    for (size, _) in TABLE {
        for side in [0, 1] {
            games.push(timed(laboratory, size, side, repeats)?);
        }
    }
    let [first, second, small] = [&games[4], &games[5], &games[2]];
    let means = [first, second, small].map(|game| Interval::of_mean(&game.seconds));
    let longer = difference(&means[0], &means[1]);
    let grown = difference(&means[0], &means[2]);
    let mut claims = vec![
        Claim {
            then: "On 4 × 4 a game takes far longer as the first side than as the second (4.059 s and 0.243 s, 16.7 times)."
                .to_string(),
            now: format!(
                "{} and {}, {} times as long; the difference is {:.4} s. In nodes it is {} and {}, {} times as many: who is \
                 second searches one of the subtrees of the root only.",
                seconds(means[0].value),
                seconds(means[1].value),
                times(means[0].value / means[1].value),
                longer,
                first.nodes,
                second.nodes,
                times(first.nodes as f64 / second.nodes as f64),
            ),
            verdict: longer.is_positive(),
        },
        Claim {
            then: "The time explodes with the board: from 0.009 s on 3 × 3 to 4.059 s on 4 × 4 as the first side (451 times)."
                .to_string(),
            now: format!(
                "From {} to {}, {} times; the difference is {:.4} s. Theirs on 2 × 2 and 3 × 3 is what it takes to start a program.",
                seconds(means[2].value),
                seconds(means[0].value),
                times(means[0].value / means[2].value),
                grown
            ),
            verdict: grown.is_positive(),
        },
    ];
    let mut speeds: Vec<Speed> = Vec::new();
    for (place, (size, published)) in TABLE.into_iter().enumerate() {
        for side in [0, 1] {
            speeds.push(Speed {
                what: format!("a game on {size} × {size}, minimax as {}", SIDES[side]),
                published: published[side],
                ours: mean(&games[2 * place + side].seconds),
            });
        }
    }
    let mut parts = vec![table(&games)];
    let rate = first.nodes as f64 / means[0].value;
    let (part, five) = five(laboratory, rate, &mut speeds)?;
    parts.push(part);
    claims.extend(five);
    Ok(Findings {
        parts,
        claims,
        speeds,
    })
}

/// Games of minimax against `fixed` on one board with one side.
fn timed(
    laboratory: &mut Laboratory<'_>,
    size: u32,
    side: usize,
    repeats: usize,
) -> Result<Timed, Trouble> {
    let game = format!("bricks:{size}");
    let mut players = ["fixed"; 2];
    players[side] = "minimax";
    laboratory.measure(&format!("{game} minimax as {}", SIDES[side]), |stop| {
        let mut timed = Timed {
            seconds: Vec::new(),
            nodes: 0,
        };
        for _ in 0..repeats {
            let watched = play(&game, players, 1, stop)?;
            let own: Vec<_> = watched.moves.iter().skip(side).step_by(2).collect();
            timed.seconds.push(own.iter().map(|it| it.seconds).sum());
            timed.nodes = own.iter().map(|it| it.nodes).sum();
        }
        Ok(timed)
    })
}

fn table(games: &[Timed]) -> Part {
    let mut part = Part::new(
        "Table 2: how long a game of minimax against fixed takes",
        &[
            "board",
            "minimax is",
            "published",
            "ours",
            "nodes",
            "times faster",
        ],
    );
    for (place, (size, published)) in TABLE.into_iter().enumerate() {
        for side in [0, 1] {
            let game = &games[2 * place + side];
            let ours = mean(&game.seconds);
            part.row([
                format!("{size} × {size}"),
                SIDES[side].to_string(),
                seconds(published[side]),
                seconds(ours),
                game.nodes.to_string(),
                times(published[side] / ours.max(1e-9)),
            ]);
        }
    }
    part.remarks.push(
        "Ours is what the search takes; theirs is a game with its programs, whose start is all there is to see on the small boards."
            .to_string(),
    );
    let curve = |label: &str, of: &dyn Fn(usize, usize) -> f64, side: usize| Curve {
        label: format!("{label}, {}", SIDES[side]),
        points: TABLE
            .iter()
            .enumerate()
            .map(|(place, (size, _))| [f64::from(*size), of(place, side).log10()])
            .collect(),
        band: Vec::new(),
    };
    let published = |place: usize, side: usize| TABLE[place].1[side];
    let ours = |place: usize, side: usize| mean(&games[2 * place + side].seconds).max(1e-9);
    part.plots.push(curve_plot(
        "Table 2: time for a game",
        "cells a side",
        "seconds, as powers of 10",
        &[
            curve("published", &published, 0),
            curve("published", &published, 1),
            curve("ours", &ours, 0),
            curve("ours", &ours, 1),
        ],
    ));
    part
}

/// The board that was too large: what solves it, and how large the tree is.
fn five(
    laboratory: &mut Laboratory<'_>,
    rate: f64,
    speeds: &mut Vec<Speed>,
) -> Result<(Part, Vec<Claim>), Trouble> {
    let probes = laboratory.pick(20_000, 1_000_000);
    let mut generator = laboratory.random("probes");
    let levels: Vec<[f64; 3]> = laboratory.measure("bricks:5 probes", |_| {
        let probe = Probe {
            probes,
            generator: &mut generator,
        };
        let levels = parse_game("bricks:5", &NoFiles)?.visit(probe);
        let ends = |it: &Interval| [it.value, it.low, it.high];
        Ok(levels.iter().map(ends).collect())
    })?;
    let levels: Vec<Interval> = levels
        .into_iter()
        .map(|[value, low, high]| Interval { value, low, high })
        .collect();
    let total: f64 = levels.iter().map(|level| level.value).sum();
    let mut part = Part::new(
        "The text on 5 × 5: the first move on the empty board",
        &["search", "published", "ours", "nodes"],
    );
    part.row([
        "minimax".to_string(),
        format!("stopped after {}", seconds(STOPPED_5)),
        format!("not tried: {} at the rate of 4 × 4", seconds(total / rate)),
        format!("{total:.2e}, estimated"),
    ]);
    let mut fastest: Option<Searched> = None;
    for (player, what) in SOLVERS {
        let searched = laboratory.measure(&format!("bricks:5 {player}"), |stop| {
            search("bricks:5", From::Moves(""), player, false, stop)
        })?;
        part.row([
            what.to_string(),
            format!("alpha-beta: {}", seconds(ALPHA_BETA_5)),
            seconds(searched.seconds),
            searched.nodes.to_string(),
        ]);
        speeds.push(Speed {
            what: format!("5 × 5 solved, {what}"),
            published: ALPHA_BETA_5,
            ours: searched.seconds,
        });
        if fastest
            .as_ref()
            .is_none_or(|it| searched.seconds < it.seconds)
        {
            fastest = Some(searched);
        }
    }
    part.remarks.push(format!(
        "The size of the tree is estimated by Knuth's method from {probes} random games: in each, the product of the numbers of \
         moves down to a level; their mean is the number of nodes there. Plain alpha-beta on 5 × 5 is not run."
    ));
    let overflows = OVERFLOWN.map(|level| levels.get(level).copied());
    let mut claims = Vec::new();
    if let [Some(ten), Some(twelve)] = overflows {
        let least = if ten.low < twelve.low { ten } else { twelve };
        claims.push(Claim {
            then: "On 5 × 5, 6 hours were not enough for minimax, and counters of 31 bits overflowed on levels 10 and 12.".to_string(),
            now: format!(
                "Level 10 has {:.3e} nodes ({:.3e} to {:.3e}), level 12 {:.3e} ({:.3e} to {:.3e}); the counters end at {COUNTER:.3e}. \
                 All {total:.2e} nodes would take us {} at the rate of 4 × 4.",
                ten.value, ten.low, ten.high, twelve.value, twelve.low, twelve.high, seconds(total / rate),
            ),
            verdict: least.less(COUNTER).is_positive(),
        });
    }
    if let Some(searched) = fastest {
        claims.push(Claim {
            then: "With pruning 5 × 5 can be solved (alpha-beta, 2 hours and 10 minutes)."
                .to_string(),
            now: format!(
                "Solved in {}, {} nodes.",
                seconds(searched.seconds),
                searched.nodes
            ),
            verdict: fact(searched.seconds < ALPHA_BETA_5),
        });
    }
    Ok((part, claims))
}

/// Estimates how many nodes each level of a tree has.
struct Probe<'run> {
    probes: usize,
    generator: &'run mut Generator,
}

impl GameVisitor for Probe<'_> {
    type Output = Vec<Interval>;

    fn visit<G: Playable>(self, game: &G) -> Vec<Interval> {
        let mut levels: Vec<Vec<f64>> = Vec::new();
        for _ in 0..self.probes {
            let mut position = game.start();
            let mut product = 1.0;
            let mut level = 0;
            while product > 0.0 {
                if levels.len() == level {
                    levels.push(Vec::new());
                }
                levels[level].push(product);
                level += 1;
                product *= game.count_moves(&position) as f64;
                play_randomly(game, &mut position, 1, self.generator);
            }
        }
        for level in &mut levels {
            // Games that ended before stand for no nodes.
            level.resize(self.probes, 0.0);
        }
        levels
            .iter()
            .map(|level| Interval::of_mean(level))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::Seed;

    #[test]
    fn probes_find_the_sizes_of_known_trees() {
        let probe = Probe {
            probes: 5000,
            generator: &mut Seed(1).generator(),
        };
        let levels = parse_game("bricks:4", &NoFiles)
            .expect("a game")
            .visit(probe);
        assert_eq!((levels.len(), levels[1].value), (9, 24.0));
        for (level, nodes) in [(2, 448.0), (5, 406_560.0), (7, 2_782_080.0)] {
            let estimate = levels[level];
            let error = 2.0 * (estimate.high - estimate.low);
            assert!(
                (estimate.value - nodes).abs() < error,
                "{level}: {estimate:?}"
            );
        }
    }
}
