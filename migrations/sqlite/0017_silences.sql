-- Games of which an account wants no letters.
CREATE TABLE silences (
    game    BLOB    NOT NULL REFERENCES games (id),
    account BLOB    NOT NULL REFERENCES accounts (id),
    at      INTEGER NOT NULL,
    PRIMARY KEY (game, account)
) STRICT;
