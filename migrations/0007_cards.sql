-- What a read takes of an item, in one column.

-- ---------------------------------------------------------------------------------------------
-- items
-- card  the other columns but for owner and description once more, packed; empty for an item
--       that is damaged. A column of this program's own: no SQL reads what is in it.
-- ---------------------------------------------------------------------------------------------
ALTER TABLE items ADD COLUMN card BLOB NOT NULL DEFAULT x'';
