//! A worker: takes jobs in chunks, does them, hands in what came of them, and says now and then that it lives.

use crate::address::Address;
use crate::documents::{Document, Hall, SolveDocument, SolveJob, SolveResult};
use crate::link::Link;
use crate::pace::Pace;
use crate::queue::{
    Chunk, Finished, NewJob, Newcomer, Program, Pulse, QueueError, Request, Wanted,
};
use arena::{Courts, Job, Unplayed};
use game::{Playable, play_text};
use games::{GameVisitor, NoFiles, parse_game};
use solve::{Goal, Resources, Solution, solver_for};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// Results are handed in so often, all threads together: what is handed in cannot be lost with us.
const BETWEEN_HAND_INS: Duration = Duration::from_secs(2);
/// How long to wait before asking for work where there was none: at first, and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// It says at least so often that it lives and how fast it is: people watch that.
const LONGEST_SILENCE: Duration = Duration::from_secs(5);
/// Whoever waits looks so often whether it should go on.
const WHILE_WAITING: Duration = Duration::from_millis(20);
/// Somebody who is to leave tries for so long to hand in what it has.
const LAST_PATIENCE: Duration = Duration::from_secs(30);
/// While there is nothing to do, others' experiments are looked at so often.
const BETWEEN_LOOKS: Duration = Duration::from_secs(10);
/// Documents of so many batches are remembered.
const MOST_REMEMBERED: usize = 16;
/// A second is this part of what counts as "of late".
const LATELY: f64 = 30.0;

/// How a worker works.
#[derive(Debug, Clone)]
pub struct WorkerOptions {
    /// Its name, threads and program.
    pub newcomer: Newcomer,
    /// After so long without a sign of life others get its jobs.
    pub lease: Duration,
    /// It leaves after so long without anything to do.
    pub idle: Option<Duration>,
}

/// What a worker tells whoever watches it.
#[derive(Debug)]
pub enum News<'news> {
    /// It is there.
    Joined,
    /// It begins a job.
    Begins {
        /// The job's number in its batch.
        number: i64,
    },
    /// Results of a chunk, or of a part of one, were handed in.
    HandedIn {
        /// So many were taken.
        taken: u64,
        /// So many were not: somebody else has the jobs by now.
        refused: u64,
    },
    /// The cluster cannot be reached.
    Unreachable(&'news QueueError),
    /// Experiments that it may not work at, as it is another program.
    Others(&'news [(String, Program)]),
}

/// Why a worker left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gone {
    /// It was told to.
    Stopped,
    /// All were told to.
    Drained,
    /// There was nothing to do.
    Idle,
}

/// Works until told to leave, by whoever sets `stop` or by the cluster; why it left, and how many jobs it did.
pub fn work(
    address: &Address,
    options: &WorkerOptions,
    stop: &AtomicBool,
    tell: &(dyn Fn(&News<'_>) + Sync),
) -> Result<(Gone, u64), QueueError> {
    let mut link = Link::open(address)?;
    let worker = link.with(&mut |_, _| false, |queue| queue.join(&options.newcomer))?;
    tell(&News::Joined);
    let shared = Shared {
        options,
        worker,
        desk: Mutex::new(Desk {
            link,
            ask_again: Instant::now(),
            pause: FIRST_PAUSE,
            looked: None,
            others: Vec::new(),
            batches: HashMap::new(),
            paces: HashMap::new(),
        }),
        alone: RwLock::new(()),
        held: Mutex::new(HashMap::new()),
        worked: Mutex::new(Instant::now()),
        jobs: AtomicU64::new(0),
        stop,
        gone: Mutex::new(None),
        is_over: AtomicBool::new(false),
        tell,
    };
    std::thread::scope(|scope| {
        let pulse = scope.spawn(|| shared.beat(address));
        let threads: Vec<_> = (0..options.newcomer.threads.max(1))
            .map(|_| scope.spawn(|| shared.work()))
            .collect();
        for thread in threads {
            // A panic of a job is caught; one of ours is no reason to leave the others alone.
            let _ = thread.join();
        }
        shared.is_over.store(true, Ordering::SeqCst);
        let _ = pulse.join();
    });
    let _ = shared.with_desk(|desk, wait| desk.link.with(wait, |queue| queue.leave(worker)));
    let jobs = shared.jobs.load(Ordering::SeqCst);
    let gone = lock(&shared.gone).take();
    gone.unwrap_or(Ok(Gone::Stopped)).map(|gone| (gone, jobs))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the threads of a worker have in common.
struct Shared<'work> {
    options: &'work WorkerOptions,
    worker: i64,
    desk: Mutex<Desk>,
    /// Shared by all who do ordinary jobs; a job with its last chance has it alone, so that it takes nobody with it.
    alone: RwLock<()>,
    /// What is worked at, and how to tell that it is no longer ours.
    held: Mutex<HashMap<i64, Arc<AtomicBool>>>,
    /// When there was something to do last.
    worked: Mutex<Instant>,
    jobs: AtomicU64,
    stop: &'work AtomicBool,
    gone: Mutex<Option<Result<Gone, QueueError>>>,
    is_over: AtomicBool,
    tell: &'work (dyn Fn(&News<'_>) + Sync),
}

/// What only one thread has at a time: the connection, and what was learnt over it.
struct Desk {
    link: Link,
    ask_again: Instant,
    pause: Duration,
    looked: Option<Instant>,
    others: Vec<String>,
    batches: HashMap<i64, Arc<Batch>>,
    paces: HashMap<i64, Pace>,
}

/// What the jobs of a batch have in common, ready to work with; or why it is not.
enum Batch {
    Games(Hall),
    Solve(SolveDocument),
    Unusable(String),
}

impl Batch {
    fn new(text: &str, slowness: f64) -> Batch {
        match serde_json::from_str(text) {
            Ok(Document::Games(venue)) => match Hall::new(venue, slowness) {
                Ok(hall) => Batch::Games(hall),
                Err(problem) => Batch::Unusable(problem),
            },
            Ok(Document::Solve(document)) => Batch::Solve(document),
            Err(error) => Batch::Unusable(format!("this worker does not understand it: {error}")),
        }
    }
}

/// What a thread has of its own.
struct Bench {
    courts: Option<(i64, Courts)>,
    abandon: Arc<AtomicBool>,
}

/// A job that brought no result.
enum Undone {
    /// Nobody waits for it, or it is to be left to others.
    Abandoned,
    Failed(String),
}

impl Shared<'_> {
    fn is_leaving(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.is_over.load(Ordering::Relaxed)
    }

    fn end(&self, gone: Result<Gone, QueueError>) {
        lock(&self.gone).get_or_insert(gone);
        self.is_over.store(true, Ordering::SeqCst);
    }

    /// Does something over the connection, as soon as there is one.
    fn with_desk<T>(
        &self,
        act: impl FnOnce(&mut Desk, crate::link::Wait<'_>) -> Result<T, QueueError>,
    ) -> Result<T, QueueError> {
        let mut leaving_since = None;
        let wait = &mut |error: &QueueError, pause: Duration| {
            (self.tell)(&News::Unreachable(error));
            let until = Instant::now() + pause;
            while Instant::now() < until {
                if self.is_leaving() {
                    let since = *leaving_since.get_or_insert_with(Instant::now);
                    if since.elapsed() >= LAST_PATIENCE {
                        return false;
                    }
                }
                std::thread::sleep(WHILE_WAITING);
            }
            true
        };
        act(&mut lock(&self.desk), wait)
    }

    /// One thread's work.
    fn work(&self) {
        let mut bench = Bench {
            courts: None,
            abandon: Arc::new(AtomicBool::new(false)),
        };
        while !self.is_leaving() {
            let done = self.work_a_while(&mut bench);
            match done {
                Ok(true) => {}
                Ok(false) => std::thread::sleep(WHILE_WAITING),
                Err(error) => self.end(Err(error)),
            }
        }
    }

    /// Does a chunk, and whatever has its last chance; whether there was anything.
    fn work_a_while(&self, bench: &mut Bench) -> Result<bool, QueueError> {
        let (did_work, has_last_chances) = {
            let _shared = self.alone.read().unwrap_or_else(PoisonError::into_inner);
            self.next_chunk(Wanted::Ordinary, bench)?
        };
        let mut did_more = false;
        if has_last_chances {
            let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
            while !self.is_leaving() && self.next_chunk(Wanted::LastChance, bench)?.0 {
                did_more = true;
            }
        }
        Ok(did_work || did_more)
    }

    /// Asks for a chunk and does it; whether there was one, and whether there are jobs with a last chance.
    fn next_chunk(&self, wanted: Wanted, bench: &mut Bench) -> Result<(bool, bool), QueueError> {
        let Some((chunk, has_last_chances)) = self.ask(wanted)? else {
            return Ok((false, false));
        };
        let Some(chunk) = chunk else {
            return Ok((false, has_last_chances));
        };
        bench.abandon.store(false, Ordering::SeqCst);
        lock(&self.held).insert(chunk.lease, Arc::clone(&bench.abandon));
        let done = self.do_chunk(&chunk, bench);
        lock(&self.held).remove(&chunk.lease);
        *lock(&self.worked) = Instant::now();
        done.map(|()| (true, has_last_chances))
    }

    /// Asks for a chunk; nothing if it is too early to ask again.
    fn ask(&self, wanted: Wanted) -> Result<Option<(Option<Chunk>, bool)>, QueueError> {
        if wanted == Wanted::Ordinary && Instant::now() < lock(&self.desk).ask_again {
            self.leave_if_idle();
            return Ok(None);
        }
        let answer = self.with_desk(|desk, wait| {
            let Desk { link, paces, .. } = desk;
            let answer = link.with(wait, |queue| {
                queue.lease(&Request {
                    worker: self.worker,
                    program: &self.options.newcomer.program,
                    wanted,
                    lease: self.options.lease,
                    size: &|batch| paces.get(&batch).copied().unwrap_or_default().size(),
                })
            })?;
            if answer.chunk.is_some() {
                desk.pause = FIRST_PAUSE;
            } else {
                desk.ask_again = Instant::now() + desk.pause;
                desk.pause = (desk.pause * 2).min(LONGEST_PAUSE);
                self.look_at_others(desk, wait)?;
            }
            Ok(answer)
        })?;
        if answer.is_draining {
            self.end(Ok(Gone::Drained));
        }
        Ok(Some((answer.chunk, answer.has_last_chances)))
    }

    /// Tells of experiments that it may not work at, once each time there are others.
    fn look_at_others(
        &self,
        desk: &mut Desk,
        wait: crate::link::Wait<'_>,
    ) -> Result<(), QueueError> {
        if desk
            .looked
            .is_some_and(|looked| looked.elapsed() < BETWEEN_LOOKS)
        {
            return Ok(());
        }
        desk.looked = Some(Instant::now());
        let mut open = desk.link.with(wait, |queue| queue.open_experiments())?;
        open.retain(|(_, program)| *program != self.options.newcomer.program);
        let names: Vec<String> = open.iter().map(|(name, _)| name.clone()).collect();
        if names != desk.others {
            desk.others = names;
            if !open.is_empty() {
                (self.tell)(&News::Others(&open));
            }
        }
        Ok(())
    }

    fn leave_if_idle(&self) {
        let is_idle = |idle: Duration| lock(&self.worked).elapsed() >= idle;
        if self.options.idle.is_some_and(is_idle) && lock(&self.held).is_empty() {
            self.end(Ok(Gone::Idle));
        }
    }

    fn batch(&self, chunk: &Chunk) -> Result<Arc<Batch>, QueueError> {
        self.with_desk(|desk, wait| {
            if let Some(batch) = desk.batches.get(&chunk.batch) {
                return Ok(Arc::clone(batch));
            }
            let text = desk.link.with(wait, |queue| queue.document(chunk.batch))?;
            let slowness = self.options.newcomer.yardstick / chunk.yardstick.max(1e-3);
            let batch = Arc::new(Batch::new(&text, slowness));
            if desk.batches.len() >= MOST_REMEMBERED {
                desk.batches.clear();
                desk.paces.clear();
            }
            desk.batches.insert(chunk.batch, Arc::clone(&batch));
            Ok(batch)
        })
    }

    /// Does the jobs of a chunk and hands in what comes of them; what it did not get to is given back.
    fn do_chunk(&self, chunk: &Chunk, bench: &mut Bench) -> Result<(), QueueError> {
        let batch = match self.batch(chunk) {
            // Nobody needs it any more.
            Err(QueueError::Gone) => return self.release(chunk),
            other => other?,
        };
        let began = Instant::now();
        let mut handed_in = Instant::now();
        let mut finished = Vec::new();
        let mut done = 0;
        for job in &chunk.jobs {
            (self.tell)(&News::Begins { number: job.number });
            match self.do_job(&batch, chunk.batch, job, bench) {
                Ok(document) => {
                    finished.push(Finished {
                        number: job.number,
                        document,
                    });
                    done += 1;
                    self.jobs.fetch_add(1, Ordering::Relaxed);
                }
                Err(Undone::Abandoned) => break,
                Err(Undone::Failed(problem)) => {
                    bench.courts = None;
                    self.with_desk(|desk, wait| {
                        desk.link.with(wait, |queue| {
                            queue.fail(chunk.lease, chunk.batch, job.number, &problem)
                        })
                    })?;
                }
            }
            if handed_in.elapsed() >= BETWEEN_HAND_INS * self.options.newcomer.threads.max(1) {
                self.hand_in(chunk, &mut finished)?;
                handed_in = Instant::now();
            }
        }
        let taken = began.elapsed();
        self.hand_in(chunk, &mut finished)?;
        lock(&self.desk)
            .paces
            .entry(chunk.batch)
            .or_default()
            .learn(done, taken);
        self.release(chunk)
    }

    fn hand_in(&self, chunk: &Chunk, finished: &mut Vec<Finished>) -> Result<(), QueueError> {
        if finished.is_empty() {
            return Ok(());
        }
        let taken = self.with_desk(|desk, wait| {
            desk.link.with(wait, |queue| {
                queue.complete(self.worker, chunk.lease, chunk.batch, finished)
            })
        })?;
        (self.tell)(&News::HandedIn {
            taken,
            refused: finished.len() as u64 - taken,
        });
        finished.clear();
        Ok(())
    }

    fn release(&self, chunk: &Chunk) -> Result<(), QueueError> {
        self.with_desk(|desk, wait| desk.link.with(wait, |queue| queue.release(chunk.lease)))
    }

    /// Does a job; a panic is a failure of the job, not ours.
    fn do_job(
        &self,
        batch: &Batch,
        number: i64,
        job: &NewJob,
        bench: &mut Bench,
    ) -> Result<String, Undone> {
        let attempt = AssertUnwindSafe(|| match batch {
            Batch::Games(hall) => play(hall, number, &job.payload, bench),
            Batch::Solve(document) => {
                let abandon = Arc::clone(&bench.abandon);
                solve_one(document, &job.payload, &|| {
                    abandon.load(Ordering::Relaxed) || self.is_leaving()
                })
            }
            Batch::Unusable(problem) => Err(Undone::Failed(problem.clone())),
        });
        catch_unwind(attempt).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            let problem = format!("it panicked: {}", text.unwrap_or("for no known reason"));
            Err(Undone::Failed(problem))
        })
    }

    /// Says now and then that it lives; what is no longer its own it leaves at once.
    fn beat(&self, address: &Address) {
        let mut link = Link::later(address);
        let interval = (self.options.lease / 4).min(LONGEST_SILENCE);
        let (mut before, mut rate) = (0, 0.0);
        let mut last = Instant::now();
        while !self.is_over.load(Ordering::SeqCst) {
            let jobs = self.jobs.load(Ordering::SeqCst);
            let seconds = last.elapsed().as_secs_f64();
            if seconds > 0.1 {
                let now = (jobs - before) as f64 / seconds;
                let weight = (seconds / LATELY).min(1.0);
                rate += weight * (now - rate);
                (before, last) = (jobs, Instant::now());
            }
            let leases: Vec<i64> = lock(&self.held).keys().copied().collect();
            let wait = &mut |_: &QueueError, pause: Duration| {
                self.sleep(pause);
                !self.is_over.load(Ordering::SeqCst)
            };
            let held = link.with(wait, |queue| {
                queue.heartbeat(&Pulse {
                    worker: self.worker,
                    leases: &leases,
                    lease: self.options.lease,
                    jobs,
                    rate,
                })
            });
            if let Ok(held) = held {
                let ours = lock(&self.held);
                for lease in leases.iter().filter(|lease| !held.contains(lease)) {
                    if let Some(abandon) = ours.get(lease) {
                        abandon.store(true, Ordering::SeqCst);
                    }
                }
            }
            self.sleep(interval);
        }
    }

    /// Sleeps, but not when all is over.
    fn sleep(&self, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until && !self.is_over.load(Ordering::SeqCst) {
            std::thread::sleep(WHILE_WAITING);
        }
    }
}

/// Plays a game.
fn play(hall: &Hall, batch: i64, payload: &str, bench: &mut Bench) -> Result<String, Undone> {
    let failed = |problem: String| Undone::Failed(problem);
    let job: Job = serde_json::from_str(payload).map_err(|error| failed(error.to_string()))?;
    if !hall.has(&job) {
        return Err(failed("there is no such game or player".to_string()));
    }
    let courts = match &mut bench.courts {
        Some((known, courts)) if *known == batch => courts,
        courts => {
            let new = Courts::new(Arc::clone(&bench.abandon));
            &mut courts.insert((batch, new)).1
        }
    };
    match courts.play(&hall.venue(), &job) {
        Ok(record) => serde_json::to_string(&record).map_err(|error| failed(error.to_string())),
        Err(Unplayed::Abandoned) => Err(Undone::Abandoned),
        Err(other) => Err(failed(other.to_string())),
    }
}

/// Solves a position.
fn solve_one(
    document: &SolveDocument,
    payload: &str,
    is_abandoned: &dyn Fn() -> bool,
) -> Result<String, Undone> {
    let failed = |problem: String| Undone::Failed(problem);
    let job: SolveJob = serde_json::from_str(payload).map_err(|error| failed(error.to_string()))?;
    let game = parse_game(&document.game, &NoFiles).map_err(|error| failed(error.to_string()))?;
    let solution = game
        .visit(SolveIt {
            document,
            job: &job,
            is_abandoned,
        })
        .map_err(failed)?;
    if is_abandoned() && solution.score().is_none() {
        return Err(Undone::Abandoned);
    }
    let Solution { least, most, nodes } = solution;
    let result = SolveResult { least, most, nodes };
    serde_json::to_string(&result).map_err(|error| failed(error.to_string()))
}

struct SolveIt<'job> {
    document: &'job SolveDocument,
    job: &'job SolveJob,
    is_abandoned: &'job dyn Fn() -> bool,
}

impl GameVisitor for SolveIt<'_> {
    type Output = Result<Solution, String>;

    fn visit<G: Playable>(self, game: &G) -> Result<Solution, String> {
        let text = |error: game::text::TextError| error.to_string();
        let mut position = game.parse_position(&self.document.position).map_err(text)?;
        play_text(game, &mut position, &self.job.chosen).map_err(text)?;
        let bytes = usize::try_from(self.document.memory).map_err(|error| error.to_string())?;
        let goal = match self.document.weak {
            true => Goal::Winner,
            false => Goal::Score,
        };
        let mut solver =
            solver_for(game, Resources::bytes(bytes)).map_err(|error| error.to_string())?;
        if let Some(score) = solver.final_score(&position, goal) {
            return Ok(Solution::known(score));
        }
        let mut watch = |_: &Solution| match (self.is_abandoned)() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        solver
            .solve(&position, goal, &mut watch)
            .map_err(|error| error.to_string())
    }
}
