//! The evaluator `threats` of Connect against a version that walks over cells and lines.

use crate::evaluation_support::ForMover;
use game::bits::{Bits, Wide};
use game::random::Seed;
use game::{Evaluator, Game, Notation, Playable, Score, Side, Symmetry, Weight};
use games::connect::{Connect, ConnectEvaluator};

type Cell = (isize, isize);

/// What each side has, columns from the left, rows from the bottom.
struct Slow {
    columns: isize,
    rows: isize,
    length: isize,
    owners: Vec<Vec<Option<Side>>>,
}

impl Slow {
    fn new<B: Bits>(
        game: &Connect<B>,
        length: isize,
        position: &<Connect<B> as Game>::Position,
    ) -> Slow {
        let diagram = game.diagram(position);
        Slow {
            columns: game.columns() as isize,
            rows: game.rows() as isize,
            length,
            owners: (0..game.columns())
                .map(|column| {
                    (0..game.rows())
                        .map(|row| diagram.at(column, row).owner)
                        .collect()
                })
                .collect(),
        }
    }

    fn owner(&self, (column, row): Cell) -> Option<Side> {
        self.owners[column as usize][row as usize]
    }

    fn cells(&self) -> Vec<Cell> {
        let cells =
            (0..self.columns).flat_map(|column| (0..self.rows).map(move |row| (column, row)));
        cells.collect()
    }

    /// All lines that could win.
    fn lines(&self) -> Vec<Vec<Cell>> {
        let on_board = |&(column, row): &Cell| {
            (0..self.columns).contains(&column) && (0..self.rows).contains(&row)
        };
        let mut lines = Vec::new();
        for (column, row) in self.cells() {
            for (across, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let line: Vec<Cell> = (0..self.length)
                    .map(|step| (column + step * across, row + step * up))
                    .collect();
                if line.iter().all(on_board) {
                    lines.push(line);
                }
            }
        }
        lines
    }

    fn is_playable(&self, cell: Cell) -> bool {
        let (column, row) = cell;
        self.owner(cell).is_none() && (row == 0 || self.owner((column, row - 1)).is_some())
    }

    /// Empty cells that would complete a line of a side.
    fn threats(&self, side: Side) -> Vec<Cell> {
        let lines = self.lines();
        let completes = |&cell: &Cell| {
            self.owner(cell).is_none()
                && lines.iter().any(|line| {
                    line.contains(&cell)
                        && line
                            .iter()
                            .all(|&other| other == cell || self.owner(other) == Some(side))
                })
        };
        self.cells().into_iter().filter(completes).collect()
    }

    /// In the eyes of the first side.
    fn value(&self, to_move: Side, [win, double, turn, other, filled, open]: [i64; 6]) -> i64 {
        let now = |side| {
            let threats = self.threats(side).into_iter();
            threats.filter(|&cell| self.is_playable(cell)).count()
        };
        let mut value = 0;
        if now(to_move) > 0 {
            value += win * i64::from(to_move.sign());
        } else if now(to_move.other()) > 1 {
            value -= win * i64::from(to_move.sign());
        }
        let later = |side| -> Vec<Cell> {
            let threats = self.threats(side).into_iter();
            threats.filter(|&cell| !self.is_playable(cell)).collect()
        };
        for side in Side::BOTH {
            let (own, enemy) = (later(side), later(side.other()));
            let mut points = 0;
            for &(column, row) in &own {
                if own.contains(&(column, row + 1)) {
                    points += double;
                }
                if enemy
                    .iter()
                    .any(|&(there, below)| there == column && below < row)
                {
                    continue;
                }
                let pieces = (self.columns - 1) * self.rows + row;
                let gets_it = [Side::First, Side::Second][(pieces % 2) as usize];
                points += if gets_it == side { turn } else { other };
            }
            let possible = self.lines().into_iter().filter(|line| {
                line.iter()
                    .all(|&cell| self.owner(cell) != Some(side.other()))
            });
            points += open * possible.count() as i64;
            value += points * i64::from(side.sign());
        }
        let winner = self.winner_when_filled(to_move);
        value + winner.map_or(0, |winner| filled * i64::from(winner.sign()))
    }

    /// Who completes a line if both sides fill the board cell by cell, keeping away from cells below
    /// threats as long as they can. No threat is added on the way.
    fn winner_when_filled(&self, to_move: Side) -> Option<Side> {
        let threats = Side::BOTH.map(|side| self.threats(side));
        let mut heights: Vec<isize> = (0..self.columns)
            .map(|column| {
                (0..self.rows)
                    .take_while(|&row| self.owner((column, row)).is_some())
                    .count() as isize
            })
            .collect();
        let mut mover = to_move;
        loop {
            let other = mover.other();
            let threatens =
                |side: Side, column, row| threats[side.index()].contains(&(column, row));
            let height = |column: isize| heights[column as usize];
            let open = (0..self.columns).filter(|&column| height(column) < self.rows);
            let can = |side| {
                open.clone()
                    .filter(move |&column| threatens(side, column, height(column)))
            };
            let above = |side, column| threatens(side, column, height(column) + 1);
            if can(mover).next().is_some() {
                return Some(mover);
            }
            if can(other).count() > 1 {
                return Some(other);
            }
            let calm = open
                .clone()
                .find(|&column| !above(mover, column) && !above(other, column));
            if let Some(column) = can(other).next().or(calm) {
                heights[column as usize] += 1;
                mover = other;
                continue;
            }
            // Twice the distance to the centre.
            let distance = |column: isize| (2 * column + 1 - self.columns).abs();
            let harmless: Vec<isize> = open
                .clone()
                .filter(|&column| !above(other, column))
                .collect();
            let Some(nearest) = harmless.iter().copied().map(distance).min() else {
                return open.clone().next().map(|_| other);
            };
            // A threat given up, and its answer.
            for column in harmless {
                if distance(column) == nearest {
                    heights[column as usize] += 2;
                }
            }
        }
    }
}

fn with_weights<B: Bits>(game: &Connect<B>, weights: [&str; 6]) -> ConnectEvaluator<B> {
    let weights = weights.map(|text| Weight::parse(text).expect("a weight"));
    game.evaluator("threats", &weights).expect("small weights")
}

fn check<B: Bits>(columns: usize, rows: usize, length: usize) {
    let game: Connect<B> = Connect::new(columns, rows, length, None);
    let evaluators = [
        (
            with_weights(&game, ["1000", "300", "70", "20", "150", "1"]),
            [1000, 300, 70, 20, 150, 1],
        ),
        (
            with_weights(&game, ["-0.5", "3", "0", "1.5", "-0.1", "2"]),
            [-5, 30, 0, 15, -1, 20],
        ),
    ];
    let mut generator = Seed((columns * 100 + rows) as u64).generator();
    for _ in 0..4 {
        let mut position = game.start();
        let mut moves = Vec::new();
        while game.outcome(&position).is_none() {
            let slow = Slow::new(&game, length as isize, &position);
            let side = game.side_to_move(&position);
            let image = game.map_position(Symmetry::MirrorColumns, &position);
            for (evaluator, weights) in &evaluators {
                let value = evaluator.for_mover(&game, &position);
                let text = game.write_position(&position);
                assert_eq!(
                    i64::from(value),
                    slow.value(side, *weights) * i64::from(side.sign()),
                    "{text}"
                );
                assert_eq!(evaluator.for_mover(&game, &image), value, "{text}");
                assert_eq!(evaluator.evaluate(&game, &position, side.other()), -value);
            }
            moves.clear();
            game.moves(&position, &mut moves);
            let chosen = generator.choose(&moves).expect("not over");
            game.play(&mut position, chosen);
        }
    }
}

#[test]
fn threats_are_what_a_walk_over_all_lines_finds() {
    for (columns, rows) in [
        (7, 6),
        (6, 7),
        (8, 7),
        (5, 5),
        (4, 4),
        (9, 4),
        (2, 9),
        (1, 6),
        (6, 1),
    ] {
        for length in 1..=6 {
            check::<u64>(columns, rows, length);
        }
    }
    check::<u128>(9, 8, 4);
    check::<u128>(7, 6, 5);
    check::<Wide<4>>(14, 13, 5);
    check::<u64>(7, 6, 40);
}

#[test]
fn units_and_bounds() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    assert_eq!(
        with_weights(&game, ["1", "2", "3", "4", "5", "0.25"]).unit(),
        100
    );
    assert_eq!(
        with_weights(&game, ["1", "2", "3", "4", "5", "6"]).unit(),
        1
    );
    // All features at once: 2 + 3 × 42 + 4 × 42.
    let bound = 2 + 7 * 42;
    let fits = Weight::integer(Score::GREATEST_VALUE / bound);
    assert!(game.evaluator("threats", &[fits; 6]).is_ok());
    let too_large = Weight::integer(Score::GREATEST_VALUE / bound + 1);
    assert!(game.evaluator("threats", &[too_large; 6]).is_err());
}

#[test]
fn rows_belong_to_sides() {
    // Three crosses in a row, two rows up, with an empty cell beside them that nobody can play
    // yet: on six rows the third one is the first side's.
    let game = Connect::<u64>::new(7, 6, 4, None);
    let evaluator = with_weights(&game, ["0", "0", "1", "0", "0", "0"]);
    let position = game
        .parse_position("7/7/7/3xxx1/3oxo1/3xoo1 o")
        .expect("a position");
    // c3 and g3.
    assert_eq!(evaluator.evaluate(&game, &position, Side::First), 2);
    assert_eq!(game.strong_evaluator(), Some("threats"));
}

#[test]
fn filling_up_the_board_brings_the_first_side_to_the_third_row_and_not_to_the_second() {
    let game = Connect::<u64>::new(7, 6, 4, None);
    let evaluator = with_weights(&game, ["0", "0", "0", "0", "1", "0"]);
    let value = |text: &str| {
        let position = game.parse_position(text).expect("a position");
        evaluator.evaluate(&game, &position, Side::First)
    };
    // Threats at a3 and e3, and then at a2 and e2.
    assert_eq!(value("7/7/7/1xxx3/1oxo3/1xoo3 o"), 1);
    assert_eq!(value("7/7/7/1o5/1xxx3/1oxo2o x"), 0);
}
