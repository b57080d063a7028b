-- The orders by title, by due date and by location, in runs instead of indexes.

-- ---------------------------------------------------------------------------------------------
-- terms: what these orders sort by, as bytes with the item's place at their end
-- run    terms that were sorted together; what a newer run says of a term holds
-- first  the first of the terms in this row
-- rest   all of them, each by what it does not share with the one before it, and whether the item
--        is there or was taken away
-- A table of this program's own: no SQL reads the terms in it.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE terms (
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    run   INTEGER NOT NULL CHECK (run > 0),
    first BLOB    NOT NULL CHECK (length(first) > 0),
    rest  BLOB    NOT NULL CHECK (length(rest) > 0),
    PRIMARY KEY (owner, run, first)
) STRICT, WITHOUT ROWID;

-- runs  the owner's runs, the oldest first: their numbers and how many terms they have
ALTER TABLE owners ADD COLUMN runs BLOB NOT NULL DEFAULT x'';

-- Each touched a page of its own with each write.
DROP INDEX items_by_title;
DROP INDEX items_by_timestamp;
DROP INDEX items_by_point;
DROP INDEX items_with_location;
