//! Which of several equally good moves is chosen, and whether searches repeat.

use crate::common::{evaluator, random_position};
use game::random::Seed;
use game::{ByOutcome, Game, Playable, play_text};
use games::connect::{Column, Connect};
use games::{GameVisitor, NoFiles, bricks, parse_game};
use search::{Cuts, Limits, Options, Order, Searcher, Ties, Unobserved, oracle};
use std::collections::BTreeMap;

/// Draws moves and compares how often each came up with how often it should have. All draws come
/// from one searcher, whose table fills up meanwhile.
fn check_uniform<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    options: Options,
    expected: &[G::Move],
) {
    const DRAWS: usize = 2000;
    let mut searcher = Searcher::new(options.clone(), Seed(2026));
    let mut counts: BTreeMap<G::Move, usize> = BTreeMap::new();
    for _ in 0..DRAWS {
        let report = searcher.search(
            game,
            &ByOutcome,
            position,
            &Limits::depth(depth),
            &mut Unobserved,
            &mut |_| {},
        );
        *counts
            .entry(report.chosen().expect("there are moves"))
            .or_default() += 1;
    }
    assert!(
        counts.keys().all(|chosen| expected.contains(chosen)),
        "{counts:?}"
    );
    let mean = DRAWS as f64 / expected.len() as f64;
    let chi_square: f64 = expected
        .iter()
        .map(|chosen| {
            let count = counts.get(chosen).copied().unwrap_or(0);
            (count as f64 - mean).powi(2) / mean
        })
        .sum();
    // Exceeded once in ten thousand times by chance (Wilson and Hilferty), and the seed is fixed.
    let freedom = (expected.len() - 1) as f64;
    let scale = 2.0 / (9.0 * freedom);
    let bound = freedom * (1.0 - scale + 3.719 * scale.sqrt()).powi(3);
    assert!(
        chi_square < bound,
        "{chi_square} {bound} {options:?} {counts:?}"
    );
}

fn option_variants() -> Vec<Options> {
    let mut all = Vec::new();
    for cuts in [Cuts::None, Cuts::OneSided, Cuts::Full] {
        for (symmetry, table_bytes, order) in [
            (false, 0, Order::Canonical),
            (true, 0, Order::Canonical),
            (false, 1 << 20, Order::History),
            (true, 1 << 20, Order::History),
            (true, 1 << 20, Order::Evaluator),
        ] {
            all.push(Options {
                cuts,
                symmetry,
                order,
                ties: Ties::Random,
                table_bytes,
                ..Options::default()
            });
        }
    }
    all
}

#[test]
fn equal_moves_are_equally_likely_whatever_is_cut() {
    // Three in a row, open at both ends: two columns win at once, the other five do not.
    let game = Connect::<u64>::new(7, 6, 4, None);
    let mut open_three = game.start();
    play_text(&game, &mut open_three, "c c d d e g").expect("legal moves");
    let winning = [Column(1), Column(5)];
    // Bricks on 3 x 3: all twelve first moves draw, and symmetries take them to just two.
    let bricks = bricks::Bricks::<u64>::new(3);
    let mut first_bricks = Vec::new();
    bricks.moves(&bricks.start(), &mut first_bricks);
    let values = oracle::move_values(&bricks, &ByOutcome, &bricks.start(), Some(4));
    assert!(values.iter().all(|(_, value)| *value == values[0].1));
    for options in option_variants() {
        check_uniform(&game, &open_three, 3, options.clone(), &winning);
        check_uniform(&bricks, &bricks.start(), 4, options, &first_bricks);
    }
}

/// Same seed, same limit in nodes: same moves, same values, node for node.
struct Repeats;

impl GameVisitor for Repeats {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let mut generator = Seed(5).generator();
        for nodes in [1, 100, 5000, 40_000] {
            let start = game.start();
            let plies = generator.below(10);
            let position = random_position(game, &start, plies, &mut generator);
            let evaluator = evaluator(game, None);
            let run = || {
                let options = Options {
                    order: Order::History,
                    ties: Ties::Random,
                    table_bytes: 1 << 20,
                    lines: 2,
                    ..Options::default()
                };
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                let mut searcher = Searcher::new(options, Seed(9));
                let mut seen = Vec::new();
                // Three moves with one searcher, which remembers.
                for _ in 0..3 {
                    let report = searcher.search(
                        game,
                        &evaluator,
                        &position,
                        &limits,
                        &mut Unobserved,
                        &mut |_| {},
                    );
                    seen.push((report.lines, report.equal, report.depth, report.nodes));
                }
                seen
            };
            assert_eq!(run(), run(), "{}", game.name());
        }
    }
}

#[test]
fn searches_repeat_node_for_node() {
    for text in [
        "connect",
        "bricks:8",
        "fuga:9",
        "tafl:copenhagen",
        "amazons:6x6",
    ] {
        parse_game(text, &NoFiles).expect(text).visit(Repeats);
    }
}
