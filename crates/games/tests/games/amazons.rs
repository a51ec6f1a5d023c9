//! Amazons against published counts and values, and its texts.

use crate::common::{move_error, mover_wins, perft_counts, position_error, testdata};
use game::bits::{Bits, Wide};
use game::{Game, Notation, Side, conformance, perft::perft, play_text};
use games::amazons::Amazons;
use std::collections::HashMap;

fn check_perft<B: Bits>(columns: usize, rows: usize, text: &str, counts: &[u64]) {
    let game = Amazons::<B>::new(columns, rows);
    let position = game.parse_position(text).expect(text);
    assert_eq!(position, game.start(), "the standard start is {text}");
    assert_eq!(
        perft_counts(&game, &position, counts.len()),
        counts,
        "{text}"
    );
}

#[test]
fn published_perft_counts() {
    check_perft::<u128>(
        10,
        10,
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
        &[2176, 4_307_152],
    );
    check_perft::<u64>(8, 8, "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w", &[1232, 1_331_198]);
    check_perft::<u64>(
        6,
        6,
        "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w",
        &[544, 238_532, 91_074_224],
    );
    check_perft::<u64>(6, 5, "1q2q1/q4q/6/Q4Q/1Q2Q1 w", &[410, 128_094, 33_207_636]);
    check_perft::<u64>(5, 5, "1q1q1/q3q/5/Q3Q/1Q1Q1 w", &[260, 50_422, 7_940_210]);
}

/// Long profile: billions of leaves.
#[test]
#[ignore = "long profile"]
fn published_perft_counts_in_the_billions() {
    check_perft::<u128>(
        10,
        10,
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
        &[2176, 4_307_152, 8_350_439_170],
    );
    check_perft::<u64>(
        6,
        5,
        "1q2q1/q4q/6/Q4Q/1Q2Q1 w",
        &[410, 128_094, 33_207_636, 6_882_197_994],
    );
    check_perft::<u64>(
        5,
        5,
        "1q1q1/q3q/5/Q3Q/1Q1Q1 w",
        &[260, 50_422, 7_940_210, 970_203_644],
    );
}

#[test]
fn positions_with_arrows() {
    let game = Amazons::<u128>::new(10, 10);
    let mut positions = 0;
    for line in testdata("amazons/perft.txt").lines() {
        let mut fields = line.split(';').map(str::trim);
        let text = fields.next().unwrap();
        let counts: Vec<u64> = fields
            .next()
            .unwrap()
            .split_whitespace()
            .map(|count| count.parse().unwrap())
            .collect();
        let mut position = game.parse_position(text).unwrap();
        for (depth, &count) in (1..).zip(&counts) {
            assert_eq!(
                perft(&game, &mut position, depth),
                count,
                "{text}, depth {depth}"
            );
        }
        assert_eq!(game.write_position(&position), text);
        positions += 1;
    }
    assert_eq!(positions, 104);
}

#[test]
fn shortest_game() {
    let game = Amazons::<u128>::new(10, 10);
    let mut position = game.start();
    play_text(
        &game,
        &mut position,
        "d1d6,d6g9 d10f10,f10e10 a4f9,f9e9 a7a10,a10b10 d6a9,a9b9 j7j10,j10h10 j4j9,j9h9 \
         j10i10,i10i9 j9j10,j10j9",
    )
    .unwrap();
    assert_eq!(game.side_to_move(&position), Side::Second);
    assert_eq!(game.count_moves(&position), 0);
    assert_eq!(
        game.outcome(&position).and_then(game::Outcome::winner),
        Some(Side::First)
    );
    assert_eq!(game.end_reason(&position), "Black has no move left");
}

#[test]
fn exact_values_of_small_boards() {
    for (columns, rows, text, wins) in [
        (4, 4, "1qq1/q2q/Q2Q/1QQ1 w", false),
        (5, 4, "1q1q1/q3q/Q3Q/1Q1Q1 w", true),
        (4, 5, "1qq1/q2q/4/Q2Q/1QQ1 w", false),
    ] {
        let game = Amazons::<u64>::new(columns, rows);
        let position = game.parse_position(text).unwrap();
        assert_eq!(position, game.start());
        assert_eq!(
            mover_wins(&game, &position, &mut HashMap::new()),
            wins,
            "{text}"
        );
    }
}

#[test]
fn a_defective_territory_holds_fewer_moves_than_cells() {
    // Q . over an empty cell diagonally below: two empty cells, but only one move is ever played.
    let game = Amazons::<u64>::new(4, 3);
    let position = game.parse_position("*Q1*/1***/***q w").unwrap();
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    for &chosen in &moves {
        let after = game.write_position(&game.after(&position, chosen));
        let mut alone = game.parse_position(&after.replace(" b", " w")).unwrap();
        assert_eq!(perft(&game, &mut alone, 1), 0, "after {chosen:?}");
    }
    assert!(!moves.is_empty());
}

#[test]
fn every_width_conforms() {
    conformance::assert_conforms(&Amazons::<u64>::new(3, 3));
    conformance::assert_conforms(&Amazons::<u64>::new(5, 4));
    conformance::assert_conforms(&Amazons::<u64>::new(6, 6));
    let effort = conformance::Effort {
        games: 2,
        positions_per_game: 4,
        ..conformance::Effort::default()
    };
    conformance::check(&Amazons::<u128>::new(10, 10), &effort).unwrap();
    conformance::check(&Amazons::<u128>::new(16, 4), &effort).unwrap();
    conformance::check(&Amazons::<Wide<4>>::new(12, 11), &effort).unwrap();
}

#[test]
fn widths_agree() {
    for depth in 1..=2 {
        let small = Amazons::<u64>::new(6, 6);
        let medium = Amazons::<u128>::new(6, 6);
        let large = Amazons::<Wide<4>>::new(6, 6);
        let count = perft(&small, &mut small.start(), depth);
        assert_eq!(perft(&medium, &mut medium.start(), depth), count);
        assert_eq!(perft(&large, &mut large.start(), depth), count);
    }
}

#[test]
fn all_notations_are_read() {
    let game = Amazons::<u128>::new(10, 10);
    let start = game.start();
    for text in [
        "d1-d7/g7",
        "d1d7g7",
        "d1-d7(g7)",
        "d1d7,d7g7",
        "d1-d7,d7-g7",
        "D1-D7/G7",
    ] {
        let shot = game.parse_move(&start, text).unwrap();
        assert_eq!(game.write_move(&start, shot), "d1-d7/g7", "{text}");
    }
}

#[test]
fn bad_text_is_refused_in_place() {
    let game = Amazons::<u64>::new(5, 5);
    let start = game.start();
    for (text, message) in [
        (
            "c1-c2/c3",
            "move, column 1: White has no queen on c1; expected a queen's cell: b1, d1, a2, e2",
        ),
        (
            "b1-b5/c5",
            "move, column 1: the queen cannot go from b1 to b5; expected a queen's move over empty cells",
        ),
        (
            "b1-b4/b5",
            "move, column 1: the arrow cannot fly from b4 to b5; expected a queen's move over empty cells",
        ),
        (
            "b1-b4,b3-b2",
            "move, column 7: the arrow is shot from b3; expected b4, where the queen went",
        ),
        (
            "b1-b4(b3",
            "move, column 9: the text ends; expected a closing ')'",
        ),
        (
            "b1-b9/b3",
            "move, column 4: b9 is not on the board; expected a cell from a1 to e5",
        ),
        (
            "b1-b4/b3!",
            "move, column 9: found '!'; expected the end of the move",
        ),
        (
            "ñ",
            "move, column 1: found 'ñ'; expected a cell from a1 to e5",
        ),
    ] {
        assert_eq!(move_error(&game, &start, text), message);
    }
    for (text, message) in [
        (
            "1q1q1/q3q/5/Q3Q/1Q1Q1",
            "position, column 22: the text ends; expected the side to move, w or b",
        ),
        (
            "1q1q1/q3q/5/Q3Q/1Q1Q1 x",
            "position, column 23: found \"x\"; expected the side to move, w or b",
        ),
        (
            "1q1q1/q3q/5/Q3Q/1K1Q1 w",
            "position, column 18: found 'K'; expected a number of empty cells, Q, q, * or /",
        ),
        (
            "1q1q1/q3q/4/Q3Q/1Q1Q1 w",
            "position, column 11: row 3 has 4 cells; expected 5, as in the first row",
        ),
        (
            "4/4/4/4 w",
            "position, column 1: the board has 4 columns and 4 rows; expected 5 columns and 5 rows",
        ),
    ] {
        assert_eq!(position_error(&game, text), message);
    }
}
