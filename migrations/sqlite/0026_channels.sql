-- What a letter was held back for, so that what waited together goes out as one.
ALTER TABLE outbox ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1));

-- Whether a notice waits a little for its reader to see the turn on an open page, and is left out then.
ALTER TABLE notice_wishes ADD COLUMN open_page INTEGER NOT NULL DEFAULT 0 CHECK (open_page IN (0, 1));

-- Addresses that an account's notices go to beside mail.
CREATE TABLE channels (
    account  BLOB    NOT NULL REFERENCES accounts (id),
    way      TEXT    NOT NULL CHECK (way IN ('webhook', 'push')),
    url      TEXT    NOT NULL CHECK (length(url) BETWEEN 1 AND 1000),
    -- What its signing key is made from, with a secret of the service's.
    nonce    BLOB    NOT NULL CHECK (length(nonce) = 16),
    created  INTEGER NOT NULL,
    -- When and why it was switched off, because nothing could be delivered.
    off_at   INTEGER,
    off_why  TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (account, way)
) STRICT;

-- Notices to send over channels. Written in the transaction of the records they tell of. One that has ended is kept for a week.
CREATE TABLE pushes (
    id         INTEGER PRIMARY KEY,
    -- The Message-ID of the letter that tells the same: a notice queued twice is one notice.
    notice     TEXT    NOT NULL,
    way        TEXT    NOT NULL CHECK (way IN ('webhook', 'push')),
    account    BLOB    NOT NULL REFERENCES accounts (id),
    game       BLOB    REFERENCES games (id),
    record     INTEGER,
    kind       TEXT    NOT NULL,
    -- What the words are made from, as JSON.
    payload    TEXT    NOT NULL CHECK (json_valid(payload)),
    -- What is sent, from the first attempt on: a repeat sends the same bytes.
    message    BLOB,
    state      TEXT    NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'ended')),
    attempts   INTEGER NOT NULL DEFAULT 0,
    created    INTEGER NOT NULL,
    -- Not to be tried before this.
    due        INTEGER NOT NULL,
    outcome    TEXT    CHECK (outcome IN ('sent', 'failed', 'suppressed')),
    finished   INTEGER,
    detail     TEXT    NOT NULL DEFAULT '',
    UNIQUE (notice, way),
    CHECK ((outcome IS NULL) = (finished IS NULL)),
    CHECK ((outcome IS NULL) = (state <> 'ended'))
) STRICT;

CREATE INDEX pushes_due ON pushes (due) WHERE outcome IS NULL;
CREATE INDEX pushes_account ON pushes (account, created);
CREATE INDEX pushes_finished ON pushes (finished) WHERE outcome IS NOT NULL;

-- The addresses at which accounts read their games as a feed. Only the SHA-256 of the token is kept.
CREATE TABLE feeds (
    account BLOB    NOT NULL PRIMARY KEY REFERENCES accounts (id),
    hash    BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
    created INTEGER NOT NULL
) STRICT;
