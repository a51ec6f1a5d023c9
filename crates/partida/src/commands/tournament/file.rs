//! `partida tournament run-file`: a tournament that is written down in a file.

use super::{RunArguments, examples};
use crate::commands::cluster::ClusterArguments;
use crate::console::Console;
use crate::files;
use crate::stores::StoreArguments;
use anyhow::{Result, anyhow, bail};
use clap::{Args, Parser, ValueHint};
use std::path::PathBuf;
use toml::{Table, Value};

/// Play a tournament that is written down in a file
///
/// The file is TOML: format, game and players are what stands first behind `partida tournament run`, all other
/// keys are its options by their names without the dashes, such as rounds = 3 and openings = "random:4".
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "printf 'format = \"swiss\"\\ngame = \"bricks:4\"\\nplayers = [\"greedy\", \"random\", \"first\"]\\n' > small.toml"
    "partida tournament run-file small.toml --name from-file"
})]
pub(crate) struct Arguments {
    /// The file
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// What to call it; default: as the file says, or the format and a number
    #[arg(long)]
    name: Option<String>,

    /// How many games at a time; default: as many as there are processors
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,

    #[command(flatten)]
    store: StoreArguments,

    #[command(flatten)]
    cluster: ClusterArguments,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The arguments of a file, read as those of a command are.
#[derive(Debug, Parser)]
#[command(name = "tournament")]
struct Written {
    #[command(flatten)]
    run: RunArguments,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let (name, text) = files::read(&arguments.file, &mut *console.input)?;
    let mut run = parse(&name, &text)?;
    run.name = arguments.name.clone().or(run.name);
    run.running.workers = arguments.workers.or(run.running.workers);
    run.running.json |= arguments.json;
    if arguments.store.is_named() {
        run.running.store = arguments.store.clone();
    }
    run.cluster = arguments.cluster.clone().or(run.cluster);
    super::run_new(&run, console)
}

/// Whether a file is about a tournament.
pub(crate) fn is_tournament_file(text: &str) -> bool {
    let table = toml::from_str::<Table>(text);
    table.is_ok_and(|table| table.contains_key("format"))
}

fn parse(name: &str, text: &str) -> Result<RunArguments> {
    let mut table: Table = toml::from_str(text)
        .map_err(|error: toml::de::Error| anyhow!("{name}: {}", error.to_string().trim_end()))?;
    let mut words = vec!["tournament".to_string()];
    let mut players = Vec::new();
    for key in ["format", "game"] {
        match table.remove(key) {
            Some(Value::String(text)) => words.push(text),
            Some(_) => bail!("{name}: {key} must be a text"),
            None => bail!("{name}: there is no {key}"),
        }
    }
    if let Some(list) = table.remove("players") {
        players = texts(list).ok_or_else(|| anyhow!("{name}: players must be a list of texts"))?;
    }
    for (key, value) in table {
        let option = format!("--{}", key.replace('_', "-"));
        match value {
            Value::Boolean(true) => words.push(option),
            Value::Boolean(false) => {}
            value => {
                let values =
                    texts(value).ok_or_else(|| anyhow!("{name}: {key} cannot be a table"))?;
                for value in values {
                    words.push(format!("{option}={value}"));
                }
            }
        }
    }
    words.push("--".to_string());
    words.extend(players);
    let written = Written::try_parse_from(words).map_err(|error| {
        let message = error.render().to_string();
        let first = message.lines().next().unwrap_or_default();
        anyhow!("{name}: {}", first.trim_start_matches("error: "))
    })?;
    Ok(written.run)
}

/// A text, a number, or a list of them.
fn texts(value: Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) => Some(vec![text]),
        Value::Integer(number) => Some(vec![number.to_string()]),
        Value::Float(number) => Some(vec![number.to_string()]),
        Value::Array(values) => {
            let values = values.into_iter().map(texts);
            Some(values.collect::<Option<Vec<_>>>()?.concat())
        }
        Value::Table(_) | Value::Boolean(_) | Value::Datetime(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_as_commands_are() {
        let run = parse(
            "file",
            "format = 'swiss'\ngame = 'bricks:4..6'\nplayers = ['greedy', 'random']\nrounds = 3\nopenings = 'random:2'",
        )
        .expect("it is right");
        assert_eq!((run.rounds, run.players.len()), (3, 2));
        for (text, part) in [
            ("game = 'bricks:4'", "there is no format"),
            (
                "format = 'swiss'\ngame = 'bricks:4'\nround = 3",
                "unexpected argument '--round'",
            ),
            ("format = 'swss'\ngame = 'bricks:4'", "invalid value 'swss'"),
            ("format = 'swiss'\ngame = 4", "game must be a text"),
            ("format = ", "TOML parse error"),
        ] {
            let error = parse("file", text).expect_err(text).to_string();
            assert!(
                error.starts_with("file: ") && error.contains(part),
                "{error}"
            );
        }
    }
}
