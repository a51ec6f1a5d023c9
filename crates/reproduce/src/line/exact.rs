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
    /// What the report says of games against each other.
    mutual: Mutual,
}

/// What came of all games between the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mutual {
    AllDrawn,
    AllWon,
}

impl Mutual {
    fn text(self) -> &'static str {
        match self {
            Mutual::AllDrawn => "100 draws",
            Mutual::AllWon => "the exact player wins all 100",
        }
    }

    /// Whether a game went so, by how much the exact player won it.
    fn holds(self, margin: i32) -> bool {
        match self {
            Mutual::AllDrawn => margin == 0,
            Mutual::AllWon => margin > 0,
        }
    }
}

/// How many in a row win: the report does not say.
const LENGTHS: [u32; 2] = [3, 4];

const BOARDS: [Board; 3] = [
    Board {
        text: "3 × 3",
        size: "3x3",
        weights: "-69/13/76/-94/-83/67/12/-83/70/-17/-46",
        mutual: Mutual::AllDrawn,
    },
    Board {
        text: "4 × 4",
        size: "4x4",
        weights: "-60/-59/95/-57/-98/-33/-78/-40/-59/-82/95/-88",
        mutual: Mutual::AllWon,
    },
    Board {
        text: "4 × 5",
        size: "4x5",
        weights: "-15/32/27/-28/2/-7/64/-66/-53/75/76/-92",
        mutual: Mutual::AllWon,
    },
];

/// What was played on a board with so many in a row.
struct Played {
    title: String,
    /// The exact player and the greedy one against the fixed one, where anybody can lose.
    fixed: Option<[Duel; 2]>,
    /// Against each other, the exact player first and second: by how much it won.
    mutual: [i32; 2],
}

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let mut all = Vec::new();
    for board in BOARDS {
        let mut played = Vec::new();
        for length in LENGTHS {
            played.push(play_board(laboratory, &board, length)?);
        }
        all.push((board, played));
    }
    let every = || all.iter().flat_map(|(_, played)| played);
    let mut claims: Vec<Claim> = every()
        .filter_map(|it| Some(more_than_greedy(&it.title, it.fixed.as_ref()?)))
        .collect();
    claims.extend(
        all.iter()
            .map(|(board, played)| mutual_claim(board, played)),
    );
    claims.push(together(&all));
    Ok(Findings {
        parts: vec![fixed_part(every()), mutual_part(&all)],
        claims,
        speeds: Vec::new(),
    })
}

fn play_board(
    laboratory: &mut Laboratory<'_>,
    board: &Board,
    length: u32,
) -> Result<Played, Trouble> {
    let game = format!("connect:{},c={length}", board.size);
    let greedy = format!("line:weights={}", board.weights);
    let fixed = format!("line:forget=0.5,weights={}", board.weights);
    let pairs = laboratory.pick(10, 50);
    let mut against_fixed = |name: &str, player: &str| {
        let part = format!("{name}-{}-{length}", board.size);
        laboratory.duel(&part, &game, [player, &fixed], Openings::Start, pairs)
    };
    let duels = match board.has_room(length) {
        true => Some([
            against_fixed("exact", EXACT)?,
            against_fixed("greedy", &greedy)?,
        ]),
        false => None,
    };
    let mut margin = |order: [&str; 2], name: &str| -> Result<i32, Trouble> {
        laboratory.measure(&format!("mutual {name} {game}"), |stop| {
            Ok(play(&game, order, 0, stop)?.margin)
        })
    };
    Ok(Played {
        title: format!("{}, {length} in a row", board.text),
        fixed: duels,
        mutual: [
            margin([EXACT, &greedy], "first")?,
            -margin([&greedy, EXACT], "second")?,
        ],
    })
}

impl Board {
    /// Whether so many in a row fit anywhere.
    fn has_room(&self, length: u32) -> bool {
        let sides = self.size.split('x').filter_map(|side| side.parse().ok());
        sides.max().is_none_or(|longest: u32| longest >= length)
    }
}

/// The share of games that were not lost.
fn kept(duel: &Duel) -> Interval {
    let results = duel.rows[0].results();
    Interval::of_share(results.wins + results.draws, results.games())
}

fn more_than_greedy(title: &str, [exact, greedy]: &[Duel; 2]) -> Claim {
    let shares = [kept(exact), kept(greedy)];
    let interval = points(&difference(&shares[0], &shares[1]));
    Claim {
        then: format!(
            "{title}: against a fixed opponent the exact player wins or draws more games than the greedy one."
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

/// Neither player leaves anything to chance, so games are exact; what is open is which of them the report played.
fn mutual_claim(board: &Board, played: &[Played]) -> Claim {
    let games: Vec<i32> = played.iter().flat_map(|it| it.mutual).collect();
    let agreeing = games.iter().filter(|&&it| board.mutual.holds(it)).count();
    Claim {
        then: format!(
            "{}, against each other: {}.",
            board.text,
            board.mutual.text()
        ),
        now: format!(
            "So it is in {agreeing} of the {} games that the report may have played: 3 or 4 in a row, the exact player \
             first or second. Each of them repeats itself.",
            games.len()
        ),
        verdict: match agreeing {
            0 => Verdict::NotConfirmed,
            agreeing if agreeing == games.len() => Verdict::Confirmed,
            _ => Verdict::CannotTell,
        },
    }
}

/// Whether there is a number in a row and a player to begin with which all boards come out as published.
fn together(all: &[(Board, Vec<Played>)]) -> Claim {
    let mut agreeing = Vec::new();
    for (place, length) in LENGTHS.iter().enumerate() {
        for (order, name) in ["first", "second"].iter().enumerate() {
            let holds = |(board, played): &(Board, Vec<Played>)| {
                played
                    .get(place)
                    .is_some_and(|it| board.mutual.holds(it.mutual[order]))
            };
            if all.iter().all(holds) {
                agreeing.push(format!("{length} in a row, the exact player {name}"));
            }
        }
    }
    Claim {
        then: "Against each other, the three boards together.".to_string(),
        now: match agreeing.as_slice() {
            [] => "Neither 3 nor 4 in a row, whoever begins, gives the published results on all three boards."
                .to_string(),
            agreeing => format!("All three come out as published with {}.", agreeing.join("; with ")),
        },
        verdict: match agreeing.is_empty() {
            true => Verdict::NotConfirmed,
            false => Verdict::Confirmed,
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

fn fixed_part<'all>(all: impl Iterator<Item = &'all Played>) -> Part {
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
        let Some([exact, greedy]) = &played.fixed else {
            continue;
        };
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
        "The report gives no numbers here, and does not say how many in a row win: both 3 and 4 are tried. With 4 nobody can \
         lose on 3 × 3.",
        "The greedy player has the weights that the report gives for the board; of the two vectors that it heads 4 × 4 the second is \
         read as that of 4 × 5. The fixed opponent is not described; here it \
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

fn mutual_part(all: &[(Board, Vec<Played>)]) -> Part {
    let mut part = Part::new(
        "Section 3.4.3: against each other",
        &[
            "columns × rows",
            "published",
            "ours, exact player first",
            "ours, exact player second",
        ],
    );
    for (board, played) in all {
        for it in played {
            let [first, second] = it.mutual.map(outcome);
            part.row([it.title.as_str(), board.mutual.text(), first, second]);
        }
    }
    part.remarks.push(
        "Neither player leaves anything to chance. So the report played one game 100 times, as it says, and does not say who \
         begins or how many in a row win: each of the games it may be is played once."
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
            for length in LENGTHS {
                parse_game(&format!("connect:{},c={length}", board.size), &NoFiles)
                    .expect("it is a game");
            }
            assert!(board.has_room(3));
        }
        assert!(!BOARDS[0].has_room(4) && BOARDS[2].has_room(5));
    }

    #[test]
    fn a_result_that_depends_on_the_reading_cannot_be_told() {
        let played = |mutual| Played {
            title: String::new(),
            fixed: None,
            mutual,
        };
        let [small, _, large] = BOARDS;
        let verdict = |board: &Board, three, four| {
            mutual_claim(board, &[played(three), played(four)]).verdict
        };
        assert_eq!(verdict(&small, [0, 0], [0, 0]), Verdict::Confirmed);
        assert_eq!(verdict(&small, [1, 1], [0, 0]), Verdict::CannotTell);
        assert_eq!(verdict(&large, [0, -1], [0, 0]), Verdict::NotConfirmed);
        let both = |three, four| vec![played(three), played(four)];
        let all = [(small, both([1, 0], [0, 0])), (large, both([1, 1], [0, 0]))];
        let claim = together(&all);
        assert_eq!(claim.verdict, Verdict::Confirmed);
        assert!(
            claim.now.contains("3 in a row, the exact player second"),
            "{claim:?}"
        );
        assert!(!claim.now.contains("first"), "{claim:?}");
    }
}
