-- What the players of a game say to each other. `record` is the length of the log when it was said.
CREATE TABLE messages (
    id      INTEGER PRIMARY KEY,
    game    BLOB    NOT NULL REFERENCES games (id),
    account BLOB    NOT NULL REFERENCES accounts (id),
    record  INTEGER NOT NULL,
    text    TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    at      INTEGER NOT NULL
) STRICT;

CREATE INDEX messages_game ON messages (game, id);
