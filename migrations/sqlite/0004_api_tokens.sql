-- Personal tokens for the JSON API. Only the SHA-256 is kept.
CREATE TABLE api_tokens (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    hash    BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
    account BLOB    NOT NULL REFERENCES accounts (id),
    name    TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    created INTEGER NOT NULL,
    used    INTEGER,
    revoked INTEGER
) STRICT;

CREATE INDEX api_tokens_account ON api_tokens (account, created);
