//! What games are played under, as arguments.

use crate::commands::solve::parse_time;
use crate::files;
use anyhow::{Context, Result, bail};
use arena::{Agreement, Openings, Terms};
use clap::Args;
use players::parse_clock;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// What the games of a match or tournament are played under.
#[derive(Debug, Args)]
pub(crate) struct ConditionArguments {
    /// Where all random choices start from: the same seed, the same games
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,

    /// How games begin, each opening with both sides: start, random:PLIES, all:PLIES, or a file with
    /// moves on each line
    #[arg(long, value_name = "OPENINGS")]
    openings: Option<String>,

    /// Time for each move, such as 100ms; a player who takes longer loses
    #[arg(long, value_name = "TIME", value_parser = parse_time, conflicts_with = "clock")]
    time: Option<Duration>,

    /// Time for all moves of a player, and what is added after each: 5m or 1m+0.5s
    #[arg(long, value_name = "CLOCK")]
    clock: Option<String>,

    /// How many positions a player may look at for each move
    #[arg(long, value_name = "COUNT")]
    nodes: Option<u64>,

    /// How much longer than its time a move may take
    #[arg(long, value_name = "TIME", default_value = "20ms", value_parser = parse_time)]
    grace: Duration,

    /// Longer games are drawn
    #[arg(long, value_name = "PLIES", default_value_t = 2000)]
    most_plies: u32,

    /// End games when both players think that one is ahead by VALUE, MOVES times in a row
    #[arg(long, value_name = "VALUE,MOVES", value_parser = parse_agreement)]
    agree: Option<Agreement>,

    /// End games in positions that can be solved with so many nodes, with the exact result
    #[arg(long, value_name = "NODES")]
    solve: Option<u64>,
}

impl ConditionArguments {
    /// The openings asked for, or else the usual ones.
    pub(crate) fn openings(&self, usual: Openings, input: &mut dyn Read) -> Result<Openings> {
        let Some(text) = &self.openings else {
            return Ok(usual);
        };
        if let Some(openings) = Openings::parse(text) {
            return Ok(openings);
        }
        let (name, lines) = files::read(Path::new(text), input)
            .context("openings are start, random:PLIES, all:PLIES, or a file")?;
        match Openings::from_lines(&lines) {
            Openings::List(list) if list.is_empty() => bail!("{name} has no openings"),
            openings => Ok(openings),
        }
    }

    pub(crate) fn terms(&self) -> Result<Terms> {
        let clock = self.clock.as_deref().map(parse_clock).transpose()?;
        Ok(Terms {
            move_time: self.time,
            game_time: clock.map(|clock| clock.remaining),
            increment: clock.map_or(Duration::ZERO, |clock| clock.increment),
            nodes: self.nodes,
            grace: self.grace,
            most_plies: self.most_plies,
            agreement: self.agree,
            solver_nodes: self.solve,
        })
    }
}

fn parse_agreement(text: &str) -> Result<Agreement, String> {
    let expected = || "expected a value and a number of moves, such as 500,4".to_string();
    let (value, moves) = text.split_once(',').ok_or_else(expected)?;
    let value: f64 = value.trim().parse().map_err(|_| expected())?;
    let moves: u32 = moves.trim().parse().map_err(|_| expected())?;
    if !(value > 0.0 && moves > 0) {
        return Err("both must be greater than 0".to_string());
    }
    Ok(Agreement { value, moves })
}
