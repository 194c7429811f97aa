-- What is to be done after a transaction and not in it: letters and notices to send, house players to ask, clocks to look at. A row is
-- written in the transaction of the records that call for it.
CREATE TABLE jobs (
    -- Never given out twice: a worker that was away must not end the job of another.
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    lane       TEXT    NOT NULL CHECK (lane IN ('mail', 'webhook', 'push', 'house', 'clock')),
    -- What tells a repeat: the Message-ID of a letter, and of the letter that tells the same as a notice; the game of a house player and of
    -- a clock, of which there is one job at most.
    key        TEXT    NOT NULL,
    -- 0 before all others: a sign-in letter. 1: what its reader has asked for. 2: everything else.
    priority   INTEGER NOT NULL DEFAULT 2 CHECK (priority BETWEEN 0 AND 2),
    recipient  TEXT    CHECK (recipient = lower(trim(recipient))),
    account    BLOB    REFERENCES accounts (id),
    game       BLOB    REFERENCES games (id),
    -- The last record that a letter or notice tells of.
    record     INTEGER,
    -- What sort of letter or notice: `dispatch`, `receipt`, `sign-in`, `invitation`. The renderer goes by it.
    kind       TEXT    NOT NULL DEFAULT '',
    -- A letter that the recipient asked for a moment ago (sign-in) goes out even to an address that unsubscribed.
    essential  INTEGER NOT NULL DEFAULT 0 CHECK (essential IN (0, 1)),
    -- What the renderer needs, as JSON.
    payload    TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(payload)),
    -- What is sent, from the first attempt on: a repeat sends the same bytes.
    message    BLOB,
    -- Whether a letter was held back for its recipient, so that what waited together goes out as one.
    held       INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)),
    attempts   INTEGER NOT NULL DEFAULT 0,
    -- Counts up when a house player or clock is called for again.
    round      INTEGER NOT NULL DEFAULT 0,
    created    INTEGER NOT NULL,
    -- Not to be done before `due`, which was set at `set_at`. One that was set in what is the future now is due: the clock has gone back.
    set_at     INTEGER NOT NULL,
    due        INTEGER NOT NULL,
    -- Who does it now, since when, and until when nobody else takes it up.
    owner      BLOB    CHECK (length(owner) = 16),
    taken      INTEGER,
    until      INTEGER,
    last_error TEXT    NOT NULL DEFAULT '',
    UNIQUE (lane, key),
    CHECK ((owner IS NULL) = (taken IS NULL) AND (owner IS NULL) = (until IS NULL)),
    CHECK (lane IN ('house', 'clock') OR recipient IS NOT NULL)
) STRICT;

CREATE INDEX jobs_due ON jobs (lane, due);
CREATE INDEX jobs_set ON jobs (lane, set_at);
CREATE INDEX jobs_recipient ON jobs (recipient) WHERE recipient IS NOT NULL;
CREATE INDEX jobs_account ON jobs (account, lane) WHERE account IS NOT NULL;
CREATE INDEX jobs_owner ON jobs (lane, owner) WHERE owner IS NOT NULL;

-- Letters and notices that have ended, without their text, kept for a week, so that "did it go out?" has an answer.
CREATE TABLE jobs_done (
    id        INTEGER PRIMARY KEY,
    lane      TEXT    NOT NULL CHECK (lane IN ('mail', 'webhook', 'push')),
    key       TEXT    NOT NULL,
    recipient TEXT    NOT NULL,
    account   BLOB    REFERENCES accounts (id),
    game      BLOB    REFERENCES games (id),
    record    INTEGER,
    kind      TEXT    NOT NULL,
    outcome   TEXT    NOT NULL CHECK (outcome IN ('sent', 'failed', 'suppressed')),
    attempts  INTEGER NOT NULL,
    created   INTEGER NOT NULL,
    finished  INTEGER NOT NULL,
    -- The reply of the receiving server, or why it was not sent.
    detail    TEXT    NOT NULL,
    UNIQUE (lane, key)
) STRICT;

CREATE INDEX jobs_done_finished ON jobs_done (finished);
CREATE INDEX jobs_done_game ON jobs_done (game, finished) WHERE game IS NOT NULL;
CREATE INDEX jobs_done_account ON jobs_done (account, finished) WHERE account IS NOT NULL;

INSERT INTO jobs (lane, key, priority, recipient, account, game, record, kind, essential, payload, message, held, attempts, created,
                  set_at, due, last_error)
SELECT 'mail', message_id, CASE WHEN kind IN ('sign-in', 'confirm') THEN 0 WHEN essential THEN 1 ELSE 2 END, recipient, account, game,
       record, kind, essential, payload, message, held, attempts, created, created, due, coalesce(last_error, '')
FROM outbox ORDER BY id;

INSERT INTO jobs (lane, key, recipient, account, game, record, kind, payload, message, attempts, created, set_at, due, last_error)
SELECT way, notice, a.email, p.account, game, record, kind, payload, message, attempts, p.created, p.created, due, detail
FROM pushes p JOIN accounts a ON a.id = p.account WHERE outcome IS NULL ORDER BY p.id;

INSERT INTO jobs_done (lane, key, recipient, account, game, record, kind, outcome, attempts, created, finished, detail)
SELECT 'mail', message_id, recipient, account, game, record, kind, outcome, attempts, created, finished, detail
FROM outbox_done ORDER BY id;

INSERT INTO jobs_done (lane, key, recipient, account, game, record, kind, outcome, attempts, created, finished, detail)
SELECT way, notice, a.email, p.account, game, record, kind, outcome, attempts, p.created, finished, detail
FROM pushes p JOIN accounts a ON a.id = p.account WHERE outcome IS NOT NULL ORDER BY p.id;

DROP TABLE outbox;
DROP TABLE outbox_done;
DROP TABLE pushes;
