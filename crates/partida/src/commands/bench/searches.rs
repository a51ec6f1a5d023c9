//! The searches, and what comes of them.

use crate::files::LocalFiles;
use anyhow::{Result, bail};
use game::random::mix;
use game::{Playable, play_text};
use games::{GameVisitor, parse_game};
use players::{Player, Request};
use serde::{Deserialize, Serialize};

/// Game, moves played before, player. A change here changes the signature. Searches of the same
/// game stand together.
pub(super) const SEARCHES: &[(&str, &str, &str)] = &[
    ("connect:7x6,c=4", "", "minimax:depth=7,eval=h2"),
    ("connect:7x6,c=4", "d d c", "alphabeta:depth=10,eval=h2"),
    (
        "connect:7x6,c=4",
        "444",
        "alphabeta:depth=12,eval=h1,order=history,table=16",
    ),
    (
        "connect:7x6,c=4",
        "4455",
        "alphabeta:depth=8,eval=h3,cut=one-sided,symmetry=on",
    ),
    (
        "connect:9x9,c=5",
        "",
        "alphabeta:depth=7,eval=h2,order=evaluator",
    ),
    ("connect:7x6,c=4", "", "engine:depth=16"),
    (
        "connect:7x6,c=4",
        "d d c",
        "engine:depth=12,selective=off,eval=h2",
    ),
    ("bricks:4", "", "minimax"),
    ("bricks:4", "", "alphabeta:cut=one-sided,eval=final"),
    (
        "bricks:8",
        "",
        "alphabeta:depth=3,eval=islands,ties=random,seed=7",
    ),
    ("bricks:11", "", "champion"),
    ("bricks:11", "", "engine:nodes=200000"),
    ("fuga:7", "", "alphabeta:depth=5,eval=h2"),
    (
        "fuga:11",
        "",
        "alphabeta:depth=4,eval=h3,symmetry=on,order=history,table=16",
    ),
    ("fuga:11", "", "engine:nodes=300000"),
    (
        "tafl:copenhagen",
        "",
        "alphabeta:depth=3,eval=h2,cut=one-sided",
    ),
    (
        "tafl:alea-evangelii",
        "",
        "alphabeta:nodes=200000,eval=h2,order=history",
    ),
    ("tafl:copenhagen", "", "engine:nodes=300000"),
    ("tafl:tablut", "", "engine:nodes=200000"),
    ("amazons:6x6", "", "alphabeta:depth=3,eval=mobility"),
    (
        "amazons:10x10",
        "",
        "alphabeta:depth=2,eval=territory,order=evaluator",
    ),
    ("amazons:10x10", "", "alphabeta:depth=2,eval=proximity"),
    ("amazons:10x10", "", "engine:nodes=100000"),
];

/// The games there are searches of, in their order.
pub(super) fn games() -> Vec<&'static str> {
    let mut games: Vec<&str> = SEARCHES.iter().map(|(game, ..)| family(game)).collect();
    games.dedup();
    games
}

/// The word that a game's text begins with.
pub(super) fn family(game: &str) -> &str {
    game.split(':').next().unwrap_or(game)
}

/// A search that was run. Names of fields are names in JSON, and in records, which are read for
/// years.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Search {
    pub(super) game: String,
    pub(super) player: String,
    pub(super) moves: String,
    #[serde(rename = "move")]
    pub(super) chosen: String,
    pub(super) score: String,
    pub(super) nodes: u64,
    pub(super) cpu_ms: f64,
    /// What the yardstick took just before.
    pub(super) yardstick_ms: f64,
}

impl Search {
    /// Runs a search of the list.
    pub(super) fn run(&(game, moves, player): &(&str, &str, &str)) -> Result<Search> {
        let yardstick = super::yardstick::measure();
        let mut search = parse_game(game, &LocalFiles)?.visit(Run {
            game,
            moves,
            player,
            most_nodes: None,
        })?;
        search.yardstick_ms = yardstick.as_secs_f64() * 1e3;
        Ok(search)
    }

    /// Whether it is the same search, whatever came of it.
    pub(super) fn is_same_task(&self, other: &Search) -> bool {
        (&self.game, &self.player, &self.moves) == (&other.game, &other.player, &other.moves)
    }

    /// What came of it, on every machine.
    pub(super) fn behaviour(&self) -> String {
        format!("{} {} {}", self.chosen, self.score, self.nodes)
    }
}

/// A number for what searches did.
pub(super) fn signature<'searches>(
    searches: impl IntoIterator<Item = &'searches Search>,
) -> String {
    let mut signature = 0;
    for search in searches {
        for byte in search.behaviour().bytes() {
            signature = mix(signature ^ u64::from(byte));
        }
    }
    format!("{signature:016x}")
}

/// So many nodes of each search are enough to tell programs apart that differ in a rule, an evaluator or a search.
const SHORT: u64 = 3000;

/// The signature of the same searches, each ended early.
pub(super) fn short_signature() -> Result<String> {
    let searches = SEARCHES.iter().map(|&(game, moves, player)| {
        parse_game(game, &LocalFiles)?.visit(Run {
            game,
            moves,
            player,
            most_nodes: Some(SHORT),
        })
    });
    let searches: Vec<Search> = searches.collect::<Result<_>>()?;
    Ok(signature(&searches))
}

struct Run<'text> {
    game: &'text str,
    moves: &'text str,
    player: &'text str,
    most_nodes: Option<u64>,
}

impl GameVisitor for Run<'_> {
    type Output = Result<Search>;

    fn visit<G: Playable>(self, game: &G) -> Result<Search> {
        let mut position = game.start();
        play_text(game, &mut position, self.moves)?;
        let mut player = Player::parse(game, self.player)?;
        let mut request = Request::default();
        request.limits.nodes = self.most_nodes;
        let decision = player.choose(game, &position, &mut request)?;
        let (Some(chosen), Some(report)) = (decision.chosen, decision.report) else {
            bail!("{} found no move in {}", self.player, self.game);
        };
        let score = report
            .score()
            .map(|score| score.in_units(report.unit).to_string());
        Ok(Search {
            game: self.game.to_string(),
            player: self.player.to_string(),
            moves: self.moves.to_string(),
            chosen: game.write_move(&position, chosen),
            score: score.unwrap_or_default(),
            nodes: report.nodes,
            cpu_ms: report.cpu.as_secs_f64() * 1e3,
            yardstick_ms: 0.0,
        })
    }
}
