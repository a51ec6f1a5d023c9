//! The published tree tables of Bricks, to the last node.

use game::random::Seed;
use game::{ByOutcome, Evaluator, Game, Outcome, Playable, Score, Side};
use games::bricks::{Bricks, Position, signed_root};
use games::{GameVisitor, NoFiles, parse_game};
use search::{
    Cuts, Level, Limits, Options, Order, Recorder, Searcher, Statistics, Tree, Unobserved,
};

/// The final score truncated toward zero, as in the report.
#[derive(Debug, Clone)]
struct Truncated;

impl Evaluator<Bricks<u64>> for Truncated {
    type Sketch = ();

    fn sketch(&self, _game: &Bricks<u64>, _position: &<Bricks<u64> as Game>::Position) {}

    fn evaluate(&self, _: &Bricks<u64>, _: &Position<u64>, _: Side) -> i32 {
        0
    }

    fn finished(
        &self,
        _: &Bricks<u64>,
        _: &Position<u64>,
        outcome: Outcome,
        viewer: Side,
        _: u32,
    ) -> Score {
        Score::value(signed_root(outcome.margin_for(viewer)).trunc() as i32)
    }
}

fn levels(size: usize, cuts: Cuts) -> (Score, u64, Vec<Level>) {
    let game = Bricks::<u64>::new(size);
    let options = Options {
        cuts,
        ..Options::default()
    };
    let mut statistics = Statistics::default();
    let report = Searcher::new(options, Seed(0)).search(
        &game,
        &Truncated,
        &game.start(),
        &Limits::default(),
        &mut statistics,
        &mut |_| {},
    );
    assert!(report.whole);
    assert_eq!(report.nodes, statistics.nodes());
    let score = report.score().expect("there are moves");
    (score, report.nodes, statistics.levels().to_vec())
}

fn nodes(levels: &[Level]) -> Vec<u64> {
    levels.iter().map(|level| level.nodes).collect()
}

/// Most, fewest and mean children as the report prints them, in six significant digits.
fn children(levels: &[Level]) -> Vec<String> {
    let six_digits = |mean: f64| {
        let digits_before = if mean < 1.0 {
            0
        } else {
            mean.log10() as usize + 1
        };
        let text = format!("{mean:.*}", 6 - digits_before);
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    };
    levels
        .iter()
        .map(|level| {
            let mean = six_digits(level.mean_children());
            format!("{}/{}/{mean}", level.most_children, level.fewest_children)
        })
        .collect()
}

#[test]
fn minimax_visits_the_published_trees() {
    let (score, total, levels_of_two) = levels(2, Cuts::None);
    assert_eq!((score, total), (Score::EVEN, 9));
    assert_eq!(nodes(&levels_of_two), [1, 4, 4]);
    let (score, total, levels_of_three) = levels(3, Cuts::None);
    assert_eq!((score, total), (Score::EVEN, 869));
    assert_eq!(nodes(&levels_of_three), [1, 12, 88, 336, 432]);
    let (score, total, levels_of_four) = levels(4, Cuts::None);
    assert_eq!((score, total), (Score::EVEN, 6_257_129));
    assert_eq!(
        nodes(&levels_of_four),
        [
            1, 24, 448, 6264, 62232, 406_560, 1_548_000, 2_782_080, 1_451_520
        ]
    );
    assert_eq!(
        children(&levels_of_four),
        [
            "24/24/24",
            "20/17/18.6667",
            "17/12/13.9821",
            "13/8/9.93487",
            "10/4/6.53297",
            "7/1/3.80756",
            "4/0/1.79721",
            "1/0/0.521739",
            "0/0/0"
        ]
    );
}

#[test]
fn one_sided_alpha_beta_visits_the_published_trees() {
    let (score, total, _) = levels(3, Cuts::OneSided);
    assert_eq!((score, total), (Score::EVEN, 306));
    let (score, total, levels_of_four) = levels(4, Cuts::OneSided);
    assert_eq!((score, total), (Score::EVEN, 365_249));
    assert_eq!(
        nodes(&levels_of_four),
        [1, 24, 220, 1662, 8711, 34042, 91692, 146_694, 82203]
    );
    assert_eq!(
        children(&levels_of_four),
        [
            "24/24/24",
            "20/1/9.16667",
            "17/1/7.55455",
            "13/1/5.24128",
            "10/1/3.90793",
            "7/1/2.6935",
            "4/0/1.59986",
            "1/0/0.560371",
            "0/0/0"
        ]
    );
}

#[test]
fn full_alpha_beta_visits_less() {
    let (score, total, _) = levels(4, Cuts::Full);
    assert_eq!(score, Score::EVEN);
    assert!(total < 365_249, "{total}");
}

fn tree(most_nodes: usize, deepest: Option<u32>, cuts: Cuts) -> Tree<games::bricks::Brick> {
    let game = Bricks::<u64>::new(3);
    let options = Options {
        cuts,
        ..Options::default()
    };
    let mut recorder = Recorder::new(most_nodes, deepest);
    Searcher::new(options, Seed(0)).search(
        &game,
        &ByOutcome,
        &game.start(),
        &Limits::default(),
        &mut recorder,
        &mut |_| {},
    );
    recorder.into_tree()
}

#[test]
fn recorded_trees_are_whole_levels_and_counts() {
    let whole = tree(usize::MAX, None, Cuts::None);
    assert_eq!(whole.nodes.len(), 869);
    assert!(whole.nodes.iter().all(|node| node.hidden == 0));
    for (most_nodes, deepest, kept) in [
        (usize::MAX, Some(3), 437),
        (868, None, 437),
        (500, None, 437),
        (436, None, 101),
        (100, Some(3), 13),
        (0, None, 13),
        (usize::MAX, Some(0), 1),
    ] {
        let part = tree(most_nodes, deepest, Cuts::None);
        assert_eq!(part.nodes.len(), kept, "{most_nodes} {deepest:?}");
        assert_eq!(part.visited(), 869);
        // What is kept is as it was, and every node is behind its parent.
        let mut expected = whole
            .nodes
            .iter()
            .filter(|node| node.ply <= part.nodes.iter().map(|node| node.ply).max().unwrap_or(0));
        for (place, node) in part.nodes.iter().enumerate() {
            assert!(node.parent.is_none_or(|parent| parent < place));
            let original = expected.next().expect("there is one");
            assert_eq!(
                (node.chosen, node.ply, node.visit),
                (original.chosen, original.ply, original.visit)
            );
        }
    }
    // The value of a node is that of its best child, in the eyes of its side.
    for (place, node) in whole.nodes.iter().enumerate() {
        let children = whole
            .nodes
            .iter()
            .filter(|child| child.parent == Some(place));
        if let Some(best) = children.map(|child| -child.visit.value).max() {
            assert_eq!(node.visit.value, best);
        }
    }
}

/// The start of the king's escape has all eight symmetries, and its history none that matters: seven
/// of eight first moves need no search, and what they lead to neither.
#[test]
fn symmetric_starts_are_searched_once() {
    struct Count(bool);
    impl GameVisitor for Count {
        type Output = u64;
        fn visit<G: Playable>(self, game: &G) -> u64 {
            let options = Options {
                cuts: Cuts::None,
                symmetry: self.0,
                ..Options::default()
            };
            let mut searcher = Searcher::new(options, Seed(0));
            let limits = Limits::depth(3);
            let start = game.start();
            let (observer, progress) = (&mut Unobserved, &mut |_: &_| {});
            searcher
                .search(game, &ByOutcome, &start, &limits, observer, progress)
                .nodes
        }
    }
    for (text, least) in [
        ("fuga:7", 7.5),
        ("tafl:brandubh", 7.5),
        ("tafl:copenhagen", 7.5),
        ("bricks:6", 7.5),
        ("connect", 1.9),
    ] {
        let game = parse_game(text, &NoFiles).expect(text);
        let [plain, pruned] = [false, true].map(|symmetry| game.visit(Count(symmetry)));
        assert!(
            plain as f64 >= least * pruned as f64,
            "{text}: {plain} {pruned}"
        );
    }
}

/// A search that keeps only some moves keeps the evaluator's best, whatever order was asked for.
#[test]
fn a_limited_width_goes_by_the_evaluator_alone() {
    let game = Bricks::<u64>::new(5);
    let values = [Order::Canonical, Order::Evaluator, Order::History].map(|order| {
        let options = Options {
            cuts: Cuts::OneSided,
            width: Some(4),
            order,
            table_bytes: 1 << 16,
            ..Options::default()
        };
        let report = Searcher::new(options, Seed(0)).search(
            &game,
            &ByOutcome,
            &game.start(),
            &Limits::depth(6),
            &mut Unobserved,
            &mut |_| {},
        );
        (report.lines, report.nodes)
    });
    assert!(values.iter().all(|value| *value == values[0]));
    assert!(values[0].1 <= 1 + 4 + 16 + 64 + 256 + 1024 + 4096);
}
