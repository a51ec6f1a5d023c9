//! The round robin of the forty best, from the empty board as the report played it, and from random openings.

use super::numbers::{both, difference, fact, half_width, rank_correlation};
use super::published::{self, Counts, Master, Weights};
use crate::findings::{Claim, Findings, Part, Trouble};
use crate::intervals::{Interval, mean};
use crate::laboratory::Laboratory;
use crate::{Experiment, Source};
use arena::{Format, Openings, Plan, Record, Row, Terms};
use game::Side;
use report::{Bar, Rated, bar_plot, rating_plot};
use std::collections::HashMap;

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "bricks-masters",
    source: Source::Bricks,
    title: "The masters: forty greedy players, everybody against everybody",
    covers: "table 12, figures 8, 9",
    asked: "Which of the ten best of each of the four searches for weights is the best of all?",
    found: "187/163/221.12/211.2/202.62, evolved in matches inside its population, has the most points; 4/2/5/4/2, from the Swiss \
            tournament against heurb, loses the fewest games.",
    run,
};

const GAME: &str = "bricks:11";
/// The report compares the first five with those in the middle.
const TOP: usize = 5;
const LAST: usize = 15;
/// Places 8 to 22.
const MIDDLE: std::ops::Range<usize> = 7..22;
/// Whoever lost no more is stable.
const FEW_LOSSES: u64 = 12;
const SOLID: Weights = Weights([4.0, 2.0, 5.0, 4.0, 2.0]);

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let masters = published::masters()?;
    let evolved: Vec<Weights> = published::evolution()?
        .iter()
        .map(|it| it.weights)
        .collect();
    let field = Field {
        is_evolved: masters
            .iter()
            .map(|it| evolved.contains(&it.weights))
            .collect(),
        names: names(&masters),
        masters,
    };
    let mut plan = field.plan(Openings::Start, 1, laboratory.seed("table"));
    let finish = laboratory.tournament("table", &mut plan)?;
    let rows = finish.standings.rows();

    let openings = laboratory.pick(1, 12);
    let mut plan = field.plan(Openings::Random(2), openings, laboratory.seed("openings"));
    laboratory.tournament("openings", &mut plan)?;
    let open = Open::new(&plan.players, &laboratory.records("openings")?);

    Ok(Findings {
        parts: vec![
            field.table(rows),
            field.figure_8(rows),
            field.figure_9(rows),
            field.open_table(&open),
        ],
        claims: field.claims(rows, &open),
        speeds: Vec::new(),
    })
}

/// What the players are called; one of two that are the same gets a number.
fn names(masters: &[Master]) -> Vec<String> {
    let mut met: HashMap<String, usize> = HashMap::new();
    masters
        .iter()
        .map(|master| {
            let count = met.entry(master.weights.to_string()).or_default();
            *count += 1;
            match count {
                1 => master.weights.to_string(),
                count => format!("{} ({count})", master.weights),
            }
        })
        .collect()
}

/// The forty, in the order of the published table.
struct Field {
    masters: Vec<Master>,
    is_evolved: Vec<bool>,
    names: Vec<String>,
}

/// Games from random openings: for each player, by opening, …
struct Open {
    /// … the points of a game in the mean, …
    points: Vec<Vec<f64>>,
    /// … and the share of games lost as the second side.
    second_losses: Vec<Vec<f64>>,
}

impl Open {
    fn new(players: &[String], records: &[Record]) -> Open {
        let numbers: HashMap<&str, usize> = players.iter().map(String::as_str).zip(0..).collect();
        let mut openings: HashMap<String, usize> = HashMap::new();
        let mut points: Vec<Vec<Vec<f64>>> = vec![Vec::new(); players.len()];
        let mut losses = points.clone();
        for record in records {
            let given = record.moves.iter().take(record.opening as usize);
            let opening = given
                .map(|it| it.text.as_str())
                .collect::<Vec<_>>()
                .join(" ");
            let count = openings.len();
            let opening = *openings.entry(opening).or_insert(count);
            for side in Side::BOTH {
                let Some(&player) = numbers.get(record.players[side.index()].as_str()) else {
                    continue;
                };
                for table in [&mut points, &mut losses] {
                    if table[player].len() <= opening {
                        table[player].resize(opening + 1, Vec::new());
                    }
                }
                points[player][opening].push(record.points[side.index()] as f64 / 1000.0);
                if side == Side::Second {
                    let is_lost = record.margin > 0;
                    losses[player][opening].push(f64::from(u8::from(is_lost)));
                }
            }
        }
        let means = |table: Vec<Vec<Vec<f64>>>| -> Vec<Vec<f64>> {
            let of_player = |openings: &Vec<Vec<f64>>| openings.iter().map(|it| mean(it)).collect();
            table.iter().map(of_player).collect()
        };
        Open {
            points: means(points),
            second_losses: means(losses),
        }
    }
}

/// By how much the mean of some players is more than that of others: by opening, since all of them had the same.
fn by_opening(table: &[Vec<f64>], some: &[usize], others: &[usize]) -> Interval {
    let count = table.iter().map(Vec::len).min().unwrap_or(0);
    let of = |group: &[usize], opening: usize| {
        mean(
            &group
                .iter()
                .map(|&player| table[player][opening])
                .collect::<Vec<_>>(),
        )
    };
    let differences: Vec<f64> = (0..count)
        .map(|opening| of(some, opening) - of(others, opening))
        .collect();
    Interval::of_mean(&differences)
}

/// Players from the best to the worst.
fn ranking(points: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&one, &other| points[other].total_cmp(&points[one]));
    order
}

fn points_of(row: &Row) -> f64 {
    row.points as f64 / 1000.0
}

impl Field {
    fn plan(&self, openings: Openings, openings_per_meeting: u32, seed: u64) -> Plan {
        let mut players: Vec<String> = Vec::new();
        for master in &self.masters {
            let player = master.weights.player();
            // Who is there twice plays the same with any seed, since none of its choices is random.
            let again = players.iter().filter(|it| it.starts_with(&player)).count();
            players.push(match again {
                0 => player,
                again => format!("{player},seed={}", again + 1),
            });
        }
        Plan {
            format: Format::RoundRobin,
            games: vec![GAME.to_string()],
            players,
            rounds: 1,
            openings_per_meeting,
            openings,
            terms: Terms::default(),
            seed,
            sprt: None,
        }
    }

    fn origin(&self, player: usize) -> &'static str {
        match self.is_evolved[player] {
            true => "evolution",
            false => "Swiss",
        }
    }

    fn table(&self, rows: &[Row]) -> Part {
        let mut part = Part::new(
            "Table 12: points; won–lost as first, won–lost as second, drawn",
            &[
                "weights",
                "from",
                "points, published",
                "ours",
                "games, published",
                "ours",
            ],
        );
        for (player, (master, row)) in self.masters.iter().zip(rows).enumerate() {
            part.row([
                self.names[player].clone(),
                self.origin(player).to_string(),
                format!("{:.3}", master.points),
                format!("{:.3}", points_of(row)),
                master.counts.to_string(),
                Counts::of(row).to_string(),
            ]);
        }
        part
    }

    fn figure_8(&self, rows: &[Row]) -> Part {
        let mut bars = Vec::new();
        for (player, row) in rows.iter().enumerate().take(10) {
            for (whose, points) in [
                ("published", self.masters[player].points),
                ("ours", points_of(row)),
            ] {
                bars.push(Bar {
                    label: format!("{}, {whose}", self.names[player]),
                    parts: vec![points],
                });
            }
        }
        Part {
            title: "Figure 8: points of the first ten".to_string(),
            plots: vec![bar_plot(
                "Figure 8: points of the first ten",
                &["points"],
                &bars,
            )],
            ..Part::default()
        }
    }

    fn figure_9(&self, rows: &[Row]) -> Part {
        let mut bars = Vec::new();
        for (player, row) in rows.iter().enumerate().take(10) {
            for (whose, counts) in [
                ("published", self.masters[player].counts),
                ("ours", Counts::of(row)),
            ] {
                bars.push(Bar {
                    label: format!("{}, {whose}", self.names[player]),
                    parts: counts.parts(),
                });
            }
        }
        Part {
            title: "Figure 9: games of the first ten".to_string(),
            plots: vec![bar_plot(
                "Figure 9: games of the first ten",
                &Counts::PARTS,
                &bars,
            )],
            ..Part::default()
        }
    }

    /// What the report did not do: other openings, so that errors can be told.
    fn open_table(&self, open: &Open) -> Part {
        let openings = open.points.first().map_or(0, Vec::len);
        let mut part = Part::new(
            format!(
                "The same round robin from {openings} random openings of two plies: points of a game"
            ),
            &[
                "weights",
                "from",
                "place in table 12",
                "points of a game (95 %)",
            ],
        );
        let means: Vec<Interval> = open.points.iter().map(|it| Interval::of_mean(it)).collect();
        let order = ranking(&means.iter().map(|it| it.value).collect::<Vec<_>>());
        let mut rated = Vec::new();
        for &player in order.iter().take(15) {
            part.row([
                self.names[player].clone(),
                self.origin(player).to_string(),
                (player + 1).to_string(),
                format!("{:.2}", means[player]),
            ]);
            rated.push(Rated {
                label: self.names[player].clone(),
                rating: means[player].value,
                error: half_width(&means[player]),
            });
        }
        part.remarks.push(
            "The best 15. From the empty board the same two players always play the same game, so that table 12 has no errors, but \
             says nothing about other games either."
                .to_string(),
        );
        part.plots.push(rating_plot(
            "Points of a game from random openings, with 95 % intervals",
            &rated,
        ));
        part
    }

    fn claims(&self, rows: &[Row], open: &Open) -> Vec<Claim> {
        let ours: Vec<f64> = rows.iter().map(points_of).collect();
        let means: Vec<f64> = open.points.iter().map(|it| mean(it)).collect();
        vec![
            self.order(rows, &ours),
            self.champion(&ours, &means, open),
            self.unbeaten(rows, &ours),
            self.close(&ours),
            self.second_losses(open),
            self.evolved_win(&ours),
            self.solid(rows, &ours),
            self.stable(rows),
        ]
    }

    fn order(&self, rows: &[Row], ours: &[f64]) -> Claim {
        let pairs: Vec<[f64; 2]> = self
            .masters
            .iter()
            .zip(ours)
            .map(|(it, &own)| [it.points, own])
            .collect();
        let correlation = rank_correlation(&pairs);
        let same = self
            .masters
            .iter()
            .zip(rows)
            .filter(|(it, row)| it.counts == Counts::of(row))
            .count();
        Claim {
            then: "The order of the forty by points.".to_string(),
            now: format!(
                "Spearman's correlation with ours is {correlation:.2} (alike: more than 0.5). {same} of {} players win and lose the same \
                 numbers of games: something that decides these games is not in the report, as the games of two greedy players have no \
                 chance in them.",
                rows.len()
            ),
            verdict: correlation.less(0.5).is_positive(),
        }
    }

    fn champion(&self, ours: &[f64], means: &[f64], open: &Open) -> Claim {
        let winner = ranking(ours)[0];
        let rival = ranking(means)
            .into_iter()
            .find(|&player| player != 0)
            .unwrap_or(0);
        let lead = by_opening(&open.points, &[0], &[rival]);
        Claim {
            then: format!("{} is the best of all.", self.names[0]),
            now: format!(
                "From the empty board {} has the most points. From random openings the published winner is {} of {}; it leads \
                 {}, the best other one, by {lead:.2} points a game.",
                self.names[winner],
                1 + ranking(means).iter().position(|&it| it == 0).unwrap_or(0),
                means.len(),
                self.names[rival],
            ),
            verdict: lead.is_positive(),
        }
    }

    fn unbeaten(&self, rows: &[Row], ours: &[f64]) -> Claim {
        let best: Vec<usize> = ranking(ours).into_iter().take(TOP).collect();
        let lost: u64 = best
            .iter()
            .map(|&player| rows[player].as_first.losses)
            .sum();
        Claim {
            then: "Those with the most points lose no game as the first side.".to_string(),
            now: format!(
                "The first {TOP} of our table lose {lost} of {} games as the first side.",
                TOP * 39
            ),
            verdict: fact(lost == 0),
        }
    }

    fn close(&self, ours: &[f64]) -> Claim {
        let order = ranking(ours);
        let apart = |points: &[f64], order: &[usize]| points[order[0]] - points[order[TOP - 1]];
        let published: Vec<f64> = self.masters.iter().map(|it| it.points).collect();
        let whole = ours[order[0]] - ours[order[order.len() - 1]];
        let gap = apart(ours, &order);
        Claim {
            then: format!(
                "The first five lie close together ({:.1} points from the first to the fifth).",
                apart(&published, &ranking(&published))
            ),
            now: format!(
                "{gap:.1} points from the first to the fifth, {whole:.1} from the first to the last."
            ),
            verdict: fact(gap < whole / 10.0),
        }
    }

    fn second_losses(&self, open: &Open) -> Claim {
        let top: Vec<usize> = (0..TOP).collect();
        let middle: Vec<usize> = MIDDLE.collect();
        let losses = by_opening(&open.second_losses, &top, &middle);
        let points = by_opening(&open.points, &top, &middle);
        Claim {
            then: "The first five lose many more games as the second side than those in the middle (places 8 to 22), and have more \
                   points all the same."
                .to_string(),
            now: format!(
                "From random openings they lose {:+.1} % more of their games as the second side ({:+.1} to {:+.1}), and have {points:.2} \
                 points more a game.",
                100.0 * losses.value,
                100.0 * losses.low,
                100.0 * losses.high,
            ),
            verdict: both(losses.is_positive(), points.is_positive()),
        }
    }

    fn evolved_win(&self, ours: &[f64]) -> Claim {
        let published: Vec<f64> = self.masters.iter().map(|it| it.points).collect();
        let lead = |points: &[f64]| {
            let of = |evolved: bool| {
                let chosen = points.iter().zip(&self.is_evolved);
                let chosen: Vec<f64> = chosen
                    .filter(|(_, is)| **is == evolved)
                    .map(|(it, _)| *it)
                    .collect();
                Interval::of_mean(&chosen)
            };
            difference(&of(true), &of(false))
        };
        let (then, now) = (lead(&published), lead(ours));
        let evolved =
            |places: std::ops::Range<usize>| places.filter(|&place| self.is_evolved[place]).count();
        let count = self.masters.len();
        Claim {
            then: "Evolved players clearly win over those of the Swiss tournaments.".to_string(),
            now: format!(
                "An evolved player has {now:.0} points more than one of the Swiss tournaments, in the mean over both twenties. By the \
                 published table it is {then:.0}: {} of its first {TOP} are evolved, and {} of its last {LAST}.",
                evolved(0..TOP),
                evolved(count - LAST..count),
            ),
            verdict: now.is_positive(),
        }
    }

    fn solid(&self, rows: &[Row], ours: &[f64]) -> Claim {
        let losses = |player: usize| rows[player].results().losses;
        let fewest = (0..rows.len()).map(losses).min().unwrap_or(0);
        let safe: Vec<usize> = ranking(ours)
            .into_iter()
            .filter(|&it| losses(it) == fewest)
            .collect();
        let solid = self
            .masters
            .iter()
            .position(|it| it.weights == SOLID)
            .unwrap_or(0);
        Claim {
            then: format!(
                "{SOLID} loses the fewest games, and has the most points of those who do."
            ),
            now: format!(
                "It loses {}; the fewest are {fewest}, by {} players, of whom {} has the most points.",
                losses(solid),
                safe.len(),
                self.names[safe[0]],
            ),
            verdict: fact(safe[0] == solid),
        }
    }

    fn stable(&self, rows: &[Row]) -> Claim {
        let stable: Vec<usize> = (0..rows.len())
            .filter(|&player| rows[player].results().losses <= FEW_LOSSES)
            .collect();
        let swiss = stable
            .iter()
            .filter(|&&player| !self.is_evolved[player])
            .count();
        let share = Interval::of_share(swiss as u64, stable.len() as u64);
        Claim {
            then: "Those who lose few games come from the Swiss tournaments for the most part."
                .to_string(),
            now: format!(
                "Of {} players with at most {FEW_LOSSES} losses {swiss} do: {:.0} % ({:.0} to {:.0}).",
                stable.len(),
                100.0 * share.value,
                100.0 * share.low,
                100.0 * share.high,
            ),
            verdict: share.less(0.5).is_positive(),
        }
    }
}
