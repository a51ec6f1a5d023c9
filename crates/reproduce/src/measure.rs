//! Measuring players: one search of a position, a whole game move by move. Times are processor time.

use crate::findings::Trouble;
use game::random::{Seed, mix, play_randomly};
use game::{Outcome, Playable, Side, play_text};
use games::{GameVisitor, NoFiles, parse_game};
use players::{Player, Request};
use search::{Ended, Recorder, Statistics, thread_time};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where a search begins.
#[derive(Debug, Clone, Copy)]
pub(crate) enum From<'text> {
    /// After some moves from the start of the game; none is written "".
    Moves(&'text str),
    /// In the position of a board file.
    File(&'text str),
}

/// What a search of one position came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Searched {
    /// Positions that were looked at.
    pub(crate) nodes: u64,
    /// Processor time.
    pub(crate) seconds: f64,
    /// The last depth that was finished.
    pub(crate) depth: u32,
    /// How many moves are known to be as good as the chosen one.
    pub(crate) equal: usize,
    /// What it would play.
    pub(crate) chosen: String,
    /// Whether it ended because it saw the end of the game.
    pub(crate) is_decided: bool,
    /// Level by level, if it was watched.
    pub(crate) levels: Vec<LevelCount>,
}

/// A level of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct LevelCount {
    pub(crate) nodes: u64,
    pub(crate) most: u64,
    pub(crate) fewest: u64,
    pub(crate) mean: f64,
    pub(crate) cuts: u64,
}

/// A move of a game that was watched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Moved {
    pub(crate) text: String,
    pub(crate) seconds: f64,
    pub(crate) nodes: u64,
    /// How many moves there were to choose from.
    pub(crate) choices: u64,
    /// How many of them were known to be as good.
    pub(crate) equal: usize,
    /// What it is worth, if the player searches.
    #[serde(default)]
    pub(crate) value: Option<String>,
}

/// A game that was watched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Watched {
    pub(crate) moves: Vec<Moved>,
    /// By how much the first side won; nothing is won before the end.
    pub(crate) margin: i32,
}

/// One search, by a fresh player. Watching one costs time, so measure that without.
pub(crate) fn search(
    game: &str,
    from: From<'_>,
    player: &str,
    is_watched: bool,
    stop: &Arc<AtomicBool>,
) -> Result<Searched, Trouble> {
    parse_game(game, &NoFiles)?.visit(Search {
        from,
        player,
        is_watched,
        stop,
    })
}

/// Short searches are repeated until so much processor time is measured, or so many times.
const LEAST_SECONDS: f64 = 0.05;
const MOST_RUNS: usize = 5;

/// One search whose time is the median of several where it is short, each by a fresh player.
pub(crate) fn search_repeatedly(
    game: &str,
    from: From<'_>,
    player: &str,
    stop: &Arc<AtomicBool>,
) -> Result<Searched, Trouble> {
    let mut first = search(game, from, player, false, stop)?;
    let mut times = vec![first.seconds];
    while times.iter().sum::<f64>() < LEAST_SECONDS && times.len() < MOST_RUNS {
        let again = search(game, from, player, false, stop)?;
        if again.nodes != first.nodes && !stop.load(Ordering::Relaxed) {
            return Err(Trouble::Failed(format!(
                "{game}: {player} does not repeat itself"
            )));
        }
        times.push(again.seconds);
    }
    times.sort_unstable_by(f64::total_cmp);
    first.seconds = times[times.len() / 2];
    Ok(first)
}

struct Search<'run> {
    from: From<'run>,
    player: &'run str,
    is_watched: bool,
    stop: &'run Arc<AtomicBool>,
}

impl GameVisitor for Search<'_> {
    type Output = Result<Searched, Trouble>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let position = match self.from {
            From::Moves(moves) => {
                let mut position = game.start();
                play_text(game, &mut position, moves)?;
                position
            }
            From::File(content) => game.parse_file(content)?,
        };
        let mut player = Player::parse(game, self.player)?;
        // Levels alone: of the tree itself nothing is wanted.
        let mut watch = (Statistics::default(), Recorder::new(1, Some(0)));
        let before = thread_time();
        let decision = player
            .choose(
                game,
                &position,
                &mut Request {
                    stop: Some(Arc::clone(self.stop)),
                    watch: self.is_watched.then_some(&mut watch),
                    ..Request::default()
                },
            )
            .map_err(Trouble::from_error)?;
        let seconds = (thread_time() - before).as_secs_f64();
        let levels = watch.0.levels().iter().map(|level| LevelCount {
            nodes: level.nodes,
            most: level.most_children,
            fewest: level.fewest_children,
            mean: level.mean_children(),
            cuts: level.cuts,
        });
        let report = decision.report.as_ref();
        Ok(Searched {
            nodes: report.map_or(0, |report| report.nodes),
            seconds,
            depth: report.map_or(0, |report| report.depth),
            equal: report.map_or(1, |report| report.equal.len()),
            chosen: decision
                .chosen
                .map_or_else(String::new, |it| game.write_move(&position, it)),
            is_decided: report.is_some_and(|report| report.ended == Ended::Decided),
            levels: levels.collect(),
        })
    }
}

/// A game between two players from its start, each move watched.
pub(crate) fn play(
    game: &str,
    players: [&str; 2],
    seed: u64,
    stop: &Arc<AtomicBool>,
) -> Result<Watched, Trouble> {
    play_from(game, "", players, seed, stop)
}

/// A game between two players after some moves that are given, each move of theirs watched.
pub(crate) fn play_from(
    game: &str,
    opening: &str,
    players: [&str; 2],
    seed: u64,
    stop: &Arc<AtomicBool>,
) -> Result<Watched, Trouble> {
    parse_game(game, &NoFiles)?.visit(Play {
        opening,
        players,
        seed,
        plies: usize::MAX,
        stop,
    })
}

/// The first plies of a game between two players from its start, each move watched.
pub(crate) fn play_beginning(
    game: &str,
    players: [&str; 2],
    seed: u64,
    plies: usize,
    stop: &Arc<AtomicBool>,
) -> Result<Watched, Trouble> {
    parse_game(game, &NoFiles)?.visit(Play {
        opening: "",
        players,
        seed,
        plies,
        stop,
    })
}

/// Some random moves from the start of a game.
pub(crate) fn random_opening(game: &str, plies: usize, seed: u64) -> Result<String, Trouble> {
    Ok(parse_game(game, &NoFiles)?.visit(Draw { plies, seed }))
}

struct Draw {
    plies: usize,
    seed: u64,
}

impl GameVisitor for Draw {
    type Output = String;

    fn visit<G: Playable>(self, game: &G) -> String {
        let mut position = game.start();
        let mut generator = Seed(self.seed).generator();
        let mut texts = Vec::new();
        for chosen in play_randomly(game, &mut game.start(), self.plies, &mut generator) {
            texts.push(game.write_move(&position, chosen));
            game.play(&mut position, chosen);
        }
        texts.join(" ")
    }
}

struct Play<'run> {
    opening: &'run str,
    players: [&'run str; 2],
    seed: u64,
    plies: usize,
    stop: &'run Arc<AtomicBool>,
}

impl GameVisitor for Play<'_> {
    type Output = Result<Watched, Trouble>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let mut position = game.start();
        play_text(game, &mut position, self.opening)?;
        let mut players = [
            Player::parse(game, self.players[0])?,
            Player::parse(game, self.players[1])?,
        ];
        for (player, number) in players.iter_mut().zip(0..) {
            player
                .new_game(game, mix(self.seed ^ number))
                .map_err(Trouble::from_error)?;
        }
        let mut moves = Vec::new();
        let outcome: Option<Outcome> = loop {
            let outcome = game.outcome(&position);
            if outcome.is_some() || moves.len() >= self.plies {
                break outcome;
            }
            let side = game.side_to_move(&position);
            let before = thread_time();
            let decision = players[side.index()]
                .choose(
                    game,
                    &position,
                    &mut Request {
                        stop: Some(Arc::clone(self.stop)),
                        ..Request::default()
                    },
                )
                .map_err(Trouble::from_error)?;
            let seconds = (thread_time() - before).as_secs_f64();
            if self.stop.load(Ordering::Relaxed) {
                return Err(Trouble::Stopped);
            }
            let Some(chosen) = decision.chosen else {
                return Err(Trouble::Failed(format!(
                    "{} has no move",
                    self.players[side.index()]
                )));
            };
            let report = decision.report.as_ref();
            moves.push(Moved {
                text: game.write_move(&position, chosen),
                seconds,
                nodes: report.map_or(0, |report| report.nodes),
                choices: game.count_moves(&position),
                equal: report.map_or(1, |report| report.equal.len()),
                value: report
                    .and_then(|report| report.score())
                    .map(|score| score.to_string()),
            });
            game.play(&mut position, chosen);
        };
        Ok(Watched {
            moves,
            margin: outcome.map_or(0, |outcome| outcome.margin_for(Side::First)),
        })
    }
}
