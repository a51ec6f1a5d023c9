//! What an outside program may use, and the process that ties its own hands before it becomes that
//! program.
//!
//! Limits of a process are set by the process itself, between fork and exec. To run our code there
//! would take `unsafe`, so it is done by a program of its own, the *launcher*: our own binary, called
//! again with [`CONFINE`] as its first argument.

use super::command::Command;
use landlock::{
    ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, Scope, path_beneath_rules,
};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, getppid, getrlimit, set_parent_process_death_signal, setrlimit,
};
use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The first argument of a launcher that is to confine itself and become the program.
pub(super) const CONFINE: &str = "__confine";
/// What a launcher that cannot become the program writes to its standard error first. No program
/// begins with a zero byte.
pub(super) const CANNOT_START: &str = "\0cannot start: ";

/// Bytes of the largest file that a program may write.
const LARGEST_FILE: u64 = 1 << 30;
/// Files it may have open at a time. The number of its processes is not limited: the system counts
/// all of the user's together.
const OPEN_FILES: u64 = 256;
/// The newest rules we know to ask the system for; older systems enforce what they can.
const RULES: ABI = ABI::V6;
/// What programs read wherever they come from: libraries, interpreters, settings of the system.
const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc",
    "/opt",
    "/nix",
    "/gnu",
    "/run/current-system",
    "/proc",
    "/sys",
    "/dev",
];
/// Devices that can be written without leaving anything behind.
const DEVICES: &[&str] = &[
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// What a program may use. Limits hold for each of its processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Confinement {
    /// Bytes of memory of its own that it may write to.
    pub(crate) memory: u64,
    /// Processor time.
    pub(crate) cpu: Duration,
    /// Which directories it may write to, besides a private one for temporary files; nothing if it
    /// may read and write whatever the user may.
    pub(crate) writable: Option<Vec<PathBuf>>,
}

impl Confinement {
    /// As arguments that [`Confinement::parse`] reads.
    pub(super) fn write(&self) -> Vec<OsString> {
        let mut arguments = vec![
            format!("memory={}", self.memory).into(),
            format!("cpu={}", self.cpu.as_secs().max(1)).into(),
        ];
        match &self.writable {
            None => arguments.push("files=off".into()),
            Some(directories) => arguments.extend(directories.iter().map(|directory| {
                let mut argument = OsString::from("write=");
                argument.push(directory);
                argument
            })),
        }
        arguments
    }

    fn parse(arguments: &[OsString]) -> Option<Confinement> {
        let mut confinement = Confinement {
            memory: 0,
            cpu: Duration::ZERO,
            writable: Some(Vec::new()),
        };
        for argument in arguments {
            let (name, value) = split(argument)?;
            let number = || value.to_str()?.parse().ok();
            match name {
                "memory" => confinement.memory = number()?,
                "cpu" => confinement.cpu = Duration::from_secs(number()?),
                "files" => confinement.writable = None,
                "write" => confinement.writable.as_mut()?.push(value.into()),
                _ => return None,
            }
        }
        Some(confinement)
    }
}

/// `name=value`, where the value may be any bytes.
pub(super) fn split(argument: &OsStr) -> Option<(&str, &OsStr)> {
    use std::os::unix::ffi::OsStrExt;
    let bytes = argument.as_bytes();
    let equals = bytes.iter().position(|&byte| byte == b'=')?;
    let name = std::str::from_utf8(&bytes[..equals]).ok()?;
    Some((name, OsStr::from_bytes(&bytes[equals + 1..])))
}

/// Cuts arguments at the first `--`.
pub(super) fn cut(arguments: &[OsString]) -> Option<(&[OsString], &[OsString])> {
    let place = arguments.iter().position(|argument| argument == "--")?;
    Some((&arguments[..place], &arguments[place + 1..]))
}

/// Confines this process and makes it the program: `parent limits… -- program words…`. Returns only
/// with what went wrong.
pub(super) fn become_program(arguments: &[OsString]) -> String {
    let Some((limits, [path, words @ ..])) = cut(arguments) else {
        return "no program was named".to_string();
    };
    let Some((parent, confinement)) = limits.split_first().and_then(|(parent, limits)| {
        let parent = Pid::from_raw(parent.to_str()?.parse().ok()?)?;
        Some((parent, Confinement::parse(limits)?))
    }) else {
        return "the limits cannot be read".to_string();
    };
    // Whoever watches over the program may be killed; it then goes too. If that happened before
    // these words, it is not told any more.
    if let Err(error) = set_parent_process_death_signal(Some(Signal::KILL)) {
        return format!("it cannot be tied to its parent: {error}");
    }
    if getppid() != Some(parent) {
        return "its parent is gone".to_string();
    }
    if let Err(problem) = confine(&confinement, Path::new(path), words) {
        return problem;
    }
    let mut program = std::process::Command::new(path);
    if let Some((name, arguments)) = words.split_first() {
        program.arg0(name).args(arguments);
    }
    let error = program.exec();
    format!("{}: {error}", path.display())
}

fn confine(confinement: &Confinement, path: &Path, words: &[OsString]) -> Result<(), String> {
    let seconds = confinement.cpu.as_secs().max(1);
    // Writable private memory, and not the size of the address space: several language runtimes
    // reserve many times what they use.
    limit(Resource::Data, confinement.memory, confinement.memory)?;
    // The first limit ends a program by a signal of its own, the second one those that ignore it.
    limit(Resource::Cpu, seconds, seconds + 1)?;
    limit(Resource::Core, 0, 0)?;
    limit(Resource::Fsize, LARGEST_FILE, LARGEST_FILE)?;
    limit(Resource::Nofile, OPEN_FILES, OPEN_FILES)?;
    let Some(writable) = &confinement.writable else {
        return Ok(());
    };
    let words: Vec<String> = words
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let command = Command::of_words(words);
    restrict_files(&readable(&command, path), writable)
        .map_err(|error| format!("its files cannot be restricted: {error}"))
}

/// Sets a limit, unless there is a lower one already.
fn limit(resource: Resource, soft: u64, hard: u64) -> Result<(), String> {
    let old = getrlimit(resource);
    let lower = |new: u64, old: Option<u64>| old.map_or(new, |old| old.min(new));
    let hard = lower(hard, old.maximum);
    let new = Rlimit {
        current: Some(lower(soft, old.current).min(hard)),
        maximum: Some(hard),
    };
    setrlimit(resource, new).map_err(|error| format!("{resource:?} cannot be limited: {error}"))
}

/// What it may read: the system, what its command names, the working directory, and where the
/// user's own commands are.
fn readable(command: &Command, path: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    paths.push(PathBuf::from("."));
    paths.extend(command.directories(path));
    let home = env::var_os("HOME").map(PathBuf::from);
    for directory in env::split_paths(&env::var_os("PATH").unwrap_or_default()) {
        // Interpreters in a directory of the user's have their libraries beside it; but not when
        // what is beside it is all of the user's files.
        let around = directory.parent().filter(|around| {
            around.parent().is_some()
                && home.as_deref().is_none_or(|home| !home.starts_with(around))
        });
        paths.extend(around.map(Path::to_path_buf));
        paths.push(directory);
    }
    paths
}

fn restrict_files(readable: &[PathBuf], writable: &[PathBuf]) -> Result<(), RulesetError> {
    Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(RULES))?
        // It can signal its own processes only, so that nobody who watches over it can be ended.
        .scope(Scope::Signal)?
        .create()?
        .add_rules(path_beneath_rules(readable, AccessFs::from_read(RULES)))?
        .add_rules(path_beneath_rules(DEVICES, AccessFs::from_all(RULES)))?
        .add_rules(path_beneath_rules(writable, AccessFs::from_all(RULES)))?
        .restrict_self()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_survive_being_arguments() {
        for writable in [
            None,
            Some(Vec::new()),
            Some(vec![PathBuf::from("/tmp/a=b"), PathBuf::from("./ñ")]),
        ] {
            let confinement = Confinement {
                memory: 1 << 30,
                cpu: Duration::from_secs(77),
                writable,
            };
            assert_eq!(Confinement::parse(&confinement.write()), Some(confinement));
        }
        assert_eq!(Confinement::parse(&["memory=x".into()]), None);
        assert_eq!(Confinement::parse(&["else=1".into()]), None);
    }
}
