//! What Amazons positions are worth: by hand, against a slow count cell by cell, and under
//! symmetries.

use crate::evaluation_support::ForMover;
use game::random::{Generator, Seed, play_randomly};
use game::text::BoardRows;
use game::{Evaluator, Playable, Score, Weight};
use games::{GameVisitor, NoFiles, parse_game};
use std::collections::HashMap;

fn make<G: Playable>(game: &G, name: &str, weights: &[i32]) -> G::Evaluator {
    let declarations = game.evaluators();
    let declared = declarations
        .iter()
        .find(|declaration| declaration.name == name)
        .expect("declared");
    let weights: Vec<Weight> = if weights.is_empty() {
        let features = declared.features.iter();
        features.map(|feature| feature.default).collect()
    } else {
        weights.iter().copied().map(Weight::integer).collect()
    };
    assert_eq!(weights.len(), declared.features.len());
    game.evaluator(name, &weights).expect("small weights")
}

/// The value of a position in the evaluator's units.
struct Value<'text>(&'text str, &'text str, &'text [i32]);

impl GameVisitor for Value<'_> {
    type Output = i32;

    fn visit<G: Playable>(self, game: &G) -> i32 {
        let position = game.parse_position(self.0).expect("a position");
        make(game, self.1, self.2).for_mover(game, &position)
    }
}

#[track_caller]
fn check(game: &str, position: &str, evaluator: &str, weights: &[i32], expected: i32) {
    let value = parse_game(game, &NoFiles)
        .expect(game)
        .visit(Value(position, evaluator, weights));
    assert_eq!(value, expected, "{evaluator}");
}

/// ```text
/// 3  Q . .
/// 2  * . .
/// 1  . . q
///    a b c
/// ```
const SMALL: &str = "Q2/*2/2q";

#[test]
fn mobility_by_hand() {
    let white = format!("{SMALL} w");
    let black = format!("{SMALL} b");
    // White reaches b3, c3 and b2; Black b1, a1, c2, c3 and b2.
    check("amazons:3x3", &white, "mobility", &[], 3 - 5);
    check("amazons:3x3", &black, "mobility", &[], 5 - 3);
    // As in the first version of the course.
    check("amazons:3x3", &white, "mobility", &[1, 0], 3);
    check("amazons:3x3", &black, "mobility", &[1, 0], 5);
    // At the start both have as many.
    check(
        "amazons",
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
        "mobility",
        &[],
        0,
    );
    // a4: up a5, a6 (a7 is Black's), down a3, a2, a1, right b4 to i4 (8), b5 to f9 and g10, which
    // is Black's (5), b3 and c2, then d1 is White's (2): 20. d1: left 3, right e1, f1 (2), up d2
    // to d9 (8), right up e2 to j7, which is Black's (5), left up c2, b3 (2): 20. Twice each.
    check(
        "amazons",
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
        "mobility",
        &[1, 0],
        80,
    );
}

#[test]
fn proximity_by_hand() {
    // Everything is near everything on 3 × 3: six empty cells, an arrow and the other queen.
    let white = format!("{SMALL} w");
    check("amazons:3x3", &white, "proximity", &[], 0);
    // The queen on a4 has the eight other cells up to c2 around her, an arrow among them; the one
    // on d1 eight empty ones. What is off the board counts nothing, she herself neither.
    let corner = "Q*2/4/4/3q w";
    check("amazons:4x4", corner, "proximity", &[], (7 - 1) - 8);
    check(
        "amazons:4x4",
        corner,
        "proximity",
        &[3, 5, 7],
        3 * 7 + 5 - 3 * 8,
    );
    // White's on b2 has Black's on d2 near her, and vice versa. Of 5 × 5, b2 has four columns and
    // four rows: 15 others; d2 the same. Black's other queen on e5 has eight empty ones.
    let three = "4q/5/5/1Q1q1/5 w";
    check(
        "amazons:5x5",
        three,
        "proximity",
        &[],
        (14 - 2) - (14 - 2) - 8,
    );
}

/// Moves of White and Black to each empty cell of the small board:
///
/// ```text
///              b3  c3  b2  c2  a1  b1
/// queen White   1   1   1   2   2   2
/// queen Black   2   1   1   1   1   1
/// king  White   1   2   1   2   2   2
/// king  Black   2   2   1   1   2   1
/// ```
#[test]
fn territory_by_hand() {
    let white = format!("{SMALL} w");
    // w = ½ + 1 + 1 + ½ + ½ + ½ = 4; with nine cells instead of a hundred that is above
    // 40 · 9/100 = 3.6 and not above 55 · 9/100 = 4.95: the mix is 1, 1, 2, or 5, 5, 10 fifths.
    // t1 = 1 − 3 cells and two ties: −2 · 60 + 2 · 12 sixtieths.
    let t1 = 5 * (-120 + 24);
    check("amazons:3x3", &white, "territory", &[1, 0, 0, 0, 0], t1);
    // t2 = 1 − 2 and three ties.
    let t2 = 5 * (-60 + 36);
    check("amazons:3x3", &white, "territory", &[0, 1, 0, 0, 0], t2);
    // c1 = 2 · ((3/2 + 3/4) − (5/2 + 1/4)) = −1.
    let c1 = 5 * -60;
    check("amazons:3x3", &white, "territory", &[0, 0, 1, 0, 0], c1);
    // c2 = 1/6 − 1/6 − 1/6.
    let c2 = 5 * -10;
    check("amazons:3x3", &white, "territory", &[0, 0, 0, 1, 0], c2);
    // Empty cells around b3: 3, c3: 3, b2: 5, c2: 4, a1: 2, b1: 3. White is one step from b3 and
    // b2, two from c3: (3 + 5)/2 + 3/4, in eighths 38. Black: (3 + 4 + 5)/2 + (2 + 3)/4, 58.
    // Missing to 160 are 122 and 102: 300 · 122²/160² = 174 and 300 · 102²/160² = 121.
    let m = 10 * (121 - 174);
    check("amazons:3x3", &white, "territory", &[0, 0, 0, 0, 1], m);
    check(
        "amazons:3x3",
        &white,
        "territory",
        &[1, 1, 1, 1, 1],
        t1 + t2 + c1 + c2 + m,
    );
    check(
        "amazons:3x3",
        &white,
        "territory",
        &[1, 2, 3, 4, 5],
        t1 + 2 * t2 + 3 * c1 + 4 * c2 + 5 * m,
    );
}

const FAR: i32 = 1000;

/// A board read cell by cell.
struct Slow {
    columns: i32,
    rows: i32,
    /// `Q`, `q`, `*` or a space, row by row.
    cells: Vec<char>,
}

impl Slow {
    fn at(&self, (column, row): (i32, i32)) -> char {
        if (0..self.columns).contains(&column) && (0..self.rows).contains(&row) {
            self.cells[(row * self.columns + column) as usize]
        } else {
            '#'
        }
    }

    fn all(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)))
    }

    fn queens(&self, queen: char) -> Vec<(i32, i32)> {
        self.all().filter(|&cell| self.at(cell) == queen).collect()
    }

    fn steps() -> impl Iterator<Item = (i32, i32)> {
        (-1..=1)
            .flat_map(|across| (-1..=1).map(move |up| (across, up)))
            .filter(|&step| step != (0, 0))
    }

    /// Where a queen can go, with the distances.
    fn moves(&self, from: (i32, i32), longest: i32) -> Vec<((i32, i32), i32)> {
        let mut found = Vec::new();
        for (across, up) in Self::steps() {
            for distance in 1..=longest {
                let to = (from.0 + distance * across, from.1 + distance * up);
                if self.at(to) != ' ' {
                    break;
                }
                found.push((to, distance));
            }
        }
        found
    }

    /// The number of moves that a side needs to each cell.
    fn distances(&self, queen: char, longest: i32) -> Vec<i32> {
        let mut distances = vec![FAR; self.cells.len()];
        let mut from = self.queens(queen);
        for distance in 1.. {
            let mut next = Vec::new();
            for cell in from {
                for (to, _) in self.moves(cell, longest) {
                    let known = &mut distances[(to.1 * self.columns + to.0) as usize];
                    if *known == FAR {
                        *known = distance;
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            from = next;
        }
        distances
    }

    fn mobility(&self, queen: char) -> i32 {
        let queens = self.queens(queen).into_iter();
        queens.map(|cell| self.moves(cell, FAR).len() as i32).sum()
    }

    /// Empty cells, arrows and queens.
    fn proximity(&self, queen: char) -> [i32; 3] {
        let mut counts = [0; 3];
        for (column, row) in self.queens(queen) {
            for near_column in column - 2..=column + 2 {
                for near_row in row - 2..=row + 2 {
                    if (near_column, near_row) == (column, row) {
                        continue;
                    }
                    match self.at((near_column, near_row)) {
                        ' ' => counts[0] += 1,
                        '*' => counts[1] += 1,
                        'Q' | 'q' => counts[2] += 1,
                        _ => {}
                    }
                }
            }
        }
        counts
    }

    /// Of a queen, in eighths.
    fn freedom(&self, queen: (i32, i32)) -> i32 {
        let empty_around = |cell: (i32, i32)| {
            let around = Self::steps().map(|step| (cell.0 + step.0, cell.1 + step.1));
            around.filter(|&cell| self.at(cell) == ' ').count() as i32
        };
        let moves = self.moves(queen, 3).into_iter();
        moves
            .map(|(to, distance)| empty_around(to) * 8 / 2_i32.pow(distance as u32))
            .sum()
    }

    fn hemmed_in(&self, queen: char) -> i32 {
        let of = |cell| {
            let missing = (160 - self.freedom(cell)).max(0);
            300 * missing * missing / (160 * 160)
        };
        self.queens(queen).into_iter().map(of).sum()
    }

    /// What a network sees, by name.
    fn network_inputs(&self, own: char, enemy: char) -> HashMap<String, i32> {
        let mut inputs = HashMap::new();
        let word = |distance: i32, most: i32| match distance {
            FAR => "never".to_string(),
            _ if distance > most => "more".to_string(),
            _ => distance.to_string(),
        };
        for (moves, longest, most) in [("queen", FAR, 3), ("king", 1, 5)] {
            let [ours, theirs] = [own, enemy].map(|queen| self.distances(queen, longest));
            for (place, cell) in self.cells.iter().enumerate() {
                let (ours, theirs) = (word(ours[place], most), word(theirs[place], most));
                let name = format!("{moves}-{ours}-{theirs}");
                *inputs.entry(name).or_default() += i32::from(*cell == ' ');
            }
        }
        for (side, queen) in [("own", own), ("enemy", enemy)] {
            let queens = self.queens(queen);
            let free = queens
                .iter()
                .map(|&queen| (self.freedom(queen) / 8).min(40));
            let reaches = queens
                .iter()
                .map(|&queen| self.moves(queen, FAR).len() as i32);
            let numbers: [(_, Vec<i32>); 2] =
                [("freedom", free.collect()), ("reach", reaches.collect())];
            for (what, mut numbers) in numbers {
                numbers.resize(numbers.len().max(4), 0);
                numbers.sort_unstable();
                for (number, value) in numbers.into_iter().take(4).enumerate() {
                    inputs.insert(format!("{side}-{what}-{}", number + 1), value);
                }
            }
        }
        let empty = self.cells.iter().filter(|cell| **cell == ' ').count();
        inputs.insert("empty".to_string(), empty as i32);
        inputs
    }

    /// The value and what in it is for the move, with these weights.
    fn territory(&self, own: char, enemy: char, weights: [i32; 5]) -> (i32, i32) {
        let [ours, theirs] = [own, enemy].map(|queen| self.distances(queen, FAR));
        let [our_steps, their_steps] = [own, enemy].map(|queen| self.distances(queen, 1));
        let territory = |ours: &[i32], theirs: &[i32]| {
            let pairs = || ours.iter().zip(theirs);
            let clear: i32 = pairs().map(|(ours, theirs)| (theirs - ours).signum()).sum();
            let tied = pairs()
                .filter(|(ours, theirs)| ours == theirs && **ours < FAR)
                .count() as i32;
            (60 * clear, 12 * tied)
        };
        let power = |exponent: i32| if exponent <= 6 { 64 >> exponent } else { 0 };
        let pairs = || ours.iter().zip(&theirs);
        let contested: i32 = pairs()
            .filter(|(ours, theirs)| **ours.max(theirs) < FAR)
            .map(|(ours, theirs)| power((ours - theirs).abs()))
            .sum();
        let cells = self.cells.len() as i32;
        let above = |limit: i32| contested > limit * cells * 64 / 100;
        let (mix_t2, mix_m) = if above(63) {
            (5, 20)
        } else if above(55) {
            (5, 15)
        } else if above(40) {
            (5, 10)
        } else if above(25) {
            (5, 5)
        } else if above(14) {
            (0, 1)
        } else {
            (0, 0)
        };
        let contrast: i32 = pairs()
            .map(|(&ours, &theirs)| power(ours) - power(theirs))
            .sum();
        let lead: i32 = our_steps
            .iter()
            .zip(&their_steps)
            .map(|(ours, theirs)| (theirs - ours).clamp(-6, 6))
            .sum();
        let (t1, tied1) = territory(&ours, &theirs);
        let (t2, tied2) = territory(&our_steps, &their_steps);
        let tempo = 5 * weights[0] * tied1 + mix_t2 * weights[1] * tied2;
        let value = 5 * weights[0] * t1
            + mix_t2 * weights[1] * t2
            + mix_t2 * weights[2] * (2 * 60 * contrast / 64)
            + mix_t2 * weights[3] * 10 * lead
            + mix_m * weights[4] * (self.hemmed_in(enemy) - self.hemmed_in(own));
        (value + tempo, tempo)
    }
}

fn read(text: &str) -> Slow {
    let (rows, _) = BoardRows::parse("position", text, "Qq*").expect("a position");
    let (columns, height) = (rows.columns(), rows.rows());
    Slow {
        columns: columns as i32,
        rows: height as i32,
        cells: (0..columns * height)
            .map(|cell| rows.at(cell % columns, cell / columns).unwrap_or(' '))
            .collect(),
    }
}

/// Queens and arrows strewn over the board, as many as chance will have it.
fn strewn(columns: usize, rows: usize, generator: &mut Generator) -> String {
    let (queens, arrows) = (1 + generator.below(30), generator.below(60));
    let board = BoardRows::from_cells(columns, rows, |_, _| match generator.below(100) {
        number if number < queens.min(12) => Some('Q'),
        number if number < queens => Some('q'),
        number if number < queens + arrows => Some('*'),
        _ => None,
    });
    format!(
        "{board} {}",
        if generator.below(2) == 0 { 'w' } else { 'b' }
    )
}

struct Agrees;

impl GameVisitor for Agrees {
    type Output = ();

    fn visit<G: Playable>(self, game: &G) {
        const WEIGHTS: [i32; 5] = [2, 3, 5, 7, 11];
        let diagram = game.diagram(&game.start());
        let mobility = make(game, "mobility", &[3, 5]);
        let even_mobility = make(game, "mobility", &[4, 4]);
        let proximity = make(game, "proximity", &[3, -5, -7]);
        let territory = make(game, "territory", &WEIGHTS);
        assert_eq!(territory.unit(), 300);
        let network = make(game, "network", &[]);
        assert_eq!(network.unit(), 1000);
        let names = game.network_inputs().expect("inputs").names;
        let mut generator = Seed(diagram.columns as u64).generator();
        for number in 0..200 {
            let position = if number % 2 == 0 {
                let mut position = game.start();
                let plies = generator.below(diagram.columns * diagram.rows);
                play_randomly(game, &mut position, plies, &mut generator);
                position
            } else {
                game.parse_position(&strewn(diagram.columns, diagram.rows, &mut generator))
                    .expect("a position")
            };
            let text = game.write_position(&position);
            let slow = read(&text);
            let (own, enemy) = if text.ends_with('w') {
                ('Q', 'q')
            } else {
                ('q', 'Q')
            };
            let [ours, theirs] = [own, enemy].map(|queen| slow.mobility(queen));
            assert_eq!(
                mobility.for_mover(game, &position),
                3 * ours - 5 * theirs,
                "{text}"
            );
            let [ours, theirs] = [own, enemy].map(|queen| slow.proximity(queen));
            let near: i32 = [3, -5, -7]
                .iter()
                .enumerate()
                .map(|(kind, weight)| weight * (ours[kind] - theirs[kind]))
                .sum();
            assert_eq!(proximity.for_mover(game, &position), near, "{text}");
            let (value, tempo) = slow.territory(own, enemy, WEIGHTS);
            assert_eq!(territory.for_mover(game, &position), value, "{text}");
            let mut seen = vec![-1; names.len()];
            game.fill_network_inputs(&position, &mut seen);
            let expected = slow.network_inputs(own, enemy);
            for (name, &seen) in names.iter().zip(&seen) {
                let expected = expected.get(name).copied().unwrap_or(0);
                assert_eq!(i32::from(seen), expected.min(255), "{name} {text}");
            }

            // The same board with the other side to move, and the same with all colours changed.
            let (board, side) = text.rsplit_once(' ').expect("a side");
            let other = if side == "w" { "b" } else { "w" };
            let turned = game
                .parse_position(&format!("{board} {other}"))
                .expect("a position");
            for evaluator in [&even_mobility, &proximity] {
                let value = evaluator.for_mover(game, &position);
                assert_eq!(evaluator.for_mover(game, &turned), -value, "{text}");
            }
            let turned_value = territory.for_mover(game, &turned);
            assert_eq!(turned_value - tempo, -(value - tempo), "{text}");
            let colours: String = board
                .chars()
                .map(|letter| match letter {
                    'Q' => 'q',
                    'q' => 'Q',
                    other => other,
                })
                .collect();
            let swapped = game
                .parse_position(&format!("{colours} {other}"))
                .expect("a position");
            for evaluator in [&mobility, &proximity, &territory, &network] {
                let value = evaluator.for_mover(game, &position);
                assert_eq!(evaluator.for_mover(game, &swapped), value, "{text}");
                for &symmetry in game.symmetries() {
                    let image = game.map_position(symmetry, &position);
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
    for size in [
        "3x3", "4x4", "5x5", "6x5", "6x6", "7x9", "8x8", "16x4", "4x16", "10x6", "10x10", "9x10",
        "11x11", "8x16", "16x8", "12x12", "13x16", "16x16",
    ] {
        let game = parse_game(&format!("amazons:{size}"), &NoFiles).expect(size);
        game.visit(Agrees);
    }
}

/// The same number on every machine, whatever its processor has for multiplying. (Another network
/// that comes with the game says another one.)
#[test]
fn the_network_says_what_it_said() {
    let start = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";
    check("amazons", start, "network", &[], 276);
}

/// An empty board shows more cells than a network may see.
#[test]
fn boards_without_queens_can_be_seen() {
    struct Sees;
    impl GameVisitor for Sees {
        type Output = i16;
        fn visit<G: Playable>(self, game: &G) -> i16 {
            let empty = vec!["16"; 16].join("/") + " w";
            let position = game.parse_position(&empty).expect("a position");
            let mut seen = vec![0; game.network_inputs().expect("inputs").names.len()];
            game.fill_network_inputs(&position, &mut seen);
            seen.into_iter().max().unwrap_or(0)
        }
    }
    let game = parse_game("amazons:16x16", &NoFiles).expect("amazons");
    assert_eq!(game.visit(Sees), 255);
}

/// Long ways: the distances of a maze.
#[test]
fn mazes_agree_with_a_slow_count() {
    let rows: Vec<String> = (0..16)
        .map(|row| match row % 4 {
            0 | 2 => "16".to_string(),
            1 => "***************1".to_string(),
            _ => "1***************".to_string(),
        })
        .collect();
    let board = rows.join("/").replacen("16", "Q14q", 1);
    for text in [board.clone(), board.replacen("Q14q", "Q15", 1)] {
        let weights = [2, 3, 5, 7, 11];
        let expected = read(&text).territory('Q', 'q', weights).0;
        check(
            "amazons:16x16",
            &format!("{text} w"),
            "territory",
            &weights,
            expected,
        );
    }
}

#[test]
fn weights_of_any_size_stay_within_bounds() {
    struct Bounds;
    impl GameVisitor for Bounds {
        type Output = ();
        fn visit<G: Playable>(self, game: &G) {
            let diagram = game.diagram(&game.start());
            let mut generator = Seed(9).generator();
            let positions: Vec<G::Position> = (0..60)
                .map(|_| strewn(diagram.columns, diagram.rows, &mut generator))
                .map(|text| game.parse_position(&text).expect("a position"))
                .collect();
            for declaration in game.evaluators() {
                let count = declaration.features.len();
                let mut used = 0;
                for exponent in 0..=6 {
                    for sign in [-1, 1] {
                        let weight = Weight::integer(sign * 10_i32.pow(exponent));
                        let Ok(evaluator) = game.evaluator(declaration.name, &vec![weight; count])
                        else {
                            continue;
                        };
                        used += 1;
                        for position in &positions {
                            let value = evaluator.for_mover(game, position);
                            assert!(value.abs() <= Score::GREATEST_VALUE);
                        }
                    }
                }
                assert!(used >= 6, "{}: {used}", declaration.name);
                let finest = vec![Weight::from_millionths(999_999_999_999); count];
                assert!(game.evaluator(declaration.name, &finest).is_err() || count == 0);
            }
        }
    }
    for name in ["amazons:3x3", "amazons", "amazons:16x16"] {
        parse_game(name, &NoFiles).expect(name).visit(Bounds);
    }
}

#[test]
fn players_of_the_course_have_names() {
    struct Names;
    impl GameVisitor for Names {
        type Output = (Vec<&'static str>, Vec<String>);
        fn visit<G: Playable>(self, game: &G) -> Self::Output {
            let evaluators = game.evaluators().into_iter();
            let presets = game.presets().into_iter();
            (
                evaluators.map(|declaration| declaration.name).collect(),
                presets.map(|preset| preset.text).collect(),
            )
        }
    }
    let (evaluators, presets) = parse_game("amazons", &NoFiles)
        .expect("amazons")
        .visit(Names);
    assert_eq!(
        evaluators,
        ["mobility", "proximity", "territory", "network", "outcome"]
    );
    let expected = ["mobility", "proximity"].map(|name| format!("alphabeta:depth=2,eval={name}"));
    assert_eq!(presets, expected);
}
