//! Monte Carlo tree search: what it proves is true, and it keeps to its limits.

use crate::common::{evaluator, random_position};
use game::random::Seed;
use game::{Game, Notation, Playable, Score};
use games::amazons::Amazons;
use games::bricks::Bricks;
use games::connect::Connect;
use games::tafl::{self, Tafl};
use games::{AnyGame, NoFiles, parse_game};
use search::{Ended, Limits, Mcts, MctsOptions, Report, oracle, thread_time};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

// As few types of games as show everything: each takes its time to compile.

fn connect() -> Connect<u64> {
    Connect::new(4, 4, 3, None)
}

fn bricks() -> Bricks<u64> {
    Bricks::new(3)
}

fn amazons() -> Amazons<u64> {
    Amazons::new(4, 4)
}

fn fuga() -> Tafl<u64> {
    match parse_game("fuga:7", &NoFiles) {
        Ok(AnyGame::Tafl(tafl::Any::Small(game))) => game,
        other => panic!("49 cells are few, not {other:?}"),
    }
}

/// Few pieces, so that the oracle sees several plies.
const ENDGAMES: [&str; 3] = [
    "7/2t4/7/3K2t/7/1T5/7 a",
    "7/7/1t3t1/3K3/7/2T1t2/7 d",
    "7/1t5/7/3K3/7/7/5t1 d",
];

fn playouts(number: u64) -> Limits {
    Limits {
        nodes: Some(number),
        ..Limits::default()
    }
}

fn small() -> MctsOptions {
    MctsOptions {
        memory_bytes: 4 << 20,
        ..MctsOptions::default()
    }
}

fn search<G: Playable>(
    searcher: &mut Mcts<G>,
    game: &G,
    position: &G::Position,
    limits: &Limits,
) -> Report<G::Move> {
    searcher.search(game, &evaluator(game, None), position, limits, &mut |_| {})
}

/// The same but for the time it took.
fn timeless<M>(mut report: Report<M>) -> Report<M> {
    (report.time, report.cpu) = (Duration::ZERO, Duration::ZERO);
    report
}

/// The nodes of the tree to a depth, or `None` if there are more.
fn count<G: Playable>(game: &G, position: &G::Position, depth: u32, left: &mut u64) -> Option<()> {
    *left = left.checked_sub(1)?;
    if depth > 0 && game.outcome(position).is_none() {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        for chosen in moves {
            count(game, &game.after(position, chosen), depth - 1, left)?;
        }
    }
    Some(())
}

/// How far the oracle can see from a position.
fn horizon<G: Playable>(game: &G, position: &G::Position) -> u32 {
    const MOST_NODES: u64 = 20_000;
    const DEEPEST: u32 = 20;
    (1..=DEEPEST)
        .take_while(|&depth| count(game, position, depth, &mut MOST_NODES.clone()).is_some())
        .last()
        .unwrap_or(0)
}

/// Plies to the end, if the score says so.
fn distance(score: Score) -> Option<u32> {
    score.plies_to_win().or(score.plies_to_loss())
}

/// What was compared, so that a test that tests nothing is noticed.
#[derive(Debug, Default)]
struct Compared {
    exact: usize,
    decided: usize,
    undecided: usize,
    /// Wins within three plies, all of which must be found.
    near: usize,
}

fn compare<G: Playable>(game: &G, starts: &[G::Position], longest: usize) -> Compared {
    let all_options = [
        small(),
        MctsOptions {
            cutoff: 3,
            widening: 1.0,
            prior: 0.0,
            ..small()
        },
        MctsOptions {
            threads: 2,
            widening: 0.3,
            prior: 1.0,
            ..small()
        },
    ];
    let mut generator = Seed(11).generator();
    let mut compared = Compared::default();
    let names: Vec<&str> = game.evaluators().iter().map(|known| known.name).collect();
    for number in 0..60 {
        let start = &starts[generator.below(starts.len())];
        let plies = generator.below(longest);
        let position = random_position(game, start, plies, &mut generator);
        if game.outcome(&position).is_some() {
            continue;
        }
        let evaluator = evaluator(game, Some(names[generator.below(names.len())]));
        let depth = horizon(game, &position);
        let truths = oracle::move_values(game, &evaluator, &position, Some(depth));
        let truth = truths.iter().map(|&(_, value)| value).max();
        let truth = truth.expect("there are moves");
        let options = MctsOptions {
            lines: truths.len(),
            ..all_options[number % all_options.len()].clone()
        };
        let mut searcher = Mcts::new(options, Seed(number as u64));
        let limits = playouts(4000);
        let report = searcher.search(game, &evaluator, &position, &limits, &mut |_| {});
        let score = report.score().expect("there are moves");
        assert_eq!(report.lines.len(), truths.len());
        // Exact values, those of margins and draws too.
        if report.whole && (distance(score).is_some_and(|plies| plies <= depth) || depth == 20) {
            assert_eq!(score, truth, "{position:?}");
            assert_eq!(report.ended, Ended::Decided);
            compared.exact += 1;
        }
        // Every proven move.
        for line in &report.lines {
            let mut replayed = position.clone();
            for &chosen in &line.moves {
                assert!(game.is_legal(&replayed, chosen));
                game.play(&mut replayed, chosen);
            }
            let known = truths.iter().find(|(chosen, _)| *chosen == line.moves[0]);
            let &(_, value) = known.expect("a legal move");
            match distance(line.score) {
                Some(plies) if plies <= depth => {
                    compared.decided += 1;
                    assert_eq!(
                        line.score.plies_to_win().is_some(),
                        value.plies_to_win().is_some()
                    );
                    assert!(distance(value).is_some_and(|truth| truth <= plies));
                }
                _ => compared.undecided += 1,
            }
        }
        if let Some(1 | 3) = truth.plies_to_win() {
            assert!(
                score.plies_to_win().is_some(),
                "{truth} in {position:?}: {report:?}"
            );
            compared.near += 1;
        }
    }
    compared
}

#[test]
fn what_is_proven_of_connect_is_true() {
    let game = connect();
    let compared = compare(&game, &[game.start()], 14);
    assert!(
        compared.exact >= 20 && compared.decided >= 50,
        "{compared:?}"
    );
    assert!(compared.near >= 10, "{compared:?}");
}

#[test]
fn what_is_proven_of_bricks_is_true() {
    let game = bricks();
    let compared = compare(&game, &[game.start()], 7);
    // There are margins only: nothing is ever a win.
    assert!(
        compared.exact >= 20 && compared.decided == 0,
        "{compared:?}"
    );
}

#[test]
fn what_is_proven_of_amazons_is_true() {
    let game = amazons();
    let compared = compare(&game, &[game.start()], 10);
    assert!(
        compared.exact >= 20 && compared.decided >= 100,
        "{compared:?}"
    );
    assert!(compared.near >= 10, "{compared:?}");
}

#[test]
fn what_is_proven_of_tafl_is_true() {
    let game = fuga();
    let parse = |text| game.parse_position(text).expect(text);
    let compared = compare(&game, &ENDGAMES.map(parse), 6);
    assert!(
        compared.exact >= 10 && compared.decided >= 100,
        "{compared:?}"
    );
    assert!(compared.near >= 10, "{compared:?}");
}

#[test]
fn the_same_seed_makes_the_same_search() {
    let game = Amazons::<u64>::new(6, 6);
    let run = |seed| {
        let options = MctsOptions {
            cutoff: 2,
            lines: 5,
            ..small()
        };
        let mut searcher = Mcts::new(options, Seed(seed));
        let mut position = game.start();
        let mut reports = Vec::new();
        for _ in 0..6 {
            let report = search(&mut searcher, &game, &position, &playouts(500));
            game.play(&mut position, report.chosen().expect("it goes on"));
            reports.push(timeless(report));
        }
        reports
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn the_tree_is_kept_between_moves() {
    let game = Amazons::<u64>::new(6, 6);
    let mut searcher = Mcts::new(small(), Seed(1));
    let mut position = game.start();
    let report = search(&mut searcher, &game, &position, &playouts(3000));
    let expected = &report.lines[0].moves;
    assert!(expected.len() >= 3, "{expected:?}");
    for &chosen in &expected[..2] {
        game.play(&mut position, chosen);
    }
    let kept = searcher.playouts_kept(&game, &position);
    assert!(kept >= 10, "{kept}");
    let again = search(&mut searcher, &game, &position, &playouts(1));
    assert_eq!(searcher.playouts_kept(&game, &position), kept + 1);
    assert_eq!(again.nodes, 1);
    // The line goes on as it was expected.
    assert_eq!(again.lines[0].moves[0], expected[2]);
    // Nothing is known of the other side's view, nor of another game.
    game.play(&mut position, expected[2]);
    assert_eq!(searcher.playouts_kept(&game, &position), 0);
}

#[test]
fn no_more_memory_is_taken_than_given() {
    let game = Amazons::<u64>::new(6, 6);
    for (mebibytes, threads) in [(1, 1), (1, 2), (2, 8), (3, 1)] {
        let options = MctsOptions {
            memory_bytes: mebibytes << 20,
            threads,
            ..MctsOptions::default()
        };
        let mut searcher = Mcts::new(options, Seed(1));
        assert!(searcher.bytes() <= mebibytes << 20);
        assert!(searcher.bytes() >= (mebibytes << 20) * 9 / 10);
        let mut position = game.start();
        // Far more playouts than there is room for; then a tree that is packed.
        for _ in 0..3 {
            let report = search(&mut searcher, &game, &position, &playouts(30_000));
            assert_eq!((report.nodes, report.ended), (30_000, Ended::Nodes));
            assert!(searcher.bytes_used() <= searcher.bytes());
            for &chosen in report.lines[0].moves.iter().take(2) {
                game.play(&mut position, chosen);
            }
        }
    }
}

#[test]
fn several_threads_keep_to_the_same_limits() {
    let game = Amazons::<u64>::new(6, 6);
    for threads in [2, 3] {
        let options = MctsOptions { threads, ..small() };
        let mut searcher = Mcts::new(options, Seed(1));
        let report = search(&mut searcher, &game, &game.start(), &playouts(2000));
        assert_eq!((report.nodes, report.ended), (2000, Ended::Nodes));
        // No visit of an unfinished way down is left behind.
        assert_eq!(searcher.playouts_kept(&game, &game.start()), 2000);
        assert!(game.is_legal(&game.start(), report.chosen().expect("a move")));
        let limits = Limits {
            time: Some(Duration::from_millis(30)),
            ..Limits::default()
        };
        let report = search(&mut searcher, &game, &game.start(), &limits);
        assert_eq!(report.ended, Ended::Time);
        let kept = u64::from(searcher.playouts_kept(&game, &game.start()));
        assert_eq!(kept, 2000 + report.nodes);
    }
}

#[test]
fn finished_games_have_no_move() {
    let game = connect();
    let mut position = game.start();
    for column in [0, 1, 0, 1, 0] {
        game.play(&mut position, games::connect::Column(column));
    }
    let mut searcher = Mcts::new(small(), Seed(1));
    let report = search(&mut searcher, &game, &position, &playouts(100));
    assert_eq!((report.chosen(), report.ended), (None, Ended::Decided));
}

/// Nobody is late by more, in time of the processor.
const LATE: Duration = Duration::from_millis(5);

#[test]
fn short_limits_are_kept() {
    fn race<G: Playable>(game: &G, name: &str) {
        let mut generator = Seed(5).generator();
        let evaluator = evaluator(game, None);
        let mut searchers = [0, 4].map(|cutoff| {
            let options = MctsOptions { cutoff, ..small() };
            Mcts::new(options, Seed(1))
        });
        let mut latest = Duration::ZERO;
        for number in 0..40 {
            let plies = generator.below(30);
            let position = random_position(game, &game.start(), plies, &mut generator);
            let limit = Duration::from_micros(1000 + generator.below(30_000) as u64);
            let (time, cpu) = if number % 4 == 0 {
                (Some(limit), None)
            } else {
                (None, Some(limit))
            };
            let limits = Limits {
                time,
                cpu,
                ..Limits::default()
            };
            let began = thread_time();
            let searcher = &mut searchers[number % 2];
            let report = searcher.search(game, &evaluator, &position, &limits, &mut |_| {});
            let used = thread_time() - began;
            match report.chosen() {
                Some(chosen) => assert!(game.is_legal(&position, chosen)),
                None => assert!(game.outcome(&position).is_some()),
            }
            latest = latest.max(used.saturating_sub(limit));
        }
        assert!(latest <= LATE, "{name}: {latest:?}");
    }
    race(&connect(), "connect");
    race(&fuga(), "fuga");
    race(&Amazons::<u64>::new(8, 8), "amazons");
}

#[test]
fn a_wish_for_time_is_followed_and_a_stop_at_once() {
    let game = Amazons::<u64>::new(6, 6);
    let evaluator = evaluator(&game, None);
    let mut searcher = Mcts::new(small(), Seed(1));
    let limits = Limits {
        aim: Some(Duration::from_millis(5)),
        time: Some(Duration::from_secs(3600)),
        ..Limits::default()
    };
    let report = searcher.search(&game, &evaluator, &game.start(), &limits, &mut |_| {});
    assert_eq!(report.ended, Ended::Time);
    assert!(report.time >= Duration::from_millis(5));
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits {
        stop: Some(Arc::clone(&stop)),
        ..Limits::default()
    };
    let mut searcher = Mcts::new(
        MctsOptions {
            threads: 2,
            ..small()
        },
        Seed(1),
    );
    let mut told = 0;
    // As somebody would who has seen enough: more than one report, however fast the other thread is.
    let report = searcher.search(&game, &evaluator, &game.start(), &limits, &mut |report| {
        told += 1;
        stop.store(told >= 2 && report.nodes >= 1000, Ordering::Relaxed);
    });
    assert!(told >= 2);
    assert_eq!(report.ended, Ended::Stopped);
    assert!(report.chosen().is_some());
}
