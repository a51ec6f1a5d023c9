//! The exact player and the greedy one, against a fixed opponent and against each other.

use super::{difference, percent, points};
use crate::findings::{Claim, Findings, Part, Trouble, Verdict};
use crate::intervals::Interval;
use crate::laboratory::{Duel, Laboratory};
use crate::measure::play;
use crate::{Experiment, Source};
use arena::Openings;
use report::{Bar, bar_plot};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "line-exact",
    source: Source::Line,
    title: "The exact player and the greedy one",
    covers: "sections 3.4.2 and 3.4.3, two figures",
    asked: "How much does exact play gain over a greedy player, against a third one and against each other?",
    found: "The exact player wins or draws more. Against each other all 100 games are drawn on 3 × 3, and the exact \
            player wins all on the larger boards.",
    run,
};

const EXACT: &str = "alphabeta";

/// A board of the report, with the weights of its greedy player.
struct Board {
    text: &'static str,
    /// The game, but for how many in a row win.
    size: &'static str,
    weights: &'static str,
    /// How many in a row are tried.
    lengths: &'static [u32],
}

const BOARDS: [Board; 3] = [
    Board {
        text: "3 × 3",
        size: "3x3",
        weights: "-69/13/76/-94/-83/67/12/-83/70/-17/-46",
        lengths: &[3],
    },
    Board {
        text: "4 × 4",
        size: "4x4",
        weights: "-60/-59/95/-57/-98/-33/-78/-40/-59/-82/95/-88",
        lengths: &[3, 4],
    },
    Board {
        text: "4 × 5",
        size: "4x5",
        weights: "-15/32/27/-28/2/-7/64/-66/-53/75/76/-92",
        lengths: &[3, 4],
    },
];

/// What was played on a board with so many in a row.
struct Played {
    title: String,
    is_small: bool,
    /// The exact player and the greedy one against the fixed one.
    fixed: [Duel; 2],
    /// Against each other, the exact player first and second: by how much it won.
    mutual: [i32; 2],
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let mut all = Vec::new();
    for (place, board) in BOARDS.iter().enumerate() {
        for &length in board.lengths {
            all.push(play_board(laboratory, board, length, place == 0)?);
        }
    }
    let mut claims: Vec<Claim> = all.iter().map(more_than_greedy).collect();
    claims.extend(all.iter().map(mutual_claim));
    Ok(Findings {
        parts: vec![fixed_part(&all), mutual_part(&all)],
        claims,
        speeds: Vec::new(),
    })
}

fn play_board(
    laboratory: &mut Laboratory<'_>,
    board: &Board,
    length: u32,
    is_small: bool,
) -> Result<Played, Trouble> {
    let game = format!("connect:{},c={length}", board.size);
    let greedy = format!("line:weights={}", board.weights);
    let fixed = format!("line:forget=0.5,weights={}", board.weights);
    let pairs = laboratory.pick(10, 50);
    let mut against_fixed = |name: &str, player: &str| {
        let part = format!("{name}-{}-{length}", board.size);
        laboratory.duel(&part, &game, [player, &fixed], Openings::Start, pairs)
    };
    let duels = [
        against_fixed("exact", EXACT)?,
        against_fixed("greedy", &greedy)?,
    ];
    let mut margin = |order: [&str; 2], name: &str| -> Result<i32, Trouble> {
        laboratory.measure(&format!("mutual {name} {game}"), |stop| {
            Ok(play(&game, order, 0, stop)?.margin)
        })
    };
    Ok(Played {
        title: format!("{}, {length} in a row", board.text),
        is_small,
        fixed: duels,
        mutual: [
            margin([EXACT, &greedy], "first")?,
            -margin([&greedy, EXACT], "second")?,
        ],
    })
}

/// The share of games that were not lost.
fn kept(duel: &Duel) -> Interval {
    let results = duel.rows[0].results();
    Interval::of_share(results.wins + results.draws, results.games())
}

fn more_than_greedy(played: &Played) -> Claim {
    let [exact, greedy] = &played.fixed;
    let shares = [kept(exact), kept(greedy)];
    let interval = points(&difference(&shares[0], &shares[1]));
    Claim {
        then: format!(
            "{}: against a fixed opponent the exact player wins or draws more games than the greedy one.",
            played.title
        ),
        now: format!(
            "Won or drawn: exact {}, greedy {} of {} games each: {interval:.1} points.",
            percent(shares[0].value),
            percent(shares[1].value),
            exact.games()
        ),
        verdict: interval.is_positive(),
    }
}

/// Both players always do the same, so the two games are all there are: nothing is left to chance.
fn mutual_claim(played: &Played) -> Claim {
    let [first, second] = played.mutual;
    let holds = match played.is_small {
        true => first == 0 && second == 0,
        false => first > 0 && second > 0,
    };
    Claim {
        then: match played.is_small {
            true => format!("{}: all games against each other are drawn.", played.title),
            false => format!(
                "{}: the exact player wins all games against the greedy one.",
                played.title
            ),
        },
        now: format!(
            "The exact player {} when it moves first and {} when it moves second; neither leaves anything to chance, \
             so every other game is one of these.",
            outcome(first),
            outcome(second)
        ),
        verdict: match holds {
            true => Verdict::Confirmed,
            false => Verdict::NotConfirmed,
        },
    }
}

fn outcome(margin: i32) -> &'static str {
    match margin.signum() {
        1 => "wins",
        0 => "draws",
        _ => "loses",
    }
}

fn fixed_part(all: &[Played]) -> Part {
    let mut part = Part::new(
        "Section 3.4.2: against a fixed opponent, won / drawn / lost",
        &[
            "columns × rows",
            "games each",
            "exact",
            "not lost (95 %)",
            "greedy",
            "not lost (95 %)",
        ],
    );
    let mut bars = Vec::new();
    for played in all {
        let share = |duel: &Duel| {
            let Interval { value, low, high } = points(&kept(duel));
            format!("{value:.0} % ({low:.0} to {high:.0})")
        };
        let [exact, greedy] = &played.fixed;
        part.row([
            played.title.clone(),
            exact.games().to_string(),
            exact.text(),
            share(exact),
            greedy.text(),
            share(greedy),
        ]);
        for (name, duel) in [("exact", exact), ("greedy", greedy)] {
            let results = duel.rows[0].results();
            bars.push(Bar {
                label: format!("{}: {name}", played.title),
                parts: [results.wins, results.draws, results.losses]
                    .map(|count| count as f64)
                    .to_vec(),
            });
        }
    }
    part.remarks = [
        "The report gives no numbers here, and does not say how many in a row win. On 3 × 3 it must be 3: with 4 nobody could \
         ever win, and it speaks of wins that were blocked. On the larger boards both 3 and 4 are tried.",
        "The greedy player has the weights that the report gives for the board. The fixed opponent is not described; here it \
         has the same weights and forgets one of its groups half of the time, as the fixed opponent of the report's tuning \
         does. Both sides are played equally often.",
    ]
    .map(str::to_string)
    .to_vec();
    part.plots.push(bar_plot(
        "Against a fixed opponent",
        &["won", "drawn", "lost"],
        &bars,
    ));
    part
}

fn mutual_part(all: &[Played]) -> Part {
    let mut part = Part::new(
        "Section 3.4.3: against each other",
        &[
            "columns × rows",
            "published",
            "ours, exact player first",
            "ours, exact player second",
        ],
    );
    for played in all {
        let [first, second] = played.mutual.map(outcome);
        part.row([
            played.title.as_str(),
            match played.is_small {
                true => "100 draws",
                false => "the exact player wins all 100",
            },
            first,
            second,
        ]);
    }
    part.remarks.push(
        "The report plays one game 100 times, and does not say who begins: of the two that there are, each is played once."
            .to_string(),
    );
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{NoFiles, parse_game};

    #[test]
    fn every_board_has_a_weight_for_each_direction_quadrant_and_column() {
        for board in BOARDS {
            let columns: usize = board.size[..1].parse().expect("a digit");
            assert_eq!(board.weights.split('/').count(), 8 + columns);
            for length in board.lengths {
                parse_game(&format!("connect:{},c={length}", board.size), &NoFiles)
                    .expect("it is a game");
            }
        }
    }

    #[test]
    fn a_result_is_what_was_said_or_not() {
        let played = |is_small, mutual| Played {
            title: String::new(),
            is_small,
            fixed: [empty(), empty()],
            mutual,
        };
        let verdict = |is_small, mutual| mutual_claim(&played(is_small, mutual)).verdict;
        assert_eq!(verdict(true, [0, 0]), Verdict::Confirmed);
        assert_eq!(verdict(true, [1, 0]), Verdict::NotConfirmed);
        assert_eq!(verdict(false, [1, 1]), Verdict::Confirmed);
        assert_eq!(verdict(false, [1, 0]), Verdict::NotConfirmed);
    }

    fn empty() -> Duel {
        Duel {
            pairs: arena::ratings::Pairs::default(),
            rows: [arena::Row::default(); 2],
        }
    }
}
