//! The tables as text: fields separated by tabs, with a line of names.

use crate::Failure;
use crate::tasks::Task;
use solve::Solution;
use std::fmt::Write;
use std::time::Duration;

/// What stands for the start of a game, and for what does not apply or is not known.
const START: &str = "start";
const NONE: &str = "-";
/// Between the least and the most that an open score can be.
const TO: &str = "..";

/// What is known about a position, and what it took.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    game: String,
    position: String,
    pub(crate) least: i32,
    pub(crate) most: i32,
    nodes: u64,
    pub(crate) cpu_seconds: f64,
    table_mebibytes: usize,
}

impl Row {
    pub(crate) fn new(
        task: &Task,
        solution: &Solution,
        time: Duration,
        table_mebibytes: usize,
    ) -> Row {
        Row {
            game: task.game.clone(),
            position: task.position.unwrap_or(START).to_string(),
            least: solution.least,
            most: solution.most,
            nodes: solution.nodes,
            cpu_seconds: time.as_secs_f64(),
            table_mebibytes,
        }
    }

    pub(crate) fn is_of(&self, task: &Task) -> bool {
        self.game == task.game && self.position == task.position.unwrap_or(START)
    }

    /// If it is solved.
    pub(crate) fn score(&self) -> Option<i32> {
        (self.least == self.most).then_some(self.least)
    }

    /// Who wins, as far as that is known.
    fn outcome(&self) -> &'static str {
        match (self.least, self.most) {
            (0, 0) => "draw",
            (1.., _) => "first",
            (_, ..=-1) => "second",
            _ => "open",
        }
    }

    /// The line of the table without its end.
    pub(crate) fn line(&self, task: &Task) -> String {
        let score = match self.score() {
            Some(score) => score.to_string(),
            None => format!("{}{TO}{}", self.least, self.most),
        };
        let Row {
            game,
            position,
            nodes,
            cpu_seconds,
            table_mebibytes,
            ..
        } = self;
        let outcome = self.outcome();
        let mut line = format!("{game}\t{position}\t{score}\t{outcome}");
        if let Some(cells) = task.cells {
            let stone = self.score().map(|score| last_stone(cells, score));
            let stone = stone.map_or(NONE.to_string(), |stone| stone.to_string());
            line += &format!("\t{stone}");
        }
        line + &format!("\t{nodes}\t{cpu_seconds:.3}\t{table_mebibytes}")
    }
}

/// The number of the last stone of a game of Connect with that score for the first player, who has
/// the odd ones.
fn last_stone(cells: i32, score: i32) -> i32 {
    let latest = cells + 2 - 2 * score.abs();
    match score.signum() {
        0 => cells,
        // Two numbers have that score.
        1 => latest - (latest + 1) % 2,
        _ => latest - latest % 2,
    }
}

/// The whole table, in the order of the tasks.
pub(crate) fn table(tasks: &[Task], rows: &[Row]) -> String {
    let of_connect = tasks.iter().any(|task| task.cells.is_some());
    let stone = if of_connect { "last_stone\t" } else { "" };
    let mut text =
        format!("game\tposition\tscore\toutcome\t{stone}nodes\tcpu_seconds\ttable_mebibytes\n");
    for task in tasks {
        for row in rows.iter().filter(|row| row.is_of(task)) {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "{}", row.line(task));
        }
    }
    text
}

/// Reads a table.
pub(crate) fn parse(text: &str) -> Result<Vec<Row>, Failure> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let row = |line: &str| -> Result<Row, Failure> {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |name: &str| {
            let place = names.iter().position(|known| *known == name);
            let field = place.and_then(|place| fields.get(place));
            field.ok_or_else(|| format!("no {name} in {line:?}"))
        };
        let score = field("score")?;
        let (least, most) = score.split_once(TO).unwrap_or((score, score));
        Ok(Row {
            game: field("game")?.to_string(),
            position: field("position")?.to_string(),
            least: least.parse()?,
            most: most.parse()?,
            nodes: field("nodes")?.parse()?,
            cpu_seconds: field("cpu_seconds")?.parse()?,
            table_mebibytes: field("table_mebibytes")?.parse()?,
        })
    };
    lines.map(row).collect()
}
