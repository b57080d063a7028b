-- Trigrams are made anew beside those that there are, so that searches stay quick meanwhile.

-- ---------------------------------------------------------------------------------------------
-- renewals: whose trigrams are made anew, and how far that is
--   old_runs    the runs up to this one go, the first one first, when there are new ones of all texts
--   place       new runs are made of the texts up to this place
--   last_place  what is beyond it is in no old run
--
-- owners
--   last_run       as before; the runs that go are the first ones, so it stays when they do
--   searchable_to  as before; trigrams of an owner where it is 0 go because a renewal says so
-- ---------------------------------------------------------------------------------------------
CREATE TABLE renewals (
    owner      INTEGER PRIMARY KEY REFERENCES owners ON DELETE CASCADE,
    old_runs   INTEGER NOT NULL CHECK (old_runs > 0),
    place      INTEGER NOT NULL CHECK (place >= 0),
    last_place INTEGER NOT NULL CHECK (last_place >= place)
) STRICT;

-- Whose texts all counted as new, so that the runs would go before others were made.
INSERT INTO renewals (owner, old_runs, place, last_place)
SELECT owner, last_run, 0, 0 FROM owners WHERE searchable_to = 0 AND last_run > 0;
