//! `partida tournament report`: a tournament as a page, or as pictures.

use super::{examples, standings_of, table};
use crate::commands::rate::{self, Method, Ratings};
use crate::console::Console;
use crate::files;
use crate::stores::StoreArguments;
use ::report::{Bar, Line, Page, Rated, Section, bar_plot, line_plot, rating_plot};
use anyhow::{Context, Result};
use arena::{Format, Openings, Plan, Standings};
use clap::{Args, ValueHint};
use std::path::PathBuf;
use store::{Selection, State, Store, Tournament};

/// Write a page about a tournament, with its table, plots and ratings, and the table after each round
///
/// The page is one HTML file that needs nothing else: no script, no picture from elsewhere; it fits on a
/// telephone, and is light or dark as its reader prefers. Plots are about the best players of the table:
/// their points, how many games they won as first and as second, their ratings with 95 % intervals, and their
/// points from round to round.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida tournament report vectors --output vectors.html"
    "partida tournament report vectors --top 5 --plots pictures"
    "partida tournament report match-1 > match.html"
})]
pub(crate) struct Arguments {
    /// Its name or number
    tournament: String,

    /// Write the page to this file, over what was there; default: the standard output, unless there is
    /// --plots
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// How many players are in the table and in the plots
    #[arg(long, value_name = "COUNT", default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..))]
    top: u16,

    /// Write the plots into this directory, which is made if need be: points.svg, wins.svg, ratings.svg and,
    /// where there are several rounds, rounds.svg
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    plots: Option<PathBuf>,

    #[command(flatten)]
    store: StoreArguments,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let store = arguments.store.open()?;
    let tournament = store.tournament(&arguments.tournament)?;
    let look = Look::new(&store, tournament, usize::from(arguments.top))?;
    let plots = look.plots(&store)?;
    if let Some(directory) = &arguments.plots {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot make {}", directory.display()))?;
        for (name, svg) in &plots {
            files::write(&directory.join(format!("{name}.svg")), svg.as_bytes())?;
        }
    }
    if arguments.output.is_none() && arguments.plots.is_some() {
        return Ok(());
    }
    let page = look.page(plots, look.rounds(&store)?);
    match &arguments.output {
        Some(path) => files::write(path, page.as_bytes()),
        None => Ok(write!(console.output, "{page}")?),
    }
}

/// A tournament as it is shown.
struct Look {
    tournament: Tournament,
    standings: Standings,
    /// The best players, by their numbers.
    best: Vec<usize>,
    ratings: Ratings,
}

impl Look {
    fn new(store: &Store, tournament: Tournament, top: usize) -> Result<Look> {
        let standings = standings_of(store, &tournament, None)?;
        let tournaments = std::slice::from_ref(&tournament);
        let ratings = rate::rate(store, tournaments, Method::BradleyTerry)?;
        let mut best = standings.ranking();
        best.truncate(top);
        Ok(Look {
            tournament,
            standings,
            best,
            ratings,
        })
    }

    fn plan(&self) -> &Plan {
        &self.tournament.plan
    }

    fn label(&self, player: usize) -> String {
        self.plan().players[player].clone()
    }

    /// All plots, with the names of their files.
    fn plots(&self, store: &Store) -> Result<Vec<(&'static str, String)>> {
        let bars = |parts: &dyn Fn(usize) -> Vec<f64>| -> Vec<Bar> {
            let rows = self.best.iter().map(|&player| Bar {
                label: self.label(player),
                parts: parts(player),
            });
            rows.collect()
        };
        let points = bars(&|player| vec![self.standings.row(player).points as f64 / 1000.0]);
        let wins = bars(&|player| {
            let row = self.standings.row(player);
            let draws = row.as_first.draws + row.as_second.draws;
            let counts = [row.as_first.wins, row.as_second.wins, draws];
            counts.map(|count| count as f64).to_vec()
        });
        let rated = self.ratings.players.iter().take(self.best.len());
        let rated: Vec<Rated> = rated
            .map(|line| Rated {
                label: line.player.clone(),
                rating: line.rating,
                error: line.error,
            })
            .collect();
        let mut plots = vec![
            ("points", bar_plot("Points", &["points"], &points)),
            (
                "wins",
                bar_plot(
                    "Games won and drawn",
                    &["won as first", "won as second", "drawn"],
                    &wins,
                ),
            ),
            (
                "ratings",
                rating_plot("Ratings in Elo, with 95 % intervals", &rated),
            ),
        ];
        let lines = self.points_by_round(store)?;
        if lines.iter().any(|line| line.values.len() > 1) {
            let plot = line_plot("Points after each round", "round", &lines);
            plots.push(("rounds", plot));
        }
        Ok(plots)
    }

    /// What the best players had after each round.
    fn points_by_round(&self, store: &Store) -> Result<Vec<Line>> {
        let selection = Selection {
            tournament: Some(self.tournament.id),
            ..Selection::default()
        };
        let mut gained: Vec<Vec<i64>> = Vec::new();
        store.each_game::<anyhow::Error>(&selection, |game| {
            let round = game.round as usize;
            if gained.len() <= round {
                gained.resize(round + 1, vec![0; self.best.len()]);
            }
            for (side, player) in game.players.into_iter().enumerate() {
                if let Some(place) = self.best.iter().position(|&it| it == player) {
                    gained[round][place] += game.summary.points[side];
                }
            }
            Ok(())
        })?;
        let line = |(place, &player): (usize, &usize)| {
            let mut sum = 0;
            let values = gained.iter().map(|round| {
                sum += round[place];
                sum as f64 / 1000.0
            });
            Line {
                values: values.collect(),
                label: self.label(player),
            }
        };
        Ok(self.best.iter().enumerate().map(line).collect())
    }

    /// The best players after each round but the last, where the next one depended on it.
    fn rounds(&self, store: &Store) -> Result<Vec<Section>> {
        let mut sections = Vec::new();
        if !self.plan().format.depends_on_results() {
            return Ok(sections);
        }
        let selection = Selection {
            tournament: Some(self.tournament.id),
            ..Selection::default()
        };
        let mut standings = Standings::new(self.plan().players.len());
        let mut round = 0;
        // Games come in the order of their numbers, round by round.
        store.each_game::<anyhow::Error>(&selection, |game| {
            if game.round != round {
                sections.push(self.after_round(game.round, &standings));
                round = game.round;
            }
            standings.add(game.players, &game.summary);
            Ok(())
        })?;
        Ok(sections)
    }

    /// The table after so many rounds.
    fn after_round(&self, rounds: u32, standings: &Standings) -> Section {
        let columns = ["", "player", "points", "won", "drawn", "lost"];
        let best = standings.ranking().into_iter().take(self.best.len());
        let rows = (1..).zip(best).map(|(rank, player)| {
            let row = standings.row(player);
            let results = row.results();
            vec![
                rank.to_string(),
                self.label(player),
                table::points(row.points),
                results.wins.to_string(),
                results.draws.to_string(),
                results.losses.to_string(),
            ]
        });
        Section::Table {
            heading: format!("After round {rounds}"),
            columns: columns.map(str::to_string).to_vec(),
            rows: rows.collect(),
            remarks: Vec::new(),
        }
    }

    fn page(&self, plots: Vec<(&'static str, String)>, rounds: Vec<Section>) -> String {
        let mut sections = vec![self.table()];
        sections.extend(plots.into_iter().map(|(_, svg)| Section::Plot(svg)));
        sections.push(self.ratings());
        sections.extend(rounds);
        Page {
            title: self.tournament.name.clone(),
            facts: self.facts(),
            sections,
        }
        .to_html()
    }

    fn facts(&self) -> Vec<(String, String)> {
        let plan = self.plan();
        let format = match plan.format {
            Format::RoundRobin => "everybody against everybody",
            Format::Gauntlet => "one against all others",
            Format::Swiss => "Swiss",
            Format::KnockOut => "knock-out",
        };
        let openings = match &plan.openings {
            Openings::Start => "the start of the game".to_string(),
            Openings::Random(plies) => format!("{plies} random plies"),
            Openings::All(plies) => format!("all of {plies} plies"),
            Openings::List(list) => format!("{} listed", list.len()),
        };
        let winner = match self.best.first() {
            Some(&player) => {
                let points = table::points(self.standings.row(player).points);
                format!("{} with {points} points", self.label(player))
            }
            None => "nobody".to_string(),
        };
        let (is_complete, in_all) = (
            self.tournament.state == State::Complete,
            self.plan().games_in_all(),
        );
        let games = self.tournament.games;
        let played = match is_complete {
            true => format!("{games} games"),
            false => format!("{games} of {in_all} games, not finished"),
        };
        let first = if is_complete { "winner" } else { "leader" };
        let forfeits: u64 = self.standings.rows().iter().map(|row| row.forfeits).sum();
        let facts = [
            (first, winner),
            ("game", plan.games.join(", ")),
            ("format", format.to_string()),
            ("players", plan.players.len().to_string()),
            ("played", played),
            ("forfeits", forfeits.to_string()),
            ("openings", openings),
            ("seed", plan.seed.to_string()),
            ("date", self.tournament.created.clone()),
        ];
        facts.map(|(name, text)| (name.to_string(), text)).to_vec()
    }

    fn table(&self) -> Section {
        let columns = [
            "",
            "player",
            "points",
            "games",
            "won",
            "drawn",
            "lost",
            "won as first",
            "won as second",
            "forfeits",
            "ms a move",
        ];
        let lines = table::lines(self.plan(), &self.standings).into_iter();
        let rows = lines.zip(&self.best).map(|(line, &player)| {
            let time = line.mean_move_ms;
            vec![
                line.rank.to_string(),
                line.player,
                table::points(self.standings.row(player).points),
                line.games.to_string(),
                line.wins.to_string(),
                line.draws.to_string(),
                line.losses.to_string(),
                line.wins_as_first.to_string(),
                line.wins_as_second.to_string(),
                line.forfeits.to_string(),
                time.map_or_else(String::new, |time| format!("{time:.2}")),
            ]
        });
        Section::Table {
            heading: "Table".to_string(),
            columns: columns.map(str::to_string).to_vec(),
            rows: rows.collect(),
            remarks: self.more(self.plan().players.len()),
        }
    }

    fn ratings(&self) -> Section {
        let lines = self.ratings.players.iter().take(self.best.len());
        let rows = lines.map(|line| {
            vec![
                line.rank.to_string(),
                line.player.clone(),
                format!("{:.1}", line.rating),
                format!("{:.1}", line.error),
                line.games.to_string(),
                format!("{:.1} %", 100.0 * line.score),
            ]
        });
        let columns = ["", "player", "rating", "±", "games", "score"];
        let mut remarks = self.more(self.ratings.players.len());
        remarks.push(
            "The most likely ratings given all games (Bradley–Terry), in Elo from the mean of all players; \
             with 95 % certainty none is farther off than its ±."
                .to_string(),
        );
        remarks.extend(self.ratings.remarks());
        Section::Table {
            heading: "Ratings".to_string(),
            columns: columns.map(str::to_string).to_vec(),
            rows: rows.collect(),
            remarks,
        }
    }

    /// How many players are not shown, if any.
    fn more(&self, players: usize) -> Vec<String> {
        match players.saturating_sub(self.best.len()) {
            0 => Vec::new(),
            hidden => vec![format!("… and {hidden} more")],
        }
    }
}
