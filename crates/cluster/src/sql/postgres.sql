-- Everything that a cluster has on PostgreSQL. Each statement may be run again.
CREATE TABLE IF NOT EXISTS cluster_setting (
    name text PRIMARY KEY,
    value text NOT NULL
);
CREATE TABLE IF NOT EXISTS cluster_experiment (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    kind text NOT NULL,
    version text NOT NULL,
    signature text NOT NULL,
    yardstick double precision NOT NULL,
    state text NOT NULL CHECK (state IN ('open', 'paused', 'done')),
    changed timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE IF NOT EXISTS cluster_batch (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    experiment bigint NOT NULL REFERENCES cluster_experiment,
    key text NOT NULL,
    document text NOT NULL,
    done bigint NOT NULL DEFAULT 0,
    UNIQUE (experiment, key)
);
CREATE TABLE IF NOT EXISTS cluster_worker (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    version text NOT NULL,
    signature text NOT NULL,
    threads integer NOT NULL,
    yardstick double precision NOT NULL,
    seen timestamptz NOT NULL DEFAULT clock_timestamp(),
    is_gone boolean NOT NULL DEFAULT false,
    jobs bigint NOT NULL DEFAULT 0,
    rate double precision NOT NULL DEFAULT 0
);
-- A chunk of jobs in somebody's hands. A sign of life touches one row, however many jobs there are.
CREATE TABLE IF NOT EXISTS cluster_lease (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    worker bigint NOT NULL,
    until timestamptz NOT NULL
);
-- Jobs and results come by the million, and are only ever written together with their batch locked or their
-- job found: foreign keys would check that again, row by row.
CREATE TABLE IF NOT EXISTS cluster_job (
    batch bigint NOT NULL,
    number bigint NOT NULL,
    payload text NOT NULL,
    state smallint NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 3),
    attempt smallint NOT NULL DEFAULT 0,
    lease bigint,
    error text,
    PRIMARY KEY (batch, number)
) WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX IF NOT EXISTS cluster_job_queued ON cluster_job (batch, number) WHERE state = 0 AND attempt < 2;
CREATE INDEX IF NOT EXISTS cluster_job_last_chance ON cluster_job (batch, number) WHERE state = 0 AND attempt >= 2;
CREATE INDEX IF NOT EXISTS cluster_job_leased ON cluster_job (lease) WHERE state = 1;
CREATE TABLE IF NOT EXISTS cluster_result (
    batch bigint NOT NULL,
    number bigint NOT NULL,
    position bigint NOT NULL,
    worker bigint NOT NULL,
    document text NOT NULL,
    PRIMARY KEY (batch, number)
);
CREATE UNIQUE INDEX IF NOT EXISTS cluster_result_position ON cluster_result (batch, position);
INSERT INTO cluster_setting (name, value) VALUES ('schema', '1') ON CONFLICT DO NOTHING;
