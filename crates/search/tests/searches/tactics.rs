//! Positions where one move decides and little search does not see it: the engine does, with all
//! its reductions on, within so many nodes.

use super::common::evaluator;
use game::random::Seed;
use game::{ByOutcome, Goal, Playable, Score};
use games::{GameVisitor, NoFiles, parse_game};
use search::{Engine, EngineOptions, Limits, Options, Order, Searcher, Tunables, Unobserved};

/// The file, and the nodes that the engine may visit in each of its positions.
const FILES: &[(&str, &str, u64)] = &[
    (
        "connect",
        include_str!("../../../../testdata/tactics/connect.tsv"),
        50_000,
    ),
    (
        "tafl",
        include_str!("../../../../testdata/tactics/tafl.tsv"),
        50_000,
    ),
    (
        "amazons",
        include_str!("../../../../testdata/tactics/amazons.tsv"),
        200_000,
    ),
    (
        "bricks",
        include_str!("../../../../testdata/tactics/bricks.tsv"),
        200_000,
    ),
];
const FEWEST: usize = 20;
/// Full-width proofs that take more nodes are left to the program that found the positions.
const PROOF_NODES: u64 = 100_000;

struct Solve<'test> {
    position: &'test str,
    best: &'test str,
    value: &'test str,
    budget: u64,
}

/// What came of a position.
struct Solved {
    solved: bool,
    proven: bool,
    nodes: u64,
}

impl GameVisitor for Solve<'_> {
    type Output = Solved;

    fn visit<G: Playable>(self, game: &G) -> Solved {
        let position = game.parse_position(self.position).expect(self.position);
        let best = game.parse_move(&position, self.best).expect(self.best);
        let judge = evaluator(game, game.strong_evaluator());
        let options = EngineOptions {
            table_bytes: 8 << 20,
            // Those that the game advises, as players have them.
            tunables: Tunables::read::<G>(|_| None),
            ..EngineOptions::default()
        };
        let limits = Limits {
            nodes: Some(self.budget),
            ..Limits::default()
        };
        // How soon it is solved: from then on the answer stays.
        let win = self.value.strip_prefix("win in ").map(|plies| {
            let plies = plies.parse().expect("a number of plies");
            Score::win_in(plies)
        });
        let is_solution = |score: Option<Score>, chosen: Option<G::Move>| match win {
            Some(win) => score >= Some(win),
            None => chosen == Some(best),
        };
        let mut nodes = None;
        let mut engine = Engine::new(game, options);
        let report = engine.search(game, &judge, &position, &limits, &mut |report| {
            if !is_solution(report.score(), report.chosen()) {
                nodes = None;
            } else if nodes.is_none() {
                nodes = Some(report.nodes);
            }
        });
        let proof_limits = |depth| Limits {
            nodes: Some(PROOF_NODES),
            ..Limits::depth(depth)
        };
        let options = Options {
            order: Order::History,
            table_bytes: 8 << 20,
            ..Options::default()
        };
        let mut searcher = Searcher::new(options, Seed(1));
        let proven = if let Some(win) = win {
            let depth = win.plies_to_win().expect("a win");
            let limits = proof_limits(depth);
            let report = searcher.search(
                game,
                &ByOutcome,
                &position,
                &limits,
                &mut Unobserved,
                &mut |_| {},
            );
            let proof = report.score().filter(|score| score.is_decided());
            assert!(proof.is_none_or(|proof| proof == win), "{}", self.position);
            proof.is_some()
        } else {
            assert_eq!(G::GOAL, Goal::Margin);
            let limits = proof_limits(100);
            let score = evaluator(game, Some("score"));
            let report = searcher.search(
                game,
                &score,
                &position,
                &limits,
                &mut Unobserved,
                &mut |_| {},
            );
            if report.whole {
                let value = report.score().map(|score| score.to_string());
                assert_eq!(value.as_deref(), Some(self.value), "{}", self.position);
            }
            report.whole
        };
        Solved {
            solved: is_solution(report.score(), report.chosen()),
            proven,
            nodes: nodes.unwrap_or(report.nodes),
        }
    }
}

#[test]
fn the_engine_solves_tactical_positions() {
    for &(name, content, budget) in FILES {
        let (mut count, mut proven, mut most) = (0, 0, 0);
        let mut unsolved = Vec::new();
        for line in content.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [game, position, best, value] = fields[..] else {
                panic!("{line}");
            };
            let solved = parse_game(game, &NoFiles).expect(game).visit(Solve {
                position,
                best,
                value,
                budget,
            });
            count += 1;
            proven += usize::from(solved.proven);
            most = most.max(solved.nodes);
            if !solved.solved {
                unsolved.push(line);
            }
        }
        eprintln!("{name}: {count} positions, {proven} proven again, {most} nodes at most");
        assert!(unsolved.is_empty(), "{name}: {unsolved:#?}");
        assert!(count >= FEWEST, "{name}: {count}");
        assert!(proven >= FEWEST / 2, "{name}: {proven} proven again");
    }
}
