//! Matches between the three evaluators.

use super::all_of;
use super::published::{Match, game, matches, player};
use crate::findings::{Claim, Findings, Part, Trouble, Verdict};
use crate::intervals::Interval;
use crate::laboratory::{Duel, Laboratory};
use crate::{Experiment, Source};
use arena::{Openings, Results};
use report::{Bar, bar_plot};
use std::collections::HashSet;

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "contact-matches",
    source: Source::Contact,
    title: "Matches between h1, h2 and h3 on 6 × 7 and 7 × 7",
    covers: "the three tables of matches",
    asked: "Which evaluator plays best, and do two plies more make up for the simplest one?",
    found: "h2 is best: on 6 × 7 before h1 and h3, on 7 × 7 before h1, which is before h3; even two plies deeper h1 does not \
            get past it.",
    run,
};

/// Added to the published players. Neither changes what they choose: values and equal moves stay what they are, as
/// a test says. They only take less time.
const HASTE: &str = ",table=16,order=history";

/// Scores count as alike up to this much of the points.
const ALIKE: f64 = 0.1;

/// Two players on a board.
struct Pairing {
    board: &'static str,
    players: [&'static str; 2],
    duel: Duel,
    /// How many games were not the same as another one.
    distinct: usize,
}

impl Pairing {
    /// What the games came to that this one of the two began, from its view.
    fn begun_by(&self, player: &str) -> Option<Results> {
        let place = self.players.iter().position(|it| *it == player)?;
        Some(self.duel.rows[place].as_first)
    }

    /// The points of a player in all games.
    fn points(&self, player: &str) -> Interval {
        let place = usize::from(self.players[0] != player);
        points(self.duel.rows[place].results())
    }
}

/// The share of the points.
fn points(results: Results) -> Interval {
    let points = results.wins as f64 + results.draws as f64 / 2.0;
    Interval::of_points(points, results.games())
}

fn counts(results: Results) -> [u64; 3] {
    [results.wins, results.draws, results.losses]
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let published = matches()?;
    let mut pairings: Vec<Pairing> = Vec::new();
    for it in &published {
        let reversed = [it.players[1], it.players[0]];
        let is_played = |known: &Pairing| known.board == it.board && known.players == reversed;
        if !pairings.iter().any(is_played) {
            pairings.push(play(laboratory, it.board, it.players)?);
        }
    }
    findings(&published, &pairings)
}

fn play(
    laboratory: &mut Laboratory<'_>,
    board: &'static str,
    players: [&'static str; 2],
) -> Result<Pairing, Trouble> {
    let part = format!("{board}-{}-{}", players[0], players[1]);
    let is_deep = players.iter().any(|it| it.ends_with("@12"));
    let pairs = match is_deep {
        true => laboratory.pick(2, 50),
        false => laboratory.pick(5, 100),
    };
    let [first, second] = players.map(player);
    let texts = [first? + HASTE, second? + HASTE];
    let duel = laboratory.duel(
        &part,
        &game(board)?,
        [&texts[0], &texts[1]],
        Openings::Start,
        pairs,
    )?;
    let games: HashSet<Vec<String>> = laboratory
        .records(&part)?
        .into_iter()
        .map(|record| record.moves.into_iter().map(|it| it.text).collect())
        .collect();
    Ok(Pairing {
        board,
        players,
        duel,
        distinct: games.len(),
    })
}

/// A row of a published table, and ours.
struct Row<'all> {
    published: &'all Match,
    ours: Results,
    /// How probable a difference like this one is, or a greater one, if the players are the same.
    chance: f64,
}

fn findings(published: &[Match], pairings: &[Pairing]) -> Result<Findings, Trouble> {
    let find = |board: &str, one: &str, other: &str| {
        pairings
            .iter()
            .find(|it| {
                it.board == board && it.players.contains(&one) && it.players.contains(&other)
            })
            .ok_or_else(|| Trouble::Failed(format!("no games of {one} and {other} on {board}")))
    };
    let mut rows = Vec::new();
    for it in published {
        let [first, second] = it.players;
        let ours = find(it.board, first, second)?.begun_by(first);
        let ours = ours.unwrap_or_default();
        rows.push(Row {
            published: it,
            ours,
            chance: exact_test(it.results, counts(ours)),
        });
    }
    let is_deep = |row: &Row<'_>| row.published.players.contains(&"h1@12");
    let mut parts = Vec::new();
    for (title, board, deep) in [
        ("6 × 7, depth 10", "6x7", false),
        ("7 × 7, depth 10", "7x7", false),
        ("7 × 7, h1 to depth 12 and h2 to depth 10", "7x7", true),
    ] {
        let own: Vec<&Row<'_>> = rows
            .iter()
            .filter(|row| row.published.board == board && is_deep(row) == deep)
            .collect();
        let mut part = table(title, &own);
        let same: Vec<String> = pairings
            .iter()
            .filter(|it| it.board == board && it.players.contains(&"h1@12") == deep)
            .map(|it| {
                format!(
                    "{} – {}: {} of {}",
                    it.players[0],
                    it.players[1],
                    it.distinct,
                    it.duel.games()
                )
            })
            .collect();
        part.remarks.push(format!(
            "Games of ours that no other one repeats: {}.",
            same.join("; ")
        ));
        parts.push(part);
    }
    let [h1, h2, h3] = ["h1@10", "h2@10", "h3@10"];
    let claims = vec![
        compatible(&rows),
        stronger(
            "6 × 7: h2 is the best.",
            &[(find("6x7", h1, h2)?, h2), (find("6x7", h2, h3)?, h2)],
        ),
        stronger(
            "6 × 7: h3 is the worst.",
            &[(find("6x7", h1, h3)?, h1), (find("6x7", h2, h3)?, h2)],
        ),
        stronger(
            "7 × 7: h2 is better than h1, and h1 better than h3.",
            &[(find("7x7", h1, h2)?, h2), (find("7x7", h1, h3)?, h1)],
        ),
        alike(
            "7 × 7: h2 and h3 are so alike that nothing can be said.",
            "h2 scores",
            &find("7x7", h2, h3)?.points(h2),
        ),
    ];
    let deep = find("7x7", "h1@12", h2)?;
    let mut findings = Findings {
        parts,
        claims,
        speeds: Vec::new(),
    };
    if let Some(it) = published.iter().find(|it| it.players == [h2, "h1@12"]) {
        let claims = deeper(it, deep, find("7x7", h1, h2)?);
        findings.claims.extend(claims);
    }
    Ok(findings)
}

fn table(title: &str, rows: &[&Row<'_>]) -> Part {
    let mut part = Part::new(
        format!("{title}: games won by the first player, drawn, won by the second"),
        &[
            "first – second",
            "published",
            "ours",
            "first wins, published",
            "ours, 95 %",
            "second wins, published",
            "ours, 95 %",
            "chance",
        ],
    );
    let mut bars = Vec::new();
    for row in rows {
        let [first, second] = row.published.players;
        let theirs = row.published.results;
        let ours = counts(row.ours);
        let mark = match theirs.iter().sum::<u64>() {
            10 => "",
            _ => "*",
        };
        let percent = |results: [u64; 3], place: usize| {
            let of = results.iter().sum::<u64>().max(1);
            format!("{:.0} %", 100.0 * results[place] as f64 / of as f64)
        };
        let range = |place: usize| {
            let share = Interval::of_share(ours[place], ours.iter().sum());
            format!(
                "{} ({:.0} to {:.0})",
                percent(ours, place),
                100.0 * share.low.max(0.0),
                100.0 * share.high
            )
        };
        let written = |results: [u64; 3]| results.map(|it| it.to_string()).join(" / ");
        part.row([
            format!("{first} – {second}"),
            written(theirs) + mark,
            written(ours),
            percent(theirs, 0),
            range(0),
            percent(theirs, 2),
            range(2),
            format!("{:.3}", row.chance),
        ]);
        for (who, results) in [("published", theirs), ("ours", ours)] {
            let of = results.iter().sum::<u64>().max(1) as f64;
            bars.push(Bar {
                label: format!("{first} – {second}, {who}"),
                parts: results.map(|it| 100.0 * it as f64 / of).to_vec(),
            });
        }
        if !mark.is_empty() {
            part.remarks.push(format!(
                "* The percentages add up to {}0; it is taken for {} games.",
                theirs.iter().sum::<u64>(),
                theirs.iter().sum::<u64>()
            ));
        }
    }
    part.remarks.push(
        "Chance: how often two samples of these sizes differ so much or more if the players are the same, by the exact test. A win is worth \
         the same to the report's program whenever it comes, and a loss; ours prefers the sooner win and the later loss."
            .to_string(),
    );
    part.plots.push(bar_plot(
        &format!("{title}: per cent of the games"),
        &["won by the first", "drawn", "won by the second"],
        &bars,
    ));
    part
}

/// Whether the published results are such as our players give.
fn compatible(rows: &[Row<'_>]) -> Claim {
    let chances: Vec<f64> = rows.iter().map(|row| row.chance).collect();
    let unlikely: Vec<String> = holm(&chances)
        .into_iter()
        .map(|place| {
            let it = rows[place].published;
            format!(
                "{} – {} on {}",
                it.players[0],
                it.players[1],
                it.board.replace('x', " × ")
            )
        })
        .collect();
    let (now, verdict) = match unlikely.as_slice() {
        [] => (
            format!(
                "None of the {} results is further from ours than chance allows.",
                rows.len()
            ),
            Verdict::CannotTell,
        ),
        unlikely => (
            format!(
                "{} of {} results are further from ours than chance allows: {}.",
                unlikely.len(),
                rows.len(),
                unlikely.join(", ")
            ),
            Verdict::NotConfirmed,
        ),
    };
    Claim {
        then: "The results of ten games each, as percentages, are what these players give."
            .to_string(),
        now: format!("{now} At 95 % for all of them together, by Holm's method."),
        verdict,
    }
}

/// In each pairing the named one is stronger.
fn stronger(then: &str, pairings: &[(&Pairing, &str)]) -> Claim {
    let mut texts = Vec::new();
    let mut verdicts = Vec::new();
    for (pairing, player) in pairings {
        let other = pairing.players.iter().find(|it| *it != player);
        let points = pairing.points(player);
        texts.push(format!(
            "{player} scores {} against {} in {} games",
            percents(&points),
            other.unwrap_or(player),
            pairing.duel.games()
        ));
        verdicts.push(points.less(0.5).is_positive());
    }
    Claim {
        then: then.to_string(),
        now: format!("{}.", texts.join("; ")),
        verdict: all_of(verdicts),
    }
}

fn alike(then: &str, who: &str, points: &Interval) -> Claim {
    Claim {
        then: then.to_string(),
        now: format!(
            "{who} {}; alike is within {:.0} points of 50 %.",
            percents(points),
            100.0 * ALIKE
        ),
        verdict: points.less(0.5).is_within(ALIKE),
    }
}

/// What two plies more change.
fn deeper(published: &Match, deep: &Pairing, shallow: &Pairing) -> Vec<Claim> {
    let [begun_by_h1, begun_by_h2] =
        ["h1@12", "h2@10"].map(|it| deep.begun_by(it).unwrap_or_default());
    let before = points(shallow.begun_by("h1@10").unwrap_or_default());
    let after = points(begun_by_h1);
    let gain = difference(&after, &before);
    let of_h2 = points(begun_by_h2);
    let [won, drawn, lost] = published.results;
    let theirs = Interval::of_points(won as f64 + drawn as f64 / 2.0, won + drawn + lost);
    vec![
        alike(
            "7 × 7: h1 to depth 12 moving first and h2 to depth 10 are level.",
            "h1 moving first scores",
            &after,
        ),
        Claim {
            then: "7 × 7: two plies more make h1 better when it moves first.".to_string(),
            now: format!(
                "It scores {} instead of {}: {} more.",
                percents(&after),
                percents(&before),
                percents(&gain)
            ),
            verdict: gain.is_positive(),
        },
        Claim {
            then: format!(
                "7 × 7: moving first, h2 to depth 10 has a great advantage over h1 to depth 12: {} of the points.",
                percents(&theirs)
            ),
            now: format!(
                "It scores {}; a great advantage is more than 60 %.",
                percents(&of_h2)
            ),
            verdict: of_h2.less(0.5 + ALIKE).is_positive(),
        },
    ]
}

/// A share with its interval, in per cent.
fn percents(share: &Interval) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|it| 100.0 * it);
    format!("{value:.0} % ({low:.0} to {high:.0})").replace('-', "−")
}

/// How much greater one share is than another, by Newcombe's formula.
fn difference(one: &Interval, other: &Interval) -> Interval {
    let value = one.value - other.value;
    let width = |near: f64, far: f64| near.hypot(far);
    Interval {
        value,
        low: value - width(one.value - one.low, other.high - other.value),
        high: value + width(one.high - one.value, other.value - other.low),
    }
}

/// Which of some chances are too small for chance, all of them together at 5 %, by Holm's method.
fn holm(chances: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..chances.len()).collect();
    places.sort_by(|&one, &other| chances[one].total_cmp(&chances[other]));
    let count = places.len();
    let refused = places
        .iter()
        .enumerate()
        .take_while(|&(rank, &place)| chances[place] < 0.05 / (count - rank) as f64)
        .count();
    places.truncate(refused);
    places.sort_unstable();
    places
}

/// How probable it is that two samples with these results differ as much as they do, or more, if they come from the
/// same source: Fisher's exact test for three results, by Freeman and Halton.
fn exact_test(one: [u64; 3], other: [u64; 3]) -> f64 {
    let totals: [u64; 3] = std::array::from_fn(|place| one[place] + other[place]);
    let size: u64 = one.iter().sum();
    let all: u64 = totals.iter().sum();
    let mut logarithms = vec![0.0];
    for number in 1..=all {
        let last = logarithms.last().copied().unwrap_or(0.0);
        logarithms.push(last + (number as f64).ln());
    }
    let choose = |of: u64, count: u64| {
        logarithms[of as usize] - logarithms[count as usize] - logarithms[(of - count) as usize]
    };
    let probability = |sample: [u64; 3]| -> f64 {
        let ways: f64 = (0..3)
            .map(|place| choose(totals[place], sample[place]))
            .sum();
        (ways - choose(all, size)).exp()
    };
    let observed = probability(one);
    let mut chance = 0.0;
    for wins in 0..=size.min(totals[0]) {
        for draws in 0..=(size - wins).min(totals[1]) {
            let losses = size - wins - draws;
            if losses <= totals[2] {
                let it = probability([wins, draws, losses]);
                // Equal ones differ by rounding.
                if it <= observed * (1.0 + 1e-9) {
                    chance += it;
                }
            }
        }
    }
    chance.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::play as play_game;

    #[test]
    fn exact_tests_are_those_of_the_textbooks() {
        // The lady tasting tea: 4 of 4 and 0 of 4, two-sided.
        assert!((exact_test([4, 0, 0], [0, 0, 4]) - 2.0 / 70.0).abs() < 1e-12);
        assert!((exact_test([3, 0, 1], [1, 0, 3]) - 34.0 / 70.0).abs() < 1e-12);
        // Three results: all 5 of one kind against 5 of the two others; 252 ways to choose.
        let chance = exact_test([5, 0, 0], [0, 3, 2]);
        assert!((chance - 2.0 / 252.0).abs() < 1e-12, "{chance}");
        assert!((exact_test([5, 2, 3], [50, 20, 30]) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn many_tests_ask_for_smaller_chances() {
        assert_eq!(holm(&[0.03, 0.5, 0.6]), Vec::<usize>::new());
        assert_eq!(holm(&[0.5, 0.001, 0.02]), [1, 2]);
        assert_eq!(holm(&[]), Vec::<usize>::new());
    }

    #[test]
    fn a_difference_of_shares_is_that_of_newcombe() {
        // His example: 56 of 70 and 48 of 80: 0.2, from 0.0524 to 0.3339.
        let it = difference(&Interval::of_share(56, 70), &Interval::of_share(48, 80));
        assert!((it.value - 0.2).abs() < 1e-9);
        assert!(
            (it.low - 0.0524).abs() < 1e-3 && (it.high - 0.3339).abs() < 1e-3,
            "{it:?}"
        );
    }

    #[test]
    fn haste_changes_no_move() {
        let stop = std::sync::Arc::default();
        for evaluator in ["h1", "h2", "h3"] {
            let plain = player(&format!("{evaluator}@5")).expect("a player");
            let hasty = format!("{plain}{HASTE}");
            for seed in 0..3 {
                let [one, other] = [&plain, &hasty].map(|text| {
                    let game = play_game("connect:7x6", [text, text], seed, &stop);
                    game.expect("it is played").moves
                });
                let moves = |game: &[crate::measure::Moved]| -> Vec<(String, usize)> {
                    game.iter().map(|it| (it.text.clone(), it.equal)).collect()
                };
                assert_eq!(moves(&one), moves(&other), "{evaluator} {seed}");
            }
        }
    }
}
