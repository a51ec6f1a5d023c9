//! Talking to a program that may not listen, and listening to one that may not stop talking.

use crate::stopwatch::Effort;
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of the longest line that is read.
const LONGEST_LINE: usize = 64 << 10;
/// So many bytes are read ahead of whoever listens; then the program has to wait.
const READ_AHEAD: usize = 1 << 20;
/// So many lines are kept for a program that does not read them.
const LINES_AHEAD: usize = 256;
/// How often a listener looks whether it should stop.
const GLANCE: Duration = Duration::from_millis(10);

/// What a listener gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Heard {
    /// A whole line, without its end.
    Line(String),
    /// Nothing until the time was up.
    Silence,
    /// Nothing until the flag was set.
    Stopped,
    /// Nothing more will come; what was left of a line, if anything.
    End(Option<String>),
    /// A line that does not end; its beginning.
    Endless(String),
}

/// The lines of a program's output, read by a thread of their own.
#[derive(Debug)]
pub(super) struct Lines {
    shared: Arc<Shared>,
    thread: Place,
}

/// The place of a thread in `/proc`, as soon as it has told.
#[derive(Debug, Clone, Default)]
struct Place(Arc<OnceLock<PathBuf>>);

impl Place {
    /// Takes note of the calling thread.
    fn is_here(&self) {
        let place = std::fs::read_link("/proc/thread-self");
        let place = place.map(|link| Path::new("/proc").join(link));
        let _ = self.0.set(place.unwrap_or_default());
    }

    /// How long the thread has waited for a processor.
    fn waited(&self) -> Duration {
        let place = self.0.get();
        place.map_or(Duration::ZERO, |place| Effort::of(place).waited())
    }
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Something was read.
    news: Condvar,
    /// Something was taken, or nobody listens any more.
    room: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<String>,
    bytes: usize,
    end: Option<Heard>,
    deserted: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finish(&self, end: Heard) {
        self.lock().end = Some(end);
        self.news.notify_all();
    }

    /// Reads until there is nothing more, or nobody who listens.
    fn read(&self, mut output: impl Read) {
        let mut chunk = [0; 8 << 10];
        let mut rest: Vec<u8> = Vec::new();
        loop {
            let count = match output.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            rest.extend_from_slice(&chunk[..count]);
            // All lines of a chunk are passed on at once: what a program wrote at once is there at
            // once.
            let mut lines = Vec::new();
            if let Some(last) = rest.iter().rposition(|&byte| byte == b'\n') {
                let whole: Vec<u8> = rest.drain(..=last).collect();
                lines.extend(whole[..last].split(|&byte| byte == b'\n').map(text));
            }
            let longest = lines.iter().map(String::len).max().unwrap_or(0);
            if rest.len().max(longest) > LONGEST_LINE {
                let line = lines.into_iter().find(|line| line.len() > LONGEST_LINE);
                return self.finish(Heard::Endless(line.unwrap_or_else(|| text(&rest))));
            }
            let mut state = self.lock();
            state.bytes += lines.iter().map(|line| line.len() + 1).sum::<usize>();
            state.lines.extend(lines);
            self.news.notify_all();
            while state.bytes > READ_AHEAD && !state.deserted {
                let woken = self.room.wait(state);
                state = woken.unwrap_or_else(PoisonError::into_inner);
            }
            if state.deserted {
                return;
            }
        }
        self.finish(Heard::End((!rest.is_empty()).then(|| text(&rest))));
    }
}

/// A line as text, whatever bytes it has; the line ends of other systems are none of its business.
fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
}

impl Lines {
    pub(super) fn of(output: impl Read + Send + 'static) -> std::io::Result<Lines> {
        let shared = Arc::new(Shared::default());
        let own = Arc::clone(&shared);
        let thread = Place::default();
        let place = thread.clone();
        thread::Builder::new()
            .name("listener".to_string())
            .spawn(move || {
                place.is_here();
                own.read(output);
            })?;
        Ok(Lines { shared, thread })
    }

    /// How long the thread that reads has waited for a processor.
    pub(super) fn waited(&self) -> Duration {
        self.thread.waited()
    }

    /// The next line, if it comes in time.
    pub(super) fn hear(&self, until: Option<Instant>, stop: Option<&AtomicBool>) -> Heard {
        let mut state = self.shared.lock();
        loop {
            if let Some(heard) = take(&mut state) {
                self.shared.room.notify_all();
                return heard;
            }
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Heard::Stopped;
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Heard::Silence;
            }
            let glance = stop.map(|_| GLANCE);
            let patience = left.into_iter().chain(glance).min();
            state = match patience {
                None => {
                    let woken = self.shared.news.wait(state);
                    woken.unwrap_or_else(PoisonError::into_inner)
                }
                Some(patience) => {
                    let woken = self.shared.news.wait_timeout(state, patience);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// A line that is there already.
    pub(super) fn pending(&self) -> Option<String> {
        self.shared.lock().lines.front().cloned()
    }
}

fn take(state: &mut State) -> Option<Heard> {
    match state.lines.pop_front() {
        Some(line) => {
            state.bytes -= line.len() + 1;
            Some(Heard::Line(line))
        }
        None => state.end.clone(),
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        // The thread ends by itself when the output does; it is only kept from waiting for us.
        self.shared.lock().deserted = true;
        self.shared.room.notify_all();
    }
}

/// Lines for a program's input, written by a thread of its own, since a program that does not read
/// would stop whoever writes.
#[derive(Debug)]
pub(super) struct Mouth {
    lines: Option<SyncSender<Vec<u8>>>,
    thread: Place,
}

impl Mouth {
    pub(super) fn of(mut input: impl Write + Send + 'static) -> std::io::Result<Mouth> {
        let (lines, queue) = sync_channel::<Vec<u8>>(LINES_AHEAD);
        let thread = Place::default();
        let place = thread.clone();
        thread::Builder::new()
            .name("speaker".to_string())
            .spawn(move || {
                place.is_here();
                for line in queue {
                    // A closed input is the program's business; whether it still answers will be
                    // seen.
                    if input.write_all(&line).and_then(|()| input.flush()).is_err() {
                        return;
                    }
                }
            })?;
        Ok(Mouth {
            lines: Some(lines),
            thread,
        })
    }

    /// How long the thread that writes has waited for a processor.
    pub(super) fn waited(&self) -> Duration {
        self.thread.waited()
    }

    /// Whether there was room to keep it, if it cannot be written yet.
    pub(super) fn say(&self, line: &str) -> bool {
        let Some(lines) = &self.lines else {
            return true;
        };
        use std::sync::mpsc::TrySendError;
        !matches!(
            lines.try_send(format!("{line}\n").into_bytes()),
            Err(TrySendError::Full(_))
        )
    }

    /// Ends the input, once all is written.
    pub(super) fn close(&mut self) {
        self.lines = None;
    }
}

/// The end of what somebody wrote.
#[derive(Debug, Clone, Default)]
pub(super) struct Tail {
    shared: Arc<(Mutex<TailState>, Condvar)>,
}

#[derive(Debug, Default)]
struct TailState {
    bytes: VecDeque<u8>,
    ended: bool,
}

/// Bytes that are kept of it.
const TAIL: usize = 8 << 10;

impl Tail {
    /// Reads to the end, in a thread of its own.
    pub(super) fn of(mut output: impl Read + Send + 'static) -> std::io::Result<Tail> {
        let tail = Tail::default();
        let own = tail.clone();
        thread::Builder::new()
            .name("errors".to_string())
            .spawn(move || {
                let mut chunk = [0; 4 << 10];
                while let Ok(count @ 1..) = output.read(&mut chunk) {
                    let mut state = own.lock();
                    state.bytes.extend(&chunk[..count]);
                    let excess = state.bytes.len().saturating_sub(TAIL);
                    state.bytes.drain(..excess);
                }
                own.lock().ended = true;
                own.shared.1.notify_all();
            })?;
        Ok(tail)
    }

    fn lock(&self) -> MutexGuard<'_, TailState> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What there is when all was read, or when the time is up.
    pub(super) fn wait(&self, patience: Duration) -> Vec<u8> {
        let waited = self
            .shared
            .1
            .wait_timeout_while(self.lock(), patience, |state| !state.ended);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.bytes.iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &'static [u8]) -> Vec<Heard> {
        let lines = Lines::of(input).expect("a thread");
        let mut heard = Vec::new();
        loop {
            let next = lines.hear(None, None);
            let is_line = matches!(next, Heard::Line(_));
            heard.push(next);
            if !is_line {
                return heard;
            }
        }
    }

    #[test]
    fn lines_end_as_on_any_system() {
        let line = |text: &str| Heard::Line(text.to_string());
        assert_eq!(all(b""), [Heard::End(None)]);
        assert_eq!(
            all(b"a\r\nb\n\nc\xff\r\nhalf"),
            [
                line("a"),
                line("b"),
                line(""),
                line("c\u{fffd}"),
                Heard::End(Some("half".to_string()))
            ]
        );
    }

    #[test]
    fn endless_lines_and_endless_output_take_no_memory() {
        struct Endless(u8, usize);
        impl Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                for (place, byte) in buffer.iter_mut().enumerate() {
                    let end = self.1 > 0 && (place + 1).is_multiple_of(self.1);
                    *byte = if end { b'\n' } else { self.0 };
                }
                Ok(buffer.len())
            }
        }
        let lines = Lines::of(Endless(b'x', 0)).expect("a thread");
        assert!(matches!(lines.hear(None, None), Heard::Endless(_)));
        let lines = Lines::of(Endless(b'x', 64)).expect("a thread");
        for _ in 0..100_000 {
            assert!(matches!(lines.hear(None, None), Heard::Line(_)));
            assert!(lines.shared.lock().bytes <= READ_AHEAD + (8 << 10));
        }
    }

    #[test]
    fn nobody_waits_longer_than_told() {
        struct Never;
        impl Read for Never {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                thread::sleep(Duration::from_secs(3600));
                Ok(0)
            }
        }
        let lines = Lines::of(Never).expect("a thread");
        let soon = Instant::now() + Duration::from_millis(20);
        assert_eq!(lines.hear(Some(soon), None), Heard::Silence);
        let stop = AtomicBool::new(true);
        assert_eq!(lines.hear(None, Some(&stop)), Heard::Stopped);
    }

    #[test]
    fn a_tail_is_the_end() {
        let text: Vec<u8> = (0..100_000).map(|number| (number % 251) as u8).collect();
        let expected = text[text.len() - TAIL..].to_vec();
        let tail = Tail::of(std::io::Cursor::new(text)).expect("a thread");
        assert_eq!(tail.wait(Duration::from_secs(60)), expected);
    }
}
