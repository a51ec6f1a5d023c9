//! Our own binary in the part of the one who starts outside programs.

use super::confinement::{CANNOT_START, CONFINE, become_program};
use super::supervisor::{SUPERVISE, watch};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

static LAUNCHER: OnceLock<PathBuf> = OnceLock::new();

/// Names the binary through which outside programs are started from now on; it must call
/// [`run_launcher`] before anything else. Without one, programs run without limits on memory,
/// processor time and files, and what they leave behind is only looked for, not caught.
///
/// The first call counts.
pub fn use_launcher(binary: PathBuf) {
    // Somebody named one before, which is as good.
    let _ = LAUNCHER.set(binary);
}

pub(super) fn launcher() -> Option<&'static Path> {
    LAUNCHER.get().map(PathBuf::as_path)
}

/// Does the launcher's work if the arguments, the program's name first, ask for it. The exit status
/// then; `None` if the arguments are for somebody else.
pub fn run_launcher(arguments: impl IntoIterator<Item = OsString>) -> Option<u8> {
    let arguments: Vec<OsString> = arguments.into_iter().skip(1).collect();
    let (task, rest) = arguments.split_first()?;
    if task == SUPERVISE {
        let result = watch(rest);
        if let Err(error) = &result {
            let _ = writeln!(io::stderr(), "failed {error}");
        }
        Some(u8::from(result.is_err()))
    } else if task == CONFINE {
        let problem = become_program(rest);
        let _ = write!(io::stderr(), "{CANNOT_START}{problem}");
        Some(1)
    } else {
        None
    }
}
