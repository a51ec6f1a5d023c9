-- The same tables as on PostgreSQL; times are seconds since 1970.
CREATE TABLE IF NOT EXISTS cluster_setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS cluster_experiment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    version TEXT NOT NULL,
    signature TEXT NOT NULL,
    yardstick REAL NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'paused', 'done')),
    changed REAL NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS cluster_batch (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    experiment INTEGER NOT NULL REFERENCES cluster_experiment,
    key TEXT NOT NULL,
    document TEXT NOT NULL,
    done INTEGER NOT NULL DEFAULT 0,
    UNIQUE (experiment, key)
) STRICT;
CREATE TABLE IF NOT EXISTS cluster_worker (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    signature TEXT NOT NULL,
    threads INTEGER NOT NULL,
    yardstick REAL NOT NULL,
    seen REAL NOT NULL,
    is_gone INTEGER NOT NULL DEFAULT 0,
    jobs INTEGER NOT NULL DEFAULT 0,
    rate REAL NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS cluster_lease (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    worker INTEGER NOT NULL,
    until REAL NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS cluster_job (
    batch INTEGER NOT NULL,
    number INTEGER NOT NULL,
    payload TEXT NOT NULL,
    state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 3),
    attempt INTEGER NOT NULL DEFAULT 0,
    lease INTEGER,
    error TEXT,
    PRIMARY KEY (batch, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS cluster_job_queued ON cluster_job (batch, number) WHERE state = 0 AND attempt < 2;
CREATE INDEX IF NOT EXISTS cluster_job_last_chance ON cluster_job (batch, number) WHERE state = 0 AND attempt >= 2;
CREATE INDEX IF NOT EXISTS cluster_job_leased ON cluster_job (lease) WHERE state = 1;
CREATE TABLE IF NOT EXISTS cluster_result (
    batch INTEGER NOT NULL,
    number INTEGER NOT NULL,
    position INTEGER NOT NULL,
    worker INTEGER NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (batch, number)
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS cluster_result_position ON cluster_result (batch, position);
INSERT INTO cluster_setting (name, value) VALUES ('schema', '1') ON CONFLICT DO NOTHING;
