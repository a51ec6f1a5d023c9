//! Where the store is.

use anyhow::{Context, Result};
use clap::{Args, ValueHint};
use std::env;
use std::path::PathBuf;
use store::Store;

/// Names the store, before anything else does.
const VARIABLE: &str = "PARTIDA_STORE";

/// Which store.
#[derive(Debug, Clone, Args)]
pub(crate) struct StoreArguments {
    /// The file that games are kept in; default: $PARTIDA_STORE, or partida/store.db in the directory for
    /// the data of programs
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    store: Option<PathBuf>,
}

impl StoreArguments {
    /// Opens the store, which is made if there is none.
    pub(crate) fn open(&self) -> Result<Store> {
        let path = self.path()?;
        if let Some(directory) = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            && self.store.is_none()
        {
            std::fs::create_dir_all(directory)
                .with_context(|| format!("cannot make {}", directory.display()))?;
        }
        Ok(Store::open(&path)?)
    }

    fn path(&self) -> Result<PathBuf> {
        let variable = |name| env::var_os(name).filter(|value| !value.is_empty());
        if let Some(path) = &self.store {
            return Ok(path.clone());
        }
        if let Some(path) = variable(VARIABLE) {
            return Ok(path.into());
        }
        let base = match variable("XDG_DATA_HOME") {
            Some(base) => PathBuf::from(base),
            None => {
                let home =
                    variable("HOME").context("there is no HOME; name a file with --store")?;
                PathBuf::from(home).join(".local/share")
            }
        };
        Ok(base.join("partida/store.db"))
    }
}
