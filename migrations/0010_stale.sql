-- Trigrams are made anew when half of what they say no longer holds.

-- ---------------------------------------------------------------------------------------------
-- owners
-- stale          how much of the owner's trigrams speaks of texts that were changed or have gone: each
--                counts as one, and one more for each 64 bytes. A run is 2,048 of that; what it has
--                less counts as well.
-- searchable_to  as before; where it is 0, trigrams that there are shall go
-- ---------------------------------------------------------------------------------------------
ALTER TABLE owners ADD COLUMN stale INTEGER NOT NULL DEFAULT 0 CHECK (stale >= 0);
