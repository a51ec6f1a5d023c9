//! How the time for a move changes in the course of a game.

use super::shots::{Shot, shots};
use super::{DEPTHS, EVALUATORS, GAME, MOBILITY, OPENINGS, PROXIMITY, opening, player, slope};
use crate::findings::{Claim, Findings, Part, Trouble, seconds};
use crate::intervals::{Interval, mean, spearman};
use crate::laboratory::Laboratory;
use crate::measure::{Watched, play_from, random_opening};
use crate::{Experiment, Source};
use report::{Curve, curve_plot};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "amazons-time",
    source: Source::Amazons,
    title: "Time for a move in the course of a game",
    covers: "section \"Resultados\"",
    asked: "How does the time for a move change with the turn, by evaluator and depth?",
    found: "With mobility it falls from turn to turn and grows with depth. With proximity it stays constant all game long.",
    run,
};

/// What changes by at most so much a turn is constant: over the 30 turns or so that a side has, a third.
const CONSTANT: f64 = 0.01;

/// What one player did in one game.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) seconds: Vec<f64>,
    nodes: Vec<f64>,
    pub(super) shots: Vec<Shot>,
}

/// All games of one evaluator and depth.
#[derive(Debug)]
pub(super) struct Timed {
    pub(super) evaluator: usize,
    pub(super) depth: u32,
    pub(super) games: Vec<Played>,
}

/// How something changes from turn to turn in each of the games, as a share: −0.05 is five per cent less.
fn change(games: &[Played], of: impl Fn(&Played) -> &[f64]) -> Interval {
    let slopes: Vec<f64> = games
        .iter()
        .map(|game| {
            let turns = (1..).zip(of(game));
            let points: Vec<[f64; 2]> = turns
                .map(|(turn, value)| [f64::from(turn), value.max(1e-9).ln()])
                .collect();
            slope(&points)
        })
        .collect();
    let interval = Interval::of_mean(&slopes);
    Interval {
        value: interval.value.exp_m1(),
        low: interval.low.exp_m1(),
        high: interval.high.exp_m1(),
    }
}

impl Timed {
    /// How the time changes from turn to turn.
    pub(super) fn change(&self) -> Interval {
        change(&self.games, |game| &game.seconds)
    }

    fn change_of_nodes(&self) -> Interval {
        change(&self.games, |game| &game.nodes)
    }

    /// The mean over the games of the rank correlation of turn and time.
    fn correlation(&self) -> Interval {
        let correlations: Vec<f64> = self
            .games
            .iter()
            .map(|game| {
                let turns = (1..).zip(&game.seconds);
                spearman(
                    &turns
                        .map(|(turn, time)| [f64::from(turn), *time])
                        .collect::<Vec<_>>(),
                )
            })
            .collect();
        Interval::of_mean(&correlations)
    }

    /// The mean time of a move, in seconds.
    pub(super) fn mean(&self) -> f64 {
        mean(
            &self
                .games
                .iter()
                .map(|game| mean(&game.seconds))
                .collect::<Vec<_>>(),
        )
    }

    /// The mean of the turns in one of three equal parts of each game.
    fn third(&self, number: usize) -> f64 {
        let parts = self.games.iter().map(|game| {
            let turns = game.seconds.len();
            mean(&game.seconds[turns * number / 3..turns * (number + 1) / 3])
        });
        mean(&parts.collect::<Vec<_>>())
    }

    /// The mean over all games that have such a turn, as a power of ten of milliseconds.
    fn curve(&self) -> Curve {
        let longest = self
            .games
            .iter()
            .map(|game| game.seconds.len())
            .max()
            .unwrap_or(0);
        let point = |turn: usize| {
            let times: Vec<f64> = self
                .games
                .iter()
                .filter_map(|game| Some((game.seconds.get(turn)? * 1e3).max(1e-6).log10()))
                .collect();
            [turn as f64 + 1.0, mean(&times)]
        };
        Curve {
            label: format!("{}, depth {}", EVALUATORS[self.evaluator], self.depth),
            points: (0..longest).map(point).collect(),
            band: Vec::new(),
        }
    }
}

/// A game to watch: its opening, its number, and how deep both look.
struct Task {
    opening: String,
    number: u64,
    depth: u32,
}

impl Task {
    /// Mobility has the first move in every other game.
    fn sides(&self) -> [usize; 2] {
        match self.number % 2 {
            0 => [MOBILITY, PROXIMITY],
            _ => [PROXIMITY, MOBILITY],
        }
    }
}

/// Plays the games, mobility against proximity at each depth.
pub(super) fn timed(laboratory: &mut Laboratory<'_>) -> Result<Vec<Timed>, Trouble> {
    let counts = laboratory.pick([10_u64, 6, 0], [20, 20, 10]);
    let mut tasks = Vec::new();
    for (depth, count) in DEPTHS.zip(counts) {
        for number in 0..count {
            let seed = laboratory.seed(&format!("opening {number}"));
            let given = random_opening(GAME, opening(depth), seed)?;
            let key = format!("game {number} depth {depth}");
            tasks.push((
                key,
                Task {
                    opening: given,
                    number,
                    depth,
                },
            ));
        }
    }
    let games = laboratory.measure_all(&tasks, |task, stop| {
        let players = task.sides().map(|evaluator| player(evaluator, task.depth));
        let players = [players[0].as_str(), players[1].as_str()];
        play_from(GAME, &task.opening, players, task.number, stop)
    })?;
    let mut timed = Vec::new();
    for depth in DEPTHS {
        for evaluator in [MOBILITY, PROXIMITY] {
            let both = tasks.iter().zip(&games);
            let of_depth = both.filter(|((_, task), _)| task.depth == depth);
            let games: Vec<Played> = of_depth
                .map(|((_, task), game)| of_side(task, game, evaluator))
                .collect();
            if !games.is_empty() {
                timed.push(Timed {
                    evaluator,
                    depth,
                    games,
                });
            }
        }
    }
    Ok(timed)
}

/// What one of the two did. The opening has a move of each side after the other, so the first side goes on.
fn of_side(task: &Task, game: &Watched, evaluator: usize) -> Played {
    let side = usize::from(task.sides()[0] != evaluator);
    let given = task.opening.split_whitespace();
    let moves = game.moves.iter().map(|it| it.text.as_str());
    let own = |number: &usize| number % 2 == side;
    let shots = shots(given.chain(moves));
    let played: Vec<_> = game.moves.iter().skip(side).step_by(2).collect();
    Played {
        seconds: played.iter().map(|it| it.seconds).collect(),
        nodes: played.iter().map(|it| it.nodes as f64).collect(),
        shots: (0..shots.len())
            .skip(opening(task.depth))
            .filter(own)
            .map(|number| shots[number])
            .collect(),
    }
}

/// A share in per cent, with its sign and its interval.
pub(super) fn signed_percent(share: &Interval) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|it| it * 100.0);
    format!("{:.1} %", Interval { value, low, high })
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let timed = timed(laboratory)?;
    let mut part = Part::new(
        "Time for a move, processor time",
        &[
            "evaluator",
            "depth",
            "games",
            "first third",
            "middle",
            "last third",
            "change a turn",
            "of nodes",
            "rank correlation of turn and time",
        ],
    );
    for it in &timed {
        part.row([
            EVALUATORS[it.evaluator].to_string(),
            it.depth.to_string(),
            it.games.len().to_string(),
            seconds(it.third(0)),
            seconds(it.third(1)),
            seconds(it.third(2)),
            signed_percent(&it.change()),
            signed_percent(&it.change_of_nodes()),
            format!("{:.2}", it.correlation()),
        ]);
    }
    part.remarks = vec![format!(
        "Mobility against proximity at the same depth, taking turns with the first move. {OPENINGS} The change is the slope of the logarithm \
         over the turns of a game, the mean over the games with its 95 % interval. The report gives no times."
    )];
    part.plots.push(curve_plot(
        "Time for a move",
        "turn of a player after the opening",
        "milliseconds as a power of ten: 2 is 100 ms",
        &timed.iter().map(Timed::curve).collect::<Vec<_>>(),
    ));
    Ok(Findings {
        parts: vec![part],
        claims: claims(&timed),
        speeds: Vec::new(),
    })
}

fn claims(timed: &[Timed]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for it in timed {
        let change = it.change();
        let now = format!(
            "The time changes by {} a turn, from {} in the first third of a game to {} in the last.",
            signed_percent(&change),
            seconds(it.third(0)),
            seconds(it.third(2))
        );
        let depth = it.depth;
        claims.push(if it.evaluator == MOBILITY {
            let falls = Interval {
                value: -change.value,
                low: -change.high,
                high: -change.low,
            };
            Claim {
                then: format!("With mobility the answer gets faster from turn to turn (depth {depth})."),
                now,
                verdict: falls.is_positive(),
            }
        } else {
            Claim {
                then: format!("With proximity the time stays constant (here: 1 % a turn) all game long (depth {depth})."),
                now,
                verdict: change.is_within(CONSTANT),
            }
        });
    }
    for evaluator in [MOBILITY, PROXIMITY] {
        let of_evaluator: Vec<&Timed> = timed
            .iter()
            .filter(|it| it.evaluator == evaluator)
            .collect();
        for pair in of_evaluator.windows(2) {
            let [one, other] = [pair[0], pair[1]];
            // Games that begin later have none of the long moves of the beginning.
            if opening(one.depth) != opening(other.depth) {
                continue;
            }
            let factors: Vec<f64> = one
                .games
                .iter()
                .zip(&other.games)
                .map(|(one, other)| (mean(&other.seconds) / mean(&one.seconds)).ln())
                .collect();
            let longer = Interval::of_mean(&factors);
            claims.push(Claim {
                then: format!(
                    "With {} it takes longer at depth {} than at depth {}.",
                    EVALUATORS[evaluator], other.depth, one.depth
                ),
                now: format!(
                    "{:.0} times as long ({:.0} to {:.0}): {} a move, before {}.",
                    longer.value.exp(),
                    longer.low.exp(),
                    longer.high.exp(),
                    seconds(other.mean()),
                    seconds(one.mean())
                ),
                verdict: longer.is_positive(),
            });
        }
    }
    claims
}
