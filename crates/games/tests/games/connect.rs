//! Connect against published counts and values.

use crate::common::{move_error, position_error, testdata};
use game::bits::{Bits, Wide};
use game::{Game, Notation, Outcome, Side, conformance, perft::perft, play_text};
use games::connect::Connect;
use std::collections::{HashMap, HashSet};

fn perft_counts<G: Game>(game: &G, depths: usize) -> Vec<u64> {
    (0..=depths)
        .map(|depth| perft(game, &mut game.start(), depth))
        .collect()
}

/// Distinct positions by number of stones, finished games not continued.
fn distinct_positions(game: &Connect<u64>, plies: usize) -> Vec<usize> {
    let mut level = HashSet::from([game.start()]);
    let mut counts = vec![1];
    for _ in 0..plies {
        let mut next = HashSet::new();
        let mut moves = Vec::new();
        for position in &level {
            moves.clear();
            game.moves(position, &mut moves);
            next.extend(moves.iter().map(|&chosen| game.after(position, chosen)));
        }
        counts.push(next.len());
        level = next;
    }
    counts
}

#[test]
fn published_perft_counts() {
    for (game, counts) in [
        (
            Connect::<u64>::new(7, 6, 4, None),
            &[
                1, 7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234, 39_394_572,
            ][..],
        ),
        (
            Connect::new(7, 6, 3, None),
            &[1, 7, 49, 343, 2401, 16807, 109_585, 732_956, 4_537_358],
        ),
        (
            Connect::new(7, 6, 5, None),
            &[1, 7, 49, 343, 2401, 16807, 117_649, 823_536, 5_764_458],
        ),
        (
            Connect::new(5, 4, 4, None),
            &[1, 5, 25, 125, 625, 3120, 15500, 76300],
        ),
        (
            Connect::new(4, 4, 3, None),
            &[1, 4, 16, 64, 256, 1020, 3588, 13148, 40520],
        ),
    ] {
        assert_eq!(
            perft_counts(&game, counts.len() - 1),
            counts,
            "{}",
            game.name()
        );
    }
    let large = Connect::<u128>::new(8, 8, 4, None);
    assert_eq!(
        perft_counts(&large, 7),
        [1, 8, 64, 512, 4096, 32768, 262_144, 2_097_152]
    );
}

#[test]
fn published_counts_of_positions() {
    assert_eq!(
        distinct_positions(&Connect::new(7, 6, 4, None), 11),
        [
            1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275, 558_186, 1_662_623, 4_568_683
        ]
    );
    assert_eq!(
        distinct_positions(&Connect::new(5, 4, 4, None), 20),
        [
            1, 5, 25, 95, 345, 1070, 3230, 8325, 20088, 43505, 86420, 157_205, 257_372, 388_167,
            509_374, 620_337, 619_592, 559_523, 385_184, 222_080, 63768
        ]
    );
    assert_eq!(
        distinct_positions(&Connect::new(4, 4, 4, None), 16),
        [
            1, 4, 16, 52, 160, 436, 1128, 2512, 5084, 9276, 14788, 21720, 26698, 28922, 24912,
            18076, 7244
        ]
    );
}

#[test]
fn every_width_conforms() {
    conformance::assert_conforms(&Connect::<u64>::new(7, 6, 4, None));
    conformance::assert_conforms(&Connect::<u64>::new(1, 1, 1, None));
    conformance::assert_conforms(&Connect::<u64>::new(3, 20, 20, None));
    conformance::assert_conforms(&Connect::<u64>::new(20, 1, 3, None));
    conformance::assert_conforms(&Connect::<u64>::new(7, 6, 4, Some(5)));
    conformance::assert_conforms(&Connect::<u128>::new(9, 9, 5, None));
    conformance::assert_conforms(&Connect::<Wide<7>>::new(20, 20, 7, None));
    // No line fits: always drawn.
    conformance::assert_conforms(&Connect::<u64>::new(4, 4, 1_000_000, None));
}

/// The exact score as the public test sets define it, by plain alpha-beta.
fn score<B: Bits>(
    game: &Connect<B>,
    position: &mut <Connect<B> as Game>::Position,
    stones: i32,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    let cells = (game.columns() * game.rows()) as i32;
    match game.outcome(position).map(Outcome::winner) {
        // The last stone, number `stones`, has won.
        Some(Some(_)) => return -((cells + 2 - stones) / 2),
        Some(None) => return 0,
        None => {}
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for chosen in moves {
        game.play(position, chosen);
        let value = -score(game, position, stones + 1, -beta, -alpha);
        game.undo(position, chosen, ());
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn check_scores<B: Bits>(game: &Connect<B>, file: &str, most_empty: usize) -> (usize, usize) {
    let cells = game.columns() * game.rows();
    let (mut positions, mut solved) = (0, 0);
    for line in testdata(file).lines() {
        let (moves, expected) = line.split_once(' ').expect("moves and a score");
        let mut position = game.parse_position(moves).expect(line);
        let mut played = game.start();
        let list = play_text(game, &mut played, moves).expect(line);
        assert_eq!(game.write_moves(&game.start(), &list), moves);
        assert_eq!(position, played);
        positions += 1;
        if cells - moves.len() <= most_empty {
            let stones = moves.len() as i32;
            let found = score(game, &mut position, stones, -(cells as i32), cells as i32);
            assert_eq!(
                found.to_string(),
                expected.trim(),
                "{} {moves}",
                game.name()
            );
            solved += 1;
        }
    }
    (positions, solved)
}

#[test]
fn published_positions_are_legal_and_the_late_ones_have_their_published_scores() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let mut late = 0;
    for set in ["L1_R1", "L1_R2", "L1_R3", "L2_R1", "L2_R2", "L3_R1"] {
        let (positions, solved) = check_scores(&game, &format!("connect/Test_{set}.txt"), 10);
        assert_eq!(positions, 1000);
        late += solved;
    }
    assert_eq!(late, 740);
    for (columns, rows, length, positions, most_empty) in [
        (4, 4, 3, 200, 16),
        (5, 5, 3, 200, 18),
        (7, 6, 3, 200, 32),
        (5, 4, 4, 200, 13),
        (6, 5, 4, 200, 11),
        (7, 7, 4, 200, 10),
        (8, 7, 4, 200, 10),
        (6, 6, 5, 198, 10),
        (7, 6, 5, 200, 10),
    ] {
        let game = Connect::<u64>::new(columns, rows, length, None);
        let file = format!("connect/general/c{length}_{columns}x{rows}_s1.txt");
        let (found, solved) = check_scores(&game, &file, most_empty);
        assert_eq!(found, positions);
        assert!(solved > 0, "{file}");
    }
    let (found, solved) = check_scores(
        &Connect::<u128>::new(8, 8, 5, None),
        "connect/general/c5_8x8_s1.txt",
        10,
    );
    assert_eq!(found, 200);
    assert!(solved > 0);
}

/// The value of the empty board by exhaustive search with a table: 1, 0, −1 for the first side.
fn value_of_empty_board(columns: usize, rows: usize, length: usize) -> i32 {
    fn value(
        game: &Connect<u64>,
        position: &mut <Connect<u64> as Game>::Position,
        known: &mut HashMap<u64, i32>,
    ) -> i32 {
        if let Some(outcome) = game.outcome(position) {
            return outcome.margin_for(game.side_to_move(position));
        }
        if let Some(&value) = known.get(&game.key(position)) {
            return value;
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut best = -1;
        for chosen in moves {
            game.play(position, chosen);
            best = best.max(-value(game, position, known));
            game.undo(position, chosen, ());
            if best == 1 {
                break;
            }
        }
        known.insert(game.key(position), best);
        best
    }
    let game = Connect::new(columns, rows, length, None);
    value(&game, &mut game.start(), &mut HashMap::new())
}

#[test]
fn published_values_of_small_boards() {
    let mut checked = 0;
    for line in testdata("connect/board-values.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let (columns, rows): (usize, usize) =
            (fields[0].parse().unwrap(), fields[1].parse().unwrap());
        if columns * rows > 20 {
            continue;
        }
        let expected = match fields[2] {
            "first" => 1,
            "draw" => 0,
            _ => -1,
        };
        assert_eq!(value_of_empty_board(columns, rows, 4), expected, "{line}");
        checked += 1;
    }
    assert_eq!(checked, 3);
    // Connect-3: drawn whenever columns <= 3 or rows <= 2, else the first player wins.
    for columns in 1..=5 {
        for rows in 1..=4 {
            let expected = i32::from(columns > 3 && rows > 2);
            assert_eq!(
                value_of_empty_board(columns, rows, 3),
                expected,
                "{columns}x{rows}"
            );
        }
    }
}

#[test]
fn pieces_run_out() {
    let game = Connect::<u64>::new(7, 6, 4, Some(2));
    let mut position = game.start();
    play_text(&game, &mut position, "1234").unwrap();
    assert_eq!(game.outcome(&position), Some(Outcome::DRAW));
    assert_eq!(game.end_reason(&position), "no pieces left");
}

#[test]
fn more_than_enough_in_a_row_wins() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let mut position = game.start();
    // x fills a, b, c, e, f on the bottom row and then d: six in a row.
    play_text(&game, &mut position, "a a b b c c e e f f d").unwrap();
    assert_eq!(game.outcome(&position), Some(Outcome::win(Side::First)));
    assert_eq!(game.end_reason(&position), "4 in a row");
}

#[test]
fn the_last_stone_can_win_on_a_full_board() {
    let game = Connect::<u64>::new(2, 1, 1, None);
    let mut position = game.start();
    play_text(&game, &mut position, "b").unwrap();
    assert_eq!(game.outcome(&position), Some(Outcome::win(Side::First)));
}

#[test]
fn either_side_may_be_told_to_start() {
    let game = Connect::<u64>::new(4, 4, 3, None);
    let mut position = game.parse_position("4/4/4/4 o").unwrap();
    play_text(&game, &mut position, "a").unwrap();
    assert_eq!(game.write_position(&position), "4/4/4/o3 x");
}

#[test]
fn bad_text_is_refused_in_place() {
    let game = Connect::<u64>::new(4, 2, 3, None);
    let mut position = game.start();
    play_text(&game, &mut position, "aa").unwrap();
    for (text, message) in [
        (
            "a",
            "move, column 1: the column is full; expected a column with room",
        ),
        (
            "e",
            "move, column 1: \"e\" is not a column; expected a column from a to d (or 1 to 4)",
        ),
        (
            "0",
            "move, column 1: \"0\" is not a column; expected a column from a to d (or 1 to 4)",
        ),
        (
            "ñ",
            "move, column 1: \"ñ\" is not a column; expected a column from a to d (or 1 to 4)",
        ),
    ] {
        assert_eq!(move_error(&game, &position, text), message);
    }
    for (text, message) in [
        (
            "x3/4 o",
            "position, column 1: this piece floats; expected a piece below it",
        ),
        (
            "4/xx2 o",
            "position, column 6: 2 x and 0 o, with o to move; expected as many of both, or one more of the side that waits",
        ),
        (
            "4/5 x",
            "position, column 3: row 2 has 5 cells; expected 4, as in the first row",
        ),
        (
            "4/4/4 x",
            "position, column 1: the board has 4 columns and 3 rows; expected 4 columns and 2 rows",
        ),
        (
            "4/4 z",
            "position, column 5: found \"z\"; expected the side to move, x or o",
        ),
        (
            "ooo1/xxx1 x",
            "position, column 10: x is to move but has won already; expected a line only of the side that moved last",
        ),
        (
            "1119",
            "moves, column 3: move 3 (1): the column is full; expected a column with room",
        ),
        (
            "",
            "position, column 1: the text ends; expected a number of empty cells, x, o or /",
        ),
    ] {
        assert_eq!(position_error(&game, text), message);
    }
}
