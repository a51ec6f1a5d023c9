//! The commands, one module each. A module declares its arguments and runs them; the declarations
//! are also what help, completions and manual pages are made from.

mod bench;
mod best;
mod book;
mod cluster;
mod compat;
mod completions;
mod games;
mod man;
mod matches;
mod moves;
mod perft;
mod play;
mod play_as;
mod players;
mod protocol;
mod rate;
mod records;
mod reproduce;
mod rules;
mod serve;
mod show;
mod solve;
mod sprt;
mod tournament;
mod train;
mod tree;
mod tune;
mod worker;

use crate::console::Console;
use anyhow::Result;
use clap::{Parser, Subcommand};

/// Examples below a help text, under a heading in the style of clap's own.
macro_rules! examples {
    ($($line:literal)*) => {
        concat!("\x1b[1m\x1b[4mExamples:\x1b[0m", $("\n  ", $line,)*)
    };
}
use examples;

/// A laboratory for two-player board games
///
/// Games by their exact rules, in all sizes and variants; players from plain minimax on, and the trees
/// they search. Games, players, positions and moves are plain text, easy to type and to pipe.
///
/// Without a command: the same as `partida serve`, a page to play and analyse in the browser.
#[derive(Debug, Parser)]
#[command(
    name = "partida",
    version,
    max_term_width = 100,
    after_help = examples! {
        "partida games                              what can be played, and in which variants"
        "partida play bricks:4 level:1 random       a game in the terminal"
        "partida show connect --moves \"d d c\"       the board after three moves"
        "partida moves amazons:6x6 | wc -l          legal moves, one a line"
        "partida perft connect:7x6,c=4 8            count the tree of moves to depth 8"
        "partida best connect h2:depth=8            what a player would play, and why"
        "partida solve connect:5x5                  what a position is worth, exactly"
        "partida tree bricks:2 minimax              the tree it searched, for Graphviz"
        "partida tune methods                       ways to find better weights for a player"
        "partida players connect                    who can be asked"
        "partida protocol check \"partida play-as partida --player first\"  for those who write players"
        "partida rules tafl:copenhagen > mine.toml  rules to start your own from"
        "partida show --help                        all about one command"
    }
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Games(games::Arguments),
    Play(play::Arguments),
    Show(show::Arguments),
    Moves(moves::Arguments),
    Perft(perft::Arguments),
    Best(best::Arguments),
    Solve(solve::Arguments),
    Book(book::Arguments),
    Tree(tree::Arguments),
    Match(matches::Arguments),
    Tournament(tournament::Arguments),
    Tune(tune::Arguments),
    Train(train::Arguments),
    Records(records::Arguments),
    Rate(rate::Arguments),
    Reproduce(reproduce::Arguments),
    Worker(worker::Arguments),
    Cluster(cluster::Arguments),
    Players(players::Arguments),
    Serve(serve::Arguments),
    Sprt(sprt::Arguments),
    Bench(bench::Arguments),
    PlayAs(play_as::Arguments),
    Protocol(protocol::Arguments),
    Compat(compat::Arguments),
    Rules(rules::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Runs the command that was asked for; without one, serves the page.
pub(crate) fn execute(cli: &Cli, console: &mut Console<'_>) -> Result<()> {
    match &cli.command {
        None => execute(&Cli::try_parse_from(["partida", "serve"])?, console),
        Some(Command::Games(arguments)) => games::run(arguments, console),
        Some(Command::Play(arguments)) => play::run(arguments, console),
        Some(Command::Show(arguments)) => show::run(arguments, console),
        Some(Command::Moves(arguments)) => moves::run(arguments, console),
        Some(Command::Perft(arguments)) => perft::run(arguments, console),
        Some(Command::Best(arguments)) => best::run(arguments, console),
        Some(Command::Solve(arguments)) => solve::run(arguments, console),
        Some(Command::Book(arguments)) => book::run(arguments, console),
        Some(Command::Tree(arguments)) => tree::run(arguments, console),
        Some(Command::Match(arguments)) => matches::run(arguments, console),
        Some(Command::Tournament(arguments)) => tournament::run(arguments, console),
        Some(Command::Tune(arguments)) => tune::run(arguments, console),
        Some(Command::Train(arguments)) => train::run(arguments, console),
        Some(Command::Records(arguments)) => records::run(arguments, console),
        Some(Command::Rate(arguments)) => rate::run(arguments, console),
        Some(Command::Reproduce(arguments)) => reproduce::run(arguments, console),
        Some(Command::Worker(arguments)) => worker::run(arguments, console),
        Some(Command::Cluster(arguments)) => cluster::run(arguments, console),
        Some(Command::Players(arguments)) => players::run(arguments, console),
        Some(Command::Serve(arguments)) => serve::run(arguments, console),
        Some(Command::Sprt(arguments)) => sprt::run(arguments, console),
        Some(Command::Bench(arguments)) => bench::run(arguments, console),
        Some(Command::PlayAs(arguments)) => play_as::run(arguments, console),
        Some(Command::Protocol(arguments)) => protocol::run(arguments, console),
        Some(Command::Compat(arguments)) => compat::run(arguments, console),
        Some(Command::Rules(arguments)) => rules::run(arguments, console),
        Some(Command::Completions(arguments)) => completions::run(arguments, console),
        Some(Command::Man(arguments)) => man::run(arguments, console),
    }
}
