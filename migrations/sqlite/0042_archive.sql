-- The archive (docs/decisions/0095): finished public games, with what lists and searches ask of them. All of it follows from the logs and can be
-- written anew; the program fills it from the games that it finds, those of an older file included.
CREATE TABLE archive (
    number    INTEGER PRIMARY KEY,
    game      BLOB    NOT NULL UNIQUE REFERENCES games (id),
    -- The log as it was taken in, and by which edition of the program's way to do so.
    length    INTEGER NOT NULL CHECK (length >= 1),
    edition   INTEGER NOT NULL,
    orders    INTEGER NOT NULL CHECK (orders >= 0),
    turns     INTEGER NOT NULL CHECK (turns >= 0),
    begun     INTEGER NOT NULL,
    ended     INTEGER NOT NULL,
    winner    TEXT    NOT NULL CHECK (winner IN ('union', 'confederate', 'nobody')),
    -- What was rolled: seat, kind of roll, sides of the die, how often each face.
    dice      TEXT    NOT NULL DEFAULT '[]' CHECK (json_valid(dice))
) STRICT;

CREATE INDEX archive_ended ON archive (ended DESC, number);

-- What is told of each record; of record 0, title and players. A row's number is that of the archive times 2^32, and the record.
CREATE VIRTUAL TABLE archive_text USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');

-- What the players of a finished game say of it for all to read: of a record, or (0) of the game. Stands in no log.
CREATE TABLE annotations (
    game    BLOB    NOT NULL REFERENCES games (id),
    account BLOB    NOT NULL REFERENCES accounts (id),
    record  INTEGER NOT NULL CHECK (record >= 0),
    text    TEXT    NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    written INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    PRIMARY KEY (game, account, record)
) STRICT;
