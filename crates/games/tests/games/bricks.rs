//! Bricks against the published trees, and its texts.

use crate::common::{move_error, perft_counts, position_error};
use game::bits::{Bits, Wide};
use game::{Game, Notation, conformance, play_text};
use games::bricks::Bricks;

/// Nodes per level of the full trees. (That searches visit them, with how many children per node and
/// what is left of them by one-sided cuts, is tested in `crates/search`.)
#[test]
fn published_full_trees() {
    for (size, nodes, total) in [
        (2, &[1, 4, 4][..], 9),
        (3, &[1, 12, 88, 336, 432], 869),
        (
            4,
            &[
                1, 24, 448, 6264, 62232, 406_560, 1_548_000, 2_782_080, 1_451_520,
            ],
            6_257_129,
        ),
    ] {
        assert_eq!(nodes.iter().sum::<u64>(), total);
        let game = Bricks::<u64>::new(size);
        let counts = perft_counts(&game, &game.start(), nodes.len());
        assert_eq!(counts[..nodes.len() - 1], nodes[1..]);
        assert_eq!(counts[nodes.len() - 1], 0);
    }
}

#[test]
fn every_width_conforms() {
    for size in [2, 3, 5, 8] {
        conformance::assert_conforms(&Bricks::<u64>::new(size));
    }
    conformance::assert_conforms(&Bricks::<u128>::new(11));
    let effort = conformance::Effort {
        games: 3,
        ..conformance::Effort::default()
    };
    for size in [12, 20] {
        conformance::check(&Bricks::<Wide<7>>::new(size), &effort).unwrap();
    }
}

#[test]
fn widths_agree() {
    let moves = "a1a2 c3d3 b1b2 c4d4 c1c2";
    fn play<B: Bits>(moves: &str) -> (String, Vec<(&'static str, String)>) {
        let game = Bricks::<B>::new(5);
        let mut position = game.start();
        play_text(&game, &mut position, moves).unwrap();
        (game.write_position(&position), game.facts(&position))
    }
    let small = play::<u64>(moves);
    assert_eq!(small, play::<u128>(moves));
    assert_eq!(small, play::<Wide<7>>(moves));
    assert_eq!(
        small,
        (
            "5/2oo1/2oo1/xxx2/xxx2 o".to_string(),
            vec![
                ("S(first)", "36".to_string()),
                ("S(second)", "16".to_string()),
                ("score of first", "4.472".to_string()),
                ("score of second", "-4.472".to_string()),
            ]
        )
    );
}

#[test]
fn corners_do_not_connect() {
    let game = Bricks::<u64>::new(4);
    let mut position = game.start();
    play_text(&game, &mut position, "a1b1 a4b4 c2d2 c3d3").unwrap();
    assert_eq!(game.facts(&position)[0], ("S(first)", "8".to_string()));
    assert_eq!(game.facts(&position)[1], ("S(second)", "8".to_string()));
}

#[test]
fn moves_are_read_either_way_round() {
    let game = Bricks::<u64>::new(4);
    let start = game.start();
    for text in ["c3c4", "c4c3", "c3-c4", "C3C4"] {
        let brick = game.parse_move(&start, text).unwrap();
        assert_eq!(game.write_move(&start, brick), "c3c4");
    }
    // Canonical order: row by row from the top left, lying before standing.
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let first: Vec<String> = moves[..4]
        .iter()
        .map(|&brick| game.write_move(&start, brick))
        .collect();
    assert_eq!(first, ["a4b4", "a3a4", "b4c4", "b3b4"]);
}

#[test]
fn bad_text_is_refused_in_place() {
    let game = Bricks::<u64>::new(4);
    let mut position = game.start();
    play_text(&game, &mut position, "a1b1").unwrap();
    for (text, message) in [
        (
            "b1c1",
            "move, column 1: b1 is covered already; expected two empty cells",
        ),
        (
            "c1c3",
            "move, column 1: c1 and c3 are not side by side; expected two cells that share an edge",
        ),
        (
            "c1e1",
            "move, column 3: e1 is not on the board; expected a cell from a1 to d4",
        ),
        (
            "c1",
            "move, column 3: the text ends; expected a cell from a1 to d4",
        ),
        (
            "c1d1x",
            "move, column 5: found 'x'; expected the end of the move",
        ),
        (
            "",
            "move, column 1: the text ends; expected a cell from a1 to d4",
        ),
    ] {
        assert_eq!(move_error(&game, &position, text), message);
    }
    for (text, message) in [
        (
            "4/4/4/xx2",
            "position, column 10: the text ends; expected the side to move, x or o",
        ),
        (
            "4/4/4/xx2 x",
            "position, column 10: 1 bricks of x and 0 of o, with x to move; expected as many of both when x is to move, one more of x when o is",
        ),
        (
            "4/4/1x2/2x1 o",
            "position, column 1: the cells of x are not made of whole bricks; expected two cells for each brick",
        ),
        (
            "x3/4/4/4 o",
            "position, column 1: the cells of x are not made of whole bricks; expected two cells for each brick",
        ),
        (
            "3/3/3 x",
            "position, column 1: the board has 3 columns and 3 rows; expected 4 columns and 4 rows",
        ),
        (
            "4/4/4/4 x 3",
            "position, column 11: found \"3\" behind the side to move; expected the end of the text",
        ),
    ] {
        assert_eq!(position_error(&game, text), message);
    }
}
