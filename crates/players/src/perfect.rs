//! The player that solves positions, and asks the engine where it cannot.

use crate::mind::StrongSearch;
use crate::player::{Decision, Request};
use game::{Outcome, Playable, Score};
use search::{Ended, Limits, Line, Report, thread_time};
use solve::{AnySolver, Goal, Solution, best_line, keeping_move};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Of the time for a move, the solver may take one part of so many; if it has not solved the
/// position by then, the engine has the rest.
const PARTS: u32 = 2;

/// A solver with an engine to fall back on.
#[derive(Debug)]
pub(crate) struct Perfect<G: Playable> {
    /// Nothing where the board is too large.
    solver: Option<AnySolver<G>>,
    engine: Box<StrongSearch<G>>,
}

/// When the solver has to stop.
struct Deadline<'limits> {
    limits: &'limits Limits,
    began: Instant,
    cpu_before: Duration,
    /// Nodes of the questions before the one that is asked now.
    nodes_before: u64,
    nodes: u64,
}

impl Deadline<'_> {
    fn look(&mut self, so_far: &Solution) -> ControlFlow<()> {
        let Limits {
            nodes,
            time,
            cpu,
            stop,
            ..
        } = self.limits;
        self.nodes = self.nodes_before + so_far.nodes;
        let is_up = stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
            || nodes.is_some_and(|most| self.nodes >= most)
            || time.is_some_and(|time| self.began.elapsed() >= time)
            || cpu.is_some_and(|cpu| thread_time().saturating_sub(self.cpu_before) >= cpu);
        if is_up {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Another question begins.
    fn next(&mut self) {
        self.nodes_before = self.nodes;
    }
}

impl<G: Playable> Perfect<G> {
    pub(crate) fn new(solver: Option<AnySolver<G>>, engine: StrongSearch<G>) -> Perfect<G> {
        Perfect {
            solver,
            engine: Box::new(engine),
        }
    }

    pub(crate) fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        request: &mut Request<'_, G>,
    ) -> Decision<G::Move> {
        let mut limits = self.engine.limits(game, position, request);
        let began = Instant::now();
        let for_solver = Limits {
            nodes: limits.nodes.map(|nodes| nodes / u64::from(PARTS)),
            time: limits.time.map(|time| time / PARTS),
            cpu: limits.cpu.map(|cpu| cpu / PARTS),
            stop: limits.stop.clone(),
            ..Limits::default()
        };
        if let Some(solver) = &mut self.solver
            && let Some(decision) = solved(solver, game, position, request.lines, &for_solver)
        {
            return decision;
        }
        let rest = |nodes: u64, part: Option<u64>| nodes - part.unwrap_or(0);
        limits.nodes = limits.nodes.map(|nodes| rest(nodes, for_solver.nodes));
        limits.time = limits.time.map(|time| time.saturating_sub(began.elapsed()));
        self.engine.choose_within(game, position, request, &limits)
    }
}

/// What the solver decides, if it can.
fn solved<G: Playable>(
    solver: &mut AnySolver<G>,
    game: &G,
    position: &G::Position,
    most_lines: usize,
    limits: &Limits,
) -> Option<Decision<G::Move>> {
    let mut deadline = Deadline {
        limits,
        began: Instant::now(),
        cpu_before: thread_time(),
        nodes_before: 0,
        nodes: 0,
    };
    let goal = Goal::Score;
    let solution = solver
        .solve(position, goal, &mut |so_far| deadline.look(so_far))
        .ok()?;
    deadline.nodes = solution.nodes;
    deadline.next();
    // A win that is proven is played even if a better one may be there.
    let score = solution
        .score()
        .or((solution.least > 0).then_some(solution.least))?;
    let mut moves = Vec::new();
    if most_lines > 1 {
        let watch = &mut |so_far: &Solution| deadline.look(so_far);
        for (chosen, solution) in solver.solve_moves(position, goal, watch).ok()? {
            moves.extend(solution.score().map(|score| (chosen, score)));
        }
        // The best first; of equals, the first in canonical order.
        moves.sort_by_key(|&(_, score)| -score);
        moves.truncate(most_lines);
    }
    if moves.first().is_none_or(|&(_, best)| best != score) {
        let watch = &mut |so_far: &Solution| deadline.look(so_far);
        let chosen = keeping_move(solver.as_mut(), position, score, goal, watch).ok()??;
        moves = vec![(chosen, score)];
    }
    let mut lines = Vec::new();
    for (chosen, score) in moves {
        let after = game.after(position, chosen);
        let watch = &mut |so_far: &Solution| deadline.look(so_far);
        let line = best_line(solver.as_mut(), &after, -score, goal, watch);
        let moves: Vec<G::Move> = [chosen]
            .into_iter()
            .chain(line.unwrap_or_default())
            .collect();
        let plies = solver.plies_to_end(position, score, goal);
        let side = game.side_to_move(position);
        lines.push(Line {
            score: Score::of_outcome(
                Outcome::margin(side, score),
                G::GOAL,
                side,
                plies.unwrap_or(moves.len() as u32),
            ),
            moves,
        });
    }
    let first = lines.first()?;
    Some(Decision {
        chosen: first.moves.first().copied(),
        is_proven: true,
        report: Some(Report {
            equal: vec![first.clone()],
            depth: first.moves.len() as u32,
            lines,
            unit: 1,
            whole: true,
            nodes: deadline.nodes,
            time: deadline.began.elapsed(),
            cpu: thread_time().saturating_sub(deadline.cpu_before),
            ended: Ended::Decided,
        }),
    })
}
