-- Messages that came in, as the mail server handed them over. `fieldpost ingest` puts them here in one short transaction; the
-- server's inbox worker reads them. The message itself is kept for a week, what became of it for a quarter.
CREATE TABLE inbox (
    id        INTEGER PRIMARY KEY,
    -- The envelope. An empty sender is that of a delivery report.
    sender    TEXT    NOT NULL,
    recipient TEXT    NOT NULL,
    -- NULL after a week. Shorter than `size` when the message was too large to be kept whole.
    message   BLOB,
    size      INTEGER NOT NULL CHECK (size >= 0),
    received  INTEGER NOT NULL,
    attempts  INTEGER NOT NULL DEFAULT 0,
    -- Not to be read before this; NULL when it is done with.
    due       INTEGER,
    -- SHA-256 of address token and Message-ID: what tells a repeat.
    reply_key BLOB    CHECK (length(reply_key) = 32),
    game      BLOB    REFERENCES games (id),
    account   BLOB    REFERENCES accounts (id),
    -- How it ended, and in words.
    outcome   TEXT    CHECK (outcome IN ('carried-out', 'answered', 'refused', 'stale', 'repeated', 'automatic', 'forged', 'unknown',
                                         'void', 'unreadable', 'failed')),
    detail    TEXT    NOT NULL DEFAULT '',
    -- Whether an answer was written.
    answered  INTEGER NOT NULL DEFAULT 0 CHECK (answered IN (0, 1)),
    finished  INTEGER,
    CHECK ((outcome IS NULL) = (finished IS NULL))
) STRICT;

CREATE INDEX inbox_due ON inbox (due) WHERE due IS NOT NULL;
CREATE INDEX inbox_reply_key ON inbox (reply_key) WHERE reply_key IS NOT NULL;
CREATE INDEX inbox_account ON inbox (account, finished) WHERE account IS NOT NULL;
CREATE INDEX inbox_game ON inbox (game, finished) WHERE game IS NOT NULL;
CREATE INDEX inbox_finished ON inbox (finished);
