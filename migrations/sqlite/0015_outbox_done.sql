-- Finished letters without their text, kept for a week, so that "did it go out?" has an answer.
CREATE TABLE outbox_done (
    id         INTEGER PRIMARY KEY,
    message_id TEXT    NOT NULL UNIQUE,
    recipient  TEXT    NOT NULL,
    account    BLOB    REFERENCES accounts (id),
    game       BLOB    REFERENCES games (id),
    record     INTEGER,
    kind       TEXT    NOT NULL,
    outcome    TEXT    NOT NULL CHECK (outcome IN ('sent', 'failed', 'suppressed')),
    attempts   INTEGER NOT NULL,
    created    INTEGER NOT NULL,
    finished   INTEGER NOT NULL,
    -- The reply of the receiving server, or why it was not sent.
    detail     TEXT    NOT NULL
) STRICT;

CREATE INDEX outbox_done_finished ON outbox_done (finished);
CREATE INDEX outbox_done_game ON outbox_done (game, finished) WHERE game IS NOT NULL;
CREATE INDEX outbox_done_account ON outbox_done (account, finished) WHERE account IS NOT NULL;
