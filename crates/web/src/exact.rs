//! What every move is worth, exactly, where a solver finds out in time.

use crate::board::{Line, MoveView};
use crate::problem::Problem;
use game::{Game, Playable};
use games::GameVisitor;
use serde::Serialize;
use solve::{AnySolver, Goal, Resources, Solution, solver_for};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use utoipa::ToSchema;

/// What a solver may use to remember.
const MEMORY: usize = 64 << 20;

/// A question about all moves of a position.
#[derive(Debug, Clone)]
pub(crate) struct Exact {
    pub(crate) line: Line,
    pub(crate) time: Duration,
}

/// What is proven about a move, for the side that makes it; names of fields are names in JSON.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ExactView {
    #[serde(rename = "move")]
    chosen: MoveView,
    /// The least and the most that it can be worth: above 0 a win. Equal if it is known exactly.
    least: i32,
    most: i32,
    /// How many plies the game still lasts, this one counted, if both play as well as can be and that is known.
    plies: Option<u32>,
}

impl Exact {
    /// Makes sure that it can be done.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        self.line.open()?.visit(Check { line: &self.line })
    }

    /// Tells of each move as soon as it is solved, and of those that are not when the time is up.
    pub(crate) fn run(&self, stop: &Arc<AtomicBool>, tell: &mut dyn FnMut(ExactView)) {
        if let Ok(game) = self.line.open() {
            game.visit(Solve {
                exact: self,
                stop,
                tell,
            });
        }
    }
}

struct Check<'work> {
    line: &'work Line,
}

impl GameVisitor for Check<'_> {
    type Output = Result<(), Problem>;

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let played = self.line.play(game)?;
        if game.outcome(&played.position).is_some() {
            return Err(Problem::conflict("the game is over"));
        }
        // A small one is enough to see whether there is one.
        solver_for(game, Resources::bytes(1 << 16))
            .map(drop)
            .map_err(|unsolvable| Problem::wrong(unsolvable.to_string()))
    }
}

struct Solve<'work> {
    exact: &'work Exact,
    stop: &'work AtomicBool,
    tell: &'work mut dyn FnMut(ExactView),
}

impl GameVisitor for Solve<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let Ok(played) = self.exact.line.play(game) else {
            return;
        };
        let Ok(mut solver) = solver_for(game, Resources::bytes(MEMORY)) else {
            return;
        };
        let mut moves = Vec::new();
        game.moves(&played.position, &mut moves);
        let began = Instant::now();
        let position = &played.position;
        // What is easy first; then each of the others gets its part of the time that is left.
        let mut open: Vec<(G::Move, Option<Solution>)> =
            moves.into_iter().map(|chosen| (chosen, None)).collect();
        for part in [8, 1] {
            let count = open.len() as u32;
            let mut left = Vec::new();
            for (index, (chosen, before)) in open.into_iter().enumerate() {
                let rest = self.exact.time.saturating_sub(began.elapsed());
                let until = Instant::now() + rest / (part * (count - index as u32)).max(1);
                let is_stopped = || self.stop.load(Ordering::Relaxed) || Instant::now() >= until;
                let solution = solve(&mut solver, position, chosen, &is_stopped).or(before);
                match solution.filter(|solution| solution.score().is_some()) {
                    Some(solution) => (self.tell)(view(&solver, position, chosen, solution)),
                    None => left.push((chosen, solution)),
                }
            }
            open = left;
        }
        for (chosen, solution) in open {
            if let Some(solution) = solution {
                (self.tell)(view(&solver, position, chosen, solution));
            }
        }
    }
}

/// What is proven of a move, for the side that makes it.
fn solve<G: Game>(
    solver: &mut AnySolver<G>,
    position: &G::Position,
    chosen: G::Move,
    is_stopped: &dyn Fn() -> bool,
) -> Option<Solution> {
    let after = solver.game().after(position, chosen);
    if let Some(score) = solver.final_score(&after, Goal::Score) {
        return Some(Solution::known(score).turned());
    }
    let mut watch = |_: &Solution| match is_stopped() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let solution = solver.solve(&after, Goal::Score, &mut watch).ok()?;
    Some(solution.turned())
}

fn view<G: Playable>(
    solver: &AnySolver<G>,
    position: &G::Position,
    chosen: G::Move,
    solution: Solution,
) -> ExactView {
    let game = solver.game();
    let after = game.after(position, chosen);
    let plies = match game.outcome(&after) {
        Some(_) => Some(0),
        None => solution
            .score()
            .and_then(|score| solver.plies_to_end(&after, -score, Goal::Score)),
    };
    ExactView {
        chosen: MoveView::new(game, position, chosen),
        least: solution.least,
        most: solution.most,
        plies: plies.map(|plies| plies + 1),
    }
}
