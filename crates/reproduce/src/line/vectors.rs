//! The two weight vectors that the report ends with, among other players.

use super::percent;
use crate::findings::{Claim, Findings, Part, Trouble};
use crate::intervals::Interval;
use crate::laboratory::Laboratory;
use crate::{Experiment, Source};
use arena::ratings::{
    Encounter, FieldModel, GameRecord, GameResult, PlayerRating, Results, Tally, elo, elo_of_score,
    encounters, rate_field,
};
use arena::{Format, Openings, Plan, Record, Terms};
use games::NoFiles;
use report::{Rated, rating_plot};
use tune::{Study, ValidationPlan};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "line-vectors",
    source: Source::Line,
    title: "The two final weight vectors among other players",
    covers: "section 5.1",
    asked: "How good are the two players that came out of grid search and of the genetic algorithm?",
    found: "Weights were tuned to better the greedy player; two vectors are handed in, without results.",
    run,
};

const GAME: &str = "connect";
/// The tuning of `docs/tuning.md`.
const OURS: &str = include_str!("../../../../experiments/connect-line.toml");

const GRID: &str = "grid vector";
const GENETIC: &str = "genetic vector";
const PLAIN: &str = "plain greedy player";
const TUNED: &str = "tuned here";

/// Names and texts of players that take next to no time.
const CHEAP: [(&str, &str); 7] = [
    (GRID, "grid"),
    (GENETIC, "genetic"),
    (PLAIN, "plain"),
    ("course staff, q = 0.5", "staff:q=0.5"),
    ("course staff, q = 1", "staff:q=1"),
    ("h2, depth 2", "h2:depth=2,ties=random"),
    ("random", "random"),
];
/// Those that search.
const DEAR: [(&str, &str); 2] = [
    ("engine, 1000 nodes", "engine:nodes=1000,table=1"),
    ("h2, depth 5", "h2:depth=5,ties=random"),
];

fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Trouble> {
    let tuned = tuned(laboratory)?;
    let cheap = CHEAP.iter().map(|&(name, text)| (name, text.to_string()));
    let cheap: Vec<(&str, String)> = cheap.chain([(TUNED, tuned.clone())]).collect();
    let pairs = laboratory.pick(100, 500);
    let mut field = Field::default();
    field.play(laboratory, "cheap", Format::RoundRobin, &cheap, pairs)?;
    let pairs = laboratory.pick(5, 50);
    for (place, &(name, text)) in DEAR.iter().enumerate() {
        let later = DEAR[place + 1..].iter().copied();
        let players: Vec<(&str, String)> = [(name, text)]
            .into_iter()
            .chain(later)
            .map(|(name, text)| (name, text.to_string()))
            .chain(cheap.iter().cloned())
            .collect();
        let part = format!("searching-{}", place + 1);
        field.play(laboratory, &part, Format::Gauntlet, &players, pairs)?;
    }
    let mut ratings = field.ratings()?;
    ratings.remarks.push(format!("Tuned here: {tuned}."));
    Ok(Findings {
        parts: vec![ratings, field.duels(&[GRID, GENETIC])?],
        claims: vec![
            field.stronger(GRID, PLAIN, "Grid search betters the greedy player.")?,
            field.stronger(
                GENETIC,
                PLAIN,
                "The genetic algorithm betters the greedy player.",
            )?,
        ],
        speeds: Vec::new(),
    })
}

/// The player that a tuning of ours finds.
fn tuned(laboratory: &mut Laboratory<'_>) -> Result<String, Trouble> {
    let whole = tune::Experiment::parse(OURS).map_err(Trouble::Failed)?;
    let experiment = tune::Experiment {
        budget: laboratory.pick(Some(40_000), whole.budget),
        // It is examined by the games to come.
        validation: ValidationPlan {
            games: 0,
            every: 0,
            ..whole.validation.clone()
        },
        ..whole
    };
    let finish = laboratory.tuning("ours", &experiment)?;
    let study = Study::new(experiment, &NoFiles).map_err(Trouble::from_error)?;
    Ok(study.player(&finish.tuning.best()))
}

/// All players that met, and their games.
#[derive(Default)]
struct Field {
    names: Vec<&'static str>,
    games: Vec<GameRecord>,
}

impl Field {
    fn number(&mut self, name: &'static str) -> usize {
        match self.names.iter().position(|it| *it == name) {
            Some(place) => place,
            None => {
                self.names.push(name);
                self.names.len() - 1
            }
        }
    }

    fn play(
        &mut self,
        laboratory: &mut Laboratory<'_>,
        part: &str,
        format: Format,
        players: &[(&'static str, String)],
        pairs: u32,
    ) -> Result<(), Trouble> {
        let mut plan = Plan {
            format,
            games: vec![GAME.to_string()],
            players: players.iter().map(|(_, text)| text.clone()).collect(),
            rounds: 1,
            openings_per_meeting: pairs,
            openings: Openings::Random(4),
            terms: Terms::default(),
            seed: laboratory.seed(part),
            sprt: None,
        };
        laboratory.tournament(part, &mut plan)?;
        let numbers: Vec<usize> = players.iter().map(|(name, _)| self.number(name)).collect();
        for record in laboratory.records(part)? {
            let number = |text: &String| {
                let place = plan.players.iter().position(|player| player == text);
                place
                    .map(|place| numbers[place])
                    .ok_or_else(|| Trouble::Failed(format!("{text} was not asked to play")))
            };
            let Record {
                players, margin, ..
            } = &record;
            self.games.push(GameRecord {
                first: number(&players[0])?,
                second: number(&players[1])?,
                result: GameResult::of_sign(*margin),
            });
        }
        Ok(())
    }

    /// How one did against another.
    fn tally(&self, one: usize, other: usize) -> Tally {
        let mut tally = Tally::default();
        for game in &self.games {
            match (game.first, game.second) {
                pair if pair == (one, other) => tally.record(game.result),
                pair if pair == (other, one) => tally.record(game.result.reversed()),
                _ => {}
            }
        }
        tally
    }

    fn ratings(&self) -> Result<Part, Trouble> {
        let met: Vec<Encounter> = encounters(&self.games);
        let ratings = rate_field(self.names.len(), &met, FieldModel::AdvantageAndDraws)
            .map_err(Trouble::from_error)?;
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let rating = |player: usize| -> &PlayerRating { &ratings.players[player] };
        order.sort_by(|&one, &other| rating(other).elo.total_cmp(&rating(one).elo));
        let mut part = Part::new(
            "Section 5.1: all players, from random openings of four plies",
            &[
                "player",
                "Elo (95 %)",
                "games",
                "won / drawn / lost",
                "score",
            ],
        );
        let mut rated = Vec::new();
        for player in order {
            let PlayerRating { elo, error } = *rating(player);
            let tallies = (0..self.names.len()).map(|other| self.tally(player, other));
            let all = tallies.fold(Tally::default(), |sum, tally| sum + tally);
            part.row([
                self.names[player].to_string(),
                format!("{elo:+.0} ± {error:.0}").replace('-', "−"),
                all.games().to_string(),
                format!("{} / {} / {}", all.wins, all.draws, all.losses),
                percent(all.mean().unwrap_or(0.5)),
            ]);
            rated.push(Rated {
                label: self.names[player].to_string(),
                rating: elo,
                error,
            });
        }
        part.remarks.push(
            "Every pair meets, each opening with both sides; Elo is above or below the mean of this field. Course staff: \
             looks at the board with probability q, then wins, blocks, or avoids to hand over a win. The two vectors were \
             tuned to move second against one opponent; the one tuned here, to move second against both of them."
                .to_string(),
        );
        part.plots.push(rating_plot(
            "The final weight vectors among other players",
            &rated,
        ));
        Ok(part)
    }

    fn place(&self, name: &str) -> Result<usize, Trouble> {
        let place = self.names.iter().position(|it| *it == name);
        place.ok_or_else(|| Trouble::Failed(format!("{name} did not play")))
    }

    /// How some did against everybody.
    fn duels(&self, names: &[&str]) -> Result<Part, Trouble> {
        let mut columns = vec!["against".to_string(), "games".to_string()];
        let mut places = Vec::new();
        for name in names {
            places.push(self.place(name)?);
            columns.push(format!("{name}, score"));
            columns.push("Elo (95 %)".to_string());
        }
        let headings: Vec<&str> = columns.iter().map(String::as_str).collect();
        let mut part = Part::new("The two vectors, opponent by opponent", &headings);
        for (other, name) in self.names.iter().enumerate() {
            let tallies: Vec<Tally> = places.iter().map(|&one| self.tally(one, other)).collect();
            let games = tallies.iter().map(Tally::games).max().unwrap_or(0);
            let mut row = vec![(*name).to_string(), games.to_string()];
            for tally in &tallies {
                let texts = match tally.mean() {
                    Some(score) => [percent(score), lead(tally).to_string()],
                    None => ["–", "–"].map(str::to_string),
                };
                row.extend(texts);
            }
            part.row(row);
        }
        Ok(part)
    }

    fn stronger(&self, one: &str, other: &str, then: &str) -> Result<Claim, Trouble> {
        let tally = self.tally(self.place(one)?, self.place(other)?);
        let lead = lead(&tally);
        Ok(Claim {
            then: then.to_string(),
            now: format!(
                "The {one} scores {} in {} games against the {other}: {lead} Elo.",
                percent(tally.mean().unwrap_or(0.5)),
                tally.games()
            ),
            verdict: lead.is_positive(),
        })
    }
}

/// By how much it is stronger, in Elo.
fn lead(tally: &Tally) -> Interval {
    let is_mixed = tally.variance().is_some_and(|variance| variance > 0.0);
    match elo(tally).filter(|_| is_mixed) {
        Some(it) => Interval {
            value: it.value,
            low: it.low,
            high: it.high,
        },
        // Few games that all end alike do not say that every game would.
        None => {
            let share = Interval::of_share(tally.wins + tally.draws / 2, tally.games());
            // What is all there is has no end beyond it, which rounding may hide.
            Interval {
                value: elo_of_score(share.value),
                low: elo_of_score(share.low.min(share.value)),
                high: elo_of_score(share.high.max(share.value)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Verdict;

    #[test]
    fn games_are_counted_from_both_sides() {
        let game = |first, second, result| GameRecord {
            first,
            second,
            result,
        };
        let field = Field {
            names: vec![GRID, PLAIN],
            games: [
                vec![game(0, 1, GameResult::Loss); 30],
                vec![game(1, 0, GameResult::Win); 20],
                vec![game(1, 0, GameResult::Loss); 2],
            ]
            .concat(),
        };
        assert_eq!(field.tally(0, 1), Tally::from([50, 0, 2]));
        let claim = field.stronger(GRID, PLAIN, "so").expect("both are there");
        assert_eq!(claim.verdict, Verdict::NotConfirmed, "{claim:?}");
        let part = field.ratings().expect("it can be rated");
        assert_eq!(part.rows[0][0], PLAIN);
        assert!(field.stronger(GRID, GENETIC, "so").is_err());
        let lost = lead(&Tally::from([10, 0, 0]));
        assert!(
            lost.value.is_infinite() && lost.high.is_finite(),
            "{lost:?}"
        );
    }
}
