//! Searches stop when they must.

use crate::common::{evaluator, random_position};
use game::Playable;
use game::random::Seed;
use games::{GameVisitor, NoFiles, parse_game};
use search::{
    Cuts, Ended, Engine, EngineOptions, Limits, Options, Order, Searcher, Ties, Unobserved, oracle,
    thread_time,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const GAMES: [&str; 10] = [
    "connect:7x6,c=4",
    "connect:20x20,c=5",
    "bricks:8",
    "bricks:15",
    "fuga:7",
    "fuga:19",
    "tafl:copenhagen",
    "amazons:6x6",
    "amazons:10x10",
    "amazons:16x16",
];

/// Nobody is late by more, in time of the processor.
const LATE: Duration = Duration::from_millis(5);

/// Searches random positions with random limits; says by how much the latest one was late, and the
/// limits of those that had no time for a single iteration.
struct Race {
    searches: usize,
    longest: usize,
    seed: u64,
    /// Whether the limit is in time on the wall, which other programs use up too.
    wall: bool,
}

impl GameVisitor for Race {
    type Output = (Duration, Vec<Duration>);

    fn visit<G: Playable>(self, game: &G) -> Self::Output {
        let mut generator = Seed(self.seed).generator();
        let evaluator = evaluator(game, None);
        let mut searchers: Vec<Searcher<G>> = Vec::new();
        for cuts in [Cuts::None, Cuts::OneSided, Cuts::Full] {
            for order in [Order::Canonical, Order::Evaluator, Order::History] {
                let options = Options {
                    cuts,
                    order,
                    symmetry: order != Order::Canonical,
                    ties: Ties::Random,
                    table_bytes: if order == Order::History { 4 << 20 } else { 0 },
                    ..Options::default()
                };
                searchers.push(Searcher::new(options, Seed(1)));
            }
        }
        let mut engine = Engine::new(game, EngineOptions::default());
        let (mut latest, mut hasty) = (Duration::ZERO, Vec::new());
        for number in 0..self.searches {
            let plies = generator.below(30);
            let position = random_position(game, &game.start(), plies, &mut generator);
            let limit = Duration::from_micros(1000 + generator.below(self.longest * 1000) as u64);
            let limits = if self.wall {
                Limits {
                    time: Some(limit),
                    ..Limits::default()
                }
            } else {
                Limits {
                    cpu: Some(limit),
                    ..Limits::default()
                }
            };
            let which = number % (searchers.len() + 1);
            if which == searchers.len() {
                let began = thread_time();
                let report = engine.search(game, &evaluator, &position, &limits, &mut |_| {});
                let used = thread_time() - began;
                latest = latest.max(used.saturating_sub(limit));
                let legal = |chosen| game.is_legal(&position, chosen);
                assert!(report.chosen().is_none_or(legal));
                continue;
            }
            let mut iterations = Vec::new();
            let began = thread_time();
            let report = searchers[which].search(
                game,
                &evaluator,
                &position,
                &limits,
                &mut Unobserved,
                &mut |report| iterations.push((report.depth, report.score())),
            );
            let used = thread_time() - began;
            let Some(chosen) = report.chosen() else {
                assert!(game.outcome(&position).is_some());
                continue;
            };
            assert!(game.is_legal(&position, chosen));
            latest = latest.max(used.saturating_sub(limit));
            match iterations.last() {
                Some(&last) => assert_eq!((report.depth, report.score()), last),
                None => {
                    assert_eq!(report.depth, 0);
                    hasty.push(limit);
                }
            }
            // What was reached is what plain minimax says at that depth.
            if report.depth == 1 {
                let values = oracle::move_values(game, &evaluator, &position, Some(1));
                let best = values.iter().map(|(_, value)| *value).max();
                assert_eq!(report.score(), best);
                assert!(values.contains(&(chosen, best.expect("there are moves"))));
            }
        }
        (latest, hasty)
    }
}

/// `enough`: whoever had so much time must have completed an iteration.
fn race(searches: usize, longest: usize, wall: bool, enough: Duration) {
    let mut latest = Duration::ZERO;
    for (number, text) in GAMES.iter().enumerate() {
        let (late, hasty) = parse_game(text, &NoFiles).expect(text).visit(Race {
            searches: searches / GAMES.len(),
            longest,
            seed: number as u64,
            wall,
        });
        eprintln!("{text}: at most {late:?} late; without an iteration: {hasty:?}");
        latest = latest.max(late);
        assert!(
            hasty.iter().all(|&limit| limit < enough),
            "{text}: {hasty:?}"
        );
    }
    eprintln!("{searches} searches: at most {latest:?} late");
    assert!(latest <= LATE, "{latest:?}");
}

#[test]
fn short_limits_are_kept() {
    // On the largest boards a first iteration takes some milliseconds in a build with all checks,
    // and more on a slow machine.
    race(300, 40, false, Duration::from_millis(25));
    race(100, 40, true, Duration::MAX);
}

#[test]
#[ignore = "long profile: about four minutes"]
fn a_thousand_limits_up_to_half_a_second_are_kept() {
    // A release build has time for a first iteration always, one with all checks not quite.
    let enough = if cfg!(debug_assertions) { 25 } else { 0 };
    race(1000, 499, false, Duration::from_millis(enough));
}

struct StopFromOutside;

impl GameVisitor for StopFromOutside {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let evaluator = evaluator(game, None);
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            nodes: Some(u64::MAX),
            stop: Some(Arc::clone(&stop)),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(Options::default(), Seed(1));
        let report = searcher.search(
            game,
            &evaluator,
            &game.start(),
            &limits,
            &mut Unobserved,
            // As somebody would who has seen enough.
            &mut |report| stop.store(report.depth >= 2, Ordering::Relaxed),
        );
        assert_eq!((report.depth, report.ended), (2, Ended::Stopped));
        assert!(report.chosen().is_some());
    }
}

#[test]
fn a_search_can_be_stopped_from_outside() {
    for text in ["connect", "bricks:8", "fuga:11", "amazons:6x6"] {
        parse_game(text, &NoFiles)
            .expect(text)
            .visit(StopFromOutside);
    }
}
