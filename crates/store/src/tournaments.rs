//! Tournaments: put down, found again, deleted.

use crate::{Store, StoreError, TournamentArchive};
use arena::Plan;
use rusqlite::{OptionalExtension, Row, params};
use std::fs::{File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

/// Whether everything was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// There are games to be played.
    Open,
    /// All is played.
    Complete,
}

impl State {
    pub(crate) fn of_word(word: &str) -> State {
        match word {
            "complete" => State::Complete,
            _ => State::Open,
        }
    }
}

/// A tournament in a store.
#[derive(Debug, Clone)]
pub struct Tournament {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The day it was put down.
    pub created: String,
    /// What is played.
    pub plan: Plan,
    /// Whether everything was.
    pub state: State,
    /// How many games are kept.
    pub games: u64,
}

const COLUMNS: &str = "id, name, created, plan, state,
    (SELECT count(*) FROM game WHERE game.tournament = tournament.id)";

impl Tournament {
    fn read(row: &Row<'_>) -> Result<Tournament, StoreError> {
        let plan: String = row.get(3)?;
        let state: String = row.get(4)?;
        Ok(Tournament {
            id: row.get(0)?,
            name: row.get(1)?,
            created: row.get(2)?,
            plan: serde_json::from_str(&plan)?,
            state: State::of_word(&state),
            games: row.get::<_, i64>(5)? as u64,
        })
    }
}

/// Held by whoever plays a tournament, or is at a tuning. The system takes it back when the process ends, however that
/// came.
#[derive(Debug)]
pub struct Claim {
    /// A file that is locked, and where it is; none for a store in memory.
    file: Option<(File, PathBuf)>,
}

impl Claim {
    /// Locks a file, which is made for it; `None` if somebody else has it.
    fn of_file(path: PathBuf) -> std::io::Result<Option<Claim>> {
        loop {
            let file = File::create(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // Whoever had it before may have removed it in between: then the lock is on a file that
            // nobody else will find.
            match std::fs::metadata(&path) {
                Ok(found) if found.ino() == file.metadata()?.ino() => {
                    return Ok(Some(Claim {
                        file: Some((file, path)),
                    }));
                }
                _ => {}
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some((_, path)) = &self.file {
            // It is in nobody's way if it stays.
            let _ = std::fs::remove_file(path);
        }
    }
}

impl Store {
    /// Puts down a tournament, and returns its number.
    pub fn create(&mut self, name: &str, plan: &Plan, created: &str) -> Result<i64, StoreError> {
        let transaction = self.connection.transaction()?;
        let taken: Option<i64> = transaction
            .query_row("SELECT id FROM tournament WHERE name = ?", [name], |row| {
                row.get(0)
            })
            .optional()?;
        if taken.is_some() {
            return Err(StoreError::NameTaken(name.to_string()));
        }
        transaction.execute(
            "INSERT INTO tournament (name, created, plan, state) VALUES (?, ?, ?, 'open')",
            params![name, created, serde_json::to_string(plan)?],
        )?;
        let id = transaction.last_insert_rowid();
        {
            let mut player = transaction
                .prepare("INSERT INTO player (text) VALUES (?) ON CONFLICT DO NOTHING")?;
            let mut entrant = transaction.prepare(
                "INSERT INTO entrant (tournament, number, player)
                 VALUES (?, ?, (SELECT id FROM player WHERE text = ?))",
            )?;
            for (number, text) in plan.players.iter().enumerate() {
                player.execute([text])?;
                entrant.execute(params![id, number as i64, text])?;
            }
        }
        transaction.commit()?;
        Ok(id)
    }

    /// All tournaments, the oldest first.
    pub fn tournaments(&self) -> Result<Vec<Tournament>, StoreError> {
        let mut statement = self
            .connection
            .prepare(&format!("SELECT {COLUMNS} FROM tournament ORDER BY id"))?;
        let mut rows = statement.query(())?;
        let mut tournaments = Vec::new();
        while let Some(row) = rows.next()? {
            tournaments.push(Tournament::read(row)?);
        }
        Ok(tournaments)
    }

    /// The tournament of a name or a number.
    pub fn tournament(&self, name: &str) -> Result<Tournament, StoreError> {
        let mut statement = self.connection.prepare(&format!(
            "SELECT {COLUMNS} FROM tournament WHERE name = ?1 OR id = ?2 ORDER BY name <> ?1"
        ))?;
        let mut rows = statement.query(params![name, name.parse::<i64>().ok()])?;
        match rows.next()? {
            Some(row) => Tournament::read(row),
            None => Err(StoreError::NoTournament(name.to_string())),
        }
    }

    /// Deletes a tournament and its games, unless somebody plays it.
    pub fn delete(&mut self, tournament: &Tournament) -> Result<(), StoreError> {
        let _claim = self.claim(tournament)?;
        let id = tournament.id;
        let transaction = self.connection.transaction()?;
        // One after the other: to follow the references row by row takes much longer.
        for table in ["game", "schedule", "entrant"] {
            transaction.execute(&format!("DELETE FROM {table} WHERE tournament = ?"), [id])?;
        }
        transaction.execute("DELETE FROM tournament WHERE id = ?", [id])?;
        transaction.execute(
            "DELETE FROM player WHERE id NOT IN (SELECT player FROM entrant)",
            (),
        )?;
        transaction.commit()?;
        Ok(())
    }

    /// Notes that all of a tournament is played.
    pub fn complete(&mut self, id: i64) -> Result<(), StoreError> {
        let sql = "UPDATE tournament SET state = 'complete' WHERE id = ?";
        self.connection.execute(sql, [id])?;
        Ok(())
    }

    /// How many games of a tournament are to be played at a time, if somebody said so while it runs.
    pub fn workers(&self, id: i64) -> Result<Option<usize>, StoreError> {
        let sql = "SELECT workers FROM tournament WHERE id = ?";
        let workers: Option<Option<i64>> = self
            .connection
            .query_row(sql, [id], |row| row.get(0))
            .optional()?;
        Ok(workers.flatten().map(|workers| workers.max(1) as usize))
    }

    /// Says how many games of a tournament are to be played at a time, wherever it is played.
    pub fn set_workers(&mut self, id: i64, workers: Option<usize>) -> Result<(), StoreError> {
        let sql = "UPDATE tournament SET workers = ? WHERE id = ?";
        let workers = workers.map(|workers| workers as i64);
        self.connection.execute(sql, params![workers, id])?;
        Ok(())
    }

    /// Makes sure that nobody else plays a tournament, now and as long as the claim is held.
    pub fn claim(&self, tournament: &Tournament) -> Result<Claim, StoreError> {
        let running = || StoreError::Running(tournament.name.clone());
        self.claim_file(&format!("playing-{}", tournament.id), running)
    }

    /// Locks a file beside the store, or says that somebody else has it.
    pub(crate) fn claim_file(
        &self,
        purpose: &str,
        running: impl Fn() -> StoreError,
    ) -> Result<Claim, StoreError> {
        let Some(path) = &self.path else {
            return Ok(Claim { file: None });
        };
        let mut name = path.clone().into_os_string();
        name.push(format!("-{purpose}"));
        let path = PathBuf::from(name);
        match Claim::of_file(path.clone()) {
            Ok(Some(claim)) => Ok(claim),
            Ok(None) => Err(running()),
            Err(error) => Err(StoreError::Unopened {
                path,
                reason: error.to_string(),
            }),
        }
    }

    /// Where the games of a tournament are kept.
    pub fn archive(&mut self, id: i64) -> Result<TournamentArchive<'_>, StoreError> {
        let tournament = self.tournament(&id.to_string())?;
        Ok(TournamentArchive {
            connection: &mut self.connection,
            id,
            games: tournament.plan.games,
        })
    }
}
