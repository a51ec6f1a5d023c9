//! Programs that speak our own protocol.

use super::{Known, Patience, Process};
use crate::failure::{Failure, Reason};
use crate::player::{Decision, Request};
use crate::protocol::{Answer, Info, InfoScore, Limits, Order};
use game::{Notation, Playable};
use search::{Ended, Line, Report};
use std::time::{Duration, Instant};

/// The option for the seed of random numbers, if a program has one.
const SEED: &str = "seed";
/// What a move gets if nothing limits it.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// How long a program may take to answer once it was told to stop.
const STOPPING: Duration = Duration::from_secs(10);

impl<G: Playable> Process<G> {
    /// Starts the program if need be, and a game.
    pub(super) fn new_own_game(&mut self, game: &G) -> Result<(), Failure> {
        if self.running()? {
            self.shake_hands(game)?;
        }
        if self.seed != 0 && self.options.iter().any(|name| name == SEED) {
            self.order(&Order::SetOption {
                name: SEED.to_string(),
                value: self.seed.to_string(),
            })?;
        }
        self.order(&Order::NewGame)?;
        self.ready()
    }

    fn order(&mut self, order: &Order) -> Result<(), Failure> {
        self.program()?.say(&order.to_string())
    }

    /// The next line, understood.
    fn answer(&mut self, until: Instant, wrong: Reason) -> Result<Answer, Failure> {
        let program = self.program()?;
        loop {
            let heard = program.hear(until, None).map_err(|failure| {
                let detail = "it should say ok to partida, and readyok to isready";
                match failure.reason {
                    Reason::TimeOut => Failure {
                        detail: detail.to_string(),
                        ..failure
                    },
                    _ => failure,
                }
            });
            match heard? {
                Some(line) if line.trim().is_empty() => {}
                Some(line) => match Answer::parse(&line) {
                    Ok(answer) => return Ok(answer),
                    Err(error) => {
                        let detail = format!("expected {}", error.expected());
                        return Err(program.failed(Failure::because_of(wrong, detail, &line)));
                    }
                },
                None => {}
            }
        }
    }

    fn shake_hands(&mut self, game: &G) -> Result<(), Failure> {
        let until = Instant::now() + self.settings.start;
        self.options.clear();
        self.order(&Order::Hello)?;
        loop {
            match self.answer(until, Reason::WrongProtocol)? {
                Answer::Ok => break,
                Answer::Option { name, .. } => self.options.push(name),
                Answer::Name(_) | Answer::Author(_) | Answer::Info(_) => {}
                other => return Err(self.unexpected(&other, "ok")),
            }
        }
        self.order(&Order::Game(game.name()))?;
        self.ready()
    }

    /// Waits until it has done all it was told.
    fn ready(&mut self) -> Result<(), Failure> {
        let until = Instant::now() + self.settings.start;
        self.order(&Order::IsReady)?;
        loop {
            match self.answer(until, Reason::WrongProtocol)? {
                Answer::ReadyOk => return Ok(()),
                Answer::Info(_) => {}
                other => return Err(self.unexpected(&other, "readyok")),
            }
        }
    }

    fn unexpected(&mut self, answer: &Answer, expected: &str) -> Failure {
        let failure = Failure::because_of(
            Reason::WrongProtocol,
            format!("expected {expected}"),
            &answer.to_string(),
        );
        match &mut self.program {
            Some(program) => program.failed(failure),
            None => failure,
        }
    }

    /// A move of a program that speaks our protocol.
    pub(super) fn choose_own(
        &mut self,
        game: &G,
        line: &Known<G>,
        patience: &Patience,
        request: &mut Request<'_, G>,
    ) -> Result<Decision<G::Move>, Failure> {
        let mut until = patience.until;
        if self.program.is_none() {
            let before = Instant::now();
            self.new_own_game(game)?;
            // Its clock does not run while it is started.
            until += before.elapsed();
        }
        self.program()?.expect_silence()?;
        let from = (line.from != game.start()).then(|| game.write_position(&line.from));
        self.order(&Order::Position {
            from,
            moves: spaced_moves(game, &line.from, &line.moves),
        })?;
        let began = Instant::now();
        self.order(&Order::Go(self.told_limits(request)))?;
        let mut best: Option<Report<G::Move>> = None;
        let mut stop = patience.stop.as_deref();
        loop {
            let program = self.program()?;
            let Some(words) = program.hear(until, stop)? else {
                program.say(&Order::Stop.to_string())?;
                stop = None;
                until = until.min(Instant::now() + STOPPING);
                continue;
            };
            if words.trim().is_empty() {
                continue;
            }
            let error = match Answer::parse(&words) {
                Ok(Answer::Info(info)) => {
                    if let Some(report) = report(game, line, &info, began.elapsed()) {
                        (request.progress)(&report);
                        best = Some(report);
                    }
                    continue;
                }
                Ok(Answer::BestMove(word)) => match game.parse_move(&line.position, &word) {
                    Ok(chosen) => return Ok(decision(chosen, best, began.elapsed())),
                    Err(error) => {
                        let reason = match looks_like_a_move(game, &line.position, &word) {
                            true => Reason::IllegalMove,
                            false => Reason::Garbage,
                        };
                        Failure::because_of(reason, error.problem(), &word)
                    }
                },
                Ok(Answer::Error(text)) => {
                    Failure::because_of(Reason::WrongProtocol, "it gave up", &text)
                }
                Ok(_) => Failure::because_of(Reason::OutOfTurn, "expected bestmove", &words),
                Err(error) => {
                    let detail = format!("expected {}", error.expected());
                    Failure::because_of(Reason::Garbage, detail, &words)
                }
            };
            return Err(program.failed(error));
        }
    }

    /// What it is told about how far it may go.
    pub(super) fn told_limits(&self, request: &Request<'_, G>) -> Limits {
        let mut limits = self.settings.limits;
        limits.clock = request.clock;
        let asked = request.limits;
        limits.depth = limits.depth.into_iter().chain(asked.depth).min();
        limits.nodes = limits.nodes.into_iter().chain(asked.nodes).min();
        limits.movetime = limits.movetime.into_iter().chain(asked.time).min();
        if limits == Limits::default() {
            limits.movetime = Some(request.deadline.map_or(USUAL_TIME, |deadline| {
                // Some of it passes on the way.
                (deadline - deadline / 10).min(USUAL_TIME)
            }));
        }
        limits
    }
}

/// Moves as single words: some games write lists without spaces.
pub(super) fn spaced_moves<G: Notation>(game: &G, from: &G::Position, moves: &[G::Move]) -> String {
    let mut position = from.clone();
    let mut words = Vec::with_capacity(moves.len());
    for &chosen in moves {
        words.push(game.write_move(&position, chosen));
        game.play(&mut position, chosen);
    }
    words.join(" ")
}

/// What a program said of its search, if it said what it would play.
fn report<G: Playable>(
    game: &G,
    line: &Known<G>,
    info: &Info,
    elapsed: Duration,
) -> Option<Report<G::Move>> {
    let score = info.score?.score();
    let mut position = line.position.clone();
    let mut moves = Vec::new();
    for word in &info.line {
        // The rest of a line with a mistake in it is worth nothing; the move itself counts.
        let Ok(chosen) = game.parse_move(&position, word) else {
            break;
        };
        game.play(&mut position, chosen);
        moves.push(chosen);
    }
    if moves.is_empty() {
        return None;
    }
    let best = Line { score, moves };
    Some(Report {
        equal: vec![best.clone()],
        lines: vec![best],
        unit: InfoScore::UNIT,
        spread: 0,
        depth: info.depth.unwrap_or(0),
        whole: false,
        nodes: info.nodes.unwrap_or(0),
        time: info.time.unwrap_or(elapsed),
        cpu: Duration::ZERO,
        ended: Ended::Depth,
    })
}

/// What it decided, with what it last said of it.
fn decision<M: Copy + PartialEq>(
    chosen: M,
    report: Option<Report<M>>,
    elapsed: Duration,
) -> Decision<M> {
    Decision {
        chosen: Some(chosen),
        // A program may change its mind without a word; then nothing is known of its move.
        report: report
            .filter(|report| report.chosen() == Some(chosen))
            .map(|report| Report {
                time: elapsed,
                ..report
            }),
        is_proven: false,
    }
}

/// Whether a word that is no legal move is written like one: an illegal move, then, and not anything
/// else.
fn looks_like_a_move<G: Playable>(game: &G, position: &G::Position, word: &str) -> bool {
    let mut legal = Vec::new();
    game.moves(position, &mut legal);
    let wanted = shape(word);
    legal
        .iter()
        .any(|&chosen| shape(&game.write_move(position, chosen)) == wanted)
}

/// A word with every letter as `a` and every number as `0`.
fn shape(word: &str) -> String {
    let mut shape = String::new();
    for character in word.chars() {
        match character {
            letter if letter.is_ascii_alphabetic() => shape.push('a'),
            digit if digit.is_ascii_digit() => {
                if !shape.ends_with('0') {
                    shape.push('0');
                }
            }
            other => shape.push(other),
        }
    }
    shape
}
