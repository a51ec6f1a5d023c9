//! Checks of our own protocol.

use super::{Checked, Named, Problem, Tester, problem, side_of};
use crate::commands::best::written;
use game::Playable;
use players::protocol::{Answer, Limits, Order};
use players::{Ending, Failure, Reason};
use search::Clock;
use std::time::{Duration, Instant};

/// A search that nobody wants to see the end of.
const VERY_LONG: Duration = Duration::from_secs(1000);
/// When it is stopped.
const SOON: Duration = Duration::from_millis(200);
/// What a small search gets.
const CLOCK: Clock = Clock {
    remaining: Duration::from_secs(2),
    increment: Duration::from_millis(10),
};

/// A check that needs nothing to be said about it.
type Plain<G> = fn(&mut Tester<'_, G>) -> Checked;

pub(super) fn checks<G: Playable>(games: u32) -> Vec<Named<G>> {
    let mut checks: Vec<Named<G>> = vec![
        (
            "start: it says who it is, and ok".to_string(),
            Box::new(|tester| tester.check_start()),
        ),
        (
            "game: it gets ready for a game".to_string(),
            Box::new(|tester| tester.check_ready()),
        ),
    ];
    for number in 0..games {
        let name = format!(
            "play: game {} of {games}, as {}",
            number + 1,
            side_of(number)
        );
        checks.push((name, Box::new(move |tester| tester.check_game(number))));
    }
    for (name, limits) in [
        (
            "depth",
            Limits {
                depth: Some(1),
                ..Limits::default()
            },
        ),
        (
            "nodes",
            Limits {
                nodes: Some(10),
                ..Limits::default()
            },
        ),
        (
            "clock",
            Limits {
                clock: Some(CLOCK),
                ..Limits::default()
            },
        ),
        (
            "all at once",
            Limits {
                depth: Some(2),
                nodes: Some(1000),
                movetime: Some(SOON),
                clock: Some(CLOCK),
            },
        ),
    ] {
        let name = format!("limits: {name}");
        checks.push((name, Box::new(move |tester| tester.check_limits(limits))));
    }
    let others: [(&str, Plain<G>); 7] = [
        ("stop: in the middle of a search", |tester| {
            tester.check_stop()
        }),
        ("stop: without a search", |tester| tester.check_idle_stop()),
        ("position: from a text, and asked twice", |tester| {
            tester.check_position()
        }),
        ("position: near the end of a game", |tester| {
            tester.check_last_move()
        }),
        (
            "lines: empty ones and unknown options are no trouble",
            |tester| tester.check_odd_lines(),
        ),
        ("game: a new one, named again", |tester| {
            tester.check_same_game()
        }),
        ("quit: it ends by itself", |tester| tester.check_quit()),
    ];
    for (name, check) in others {
        checks.push((name.to_string(), Box::new(check)));
    }
    checks
}

impl<G: Playable> Tester<'_, G> {
    fn order(&mut self, order: &Order) -> Checked {
        self.say(&order.to_string())
    }

    /// The next line, understood; empty ones are skipped.
    fn answer(&mut self, allowed: Duration) -> Checked<Answer> {
        loop {
            let line = self.hear(allowed)?;
            if line.trim().is_empty() {
                continue;
            }
            return Answer::parse(&line).map_err(|error| {
                let detail = format!("{}; expected {}", error.problem(), error.expected());
                Problem::Failure(Failure::because_of(Reason::WrongProtocol, detail, &line))
            });
        }
    }

    fn check_start(&mut self) -> Checked {
        self.start()?;
        self.order(&Order::Hello)?;
        let mut named = false;
        loop {
            match self.answer(Duration::ZERO)? {
                Answer::Ok if named => return Ok(()),
                Answer::Ok => return problem("it has no name: expected id name NAME before ok"),
                Answer::Name(_) => named = true,
                Answer::Author(_) | Answer::Option { .. } | Answer::Info(_) => {}
                other => return unexpected(&other, "id, option, ok"),
            }
        }
    }

    fn check_ready(&mut self) -> Checked {
        self.started()?;
        self.ready()
    }

    /// Waits for `readyok`.
    fn ready(&mut self) -> Checked {
        self.order(&Order::IsReady)?;
        loop {
            match self.answer(Duration::ZERO)? {
                Answer::ReadyOk => return Ok(()),
                Answer::Info(_) => {}
                other => return unexpected(&other, "readyok"),
            }
        }
    }

    /// A program that knows the game.
    fn started(&mut self) -> Checked {
        if self.program.is_none() {
            self.check_start()?;
        }
        let name = self.game.name();
        self.order(&Order::Game(name))?;
        self.order(&Order::NewGame)?;
        self.ready()
    }

    /// Tells it a position.
    fn position(&mut self, from: Option<&G::Position>, moves: &[G::Move]) -> Checked {
        let start = self.game.start();
        let words = written(self.game, from.unwrap_or(&start), moves);
        let from = from.map(|from| self.game.write_position(from));
        self.order(&Order::Position {
            from,
            moves: words.join(" "),
        })
    }

    /// Its move here.
    fn best_move(&mut self, position: &G::Position, allowed: Duration) -> Checked<G::Move> {
        loop {
            match self.answer(allowed)? {
                Answer::Info(info) => {
                    if let Some(word) = info.line.first()
                        && let Err(error) = self.game.parse_move(position, word)
                    {
                        let text = format!("a line that begins with {word:?}: {}", error.problem());
                        return problem(text);
                    }
                }
                Answer::BestMove(word) => {
                    return self.game.parse_move(position, &word).map_err(|error| {
                        let detail = error.problem().to_string();
                        let failure = Failure::because_of(Reason::IllegalMove, detail, &word);
                        Problem::Failure(failure)
                    });
                }
                other => return unexpected(&other, "info, bestmove"),
            }
        }
    }

    fn go(&mut self, position: &G::Position, limits: Limits) -> Checked<G::Move> {
        let allowed = limits
            .movetime
            .or(limits.clock.map(|clock| clock.remaining));
        let allowed = allowed.unwrap_or(self.patience);
        let program = self.program()?;
        program.expect_silence()?;
        self.order(&Order::Go(limits))?;
        self.best_move(position, allowed)
    }

    fn check_game(&mut self, number: u32) -> Checked {
        self.started()?;
        let mut position = self.game.start();
        let mut moves = Vec::new();
        while self.game.outcome(&position).is_none() {
            let chosen = if self.game.side_to_move(&position) == side_of(number) {
                self.position(None, &moves)?;
                let limits = Limits {
                    movetime: Some(self.time),
                    ..Limits::default()
                };
                let began = Instant::now();
                let chosen = self.go(&position, limits)?;
                let late = began.elapsed().saturating_sub(self.time);
                if late > self.patience {
                    return problem(format!("its answer came {} ms late", late.as_millis()));
                }
                chosen
            } else {
                self.random_move(&position)?
            };
            self.game.play(&mut position, chosen);
            moves.push(chosen);
        }
        Ok(())
    }

    fn check_limits(&mut self, limits: Limits) -> Checked {
        self.started()?;
        self.position(None, &[])?;
        let start = self.game.start();
        self.go(&start, limits)?;
        self.ready()
    }

    fn check_stop(&mut self) -> Checked {
        self.started()?;
        self.position(None, &[])?;
        self.order(&Order::Go(Limits {
            movetime: Some(VERY_LONG),
            ..Limits::default()
        }))?;
        std::thread::sleep(SOON);
        self.order(&Order::Stop)?;
        let start = self.game.start();
        self.best_move(&start, Duration::ZERO)?;
        self.ready()
    }

    /// Asks for a move at the start, with time as the only limit.
    fn first_move(&mut self) -> Checked {
        self.position(None, &[])?;
        let limits = Limits {
            movetime: Some(self.time),
            ..Limits::default()
        };
        let start = self.game.start();
        self.go(&start, limits)?;
        Ok(())
    }

    fn check_idle_stop(&mut self) -> Checked {
        self.started()?;
        self.order(&Order::Stop)?;
        self.ready()?;
        self.first_move()?;
        self.order(&Order::Stop)?;
        self.ready()
    }

    fn check_position(&mut self) -> Checked {
        self.started()?;
        let mut position = self.game.start();
        for _ in 0..2 {
            if self.game.outcome(&position).is_none() {
                let chosen = self.random_move(&position)?;
                self.game.play(&mut position, chosen);
            }
        }
        let position = self.game.forget_history(&position);
        if self.game.outcome(&position).is_some() {
            return Ok(());
        }
        let limits = Limits {
            movetime: Some(self.time),
            ..Limits::default()
        };
        for _ in 0..2 {
            self.position(Some(&position), &[])?;
            self.go(&position, limits)?;
        }
        let chosen = self.random_move(&position)?;
        let after = self.game.after(&position, chosen);
        if self.game.outcome(&after).is_none() {
            self.position(Some(&position), &[chosen])?;
            self.go(&after, limits)?;
        }
        Ok(())
    }

    fn check_last_move(&mut self) -> Checked {
        self.started()?;
        let mut position = self.game.start();
        let mut before = position.clone();
        let mut moves = Vec::new();
        while self.game.outcome(&position).is_none() {
            let chosen = self.random_move(&position)?;
            before.clone_from(&position);
            moves.push(chosen);
            self.game.play(&mut position, chosen);
        }
        if moves.pop().is_none() {
            return Ok(());
        }
        self.position(None, &moves)?;
        let limits = Limits {
            movetime: Some(self.time),
            ..Limits::default()
        };
        self.go(&before, limits)?;
        Ok(())
    }

    fn check_odd_lines(&mut self) -> Checked {
        self.started()?;
        self.say("")?;
        self.say("   ")?;
        self.order(&Order::SetOption {
            name: "no-such-option".to_string(),
            value: "1".to_string(),
        })?;
        self.order(&Order::IsReady)?;
        loop {
            match self.answer(Duration::ZERO)? {
                Answer::ReadyOk => return Ok(()),
                // It may say that there is no such option.
                Answer::Error(_) | Answer::Info(_) => {}
                other => return unexpected(&other, "readyok, perhaps after error"),
            }
        }
    }

    fn check_same_game(&mut self) -> Checked {
        self.started()?;
        self.started()?;
        self.first_move()
    }

    fn check_quit(&mut self) -> Checked {
        self.started()?;
        self.order(&Order::Quit)?;
        let patience = self.patience;
        let ending = self.program()?.ending(patience);
        match ending {
            Some(Ending::Exit(0)) => Ok(()),
            Some(ending) => problem(format!("it ended badly: {ending}")),
            None => problem("it is still there"),
        }
    }
}

fn unexpected<T>(answer: &Answer, expected: &str) -> Checked<T> {
    let expected = format!("expected {expected}");
    let failure = Failure::because_of(Reason::WrongProtocol, expected, &answer.to_string());
    Err(Problem::Failure(failure))
}
