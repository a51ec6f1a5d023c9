//! `partida games`: what can be played.

use super::examples;
use crate::console::Console;
use crate::files::LocalFiles;
use crate::listing::{describe_parameters, write_table, write_wrapped};
use ::games::{Family, GameVisitor, families, parse_game};
use anyhow::Result;
use clap::Args;
use game::Playable;
use game::text::TextError;
use report::FamilyView;
use serde::Serialize;
use std::io::{self, Write};

/// List the games, their parameters and their variants
///
/// With GAME, which may be the name of a family or the whole text of a game: only that family, and
/// above it the canonical form of the text.
///
/// JSON: {game, families: [{name, aliases, title, summary, parameters: [{name, meaning, default,
/// range, positional}], variants: [{text, summary}]}]}; game is the canonical form, or null.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida games                all families"
    "partida games connect        one of them"
    "partida games connect:8x7    ... and the canonical form of a game's text"
    "partida games --json         the same for programs"
})]
pub(crate) struct Arguments {
    /// Only this family, or the family of this game
    #[arg(value_name = "GAME")]
    game: Option<String>,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The listing as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Listing {
    game: Option<String>,
    families: Vec<FamilyView>,
}

/// The canonical text of a game.
struct CanonicalName;

impl GameVisitor for CanonicalName {
    type Output = String;

    fn visit<G: Playable>(self, game: &G) -> String {
        game.name()
    }
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let listing = match &arguments.game {
        None => Listing {
            game: None,
            families: families().map(FamilyView::from).collect(),
        },
        Some(text) => of_game(text)?,
    };
    if arguments.json {
        console.write_json(&listing)?;
    } else {
        write_listing(&mut *console.output, &listing)?;
    }
    Ok(())
}

/// The family of a game's text, by the word it begins with.
pub(super) fn family_of(text: &str) -> Option<&'static Family> {
    let word = text.split(':').next().unwrap_or_default();
    families().find(|family| {
        std::iter::once(&family.name)
            .chain(family.aliases)
            .any(|name| name.eq_ignore_ascii_case(word))
    })
}

fn of_game(text: &str) -> Result<Listing, TextError> {
    let parsed = parse_game(text, &LocalFiles).map(|game| game.visit(CanonicalName));
    match (family_of(text), parsed) {
        // A family that cannot be played without saying more can still be listed.
        (Some(family), parsed) if parsed.is_ok() || !text.contains(':') => Ok(Listing {
            game: parsed.ok(),
            families: vec![FamilyView::from(family)],
        }),
        (_, parsed) => parsed.map(|game| Listing {
            game: Some(game),
            families: Vec::new(),
        }),
    }
}

fn write_listing(output: &mut dyn Write, listing: &Listing) -> io::Result<()> {
    if let Some(game) = &listing.game {
        writeln!(output, "{game}\n")?;
    }
    for (number, view) in listing.families.iter().enumerate() {
        if number > 0 {
            writeln!(output)?;
        }
        writeln!(output, "{}: {}", view.name, view.title)?;
        write!(output, "  ")?;
        write_wrapped(output, 2, view.summary)?;
        if !view.aliases.is_empty() {
            write!(output, "  ")?;
            write_wrapped(output, 2, &format!("Also: {}.", view.aliases.join(", ")))?;
        }
        let parameters = family_of(view.name).map_or(&[][..], |family| family.parameters);
        write_table(output, "Parameters", &describe_parameters(parameters))?;
        let variants: Vec<(String, String)> = view
            .variants
            .iter()
            .map(|variant| (variant.text.to_string(), variant.summary.to_string()))
            .collect();
        write_table(output, "Variants", &variants)?;
    }
    Ok(())
}
