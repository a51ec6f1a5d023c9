//! What tafl positions are worth: by hand, against a slow count cell by cell, and under symmetries.

use crate::evaluation_support::ForMover;
use crate::tafl_support::position;
use game::random::{Generator, Seed, play_randomly};
use game::text::BoardRows;
use game::{Evaluator, Playable, Score, Weight};
use games::{GameVisitor, NoFiles, parse_game};

/// The value of a position and the unit it is in. `weights` as text; the default ones if empty.
struct Value<'text> {
    position: &'text str,
    evaluator: &'text str,
    weights: &'text [&'text str],
}

impl GameVisitor for Value<'_> {
    type Output = (i32, i32);

    fn visit<G: Playable>(self, game: &G) -> (i32, i32) {
        let position = game.parse_position(self.position).expect("a position");
        let evaluator = make(game, self.evaluator, self.weights);
        (evaluator.for_mover(game, &position), evaluator.unit())
    }
}

fn make<G: Playable>(game: &G, name: &str, weights: &[&str]) -> G::Evaluator {
    let declarations = game.evaluators();
    let declared = declarations
        .iter()
        .find(|declaration| declaration.name == name)
        .expect("declared");
    let weights: Vec<Weight> = if weights.is_empty() {
        let features = declared.features.iter();
        features.map(|feature| feature.default).collect()
    } else {
        let texts = weights.iter();
        texts
            .map(|text| Weight::parse(text).expect("a weight"))
            .collect()
    };
    assert_eq!(weights.len(), declared.features.len());
    game.evaluator(name, &weights).expect("small weights")
}

#[track_caller]
fn check(game: &str, rows: &[&str], evaluator: &str, weights: &[&str], expected: (i32, i32)) {
    for (side, sign) in [("d", 1), ("a", -1)] {
        let value = parse_game(game, &NoFiles).expect(game).visit(Value {
            position: &position(rows, side),
            evaluator,
            weights,
        });
        assert_eq!(value, (sign * expected.0, expected.1), "{evaluator} {side}");
    }
}

#[test]
fn worked_by_hand() {
    let rows = [
        ". . . . . . .",
        ". t . . . . .",
        ". . . . . . .",
        ". . . . T . .",
        ". . . . . . .",
        ". K . . . t .",
        ". . . t . . .",
    ];
    // One defender for 2 each, three attackers for 1 each.
    check("fuga:7", &rows, "h1", &[], (2 - 3, 1));
    check("fuga:7", &rows, "h1", &["2.5", "1"], (25 - 30, 10));
    // The king is two steps from the corner a1, and nobody can be more than six away: 4/6 of the
    // way, 66 per cent, each worth 0.04.
    check("fuga:7", &rows, "h2", &[], (200 - 300 + 4 * 66, 100));
    // By the edge he would be one step away of at most three.
    check(
        "tafl:dim:7 esc:e start:3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3",
        &rows,
        "h2",
        &[],
        (200 - 300 + 4 * 66, 100),
    );
    // Around him: in the quarter of a1, rows and columns of his included, nobody.
    check("fuga:7", &rows, "h3", &[], (200 - 300 + 4 * 66, 100));
}

#[test]
fn quarters_worked_by_hand() {
    let rows = [
        ". . . . . . .",
        ". . . t . . .",
        ". . . . . . .",
        ". . . K . . .",
        ". . t . . . .",
        ". . . . . t t",
        ". . . . . . .",
    ];
    // d6 stands on the king's column and is in the upper quarters both, c3 is in the lower left,
    // f2 and g2 are in the lower right one: 1, 1, 1 and 2.
    check("fuga:7", &rows, "h3", &[], (-400 - 100, 100));
    check("fuga:7", &rows, "h3", &["0", "0", "0", "7"], (-7, 1));
    check("fuga:7", &rows, "h2", &[], (-400, 100));
    check("fuga:7", &rows, "outcome", &[], (0, 1));
}

#[test]
fn starts_are_even_in_material() {
    struct Start;
    impl GameVisitor for Start {
        type Output = ();
        fn visit<G: Playable>(self, game: &G) {
            assert_eq!(make(game, "h1", &[]).for_mover(game, &game.start()), 0);
            // Nobody's king starts elsewhere than in the middle.
            assert_eq!(make(game, "h2", &[]).for_mover(game, &game.start()), 0);
            assert_eq!(game.evaluators()[0].name, "h2");
        }
    }
    for (name, _) in GAMES {
        parse_game(name, &NoFiles).expect(name).visit(Start);
    }
}

/// Where the king is safe.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Safe {
    Corners,
    CornerBlocks,
    Edge,
}

const GAMES: [(&str, Safe); 14] = [
    ("fuga:7", Safe::Corners),
    ("fuga:9", Safe::Corners),
    ("fuga:11", Safe::Corners),
    ("fuga:13", Safe::Corners),
    ("fuga:15", Safe::Corners),
    ("fuga:19", Safe::Corners),
    ("tafl:copenhagen", Safe::Corners),
    ("tafl:brandubh", Safe::Corners),
    ("tafl:magpie", Safe::Corners),
    ("tafl:tablut", Safe::Edge),
    ("tafl:sea-battle", Safe::Edge),
    ("tafl:tawlbwrdd", Safe::Edge),
    ("tafl:parlett", Safe::Edge),
    ("tafl:alea-evangelii", Safe::CornerBlocks),
];

/// Guards, enemies, the king's way in per cent and the fewest enemies in a quarter, cell by cell.
fn slowly(text: &str, safe: Safe) -> [i32; 4] {
    let (rows, _) = BoardRows::parse("position", text, "tTK").expect("a position");
    let size = rows.columns();
    let last = size - 1;
    let cells = || (0..size).flat_map(|column| (0..size).map(move |row| (column, row)));
    let is_safe = |(column, row): (usize, usize)| match safe {
        Safe::Corners => column % last == 0 && row % last == 0,
        Safe::CornerBlocks => (column < 2 || column > last - 2) && (row < 2 || row > last - 2),
        Safe::Edge => column % last == 0 || row % last == 0,
    };
    // Steps through a grid without obstacles.
    let distance = |from: (usize, usize)| {
        let away = |to: (usize, usize)| from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
        cells()
            .filter(|&to| is_safe(to))
            .map(away)
            .min()
            .expect("an escape")
    };
    let farthest = cells().map(distance).max().expect("cells");
    let (mut guards, mut enemies, mut king) = (0, 0, None);
    for (column, row) in cells() {
        match rows.at(column, row) {
            Some('T') => guards += 1,
            Some('t') => enemies += 1,
            Some(_) => king = Some((column, row)),
            None => {}
        }
    }
    let Some(king) = king else {
        return [guards, enemies, 0, 0];
    };
    let mut quarters = [0; 4];
    for (column, row) in cells().filter(|&(column, row)| rows.at(column, row) == Some('t')) {
        for (number, quarter) in quarters.iter_mut().enumerate() {
            let inside = match number {
                0 => column <= king.0 && row <= king.1,
                1 => column <= king.0 && row >= king.1,
                2 => column >= king.0 && row <= king.1,
                _ => column >= king.0 && row >= king.1,
            };
            *quarter += i32::from(inside);
        }
    }
    let way = 100 * (farthest - distance(king)) / farthest;
    [
        guards,
        enemies,
        way as i32,
        quarters.into_iter().min().unwrap_or(0),
    ]
}

/// Pieces strewn over the board, most boards rather empty.
fn strewn(size: usize, generator: &mut Generator) -> String {
    let density = 2 + generator.below(20);
    let king = generator.below(size * size);
    let board = BoardRows::from_cells(size, size, |column, row| {
        if row * size + column == king {
            return Some('K');
        }
        match generator.below(3 * density) {
            0..2 => Some('t'),
            2 => Some('T'),
            _ => None,
        }
    });
    format!("{board} d")
}

struct Agrees(Safe);

impl GameVisitor for Agrees {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        let all_weights = ["3", "5", "0.07", "11"];
        let evaluators = [("h1", 2), ("h2", 3), ("h3", 4)]
            .map(|(name, features)| (features, make(game, name, &all_weights[..features])));
        let size = game.diagram(&game.start()).columns;
        let mut generator = Seed(size as u64).generator();
        let mut positions = Vec::new();
        for number in 0..300 {
            let mut position = game.start();
            if number % 2 == 0 {
                let plies = generator.below(120);
                play_randomly(game, &mut position, plies, &mut generator);
            } else {
                // Boards that the rules refuse are no positions.
                let Ok(strewn) = game.parse_position(&strewn(size, &mut generator)) else {
                    continue;
                };
                position = strewn;
            }
            positions.push(position);
        }
        assert!(positions.len() > 150);
        for position in &positions {
            let text = game.write_position(position);
            let [guards, enemies, way, fewest] = slowly(&text, self.0);
            let sign = if text.ends_with('d') { 1 } else { -1 };
            let terms = [3 * guards, -5 * enemies, 7 * way, -11 * fewest];
            for (features, evaluator) in &evaluators {
                let unit = if *features == 2 { 1 } else { 100 };
                assert_eq!(evaluator.unit(), unit);
                let sum: i32 = (0..*features)
                    .map(|number| terms[number] * if number == 2 { 1 } else { unit })
                    .sum();
                let value = evaluator.for_mover(game, position);
                assert_eq!(value, sign * sum, "{text}");
                // The other side to move, and no history.
                let turned = if sign > 0 {
                    text.trim_end_matches('d').to_string() + "a"
                } else {
                    text.trim_end_matches('a').to_string() + "d"
                };
                if let Ok(turned) = game.parse_position(&turned) {
                    assert_eq!(evaluator.for_mover(game, &turned), -value, "{text}");
                }
                for &symmetry in game.symmetries() {
                    let image = game.map_position(symmetry, position);
                    assert_eq!(
                        evaluator.for_mover(game, &image),
                        value,
                        "{symmetry} {text}"
                    );
                }
            }
        }
    }
}

#[test]
fn values_agree_with_a_slow_count() {
    for (name, safe) in GAMES {
        parse_game(name, &NoFiles).expect(name).visit(Agrees(safe));
    }
}

#[test]
fn weights_of_any_size_stay_within_bounds() {
    struct Bounds;
    impl GameVisitor for Bounds {
        type Output = ();
        fn visit<G: Playable>(self, game: &G) {
            let size = game.diagram(&game.start()).columns;
            let mut generator = Seed(9).generator();
            let positions: Vec<G::Position> = (0..40)
                .filter_map(|_| game.parse_position(&strewn(size, &mut generator)).ok())
                .collect();
            for declaration in game.evaluators() {
                let count = declaration.features.len();
                let (mut used, mut refused) = (0, 0);
                for exponent in 0..=6 {
                    for sign in [-1, 1] {
                        let weight = Weight::integer(sign * 10_i32.pow(exponent));
                        let Ok(evaluator) = game.evaluator(declaration.name, &vec![weight; count])
                        else {
                            refused += 1;
                            continue;
                        };
                        used += 1;
                        for position in &positions {
                            let value = evaluator.for_mover(game, position);
                            assert!(value.abs() <= Score::GREATEST_VALUE);
                        }
                    }
                }
                assert!(used > 8, "{}: {used} {refused}", declaration.name);
                let finest = vec![Weight::from_millionths(999_999_999_999); count];
                assert!(game.evaluator(declaration.name, &finest).is_err() || count == 0);
            }
        }
    }
    for name in ["fuga:7", "fuga:19"] {
        parse_game(name, &NoFiles).expect(name).visit(Bounds);
    }
}

#[test]
fn presets_name_declared_evaluators() {
    struct Presets;
    impl GameVisitor for Presets {
        type Output = Vec<String>;
        fn visit<G: Playable>(self, game: &G) -> Vec<String> {
            game.presets()
                .into_iter()
                .map(|preset| preset.text)
                .collect()
        }
    }
    let texts = parse_game("fuga", &NoFiles).expect("fuga").visit(Presets);
    let expected = ["h1", "h2", "h3"].map(|name| format!("alphabeta:depth=3,eval={name}"));
    assert_eq!(texts, expected);
}
