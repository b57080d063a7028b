-- Trigrams are made anew when half of what they say no longer holds.

-- ---------------------------------------------------------------------------------------------
-- owners
-- stale          how much of the owner's trigrams speaks of texts that were changed or have gone: each
--                counts as one, and one more for each 64 bytes. A run is 2,048 of that.
-- searchable_to  (also) 0 where trigrams that there are shall go
-- ---------------------------------------------------------------------------------------------
ALTER TABLE owners ADD COLUMN stale INTEGER NOT NULL DEFAULT 0 CHECK (stale >= 0);

-- What runs have room for, without what is there now.
UPDATE owners SET stale = max(0, 2048 * last_run - coalesce((
    SELECT sum(1 + (length(CAST(title AS BLOB)) + coalesce(length(CAST(description AS BLOB)), 0)) / 64)
    FROM items WHERE items.owner = owners.owner AND place <= searchable_to), 0))
WHERE last_run BETWEEN 1 AND 1 << 40;
