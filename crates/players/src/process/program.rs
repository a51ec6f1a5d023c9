//! A running program: what it says, what it is told, and its end.

use super::command::Command;
use super::confinement::{CANNOT_START, Confinement};
use super::family;
use super::launcher::launcher;
use super::pipes::{Heard, Lines, Mouth, Tail};
use super::supervisor::{SUPERVISE, TERMINATE};
use crate::failure::{Ending, Failure, Reason, printable};
use crate::spec::Spec;
use crate::stopwatch::Effort;
use rustix::process::{Pid, Signal};
use std::collections::VecDeque;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes that a program may say until it has answered.
const MOST_OUTPUT: usize = 16 << 20;
/// A program that has closed its output and is still there after this time has not simply ended.
const LINGERING: Duration = Duration::from_secs(2);
/// How long a program may take to end when it was told to by its protocol.
const FAREWELL: Duration = Duration::from_secs(3);
/// How long the end of all of its processes may take. Much less on any machine that is well.
const BURIAL: Duration = Duration::from_secs(30);
/// How often to look whether it is over, where nobody tells.
const GLANCE: Duration = Duration::from_millis(2);

/// Signals that programs are ended by at their limits.
const PROCESSOR_TIME: i32 = 24;
/// What programs say, in their several languages, when they get no memory.
const OUT_OF_MEMORY: &[&str] = &[
    "MemoryError",
    "bad_alloc",
    "memory allocation of",
    "OutOfMemoryError",
    "out of memory",
    "Out of memory",
    "Cannot allocate memory",
    "memory exhausted",
];

/// Lines of a conversation that are remembered.
const REMEMBERED: usize = 200;

/// An outside program that was started, for whoever wants to talk to it line by line. Players do so by
/// themselves.
///
/// It ends when this is dropped, and all that came from it.
#[derive(Debug)]
pub struct Program {
    lines: Lines,
    mouth: Mouth,
    keeper: Keeper,
    /// Said since the last question.
    output: usize,
    exchange: VecDeque<Exchange>,
}

/// A line of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exchange {
    /// It was told this.
    Told(String),
    /// It said this.
    Said(String),
}

impl fmt::Display for Exchange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exchange::Told(line) => write!(formatter, "> {}", printable(line, SHOWN)),
            Exchange::Said(line) => write!(formatter, "< {}", printable(line, SHOWN)),
        }
    }
}

/// Characters of a line that are shown.
const SHOWN: usize = 160;

/// Who looks after its processes.
#[derive(Debug)]
enum Keeper {
    /// A process of its own.
    Supervisor {
        child: Child,
        control: UnixStream,
        report: Report,
    },
    /// We do, as well as we can.
    Ourselves { child: Child, errors: Tail },
}

/// What the supervisor says at the end.
type Report = Arc<(Mutex<Option<Vec<u8>>>, Condvar)>;

impl Program {
    /// Starts the program of a player; `None` if the player is no outside program.
    pub fn of_player(spec: &Spec) -> Option<Result<Program, Failure>> {
        let settings = spec.process_settings()?;
        Some(Program::start(&settings.command, &settings.confinement))
    }

    pub(super) fn start(command: &Command, limits: &Confinement) -> Result<Program, Failure> {
        let not_started = |problem: String| Failure::new(Reason::NotStarted, problem);
        let path = command.locate().map_err(not_started)?;
        let started = match launcher() {
            Some(launcher) => {
                let mut words: Vec<OsString> = limits.write();
                words.push("--".into());
                words.push(path.into());
                words.extend(command.words().iter().map(OsString::from));
                Self::supervised(
                    std::process::Command::new(launcher)
                        .arg(SUPERVISE)
                        .args(words),
                )
            }
            None => {
                let words = command.words().split_first();
                let mut direct = std::process::Command::new(path);
                if let Some((name, arguments)) = words {
                    direct.arg0(name).args(arguments);
                }
                Self::unsupervised(&mut direct)
            }
        };
        started.map_err(|error| not_started(format!("{}: {error}", command.program())))
    }

    fn supervised(command: &mut std::process::Command) -> io::Result<Program> {
        let (control, theirs) = UnixStream::pair()?;
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::from(OwnedFd::from(theirs)))
            .process_group(0)
            .spawn()?;
        // The command holds their end of the socket, which only they may have.
        command.stderr(Stdio::null());
        let report = Report::default();
        let listener = (Arc::clone(&report), control.try_clone()?);
        thread::Builder::new()
            .name("keeper".to_string())
            .spawn(move || {
                let (report, mut control) = listener;
                let mut bytes = Vec::new();
                let _ = control.read_to_end(&mut bytes);
                *report.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(bytes);
                report.1.notify_all();
            })?;
        Self::around(&mut child)?.with(Keeper::Supervisor {
            child,
            control,
            report,
        })
    }

    fn unsupervised(command: &mut std::process::Command) -> io::Result<Program> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let errors = match child.stderr.take() {
            Some(errors) => Tail::of(errors)?,
            None => Tail::default(),
        };
        Self::around(&mut child)?.with(Keeper::Ourselves { child, errors })
    }

    fn around(child: &mut Child) -> io::Result<Streams> {
        let missing = || io::Error::other("it has no streams");
        Ok(Streams {
            lines: Lines::of(child.stdout.take().ok_or_else(missing)?)?,
            mouth: Mouth::of(child.stdin.take().ok_or_else(missing)?)?,
        })
    }

    /// The last lines of the conversation.
    pub fn exchange(&self) -> impl Iterator<Item = &Exchange> {
        self.exchange.iter()
    }

    fn remember(&mut self, line: Exchange) {
        if self.exchange.len() == REMEMBERED {
            self.exchange.pop_front();
        }
        self.exchange.push_back(line);
    }

    /// Tells it a line.
    pub fn say(&mut self, line: &str) -> Result<(), Failure> {
        self.output = 0;
        self.remember(Exchange::Told(line.to_string()));
        if self.mouth.say(line) {
            return Ok(());
        }
        Err(self.failed(Failure::new(Reason::NotReading, "")))
    }

    /// Makes sure that it has said nothing since its last answer.
    pub fn expect_silence(&mut self) -> Result<(), Failure> {
        match self.lines.pending() {
            None => Ok(()),
            Some(line) => {
                let failure = Failure::because_of(Reason::OutOfTurn, "", &line);
                Err(self.failed(failure))
            }
        }
    }

    /// The next line. `None` if the flag was set first.
    pub fn hear(
        &mut self,
        until: Instant,
        stop: Option<&AtomicBool>,
    ) -> Result<Option<String>, Failure> {
        let failure = match self.lines.hear(Some(until), stop) {
            Heard::Line(line) => {
                self.output += line.len() + 1;
                self.remember(Exchange::Said(line.clone()));
                if self.output <= MOST_OUTPUT {
                    return Ok(Some(line));
                }
                Failure::because_of(Reason::Flood, "many lines, the last one shown", &line)
            }
            Heard::Stopped => return Ok(None),
            Heard::Silence => Failure::new(Reason::TimeOut, ""),
            Heard::Endless(line) => {
                Failure::because_of(Reason::Flood, "a line without an end", &line)
            }
            Heard::End(half) => return Err(self.end_of_output(half)),
        };
        Err(self.failed(failure))
    }

    /// Why nothing more will be heard.
    fn end_of_output(&mut self, half: Option<String>) -> Failure {
        let mut ended = self.wait(LINGERING);
        if ended.is_none() && !self.is_alive() {
            // Whoever watches over it has not had the time to say so.
            ended = self.wait(BURIAL);
        }
        let Some((ending, errors)) = ended else {
            let failure = match half {
                Some(half) => Failure::because_of(Reason::HalfLine, "", &half),
                None => Failure::new(Reason::ClosedOutput, ""),
            };
            return self.failed(failure);
        };
        let errors = String::from_utf8_lossy(&errors).into_owned();
        if let Some(problem) = errors.strip_prefix(CANNOT_START) {
            return Failure::new(Reason::NotStarted, problem);
        }
        let no_memory = OUT_OF_MEMORY.iter().any(|words| errors.contains(words));
        let failure = match (ending, half) {
            (Ending::Signal(PROCESSOR_TIME), _) => Failure::new(Reason::OutOfProcessorTime, ""),
            (Ending::Exit(1..) | Ending::Signal(_), _) if no_memory => {
                Failure::new(Reason::OutOfMemory, ending.to_string())
            }
            (_, Some(half)) => Failure::because_of(Reason::HalfLine, ending.to_string(), &half),
            (_, None) => Failure::new(Reason::Crash(ending), ""),
        };
        failure.with_errors(&errors)
    }

    /// Ends it because of a failure, which gets the program's last words.
    pub(super) fn failed(&mut self, failure: Failure) -> Failure {
        let (_, errors) = self.kill();
        failure.with_errors(&String::from_utf8_lossy(&errors))
    }

    /// Waits for it to end by itself. How it did, and the end of its standard error; `None` if it has
    /// not.
    fn wait(&mut self, patience: Duration) -> Option<(Ending, Vec<u8>)> {
        match &mut self.keeper {
            Keeper::Supervisor { report, .. } => {
                let own = report.0.lock().unwrap_or_else(PoisonError::into_inner);
                let waited = report
                    .1
                    .wait_timeout_while(own, patience, |report| report.is_none());
                let (report, _) = waited.unwrap_or_else(PoisonError::into_inner);
                report.as_deref().map(parse_report)
            }
            Keeper::Ourselves { child, errors } => {
                let until = Instant::now() + patience;
                loop {
                    if let Ok(Some(status)) = child.try_wait() {
                        let ending = match (status.code(), status.signal()) {
                            (Some(code), _) => Ending::Exit(code),
                            (_, Some(signal)) => Ending::Signal(signal),
                            _ => Ending::Unknown,
                        };
                        return Some((ending, errors.wait(LINGERING)));
                    }
                    if Instant::now() >= until {
                        return None;
                    }
                    thread::sleep(GLANCE);
                }
            }
        }
    }

    /// Whether any of its processes is still there.
    fn is_alive(&self) -> bool {
        match &self.keeper {
            Keeper::Supervisor { child, .. } => family::any_alive(Pid::from_child(child)),
            // Its own end would have been seen.
            Keeper::Ourselves { .. } => true,
        }
    }

    /// Lets it end by itself for a while, after it was told to; then ends what is left.
    pub(super) fn let_end(&mut self) {
        self.mouth.close();
        self.wait(FAREWELL);
        self.kill();
    }

    /// How it ends by itself, now that it was told to; `None` if it does not.
    pub fn ending(&mut self, patience: Duration) -> Option<Ending> {
        self.wait(patience).map(|(ending, _)| ending)
    }

    /// Asks it to end with the signal for that; then ends what is left.
    pub(super) fn terminate(&mut self) {
        match &mut self.keeper {
            Keeper::Supervisor { control, .. } => {
                let _ = control.write_all(&[TERMINATE]);
                self.wait(FAREWELL);
            }
            Keeper::Ourselves { child, .. } => {
                family::signal(Pid::from_child(child), Signal::TERM);
                self.wait(FAREWELL / 2);
            }
        }
        self.kill();
    }

    /// Ends it and all that came from it, now. How it ended, and the end of its standard error.
    fn kill(&mut self) -> (Ending, Vec<u8>) {
        self.mouth.close();
        match &mut self.keeper {
            Keeper::Supervisor { control, .. } => {
                let _ = control.shutdown(Shutdown::Write);
            }
            Keeper::Ourselves { child, .. } => {
                // A process whose end was seen has given its number away.
                if matches!(child.try_wait(), Ok(None)) {
                    family::signal(Pid::from_child(child), Signal::KILL);
                }
            }
        }
        let ended = self.wait(BURIAL);
        if let Keeper::Supervisor { child, .. } = &mut self.keeper {
            if ended.is_none() {
                family::signal(Pid::from_child(child), Signal::KILL);
            }
            let _ = child.wait();
        }
        ended.unwrap_or((Ending::Unknown, Vec::new()))
    }

    /// How long our threads that talk to it have waited for a processor.
    pub(super) fn talking(&self) -> Duration {
        self.lines.waited() + self.mouth.waited()
    }

    /// What each of its threads has done.
    pub(super) fn efforts(&self) -> Vec<(PathBuf, Effort)> {
        let processes = match &self.keeper {
            Keeper::Supervisor { child, .. } => family::descendants(Pid::from_child(child)),
            Keeper::Ourselves { child, .. } => {
                let own = Pid::from_child(child);
                let mut all = family::descendants(own);
                all.push(own);
                all
            }
        };
        family::efforts(&processes)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The ways to talk with a program, before there is somebody to look after it.
struct Streams {
    lines: Lines,
    mouth: Mouth,
}

impl Streams {
    fn with(self, keeper: Keeper) -> io::Result<Program> {
        Ok(Program {
            lines: self.lines,
            mouth: self.mouth,
            keeper,
            output: 0,
            exchange: VecDeque::new(),
        })
    }
}

/// What a supervisor's report says.
fn parse_report(report: &[u8]) -> (Ending, Vec<u8>) {
    let end = report.iter().position(|&byte| byte == b'\n');
    let (line, rest) = report.split_at(end.map_or(report.len(), |end| end + 1));
    let line = String::from_utf8_lossy(line);
    let number = |text: &str| text.trim_end().parse().ok();
    let ending = match line.split_once(' ') {
        Some(("exit", code)) => number(code).map(Ending::Exit),
        Some(("signal", signal)) => number(signal).map(Ending::Signal),
        Some(("failed", problem)) => {
            let problem = format!("{CANNOT_START}{}", problem.trim_end());
            return (Ending::Exit(1), problem.into_bytes());
        }
        _ => None,
    };
    (ending.unwrap_or(Ending::Unknown), rest.to_vec())
}

/// Without a launcher, as in a program that uses this crate and has none. The others are in
/// `tests/zoo.rs`.
#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(120);

    fn start(command: &str) -> Result<Program, Failure> {
        let limits = Confinement {
            memory: 1 << 30,
            cpu: LONG,
            writable: None,
        };
        Program::start(&Command::parse(command).expect("a command"), &limits)
    }

    fn failure(command: &str) -> Failure {
        let mut program = start(command).expect("it starts");
        loop {
            match program.hear(Instant::now() + LONG, None) {
                Ok(_) => {}
                Err(failure) => return failure,
            }
        }
    }

    #[test]
    fn programs_talk_and_listen() {
        let mut program = start("cat").expect("it starts");
        for line in ["one", "", "ñandú"] {
            program.say(line).expect("it listens");
            let heard = program.hear(Instant::now() + LONG, None);
            assert_eq!(heard, Ok(Some(line.to_string())));
        }
        let exchange: Vec<String> = program.exchange().map(ToString::to_string).collect();
        assert_eq!(
            exchange,
            ["> one", "< one", "> ", "< ", "> ñandú", "< ñandú"]
        );
        program.mouth.close();
        assert_eq!(program.ending(LONG), Some(Ending::Exit(0)));
    }

    #[test]
    fn ends_have_reasons() {
        let reason = |command| failure(command).reason;
        assert_eq!(reason("sh -c 'exit 3'"), Reason::Crash(Ending::Exit(3)));
        assert_eq!(
            reason("sh -c 'kill -SEGV $$'"),
            Reason::Crash(Ending::Signal(11))
        );
        assert_eq!(reason("printf half"), Reason::HalfLine);
        assert_eq!(reason("cat /dev/zero"), Reason::Flood);
        assert_eq!(
            reason("sh -c 'exec 1>&-; sleep 1000'"),
            Reason::ClosedOutput
        );
        assert_eq!(failure("sh -c 'echo why >&2; exit 1'").errors, "why");
        let missing = start("./no-such-program").expect_err("there is none");
        assert_eq!(missing.reason, Reason::NotStarted);
    }

    #[test]
    fn children_end_with_their_parents() {
        let mut program =
            start("sh -c 'sleep 1000 & setsid sleep 1000 & echo $!; wait'").expect("a shell");
        let heard = program.hear(Instant::now() + LONG, None);
        let number = heard.expect("a number").expect("a line");
        let folder = std::path::PathBuf::from(format!("/proc/{number}/cmdline"));
        assert!(folder.exists());
        drop(program);
        // Whoever adopts it has yet to notice its end.
        let began = Instant::now();
        while std::fs::read(&folder).is_ok_and(|words| !words.is_empty()) {
            assert!(began.elapsed() < LONG);
            thread::sleep(GLANCE);
        }
    }
}
