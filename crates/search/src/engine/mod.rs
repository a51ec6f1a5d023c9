//! The engine: a modern alpha-beta search for any game.
//!
//! Iterative deepening with a principal variation, windows around the last value, a table shared by
//! all threads, moves in the order of what was good elsewhere, likely moves searched more deeply
//! than unlikely ones, and noisy positions played out beyond the horizon. A game helps with
//! [`Guidance`], all of which has defaults.
//!
//! - `node`: the search itself, in numbered steps;
//! - `root`: iterations, windows, several best moves, what is reported;
//! - `ordering`, `picking`, `table`, `codes`: what was good elsewhere · the best of many moves ·
//!   positions met before · moves as numbers;
//! - `tunables`: every number that decides how selective the search is.
//!
//! With [`EngineOptions::selective`] off it returns the value of plain minimax at every depth, with
//! any number of threads; the tests hold it to that.

mod codes;
mod node;
mod ordering;
mod picking;
mod plain;
mod root;
mod table;
mod tunables;

pub use tunables::Tunables;

use crate::limits::{Limits, Meter, thread_time};
use crate::search::Report;
use codes::Codes;
use game::{Evaluator, Guidance, Symmetry};
use node::{Memory, Worker};
use ordering::BEST_RECORD;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;
use table::Table;

/// What can be chosen about the engine, its limits apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOptions {
    /// Whether likely moves are searched more deeply than unlikely ones, and noisy positions beyond
    /// the horizon. Without it, the value is that of plain minimax.
    pub selective: bool,
    /// Bytes for the positions met before.
    pub table_bytes: usize,
    /// How many threads search together.
    pub threads: usize,
    /// How many of the best moves get an exact value and a line.
    pub lines: usize,
    /// How selective.
    pub tunables: Tunables,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            selective: true,
            table_bytes: 64 << 20,
            threads: 1,
            lines: 1,
            tunables: Tunables::default(),
        }
    }
}

/// The stack of a thread that helps: nodes go as deep as games are long.
const STACK_BYTES: usize = 16 << 20;

/// Searches positions of one game, with what it remembers from one to the next.
///
/// ```
/// use game::{Game, Playable, play_text};
/// use games::connect::Connect;
/// use search::{Engine, EngineOptions, Limits};
///
/// let game = Connect::<u64>::new(7, 6, 4, None);
/// let mut position = game.start();
/// play_text(&game, &mut position, "d d c c").expect("legal moves");
/// let evaluator = game.evaluator("h2", &[]).expect("an evaluator of the game");
/// let mut engine = Engine::new(&game, EngineOptions::default());
/// let report = engine.search(&game, &evaluator, &position, &Limits::depth(8), &mut |_| {});
/// // Three in a row with both ends open cannot be stopped.
/// assert_eq!(report.score().and_then(|score| score.plies_to_win()), Some(3));
/// ```
#[derive(Debug)]
pub struct Engine<G: Guidance> {
    options: EngineOptions,
    reductions: Reductions,
    /// Made by the first search, as it may be large.
    table: Option<Table>,
    codes: Codes<G::Move>,
    /// One for each thread, made by the first search.
    memories: Vec<Memory<G::Move>>,
}

impl<G: Guidance> Engine<G> {
    /// An engine for this game that remembers nothing yet.
    #[must_use]
    pub fn new(game: &G, options: EngineOptions) -> Engine<G> {
        Engine {
            reductions: Reductions::new(&options.tunables),
            table: None,
            codes: Codes::new(game),
            memories: Vec::new(),
            options,
        }
    }

    /// Asks for the values of so many of the best moves.
    pub fn set_lines(&mut self, lines: usize) {
        self.options.lines = lines.max(1);
    }

    /// Looks for the best move. `progress` is told after each complete iteration.
    ///
    /// With one thread the result depends on nothing but the arguments and earlier searches, unless
    /// time is limited. When time is up in the middle of an iteration, a move that this iteration
    /// has shown to be better than the best of the last one is taken; depth and value are those of
    /// the last complete one then, unless it was the very first.
    pub fn search<E: Evaluator<G>>(
        &mut self,
        game: &G,
        evaluator: &E,
        position: &G::Position,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let clocks = (Instant::now(), thread_time());
        let threads = self.options.threads.max(1);
        self.memories.resize_with(threads, Memory::new);
        let bytes = self.options.table_bytes;
        let table = &*self.table.get_or_insert_with(|| Table::new(bytes));
        table.begin_search();
        let share = |limits: &Limits| Limits {
            nodes: limits.nodes.map(|nodes| nodes.div_ceil(threads as u64)),
            ..limits.clone()
        };
        let Engine {
            options,
            reductions,
            codes,
            memories,
            ..
        } = self;
        let common = Common {
            game,
            evaluator,
            options,
            reductions,
            table,
            codes,
            position,
        };
        let Some((main, helpers)) = memories.split_first_mut() else {
            unreachable!("there is at least one thread");
        };
        if helpers.is_empty() {
            return common
                .worker(main, limits)
                .deepen(limits, clocks, 0, progress);
        }
        let halt = Arc::new(AtomicBool::new(false));
        let helper_limits = Limits {
            time: None,
            aim: None,
            cpu: None,
            stop: Some(Arc::clone(&halt)),
            ..share(limits)
        };
        thread::scope(|scope| {
            let helpers: Vec<_> = helpers
                .iter_mut()
                .enumerate()
                .filter_map(|(number, memory)| {
                    let (common, limits) = (&common, &helper_limits);
                    let help = move || {
                        let clocks = (Instant::now(), thread_time());
                        let mut worker = common.worker(memory, limits);
                        worker.deepen(limits, clocks, number + 1, &mut |_| {})
                    };
                    // A system that has no more threads to give is searched with fewer.
                    let builder = thread::Builder::new().stack_size(STACK_BYTES);
                    builder.spawn_scoped(scope, help).ok()
                })
                .collect();
            let own = share(limits);
            let mut report = common.worker(main, &own).deepen(&own, clocks, 0, progress);
            halt.store(true, Ordering::Relaxed);
            for helper in helpers {
                let Ok(other) = helper.join() else {
                    continue;
                };
                let (nodes, cpu) = (report.nodes + other.nodes, report.cpu + other.cpu);
                if other.depth > report.depth {
                    let (time, ended) = (report.time, report.ended);
                    report = Report {
                        time,
                        ended,
                        ..other
                    };
                }
                (report.nodes, report.cpu) = (nodes, cpu);
            }
            report
        })
    }
}

/// What all threads of a search share.
#[derive(Debug)]
struct Common<'search, G: Guidance, E> {
    game: &'search G,
    evaluator: &'search E,
    options: &'search EngineOptions,
    reductions: &'search Reductions,
    table: &'search Table,
    codes: &'search Codes<G::Move>,
    position: &'search G::Position,
}

impl<'search, G: Guidance, E: Evaluator<G>> Common<'search, G, E> {
    fn worker<'memory>(
        &self,
        memory: &'memory mut Memory<G::Move>,
        limits: &Limits,
    ) -> Worker<'memory, G, E>
    where
        'search: 'memory,
    {
        let &Common {
            game,
            evaluator,
            options,
            reductions,
            table,
            codes,
            position,
        } = self;
        let symmetries = game.symmetries().iter().copied();
        Worker {
            game,
            evaluator,
            options,
            reductions,
            table,
            codes,
            memory,
            meter: Meter::new(limits),
            position: position.clone(),
            viewer: game.side_to_move(position),
            sketches: vec![evaluator.sketch(game, position)],
            path: Vec::new(),
            symmetries: symmetries
                .filter(|&symmetry| symmetry != Symmetry::Identity && evaluator.respects(symmetry))
                .collect(),
            spread: 1,
            iteration: 0,
            selective: options.selective,
            few_moves: plain::has_few_moves(game, position),
            whole: true,
        }
    }
}

/// How many plies less late moves are searched, by depth and number of the move.
#[derive(Debug)]
pub(crate) struct Reductions {
    hundredths: Vec<[i32; Reductions::COUNT]>,
    record: i32,
}

impl Reductions {
    const COUNT: usize = 64;

    fn new(tunables: &Tunables) -> Reductions {
        let logarithm = |number: usize| (number.max(1) as f64).ln();
        let of = |depth: usize, number: usize| {
            let growth = logarithm(depth) * logarithm(number);
            tunables.reduction_base + (f64::from(tunables.reduction_slope) * growth) as i32
        };
        Reductions {
            hundredths: (0..Self::COUNT)
                .map(|depth| std::array::from_fn(|number| of(depth, number)))
                .collect(),
            record: tunables.reduction_history,
        }
    }

    #[inline]
    fn of(&self, depth: i32, number: u32, record: i32) -> i32 {
        let last = Self::COUNT - 1;
        let usual = self.hundredths[(depth.max(0) as usize).min(last)][(number as usize).min(last)];
        (usual - record * self.record / BEST_RECORD) / 100
    }
}
