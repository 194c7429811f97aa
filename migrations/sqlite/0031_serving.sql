-- The server that serves this file, if one does: never two at a time. Its claim ends by itself soon after its last word.
CREATE TABLE serving (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    server BLOB    NOT NULL CHECK (length(server) = 16),
    -- Who that is, for whoever is refused.
    by     TEXT    NOT NULL,
    taken  INTEGER NOT NULL,
    until  INTEGER NOT NULL
) STRICT;

-- Whether an account has a seat in one game is asked for each game of a list; by the account alone, that was a look at all its seats.
DROP INDEX seats_account;
CREATE INDEX seats_account ON seats (account, game) WHERE account IS NOT NULL;
