-- The addresses that letters have in their envelope as the sender: b-TOKEN@domain. What cannot be delivered comes back there. Only the SHA-256
-- of the token is kept; each belongs to one letter.
CREATE TABLE return_paths (
    hash       BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    address    TEXT    NOT NULL CHECK (address = lower(trim(address))),
    message_id TEXT    NOT NULL,
    created    INTEGER NOT NULL
) STRICT;

CREATE INDEX return_paths_created ON return_paths (created);

-- Letters that came back for good. A letter counts once, however often it comes back.
CREATE TABLE bounces (
    id         INTEGER PRIMARY KEY,
    address    TEXT    NOT NULL CHECK (address = lower(trim(address))),
    message_id TEXT    NOT NULL UNIQUE,
    -- The other server's words.
    detail     TEXT    NOT NULL,
    at         INTEGER NOT NULL
) STRICT;

CREATE INDEX bounces_address ON bounces (address, at);
