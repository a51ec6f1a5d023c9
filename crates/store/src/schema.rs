//! The tables. Each step of the list is applied once to every store, in order; none is ever changed.

use rusqlite_migration::{M, Migrations};

/// What marks a file as ours: "Part" in ASCII.
pub(crate) const APPLICATION: i32 = 0x5061_7274;

/// One result for each game of a schedule, as the primary key of `game` has it: nothing can be counted
/// twice. What a game counts for is in columns of its own, so that a table of thousands of players is
/// made without reading a record.
const STEPS: &[M<'static>] = &[
    M::up(
        "CREATE TABLE player (
        id INTEGER PRIMARY KEY,
        text TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE tournament (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,
        plan TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('open', 'complete')),
        workers INTEGER
    ) STRICT;
    CREATE TABLE entrant (
        tournament INTEGER NOT NULL REFERENCES tournament ON DELETE CASCADE,
        number INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES player,
        PRIMARY KEY (tournament, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE schedule (
        tournament INTEGER NOT NULL REFERENCES tournament ON DELETE CASCADE,
        number INTEGER NOT NULL,
        round INTEGER NOT NULL,
        game TEXT NOT NULL,
        first INTEGER NOT NULL,
        second INTEGER NOT NULL,
        opening INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        PRIMARY KEY (tournament, number),
        FOREIGN KEY (tournament, first) REFERENCES entrant (tournament, number) ON DELETE CASCADE,
        FOREIGN KEY (tournament, second) REFERENCES entrant (tournament, number) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE game (
        tournament INTEGER NOT NULL,
        number INTEGER NOT NULL,
        margin INTEGER NOT NULL,
        points_first INTEGER NOT NULL,
        points_second INTEGER NOT NULL,
        microseconds_first INTEGER NOT NULL,
        microseconds_second INTEGER NOT NULL,
        moves_first INTEGER NOT NULL,
        moves_second INTEGER NOT NULL,
        forfeited_by INTEGER,
        ending TEXT NOT NULL,
        record TEXT NOT NULL,
        PRIMARY KEY (tournament, number),
        FOREIGN KEY (tournament, number) REFERENCES schedule ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;",
    ),
    M::up(
        "CREATE TABLE tuning (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,
        experiment TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('open', 'complete'))
    ) STRICT;
    CREATE TABLE evaluation (
        tuning INTEGER NOT NULL REFERENCES tuning ON DELETE CASCADE,
        round INTEGER NOT NULL,
        number INTEGER NOT NULL,
        candidate TEXT NOT NULL,
        opponent TEXT,
        asked INTEGER NOT NULL,
        losses INTEGER NOT NULL,
        draws INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        lead INTEGER NOT NULL,
        PRIMARY KEY (tuning, round, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE exam (
        tuning INTEGER NOT NULL REFERENCES tuning ON DELETE CASCADE,
        number INTEGER NOT NULL,
        games INTEGER NOT NULL,
        is_final INTEGER NOT NULL,
        player TEXT NOT NULL,
        against TEXT NOT NULL,
        pairs TEXT,
        losses INTEGER NOT NULL,
        draws INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        lead INTEGER NOT NULL,
        PRIMARY KEY (tuning, number)
    ) STRICT, WITHOUT ROWID;",
    ),
    M::up(
        "CREATE TABLE board_table (
        id TEXT PRIMARY KEY,
        created TEXT NOT NULL,
        game TEXT NOT NULL,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        plies INTEGER NOT NULL,
        document TEXT NOT NULL,
        changed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX board_table_changed ON board_table (changed);",
    ),
    M::up(
        "CREATE TABLE measurement (
        experiment TEXT NOT NULL,
        key TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (experiment, key)
    ) STRICT, WITHOUT ROWID;",
    ),
];

pub(crate) const MIGRATIONS: Migrations<'static> = Migrations::from_slice(STEPS);
