//! Opening books of winners, and the one that comes with the program.

mod common;

use common::go_on;
use game::bits::Bits;
use game::random::Seed;
use game::{Game, Notation};
use games::connect::{Column, Connect, Position};
use solve::connect::{Book, ConnectSolver, shipped_book};
use solve::{Goal, Resources, Solver, keeping_move};
use std::ops::ControlFlow;
use std::sync::Arc;

fn solver<B: Bits>(game: &Connect<B>) -> ConnectSolver<B> {
    ConnectSolver::new(game, Resources::bytes(16 << 20)).expect("it fits")
}

fn winner<B: Bits>(solver: &mut ConnectSolver<B>, position: &Position<B>) -> i32 {
    let solution = solver.solve(position, Goal::Winner, &mut go_on);
    let winner = solution.expect("not over").score();
    winner.expect("nobody stops it")
}

/// As the program builds one.
fn built<B: Bits>(game: &Connect<B>, plies: u32) -> Book {
    let mut solver = solver(game);
    let mut book = Book::of_winners(game, plies);
    for position in Book::frontier(game, plies).expect("it fits").iter().rev() {
        let winner = winner(&mut solver, position);
        book.insert(game, position, winner);
    }
    book.infer(game);
    book
}

#[test]
fn a_book_of_winners_says_what_the_solver_says() {
    let game = Connect::<u64>::new(5, 4, 4, None);
    let book = built(&game, 4);
    let mut solver = solver(&game);
    let positions = book.positions(&game);
    assert_eq!(book.len(), positions.len());
    for position in &positions {
        assert_eq!(
            book.score(&game, position),
            Some(winner(&mut solver, position)),
            "{position:?}"
        );
    }
    let text = book.write();
    assert_eq!(Book::parse(&text).expect("a book"), book);
    // The level behind the end: what leads there says something, and that must be right.
    let mut told = 0;
    for position in Book::frontier(&game, 5).expect("it fits") {
        let exact = solver.solve(&position, Goal::Score, &mut go_on);
        let score = exact.expect("not over").score().expect("solved");
        for goal in [Goal::Winner, Goal::Score] {
            let known = book.bounds(&game, &position, goal);
            let worth = goal.of_score(score);
            assert!((known.least..=known.most).contains(&worth), "{position:?}");
            told += u32::from(known.least >= 0);
        }
    }
    assert!(told > 0);
}

#[test]
fn with_a_book_of_winners_the_scores_are_the_same() {
    let game = Connect::<u64>::new(5, 4, 4, None);
    let mut plain = solver(&game);
    let mut with_book = solver(&game);
    let book = built(&game, 3);
    with_book.set_book(Arc::new(book)).expect("of this game");
    for plies in 0..=5 {
        for position in Book::frontier(&game, plies).expect("it fits") {
            let solve = |solver: &mut ConnectSolver<u64>| {
                let solution = solver.solve(&position, Goal::Score, &mut go_on);
                solution.expect("not over").score().expect("solved")
            };
            let score = solve(&mut plain);
            assert_eq!(solve(&mut with_book), score, "{position:?}");
            for least in [-1, 0, 1, score, score + 1] {
                for goal in [Goal::Winner, Goal::Score] {
                    let answer = with_book.is_at_least(&position, least, goal, &mut go_on);
                    let expected = goal.of_score(score) >= least;
                    assert_eq!(answer, Ok(Some(expected)), "{position:?}");
                }
            }
        }
    }
}

#[test]
fn a_book_that_is_not_whole_is_kept_and_grows() {
    let game = Connect::<u64>::new(5, 4, 4, None);
    let whole = built(&game, 4);
    let mut partial = Book::of_winners(&game, 4);
    for position in whole.positions(&game).iter().step_by(3) {
        let winner = whole.score(&game, position).expect("it is whole");
        partial.insert(&game, position, winner);
    }
    assert_eq!(Book::parse(&partial.write()).expect("a book"), partial);
    let before = partial.len();
    partial.infer(&game);
    assert!(partial.len() > before && partial.len() < whole.len());
    for position in whole.positions(&game) {
        if let Some(winner) = partial.score(&game, &position) {
            assert_eq!(Some(winner), whole.score(&game, &position));
        }
    }
    let longer = whole.clone().with_plies(&game, 5);
    assert_eq!((longer.plies(), longer.len()), (5, whole.len()));
    assert_eq!(longer.with_plies(&game, 4), whole);
}

#[test]
fn what_is_no_book_of_winners_is_refused() {
    let good = "partida book 2 connect:7x6,c=4 plies 1 winners\n3\n11\n";
    assert!(Book::parse(good).is_ok());
    for wrong in [
        "partida book 2 connect:7x6,c=4 plies 1 winners\n3\n",
        "partida book 2 connect:7x6,c=4 plies 1 winners\n3\n111\n",
        "partida book 2 connect:7x6,c=4 plies 1 winners\n3\n1~\n",
        "partida book 2 connect:7x6,c=4 plies 1 winners\n?\n11\n",
        "partida book 2 connect:7x6,c=4 plies 1 winners\n3\n11\n1\n",
        "partida book 2 connect:20x20,c=4 plies 1 winners\n3\n1111\n",
        "partida book 2 bricks:4 plies 1 winners\n3\n11\n",
        "partida book 2 connect plies many winners\n3\n11\n",
        "partida book 2 ",
    ] {
        assert!(Book::parse(wrong).is_err(), "{wrong:?}");
    }
}

fn classic() -> (Connect<u64>, Arc<Book>) {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let book = shipped_book(&game.name()).expect("it comes with one");
    (game, book)
}

/// Published positions and their scores.
fn published(game: &Connect<u64>) -> impl Iterator<Item = (Position<u64>, i32)> {
    let text = include_str!("../../../testdata/connect/Test_L1_R3.txt");
    text.lines().map(|line| {
        let (moves, score) = line.split_once(' ').expect("moves and a score");
        let mut position = game.start();
        for digit in moves.bytes() {
            game.play(&mut position, Column(digit - b'1'));
        }
        (position, score.trim().parse().expect("a number"))
    })
}

#[test]
fn the_shipped_book_says_what_is_published() {
    let (game, book) = classic();
    assert_eq!(book.goal(), Goal::Winner);
    assert!(shipped_book("connect:8x7,c=4").is_none());
    // The first side wins, in the middle only; next to it both sides draw.
    assert_eq!(book.score(&game, &game.start()), Some(1));
    let after = |column| book.score(&game, &game.after(&game.start(), Column(column)));
    let first_moves: Vec<_> = (0..7).filter_map(after).map(|score| -score).collect();
    assert_eq!(first_moves, [-1, -1, 0, 1, 0, -1, -1]);
    let mut found = 0;
    for (position, score) in published(&game) {
        if let Some(winner) = book.score(&game, &position) {
            assert_eq!(winner, score.signum(), "{position:?}");
            found += 1;
        }
    }
    assert!(found > 0);
    // What positions are worth fits what their moves are worth, wherever those are known.
    for position in book.positions(&game) {
        let by_moves = book.winner_by_moves(&game, &position);
        if let (Some(winner), Some(by_moves)) = (book.score(&game, &position), by_moves) {
            assert_eq!(winner, by_moves, "{position:?}");
        }
    }
}

/// A few positions, drawn at random, that the solver gets done with in a while.
#[test]
fn the_solver_agrees_with_the_shipped_book() {
    const MOST_NODES: u64 = 3_000_000;
    let (game, book) = classic();
    let mut positions = book.positions(&game);
    positions.retain(|position| book.score(&game, position).is_some());
    let mut solver = solver(&game);
    let mut generator = Seed(1).generator();
    let mut agreed = 0;
    for _ in 0..8 {
        let position = &positions[generator.below(positions.len())];
        let mut impatient = |so_far: &solve::Solution| match so_far.nodes {
            0..MOST_NODES => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        let found = solver.solve(position, Goal::Winner, &mut impatient);
        let found = found.expect("not over");
        let winner = book.score(&game, position).expect("it has it");
        assert!((found.least..=found.most).contains(&winner), "{position:?}");
        agreed += u32::from(found.score().is_some());
    }
    assert!(agreed > 0);
}

#[test]
#[ignore = "long profile, in a release build"]
fn the_solver_agrees_with_much_of_the_shipped_book() {
    let (game, book) = classic();
    let mut positions = book.positions(&game);
    positions.retain(|position| book.score(&game, position).is_some());
    let mut solver = solver(&game);
    let mut generator = Seed(2).generator();
    for _ in 0..100 {
        let position = &positions[generator.below(positions.len())];
        let winner = winner(&mut solver, position);
        assert_eq!(book.score(&game, position), Some(winner), "{position:?}");
    }
}

#[test]
fn from_the_start_the_book_has_the_move() {
    let (game, book) = classic();
    let mut solver = solver(&game);
    solver.set_book(book).expect("of this game");
    let mut never = |_: &_| panic!("nothing is searched");
    let start = game.start();
    let solution = solver.solve(&start, Goal::Winner, &mut never);
    assert_eq!(solution.expect("not over").score(), Some(1));
    let chosen = keeping_move(&mut solver, &start, 1, Goal::Winner, &mut never);
    assert_eq!(chosen, Ok(Some(Column(3))));
}

/// How many positions with so many stones are not lost: those for which the book has a right move, and
/// those for which it has none.
fn replies(book: &Book, stones: u32) -> (usize, usize) {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let positions = Book::frontier(&game, stones).expect("it fits");
    let needed = positions.iter().filter(|position| {
        let winner = book.score(&game, position);
        winner.is_some_and(|winner| winner >= 0)
    });
    let (mut has, mut has_not) = (0, 0);
    for position in needed {
        if book.has_reply(&game, position) {
            has += 1;
        } else {
            has_not += 1;
        }
    }
    (has, has_not)
}

#[test]
fn the_shipped_book_has_right_moves() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let book = shipped_book(&game.name()).expect("there is one");
    for stones in 0..=8 {
        let (has, has_not) = replies(&book, stones);
        assert!(has > 0, "{stones}");
        assert_eq!(has_not, 0, "{stones}");
    }
    // Where the next level is empty, there are none but immediate wins.
    let early = Book::clone(&book).with_plies(&game, 3);
    let (has, has_not) = replies(&early.with_plies(&game, 4), 3);
    assert!(has == 0 && has_not > 10, "{has} {has_not}");
}
