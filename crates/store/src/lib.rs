//! Games, players, tournaments and tunings in one SQLite file.
//!
//! A [`Store`] is opened on a file, which is made if need be. A tournament is put down as a plan;
//! its games are kept through an [`arena::Archive`], each before it counts, and whoever opens the
//! store later finds all of them, whatever became of the process that played them. A tuning is put down as an
//! experiment; what it was told is kept through a [`tune::Notebook`].
//!
//! ```
//! use arena::{Control, Format, Openings, Plan, Terms, Threads, run};
//! use games::NoFiles;
//! use store::Store;
//!
//! let mut plan = Plan {
//!     format: Format::RoundRobin,
//!     games: vec!["connect:4x4,c=3".to_string()],
//!     players: vec!["random".to_string(), "greedy".to_string(), "first".to_string()],
//!     rounds: 1,
//!     openings_per_meeting: 1,
//!     openings: Openings::Start,
//!     terms: Terms::default(),
//!     seed: 1,
//!     sprt: None,
//! };
//! plan.check(&NoFiles)?;
//! let mut store = Store::in_memory()?;
//! let id = store.create("three", &plan, "2026-11-16")?;
//! let mut archive = store.archive(id)?;
//! let finish = run(&plan, &NoFiles, &mut archive, &Threads, &Control::new(1), &mut |_| {})?;
//! drop(archive);
//! assert_eq!((finish.games, finish.is_complete), (6, true));
//! assert_eq!(store.tournament("three")?.games, 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod archive;
mod error;
mod measurements;
mod records;
mod schema;
mod tables;
mod tournaments;
mod tunings;

pub use archive::TournamentArchive;
pub use error::StoreError;
pub use records::{Selection, StoredGame};
pub use tables::SavedTable;
pub use tournaments::{Claim, State, Tournament};
pub use tunings::{StoredTuning, TuningNotebook};

use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait while another process writes.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often a store is prepared again where somebody else prepares it too, and how long to wait between.
const ATTEMPTS: u32 = 10;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(20);

/// A store, open.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: Option<PathBuf>,
}

impl Store {
    /// Opens a store, or makes one where there is no file.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let connection = Connection::open_with_flags(path, OpenFlags::default())
            .map_err(|error| StoreError::opening(path, error))?;
        let mut store = Store {
            connection,
            path: Some(path.to_path_buf()),
        };
        store.prepare().map_err(|error| error.at(path))?;
        Ok(store)
    }

    /// A store that is gone when it is dropped.
    pub fn in_memory() -> Result<Store, StoreError> {
        let mut store = Store {
            connection: Connection::open_in_memory()?,
            path: None,
        };
        store.prepare()?;
        Ok(store)
    }

    /// Makes what is not there yet. Somebody else may be doing the same at this very moment: a moment later it is
    /// there.
    fn prepare(&mut self) -> Result<(), StoreError> {
        self.connection.busy_timeout(PATIENCE)?;
        let mut attempts = 0;
        loop {
            match self.prepare_once() {
                Err(StoreError::Busy | StoreError::Other(_)) if attempts < ATTEMPTS => {
                    attempts += 1;
                    std::thread::sleep(BETWEEN_ATTEMPTS);
                }
                done => return done,
            }
        }
    }

    fn prepare_once(&mut self) -> Result<(), StoreError> {
        let connection = &mut self.connection;
        // In this order: whoever makes tables has marked the file before.
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
        let application: i32 =
            connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
        if application != schema::APPLICATION && tables > 0 {
            return Err(StoreError::NotOurs);
        }
        // Readers and the one who writes do not wait for each other; what was committed survives the
        // end of the process, however it came.
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.pragma_update(None, "foreign_keys", "on")?;
        if application != schema::APPLICATION {
            connection.pragma_update(None, "application_id", schema::APPLICATION)?;
        }
        schema::MIGRATIONS
            .to_latest(connection)
            .map_err(StoreError::migrating)
    }

    /// Lets the store grow to so many pages and no further, as on a small disk.
    pub fn limit_pages(&mut self, pages: u32) -> Result<(), StoreError> {
        Ok(self
            .connection
            .pragma_update(None, "max_page_count", pages)?)
    }

    /// Where it is, if it is in a file.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}
