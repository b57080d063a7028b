-- tokens:
--   is_read_only  1 if the token permits no writes; a sign-in, which has no label, permits them
ALTER TABLE tokens ADD COLUMN is_read_only INTEGER NOT NULL DEFAULT 0
    CHECK (is_read_only = 0 OR is_read_only = 1 AND label IS NOT NULL);
