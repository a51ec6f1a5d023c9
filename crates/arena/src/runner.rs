//! Has a plan played by a crew. Which of them plays what, and when, changes nothing: each game has
//! its own seed, and what follows from results follows from all of them in the order of their
//! numbers.

use crate::plan::{Job, Plan};
use crate::ratings::{GameResult, Pairs, Verdict};
use crate::record::Record;
use crate::schedule::Meeting;
use crate::standings::{Standings, Summary};
use crate::workers::{Control, Crew};
use game::arguments::Files;
use games::{AnyGame, parse_game};
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::ops::ControlFlow;
use thiserror::Error;

/// Where games are kept. A game counts only when it is there.
pub trait Archive {
    /// Notes games that are to be played; those noted before may be among them.
    fn schedule(&mut self, jobs: &[Job]) -> Result<(), ArchiveError>;
    /// Keeps games that were played: all of them, or none.
    fn keep(&mut self, games: &[(Job, Record)]) -> Result<(), ArchiveError>;
    /// What is there of games played before, by their numbers.
    fn kept(&mut self) -> Result<Vec<(u64, Summary)>, ArchiveError>;
    /// Forgets the games from a number on: a test was decided before them.
    fn forget_from(&mut self, number: u64) -> Result<(), ArchiveError>;
}

/// Something that an archive could not do.
pub type ArchiveError = Box<dyn Error + Send + Sync>;

/// How far a tournament has come.
#[derive(Debug)]
pub struct Progress<'run> {
    /// The round that is played, counted from 0.
    pub round: u32,
    /// Games that count, those of earlier runs among them.
    pub games: u64,
    /// Games of this run.
    pub games_now: u64,
    /// The table.
    pub standings: &'run Standings,
    /// The pairs of a match, as its first player sees them.
    pub pairs: Pairs,
    /// Whether a round was just finished.
    pub is_end_of_round: bool,
}

/// How a run ended.
#[derive(Debug, Clone)]
pub struct Finish {
    /// The table.
    pub standings: Standings,
    /// Games that count.
    pub games: u64,
    /// Whether everything was played that is to be.
    pub is_complete: bool,
    /// The pairs of a match, as its first player sees them.
    pub pairs: Pairs,
    /// What the test of a match came to, if there is one.
    pub verdict: Option<Verdict>,
}

/// Why a tournament cannot go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// Games cannot be kept.
    #[error("the games cannot be kept: {0}")]
    Archive(ArchiveError),
    /// Games cannot be played.
    #[error("{0}")]
    Unplayable(String),
}

/// Has a crew play what is left to be played of a plan, which must have been checked.
pub fn run(
    plan: &Plan,
    files: &dyn Files,
    archive: &mut dyn Archive,
    crew: &dyn Crew,
    control: &Control,
    watch: &mut dyn FnMut(&Progress<'_>),
) -> Result<Finish, RunError> {
    // Players may name files; who plays on threads, or later, finds them read.
    let checked = plan.clone().check(files);
    checked.map_err(|error| RunError::Unplayable(error.to_string()))?;
    let games = plan.games.iter().map(|text| parse_game(text, files));
    let games = games
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| RunError::Unplayable(error.to_string()))?;
    let kept = archive.kept().map_err(RunError::Archive)?;
    let mut run = Run {
        plan,
        games,
        archive,
        crew,
        control,
        watch,
        kept: kept.into_iter().collect(),
        standings: Standings::new(plan.players.len()),
        counted: 0,
        counted_now: 0,
        duel: Duel::default(),
    };
    let is_complete = run.all_rounds()?;
    Ok(Finish {
        is_complete,
        games: run.counted,
        pairs: run.duel.pairs,
        verdict: run.verdict(),
        standings: run.standings,
    })
}

struct Run<'run> {
    plan: &'run Plan,
    games: Vec<AnyGame>,
    archive: &'run mut dyn Archive,
    crew: &'run dyn Crew,
    control: &'run Control,
    watch: &'run mut dyn FnMut(&Progress<'_>),
    /// Games of earlier runs.
    kept: HashMap<u64, Summary>,
    standings: Standings,
    counted: u64,
    counted_now: u64,
    duel: Duel,
}

/// A match between two as a sequence of pairs of games, in the order of their numbers.
#[derive(Debug, Default)]
struct Duel {
    pairs: Pairs,
    /// The first game of a pair whose second one is still to come.
    first_of_pair: Option<GameResult>,
    /// Games behind the first one that is missing.
    waiting: BTreeMap<u64, (Job, Summary)>,
    /// The test was decided with the game before this.
    decided_at: Option<u64>,
}

impl Run<'_> {
    /// Plays round after round; whether the last one was finished.
    fn all_rounds(&mut self) -> Result<bool, RunError> {
        let mut met: Vec<Vec<Meeting>> = Vec::new();
        let mut number = 0;
        loop {
            // Rounds that do not depend on results are played as one: nobody need wait for the last
            // game of a round.
            let mut jobs = Vec::new();
            let first_round = met.len();
            while let Some(meetings) = self.plan.next_round(&met, &self.standings) {
                self.standings.begin_round(&meetings);
                jobs.extend(self.plan.jobs(met.len() as u32, number, &meetings));
                number = jobs.last().map_or(number, |job| job.number + 1);
                met.push(meetings);
                if self.plan.format.depends_on_results() {
                    break;
                }
            }
            if met.len() == first_round {
                return Ok(true);
            }
            if !self.play(&jobs)? {
                return Ok(false);
            }
            self.tell(met.len() as u32 - 1, true);
            if self.duel.decided_at.is_some() {
                return Ok(true);
            }
        }
    }

    fn tell(&mut self, round: u32, is_end_of_round: bool) {
        (self.watch)(&Progress {
            round,
            games: self.counted,
            games_now: self.counted_now,
            standings: &self.standings,
            pairs: self.duel.pairs,
            is_end_of_round,
        });
    }

    /// Plays some games, and counts those played before; whether all of them count then.
    fn play(&mut self, jobs: &[Job]) -> Result<bool, RunError> {
        let mut pending = Vec::new();
        for job in jobs {
            match self.kept.remove(&job.number) {
                Some(summary) => self.count(job, &summary),
                None => pending.push(*job),
            }
        }
        if self.duel.decided_at.is_none() && !pending.is_empty() {
            self.archive.schedule(&pending).map_err(RunError::Archive)?;
            self.tell(pending[0].round, false);
            self.play_pending(&pending)?;
        }
        if let Some(number) = self.duel.decided_at {
            self.archive
                .forget_from(number)
                .map_err(RunError::Archive)?;
            return Ok(true);
        }
        let last = jobs.last().map_or(0, |job| job.number + 1);
        Ok(self.counted >= last)
    }

    fn play_pending(&mut self, pending: &[Job]) -> Result<(), RunError> {
        let games = std::mem::take(&mut self.games);
        let plan = self.plan;
        let venue = plan.venue(&games);
        let (crew, control) = (self.crew, self.control);
        let result = crew.play(&venue, pending, control, &mut |games| {
            if games.is_empty() {
                // Whoever watches may want to change something.
                self.tell(pending[0].round, false);
                return Ok(ControlFlow::Continue(()));
            }
            self.archive.keep(&games).map_err(RunError::Archive)?;
            for (job, record) in &games {
                self.count(job, &Summary::of(record));
                self.counted_now += 1;
            }
            if let Some((job, _)) = games.last() {
                self.tell(job.round, false);
            }
            Ok(match self.duel.decided_at {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            })
        });
        self.games = games;
        result
    }

    /// Counts a game that is kept.
    fn count(&mut self, job: &Job, summary: &Summary) {
        if self.plan.players.len() > 2 {
            self.counted += 1;
            self.standings.add(job.players, summary);
            return;
        }
        // Between two players the order matters, because a test may end it.
        self.duel.waiting.insert(job.number, (*job, *summary));
        while self.duel.decided_at.is_none()
            && let Some((job, summary)) = self.duel.waiting.remove(&self.counted)
        {
            self.counted += 1;
            self.standings.add(job.players, &summary);
            let sign = summary.margin.signum();
            let result = GameResult::of_sign(if job.players[0] == 0 { sign } else { -sign });
            match self.duel.first_of_pair.take() {
                None => self.duel.first_of_pair = Some(result),
                Some(before) => {
                    self.duel.pairs.record(before, result);
                    if self
                        .verdict()
                        .is_some_and(|verdict| verdict != Verdict::Continue)
                    {
                        self.duel.decided_at = Some(self.counted);
                    }
                }
            }
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        let test = self.plan.sprt.as_ref()?;
        Some(test.verdict(&self.duel.pairs))
    }
}
