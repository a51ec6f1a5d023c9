//! `partida rules`: the rules as data, for games that read them from text.

use super::examples;
use super::games::family_of;
use crate::console::Console;
use crate::files::LocalFiles;
use crate::listing::describe_parameters;
use ::games::{Family, GameVisitor, parse_game};
use anyhow::{Result, anyhow};
use clap::Args;
use game::Playable;
use game::text::nearest;
use serde::Serialize;

/// Write the rules of a game as text to start your own from
///
/// For games whose rules are data: save them, change them, and play them by naming the file, as in
/// tafl:@mine.toml. Other games have parameters only, which `partida games GAME` lists.
///
/// JSON: {game, forms: [{name, text}]}, all forms or the one of --form.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida rules tafl:copenhagen > mine.toml"
    "partida show tafl:@mine.toml"
})]
pub(crate) struct Arguments {
    /// The game, such as tafl:copenhagen; `partida games` lists them all
    #[arg(value_name = "GAME")]
    game: String,

    /// The form to write the rules in; the game's first one unless said
    #[arg(long, value_name = "NAME")]
    form: Option<String>,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The rules as a document; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Rules {
    game: String,
    forms: Vec<Form>,
}

#[derive(Debug, Serialize)]
struct Form {
    name: &'static str,
    text: String,
}

struct ReadRules;

impl GameVisitor for ReadRules {
    type Output = Rules;

    fn visit<G: Playable>(self, game: &G) -> Rules {
        Rules {
            game: game.name(),
            forms: game
                .rules_texts()
                .into_iter()
                .map(|(name, text)| Form { name, text })
                .collect(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let rules = parse_game(&arguments.game, &LocalFiles)?.visit(ReadRules);
    write_rules(rules, family_of(&arguments.game), arguments, console)
}

fn write_rules(
    mut rules: Rules,
    family: Option<&Family>,
    arguments: &Arguments,
    console: &mut Console<'_>,
) -> Result<()> {
    if rules.forms.is_empty() {
        return Err(no_rules(&rules.game, family));
    }
    if let Some(wanted) = &arguments.form {
        let known: Vec<&str> = rules.forms.iter().map(|form| form.name).collect();
        let unknown = unknown_form(&rules.game, wanted, &known);
        rules
            .forms
            .retain(|form| form.name.eq_ignore_ascii_case(wanted));
        if rules.forms.is_empty() {
            return Err(unknown);
        }
    }
    if arguments.json {
        console.write_json(&rules)?;
    } else if let Some(form) = rules.forms.first() {
        // As a file would have it: with one line end at its end.
        writeln!(console.output, "{}", form.text.trim_end_matches('\n'))?;
    }
    Ok(())
}

fn no_rules(game: &str, family: Option<&Family>) -> anyhow::Error {
    let mut message = format!("the rules of {game} are not data that could be written");
    let parameters = family.map_or(&[][..], |family| family.parameters);
    if !parameters.is_empty() {
        message += "; what can be chosen:";
        for (name, description) in describe_parameters(parameters) {
            message += &format!("\n  {name:8} {description}");
        }
    }
    anyhow!(message)
}

fn unknown_form(game: &str, wanted: &str, known: &[&str]) -> anyhow::Error {
    let guess = match nearest(&wanted.to_lowercase(), known.iter().copied()) {
        Some(near) => format!("; did you mean {near:?}?"),
        None => String::new(),
    };
    anyhow!(
        "the rules of {game} have no form {wanted:?}{guess}; expected {}",
        known.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    fn written(form: Option<&str>, json: bool) -> Result<String, String> {
        let arguments = Arguments {
            game: "whatever".to_string(),
            form: form.map(str::to_string),
            json,
        };
        let rules = Rules {
            game: "whatever:1".to_string(),
            forms: vec![
                Form {
                    name: "toml",
                    text: "size = 1\n".to_string(),
                },
                Form {
                    name: "line",
                    text: "size 1".to_string(),
                },
            ],
        };
        let mut output = Vec::new();
        let mut console = Console {
            input: &mut io::empty(),
            output: &mut output,
            errors: &mut io::sink(),
            output_is_terminal: false,
            errors_are_terminal: false,
            plain: true,
            interrupt: crate::console::Interrupt::default(),
        };
        write_rules(rules, None, &arguments, &mut console).map_err(|error| error.to_string())?;
        Ok(String::from_utf8(output).expect("rules are text"))
    }

    #[test]
    fn the_first_form_is_written_unless_another_is_named() {
        assert_eq!(written(None, false), Ok("size = 1\n".to_string()));
        assert_eq!(written(Some("LINE"), false), Ok("size 1\n".to_string()));
    }

    #[test]
    fn documents_hold_all_forms_or_the_named_one() {
        let names = |form| {
            let text = written(form, true).expect("a known form");
            let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let forms = document["forms"].as_array().expect("a list").clone();
            let name = |form: &serde_json::Value| form["name"].to_string();
            forms.iter().map(name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(None), r#""toml" "line""#);
        assert_eq!(names(Some("line")), r#""line""#);
    }

    #[test]
    fn unknown_forms_are_refused_with_those_known() {
        assert_eq!(
            written(Some("tml"), false),
            Err(
                "the rules of whatever:1 have no form \"tml\"; did you mean \"toml\"?; \
                 expected toml, line"
                    .to_string()
            )
        );
    }
}
