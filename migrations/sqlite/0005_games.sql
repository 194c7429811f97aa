-- One play of a scenario. Everything from `state` down is a summary of the log for the lobby: it is written in the
-- transaction that appends the records, and could be rebuilt from them.
CREATE TABLE games (
    id       BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    ruleset  TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    scenario TEXT    NOT NULL,
    -- The options as a JSON object, key to value.
    options  TEXT    NOT NULL CHECK (json_valid(options)),
    title    TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
    -- Days that each hand-over allows; 0 for no clock.
    pace     INTEGER NOT NULL CHECK (pace >= 0),
    public   INTEGER NOT NULL CHECK (public IN (0, 1)),
    practice INTEGER NOT NULL CHECK (practice IN (0, 1)),
    host     BLOB    NOT NULL REFERENCES accounts (id),
    created  INTEGER NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('lobby', 'running', 'ended')),
    turn     INTEGER NOT NULL DEFAULT 0 CHECK (turn >= 0),
    phase    TEXT    NOT NULL DEFAULT '',
    result   TEXT,
    length   INTEGER NOT NULL DEFAULT 0 CHECK (length >= 0),
    head     BLOB    NOT NULL CHECK (length(head) = 32),
    updated  INTEGER NOT NULL
) STRICT;

CREATE INDEX games_lobby ON games (public, state, updated);
CREATE INDEX games_host ON games (host);
