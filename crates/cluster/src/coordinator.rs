//! Has games played by a cluster: puts them into its queue, and waits for what comes of them.

use crate::address::Address;
use crate::documents::{Document, SolveDocument, SolveJob, SolveResult, VenueDocument, digest};
use crate::eligibility::{Timing, check_players};
use crate::link::Link;
use crate::queue::{Collected, NewExperiment, NewJob, QueueError, State};
use arena::{Control, Crew, Job, Record, RunError, Take, Venue};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many results are fetched at once.
const MOST_AT_ONCE: u32 = 1000;
/// So many jobs are put down in one transaction.
const MOST_ENQUEUED: usize = 500_000;
/// How long to wait for results that have not come: at first, and at most.
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(250);
/// How often to look whether there is anything left to wait for.
const BETWEEN_LOOKS: Duration = Duration::from_secs(2);
/// Whoever waits for a connection looks so often whether it should go on.
const WHILE_WAITING: Duration = Duration::from_millis(50);

/// An experiment on a cluster, as the one who asked for it sees it.
#[derive(Debug)]
pub struct Coordinator {
    link: Mutex<Link>,
    experiment: i64,
    timing: Timing,
    /// Up to where results were read, of the batch that was played last.
    read: Mutex<HashMap<i64, i64>>,
}

impl Coordinator {
    /// Puts down an experiment, or goes on with one.
    pub fn new(
        address: &Address,
        experiment: &NewExperiment,
        timing: Timing,
    ) -> Result<Coordinator, QueueError> {
        let mut link = Link::open(address)?;
        let number = link.with(&mut |_, _| false, |queue| queue.open_experiment(experiment))?;
        Ok(Coordinator {
            link: Mutex::new(link),
            experiment: number,
            timing,
            read: Mutex::new(HashMap::new()),
        })
    }

    /// Nothing of it is needed any more.
    pub fn finish(&self) -> Result<(), QueueError> {
        self.set_state(State::Done)
    }

    /// Its jobs are not given out until somebody goes on with it.
    pub fn pause(&self) -> Result<(), QueueError> {
        self.set_state(State::Paused)
    }

    fn set_state(&self, state: State) -> Result<(), QueueError> {
        let began = Instant::now();
        let wait = &mut |_: &QueueError, pause: Duration| {
            std::thread::sleep(pause);
            began.elapsed() < Duration::from_secs(20)
        };
        let mut link = self.link.lock().unwrap_or_else(PoisonError::into_inner);
        link.with(wait, |queue| queue.set_state(self.experiment, state))
    }

    /// Has positions solved; what is proven of each, as far as it was waited for. `watch` is asked now and then
    /// whether to go on.
    pub fn solve(
        &self,
        document: &SolveDocument,
        jobs: &[SolveJob],
        watch: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Option<SolveResult>>, QueueError> {
        let new_jobs = (0..).zip(jobs).map(|(number, job)| NewJob {
            number,
            payload: serde_json::to_string(job).unwrap_or_default(),
        });
        let new_jobs: Vec<NewJob> = new_jobs.collect();
        let mut results: Vec<Option<SolveResult>> = vec![None; jobs.len()];
        let mut found = 0;
        self.run::<QueueError>(
            &Document::Solve(document.clone()),
            &new_jobs,
            &mut |collected| {
                for one in collected {
                    let result = serde_json::from_str(&one.document).map_err(unreadable)?;
                    if let Some(place) = results.get_mut(one.number as usize) {
                        found += usize::from(place.replace(result).is_none());
                    }
                }
                Ok(watch(found))
            },
        )?;
        Ok(results)
    }

    /// Has jobs done, and hands over each result once; nothing now and then. Until all have come, or somebody
    /// has enough.
    fn run<E: From<QueueError>>(
        &self,
        document: &Document,
        jobs: &[NewJob],
        take: &mut dyn FnMut(Vec<Collected>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let batch = match self.ask(take, |link, wait| self.put_down(link, wait, document, jobs))? {
            Some(batch) => batch,
            None => return Ok(()),
        };
        let mut pending: std::collections::HashSet<i64> =
            jobs.iter().map(|job| job.number).collect();
        let mut pause = SHORTEST_PAUSE;
        let mut looked = Instant::now();
        while !pending.is_empty() {
            let behind = *self.read().get(&batch).unwrap_or(&0);
            let collected = self.ask(take, |link, wait| {
                link.with(wait, |queue| queue.collect(batch, behind, MOST_AT_ONCE))
            })?;
            let Some(mut collected) = collected else {
                return Ok(());
            };
            if let Some(last) = collected.last() {
                self.read().insert(batch, last.position);
                pause = SHORTEST_PAUSE;
            } else if looked.elapsed() >= BETWEEN_LOOKS {
                looked = Instant::now();
                let progress = self.ask(take, |link, wait| {
                    link.with(wait, |queue| queue.progress(batch))
                })?;
                if let Some(progress) = progress.filter(|it| it.open == 0 && it.parked > 0) {
                    let error = progress.error.unwrap_or_default();
                    let text = format!(
                        "{} jobs failed three times and are not tried again (the first: {error}); `partida \
                         cluster status` shows them, and whoever goes on with the experiment tries them anew",
                        progress.parked
                    );
                    return Err(QueueError::Refused(text).into());
                }
            } else {
                std::thread::sleep(pause);
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
            collected.retain(|one| pending.remove(&one.number));
            if take(collected)?.is_break() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn read(&self) -> std::sync::MutexGuard<'_, HashMap<i64, i64>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the cluster for something, and while it cannot be reached the one who takes whether to go on; `None`
    /// if not.
    fn ask<T, E: From<QueueError>>(
        &self,
        take: &mut dyn FnMut(Vec<Collected>) -> Result<ControlFlow<()>, E>,
        act: impl FnOnce(&mut Link, crate::link::Wait<'_>) -> Result<T, QueueError>,
    ) -> Result<Option<T>, E> {
        let mut failure = None;
        let mut is_enough = false;
        let wait = &mut |_: &QueueError, pause: Duration| {
            let until = Instant::now() + pause;
            loop {
                match take(Vec::new()) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => is_enough = true,
                    Err(error) => failure = Some(error),
                }
                if is_enough || failure.is_some() {
                    return false;
                }
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return true;
                }
                std::thread::sleep(left.min(WHILE_WAITING));
            }
        };
        let mut link = self.link.lock().unwrap_or_else(PoisonError::into_inner);
        let done = act(&mut link, wait);
        match (failure, done) {
            (Some(error), _) => Err(error),
            (None, _) if is_enough => Ok(None),
            (None, done) => Ok(Some(done?)),
        }
    }

    /// Puts down jobs under the name of their document. Where that has other jobs of the same numbers, as after a
    /// tuning went on with other trials, under another name.
    fn put_down(
        &self,
        link: &mut Link,
        wait: crate::link::Wait<'_>,
        document: &Document,
        jobs: &[NewJob],
    ) -> Result<i64, QueueError> {
        let document = document.write();
        let digest = digest(&document);
        for attempt in 0.. {
            let key = format!("{digest}-{attempt}");
            let done = link
                .with(wait, |queue| {
                    queue.open_batch(self.experiment, &key, &document)
                })
                .and_then(|batch| {
                    for some in jobs.chunks(MOST_ENQUEUED) {
                        link.with(wait, |queue| queue.enqueue(batch, some))?;
                    }
                    Ok(batch)
                });
            if done != Err(QueueError::OtherJobs) {
                return done;
            }
        }
        Err(QueueError::OtherJobs)
    }
}

fn unreadable(error: serde_json::Error) -> QueueError {
    QueueError::Refused(format!("a result cannot be read: {error}"))
}

/// What goes wrong between a cluster and the arena.
struct Trouble(RunError);

impl From<QueueError> for Trouble {
    fn from(error: QueueError) -> Trouble {
        Trouble(RunError::Unplayable(error.to_string()))
    }
}

impl Crew for Coordinator {
    fn play(
        &self,
        venue: &Venue<'_>,
        jobs: &[Job],
        control: &Control,
        take: Take<'_>,
    ) -> Result<(), RunError> {
        check_players(venue.games, venue.players, venue.terms, self.timing)
            .map_err(RunError::Unplayable)?;
        let document = Document::Games(VenueDocument::of(venue));
        let new_jobs = jobs.iter().map(|job| NewJob {
            number: job.number as i64,
            payload: serde_json::to_string(job).unwrap_or_default(),
        });
        let new_jobs: Vec<NewJob> = new_jobs.collect();
        let by_number: HashMap<i64, &Job> =
            jobs.iter().map(|job| (job.number as i64, job)).collect();
        let done = self.run(&document, &new_jobs, &mut |collected| {
            let mut games = Vec::with_capacity(collected.len());
            for one in collected {
                let record: Record = serde_json::from_str(&one.document).map_err(unreadable)?;
                if let Some(&&job) = by_number.get(&one.number) {
                    games.push((job, record));
                }
            }
            let flow = take(games).map_err(Trouble)?;
            Ok::<_, Trouble>(match control.is_stopping() {
                true => ControlFlow::Break(()),
                false => flow,
            })
        });
        done.map_err(|Trouble(error)| error)
    }
}
