//! The evaluators and players of Connect against a version that walks over cells, and against boards
//! worked by hand.

use crate::evaluation_support::ForMover;
use game::bits::{Bits, Wide};
use game::random::Seed;
use game::{Game, Notation, Playable, Settings, Side, Symmetry, Weight};
use games::connect::{Connect, ConnectEvaluator};
use std::collections::BTreeSet;

type PositionOf<B> = <Connect<B> as Game>::Position;

fn parse(weights: &[&str]) -> Vec<Weight> {
    weights
        .iter()
        .map(|text| Weight::parse(text).expect(text))
        .collect()
}

fn evaluator<B: Bits>(game: &Connect<B>, name: &str, weights: &[&str]) -> ConnectEvaluator<B> {
    game.evaluator(name, &parse(weights))
        .expect("the weights fit")
}

/// With the published weights.
fn published<B: Bits>(game: &Connect<B>, name: &str) -> ConnectEvaluator<B> {
    let declarations = game.evaluators();
    let declaration = declarations.iter().find(|each| each.name == name);
    let features = &declaration.expect(name).features;
    let weights: Vec<Weight> = features.iter().map(|feature| feature.default).collect();
    game.evaluator(name, &weights).expect("the weights fit")
}

// ---- The slow version ---------------------------------------------------------------------------

/// A board as a grid, columns from the left, rows from the bottom.
struct Grid {
    columns: isize,
    rows: isize,
    owners: Vec<Vec<Option<Side>>>,
    side: Side,
}

/// Weights in hundredths.
type Hundredths<const COUNT: usize> = [i64; COUNT];

impl Grid {
    fn new<B: Bits>(game: &Connect<B>, position: &PositionOf<B>) -> Grid {
        let diagram = game.diagram(position);
        let column = |column| {
            let cells = (0..game.rows()).map(|row| diagram.at(column, row).owner);
            cells.collect()
        };
        Grid {
            columns: game.columns() as isize,
            rows: game.rows() as isize,
            owners: (0..game.columns()).map(column).collect(),
            side: game.side_to_move(position),
        }
    }

    /// What is on a cell; `None` beside the board.
    fn at(&self, column: isize, row: isize) -> Option<Option<Side>> {
        ((0..self.columns).contains(&column) && (0..self.rows).contains(&row))
            .then(|| self.owners[column as usize][row as usize])
    }

    fn around(&self, column: isize, row: isize) -> Vec<Option<Side>> {
        let mut met = Vec::new();
        for right in -1..=1 {
            for up in -1..=1 {
                if (right, up) != (0, 0) {
                    met.extend(self.at(column + right, row + up));
                }
            }
        }
        met
    }

    fn height(&self, column: isize) -> i64 {
        (0..self.rows)
            .filter(|&row| matches!(self.at(column, row), Some(Some(_))))
            .count() as i64
    }

    fn pieces(&self) -> Vec<(isize, isize, Side)> {
        let mut pieces = Vec::new();
        for column in 0..self.columns {
            for row in 0..self.rows {
                if let Some(Some(side)) = self.at(column, row) {
                    pieces.push((column, row, side));
                }
            }
        }
        pieces
    }

    /// From the centre column, or from the nearer of the two.
    fn distance(&self, column: isize) -> isize {
        ((self.columns - 1) / 2 - column).max(column - self.columns / 2)
    }

    fn first_heuristic(&self, weights: Hundredths<3>) -> i64 {
        let mut sum = 0;
        for column in 0..self.columns {
            if let Some(weight) = weights.get(self.distance(column) as usize) {
                sum += weight * self.height(column);
            }
        }
        let mut value = sum / 100;
        if self.rows >= 20 || self.columns % 2 == 0 && self.rows >= 15 {
            value = value * 10 / self.rows as i64;
        }
        -value * i64::from(self.side.sign())
    }

    fn second_heuristic(&self, [same, empty, centre, next]: Hundredths<4>) -> i64 {
        let mut sum = 0;
        let pieces = self.pieces();
        for &(column, row, side) in &pieces {
            let mut points = 0;
            let inner = column > 0 && row > 0 && column < self.columns - 1 && row < self.rows - 1;
            if inner {
                for owner in self.around(column, row) {
                    points += match owner {
                        Some(owner) if owner == side => same,
                        Some(_) => 0,
                        None => empty,
                    };
                }
            }
            points += match self.distance(column) {
                0 => centre,
                1 if self.columns > 6 => next,
                _ => 0,
            };
            sum += points * i64::from(side.sign());
        }
        99 * sum / (100 * (8 * pieces.len() as i64 + 4 * self.rows as i64))
    }

    fn third_heuristic(&self, [neighbours, band]: Hundredths<2>) -> i64 {
        let mut sum = 0;
        for column in 0..self.columns {
            let row = self.height(column) as isize;
            if row < self.rows {
                for owner in self.around(column, row).into_iter().flatten() {
                    sum += neighbours * i64::from(owner.sign());
                }
            }
        }
        let wide = self.columns % 2;
        for (column, _, side) in self.pieces() {
            if self.distance(column) <= wide {
                sum += band * i64::from(side.sign());
            }
        }
        99 * sum / (100 * (16 + 14 * (self.columns as i64 - 2) + 3 * self.rows as i64))
    }

    /// To the side to move.
    fn turned(&self, of_first: i64) -> i64 {
        of_first.clamp(-99, 99) * i64::from(self.side.sign())
    }
}

// ---- Many positions -----------------------------------------------------------------------------

trait Check {
    fn on<B: Bits>(&self, game: &Connect<B>);
}

fn on_all_sizes(check: &impl Check) {
    for columns in 1..=20 {
        for rows in 1..=20 {
            // Lines that do not fit let boards fill up.
            let length = if (columns + rows) % 3 == 0 { 4 } else { 21 };
            let bits = columns * (rows + 1);
            if bits <= 64 {
                check.on(&Connect::<u64>::new(columns, rows, length, None));
            }
            if bits <= 128 {
                check.on(&Connect::<u128>::new(columns, rows, length, None));
            }
            if bits > 128 || (columns + rows) % 5 == 0 {
                check.on(&Connect::<Wide<7>>::new(columns, rows, length, None));
            }
        }
    }
}

/// Positions of a random game that prefers one part of the columns, so that there are high ones.
fn positions<B: Bits>(game: &Connect<B>, seed: u64) -> Vec<PositionOf<B>> {
    let mut generator = Seed(seed).generator();
    let mut position = game.start();
    let mut met = vec![position];
    let mut moves = Vec::new();
    loop {
        moves.clear();
        game.moves(&position, &mut moves);
        let part = moves.len() - generator.below(moves.len());
        let Some(chosen) = generator.choose(&moves[..part]) else {
            return met;
        };
        game.play(&mut position, chosen);
        met.push(position);
    }
}

struct AgainstTheSlowVersion;

impl Check for AgainstTheSlowVersion {
    fn on<B: Bits>(&self, game: &Connect<B>) {
        let seed = (game.columns() * 100 + game.rows()) as u64;
        let [h1, h2, h3] = ["h1", "h2", "h3"].map(|name| published(game, name));
        let other_h1 = evaluator(game, "h1", &["-3", "0.25", "9"]);
        let other_h2 = evaluator(game, "h2", &["3.25", "-1", "0", "4"]);
        let double_h2 = evaluator(game, "h2", &["5", "2.5", "-1", "0"]);
        let other_h3 = evaluator(game, "h3", &["-7", "12.5"]);
        for position in positions(game, seed).into_iter().step_by(3) {
            let grid = Grid::new(game, &position);
            for (name, evaluator, expected) in [
                ("h1", &h1, grid.first_heuristic([200, 100, 50])),
                ("h2", &h2, grid.second_heuristic([200, 100, 200, 100])),
                ("h3", &h3, grid.third_heuristic([200, 100])),
                ("h1 ", &other_h1, grid.first_heuristic([-300, 25, 900])),
                ("h2 ", &other_h2, grid.second_heuristic([325, -100, 0, 400])),
                (
                    "h2 ",
                    &double_h2,
                    grid.second_heuristic([500, 250, -100, 0]),
                ),
                ("h3 ", &other_h3, grid.third_heuristic([-700, 1250])),
            ] {
                let value = evaluator.for_mover(game, &position);
                assert_eq!(
                    i64::from(value),
                    grid.turned(expected),
                    "{name} of {} in {}",
                    game.write_position(&position),
                    game.name()
                );
                assert!(value.abs() <= 99);
                // The published weights stay inside by themselves.
                assert!(name.ends_with(' ') || expected.abs() <= 99, "{name}");
            }
        }
    }
}

#[test]
fn every_evaluator_is_what_a_walk_over_the_cells_finds() {
    on_all_sizes(&AgainstTheSlowVersion);
}

#[test]
fn heights_on_seven_columns_are_as_published() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let h1 = published(&game, "h1");
    for position in (0..40).flat_map(|seed| positions(&game, seed)) {
        let grid = Grid::new(&game, &position);
        let height = |column| grid.height(column);
        let value = 2 * height(3) + (height(2) + height(4)) + (height(1) + height(5)) / 2;
        // Player one's sign is that of whoever moved last, so for the side to move it is bad.
        assert_eq!(i64::from(h1.for_mover(&game, &position)), -value);
    }
}

#[test]
fn full_boards_stay_inside_the_scale() {
    for columns in 1..=20 {
        for rows in 1..=20 {
            let game = Connect::<Wide<7>>::new(columns, rows, 21, None);
            let mut position = game.start();
            let mut moves = Vec::new();
            loop {
                moves.clear();
                game.moves(&position, &mut moves);
                let Some(&chosen) = moves.first() else { break };
                game.play(&mut position, chosen);
            }
            let grid = Grid::new(&game, &position);
            let expected = grid.turned(grid.first_heuristic([200, 100, 50]));
            assert!(expected.abs() <= 99);
            let value = published(&game, "h1").for_mover(&game, &position);
            assert_eq!(i64::from(value), expected);
        }
    }
}

struct Symmetric;

impl Check for Symmetric {
    fn on<B: Bits>(&self, game: &Connect<B>) {
        let evaluators = ["h1", "h2", "h3", "threats", "outcome"].map(|name| published(game, name));
        let seed = (game.columns() * 100 + game.rows()) as u64;
        for position in positions(game, seed).into_iter().step_by(5) {
            let image = game.map_position(Symmetry::MirrorColumns, &position);
            for evaluator in &evaluators {
                assert_eq!(
                    evaluator.for_mover(game, &position),
                    evaluator.for_mover(game, &image)
                );
            }
        }
    }
}

#[test]
fn mirrored_boards_are_worth_the_same() {
    on_all_sizes(&Symmetric);
}

#[test]
fn signs_follow_the_side() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let [h1, h2, h3] = ["h1", "h2", "h3"].map(|name| published(&game, name));
    let even = (0..40).flat_map(|seed| positions(&game, seed).into_iter().step_by(2));
    for position in even.filter(|position| game.outcome(position).is_none()) {
        let text = game.write_position(&position);
        let board = text.strip_suffix(" x").expect("x is to move");
        let other = game.parse_position(&format!("{board} o")).expect("legal");
        // h1 only sees heights, and they are good for whoever moved last.
        assert_eq!(h1.for_mover(&game, &position), h1.for_mover(&game, &other));
        for evaluator in [&h2, &h3] {
            let value = evaluator.for_mover(&game, &position);
            assert_eq!(value, -evaluator.for_mover(&game, &other));
            let swapped: String = text
                .chars()
                .map(|letter| match letter {
                    'x' => 'o',
                    'o' => 'x',
                    letter => letter,
                })
                .collect();
            let swapped = game.parse_position(&swapped).expect("legal");
            assert_eq!(value, evaluator.for_mover(&game, &swapped));
        }
    }
}

// ---- By hand ------------------------------------------------------------------------------------

#[test]
fn two_and_three_pieces_by_hand() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let values = |text: &str| {
        let position = game.parse_position(text).expect(text);
        ["h1", "h2", "h3"].map(|name| published(&game, name).for_mover(&game, &position))
    };
    // x on d1, o on d2, x to move.
    // h1: 2·2, and o moved last.
    // h2: d1 is on the edge. d2 has one neighbour x and seven empty ones: -7. The centre column
    // has one of each. 99 · -7 / (8·2 + 4·6) = -17.3.
    // h3: c1 and e1 touch both, d3 touches d2: 2·2 - 2·3. 99 · -2 / (16 + 70 + 18) = -1.9.
    assert_eq!(values("44"), [-4, -17, -1]);
    // x also on d3, o to move.
    // h1: 2·3 for x, who moved last.
    // h2: d3 has seven empty neighbours, d2 six: 7 - 6, and in the centre 2·2 - 2·1.
    // 99 · 3 / (24 + 24) = 6.2.
    // h3: c1 and e1 touch d1 and d2, d4 touches d3: 2·3 - 2·2, and in the band 2 - 1.
    // 99 · 3 / 104 = 2.9.
    assert_eq!(values("444"), [-6, -6, -2]);
}

#[test]
fn like_neighbours_by_hand() {
    // . . . . . . .      x to move. Of x, b2 and c2 are inside: each has the other; b2 touches a1,
    // . . . . . . .      which is x, and c2 touches d3, which is x too. d3 is inside: it touches
    // . . . . . . .      c2. Alike: 2 + 2 + 1 = 5. Empty: b2 has a2, a3, b3, c3; c2 has b3, c3; d3
    // . . . x . . .      has c3, c4, d4, e4, e3, e2: 12.
    // . x x o . . .      Of o only d2 is inside: alike c1, d1; empty c3, e3, e2, e1. 2·2 + 4 = 8.
    // x o o o . . .
    let game = Connect::<u64>::new(7, 6, 5, None);
    let text = "7/7/7/3x3/1xxo3/xooo3 x";
    let position = game.parse_position(text).expect(text);
    let value = published(&game, "h2").for_mover(&game, &position);
    // Centre: d3 of x, d1 and d2 of o: 2·(1 - 2). Beside: c2 of x, c1 of o: 0.
    // 2·5 + 12 - 8 - 2 = 12. 99·12 / (8·8 + 4·6) = 13.5.
    assert_eq!(value, 13);
}

#[test]
fn h1_of_twenty_rows_is_divided() {
    // Only the centre column, full: 2·20 · 10 / 20.
    let game = Connect::<Wide<7>>::new(7, 20, 21, None);
    let mut position = game.start();
    game::play_text(&game, &mut position, &"4".repeat(20)).expect("legal");
    assert_eq!(published(&game, "h1").for_mover(&game, &position), -20);
}

// ---- Declarations, policies, presets ------------------------------------------------------------

#[test]
fn declarations_are_complete() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let names: Vec<&str> = game.evaluators().iter().map(|each| each.name).collect();
    assert_eq!(names, ["h2", "h1", "h3", "threats", "outcome"]);
    let presets = |columns, rows| -> Vec<&str> {
        let game = Connect::<u128>::new(columns, rows, 4, None);
        let features = game.policies().pop().expect("line").features.len();
        for preset in game.presets() {
            if let Some((_, weights)) = preset.text.split_once("line:open=0.1,weights=") {
                assert_eq!(weights.split('/').count(), features);
            }
        }
        game.presets().iter().map(|each| each.name).collect()
    };
    assert_eq!(presets(7, 6), ["h1", "h2", "h3", "grid", "genetic"]);
    for (columns, rows) in [(3, 3), (4, 4), (4, 5)] {
        assert_eq!(presets(columns, rows), ["h1", "h2", "h3", "genetic"]);
    }
    for (columns, rows) in [(5, 4), (6, 7), (8, 7)] {
        assert_eq!(presets(columns, rows), ["h1", "h2", "h3"]);
    }
    let text = &game.presets()[1].text;
    assert_eq!(text, "alphabeta:depth=10,eval=h2,ties=random");
}

/// Every answer that a policy gives in 300 tries, as text.
fn answers(
    game: &Connect<u64>,
    (name, weights, values): (&str, &[Weight], &str),
    text: &str,
) -> BTreeSet<String> {
    let values = parse(&values.split('/').collect::<Vec<_>>());
    let settings = Settings {
        weights,
        values: &values,
    };
    let policy = game.policy(name, &settings).expect(name);
    let position = game.parse_position(text).expect(text);
    let mut generator = Seed(6).generator();
    (0..300)
        .filter_map(|_| policy.choose(game, &position, &mut generator))
        .map(|column| game.write_move(&position, column))
        .collect()
}

/// The only answer of a policy.
fn answer(game: &Connect<u64>, policy: (&str, &[Weight], &str), text: &str) -> String {
    let mut answers = answers(game, policy, text);
    assert_eq!(answers.len(), 1, "{policy:?} on {text}: {answers:?}");
    answers.pop_first().expect("one answer")
}

/// Weights of `line`, all 0 but these.
fn line_weights(game: &Connect<u64>, given: &[(&str, i32)]) -> Vec<Weight> {
    let features = game.policies().pop().expect("line").features;
    for (name, _) in given {
        assert!(
            features.iter().any(|feature| feature.name == *name),
            "{name}"
        );
    }
    features
        .iter()
        .map(|feature| {
            let found = given.iter().find(|(name, _)| feature.name == *name);
            found.map_or(Weight::ZERO, |&(_, weight)| Weight::integer(weight))
        })
        .collect()
}

#[test]
fn all_policies_win_and_block() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let none = line_weights(&game, &[("column-g", 100)]);
    for policy in [
        ("staff", &[][..], "1"),
        ("plain", &[][..], "0"),
        ("plain", &[][..], "1"),
        ("line", &none[..], "0"),
        ("line", &none[..], "1"),
    ] {
        // x wins on d1, although a4 would stop o and comes first.
        assert_eq!(answer(&game, policy, "7/7/7/o6/o1x1ooo/o1x1xxx x"), "d");
        // o threatens e1 and a1: the lower one.
        assert_eq!(answer(&game, policy, "7/7/7/7/1xx4/1ooo2x x"), "a");
    }
}

#[test]
fn staff_does_not_hand_over_a_win() {
    // . . . . . . .      On d2 o would win, so x leaves d1 alone.
    // o o o . . . x
    // x o x . . . x
    let game = Connect::<u64>::new(7, 6, 4, None);
    let text = "7/7/7/7/ooo3x/xox3x x";
    let listed = |columns: &[&str]| -> BTreeSet<String> {
        columns.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        answers(&game, ("staff", &[], "1"), text),
        listed(&["a", "b", "c", "e", "f", "g"])
    );
    // When it does not look, or only half of the time, anything goes.
    for attention in ["0", "0.5"] {
        assert_eq!(
            answers(&game, ("staff", &[], attention), text),
            listed(&["a", "b", "c", "d", "e", "f", "g"])
        );
    }
}

#[test]
fn staff_moves_even_where_every_move_loses() {
    // x o o .      x to move, three in a row wins. Only column d is open; o then wins on d2.
    // x o x .
    let game = Connect::<u64>::new(4, 2, 3, None);
    assert_eq!(answer(&game, ("staff", &[], "1"), "xoo1/xox1 x"), "d");
}

#[test]
fn plain_makes_the_longest_line_first_column_first() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let plain = ("plain", &[][..], "0");
    assert_eq!(answer(&game, plain, "7/7/7/7/7/7 x"), "a");
    assert_eq!(answer(&game, plain, "7/7/7/7/5ox/5ox x"), "g");
    // Between two pieces: b, c and d make three.
    assert_eq!(answer(&game, plain, "7/7/7/7/1o1o3/1x1x3 x"), "c");
}

#[test]
fn line_adds_direction_quadrant_and_column() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let choose = |given: &[(&str, i32)], text: &str| {
        answer(&game, ("line", &line_weights(&game, given), "0"), text)
    };
    let empty = "7/7/7/7/7/7 x";
    assert_eq!(choose(&[], empty), "a");
    assert_eq!(choose(&[("column-e", 1)], empty), "e");
    // c2 continues the line that rises to the left from d1; nothing continues one that rises to
    // the right.
    let diagonal = "7/7/7/7/7/2ox3 x";
    assert_eq!(choose(&[("left-diagonal", 10)], diagonal), "c");
    assert_eq!(choose(&[("right-diagonal", 10)], diagonal), "a");
    assert_eq!(choose(&[("right-diagonal", 10)], "7/7/7/7/7/3xo2 x"), "e");
    assert_eq!(choose(&[("down", 10)], diagonal), "d");
    assert_eq!(choose(&[("horizontal", 10)], diagonal), "e");
    // The centre column is on the right, the lower three rows are the bottom.
    assert_eq!(choose(&[("bottom-right", 1)], empty), "d");
    assert_eq!(choose(&[("bottom-left", 1), ("column-a", -9)], empty), "b");
    let high = "7/7/7/1x1o3/1o1x3/1x1o3 o";
    assert_eq!(choose(&[("top-left", 5)], high), "b");
    assert_eq!(choose(&[("top-right", 5)], high), "d");
}

#[test]
fn published_weights_open_as_they_add_up() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    for (name, column) in [
        // Best direction 65; columns a to c are bottom-left, -93, the others bottom-right, -46.
        // f: 65 - 46 + 41 = 60 is the greatest, before d: 65 - 46 - 24 = -5.
        ("grid", "f"),
        // Best direction 43; bottom-left 17. c: 43 + 17 + 91.
        ("genetic", "c"),
    ] {
        let presets = game.presets();
        let preset = presets.iter().find(|preset| preset.name == name);
        let text = &preset.expect(name).text;
        let (_, weights) = text.split_once("weights=").expect("weights");
        let weights = parse(&weights.split('/').collect::<Vec<_>>());
        assert_eq!(
            answer(&game, ("line", &weights, "0"), "7/7/7/7/7/7 x"),
            column
        );
    }
}

#[test]
fn open_rows_are_made_only_where_both_ends_can_be_played() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let weights = line_weights(&game, &[("column-g", 100)]);
    // b1 makes b, c, d with a1 and e1 free; e1 would do too, but b comes first.
    let open = "7/7/7/7/2oo3/2xx3 x";
    assert_eq!(answer(&game, ("line", &weights, "1"), open), "b");
    assert_eq!(answer(&game, ("line", &weights, "0"), open), "g");
    assert_eq!(answers(&game, ("line", &weights, "0.5"), open).len(), 2);
    // b2 makes b, c, d, but nothing stands under e2.
    let hollow = "7/7/7/7/2xx3/oxoo3 x";
    assert_eq!(answer(&game, ("line", &weights, "1"), hollow), "g");
    // The wall is no open end.
    assert_eq!(
        answer(&game, ("line", &weights, "1"), "7/7/7/7/oo5/xx1o3 x"),
        "g"
    );
}

#[test]
fn a_forgetful_player_leaves_out_one_group_of_weights() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let position = "7/7/7/7/7/x2o3 x";
    let all = |weights: &[Weight], values| answers(&game, ("line", weights, values), position);
    let set = |columns: &[&str]| columns.iter().map(ToString::to_string).collect();
    // a2 and b1 join a piece. Without the weights of directions a2 is as good as b1 and comes first,
    // without those of quadrants nothing is as good as g1.
    let weights = [("down", -100), ("bottom-left", 1), ("column-g", 2)];
    let weights = line_weights(&game, &weights);
    assert_eq!(all(&weights, "0/0"), set(&["b"]));
    assert_eq!(all(&weights, "0/0.5"), set(&["a", "b", "g"]));
    assert_eq!(all(&weights, "0/1"), set(&["a", "b", "g"]));
    // Only without the weights of columns g1 is not the best.
    let weights = [("down", -100), ("bottom-left", 1), ("column-g", 3)];
    let weights = line_weights(&game, &weights);
    assert_eq!(all(&weights, "0/0"), set(&["g"]));
    assert_eq!(all(&weights, "0/1"), set(&["b", "g"]));
}

struct Choices;

impl Check for Choices {
    fn on<B: Bits>(&self, game: &Connect<B>) {
        let mut generator = Seed(game.columns() as u64).generator();
        for declaration in game.policies() {
            let weights: Vec<Weight> = declaration
                .features
                .iter()
                .map(|_| Weight::integer(generator.below(201) as i32 - 100))
                .collect();
            let values = vec![Weight::from_millionths(700_000); declaration.parameters.len()];
            let settings = Settings {
                weights: &weights,
                values: &values,
            };
            let policy = game.policy(declaration.name, &settings).expect("declared");
            let mut position = game.start();
            while let Some(column) = policy.choose(game, &position, &mut generator) {
                assert!(game.is_legal(&position, column));
                game.play(&mut position, column);
            }
            assert!(game.outcome(&position).is_some(), "{}", declaration.name);
        }
    }
}

#[test]
fn policies_play_to_the_end() {
    on_all_sizes(&Choices);
}
