//! `partida compat`: the command lines of older programs, so that whoever called them can call us.

use super::best::refuse_finished;
use super::examples;
use crate::board::Drawing;
use crate::console::Console;
use crate::files::{self, LocalFiles};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use game::arguments::{Range, Value};
use game::text::Cell;
use game::{Notation, Playable};
use games::{GameVisitor, parse_game_for};
use players::{Player, Request};
use report::ViewLimits;
use search::{Recorder, Statistics};
use std::path::Path;

/// Where `-tree` writes.
const TREE_FILE: &str = "tree.dot";
/// As many nodes of the tree are written; a larger one helps nobody.
const TREE_NODES: usize = 2000;

/// Take the command line of an older program
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida show fuga:7 --save board.txt                            a board file to begin with"
    "partida compat fuga -file board.txt -depth 3 -console -prune    the best move"
})]
pub(crate) struct Arguments {
    #[command(subcommand)]
    program: Program,
}

#[derive(Debug, Subcommand)]
enum Program {
    Fuga(Fuga),
}

/// The course's program for La Fuga del Rey: a board file in, the best move out
///
/// Takes exactly the flags of that program: -file F (-maxtime SECONDS | -depth PLIES) (-visual |
/// -console) [-prune] [-tree]. -console prints the best move as (row, column)(row, column), counted from
/// 0 at the top left; -visual draws the board before and after it. -prune cuts (by the one-sided rule of
/// that program), -tree writes the tree of the search to tree.dot. Positions are judged by h2.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "partida compat fuga -file board.txt -depth 3 -console -prune"
    "partida compat fuga -file board.txt -maxtime 0.5 -visual -prune -tree"
})]
struct Fuga {
    /// -file F (-maxtime SECONDS | -depth PLIES) (-visual | -console) [-prune] [-tree]
    #[arg(
        value_name = "FLAGS",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    flags: Vec<String>,
}

/// The flags, understood.
#[derive(Debug, Default)]
struct Flags {
    file: Option<String>,
    /// In the player language.
    limit: Option<String>,
    console: bool,
    visual: bool,
    prune: bool,
    tree: bool,
}

impl Flags {
    const USAGE: &'static str =
        "expected -file F (-maxtime SECONDS | -depth PLIES) (-visual | -console) [-prune] [-tree]";

    fn parse(words: &[String]) -> Result<Flags> {
        let mut flags = Flags::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || {
                let value = words.next();
                value.with_context(|| format!("{word} needs a value; {}", Self::USAGE))
            };
            match word.as_str() {
                "-file" => flags.file = Some(value()?.clone()),
                "-maxtime" | "-depth" if flags.limit.is_some() => {
                    bail!("only one of -maxtime and -depth can be given");
                }
                "-maxtime" => {
                    let text = value()?;
                    let time = Value::parse(&Range::Duration, text);
                    let time =
                        time.with_context(|| format!("-maxtime cannot be {text:?}: seconds"))?;
                    flags.limit = Some(format!("time={time}"));
                }
                "-depth" => {
                    let text = value()?;
                    let depth = Value::parse(&Range::Integer(1, 1000), text);
                    let depth = depth
                        .with_context(|| format!("-depth cannot be {text:?}: from 1 to 1000"))?;
                    flags.limit = Some(format!("depth={depth}"));
                }
                "-console" => flags.console = true,
                "-visual" => flags.visual = true,
                "-prune" => flags.prune = true,
                "-tree" => flags.tree = true,
                _ => bail!("there is no flag {word:?}; {}", Self::USAGE),
            }
        }
        if flags.console == flags.visual {
            bail!("one of -visual and -console must be given; {}", Self::USAGE);
        }
        Ok(flags)
    }
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    let Program::Fuga(fuga) = &arguments.program;
    let flags = Flags::parse(&fuga.flags)?;
    let file = flags.file.as_deref();
    let file = file.with_context(|| format!("-file is missing; {}", Flags::USAGE))?;
    let limit = flags.limit.as_deref();
    let limit =
        limit.with_context(|| format!("-maxtime or -depth is missing; {}", Flags::USAGE))?;
    let player = if flags.prune {
        format!("alphabeta:{limit},eval=h2,cut=one-sided")
    } else {
        format!("minimax:{limit},eval=h2")
    };
    let (name, content) = files::read(Path::new(file), &mut *console.input)?;
    let game = parse_game_for("fuga", &LocalFiles, &content).with_context(|| name.clone())?;
    game.visit(BestMove {
        name: &name,
        content: &content,
        player: &player,
        flags: &flags,
        console,
    })
}

struct BestMove<'run, 'streams> {
    name: &'run str,
    content: &'run str,
    player: &'run str,
    flags: &'run Flags,
    console: &'run mut Console<'streams>,
}

impl GameVisitor for BestMove<'_, '_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: &G) -> Result<()> {
        let position = game.parse_file(self.content);
        let position = position.with_context(|| self.name.to_string())?;
        refuse_finished(game, &position)?;
        let mut player = Player::parse(game, self.player)?;
        let mut watch = (Statistics::default(), Recorder::new(TREE_NODES, None));
        let decision = player.choose(
            game,
            &position,
            &mut Request {
                stop: Some(self.console.interrupt.listen()),
                watch: self.flags.tree.then_some(&mut watch),
                ..Request::default()
            },
        )?;
        let (Some(chosen), Some(report)) = (decision.chosen, decision.report) else {
            bail!("no move was found");
        };
        if self.flags.tree {
            let limits = ViewLimits {
                max_nodes: TREE_NODES,
                max_depth: None,
            };
            let tree = super::tree::view(game, &position, watch.1, &report, &limits);
            files::write(Path::new(TREE_FILE), tree.to_dot().as_bytes())?;
        }
        let words = course_move(game, &position, chosen)?;
        if self.flags.visual {
            let drawing = Drawing {
                ascii: false,
                color: self.console.output_in_color(),
            };
            let after = game.after(&position, chosen);
            let output = &mut self.console.output;
            writeln!(output, "{}", drawing.draw(&game.diagram(&position)))?;
            writeln!(output, "{words}\n")?;
            write!(output, "{}", drawing.draw(&game.diagram(&after)))?;
        } else {
            writeln!(self.console.output, "{words}")?;
        }
        Ok(())
    }
}

/// A move as the course's program prints it.
fn course_move<G: Notation>(game: &G, position: &G::Position, chosen: G::Move) -> Result<String> {
    let rows = game.diagram(position).rows;
    let text = game.write_move(position, chosen);
    let cell = |text: &str| {
        let (cell, _) = Cell::parse_prefix(text)?;
        Some(format!(
            "({}, {})",
            rows.checked_sub(cell.row + 1)?,
            cell.column
        ))
    };
    let words = text
        .split_once('-')
        .and_then(|(from, to)| Some(cell(from)? + &cell(to)?));
    words.with_context(|| format!("a move from cell to cell, and not {text}"))
}
