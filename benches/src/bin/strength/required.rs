//! The matches that must be won.

use crate::Failure;
use crate::play::{Conditions, Match};
use crate::statistics::Tally;
use game::Playable;
use games::{GameVisitor, NoFiles, parse_game};
use std::sync::atomic::Ordering;

/// What is asked for against every published player, in percent of the points.
pub(crate) const REQUIRED_PERCENT: f64 = 90.0;

/// A match that ends within so many percent of that is played again,
const CLOSE_PERCENT: f64 = 2.0;
/// with so many times the games.
const CLOSE_TIMES: usize = 2;

/// Our best player of each game, how many random moves open its games, and how many times the usual
/// number of games is played: where they are short, more say more.
const OURS: [(&str, &str, usize, usize); 7] = [
    ("bricks:10", "engine", 4, 1),
    ("bricks:11", "engine", 4, 1),
    ("connect:7x6,c=4", "solver", 4, 5),
    ("fuga:7", "engine", 4, 1),
    ("fuga:9", "engine", 4, 1),
    ("fuga:11", "engine", 4, 1),
    ("amazons:10x10", "engine", 4, 1),
];

/// A match that was played.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) game: &'static str,
    pub(crate) ours: String,
    pub(crate) theirs: &'static str,
    pub(crate) tally: Tally,
}

impl Row {
    /// Whether we reached what is asked for.
    pub(crate) fn holds(&self) -> bool {
        self.tally.score() * 100.0 >= REQUIRED_PERCENT - 1e-9
    }
}

/// Plays against every published player of every game whose text contains `only`, with so much processor time
/// for each of our moves; fewer matches if somebody stops it.
pub(crate) fn play_all(
    only: &str,
    time: &str,
    conditions: &Conditions,
) -> Result<Vec<Row>, Failure> {
    let wanted: Vec<_> = OURS
        .iter()
        .filter(|(game, ..)| game.contains(only))
        .collect();
    if wanted.is_empty() {
        let games = OURS.map(|(game, ..)| game).join(", ");
        return Err(format!("{only:?} is none of {games}").into());
    }
    let mut rows = Vec::new();
    for &&(game, ours, opening_plies, times) in &wanted {
        let conditions = Conditions {
            games: times * conditions.games,
            ..conditions.clone()
        };
        // Of the processor: what else the machine does shall not count against us.
        let ours = format!("{ours}:cpu={time}");
        for theirs in parse_game(game, &NoFiles)?.visit(Published) {
            eprintln!("{game} against {theirs}");
            let pairing = Match {
                game,
                players: [&ours, theirs],
                opening_plies,
            };
            let mut tally = pairing.play(&conditions)?;
            let stopped = || conditions.stop.load(Ordering::Relaxed);
            if is_close(&tally) && !stopped() {
                let more = Conditions {
                    games: CLOSE_TIMES * conditions.games,
                    ..conditions.clone()
                };
                let longer = pairing.play(&more)?;
                if !stopped() {
                    tally = longer;
                }
            }
            if tally.games() > 0 {
                rows.push(Row {
                    game,
                    ours: ours.clone(),
                    theirs,
                    tally,
                });
            }
            if stopped() {
                return Ok(rows);
            }
        }
    }
    Ok(rows)
}

/// Whether a result is so near to what is asked for, on either side, that more games are needed to
/// tell.
fn is_close(tally: &Tally) -> bool {
    (tally.score() * 100.0 - REQUIRED_PERCENT).abs() < CLOSE_PERCENT
}

/// The names of a game's players: those with a name, and its rules of thumb.
struct Published;

impl GameVisitor for Published {
    type Output = Vec<&'static str>;

    fn visit<G: Playable>(self, game: &G) -> Vec<&'static str> {
        let presets = game.presets().into_iter().map(|preset| preset.name);
        let policies = game.policies().into_iter().map(|policy| policy.name);
        presets.chain(policies).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_who_was_published_is_left_out() {
        let names = |game| parse_game(game, &NoFiles).expect("a game").visit(Published);
        for (game, some) in [
            ("bricks:10", &["heurb", "solid", "champion"][..]),
            ("connect:7x6,c=4", &["h2", "grid", "genetic", "plain"]),
            ("fuga:11", &["h1", "h2", "h3"]),
            ("amazons:10x10", &["mobility", "proximity"]),
        ] {
            let names = names(game);
            assert!(some.iter().all(|name| names.contains(name)), "{names:?}");
        }
        assert_eq!(names("fuga:7").len(), 3);
    }
}
