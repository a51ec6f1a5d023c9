//! The work of a solver as a file, so that a run that was stopped, or killed, can go on.
//!
//! A line of JSON says what was being solved and what is proven. Behind it are those blocks of the
//! solver's memory in which there is anything, each as its number and its words, in bytes from the
//! lowest; a checksum over all of them ends the file. It is written beside its place and then moved
//! there, so that there is always a whole one.

use anyhow::{Context, Result, bail, ensure};
use game::random::mix;
use serde::{Deserialize, Serialize};
use solve::Solution;
use std::env;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Words in a block.
const BLOCK: usize = 512;
/// Stands for the end of the blocks.
const NO_BLOCK: u64 = u64::MAX;
/// What files of this sort begin with.
const FORMAT: &str = "partida solve 1";
/// No line of JSON is nearly as long.
const LONGEST_LINE: u64 = 1 << 20;

/// What is being solved, with how much memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) weak: bool,
    pub(super) memory: u64,
    pub(super) words: u64,
}

/// What is known so far.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct State {
    format: String,
    task: Task,
    /// The least and the most that the score can be.
    bounds: Option<(i32, i32)>,
    nodes: u64,
    time_ms: f64,
    cpu_ms: f64,
}

impl State {
    pub(super) fn new(task: Task) -> State {
        State {
            format: FORMAT.to_string(),
            task,
            bounds: None,
            nodes: 0,
            time_ms: 0.0,
            cpu_ms: 0.0,
        }
    }

    pub(super) fn solution(&self) -> Option<Solution> {
        let (least, most) = self.bounds?;
        Some(Solution {
            least,
            most,
            nodes: self.nodes,
        })
    }

    /// Notes what is known after so much time, on the clock and of the processor.
    pub(super) fn learn(&mut self, solution: &Solution, [time, cpu]: [Duration; 2]) {
        self.bounds = Some((solution.least, solution.most));
        self.nodes = solution.nodes;
        self.time_ms = time.as_secs_f64() * 1000.0;
        self.cpu_ms = cpu.as_secs_f64() * 1000.0;
    }

    /// The time it took, on the clock and of the processor.
    pub(super) fn spent(&self) -> [Duration; 2] {
        [self.time_ms, self.cpu_ms].map(milliseconds)
    }
}

/// A time that was read; one that makes no sense is none.
fn milliseconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number / 1000.0).unwrap_or_default()
}

/// Where the work is kept.
#[derive(Debug)]
pub(super) struct StateFile {
    /// Nothing if there is no place for it.
    path: Option<PathBuf>,
}

impl StateFile {
    /// The file that was chosen, or one for the task in the directory for the state of programs.
    pub(super) fn new(chosen: Option<&Path>, task: &Task) -> StateFile {
        let path = match chosen {
            Some(path) => Some(path.to_path_buf()),
            None => state_directory().map(|directory| {
                let text = format!("{} {} {}", task.game, task.position, task.weak);
                let number = text.bytes().fold(0, |sum, byte| mix(sum ^ u64::from(byte)));
                directory.join(format!("solve-{number:016x}.state"))
            }),
        };
        StateFile { path }
    }

    /// Writes the state and the memory; where, if there is a place.
    pub(super) fn save(&self, state: &State, memory: &[AtomicU64]) -> Result<Option<PathBuf>> {
        let Some(path) = &self.path else {
            return Ok(None);
        };
        write(path, state, memory).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Some(path.clone()))
    }

    /// Removes the file, which is not needed any more; that it is not there is no mistake.
    pub(super) fn remove(&self) {
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
        }
    }

    /// Reads the state of a task, and writes what a solver remembered into the memory of another.
    pub(super) fn load(&self, task: &Task, memory: &[AtomicU64]) -> Result<State> {
        let Some(path) = &self.path else {
            bail!("there is nothing to resume: say with --state where the work was kept");
        };
        let file = File::open(path).with_context(|| {
            format!("there is nothing to resume: cannot read {}", path.display())
        })?;
        let state = read(&mut BufReader::new(file), task, memory);
        state.with_context(|| format!("cannot go on from {}", path.display()))
    }
}

fn state_directory() -> Option<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty());
    let base = match variable("XDG_STATE_HOME") {
        Some(base) => PathBuf::from(base),
        None => PathBuf::from(variable("HOME")?).join(".local/state"),
    };
    Some(base.join("partida"))
}

fn write(path: &Path, state: &State, memory: &[AtomicU64]) -> Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let beside = path.with_extension("state.new");
    let mut output = BufWriter::new(File::create(&beside)?);
    serde_json::to_writer(&mut output, state)?;
    output.write_all(b"\n")?;
    let mut sum = Sum::default();
    let mut put = |word: u64| {
        sum.add(word);
        output.write_all(&word.to_le_bytes())
    };
    for (number, block) in memory.chunks(BLOCK).enumerate() {
        let word = |word: &AtomicU64| word.load(Ordering::Relaxed);
        if block.iter().any(|there| word(there) != 0) {
            put(number as u64)?;
            for there in block {
                put(word(there))?;
            }
        }
    }
    put(NO_BLOCK)?;
    let total = sum.0;
    output.write_all(&total.to_le_bytes())?;
    output.flush()?;
    output.get_ref().sync_all()?;
    fs::rename(&beside, path)?;
    Ok(())
}

fn read(input: &mut impl BufRead, task: &Task, memory: &[AtomicU64]) -> Result<State> {
    let mut line = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    let state: State = serde_json::from_slice(&line)
        .ok()
        .filter(|state: &State| state.format == FORMAT)
        .context("it is not the state of a solver")?;
    let Task {
        game,
        position,
        weak,
        memory: bytes,
        words,
    } = &state.task;
    ensure!(
        (game, position, weak) == (&task.game, &task.position, &task.weak),
        "it is about something else: {game}, position {position}{}",
        if *weak { ", --weak" } else { "" }
    );
    ensure!(
        (bytes, words) == (&task.memory, &task.words),
        "it was made with --memory {bytes}"
    );
    let mut sum = Sum::default();
    let mut next = |sum: &mut Sum| -> Result<u64> {
        let mut bytes = [0; 8];
        input.read_exact(&mut bytes).context("its end is missing")?;
        let word = u64::from_le_bytes(bytes);
        sum.add(word);
        Ok(word)
    };
    loop {
        let number = next(&mut sum)?;
        if number == NO_BLOCK {
            break;
        }
        let first = usize::try_from(number)
            .ok()
            .and_then(|n| n.checked_mul(BLOCK));
        let block = first.and_then(|first| memory.get(first..));
        let block = block.context("it is damaged")?;
        for there in block.iter().take(BLOCK) {
            there.store(next(&mut sum)?, Ordering::Relaxed);
        }
    }
    let total = sum.0;
    ensure!(next(&mut Sum::default())? == total, "it is damaged");
    Ok(state)
}

/// A checksum of words.
#[derive(Debug, Default)]
struct Sum(u64);

impl Sum {
    fn add(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task() -> Task {
        Task {
            game: "connect:7x6,c=4".to_string(),
            position: "7/7/7/7/7/7 x".to_string(),
            weak: false,
            memory: 10_000,
            words: 1250,
        }
    }

    fn memory(word: impl Fn(u64) -> u64) -> Vec<AtomicU64> {
        (0..1250).map(|place| AtomicU64::new(word(place))).collect()
    }

    fn written() -> Vec<u8> {
        // Tests run side by side.
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("partida-state-{}-{number}", std::process::id());
        let directory = env::temp_dir().join(name);
        let path = directory.join("a.state");
        let mut state = State::new(task());
        let solution = Solution {
            least: -3,
            most: 4,
            nodes: 77,
        };
        state.learn(&solution, [Duration::from_secs(5), Duration::from_secs(4)]);
        // The middle block is empty, the last one is short.
        let words = memory(|place| {
            if (512..1024).contains(&place) {
                0
            } else {
                place
            }
        });
        write(&path, &state, &words).expect("it can be written");
        let bytes = fs::read(&path).expect("it is there");
        fs::remove_dir_all(directory).expect("it was there");
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = written();
        let words = memory(|_| 0);
        let state = read(&mut bytes.as_slice(), &task(), &words).expect("it is whole");
        let known = state.solution().expect("bounds");
        assert_eq!((known.least, known.most, known.nodes), (-3, 4, 77));
        assert_eq!(state.spent().map(|time| time.as_secs()), [5, 4]);
        for (place, word) in words.iter().enumerate() {
            let expected = if (512..1024).contains(&place) {
                0
            } else {
                place
            };
            assert_eq!(word.load(Ordering::Relaxed), expected as u64);
        }
    }

    #[test]
    fn files_that_are_cut_or_changed_are_refused() {
        let bytes = written();
        for end in (0..bytes.len()).step_by(7) {
            let cut = &mut &bytes[..end];
            assert!(read(cut, &task(), &memory(|_| 0)).is_err(), "{end}");
        }
        let text = bytes
            .iter()
            .position(|&byte| byte == b'\n')
            .expect("a line");
        for place in (text + 1..bytes.len()).step_by(5) {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            let changed = read(&mut changed.as_slice(), &task(), &memory(|_| 0));
            assert!(changed.is_err(), "{place}");
        }
    }

    #[test]
    fn the_state_of_something_else_is_refused() {
        let bytes = written();
        let refused = |task: &Task| {
            let state = read(&mut bytes.as_slice(), task, &memory(|_| 0));
            state.expect_err("another task").to_string()
        };
        let weak = Task {
            weak: true,
            ..task()
        };
        assert!(refused(&weak).contains("something else"));
        let larger = Task {
            memory: 20_000,
            ..task()
        };
        assert!(refused(&larger).contains("--memory 10000"));
    }
}
