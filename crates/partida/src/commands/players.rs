//! `partida players`: who can be asked.

use super::examples;
use crate::console::Console;
use crate::files::LocalFiles;
use crate::listing::{describe_parameters, write_table, write_wrapped};
use ::players::{Kind, Spec, kinds};
use anyhow::Result;
use clap::Args;
use game::arguments::Parameter;
use game::{Feature, Playable, Weight};
use games::{GameVisitor, parse_game};
use report::ParameterView;
use serde::Serialize;
use std::io::{self, Write};

/// List the players, their parameters, and how they judge positions
///
/// A player is one word: a name, a colon, and choices separated by commas, such as
/// alphabeta:depth=10,eval=h2. Without GAME: the players that every game has. With GAME: also the
/// evaluators of that game with their features and weights, its own players, and those with a name,
/// whose text shows what they stand for and can be changed: h2:depth=8.
///
/// Presets are players in files, with their weights: presets/NAME.toml beside the store, or any other file
/// with / or .toml in its name. @NAME is the player of one, which can be changed too (@NAME:seed=3), and
/// weights=@NAME are its weights.
///
/// With PLAYER too: the canonical form of that player's text, or what is wrong with it.
///
/// JSON: {game, player, players: [{name, aliases, meaning, parameters: [{name, meaning, default, range,
/// positional}]}], evaluators: [{name, meaning, features: [{name, meaning, default, default_second?, least, greatest}]}],
/// policies: [{name, meaning, parameters, features}], presets: [{name, meaning, text}], levels: [text]}.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida players                              the players that every game has"
    "partida players bricks                       ... and those of one game"
    "partida players connect negamax:depth=06     is this right, and how is it written?"
})]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// Check this player's text
    #[arg(value_name = "PLAYER")]
    player: Option<String>,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The listing as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Listing {
    game: Option<String>,
    player: Option<String>,
    players: Vec<KindView>,
    evaluators: Vec<EvaluatorView>,
    policies: Vec<PolicyView>,
    presets: Vec<PresetView>,
    levels: Vec<String>,
}

#[derive(Debug, Serialize)]
struct KindView {
    name: &'static str,
    aliases: &'static [&'static str],
    meaning: &'static str,
    parameters: Vec<ParameterView>,
    #[serde(skip)]
    declared: &'static [Parameter],
}

#[derive(Debug, Serialize)]
struct EvaluatorView {
    name: &'static str,
    meaning: &'static str,
    features: Vec<FeatureView>,
}

#[derive(Debug, Serialize)]
struct FeatureView {
    name: String,
    meaning: String,
    default: String,
    /// … for whoever plays the second side, if that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    default_second: Option<String>,
    least: String,
    greatest: String,
}

#[derive(Debug, Serialize)]
struct PolicyView {
    name: &'static str,
    meaning: &'static str,
    parameters: Vec<ParameterView>,
    features: Vec<FeatureView>,
    #[serde(skip)]
    declared: &'static [Parameter],
}

#[derive(Debug, Serialize)]
struct PresetView {
    name: &'static str,
    meaning: &'static str,
    text: String,
}

impl From<&Kind> for KindView {
    fn from(kind: &Kind) -> KindView {
        KindView {
            name: kind.name,
            aliases: kind.aliases,
            meaning: kind.meaning,
            parameters: kind.parameters.iter().map(ParameterView::from).collect(),
            declared: kind.parameters,
        }
    }
}

impl From<&Feature> for FeatureView {
    fn from(feature: &Feature) -> FeatureView {
        FeatureView {
            name: feature.name.clone(),
            meaning: feature.meaning.clone(),
            default: feature.default.to_string(),
            default_second: feature.default_second.map(|weight| weight.to_string()),
            least: feature.least.to_string(),
            greatest: feature.greatest.to_string(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let mut listing = Listing {
        game: None,
        player: None,
        players: kinds().map(KindView::from).collect(),
        evaluators: Vec::new(),
        policies: Vec::new(),
        presets: Vec::new(),
        levels: Vec::new(),
    };
    if let Some(game) = &arguments.game {
        parse_game(game, &LocalFiles)?.visit(Collect {
            player: arguments.player.as_deref(),
            listing: &mut listing,
        })?;
    }
    if arguments.json {
        console.write_json(&listing)?;
    } else if let Some(player) = &listing.player {
        writeln!(console.output, "{player}")?;
    } else {
        write_listing(&mut *console.output, &listing)?;
    }
    Ok(())
}

struct Collect<'run> {
    player: Option<&'run str>,
    listing: &'run mut Listing,
}

impl GameVisitor for Collect<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: &G) -> Result<()> {
        let Collect { player, listing } = self;
        if let Some(player) = player {
            listing.player = Some(Spec::read(game, player, &LocalFiles)?.to_string());
        }
        listing.game = Some(game.name());
        for evaluator in game.evaluators() {
            listing.evaluators.push(EvaluatorView {
                name: evaluator.name,
                meaning: evaluator.meaning,
                features: evaluator.features.iter().map(FeatureView::from).collect(),
            });
        }
        for policy in game.policies() {
            listing.policies.push(PolicyView {
                name: policy.name,
                meaning: policy.meaning,
                parameters: policy.parameters.iter().map(ParameterView::from).collect(),
                features: policy.features.iter().map(FeatureView::from).collect(),
                declared: policy.parameters,
            });
        }
        for preset in game.presets() {
            listing.presets.push(PresetView {
                name: preset.name,
                meaning: preset.meaning,
                text: preset.text,
            });
        }
        listing.levels = game.levels().map(str::to_string).to_vec();
        Ok(())
    }
}

fn write_listing(output: &mut dyn Write, listing: &Listing) -> io::Result<()> {
    match &listing.game {
        Some(game) => write_own(output, game, listing),
        None => write_general(output, &listing.players),
    }
}

/// The players that every game has, with all that they take.
fn write_general(output: &mut dyn Write, players: &[KindView]) -> io::Result<()> {
    writeln!(output, "Players that every game has")?;
    // Most parameters belong to several players: they are explained once, below.
    let is_shared = |parameter: &&Parameter| {
        let same =
            |other: &&Parameter| (other.name, other.meaning) == (parameter.name, parameter.meaning);
        let mut having = players
            .iter()
            .filter(|kind| kind.declared.iter().any(|other| same(&other)));
        having.nth(1).is_some()
    };
    let mut shared: Vec<Parameter> = Vec::new();
    for kind in players {
        let (common, own): (Vec<&Parameter>, Vec<&Parameter>) =
            kind.declared.iter().partition(is_shared);
        writeln!(output)?;
        write_title(output, kind)?;
        let own: Vec<Parameter> = own.into_iter().copied().collect();
        write_table(output, "Parameters", &describe_parameters(&own))?;
        if !common.is_empty() {
            let names: Vec<&str> = common.iter().map(|parameter| parameter.name).collect();
            write!(output, "  takes ")?;
            write_wrapped(output, 8, &names.join(", "))?;
        }
        for parameter in common {
            if shared.iter().all(|known| known.name != parameter.name) {
                shared.push(*parameter);
            }
        }
    }
    writeln!(
        output,
        "\nWhat several of them take, as in alphabeta:depth=6,ties=random"
    )?;
    write_table(output, "Parameters", &describe_parameters(&shared))
}

/// What a game has of its own, and the others by name.
fn write_own(output: &mut dyn Write, game: &str, listing: &Listing) -> io::Result<()> {
    writeln!(output, "Players of {game}")?;
    if !listing.presets.is_empty() {
        writeln!(output, "\nPlayers with a name, and what they stand for")?;
    }
    for PresetView {
        name,
        meaning,
        text,
    } in &listing.presets
    {
        writeln!(output)?;
        write_wrapped(output, 2, &format!("{name}: {meaning}"))?;
        writeln!(output, "  = {text}")?;
    }
    if !listing.policies.is_empty() {
        writeln!(output, "\nRules of thumb")?;
    }
    for policy in &listing.policies {
        writeln!(output)?;
        write_wrapped(output, 2, &format!("{}: {}", policy.name, policy.meaning))?;
        write_table(output, "Parameters", &describe_parameters(policy.declared))?;
        write_table(output, "Features", &describe_features(&policy.features))?;
    }
    writeln!(
        output,
        "\nPlayers that every game has; `partida players` says what they take\n"
    )?;
    for kind in &listing.players {
        write_title(output, kind)?;
    }
    writeln!(
        output,
        "\nEvaluators, for eval=; weights= has a number for each feature. The first is the default"
    )?;
    for evaluator in &listing.evaluators {
        writeln!(output)?;
        write_wrapped(
            output,
            2,
            &format!("{}: {}", evaluator.name, evaluator.meaning),
        )?;
        write_table(output, "Features", &describe_features(&evaluator.features))?;
    }
    writeln!(output, "\nLevels, and what they stand for\n")?;
    for (number, text) in listing.levels.iter().enumerate() {
        let level = format!("level:{}", number + 1);
        writeln!(output, "{level:8} = {text}")?;
    }
    Ok(())
}

fn write_title(output: &mut dyn Write, kind: &KindView) -> io::Result<()> {
    let aliases = match kind.aliases {
        [] => String::new(),
        aliases => format!(" (also: {})", aliases.join(", ")),
    };
    let title = format!("{}: {}{aliases}", kind.name, kind.meaning);
    write_wrapped(output, 2, &title)
}

fn describe_features(features: &[FeatureView]) -> Vec<(String, String)> {
    let describe = |feature: &FeatureView| {
        let FeatureView {
            name,
            meaning,
            default,
            default_second,
            least,
            greatest,
        } = feature;
        let any = [Weight::LEAST, Weight::GREATEST].map(|weight| weight.to_string());
        let range = if any == [least.as_str(), greatest.as_str()] {
            String::new()
        } else {
            format!(", from {least} to {greatest}")
        };
        let as_second = match default_second {
            Some(weight) => format!(", {weight} as second"),
            None => String::new(),
        };
        let text = format!("{meaning}; weight {default}{as_second}{range}");
        (name.clone(), text)
    };
    features.iter().map(describe).collect()
}
