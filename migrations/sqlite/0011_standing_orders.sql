-- A seat's standing orders, secret to the seat until the end of the game. The log holds their sealed value; `slot` and
-- `salt` open it.
CREATE TABLE standing_orders (
    game    BLOB    NOT NULL,
    seat    INTEGER NOT NULL,
    slot    INTEGER NOT NULL,
    salt    BLOB    NOT NULL CHECK (length(salt) = 32),
    orders  TEXT    NOT NULL CHECK (json_valid(orders)),
    created INTEGER NOT NULL,
    PRIMARY KEY (game, seat, slot),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT;
