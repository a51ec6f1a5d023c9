//! Tunings: put down, found again, deleted; every evaluation they were told.

use crate::tournaments::Claim;
use crate::{Selection, State, Store, StoreError};
use arena::ratings::Tally;
use arena::{ArchiveError, Record};
use rusqlite::{OptionalExtension, Row, params};
use tune::{Answer, Evaluation, Exam, Experiment, Notebook, Opponent, Point, Trial};

/// A tuning in a store.
#[derive(Debug, Clone)]
pub struct StoredTuning {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The day it was put down.
    pub created: String,
    /// What is tuned, and how.
    pub experiment: Experiment,
    /// Whether everything was done.
    pub state: State,
    /// How many games its evaluations had.
    pub games: u64,
}

const COLUMNS: &str = "id, name, created, experiment, state,
    (SELECT coalesce(sum(losses + draws + wins), 0) FROM evaluation WHERE evaluation.tuning = tuning.id)";

impl StoredTuning {
    fn read(row: &Row<'_>) -> Result<StoredTuning, StoreError> {
        let experiment: String = row.get(3)?;
        let state: String = row.get(4)?;
        Ok(StoredTuning {
            id: row.get(0)?,
            name: row.get(1)?,
            created: row.get(2)?,
            experiment: serde_json::from_str(&experiment)?,
            state: State::of_word(&state),
            games: row.get::<_, i64>(5)? as u64,
        })
    }
}

impl Store {
    /// Puts down a tuning under the name of its experiment, and returns its number.
    pub fn create_tuning(
        &mut self,
        experiment: &Experiment,
        created: &str,
    ) -> Result<i64, StoreError> {
        let transaction = self.connection.transaction()?;
        let name = &experiment.name;
        let sql = "SELECT id FROM tuning WHERE name = ?";
        let taken: Option<i64> = transaction
            .query_row(sql, [name], |row| row.get(0))
            .optional()?;
        if taken.is_some() {
            return Err(StoreError::TuningNameTaken(name.clone()));
        }
        transaction.execute(
            "INSERT INTO tuning (name, created, experiment, state) VALUES (?, ?, ?, 'open')",
            params![name, created, serde_json::to_string(experiment)?],
        )?;
        let id = transaction.last_insert_rowid();
        transaction.commit()?;
        Ok(id)
    }

    /// All tunings, the oldest first.
    pub fn tunings(&self) -> Result<Vec<StoredTuning>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM tuning ORDER BY id");
        let mut statement = self.connection.prepare(&sql)?;
        let mut rows = statement.query(())?;
        let mut tunings = Vec::new();
        while let Some(row) = rows.next()? {
            tunings.push(StoredTuning::read(row)?);
        }
        Ok(tunings)
    }

    /// The tuning of a name or a number.
    pub fn tuning(&self, name: &str) -> Result<StoredTuning, StoreError> {
        let sql =
            format!("SELECT {COLUMNS} FROM tuning WHERE name = ?1 OR id = ?2 ORDER BY name <> ?1");
        let mut statement = self.connection.prepare(&sql)?;
        let mut rows = statement.query(params![name, name.parse::<i64>().ok()])?;
        match rows.next()? {
            Some(row) => StoredTuning::read(row),
            None => Err(StoreError::NoTuning(name.to_string())),
        }
    }

    /// Deletes a tuning with all its evaluations, unless somebody is at it.
    pub fn delete_tuning(&mut self, tuning: &StoredTuning) -> Result<(), StoreError> {
        let _claim = self.claim_tuning(tuning)?;
        let transaction = self.connection.transaction()?;
        for table in ["evaluation", "exam"] {
            let sql = format!("DELETE FROM {table} WHERE tuning = ?");
            transaction.execute(&sql, [tuning.id])?;
        }
        transaction.execute("DELETE FROM tuning WHERE id = ?", [tuning.id])?;
        transaction.commit()?;
        Ok(())
    }

    /// Notes that all of a tuning is done.
    pub fn complete_tuning(&mut self, id: i64) -> Result<(), StoreError> {
        let sql = "UPDATE tuning SET state = 'complete' WHERE id = ?";
        self.connection.execute(sql, [id])?;
        Ok(())
    }

    /// Makes sure that nobody else is at a tuning, now and as long as the claim is held.
    pub fn claim_tuning(&self, tuning: &StoredTuning) -> Result<Claim, StoreError> {
        let running = || StoreError::TuningRuns(tuning.name.clone());
        self.claim_file(&format!("tuning-{}", tuning.id), running)
    }

    /// Where the evaluations of a tuning are kept.
    pub fn notebook(&mut self, id: i64) -> TuningNotebook<'_> {
        TuningNotebook { store: self, id }
    }
}

/// Where the evaluations of a tuning are kept.
#[derive(Debug)]
pub struct TuningNotebook<'store> {
    store: &'store mut Store,
    id: i64,
}

/// A point as people read it in a database: numbers with commas between them.
fn write_point(point: &Point) -> Result<String, StoreError> {
    Ok(serde_json::to_string(point)?)
}

fn read_answer(row: &Row<'_>, at: usize) -> rusqlite::Result<Answer> {
    let count = |place: usize| row.get::<_, i64>(at + place).map(|count| count as u64);
    Ok(Answer {
        tally: Tally {
            losses: count(0)?,
            draws: count(1)?,
            wins: count(2)?,
        },
        lead: row.get(at + 3)?,
    })
}

impl TuningNotebook<'_> {
    fn read(&self) -> Result<Vec<Evaluation>, StoreError> {
        let mut statement = self.store.connection.prepare(
            "SELECT round, number, candidate, opponent, asked, losses, draws, wins, lead
             FROM evaluation WHERE tuning = ? ORDER BY round, number",
        )?;
        let mut rows = statement.query([self.id])?;
        let mut evaluations = Vec::new();
        while let Some(row) = rows.next()? {
            let candidate: String = row.get(2)?;
            let opponent: Option<String> = row.get(3)?;
            evaluations.push(Evaluation {
                round: row.get::<_, i64>(0)? as u64,
                number: row.get(1)?,
                trial: Trial {
                    candidate: serde_json::from_str(&candidate)?,
                    opponent: match opponent {
                        None => Opponent::Given,
                        Some(point) => Opponent::Candidate(serde_json::from_str(&point)?),
                    },
                    games: row.get(4)?,
                },
                answer: read_answer(row, 5)?,
            });
        }
        Ok(evaluations)
    }

    fn write(&mut self, evaluations: &[Evaluation]) -> Result<(), StoreError> {
        let transaction = self.store.connection.transaction()?;
        {
            // Another version of this program may have asked other questions.
            let mut insert = transaction.prepare_cached(
                "INSERT OR REPLACE INTO evaluation
                     (tuning, round, number, candidate, opponent, asked, losses, draws, wins, lead)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?;
            for it in evaluations {
                let opponent = match &it.trial.opponent {
                    Opponent::Given => None,
                    Opponent::Candidate(point) => Some(write_point(point)?),
                };
                insert.execute(params![
                    self.id,
                    it.round as i64,
                    it.number,
                    write_point(&it.trial.candidate)?,
                    opponent,
                    it.trial.games,
                    it.answer.tally.losses as i64,
                    it.answer.tally.draws as i64,
                    it.answer.tally.wins as i64,
                    it.answer.lead,
                ])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    fn read_exams(&self) -> Result<Vec<Exam>, StoreError> {
        let mut statement = self.store.connection.prepare(
            "SELECT games, is_final, player, against, pairs, losses, draws, wins, lead
             FROM exam WHERE tuning = ? ORDER BY number",
        )?;
        let mut rows = statement.query([self.id])?;
        let mut exams = Vec::new();
        while let Some(row) = rows.next()? {
            let pairs: Option<String> = row.get(4)?;
            exams.push(Exam {
                games: row.get::<_, i64>(0)? as u64,
                is_final: row.get(1)?,
                player: row.get(2)?,
                against: row.get(3)?,
                pairs: pairs
                    .map(|pairs| serde_json::from_str(&pairs))
                    .transpose()?,
                answer: read_answer(row, 5)?,
            });
        }
        Ok(exams)
    }

    fn write_exam(&mut self, exam: &Exam) -> Result<(), StoreError> {
        let pairs = exam.pairs.as_ref().map(serde_json::to_string).transpose()?;
        self.store.connection.execute(
            "INSERT INTO exam (tuning, number, games, is_final, player, against, pairs,
                 losses, draws, wins, lead)
             VALUES (?1, (SELECT count(*) FROM exam WHERE tuning = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            params![
                self.id,
                exam.games as i64,
                exam.is_final,
                exam.player,
                exam.against,
                pairs,
                exam.answer.tally.losses as i64,
                exam.answer.tally.draws as i64,
                exam.answer.tally.wins as i64,
                exam.answer.lead,
            ],
        )?;
        Ok(())
    }

    fn read_records(&self, tournaments: &[String]) -> Result<Vec<Record>, StoreError> {
        let mut records = Vec::new();
        for name in tournaments {
            let selection = Selection {
                tournament: Some(self.store.tournament(name)?.id),
                ..Selection::default()
            };
            self.store.each_game::<StoreError>(&selection, |game| {
                records.push(game.record()?);
                Ok(())
            })?;
        }
        Ok(records)
    }
}

impl Notebook for TuningNotebook<'_> {
    fn evaluations(&mut self) -> Result<Vec<Evaluation>, ArchiveError> {
        Ok(self.read()?)
    }

    fn keep(&mut self, evaluations: &[Evaluation]) -> Result<(), ArchiveError> {
        Ok(self.write(evaluations)?)
    }

    fn exams(&mut self) -> Result<Vec<Exam>, ArchiveError> {
        Ok(self.read_exams()?)
    }

    fn keep_exam(&mut self, exam: &Exam) -> Result<(), ArchiveError> {
        Ok(self.write_exam(exam)?)
    }

    fn records(&mut self, tournaments: &[String]) -> Result<Vec<Record>, ArchiveError> {
        Ok(self.read_records(tournaments)?)
    }
}
