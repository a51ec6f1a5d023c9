//! Tables as Markdown.

use std::fmt;
use std::time::Duration;

/// A table that grows row by row. Words stand to the left, figures to the right.
#[derive(Debug)]
pub struct Table {
    header: Vec<String>,
    /// How many columns, from the left, hold words.
    words: usize,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows, whose first columns hold words and the others figures.
    pub fn new<Name: Into<String>>(
        words: impl IntoIterator<Item = Name>,
        figures: impl IntoIterator<Item = Name>,
    ) -> Table {
        let mut header: Vec<String> = words.into_iter().map(Into::into).collect();
        let words = header.len();
        header.extend(figures.into_iter().map(Into::into));
        Table {
            header,
            words,
            rows: Vec::new(),
        }
    }

    /// One more row; cells that are missing at its end stay empty.
    pub fn push(&mut self, row: impl IntoIterator<Item = String>) {
        let mut row: Vec<String> = row.into_iter().collect();
        row.resize(self.header.len(), String::new());
        self.rows.push(row);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = std::iter::repeat_n("---", self.words);
        let figures = std::iter::repeat_n("--:", self.header.len() - self.words);
        let rule: String = words.chain(figures).collect::<Vec<_>>().join("|");
        writeln!(formatter, "| {} |", self.header.join(" | "))?;
        writeln!(formatter, "|{rule}|")?;
        for row in &self.rows {
            writeln!(formatter, "| {} |", row.join(" | "))?;
        }
        Ok(())
    }
}

/// A text to be typed.
pub fn code(text: &str) -> String {
    format!("`{text}`")
}

/// A positive number with three digits that count, or more in front of the point; of very small
/// ones fewer.
pub fn figure(value: f64) -> String {
    let mut decimals = 5;
    // What rounds to 1, 10 or 100 has one digit more in front of the point.
    for power in [0.01, 0.1, 1.0, 10.0, 100.0] {
        if value >= power * 0.9995 {
            decimals -= 1;
        }
    }
    format!("{value:.decimals$}")
}

/// A time in milliseconds.
pub fn milliseconds(time: Duration) -> String {
    figure(time.as_secs_f64() * 1e3)
}

/// A time in seconds.
pub fn seconds(time: Duration) -> String {
    figure(time.as_secs_f64())
}

/// Theirs and ours in one cell.
pub fn beside(theirs: impl fmt::Display, ours: impl fmt::Display) -> String {
    format!("{theirs} / {ours}")
}
