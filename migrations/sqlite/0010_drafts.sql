-- Orders that a seat has laid out and not yet committed. `base` is the number of the record they were drawn up on.
CREATE TABLE drafts (
    game    BLOB    NOT NULL,
    seat    INTEGER NOT NULL,
    base    INTEGER NOT NULL,
    -- The lines of notation as a JSON array of strings.
    lines   TEXT    NOT NULL CHECK (json_valid(lines)),
    updated INTEGER NOT NULL,
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT;
