//! `partida rate`: how strong players are, from all their games at once.

use super::examples;
use crate::console::Console;
use crate::failure::printable_line;
use crate::listing::write_csv;
use crate::stores::StoreArguments;
use anyhow::{Context, Result, bail};
use arena::ratings::{
    Estimate, FieldModel, GameRecord, GameResult, Glicko2, Results as _, Tally, TrueSkill,
    encounters, rate_field,
};
use clap::{Args, ValueEnum};
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use store::{Selection, Store, Tournament};

/// Standard deviations to either side of the mean, between which 95 % of a normal distribution lie.
const DEVIATIONS_OF_95_PERCENT: f64 = 1.96;

/// Rate the players of tournaments, from all their games
///
/// Each rating comes with an error: with 95 % certainty it is no farther off. Players with the same text are
/// one player, whatever tournaments they played in. By bradley-terry and bayes all games count alike and 0
/// is the mean of the field; glicko2 and trueskill follow the players through the rounds and the games, in
/// the order of the tournaments named.
///
/// JSON: {method, tournaments, games, players: [{rank, player, rating, error, games, wins, draws, losses,
/// score}], groups, virtual_draws, joint_errors, advantage: {value, low, high}, draw_elo}; score is between 0
/// and 1. groups, virtual_draws and joint_errors are null for glicko2 and trueskill, advantage and draw_elo for
/// all but bayes, and where the games cannot tell.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida rate"
    "partida rate vectors --most 10"
    "partida rate match-1 vectors --method bayes --json"
    "partida rate vectors --method glicko2 --csv"
})]
pub(crate) struct Arguments {
    /// Tournaments and matches, by their names or numbers; default: the last one
    #[arg(value_name = "TOURNAMENT")]
    tournaments: Vec<String>,

    /// How ratings are found
    #[arg(long, value_name = "METHOD", value_enum, default_value_t = Method::BradleyTerry)]
    method: Method,

    /// Only the first lines
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    most: usize,

    #[command(flatten)]
    store: StoreArguments,

    /// Write all players as JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Write all players as CSV
    #[arg(long)]
    csv: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Method {
    /// The most likely ratings, in Elo; a draw is half a win
    BradleyTerry,
    /// The same, together with what moving first is worth and how likely draws are
    Bayes,
    /// Glickman's second system, round by round, from 1500 on
    Glicko2,
    /// TrueSkill, game by game, from 25 on
    Trueskill,
}

impl Method {
    /// How many decimals make sense.
    fn decimals(self) -> usize {
        match self {
            Method::BradleyTerry | Method::Bayes | Method::Glicko2 => 1,
            Method::Trueskill => 2,
        }
    }
}

/// Who played whom, and how it went.
#[derive(Debug, Default)]
pub(crate) struct Field {
    players: Vec<String>,
    tallies: Vec<Tally>,
    games: Vec<GameRecord>,
    /// Where each round ends in the list of games.
    rounds: Vec<usize>,
}

/// A player's line; names of fields are names in JSON and headings in CSV.
#[derive(Debug, Serialize)]
pub(crate) struct Line {
    pub(crate) rank: usize,
    pub(crate) player: String,
    pub(crate) rating: f64,
    pub(crate) error: f64,
    pub(crate) games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    pub(crate) score: f64,
}

#[derive(Debug, Serialize)]
struct Range {
    value: f64,
    low: f64,
    high: f64,
}

impl From<Estimate> for Range {
    fn from(estimate: Estimate) -> Range {
        let Estimate { value, low, high } = estimate;
        Range { value, low, high }
    }
}

/// Ratings as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
pub(crate) struct Ratings {
    method: Method,
    tournaments: Vec<String>,
    games: usize,
    /// From the strongest to the weakest.
    pub(crate) players: Vec<Line>,
    groups: Option<usize>,
    virtual_draws: Option<usize>,
    joint_errors: Option<bool>,
    advantage: Option<Range>,
    draw_elo: Option<Range>,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let store = arguments.store.open()?;
    let tournaments = find(&store, &arguments.tournaments)?;
    let ratings = rate(&store, &tournaments, arguments.method)?;
    if arguments.json {
        return Ok(console.write_json(&ratings)?);
    }
    if arguments.csv {
        write_csv(&mut *console.output, &ratings.players)?;
        for sentence in ratings.remarks() {
            console.note(&sentence);
        }
        return Ok(());
    }
    writeln!(console.output, "{}", ratings.table(arguments.most))?;
    let remarks = ratings.remarks();
    if !remarks.is_empty() {
        writeln!(console.output)?;
    }
    for sentence in remarks {
        writeln!(console.output, "{sentence}")?;
    }
    Ok(())
}

/// The tournaments asked for, each once; the last one if none was.
fn find(store: &Store, names: &[String]) -> Result<Vec<Tournament>> {
    if names.is_empty() {
        let last = store.tournaments()?.pop();
        return Ok(vec![last.context("there are no tournaments in the store")?]);
    }
    let mut met = HashSet::new();
    let mut tournaments = Vec::new();
    for name in names {
        let tournament = store.tournament(name)?;
        if met.insert(tournament.id) {
            tournaments.push(tournament);
        }
    }
    Ok(tournaments)
}

/// Rates everybody who played in some tournaments.
pub(crate) fn rate(store: &Store, tournaments: &[Tournament], method: Method) -> Result<Ratings> {
    let field = Field::read(store, tournaments)?;
    let names: Vec<String> = tournaments.iter().map(|it| it.name.clone()).collect();
    if field.games.is_empty() {
        bail!("there are no games to rate in {}", names.join(", "));
    }
    let mut ratings = Ratings {
        method,
        tournaments: names,
        games: field.games.len(),
        players: Vec::new(),
        groups: None,
        virtual_draws: None,
        joint_errors: None,
        advantage: None,
        draw_elo: None,
    };
    let rated = match method {
        Method::BradleyTerry => ratings.rate_at_once(&field, FieldModel::DrawIsHalf)?,
        Method::Bayes => ratings.rate_at_once(&field, FieldModel::AdvantageAndDraws)?,
        Method::Glicko2 => {
            let mut players = vec![Glicko2::default(); field.players.len()];
            let mut begin = 0;
            for &end in &field.rounds {
                Glicko2::play_round(&mut players, &field.games[begin..end])?;
                begin = end;
            }
            let players = players.iter();
            players
                .map(|it| (it.rating, it.deviation * DEVIATIONS_OF_95_PERCENT))
                .collect()
        }
        Method::Trueskill => {
            let mut players = vec![TrueSkill::default(); field.players.len()];
            TrueSkill::play(&mut players, &field.games)?;
            let players = players.iter();
            players
                .map(|it| (it.rating, it.deviation * DEVIATIONS_OF_95_PERCENT))
                .collect()
        }
    };
    ratings.players = field.lines(&rated);
    Ok(ratings)
}

impl Field {
    fn read(store: &Store, tournaments: &[Tournament]) -> Result<Field> {
        let mut field = Field::default();
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        for tournament in tournaments {
            let selection = Selection {
                tournament: Some(tournament.id),
                ..Selection::default()
            };
            let mut last_round = None;
            store.each_game::<anyhow::Error>(&selection, |game| {
                if last_round.is_some_and(|round| round != game.round) {
                    field.rounds.push(field.games.len());
                }
                last_round = Some(game.round);
                let mut pair = [0; 2];
                for (side, player) in game.players.into_iter().enumerate() {
                    let text = tournament.plan.players.get(player);
                    let text = text.context("a game names a player that its tournament has not")?;
                    // Only who played is rated: of the others nothing is known.
                    pair[side] = *numbers.entry(text).or_insert_with(|| {
                        field.players.push(text.clone());
                        field.tallies.push(Tally::default());
                        field.players.len() - 1
                    });
                }
                let [first, second] = pair;
                let result = GameResult::of_sign(game.summary.margin.signum());
                field.tallies[first].record(result);
                field.tallies[second].record(result.reversed());
                field.games.push(GameRecord {
                    first,
                    second,
                    result,
                });
                Ok(())
            })?;
            if last_round.is_some() {
                field.rounds.push(field.games.len());
            }
        }
        Ok(field)
    }

    /// The players from the strongest to the weakest.
    fn lines(&self, rated: &[(f64, f64)]) -> Vec<Line> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&one, &other| rated[other].0.total_cmp(&rated[one].0));
        let ranked = order.into_iter().enumerate();
        let line = |(place, player): (usize, usize)| {
            let tally = &self.tallies[player];
            Line {
                rank: place + 1,
                player: self.players[player].clone(),
                rating: rated[player].0,
                error: rated[player].1,
                games: tally.games(),
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                score: tally.mean().unwrap_or(0.0),
            }
        };
        ranked.map(line).collect()
    }
}

impl Ratings {
    /// Rates a field as a whole, and notes what there is to say about it.
    fn rate_at_once(&mut self, field: &Field, model: FieldModel) -> Result<Vec<(f64, f64)>> {
        let found = rate_field(field.players.len(), &encounters(&field.games), model)?;
        self.groups = Some(found.groups);
        self.virtual_draws = Some(found.virtual_draws);
        self.joint_errors = Some(found.joint_errors);
        self.advantage = found.advantage.map(Range::from);
        self.draw_elo = found.draw_elo.map(Range::from);
        let players = found.players.iter();
        Ok(players.map(|player| (player.elo, player.error)).collect())
    }

    fn table(&self, most: usize) -> String {
        let mut table = Table::new();
        let header = ["", "player", "rating", "±", "games", "score"];
        table.load_style(NOTHING).set_header(header);
        let decimals = self.method.decimals();
        for line in self.players.iter().take(most) {
            table.add_row([
                line.rank.to_string(),
                printable_line(&line.player),
                format!("{:.decimals$}", line.rating),
                format!("{:.decimals$}", line.error),
                line.games.to_string(),
                format!("{:.1} %", 100.0 * line.score),
            ]);
        }
        for (number, column) in table.column_iter_mut().enumerate() {
            if number != 1 {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let hidden = self.players.len().saturating_sub(most);
        match hidden {
            0 => table.trim_fmt(),
            _ => format!("{}\n… and {hidden} more", table.trim_fmt()),
        }
    }

    /// What one has to know to read the numbers, in sentences.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        let virtual_draws = self.virtual_draws.unwrap_or(0);
        if let Some(groups) = self.groups.filter(|&groups| groups > 1) {
            remarks.push(format!(
                "The players are in {groups} groups that are not linked by results both ways: somebody won or \
                 lost everything, or never met the others. To keep ratings finite each group was given a \
                 virtual draw; differences between groups are guesses."
            ));
        } else if virtual_draws > 0 {
            remarks.push(
                "All games were won by the side that opens, or lost, or drawn: a virtual draw keeps what moving \
                 first is worth, and how likely draws are, finite."
                    .to_string(),
            );
        }
        if let Some(Range { value, low, high }) = &self.advantage {
            remarks.push(format!(
                "Moving first is worth {value:.1} Elo, with 95 % certainty between {low:.1} and {high:.1}."
            ));
        }
        if let Some(Range { value, .. }) = &self.draw_elo {
            remarks.push(format!(
                "Draws: with a lead of {value:.1} Elo a win is as likely as not."
            ));
        }
        if self.joint_errors == Some(false) {
            remarks.push(
                "In so large a field errors take the other ratings as known, and are somewhat too small."
                    .to_string(),
            );
        }
        remarks
    }
}
