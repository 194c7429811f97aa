-- Answers to requests that were carried out, by the key the client chose (docs/decisions/0102): what `idempotency` held, in half of its
-- bytes. Of the key the first eight bytes of its SHA-256 are kept, of what was asked the first sixteen: a player can at most take one key of
-- their own for another. The program moves what is in `idempotency` when it next opens the file, and removes that table then.
CREATE TABLE answers (
    account BLOB    NOT NULL REFERENCES accounts (id),
    key     INTEGER NOT NULL,
    request BLOB    NOT NULL CHECK (length(request) = 16),
    status  INTEGER NOT NULL CHECK (status BETWEEN 100 AND 599),
    body    TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (account, key)
) STRICT, WITHOUT ROWID;

-- The leaves of the register follow from the hashes of the records (docs/decisions/0103). On level 0 only those are kept whose records were swept
-- away with a guest, and they are put there just before.
DROP TRIGGER register_hashes_refuse_delete;
DELETE FROM register_hashes WHERE level = 0 AND EXISTS (SELECT 1 FROM records WHERE leaf = number);
CREATE TRIGGER register_hashes_refuse_delete BEFORE DELETE ON register_hashes
BEGIN SELECT RAISE(ABORT, 'hashes of the register are never removed'); END;

DROP TRIGGER register_hashes_refuse_gap;
CREATE TRIGGER register_hashes_refuse_gap BEFORE INSERT ON register_hashes
WHEN NEW.level > 0 AND NEW.number > 0
    AND NOT EXISTS (SELECT 1 FROM register_hashes WHERE level = NEW.level AND number = NEW.number - 1)
BEGIN SELECT RAISE(ABORT, 'the hash does not follow the one before'); END;

CREATE TRIGGER register_hashes_refuse_leaf BEFORE INSERT ON register_hashes
WHEN NEW.level = 0
    AND NOT EXISTS (SELECT 1 FROM records JOIN games ON games.id = records.game JOIN guests ON guests.account = games.host
                    WHERE records.leaf = NEW.number AND games.practice = 1 AND games.public = 0 AND guests.swept = 1)
BEGIN SELECT RAISE(ABORT, 'a leaf follows from its record'); END;

DROP TRIGGER records_refuse_no_leaf;
CREATE TRIGGER records_refuse_no_leaf BEFORE INSERT ON records
WHEN NEW.leaf IS NULL OR NEW.leaf >= (SELECT size FROM register_edge)
BEGIN SELECT RAISE(ABORT, 'the record is no leaf of the register'); END;

DROP TRIGGER records_refuse_leaf_twice;
CREATE TRIGGER records_refuse_leaf_twice BEFORE INSERT ON records
WHEN EXISTS (SELECT 1 FROM records WHERE leaf = NEW.leaf)
    OR EXISTS (SELECT 1 FROM register_hashes WHERE level = 0 AND number = NEW.leaf)
BEGIN SELECT RAISE(ABORT, 'a record with this leaf exists'); END;

DROP TRIGGER records_refuse_delete;
CREATE TRIGGER records_refuse_delete BEFORE DELETE ON records
WHEN NOT EXISTS (SELECT 1 FROM games JOIN guests ON guests.account = games.host
                 WHERE games.id = OLD.game AND games.practice = 1 AND games.public = 0 AND guests.swept = 1)
    OR NOT EXISTS (SELECT 1 FROM register_hashes WHERE level = 0 AND number = OLD.leaf)
BEGIN SELECT RAISE(ABORT, 'records are never removed'); END;
