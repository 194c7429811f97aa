-- Who may write to whom. The first invitation of somebody to an address that does not know them asks for it, once.
CREATE TABLE consents (
    address  TEXT    NOT NULL CHECK (address = lower(trim(address))),
    sender   BLOB    NOT NULL REFERENCES accounts (id),
    answer   TEXT    NOT NULL DEFAULT 'asked' CHECK (answer IN ('asked', 'yes', 'no')),
    asked    INTEGER NOT NULL,
    answered INTEGER,
    PRIMARY KEY (address, sender),
    CHECK ((answer = 'asked') = (answered IS NULL))
) STRICT;

CREATE INDEX consents_sender ON consents (sender, asked);

-- Addresses that strangers never write to: their owners said so.
CREATE TABLE closed_addresses (
    address TEXT    NOT NULL PRIMARY KEY CHECK (address = lower(trim(address))),
    at      INTEGER NOT NULL
) STRICT;
