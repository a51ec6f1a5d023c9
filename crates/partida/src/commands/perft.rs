//! `partida perft`: counting the tree of moves.

use super::examples;
use crate::console::Console;
use crate::place::{Place, PlaceArguments};
use anyhow::{Context, Result};
use clap::Args;
use game::Notation;
use game::Playable;
use game::perft::{Table, divide};
use games::GameVisitor;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Nobody counts this deep, and a mistyped number must not take all memory.
const DEEPEST: i64 = 1000;

/// How long a count may take before its progress is shown on a terminal.
const PATIENCE: Duration = Duration::from_secs(1);

/// Count the sequences of moves of each length
///
/// This is the classic check of a game's rules. Each line has a depth, from 1 to DEPTH, and the number
/// of sequences of that many legal moves, written as soon as it is known. A game that is over has no
/// longer sequences.
///
/// JSON: {game, position, counts: [{depth, count}]}; with --divide {game, position, depth, moves:
/// [{move, count}], total}.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida perft connect 6"
    "partida perft connect:4x4,c=3 5 --divide"
    "partida perft connect 4 --moves \"d d d\" --json"
})]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: PlaceArguments,

    /// How many moves deep
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u16).range(0..=DEEPEST))]
    depth: u16,

    /// Memory for positions already counted, in MiB: those reached by several orders of moves are
    /// counted once. 0 to do without
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=65536))]
    table: u32,

    /// Count for each legal move the sequences of length DEPTH that begin with it, then the total
    #[arg(long)]
    divide: bool,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The counts as documents; names of fields are names in JSON.
#[derive(Debug, Serialize)]
struct Counts {
    game: String,
    position: String,
    counts: Vec<Count>,
}

#[derive(Debug, Serialize)]
struct Count {
    depth: usize,
    count: u64,
}

#[derive(Debug, Serialize)]
struct Division {
    game: String,
    position: String,
    depth: usize,
    moves: Vec<MoveCount>,
    total: u64,
}

#[derive(Debug, Serialize)]
struct MoveCount {
    #[serde(rename = "move")]
    text: String,
    count: u64,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let place = arguments.place.open(console)?;
    place.game.visit(Perft {
        arguments,
        place: &place,
        console,
    })
}

struct Perft<'run, 'streams> {
    arguments: &'run Arguments,
    place: &'run Place,
    console: &'run mut Console<'streams>,
}

impl GameVisitor for Perft<'_, '_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: &G) -> Result<()> {
        let position = self.place.reach(game)?.position;
        if self.arguments.divide {
            self.divide(game, position)
        } else {
            self.count(game, position)
        }
    }
}

impl Perft<'_, '_> {
    fn table<G: Notation>(&self) -> Table<G> {
        Table::new((self.arguments.table as usize) << 20)
    }

    fn count<G: Notation>(self, game: &G, mut position: G::Position) -> Result<()> {
        let deepest = usize::from(self.arguments.depth);
        let mut table = self.table();
        let mut counts = Vec::new();
        for depth in deepest.min(1)..=deepest {
            let count = match counts.last() {
                // Nothing goes on, so nothing need be counted again.
                Some(Count { count: 0, .. }) => 0,
                _ => {
                    let mut progress = Progress::new(game.count_moves(&position), depth);
                    // At depth 0 there is one sequence, the empty one, that begins with no move.
                    let mut total = u64::from(depth == 0);
                    divide(game, &mut position, depth, &mut table, |_, _, count| {
                        progress.show(self.console);
                        add(&mut total, count)
                    })?;
                    progress.clear(self.console);
                    total
                }
            };
            if !self.arguments.json {
                writeln!(self.console.output, "{depth} {count}")?;
                self.console.output.flush()?;
            }
            counts.push(Count { depth, count });
        }
        if self.arguments.json {
            self.console.write_json(&Counts {
                game: game.name(),
                position: game.write_position(&position),
                counts,
            })?;
        }
        Ok(())
    }

    fn divide<G: Notation>(self, game: &G, mut position: G::Position) -> Result<()> {
        let depth = usize::from(self.arguments.depth);
        let json = self.arguments.json;
        let mut table = self.table();
        let mut moves = Vec::new();
        let mut total = u64::from(depth == 0);
        divide(
            game,
            &mut position,
            depth,
            &mut table,
            |position, chosen, count| {
                let text = game.write_move(position, chosen);
                add(&mut total, count)?;
                if !json {
                    writeln!(self.console.output, "{text} {count}")?;
                    // At once, and an error if nobody reads the counts any more.
                    self.console.output.flush()?;
                }
                moves.push(MoveCount { text, count });
                anyhow::Ok(())
            },
        )?;
        if json {
            self.console.write_json(&Division {
                game: game.name(),
                position: game.write_position(&position),
                depth,
                moves,
                total,
            })?;
        } else {
            writeln!(self.console.output, "total {total}")?;
        }
        Ok(())
    }
}

/// Adds a count, unless it is too large to be known.
fn add(total: &mut u64, count: u64) -> Result<()> {
    *total = total
        .checked_add(count)
        .filter(|_| count < u64::MAX)
        .context("there are more sequences than 64 bits can count")?;
    Ok(())
}

/// Says on a terminal how many of the first moves are done when counting takes long.
struct Progress {
    began: Instant,
    moves: u64,
    depth: usize,
    done: u64,
    shown: bool,
}

impl Progress {
    fn new(moves: u64, depth: usize) -> Progress {
        Progress {
            began: Instant::now(),
            moves,
            depth,
            done: 0,
            shown: false,
        }
    }

    fn show(&mut self, console: &mut Console<'_>) {
        self.done += 1;
        if console.errors_are_terminal && self.began.elapsed() >= PATIENCE {
            self.shown = true;
            // Progress is a courtesy; a terminal that takes none loses nothing else.
            let _ = write!(
                console.errors,
                "\rdepth {}: {} of {} moves counted",
                self.depth, self.done, self.moves
            )
            .and_then(|()| console.errors.flush());
        }
    }

    fn clear(&self, console: &mut Console<'_>) {
        if self.shown {
            let _ = write!(console.errors, "\r{:60}\r", "").and_then(|()| console.errors.flush());
        }
    }
}
