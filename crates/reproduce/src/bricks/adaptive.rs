//! The adaptive player: how wide it looks, how deep, and what that costs.

use super::numbers::{difference, fact, rank_correlation};
use super::published::{self, Amplitude, CHAMPION, Counts, Weights};
use crate::findings::{Claim, Findings, Part, Speed, Trouble, seconds};
use crate::intervals::{Interval, mean};
use crate::laboratory::{Laboratory, Size};
use crate::{Experiment, Source};
use arena::{Format, Openings, Plan, Record, Terms};
use report::{Bar, Curve, bar_plot, curve_plot};
use search::adaptive;
use std::collections::HashMap;

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "bricks-adaptive",
    source: Source::Bricks,
    title: "The adaptive player: width against depth",
    covers: "tables 13, 14, figures 10–15",
    asked: "With the cost held at n^(2k), how many of the best moves (n^x) should the player look at, and how deep?",
    found: "For k = 3 x = 0.5 has the most points in ten games, for k = 4 x = 1.0, by far and without a loss.",
    run,
};

const GAME: &str = "bricks:11";
const SIDE: f64 = 11.0;
const SECOND_BEST: Weights = Weights([246.98, 213.44, 294.05, 284.06, 264.83]);
/// Games with each side against heurb: it is on the published list of opponents three times.
const HEURB_MEETINGS: u32 = 3;
const HEURB_GAMES: f64 = 2.0 * HEURB_MEETINGS as f64;

/// An adaptive player: what was published, and our games.
struct Candidate {
    published: Amplitude,
    /// Its points against heurb, a number for each game; the published number of games comes first.
    heurb: Vec<f64>,
    /// Its games against both greedy players, which are the same each time.
    greedy: Vec<Game>,
    /// The games of the published ten.
    ten: Vec<Game>,
}

#[derive(Debug, Clone, Copy)]
struct Game {
    is_first: bool,
    points: f64,
    margin: i32,
    seconds: f64,
}

fn player(k: u32, x: f64) -> String {
    format!("adaptive:x={x},k={k},weights={CHAMPION}")
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let mut candidates: Vec<Candidate> = published::amplitudes()?
        .into_iter()
        .filter(|it| laboratory.size == Size::Full || is_cheap(it))
        .map(|published| Candidate {
            published,
            heurb: Vec::new(),
            greedy: Vec::new(),
            ten: Vec::new(),
        })
        .collect();
    candidates.sort_by(|one, other| {
        let key = |it: &Candidate| (it.published.k, it.published.x);
        key(one)
            .partial_cmp(&key(other))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let opponents = [
        ("greedy-best", CHAMPION.player(), 1),
        ("greedy-second", SECOND_BEST.player(), 1),
        ("heurb", "heurb".to_string(), HEURB_MEETINGS),
    ];
    for (part, opponent, meetings) in opponents {
        let games = gauntlet(laboratory, part, &opponent, &candidates, meetings)?;
        for (candidate, games) in candidates.iter_mut().zip(games) {
            candidate.ten.extend(&games);
            match part {
                "heurb" => candidate.heurb.extend(games.iter().map(|it| it.points)),
                _ => candidate.greedy.extend(games),
            }
        }
    }
    if laboratory.size == Size::Full {
        for k in [3, 4] {
            let places: Vec<usize> = (0..candidates.len())
                .filter(|&it| candidates[it].published.k == k)
                .collect();
            let own: Vec<&Candidate> = places.iter().map(|&it| &candidates[it]).collect();
            let meetings = if k == 3 { MORE_3 } else { MORE_4 };
            let games = gauntlet_of(
                laboratory,
                &format!("heurb-more-{k}"),
                "heurb",
                &own,
                meetings,
            )?;
            for (place, games) in places.into_iter().zip(games) {
                candidates[place]
                    .heurb
                    .extend(games.iter().map(|it| it.points));
            }
        }
    }
    let mut parts = Vec::new();
    let mut claims = vec![agreement(&candidates)];
    let mut speeds = Vec::new();
    for k in [3, 4] {
        let own: Vec<&Candidate> = candidates.iter().filter(|it| it.published.k == k).collect();
        parts.push(table(k, &own));
        parts.push(figures(k, &own));
        claims.extend(claims_of(k, &own));
        speeds.extend(speeds_of(k, &own));
    }
    claims.push(deeper(&candidates));
    claims.push(greedy_losses(&candidates));
    Ok(Findings {
        parts,
        claims,
        speeds,
    })
}

/// Meetings more against heurb, by k.
const MORE_3: u32 = 47;
const MORE_4: u32 = 17;

/// What a quick run has of k = 4; the others take seconds for a game.
const QUICK_4: [f64; 7] = [0.1, 0.7, 0.9, 1.0, 1.1, 1.5, 2.0];

fn is_cheap(published: &Amplitude) -> bool {
    published.k == 3 || QUICK_4.contains(&published.x)
}

fn gauntlet(
    laboratory: &mut Laboratory<'_>,
    part: &str,
    opponent: &str,
    candidates: &[Candidate],
    meetings: u32,
) -> Result<Vec<Vec<Game>>, Trouble> {
    gauntlet_of(
        laboratory,
        part,
        opponent,
        &candidates.iter().collect::<Vec<_>>(),
        meetings,
    )
}

/// One opponent against all candidates, with both sides from the empty board: the games of each of them.
fn gauntlet_of(
    laboratory: &mut Laboratory<'_>,
    part: &str,
    opponent: &str,
    candidates: &[&Candidate],
    meetings: u32,
) -> Result<Vec<Vec<Game>>, Trouble> {
    let players = candidates
        .iter()
        .map(|it| player(it.published.k, it.published.x));
    let mut plan = Plan {
        format: Format::Gauntlet,
        games: vec![GAME.to_string()],
        players: std::iter::once(opponent.to_string())
            .chain(players)
            .collect(),
        rounds: 1,
        openings_per_meeting: meetings,
        openings: Openings::Start,
        terms: Terms::default(),
        seed: laboratory.seed(part),
        sprt: None,
    };
    laboratory.tournament(part, &mut plan)?;
    let records = laboratory.records(part)?;
    Ok(games_of(&plan.players[1..], &records))
}

/// The games of each of some players, as they see them.
fn games_of(players: &[String], records: &[Record]) -> Vec<Vec<Game>> {
    let numbers: HashMap<&str, usize> = players.iter().map(String::as_str).zip(0..).collect();
    let mut games = vec![Vec::new(); players.len()];
    for record in records {
        for side in game::Side::BOTH {
            if let Some(&number) = numbers.get(record.players[side.index()].as_str()) {
                games[number].push(Game {
                    is_first: side == game::Side::First,
                    points: record.points[side.index()] as f64 / 1000.0,
                    margin: record.margin * side.sign(),
                    seconds: record.thinking(side).0.as_secs_f64(),
                });
            }
        }
    }
    games
}

impl Candidate {
    /// What ten games against the published list of opponents come to: those against the greedy players are known, of
    /// those against heurb there is a mean.
    fn expected(&self) -> Interval {
        let greedy: f64 = self.greedy.iter().map(|it| it.points).sum();
        let heurb = Interval::of_mean(&self.heurb);
        let total = |of_game: f64| greedy + HEURB_GAMES * of_game;
        Interval {
            value: total(heurb.value),
            low: total(heurb.low),
            high: total(heurb.high),
        }
    }

    /// Where the sum of ten games lies 95 times of 100.
    fn range_of_ten(&self) -> Interval {
        let expected = self.expected();
        let of_mean = (expected.high - expected.low) / 2.0;
        // The error of a mean of so many games, as that of a sum of six of them.
        let of_six = of_mean * (self.heurb.len() as f64 / HEURB_GAMES).sqrt();
        let error = of_mean.hypot(of_six);
        Interval {
            value: expected.value,
            low: expected.value - error,
            high: expected.value + error,
        }
    }

    fn points_of_ten(&self) -> f64 {
        self.ten.iter().map(|it| it.points).sum()
    }

    fn counts(&self) -> Counts {
        let count = |is_first: bool, sign: i32| {
            let matching = self
                .ten
                .iter()
                .filter(|it| it.is_first == is_first && it.margin.signum() == sign);
            matching.count() as u64
        };
        Counts {
            first_wins: count(true, 1),
            first_losses: count(true, -1),
            second_wins: count(false, 1),
            second_losses: count(false, -1),
            draws: count(true, 0) + count(false, 0),
        }
    }

    fn seconds(&self) -> f64 {
        mean(&self.ten.iter().map(|it| it.seconds).collect::<Vec<_>>())
    }

    fn name(&self) -> String {
        format!("x = {:.1}", self.published.x)
    }
}

fn table(k: u32, own: &[&Candidate]) -> Part {
    let number = if k == 3 { 13 } else { 14 };
    let mut part = Part::new(
        format!(
            "Table {number}: ten games with k = {k}; won–lost as first, won–lost as second, drawn"
        ),
        &[
            "x",
            "width",
            "height",
            "points, published",
            "ours",
            "ours, expected (95 %)",
            "games, published",
            "ours",
            "time of a game, published",
            "ours",
        ],
    );
    for candidate in own {
        let published = &candidate.published;
        let (width, height) = (
            adaptive::width(SIDE, published.x),
            adaptive::height(published.x, k),
        );
        part.row([
            format!("{:.1}", published.x),
            width.to_string(),
            height.to_string(),
            format!("{:.1}", published.points),
            format!("{:.1}", candidate.points_of_ten()),
            format!("{:.0}", candidate.expected()),
            published.counts.to_string(),
            candidate.counts().to_string(),
            seconds(published.milliseconds / 1000.0),
            seconds(candidate.seconds()),
        ]);
    }
    let games = own.first().map_or(0, |it| it.heurb.len());
    part.remarks.push(format!(
        "Expected: the four games against the greedy players, which are the same each time, and six times the mean of {games} games \
         against heurb."
    ));
    if k == 3 {
        part.remarks.push(same_player(own));
    }
    part
}

/// For k = 3 all players from x = 1.1 on look one ply ahead, and are the same.
fn same_player(own: &[&Candidate]) -> String {
    let same: Vec<f64> = own
        .iter()
        .filter(|it| adaptive::height(it.published.x, 3) == 1)
        .map(|it| it.published.points)
        .collect();
    let [low, high] = [f64::min, f64::max].map(|of| same.iter().copied().reduce(of).unwrap_or(0.0));
    format!(
        "{} of them look one ply ahead only, and so are the same player: their published points, from {low:.1} to {high:.1}, show how much \
         ten games say.",
        same.len()
    )
}

fn figures(k: u32, own: &[&Candidate]) -> Part {
    let [points, games, rate] = if k == 3 { [10, 11, 14] } else { [12, 13, 15] };
    let curve = |label: &str, of: &dyn Fn(&Candidate) -> f64| Curve {
        label: label.to_string(),
        points: own.iter().map(|it| [it.published.x, of(it)]).collect(),
        band: Vec::new(),
    };
    let expected = Curve {
        band: own
            .iter()
            .map(|it| it.expected())
            .map(|it| [it.low, it.high])
            .collect(),
        ..curve("ours, expected", &|it| it.expected().value)
    };
    let title = format!("Figure {points}: points in ten games, k = {k}");
    let points_plot = curve_plot(
        &title,
        "x",
        "points",
        &[
            curve("published", &|it| it.published.points),
            curve("ours, ten games", &Candidate::points_of_ten),
            expected,
        ],
    );
    let mut bars = Vec::new();
    for candidate in own {
        for (whose, counts) in [
            ("published", candidate.published.counts),
            ("ours", candidate.counts()),
        ] {
            bars.push(Bar {
                label: format!("{}, {whose}", candidate.name()),
                parts: counts.parts(),
            });
        }
    }
    let games_plot = bar_plot(
        &format!("Figure {games}: games, k = {k}"),
        &Counts::PARTS,
        &bars,
    );
    let rate_plot = curve_plot(
        &format!("Figure {rate}: points by time, k = {k}"),
        "x",
        "points for a second of thinking, as powers of 10",
        &[
            curve("published", &|it| published_rate(it).log10()),
            curve("ours", &|it| our_rate(it).max(1e-3).log10()),
        ],
    );
    Part {
        title,
        plots: vec![points_plot, games_plot, rate_plot],
        ..Part::default()
    }
}

fn published_rate(candidate: &Candidate) -> f64 {
    let published = &candidate.published;
    published.points / 10.0 / (published.milliseconds / 1000.0)
}

fn our_rate(candidate: &Candidate) -> f64 {
    candidate.expected().value / 10.0 / candidate.seconds().max(1e-9)
}

/// Whether the published points are such as our players would have.
fn agreement(candidates: &[Candidate]) -> Claim {
    let inside = candidates.iter().filter(|it| {
        let range = it.range_of_ten();
        (range.low..=range.high).contains(&it.published.points)
    });
    let share = Interval::of_share(inside.count() as u64, candidates.len() as u64);
    Claim {
        then: "The points of tables 13 and 14.".to_string(),
        now: format!(
            "{:.0} % of them ({:.0} to {:.0}) lie where the sum of ten games of our player does 95 times of 100.",
            100.0 * share.value,
            100.0 * share.low,
            100.0 * share.high,
        ),
        verdict: share.less(0.95).is_within(0.05),
    }
}

/// The one with the most points.
fn best<'run>(own: impl Iterator<Item = &'run Candidate>) -> Option<&'run Candidate> {
    own.max_by(|one, other| one.expected().value.total_cmp(&other.expected().value))
}

fn claims_of(k: u32, own: &[&Candidate]) -> Vec<Claim> {
    let claimed = if k == 3 { 0.5 } else { 1.0 };
    let mut claims = Vec::new();
    if let (Some(chosen), Some(rival)) = (
        own.iter().find(|it| it.published.x == claimed),
        best(own.iter().copied().filter(|it| it.published.x != claimed)),
    ) {
        let lead = difference(&chosen.expected(), &rival.expected());
        claims.push(Claim {
            then: format!("For k = {k} x = {claimed:.1} has the most points."),
            now: format!(
                "It comes to {:.0} points in ten games; the best other one, {}, to {:.0}. It leads by {lead:.0}.",
                chosen.expected(),
                rival.name(),
                rival.expected(),
            ),
            verdict: lead.is_positive(),
        });
        if k == 4 {
            let unbeaten = own.iter().filter(|it| it.counts().losses() == 0);
            let unbeaten: Vec<String> = unbeaten.map(|it| it.name()).collect();
            claims.push(Claim {
                then: "For k = 4 x = 1.0 is the only one that loses none of its ten games."
                    .to_string(),
                now: format!(
                    "It loses {}; without a loss: {}.",
                    chosen.counts().losses(),
                    if unbeaten.is_empty() {
                        "nobody".to_string()
                    } else {
                        unbeaten.join(", ")
                    },
                ),
                verdict: fact(unbeaten == [chosen.name()]),
            });
        }
        let by_rate = |of: &dyn Fn(&Candidate) -> f64| {
            let above = own.iter().filter(|it| of(it) > of(chosen)).count();
            above + 1
        };
        let rank = by_rate(&our_rate);
        claims.push(Claim {
            then: format!(
                "For k = {k} the one with the most points makes poor use of its time: {} of {} by points for a second.",
                by_rate(&published_rate),
                own.len()
            ),
            now: format!("{rank} of {}.", own.len()),
            verdict: fact(rank > own.len() / 2),
        });
    }
    let correlations = |of: &dyn Fn(&Candidate) -> [f64; 2]| {
        rank_correlation(&own.iter().map(|it| of(it)).collect::<Vec<_>>())
    };
    for (what, published, ours) in [
        (
            "x and the time of a game",
            correlations(&|it| [it.published.x, it.published.milliseconds]),
            correlations(&|it| [it.published.x, it.seconds()]),
        ),
        (
            "the points and the time of a game",
            correlations(&|it| [it.published.points, it.published.milliseconds]),
            correlations(&|it| [it.expected().value, it.seconds()]),
        ),
    ] {
        claims.push(Claim {
            then: format!("For k = {k} there is no relation between {what}."),
            now: format!("Spearman's correlation is {ours:.2}; of the published numbers it is {published:.2}. (None: within ± 0.5.)"),
            verdict: ours.is_within(0.5),
        });
    }
    claims
}

/// A larger k against a smaller one.
fn deeper(candidates: &[Candidate]) -> Claim {
    let [three, four] = [3, 4].map(|k| {
        let own = candidates.iter().filter(|it| it.published.k == k);
        best(own).map_or(Interval::of_mean(&[]), Candidate::expected)
    });
    let lead = difference(&four, &three);
    Claim {
        then: "The best with k = 4 has many more points than the best with k = 3 (370 and 260)."
            .to_string(),
        now: format!("{four:.0} and {three:.0} points in ten games: {lead:.0} more."),
        verdict: lead.is_positive(),
    }
}

/// The games against the greedy players are the same each time.
fn greedy_losses(candidates: &[Candidate]) -> Claim {
    let losses = |x: f64| {
        let found = candidates
            .iter()
            .find(|it| it.published.k == 3 && it.published.x == x);
        found.map_or([0, 0], |it| {
            [true, false].map(|first| {
                it.greedy
                    .iter()
                    .filter(|game| game.is_first == first && game.margin < 0)
                    .count()
            })
        })
    };
    let [five, six] = [0.5, 0.6].map(losses);
    Claim {
        then: "For k = 3 x = 0.5 loses to both greedy players as the second side; x = 0.6 loses to neither.".to_string(),
        now: format!(
            "x = 0.5 loses {} of two as the first side and {} of two as the second, x = 0.6 {} and {}.",
            five[0], five[1], six[0], six[1]
        ),
        verdict: fact(five == [0, 2] && six == [0, 0]),
    }
}

fn speeds_of(k: u32, own: &[&Candidate]) -> Vec<Speed> {
    let whole = Speed {
        what: format!("a game with k = {k}, mean over {} values of x", own.len()),
        published: mean(
            &own.iter()
                .map(|it| it.published.milliseconds / 1000.0)
                .collect::<Vec<_>>(),
        ),
        ours: mean(&own.iter().map(|it| it.seconds()).collect::<Vec<_>>()),
    };
    let claimed = if k == 3 { 0.5 } else { 1.0 };
    let best = own
        .iter()
        .find(|it| it.published.x == claimed)
        .map(|it| Speed {
            what: format!("a game with k = {k}, {}", it.name()),
            published: it.published.milliseconds / 1000.0,
            ours: it.seconds(),
        });
    std::iter::once(whole).chain(best).collect()
}
