//! Outside programs as players: `process:./player --fast`.
//!
//! The program is started through a launcher ([`use_launcher`]), a process that watches over it and
//! ends all that comes from it, and one that takes its rights away before it becomes the program.
//! Whatever it then does, the one who asks for a move gets it or a [`Failure`] in bounded time, and
//! when the player is dropped nothing of the program is left.

mod command;
mod confinement;
mod course;
mod family;
mod launcher;
mod own;
mod pipes;
mod program;
mod supervisor;

pub use launcher::{run_launcher, use_launcher};
pub use program::{Exchange, Program};

pub(crate) use command::Command;
pub(crate) use confinement::Confinement;

use crate::failure::{Failure, Reason};
use crate::player::{Decision, Request};
use crate::protocol;
use crate::stopwatch::Efforts;
use game::{Outcome, Playable, Side};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a game of the course takes at most, for each side.
const COURSE_CLOCK: Duration = Duration::from_secs(2400);
/// How much later than its clock says an answer may come: whoever keeps the clock decides by it, and
/// we only see to it that nobody waits for ever.
const GRACE: Duration = Duration::from_secs(10);

/// How a program is talked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// Ours.
    Partida,
    /// Those of the course's judges.
    Bricks,
    Connect,
}

impl Protocol {
    /// In the order in which they are declared.
    pub(crate) const ALL: [(&'static str, Protocol); 3] = [
        ("partida", Protocol::Partida),
        ("bricks-judge", Protocol::Bricks),
        ("connect-judge", Protocol::Connect),
    ];

    pub(crate) fn of(word: &str) -> Option<Protocol> {
        let found = Self::ALL.iter().find(|(name, _)| *name == word);
        found.map(|(_, protocol)| *protocol)
    }

    /// Whether it has words for a game; if not, the games it has words for.
    pub(crate) fn check<G: Playable>(self, game: &G) -> Result<(), &'static str> {
        match self {
            Protocol::Partida => Ok(()),
            Protocol::Bricks if protocol::bricks::size(game).is_some() => Ok(()),
            Protocol::Connect if protocol::connect::Sizes::of(game).is_some() => Ok(()),
            Protocol::Bricks => Err("a game of Bricks"),
            Protocol::Connect => Err("a game of Connect"),
        }
    }
}

/// All that is said about a program in its player's text.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) command: Command,
    pub(crate) protocol: Protocol,
    pub(crate) confinement: Confinement,
    /// Until it has said who it is.
    pub(crate) start: Duration,
    /// Passed on to it.
    pub(crate) limits: protocol::Limits,
}

/// An outside program that plays.
#[derive(Debug)]
pub(crate) struct Process<G: Playable> {
    settings: Settings,
    program: Option<Program>,
    /// What it knows of the game, its own last move included.
    known: Option<Known<G>>,
    /// The side it last moved for.
    side: Option<Side>,
    /// The random numbers it should use, if it can be told.
    seed: u64,
    /// Names of the options it declared.
    options: Vec<String>,
    /// The time it took in this game, where nobody else keeps a clock.
    used: Duration,
}

/// A line of play.
#[derive(Debug, Clone)]
struct Known<G: Playable> {
    from: G::Position,
    moves: Vec<G::Move>,
    /// After them.
    position: G::Position,
}

/// When an answer is due, and who may ask for it earlier.
struct Patience {
    until: Instant,
    stop: Option<Arc<AtomicBool>>,
}

impl<G: Playable> Process<G> {
    pub(crate) fn new(settings: Settings) -> Process<G> {
        Process {
            settings,
            program: None,
            known: None,
            side: None,
            seed: 0,
            options: Vec::new(),
            used: Duration::ZERO,
        }
    }

    /// A move, or why there is none; after a failure the program is gone, and the next game starts
    /// it again.
    pub(crate) fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        request: &mut Request<'_, G>,
    ) -> Result<Decision<G::Move>, Failure> {
        if game.outcome(position).is_some() {
            return Ok(Decision {
                chosen: None,
                report: None,
                is_proven: false,
            });
        }
        let line = self.line(game, position, request);
        self.side = Some(game.side_to_move(position));
        let began = Instant::now();
        let patience = Patience {
            until: began + self.patience(request),
            stop: request.stop.clone(),
        };
        let decision = match self.settings.protocol {
            Protocol::Partida => self.choose_own(game, &line, &patience, request),
            Protocol::Bricks => self.choose_bricks(game, &line, &patience),
            Protocol::Connect => self.choose_connect(game, &line, &patience),
        };
        self.used += began.elapsed();
        match &decision {
            Err(_) => {
                self.program = None;
                self.known = None;
            }
            Ok(decision) => {
                self.known = decision.chosen.map(|chosen| {
                    let mut line = line;
                    game.play(&mut line.position, chosen);
                    line.moves.push(chosen);
                    line
                });
            }
        }
        decision
    }

    /// How long an answer may take.
    fn patience(&self, request: &Request<'_, G>) -> Duration {
        if let Some(deadline) = request.deadline {
            return deadline;
        }
        let own = self.settings.limits.movetime;
        let own = own.into_iter().chain(request.limits.time).min();
        // Where nothing else is said, it is told to take the usual time.
        let told = self.told_limits(request);
        let own = own.or(told
            .movetime
            .filter(|_| self.settings.protocol == Protocol::Partida));
        match (request.clock, own) {
            (Some(clock), _) => clock.remaining.saturating_add(GRACE),
            (None, Some(own)) => own.saturating_add(GRACE),
            (None, None) => COURSE_CLOCK.saturating_sub(self.used),
        }
        // Nobody waits longer than a game of the course.
        .min(COURSE_CLOCK)
    }

    /// How the position came about, as far as anybody knows.
    fn line(&self, game: &G, position: &G::Position, request: &Request<'_, G>) -> Known<G> {
        if let Some(history) = request.history {
            return Known {
                from: history.from.clone(),
                moves: history.moves.to_vec(),
                position: position.clone(),
            };
        }
        let start = Known {
            from: game.start(),
            moves: Vec::new(),
            position: game.start(),
        };
        for before in self.known.iter().chain([&start]) {
            if before.position == *position {
                return before.clone();
            }
            if let Some(chosen) = move_between(game, &before.position, position) {
                let mut line = before.clone();
                line.moves.push(chosen);
                line.position = position.clone();
                return line;
            }
        }
        Known {
            from: position.clone(),
            moves: Vec::new(),
            position: position.clone(),
        }
    }

    /// Gets ready for another game.
    pub(crate) fn new_game(&mut self, game: &G, seed: u64) -> Result<(), Failure> {
        self.used = Duration::ZERO;
        self.seed = seed;
        let began = self.known.take().is_some();
        let begun = match self.settings.protocol {
            Protocol::Partida => self.new_own_game(game),
            Protocol::Bricks => {
                self.part();
                Ok(())
            }
            // A game that was left off cannot be told from one that goes on.
            Protocol::Connect if began => {
                self.part();
                Ok(())
            }
            Protocol::Connect => Ok(()),
        };
        if begun.is_err() {
            self.program = None;
        }
        begun
    }

    /// The game is over.
    pub(crate) fn end_game(&mut self, outcome: Outcome) {
        match self.settings.protocol {
            Protocol::Partida => {}
            Protocol::Bricks => self.part(),
            Protocol::Connect => {
                if let (Some(program), Some(side)) = (&mut self.program, self.side)
                    && self.known.is_some()
                    && program.say(protocol::connect::end(outcome, side)).is_err()
                {
                    self.program = None;
                }
            }
        }
        self.known = None;
    }

    /// What its threads have done so far, and those of ours that talk to it.
    pub(crate) fn efforts(&self) -> Efforts {
        let mut efforts = Efforts::of_this_thread();
        if let Some(program) = &self.program {
            efforts.ours += program.talking();
            efforts.theirs = program.efforts();
        }
        efforts
    }

    /// The program, started if it is not running; and whether it was started just now.
    fn running(&mut self) -> Result<bool, Failure> {
        if self.program.is_some() {
            return Ok(false);
        }
        let Settings {
            command,
            confinement,
            ..
        } = &self.settings;
        self.program = Some(Program::start(command, confinement)?);
        Ok(true)
    }

    fn program(&mut self) -> Result<&mut Program, Failure> {
        let missing = || Failure::new(Reason::NotStarted, "it is not running");
        self.program.as_mut().ok_or_else(missing)
    }

    /// Ends the program as its protocol wants it.
    fn part(&mut self) {
        let Some(mut program) = self.program.take() else {
            return;
        };
        match self.settings.protocol {
            Protocol::Partida => {
                if program.say(&protocol::Order::Quit.to_string()).is_ok() {
                    program.let_end();
                }
            }
            Protocol::Bricks => program.terminate(),
            Protocol::Connect => {
                if program.say(protocol::connect::LEAVE).is_ok() {
                    program.let_end();
                }
            }
        }
    }
}

impl<G: Playable> Drop for Process<G> {
    fn drop(&mut self) {
        self.part();
    }
}

/// The move that leads from one position to another.
fn move_between<G: Playable>(game: &G, from: &G::Position, to: &G::Position) -> Option<G::Move> {
    let mut found = None;
    let _ = game.visit_moves(from, |chosen| {
        if game.after(from, chosen) == *to {
            found = Some(chosen);
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    found
}
