CREATE TABLE campaign (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE settings (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    options TEXT NOT NULL
) STRICT;

CREATE TABLE tasks (
    id          INTEGER PRIMARY KEY,
    setting     INTEGER NOT NULL REFERENCES settings (id),
    source      TEXT NOT NULL,
    puzzle      TEXT NOT NULL,
    description TEXT NOT NULL,
    size        INTEGER NOT NULL,
    parts       INTEGER NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('position', 'batch')),
    question    TEXT NOT NULL,
    UNIQUE (setting, source)
) STRICT;

CREATE TABLE attempts (
    id        INTEGER PRIMARY KEY,
    uid       TEXT NOT NULL UNIQUE,
    task      INTEGER NOT NULL REFERENCES tasks (id),
    host      TEXT NOT NULL,
    version   TEXT NOT NULL,
    ended     TEXT NOT NULL CHECK (ended IN ('answer', 'interrupted', 'refused', 'crash')),
    reason    TEXT,
    finished  REAL NOT NULL,
    seed      INTEGER,
    time      REAL,
    memory    INTEGER,
    nodes     INTEGER,
    threads   INTEGER NOT NULL,
    status    TEXT,
    stop      TEXT,
    moves     INTEGER,
    bound     INTEGER,
    seconds   REAL NOT NULL,
    expanded  INTEGER,
    generated INTEGER,
    stored    INTEGER,
    bytes     INTEGER,
    algorithm TEXT,
    heuristic TEXT
) STRICT;

CREATE INDEX attempts_by_task ON attempts (task);

CREATE TABLE answers (
    task      INTEGER NOT NULL REFERENCES tasks (id),
    part      TEXT NOT NULL,
    status    TEXT NOT NULL CHECK (status IN ('optimal', 'solved', 'unsolvable', 'unknown')),
    moves     INTEGER,
    cost      INTEGER,
    bound     INTEGER,
    plan      TEXT,
    partial   TEXT,
    remaining INTEGER,
    found     REAL NOT NULL,
    PRIMARY KEY (task, part)
) STRICT, WITHOUT ROWID;
