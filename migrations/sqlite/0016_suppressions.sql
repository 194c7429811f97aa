-- Addresses that get no more game letters: the owner unsubscribed, or the receiving server said there is nobody there.
CREATE TABLE suppressions (
    address TEXT    NOT NULL PRIMARY KEY CHECK (address = lower(trim(address))),
    reason  TEXT    NOT NULL CHECK (reason IN ('unsubscribed', 'bounced')),
    detail  TEXT    NOT NULL DEFAULT '',
    at      INTEGER NOT NULL
) STRICT;
