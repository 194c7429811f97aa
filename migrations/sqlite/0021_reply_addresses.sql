-- The addresses that letters of games ask to be answered at: g-TOKEN@domain. Only the SHA-256 of the token is kept. Each belongs to
-- one letter: it says which seat answers, and what its player had in front of them.
CREATE TABLE reply_addresses (
    hash       BLOB    NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    account    BLOB    NOT NULL REFERENCES accounts (id),
    game       BLOB    NOT NULL,
    seat       INTEGER NOT NULL,
    -- The last record that the letter tells of, and its hash.
    record     INTEGER NOT NULL,
    head       BLOB    NOT NULL CHECK (length(head) = 32),
    -- The letter's own Message-ID.
    message_id TEXT    NOT NULL,
    created    INTEGER NOT NULL,
    -- When the account ended a session, and with it everything that letters sent until then could do.
    voided     INTEGER,
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT;

CREATE INDEX reply_addresses_account ON reply_addresses (account) WHERE voided IS NULL;
CREATE INDEX reply_addresses_created ON reply_addresses (created);
