//! All weights from 0 to 5: a Swiss tournament inside, and everybody against heurb.

use super::numbers::{at_most, both, difference, fact, rank_correlation};
use super::published::{self, Counts, FEATURE_NAMES, SwissPlace, Weights};
use crate::findings::{Claim, Findings, Part, Trouble, Verdict};
use crate::intervals::{Interval, mean};
use crate::laboratory::{Laboratory, Size};
use crate::{Experiment, Source};
use arena::{Format, Openings, Plan, Row, Standings, Terms, expand};
use report::{Bar, bar_plot};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "bricks-swiss",
    source: Source::Bricks,
    title: "Swiss tournaments of all 7 776 greedy players with weights from 0 to 5",
    covers: "tables 8, 9, figures 2–5",
    asked: "Which whole weights from 0 to 5 are the best, in games among themselves and in games against heurb?",
    found: "Inside 2/4/4/0/1 wins, against heurb 3/1/3/1/3. The third weight and the first are the greatest; against heurb the last \
            one gains.",
    run,
};

const HEURB: &str = "heurb";
const ROUNDS: usize = 6;
const BEST: usize = 15;
/// How many take part in a quick run, beside the published winners.
const QUICK_PLAYERS: usize = 150;

/// One of the two tournaments.
struct Kind {
    is_inner: bool,
    part: &'static str,
    table: u32,
    figures: [u32; 2],
    /// By which our lots for the boards of the six rounds fall as theirs did.
    seed: u64,
    /// Points of a game of the first and the fifteenth, as published.
    points: [f64; 2],
}

const KINDS: [Kind; 2] = [
    Kind {
        is_inner: true,
        part: "inner",
        table: 8,
        figures: [2, 3],
        seed: 438_223,
        points: [43.5, 36.9],
    },
    Kind {
        is_inner: false,
        part: "heurb",
        table: 9,
        figures: [4, 5],
        seed: 138_627,
        points: [26.9, 23.3],
    },
];

impl Kind {
    fn title(&self) -> &'static str {
        match self.is_inner {
            true => "among themselves",
            false => "against heurb",
        }
    }
}

/// What came of a tournament.
struct Played {
    /// After each round the best, and the cells a side of its board.
    rounds: Vec<(u32, Vec<Weights>)>,
    /// Everybody at the end, from the first on.
    table: Vec<(Weights, Row)>,
    /// The points of everybody in the first half of the rounds and in the second.
    halves: Vec<[f64; 2]>,
}

/// The published best of a tournament, round by round.
fn published_rounds(places: &[SwissPlace], is_inner: bool) -> Vec<(u32, Vec<Weights>)> {
    (1..=ROUNDS)
        .map(|round| {
            let own: Vec<&SwissPlace> = places
                .iter()
                .filter(|it| it.is_inner == is_inner && it.round == round)
                .collect();
            let size = own.first().map_or(0, |it| it.size);
            (size, own.iter().map(|it| it.weights).collect())
        })
        .collect()
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let places = published::swiss()?;
    let weights = field(laboratory, &places)?;
    let mut parts = Vec::new();
    let mut played = Vec::new();
    for kind in &KINDS {
        let theirs = published_rounds(&places, kind.is_inner);
        let ours = play(laboratory, kind, &weights)?;
        parts.push(rounds_table(kind, &theirs, &ours));
        parts.push(final_table(kind, &theirs, &ours));
        played.push((theirs, ours));
    }
    parts.push(weights_table(&played));
    let [inner, heurb] = [&played[0], &played[1]];
    let mut claims = vec![
        wins_and_points(&inner.1),
        greatest_weights(inner),
        coming_and_going(inner, "inside", "the text says ten"),
        coming_and_going(heurb, "against heurb", "so says the text"),
        halves(&inner.1, "inside"),
        halves(&heurb.1, "against heurb"),
        fewer_points(inner, heurb),
        larger_boards(inner, heurb),
        nothing_unused(heurb),
        fourth_is_one(heurb),
        divisions(inner, heurb),
    ];
    for (kind, (theirs, ours)) in KINDS.iter().zip(&played) {
        claims.extend(winner(laboratory, kind, theirs, ours)?);
    }
    Ok(Findings {
        parts,
        claims,
        speeds: Vec::new(),
    })
}

/// Who takes part: everybody, or the published winners and some by lot.
fn field(laboratory: &Laboratory<'_>, places: &[SwissPlace]) -> Result<Vec<Weights>, Trouble> {
    let all = expand("0..5/0..5/0..5/0..5/0..5").map_err(Trouble::from_error)?;
    let all: Vec<Weights> = all
        .iter()
        .map(|text| text.parse())
        .collect::<Result<_, _>>()?;
    if laboratory.size == Size::Full {
        return Ok(all);
    }
    let winners = [true, false].map(|is_inner| {
        let own = |it: &&SwissPlace| it.is_inner == is_inner && it.round == ROUNDS;
        places.iter().find(own).map(|it| it.weights)
    });
    let mut chosen: Vec<Weights> = winners.into_iter().flatten().collect();
    let mut generator = laboratory.random("field");
    let count = chosen.len() + QUICK_PLAYERS;
    while chosen.len() < count {
        let drawn = all[generator.below(all.len())];
        if !chosen.contains(&drawn) {
            chosen.push(drawn);
        }
    }
    Ok(chosen)
}

fn play(
    laboratory: &mut Laboratory<'_>,
    kind: &Kind,
    weights: &[Weights],
) -> Result<Played, Trouble> {
    let mut players: Vec<String> = weights.iter().map(Weights::player).collect();
    let mut format = Format::Swiss;
    if !kind.is_inner {
        players.insert(0, HEURB.to_string());
        format = Format::Gauntlet;
    }
    let mut plan = Plan {
        format,
        games: expand(laboratory.pick("bricks:7..11", "bricks:7..15"))
            .map_err(Trouble::from_error)?,
        players,
        rounds: ROUNDS as u32,
        openings_per_meeting: 1,
        openings: Openings::Start,
        terms: Terms::default(),
        seed: kind.seed,
        sprt: None,
    };
    laboratory.tournament(kind.part, &mut plan)?;
    let rounds = laboratory.rounds(kind.part)?;
    Ok(Played::new(weights, &rounds, usize::from(!kind.is_inner)))
}

impl Played {
    /// From the tables after each round, in which the players with weights come after some others.
    fn new(weights: &[Weights], rounds: &[(String, Standings)], others: usize) -> Played {
        let ranked = |standings: &Standings| -> Vec<usize> {
            standings
                .ranking()
                .into_iter()
                .filter_map(|player| player.checked_sub(others))
                .collect()
        };
        let best = rounds.iter().map(|(game, standings)| {
            let size = game.rsplit(':').next().and_then(|size| size.parse().ok());
            let best = ranked(standings)
                .into_iter()
                .take(BEST)
                .map(|player| weights[player]);
            (size.unwrap_or(0), best.collect())
        });
        let points = |round: usize, player: usize| {
            let standings = round.checked_sub(1).and_then(|round| rounds.get(round));
            standings.map_or(0.0, |(_, it)| {
                it.row(player + others).points as f64 / 1000.0
            })
        };
        let [half, end] = [rounds.len() / 2, rounds.len()];
        let halves = (0..weights.len())
            .map(|player| {
                [
                    points(half, player),
                    points(end, player) - points(half, player),
                ]
            })
            .collect();
        let table = rounds.last().map_or_else(Vec::new, |(_, standings)| {
            let row = |player: usize| (weights[player], *standings.row(player + others));
            ranked(standings).into_iter().map(row).collect()
        });
        Played {
            rounds: best.collect(),
            table,
            halves,
        }
    }

    fn best(&self) -> &[(Weights, Row)] {
        &self.table[..BEST.min(self.table.len())]
    }

    /// The points of a game of each of the best.
    fn points(&self) -> Vec<f64> {
        self.best()
            .iter()
            .map(|(_, row)| points_of_game(row))
            .collect()
    }

    fn weights(&self) -> Vec<Weights> {
        self.best().iter().map(|(weights, _)| *weights).collect()
    }
}

fn points_of_game(row: &Row) -> f64 {
    row.points as f64 / 1000.0 / row.results().games().max(1) as f64
}

type Rounds = Vec<(u32, Vec<Weights>)>;
type Pair = (Rounds, Played);

/// The best of the last round.
fn last(rounds: &Rounds) -> &[Weights] {
    rounds.last().map_or(&[], |(_, best)| best)
}

fn rounds_table(kind: &Kind, theirs: &Rounds, ours: &Played) -> Part {
    let mut columns = vec!["place".to_string()];
    for (round, (size, _)) in (1..).zip(theirs) {
        columns.push(format!("{round}: {size} × {size}"));
        let own = ours.rounds.get(round - 1).map_or(0, |it| it.0);
        columns.push(if own == *size {
            "ours".to_string()
        } else {
            format!("ours, {own} × {own}")
        });
    }
    let mut part = Part {
        title: format!(
            "Table {}: the best {BEST} after each of six rounds {}",
            kind.table,
            kind.title()
        ),
        columns,
        ..Part::default()
    };
    let text = |best: Option<&Vec<Weights>>, place: usize| {
        best.and_then(|best| best.get(place))
            .map_or("–".to_string(), ToString::to_string)
    };
    for place in 0..BEST {
        let mut row = vec![(place + 1).to_string()];
        for (round, (_, best)) in theirs.iter().enumerate() {
            row.push(text(Some(best), place));
            row.push(text(ours.rounds.get(round).map(|it| &it.1), place));
        }
        part.row(row);
    }
    let boards = match has_same_boards(theirs, ours) {
        true => "the lots for the boards fall as they did then, those for the pairs do not",
        false => "boards of up to 11 × 11 only",
    };
    part.remarks.push(format!(
        "Points of all rounds so far count. Ours: {} players; {boards}.",
        ours.table.len()
    ));
    part
}

fn has_same_boards(theirs: &Rounds, ours: &Played) -> bool {
    let sizes = |rounds: &Rounds| rounds.iter().map(|it| it.0).collect::<Vec<_>>();
    sizes(theirs) == sizes(&ours.rounds)
}

fn final_table(kind: &Kind, theirs: &Rounds, ours: &Played) -> Part {
    let [points_figure, games_figure] = kind.figures;
    let mut part = Part::new(
        format!(
            "Figures {points_figure} and {games_figure}: the best {BEST} at the end {}",
            kind.title()
        ),
        &[
            "place",
            "published",
            "points of a game",
            "ours",
            "points of a game",
            "points",
            "won–lost as first, as second, drawn",
        ],
    );
    let published = |place: usize| match place {
        0 => Some(kind.points[0]),
        place if place + 1 == BEST => Some(kind.points[1]),
        _ => None,
    };
    let mut bars = Vec::new();
    let mut games = Vec::new();
    for (place, (weights, row)) in ours.best().iter().enumerate() {
        let counts = Counts::of(row);
        let name = last(theirs)
            .get(place)
            .map_or_else(String::new, ToString::to_string);
        part.row([
            (place + 1).to_string(),
            name.clone(),
            published(place).map_or("–".to_string(), |points| format!("{points:.1}")),
            weights.to_string(),
            format!("{:.1}", points_of_game(row)),
            format!("{:.1}", row.points as f64 / 1000.0),
            counts.to_string(),
        ]);
        if let Some(points) = published(place) {
            bars.push(Bar {
                label: format!("{}. {name}, published", place + 1),
                parts: vec![points],
            });
        }
        bars.push(Bar {
            label: format!("{}. {weights}, ours", place + 1),
            parts: vec![points_of_game(row)],
        });
        games.push(Bar {
            label: format!("{}. {weights}", place + 1),
            parts: counts.parts(),
        });
    }
    part.remarks.push(
        "The report has these numbers as pictures only; its text has the points of the first and of the fifteenth.".to_string(),
    );
    part.plots.push(bar_plot(
        &format!("Figure {points_figure}: points of a game {}", kind.title()),
        &["points of a game"],
        &bars,
    ));
    part.plots.push(bar_plot(
        &format!("Figure {games_figure}: games {} (ours)", kind.title()),
        &Counts::PARTS,
        &games,
    ));
    part
}

/// The weight of one feature in each of some.
fn column(weights: &[Weights], feature: usize) -> Vec<f64> {
    weights.iter().map(|it| it.0[feature]).collect()
}

fn weights_table(played: &[Pair]) -> Part {
    let mut part = Part::new(
        format!("The weights of the best {BEST} at the end, in the mean (95 %)"),
        &[
            "weight of",
            "inside, published",
            "ours",
            "against heurb, published",
            "ours",
        ],
    );
    for (feature, name) in FEATURE_NAMES.iter().enumerate() {
        let mut row = vec![(*name).to_string()];
        for (theirs, ours) in played {
            for weights in [last(theirs), &ours.weights()] {
                row.push(format!(
                    "{:.1}",
                    Interval::of_mean(&column(weights, feature))
                ));
            }
        }
        part.row(row);
    }
    part.remarks.push(
        "The features are in the order of the program. The report's prose calls the second distance, the third own expansion and the \
         fourth enemy expansion."
            .to_string(),
    );
    part
}

fn wins_and_points(inner: &Played) -> Claim {
    let wins: Vec<f64> = inner
        .best()
        .iter()
        .map(|(_, row)| row.results().wins as f64)
        .collect();
    let three = |wins: &[f64]| Interval::of_mean(wins);
    let more = match wins.len() {
        6.. => difference(&three(&wins[wins.len() - 3..]), &three(&wins[..3])),
        _ => Interval::of_mean(&[]),
    };
    Claim {
        then: "Inside, the first three of the best have won fewer games than the last three, and have more points all the same.".to_string(),
        now: format!("The last three have won {more:.1} games more than the first three."),
        verdict: more.is_positive(),
    }
}

/// By how much the weight of one feature is greater than those of the other three.
fn lead(weights: &[Weights], feature: usize) -> Interval {
    let others = [1, 3, 4];
    let leads: Vec<f64> = weights
        .iter()
        .map(|it| it.0[feature] - mean(&others.map(|other| it.0[other])))
        .collect();
    Interval::of_mean(&leads)
}

fn greatest_weights((theirs, ours): &Pair) -> Claim {
    let [third, first] = [2, 0].map(|feature| lead(&ours.weights(), feature));
    let [their_third, their_first] = [2, 0].map(|feature| lead(last(theirs), feature));
    Claim {
        then: "Inside, the third weight of the best is the greatest, and then the first."
            .to_string(),
        now: format!(
            "The third is {third:.1} greater than the second, fourth and fifth in the mean, the first {first:.1}. (By the published 15: \
             {their_third:.1} and {their_first:.1}.)"
        ),
        verdict: both(third.is_positive(), first.is_positive()),
    }
}

/// How many of the best at the end were among the best before.
fn seen_before(rounds: &Rounds) -> u64 {
    let (before, end) = rounds.split_at(rounds.len().saturating_sub(1));
    let is_known = |weights: &Weights| before.iter().any(|(_, best)| best.contains(weights));
    end.iter()
        .flat_map(|(_, best)| best)
        .filter(|it| is_known(it))
        .count() as u64
}

fn coming_and_going((theirs, ours): &Pair, what: &str, text: &str) -> Claim {
    let counts = [seen_before(theirs), seen_before(&ours.rounds)];
    let [then, now] = counts.map(|count| Interval::of_share(count, BEST as u64));
    let apart = difference(&now, &then);
    let [value, low, high] = [apart.value, apart.low, apart.high].map(|share| 100.0 * share);
    Claim {
        then: format!(
            "The best {what} come and go: by the table, {} of the {BEST} at the end had been among the best {BEST} after an earlier round \
             ({text}).",
            counts[0]
        ),
        now: format!(
            "{}: {value:+.0} % of the {BEST} more ({low:+.0} to {high:+.0}). (Alike: within 25 %.)",
            counts[1]
        ),
        verdict: apart.is_within(0.25),
    }
}

fn halves(played: &Played, what: &str) -> Claim {
    let correlation = rank_correlation(&played.halves);
    Claim {
        then: format!(
            "The tables {what} are hard to predict: players rise and fall from one round to the next."
        ),
        now: format!(
            "Spearman's correlation of everybody's points in the first three rounds with those in the last three is {correlation:.2}. \
             (Hard to predict: less than 0.5.)"
        ),
        verdict: at_most(&correlation, 0.5),
    }
}

fn fewer_points(inner: &Pair, heurb: &Pair) -> Claim {
    let [inside, against] = [inner, heurb].map(|(_, ours)| Interval::of_mean(&ours.points()));
    let apart = difference(&inside, &against);
    let are_same = [inner, heurb]
        .iter()
        .all(|(theirs, ours)| has_same_boards(theirs, ours));
    let (remark, verdict) = match are_same {
        true => ("", apart.is_positive()),
        // Larger boards have more points.
        false => (
            " On other boards than then, so that this says little.",
            Verdict::CannotTell,
        ),
    };
    Claim {
        then: "The best have fewer points a game against heurb (26.9 to 23.3) than inside (43.5 to 36.9).".to_string(),
        now: format!("{against:.1} and {inside:.1} in the mean of the best {BEST}: {apart:.1} more inside.{remark}"),
        verdict,
    }
}

fn larger_boards(inner: &Pair, heurb: &Pair) -> Claim {
    let [inside, against] = [inner, heurb].map(|(theirs, _)| {
        mean(
            &theirs
                .iter()
                .map(|(size, _)| f64::from(*size))
                .collect::<Vec<_>>(),
        )
    });
    Claim {
        then: "That is so because the boards of the tournament against heurb are larger."
            .to_string(),
        now: format!(
            "By tables 8 and 9 they have {against:.1} cells a side in the mean, those inside {inside:.1}."
        ),
        verdict: fact(against > inside),
    }
}

/// How many of some have something.
fn share(weights: &[Weights], has: impl Fn(&Weights) -> bool) -> (u64, Interval) {
    let count = weights.iter().filter(|it| has(it)).count() as u64;
    (count, Interval::of_share(count, weights.len() as u64))
}

/// How many of the best against heurb have something, beside how many of all who took part.
fn best_and_all(
    (theirs, ours): &Pair,
    has: impl Fn(&Weights) -> bool,
    then: impl Fn(u64) -> String,
) -> Claim {
    let (published, _) = share(last(theirs), &has);
    let (now, interval) = share(&ours.weights(), &has);
    let all: Vec<Weights> = ours.table.iter().map(|(weights, _)| *weights).collect();
    let (_, of_all) = share(&all, &has);
    Claim {
        then: then(published),
        now: format!(
            "{now} of our best {BEST} do, and {:.0} % of all who took part.",
            100.0 * of_all.value
        ),
        verdict: interval.less(of_all.value).is_positive(),
    }
}

fn nothing_unused(heurb: &Pair) -> Claim {
    best_and_all(
        heurb,
        |it| it.0.iter().all(|&weight| weight > 0.0),
        |count| {
            format!("Against heurb {count} of the best {BEST} use all weights: none of them is 0.")
        },
    )
}

fn fourth_is_one(heurb: &Pair) -> Claim {
    best_and_all(
        heurb,
        |it| it.0[3] == 1.0,
        |count| format!("Against heurb {count} of the best {BEST} have 1 as their fourth weight."),
    )
}

fn divisions(inner: &Pair, heurb: &Pair) -> Claim {
    let gain = |inside: &[Weights], against: &[Weights]| {
        let [inside, against] = [inside, against].map(|it| Interval::of_mean(&column(it, 4)));
        difference(&against, &inside)
    };
    let now = gain(&inner.1.weights(), &heurb.1.weights());
    let then = gain(last(&inner.0), last(&heurb.0));
    Claim {
        then: "Against heurb the last weight, that of divisions, gains.".to_string(),
        now: format!(
            "It is {now:.1} greater among the best against heurb than among those inside. (By the published 15: {then:.1}.)"
        ),
        verdict: now.is_positive(),
    }
}

/// The published winner beside ours, on the board of the masters: against each other, or both against heurb.
fn winner(
    laboratory: &mut Laboratory<'_>,
    kind: &Kind,
    theirs: &Rounds,
    ours: &Played,
) -> Result<Option<Claim>, Trouble> {
    let (Some(published), Some((own, _))) = (last(theirs).first(), ours.table.first()) else {
        return Ok(None);
    };
    let count = ours.table.len();
    let then = format!("{published} is the best {}.", kind.title());
    if own == published {
        return Ok(Some(Claim {
            then,
            now: format!("It wins ours too, of {count} players."),
            verdict: fact(true),
        }));
    }
    let place = 1 + ours
        .table
        .iter()
        .position(|(it, _)| it == published)
        .unwrap_or(count);
    let pairs = laboratory.pick(100, 500);
    let mut duel = |part: &str, one: &str, other: &str| {
        let part = format!("{}-{part}", kind.part);
        laboratory.duel(&part, "bricks:11", [one, other], Openings::Random(2), pairs)
    };
    let [published, own] = [published, own].map(Weights::player);
    let (elo, scores) = if kind.is_inner {
        let duel = duel("winners", &published, &own)?;
        let score = 100.0 * duel.score();
        (
            duel.elo(),
            format!(
                "In {} games against it from random openings it scores {score:.1} %",
                duel.games()
            ),
        )
    } else {
        let [published, own] = [
            duel("published", &published, HEURB)?,
            duel("ours", &own, HEURB)?,
        ];
        let scores = [&published, &own].map(|it| 100.0 * it.score());
        let text = format!(
            "In {} games each against heurb from random openings they score {:.1} and {:.1} %",
            own.games(),
            scores[0],
            scores[1]
        );
        (difference(&published.elo(), &own.elo()), text)
    };
    Ok(Some(Claim {
        then,
        now: format!(
            "It is {place} of {count} in ours, which {} wins. {scores}: {elo} Elo.",
            ours.table[0].0
        ),
        verdict: elo.is_positive(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::Seed;

    #[test]
    fn the_lots_for_the_boards_fall_as_they_did_then() {
        let places = published::swiss().expect("it can be read");
        for kind in &KINDS {
            let drawn = (1..=ROUNDS as u64)
                .map(|round| 7 + Seed(kind.seed).child(round).generator().below(9) as u32);
            let published = published_rounds(&places, kind.is_inner);
            let sizes: Vec<u32> = published.iter().map(|it| it.0).collect();
            assert_eq!(drawn.collect::<Vec<_>>(), sizes, "{}", kind.part);
        }
    }

    #[test]
    fn the_counts_of_the_text_are_those_of_the_tables() {
        let places = published::swiss().expect("it can be read");
        let [inner, heurb] = [true, false].map(|is_inner| published_rounds(&places, is_inner));
        assert_eq!(last(&inner)[0].to_string(), "2/4/4/0/1");
        assert_eq!(last(&heurb)[1].to_string(), "3/2/5/3/4");
        assert!(
            inner
                .iter()
                .chain(&heurb)
                .all(|(_, best)| best.len() == BEST)
        );
        // The text has nine beside the winner inside, which is not what its table says, and nine against heurb.
        assert_eq!([seen_before(&inner), seen_before(&heurb)], [8, 9]);
    }
}
