-- Closing a game with secrets that has had no record for a year is a job too (docs/decisions/0070). A check cannot be widened: the table is
-- written anew, and its numbers go on where they were. Which lanes there are is from here on for the program to know, so that the next needs no
-- other table; those that carry something to somebody need a recipient.
CREATE TABLE jobs_wider (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    lane       TEXT    NOT NULL CHECK (lane <> ''),
    key        TEXT    NOT NULL,
    priority   INTEGER NOT NULL DEFAULT 2 CHECK (priority BETWEEN 0 AND 2),
    recipient  TEXT    CHECK (recipient = lower(trim(recipient))),
    account    BLOB    REFERENCES accounts (id),
    game       BLOB    REFERENCES games (id),
    record     INTEGER,
    kind       TEXT    NOT NULL DEFAULT '',
    essential  INTEGER NOT NULL DEFAULT 0 CHECK (essential IN (0, 1)),
    payload    TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(payload)),
    message    BLOB,
    held       INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)),
    attempts   INTEGER NOT NULL DEFAULT 0,
    round      INTEGER NOT NULL DEFAULT 0,
    created    INTEGER NOT NULL,
    set_at     INTEGER NOT NULL,
    due        INTEGER NOT NULL,
    owner      BLOB    CHECK (length(owner) = 16),
    taken      INTEGER,
    until      INTEGER,
    last_error TEXT    NOT NULL DEFAULT '',
    UNIQUE (lane, key),
    CHECK ((owner IS NULL) = (taken IS NULL) AND (owner IS NULL) = (until IS NULL)),
    CHECK (lane NOT IN ('mail', 'webhook', 'push') OR recipient IS NOT NULL)
) STRICT;

INSERT INTO jobs_wider SELECT * FROM jobs;
INSERT INTO sqlite_sequence (name, seq)
    SELECT 'jobs_wider', seq FROM sqlite_sequence
    WHERE name = 'jobs' AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'jobs_wider');
UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'jobs') WHERE name = 'jobs_wider';
DROP TABLE jobs;
ALTER TABLE jobs_wider RENAME TO jobs;

CREATE INDEX jobs_due ON jobs (lane, due);
CREATE INDEX jobs_set ON jobs (lane, set_at);
CREATE INDEX jobs_recipient ON jobs (recipient) WHERE recipient IS NOT NULL;
CREATE INDEX jobs_account ON jobs (account, lane) WHERE account IS NOT NULL;
CREATE INDEX jobs_owner ON jobs (lane, owner) WHERE owner IS NOT NULL;

-- When the players of a game were told that it will be closed, and how long its log was then.
CREATE TABLE quiet_games (
    game   BLOB    PRIMARY KEY REFERENCES games (id),
    length INTEGER NOT NULL,
    warned INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
