//! Finds positions that are won, or have one best move, and little search does not see it, and
//! writes them as lines of `testdata/tactics/*.tsv`: game, position, a best move, what it is worth.
//!
//! What is written is proven by full-width alpha-beta to the end of the line.
//! `crates/search/tests/searches/tactics.rs` has the engine solve them.

use game::random::{Generator, Seed, play_randomly};
use game::{ByOutcome, Game, Goal, Playable, Score};
use games::{GameVisitor, NoFiles, parse_game};
use search::{Engine, EngineOptions, Limits, Options, Order, Report, Searcher, Ties, Unobserved};
use std::io::Write;

/// Game, plies played at random before (from, to), plies to the decision (from, to).
type Source = (&'static str, [usize; 2], [u32; 2]);

const SOURCES: &[(&str, &[Source])] = &[
    (
        "connect",
        &[
            ("connect:7x6,c=4", [8, 22], [7, 13]),
            ("connect:9x7,c=4", [10, 24], [7, 9]),
            ("connect:8x8,c=5", [16, 34], [5, 9]),
        ],
    ),
    (
        "tafl",
        &[
            ("fuga:7", [4, 30], [5, 7]),
            ("fuga:9", [6, 40], [5, 7]),
            ("tafl:brandubh", [6, 30], [5, 7]),
            ("tafl:tablut", [6, 40], [5, 5]),
        ],
    ),
    (
        "amazons",
        &[
            ("amazons:6x6", [10, 18], [5, 9]),
            ("amazons:8x8", [26, 40], [5, 9]),
            ("amazons:10x10", [56, 74], [5, 9]),
        ],
    ),
    (
        "bricks",
        &[
            ("bricks:5", [3, 5], [6, 12]),
            ("bricks:6", [8, 11], [6, 12]),
            ("bricks:8", [19, 24], [6, 12]),
            ("bricks:11", [42, 48], [6, 12]),
        ],
    ),
];

/// A position is given up when its proof takes more.
const MOST_NODES: u64 = 5_000_000;
/// So much the engine searches to find out whether there is something to prove.
const SUSPECT_NODES: u64 = 50_000;
/// What little search is: so many plies.
const LITTLE: u32 = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(family), Some(count)) = (arguments.next(), arguments.next()) else {
        return Err(
            "which family (connect, tafl, amazons, bricks), and how many of each source".into(),
        );
    };
    let count: usize = count.parse()?;
    let mut out = std::io::stdout().lock();
    for (name, sources) in SOURCES {
        if *name != family {
            continue;
        }
        for &(game, plies, distance) in *sources {
            let found = parse_game(game, &NoFiles)?.visit(Find {
                plies,
                distance,
                count,
            });
            for line in found {
                writeln!(out, "{game}\t{line}")?;
            }
            out.flush()?;
        }
    }
    Ok(())
}

struct Find {
    plies: [usize; 2],
    distance: [u32; 2],
    count: usize,
}

impl GameVisitor for Find {
    type Output = Vec<String>;

    fn visit<G: Playable>(self, game: &G) -> Vec<String> {
        let mut generator = Seed(4).generator();
        let mut lines = Vec::new();
        for _ in 0..200_000 {
            if lines.len() == self.count {
                break;
            }
            lines.extend(self.attempt(game, &mut generator));
        }
        lines
    }
}

impl Find {
    fn attempt<G: Playable>(&self, game: &G, generator: &mut Generator) -> Option<String> {
        let [from, to] = self.plies;
        let mut position = game.start();
        let plies = from + generator.below(to - from + 1);
        play_randomly(game, &mut position, plies, generator);
        // Its text must say it all.
        let position = game.forget_history(&position);
        if game.outcome(&position).is_some() {
            return None;
        }
        let judge = game.evaluators();
        let evaluator = game
            .evaluator(
                judge[0].name,
                &judge[0]
                    .features
                    .iter()
                    .map(|feature| feature.default)
                    .collect::<Vec<_>>(),
            )
            .ok()?;
        let little = search(game, &evaluator, &position, LITTLE, Ties::First)?;
        let (best, value) = if G::GOAL == Goal::Margin {
            let depth = self.distance[1];
            let report = search(game, &evaluator, &position, depth, Ties::Random)?;
            if !report.whole || report.lines.first()?.moves.len() < self.distance[0] as usize {
                return None;
            }
            (moves_of(&report), report.score()?.to_string())
        } else {
            if little.score()?.is_decided() {
                return None;
            }
            // The engine says where to look; what it says is then proven.
            let limits = Limits {
                nodes: Some(SUSPECT_NODES),
                ..Limits::default()
            };
            let options = EngineOptions {
                table_bytes: 8 << 20,
                ..EngineOptions::default()
            };
            let mut engine = Engine::new(game, options);
            let suspected = engine.search(game, &evaluator, &position, &limits, &mut |_| {});
            let plies = suspected.score()?.plies_to_win()?;
            if plies > self.distance[1] {
                return None;
            }
            let report = search(game, &ByOutcome, &position, plies, Ties::First)?;
            let plies = report.score()?.plies_to_win()?;
            if plies < self.distance[0] {
                return None;
            }
            (moves_of(&report), Score::win_in(plies).to_string())
        };
        if best.len() > 1 || game.count_moves(&position) < 4 || best.contains(&little.chosen()?) {
            return None;
        }
        let texts: Vec<String> = best
            .iter()
            .map(|&chosen| game.write_move(&position, chosen))
            .collect();
        Some(format!(
            "{}\t{}\t{value}",
            game.write_position(&position),
            texts.join(" ")
        ))
    }
}

fn moves_of<M: Copy>(report: &Report<M>) -> Vec<M> {
    let first = |line: &search::Line<M>| line.moves.first().copied();
    report.equal.iter().filter_map(first).collect()
}

/// Full-width alpha-beta; `None` if it takes too long.
fn search<G: Game, E: game::Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
    ties: Ties,
) -> Option<Report<G::Move>> {
    let options = Options {
        order: Order::History,
        ties,
        table_bytes: 16 << 20,
        ..Options::default()
    };
    let limits = Limits {
        nodes: Some(MOST_NODES),
        ..Limits::depth(depth)
    };
    let mut searcher = Searcher::new(options, Seed(1));
    let report = searcher.search(
        game,
        evaluator,
        position,
        &limits,
        &mut Unobserved,
        &mut |_| {},
    );
    let complete = report.depth == depth || report.whole || report.score()?.is_decided();
    complete.then_some(report)
}
