//! Which solver is for which game: the one place where a solver is registered.

use crate::amazons::AmazonsSolver;
use crate::bricks::BricksSolver;
use crate::connect::ConnectSolver;
use crate::tafl::TaflSolver;
use crate::{Resources, Solver, Unsolvable};
use game::Game;
use game::bits::{Bits, Wide};
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

/// The solver made for a game.
///
/// Whoever works with games of any type has no way to ask for one that can be solved: so it is
/// found out here, by the type.
///
/// # Errors
/// If there is none, or the board is too large for it.
pub fn solver_for<G: Game>(game: &G, resources: Resources) -> Result<AnySolver<G>, Unsolvable> {
    macro_rules! first_that_fits {
        ($($type:ty,)*) => {
            None$(.or_else(|| as_type::<G, $type>(game, resources)))*
        };
    }
    let found = first_that_fits![
        Connect<u64>,
        Connect<u128>,
        Connect<Wide<4>>,
        Connect<Wide<7>>,
        Bricks<u64>,
        Bricks<u128>,
        Bricks<Wide<4>>,
        Bricks<Wide<7>>,
        Amazons<u64>,
        Amazons<u128>,
        Amazons<Wide<4>>,
        Tafl<u64>,
        Tafl<u128>,
        Tafl<Wide<4>>,
        Tafl<Wide<6>>,
    ];
    found.unwrap_or(Err(Unsolvable::Unknown))
}

type Found<G> = Option<Result<AnySolver<G>, Unsolvable>>;

/// The solver of a game if its type is `S`.
fn as_type<G: Game, S: Solvable>(game: &G, resources: Resources) -> Found<G> {
    let game = (game as &dyn Any).downcast_ref::<S>()?;
    let mut solver = Some(game.solver(resources));
    // The two types are one, and so are those of their solvers.
    let solver: &mut dyn Any = &mut solver;
    solver.downcast_mut::<Found<G>>()?.take()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Playable;
    use games::{GameVisitor, NoFiles, families, parse_game};

    struct HasSolver;

    impl GameVisitor for HasSolver {
        type Output = bool;

        fn visit<G: Playable>(self, game: &G) -> bool {
            let solver = solver_for(game, Resources::bytes(0));
            !matches!(solver, Err(Unsolvable::Unknown))
        }
    }

    /// So that a new width of a board is not forgotten here.
    #[test]
    fn every_game_of_every_width_is_known() {
        let variants = families().flat_map(|family| family.variants);
        let largest = ["connect:20x20", "connect:14x14", "bricks:14", "bricks:20"];
        let others = ["amazons:16x16", "amazons:4x4", "fuga:19", "fuga:15"];
        let texts = variants.map(|variant| variant.text);
        let texts: Vec<&str> = texts.chain(largest).chain(others).collect();
        assert!(texts.len() > 20);
        for text in texts {
            let game = parse_game(text, &NoFiles).expect(text);
            assert!(game.visit(HasSolver), "{text}");
        }
    }
}
