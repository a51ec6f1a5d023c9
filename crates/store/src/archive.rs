//! The games of one tournament, as the arena keeps and finds them.

use crate::StoreError;
use arena::{Archive, ArchiveError, Job, Record, Summary};
use rusqlite::{Connection, params};
use std::time::Duration;

/// Where the games of a tournament are kept.
#[derive(Debug)]
pub struct TournamentArchive<'store> {
    pub(crate) connection: &'store mut Connection,
    pub(crate) id: i64,
    /// The games' texts, by their numbers in jobs.
    pub(crate) games: Vec<String>,
}

pub(crate) const SUMMARY_COLUMNS: &str = "margin, points_first, points_second,
    microseconds_first, microseconds_second, moves_first, moves_second, forfeited_by";

/// Reads a summary whose columns begin at a place.
pub(crate) fn read_summary(row: &rusqlite::Row<'_>, at: usize) -> rusqlite::Result<Summary> {
    let micros = |place: usize| -> rusqlite::Result<Duration> {
        Ok(Duration::from_micros(row.get::<_, i64>(at + place)? as u64))
    };
    Ok(Summary {
        margin: row.get(at)?,
        points: [row.get(at + 1)?, row.get(at + 2)?],
        times: [micros(3)?, micros(4)?],
        moves: [row.get(at + 5)?, row.get(at + 6)?],
        forfeited_by: row.get(at + 7)?,
    })
}

impl TournamentArchive<'_> {
    fn note(&mut self, jobs: &[Job]) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO schedule (tournament, number, round, game, first, second, opening, seed)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            )?;
            for job in jobs {
                insert.execute(params![
                    self.id,
                    job.number as i64,
                    job.round,
                    self.games[job.game],
                    job.players[0] as i64,
                    job.players[1] as i64,
                    job.opening as i64,
                    job.seed as i64,
                ])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    fn write(&mut self, games: &[(Job, Record)]) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO game (tournament, number, margin, points_first, points_second,
                     microseconds_first, microseconds_second, moves_first, moves_second,
                     forfeited_by, ending, record)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?;
            for (job, record) in games {
                let summary = Summary::of(record);
                insert.execute(params![
                    self.id,
                    job.number as i64,
                    summary.margin,
                    summary.points[0],
                    summary.points[1],
                    summary.times[0].as_micros() as i64,
                    summary.times[1].as_micros() as i64,
                    summary.moves[0],
                    summary.moves[1],
                    summary.forfeited_by,
                    record.ending.word(),
                    serde_json::to_string(record)?,
                ])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    fn read(&mut self) -> Result<Vec<(u64, Summary)>, StoreError> {
        let sql = format!(
            "SELECT number, {SUMMARY_COLUMNS} FROM game WHERE tournament = ? ORDER BY number"
        );
        let mut statement = self.connection.prepare(&sql)?;
        let rows = statement.query_map([self.id], |row| {
            Ok((row.get::<_, i64>(0)? as u64, read_summary(row, 1)?))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn forget(&mut self, number: u64) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        for table in ["game", "schedule"] {
            transaction.execute(
                &format!("DELETE FROM {table} WHERE tournament = ? AND number >= ?"),
                params![self.id, number as i64],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }
}

impl Archive for TournamentArchive<'_> {
    fn schedule(&mut self, jobs: &[Job]) -> Result<(), ArchiveError> {
        Ok(self.note(jobs)?)
    }

    fn keep(&mut self, games: &[(Job, Record)]) -> Result<(), ArchiveError> {
        Ok(self.write(games)?)
    }

    fn kept(&mut self) -> Result<Vec<(u64, Summary)>, ArchiveError> {
        Ok(self.read()?)
    }

    fn forget_from(&mut self, number: u64) -> Result<(), ArchiveError> {
        Ok(self.forget(number)?)
    }
}
