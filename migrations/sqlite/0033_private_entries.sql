-- The second format of logs. Each record holds a root over the private logs of its game; records of the first format have none.
ALTER TABLE records ADD COLUMN root BLOB CHECK (root IS NULL OR length(root) = 32);

-- How many private entries a game has: a part of where its log ends, as length and head are.
ALTER TABLE games ADD COLUMN entries INTEGER NOT NULL DEFAULT 0 CHECK (entries >= 0);

-- The private logs of all games, append-only. `audience` is kind and number; an entry was made together with the record `after` ("with" 1), or
-- behind it. `position` keeps the order in which they were made. Readers cannot select this table: each of their connections hides it
-- behind a temporary view.
CREATE TABLE private_entries (
    position INTEGER PRIMARY KEY,
    game     BLOB    NOT NULL REFERENCES games (id),
    audience BLOB    NOT NULL CHECK (length(audience) = 2),
    number   INTEGER NOT NULL CHECK (number >= 1),
    after    INTEGER NOT NULL CHECK (after >= 1),
    "with"   INTEGER NOT NULL CHECK ("with" IN (0, 1)),
    prev     BLOB    NOT NULL CHECK (length(prev) = 32),
    hash     BLOB    NOT NULL CHECK (length(hash) = 32),
    body     TEXT    NOT NULL
) STRICT;

CREATE UNIQUE INDEX private_entries_number ON private_entries (game, audience, number);
CREATE INDEX private_entries_after ON private_entries (game, after);

CREATE TRIGGER private_entries_refuse_update BEFORE UPDATE ON private_entries
BEGIN SELECT RAISE(ABORT, 'private entries are never changed'); END;

CREATE TRIGGER private_entries_refuse_delete BEFORE DELETE ON private_entries
BEGIN SELECT RAISE(ABORT, 'private entries are never removed'); END;

-- As for records: INSERT OR REPLACE would remove the old row.
CREATE TRIGGER private_entries_refuse_replace BEFORE INSERT ON private_entries
WHEN EXISTS (SELECT 1 FROM private_entries WHERE game = NEW.game AND audience = NEW.audience AND number = NEW.number)
  OR EXISTS (SELECT 1 FROM private_entries WHERE position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'a private entry with this number exists'); END;

-- Each entry names the hash of the one before in its own log; the first names 32 zero bytes.
CREATE TRIGGER private_entries_refuse_broken_chain BEFORE INSERT ON private_entries
WHEN NEW.prev IS NOT CASE NEW.number
    WHEN 1 THEN zeroblob(32)
    ELSE (SELECT hash FROM private_entries WHERE game = NEW.game AND audience = NEW.audience AND number = NEW.number - 1)
END
BEGIN SELECT RAISE(ABORT, 'the private entry does not follow the one before'); END;

-- It stands with or behind a record that there is, and in a game of the second format.
CREATE TRIGGER private_entries_refuse_no_place BEFORE INSERT ON private_entries
WHEN NOT EXISTS (SELECT 1 FROM records WHERE game = NEW.game AND seq = NEW.after AND root IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the private entry has no place in the log'); END;
