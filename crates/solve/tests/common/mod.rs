//! What the tests of all solvers need.
// Not every test uses all of it.
#![allow(dead_code, reason = "each test is a program of its own")]

use game::Game;
use solve::{Goal, Solution, Solver};
use std::ops::ControlFlow;

/// A watch that never stops a search.
pub(crate) fn go_on(_: &Solution) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Solves a position with a watch that stops the search when it is asked for the third time. What
/// is known by then, and at each time before, must hold.
pub(crate) fn solve_until_stopped<G: Game>(
    solver: &mut dyn Solver<G>,
    position: &G::Position,
    possible: &[i32],
) -> Solution {
    const LOOKS: u32 = 3;
    let holds = |solution: &Solution| {
        let known = solution.least..=solution.most;
        assert!(
            possible.iter().all(|score| known.contains(score)),
            "{solution:?}"
        );
    };
    let mut looks = 0;
    let mut watch = |solution: &Solution| {
        looks += 1;
        holds(solution);
        if looks < LOOKS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let stopped = solver.solve(position, Goal::Score, &mut watch);
    let stopped = stopped.expect("not finished");
    assert_eq!(looks, LOOKS);
    assert_eq!(stopped.score(), None);
    holds(&stopped);
    stopped
}
