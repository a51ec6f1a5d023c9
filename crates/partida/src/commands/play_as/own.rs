//! In our own protocol. The referee's lines are read by a thread of their own, so that `stop` is heard in the
//! middle of a search.

use super::say;
use crate::commands::best::written;
use crate::console::Console;
use crate::files::LocalFiles;
use anyhow::Result;
use game::text::TextError;
use game::{Playable, play_text};
use games::{GameVisitor, parse_game};
use players::protocol::{Answer, Info, InfoScore, Limits, Order};
use players::{History, MoveLimits, Player, Request};
use search::Report;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The options that a referee can set.
const PLAYER: &str = "player";
const SEED: &str = "seed";

/// What the thread that listens passes on.
enum Heard {
    Order(Order),
    /// With the flag by which this very search is stopped.
    Go(Limits, Arc<AtomicBool>),
    Wrong(TextError),
}

pub(super) fn play(player: &str, console: &mut Console<'_>) -> Result<()> {
    let (sender, heard) = channel();
    let input = &mut *console.input;
    let output = &mut *console.output;
    thread::scope(|scope| {
        scope.spawn(move || listen(input, &sender));
        let mut session = Session {
            heard,
            output,
            player: player.to_string(),
            seed: 0,
            game: None,
        };
        session.play()
    })
}

/// Reads to the end, or to `quit`.
fn listen(input: &mut (dyn Read + Send), heard: &Sender<Heard>) {
    let mut input = BufReader::new(input);
    let mut stop = Arc::new(AtomicBool::new(false));
    let mut line = Vec::new();
    loop {
        line.clear();
        if !matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let passed_on = match Order::parse(text) {
            Ok(Order::Stop) => {
                stop.store(true, Ordering::Relaxed);
                continue;
            }
            Ok(Order::Quit) => break,
            Ok(Order::Go(limits)) => {
                stop = Arc::new(AtomicBool::new(false));
                Heard::Go(limits, Arc::clone(&stop))
            }
            Ok(order) => Heard::Order(order),
            Err(error) => Heard::Wrong(error),
        };
        if heard.send(passed_on).is_err() {
            break;
        }
    }
    // Nobody waits for the answer any more. Searches that were ordered before are done all the same, as far as
    // they have limits.
    stop.store(true, Ordering::Relaxed);
}

struct Session<'run> {
    heard: Receiver<Heard>,
    output: &'run mut (dyn Write + Send),
    player: String,
    seed: u64,
    /// The game that is played next.
    game: Option<String>,
}

impl Session<'_> {
    fn play(&mut self) -> Result<()> {
        loop {
            match self.game.take() {
                // Only questions that any game has the same answer to.
                None => match self.heard.recv() {
                    Err(_) => return Ok(()),
                    Ok(Heard::Go(..)) => self.complain("no game was named")?,
                    Ok(Heard::Order(Order::Position { .. })) => {
                        self.complain("no game was named")?;
                    }
                    Ok(Heard::Order(order)) => self.obey(order)?,
                    Ok(Heard::Wrong(error)) => self.complain(&error.to_string())?,
                },
                Some(text) => match parse_game(&text, &LocalFiles) {
                    Err(error) => self.complain(&error.to_string())?,
                    Ok(game) => {
                        if game.visit(InGame(self))? {
                            return Ok(());
                        }
                    }
                },
            }
        }
    }

    fn answer(&mut self, answer: &Answer) -> Result<()> {
        say(self.output, &answer.to_string())
    }

    fn complain(&mut self, problem: &str) -> Result<()> {
        self.answer(&Answer::Error(problem.to_string()))
    }

    /// Does what has nothing to do with positions.
    fn obey(&mut self, order: Order) -> Result<()> {
        match order {
            Order::Hello => {
                let version = env!("CARGO_PKG_VERSION");
                self.answer(&Answer::Name(format!("Partida {version}, {}", self.player)))?;
                self.answer(&Answer::Author("the Partida project".to_string()))?;
                for (name, description) in [
                    (PLAYER, format!("type text default {}", self.player)),
                    (SEED, "type integer default 0".to_string()),
                ] {
                    self.answer(&Answer::Option {
                        name: name.to_string(),
                        description,
                    })?;
                }
                self.answer(&Answer::Ok)
            }
            Order::IsReady => self.answer(&Answer::ReadyOk),
            Order::SetOption { name, value } => match name.as_str() {
                PLAYER => {
                    self.player = value;
                    Ok(())
                }
                SEED => match value.parse() {
                    Ok(seed) => {
                        self.seed = seed;
                        Ok(())
                    }
                    Err(_) => self.complain(&format!("{SEED} cannot be {value:?}")),
                },
                _ => self.complain(&format!("there is no option {name:?}")),
            },
            Order::Game(text) => {
                self.game = Some(text);
                Ok(())
            }
            Order::NewGame | Order::Position { .. } | Order::Go(_) | Order::Stop | Order::Quit => {
                Ok(())
            }
        }
    }
}

/// In a game of this type; says whether the conversation is over.
struct InGame<'run, 'session>(&'run mut Session<'session>);

impl GameVisitor for InGame<'_, '_> {
    type Output = Result<bool>;

    fn visit<G: Playable>(self, game: &G) -> Result<bool> {
        let InGame(session) = self;
        let mut line = Played {
            from: game.start(),
            moves: Vec::new(),
            position: game.start(),
        };
        // Made when it is asked, since its text may change until then.
        let mut player: Option<(String, Player<G>)> = None;
        while let Ok(heard) = session.heard.recv() {
            match heard {
                Heard::Wrong(error) => session.complain(&error.to_string())?,
                Heard::Order(Order::Position { from, moves }) => {
                    match Played::parse(game, from.as_deref(), &moves) {
                        Ok(read) => line = read,
                        Err(error) => session.complain(&error.to_string())?,
                    }
                }
                Heard::Order(Order::NewGame) => player = None,
                Heard::Order(order) => {
                    session.obey(order)?;
                    if session.game.is_some() {
                        return Ok(false);
                    }
                }
                Heard::Go(limits, stop) => {
                    let text = session.player.clone();
                    let old = player.take().filter(|(old, _)| *old == text);
                    let mut current = match old {
                        Some((_, player)) => player,
                        None => match made(game, &text, session.seed) {
                            Ok(player) => player,
                            Err(problem) => {
                                session.complain(&problem.to_string())?;
                                continue;
                            }
                        },
                    };
                    session.choose(game, &line, &mut current, &limits, stop)?;
                    player = Some((text, current));
                }
            }
        }
        Ok(true)
    }
}

fn made<G: Playable>(game: &G, text: &str, seed: u64) -> Result<Player<G>> {
    let mut player = Player::read(game, text, &LocalFiles)?;
    if seed != 0 {
        player.new_game(game, seed)?;
    }
    Ok(player)
}

impl Session<'_> {
    fn choose<G: Playable>(
        &mut self,
        game: &G,
        line: &Played<G>,
        player: &mut Player<G>,
        limits: &Limits,
        stop: Arc<AtomicBool>,
    ) -> Result<()> {
        let mut told = Ok(());
        let decision = player.choose(
            game,
            &line.position,
            &mut Request {
                stop: Some(stop),
                clock: limits.clock,
                limits: MoveLimits {
                    depth: limits.depth.map(|depth| depth.max(1)),
                    nodes: limits.nodes,
                    time: limits.movetime,
                },
                history: Some(History {
                    from: &line.from,
                    moves: &line.moves,
                }),
                progress: &mut |report| {
                    if told.is_ok()
                        && let Some(info) = info(game, &line.position, report)
                    {
                        told = say(self.output, &Answer::Info(info).to_string());
                    }
                },
                ..Request::default()
            },
        );
        told?;
        match decision {
            Ok(decision) => match decision.chosen {
                Some(chosen) => {
                    let word = game.write_move(&line.position, chosen);
                    self.answer(&Answer::BestMove(word))
                }
                None => self.complain("the game is over"),
            },
            Err(failure) => self.complain(&failure.to_string()),
        }
    }
}

fn info<G: Playable>(game: &G, position: &G::Position, report: &Report<G::Move>) -> Option<Info> {
    let line = report.lines.first()?;
    Some(Info {
        depth: Some(report.depth),
        score: Some(InfoScore::of(line.score, report.unit)),
        nodes: Some(report.nodes),
        time: Some(report.time),
        line: written(game, position, &line.moves),
        text: None,
    })
}

/// A position and how it came about.
struct Played<G: Playable> {
    from: G::Position,
    moves: Vec<G::Move>,
    position: G::Position,
}

impl<G: Playable> Played<G> {
    fn parse(game: &G, from: Option<&str>, moves: &str) -> Result<Played<G>, TextError> {
        let from = match from {
            None => game.start(),
            Some(text) => game.parse_position(text)?,
        };
        let mut position = from.clone();
        let moves = play_text(game, &mut position, moves)?;
        Ok(Played {
            from,
            moves,
            position,
        })
    }
}
