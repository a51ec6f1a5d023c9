//! Checking what a solver says, without it: games are played from the solved position, and wherever
//! they come near enough to their end a search that knows nothing but the rules has to agree.

use crate::line::keeping_move;
use crate::{Goal, Solver, Unsolvable, Watch};
use game::Game;
use game::random::Generator;
use std::ops::ControlFlow;

/// How much is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Games that leave the best line somewhere.
    pub games: usize,
    /// Positions that the independent search may look at for one answer.
    pub nodes: u64,
}

/// What was checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Verified {
    /// Games played.
    pub games: usize,
    /// Moves of which the solver had to say that they are not better than they can be.
    pub moves: usize,
    /// Positions whose score the independent search found as well.
    pub scores: usize,
    /// Positions it gave up on.
    pub given_up: usize,
}

/// What does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction<M> {
    /// The moves from the solved position to where it shows.
    pub moves: Vec<M>,
    /// The score that the solver claims there, for the side to move.
    pub claimed: i32,
    /// What was found instead: a better or worse score.
    pub found: i32,
}

/// How a check ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<M> {
    /// Nothing speaks against the score.
    Holds(Verified),
    /// Something does.
    Fails(Contradiction<M>),
    /// The check was stopped; so far nothing spoke against it.
    Stopped(Verified),
}

/// Checks the score of a position.
///
/// First the best line is played to its end, which must be worth the score. Then games leave it:
/// now and then a side plays any legal move, which the solver must not value more than the score,
/// and the other goes on as the solver says. In every game, as soon as an independent search
/// can solve a position, it must find the score that the solver claims there.
///
/// # Errors
/// If the game is over.
pub fn verify<G: Game, S: Solver<G> + ?Sized>(
    solver: &mut S,
    position: &G::Position,
    score: i32,
    goal: Goal,
    effort: Effort,
    generator: &mut Generator,
    watch: Watch<'_>,
) -> Result<Verdict<G::Move>, Unsolvable> {
    let mut check = Check {
        solver,
        goal,
        effort,
        verified: Verified::default(),
    };
    for number in 0..=effort.games {
        match check.play(position, score, (number > 0).then_some(generator), watch)? {
            ControlFlow::Continue(()) => check.verified.games += 1,
            ControlFlow::Break(Some(contradiction)) => return Ok(Verdict::Fails(contradiction)),
            ControlFlow::Break(None) => return Ok(Verdict::Stopped(check.verified)),
        }
    }
    Ok(Verdict::Holds(check.verified))
}

struct Check<'check, S: ?Sized> {
    solver: &'check mut S,
    goal: Goal,
    effort: Effort,
    verified: Verified,
}

/// A game goes on; or it ends with a contradiction; or the check was stopped.
type Step<M, T> = ControlFlow<Option<Contradiction<M>>, T>;

impl<S: ?Sized> Check<'_, S> {
    /// Plays one game: the best line, or with a generator one that leaves it.
    fn play<G: Game>(
        &mut self,
        position: &G::Position,
        score: i32,
        mut generator: Option<&mut Generator>,
        watch: Watch<'_>,
    ) -> Result<Step<G::Move, ()>, Unsolvable>
    where
        S: Solver<G>,
    {
        let (mut position, mut score) = (position.clone(), score);
        let mut moves = Vec::new();
        // Not every position of a game is tried, or those too hard would take all the time.
        let mut next_try = 0;
        loop {
            let contradiction = |found: i32| {
                Ok(ControlFlow::Break(Some(Contradiction {
                    moves: moves.clone(),
                    claimed: score,
                    found,
                })))
            };
            if let Some(end) = self.solver.final_score(&position, self.goal) {
                self.verified.scores += 1;
                return if end == score {
                    Ok(ControlFlow::Continue(()))
                } else {
                    contradiction(end)
                };
            }
            if moves.len() >= next_try {
                let mut search = Independent {
                    solver: &*self.solver,
                    goal: self.goal,
                    nodes: self.effort.nodes,
                };
                match search.score(&position, -i32::MAX, i32::MAX) {
                    Some(found) if found == score => {
                        self.verified.scores += 1;
                        // The best line is played to its end all the same.
                        if generator.is_some() {
                            return Ok(ControlFlow::Continue(()));
                        }
                        next_try = usize::MAX;
                    }
                    Some(found) => return contradiction(found),
                    None => {
                        self.verified.given_up += 1;
                        next_try = moves.len() + 2;
                    }
                }
            }
            // Every third move is any move.
            let strays = match &mut generator {
                Some(generator) => generator.below(3) == 0,
                None => false,
            };
            let chosen = if let (true, Some(generator)) = (strays, &mut generator) {
                let mut legal = Vec::new();
                self.solver.game().moves(&position, &mut legal);
                generator.choose(&legal)
            } else {
                let best = keeping_move(self.solver, &position, score, self.goal, watch)?;
                // A solver that knows no move worth the score contradicts itself, if nobody
                // stopped it.
                if best.is_none() && watch(&crate::Solution::known(score)).is_continue() {
                    return contradiction(score - 1);
                }
                best
            };
            let Some(chosen) = chosen else {
                return Ok(ControlFlow::Break(None));
            };
            let after = self.solver.game().after(&position, chosen);
            let score_after = match self.solver.final_score(&after, self.goal) {
                Some(end) => end,
                None if strays => match self.solver.solve(&after, self.goal, watch)?.score() {
                    Some(score) => score,
                    None => return Ok(ControlFlow::Break(None)),
                },
                None => -score,
            };
            self.verified.moves += 1;
            moves.push(chosen);
            if -score_after > score {
                return Ok(ControlFlow::Break(Some(Contradiction {
                    moves,
                    claimed: -score,
                    found: score_after,
                })));
            }
            position = after;
            score = score_after;
        }
    }
}

/// Alpha-beta without a table and without knowledge: of the solver it takes nothing but the worth
/// of finished games.
struct Independent<'solver, S: ?Sized> {
    solver: &'solver S,
    goal: Goal,
    nodes: u64,
}

impl<S: ?Sized> Independent<'_, S> {
    /// The score, if it takes no more nodes than are left.
    fn score<G: Game>(&mut self, position: &G::Position, mut least: i32, most: i32) -> Option<i32>
    where
        S: Solver<G>,
    {
        if let Some(end) = self.solver.final_score(position, self.goal) {
            return Some(end);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let game = self.solver.game();
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        // Moves that end the game first: they are cheap, and often good.
        let is_open = |chosen: &G::Move| game.outcome(&game.after(position, *chosen)).is_none();
        moves.sort_by_key(is_open);
        let mut best = -i32::MAX;
        for chosen in moves {
            best = best.max(-self.score(&game.after(position, chosen), -most, -least)?);
            least = least.max(best);
            if least >= most {
                break;
            }
        }
        Some(best)
    }
}

impl<M> Verdict<M> {
    /// Whether something speaks against the score.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        matches!(self, Verdict::Fails(_))
    }
}
