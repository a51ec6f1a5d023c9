//! How a solved game goes on: moves that keep what a position is worth.

use crate::{Goal, Solution, Solver, Unsolvable, Watch};
use game::Game;
use std::ops::ControlFlow;

/// Whoever looks through what is known looks up after so many moves.
const BETWEEN_LOOKS: usize = 64;
/// Each round of looking for the right move may take so many times as long as the one before.
const PATIENCE_GROWS: u64 = 8;

/// A move that keeps the score of a position, which must be right; nothing if the search is stopped
/// before one is found.
///
/// # Errors
/// If the game is over.
pub fn keeping_move<G: Game, S: Solver<G> + ?Sized>(
    solver: &mut S,
    position: &G::Position,
    score: i32,
    goal: Goal,
    watch: Watch<'_>,
) -> Result<Option<G::Move>, Unsolvable> {
    let mut moves = Vec::new();
    if solver.game().expand(position, &mut moves).is_some() {
        return Err(Unsolvable::Finished);
    }
    // What is known already costs a look at each.
    for (number, &chosen) in moves.iter().enumerate() {
        let so_far = Solution {
            least: score,
            most: score,
            nodes: number as u64,
        };
        if number % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 && watch(&so_far).is_break() {
            return Ok(None);
        }
        let after = solver.game().after(position, chosen);
        let known = match solver.final_score(&after, goal) {
            Some(end) => Some(end),
            None => solver.known(&after, goal).map(|known| known.most),
        };
        if known.is_some_and(|most| -most >= score) {
            return Ok(Some(chosen));
        }
    }
    // To find out how bad a bad move is can take longer than the whole game took so far, while the
    // right one is remembered. So all moves are given a little time, then those that are left more.
    let mut patience = 1;
    loop {
        let mut undecided = Vec::new();
        for &chosen in &moves {
            let after = solver.game().after(position, chosen);
            if let Some(end) = solver.final_score(&after, goal) {
                if -end >= score {
                    return Ok(Some(chosen));
                }
                continue;
            }
            let (mut looks, mut is_stopped) = (0, false);
            let mut impatient = |solution: &_| {
                looks += 1;
                is_stopped = watch(solution).is_break();
                if is_stopped || looks > patience {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let answer = solver.is_at_least(&after, 1 - score, goal, &mut impatient)?;
            if is_stopped {
                return Ok(None);
            }
            match answer {
                Some(false) => return Ok(Some(chosen)),
                Some(true) => {}
                None => undecided.push(chosen),
            }
        }
        if undecided.is_empty() {
            return Ok(None);
        }
        moves = undecided;
        patience *= PATIENCE_GROWS;
    }
}

/// A game from a position to its end, or as far as it was followed, in which both sides play moves
/// that keep its score, which must be right.
///
/// # Errors
/// If the game is over.
pub fn best_line<G: Game, S: Solver<G> + ?Sized>(
    solver: &mut S,
    position: &G::Position,
    score: i32,
    goal: Goal,
    watch: Watch<'_>,
) -> Result<Vec<G::Move>, Unsolvable> {
    let mut line = Vec::new();
    let (mut position, mut score) = (position.clone(), score);
    while let Some(chosen) = keeping_move(solver, &position, score, goal, watch)? {
        line.push(chosen);
        position = solver.game().after(&position, chosen);
        score = -score;
        if solver.game().outcome(&position).is_some() {
            break;
        }
    }
    Ok(line)
}
