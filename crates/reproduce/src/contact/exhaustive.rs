//! Minimax to the end of the game, move by move.

use super::published::{Listing, listing};
use super::{POWERS, curve, factor, factor_text};
use crate::findings::{Claim, Findings, Part, Speed, Trouble, seconds, times};
use crate::laboratory::Laboratory;
use crate::measure::{From, Searched, Watched, play, search};
use crate::{Experiment, Source};
use report::curve_plot;

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "contact-exhaustive",
    source: Source::Contact,
    title: "Minimax to the end of the game on 5 × 4, time per move",
    covers: "the table of the first section",
    asked: "How long does minimax take without an evaluator and without cuts?",
    found: "Eight minutes for the first move on a board of five rows and four columns, and drastically less with every \
            move after it; larger boards are out of reach.",
    run,
};

const PUBLISHED: [&str; 2] = ["minimax", "minimax"];

/// Chooses as minimax does, in no time: cuts, a table and an order change neither values nor which moves are equal.
const QUICK: &str = "alphabeta:table=16,order=history,ties=random";

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let published = listing("5x4", PUBLISHED)?;
    let game = published.game()?;
    let [minimax, _] = published.texts()?;
    let seed = laboratory.seed("game");
    let played: Watched =
        laboratory.measure("game", |stop| play(&game, [QUICK, QUICK], seed, stop))?;
    // The moves before take minutes.
    let first = laboratory.pick(5, 1);
    let mut ours = Vec::new();
    for number in first..=published.moves.len() {
        let before: Vec<&str> = played.moves[..number - 1]
            .iter()
            .map(|it| it.text.as_str())
            .collect();
        let before = before.join(" ");
        let searched: Searched = laboratory.measure(&format!("move {number}"), |stop| {
            search(&game, From::Moves(&before), &minimax, false, stop)
        })?;
        let expected = played.moves[number - 1].equal;
        if searched.equal != expected {
            return Err(Trouble::Failed(format!(
                "at move {number} minimax has {} equal moves, and with cuts there are {expected}",
                searched.equal
            )));
        }
        ours.push(searched);
    }
    Ok(findings(&published, first, &ours))
}

fn findings(published: &Listing, first: usize, ours: &[Searched]) -> Findings {
    let mut part = Part::new(
        "Time for each move of a game against itself",
        &[
            "move",
            "published",
            "ours",
            "times faster",
            "nodes, ours",
            "ns a node, ours",
            "equal moves, ours",
        ],
    );
    let mut speeds = Vec::new();
    for (number, theirs) in (1_usize..).zip(published.seconds()) {
        let Some(searched) = number.checked_sub(first).and_then(|place| ours.get(place)) else {
            part.row([
                &number.to_string(),
                &seconds(theirs),
                "–",
                "–",
                "–",
                "–",
                "–",
            ]);
            continue;
        };
        let speed = Speed {
            what: format!("move {number}"),
            published: theirs,
            ours: searched.seconds,
        };
        part.row([
            number.to_string(),
            seconds(theirs),
            seconds(searched.seconds),
            times(speed.ratio()),
            searched.nodes.to_string(),
            format!(
                "{:.1}",
                searched.seconds * 1e9 / searched.nodes.max(1) as f64
            ),
            searched.equal.to_string(),
        ]);
        speeds.push(speed);
    }
    part.remarks.push(
        "5 × 4 is read as five rows and four columns: the report calls 6 × 7 the usual board, and draws among at most \
         four moves here. Its game is not printed, so ours is another one from the second move on."
            .to_string(),
    );
    if first > 1 {
        part.remarks.push(format!(
            "Ours begins with move {first}; --full has the moves before it, which take minutes."
        ));
    }
    part.plots.push(curve_plot(
        "Minimax on 5 × 4: time for each move",
        "move",
        POWERS,
        &[
            curve("published", 1, published.seconds()),
            curve("ours", first, ours.iter().map(|it| it.seconds)),
        ],
    ));
    let theirs: Vec<f64> = published.seconds().collect();
    let times: Vec<f64> = ours.iter().map(|it| it.seconds).collect();
    let falls = |times: &[f64]| factor(times.windows(2).map(|pair| [pair[0], pair[1]]));
    let fall = falls(&times);
    let claim = Claim {
        then: format!(
            "The time falls drastically with each move: by a factor of {} from one to the next in the mean.",
            factor_text(&falls(&theirs))
        ),
        now: format!(
            "By a factor of {} over moves {first} to {}; drastically is taken to be more than by half.",
            factor_text(&fall),
            first + ours.len() - 1
        ),
        verdict: fall.less(2_f64.ln()).is_positive(),
    };
    Findings {
        parts: vec![part],
        claims: vec![claim],
        speeds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Verdict;

    fn searched(seconds: f64) -> Searched {
        Searched {
            nodes: 1000,
            seconds,
            depth: 10,
            is_decided: true,
            equal: 2,
            chosen: "a".to_string(),
            levels: Vec::new(),
        }
    }

    #[test]
    fn times_that_fall_by_a_quarter_are_no_drastic_fall() {
        let published = listing("5x4", PUBLISHED).expect("it is there");
        let by = |factor: f64| {
            let times =
                (0..6).map(|it| searched(factor.powi(-it) * (1.0 + f64::from(it % 2) / 10.0)));
            findings(&published, 5, &times.collect::<Vec<_>>())
        };
        assert_eq!(by(4.0).claims[0].verdict, Verdict::Confirmed);
        assert_eq!(by(1.25).claims[0].verdict, Verdict::NotConfirmed);
        let found = by(4.0);
        assert_eq!(found.parts[0].rows.len(), 10);
        assert_eq!(found.parts[0].rows[3][2], "–");
        assert_eq!(found.speeds.len(), 6);
        assert_eq!(found.speeds[0].published, 2.659);
    }
}
