//! Every search, with every combination of options, finds the value of plain minimax.

use crate::common::{evaluator, random_position};
use game::random::{Generator, Seed};
use game::{Evaluator, Playable, Score};
use games::{Files, GameVisitor, parse_game};
use search::{
    Cuts, Engine, EngineOptions, Limits, Options, Order, Report, Searcher, Statistics, Ties,
    Tunables, Unobserved, oracle,
};

/// A game, and positions to start random play from where the game's own start is too wide to be
/// searched deeply.
const GAMES: &[(&str, &[&str])] = &[
    ("connect:4x4,c=3", &[]),
    ("connect:7x6,c=4", &[]),
    ("connect:9x9,c=4", &[]),
    ("bricks:3", &[]),
    ("bricks:4", &[]),
    ("bricks:5", &[]),
    ("amazons:4x4", &[]),
    (
        "amazons:5x5",
        &["1q3/*1*1*/2*2/*Q*1*/1***1 w", "q4/1***1/2*2/1***1/4Q b"],
    ),
    (
        "fuga:7",
        &[
            "7/2t4/7/3K2t/7/1T5/7 a",
            "7/7/1t3t1/3K3/7/2T1t2/7 d",
            "7/1t5/7/3K3/7/7/5t1 d",
        ],
    ),
    (
        "tafl:brandubh",
        &["7/7/1t5/3K3/7/7/4t2 a", "3t3/7/3T3/3K3/7/7/3t3 d"],
    ),
    ("tafl:@tiny.toml", &[]),
    ("tafl:tablut", &["9/9/9/2t6/4K4/9/9/6t2/9 a"]),
    (
        "tafl:copenhagen",
        &["11/11/11/3t7/11/5K5/11/7t3/11/11/11 a"],
    ),
];

const POSITIONS_PER_GAME: usize = 100;
const SEARCHES_PER_POSITION: usize = 16;
/// The oracle looks at so many positions at most; the depth follows from that.
const MOST_NODES: u64 = 30_000;

fn all_options() -> Vec<Options> {
    let mut all = Vec::new();
    for cuts in [Cuts::None, Cuts::OneSided, Cuts::Full] {
        for symmetry in [false, true] {
            for order in [Order::Canonical, Order::Evaluator, Order::History] {
                for ties in [Ties::First, Ties::Random] {
                    for deepening in [false, true] {
                        // A table that is much too small, too, so that entries get replaced.
                        for table_bytes in [0, 4096, 1 << 20] {
                            all.push(Options {
                                cuts,
                                symmetry,
                                order,
                                ties,
                                width: None,
                                lines: 1,
                                deepening,
                                table_bytes,
                            });
                        }
                    }
                }
            }
        }
    }
    all
}

/// The nodes of the tree to a depth, or `None` if there are more than the oracle should visit.
fn count<G: Playable>(game: &G, position: &G::Position, depth: u32, left: &mut u64) -> Option<()> {
    *left = left.checked_sub(1)?;
    if depth == 0 {
        return Some(());
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for chosen in moves {
        count(game, &game.after(position, chosen), depth - 1, left)?;
    }
    Some(())
}

/// A board so small, with pieces so slow, that repetitions are within reach of the searches.
struct Tiny;

impl Files for Tiny {
    fn read(&self, _path: &str) -> Result<String, String> {
        Ok("size = 5
            layout = [\"1t3\", \"5\", \"2K2\", \"5\", \"3t1\"]
            surrounded = \"ignored\"
            move-limit = 60
            [speed]
            attackers = 1
            defenders = 1
            king = 1"
            .to_string())
    }
}

struct Compare<'test> {
    starts: &'test [&'test str],
    options: &'test [Options],
    seed: u64,
}

/// What was compared, so that a test that tests nothing is noticed.
#[derive(Debug, Default)]
struct Compared {
    positions: usize,
    by_depth: [usize; 6],
    with_history: usize,
    symmetric: usize,
    decided: usize,
    /// Wins and losses that the selective engine claimed and the oracle could check.
    claims: usize,
}

impl GameVisitor for Compare<'_> {
    type Output = Compared;

    fn visit<G: Playable>(self, game: &G) -> Compared {
        let mut generator = Seed(self.seed).generator();
        let mut compared = Compared::default();
        let starts: Vec<G::Position> = if self.starts.is_empty() {
            vec![game.start()]
        } else {
            let parse = |text: &&str| game.parse_position(text).expect(text);
            self.starts.iter().map(parse).collect()
        };
        let longest = if self.starts.is_empty() { 40 } else { 6 };
        while compared.positions < POSITIONS_PER_GAME {
            let start = &starts[generator.below(starts.len())];
            let plies = generator.below(longest);
            let position = random_position(game, start, plies, &mut generator);
            if game.outcome(&position).is_some() {
                continue;
            }
            let deepest = (1..=5)
                .rev()
                .find(|&depth| count(game, &position, depth, &mut MOST_NODES.clone()).is_some());
            let Some(deepest) = deepest else {
                continue;
            };
            // Mostly as deep as it goes.
            let depth = deepest - [0, 0, 0, 1, 2, 3, 4][generator.below(7)].min(deepest - 1);
            compared.positions += 1;
            compared.by_depth[depth as usize] += 1;
            compared.with_history += usize::from(game.history_key(&position, depth) != 0);
            let symmetric = |&symmetry: &_| game.is_symmetric(&position, symmetry);
            compared.symmetric +=
                usize::from(game.symmetries().iter().filter(|it| symmetric(it)).count() > 1);
            self.compare(game, &position, depth, &mut generator, &mut compared);
        }
        compared
    }
}

impl Compare<'_> {
    fn compare<G: Playable>(
        &self,
        game: &G,
        position: &G::Position,
        depth: u32,
        generator: &mut Generator,
        compared: &mut Compared,
    ) {
        let declarations = game.evaluators();
        let declaration = &declarations[generator.below(declarations.len())];
        let evaluator = evaluator(game, Some(declaration.name));
        for &symmetry in game.symmetries() {
            let image = game.map_position(symmetry, position);
            if evaluator.respects(symmetry) && game.outcome(&image).is_none() {
                let viewer = game.side_to_move(position);
                assert_eq!(
                    evaluator.evaluate(game, &image, viewer),
                    evaluator.evaluate(game, position, viewer),
                    "{symmetry} {}",
                    game.write_position(position)
                );
            }
        }
        let values = oracle::move_values(game, &evaluator, position, Some(depth));
        let best = values
            .iter()
            .map(|(_, value)| *value)
            .max()
            .expect("there are moves");
        compared.decided += usize::from(best.is_decided());
        let best_moves: Vec<G::Move> = values
            .iter()
            .filter(|(_, value)| *value == best)
            .map(|(chosen, _)| *chosen)
            .collect();
        for _ in 0..SEARCHES_PER_POSITION {
            let mut options = self.options[generator.below(self.options.len())].clone();
            options.lines = 1 + generator.below(3);
            let case = || {
                let text = game.write_position(position);
                format!(
                    "{} {text} {} {depth} {options:?}",
                    game.name(),
                    declaration.name
                )
            };
            let mut searcher = Searcher::new(options.clone(), Seed(generator.bits()));
            let limits = Limits::depth(depth);
            // What is remembered from one search must not change the next: neither from the same
            // position nor from one that looks the same but has another past.
            let forgetful = game.forget_history(position);
            let pasts = if generator.below(2) == 0 {
                [position, &forgetful, position]
            } else {
                [&forgetful, position, position]
            };
            for searched in pasts {
                if *searched != *position {
                    self.compare_value(game, searched, &evaluator, depth, &mut searcher, &case);
                    continue;
                }
                let mut statistics = Statistics::default();
                let report = searcher.search(
                    game,
                    &evaluator,
                    position,
                    &limits,
                    &mut statistics,
                    &mut |_| {},
                );
                assert_eq!(report.score(), Some(best), "{}", case());
                let chosen = report.chosen().expect("there are moves");
                assert!(best_moves.contains(&chosen), "{}", case());
                let equal: Vec<G::Move> = report.equal.iter().map(|line| line.moves[0]).collect();
                assert!(
                    equal.iter().all(|move_| best_moves.contains(move_)),
                    "{}",
                    case()
                );
                if options.ties == Ties::Random {
                    assert_eq!(equal, best_moves, "{}", case());
                }
                check_lines(
                    game, position, &evaluator, &report, &values, &options, &case,
                );
            }
        }
        self.check_limits(game, position, &evaluator, depth, best, generator);
        compare_engine(game, position, &evaluator, depth, &values, generator);
        compared.claims += check_claims(game, position, &evaluator, depth, generator);
    }

    fn compare_value<G: Playable>(
        &self,
        game: &G,
        position: &G::Position,
        evaluator: &G::Evaluator,
        depth: u32,
        searcher: &mut Searcher<G>,
        case: &impl Fn() -> String,
    ) {
        let values = oracle::move_values(game, evaluator, position, Some(depth));
        let report = searcher.search(
            game,
            evaluator,
            position,
            &Limits::depth(depth),
            &mut Unobserved,
            &mut |_| {},
        );
        let best = values.iter().map(|(_, value)| *value).max();
        assert_eq!(report.score(), best, "without its past: {}", case());
    }

    /// With a limit in nodes the result is that of the last complete iteration.
    fn check_limits<G: Playable>(
        &self,
        game: &G,
        position: &G::Position,
        evaluator: &G::Evaluator,
        depth: u32,
        best: Score,
        generator: &mut Generator,
    ) {
        let options = self.options[generator.below(self.options.len())].clone();
        let limits = Limits {
            nodes: Some(1 + generator.below(3000) as u64),
            ..Limits::depth(depth)
        };
        let mut searcher = Searcher::new(options, Seed(1));
        let mut iterations = Vec::new();
        let report = searcher.search(
            game,
            evaluator,
            position,
            &limits,
            &mut Unobserved,
            &mut |report| iterations.push((report.depth, report.score())),
        );
        assert!(report.nodes <= limits.nodes.unwrap_or(0));
        assert!(game.is_legal(position, report.chosen().expect("there are moves")));
        match iterations.last() {
            None => assert_eq!(report.depth, 0),
            Some(&(last, score)) => {
                assert_eq!((report.depth, report.score()), (last, score));
                let expected = oracle::move_values(game, evaluator, position, Some(last));
                assert_eq!(score, expected.iter().map(|(_, value)| *value).max());
                if last == depth {
                    assert_eq!(score, Some(best));
                }
            }
        }
    }
}

/// Each line has the value it claims: the best, the next best, and so on; and it can be played.
fn check_lines<G: Playable>(
    game: &G,
    position: &G::Position,
    evaluator: &G::Evaluator,
    report: &Report<G::Move>,
    values: &[(G::Move, Score)],
    options: &Options,
    case: &impl Fn() -> String,
) {
    let value_of = |chosen: G::Move| {
        let found = values.iter().find(|(known, _)| *known == chosen);
        found.map(|(_, value)| *value)
    };
    for line in &report.lines {
        assert_eq!(value_of(line.moves[0]), Some(line.score), "{}", case());
    }
    if !options.symmetry {
        let mut expected: Vec<Score> = values.iter().map(|(_, value)| *value).collect();
        expected.sort_by_key(|value| std::cmp::Reverse(*value));
        expected.truncate(options.lines);
        let scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
        assert_eq!(scores, expected, "{}", case());
    }
    let viewer = game.side_to_move(position);
    let Some(line) = report.lines.first() else {
        return;
    };
    let mut reached = position.clone();
    for &chosen in &line.moves {
        assert!(game.is_legal(&reached, chosen), "{}", case());
        game.play(&mut reached, chosen);
    }
    // Without a table the line goes to where its value comes from.
    if options.table_bytes == 0 {
        let plies = line.moves.len() as u32;
        let value = match game.outcome(&reached) {
            Some(outcome) => evaluator.finished(game, &reached, outcome, viewer, plies),
            None => Score::value(evaluator.evaluate(game, &reached, viewer)),
        };
        assert_eq!(value, line.score, "{}", case());
    }
}

/// The engine with everything selective off, with one thread and with two, with a large table and
/// with one that is much too small, in positions with and without their past.
fn compare_engine<G: Playable>(
    game: &G,
    position: &G::Position,
    evaluator: &G::Evaluator,
    depth: u32,
    values: &[(G::Move, Score)],
    generator: &mut Generator,
) {
    let options = EngineOptions {
        selective: false,
        table_bytes: [64, 4096, 1 << 20][generator.below(3)],
        threads: [1, 1, 1, 2][generator.below(4)],
        lines: 1 + generator.below(3),
        tunables: Tunables {
            aspiration: [1, 20, 100][generator.below(3)],
            symmetry_plies: [0, 2, 8][generator.below(3)],
            ..Tunables::default()
        },
    };
    let case = || {
        let text = game.write_position(position);
        format!("{} {text} {evaluator:?} {depth} {options:?}", game.name())
    };
    let mut engine = Engine::new(game, options.clone());
    let forgetful = game.forget_history(position);
    let other_values = oracle::move_values(game, evaluator, &forgetful, Some(depth));
    let limits = Limits::depth(depth);
    let pasts = [(&forgetful, &*other_values), (position, values)];
    let first = generator.below(2);
    for (searched, values) in [pasts[first], pasts[1 - first], pasts[first]] {
        if game.outcome(searched).is_some() {
            continue;
        }
        let report = engine.search(game, evaluator, searched, &limits, &mut |_| {});
        let best = values.iter().map(|(_, value)| *value).max();
        assert_eq!(report.score(), best, "{}", case());
        for line in &report.lines {
            let value = values.iter().find(|(known, _)| *known == line.moves[0]);
            assert_eq!(
                value.map(|(_, value)| *value),
                Some(line.score),
                "{}",
                case()
            );
            let mut reached = searched.clone();
            for &chosen in &line.moves {
                assert!(game.is_legal(&reached, chosen), "{}", case());
                game.play(&mut reached, chosen);
            }
        }
    }
}

/// The engine with everything on: what it says is won or lost, is, within so many plies. Says how
/// many such claims were checked.
fn check_claims<G: Playable>(
    game: &G,
    position: &G::Position,
    evaluator: &G::Evaluator,
    depth: u32,
    generator: &mut Generator,
) -> usize {
    let options = EngineOptions {
        table_bytes: [4096, 1 << 20][generator.below(2)],
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(game, options.clone());
    let limits = Limits::depth(depth + 2);
    let report = engine.search(game, evaluator, position, &limits, &mut |_| {});
    let again = Engine::new(game, options).search(game, evaluator, position, &limits, &mut |_| {});
    assert_eq!(
        (&report.lines, report.nodes, report.depth),
        (&again.lines, again.nodes, again.depth),
        "one thread repeats itself"
    );
    let score = report.score().expect("there are moves");
    let Some(plies) = score.plies_to_win().or(score.plies_to_loss()) else {
        return 0;
    };
    if count(game, position, plies, &mut (4 * MOST_NODES)).is_none() {
        return 0;
    }
    let values = oracle::move_values(game, evaluator, position, Some(plies));
    let best = values
        .iter()
        .map(|(_, value)| *value)
        .max()
        .expect("there are moves");
    let holds = if score.plies_to_win().is_some() {
        best >= score && best.plies_to_win().is_some()
    } else {
        best.plies_to_loss().is_some()
    };
    assert!(
        holds,
        "{} {}: {score}, but {best}",
        game.name(),
        game.write_position(position)
    );
    1
}

#[test]
fn every_search_equals_the_oracle() {
    let options = all_options();
    let mut total = Compared::default();
    for (number, &(text, starts)) in GAMES.iter().enumerate() {
        let game = parse_game(text, &Tiny).expect(text);
        let compared = game.visit(Compare {
            starts,
            options: &options,
            seed: number as u64,
        });
        eprintln!("{text}: {compared:?}");
        total.positions += compared.positions;
        total.with_history += compared.with_history;
        total.symmetric += compared.symmetric;
        total.decided += compared.decided;
        total.claims += compared.claims;
        for (sum, count) in total.by_depth.iter_mut().zip(compared.by_depth) {
            *sum += count;
        }
    }
    eprintln!("{total:?}");
    assert_eq!(total.positions, GAMES.len() * POSITIONS_PER_GAME);
    // All depths, and everything that could make a difference.
    assert!(
        total.by_depth[1..].iter().all(|&count| count >= 20),
        "{total:?}"
    );
    assert!(total.with_history >= 20, "{total:?}");
    assert!(total.symmetric >= 20, "{total:?}");
    assert!(total.decided >= 50, "{total:?}");
    assert!(total.claims >= 50, "{total:?}");
}
