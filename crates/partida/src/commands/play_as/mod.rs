//! `partida play-as`: one of our players in the part of an outside program.

mod bricks;
mod connect;
mod own;

use super::examples;
use crate::console::Console;
use crate::files::LocalFiles;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use game::Playable;
use players::{Player, Request, parse_clock};
use search::Clock;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

/// Play as a program under somebody else's referee
///
/// Reads the referee's lines from the standard input and writes the player's to the standard output, each as
/// one write. What the referee gets wrong is told on the standard error, with exit code 2.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "printf '4 0\\n' | partida play-as bricks-judge --player heurb              first of two, on 4 x 4"
    "printf 'salir\\n' | partida play-as connect-judge --player engine:time=1s  says listo"
    "printf 'partida\\nquit\\n' | partida play-as partida                        our own protocol"
})]
pub(crate) struct Arguments {
    #[command(subcommand)]
    protocol: Protocol,
}

#[derive(Debug, Subcommand)]
enum Protocol {
    BricksJudge(BricksJudge),
    ConnectJudge(ConnectJudge),
    Partida(Partida),
}

/// What the course's judges leave to the player.
#[derive(Debug, Args)]
struct CourseArguments {
    /// The player, such as engine:time=1s; `partida players GAME` lists them all
    #[arg(long, value_name = "PLAYER", default_value = "engine")]
    player: String,

    /// Time for a whole game, shared out among its moves in addition to the player's own limits
    #[arg(long, value_name = "TIME", default_value = "2400s")]
    clock: String,
}

/// Under the course's judge for Bricks
///
/// The first line is `n id`: the size of the board, and 0 for the one who begins. Then moves, `row column direction`,
/// counted from 1 at the top left, 0 for a brick that lies and 1 for one that stands.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "printf '2 0\\n' | partida play-as bricks-judge                     one move, and the judge is gone"
    "printf '3 1\\n1 1 0\\n' | partida play-as bricks-judge --player engine:time=100ms"
})]
struct BricksJudge {
    #[command(flatten)]
    course: CourseArguments,
}

/// Under the course's judge for Connect
///
/// A game begins with `rojo azul` or `azul rojo`, then `columns rows c p`, then `vos` or `el`; then columns counted from 0,
/// until `ganaste`, `perdiste` or `empataron`. `salir` ends it, and is answered by `listo`.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "printf 'rojo azul\\n7 6 4 21\\nvos\\nganaste\\nsalir\\n' | partida play-as connect-judge --player h2:depth=4"
    "printf 'salir\\n' | partida play-as connect-judge"
})]
struct ConnectJudge {
    #[command(flatten)]
    course: CourseArguments,
}

/// In our own protocol, for any of our games
///
/// docs/protocol.md describes it. The player can be changed by the referee: setoption name player value mcts.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "printf 'game connect\\nposition start moves d\\ngo depth 4\\nquit\\n' | partida play-as partida"
    "printf 'partida\\nquit\\n' | partida play-as partida --player mcts"
})]
struct Partida {
    /// The player, such as engine:time=1s; `partida players GAME` lists them all
    #[arg(long, value_name = "PLAYER", default_value = "engine")]
    player: String,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<()> {
    match &arguments.protocol {
        Protocol::BricksJudge(BricksJudge { course }) => {
            bricks::play(&mut Judge::new(course, console)?)
        }
        Protocol::ConnectJudge(ConnectJudge { course }) => {
            connect::play(&mut Judge::new(course, console)?)
        }
        Protocol::Partida(Partida { player }) => own::play(player, console),
    }
}

/// A judge of the course, line by line.
struct Judge<'run> {
    input: Box<dyn BufRead + 'run>,
    output: &'run mut dyn Write,
    player: &'run str,
    clock: Clock,
}

impl<'run> Judge<'run> {
    fn new(course: &'run CourseArguments, console: &'run mut Console<'_>) -> Result<Judge<'run>> {
        Ok(Judge {
            input: Box::new(std::io::BufReader::new(&mut *console.input)),
            output: &mut *console.output,
            player: &course.player,
            clock: parse_clock(&course.clock)?,
        })
    }

    /// The next line; nothing when the judge is gone.
    fn hear(&mut self) -> Result<Option<String>> {
        let mut line = String::new();
        let count = self
            .input
            .read_line(&mut line)
            .context("cannot read what the judge says")?;
        Ok((count > 0).then(|| line.trim_end().to_string()))
    }

    fn say(&mut self, line: &str) -> Result<()> {
        say(self.output, line)
    }
}

/// Writes a line, all at once.
fn say(output: &mut dyn Write, line: &str) -> Result<()> {
    output.write_all(format!("{line}\n").as_bytes())?;
    output.flush()?;
    Ok(())
}

/// Our player in a game of the course, and its clock.
struct Seat<'game, G: Playable> {
    game: &'game G,
    player: Player<G>,
    position: G::Position,
    clock: Clock,
}

impl<'game, G: Playable> Seat<'game, G> {
    fn new(game: &'game G, judge: &Judge<'_>, number: u64) -> Result<Seat<'game, G>> {
        let mut player = Player::read(game, judge.player, &LocalFiles)?;
        player.new_game(game, number)?;
        Ok(Seat {
            game,
            player,
            position: game.start(),
            clock: judge.clock,
        })
    }

    /// Chooses a move and plays it; the position before it, and the move. Nothing if the game is over.
    fn choose(&mut self) -> Result<Option<(G::Position, G::Move)>> {
        let began = Instant::now();
        let mut request = Request {
            clock: Some(self.clock),
            ..Request::default()
        };
        let decision = self
            .player
            .choose(self.game, &self.position, &mut request)?;
        let left = self.clock.remaining.saturating_sub(began.elapsed());
        self.clock.remaining = left
            .saturating_add(self.clock.increment)
            .max(Duration::from_millis(1));
        let Some(chosen) = decision.chosen else {
            return Ok(None);
        };
        let before = self.position.clone();
        self.game.play(&mut self.position, chosen);
        Ok(Some((before, chosen)))
    }
}

/// What is wrong with a judge's move.
fn refused(wrong: players::protocol::bricks::Wrong) -> anyhow::Error {
    use players::protocol::bricks::Wrong;
    let (Wrong::NotAMove(error) | Wrong::Illegal(error)) = wrong;
    anyhow::Error::from(error).context("the judge")
}
