//! Where the store is, and the presets beside it.

use anyhow::{Context, Result, bail};
use clap::{Args, ValueHint};
use std::env;
use std::path::{Path, PathBuf};
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

    /// Whether it was said which one.
    pub(crate) fn is_named(&self) -> bool {
        self.store.is_some()
    }

    /// Where it is.
    pub(crate) fn path(&self) -> Result<PathBuf> {
        let named = self.store.clone().or_else(usual_path);
        named.context("there is no HOME; name a file with --store")
    }
}

/// Where the store is unless a command is told otherwise; nowhere for those who have no home.
fn usual_path() -> Option<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty());
    if let Some(path) = variable(VARIABLE) {
        return Some(path.into());
    }
    let base = match variable("XDG_DATA_HOME") {
        Some(base) => PathBuf::from(base),
        None => PathBuf::from(variable("HOME")?).join(".local/share"),
    };
    Some(base.join("partida/store.db"))
}

/// How the names of preset files end.
pub(crate) const PRESET_EXTENSION: &str = "toml";

/// Where presets with a plain name are: beside the usual store.
pub(crate) fn presets_directory() -> Result<PathBuf> {
    let store = usual_path().context("there is no HOME; name the preset's file, ./NAME.toml")?;
    Ok(store.with_file_name("presets"))
}

/// Whether a preset is named by its file, and not by a name of its own.
pub(crate) fn is_preset_file(name: &str) -> bool {
    let ending = Path::new(name).extension();
    name.contains('/') || ending.is_some_and(|ending| ending == PRESET_EXTENSION)
}

/// The file of a preset: as it is named, or in the directory for presets. Names are such that they
/// cannot lead out of it.
pub(crate) fn preset_path(name: &str) -> Result<PathBuf> {
    if is_preset_file(name) {
        return Ok(PathBuf::from(name));
    }
    let is_allowed =
        |character: char| character.is_ascii_alphanumeric() || "-_.".contains(character);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_allowed) {
        bail!("a name has letters, digits, '-', '_' and '.' (not in front)");
    }
    Ok(presets_directory()?.join(format!("{name}.{PRESET_EXTENSION}")))
}
