//! The Bricks solver beside plain minimax.

mod common;

use common::{go_on, solve_until_stopped};
use game::bits::{Bits, Wide};
use game::random::{Generator, Seed, play_randomly};
use game::{Game, Notation, Symmetry};
use games::bricks::{Bricks, Position};
use solve::bricks::BricksSolver;
use solve::{Goal, Resources, Solution, Solver, Unsolvable};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

const MEBIBYTE: usize = 1 << 20;

fn solver<B: Bits>(game: &Bricks<B>, bytes: usize) -> BricksSolver<B> {
    BricksSolver::new(game, Resources::bytes(bytes)).expect("it fits")
}

fn solved<B: Bits>(solver: &mut BricksSolver<B>, position: &Position<B>, goal: Goal) -> i32 {
    let solution = solver.solve(position, goal, &mut go_on);
    let score = solution.expect("somebody is to move").score();
    score.expect("nobody stopped it")
}

fn check<B: Bits>(solver: &mut BricksSolver<B>, position: &Position<B>, score: i32) {
    for (goal, expected) in [(Goal::Winner, score.signum()), (Goal::Score, score)] {
        let found = solved(solver, position, goal);
        let text = solver.game().write_position(position);
        assert_eq!(found, expected, "{text}, {goal:?}");
    }
}

/// The scores of positions, by plain minimax.
struct Oracle<'game, B> {
    game: &'game Bricks<B>,
    scores: HashMap<Position<B>, i32>,
}

impl<B: Bits> Oracle<'_, B> {
    fn new(game: &Bricks<B>) -> Oracle<'_, B> {
        Oracle {
            game,
            scores: HashMap::new(),
        }
    }

    fn score(&mut self, position: &Position<B>) -> i32 {
        if let Some(&score) = self.scores.get(position) {
            return score;
        }
        let mut moves = Vec::new();
        let score = match self.game.expand(position, &mut moves) {
            Some(outcome) => outcome.margin_for(self.game.side_to_move(position)),
            None => {
                let scores = moves
                    .iter()
                    .map(|&brick| -self.score(&self.game.after(position, brick)));
                scores.max().expect("moves")
            }
        };
        self.scores.insert(*position, score);
        score
    }
}

/// Compares the solver with minimax on every position of a board. Returns how many there are.
fn check_all<B: Bits>(game: &Bricks<B>, bytes: usize) -> usize {
    let mut oracle = Oracle::new(game);
    oracle.score(&game.start());
    let mut solver = solver(game, bytes);
    for (position, &score) in &oracle.scores {
        if game.outcome(position).is_some() {
            let solution = solver.solve(position, Goal::Score, &mut go_on);
            assert_eq!(solution, Err(Unsolvable::Finished));
            assert_eq!(solver.final_score(position, Goal::Score), Some(score));
            let winner = solver.final_score(position, Goal::Winner);
            assert_eq!(winner, Some(score.signum()));
        } else {
            assert_eq!(solver.final_score(position, Goal::Score), None);
            check(&mut solver, position, score);
        }
    }
    oracle.scores.len()
}

#[test]
fn every_position_of_small_boards() {
    for bytes in [0, MEBIBYTE] {
        check_all(&Bricks::<u64>::new(2), bytes);
        check_all(&Bricks::<u64>::new(3), bytes);
    }
    check_all(&Bricks::<u128>::new(3), MEBIBYTE);
}

#[test]
fn every_position_of_four_by_four() {
    assert_eq!(check_all(&Bricks::<u64>::new(4), MEBIBYTE), 87_893);
}

/// A position after random moves, in which at most so many bricks can be laid, but at least one.
fn late<B: Bits>(game: &Bricks<B>, most: u64, generator: &mut Generator) -> Position<B> {
    loop {
        let mut position = game.start();
        while game.count_moves(&position) > most {
            play_randomly(game, &mut position, 1, generator);
        }
        if game.outcome(&position).is_none() {
            return position;
        }
    }
}

/// Compares the solver with minimax on random positions in which at most so many bricks fit.
fn check_late<B: Bits>(size: usize, bytes: usize, most: u64, rounds: u64) {
    let game = Bricks::<B>::new(size);
    let mut solver = solver(&game, bytes);
    let mut generator = Seed(size as u64).generator();
    for round in 0..rounds {
        let position = late(&game, 3 + round % (most - 2), &mut generator);
        check(&mut solver, &position, Oracle::new(&game).score(&position));
    }
}

#[test]
fn late_positions_of_larger_boards() {
    for bytes in [0, MEBIBYTE] {
        check_late::<u64>(5, bytes, 15, 200);
        check_late::<u64>(6, bytes, 15, 200);
        check_late::<u64>(7, bytes, 15, 200);
        check_late::<u64>(8, bytes, 14, 100);
        check_late::<u128>(8, bytes, 14, 100);
        check_late::<u128>(10, bytes, 13, 100);
        check_late::<u128>(11, bytes, 13, 100);
        // As many bits as the largest boards need, though this one is not large.
        check_late::<Wide<7>>(6, bytes, 13, 50);
    }
}

#[test]
#[ignore = "long profile"]
fn earlier_positions_of_larger_boards() {
    check_late::<u64>(5, MEBIBYTE, 22, 400);
    check_late::<u64>(6, MEBIBYTE, 20, 400);
    check_late::<u64>(7, MEBIBYTE, 19, 400);
    check_late::<u128>(10, MEBIBYTE, 16, 200);
}

#[test]
fn images_have_the_same_score() {
    for size in [5, 6] {
        let game = Bricks::<u64>::new(size);
        let mut generator = Seed(7).generator();
        for _ in 0..20 {
            let position = late(&game, 24, &mut generator);
            let score = solved(&mut solver(&game, MEBIBYTE), &position, Goal::Score);
            for symmetry in Symmetry::SQUARE {
                let image = game.map_position(symmetry, &position);
                check(&mut solver(&game, MEBIBYTE), &image, score);
            }
        }
    }
}

#[test]
fn any_table_gives_the_same_scores() {
    let game = Bricks::<u64>::new(6);
    let mut generator = Seed(8).generator();
    let mut large = solver(&game, 16 * MEBIBYTE);
    let mut others = [0, 1, 100, 5000, 1 << 16].map(|bytes| solver(&game, bytes));
    for _ in 0..20 {
        let position = late(&game, 22, &mut generator);
        let score = solved(&mut large, &position, Goal::Score);
        for other in &mut others {
            check(other, &position, score);
        }
    }
}

#[test]
fn scores_of_moves_agree_with_the_score() {
    let game = Bricks::<u64>::new(6);
    let mut solver = solver(&game, MEBIBYTE);
    let mut generator = Seed(9).generator();
    for _ in 0..20 {
        let position = late(&game, 24, &mut generator);
        for goal in [Goal::Score, Goal::Winner] {
            let whole = solved(&mut solver, &position, goal);
            let moves = solver.solve_moves(&position, goal, &mut go_on);
            let moves = moves.expect("not finished").into_iter();
            let scores = moves.map(|(_, solution)| solution.score().expect("solved"));
            assert_eq!(scores.max(), Some(whole), "{position:?}");
        }
    }
}

#[test]
fn five_by_five_is_won_by_the_first_side() {
    let game = Bricks::<u64>::new(5);
    check(&mut solver(&game, 64 * MEBIBYTE), &game.start(), 32);
}

#[test]
fn a_search_that_is_stopped_tells_what_is_proven() {
    let game = Bricks::<u64>::new(5);
    let mut solver = solver(&game, MEBIBYTE);
    solve_until_stopped(&mut solver, &game.start(), &[32]);
}

#[test]
fn single_questions_are_answered() {
    let mut generator = Seed(12).generator();
    for size in [4, 5] {
        let game = Bricks::<u64>::new(size);
        let mut solver = solver(&game, MEBIBYTE);
        for _ in 0..40 {
            let mut position = game.start();
            play_randomly(&game, &mut position, 5, &mut generator);
            if game.outcome(&position).is_some() {
                continue;
            }
            let score = Oracle::new(&game).score(&position);
            for asked in score - 9..=score + 9 {
                let answer = solver.is_at_least(&position, asked, Goal::Score, &mut go_on);
                assert_eq!(answer, Ok(Some(score >= asked)), "{position:?}, {asked}");
            }
            for asked in -2..=2 {
                let answer = solver.is_at_least(&position, asked, Goal::Winner, &mut go_on);
                assert_eq!(answer, Ok(Some(score.signum() >= asked)), "{position:?}");
            }
        }
    }
}

/// On boards with an even side the second side can answer with the brick turned by 180 degrees.
#[test]
fn answers_by_symmetry_hold_the_first_side() {
    let mut generator = Seed(10).generator();
    for (size, most) in [(4, 24), (5, 16), (6, 18)] {
        let game = Bricks::<u64>::new(size);
        let mut solver = solver(&game, MEBIBYTE);
        for _ in 0..30 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let brick = play_randomly(&game, &mut position, 1, &mut generator)[0];
                let answer = game.map_move(Symmetry::Rotate180, brick);
                if !game.is_legal(&position, answer) {
                    // The cell in the middle.
                    break;
                }
                game.play(&mut position, answer);
                if game.count_moves(&position) <= most && game.outcome(&position).is_none() {
                    let score = Oracle::new(&game).score(&position);
                    assert!(size % 2 == 1 || score <= 0);
                    check(&mut solver, &position, score);
                }
            }
        }
    }
    // Known before anything else is.
    let game = Bricks::<u64>::new(6);
    let stopped =
        solver(&game, MEBIBYTE).solve(&game.start(), Goal::Score, &mut |_| ControlFlow::Break(()));
    let stopped = stopped.expect("not finished");
    assert_eq!((stopped.most, stopped.score()), (0, None));
}

#[test]
fn six_by_six_is_even() {
    let game = Bricks::<u64>::new(6);
    check(&mut solver(&game, 64 * MEBIBYTE), &game.start(), 0);
}

#[test]
fn threads_do_not_change_scores() {
    let resources = Resources {
        bytes: MEBIBYTE,
        threads: 3,
    };
    let game = Bricks::<u64>::new(5);
    let mut several = BricksSolver::new(&game, resources).expect("it fits");
    check(&mut several, &game.start(), 32);
    let game = Bricks::<u64>::new(6);
    let mut several = BricksSolver::new(&game, resources).expect("it fits");
    let mut one = solver(&game, MEBIBYTE);
    let mut generator = Seed(11).generator();
    for _ in 0..5 {
        let mut position = game.start();
        play_randomly(&game, &mut position, 7, &mut generator);
        let score = solved(&mut one, &position, Goal::Score);
        check(&mut several, &position, score);
    }
    // Whoever finds what, a search that is stopped ends.
    let mut looks = 0;
    let mut watch = |_: &Solution| {
        looks += 1;
        ControlFlow::Break(())
    };
    let stopped = several.solve(&game.start(), Goal::Score, &mut watch);
    assert_eq!(stopped.expect("not finished").score(), None);
    assert_eq!(looks, 1);
}

#[test]
fn what_a_solver_remembers_can_be_handed_on() {
    let game = Bricks::<u64>::new(5);
    let mut first = solver(&game, 16 * MEBIBYTE);
    let before = first.solve(&game.start(), Goal::Score, &mut go_on);
    let mut second = solver(&game, 16 * MEBIBYTE);
    for (from, to) in first.memory().iter().zip(second.memory()) {
        to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
    }
    let after = second.solve(&game.start(), Goal::Score, &mut go_on);
    let [before, after] = [before, after].map(|solution| solution.expect("not finished"));
    assert_eq!(before.score(), after.score());
    assert!(after.nodes * 100 < before.nodes, "{}", after.nodes);
    // Forgotten, it takes as long as ever, and the same way.
    second.clear();
    let again = second.solve(&game.start(), Goal::Score, &mut go_on);
    assert_eq!(again, Ok(before));
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    let game = Bricks::<Wide<7>>::new(12);
    let refused = BricksSolver::new(&game, Resources::bytes(MEBIBYTE));
    let reason = "it may have 128 cells at most, and 12 x 12 is 144";
    assert_eq!(refused.err(), Some(Unsolvable::TooLarge(reason.to_owned())));
}
