//! The player that solves positions, and asks the engine where it cannot.
//!
//! A position that a book knows, or that the solver gets done with in its share of the time, is played
//! perfectly: what it is worth is kept. Where that leaves a choice, it depends. A win is taken as
//! soon as time lets it be found. Of several moves that draw, or lose, one is played to which a player who
//! sees less would give the wrong answer; if there is none, the engine picks, since it knows better
//! than a solver what is hard for the other side.

use crate::mind::StrongSearch;
use crate::player::{Decision, Request};
use game::{Outcome, Playable, Score};
use search::{Ended, Limits, Line, Report, thread_time};
use solve::{AnySolver, Goal, Solution, Unsolvable, best_line, keeping_move};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What the solver may take of a move's time, in parts of so many; the engine has the rest.
const PARTS: u32 = 8;
/// … where it cannot be said how long it will take,
const USUAL_PARTS: u32 = 4;
/// … and where it can: the most that it usually takes, in how many times as long as there is time, and the
/// parts. (Most positions take less than usual, which is the mean.) Beyond the last, nothing: whoever
/// fails to solve a position had better have thought about it.
const PARTS_BY_EFFORT: [(f64, u32); 3] = [(0.25, 7), (2.0, 4), (8.0, 2)];
/// The engine has so many parts of what is left when it may choose among equal moves, and the solver
/// the rest, to see whether the chosen one is among them.
const PARTS_TO_PICK: u32 = 6;

/// Whoever has a choice looks for traps in so many parts of the time, …
const PARTS_FOR_TRAPS: u32 = 4;
/// … where there are no more moves than that, and solving is so easy (as in [`PARTS_BY_EFFORT`]).
const MOST_TRAPS: usize = 20;
const EASY_EFFORT: f64 = 0.25;
/// How many nodes the other side is thought to look at.
const SIGHTS: [u64; 6] = [1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18];

/// A solver with an engine to fall back on.
#[derive(Debug)]
pub(crate) struct Perfect<G: Playable> {
    /// Nothing where the board is too large.
    solver: Option<AnySolver<G>>,
    engine: Box<StrongSearch<G>>,
    /// Plays the other side where traps are looked for.
    victim: Box<StrongSearch<G>>,
}

/// What a move may take, and what it has taken so far.
struct Deadline {
    limits: Limits,
    began: Instant,
    cpu_before: Duration,
    /// Nodes of the questions before the one that is asked now, …
    nodes_before: u64,
    /// … and of that one.
    nodes: u64,
}

impl Deadline {
    fn new(limits: Limits) -> Deadline {
        Deadline {
            limits,
            began: Instant::now(),
            cpu_before: thread_time(),
            nodes_before: 0,
            nodes: 0,
        }
    }

    fn look(&mut self, so_far: &Solution) -> ControlFlow<()> {
        // Another question begins.
        if so_far.nodes <= self.nodes {
            self.nodes_before += self.nodes;
        }
        self.nodes = so_far.nodes;
        if self.is_up() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn is_up(&self) -> bool {
        let Limits {
            nodes,
            time,
            cpu,
            stop,
            ..
        } = &self.limits;
        stop.as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
            || nodes.is_some_and(|most| self.nodes_before + self.nodes >= most)
            || time.is_some_and(|time| self.began.elapsed() >= time)
            || cpu.is_some_and(|cpu| self.cpu() >= cpu)
    }

    /// A search of so many nodes was made besides.
    fn searched<M>(&mut self, report: Option<&Report<M>>) {
        self.nodes_before += report.map_or(0, |report| report.nodes);
    }

    /// A question is answered; short ones are over before anybody looks.
    fn answered(&mut self, solution: &Solution) {
        self.nodes_before += solution.nodes;
        self.nodes = 0;
    }

    fn cpu(&self) -> Duration {
        thread_time().saturating_sub(self.cpu_before)
    }

    /// So many parts of the limits, from the beginning.
    fn share(&self, parts: u32) -> Limits {
        let of_time = |time: Duration| time * parts / PARTS;
        let limits = self.limits.clone();
        Limits {
            nodes: limits
                .nodes
                .map(|nodes| nodes / u64::from(PARTS) * u64::from(parts)),
            time: limits.time.map(of_time),
            cpu: limits.cpu.map(of_time),
            ..limits
        }
    }

    /// What is left.
    fn left(&self) -> Limits {
        let used = self.nodes_before + self.nodes;
        Limits {
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(used)),
            time: self
                .limits
                .time
                .map(|time| time.saturating_sub(self.began.elapsed())),
            cpu: self.limits.cpu.map(|cpu| cpu.saturating_sub(self.cpu())),
            stop: self.limits.stop.clone(),
            ..Limits::default()
        }
    }

    /// So many parts of some limits, less what is used up already.
    fn part(&self, limits: &Limits, parts: u32) -> Limits {
        let of_time = |time: Duration, used: Duration| (time * parts / PARTS).saturating_sub(used);
        let of_nodes = |nodes: u64| nodes / u64::from(PARTS) * u64::from(parts);
        let elapsed = self.began.elapsed();
        Limits {
            depth: limits.depth,
            nodes: limits.nodes.map(|nodes| {
                // A solver can only be stopped now and then; whoever is next has something left.
                let used = self.nodes_before + self.nodes;
                let rest = of_nodes(nodes).saturating_sub(used);
                rest.max(of_nodes(nodes) / u64::from(PARTS))
            }),
            time: limits.time.map(|time| of_time(time, elapsed)),
            aim: limits.aim.map(|aim| of_time(aim, elapsed)),
            cpu: limits.cpu.map(|cpu| of_time(cpu, self.cpu())),
            stop: limits.stop.clone(),
        }
    }
}

/// What the solver comes to.
enum Found<M> {
    /// This is the move.
    Move(Decision<M>),
    /// The position is drawn, and this is a move that keeps the draw; there may be others.
    Draw(Decision<M>),
    /// The position is lost, whatever is played.
    Loss,
    /// It did not get done.
    Nothing,
}

impl<G: Playable> Perfect<G> {
    pub(crate) fn new(
        solver: Option<AnySolver<G>>,
        engine: StrongSearch<G>,
        victim: StrongSearch<G>,
    ) -> Perfect<G> {
        Perfect {
            solver,
            engine: Box::new(engine),
            victim: Box::new(victim),
        }
    }

    pub(crate) fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        request: &mut Request<'_, G>,
    ) -> Decision<G::Move> {
        let limits = self.engine.limits(game, position, request);
        let mut deadline = Deadline::new(Limits::default());
        let Some(solver) = &mut self.solver else {
            return self.engine.choose_within(game, position, request, &limits);
        };
        let effort = Effort::of(solver, position, &limits);
        let whole = Limits {
            // With a clock, the solver aims at what the engine aims at.
            time: limits.aim.or(limits.time),
            ..limits.clone()
        };
        deadline.limits = deadline.part(&whole, effort.parts());
        let mut solving = Solving {
            solver,
            game,
            position,
            deadline: &mut deadline,
        };
        let found = solving.decide(request.lines, effort);
        let keeping = match found.unwrap_or(Found::Nothing) {
            Found::Move(decision) => return decision,
            Found::Draw(decision) => Some(decision),
            Found::Loss => None,
            Found::Nothing => {
                let rest = deadline.part(&limits, PARTS);
                return self.engine.choose_within(game, position, request, &rest);
            }
        };
        let worth = if keeping.is_some() { 0 } else { -1 };
        if effort.is_easy() {
            solving.deadline.limits = whole;
            let trap = solving.trap(&mut self.victim, worth);
            if let Ok(Some(chosen)) = trap
                && let Some(decision) = solving.decided(chosen, worth)
            {
                return decision;
            }
        }
        let rest = deadline.part(&limits, PARTS_TO_PICK);
        let picked = self.engine.choose_within(game, position, request, &rest);
        deadline.searched(picked.report.as_ref());
        deadline.limits = limits;
        let mut solving = Solving {
            solver,
            game,
            position,
            deadline: &mut deadline,
        };
        let proven = picked.chosen.filter(|&chosen| {
            // All moves are as bad as a lost position.
            keeping.is_none() || solving.keeps(chosen, worth) == Ok(Some(true))
        });
        let proven = proven.and_then(|chosen| solving.decided(chosen, worth));
        proven.or(keeping).unwrap_or(picked)
    }
}

/// How long the solver will take, measured by how long there is: nothing where that cannot be said.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Effort(Option<f64>);

impl Effort {
    fn of<G: Playable>(solver: &AnySolver<G>, position: &G::Position, limits: &Limits) -> Effort {
        let Some(usual) = solver.usual_effort(position) else {
            return Effort(None);
        };
        let in_time = |time: Duration| time.as_secs_f64() * usual.nodes_per_second;
        let allowed = [
            limits.nodes.map(|nodes| nodes as f64),
            limits.aim.or(limits.time).map(in_time),
            limits.cpu.map(in_time),
        ];
        let allowed = allowed.into_iter().flatten().fold(f64::INFINITY, f64::min);
        Effort(Some(usual.nodes / allowed))
    }

    /// What the solver may take.
    fn parts(self) -> u32 {
        let Effort(Some(effort)) = self else {
            return USUAL_PARTS;
        };
        let fitting = PARTS_BY_EFFORT.iter().find(|(most, _)| effort <= *most);
        fitting.map_or(0, |&(_, parts)| parts)
    }

    /// Whether it is worth looking for the score of a position when it is known who wins.
    fn leaves_time(self) -> bool {
        self.0.is_some_and(|effort| effort <= 1.0)
    }

    /// Whether many such positions can be solved.
    fn is_easy(self) -> bool {
        self.0.is_some_and(|effort| effort <= EASY_EFFORT)
    }
}

/// One position, and all that is needed to solve it.
struct Solving<'player, G: Playable> {
    solver: &'player mut AnySolver<G>,
    game: &'player G,
    position: &'player G::Position,
    deadline: &'player mut Deadline,
}

impl<G: Playable> Solving<'_, G> {
    /// What to play, if that can be found out.
    fn decide(&mut self, most_lines: usize, effort: Effort) -> Result<Found<G::Move>, Unsolvable> {
        // Where a solver has only one kind of question, there is one to ask.
        if effort.0.is_none() || G::GOAL == game::Goal::Margin {
            return Ok(match self.by_score(most_lines, None)? {
                Found::Draw(decision) => Found::Move(decision),
                found => found,
            });
        }
        // First of all, who wins: a book may know, and nothing is lost, since the score has to be
        // found out from there.
        let Some(winner) = self.solve(Goal::Winner)?.score() else {
            return Ok(Found::Nothing);
        };
        let keeping = if winner >= 0 {
            let Some(chosen) = self.keeping(winner, Goal::Winner)? else {
                return Ok(Found::Nothing);
            };
            Some((chosen, winner))
        } else {
            None
        };
        if most_lines == 1 && winner < 0 {
            return Ok(Found::Loss);
        }
        if !self.tells_when()
            && most_lines == 1
            && let Some(keeping) = keeping
        {
            return Ok(self.found(vec![keeping], Goal::Winner));
        }
        // Where there is no hope for the score, nobody has to wait for what is known.
        let found = if effort.leaves_time() || most_lines > 1 {
            self.by_score(most_lines, keeping)?
        } else {
            Found::Nothing
        };
        Ok(match (found, keeping) {
            (Found::Nothing, Some((chosen, winner))) => {
                self.found(vec![(chosen, winner)], Goal::Winner)
            }
            (found, _) => found,
        })
    }

    /// Whether the solver's scores say when the game ends.
    fn tells_when(&self) -> bool {
        let plies = self.solver.plies_to_end(self.position, 1, Goal::Score);
        plies.is_some()
    }

    /// What to play by the score, which says also when the game ends, or by how much. A move that
    /// keeps what the position is worth may be known already, and what that is.
    fn by_score(
        &mut self,
        most_lines: usize,
        keeping: Option<(G::Move, i32)>,
    ) -> Result<Found<G::Move>, Unsolvable> {
        let goal = Goal::Score;
        let solution = self.solve(goal)?;
        // A win that is proven is played even if a better one may be there.
        let Some(score) = solution
            .score()
            .or((solution.least > 0).then_some(solution.least))
        else {
            return Ok(Found::Nothing);
        };
        let mut moves = Vec::new();
        if most_lines > 1 {
            let watch = &mut |so_far: &Solution| self.deadline.look(so_far);
            for (chosen, solution) in self.solver.solve_moves(self.position, goal, watch)? {
                moves.extend(solution.score().map(|score| (chosen, score)));
            }
            // The best first; of equals, the first in canonical order.
            moves.sort_by_key(|&(_, score)| -score);
            moves.truncate(most_lines);
        }
        if moves.first().is_none_or(|&(_, best)| best != score) {
            let chosen = match keeping {
                Some((chosen, worth)) if worth == score => chosen,
                _ => match self.keeping(score, goal)? {
                    Some(chosen) => chosen,
                    None => return Ok(Found::Nothing),
                },
            };
            moves = vec![(chosen, score)];
        }
        Ok(self.found(moves, goal))
    }

    fn solve(&mut self, goal: Goal) -> Result<Solution, Unsolvable> {
        let watch = &mut |so_far: &Solution| self.deadline.look(so_far);
        let solution = self.solver.solve(self.position, goal, watch)?;
        self.deadline.answered(&solution);
        Ok(solution)
    }

    fn keeping(&mut self, score: i32, goal: Goal) -> Result<Option<G::Move>, Unsolvable> {
        let watch = &mut |so_far: &Solution| self.deadline.look(so_far);
        keeping_move(self.solver.as_mut(), self.position, score, goal, watch)
    }

    /// Whether a move keeps what the position is worth, if that can be found out.
    fn keeps(&mut self, chosen: G::Move, winner: i32) -> Result<Option<bool>, Unsolvable> {
        let after = self.game.after(self.position, chosen);
        if let Some(end) = self.solver.final_score(&after, Goal::Winner) {
            return Ok(Some(-end >= winner));
        }
        let watch = &mut |so_far: &Solution| self.deadline.look(so_far);
        let exceeds = self
            .solver
            .is_at_least(&after, 1 - winner, Goal::Winner, watch)?;
        Ok(exceeds.map(|exceeds| !exceeds))
    }

    /// A move that keeps what the position is worth, a draw or a loss, and after which players who
    /// see little would give something away: the more of them, and the more they see, the better.
    fn trap(
        &mut self,
        victim: &mut StrongSearch<G>,
        worth: i32,
    ) -> Result<Option<G::Move>, Unsolvable> {
        let until = self.deadline.share(PARTS_FOR_TRAPS);
        let whole = std::mem::replace(&mut self.deadline.limits, until);
        let found = self.trap_within(victim, worth);
        self.deadline.limits = whole;
        found
    }

    fn trap_within(
        &mut self,
        victim: &mut StrongSearch<G>,
        worth: i32,
    ) -> Result<Option<G::Move>, Unsolvable> {
        let mut moves = Vec::new();
        self.game.moves(self.position, &mut moves);
        if moves.len() > MOST_TRAPS {
            return Ok(None);
        }
        let mut traps = Vec::new();
        for chosen in moves {
            let after = self.game.after(self.position, chosen);
            let is_over = self.game.outcome(&after).is_some();
            if !is_over && (worth < 0 || self.keeps(chosen, worth)? == Some(true)) {
                traps.push((chosen, after, 0));
            }
        }
        for (sight, points) in SIGHTS.into_iter().zip(1..) {
            let mut falls = Vec::new();
            for (_, after, _) in &traps {
                let Some(falls_for_it) = self.falls(victim, after, worth, sight)? else {
                    break;
                };
                falls.push(falls_for_it);
            }
            // Rounds that were not completed do not count.
            if falls.len() < traps.len() || traps.is_empty() {
                break;
            }
            for ((_, _, found), falls) in traps.iter_mut().zip(falls) {
                *found += if falls { points } else { 0 };
            }
        }
        let most = traps.iter().map(|(_, _, found)| *found).max();
        let best = traps
            .iter()
            .find(|(_, _, found)| *found > 0 && Some(*found) == most);
        Ok(best.map(|(chosen, _, _)| *chosen))
    }

    /// Whether somebody who looks at so many nodes answers a move, after which this is the position, in such a
    /// way that we get more than the position was worth; nothing if time is up.
    fn falls(
        &mut self,
        victim: &mut StrongSearch<G>,
        after: &G::Position,
        worth: i32,
        sight: u64,
    ) -> Result<Option<bool>, Unsolvable> {
        let left = self.deadline.left();
        let limits = Limits {
            nodes: Some(left.nodes.map_or(sight, |nodes| nodes.min(sight))),
            ..left
        };
        let answer = victim.choose_within(self.game, after, &mut Request::default(), &limits);
        self.deadline.searched(answer.report.as_ref());
        let Some(reply) = answer.chosen.filter(|_| !self.deadline.is_up()) else {
            return Ok(None);
        };
        let then = self.game.after(after, reply);
        if let Some(end) = self.solver.final_score(&then, Goal::Winner) {
            return Ok(Some(end > worth));
        }
        let watch = &mut |so_far: &Solution| self.deadline.look(so_far);
        self.solver
            .is_at_least(&then, worth + 1, Goal::Winner, watch)
    }

    /// The decision for a move that is worth so much, a draw or a loss.
    fn decided(&mut self, chosen: G::Move, worth: i32) -> Option<Decision<G::Move>> {
        match self.found(vec![(chosen, worth)], Goal::Winner) {
            Found::Move(decision) | Found::Draw(decision) => Some(decision),
            Found::Loss | Found::Nothing => None,
        }
    }

    /// The decision for moves and what they are worth, the best first.
    fn found(&mut self, moves: Vec<(G::Move, i32)>, goal: Goal) -> Found<G::Move> {
        let is_choice = moves.len() == 1 && G::GOAL == game::Goal::Win;
        let mut lines = Vec::new();
        let mut is_draw = false;
        for (chosen, score) in moves {
            is_draw = score == 0;
            let after = self.game.after(self.position, chosen);
            // Who only knows who wins does not look for the best of many lines, but says what is
            // remembered.
            let watch = &mut |so_far: &Solution| match goal {
                Goal::Score => self.deadline.look(so_far),
                Goal::Winner => ControlFlow::Break(()),
            };
            let line = best_line(self.solver.as_mut(), &after, -score, goal, watch);
            let moves: Vec<G::Move> = [chosen]
                .into_iter()
                .chain(line.unwrap_or_default())
                .collect();
            // The worst of all wins says when it will be at the latest; and who does not know says
            // what is usual.
            let plies = self.solver.plies_to_end(self.position, score, Goal::Score);
            let end = moves
                .iter()
                .fold(self.position.clone(), |position, &chosen| {
                    self.game.after(&position, chosen)
                });
            let seen = moves.len() as u32;
            let usual = match self.game.outcome(&end) {
                Some(_) => seen,
                None => seen.max(self.game.plies_left(self.position)),
            };
            let side = self.game.side_to_move(self.position);
            lines.push(Line {
                score: Score::of_outcome(
                    Outcome::margin(side, score),
                    G::GOAL,
                    side,
                    plies.unwrap_or(usual),
                ),
                moves,
            });
        }
        let Some(first) = lines.first() else {
            return Found::Nothing;
        };
        let decision = Decision {
            chosen: first.moves.first().copied(),
            is_proven: true,
            report: Some(Report {
                equal: vec![first.clone()],
                depth: first.moves.len() as u32,
                lines,
                unit: 1,
                spread: 0,
                whole: true,
                nodes: self.deadline.nodes_before + self.deadline.nodes,
                time: self.deadline.began.elapsed(),
                cpu: self.deadline.cpu(),
                ended: Ended::Decided,
            }),
        };
        if is_choice && is_draw {
            Found::Draw(decision)
        } else {
            Found::Move(decision)
        }
    }
}
