//! One game: the players are asked in turn, every move is checked, clocks run, all is recorded.
//!
//! # What a clock charges
//!
//! The player's own time, and not what others took of the processors meanwhile, as far as the system
//! tells the one from the other ([`Player::charge`]). On a machine with more to do than it has
//! processors a player would otherwise lose games for what others did; one that sleeps, or works, is
//! charged in full. A move may exceed its time by a grace, since between a decision and its arrival here
//! time passes as well.

use crate::record::{Ending, Played, Record};
use crate::terms::{Agreement, Terms};
use game::{Goal, Outcome, Playable, Score, Side};
use players::{Decision, Failure, History, Player, Reason, Request};
use search::Clock;
use solve::{AnySolver, Resources, Solution, solver_for};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The memory of the solver that ends games early.
const SOLVER_BYTES: usize = 16 << 20;
/// An outside program is stopped this much after its time, if it does not answer: until then, it
/// may turn out that it had to wait for a processor.
const PATIENCE: Duration = Duration::from_millis(500);

/// Nobody wants to know any more how the game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Abandoned;

/// What decides games of one kind.
#[derive(Debug)]
pub(crate) struct Referee<G: Playable> {
    terms: Terms,
    /// Whether a position is decided, if that is asked for and can be found out.
    solver: Option<AnySolver<G>>,
}

/// One game to be played.
pub(crate) struct Setting<'game, G: Playable> {
    pub(crate) game: &'game G,
    pub(crate) opening: &'game [G::Move],
    pub(crate) seed: u64,
    /// Set when nobody waits for the game any more.
    pub(crate) abandon: &'game Arc<AtomicBool>,
}

impl<G: Playable> Referee<G> {
    pub(crate) fn new(game: &G, terms: &Terms) -> Referee<G> {
        let solver = terms
            .solver_nodes
            .and_then(|_| solver_for(game, Resources::bytes(SOLVER_BYTES)).ok());
        Referee {
            terms: terms.clone(),
            solver,
        }
    }

    /// Plays a game to its end.
    pub(crate) fn play(
        &mut self,
        setting: &Setting<'_, G>,
        mut players: [&mut Player<G>; 2],
    ) -> Result<Record, Abandoned> {
        let game = setting.game;
        if let Some(solver) = &mut self.solver {
            // What it can solve must not depend on the games before.
            solver.clear();
        }
        let start = game.start();
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(setting.opening.len());
        let mut played = Vec::new();
        for &chosen in setting.opening {
            played.push(Played::given(game.write_move(&position, chosen)));
            game.play(&mut position, chosen);
            moves.push(chosen);
        }
        let mut failed = None;
        for (player, side) in players.iter_mut().zip(Side::BOTH) {
            // Different streams for both, even if they are the same player.
            let seed = setting.seed.wrapping_mul(2) + side.index() as u64;
            if let Err(failure) = player.new_game(game, seed) {
                failed.get_or_insert((side, failure));
            }
        }
        let mut clocks = [self.terms.clock(); 2];
        let mut opinions = Opinions::default();
        let (outcome, ending) = loop {
            if let Some((side, failure)) = failed {
                break (game.forfeit(side), forfeit(side, &failure));
            }
            if let Some(outcome) = game.outcome(&position) {
                let reason = game.end_reason(&position);
                break (outcome, Ending::Rules { reason });
            }
            if let Some(decided) = self.decided_early(game, &position, &opinions) {
                break decided;
            }
            if played.len() >= self.terms.most_plies as usize {
                break (Outcome::DRAW, Ending::TooLong);
            }
            let side = game.side_to_move(&position);
            let history = History {
                from: &start,
                moves: &moves,
            };
            let player = &mut *players[side.index()];
            let clock = clocks[side.index()];
            let (answer, time) = self.ask(setting, player, &position, history, clock);
            if setting.abandon.load(Ordering::Relaxed) {
                return Err(Abandoned);
            }
            let checked = answer
                .and_then(|decision| legal(game, &position, decision))
                .and_then(|found| self.in_time(found, time, &mut clocks[side.index()]));
            match checked {
                Ok((chosen, decision)) => {
                    opinions.add(game, &position, &decision);
                    played.push(with_opinion(
                        game.write_move(&position, chosen),
                        &decision,
                        time,
                    ));
                    game.play(&mut position, chosen);
                    moves.push(chosen);
                }
                Err(failure) => failed = Some((side, failure)),
            }
        };
        for player in &mut players {
            player.end_game(outcome);
        }
        Ok(Record {
            game: game.name(),
            players: players.map(|player| player.text().to_string()),
            seed: setting.seed,
            opening: setting.opening.len() as u32,
            moves: played,
            margin: outcome.margin_for(Side::First),
            points: Side::BOTH.map(|side| game.points(outcome, side)),
            ending,
        })
    }

    /// Asks for a move, and says what the clock charges for it.
    fn ask(
        &self,
        setting: &Setting<'_, G>,
        player: &mut Player<G>,
        position: &G::Position,
        history: History<'_, G>,
        clock: Option<Clock>,
    ) -> (Result<Decision<G::Move>, Failure>, Duration) {
        let allowed = [self.terms.move_time, clock.map(|clock| clock.remaining)];
        let deadline = allowed.into_iter().flatten().min();
        // To ask the system about other threads takes longer than many a player takes for a move: only
        // where somebody can lose by it.
        let stopwatch = deadline.map(|_| player.stopwatch());
        let started = Instant::now();
        let request = &mut Request {
            stop: Some(Arc::clone(setting.abandon)),
            clock,
            limits: self.terms.limits(),
            lines: 1,
            watch: None,
            progress: &mut |_| {},
            history: Some(history),
            deadline: deadline.map(|deadline| deadline + self.terms.grace + PATIENCE),
        };
        // A mistake in a player must not end the tournament; its game is lost. (It is built anew
        // for the next one.)
        let asked = catch_unwind(AssertUnwindSafe(|| {
            player.choose(setting.game, position, request)
        }));
        let answer = asked.unwrap_or_else(|_| {
            let detail = "a mistake in the player itself";
            Err(Failure::new(
                Reason::Crash(players::Ending::Unknown),
                detail,
            ))
        });
        let wall = started.elapsed();
        let time = stopwatch.map_or(wall, |stopwatch| player.charge(&stopwatch));
        (answer, time)
    }

    /// Whether a move came in time; takes its time off the clock.
    fn in_time<T>(
        &self,
        found: T,
        time: Duration,
        clock: &mut Option<Clock>,
    ) -> Result<T, Failure> {
        let too_late = |allowed: Duration| time > allowed + self.terms.grace;
        if let Some(allowed) = self.terms.move_time.filter(|&allowed| too_late(allowed)) {
            return Err(timed_out(time, allowed));
        }
        if let Some(clock) = clock {
            if too_late(clock.remaining) {
                return Err(timed_out(time, clock.remaining));
            }
            clock.remaining = clock.remaining.saturating_sub(time) + clock.increment;
        }
        Ok(found)
    }

    /// How the game ends if there is no need to play on.
    fn decided_early(
        &mut self,
        game: &G,
        position: &G::Position,
        opinions: &Opinions,
    ) -> Option<(Outcome, Ending)> {
        let adjudicated = |outcome, reason: String| (outcome, Ending::Adjudicated { reason });
        if let Some(agreement) = &self.terms.agreement
            && let Some(winner) = opinions.agreed(agreement)
        {
            let reason = "the players agree".to_string();
            return Some(adjudicated(Outcome::win(winner), reason));
        }
        let most = self.terms.solver_nodes?;
        let solver = self.solver.as_mut()?;
        let goal = match G::GOAL {
            Goal::Win => solve::Goal::Winner,
            Goal::Margin => solve::Goal::Score,
        };
        let mut watch = |so_far: &Solution| {
            if so_far.nodes < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let score = solver.solve(position, goal, &mut watch).ok()?.score()?;
        let side = game.side_to_move(position);
        let outcome = Outcome::margin(side, score);
        Some(adjudicated(
            outcome,
            format!("solved, {score} for the side to move"),
        ))
    }
}

/// The move of a decision, if it is legal.
fn legal<G: Playable>(
    game: &G,
    position: &G::Position,
    decision: Decision<G::Move>,
) -> Result<(G::Move, Decision<G::Move>), Failure> {
    match decision.chosen {
        Some(chosen) if game.is_legal(position, chosen) => Ok((chosen, decision)),
        Some(chosen) => Err(Failure::new(Reason::IllegalMove, format!("{chosen:?}"))),
        None => Err(Failure::new(Reason::IllegalMove, "no move at all")),
    }
}

fn forfeit(side: Side, failure: &Failure) -> Ending {
    Ending::Forfeit {
        side: side.index() as u8,
        reason: failure.word().to_string(),
        detail: failure.to_string(),
    }
}

fn timed_out(time: Duration, allowed: Duration) -> Failure {
    let detail = format!("{time:.1?} for a move that may take {allowed:.1?}");
    Failure::new(Reason::TimeOut, detail)
}

fn with_opinion<M>(text: String, decision: &Decision<M>, time: Duration) -> Played {
    let report = decision.report.as_ref();
    let line = report.and_then(|report| report.lines.first());
    Played {
        text,
        depth: report.map(|report| report.depth),
        score: report
            .zip(line)
            .map(|(report, line)| line.score.in_units(report.unit).to_string()),
        nodes: report.map(|report| report.nodes),
        time: Some(time),
    }
}

/// For how many moves in a row each player has thought that a side wins.
#[derive(Debug, Default)]
struct Opinions {
    /// By the side that thinks: what it thinks of the first side's chances, in units, move by
    /// move.
    of_first: [Vec<f64>; 2],
}

impl Opinions {
    fn add<G: Playable>(&mut self, game: &G, position: &G::Position, decision: &Decision<G::Move>) {
        let side = game.side_to_move(position);
        let own = decision.report.as_ref().and_then(|report| {
            let score = report.lines.first()?.score;
            Some(if score.is_decided() {
                f64::INFINITY * f64::from((score > Score::EVEN) as i8 * 2 - 1)
            } else {
                f64::from(score.as_i32()) / f64::from(report.unit.max(1))
            })
        });
        // Whoever does not say what it thinks agrees to nothing.
        let own = own.unwrap_or(0.0);
        self.of_first[side.index()].push(own * f64::from(side.sign()));
    }

    fn agreed(&self, agreement: &Agreement) -> Option<Side> {
        let moves = agreement.moves.max(1) as usize;
        let all = |sign: f64| {
            self.of_first.iter().all(|thoughts| {
                let last = thoughts.len().checked_sub(moves);
                last.is_some_and(|last| {
                    let mut thoughts = thoughts[last..].iter();
                    thoughts.all(|thought| thought * sign >= agreement.value)
                })
            })
        };
        if all(1.0) {
            Some(Side::First)
        } else {
            all(-1.0).then_some(Side::Second)
        }
    }
}
