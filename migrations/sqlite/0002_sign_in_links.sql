-- Links sent by mail. Only the SHA-256 of the 32 random bytes is kept. `next` is the path shown after signing in;
-- `game` is set when the link came with a letter of that game.
CREATE TABLE sign_in_links (
    hash     BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    email    TEXT    NOT NULL CHECK (email = lower(trim(email))),
    game     BLOB    CHECK (length(game) = 16),
    next     TEXT    NOT NULL DEFAULT '/',
    created  INTEGER NOT NULL,
    expires  INTEGER NOT NULL,
    consumed INTEGER
) STRICT;

CREATE INDEX sign_in_links_expires ON sign_in_links (expires);
