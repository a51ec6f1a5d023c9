//! How long the three evaluators take, by depth.

use super::published::{Listing, game, listings, player};
use super::{POWERS, all_of, curve, factor, factor_text, total};
use crate::findings::{Claim, Findings, Part, Speed, Trouble, Verdict, seconds, times};
use crate::intervals::{Interval, mean};
use crate::laboratory::Laboratory;
use crate::measure::{From, Moved, Searched, Watched, play_beginning, search};
use crate::{Experiment, Source};
use report::{Curve, curve_plot};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "contact-heuristics-time",
    source: Source::Contact,
    title: "Time per move with h1, h2 and h3 at depths 10 and 12 on 7 × 7",
    covers: "the eight listings on 7 × 7",
    asked: "How long do the three evaluators take for a move, and what depth leaves them fit to play with?",
    found: "h2 and h3 take about as long as each other and h1 far less; at depth 12 only h1 is quick enough to play with.",
    run,
};

const BOARD: &str = "7x7";

/// Times count as similar up to this factor.
const SIMILAR: f64 = 1.5;

/// A listing and our game of the same players.
struct Timed {
    listing: Listing,
    moves: Vec<Moved>,
}

impl Timed {
    fn name(&self) -> String {
        let [first, second] = self.listing.players;
        match first == second {
            true => first.to_string(),
            false => format!("{first} – {second}"),
        }
    }

    fn is_of_equals(&self) -> bool {
        self.listing.players[0] == self.listing.players[1]
    }

    fn is_deep(&self) -> bool {
        self.listing.players.iter().any(|it| it.ends_with("@12"))
    }
}

/// The evaluators, in the order of the times of a [`Position`].
const EVALUATORS: [&str; 3] = ["h1", "h2", "h3"];

/// What each evaluator takes for the same position: that says more about evaluators than games do, which differ.
struct Position {
    /// To depth 10.
    shallow: [f64; 3],
    /// To depth 12, if there was time for that.
    deep: Option<[f64; 3]>,
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let mut timed = Vec::new();
    for listing in listings()?.into_iter().filter(|it| it.board == BOARD) {
        timed.extend(play(laboratory, listing)?);
    }
    let positions = positions(laboratory, &timed)?;
    Ok(findings(&timed, &positions))
}

/// Our game of a listing; none if there is no time for that.
fn play(laboratory: &mut Laboratory<'_>, listing: Listing) -> Result<Option<Timed>, Trouble> {
    let mut timed = Timed {
        listing,
        moves: Vec::new(),
    };
    let listed = timed.listing.moves.len();
    let plies = match (timed.is_deep(), timed.is_of_equals()) {
        (false, _) => listed,
        (true, true) => laboratory.pick(1, listed),
        (true, false) => laboratory.pick(0, listed),
    };
    if plies == 0 {
        return Ok(None);
    }
    let game = timed.listing.game()?;
    let [first, second] = timed.listing.texts()?;
    let key = format!("game {}", timed.listing.players.join(" "));
    let seed = laboratory.seed(&key);
    let watched: Watched = laboratory.measure(&key, |stop| {
        play_beginning(&game, [&first, &second], seed, plies, stop)
    })?;
    timed.moves = watched.moves;
    Ok(Some(timed))
}

/// Searches positions of our games at depth 10 with all evaluators.
fn positions(laboratory: &mut Laboratory<'_>, timed: &[Timed]) -> Result<Vec<Position>, Trouble> {
    let plies: &[usize] = laboratory.pick(&[5, 2, 8], &[5, 2, 8, 11, 1, 3, 4, 6]);
    let deep = laboratory.pick(3, 12);
    let game = game(BOARD)?;
    let mut positions = Vec::new();
    for &ply in plies {
        for it in timed.iter().filter(|it| !it.is_deep()) {
            let Some(before) = it.moves.get(..ply) else {
                continue;
            };
            let texts: Vec<&str> = before.iter().map(|it| it.text.as_str()).collect();
            let before = texts.join(" ");
            let mut times = |depth: u32| -> Result<[f64; 3], Trouble> {
                let mut times = [0.0; 3];
                for (time, evaluator) in times.iter_mut().zip(EVALUATORS) {
                    let name = format!("{evaluator}@{depth}");
                    let player = player(&name)?;
                    let searched: Searched = laboratory
                        .measure(&format!("{name} after {before}"), |stop| {
                            search(&game, From::Moves(&before), &player, false, stop)
                        })?;
                    *time = searched.seconds;
                }
                Ok(times)
            };
            let shallow = times(10)?;
            let deep = (positions.len() < deep).then(|| times(12)).transpose()?;
            positions.push(Position { shallow, deep });
        }
    }
    Ok(positions)
}

/// Whether a listing is of a kind.
type IsKind = fn(&Timed) -> bool;

fn findings(timed: &[Timed], positions: &[Position]) -> Findings {
    let mut findings = Findings::default();
    let kinds: [(&str, IsKind); 3] = [
        ("Depth 10", |it| it.is_of_equals() && !it.is_deep()),
        ("Depth 12", |it| it.is_of_equals() && it.is_deep()),
        ("h1 to depth 12 against h2 to depth 10", |it| {
            !it.is_of_equals()
        }),
    ];
    for (title, is_kind) in kinds {
        let games: Vec<&Timed> = timed.iter().filter(|it| is_kind(it)).collect();
        if !games.is_empty() {
            findings.parts.push(table(title, &games));
        }
    }
    findings.parts.push(same_positions(positions));
    findings.speeds = timed.iter().map(speed).collect();
    let shallow: Vec<[f64; 3]> = positions.iter().map(|it| it.shallow).collect();
    let deep: Vec<[f64; 3]> = positions.iter().filter_map(|it| it.deep).collect();
    for (depth, times) in [(10, &shallow), (12, &deep)] {
        findings.claims.push(first_is_fastest(timed, depth, times));
        findings.claims.push(two_are_similar(timed, depth, times));
    }
    findings.claims.push(deeper_takes_longer(timed, positions));
    let mixed: Vec<&Timed> = timed.iter().filter(|it| !it.is_of_equals()).collect();
    if !mixed.is_empty() {
        findings.claims.push(deeper_h1_takes_longer(&mixed));
    }
    findings.claims.push(no_fall(timed));
    findings.claims.push(first_draws(timed));
    findings
}

fn table(title: &str, games: &[&Timed]) -> Part {
    let mut columns = vec!["move".to_string()];
    for it in games {
        columns.push(format!("{}, published", it.name()));
        columns.push("ours".to_string());
        columns.push("equal, theirs / ours".to_string());
    }
    let mut part = Part {
        title: format!(
            "{title}, 7 × 7: time for each move of a game, and among how many equally good moves it drew"
        ),
        columns,
        ..Part::default()
    };
    let dash = || "–".to_string();
    let longest = |of: fn(&Timed) -> usize| games.iter().map(|it| of(it)).max().unwrap_or(0);
    let (ours, theirs) = (
        longest(|it| it.moves.len()),
        longest(|it| it.listing.moves.len()),
    );
    for place in 0..ours {
        let mut row = vec![(place + 1).to_string()];
        for it in games {
            let theirs = it.listing.moves.get(place);
            let ours = it.moves.get(place);
            row.push(theirs.map_or_else(dash, |it| seconds(it.seconds)));
            row.push(ours.map_or_else(dash, |it| seconds(it.seconds)));
            let equal = [theirs.and_then(|it| it.equal), ours.map(|it| it.equal)];
            let texts = equal.map(|it| it.map_or_else(dash, |count| count.to_string()));
            row.push(texts.join(" / "));
        }
        part.row(row);
    }
    part.remarks.push(
        "Equally good moves are drawn by lot, so games differ after the first draw: the rows are not of the same positions. A win \
         is worth the same to the report's program whenever it comes; ours prefers the sooner one."
            .to_string(),
    );
    if ours < theirs {
        part.remarks.push(format!(
            "The report lists up to {theirs} moves; --full has all of them."
        ));
    }
    let curves: Vec<Curve> = games
        .iter()
        .flat_map(|it| {
            let ours = it.moves.iter().map(|it| it.seconds);
            [
                curve(format!("{}, published", it.name()), 1, it.listing.seconds()),
                curve(format!("{}, ours", it.name()), 1, ours),
            ]
        })
        .collect();
    let title = format!("{title}, 7 × 7: time for each move");
    part.plots.push(curve_plot(&title, "move", POWERS, &curves));
    part
}

/// What the claims rest on.
fn same_positions(positions: &[Position]) -> Part {
    let mut part = Part::new(
        "Ours: the same positions with each evaluator, the mean time of a search",
        &["depth", "h1", "h2", "h3", "positions"],
    );
    let shallow: Vec<[f64; 3]> = positions.iter().map(|it| it.shallow).collect();
    let deep: Vec<[f64; 3]> = positions.iter().filter_map(|it| it.deep).collect();
    for (depth, times) in [("10", shallow), ("12", deep)] {
        let average = |place: usize| {
            let own: Vec<f64> = times.iter().map(|it| it[place]).collect();
            seconds(mean(&own))
        };
        part.row([
            depth.to_string(),
            average(0),
            average(1),
            average(2),
            times.len().to_string(),
        ]);
    }
    part.remarks.push(
        "Positions of the games above at depth 10. The claims are about these, since all evaluators can be compared there."
            .to_string(),
    );
    part
}

fn speed(timed: &Timed) -> Speed {
    let moves = timed.moves.len().min(timed.listing.moves.len());
    Speed {
        what: match moves {
            1 => format!("{}, first move", timed.name()),
            moves => format!("{}, {moves} moves", timed.name()),
        },
        published: timed.listing.seconds().take(moves).sum(),
        ours: total(&timed.moves, moves),
    }
}

/// The mean time of a published move, by the players' name.
fn published_mean(timed: &[Timed], evaluator: &str, depth: u32) -> f64 {
    let name = format!("{evaluator}@{depth}");
    let listing = timed
        .iter()
        .find(|it| it.listing.players.iter().all(|player| *player == name));
    listing.map_or(f64::NAN, |it| {
        mean(&it.listing.seconds().collect::<Vec<_>>())
    })
}

/// By what factor one evaluator takes longer than another, as a logarithm.
fn longer(times: &[[f64; 3]], one: usize, other: usize) -> Interval {
    factor(times.iter().map(|it| [it[one], it[other]]))
}

fn first_is_fastest(timed: &[Timed], depth: u32, positions: &[[f64; 3]]) -> Claim {
    let [h1, h2, h3] = EVALUATORS.map(|it| published_mean(timed, it, depth));
    let [than_h2, than_h3] = [1, 2].map(|it| longer(positions, it, 0));
    Claim {
        then: format!(
            "Depth {depth}: h1 takes less time than h2 and h3, which take {} and {} times as long for a move.",
            times(h2 / h1),
            times(h3 / h1),
        ),
        now: format!(
            "They take {} and {} times as long in the same {} positions.",
            factor_text(&than_h2),
            factor_text(&than_h3),
            positions.len()
        ),
        verdict: all_of([than_h2.is_positive(), than_h3.is_positive()]),
    }
}

fn two_are_similar(timed: &[Timed], depth: u32, positions: &[[f64; 3]]) -> Claim {
    let ratio = longer(positions, 1, 2);
    let [h2, h3] = ["h2", "h3"].map(|it| published_mean(timed, it, depth));
    Claim {
        then: format!(
            "Depth {depth}: h2 and h3 take similar times, a ratio of {}.",
            times(h2 / h3)
        ),
        now: format!(
            "A ratio of {} in the same {} positions; similar is up to {SIMILAR} either way.",
            factor_text(&ratio),
            positions.len()
        ),
        verdict: ratio.is_within(SIMILAR.ln()),
    }
}

fn deeper_takes_longer(timed: &[Timed], positions: &[Position]) -> Claim {
    let ratios: [Interval; 3] = std::array::from_fn(|place| {
        factor(
            positions
                .iter()
                .filter_map(|it| Some([it.deep?[place], it.shallow[place]])),
        )
    });
    let texts = |of: &dyn Fn(usize) -> String| -> String {
        let texts: Vec<String> = EVALUATORS
            .iter()
            .enumerate()
            .map(|(place, name)| format!("with {name} {} times", of(place)))
            .collect();
        texts.join(", ")
    };
    let published = |place: usize| {
        let [shallow, deep] = [10, 12].map(|it| published_mean(timed, EVALUATORS[place], it));
        times(deep / shallow)
    };
    Claim {
        then: format!(
            "Depth 12 takes several times as long as depth 10: {}.",
            texts(&published)
        ),
        now: format!(
            "In the same positions {}; several is more than twice.",
            texts(&|place| factor_text(&ratios[place]))
        ),
        verdict: all_of(ratios.map(|ratio| ratio.less(2_f64.ln()).is_positive())),
    }
}

/// Each move of h1 beside the move of h2 in the same turn.
fn deeper_h1_takes_longer(mixed: &[&Timed]) -> Claim {
    let turns = |of: &dyn Fn(&Timed) -> Vec<f64>| -> Vec<[f64; 2]> {
        mixed
            .iter()
            .flat_map(|it| {
                let h1 = usize::from(it.listing.players[0] != "h1@12");
                let times = of(it);
                let turns: Vec<[f64; 2]> = times
                    .chunks_exact(2)
                    .map(|turn| [turn[h1], turn[1 - h1]])
                    .collect();
                turns
            })
            .collect()
    };
    let published = turns(&|it| it.listing.seconds().collect());
    let ours = turns(&|it| it.moves.iter().map(|it| it.seconds).collect());
    let ratio = factor(ours.iter().copied());
    Claim {
        then: format!(
            "Two plies deeper h1 takes longer than h2, though it can still be played with: {} times as long in the listed games.",
            factor_text(&factor(published))
        ),
        now: format!(
            "{} times as long, over {} turns of {} games.",
            factor_text(&ratio),
            ours.len(),
            mixed.len()
        ),
        verdict: ratio.is_positive(),
    }
}

/// With a depth there is no fall of the times from move to move as there is to the end of the game.
fn no_fall(timed: &[Timed]) -> Claim {
    let shallow = || timed.iter().filter(|it| !it.is_deep());
    let falls = |of: &dyn Fn(&Timed) -> Vec<f64>| -> Vec<[f64; 2]> {
        shallow()
            .flat_map(|it| {
                let times = of(it);
                let falls: Vec<[f64; 2]> = times.windows(2).map(|it| [it[0], it[1]]).collect();
                falls
            })
            .collect()
    };
    let published = factor(falls(&|it| it.listing.seconds().collect()));
    let fall = factor(falls(&|it| it.moves.iter().map(|it| it.seconds).collect()));
    let margin = Interval {
        value: -fall.value,
        low: -fall.high,
        high: -fall.low,
    };
    Claim {
        then: format!(
            "With a depth the time does not fall drastically with each move: by a factor of {} at depth 10.",
            factor_text(&published)
        ),
        now: format!(
            "By a factor of {} from one move to the next, over {} games; drastically is more than by half.",
            factor_text(&fall),
            shallow().count()
        ),
        verdict: margin.less(-2_f64.ln()).is_positive(),
    }
}

/// The first position is the same then and now, so the moves to draw from should be as many.
fn first_draws(timed: &[Timed]) -> Claim {
    let counts: Vec<(String, usize, usize)> = timed
        .iter()
        .filter(|it| it.is_of_equals())
        .filter_map(|it| {
            let theirs = it.listing.moves.first()?.equal?;
            Some((it.name(), theirs, it.moves.first()?.equal))
        })
        .collect();
    let texts = |of: fn(&(String, usize, usize)) -> usize| -> String {
        let texts: Vec<String> = counts
            .iter()
            .map(|count| format!("{} {}", count.0, of(count)))
            .collect();
        texts.join(", ")
    };
    let same = counts
        .iter()
        .filter(|(_, theirs, ours)| theirs == ours)
        .count();
    Claim {
        then: format!("Equally good first moves: {}.", texts(|it| it.1)),
        now: format!(
            "{}: as many in {same} of {}. The report's words leave open how the evaluators round, and what counts as depth.",
            texts(|it| it.2),
            counts.len()
        ),
        verdict: match same == counts.len() {
            true => Verdict::Confirmed,
            false => Verdict::NotConfirmed,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::published::listing;
    use super::*;

    fn timed(name: &'static str, scale: f64) -> Timed {
        let moves = (0..6).map(|place| Moved {
            text: "d".to_string(),
            seconds: scale * (1.0 + f64::from(place % 3) / 20.0),
            nodes: 1,
            choices: 7,
            equal: 2,
            value: None,
        });
        Timed {
            listing: listing(BOARD, [name, name]).expect("it is there"),
            moves: moves.collect(),
        }
    }

    fn verdicts(shallow: [f64; 3], deep: [f64; 3]) -> Vec<Verdict> {
        let games = ["h1@10", "h2@10", "h3@10", "h1@12", "h2@12", "h3@12"].map(|it| timed(it, 1.0));
        let positions = [1.0, 1.1, 1.3].map(|scale| Position {
            shallow: shallow.map(|it| it * scale),
            deep: Some(deep.map(|it| it * scale * scale)),
        });
        let found = findings(&games, &positions);
        assert_eq!(found.parts.len(), 3);
        assert_eq!(found.parts[0].rows.len(), 6, "as many as ours has");
        found.claims.iter().map(|it| it.verdict).collect()
    }

    #[test]
    fn verdicts_follow_the_times() {
        let (yes, no) = (Verdict::Confirmed, Verdict::NotConfirmed);
        assert_eq!(
            verdicts([1.0, 2.0, 2.1], [9.0, 20.0, 21.0]),
            [yes, yes, yes, yes, yes, yes, no]
        );
        assert_eq!(
            verdicts([2.0, 1.0, 3.1], [1.0, 2.0, 6.0]),
            [no, no, yes, no, no, yes, no]
        );
    }

    #[test]
    fn what_has_one_position_only_is_left_open() {
        let positions = [Position {
            shallow: [1.0, 2.0, 2.0],
            deep: None,
        }];
        let found = findings(&[timed("h1@10", 1.0)], &positions);
        assert_eq!(found.claims[0].verdict, Verdict::CannotTell);
        assert_eq!(found.claims[4].verdict, Verdict::CannotTell);
    }

    #[test]
    fn h1_is_compared_with_h2_in_each_turn() {
        let mut game = timed("h1@10", 1.0);
        game.listing = listing(BOARD, ["h2@10", "h1@12"]).expect("it is there");
        for (place, it) in game.moves.iter_mut().enumerate() {
            it.seconds = if place % 2 == 1 { 4.0 } else { 1.0 };
        }
        let claim = deeper_h1_takes_longer(&[&game]);
        assert!(
            claim
                .now
                .starts_with("4.00 (4.00 to 4.00) times as long, over 3 turns"),
            "{}",
            claim.now
        );
    }
}
