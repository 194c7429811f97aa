-- Somebody who plays without having given an address (docs/decisions/0081): an account with an address that no mail reaches, and a day to live.
-- `swept` is set in the transaction that takes it away with its games, and nowhere else.
CREATE TABLE guests (
    account BLOB    NOT NULL PRIMARY KEY REFERENCES accounts (id),
    expires INTEGER NOT NULL,
    swept   INTEGER NOT NULL DEFAULT 0 CHECK (swept IN (0, 1))
) STRICT;

CREATE INDEX guests_expires ON guests (expires);

-- The guest whose game a link brings to the account that it signs in.
ALTER TABLE sign_in_links ADD COLUMN guest BLOB CHECK (guest IS NULL OR length(guest) = 16);

-- Logs are never changed or removed. The one exception is the practice game of a guest which nobody has kept: against a house player,
-- seen by nobody else, and only while its host is being swept away.
DROP TRIGGER records_refuse_delete;
CREATE TRIGGER records_refuse_delete BEFORE DELETE ON records
WHEN NOT EXISTS (SELECT 1 FROM games JOIN guests ON guests.account = games.host
                 WHERE games.id = OLD.game AND games.practice = 1 AND games.public = 0 AND guests.swept = 1)
BEGIN SELECT RAISE(ABORT, 'records are never removed'); END;

DROP TRIGGER private_entries_refuse_delete;
CREATE TRIGGER private_entries_refuse_delete BEFORE DELETE ON private_entries
WHEN NOT EXISTS (SELECT 1 FROM games JOIN guests ON guests.account = games.host
                 WHERE games.id = OLD.game AND games.practice = 1 AND games.public = 0 AND guests.swept = 1)
BEGIN SELECT RAISE(ABORT, 'private entries are never removed'); END;

DROP TRIGGER game_secrets_refuse_delete;
CREATE TRIGGER game_secrets_refuse_delete BEFORE DELETE ON game_secrets
WHEN NOT EXISTS (SELECT 1 FROM games JOIN guests ON guests.account = games.host
                 WHERE games.id = OLD.game AND games.practice = 1 AND games.public = 0 AND guests.swept = 1)
BEGIN SELECT RAISE(ABORT, 'the secret of a game is never removed'); END;
