-- Keys of the service itself, made at first use: the key of unsubscribe links and the like. Hidden from readers as
-- game_secrets is.
CREATE TABLE service_secrets (
    name   TEXT NOT NULL PRIMARY KEY,
    secret BLOB NOT NULL CHECK (length(secret) = 32)
) STRICT;
