-- The register (docs/decisions/0086): one tree over the hashes of all public records, its heads and who vouched for them. Everything here is
-- append-only, and stays when the practice game of a guest is swept away: a leaf alone tells nobody anything.

-- The stored hashes: on level 0 the leaves as they come, on level l the roots over 256^l leaves.
CREATE TABLE register_hashes (
    level  INTEGER NOT NULL CHECK (level BETWEEN 0 AND 7),
    number INTEGER NOT NULL CHECK (number >= 0),
    hash   BLOB    NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (level, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER register_hashes_refuse_update BEFORE UPDATE ON register_hashes
BEGIN SELECT RAISE(ABORT, 'hashes of the register are never changed'); END;

CREATE TRIGGER register_hashes_refuse_delete BEFORE DELETE ON register_hashes
BEGIN SELECT RAISE(ABORT, 'hashes of the register are never removed'); END;

CREATE TRIGGER register_hashes_refuse_replace BEFORE INSERT ON register_hashes
WHEN EXISTS (SELECT 1 FROM register_hashes WHERE level = NEW.level AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'a hash with this number exists'); END;

CREATE TRIGGER register_hashes_refuse_gap BEFORE INSERT ON register_hashes
WHEN NEW.number > 0 AND NOT EXISTS (SELECT 1 FROM register_hashes WHERE level = NEW.level AND number = NEW.number - 1)
BEGIN SELECT RAISE(ABORT, 'the hash does not follow the one before'); END;

-- How many leaves there are, and the roots of the complete trees that they make, the largest first: all that it takes to add to it. It follows
-- from the hashes above.
CREATE TABLE register_edge (
    one   INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    size  INTEGER NOT NULL CHECK (size >= 0),
    roots BLOB    NOT NULL CHECK (length(roots) % 32 = 0)
) STRICT;

INSERT INTO register_edge (one, size, roots) VALUES (1, 0, x'');

CREATE TRIGGER register_edge_refuse_back BEFORE UPDATE ON register_edge
WHEN NEW.size <= OLD.size
BEGIN SELECT RAISE(ABORT, 'the register only grows'); END;

CREATE TRIGGER register_edge_refuse_delete BEFORE DELETE ON register_edge
BEGIN SELECT RAISE(ABORT, 'the register is never removed'); END;

CREATE TRIGGER register_edge_refuse_replace BEFORE INSERT ON register_edge
BEGIN SELECT RAISE(ABORT, 'the register exists'); END;

-- Which leaf a record is. Those that were there before the register are its first leaves, in the order in which the service wrote them; the
-- program works their hashes out when it next opens the file.
ALTER TABLE records ADD COLUMN leaf INTEGER CHECK (leaf IS NULL OR leaf >= 0);

DROP TRIGGER records_refuse_update;
UPDATE records SET leaf = n FROM (SELECT position AS p, row_number() OVER (ORDER BY position) - 1 AS n FROM records) WHERE position = p;
CREATE TRIGGER records_refuse_update BEFORE UPDATE ON records
BEGIN SELECT RAISE(ABORT, 'records are never changed'); END;

CREATE UNIQUE INDEX records_leaf ON records (leaf);

CREATE TRIGGER records_refuse_no_leaf BEFORE INSERT ON records
WHEN NOT EXISTS (SELECT 1 FROM register_hashes WHERE level = 0 AND number = NEW.leaf)
BEGIN SELECT RAISE(ABORT, 'the record is no leaf of the register'); END;

CREATE TRIGGER records_refuse_leaf_twice BEFORE INSERT ON records
WHEN EXISTS (SELECT 1 FROM records WHERE leaf = NEW.leaf)
BEGIN SELECT RAISE(ABORT, 'a record with this leaf exists'); END;

-- The names under which heads were signed, each with its key. A service that was restored from an older copy begins another: what was signed
-- under one name can never be taken back.
CREATE TABLE register_names (
    number INTEGER NOT NULL PRIMARY KEY,
    origin TEXT    NOT NULL UNIQUE CHECK (length(origin) BETWEEN 1 AND 255),
    -- What its signatures are checked with: NAME+ID+KEY.
    key    TEXT    NOT NULL,
    since  INTEGER NOT NULL
) STRICT;

CREATE TRIGGER register_names_refuse_update BEFORE UPDATE ON register_names
BEGIN SELECT RAISE(ABORT, 'the name of a register is never changed'); END;

CREATE TRIGGER register_names_refuse_delete BEFORE DELETE ON register_names
BEGIN SELECT RAISE(ABORT, 'the name of a register is never removed'); END;

CREATE TRIGGER register_names_refuse_replace BEFORE INSERT ON register_names
WHEN EXISTS (SELECT 1 FROM register_names WHERE number = NEW.number OR origin = NEW.origin)
BEGIN SELECT RAISE(ABORT, 'the name of a register exists'); END;

-- Every head that was ever signed, with the text as it was given away.
CREATE TABLE register_heads (
    register INTEGER NOT NULL REFERENCES register_names (number),
    size     INTEGER NOT NULL CHECK (size >= 0),
    root     BLOB    NOT NULL CHECK (length(root) = 32),
    note     TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (register, size)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER register_heads_refuse_update BEFORE UPDATE ON register_heads
BEGIN SELECT RAISE(ABORT, 'heads of the register are never changed'); END;

CREATE TRIGGER register_heads_refuse_delete BEFORE DELETE ON register_heads
BEGIN SELECT RAISE(ABORT, 'heads of the register are never removed'); END;

CREATE TRIGGER register_heads_refuse_back BEFORE INSERT ON register_heads
WHEN EXISTS (SELECT 1 FROM register_heads WHERE register = NEW.register AND size >= NEW.size)
BEGIN SELECT RAISE(ABORT, 'a head of this size or a later one exists'); END;

-- The lines by which witnesses say that they saw a head.
CREATE TABLE register_cosignatures (
    register INTEGER NOT NULL,
    size     INTEGER NOT NULL,
    witness  TEXT    NOT NULL,
    line     TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (register, size, witness),
    FOREIGN KEY (register, size) REFERENCES register_heads (register, size)
) STRICT, WITHOUT ROWID;

CREATE INDEX register_cosignatures_witness ON register_cosignatures (register, witness, size);

CREATE TRIGGER register_cosignatures_refuse_update BEFORE UPDATE ON register_cosignatures
BEGIN SELECT RAISE(ABORT, 'cosignatures are never changed'); END;

CREATE TRIGGER register_cosignatures_refuse_delete BEFORE DELETE ON register_cosignatures
BEGIN SELECT RAISE(ABORT, 'cosignatures are never removed'); END;

CREATE TRIGGER register_cosignatures_refuse_replace BEFORE INSERT ON register_cosignatures
WHEN EXISTS (SELECT 1 FROM register_cosignatures WHERE register = NEW.register AND size = NEW.size AND witness = NEW.witness)
BEGIN SELECT RAISE(ABORT, 'this witness has signed this head'); END;
