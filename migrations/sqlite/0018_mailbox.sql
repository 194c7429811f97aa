-- The embedded mailbox: letters "delivered" on this machine when no SMTP server is configured.
CREATE TABLE mailbox (
    id         INTEGER PRIMARY KEY,
    message_id TEXT    NOT NULL UNIQUE,
    recipient  TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    message    BLOB    NOT NULL,
    -- The letter's parts as JSON, for showing it without parsing the message again.
    letter     TEXT    NOT NULL CHECK (json_valid(letter)),
    at         INTEGER NOT NULL,
    opened     INTEGER
) STRICT;

CREATE INDEX mailbox_recipient ON mailbox (recipient, id);
