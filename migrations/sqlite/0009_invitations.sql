-- An invitation to a seat of a game, by mail (`email` set) or by a link to pass on. Only the SHA-256 of the token is kept.
CREATE TABLE invitations (
    hash     BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    game     BLOB    NOT NULL REFERENCES games (id),
    seat     INTEGER,
    email    TEXT    CHECK (email = lower(trim(email))),
    created  INTEGER NOT NULL,
    expires  INTEGER NOT NULL,
    -- When and by whom it was used.
    consumed INTEGER,
    account  BLOB    REFERENCES accounts (id),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat),
    CHECK ((consumed IS NULL) = (account IS NULL))
) STRICT;

CREATE INDEX invitations_game ON invitations (game);
CREATE INDEX invitations_email ON invitations (email) WHERE email IS NOT NULL;
