//! Preset files: a player that somebody found, tuners above all, kept under a name.

use game::Weight;
use game::text::Place;
use serde::Deserialize;
use toml::{Spanned, Table, Value};

/// A player in a file of its own, for texts to name: `@mine` is the player of the preset `mine`, and
/// `weights=@mine` are its weights.
///
/// ```
/// use players::PlayerPreset;
///
/// let preset = PlayerPreset::parse(
///     "game = 'bricks:8'
///      player = 'greedy:weights=5/2/0.1'
///      weights = [5, 2, 0.1]",
/// )?;
/// let remarks = [("games".to_string(), "1000".to_string())];
/// let text = preset.to_toml(&remarks);
/// assert!(text.ends_with("weights = [5, 2, 0.1]\n\n[found]\ngames = \"1000\"\n"));
/// assert_eq!(PlayerPreset::parse(&text), Ok(preset));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerPreset {
    /// The game it was made for. Others may use it as long as they can read its player.
    pub game: String,
    /// The player's text.
    pub player: String,
    /// Its weights, if it has any.
    pub weights: Option<Vec<Weight>>,
}

/// What is read of a file; there may be more in it, about how the player was found.
#[derive(Deserialize)]
struct File {
    game: String,
    player: String,
    weights: Option<Vec<Spanned<f64>>>,
}

impl PlayerPreset {
    /// Reads the content of a preset file, which is TOML. An error is one line that says where.
    pub fn parse(text: &str) -> Result<PlayerPreset, String> {
        let at = |offset: usize, problem: &str| {
            let Place { line, column } = Place::of_offset(text, offset);
            format!("line {line}, column {column}: {problem}")
        };
        let file: File = toml::from_str(text).map_err(|failure| {
            let offset = failure.span().map_or(0, |span| span.start);
            // The parser's message may go over several lines; ours are one.
            let message: Vec<&str> = failure.message().lines().map(str::trim).collect();
            at(offset, &message.join(": "))
        })?;
        let weight = |number: &Spanned<f64>| {
            // The shortest text that stands for a floating-point number is what was written, as far
            // as that has no more than fifteen digits, and weights have no more.
            let written = number.get_ref().to_string();
            Weight::parse(&written).ok_or_else(|| {
                let expected = "a number of at most nine digits and six decimals";
                let problem = format!("a weight cannot be {written}; expected {expected}");
                at(number.span().start, &problem)
            })
        };
        let weights = file
            .weights
            .map(|numbers| numbers.iter().map(weight).collect::<Result<_, _>>());
        Ok(PlayerPreset {
            game: file.game,
            player: file.player,
            weights: weights.transpose()?,
        })
    }

    /// The content of a preset file. The remarks, each with a name of its own, say how the player was
    /// found; they are for people, and not read back.
    #[must_use]
    pub fn to_toml(&self, remarks: &[(String, String)]) -> String {
        let line = |name: &str, value: &str| {
            Table::from_iter([(name.to_string(), Value::String(value.to_string()))]).to_string()
        };
        let mut text = line("game", &self.game) + &line("player", &self.player);
        if let Some(weights) = &self.weights {
            let weights: Vec<String> = weights.iter().map(Weight::to_string).collect();
            text.push_str(&format!("weights = [{}]\n", weights.join(", ")));
        }
        if !remarks.is_empty() {
            text.push_str("\n[found]\n");
        }
        for (name, remark) in remarks {
            text.push_str(&line(name, remark));
        }
        text
    }
}
