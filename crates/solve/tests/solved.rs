//! The tables of solved starts in `testdata/solved/`: in themselves, beside published values, and
//! solved once more where that is quick. `cargo run --release -p partida-benches --bin solved` writes
//! them.

use game::Playable;
use games::{GameVisitor, NoFiles, parse_game};
use solve::{Goal, Resources, Solution, solver_for};
use std::ops::ControlFlow;

const TABLES: [&str; 3] = [
    include_str!("../../../testdata/solved/amazons.tsv"),
    include_str!("../../../testdata/solved/bricks.tsv"),
    include_str!("../../../testdata/solved/connect.tsv"),
];

const BOARD_VALUES: &str = include_str!("../../../testdata/connect/board-values.csv");

/// Rows that took fewer nodes are solved again.
const FEW_NODES: u64 = 300_000;

#[derive(Debug)]
struct Row {
    game: &'static str,
    /// None for the start of the game.
    position: Option<&'static str>,
    least: i32,
    most: i32,
    outcome: &'static str,
    /// In Connect, if it is known.
    last_stone: Option<i32>,
    nodes: u64,
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for table in TABLES {
        let mut lines = table.lines();
        let names: Vec<&str> = lines.next().expect("names").split('\t').collect();
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), names.len(), "{line}");
            let field = |name| Some(fields[names.iter().position(|known| *known == name)?]);
            let expected = |name| field(name).expect(name);
            let number = |text: &str| text.parse().expect(line);
            let score = expected("score");
            let (least, most) = score.split_once("..").unwrap_or((score, score));
            let stone = field("last_stone").filter(|stone| *stone != "-");
            rows.push(Row {
                game: expected("game"),
                position: Some(expected("position")).filter(|position| *position != "start"),
                least: number(least),
                most: number(most),
                outcome: expected("outcome"),
                last_stone: stone.map(number),
                nodes: expected("nodes").parse().expect(line),
            });
        }
    }
    rows
}

#[test]
fn outcomes_are_those_of_the_scores() {
    for row in rows() {
        assert!(row.least <= row.most, "{row:?}");
        let outcome = match (row.least, row.most) {
            (0, 0) => "draw",
            (1.., _) => "first",
            (_, ..=-1) => "second",
            _ => "open",
        };
        assert_eq!(row.outcome, outcome, "{row:?}");
    }
}

#[test]
fn solved_boards_of_connect_are_as_published() {
    let rows = rows();
    let mut solved = 0;
    for line in BOARD_VALUES.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [columns, height, outcome, stone] = fields[..] else {
            panic!("{line}");
        };
        let game = format!("connect:{columns}x{height},c=4");
        let Some(row) = rows.iter().find(|row| row.game == game) else {
            continue;
        };
        let sign = match outcome {
            "first" => 1,
            "second" => -1,
            _ => 0,
        };
        let signs = row.least.signum()..=row.most.signum();
        assert!(signs.contains(&sign), "{line}: {row:?}");
        let Ok(stone) = stone.parse::<i32>() else {
            continue;
        };
        let number = |text: &str| text.parse::<i32>().expect(line);
        let cells = number(columns) * number(height);
        let score = sign * (cells + 2 - stone) / 2;
        let scores = row.least..=row.most;
        assert!(scores.contains(&score), "{line}: {row:?}");
        if row.least == row.most {
            assert_eq!(row.last_stone, Some(stone), "{line}: {row:?}");
            solved += 1;
        }
    }
    assert!(solved >= 10, "{solved}");
}

struct Solve {
    position: Option<&'static str>,
}

impl GameVisitor for Solve {
    type Output = Solution;

    fn visit<G: Playable>(self, game: &G) -> Solution {
        let read = |text| game.parse_position(text).expect("a position");
        let position = self.position.map_or_else(|| game.start(), read);
        let solver = solver_for(game, Resources::bytes(16 << 20));
        let mut go_on = |_: &Solution| ControlFlow::Continue(());
        let solution = solver
            .expect("it fits")
            .solve(&position, Goal::Score, &mut go_on);
        solution.expect("somebody is to move")
    }
}

#[test]
fn what_took_few_nodes_comes_out_again() {
    let mut solved = 0;
    for row in rows() {
        // One that was given up may have few nodes too.
        if row.nodes >= FEW_NODES || row.least < row.most {
            continue;
        }
        let game = parse_game(row.game, &NoFiles).expect(row.game);
        let position = row.position;
        let solution = game.visit(Solve { position });
        assert_eq!(solution.score(), Some(row.least), "{row:?}");
        solved += 1;
    }
    assert!(solved >= 15, "{solved}");
}
