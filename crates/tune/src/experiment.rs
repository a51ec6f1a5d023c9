//! A tuning as people write it down: a TOML file.

use crate::method::Method;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Everything that decides a tuning. Two experiments that are equal come to the same result, as far as the
/// players are the same each time they are asked.
///
/// ```
/// let experiment = tune::Experiment::parse(
///     r#"
///     game = "bricks:8"
///     player = "greedy:weights=1/1/1/1/1"
///     opponents = ["heurb", { player = "solid", weight = 2 }]
///     method = "spsa"
///     budget = 20000
///     "#,
/// )?;
/// assert_eq!(experiment.opponents[1].weight, 2.0);
/// let error = tune::Experiment::parse("game = 'connect'\nplayr = 'line'").expect_err("a slip");
/// assert!(error.contains("unknown field `playr`"), "{error}");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What it is called; a file that does not say is called as the file is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The game.
    pub game: String,
    /// The player whose numbers are tuned, as it is at the start.
    pub player: String,
    /// Which of them.
    #[serde(default = "all_weights", with = "one_or_many")]
    pub tune: Vec<Tuned>,
    /// The least and the greatest of them, where that is not said one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[f64; 2]>,
    /// Players only get multiples of this, where that is not said one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
    /// How to tune.
    pub method: Method,
    /// Games in all, those of the validation not counted; for methods with an end of their own it need not
    /// be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u64>,
    /// Whom candidates play against; if nobody is named, the player as it is at the start.
    #[serde(default)]
    pub opponents: Vec<Rival>,
    /// How games begin: `start`, `random:PLIES`, `all:PLIES`, or a list of moves.
    #[serde(default = "usual_openings")]
    pub openings: Start,
    /// Which sides candidates play.
    #[serde(default)]
    pub sides: Sides,
    /// Time for each move, if it is limited, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Positions that may be looked at for each move, if that is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Where all random choices start from.
    #[serde(default = "usual_seed")]
    pub seed: u64,
    /// Tournaments of the store whose games a regression learns from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learn_from: Vec<String>,
    /// How the result is examined.
    #[serde(default)]
    pub validation: ValidationPlan,
}

/// What is tuned: a parameter of a player, or one of its weights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuned {
    /// The parameter: `weights`, `x`.
    pub parameter: String,
    /// One of its features; if none is named, those whose weights are in the player's text, or all where there
    /// are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
    /// The least and the greatest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[f64; 2]>,
    /// Players only get multiples of this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
}

/// Somebody to play against.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "RivalEntry")]
pub struct Rival {
    /// The player's text.
    pub player: String,
    /// How many games are against it, beside the others.
    pub weight: f64,
}

/// A text, or a table with a weight.
#[derive(Deserialize)]
#[serde(untagged)]
enum RivalEntry {
    Text(String),
    Table(WeightedRival),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightedRival {
    player: String,
    #[serde(default = "one")]
    weight: f64,
}

fn one() -> f64 {
    1.0
}

impl From<RivalEntry> for Rival {
    fn from(entry: RivalEntry) -> Rival {
        match entry {
            RivalEntry::Text(player) => Rival {
                player,
                weight: one(),
            },
            RivalEntry::Table(WeightedRival { player, weight }) => Rival { player, weight },
        }
    }
}

/// How games begin, as a text or a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Start {
    /// `start`, `random:PLIES` or `all:PLIES`.
    Text(String),
    /// Moves in the game's notation.
    List(Vec<String>),
}

/// Which sides candidates play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// Each opening twice.
    #[default]
    Both,
    /// That which opens.
    First,
    /// The other one.
    Second,
}

/// How a result is examined: in matches from openings that were not tuned on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidationPlan {
    /// Games against the start, and against each of the others; 0 for none.
    #[serde(default = "usual_validation")]
    pub games: u32,
    /// Also while it is tuned, each time so many games were played; 0 for at the end only.
    #[serde(default)]
    pub every: u64,
    /// Games against each then.
    #[serde(default = "usual_checkpoint")]
    pub checkpoint_games: u32,
    /// Against whom, beside the start and the opponents.
    #[serde(default)]
    pub against: Vec<String>,
}

impl Default for ValidationPlan {
    fn default() -> ValidationPlan {
        ValidationPlan {
            games: usual_validation(),
            every: 0,
            checkpoint_games: usual_checkpoint(),
            against: Vec::new(),
        }
    }
}

fn all_weights() -> Vec<Tuned> {
    vec![Tuned::parameter("weights")]
}

fn usual_openings() -> Start {
    Start::Text("random:4".to_string())
}

fn usual_seed() -> u64 {
    1
}

fn usual_validation() -> u32 {
    1000
}

fn usual_checkpoint() -> u32 {
    200
}

impl Tuned {
    fn parameter(name: &str) -> Tuned {
        Tuned {
            parameter: name.to_string(),
            feature: None,
            range: None,
            step: None,
        }
    }
}

impl Experiment {
    /// Reads a file. The error says where and what.
    pub fn parse(text: &str) -> Result<Experiment, String> {
        toml::from_str(text).map_err(|error| error.to_string().trim_end().to_string())
    }

    /// The same as a file.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // Plain data; there is nothing in it that TOML cannot say.
        toml::to_string(self).unwrap_or_default()
    }

    /// Time for each move.
    pub(crate) fn move_time(&self) -> Option<Duration> {
        let seconds = self.time?;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

/// A word, a table, or a list of both.
mod one_or_many {
    use super::Tuned;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Entry {
        Word(String),
        Table(Tuned),
    }

    impl From<Entry> for Tuned {
        fn from(entry: Entry) -> Tuned {
            match entry {
                Entry::Word(word) => Tuned::parameter(&word),
                Entry::Table(tuned) => tuned,
            }
        }
    }

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Entries {
        // First: a table can be read from a list too.
        Many(Vec<Entry>),
        One(Entry),
    }

    pub(super) fn serialize<S: Serializer>(
        tuned: &[Tuned],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        tuned.serialize(serializer)
    }

    pub(super) fn deserialize<'text, D: Deserializer<'text>>(
        deserializer: D,
    ) -> Result<Vec<Tuned>, D::Error> {
        Ok(match Entries::deserialize(deserializer)? {
            Entries::One(entry) => vec![entry.into()],
            Entries::Many(entries) => entries.into_iter().map(Tuned::from).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let text = r#"
            game = "connect"
            player = "line"
            tune = ["weights", { parameter = "open", range = [0, 0.5], step = 0.1 }]
            range = [-100, 100]
            opponents = [{ player = "grid" }, "genetic"]
            openings = ["d d", "c c"]
            sides = "second"
            method = "grid:order=random,games=20"
            seed = 3
            [validation]
            games = 100
            every = 1000
        "#;
        let experiment = Experiment::parse(text).expect("it is right");
        assert_eq!(experiment.method.to_string(), "grid:order=random");
        assert_eq!(experiment.tune[1].range, Some([0.0, 0.5]));
        let again = Experiment::parse(&experiment.to_toml()).expect("it was written so");
        assert_eq!(again, experiment);
    }
}
