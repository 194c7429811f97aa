-- Letters to send. Written in the transaction of the records they tell of; sent by the outbox worker.
CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY,
    message_id TEXT    NOT NULL UNIQUE,
    recipient  TEXT    NOT NULL CHECK (recipient = lower(trim(recipient))),
    account    BLOB    REFERENCES accounts (id),
    game       BLOB    REFERENCES games (id),
    record     INTEGER,
    -- What sort of letter: `dispatch`, `receipt`, `sign-in`, `invitation`. The renderer goes by it.
    kind       TEXT    NOT NULL,
    -- A letter that the recipient asked for a moment ago (sign-in) goes out even to an address that unsubscribed.
    essential  INTEGER NOT NULL CHECK (essential IN (0, 1)),
    -- What the renderer needs, as JSON.
    payload    TEXT    NOT NULL CHECK (json_valid(payload)),
    -- The signed message, from the first attempt on: a repeat sends the same bytes.
    message    BLOB,
    state      TEXT    NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending')),
    attempts   INTEGER NOT NULL DEFAULT 0,
    created    INTEGER NOT NULL,
    -- Not to be tried before this.
    due        INTEGER NOT NULL,
    last_error TEXT
) STRICT;

CREATE INDEX outbox_due ON outbox (due);
CREATE INDEX outbox_recipient ON outbox (recipient);
CREATE INDEX outbox_game ON outbox (game) WHERE game IS NOT NULL;
