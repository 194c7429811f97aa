-- One signed-in browser. Only the SHA-256 of the cookie is kept.
CREATE TABLE sessions (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    hash    BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
    account BLOB    NOT NULL REFERENCES accounts (id),
    agent   TEXT    NOT NULL CHECK (length(agent) <= 200),
    created INTEGER NOT NULL,
    seen    INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    revoked INTEGER,
    -- The one game it is good for, when it began with the link in a letter of that game.
    game    BLOB    CHECK (length(game) = 16)
) STRICT;

CREATE INDEX sessions_account ON sessions (account, seen);
