-- The 32 secret bytes of a game, from which its dice chains and seals are derived. Readers cannot select this table: each
-- of their connections hides it behind a temporary view.
CREATE TABLE game_secrets (
    game   BLOB NOT NULL PRIMARY KEY REFERENCES games (id),
    secret BLOB NOT NULL CHECK (length(secret) = 32)
) STRICT;

CREATE TRIGGER game_secrets_refuse_update BEFORE UPDATE ON game_secrets
BEGIN SELECT RAISE(ABORT, 'the secret of a game is never changed'); END;

CREATE TRIGGER game_secrets_refuse_delete BEFORE DELETE ON game_secrets
BEGIN SELECT RAISE(ABORT, 'the secret of a game is never removed'); END;

CREATE TRIGGER game_secrets_refuse_replace BEFORE INSERT ON game_secrets
WHEN EXISTS (SELECT 1 FROM game_secrets WHERE game = NEW.game)
BEGIN SELECT RAISE(ABORT, 'the game has its secret already'); END;
