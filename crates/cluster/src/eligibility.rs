//! Who can play on a cluster: those who play the same on every machine.

use arena::Terms;
use game::Playable;
use game::text::TextError;
use games::{AnyGame, GameVisitor};
use players::Spec;

/// The players that think for a second where nothing limits them.
const STRONG: [&str; 4] = ["engine", "mcts", "solver", "perfect"];
/// The player whose strength is a number; what it stands for the game says.
const LEVEL: &str = "level";

/// Whether games on a cluster may be timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// No: all limits are such that every machine does the same.
    Refused,
    /// Times for moves and games may be; each machine's are longer or shorter as it is slower or faster.
    Scaled,
}

/// Makes sure that players can play on a cluster: no outside programs, and nobody whose play depends on how fast a
/// machine is, unless times are scaled.
pub fn check_players(
    games: &[AnyGame],
    players: &[String],
    terms: &Terms,
    timing: Timing,
) -> Result<(), String> {
    let is_timed = terms.move_time.is_some() || terms.game_time.is_some();
    if timing == Timing::Refused && is_timed {
        return Err(
            "on a cluster games are limited by nodes, so that every machine plays the same; --allow-time lets \
             them be timed, each machine by its speed"
                .to_string(),
        );
    }
    for game in games {
        let check = Check {
            players,
            // What the terms give may be scaled; what players have of their own is not.
            is_limited: is_timed || terms.nodes.is_some(),
        };
        if let Some(problem) = game.visit(check).map_err(|error| error.to_string())? {
            return Err(problem);
        }
    }
    Ok(())
}

struct Check<'check> {
    players: &'check [String],
    is_limited: bool,
}

impl GameVisitor for Check<'_> {
    /// What is wrong, if anything is.
    type Output = Result<Option<String>, TextError>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        for text in self.players {
            let spec = Spec::parse(game, text)?;
            if spec.is_process() {
                return Ok(Some(format!(
                    "{text} is an outside program, which cannot play on a cluster"
                )));
            }
            let has = |name: &&str| spec.value(name).is_some();
            let is_limited = self.is_limited || ["depth", "nodes", "playouts"].iter().any(has);
            if ["time", "cpu"].iter().any(has) || (!is_limited && is_strong(game, text)) {
                return Ok(Some(format!(
                    "{text} would play by the clock, and on a cluster every machine must play the same: limit \
                     it by depth=, nodes= or playouts=, or all players with --nodes"
                )));
            }
        }
        Ok(None)
    }
}

/// Whether a player's text, or what it is a name for, is one of the strong searches.
fn is_strong<G: Playable>(game: &G, text: &str) -> bool {
    let (word, arguments) = text.split_once(':').unwrap_or((text, ""));
    let named = game
        .presets()
        .into_iter()
        .find(|preset| preset.name.eq_ignore_ascii_case(word));
    let inner = match named {
        Some(preset) => preset.text,
        None if word.eq_ignore_ascii_case(LEVEL) => {
            let level = arguments.split(',').find_map(|part| {
                let number = part.strip_prefix("level=").unwrap_or(part);
                number.parse::<usize>().ok()
            });
            let levels = game.levels();
            levels[level.unwrap_or(1).clamp(1, levels.len()) - 1].to_string()
        }
        None => text.to_string(),
    };
    let word = inner.split(':').next().unwrap_or_default();
    STRONG
        .iter()
        .any(|strong| strong.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{NoFiles, parse_game};
    use std::time::Duration;

    fn refused(player: &str, terms: &Terms, timing: Timing) -> Option<String> {
        let game = parse_game("connect:5x4", &NoFiles).expect("a game");
        check_players(&[game], &[player.to_string()], terms, timing).err()
    }

    #[test]
    fn only_those_play_who_play_the_same_everywhere() {
        let (plain, limited) = (
            Terms::default(),
            Terms {
                nodes: Some(1000),
                ..Terms::default()
            },
        );
        let check = |player: &str| refused(player, &plain, Timing::Refused);
        for player in [
            "random",
            "greedy",
            "alphabeta:depth=3",
            "engine:nodes=100",
            "mcts:playouts=10",
        ] {
            assert_eq!(check(player), None, "{player}");
        }
        for player in [
            "engine",
            "mcts",
            "solver",
            "alphabeta:time=10ms",
            "engine:cpu=1s",
            "process:./x",
        ] {
            assert!(check(player).is_some(), "{player}");
        }
        assert_eq!(refused("engine", &limited, Timing::Refused), None);
        let timed = Terms {
            move_time: Some(Duration::from_millis(10)),
            ..Terms::default()
        };
        assert!(refused("engine", &timed, Timing::Refused).is_some());
        assert_eq!(refused("engine", &timed, Timing::Scaled), None);
        assert!(refused("engine:time=10ms", &timed, Timing::Scaled).is_some());
    }
}
