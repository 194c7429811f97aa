-- The seats of a game. A seat is open, or held by an account, or by a bot.
CREATE TABLE seats (
    game    BLOB    NOT NULL REFERENCES games (id),
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255),
    side    TEXT    NOT NULL CHECK (side IN ('union', 'confederate')),
    name    TEXT    NOT NULL,
    account BLOB    REFERENCES accounts (id),
    bot     TEXT,
    -- What the referee asks of this seat, in one sentence; NULL when the game does not wait for it.
    asks    TEXT,
    -- Since when it has been asked something.
    since   INTEGER,
    -- The last record that the player has looked at on a page, and the last that a letter has told of.
    seen    INTEGER NOT NULL DEFAULT 0,
    told    INTEGER NOT NULL DEFAULT 0,
    -- The last message of the game that the player has read.
    read    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat),
    CHECK (account IS NULL OR bot IS NULL),
    CHECK ((asks IS NULL) = (since IS NULL))
) STRICT;

CREATE INDEX seats_account ON seats (account) WHERE account IS NOT NULL;
CREATE INDEX seats_waiting_bots ON seats (since) WHERE bot IS NOT NULL AND since IS NOT NULL;
