//! `partida man`: manual pages.

use super::examples;
use crate::console::Console;
use crate::files;
use anyhow::{Context, Result};
use clap::{Args, Command, ValueHint};
use clap_mangen::Man;
use std::fs;
use std::io;
use std::path::PathBuf;

/// Write the manual page
///
/// It is one page with all commands in it, or with --directory a page of its own for each.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida man | man -l -"
    "partida man --directory ~/.local/share/man/man1"
})]
pub(crate) struct Arguments {
    /// Write partida.1, partida-show.1, ... into this directory instead
    #[arg(long, value_name = "DIRECTORY", value_hint = ValueHint::DirPath)]
    directory: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    // The help command that clap adds would get a page of its own for nothing.
    let mut command = crate::command().disable_help_subcommand(true);
    command.build();
    let Some(directory) = &arguments.directory else {
        console.output.write_all(whole_page(&command)?.as_bytes())?;
        return Ok(());
    };
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot create {}", directory.display()))?;
    for command in with_subcommands(&command) {
        let man = Man::new(command.clone());
        let mut page = rendered(|page| {
            man.render_title(page)?;
            man.render_name_section(page)
        })?;
        page += &body(&command)?;
        files::write(&directory.join(man.get_filename()), page.as_bytes())?;
    }
    Ok(())
}

/// The page of the program, with those of its commands as sections.
fn whole_page(command: &Command) -> io::Result<String> {
    let man = Man::new(command.clone());
    let mut page = rendered(|page| {
        man.render_title(page)?;
        man.render_name_section(page)
    })?;
    page += &body(command)?;
    for subcommand in with_subcommands(command).into_iter().skip(1) {
        let name = subcommand.get_bin_name().unwrap_or_default().to_uppercase();
        page += &format!(".SH \"{name}\"\n");
        page += &body(&subcommand)?.replace(".SH ", ".SS ");
    }
    Ok(page)
}

/// A command, and all below it.
fn with_subcommands(command: &Command) -> Vec<Command> {
    let below = command.get_subcommands().flat_map(with_subcommands);
    std::iter::once(command.clone()).chain(below).collect()
}

/// The sections about a command, its examples last and under a heading that says so.
fn body(command: &Command) -> io::Result<String> {
    let man = Man::new(command.clone());
    let mut text = rendered(|page| {
        man.render_synopsis_section(page)?;
        man.render_description_section(page)?;
        man.render_options_section(page)?;
        if command.has_subcommands() {
            man.render_subcommands_section(page)?;
        }
        Ok(())
    })?;
    let examples = rendered(|page| man.render_extra_section(page))?;
    // Without filling: an example is a line.
    let examples = examples.replace(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n.nf\n");
    text += &format!("{}\n.fi\n", examples.trim_end());
    Ok(text)
}

fn rendered(render: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<String> {
    let mut page = Vec::new();
    render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
