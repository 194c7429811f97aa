-- Changes of hands. The house player that stands in for a seat's player, by its id; the account stays.
ALTER TABLE seats ADD COLUMN stand_in TEXT CHECK (stand_in IS NULL OR account IS NOT NULL);
-- The record with which the seat's player came to it. What was said before that was not said to them.
ALTER TABLE seats ADD COLUMN held_from INTEGER NOT NULL DEFAULT 0 CHECK (held_from >= 0);

-- Somebody else is looked for, for a seat. At most one such wish a seat; it goes when the seat changes hands or its player returns.
CREATE TABLE replacements (
    game    BLOB    NOT NULL,
    seat    INTEGER NOT NULL,
    -- Whether the seat's own player has agreed.
    own     INTEGER NOT NULL CHECK (own IN (0, 1)),
    -- The seats of the other side that have agreed, as a JSON array.
    agreed  TEXT    NOT NULL CHECK (json_valid(agreed)),
    -- When the seat was asked what it has not answered: a wish without its player's word is about that and no other.
    asked   INTEGER,
    created INTEGER NOT NULL,
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT;

-- Who has played a seat before, until which record.
CREATE TABLE former_players (
    game      BLOB    NOT NULL,
    seat      INTEGER NOT NULL,
    account   BLOB    NOT NULL REFERENCES accounts (id),
    successor BLOB    NOT NULL REFERENCES accounts (id),
    record    INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (game, seat, record),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT;

CREATE INDEX former_players_account ON former_players (account);
