-- A person who plays. The address is stored normalised (trimmed, lower case) and is the account's only credential.
-- Times here and everywhere are milliseconds since 1970-01-01 UTC; ids are 16 bytes (UUID version 7).
CREATE TABLE accounts (
    id        BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    email     TEXT    NOT NULL UNIQUE CHECK (email = lower(trim(email)) AND length(email) BETWEEN 3 AND 254),
    name      TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    time_zone TEXT    NOT NULL DEFAULT 'UTC',
    -- Whether the player wants a receipt of each of their own hand-overs.
    receipts  INTEGER NOT NULL DEFAULT 0 CHECK (receipts IN (0, 1)),
    created   INTEGER NOT NULL
) STRICT;
