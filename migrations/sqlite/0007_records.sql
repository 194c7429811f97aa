-- The logs of all games, append-only. `body` is the exact text that was hashed: TEXT, never a JSON type.
-- `position` numbers the records of the whole service without gaps.
CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    game     BLOB    NOT NULL REFERENCES games (id),
    seq      INTEGER NOT NULL CHECK (seq >= 1),
    prev     BLOB    NOT NULL CHECK (length(prev) = 32),
    hash     BLOB    NOT NULL CHECK (length(hash) = 32),
    body     TEXT    NOT NULL
) STRICT;

-- The guard against two racing orders.
CREATE UNIQUE INDEX records_game_seq ON records (game, seq);

CREATE TRIGGER records_refuse_update BEFORE UPDATE ON records
BEGIN SELECT RAISE(ABORT, 'records are never changed'); END;

CREATE TRIGGER records_refuse_delete BEFORE DELETE ON records
BEGIN SELECT RAISE(ABORT, 'records are never removed'); END;

-- INSERT OR REPLACE removes the old row without asking the two triggers above when recursive_triggers is off.
CREATE TRIGGER records_refuse_replace BEFORE INSERT ON records
WHEN EXISTS (SELECT 1 FROM records WHERE game = NEW.game AND seq = NEW.seq)
  OR EXISTS (SELECT 1 FROM records WHERE position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'a record with this number exists'); END;

-- Each record names the hash of the one before; the first names 32 zero bytes.
CREATE TRIGGER records_refuse_broken_chain BEFORE INSERT ON records
WHEN NEW.prev IS NOT CASE NEW.seq
    WHEN 1 THEN zeroblob(32)
    ELSE (SELECT hash FROM records WHERE game = NEW.game AND seq = NEW.seq - 1)
END
BEGIN SELECT RAISE(ABORT, 'the record does not follow the one before'); END;
