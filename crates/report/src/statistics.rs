//! The levels of a tree as a table.

use search::{Level, Statistics};
use serde::Serialize;
use serde_json::Number;
use std::fmt;
use utoipa::ToSchema;

/// What a search visited, level by level. Displayed as columns of plain text.
///
/// JSON: `{levels: [row, …], total: row}`, with the fields of [`StatisticsRow`].
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct StatisticsTable {
    /// The levels, the root's first.
    pub levels: Vec<StatisticsRow>,
    /// All of them together.
    pub total: StatisticsRow,
}

/// A line of a [`StatisticsTable`].
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct StatisticsRow {
    /// Plies below the root; `None` for the total.
    pub level: Option<usize>,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes without children: the game is over, or the depth is reached, or the table knew them.
    pub leaves: u64,
    /// The most children that a node had.
    pub most_children: u64,
    /// The fewest children that a node had.
    pub fewest_children: u64,
    /// The mean number of children, in six significant digits.
    #[schema(value_type = f64)]
    pub mean_children: Number,
    /// Nodes left before all their children were searched.
    pub cuts: u64,
    /// Nodes whose value the table knew.
    pub table_hits: u64,
    /// Children left out because of a symmetry.
    pub symmetric: u64,
}

const HEADINGS: [&str; 9] = [
    "level",
    "nodes",
    "leaves",
    "most",
    "fewest",
    "mean",
    "cuts",
    "table",
    "symmetric",
];

impl StatisticsTable {
    /// The table of a search.
    #[must_use]
    pub fn new(statistics: &Statistics) -> StatisticsTable {
        let levels = statistics.levels();
        StatisticsTable {
            levels: levels
                .iter()
                .enumerate()
                .map(|(number, level)| StatisticsRow::new(Some(number), level))
                .collect(),
            total: StatisticsRow::new(None, &sum(levels)),
        }
    }
}

fn sum(levels: &[Level]) -> Level {
    let mut total = Level {
        fewest_children: levels
            .iter()
            .map(|level| level.fewest_children)
            .min()
            .unwrap_or(0),
        ..Level::default()
    };
    for level in levels {
        total.nodes += level.nodes;
        total.leaves += level.leaves;
        total.most_children = total.most_children.max(level.most_children);
        total.children += level.children;
        total.cuts += level.cuts;
        total.table_hits += level.table_hits;
        total.mirrored += level.mirrored;
    }
    total
}

impl StatisticsRow {
    fn new(number: Option<usize>, level: &Level) -> StatisticsRow {
        let mean = if level.nodes == 0 {
            0.0
        } else {
            level.mean_children()
        };
        StatisticsRow {
            level: number,
            nodes: level.nodes,
            leaves: level.leaves,
            most_children: level.most_children,
            fewest_children: level.fewest_children,
            // What was just written as a number is one.
            mean_children: six_digits(mean).parse().unwrap_or_else(|_| Number::from(0)),
            cuts: level.cuts,
            table_hits: level.table_hits,
            symmetric: level.mirrored,
        }
    }

    fn cells(&self) -> [String; 9] {
        [
            match self.level {
                Some(level) => level.to_string(),
                None => "total".to_string(),
            },
            self.nodes.to_string(),
            self.leaves.to_string(),
            self.most_children.to_string(),
            self.fewest_children.to_string(),
            self.mean_children.to_string(),
            self.cuts.to_string(),
            self.table_hits.to_string(),
            self.symmetric.to_string(),
        ]
    }
}

impl fmt::Display for StatisticsTable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = vec![HEADINGS.map(str::to_string)];
        rows.extend(self.levels.iter().map(StatisticsRow::cells));
        rows.push(self.total.cells());
        for row in &rows {
            for (column, cell) in row.iter().enumerate() {
                let widths = rows.iter().map(|row| row[column].len());
                let width = widths.max().unwrap_or(0);
                let space = if column > 0 { "  " } else { "" };
                write!(formatter, "{space}{cell:>width$}")?;
            }
            writeln!(formatter)?;
        }
        Ok(())
    }
}

/// A number that is not negative in six significant digits, without zeros at its end: as the
/// published tables print means.
///
/// ```
/// use report::six_digits;
/// assert_eq!(six_digits(56.0 / 3.0), "18.6667");
/// assert_eq!(six_digits(24.0), "24");
/// assert_eq!(six_digits(0.0), "0");
/// ```
#[must_use]
pub fn six_digits(number: f64) -> String {
    // The exponent of the number as rounded: 9.999999 has that of 10.
    let scientific = format!("{number:.5e}");
    let exponent = scientific
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse::<i64>().ok())
        .unwrap_or(0);
    let decimals = usize::try_from(5 - exponent).unwrap_or(0);
    let text = format!("{number:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_whatever_the_size() {
        for (number, text) in [
            (0.521_739_13, "0.521739"),
            (0.052_173_913, "0.0521739"),
            (9.934_871, "9.93487"),
            (9.999_999_9, "10"),
            (6.5, "6.5"),
            (100_000.0, "100000"),
            (123_456.7, "123457"),
            (1_234_567.0, "1234567"),
        ] {
            assert_eq!(six_digits(number), text);
        }
    }
}
