-- A player's own notes on records of a game. They stand in no log, and nobody else reads them.
CREATE TABLE notes (
    game    BLOB    NOT NULL REFERENCES games (id),
    account BLOB    NOT NULL REFERENCES accounts (id),
    record  INTEGER NOT NULL CHECK (record >= 1),
    text    TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    updated INTEGER NOT NULL,
    PRIMARY KEY (game, account, record)
) STRICT;

-- What is said about a game that is over, by anybody who may see it and has an account. What was removed leaves its place.
CREATE TABLE talk (
    id      INTEGER PRIMARY KEY,
    game    BLOB    NOT NULL REFERENCES games (id),
    account BLOB    NOT NULL REFERENCES accounts (id),
    text    TEXT    NOT NULL CHECK (length(text) <= 1000),
    at      INTEGER NOT NULL,
    -- When it was removed, and by whom. The text is emptied then.
    removed INTEGER,
    remover BLOB    REFERENCES accounts (id),
    CHECK ((removed IS NULL) = (remover IS NULL)),
    CHECK ((removed IS NULL) = (length(text) > 0))
) STRICT;

CREATE INDEX talk_game ON talk (game, id);
CREATE INDEX talk_account ON talk (account, at);
