//! The fifth game, `examples/domineering.rs`, run as a newcomer's game would be: through the
//! conformance suite, and against published values.

#[path = "../../../examples/domineering.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "it is a program of its own, included here"
)]
mod domineering;

use domineering::{Domineering, Position};
use game::{Game, Side, conformance};

fn mover_wins(game: &Domineering, position: &Position) -> bool {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
        .iter()
        .any(|&chosen| !mover_wins(game, &game.after(position, chosen)))
}

#[test]
fn it_conforms() {
    conformance::assert_conforms(&Domineering::new(5));
    conformance::assert_conforms(&Domineering::new(8));
}

#[test]
fn it_has_its_published_values() {
    // Whoever begins wins on 2, 3 and 4 a side.
    for size in 2..=4 {
        assert!(mover_wins(&Domineering::new(size), &(0, Side::First)));
    }
}

#[test]
fn it_is_under_150_lines() {
    let source = include_str!("../../../examples/domineering.rs");
    assert!(source.lines().count() < 150);
}
