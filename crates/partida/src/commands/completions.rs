//! `partida completions`: what a shell needs to complete arguments.

use super::examples;
use crate::console::Console;
use anyhow::Result;
use clap::Args;
use clap_complete::Shell;

/// Write the completions for a shell
///
/// The script teaches the shell to complete the commands and options of partida.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida completions bash > ~/.local/share/bash-completion/completions/partida"
    "partida completions fish > ~/.config/fish/completions/partida.fish"
    "partida completions zsh  > \"${fpath[1]}/_partida\""
})]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    // Into memory first: the generator panics when it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut crate::command(),
        "partida",
        &mut script,
    );
    console.output.write_all(&script)?;
    Ok(())
}
