//! What can go wrong, as people can do something about it.

use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Something a store could not do. What was written before is still there.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file cannot be opened.
    #[error("the store {} cannot be opened: {reason}", path.display())]
    Unopened {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file is something else.
    #[error("it is a database of some other program")]
    NotOurs,
    /// The file is of a later version of this program.
    #[error("it was written by a later version of partida")]
    TooNew,
    /// The disk is full.
    #[error("the disk is full; all games written before are safe, and can be gone on from")]
    Full,
    /// The file may not be written to.
    #[error("it may only be read")]
    ReadOnly,
    /// Somebody else has been writing for too long.
    #[error("another process is writing to it")]
    Busy,
    /// The file is damaged.
    #[error("it is no database, or a damaged one")]
    Damaged,
    /// There is no such tournament.
    #[error("there is no tournament {0:?}; `partida tournament list` shows those that there are")]
    NoTournament(String),
    /// There is one of that name.
    #[error("there is a tournament {0:?} already")]
    NameTaken(String),
    /// A tournament is being played.
    #[error("another process is playing tournament {0:?}")]
    Running(String),
    /// There is no such tuning.
    #[error("there is no tuning {0:?}; `partida tune list` shows those that there are")]
    NoTuning(String),
    /// There is one of that name.
    #[error(
        "there is a tuning {0:?} already; go on with it (partida tune resume), delete it (partida tune delete), or \
         give this one another name"
    )]
    TuningNameTaken(String),
    /// Somebody is at a tuning.
    #[error("another process is at tuning {0:?}")]
    TuningRuns(String),
    /// An entry that this version does not understand.
    #[error("an entry cannot be read: {0}")]
    Unreadable(String),
    /// Something about a store in a file.
    #[error("the store {}: {error}", path.display())]
    At {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<StoreError>,
    },
    /// Anything else.
    #[error("{0}")]
    Other(rusqlite::Error),
}

impl StoreError {
    pub(crate) fn opening(path: &Path, error: rusqlite::Error) -> StoreError {
        let reason = match StoreError::from(error) {
            StoreError::Other(error) => error.to_string(),
            known => known.to_string(),
        };
        StoreError::Unopened {
            path: path.to_path_buf(),
            reason,
        }
    }

    pub(crate) fn migrating(error: rusqlite_migration::Error) -> StoreError {
        match error {
            rusqlite_migration::Error::RusqliteError { err, .. } => err.into(),
            rusqlite_migration::Error::MigrationDefinition(_) => StoreError::TooNew,
            other => StoreError::Unreadable(other.to_string()),
        }
    }

    pub(crate) fn at(self, path: &Path) -> StoreError {
        StoreError::At {
            path: path.to_path_buf(),
            error: Box::new(self),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy,
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => StoreError::Damaged,
            _ => StoreError::Other(error),
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> StoreError {
        StoreError::Unreadable(error.to_string())
    }
}
