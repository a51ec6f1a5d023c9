//! What is solved, and what others have found.

use crate::Failure;

/// A position to be solved.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) game: String,
    /// The start of the game if there is none.
    pub(crate) position: Option<&'static str>,
    /// In Connect, the size of the board.
    pub(crate) cells: Option<i32>,
    published: Published,
}

/// What is published about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Published {
    Nothing,
    /// 1 if the first player wins, −1 if the second, 0 if nobody.
    Outcome(i32),
    /// The same, with the number of the last stone.
    LastStone(i32, i32),
}

impl Task {
    /// Complains if what was found is not what is published.
    pub(crate) fn check(&self, least: i32, most: i32) -> Result<(), Failure> {
        let is_so = match (self.published, self.cells) {
            (Published::LastStone(outcome, stone), Some(cells)) => {
                (least..=most).contains(&(outcome * (cells + 2 - stone) / 2))
            }
            (Published::Outcome(outcome), _) => (least.signum()..=most.signum()).contains(&outcome),
            _ => true,
        };
        let wrong = || format!("{}: {least}..{most} is not as published", self.game);
        if is_so { Ok(()) } else { Err(wrong().into()) }
    }
}

/// Boards of Connect beyond the published list, by columns, rows and length.
const OTHER_BOARDS: [(i32, i32, i32); 13] = [
    (3, 6, 3),
    (7, 2, 3),
    (4, 4, 3),
    (5, 5, 3),
    (4, 5, 3),
    (4, 8, 3),
    (7, 6, 3),
    (8, 8, 3),
    (5, 5, 5),
    (6, 5, 5),
    (6, 6, 5),
    (7, 6, 5),
    (8, 6, 5),
];

const BRICKS: std::ops::RangeInclusive<usize> = 2..=6;

/// Starts of Amazons on boards that are small enough to hope for.
const AMAZONS: [(&str, Option<&str>); 4] = [
    ("amazons:4x4", Some("1qq1/q2q/Q2Q/1QQ1 w")),
    ("amazons:5x4", Some("1q1q1/q3q/Q3Q/1Q1Q1 w")),
    ("amazons:4x5", Some("1qq1/q2q/4/Q2Q/1QQ1 w")),
    ("amazons:5x5", None),
];

/// All tasks, by the table they belong to; in each the small boards come first.
pub(crate) fn all() -> Result<[(&'static str, Vec<Task>); 3], Failure> {
    let bricks = BRICKS.map(|size| Task {
        game: format!("bricks:{size}"),
        position: None,
        cells: None,
        published: Published::Nothing,
    });
    let amazons = AMAZONS.map(|(game, position)| Task {
        game: game.to_string(),
        position,
        cells: None,
        published: Published::Nothing,
    });
    Ok([
        ("bricks", bricks.collect()),
        ("amazons", amazons.into()),
        ("connect", connect()?),
    ])
}

fn connect() -> Result<Vec<Task>, Failure> {
    let values = include_str!("../../../../testdata/connect/board-values.csv");
    let mut tasks = Vec::new();
    for line in values.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [columns, rows, outcome, stone] = fields[..] else {
            return Err(format!("board-values.csv: {line}").into());
        };
        let outcome = match outcome {
            "first" => 1,
            "draw" => 0,
            "second" => -1,
            _ => return Err(format!("board-values.csv: {line}").into()),
        };
        let published = match stone {
            "" => Published::Outcome(outcome),
            stone => Published::LastStone(outcome, stone.parse()?),
        };
        tasks.push(board(columns.parse()?, rows.parse()?, 4, published));
    }
    for (columns, rows, length) in OTHER_BOARDS {
        let published = if length == 3 {
            three_in_a_row(columns, rows)
        } else {
            Published::Nothing
        };
        tasks.push(board(columns, rows, length, published));
    }
    tasks.sort_by_key(|task| task.cells);
    Ok(tasks)
}

fn board(columns: i32, rows: i32, length: i32, published: Published) -> Task {
    Task {
        game: format!("connect:{columns}x{rows},c={length}"),
        position: None,
        cells: Some(columns * rows),
        published,
    }
}

/// What is known of three in a row on all boards.
fn three_in_a_row(columns: i32, rows: i32) -> Published {
    if columns <= 3 || rows <= 2 {
        Published::LastStone(0, columns * rows)
    } else if columns == 4 && (5..=8).contains(&rows) {
        Published::LastStone(1, 11)
    } else {
        Published::LastStone(1, 9)
    }
}
