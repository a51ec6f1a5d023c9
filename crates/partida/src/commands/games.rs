//! `partida games`: what can be played.

use super::examples;
use crate::console::Console;
use crate::files::LocalFiles;
use ::games::{Family, GameVisitor, Parameter, families, parse_game};
use anyhow::Result;
use clap::Args;
use game::Playable;
use game::text::TextError;
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

#[derive(Debug, Serialize)]
struct FamilyView {
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    summary: &'static str,
    parameters: Vec<ParameterView>,
    variants: Vec<VariantView>,
}

#[derive(Debug, Serialize)]
struct ParameterView {
    name: &'static str,
    meaning: &'static str,
    default: &'static str,
    range: String,
    positional: bool,
}

#[derive(Debug, Serialize)]
struct VariantView {
    text: &'static str,
    summary: &'static str,
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
            families: families().map(FamilyView::of).collect(),
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
            families: vec![FamilyView::of(family)],
        }),
        (_, parsed) => parsed.map(|game| Listing {
            game: Some(game),
            families: Vec::new(),
        }),
    }
}

impl FamilyView {
    fn of(family: &Family) -> FamilyView {
        FamilyView {
            name: family.name,
            aliases: family.aliases,
            title: family.title,
            summary: family.summary,
            parameters: family
                .parameters
                .iter()
                .map(|parameter| ParameterView {
                    name: parameter.name,
                    meaning: parameter.meaning,
                    default: parameter.default,
                    range: parameter.range.to_string(),
                    positional: parameter.positional,
                })
                .collect(),
            variants: family
                .variants
                .iter()
                .map(|variant| VariantView {
                    text: variant.text,
                    summary: variant.summary,
                })
                .collect(),
        }
    }
}

/// The parameters of a family, one a line: `c=N` where the name must be written.
pub(super) fn describe_parameters(parameters: &[Parameter]) -> Vec<(String, String)> {
    parameters
        .iter()
        .map(|parameter| {
            let name = if parameter.positional {
                parameter.name.to_string()
            } else {
                format!("{}=", parameter.name)
            };
            let range = parameter.range.to_string();
            let mut description = parameter.meaning.to_string();
            // Some ranges say the meaning again: `columns x rows, each from 1 to 20`.
            match range.strip_prefix(parameter.meaning) {
                Some(rest) => description += rest,
                None => description += &format!("; {range}"),
            }
            description += &format!("; default: {}", parameter.default);
            (name, description)
        })
        .collect()
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

/// Rows of two columns under a heading; nothing when there are none.
fn write_table(output: &mut dyn Write, heading: &str, rows: &[(String, String)]) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(output, "  {heading}:")?;
    let width = rows
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0);
    for (name, description) in rows {
        let gap = " ".repeat(width - name.chars().count());
        write!(output, "    {name}{gap}  ")?;
        write_wrapped(output, width + 6, description)?;
    }
    Ok(())
}

/// Writes a text in lines of up to 80 characters, all of them indented but the first, whose indent
/// stands there already.
fn write_wrapped(output: &mut dyn Write, indent: usize, text: &str) -> io::Result<()> {
    const WIDTH: usize = 80;
    let mut column = indent;
    for (number, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if number > 0 && column + 1 + length > WIDTH {
            write!(output, "\n{:indent$}{word}", "")?;
            column = indent + length;
        } else {
            let gap = if number > 0 { " " } else { "" };
            write!(output, "{gap}{word}")?;
            column += gap.len() + length;
        }
    }
    writeln!(output)
}
