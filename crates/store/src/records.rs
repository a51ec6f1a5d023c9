//! Games one by one: listed, shown, exported.

use crate::archive::{SUMMARY_COLUMNS, read_summary};
use crate::{Store, StoreError};
use arena::{Record, Summary};
use rusqlite::params;

/// Which games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Those of one tournament, by its number.
    pub tournament: Option<i64>,
    /// Those of one round, counted from 0.
    pub round: Option<u32>,
    /// Those of one player, by its text.
    pub player: Option<String>,
    /// Those with this number in their tournament.
    pub number: Option<u64>,
    /// At most so many.
    pub most: Option<u64>,
}

/// A game in a store.
#[derive(Debug, Clone)]
pub struct StoredGame {
    /// Its tournament's number.
    pub tournament: i64,
    /// Its own number there.
    pub number: u64,
    /// Counted from 0.
    pub round: u32,
    /// The players' numbers in the tournament.
    pub players: [usize; 2],
    /// What counts of it.
    pub summary: Summary,
    /// The record as it was written, in JSON.
    json: String,
}

impl StoredGame {
    /// Everything about it.
    pub fn record(&self) -> Result<Record, StoreError> {
        Ok(serde_json::from_str(&self.json)?)
    }
}

impl Store {
    /// Hands over all games of a selection, in the order of their tournaments and numbers.
    pub fn each_game<E: From<StoreError>>(
        &self,
        selection: &Selection,
        mut visit: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let sql = format!(
            "SELECT tournament, number, round, first, second, record, {SUMMARY_COLUMNS}
             FROM game JOIN schedule USING (tournament, number)
             WHERE (?1 IS NULL OR tournament = ?1)
               AND (?2 IS NULL OR round = ?2)
               AND (?3 IS NULL OR ?3 IN (
                   SELECT text FROM entrant JOIN player ON player.id = entrant.player
                   WHERE entrant.tournament = game.tournament
                     AND entrant.number IN (schedule.first, schedule.second)))
               AND (?4 IS NULL OR number = ?4)
             ORDER BY tournament, number
             LIMIT coalesce(?5, -1)"
        );
        let mut statement = self.connection.prepare(&sql).map_err(StoreError::from)?;
        let mut rows = statement
            .query(params![
                selection.tournament,
                selection.round,
                selection.player,
                selection.number.map(|number| number as i64),
                selection.most.map(|most| most as i64),
            ])
            .map_err(StoreError::from)?;
        while let Some(row) = rows.next().map_err(StoreError::from)? {
            let read = || -> rusqlite::Result<StoredGame> {
                Ok(StoredGame {
                    tournament: row.get(0)?,
                    number: row.get::<_, i64>(1)? as u64,
                    round: row.get(2)?,
                    players: [
                        row.get::<_, i64>(3)? as usize,
                        row.get::<_, i64>(4)? as usize,
                    ],
                    json: row.get(5)?,
                    summary: read_summary(row, 6)?,
                })
            };
            visit(read().map_err(StoreError::from)?)?;
        }
        Ok(())
    }
}
