//! The evaluator `lines` of tafl against a version that walks cell by cell.

use crate::evaluation_support::ForMover;
use crate::tafl_support::position;
use game::random::{Generator, Seed, play_randomly};
use game::text::BoardRows;
use game::{Evaluator, Playable, Side, Weight};
use games::{GameVisitor, NoFiles, parse_game};

type Cell = (usize, usize);

/// What the rules say about the special cells, as far as the king is concerned.
#[derive(Clone, Copy)]
struct King {
    escapes_at_edge: bool,
    /// Whether he may stop on the empty throne, and pass over it.
    throne: bool,
    /// Whether the empty throne, and the corners, are hostile to him.
    throne_hostile: bool,
    corners_hostile: bool,
}

const FUGA: King = King {
    escapes_at_edge: false,
    throne: true,
    throne_hostile: false,
    corners_hostile: true,
};
const COPENHAGEN: King = King {
    throne_hostile: true,
    corners_hostile: false,
    ..FUGA
};
const TABLUT: King = King {
    escapes_at_edge: true,
    throne: false,
    throne_hostile: true,
    corners_hostile: false,
};

const GAMES: [(&str, King); 7] = [
    ("fuga:7", FUGA),
    ("fuga:9", FUGA),
    ("fuga:11", FUGA),
    ("fuga:13", FUGA),
    ("tafl:brandubh", FUGA),
    ("tafl:copenhagen", COPENHAGEN),
    ("tafl:tablut", TABLUT),
];

struct Slow {
    king: King,
    size: usize,
    rows: BoardRows,
}

impl Slow {
    fn at(&self, (column, row): Cell) -> Option<char> {
        self.rows.at(column, row)
    }

    fn cells(&self) -> Vec<Cell> {
        let cells = (0..self.size).flat_map(|column| (0..self.size).map(move |row| (column, row)));
        cells.collect()
    }

    fn count(&self, piece: char) -> i32 {
        let cells = self.cells();
        cells
            .iter()
            .filter(|&&cell| self.at(cell) == Some(piece))
            .count() as i32
    }

    fn is_corner(&self, (column, row): Cell) -> bool {
        column % (self.size - 1) == 0 && row % (self.size - 1) == 0
    }

    fn is_throne(&self, cell: Cell) -> bool {
        cell == (self.size / 2, self.size / 2)
    }

    fn is_escape(&self, cell: Cell) -> bool {
        let (column, row) = cell;
        let last = self.size - 1;
        if self.king.escapes_at_edge {
            column % last == 0 || row % last == 0
        } else {
            self.is_corner(cell)
        }
    }

    fn step(&self, (column, row): Cell, (right, up): (isize, isize)) -> Option<Cell> {
        let column = column.checked_add_signed(right)?;
        let row = row.checked_add_signed(up)?;
        (column < self.size && row < self.size).then_some((column, row))
    }

    /// Where a king on a cell could move, were the real one not on the board.
    fn moves(&self, from: Cell) -> Vec<Cell> {
        self.moves_by_direction(from).concat()
    }

    fn moves_by_direction(&self, from: Cell) -> [Vec<Cell>; 4] {
        [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|direction| {
            let mut met = Vec::new();
            let mut cell = from;
            while let Some(next) = self.step(cell, direction) {
                let blocked = self.at(next).is_some_and(|piece| piece != 'K')
                    || self.is_throne(next) && !self.king.throne;
                if blocked {
                    break;
                }
                met.push(next);
                cell = next;
            }
            met
        })
    }

    /// Where a king on a cell could walk, past soldiers of his own and not beside attackers; that
    /// cell included.
    fn walk(&self, from: Cell) -> Vec<Cell> {
        let around = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let is_attacker = |cell: Option<Cell>| cell.and_then(|cell| self.at(cell)) == Some('t');
        let mut met = vec![from];
        let mut place = 0;
        while let Some(&cell) = met.get(place) {
            place += 1;
            for next in around.into_iter().filter_map(|way| self.step(cell, way)) {
                let is_near = around
                    .into_iter()
                    .any(|way| is_attacker(self.step(next, way)));
                if !is_near && !is_attacker(Some(next)) && !met.contains(&next) {
                    met.push(next);
                }
            }
        }
        met
    }

    /// The features in their order.
    fn features(&self) -> [i32; 12] {
        let cells = self.cells();
        let (guards, enemies) = (self.count('T'), self.count('t'));
        let king = cells
            .iter()
            .copied()
            .find(|&cell| self.at(cell) == Some('K'));
        let Some(king) = king else {
            return [guards, enemies, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        };
        let escapes_from = |cell: Cell| {
            !self.is_escape(cell)
                && (!self.is_throne(cell) || self.king.throne)
                && self.moves(cell).into_iter().any(|to| self.is_escape(to))
        };
        let moves = self.moves(king);
        let exits = moves.iter().filter(|&&to| self.is_escape(to)).count();
        let near = moves.iter().filter(|&&to| escapes_from(to)).count();
        let is_fork = |&&cell: &&Cell| {
            let ways = self.moves_by_direction(cell).into_iter();
            escapes_from(cell)
                && ways
                    .filter(|way| way.iter().any(|&to| self.is_escape(to)))
                    .count()
                    >= 2
        };
        let forks = moves.iter().filter(is_fork).count();
        let far = near == 0
            && moves
                .iter()
                .any(|&to| self.moves(to).into_iter().any(escapes_from));
        let open = cells
            .iter()
            .filter(|&&cell| self.at(cell).is_none_or(|piece| piece == 'K') && escapes_from(cell))
            .count();
        let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|way| self.step(king, way));
        let is_hostile = |cell: Cell| match self.at(cell) {
            Some(piece) => piece == 't',
            None => {
                self.is_throne(cell) && self.king.throne_hostile
                    || self.is_corner(cell) && self.king.corners_hostile
            }
        };
        let pressed = beside
            .into_iter()
            .flatten()
            .filter(|&cell| is_hostile(cell))
            .count();
        let quarter = |right: bool, up: bool| {
            let inside = |&&(column, row): &&Cell| {
                self.at((column, row)) == Some('t')
                    && (column == king.0 || (column > king.0) == right)
                    && (row == king.1 || (row > king.1) == up)
            };
            cells.iter().filter(inside).count()
        };
        let fewest = [(false, false), (false, true), (true, false), (true, true)]
            .map(|(right, up)| quarter(right, up))
            .into_iter()
            .min();
        let guards_corner = |&&cell: &&Cell| {
            let away = |corner: Cell| cell.0.abs_diff(corner.0) + cell.1.abs_diff(corner.1);
            self.at(cell) == Some('t')
                && !self.king.escapes_at_edge
                && cells
                    .iter()
                    .any(|&corner| self.is_corner(corner) && away(corner) == 2)
        };
        let corners = cells.iter().filter(guards_corner).count();
        [
            guards,
            enemies,
            exits as i32,
            near as i32,
            forks as i32,
            i32::from(far),
            moves.len() as i32,
            open as i32,
            pressed as i32,
            fewest.unwrap_or(0) as i32,
            corners as i32,
            self.walk(king).len() as i32 - 1,
        ]
    }
}

/// Pieces strewn over the board.
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

const WEIGHTS: [i32; 12] = [3, 5, 1_000, 70, 31, 11, 13, 17, 19, 23, 29, 37];
/// Counted for the defenders, or against them.
const SIGNS: [i32; 12] = [1, -1, 1, 1, 1, 1, 1, 1, -1, -1, -1, 1];

struct Agrees(King);

impl GameVisitor for Agrees {
    type Output = u32;

    fn visit<G: Playable>(self, game: &G) -> u32 {
        let evaluator = game
            .evaluator("lines", &WEIGHTS.map(Weight::integer))
            .expect("small weights");
        let size = game.diagram(&game.start()).columns;
        let mut generator = Seed(size as u64).generator();
        let mut far = 0;
        for number in 0..400 {
            let mut position = game.start();
            if number % 2 == 0 {
                let plies = generator.below(120);
                play_randomly(game, &mut position, plies, &mut generator);
            } else if let Ok(strewn) = game.parse_position(&strewn(size, &mut generator)) {
                position = strewn;
            }
            if game.outcome(&position).is_some() {
                continue;
            }
            let text = game.write_position(&position);
            let (rows, _) = BoardRows::parse("position", &text, "tTK").expect("a position");
            let king = self.0;
            let features = Slow { king, size, rows }.features();
            far += features[5].unsigned_abs();
            let of_defenders: i32 = (0..12)
                .map(|number| SIGNS[number] * WEIGHTS[number] * features[number])
                .sum();
            let sign = if text.ends_with('d') { 1 } else { -1 };
            let value = evaluator.for_mover(game, &position);
            assert_eq!(value, sign * of_defenders, "{text} {features:?}");
            for &symmetry in game.symmetries() {
                let image = game.map_position(symmetry, &position);
                assert_eq!(
                    evaluator.for_mover(game, &image),
                    value,
                    "{symmetry} {text}"
                );
            }
            let side = game.side_to_move(&position);
            assert_eq!(evaluator.evaluate(game, &position, side.other()), -value);
        }
        far
    }
}

#[test]
fn lines_agree_with_a_slow_count() {
    for (name, king) in GAMES {
        let far = parse_game(name, &NoFiles).expect(name).visit(Agrees(king));
        assert!(far > 10, "{name}: {far} kings three moves away");
    }
}

#[test]
fn worked_by_hand() {
    struct Value<'text>(&'text str, [i32; 12]);
    impl GameVisitor for Value<'_> {
        type Output = i32;
        fn visit<G: Playable>(self, game: &G) -> i32 {
            let position = game.parse_position(self.0).expect("a position");
            let evaluator = game.evaluator("lines", &self.1.map(Weight::integer));
            evaluator.expect("small weights").for_mover(game, &position)
        }
    }
    let rows = [
        ". . t . . . .",
        ". t . . . . .",
        ". . . . . . .",
        ". . . . T . .",
        ". . . . . . .",
        ". K . . . t .",
        ". . . t . . .",
    ];
    let text = position(&rows, "d");
    let of = |number: usize| {
        let mut weights = [0; 12];
        weights[number] = 1;
        let game = parse_game("fuga:7", &NoFiles).expect("a game");
        game.visit(Value(&text, weights))
    };
    assert_eq!(of(0), 1);
    assert_eq!(of(1), -4);
    assert_eq!(of(2), 0);
    // From b1 and a2 to a1.
    assert_eq!(of(3), 2);
    // b1 is shut off from g1 by d1, but a2 is open to a7.
    assert_eq!(of(4), 1);
    assert_eq!(of(5), 0);
    // a2, b1, b3 to b5, c2 to e2.
    assert_eq!(of(6), 8);
    // b1 and c1; e1, f1 and g1's neighbours in column g; columns a and g whole; d7 to f7 and b7.
    assert_eq!(of(7), 2 + 2 + 5 + 5 + 3 + 1);
    assert_eq!(of(8), 0);
    // Nobody below and to the left of him.
    assert_eq!(of(9), 0);
    // b6 and c7 at a7, f2 at g1.
    assert_eq!(of(10), -3);
    // a1 to a5, b1, b3 and b4, c2 to c5, d3 to d6, e3 to e7, f4 to f7, g3 to g7.
    assert_eq!(of(11), 30);
}

/// What attackers, and those beside a corner, are worth for whoever plays a side unless somebody says
/// otherwise.
struct Defaults(Side);

impl GameVisitor for Defaults {
    type Output = (f64, f64);

    fn visit<G: Playable>(self, game: &G) -> (f64, f64) {
        let declarations = game.evaluators();
        let features = declarations
            .iter()
            .find(|declaration| declaration.name == "lines")
            .map(|declaration| &declaration.features)
            .expect("declared");
        let default = |name: &str| {
            let feature = features.iter().find(|feature| feature.name == name);
            feature.expect("declared").default_for(self.0).as_f64()
        };
        (default("enemies"), default("corners"))
    }
}

#[test]
fn corners_are_dear_where_the_attackers_can_close_them_all() {
    for (name, enemies, corners) in [
        ("tafl:copenhagen", 54.0, 25.0),
        ("tafl:copenhagen-13", 54.0, 25.0),
        ("tafl:fetlar", 54.0, 25.0),
        // A weaker king, too few attackers, corners of four cells, no corners.
        ("fuga:13", 12.0, 4.0),
        ("tafl:magpie", 12.0, 4.0),
        ("tafl:alea-evangelii", 12.0, 4.0),
        ("tafl:tablut", 35.0, 1.0),
        // Where every soldier counts.
        ("tafl:brandubh", 32.0, 0.0),
        // Where he would be overlooked.
        ("fuga:7", 12.0, 4.0),
        // A strong king and a whole edge.
        ("tafl:sea-battle", 12.0, 0.0),
    ] {
        let game = parse_game(name, &NoFiles).expect("a game");
        for side in Side::BOTH {
            let defaults = game.visit(Defaults(side));
            assert_eq!(defaults, (enemies, corners), "{name} {side:?}");
        }
    }
}

#[test]
fn defenders_of_the_reports_board_have_weights_of_their_own() {
    let game = parse_game("fuga:11", &NoFiles).expect("a game");
    assert_eq!(game.visit(Defaults(Side::First)), (30.0, 4.0));
    assert_eq!(game.visit(Defaults(Side::Second)), (13.0, 11.0));
}
