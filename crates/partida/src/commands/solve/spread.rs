//! Solving on a cluster: every legal move is a job, and what the position is worth follows from what comes back.

use super::{Answer, Arguments, MoveView, Progress};
use crate::commands::cluster::{ClusterText, coordinator};
use crate::console::Console;
use ::cluster::{SolveDocument, SolveJob, SolveResult, Timing};
use anyhow::{Context, Result, bail};
use game::Playable;
use search::process_time;
use solve::{Goal, Resources, Solution, solver_for};
use std::time::Instant;

/// The games of which a position's text says all that matters, and whose solvers are worth many machines.
const GAMES: [&str; 2] = ["connect", "bricks"];
/// What a solver takes here, where it only says what scores mean.
const LITTLE: usize = 1 << 16;

/// Has a position solved by the workers of a cluster.
pub(super) fn answer<G: Playable>(
    arguments: &Arguments,
    cluster: &ClusterText,
    game: &G,
    position: &G::Position,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let (began, cpu_at_start) = (Instant::now(), process_time());
    let family = game.name();
    let family = family.split(':').next().unwrap_or_default();
    if !GAMES.contains(&family) {
        bail!("on a cluster positions of connect and bricks can be solved");
    }
    let document = SolveDocument {
        game: game.name(),
        position: game.write_position(position),
        weak: arguments.weak,
        memory: arguments.solver.memory,
    };
    let mut moves = Vec::new();
    game.expand(position, &mut moves);
    let texts: Vec<String> = moves
        .iter()
        .map(|&chosen| game.write_move(position, chosen))
        .collect();
    let jobs: Vec<SolveJob> = texts
        .iter()
        .map(|chosen| SolveJob {
            chosen: chosen.clone(),
        })
        .collect();
    let address = cluster.or_variable()?;
    let coordinator = coordinator(&address, "solve", family, &document, Timing::Refused)?;
    let deadline = arguments.time.map(|time| began + time);
    let mut progress = Progress::new(console, deadline);
    progress.begins("solve on a cluster");
    let solver = solver_for(game, Resources::bytes(LITTLE))?;
    let results = coordinator.solve(&document, &jobs, &mut |found| {
        progress.counts("moves", found, jobs.len());
        progress.waits()
    });
    progress.ends();
    let is_complete = matches!(&results, Ok(results) if results.iter().all(Option::is_some));
    let told = match is_complete {
        true => coordinator.finish(),
        false => coordinator.pause(),
    };
    told.context("on the cluster")?;
    let results = results?;
    let found: Vec<Solution> = results.iter().flatten().map(of_move).collect();
    if found.len() < moves.len() {
        bail!(
            "stopped with {} of {} moves solved; the same command goes on with them",
            found.len(),
            moves.len()
        );
    }
    let goal = match arguments.weak {
        true => Goal::Winner,
        false => Goal::Score,
    };
    // The side to move takes the best there is.
    let solution = Solution {
        least: found.iter().map(|one| one.least).max().unwrap_or(0),
        most: found.iter().map(|one| one.most).max().unwrap_or(0),
        nodes: found.iter().map(|one| one.nodes).sum(),
    };
    let score = solution.score();
    let best = found
        .iter()
        .position(|one| score.is_some() && one.score() == score);
    let side = game.side_to_move(position);
    let winner = score.filter(|&score| score != 0);
    let winner = winner.map(|score| if score > 0 { side } else { side.other() });
    let plies = score.and_then(|score| solver.plies_to_end(position, score, goal));
    let line = best.map(|best| texts[best].clone()).into_iter().collect();
    let views = texts.into_iter().zip(&found).filter(|_| arguments.all);
    Ok(Answer {
        sentence: super::sentence(game, arguments.weak, (score, winner, plies), false),
        game: document.game,
        position: document.position,
        goal: if arguments.weak { "weak" } else { "strong" },
        score,
        least: solution.least,
        most: solution.most,
        winner: winner.map(|winner| game.side_name(winner)),
        plies,
        line,
        moves: views
            .map(|(text, one)| MoveView {
                text,
                score: one.score(),
                least: one.least,
                most: one.most,
            })
            .collect(),
        nodes: solution.nodes,
        time_ms: began.elapsed().as_secs_f64() * 1000.0,
        cpu_ms: process_time().saturating_sub(cpu_at_start).as_secs_f64() * 1000.0,
        memory_bytes: arguments.solver.memory,
        threads: arguments.solver.threads,
        verified: None,
        state: None,
    })
}

/// What is proven of a move, from what is proven of the position behind it.
fn of_move(result: &SolveResult) -> Solution {
    let SolveResult { least, most, nodes } = *result;
    Solution { least, most, nodes }.turned()
}
