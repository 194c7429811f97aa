-- A position that one player plays on alone to plan ahead. Its orders are in no log. `base` is the number of the record it was forked
-- at, `tree` the orders as JSON.
CREATE TABLE sandboxes (
    game    BLOB    NOT NULL,
    seat    INTEGER NOT NULL,
    account BLOB    NOT NULL REFERENCES accounts (id),
    base    INTEGER NOT NULL CHECK (base >= 1),
    tree    TEXT    NOT NULL CHECK (json_valid(tree)),
    updated INTEGER NOT NULL,
    PRIMARY KEY (game, seat, account),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT;
