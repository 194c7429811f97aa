-- Whether anybody may take a seat from the lobby. Without it the seats are for those whom the host invites, though anybody may
-- watch a public game.
ALTER TABLE games ADD COLUMN open INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1));

UPDATE games SET open = public WHERE NOT EXISTS (SELECT 1 FROM invitations WHERE game = games.id);
