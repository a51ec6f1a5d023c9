//! Which evaluator plays better, and what looking deeper is worth.

use super::{DEPTHS, EVALUATORS, GAME, MOBILITY, OPENINGS, PROXIMITY, opening, player};
use crate::findings::{Claim, Findings, Part, Trouble};
use crate::intervals::Interval;
use crate::laboratory::{Duel, Laboratory};
use crate::{Experiment, Source};
use arena::Openings;
use report::{Bar, bar_plot};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "amazons-evaluators",
    source: Source::Amazons,
    title: "Mobility against proximity, depth against depth",
    covers: "section \"Resultados\"",
    asked: "Which evaluator plays better, and does it get better with depth?",
    found: "Mobility: easy to beat at depth 1, hard at 2, never beaten by its authors at 3. Proximity: of low quality, and no better at depth 3.",
    run,
};

/// A share of points this far from a half is still alike.
const ALIKE: f64 = 0.1;

/// A match: one of two players, as the first sees it.
#[derive(Debug)]
pub(super) struct Match {
    /// An evaluator and a depth for each.
    pub(super) players: [(usize, u32); 2],
    pub(super) duel: Duel,
}

impl Match {
    /// The share of the games that the first won. There are no draws. The two games of a pair tend to go to the
    /// side that the opening favours, so taking them for independent makes the interval too wide, if anything.
    pub(super) fn share(&self) -> Interval {
        Interval::of_share(self.duel.rows[0].results().wins, self.duel.games())
    }

    fn is(&self, one: (usize, u32), other: (usize, u32)) -> bool {
        self.players == [one, other]
    }
}

/// All matches, each with its number of pairs of games.
fn plan(laboratory: &Laboratory<'_>) -> Vec<([(usize, u32); 2], u32)> {
    let against = laboratory.pick([20, 10, 0], [100, 50, 15]);
    let deeper = laboratory.pick([10, 0], [50, 15]);
    let mut plan = Vec::new();
    for (depth, pairs) in DEPTHS.zip(against) {
        plan.push(([(MOBILITY, depth), (PROXIMITY, depth)], pairs));
    }
    for evaluator in [MOBILITY, PROXIMITY] {
        for (depth, pairs) in DEPTHS.zip(deeper) {
            plan.push(([(evaluator, depth + 1), (evaluator, depth)], pairs));
        }
    }
    plan.retain(|(_, pairs)| *pairs > 0);
    plan
}

/// Plays what is left of them.
pub(super) fn matches(laboratory: &mut Laboratory<'_>) -> Result<Vec<Match>, Trouble> {
    plan(laboratory)
        .into_iter()
        .map(|(players, pairs)| {
            let names =
                players.map(|(evaluator, depth)| format!("{}-{depth}", EVALUATORS[evaluator]));
            let texts = players.map(|(evaluator, depth)| player(evaluator, depth));
            let duel = laboratory.duel(
                &names.join("-"),
                GAME,
                [&texts[0], &texts[1]],
                Openings::Random(opening(players[0].1) as u32),
                pairs,
            )?;
            Ok(Match { players, duel })
        })
        .collect()
}

/// The match of two players, if it was played.
pub(super) fn of(matches: &[Match], one: (usize, u32), other: (usize, u32)) -> Option<&Match> {
    matches.iter().find(|it| it.is(one, other))
}

/// A share in per cent, with its interval.
pub(super) fn percent(share: &Interval) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|it| it * 100.0);
    format!("{value:.0} % ({low:.0} to {high:.0})")
}

/// What the report concludes, from all games between the two evaluators.
pub(super) fn conclusion(matches: &[Match]) -> Claim {
    let between = || {
        let evaluators = |it: &&Match| it.players[0].0 != it.players[1].0;
        matches.iter().filter(evaluators)
    };
    let wins = between().map(|it| it.duel.rows[0].results().wins).sum();
    let games = between().map(|it| it.duel.games()).sum();
    let share = Interval::of_share(wins, games);
    Claim {
        then: "Mobility is the better of the two.".to_string(),
        now: format!(
            "It wins {} of {games} games against proximity, all depths together.",
            percent(&share)
        ),
        verdict: share.less(0.5).is_positive(),
    }
}

fn name((evaluator, depth): (usize, u32)) -> String {
    format!("{}, depth {depth}", EVALUATORS[evaluator])
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let matches = matches(laboratory)?;
    let mut part = Part::new(
        "Matches",
        &[
            "player",
            "against",
            "games",
            "won / drawn / lost",
            "share won, with its 95 % interval",
            "Elo",
        ],
    );
    for it in &matches {
        part.row([
            name(it.players[0]),
            name(it.players[1]),
            it.duel.games().to_string(),
            it.duel.text(),
            percent(&it.share()),
            format!("{:.0}", it.duel.elo()),
        ]);
    }
    part.remarks = vec![
        format!(
            "{GAME}, 10 × 10, each opening with both colours. {OPENINGS} The report has no numbers: its authors played against their program \
             themselves."
        ),
        format!("Players: {} and so on.", player(MOBILITY, 1)),
    ];
    let bars: Vec<Bar> = matches
        .iter()
        .map(|it| Bar {
            label: format!("{} – {}", name(it.players[0]), name(it.players[1])),
            parts: vec![(it.share().value * 1000.0).round() / 10.0],
        })
        .collect();
    part.plots.push(bar_plot(
        "Share of games won by the first, in per cent",
        &["%"],
        &bars,
    ));
    Ok(Findings {
        parts: vec![part],
        claims: claims(&matches),
        speeds: Vec::new(),
    })
}

fn claims(matches: &[Match]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for it in matches {
        let [(evaluator, depth), (other, shallower)] = it.players;
        let share = it.share();
        let excess = share.less(0.5);
        let then = match () {
            () if evaluator != other => {
                format!("Mobility is better than proximity (depth {depth}).")
            }
            () if evaluator == MOBILITY => {
                format!("Mobility plays better at depth {depth} than at depth {shallower}.")
            }
            // At depth 2 its arrows hurt more, but "the situation did not change much".
            () => format!(
                "Proximity is no better at depth {depth} than at depth {shallower} (here: wins 40 to 60 %)."
            ),
        };
        let verdict = if evaluator == other && evaluator == PROXIMITY {
            excess.is_within(ALIKE)
        } else {
            excess.is_positive()
        };
        claims.push(Claim {
            then,
            now: format!("It wins {} of {} games.", percent(&share), it.duel.games()),
            verdict,
        });
    }
    claims
}
