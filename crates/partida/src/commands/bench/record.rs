//! Runs kept as files, to compare later ones with.

use super::searches::{Search, family, signature};
use crate::files;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// A run as a document. Names of fields are names in JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) date: String,
    /// Seconds since 1970, to tell which of two runs of a day is the newer one.
    pub(super) time: u64,
    /// Of the program.
    pub(super) version: String,
    pub(super) note: Option<String>,
    pub(super) signature: String,
    pub(super) searches: Vec<Search>,
}

impl Record {
    /// The record of a run at a time, in seconds since 1970.
    pub(super) fn new(time: u64, note: Option<String>, searches: Vec<Search>) -> Record {
        Record {
            date: report::date(UNIX_EPOCH + Duration::from_secs(time)),
            time,
            version: env!("CARGO_PKG_VERSION").to_string(),
            note,
            signature: signature(&searches),
            searches,
        }
    }

    /// The name of its file.
    pub(super) fn file_name(&self) -> String {
        format!("{}-{}.json", self.date, self.signature)
    }

    /// Writes it into a directory, which is made if there is none; says where.
    pub(super) fn write(&self, directory: &Path) -> Result<PathBuf> {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot make the directory {}", directory.display()))?;
        let path = directory.join(self.file_name());
        let text = serde_json::to_string_pretty(self)? + "\n";
        files::write(&path, text.as_bytes())?;
        Ok(path)
    }

    /// The newest one in a directory; `None` if there is none, or no directory.
    pub(super) fn newest(directory: &Path) -> Result<Option<Record>> {
        let Ok(entries) = std::fs::read_dir(directory) else {
            return Ok(None);
        };
        let mut newest: Option<Record> = None;
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let (name, content) = files::read(&path, &mut std::io::empty())?;
            let record: Record = serde_json::from_str(&content)
                .with_context(|| format!("{name} is not a record of `partida bench`"))?;
            if newest
                .as_ref()
                .is_none_or(|newest| newest.time < record.time)
            {
                newest = Some(record);
            }
        }
        Ok(newest)
    }
}

/// A run beside a record. Names of fields are names in JSON.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Comparison {
    /// The name of the record's file.
    pub(super) record: String,
    pub(super) games: Vec<Ratios>,
    pub(super) all: Ratios,
}

/// Ours by theirs, over the searches that are in both.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Ratios {
    pub(super) game: Option<String>,
    /// How many searches both have.
    pub(super) searches: usize,
    /// Whether all of them did the same.
    pub(super) same: bool,
    pub(super) nodes: f64,
    /// Nodes per second, each divided by the speed of the yardstick in its run.
    pub(super) speed: f64,
}

impl Comparison {
    pub(super) fn new(searches: &[Search], games: &[&str], record: &Record) -> Comparison {
        let ratios = |game: Option<&str>| {
            let belongs = |search: &&Search| game.is_none_or(|game| family(&search.game) == game);
            let pairs = searches.iter().filter(belongs).filter_map(|ours| {
                let theirs = record.searches.iter();
                let mut same = theirs.filter(|theirs| theirs.is_same_task(ours));
                Some((ours, same.next()?))
            });
            Ratios::new(game, &pairs.collect::<Vec<_>>())
        };
        Comparison {
            record: record.file_name(),
            games: games.iter().map(|game| ratios(Some(game))).collect(),
            all: ratios(None),
        }
    }
}

impl Ratios {
    fn new(game: Option<&str>, pairs: &[(&Search, &Search)]) -> Ratios {
        let (ours, theirs): (Vec<&Search>, Vec<&Search>) = pairs.iter().copied().unzip();
        let nodes = |searches: &[&Search]| -> f64 {
            searches.iter().map(|search| search.nodes as f64).sum()
        };
        let divided = |one: f64, other: f64| if other > 0.0 { one / other } else { 1.0 };
        Ratios {
            game: game.map(ToString::to_string),
            searches: pairs.len(),
            same: pairs
                .iter()
                .all(|(ours, theirs)| ours.behaviour() == theirs.behaviour()),
            nodes: divided(nodes(&ours), nodes(&theirs)),
            speed: divided(speed(&ours), speed(&theirs)),
        }
    }
}

/// Nodes in the time that the yardstick takes.
fn speed(searches: &[&Search]) -> f64 {
    let sum = |figure: fn(&Search) -> f64| searches.iter().map(|search| figure(search)).sum();
    let (nodes, cpu, yardstick): (f64, f64, f64) = (
        sum(|search| search.nodes as f64),
        sum(|search| search.cpu_ms),
        sum(|search| search.yardstick_ms),
    );
    if cpu > 0.0 {
        nodes / cpu * (yardstick / searches.len() as f64)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(game: &str, nodes: u64, cpu_ms: f64, yardstick_ms: f64) -> Search {
        Search {
            game: game.to_string(),
            player: "minimax".to_string(),
            moves: String::new(),
            chosen: "a".to_string(),
            score: "0".to_string(),
            nodes,
            cpu_ms,
            yardstick_ms,
        }
    }

    #[test]
    fn speeds_are_compared_by_the_yardstick() {
        let games = ["connect", "bricks", "tafl"];
        let before = Record::new(
            0,
            None,
            vec![
                search("connect", 1000, 10.0, 4.0),
                search("bricks:4", 500, 1.0, 4.0),
            ],
        );
        // A machine half as fast, on which Connect has become twice as fast.
        let now = [
            search("connect", 1000, 10.0, 8.0),
            search("bricks:4", 250, 1.0, 8.0),
            search("tafl", 10, 1.0, 8.0),
        ];
        let comparison = Comparison::new(&now, &games, &before);
        assert_eq!(comparison.record, before.file_name());
        let ratios = |game: Option<&str>, searches, same, nodes, speed| Ratios {
            game: game.map(ToString::to_string),
            searches,
            same,
            nodes,
            speed,
        };
        assert_eq!(
            comparison.games,
            [
                ratios(Some("connect"), 1, true, 1.0, 2.0),
                ratios(Some("bricks"), 1, false, 0.5, 1.0),
                // New: there is nothing to compare it with.
                ratios(Some("tafl"), 0, true, 1.0, 1.0),
            ]
        );
        assert_eq!((comparison.all.searches, comparison.all.same), (2, false));
    }

    #[test]
    fn a_record_reads_back_and_the_newest_is_found() {
        let directory =
            std::env::temp_dir().join(format!("partida-records-{}", std::process::id()));
        assert_eq!(Record::newest(&directory).expect("no directory"), None);
        let record = |time, nodes| {
            let searches = vec![search("connect", nodes, 10.0, 4.0)];
            Record::new(time, Some("a note".to_string()), searches)
        };
        let records = [
            record(1_794_700_801, 3),
            record(1_794_700_802, 4),
            record(1, 5),
        ];
        for record in &records {
            let path = record.write(&directory).expect("it can be written");
            assert!(path.ends_with(record.file_name()));
        }
        std::fs::write(directory.join("README.md"), "no record").expect("it can be written");
        let newest = Record::newest(&directory).expect("all are records");
        assert_eq!(newest.as_ref(), Some(&records[1]));
        std::fs::write(directory.join("broken.json"), "{}").expect("it can be written");
        let message = Record::newest(&directory)
            .expect_err("one is none")
            .to_string();
        assert!(message.contains("broken.json is not a record"), "{message}");
        std::fs::remove_dir_all(&directory).expect("it is ours");
    }
}
