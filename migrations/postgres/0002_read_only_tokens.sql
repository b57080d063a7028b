-- tokens:
--   is_read_only  whether the token permits no writes; a sign-in, which has no label, permits them
ALTER TABLE tokens ADD COLUMN is_read_only boolean NOT NULL DEFAULT false
    CHECK (NOT is_read_only OR label IS NOT NULL);
