-- Answers to requests that were carried out, by the key the client chose. `request` is the SHA-256 of what was asked, so
-- that a key used for something else is noticed.
CREATE TABLE idempotency (
    account BLOB    NOT NULL REFERENCES accounts (id),
    key     TEXT    NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
    request BLOB    NOT NULL CHECK (length(request) = 32),
    status  INTEGER NOT NULL CHECK (status BETWEEN 100 AND 599),
    body    TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (account, key)
) STRICT;

CREATE INDEX idempotency_at ON idempotency (at);
