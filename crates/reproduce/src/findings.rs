//! What comes of an experiment, as a document: names of fields are names in JSON.

use game::text::TextError;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// Why there are no findings.
#[derive(Debug, Error)]
pub enum Trouble {
    /// Somebody asked to stop; what was done is kept.
    #[error("stopped")]
    Stopped,
    /// A text of a game or a player.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Something else.
    #[error("{0}")]
    Failed(String),
}

impl Trouble {
    /// From any error.
    pub fn from_error(error: impl fmt::Display) -> Trouble {
        Trouble::Failed(error.to_string())
    }
}

/// What came of an experiment.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Findings {
    /// Its tables and figures.
    pub parts: Vec<Part>,
    /// What was claimed, and whether it holds.
    pub claims: Vec<Claim>,
    /// Their times and ours.
    pub speeds: Vec<Speed>,
}

/// A table or a figure: what was published beside what came out here.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Part {
    /// Which one, as the report counts them, and what it is about.
    pub title: String,
    /// The headings; the first column names the rows.
    pub columns: Vec<String>,
    /// As many texts in each as there are headings.
    pub rows: Vec<Vec<String>>,
    /// Sentences below it.
    pub remarks: Vec<String>,
    /// Pictures as SVG.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub plots: Vec<String>,
}

impl Part {
    /// One without rows.
    #[must_use]
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Part {
        Part {
            title: title.into(),
            columns: columns.iter().map(ToString::to_string).collect(),
            ..Part::default()
        }
    }

    /// Adds a row.
    pub fn row(&mut self, texts: impl IntoIterator<Item = impl ToString>) {
        let row: Vec<String> = texts.into_iter().map(|text| text.to_string()).collect();
        debug_assert_eq!(row.len(), self.columns.len(), "{}: {row:?}", self.title);
        self.rows.push(row);
    }
}

/// Something that was claimed, and what we find.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// What was found then.
    pub then: String,
    /// What we find, with the numbers that decide.
    pub now: String,
    /// What follows from them.
    pub verdict: Verdict,
}

/// What our numbers say about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Exact numbers, all equal.
    Equal,
    /// Exact numbers, and some differ: a mistake, theirs or ours. The command fails.
    Different,
    /// It holds, beyond chance.
    Confirmed,
    /// The contrary holds, beyond chance.
    NotConfirmed,
    /// This many games, boards or runs cannot tell.
    CannotTell,
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Verdict::Equal => "equal",
            Verdict::Different => "DIFFERENT",
            Verdict::Confirmed => "confirmed",
            Verdict::NotConfirmed => "not confirmed",
            Verdict::CannotTell => "cannot be told apart",
        })
    }
}

/// A time that was published, and ours for the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Speed {
    /// For what.
    pub what: String,
    /// Theirs, in seconds.
    pub published: f64,
    /// Ours, in seconds of processor time.
    pub ours: f64,
}

impl Speed {
    /// How many times faster ours is.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.published / self.ours.max(1e-9)
    }

    /// What it is for, theirs, ours, and the ratio, as people write them.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        vec![
            self.what.clone(),
            seconds(self.published),
            seconds(self.ours),
            times(self.ratio()),
        ]
    }
}

/// A ratio as people write it.
pub(crate) fn times(ratio: f64) -> String {
    match ratio {
        ratio if ratio >= 100.0 => format!("{ratio:.0}"),
        ratio if ratio >= 10.0 => format!("{ratio:.1}"),
        ratio => format!("{ratio:.2}"),
    }
}

/// A time as people write it.
pub(crate) fn seconds(time: f64) -> String {
    match time {
        time if time >= 100.0 => format!("{time:.0} s"),
        time if time >= 1.0 => format!("{time:.2} s"),
        time if time >= 1e-3 => format!("{:.2} ms", time * 1e3),
        time if time <= 0.0 => "0 s".to_string(),
        time => format!("{:.2} µs", time * 1e6),
    }
}

/// Numbers that must be equal; collects those that are not.
#[derive(Debug, Default)]
pub(crate) struct Exact {
    compared: usize,
    different: Vec<String>,
}

impl Exact {
    /// Compares two numbers.
    pub(crate) fn compare<T: PartialEq + fmt::Display>(
        &mut self,
        what: &str,
        published: T,
        ours: T,
    ) {
        self.compared += 1;
        if published != ours {
            self.different
                .push(format!("{what}: published {published}, ours {ours}"));
        }
    }

    /// Compares a number with one that was published with so many digits after the point, rounded or cut off.
    pub(crate) fn compare_rounded(&mut self, what: &str, published: f64, digits: i32, ours: f64) {
        self.compared += 1;
        if (published - ours).abs() >= 10_f64.powi(-digits) {
            self.different
                .push(format!("{what}: published {published}, ours {ours}"));
        }
    }

    /// The claim that all of it is equal.
    pub(crate) fn claim(self, then: &str) -> Claim {
        let now = match self.different.as_slice() {
            [] => format!("All {} numbers are equal.", self.compared),
            different => format!(
                "{} of {} numbers differ: {}.",
                different.len(),
                self.compared,
                different.join("; ")
            ),
        };
        Claim {
            then: then.to_string(),
            now,
            verdict: match self.different.is_empty() {
                true => Verdict::Equal,
                false => Verdict::Different,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_that_differs_is_told() {
        let mut exact = Exact::default();
        exact.compare("nodes", 9, 9);
        exact.compare_rounded("children", 0.521739, 6, 12.0 / 23.0);
        exact.compare_rounded("children", 3.8181, 4, 42.0 / 11.0);
        exact.compare("leaves", 4, 5);
        let claim = exact.claim("so many");
        assert_eq!(claim.verdict, Verdict::Different);
        assert_eq!(
            claim.now,
            "1 of 4 numbers differ: leaves: published 4, ours 5."
        );
        assert_eq!(Exact::default().claim("nothing").verdict, Verdict::Equal);
    }
}
