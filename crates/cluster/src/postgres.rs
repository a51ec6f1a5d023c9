//! The queue on a PostgreSQL server: for many machines. Statements have bound parameters only, and every one of them
//! an end, whether the server answers or not.

use crate::SCHEMA;
use crate::queue::{
    ALIVE, Answer, BatchProgress, Chunk, Collected, Collection, ExperimentStatus, Finished,
    MOST_ATTEMPTS, MOST_SHOWN, NewExperiment, NewJob, Newcomer, Parked, Program, Pulse, Queue,
    QueueError, Request, State, Status, Wanted, WorkerStatus,
};
use crate::tls;
use futures_util::pin_mut;
use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Row, Statement};

/// After so long without an answer a connection is given up.
const PATIENCE: Duration = Duration::from_secs(20);
/// So many jobs are put down in a second, at least.
const LEAST_ENQUEUED: u64 = 5_000;

/// Statements have an end on the server, too. And they all look for some rows by their keys: as long as the
/// server's statistics do not know of a million new jobs, it would rather read all of them each time. (For the same
/// reason no statement about many jobs leaves it a choice of indexes.) Lists of numbers are only looked things up in
/// where the plan is made for that list. And a plan that can only read a small table as a whole seems so expensive
/// then that it would be compiled, which takes a hundred times as long as running it.
const SESSION: &str = "SET statement_timeout = '60s'; SET lock_timeout = '15s';
    SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
    SET plan_cache_mode = force_custom_plan; SET jit = off";

/// The queue of a cluster on a server.
pub struct Postgres {
    /// The connection is driven by whoever waits for an answer: there is no other thread.
    runtime: Runtime,
    client: Client,
    statements: HashMap<&'static str, Statement>,
}

impl std::fmt::Debug for Postgres {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Postgres").finish_non_exhaustive()
    }
}

impl From<tokio_postgres::Error> for QueueError {
    fn from(error: tokio_postgres::Error) -> QueueError {
        let Some(told) = error.as_db_error() else {
            let reason = std::error::Error::source(&error);
            let text = reason.map_or_else(|| error.to_string(), ToString::to_string);
            return QueueError::Unreachable(text);
        };
        let code = told.code();
        if *code == SqlState::UNDEFINED_TABLE {
            return QueueError::NotPrepared;
        }
        // Connections, resources, an operator at work, and those who were in each other's way.
        let is_transient = ["08", "53", "57", "40"]
            .iter()
            .any(|class| code.code().starts_with(class));
        match is_transient {
            true => QueueError::Unreachable(told.message().to_string()),
            false => QueueError::Refused(told.message().to_string()),
        }
    }
}

type Parameters<'values> = &'values [&'values (dyn ToSql + Sync)];

impl Postgres {
    /// Connects to a server.
    pub fn connect(url: &str) -> Result<Postgres, QueueError> {
        let tls::Settings { config, connector } = tls::settings(url)?;
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| QueueError::Unreachable(error.to_string()))?;
        let client = within(&runtime, PATIENCE, async {
            let (client, connection) = config.connect(connector).await?;
            // Its errors are told to whoever asks next.
            tokio::spawn(connection);
            client.batch_execute(SESSION).await?;
            Ok(client)
        })?;
        Ok(Postgres {
            runtime,
            client,
            statements: HashMap::new(),
        })
    }

    /// Makes sure that the tables are ours.
    pub fn check(&mut self) -> Result<(), QueueError> {
        let rows = self.query(
            "SELECT value FROM cluster_setting WHERE name = 'schema'",
            &[],
        )?;
        match rows.first().map(|row| row.get::<_, String>(0)).as_deref() {
            Some(SCHEMA) => Ok(()),
            Some(other) => Err(QueueError::OtherSchema(other.to_string())),
            None => Err(QueueError::NotPrepared),
        }
    }

    /// Runs a statement, prepared once for each connection.
    fn query(
        &mut self,
        text: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, QueueError> {
        let known = self.statements.get(text).cloned();
        let client = &self.client;
        let (rows, statement) = within(&self.runtime, PATIENCE, async {
            let statement = match known {
                Some(statement) => statement,
                None => client.prepare(text).await?,
            };
            Ok((client.query(&statement, parameters).await?, statement))
        })?;
        self.statements.insert(text, statement);
        Ok(rows)
    }

    /// Does several things: all of them, or none.
    fn transaction<T>(
        &mut self,
        act: impl FnOnce(&mut Postgres) -> Result<T, QueueError>,
    ) -> Result<T, QueueError> {
        self.command("BEGIN")?;
        match act(self) {
            Ok(value) => {
                self.command("COMMIT")?;
                Ok(value)
            }
            Err(error) => {
                // A connection that is gone takes its transaction with it.
                let _ = self.command("ROLLBACK");
                Err(error)
            }
        }
    }

    fn command(&mut self, text: &'static str) -> Result<(), QueueError> {
        let client = &self.client;
        within(&self.runtime, PATIENCE, async {
            Ok(client.batch_execute(text).await?)
        })
    }

    fn copy(&mut self, batch: i64, jobs: &[&NewJob]) -> Result<(), QueueError> {
        let patience = PATIENCE + Duration::from_secs(jobs.len() as u64 / LEAST_ENQUEUED);
        let client = &self.client;
        within(&self.runtime, patience, async {
            let sink = client
                .copy_in("COPY cluster_job (batch, number, payload) FROM STDIN BINARY")
                .await?;
            let writer = BinaryCopyInWriter::new(sink, &[Type::INT8, Type::INT8, Type::TEXT]);
            pin_mut!(writer);
            for job in jobs {
                let row: Parameters<'_> = &[&batch, &job.number, &job.payload];
                writer.as_mut().write(row).await?;
            }
            writer.finish().await?;
            Ok(())
        })
    }

    /// A batch with such jobs, any of them, and the yardstick of its experiment.
    fn pick(
        &mut self,
        program: &Program,
        wanted: Wanted,
    ) -> Result<Option<(i64, f64)>, QueueError> {
        let text = match wanted {
            Wanted::Ordinary => {
                "SELECT b.id, e.yardstick FROM cluster_batch b JOIN cluster_experiment e ON e.id = b.experiment
                 CROSS JOIN LATERAL (SELECT FROM cluster_job j
                     WHERE j.batch = b.id AND j.state = 0 AND j.attempt < 2 LIMIT 1) AS waiting
                 WHERE e.state = 'open' AND e.version = $1 AND e.signature = $2 ORDER BY random() LIMIT 1"
            }
            Wanted::LastChance => {
                "SELECT b.id, e.yardstick FROM cluster_batch b JOIN cluster_experiment e ON e.id = b.experiment
                 CROSS JOIN LATERAL (SELECT FROM cluster_job j
                     WHERE j.batch = b.id AND j.state = 0 AND j.attempt >= 2 LIMIT 1) AS waiting
                 WHERE e.state = 'open' AND e.version = $1 AND e.signature = $2 ORDER BY random() LIMIT 1"
            }
        };
        let rows = self.query(text, &[&program.version, &program.signature])?;
        Ok(rows.first().map(|row| (row.get(0), row.get(1))))
    }

    /// As many jobs as wanted, or fewer where few are left: the others want some too.
    fn fair_share(&mut self, batch: i64, size: u32) -> Result<u32, QueueError> {
        let rows = self.query(
            "SELECT coalesce(sum(threads), 0)::bigint FROM cluster_worker
             WHERE NOT is_gone AND seen > clock_timestamp() - make_interval(secs => $1)",
            &[&ALIVE.as_secs_f64()],
        )?;
        let threads: i64 = rows.first().map_or(0, |row| row.get(0));
        let shares = 2 * threads.max(1);
        let rows = self.query(
            "SELECT count(*) FROM (SELECT FROM cluster_job
             WHERE batch = $1 AND state = 0 AND attempt < 2 LIMIT $2) AS waiting",
            &[&batch, &(shares * i64::from(size))],
        )?;
        let waiting: i64 = rows.first().map_or(0, |row| row.get(0));
        Ok(crate::share(waiting, shares, size))
    }

    /// Jobs of those who gave no sign of life in time wait again, or are parked.
    fn expire(&mut self) -> Result<(), QueueError> {
        self.query(
            "WITH expired AS (
                 DELETE FROM cluster_lease WHERE id IN (
                     SELECT id FROM cluster_lease WHERE until < clock_timestamp() FOR UPDATE SKIP LOCKED)
                 RETURNING id, worker)
             UPDATE cluster_job AS job SET state = CASE WHEN job.attempt >= $1 THEN 3 ELSE 0 END, lease = NULL,
                 error = 'worker ' || coalesce(worker.name, 'unknown') || ' was lost while it had this job'
             FROM expired LEFT JOIN cluster_worker worker ON worker.id = expired.worker
             WHERE job.lease = expired.id AND job.state = 1",
            &[&MOST_ATTEMPTS],
        )?;
        Ok(())
    }

    fn is_draining(&mut self) -> Result<bool, QueueError> {
        let rows = self.query(
            "SELECT value = 'true' FROM cluster_setting WHERE name = 'draining'",
            &[],
        )?;
        Ok(rows.first().is_some_and(|row| row.get(0)))
    }
}

/// Waits for an answer, and not for ever.
fn within<T>(
    runtime: &Runtime,
    patience: Duration,
    work: impl Future<Output = Result<T, QueueError>>,
) -> Result<T, QueueError> {
    runtime.block_on(async {
        match tokio::time::timeout(patience, work).await {
            Ok(done) => done,
            Err(_) => Err(QueueError::Unreachable(format!(
                "no answer in {} s",
                patience.as_secs()
            ))),
        }
    })
}

fn program_of(row: &Row, first: usize) -> Program {
    Program {
        version: row.get(first),
        signature: row.get(first + 1),
    }
}

fn count_of(row: &Row, place: usize) -> u64 {
    row.get::<_, i64>(place) as u64
}

impl Queue for Postgres {
    fn prepare(&mut self) -> Result<(), QueueError> {
        // Two who do this at the same time would be in each other's way; the number is any one.
        self.transaction(|queue| {
            queue.query("SELECT pg_advisory_xact_lock(5061727469646101)", &[])?;
            queue.command(include_str!("sql/postgres.sql"))
        })?;
        self.check()
    }

    fn open_experiment(&mut self, experiment: &NewExperiment) -> Result<i64, QueueError> {
        let Program { version, signature } = &experiment.program;
        self.query(
            "INSERT INTO cluster_experiment (name, kind, version, signature, yardstick, state)
             VALUES ($1, $2, $3, $4, $5, 'paused') ON CONFLICT DO NOTHING",
            &[
                &experiment.name,
                &experiment.kind,
                version,
                signature,
                &experiment.yardstick,
            ],
        )?;
        let rows = self.query(
            "SELECT id, version, signature FROM cluster_experiment WHERE name = $1",
            &[&experiment.name],
        )?;
        let row = rows.first().ok_or(QueueError::Gone)?;
        let program = program_of(row, 1);
        if program != experiment.program {
            return Err(QueueError::OtherProgram {
                name: experiment.name.clone(),
                theirs: program.to_string(),
                ours: experiment.program.to_string(),
            });
        }
        let id = row.get(0);
        self.set_state(id, State::Open)?;
        Ok(id)
    }

    fn set_state(&mut self, experiment: i64, state: State) -> Result<(), QueueError> {
        self.query(
            "UPDATE cluster_experiment SET state = $2, changed = clock_timestamp() WHERE id = $1",
            &[&experiment, &state.word()],
        )?;
        Ok(())
    }

    fn open_batch(
        &mut self,
        experiment: i64,
        key: &str,
        document: &str,
    ) -> Result<i64, QueueError> {
        self.transaction(|queue| {
            // All that is of other keys goes, in this order: whoever completes locks the batch first, too.
            let others = queue.query(
                "SELECT id FROM cluster_batch WHERE experiment = $1 AND key <> $2 FOR UPDATE",
                &[&experiment, &key],
            )?;
            let others: Vec<i64> = others.iter().map(|row| row.get(0)).collect();
            queue.query(
                "DELETE FROM cluster_result WHERE batch = ANY($1)",
                &[&others],
            )?;
            queue.query("DELETE FROM cluster_job WHERE batch = ANY($1)", &[&others])?;
            queue.query("DELETE FROM cluster_batch WHERE id = ANY($1)", &[&others])?;
            queue.query(
                "INSERT INTO cluster_batch (experiment, key, document) VALUES ($1, $2, $3)
                 ON CONFLICT DO NOTHING",
                &[&experiment, &key, &document],
            )?;
            let rows = queue.query(
                "SELECT id, document = $3 FROM cluster_batch WHERE experiment = $1 AND key = $2",
                &[&experiment, &key, &document],
            )?;
            let row = rows.first().ok_or(QueueError::Gone)?;
            match row.get(1) {
                true => Ok(row.get(0)),
                false => Err(QueueError::OtherJobs),
            }
        })
    }

    fn enqueue(&mut self, batch: i64, jobs: &[NewJob]) -> Result<(), QueueError> {
        let numbers = jobs.iter().map(|job| job.number);
        let (Some(least), Some(most)) = (numbers.clone().min(), numbers.max()) else {
            return Ok(());
        };
        self.transaction(|queue| {
            let locked =
                queue.query("SELECT FROM cluster_batch WHERE id = $1 FOR UPDATE", &[&batch])?;
            if locked.is_empty() {
                return Err(QueueError::Gone);
            }
            let rows = queue.query(
                "SELECT number, payload FROM cluster_job WHERE batch = $1 AND number BETWEEN $2 AND $3",
                &[&batch, &least, &most],
            )?;
            let known: HashMap<i64, &str> =
                rows.iter().map(|row| (row.get(0), row.get(1))).collect();
            let is_other = |job: &&NewJob| known.get(&job.number).is_some_and(|it| *it != job.payload);
            if jobs.iter().find(is_other).is_some() {
                return Err(QueueError::OtherJobs);
            }
            let wanted: HashSet<i64> = jobs.iter().map(|job| job.number).collect();
            let again: Vec<i64> = known.keys().copied().filter(|it| wanted.contains(it)).collect();
            queue.query(
                "UPDATE cluster_job SET state = 0, attempt = 0, error = NULL
                 WHERE batch = $1 AND number = ANY($2) AND state = 3",
                &[&batch, &again],
            )?;
            let missing: Vec<&NewJob> =
                jobs.iter().filter(|job| !known.contains_key(&job.number)).collect();
            match missing.is_empty() {
                true => Ok(()),
                false => queue.copy(batch, &missing),
            }
        })
    }

    fn collect(
        &mut self,
        batch: i64,
        behind: i64,
        most: u32,
    ) -> Result<Vec<Collected>, QueueError> {
        let rows = self.query(
            "SELECT position, number, document FROM cluster_result
             WHERE batch = $1 AND position > $2 ORDER BY position LIMIT $3",
            &[&batch, &behind, &i64::from(most)],
        )?;
        let collected = rows.iter().map(|row| Collected {
            position: row.get(0),
            number: row.get(1),
            document: row.get(2),
        });
        Ok(collected.collect())
    }

    fn progress(&mut self, batch: i64) -> Result<BatchProgress, QueueError> {
        let rows = self.query(
            "SELECT (SELECT count(*) FROM cluster_job WHERE batch = b.id AND state IN (0, 1)),
                (SELECT count(*) FROM cluster_job WHERE batch = b.id AND state = 3),
                (SELECT error FROM cluster_job WHERE batch = b.id AND state = 3 ORDER BY number LIMIT 1)
             FROM cluster_batch b WHERE id = $1",
            &[&batch],
        )?;
        let row = rows.first().ok_or(QueueError::Gone)?;
        Ok(BatchProgress {
            open: count_of(row, 0),
            parked: count_of(row, 1),
            error: row.get(2),
        })
    }

    fn join(&mut self, newcomer: &Newcomer) -> Result<i64, QueueError> {
        let Program { version, signature } = &newcomer.program;
        let rows = self.query(
            "INSERT INTO cluster_worker (name, version, signature, threads, yardstick)
             VALUES ($1, $2, $3, $4, $5) RETURNING id",
            &[
                &newcomer.name,
                version,
                signature,
                &(newcomer.threads as i32),
                &newcomer.yardstick,
            ],
        )?;
        rows.first().map(|row| row.get(0)).ok_or(QueueError::Gone)
    }

    fn leave(&mut self, worker: i64) -> Result<(), QueueError> {
        self.query(
            "UPDATE cluster_worker SET is_gone = true, seen = clock_timestamp() WHERE id = $1",
            &[&worker],
        )?;
        Ok(())
    }

    fn open_experiments(&mut self) -> Result<Vec<(String, Program)>, QueueError> {
        let rows = self.query(
            "SELECT name, version, signature FROM cluster_experiment WHERE state = 'open'",
            &[],
        )?;
        let found = rows.iter().map(|row| (row.get(0), program_of(row, 1)));
        Ok(found.collect())
    }

    fn document(&mut self, batch: i64) -> Result<String, QueueError> {
        let rows = self.query(
            "SELECT document FROM cluster_batch WHERE id = $1",
            &[&batch],
        )?;
        rows.first().map(|row| row.get(0)).ok_or(QueueError::Gone)
    }

    fn lease(&mut self, request: &Request<'_>) -> Result<Answer, QueueError> {
        self.expire()?;
        let mut answer = Answer {
            is_draining: self.is_draining()?,
            has_last_chances: self.pick(request.program, Wanted::LastChance)?.is_some(),
            chunk: None,
        };
        if answer.is_draining {
            return Ok(answer);
        }
        let Some((batch, yardstick)) = self.pick(request.program, request.wanted)? else {
            return Ok(answer);
        };
        // Rows are found again by where they are: locked, nobody moves them.
        let (text, size) = match request.wanted {
            Wanted::Ordinary => {
                let size = (request.size)(batch).max(1);
                (
                    "WITH lease AS (INSERT INTO cluster_lease (worker, until)
                         VALUES ($1, clock_timestamp() + make_interval(secs => $2)) RETURNING id)
                     UPDATE cluster_job AS job SET state = 1, attempt = attempt + 1, lease = lease.id
                     FROM lease WHERE job.ctid = ANY (ARRAY (
                         SELECT ctid FROM cluster_job WHERE batch = $3 AND state = 0 AND attempt < 2
                         ORDER BY number LIMIT $4 FOR UPDATE SKIP LOCKED))
                     RETURNING lease.id, job.number, job.payload",
                    self.fair_share(batch, size)?,
                )
            }
            Wanted::LastChance => (
                "WITH lease AS (INSERT INTO cluster_lease (worker, until)
                     VALUES ($1, clock_timestamp() + make_interval(secs => $2)) RETURNING id)
                 UPDATE cluster_job AS job SET state = 1, attempt = attempt + 1, lease = lease.id
                 FROM lease WHERE job.ctid = ANY (ARRAY (
                     SELECT ctid FROM cluster_job WHERE batch = $3 AND state = 0 AND attempt >= 2
                     ORDER BY number LIMIT $4 FOR UPDATE SKIP LOCKED))
                 RETURNING lease.id, job.number, job.payload",
                1,
            ),
        };
        let rows = self.query(
            text,
            &[
                &request.worker,
                &request.lease.as_secs_f64(),
                &batch,
                &i64::from(size),
            ],
        )?;
        let mut jobs: Vec<NewJob> = rows
            .iter()
            .map(|row| NewJob {
                number: row.get(1),
                payload: row.get(2),
            })
            .collect();
        jobs.sort_by_key(|job| job.number);
        answer.chunk = rows.first().map(|row| Chunk {
            lease: row.get(0),
            batch,
            yardstick,
            jobs,
        });
        Ok(answer)
    }

    fn heartbeat(&mut self, pulse: &Pulse<'_>) -> Result<Vec<i64>, QueueError> {
        self.query(
            "UPDATE cluster_worker SET seen = clock_timestamp(), jobs = $2, rate = $3 WHERE id = $1",
            &[&pulse.worker, &(pulse.jobs as i64), &pulse.rate],
        )?;
        let rows = self.query(
            "UPDATE cluster_lease AS lease SET until = clock_timestamp() + make_interval(secs => $3)
             WHERE worker = $1 AND id = ANY($2) AND EXISTS (
                 SELECT FROM cluster_job j JOIN cluster_batch b ON b.id = j.batch
                 JOIN cluster_experiment e ON e.id = b.experiment
                 WHERE j.lease = lease.id AND j.state = 1 AND e.state <> 'done')
             RETURNING id",
            &[&pulse.worker, &pulse.leases, &pulse.lease.as_secs_f64()],
        )?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    fn complete(
        &mut self,
        worker: i64,
        lease: i64,
        batch: i64,
        finished: &[Finished],
    ) -> Result<u64, QueueError> {
        let numbers: Vec<i64> = finished.iter().map(|it| it.number).collect();
        self.transaction(|queue| {
            // With the batch locked, positions are in the order of the commits: whoever has read up to one of
            // them has missed none before it.
            let rows = queue.query(
                "SELECT done FROM cluster_batch WHERE id = $1 FOR UPDATE",
                &[&batch],
            )?;
            let Some(before) = rows.first().map(|row| row.get::<_, i64>(0)) else {
                return Ok(0);
            };
            // A lease is of jobs of one batch.
            let rows = queue.query(
                "UPDATE cluster_job SET state = 2, lease = NULL
                 WHERE lease = $1 AND state = 1 AND number = ANY($2) RETURNING number",
                &[&lease, &numbers],
            )?;
            let ours: HashSet<i64> = rows.iter().map(|row| row.get(0)).collect();
            let taken = finished.iter().filter(|it| ours.contains(&it.number));
            let (numbers, documents): (Vec<i64>, Vec<&str>) = taken
                .map(|it| (it.number, it.document.as_str()))
                .unzip();
            queue.query(
                "INSERT INTO cluster_result (batch, number, position, worker, document)
                 SELECT $1, number, $4 + place, $5, document
                 FROM unnest($2::bigint[], $3::text[]) WITH ORDINALITY AS taken (number, document, place)",
                &[&batch, &numbers, &documents, &before, &worker],
            )?;
            let taken = numbers.len() as i64;
            queue.query(
                "UPDATE cluster_batch SET done = done + $2 WHERE id = $1",
                &[&batch, &taken],
            )?;
            Ok(taken as u64)
        })
    }

    fn fail(&mut self, lease: i64, batch: i64, number: i64, error: &str) -> Result<(), QueueError> {
        self.query(
            "UPDATE cluster_job SET state = CASE WHEN attempt >= $1 THEN 3 ELSE 0 END, lease = NULL, error = $2
             WHERE batch = $3 AND number = $4 AND lease = $5 AND state = 1",
            &[&MOST_ATTEMPTS, &error, &batch, &number, &lease],
        )?;
        Ok(())
    }

    fn release(&mut self, lease: i64) -> Result<(), QueueError> {
        self.transaction(|queue| {
            queue.query(
                "UPDATE cluster_job SET state = 0, attempt = attempt - 1, lease = NULL
                 WHERE lease = $1 AND state = 1",
                &[&lease],
            )?;
            queue.query("DELETE FROM cluster_lease WHERE id = $1", &[&lease])?;
            Ok(())
        })
    }

    fn status(&mut self) -> Result<Status, QueueError> {
        let rows = self.query(
            "SELECT name, version, signature, threads, yardstick,
                extract(epoch FROM clock_timestamp() - seen)::double precision, jobs, rate
             FROM cluster_worker WHERE NOT is_gone ORDER BY id",
            &[],
        )?;
        let workers = rows.iter().map(|row| WorkerStatus {
            name: row.get(0),
            program: program_of(row, 1),
            threads: row.get::<_, i32>(3) as u32,
            yardstick_ms: row.get(4),
            seen_s: row.get(5),
            alive: row.get::<_, f64>(5) < ALIVE.as_secs_f64(),
            jobs: count_of(row, 6),
            rate: row.get(7),
        });
        let workers = workers.collect();
        let rows = self.query(
            "SELECT e.name, e.kind, e.version, e.signature, e.state,
                count(*) FILTER (WHERE j.state = 0), count(*) FILTER (WHERE j.state = 1),
                count(*) FILTER (WHERE j.state = 2), count(*) FILTER (WHERE j.state = 3), e.id
             FROM cluster_experiment e LEFT JOIN cluster_batch b ON b.experiment = e.id
             LEFT JOIN cluster_job j ON j.batch = b.id GROUP BY e.id ORDER BY e.id",
            &[],
        )?;
        let mut experiments = Vec::new();
        for row in &rows {
            let parked = count_of(row, 8);
            let reasons = match parked {
                0 => Vec::new(),
                _ => self.query(
                    "SELECT j.number, j.attempt, coalesce(j.error, '') FROM cluster_job j
                     JOIN cluster_batch b ON b.id = j.batch
                     WHERE b.experiment = $1 AND j.state = 3 ORDER BY j.number LIMIT $2",
                    &[&row.get::<_, i64>(9), &MOST_SHOWN],
                )?,
            };
            let reasons = reasons.iter().map(|row| Parked {
                number: row.get(0),
                attempts: row.get::<_, i16>(1).into(),
                error: row.get(2),
            });
            experiments.push(ExperimentStatus {
                name: row.get(0),
                kind: row.get(1),
                program: program_of(row, 2),
                state: State::of_word(row.get(4)),
                queued: count_of(row, 5),
                leased: count_of(row, 6),
                done: count_of(row, 7),
                parked,
                reasons: reasons.collect(),
            });
        }
        Ok(Status {
            draining: self.is_draining()?,
            workers,
            experiments,
        })
    }

    fn drain(&mut self, is_draining: bool) -> Result<(), QueueError> {
        self.query(
            "INSERT INTO cluster_setting (name, value) VALUES ('draining', $1)
             ON CONFLICT (name) DO UPDATE SET value = $1",
            &[&is_draining.to_string()],
        )?;
        Ok(())
    }

    fn collect_garbage(&mut self, age: Duration) -> Result<Collection, QueueError> {
        let seconds = age.as_secs_f64();
        self.transaction(|queue| {
            let rows = queue.query(
                "SELECT id FROM cluster_experiment
                 WHERE state = 'done' AND changed <= clock_timestamp() - make_interval(secs => $1) FOR UPDATE",
                &[&seconds],
            )?;
            let over: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
            let rows = queue.query(
                "SELECT id FROM cluster_batch WHERE experiment = ANY($1) FOR UPDATE",
                &[&over],
            )?;
            let batches: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
            queue.query("DELETE FROM cluster_result WHERE batch = ANY($1)", &[&batches])?;
            queue.query("DELETE FROM cluster_job WHERE batch = ANY($1)", &[&batches])?;
            queue.query("DELETE FROM cluster_batch WHERE id = ANY($1)", &[&batches])?;
            queue.query("DELETE FROM cluster_experiment WHERE id = ANY($1)", &[&over])?;
            let rows = queue.query(
                "WITH gone AS (DELETE FROM cluster_worker
                     WHERE (is_gone AND seen <= clock_timestamp() - make_interval(secs => $1))
                        OR seen <= clock_timestamp() - make_interval(secs => $2) RETURNING id)
                 SELECT count(*) FROM gone",
                &[&seconds, &age.max(ALIVE).as_secs_f64()],
            )?;
            Ok(Collection {
                experiments: over.len() as u64,
                workers: rows.first().map_or(0, |row| count_of(row, 0)),
            })
        })
    }
}
