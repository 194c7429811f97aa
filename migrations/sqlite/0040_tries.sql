-- What became of first tries, counted and nothing more (docs/decisions/0081): a lesson that was opened, or a practice game. A row tells nobody's
-- name or address; of a game that is swept away later, its row remains.
CREATE TABLE tries (
    -- The game, or a number drawn for the lesson.
    id       BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    kind     TEXT    NOT NULL CHECK (kind IN ('lesson', 'practice')),
    ruleset  TEXT    NOT NULL,
    -- How long the log was when the player came to it; 0 of a lesson.
    base     INTEGER NOT NULL DEFAULT 0,
    opened   INTEGER NOT NULL,
    -- When the first order was given, the end was reached, another try was begun.
    ordered  INTEGER,
    finished INTEGER,
    again    INTEGER
) STRICT;

CREATE INDEX tries_open ON tries (kind, finished);
