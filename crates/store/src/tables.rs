//! Games that people play at tables of their own, each as one document.

use crate::{Store, StoreError};
use rusqlite::{OptionalExtension, Row, params};

/// A table as it is kept. What is in its document is not the store's business.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedTable {
    /// What links name it by.
    pub id: String,
    /// The day it was set up.
    pub created: String,
    /// The game's text.
    pub game: String,
    /// Who plays.
    pub players: [String; 2],
    /// How many moves were played.
    pub plies: u64,
    /// All of it.
    pub document: String,
}

const COLUMNS: &str = "id, created, game, first, second, plies, document";

fn read(row: &Row<'_>) -> rusqlite::Result<SavedTable> {
    Ok(SavedTable {
        id: row.get(0)?,
        created: row.get(1)?,
        game: row.get(2)?,
        players: [row.get(3)?, row.get(4)?],
        plies: row.get::<_, i64>(5)? as u64,
        document: row.get(6)?,
    })
}

impl Store {
    /// Keeps a table, over what was kept of it before.
    pub fn save_table(&mut self, table: &SavedTable) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare_cached(
            "INSERT INTO board_table (id, created, game, first, second, plies, document, changed)
             VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(changed), 0) + 1 FROM board_table))
             ON CONFLICT (id) DO UPDATE SET plies = excluded.plies, document = excluded.document,
                 changed = excluded.changed",
        )?;
        statement.execute(params![
            table.id,
            table.created,
            table.game,
            table.players[0],
            table.players[1],
            table.plies as i64,
            table.document,
        ])?;
        Ok(())
    }

    /// The table of a name, if there is one.
    pub fn table(&self, id: &str) -> Result<Option<SavedTable>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM board_table WHERE id = ?");
        let mut statement = self.connection.prepare_cached(&sql)?;
        Ok(statement.query_row([id], read).optional()?)
    }

    /// All tables, those that were changed last first.
    pub fn tables(&self, most: u32) -> Result<Vec<SavedTable>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM board_table ORDER BY changed DESC LIMIT ?");
        let mut statement = self.connection.prepare_cached(&sql)?;
        let rows = statement.query_map([most], read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Forgets a table.
    pub fn delete_table(&mut self, id: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM board_table WHERE id = ?";
        self.connection.execute(sql, [id])?;
        Ok(())
    }
}
