-- The newest terms of an owner stand beside the list of runs, in the row that each write changes.

-- ---------------------------------------------------------------------------------------------
-- owners
-- newest  terms that are in no run yet, in the order in which they were written or taken away: of
--         each its length times two, one more if it was taken away, in two bytes, and the term.
--         What is said last of a term holds, before what runs say. No SQL reads the terms in it.
-- ---------------------------------------------------------------------------------------------
ALTER TABLE owners ADD COLUMN newest BLOB NOT NULL DEFAULT x'';
