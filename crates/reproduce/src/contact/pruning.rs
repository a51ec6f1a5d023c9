//! The same games with and without cuts: what they save, and that they change nothing.

use super::published::{Listing, listing};
use super::{POWERS, curve, factor, factor_text};
use crate::findings::{Claim, Exact, Findings, Part, Speed, Trouble, seconds, times};
use crate::intervals::Interval;
use crate::laboratory::{Laboratory, Size};
use crate::measure::{From, Moved, Searched, Watched, play_beginning, search};
use crate::{Experiment, Source};
use report::curve_plot;

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "contact-pruning",
    source: Source::Contact,
    title: "With and without cuts: h2 at depths 6 and 8 on 6 × 7, at depth 12 on 5 × 4",
    covers: "the six listings of the last section",
    asked: "How much time do alpha-beta cuts save?",
    found: "Most of it: without cuts a depth of 10 takes more than ten minutes for the first move on 6 × 7.",
    run,
};

/// The searches that were compared: board and depth.
const SEARCHES: [(&str, u32); 3] = [("6x7", 6), ("6x7", 8), ("5x4", 12)];

/// One search of the report, without and with cuts.
struct Comparison {
    name: String,
    published: [Listing; 2],
    /// The games, each without and with cuts.
    games: Vec<[Watched; 2]>,
}

impl Comparison {
    /// Pairs of moves in the same positions, without and with cuts.
    fn positions(&self) -> impl Iterator<Item = [&Moved; 2]> {
        let moves = |[uncut, cut]: &'_ [Watched; 2]| uncut.moves.len().min(cut.moves.len());
        self.games.iter().flat_map(move |game| {
            (0..moves(game)).map(|place| [&game[0].moves[place], &game[1].moves[place]])
        })
    }

    /// By what factor cuts shorten the search of a position, as a logarithm.
    fn saving(&self) -> Interval {
        factor(
            self.positions()
                .map(|pair| pair.map(|it| it.seconds.max(1e-9))),
        )
    }

    /// The same of the report, from the moves that took a time that could be measured.
    fn published_saving(&self) -> Interval {
        let pairs = self.published[0].seconds().zip(self.published[1].seconds());
        factor(
            pairs
                .filter(|&(uncut, cut)| uncut > 0.0 && cut > 0.0)
                .map(|(uncut, cut)| [uncut, cut]),
        )
    }
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let mut comparisons = Vec::new();
    for (board, depth) in SEARCHES {
        comparisons.push(compare(laboratory, board, depth)?);
    }
    let mut findings = Findings::default();
    findings.parts.push(summary(&comparisons));
    for comparison in &comparisons {
        findings.parts.push(table(comparison));
        findings.speeds.extend(speeds(comparison));
    }
    findings.claims.push(same_choices(&comparisons));
    findings.claims.extend(comparisons.iter().map(saves));
    if laboratory.size == Size::Full {
        findings.speeds.push(unbearable(laboratory)?);
    }
    Ok(findings)
}

fn compare(
    laboratory: &mut Laboratory<'_>,
    board: &str,
    depth: u32,
) -> Result<Comparison, Trouble> {
    let names = ["-uncut", ""].map(|ending| format!("h2@{depth}{ending}"));
    let [uncut, cut] = names.each_ref().map(|name| listing(board, [name, name]));
    let published = [uncut?, cut?];
    let mut games = Vec::new();
    for number in 0..laboratory.pick(1, 5) {
        let seed = laboratory.seed(&format!("{board} {number}"));
        let mut once = |place: usize| -> Result<Watched, Trouble> {
            let listing = &published[place];
            let game = listing.game()?;
            let [first, second] = listing.texts()?;
            let key = format!("{board} {} game {number}", names[place]);
            laboratory.measure(&key, |stop| {
                let plies = listing.moves.len();
                play_beginning(&game, [&first, &second], seed, plies, stop)
            })
        };
        games.push([once(0)?, once(1)?]);
    }
    Ok(Comparison {
        name: format!("{} to depth {depth}", board.replace('x', " × ")),
        published,
        games,
    })
}

/// The first move on 6 × 7 to depth 10 without cuts, for which the report did not wait.
fn unbearable(laboratory: &mut Laboratory<'_>) -> Result<Speed, Trouble> {
    let searched: Searched = laboratory.measure("6x7 h2@10-uncut, first move", |stop| {
        let game = super::published::game("6x7")?;
        let player = super::published::player("h2@10-uncut")?;
        search(&game, From::Moves(""), &player, false, stop)
    })?;
    Ok(Speed {
        what: "6 × 7 to depth 10 without cuts, first move (theirs: more than that)".to_string(),
        published: 600.0,
        ours: searched.seconds,
    })
}

fn summary(comparisons: &[Comparison]) -> Part {
    let mut part = Part::new(
        "Without cuts ÷ with cuts, for all moves and in the mean of the moves",
        &[
            "search",
            "all moves, time, published",
            "ours",
            "nodes, ours",
            "a move, time, published",
            "ours",
            "moves, ours",
        ],
    );
    for comparison in comparisons {
        let all = |of: fn(&Moved) -> f64| {
            let [uncut, cut] = [0, 1]
                .map(|place| -> f64 { comparison.positions().map(|pair| of(pair[place])).sum() });
            times(uncut / cut)
        };
        let [uncut, cut] = comparison.published.each_ref().map(Listing::total);
        part.row([
            comparison.name.clone(),
            times(uncut / cut),
            all(|it| it.seconds),
            all(|it| it.nodes as f64),
            factor_text(&comparison.published_saving()),
            factor_text(&comparison.saving()),
            comparison.positions().count().to_string(),
        ]);
    }
    part.remarks.push(
        "The long moves decide what all moves take; in the mean each counts the same, also those near the end, which are too short for \
         the report's clock. How the report cuts is not described; ours cuts by the textbook's rule."
            .to_string(),
    );
    part
}

fn table(comparison: &Comparison) -> Part {
    let mut part = Part::new(
        format!("{}: time for each move", comparison.name),
        &[
            "move",
            "without cuts, published",
            "ours",
            "nodes",
            "with cuts, published",
            "ours",
            "nodes",
            "equal moves, published",
            "ours",
        ],
    );
    let Some([uncut, cut]) = comparison.games.first() else {
        return part;
    };
    let [theirs_uncut, theirs_cut] = &comparison.published;
    for (place, theirs) in theirs_uncut.moves.iter().enumerate() {
        let ours = [uncut, cut].map(|game| game.moves.get(place));
        let time = |it: Option<&Moved>| it.map_or("–".to_string(), |it| seconds(it.seconds));
        let nodes = |it: Option<&Moved>| it.map_or("–".to_string(), |it| it.nodes.to_string());
        let equal = |it: Option<usize>| it.map_or("–".to_string(), |it| it.to_string());
        part.row([
            (place + 1).to_string(),
            seconds(theirs.seconds),
            time(ours[0]),
            nodes(ours[0]),
            theirs_cut
                .moves
                .get(place)
                .map_or("–".to_string(), |it| seconds(it.seconds)),
            time(ours[1]),
            nodes(ours[1]),
            equal(theirs.equal),
            equal(ours[0].map(|it| it.equal)),
        ]);
    }
    part.remarks.push(
        "The game of the report is not printed; ours is another one, so that the rows are not of the same positions."
            .to_string(),
    );
    let curves = [
        curve("without cuts, published", 1, theirs_uncut.seconds()),
        curve("with cuts, published", 1, theirs_cut.seconds()),
        curve(
            "without cuts, ours",
            1,
            uncut.moves.iter().map(|it| it.seconds),
        ),
        curve("with cuts, ours", 1, cut.moves.iter().map(|it| it.seconds)),
    ];
    let title = format!("{}, h2: time for each move", comparison.name);
    part.plots.push(curve_plot(&title, "move", POWERS, &curves));
    part
}

fn speeds(comparison: &Comparison) -> Vec<Speed> {
    let Some(game) = comparison.games.first() else {
        return Vec::new();
    };
    ["without cuts", "with cuts"]
        .into_iter()
        .zip(comparison.published.iter().zip(game))
        .map(|(which, (published, ours))| Speed {
            what: format!("{} {which}, {} moves", comparison.name, ours.moves.len()),
            published: published.seconds().take(ours.moves.len()).sum(),
            ours: super::total(&ours.moves, usize::MAX),
        })
        .collect()
}

/// In every position the same value, as many equal moves, and the same move drawn from them.
fn same_choices(comparisons: &[Comparison]) -> Claim {
    let mut exact = Exact::default();
    for comparison in comparisons {
        let what = |name: &str| format!("{}, {name} without and with cuts", comparison.name);
        for [uncut, cut] in &comparison.games {
            exact.compare(&what("moves played"), uncut.moves.len(), cut.moves.len());
        }
        for [uncut, cut] in comparison.positions() {
            let value = |it: &Moved| it.value.clone().unwrap_or_default();
            exact.compare(&what("value"), value(uncut), value(cut));
            exact.compare(&what("equal moves"), uncut.equal, cut.equal);
            exact.compare(&what("move"), uncut.text.clone(), cut.text.clone());
        }
    }
    let same = comparisons.iter().all(|it| {
        let [uncut, cut] = &it.published;
        let equal = |it: &Listing| it.moves.iter().map(|it| it.equal).collect::<Vec<_>>();
        equal(uncut) == equal(cut)
    });
    let then = match same {
        true => {
            "Cuts change no value: with them the report draws among as many moves as without, at every move."
        }
        false => "Cuts change no value.",
    };
    exact.claim(then)
}

fn saves(comparison: &Comparison) -> Claim {
    let saving = comparison.saving();
    let [uncut, cut] = &comparison.published;
    Claim {
        then: format!(
            "{}: cuts save most of the time, {} against {} for the listed moves, a factor of {}.",
            comparison.name,
            seconds(cut.total()),
            seconds(uncut.total()),
            times(uncut.total() / cut.total())
        ),
        now: format!(
            "Without cuts a move takes {} times as long, over {} positions; most is more than half.",
            factor_text(&saving),
            comparison.positions().count()
        ),
        verdict: saving.less(2_f64.ln()).is_positive(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Verdict;

    fn moved(value: &str, seconds: f64) -> Moved {
        Moved {
            text: "d".to_string(),
            seconds,
            nodes: 100,
            choices: 7,
            equal: 1,
            value: Some(value.to_string()),
        }
    }

    fn comparison(values: [&str; 2]) -> Comparison {
        let [uncut, cut] =
            ["h2@6-uncut", "h2@6"].map(|name| listing("6x7", [name, name]).expect("it is there"));
        let game = |value: &str, seconds: f64| Watched {
            moves: vec![moved("+1", seconds), moved(value, seconds * 1.1)],
            margin: 0,
        };
        Comparison {
            name: "6 × 7 to depth 6".to_string(),
            published: [uncut, cut],
            games: vec![[game(values[0], 1.0), game(values[1], 0.1)]],
        }
    }

    #[test]
    fn another_value_with_cuts_is_a_difference() {
        let same = same_choices(&[comparison(["+3", "+3"])]);
        assert_eq!(same.verdict, Verdict::Equal);
        assert!(same.then.contains("at every move"));
        let other = same_choices(&[comparison(["+3", "+4"])]);
        assert_eq!(other.verdict, Verdict::Different);
        assert!(other.now.contains("published +3, ours +4"), "{}", other.now);
    }

    #[test]
    fn ten_times_as_long_is_most_of_the_time() {
        let comparison = comparison(["+3", "+3"]);
        assert!((comparison.saving().value.exp() - 10.0).abs() < 1e-9);
        assert_eq!(saves(&comparison).verdict, Verdict::Confirmed);
        assert_eq!(table(&comparison).rows.len(), 17);
        assert_eq!(speeds(&comparison)[0].published, 0.421 + 0.37);
    }
}
