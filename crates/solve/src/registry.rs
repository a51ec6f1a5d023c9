//! Which solver is for which game: the one place where a solver is registered.

use crate::amazons::AmazonsSolver;
use crate::bricks::BricksSolver;
use crate::connect::ConnectSolver;
use crate::tafl::TaflSolver;
use crate::{Resources, Solver, Unsolvable};
use game::Game;
use game::bits::Bits;
use games::amazons::Amazons;
use games::bricks::Bricks;
use games::connect::Connect;
use games::tafl::Tafl;
use std::any::Any;

/// A solver of a game, whatever its type.
pub type AnySolver<G> = Box<dyn Solver<G> + Send>;

/// A game with a solver.
trait Solvable: Game {
    fn solver(&self, resources: Resources) -> Result<AnySolver<Self>, Unsolvable>;
}

impl<B: Bits> Solvable for Connect<B> {
    fn solver(&self, resources: Resources) -> Result<AnySolver<Self>, Unsolvable> {
        Ok(Box::new(ConnectSolver::new(self, resources)?))
    }
}

impl<B: Bits> Solvable for Bricks<B> {
    fn solver(&self, resources: Resources) -> Result<AnySolver<Self>, Unsolvable> {
        Ok(Box::new(BricksSolver::new(self, resources)?))
    }
}

impl<B: Bits> Solvable for Amazons<B> {
    fn solver(&self, resources: Resources) -> Result<AnySolver<Self>, Unsolvable> {
        Ok(Box::new(AmazonsSolver::new(self, resources)))
    }
}

impl<B: Bits> Solvable for Tafl<B> {
    fn solver(&self, resources: Resources) -> Result<AnySolver<Self>, Unsolvable> {
        Ok(Box::new(TaflSolver::new(self, resources)))
    }
}

/// Makes the solver of a game if it is of one type: an `Option<Result<AnySolver<…>, Unsolvable>>`
/// for that type, none of which can be written here.
type Maker = fn(&dyn Any, Resources) -> Option<Box<dyn Any>>;

macro_rules! makers {
    ($($game:ty),* $(,)?) => { &[$(make::<$game>),*] };
}

/// One maker for each game and width of board. They are functions of their own, so that the solvers
/// are compiled once, here, and not wherever somebody asks for one.
/// (The tests in this crate's modules need none, nor to wait for them to be compiled a second time.)
const MAKERS: &[Maker] = if cfg!(test) {
    &[]
} else {
    games::every_type!(makers)
};

type Made<G> = Option<Result<AnySolver<G>, Unsolvable>>;

fn make<S: Solvable>(game: &dyn Any, resources: Resources) -> Option<Box<dyn Any>> {
    let game = game.downcast_ref::<S>()?;
    let made: Made<S> = Some(game.solver(resources));
    Some(Box::new(made))
}

/// Not generic, for the same reason.
#[inline(never)]
fn make_any(game: &dyn Any, resources: Resources) -> Option<Box<dyn Any>> {
    MAKERS.iter().find_map(|make| make(game, resources))
}

/// The solver made for a game.
///
/// Whoever works with games of any type has no way to ask for one that can be solved: so it is
/// found out here, by the type.
///
/// # Errors
/// If there is none, or the board is too large for it, or there is not so much memory.
pub fn solver_for<G: Game>(game: &G, resources: Resources) -> Result<AnySolver<G>, Unsolvable> {
    // Where a program cannot have the memory for a table it ends at once: so it is asked for here,
    // and given back, before.
    let asked: Result<(), _> = Vec::<u8>::new().try_reserve_exact(resources.bytes);
    asked.map_err(|_| Unsolvable::NoMemory(resources.bytes >> 20))?;
    let mut made = make_any(game, resources).ok_or(Unsolvable::Unknown)?;
    let made = made.downcast_mut::<Made<G>>().and_then(Option::take);
    made.unwrap_or(Err(Unsolvable::Unknown))
}
