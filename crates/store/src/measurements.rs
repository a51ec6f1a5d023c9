//! What was measured, each under the name of its experiment and a key of its own.

use crate::{Store, StoreError};
use rusqlite::OptionalExtension;

impl Store {
    /// Keeps something, over what was there.
    pub fn keep_measurement(
        &mut self,
        experiment: &str,
        key: &str,
        value: &str,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO measurement (experiment, key, value) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET value = excluded.value";
        self.connection.execute(sql, [experiment, key, value])?;
        Ok(())
    }

    /// What was kept under a key.
    pub fn measurement(&self, experiment: &str, key: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT value FROM measurement WHERE experiment = ? AND key = ?";
        let mut statement = self.connection.prepare_cached(sql)?;
        Ok(statement
            .query_row([experiment, key], |row| row.get(0))
            .optional()?)
    }

    /// Forgets all that was kept of an experiment.
    pub fn forget_measurements(&mut self, experiment: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM measurement WHERE experiment = ?";
        self.connection.execute(sql, [experiment])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_until_it_is_forgotten() -> Result<(), StoreError> {
        let mut store = Store::in_memory()?;
        store.keep_measurement("trees.quick", "4x4", "1")?;
        store.keep_measurement("trees.quick", "4x4", "2")?;
        store.keep_measurement("trees.full", "4x4", "3")?;
        assert_eq!(
            store.measurement("trees.quick", "4x4")?.as_deref(),
            Some("2")
        );
        store.forget_measurements("trees.quick")?;
        assert_eq!(store.measurement("trees.quick", "4x4")?, None);
        assert_eq!(
            store.measurement("trees.full", "4x4")?.as_deref(),
            Some("3")
        );
        Ok(())
    }
}
