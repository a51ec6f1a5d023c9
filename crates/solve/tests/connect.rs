//! The Connect solver beside published scores, and beside plain minimax.

mod common;

use common::{go_on, solve_until_stopped};
use game::bits::{Bits, Wide};
use game::random::{Seed, play_randomly};
use game::{Game, Outcome};
use games::connect::{Column, Connect, Position};
use solve::connect::ConnectSolver;
use solve::{Goal, Resources, Solver, Unsolvable};
use std::collections::HashMap;

const MEBIBYTE: usize = 1 << 20;

fn after<B: Bits>(game: &Connect<B>, digits: &str) -> Position<B> {
    let mut position = game.start();
    for digit in digits.bytes() {
        let column = Column(digit - b'1');
        assert!(game.is_legal(&position, column), "{digits}");
        game.play(&mut position, column);
    }
    position
}

/// Positions with their scores, as they are published.
fn published<B: Bits>(game: &Connect<B>, text: &str) -> Vec<(Position<B>, i32)> {
    let of_line = |line: &str| {
        let (moves, score) = line.rsplit_once(' ').expect("moves and a score");
        let score = score.parse().expect("a number");
        (after(game, moves.trim()), score)
    };
    text.lines().map(of_line).collect()
}

fn solver<B: Bits>(game: &Connect<B>, bytes: usize) -> ConnectSolver<B> {
    ConnectSolver::new(game, Resources::bytes(bytes)).expect("it fits")
}

fn check<B: Bits>(solver: &mut ConnectSolver<B>, position: &Position<B>, score: i32) {
    for (goal, expected) in [(Goal::Winner, score.signum()), (Goal::Score, score)] {
        let solution = solver.solve(position, goal, &mut go_on);
        let found = solution.expect("somebody is to move").score();
        assert_eq!(found, Some(expected), "{position:?}, {goal:?}");
    }
}

/// Checks every so many positions of a set.
fn check_set<B: Bits>(game: &Connect<B>, text: &str, step: usize) {
    let mut solver = solver(game, 16 * MEBIBYTE);
    let positions = published(game, text);
    assert!(positions.len() >= 100);
    for (position, score) in positions.iter().step_by(step) {
        check(&mut solver, position, *score);
    }
}

macro_rules! set {
    ($name:literal) => {
        include_str!(concat!("../../../testdata/connect/", $name, ".txt"))
    };
}

fn classic() -> Connect<u64> {
    Connect::new(7, 6, 4, None)
}

#[test]
fn published_scores_of_the_classic_board() {
    check_set(&classic(), set!("Test_L3_R1"), 1);
    check_set(&classic(), set!("Test_L2_R1"), 1);
    check_set(&classic(), set!("Test_L1_R1"), 1);
    check_set(&classic(), set!("Test_L2_R2"), 1);
    check_set(&classic(), set!("Test_L1_R2"), 40);
}

#[test]
fn scores_of_other_boards() {
    let board = |columns, rows, length| Connect::<u64>::new(columns, rows, length, None);
    check_set(&board(4, 4, 3), set!("general/c3_4x4_s1"), 1);
    check_set(&board(5, 5, 3), set!("general/c3_5x5_s1"), 1);
    check_set(&board(7, 6, 3), set!("general/c3_7x6_s1"), 1);
    check_set(&board(5, 4, 4), set!("general/c4_5x4_s1"), 1);
    check_set(&board(6, 5, 4), set!("general/c4_6x5_s1"), 1);
    check_set(&board(7, 7, 4), set!("general/c4_7x7_s1"), 1);
    check_set(&board(8, 7, 4), set!("general/c4_8x7_s1"), 1);
    check_set(&board(6, 6, 5), set!("general/c5_6x6_s1"), 1);
    check_set(&board(7, 6, 5), set!("general/c5_7x6_s1"), 1);
    let large = Connect::<u128>::new(8, 8, 5, None);
    check_set(&large, set!("general/c5_8x8_s1"), 1);
}

#[test]
#[ignore = "long profile"]
fn published_scores_of_hard_positions() {
    check_set(&classic(), set!("Test_L1_R2"), 1);
    check_set(&classic(), set!("Test_L1_R3"), 100);
}

#[test]
#[ignore = "long profile, in a release build: a quarter of an hour"]
fn published_scores_of_the_hardest_positions() {
    check_set(&classic(), set!("Test_L1_R3"), 1);
}

/// The scores of all positions of a game, by plain minimax.
struct Oracle<'game, B> {
    game: &'game Connect<B>,
    scores: HashMap<Position<B>, i8>,
}

impl<B: Bits> Oracle<'_, B> {
    fn score(&mut self, position: &Position<B>) -> i8 {
        if let Some(&score) = self.scores.get(position) {
            return score;
        }
        let mut moves = Vec::new();
        let score = match self.game.expand(position, &mut moves) {
            Some(Outcome::DRAW) => 0,
            Some(_) => {
                let cells = (self.game.columns() * self.game.rows()) as i8;
                let [own, other] = position.stones_by_turn().map(|stones| stones.count() as i8);
                -((cells + 2 - own - other) / 2)
            }
            None => {
                let scores = moves
                    .iter()
                    .map(|&column| -self.score(&self.game.after(position, column)));
                scores.max().expect("moves")
            }
        };
        self.scores.insert(*position, score);
        score
    }
}

/// Compares the solver with minimax on every position of a board. Returns how many there are.
fn check_all<B: Bits>(game: &Connect<B>) -> usize {
    let mut oracle = Oracle {
        game,
        scores: HashMap::new(),
    };
    oracle.score(&game.start());
    let mut solver = solver(game, MEBIBYTE);
    for (position, &score) in &oracle.scores {
        if game.outcome(position).is_some() {
            let solution = solver.solve(position, Goal::Score, &mut go_on);
            assert_eq!(solution, Err(Unsolvable::Finished));
        } else {
            check(&mut solver, position, score.into());
        }
    }
    oracle.scores.len()
}

#[test]
fn every_position_of_small_boards() {
    assert_eq!(check_all(&Connect::<u64>::new(4, 4, 4, None)), 161_029);
    check_all(&Connect::<u64>::new(4, 4, 3, None));
    check_all(&Connect::<u128>::new(4, 4, 3, None));
    // More columns than rows and the other way round, odd heights, short and long lines, and too
    // few pieces to fill the board.
    for (columns, rows, length, pieces) in [
        (3, 5, 3, None),
        (5, 3, 3, None),
        (3, 5, 4, None),
        (5, 3, 4, None),
        (4, 3, 2, None),
        (2, 6, 5, None),
        (7, 2, 5, None),
        (3, 3, 1, None),
        (3, 3, 4, None),
        (4, 4, 3, Some(5)),
        (4, 4, 4, Some(6)),
        (5, 3, 3, Some(4)),
        (1, 6, 2, None),
        (6, 1, 3, None),
    ] {
        check_all(&Connect::<u64>::new(columns, rows, length, pieces));
    }
}

#[test]
fn every_position_of_five_by_four() {
    assert_eq!(check_all(&Connect::<u64>::new(5, 4, 4, None)), 3_945_711);
}

#[test]
fn scores_of_moves_agree_with_the_score() {
    let game = classic();
    let mut solver = solver(&game, MEBIBYTE);
    let mut generator = Seed(5).generator();
    let mut solved = 0;
    for round in 0..200 {
        let mut position = game.start();
        play_randomly(&game, &mut position, 16 + round % 25, &mut generator);
        if game.outcome(&position).is_some() {
            continue;
        }
        solved += 1;
        for goal in [Goal::Score, Goal::Winner] {
            let whole = solver.solve(&position, goal, &mut go_on);
            let whole = whole.expect("not finished").score();
            let moves = solver.solve_moves(&position, goal, &mut go_on);
            let moves = moves.expect("not finished").into_iter();
            let scores = moves.map(|(_, solution)| solution.score().expect("solved"));
            assert_eq!(scores.max(), whole, "{position:?}");
        }
    }
    assert!(solved > 50, "{solved}");
}

#[test]
fn several_threads_find_the_same_scores() {
    let game = classic();
    let resources = Resources {
        bytes: MEBIBYTE,
        threads: 3,
    };
    let mut solver = ConnectSolver::new(&game, resources).expect("it fits");
    for (position, score) in published(&game, set!("Test_L2_R2")).iter().step_by(25) {
        check(&mut solver, position, *score);
    }
}

#[test]
fn questions_agree_with_scores() {
    let game = classic();
    let mut solver = solver(&game, MEBIBYTE);
    for (position, score) in published(&game, set!("Test_L2_R1")).iter().step_by(10) {
        for (asked, is_so) in [
            (*score - 1, true),
            (*score, true),
            (*score + 1, false),
            (-42, true),
            (42, false),
        ] {
            let answer = solver.is_at_least(position, asked, Goal::Score, &mut go_on);
            assert_eq!(answer, Ok(Some(is_so)), "{position:?}, {asked}");
        }
    }
}

#[test]
fn a_search_that_is_stopped_tells_what_is_proven() {
    let game = classic();
    let mut solver = solver(&game, MEBIBYTE);
    // From a published set: worth 2.
    let position = after(&game, "573154743");
    solve_until_stopped(&mut solver, &position, &[2]);
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    let game = Connect::<Wide<7>>::new(20, 20, 5, None);
    let refused = ConnectSolver::new(&game, Resources::bytes(MEBIBYTE));
    let reason = "columns x (rows + 1) may be 128 at most, and 20 x 21 is 420";
    assert_eq!(refused.err(), Some(Unsolvable::TooLarge(reason.to_owned())));
}

#[test]
fn large_boards_do_with_any_table() {
    for (columns, rows) in [(16, 7), (8, 15), (18, 6)] {
        let game = Connect::<u128>::new(columns, rows, 4, None);
        for bytes in [0, MEBIBYTE] {
            let mut solver = solver(&game, bytes);
            // The side to move wins at once in the fourth column.
            let position = after(&game, "424242");
            let cells = (columns * rows) as i32;
            check(&mut solver, &position, (cells + 2 - 7) / 2);
            // And here with three in the lowest row, open at both ends.
            let position = after(&game, "4151");
            check(&mut solver, &position, (cells + 2 - 7) / 2);
        }
    }
}

#[test]
fn any_table_gives_the_same_scores() {
    let game = Connect::<u64>::new(6, 5, 4, None);
    let positions = published(&game, set!("general/c4_6x5_s1"));
    for bytes in [0, 1, 100, 5000, 1 << 16] {
        let mut solver = solver(&game, bytes);
        for (position, score) in &positions {
            let [own, other] = position.stones_by_turn();
            if own.count() + other.count() >= 12 {
                check(&mut solver, position, *score);
            }
        }
    }
}
