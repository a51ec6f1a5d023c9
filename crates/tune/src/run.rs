//! Does an experiment: plays what the tuning asks for, keeps what comes of it, and examines the result.
//!
//! What a tuning comes to follows from the answers it got, one after the other, and each answer from its games,
//! which have seeds of their own. So nothing has to be kept but the answers: whoever goes on tells them again,
//! and is where the other one was.

use crate::experiment::Sides;
use crate::samples;
use crate::study::Study;
use crate::table::{Bout, Table};
use crate::trial::{Answer, Trial};
use crate::tuning::Tuning;
use arena::ratings::Pairs;
use arena::{ArchiveError, Control, Crew, Portion, Record, RunError, Summary};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Where what came of trials is kept. It counts only when it is there.
pub trait Notebook {
    /// What is there, in any order.
    fn evaluations(&mut self) -> Result<Vec<Evaluation>, ArchiveError>;
    /// Keeps some more: all of them, or none.
    fn keep(&mut self, evaluations: &[Evaluation]) -> Result<(), ArchiveError>;
    /// Matches by which results were examined.
    fn exams(&mut self) -> Result<Vec<Exam>, ArchiveError>;
    /// Keeps one more.
    fn keep_exam(&mut self, exam: &Exam) -> Result<(), ArchiveError>;
    /// Games of the tournaments that a regression learns from.
    fn records(&mut self, tournaments: &[String]) -> Result<Vec<Record>, ArchiveError>;
}

/// A trial, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// In which round, counted from 0.
    pub round: u64,
    /// Which of the round's trials, counted from 0.
    pub number: u32,
    /// What was tried.
    pub trial: Trial,
    /// What came of it.
    pub answer: Answer,
}

/// A match by which a result was examined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Exam {
    /// After so many games of the tuning.
    pub games: u64,
    /// Whether the tuning was over.
    pub is_final: bool,
    /// The best then.
    pub player: String,
    /// Whom it played against.
    pub against: String,
    /// How it went.
    pub answer: Answer,
    /// How it went in pairs of games, where both sides were played.
    pub pairs: Option<Pairs>,
}

/// How far it has come.
#[derive(Debug)]
pub struct Progress<'run> {
    /// What is done.
    pub stage: Stage<'run>,
    /// The tuning.
    pub tuning: &'run Tuning,
    /// Games of this run.
    pub games_now: u64,
    /// Games that were finished, of those that are played at the moment.
    pub finished: u64,
}

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage<'run> {
    /// Games of the tuning.
    Tuning,
    /// Games against somebody by which the result is examined.
    Examining(&'run str),
}

/// How a run ended.
#[derive(Debug, Clone)]
pub struct Finish {
    /// The tuning.
    pub tuning: Tuning,
    /// All exams.
    pub exams: Vec<Exam>,
    /// Whether everything was done that is to be.
    pub is_complete: bool,
}

/// Does what is left to be done of a study; a crew plays the games.
pub fn run(
    study: &Study,
    notebook: &mut dyn Notebook,
    crew: &dyn Crew,
    control: &Control,
    watch: &mut dyn FnMut(&Progress<'_>),
) -> Result<Finish, RunError> {
    let mut run = Run {
        study,
        tuning: study.tuning(),
        exams: notebook.exams().map_err(RunError::Archive)?,
        kept: kept(notebook)?,
        notebook,
        crew,
        control,
        watch,
        games_now: 0,
    };
    let is_complete = run.go_on()?;
    Ok(Finish {
        tuning: run.tuning,
        exams: run.exams,
        is_complete,
    })
}

/// The tuning of a study as far as it was done.
pub fn replay(study: &Study, notebook: &mut dyn Notebook) -> Result<Tuning, RunError> {
    let mut kept = kept(notebook)?;
    let mut tuning = study.tuning();
    learn(study, &mut tuning, notebook)?;
    loop {
        let trials = tuning.ask();
        let answers = known_answers(&mut kept, tuning.rounds(), &trials);
        let answers: Option<Vec<Answer>> = answers.into_iter().collect();
        match answers {
            Some(answers) if !trials.is_empty() => tuning.tell(&answers),
            _ => return Ok(tuning),
        }
    }
}

/// Answers by their rounds and numbers, each with the trial that it is of.
type Kept = HashMap<(u64, u32), (Trial, Answer)>;

fn kept(notebook: &mut dyn Notebook) -> Result<Kept, RunError> {
    let evaluations = notebook.evaluations().map_err(RunError::Archive)?;
    let entries = evaluations.into_iter();
    Ok(entries
        .map(|it| ((it.round, it.number), (it.trial, it.answer)))
        .collect())
}

/// What is known of a round's answers. Those to other questions, which another version of this program may have
/// asked, are not.
fn known_answers(kept: &mut Kept, round: u64, trials: &[Trial]) -> Vec<Option<Answer>> {
    let numbered = (0..).zip(trials);
    numbered
        .map(|(number, trial)| {
            let (known, answer) = kept.remove(&(round, number))?;
            (known == *trial).then_some(answer)
        })
        .collect()
}

fn learn(study: &Study, tuning: &mut Tuning, notebook: &mut dyn Notebook) -> Result<(), RunError> {
    if study.method().needs_stored_games() {
        let from = &study.experiment().learn_from;
        let records = notebook.records(from).map_err(RunError::Archive)?;
        let point = samples::learn(study, &records).map_err(RunError::Unplayable)?;
        tuning.settle(point);
    }
    Ok(())
}

struct Run<'run> {
    study: &'run Study,
    tuning: Tuning,
    exams: Vec<Exam>,
    kept: Kept,
    notebook: &'run mut dyn Notebook,
    crew: &'run dyn Crew,
    control: &'run Control,
    watch: &'run mut dyn FnMut(&Progress<'_>),
    games_now: u64,
}

/// Keeps bouts that are finished, each with its place at the table.
type Keep<'keep> =
    &'keep mut dyn FnMut(&mut dyn Notebook, &[(usize, Bout)]) -> Result<(), RunError>;

/// Seeds of games of the tuning and of exams are far from each other.
const EXAMS: u64 = 1 << 63;

impl Run<'_> {
    /// Whether everything was done.
    fn go_on(&mut self) -> Result<bool, RunError> {
        learn(self.study, &mut self.tuning, self.notebook)?;
        let validation = &self.study.experiment().validation;
        loop {
            let trials = self.tuning.ask();
            if trials.is_empty() {
                break;
            }
            let Some(answers) = self.answers(&trials)? else {
                return Ok(false);
            };
            let due = |games: u64| games.checked_div(validation.every).unwrap_or(0);
            let before = due(self.tuning.played());
            self.tuning.tell(&answers);
            // The last exam is no checkpoint.
            let is_due = due(self.tuning.played()) > before && !self.tuning.is_over();
            if is_due && !self.examine(false)? {
                return Ok(false);
            }
        }
        self.examine(true)
    }

    /// Plays what is not known of a round; `None` if it was stopped before its end.
    fn answers(&mut self, trials: &[Trial]) -> Result<Option<Vec<Answer>>, RunError> {
        let round = self.tuning.rounds();
        let mut answers = known_answers(&mut self.kept, round, trials);
        if answers.iter().any(Option::is_none) {
            let mut table = Table::new(self.study, Portion::Practice, round);
            let mut open: Vec<usize> = Vec::new();
            for (number, trial) in trials.iter().enumerate() {
                if answers[number].is_none() {
                    table.add(trial);
                    open.push(number);
                }
            }
            let done = self.play(&table, Stage::Tuning, &mut |notebook, bouts| {
                let found = bouts.iter().map(|(bout, played)| Evaluation {
                    round,
                    number: open[*bout] as u32,
                    trial: trials[open[*bout]].clone(),
                    answer: played.answer,
                });
                let found: Vec<Evaluation> = found.collect();
                notebook.keep(&found).map_err(RunError::Archive)
            })?;
            for (number, played) in open.into_iter().zip(done) {
                answers[number] = played.map(|played| played.answer);
            }
        }
        Ok(answers.into_iter().collect())
    }

    /// Examines the best so far, against everybody who has not done so; whether all have.
    fn examine(&mut self, is_final: bool) -> Result<bool, RunError> {
        let validation = &self.study.experiment().validation;
        let games = match is_final {
            true => validation.games,
            false => validation.checkpoint_games,
        };
        if games == 0 {
            return Ok(true);
        }
        let player = self.study.player(&self.tuning.best());
        let played = self.tuning.played();
        let is_of_now = |exam: &Exam| exam.games == played && exam.is_final == is_final;
        for against in self.study.examiners() {
            let mut known = self.exams.iter().filter(|exam| is_of_now(exam));
            if known.any(|exam| exam.against == against && exam.player == player) {
                continue;
            }
            let mut table = Table::new(self.study, Portion::Exam, EXAMS | played);
            table.add_match(&player, &against, games);
            let done = self.play(&table, Stage::Examining(&against), &mut |_, _| Ok(()))?;
            let Some(Some(bout)) = done.into_iter().next() else {
                return Ok(false);
            };
            let exam = Exam {
                games: played,
                is_final,
                player: player.clone(),
                against,
                answer: bout.answer,
                pairs: (self.study.sides() == Sides::Both).then_some(bout.pairs),
            };
            self.notebook.keep_exam(&exam).map_err(RunError::Archive)?;
            self.exams.push(exam);
        }
        Ok(true)
    }

    /// Plays all bouts of a table, and hands over those that are finished; what came of each that is.
    fn play(
        &mut self,
        table: &Table<'_>,
        stage: Stage<'_>,
        keep: Keep<'_>,
    ) -> Result<Vec<Option<Bout>>, RunError> {
        let mut bouts: Vec<Bout> = table.games.iter().map(|&games| Bout::new(games)).collect();
        let mut finished = 0;
        let (crew, control) = (self.crew, self.control);
        crew.play(&table.venue(), &table.jobs, control, &mut |games| {
            let mut complete = Vec::new();
            for (job, record) in &games {
                let (place, game) = table.place(job.number);
                let bout = &mut bouts[place];
                bout.count(game, table.is_first(game), &Summary::of(record));
                if bout.left == 0 {
                    complete.push((place, bout.clone()));
                }
            }
            finished += games.len() as u64;
            self.games_now += games.len() as u64;
            if !complete.is_empty() {
                keep(self.notebook, &complete)?;
            }
            (self.watch)(&Progress {
                stage,
                tuning: &self.tuning,
                games_now: self.games_now,
                finished,
            });
            Ok(ControlFlow::Continue(()))
        })?;
        let done = bouts.into_iter();
        Ok(done.map(|bout| (bout.left == 0).then_some(bout)).collect())
    }
}
