-- The terms of the game's clock as JSON, from its clock record; none without a clock.
ALTER TABLE games ADD COLUMN clock TEXT CHECK (clock IS NULL OR json_valid(clock));

-- The nights, weekends and holidays of a player, as rules. What follows from them stands in the logs of their games.
CREATE TABLE calendars (
    account BLOB    NOT NULL PRIMARY KEY REFERENCES accounts (id),
    rules   TEXT    NOT NULL CHECK (json_valid(rules)),
    updated INTEGER NOT NULL
) STRICT;

-- When the clocks of a game are to be looked at next. All of it follows from the log, and could be rebuilt from it: a game whose log
-- has another length than this, or none here, is looked at at once.
CREATE TABLE clock_watch (
    game   BLOB    NOT NULL PRIMARY KEY REFERENCES games (id),
    length INTEGER NOT NULL CHECK (length >= 0),
    due    INTEGER NOT NULL,
    -- The clocks that run, as JSON: seat, and when its time is out (null while stopped without an end in sight).
    hands  TEXT    NOT NULL CHECK (json_valid(hands))
) STRICT;

-- The last letter about a seat's time: so that there is at most one a day, and none twice.
CREATE TABLE clock_letters (
    game  BLOB    NOT NULL REFERENCES games (id),
    seat  INTEGER NOT NULL CHECK (seat >= 0),
    -- Which stretch of time it was about: when the seat was asked, and the milliseconds it had.
    asked INTEGER NOT NULL,
    of    INTEGER NOT NULL,
    -- The hundredths used up that it told of; 100 when the time was out.
    told  INTEGER NOT NULL CHECK (told BETWEEN 1 AND 100),
    -- When the last alarm was written, of this stretch or an earlier one.
    at    INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT;
