//! The process that watches over an outside program, so that nothing is left of it whatever happens:
//! to the program, which may fork, hide in sessions of its own and ignore signals, or to us, who may
//! be killed.
//!
//! It is the launcher, called with [`SUPERVISE`]. All that the program starts becomes its own when its
//! parents end (it is a *subreaper*), so it can find them all. A socket leads from its standard error to
//! us: when our end is closed, by us or because we are no more, it ends them all, tells how the program
//! itself ended and what it last wrote to its standard error, and is gone. Input and output of the
//! program lead to us directly.

use super::confinement::{CONFINE, cut};
use super::family;
use super::pipes::Tail;
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group,
    set_child_subreaper, wait,
};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout, stderr};
use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The first argument of a launcher that is to watch over a program.
pub(super) const SUPERVISE: &str = "__supervise";
/// What we write into the socket to have the program asked to end before it is made to.
pub(super) const TERMINATE: u8 = b't';

/// How long a program that was asked to end may take.
const GRACE: Duration = Duration::from_millis(500);
/// How long all of its processes may take to be gone once they are killed. The system does not let
/// them take any time; if it is so busy, there is nothing more to be done.
const LAST: Duration = Duration::from_secs(20);
/// How long to wait for the rest of its standard error.
const ERRORS: Duration = Duration::from_secs(1);

enum Event {
    /// The program ended.
    Ended(WaitStatus),
    /// Nothing is left of it.
    AllGone,
    /// It should end by itself.
    Terminate,
    /// It has to end at once.
    Cut,
}

/// Watches over a program: `limits… -- program words…`. The end of the process.
pub(super) fn watch(arguments: &[OsString]) -> io::Result<()> {
    let own = getpid();
    set_child_subreaper(Some(own))?;
    let control = UnixStream::from(stderr().try_clone_to_owned()?);
    let (mut limits, program) = match cut(arguments) {
        Some((limits, program)) => (limits.to_vec(), program),
        None => return Err(io::Error::other("no program was named")),
    };
    let confined = !limits.iter().any(|limit| limit == "files=off");
    let scratch = confined.then(Scratch::new).transpose()?;
    let mut command = Command::new(std::env::current_exe()?);
    if let Some(Scratch(path)) = &scratch {
        let mut limit = OsString::from("write=");
        limit.push(path);
        limits.push(limit);
        for name in ["TMPDIR", "TMP", "TEMP"] {
            command.env(name, path);
        }
    }
    let mut child = command
        .arg(CONFINE)
        .arg(own.to_string())
        .args(limits)
        .arg("--")
        .args(program)
        .stderr(Stdio::piped())
        // What is meant for the program does not hit the one who watches.
        .process_group(0)
        .spawn()?;
    let leader = Pid::from_child(&child);
    let errors = match child.stderr.take() {
        Some(errors) => Tail::of(errors)?,
        None => Tail::default(),
    };
    // Who listens to the program must learn when the program closes its end, so there may be no
    // other.
    let nothing = OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")?;
    let_go(&nothing)?;

    let (events, queue) = channel();
    reap(leader, events.clone())?;
    listen(control.try_clone()?, events)?;
    let status = until_gone(leader, own, &queue);
    drop(scratch);

    let mut report = match status {
        Some(status) => match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("exit {code}\n"),
            (None, Some(signal)) => format!("signal {signal}\n"),
            (None, None) => "unknown\n".to_string(),
        },
        None => "unknown\n".to_string(),
    }
    .into_bytes();
    report.extend(errors.wait(ERRORS));
    // Perhaps there is nobody to tell any more.
    let _ = (&control).write_all(&report);
    Ok(())
}

fn let_go(nothing: &File) -> io::Result<()> {
    dup2_stdin(nothing)?;
    dup2_stdout(nothing)?;
    dup2_stderr(nothing)?;
    Ok(())
}

/// Tells of every process below us that ends, and when there are no more.
fn reap(leader: Pid, events: Sender<Event>) -> io::Result<()> {
    let tell = move || {
        loop {
            match wait(WaitOptions::empty()) {
                Ok(Some((pid, status))) if pid == leader => {
                    let _ = events.send(Event::Ended(status));
                }
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => break,
            }
        }
        let _ = events.send(Event::AllGone);
    };
    thread::Builder::new().spawn(tell)?;
    Ok(())
}

/// Tells what those want who started us.
fn listen(mut control: UnixStream, events: Sender<Event>) -> io::Result<()> {
    let tell = move || {
        let mut byte = [0];
        while let Ok(1) = control.read(&mut byte) {
            if byte[0] == TERMINATE {
                let _ = events.send(Event::Terminate);
            }
        }
        let _ = events.send(Event::Cut);
    };
    thread::Builder::new().spawn(tell)?;
    Ok(())
}

/// Waits for the program to end or to be ended, and for all that came from it. How it ended itself.
fn until_gone(leader: Pid, own: Pid, events: &Receiver<Event>) -> Option<WaitStatus> {
    let mut ended = None;
    let mut deadline: Option<Instant> = None;
    loop {
        let event = match deadline {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => {
                events.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            }
        };
        match event {
            Ok(Event::Terminate) => {
                let _ = kill_process_group(leader, Signal::TERM);
                deadline = deadline.or(Some(Instant::now() + GRACE));
            }
            Ok(Event::Ended(status)) => {
                ended = Some(status);
                break;
            }
            Ok(Event::AllGone) => return ended,
            Ok(Event::Cut) | Err(_) => break,
        }
    }
    // Again and again, since processes may be born while others are killed.
    let last = Instant::now() + LAST;
    while Instant::now() < last {
        for process in family::descendants(own) {
            let _ = kill_process(process, Signal::KILL);
        }
        match events.recv_timeout(Duration::from_millis(2)) {
            Ok(Event::Ended(status)) => ended = Some(status),
            Ok(Event::AllGone) | Err(RecvTimeoutError::Disconnected) => break,
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
        }
    }
    ended
}

/// A directory for temporary files, which ends with the program.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> io::Result<Scratch> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let name = format!(
            "partida-{}-{}",
            std::process::id(),
            now.unwrap_or_default().as_nanos()
        );
        let path = std::env::temp_dir().join(name);
        DirBuilder::new().mode(0o700).create(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The program may have made it hard; then it stays.
        let _ = fs::remove_dir_all(Path::new(&self.0));
    }
}
