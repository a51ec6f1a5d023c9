//! How long the three evaluators take, by depth.

use super::published::{Listing, listings};
use super::{POWERS, all_of, curve, factor, factor_text, total};
use crate::findings::{Claim, Findings, Part, Speed, Trouble, Verdict, seconds, times};
use crate::intervals::{Interval, mean};
use crate::laboratory::Laboratory;
use crate::measure::{Moved, Watched, play_beginning};
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

/// A listing and our games of the same players.
struct Timed {
    listing: Listing,
    /// The first one as long as the listing, if there is time for that.
    games: Vec<Watched>,
    /// How many plies all of them have.
    plies: usize,
}

impl Timed {
    fn name(&self) -> String {
        let [first, second] = self.listing.players;
        match first == second {
            true => first.to_string(),
            false => format!("{first} – {second}"),
        }
    }

    /// The times of the games for so many plies, one for each.
    fn totals(&self, plies: usize) -> Vec<f64> {
        let games = self.games.iter();
        games.map(|game| total(&game.moves, plies)).collect()
    }

    fn first_game(&self) -> &[Moved] {
        self.games.first().map_or(&[], |game| &game.moves)
    }
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let mut timed = Vec::new();
    for listing in listings()?.into_iter().filter(|it| it.board == BOARD) {
        timed.extend(measure(laboratory, listing)?);
    }
    Ok(findings(&timed))
}

/// Our games of a listing; none if there is no time for that.
fn measure(laboratory: &mut Laboratory<'_>, listing: Listing) -> Result<Option<Timed>, Trouble> {
    let [first, second] = listing.players;
    let is_deep = [first, second].iter().any(|it| it.ends_with("@12"));
    let listed = listing.moves.len();
    // Games, their plies, and those of the first game.
    let (count, plies, longest) = match (is_deep, first == second) {
        (false, _) => laboratory.pick((3, 6, listed), (10, 10, listed)),
        (true, true) => laboratory.pick((2, 2, 2), (4, 10, listed)),
        (true, false) => laboratory.pick((0, 0, 0), (4, 10, listed)),
    };
    let game = listing.game()?;
    let [text, other] = listing.texts()?;
    let mut games: Vec<Watched> = Vec::new();
    for number in 0..count {
        let key = format!("{first} {second} game {number}");
        let seed = laboratory.seed(&key);
        let plies = if number == 0 { longest } else { plies };
        games.push(laboratory.measure(&key, |stop| {
            play_beginning(&game, [&text, &other], seed, plies, stop)
        })?);
    }
    Ok((count > 0).then_some(Timed {
        listing,
        games,
        plies,
    }))
}

fn findings(timed: &[Timed]) -> Findings {
    let find = |first: &str, second: &str| {
        timed
            .iter()
            .find(|it| it.listing.players == [first, second])
    };
    let mut findings = Findings::default();
    for (title, games) in [
        (
            "Depth 10",
            ["h1@10", "h2@10", "h3@10"].map(|it| find(it, it)).to_vec(),
        ),
        (
            "Depth 12",
            ["h1@12", "h2@12", "h3@12"].map(|it| find(it, it)).to_vec(),
        ),
        (
            "h1 to depth 12 against h2 to depth 10",
            vec![find("h1@12", "h2@10"), find("h2@10", "h1@12")],
        ),
    ] {
        let games: Vec<&Timed> = games.into_iter().flatten().collect();
        if !games.is_empty() {
            findings.parts.push(table(title, &games));
        }
    }
    findings.speeds = timed.iter().map(speed).collect();
    for depth in ["10", "12"] {
        let of = |name: &str| {
            let player = format!("{name}@{depth}");
            find(&player, &player)
        };
        if let [Some(h1), Some(h2), Some(h3)] = ["h1", "h2", "h3"].map(of) {
            findings.claims.push(first_is_fastest([h1, h2, h3]));
            findings.claims.push(two_are_similar([h2, h3]));
        }
    }
    let depths: Vec<[&Timed; 2]> = ["h1", "h2", "h3"]
        .iter()
        .filter_map(|name| {
            let [shallow, deep] = ["10", "12"].map(|depth| format!("{name}@{depth}"));
            Some([find(&deep, &deep)?, find(&shallow, &shallow)?])
        })
        .collect();
    findings.claims.extend(deeper_takes_longer(&depths));
    let mixed = [("h1@12", "h2@10", 0), ("h2@10", "h1@12", 1)];
    let mixed: Vec<(&Timed, usize)> = mixed
        .into_iter()
        .filter_map(|(first, second, deep)| Some((find(first, second)?, deep)))
        .collect();
    findings.claims.extend(deeper_h1_takes_longer(&mixed));
    findings.claims.push(no_fall(timed));
    findings.claims.push(first_draws(timed));
    findings
}

fn table(title: &str, games: &[&Timed]) -> Part {
    let mut columns = vec!["move".to_string()];
    for it in games {
        columns.push(format!("{}, published", it.name()));
        columns.push("ours".to_string());
        columns.push("equal moves, published".to_string());
        columns.push("ours".to_string());
    }
    let mut part = Part {
        title: format!(
            "{title}, 7 × 7: time for each move of a game, and among how many equal moves it drew"
        ),
        columns,
        ..Part::default()
    };
    let longest = games.iter().map(|it| it.listing.moves.len()).max();
    for place in 0..longest.unwrap_or(0) {
        let mut row = vec![(place + 1).to_string()];
        for it in games {
            let theirs = it.listing.moves.get(place);
            let ours = it.first_game().get(place);
            row.extend(
                [
                    theirs.map(|it| seconds(it.seconds)),
                    ours.map(|it| seconds(it.seconds)),
                    theirs.and_then(|it| it.equal).map(|it| it.to_string()),
                    ours.map(|it| it.equal.to_string()),
                ]
                .map(|text| text.unwrap_or_else(|| "–".to_string())),
            );
        }
        part.row(row);
    }
    let counted: Vec<String> = games
        .iter()
        .map(|it| format!("{} of {}", it.games.len(), it.name()))
        .collect();
    let plies = games.iter().map(|it| it.plies).min().unwrap_or(0);
    part.remarks.push(format!(
        "Equal moves are drawn by lot, so that games differ after the first draw; ours is the first of {} games, whose first {plies} \
         moves are what the claims are about.",
        counted.join(", ")
    ));
    let curves: Vec<Curve> = games
        .iter()
        .flat_map(|it| {
            [
                curve(format!("{}, published", it.name()), 1, it.listing.seconds()),
                curve(
                    format!("{}, ours", it.name()),
                    1,
                    it.first_game().iter().map(|it| it.seconds),
                ),
            ]
        })
        .collect();
    let title = format!("{title}, 7 × 7: time for each move");
    part.plots.push(curve_plot(&title, "move", POWERS, &curves));
    part
}

fn speed(timed: &Timed) -> Speed {
    let moves = timed.first_game().len().min(timed.listing.moves.len());
    Speed {
        what: format!("{}, {moves} moves", timed.name()),
        published: timed.listing.seconds().take(moves).sum(),
        ours: total(timed.first_game(), moves),
    }
}

/// By what factor the games of one take longer than those of the other, as a logarithm, over as many plies as all
/// of them have. Which game is paired with which does not matter: they are independent.
fn longer(one: &Timed, other: &Timed) -> Interval {
    let plies = one.plies.min(other.plies);
    let pairs = one.totals(plies).into_iter().zip(other.totals(plies));
    factor(pairs.map(|(one, other)| [one, other]))
}

/// The same of the published games: the mean of all moves of one over that of the other.
fn published_longer(one: &Timed, other: &Timed) -> f64 {
    let average = |it: &Timed| mean(&it.listing.seconds().collect::<Vec<_>>());
    average(one) / average(other)
}

fn first_is_fastest([h1, h2, h3]: [&Timed; 3]) -> Claim {
    let [than_h2, than_h3] = [longer(h2, h1), longer(h3, h1)];
    Claim {
        then: format!(
            "{} takes less time than {} and {}: they take {} and {} times as long for a move.",
            h1.name(),
            h2.name(),
            h3.name(),
            times(published_longer(h2, h1)),
            times(published_longer(h3, h1)),
        ),
        now: format!(
            "They take {} and {} times as long.",
            factor_text(&than_h2),
            factor_text(&than_h3)
        ),
        verdict: all_of([than_h2.is_positive(), than_h3.is_positive()]),
    }
}

fn two_are_similar([h2, h3]: [&Timed; 2]) -> Claim {
    let ratio = longer(h2, h3);
    Claim {
        then: format!(
            "{} and {} take similar times: a ratio of {}.",
            h2.name(),
            h3.name(),
            times(published_longer(h2, h3))
        ),
        now: format!(
            "A ratio of {}; similar is up to {SIMILAR} either way.",
            factor_text(&ratio)
        ),
        verdict: ratio.is_within(SIMILAR.ln()),
    }
}

fn deeper_takes_longer(depths: &[[&Timed; 2]]) -> Option<Claim> {
    if depths.is_empty() {
        return None;
    }
    let texts = |of: &dyn Fn(&[&Timed; 2]) -> String| -> String {
        let texts: Vec<String> = depths
            .iter()
            .map(|pair| format!("{} {} times", pair[0].name(), of(pair)))
            .collect();
        texts.join(", ")
    };
    let ratios = depths.iter().map(|[deep, shallow]| longer(deep, shallow));
    Some(Claim {
        then: format!(
            "Depth 12 takes several times as long as depth 10: {}.",
            texts(&|[deep, shallow]| times(published_longer(deep, shallow)))
        ),
        now: format!(
            "{}; several is more than twice.",
            texts(&|[deep, shallow]| factor_text(&longer(deep, shallow)))
        ),
        verdict: all_of(ratios.map(|ratio| ratio.less(2_f64.ln()).is_positive())),
    })
}

/// The moves of one side of a game, of those from the start on.
fn share<T: Copy>(moves: impl IntoIterator<Item = T>, side: usize) -> Vec<T> {
    moves.into_iter().skip(side).step_by(2).collect()
}

fn deeper_h1_takes_longer(mixed: &[(&Timed, usize)]) -> Option<Claim> {
    if mixed.is_empty() {
        return None;
    }
    let mut ratios = Vec::new();
    let mut published = Vec::new();
    for (timed, deep) in mixed {
        let listed = |side| mean(&share(timed.listing.seconds(), side));
        published.push(times(listed(*deep) / listed(1 - deep)));
        ratios.extend(timed.games.iter().map(|game| {
            let times = |side| {
                let all = game.moves.iter().take(timed.plies).map(|it| it.seconds);
                mean(&share(all, side))
            };
            [times(*deep), times(1 - deep)]
        }));
    }
    let games = ratios.len();
    let ratio = factor(ratios);
    Some(Claim {
        then: format!(
            "Even with two plies more h1 can be played with: in the listed games it takes {} times as long for a move as h2.",
            published.join(" and ")
        ),
        now: format!(
            "In {games} games h1 to depth 12 takes {} times as long as h2 to depth 10; it is asked whether it takes longer at all.",
            factor_text(&ratio)
        ),
        verdict: ratio.is_positive(),
    })
}

/// With a depth there is no fall of the times from move to move as there is to the end of the game.
fn no_fall(timed: &[Timed]) -> Claim {
    let falls: Vec<f64> = timed
        .iter()
        .filter(|it| it.listing.players.iter().all(|name| name.ends_with("@10")))
        .flat_map(|it| &it.games)
        .filter_map(|game| {
            let (first, rest) = game.moves.split_first()?;
            let last = rest.last()?;
            Some((first.seconds / last.seconds).ln() / rest.len() as f64)
        })
        .collect();
    let fall = Interval::of_mean(&falls);
    let margin = Interval {
        value: -fall.value,
        low: -fall.high,
        high: -fall.low,
    };
    Claim {
        then: "With a depth the times do not fall drastically with each move, as they do to the end of the game."
            .to_string(),
        now: format!(
            "At depth 10 they fall by a factor of {} from one move to the next, over {} games; drastically is more than by half.",
            factor_text(&fall),
            falls.len()
        ),
        verdict: margin.less(-2_f64.ln()).is_positive(),
    }
}

/// The first position is the same then and now, so the moves to draw from should be as many.
fn first_draws(timed: &[Timed]) -> Claim {
    let counts: Vec<(String, usize, usize)> = timed
        .iter()
        .filter(|it| it.listing.players[0] == it.listing.players[1])
        .filter_map(|it| {
            let theirs = it.listing.moves.first()?.equal?;
            Some((it.name(), theirs, it.first_game().first()?.equal))
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
            "{}: as many in {same} of {}. The report's words leave open how the evaluators treat the margins, and what counts as depth.",
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
    use super::*;

    fn timed(name: &'static str, scale: f64) -> Timed {
        let listing = super::super::published::listing(BOARD, [name, name]).expect("it is there");
        let game = |shift: f64| Watched {
            moves: (0..6)
                .map(|place| Moved {
                    text: "d".to_string(),
                    seconds: scale * (1.0 + shift + f64::from(place % 3) / 20.0),
                    nodes: 1,
                    choices: 7,
                    equal: 2,
                    value: None,
                })
                .collect(),
            margin: 0,
        };
        Timed {
            listing,
            games: vec![game(0.0), game(0.02), game(-0.02)],
            plies: 6,
        }
    }

    #[test]
    fn verdicts_follow_the_times() {
        let found = findings(&[
            timed("h1@10", 1.0),
            timed("h2@10", 2.0),
            timed("h3@10", 2.1),
        ]);
        let verdicts: Vec<Verdict> = found.claims.iter().map(|it| it.verdict).collect();
        assert_eq!(
            verdicts,
            [
                Verdict::Confirmed,
                Verdict::Confirmed,
                Verdict::Confirmed,
                Verdict::NotConfirmed
            ]
        );
        assert!(found.claims[3].now.contains("as many in 1 of 3"));
        let contrary = findings(&[
            timed("h1@10", 2.0),
            timed("h2@10", 1.0),
            timed("h3@10", 3.1),
        ]);
        let verdicts: Vec<Verdict> = contrary.claims.iter().map(|it| it.verdict).collect();
        assert_eq!(verdicts[..2], [Verdict::NotConfirmed; 2]);
    }

    #[test]
    fn depths_are_compared_over_the_plies_that_both_have() {
        let deep = Timed {
            plies: 2,
            ..timed("h1@12", 5.0)
        };
        let shallow = timed("h1@10", 1.0);
        assert!((longer(&deep, &shallow).value.exp() - 5.0).abs() < 1e-9);
        let claim = deeper_takes_longer(&[[&deep, &shallow]]).expect("there is one");
        assert_eq!(claim.verdict, Verdict::Confirmed);
        assert_eq!(deeper_takes_longer(&[]), None);
    }

    #[test]
    fn sides_take_turns() {
        assert_eq!(share([1, 2, 3, 4, 5], 0), [1, 3, 5]);
        assert_eq!(share([1, 2, 3, 4, 5], 1), [2, 4]);
    }
}
