//! The Amazons solver beside known values, and beside plain minimax.

mod common;

use common::{go_on, solve_until_stopped};
use game::bits::{Bits, Wide};
use game::random::{Seed, play_randomly};
use game::text::BoardRows;
use game::{Game, Notation};
use games::amazons::{Amazons, Position};
use solve::amazons::AmazonsSolver;
use solve::proof::Method;
use solve::{Goal, Resources, Solver, Unsolvable};
use std::collections::HashMap;

const MEBIBYTE: usize = 1 << 20;
const METHODS: [Method; 2] = [Method::ProofNumber, Method::AlphaBeta];

fn value<B: Bits>(solver: &mut AmazonsSolver<B>, position: &Position<B>) -> Option<i32> {
    let solution = solver.solve(position, Goal::Score, &mut go_on);
    solution.expect("not finished").score()
}

/// Whether the side to move wins, by plain minimax, for every position that can come up.
struct Oracle<'game> {
    game: &'game Amazons<u64>,
    wins: HashMap<Position<u64>, bool>,
}

impl Oracle<'_> {
    fn of(game: &Amazons<u64>) -> Oracle<'_> {
        let wins = HashMap::new();
        Oracle { game, wins }
    }

    fn wins(&mut self, position: &Position<u64>) -> bool {
        // Which of a position and its mirror images is asked about makes no difference.
        let images = self.game.symmetries().iter();
        let images = images.map(|&symmetry| self.game.map_position(symmetry, position));
        let image = images.min_by_key(|image| (image.queens_by_turn(), image.arrows()));
        let image = image.expect("the identity is a symmetry");
        if let Some(&wins) = self.wins.get(&image) {
            return wins;
        }
        let mut moves = Vec::new();
        let mut wins = false;
        if self.game.expand(&image, &mut moves).is_none() {
            for chosen in moves {
                wins |= !self.wins(&self.game.after(&image, chosen));
            }
        }
        self.wins.insert(image, wins);
        wins
    }
}

/// Every position that can come up from a start, up to mirror images; returns how many there are.
fn check_all(columns: usize, rows: usize, start: &str, method: Method) -> usize {
    let game = Amazons::<u64>::new(columns, rows);
    let start = game.parse_position(start).expect("a position");
    let mut oracle = Oracle::of(&game);
    oracle.wins(&start);
    let mut solver = AmazonsSolver::with_method(&game, method, Resources::bytes(16 * MEBIBYTE));
    for (position, &wins) in &oracle.wins {
        if game.outcome(position).is_none() {
            let expected = if wins { 1 } else { -1 };
            let text = game.write_position(position);
            assert_eq!(value(&mut solver, position), Some(expected), "{text}");
        }
    }
    oracle.wins.len()
}

#[test]
fn every_position_of_the_smallest_boards() {
    for method in METHODS {
        let counts = [
            check_all(3, 3, "1q1/3/1Q1 w", method),
            check_all(3, 3, "qq1/3/1QQ w", method),
            check_all(3, 4, "1q1/3/3/1Q1 w", method),
        ];
        assert_eq!(counts, [1098, 1727, 32_340]);
    }
    let count = check_all(4, 3, "q2q/4/Q2Q w", Method::AlphaBeta);
    assert_eq!(count, 123_987);
}

#[test]
#[ignore = "long profile"]
fn every_position_of_four_by_four_with_one_queen_a_side() {
    let count = check_all(4, 4, "1q2/4/4/2Q1 w", Method::AlphaBeta);
    assert_eq!(count, 488_108);
}

#[test]
#[ignore = "long profile"]
fn every_position_of_four_by_four() {
    let count = check_all(4, 4, "1qq1/q2q/Q2Q/1QQ1 w", Method::AlphaBeta);
    assert_eq!(count, 3_851_086);
}

#[test]
#[ignore = "long profile"]
fn every_position_of_two_queens_a_side() {
    let count = check_all(4, 4, "q2q/4/4/Q2Q w", Method::AlphaBeta);
    assert_eq!(count, 5_105_702);
}

#[test]
fn known_values() {
    let known = [
        (4, 4, "1qq1/q2q/Q2Q/1QQ1 w", -1),
        (5, 4, "1q1q1/q3q/Q3Q/1Q1Q1 w", 1),
    ];
    for (columns, rows, text, expected) in known {
        let game = Amazons::<u64>::new(columns, rows);
        let position = game.parse_position(text).expect("a position");
        let mut solver = AmazonsSolver::new(&game, Resources::bytes(64 * MEBIBYTE));
        assert_eq!(value(&mut solver, &position), Some(expected), "{text}");
    }
}

#[test]
#[ignore = "long profile"]
fn known_values_that_take_longer() {
    let known = [
        (4, 5, "1qq1/q2q/4/Q2Q/1QQ1 w", -1),
        (4, 6, "1qq1/q2q/4/4/Q2Q/1QQ1 w", 1),
    ];
    for (columns, rows, text, expected) in known {
        let game = Amazons::<u64>::new(columns, rows);
        let position = game.parse_position(text).expect("a position");
        let mut solver = AmazonsSolver::new(&game, Resources::bytes(512 * MEBIBYTE));
        assert_eq!(value(&mut solver, &position), Some(expected), "{text}");
    }
}

/// Positions with queens and so many empty cells anywhere in a window of five by five, and arrows
/// elsewhere: each is solved as minimax solves it. How many were not over.
fn check_endgames<B: Bits>(columns: usize, rows: usize, empty: usize, seed: u64) -> u32 {
    let game = Amazons::<B>::new(columns, rows);
    let mut generator = Seed(seed).generator();
    let mut solvers =
        METHODS.map(|method| AmazonsSolver::with_method(&game, method, Resources::bytes(MEBIBYTE)));
    let mut solved = 0;
    for _ in 0..100 {
        let mut cells: Vec<usize> = (0..25).collect();
        let mut letters = vec![Some('*'); columns * rows];
        let window = [columns, rows].map(|side| generator.below(side - 4));
        let queens = 1 + generator.below(3);
        let open = std::iter::repeat_n(Some('Q'), queens)
            .chain(std::iter::repeat_n(Some('q'), queens))
            .chain(std::iter::repeat_n(None, empty));
        for letter in open {
            let cell = cells.swap_remove(generator.below(cells.len()));
            letters[(window[1] + cell / 5) * columns + window[0] + cell % 5] = letter;
        }
        let board =
            BoardRows::from_cells(columns, rows, |column, row| letters[row * columns + column]);
        let position = game.parse_position(&format!("{board} w"));
        let position = position.expect("a position");
        if game.outcome(&position).is_some() {
            continue;
        }
        let wins = wins_plainly(&game, &position, &mut HashMap::new());
        let expected = if wins { 1 } else { -1 };
        for solver in &mut solvers {
            let text = game.write_position(&position);
            assert_eq!(value(solver, &position), Some(expected), "{text}");
        }
        solved += 1;
    }
    solved
}

fn wins_plainly<B: Bits>(
    game: &Amazons<B>,
    position: &Position<B>,
    known: &mut HashMap<Position<B>, bool>,
) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let wins = moves
        .into_iter()
        .any(|chosen| !wins_plainly(game, &game.after(position, chosen), known));
    known.insert(*position, wins);
    wins
}

#[test]
fn random_endgames() {
    let solved = check_endgames::<u64>(5, 5, 8, 1)
        + check_endgames::<u64>(6, 6, 8, 2)
        + check_endgames::<u64>(8, 8, 8, 3)
        + check_endgames::<u128>(10, 10, 9, 4)
        + check_endgames::<Wide<4>>(12, 12, 8, 5);
    assert!(solved > 400, "{solved}");
}

#[test]
fn cells_of_a_territory_are_not_always_moves() {
    // White: two empty cells and one move. Black: as said.
    let cases = [
        ("*Q1*/1***/****/q1** w", -1),
        ("*Q1*/1***/****/q1** b", -1),
        ("*Q1*/1***/****/q2* w", -1),
        ("*Q1*/1***/****/q2* b", 1),
        ("*Q2/****/****/q1** w", 1),
        ("*Q2/****/****/q1** b", -1),
    ];
    let game = Amazons::<u64>::new(4, 4);
    let mut solver = AmazonsSolver::new(&game, Resources::bytes(0));
    for (text, expected) in cases {
        let position = game.parse_position(text).expect("a position");
        let solution = solver.solve(&position, Goal::Winner, &mut go_on);
        let solution = solution.expect("not finished");
        assert_eq!((solution.score(), solution.nodes), (Some(expected), 1));
        assert_eq!(
            expected == 1,
            wins_plainly(&game, &position, &mut HashMap::new()),
            "{text}"
        );
    }
}

/// Two halves of a large board, each with queens of one side, are counted and not searched.
#[test]
fn closed_territories_of_a_large_board_are_counted() {
    let game = Amazons::<u128>::new(10, 10);
    let mut solver = AmazonsSolver::new(&game, Resources::bytes(MEBIBYTE));
    let halves = "10/1Q6Q1/10/10/**********/10/1q6q1/10/*9/10";
    for (side, expected) in [('w', -1), ('b', 1)] {
        let position = game.parse_position(&format!("{halves} {side}"));
        let position = position.expect("a position");
        let solution = solver.solve(&position, Goal::Winner, &mut go_on);
        let solution = solution.expect("not finished");
        assert_eq!(solution.score(), Some(expected));
        assert!(solution.nodes < 1000, "{solution:?}");
    }
}

#[test]
fn any_table_gives_the_same_values() {
    let game = Amazons::<u64>::new(5, 4);
    let mut generator = Seed(6).generator();
    for _ in 0..30 {
        let mut position = game.start();
        play_randomly(&game, &mut position, 5, &mut generator);
        if game.outcome(&position).is_some() {
            continue;
        }
        let mut values = Vec::new();
        for method in METHODS {
            for bytes in [0, 1, 100, 5000, MEBIBYTE] {
                let resources = Resources::bytes(bytes);
                let mut solver = AmazonsSolver::with_method(&game, method, resources);
                assert!(8 * solver.memory().len() <= bytes);
                values.push(value(&mut solver, &position).expect("solved"));
            }
        }
        values.dedup();
        assert_eq!(values.len(), 1, "{}", game.write_position(&position));
    }
}

#[test]
fn the_best_move_is_worth_what_the_position_is() {
    let game = Amazons::<u64>::new(4, 4);
    let mut solver = AmazonsSolver::new(&game, Resources::bytes(MEBIBYTE));
    let mut generator = Seed(7).generator();
    for plies in 0..8 {
        let mut position = game.start();
        play_randomly(&game, &mut position, plies, &mut generator);
        if game.outcome(&position).is_some() {
            let refused = solver.solve(&position, Goal::Winner, &mut go_on);
            assert_eq!(refused, Err(Unsolvable::Finished));
            continue;
        }
        let whole = value(&mut solver, &position);
        let moves = solver.solve_moves(&position, Goal::Winner, &mut go_on);
        let moves = moves.expect("not finished").into_iter();
        let scores = moves.map(|(_, solution)| solution.score().expect("solved"));
        assert_eq!(scores.max(), whole);
        solver.clear();
        assert_eq!(value(&mut solver, &position), whole);
    }
}

#[test]
fn a_search_that_is_stopped_tells_what_is_proven() {
    let game = Amazons::<u128>::new(10, 10);
    for method in METHODS {
        let resources = Resources::bytes(MEBIBYTE);
        let mut solver = AmazonsSolver::with_method(&game, method, resources);
        // Either side may win, for all that is known.
        solve_until_stopped(&mut solver, &game.start(), &[-1, 1]);
    }
}
