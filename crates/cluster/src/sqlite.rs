//! The queue in an SQLite file: for the processes of one machine. Whoever writes has the file alone for a moment.

use crate::SCHEMA;
use crate::queue::{
    ALIVE, Answer, BatchProgress, Chunk, Collected, Collection, ExperimentStatus, Finished,
    MOST_ATTEMPTS, MOST_SHOWN, NewExperiment, NewJob, Newcomer, Parked, Program, Pulse, Queue,
    QueueError, Request, State, Status, Wanted, WorkerStatus,
};
use rusqlite::{
    Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params,
};
use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How long to wait while another process writes.
const PATIENCE: Duration = Duration::from_secs(30);

/// The queue of a cluster in a file.
#[derive(Debug)]
pub struct Sqlite {
    connection: Connection,
}

impl From<rusqlite::Error> for QueueError {
    fn from(error: rusqlite::Error) -> QueueError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                QueueError::Unreachable("another process is writing to the file".to_string())
            }
            _ if error.to_string().contains("no such table") => QueueError::NotPrepared,
            _ => QueueError::Refused(error.to_string()),
        }
    }
}

fn now() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_secs_f64())
}

impl Sqlite {
    /// Opens a file, which is made if there is none.
    pub fn open(path: &Path) -> Result<Sqlite, QueueError> {
        let connection = Connection::open(path).map_err(|error| {
            QueueError::Refused(format!("{} cannot be opened: {error}", path.display()))
        })?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Sqlite { connection })
    }

    /// Makes sure that the tables are ours.
    pub fn check(&mut self) -> Result<(), QueueError> {
        let found: Option<String> = self
            .connection
            .query_row(
                "SELECT value FROM cluster_setting WHERE name = 'schema'",
                (),
                |row| row.get(0),
            )
            .optional()?;
        match found.as_deref() {
            Some(SCHEMA) => Ok(()),
            Some(other) => Err(QueueError::OtherSchema(other.to_string())),
            None => Err(QueueError::NotPrepared),
        }
    }

    fn write(&mut self) -> Result<Transaction<'_>, QueueError> {
        Ok(self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?)
    }
}

impl Queue for Sqlite {
    fn prepare(&mut self) -> Result<(), QueueError> {
        let transaction = self.write()?;
        transaction.execute_batch(include_str!("sql/sqlite.sql"))?;
        transaction.commit()?;
        self.check()
    }

    fn open_experiment(&mut self, experiment: &NewExperiment) -> Result<i64, QueueError> {
        let transaction = self.write()?;
        let Program { version, signature } = &experiment.program;
        let known = transaction
            .query_row(
                "SELECT id, version, signature FROM cluster_experiment WHERE name = ?",
                [&experiment.name],
                |row| {
                    let program = Program {
                        version: row.get(1)?,
                        signature: row.get(2)?,
                    };
                    Ok((row.get(0)?, program))
                },
            )
            .optional()?;
        let id = match known {
            Some((id, program)) => {
                if program != experiment.program {
                    return Err(QueueError::OtherProgram {
                        name: experiment.name.clone(),
                        theirs: program.to_string(),
                        ours: experiment.program.to_string(),
                    });
                }
                transaction.execute(
                    "UPDATE cluster_experiment SET state = 'open', changed = ? WHERE id = ?",
                    params![now(), id],
                )?;
                id
            }
            None => {
                transaction.execute(
                    "INSERT INTO cluster_experiment (name, kind, version, signature, yardstick, state, changed)
                     VALUES (?, ?, ?, ?, ?, 'open', ?)",
                    params![
                        experiment.name,
                        experiment.kind,
                        version,
                        signature,
                        experiment.yardstick,
                        now()
                    ],
                )?;
                transaction.last_insert_rowid()
            }
        };
        transaction.commit()?;
        Ok(id)
    }

    fn set_state(&mut self, experiment: i64, state: State) -> Result<(), QueueError> {
        self.connection.execute(
            "UPDATE cluster_experiment SET state = ?, changed = ? WHERE id = ?",
            params![state.word(), now(), experiment],
        )?;
        Ok(())
    }

    fn open_batch(
        &mut self,
        experiment: i64,
        key: &str,
        document: &str,
    ) -> Result<i64, QueueError> {
        let transaction = self.write()?;
        let others = "SELECT id FROM cluster_batch WHERE experiment = ?1 AND key <> ?2";
        for table in ["cluster_result", "cluster_job"] {
            transaction.execute(
                &format!("DELETE FROM {table} WHERE batch IN ({others})"),
                params![experiment, key],
            )?;
        }
        transaction.execute(
            "DELETE FROM cluster_batch WHERE experiment = ? AND key <> ?",
            params![experiment, key],
        )?;
        let known: Option<(i64, String)> = transaction
            .query_row(
                "SELECT id, document FROM cluster_batch WHERE experiment = ? AND key = ?",
                params![experiment, key],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()?;
        let id = match known {
            Some((_, other)) if other != document => return Err(QueueError::OtherJobs),
            Some((id, _)) => id,
            None => {
                transaction.execute(
                    "INSERT INTO cluster_batch (experiment, key, document) VALUES (?, ?, ?)",
                    params![experiment, key, document],
                )?;
                transaction.last_insert_rowid()
            }
        };
        transaction.commit()?;
        Ok(id)
    }

    fn enqueue(&mut self, batch: i64, jobs: &[NewJob]) -> Result<(), QueueError> {
        let transaction = self.write()?;
        {
            let mut known = transaction
                .prepare("SELECT payload FROM cluster_job WHERE batch = ? AND number = ?")?;
            let mut insert = transaction
                .prepare("INSERT INTO cluster_job (batch, number, payload) VALUES (?, ?, ?)")?;
            let mut again = transaction.prepare(
                "UPDATE cluster_job SET state = 0, attempt = 0, error = NULL
                 WHERE batch = ? AND number = ? AND state = 3",
            )?;
            for job in jobs {
                let payload: Option<String> = known
                    .query_row(params![batch, job.number], |row| row.get(0))
                    .optional()?;
                match payload {
                    Some(payload) if payload != job.payload => return Err(QueueError::OtherJobs),
                    Some(_) => again.execute(params![batch, job.number])?,
                    None => insert.execute(params![batch, job.number, job.payload])?,
                };
            }
        }
        Ok(transaction.commit()?)
    }

    fn collect(
        &mut self,
        batch: i64,
        behind: i64,
        most: u32,
    ) -> Result<Vec<Collected>, QueueError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT position, number, document FROM cluster_result
             WHERE batch = ? AND position > ? ORDER BY position LIMIT ?",
        )?;
        let rows = statement.query_map(params![batch, behind, most], |row| {
            Ok(Collected {
                position: row.get(0)?,
                number: row.get(1)?,
                document: row.get(2)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn progress(&mut self, batch: i64) -> Result<BatchProgress, QueueError> {
        let found = self
            .connection
            .query_row(
                "SELECT (SELECT count(*) FROM cluster_job WHERE batch = ?1 AND state IN (0, 1)),
                    (SELECT count(*) FROM cluster_job WHERE batch = ?1 AND state = 3),
                    (SELECT error FROM cluster_job WHERE batch = ?1 AND state = 3 ORDER BY number LIMIT 1)
                 FROM cluster_batch WHERE id = ?1",
                [batch],
                |row| {
                    Ok(BatchProgress {
                        open: row.get::<_, i64>(0)? as u64,
                        parked: row.get::<_, i64>(1)? as u64,
                        error: row.get(2)?,
                    })
                },
            )
            .optional()?;
        found.ok_or(QueueError::Gone)
    }

    fn join(&mut self, newcomer: &Newcomer) -> Result<i64, QueueError> {
        let Program { version, signature } = &newcomer.program;
        self.connection.execute(
            "INSERT INTO cluster_worker (name, version, signature, threads, yardstick, seen)
             VALUES (?, ?, ?, ?, ?, ?)",
            params![
                newcomer.name,
                version,
                signature,
                newcomer.threads,
                newcomer.yardstick,
                now()
            ],
        )?;
        Ok(self.connection.last_insert_rowid())
    }

    fn leave(&mut self, worker: i64) -> Result<(), QueueError> {
        self.connection.execute(
            "UPDATE cluster_worker SET is_gone = 1, seen = ? WHERE id = ?",
            params![now(), worker],
        )?;
        Ok(())
    }

    fn open_experiments(&mut self) -> Result<Vec<(String, Program)>, QueueError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT name, version, signature FROM cluster_experiment WHERE state = 'open'",
        )?;
        let rows = statement.query_map((), |row| {
            let program = Program {
                version: row.get(1)?,
                signature: row.get(2)?,
            };
            Ok((row.get(0)?, program))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn document(&mut self, batch: i64) -> Result<String, QueueError> {
        let found = self
            .connection
            .query_row(
                "SELECT document FROM cluster_batch WHERE id = ?",
                [batch],
                |row| row.get(0),
            )
            .optional()?;
        found.ok_or(QueueError::Gone)
    }

    fn lease(&mut self, request: &Request<'_>) -> Result<Answer, QueueError> {
        let transaction = self.write()?;
        expire(&transaction)?;
        let mut answer = Answer {
            is_draining: is_draining(&transaction)?,
            has_last_chances: pick(&transaction, request.program, Wanted::LastChance)?.is_some(),
            chunk: None,
        };
        if !answer.is_draining
            && let Some((batch, yardstick)) = pick(&transaction, request.program, request.wanted)?
        {
            let size = match request.wanted {
                Wanted::LastChance => 1,
                Wanted::Ordinary => {
                    let size = (request.size)(batch).max(1);
                    fair_share(&transaction, batch, size)?
                }
            };
            transaction.execute(
                "INSERT INTO cluster_lease (worker, until) VALUES (?, ?)",
                params![request.worker, now() + request.lease.as_secs_f64()],
            )?;
            let lease = transaction.last_insert_rowid();
            let jobs = take(&transaction, batch, lease, size, request.wanted)?;
            answer.chunk = Some(Chunk {
                lease,
                batch,
                yardstick,
                jobs,
            });
        }
        transaction.commit()?;
        Ok(answer)
    }

    fn heartbeat(&mut self, pulse: &Pulse<'_>) -> Result<Vec<i64>, QueueError> {
        let transaction = self.write()?;
        transaction.execute(
            "UPDATE cluster_worker SET seen = ?, jobs = ?, rate = ? WHERE id = ?",
            params![now(), pulse.jobs as i64, pulse.rate, pulse.worker],
        )?;
        let until = now() + pulse.lease.as_secs_f64();
        let mut held = Vec::new();
        for &lease in pulse.leases {
            let touched = transaction.execute(
                "UPDATE cluster_lease SET until = ?1 WHERE id = ?2 AND worker = ?3 AND EXISTS (
                     SELECT 1 FROM cluster_job JOIN cluster_batch ON cluster_batch.id = cluster_job.batch
                     JOIN cluster_experiment ON cluster_experiment.id = cluster_batch.experiment
                     WHERE cluster_job.lease = ?2 AND cluster_job.state = 1
                         AND cluster_experiment.state <> 'done')",
                params![until, lease, pulse.worker],
            )?;
            if touched > 0 {
                held.push(lease);
            }
        }
        transaction.commit()?;
        Ok(held)
    }

    fn complete(
        &mut self,
        worker: i64,
        lease: i64,
        batch: i64,
        finished: &[Finished],
    ) -> Result<u64, QueueError> {
        let transaction = self.write()?;
        let before: Option<i64> = transaction
            .query_row(
                "SELECT done FROM cluster_batch WHERE id = ?",
                [batch],
                |row| row.get(0),
            )
            .optional()?;
        let Some(before) = before else {
            return Ok(0);
        };
        let mut position = before;
        {
            let mut done = transaction.prepare_cached(
                "UPDATE cluster_job SET state = 2, lease = NULL
                 WHERE batch = ? AND number = ? AND lease = ? AND state = 1",
            )?;
            let mut insert = transaction.prepare_cached(
                "INSERT INTO cluster_result (batch, number, position, worker, document)
                 VALUES (?, ?, ?, ?, ?)",
            )?;
            for Finished { number, document } in finished {
                if done.execute(params![batch, number, lease])? == 1 {
                    position += 1;
                    insert.execute(params![batch, number, position, worker, document])?;
                }
            }
        }
        transaction.execute(
            "UPDATE cluster_batch SET done = ? WHERE id = ?",
            params![position, batch],
        )?;
        transaction.commit()?;
        Ok((position - before) as u64)
    }

    fn fail(&mut self, lease: i64, batch: i64, number: i64, error: &str) -> Result<(), QueueError> {
        self.connection.execute(
            "UPDATE cluster_job SET state = CASE WHEN attempt >= ?1 THEN 3 ELSE 0 END, lease = NULL, error = ?2
             WHERE batch = ?3 AND number = ?4 AND lease = ?5 AND state = 1",
            params![MOST_ATTEMPTS, error, batch, number, lease],
        )?;
        Ok(())
    }

    fn release(&mut self, lease: i64) -> Result<(), QueueError> {
        let transaction = self.write()?;
        transaction.execute(
            "UPDATE cluster_job SET state = 0, attempt = attempt - 1, lease = NULL
             WHERE lease = ? AND state = 1",
            [lease],
        )?;
        transaction.execute("DELETE FROM cluster_lease WHERE id = ?", [lease])?;
        Ok(transaction.commit()?)
    }

    fn status(&mut self) -> Result<Status, QueueError> {
        let transaction = self.connection.transaction()?;
        let workers = workers(&transaction)?;
        let experiments = experiments(&transaction)?;
        Ok(Status {
            draining: is_draining(&transaction)?,
            workers,
            experiments,
        })
    }

    fn drain(&mut self, is_draining: bool) -> Result<(), QueueError> {
        self.connection.execute(
            "INSERT INTO cluster_setting (name, value) VALUES ('draining', ?1)
             ON CONFLICT (name) DO UPDATE SET value = ?1",
            [is_draining.to_string()],
        )?;
        Ok(())
    }

    fn collect_garbage(&mut self, age: Duration) -> Result<Collection, QueueError> {
        let transaction = self.write()?;
        let before = now() - age.as_secs_f64();
        let over = "SELECT id FROM cluster_experiment WHERE state = 'done' AND changed <= ?1";
        let batches = format!("SELECT id FROM cluster_batch WHERE experiment IN ({over})");
        for table in ["cluster_result", "cluster_job"] {
            transaction.execute(
                &format!("DELETE FROM {table} WHERE batch IN ({batches})"),
                [before],
            )?;
        }
        transaction.execute(
            &format!("DELETE FROM cluster_batch WHERE experiment IN ({over})"),
            [before],
        )?;
        let experiments = transaction.execute(
            "DELETE FROM cluster_experiment WHERE state = 'done' AND changed <= ?1",
            [before],
        )?;
        let silent = now() - age.max(ALIVE).as_secs_f64();
        let workers = transaction.execute(
            "DELETE FROM cluster_worker WHERE (is_gone = 1 AND seen <= ?1) OR seen <= ?2",
            params![before, silent],
        )?;
        transaction.commit()?;
        Ok(Collection {
            experiments: experiments as u64,
            workers: workers as u64,
        })
    }
}

/// Jobs of those who gave no sign of life in time wait again, or are parked.
fn expire(transaction: &Transaction<'_>) -> Result<(), QueueError> {
    transaction.execute(
        "UPDATE cluster_job SET state = CASE WHEN attempt >= ?1 THEN 3 ELSE 0 END, lease = NULL,
             error = 'worker ' || (SELECT coalesce(max(name), 'unknown') FROM cluster_worker WHERE id =
                 (SELECT worker FROM cluster_lease WHERE id = cluster_job.lease)) || ' was lost while it had this job'
         WHERE state = 1 AND lease IN (SELECT id FROM cluster_lease WHERE until < ?2)",
        params![MOST_ATTEMPTS, now()],
    )?;
    transaction.execute("DELETE FROM cluster_lease WHERE until < ?", [now()])?;
    Ok(())
}

fn is_draining(transaction: &Transaction<'_>) -> Result<bool, QueueError> {
    let value: Option<String> = transaction
        .query_row(
            "SELECT value FROM cluster_setting WHERE name = 'draining'",
            (),
            |row| row.get(0),
        )
        .optional()?;
    Ok(value.as_deref() == Some("true"))
}

/// A batch with such jobs, any of them, and the yardstick of its experiment.
fn pick(
    transaction: &Transaction<'_>,
    program: &Program,
    wanted: Wanted,
) -> Result<Option<(i64, f64)>, QueueError> {
    let text = match wanted {
        Wanted::Ordinary => {
            "SELECT cluster_batch.id, yardstick FROM cluster_batch
             JOIN cluster_experiment ON cluster_experiment.id = cluster_batch.experiment
             WHERE cluster_experiment.state = 'open' AND version = ?1 AND signature = ?2 AND EXISTS (
                 SELECT 1 FROM cluster_job
                 WHERE cluster_job.batch = cluster_batch.id AND cluster_job.state = 0 AND attempt < 2)
             ORDER BY random() LIMIT 1"
        }
        Wanted::LastChance => {
            "SELECT cluster_batch.id, yardstick FROM cluster_batch
             JOIN cluster_experiment ON cluster_experiment.id = cluster_batch.experiment
             WHERE cluster_experiment.state = 'open' AND version = ?1 AND signature = ?2 AND EXISTS (
                 SELECT 1 FROM cluster_job
                 WHERE cluster_job.batch = cluster_batch.id AND cluster_job.state = 0 AND attempt >= 2)
             ORDER BY random() LIMIT 1"
        }
    };
    Ok(transaction
        .prepare_cached(text)?
        .query_row([&program.version, &program.signature], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?)
}

/// As many jobs as wanted, or fewer where few are left: the others want some too.
fn fair_share(transaction: &Transaction<'_>, batch: i64, size: u32) -> Result<u32, QueueError> {
    let threads: i64 = transaction
        .prepare_cached(
            "SELECT coalesce(sum(threads), 0) FROM cluster_worker WHERE is_gone = 0 AND seen > ?",
        )?
        .query_row([now() - ALIVE.as_secs_f64()], |row| row.get(0))?;
    let shares = 2 * threads.max(1);
    let waiting: i64 = transaction
        .prepare_cached(
            "SELECT count(*) FROM (SELECT 1 FROM cluster_job
             WHERE batch = ? AND state = 0 AND attempt < 2 LIMIT ?)",
        )?
        .query_row(params![batch, shares * i64::from(size)], |row| row.get(0))?;
    Ok(crate::share(waiting, shares, size))
}

fn take(
    transaction: &Transaction<'_>,
    batch: i64,
    lease: i64,
    size: u32,
    wanted: Wanted,
) -> Result<Vec<NewJob>, QueueError> {
    let text = match wanted {
        Wanted::Ordinary => {
            "SELECT number, payload FROM cluster_job WHERE batch = ? AND state = 0 AND attempt < 2
             ORDER BY number LIMIT ?"
        }
        Wanted::LastChance => {
            "SELECT number, payload FROM cluster_job WHERE batch = ? AND state = 0 AND attempt >= 2
             ORDER BY number LIMIT ?"
        }
    };
    let mut select = transaction.prepare_cached(text)?;
    let rows = select.query_map(params![batch, size], |row| {
        Ok(NewJob {
            number: row.get(0)?,
            payload: row.get(1)?,
        })
    })?;
    let jobs: Vec<NewJob> = rows.collect::<Result<_, _>>()?;
    let mut update = transaction.prepare_cached(
        "UPDATE cluster_job SET state = 1, attempt = attempt + 1, lease = ? WHERE batch = ? AND number = ?",
    )?;
    for job in &jobs {
        update.execute(params![lease, batch, job.number])?;
    }
    Ok(jobs)
}

fn workers(transaction: &Transaction<'_>) -> Result<Vec<WorkerStatus>, QueueError> {
    let mut statement = transaction.prepare(
        "SELECT name, version, signature, threads, yardstick, seen, jobs, rate FROM cluster_worker
         WHERE is_gone = 0 ORDER BY id",
    )?;
    let rows = statement.query_map((), |row| {
        let seen_s = now() - row.get::<_, f64>(5)?;
        Ok(WorkerStatus {
            name: row.get(0)?,
            program: Program {
                version: row.get(1)?,
                signature: row.get(2)?,
            },
            threads: row.get(3)?,
            yardstick_ms: row.get(4)?,
            seen_s,
            alive: seen_s < ALIVE.as_secs_f64(),
            jobs: row.get::<_, i64>(6)? as u64,
            rate: row.get(7)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn experiments(transaction: &Transaction<'_>) -> Result<Vec<ExperimentStatus>, QueueError> {
    let mut statement = transaction.prepare(
        "SELECT cluster_batch.experiment, cluster_job.state, count(*) FROM cluster_job
         JOIN cluster_batch ON cluster_batch.id = cluster_job.batch GROUP BY 1, 2",
    )?;
    let rows = statement.query_map((), |row| {
        Ok(((row.get(0)?, row.get(1)?), row.get::<_, i64>(2)? as u64))
    })?;
    let counts: HashMap<(i64, i64), u64> = rows.collect::<Result<_, _>>()?;
    let mut statement = transaction.prepare(
        "SELECT id, name, kind, version, signature, state FROM cluster_experiment ORDER BY id",
    )?;
    let rows = statement.query_map((), |row| {
        let id: i64 = row.get(0)?;
        let count = |state: i64| counts.get(&(id, state)).copied().unwrap_or(0);
        let experiment = ExperimentStatus {
            name: row.get(1)?,
            kind: row.get(2)?,
            program: Program {
                version: row.get(3)?,
                signature: row.get(4)?,
            },
            state: State::of_word(&row.get::<_, String>(5)?),
            queued: count(0),
            leased: count(1),
            done: count(2),
            parked: count(3),
            reasons: Vec::new(),
        };
        Ok((id, experiment))
    })?;
    let found: Vec<(i64, ExperimentStatus)> = rows.collect::<Result<_, _>>()?;
    let mut reasons = transaction.prepare(
        "SELECT number, attempt, coalesce(error, '') FROM cluster_job
         JOIN cluster_batch ON cluster_batch.id = cluster_job.batch
         WHERE experiment = ? AND state = 3 ORDER BY number LIMIT ?",
    )?;
    let with_reasons = found.into_iter().map(|(id, mut experiment)| {
        let rows = reasons.query_map(params![id, MOST_SHOWN], |row| {
            Ok(Parked {
                number: row.get(0)?,
                attempts: row.get(1)?,
                error: row.get(2)?,
            })
        })?;
        experiment.reasons = rows.collect::<Result<_, _>>()?;
        Ok(experiment)
    });
    with_reasons.collect()
}
