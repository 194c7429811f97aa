-- How an account is told of its games. An account without a row is told at once, at any hour.
CREATE TABLE notice_wishes (
    account    BLOB    NOT NULL PRIMARY KEY REFERENCES accounts (id),
    mode       TEXT    NOT NULL CHECK (mode IN ('at-once', 'digest', 'none')),
    -- The hours of the digest, on the clock of the account's time zone: bit n for the hour n. At least one.
    hours      INTEGER NOT NULL CHECK (hours BETWEEN 1 AND 16777215),
    -- Quiet hours, in minutes after midnight: from, included, up to, excluded. They may go over midnight.
    quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_to   INTEGER CHECK (quiet_to BETWEEN 0 AND 1439),
    CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
    CHECK (quiet_from IS NULL OR quiet_from <> quiet_to)
) STRICT;

-- Games for which an account wishes something else. No letters at all is a row of `silences`.
CREATE TABLE game_notice_wishes (
    game    BLOB NOT NULL REFERENCES games (id),
    account BLOB NOT NULL REFERENCES accounts (id),
    mode    TEXT NOT NULL CHECK (mode IN ('at-once', 'digest')),
    PRIMARY KEY (game, account)
) STRICT;
