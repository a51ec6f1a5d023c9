//! The searches of our own games, compiled once: here, and not wherever somebody asks for a player.

use crate::mind::{self, Thinker};
use crate::spec::Spec;
use game::Playable;
use std::any::Any;

/// Makes what chooses the moves of a player if the game is of one type: a `Made<…>` of that type,
/// which cannot be written here.
type Maker = fn(&dyn Any, &Spec) -> Option<Box<dyn Any>>;

type Made<G> = Option<Box<dyn Thinker<G>>>;

macro_rules! makers {
    ($($game:ty),* $(,)?) => { &[$(make::<$game>),*] };
}

/// The tests in this crate's modules have players of no game, and need not wait for them to be compiled a
/// second time; those beside it have all.
const MAKERS: &[Maker] = if cfg!(test) {
    &[]
} else {
    games::every_type!(makers)
};

fn make<G: Playable>(game: &dyn Any, spec: &Spec) -> Option<Box<dyn Any>> {
    let game = game.downcast_ref::<G>()?;
    let made: Made<G> = mind::build(game, spec);
    Some(Box::new(made))
}

/// Not generic, so that it is not compiled with all makers wherever it is called.
#[inline(never)]
fn make_any(game: &dyn Any, spec: &Spec) -> Option<Box<dyn Any>> {
    MAKERS.iter().find_map(|make| make(game, spec))
}

/// What chooses the moves of a player of one of our games.
pub(crate) fn mind_for<G: Playable>(game: &G, spec: &Spec) -> Option<Box<dyn Thinker<G>>> {
    let mut made = make_any(game, spec)?;
    made.downcast_mut::<Made<G>>()?.take()
}
