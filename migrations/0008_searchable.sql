-- New items become searchable by how far the owner's texts are, without a row for each.

-- ---------------------------------------------------------------------------------------------
-- owners
-- searchable_to  all of the owner's items up to and with this place are in trigrams, but for those
--                in unsearchable; a search looks at each of these, and at each item beyond
-- ---------------------------------------------------------------------------------------------
ALTER TABLE owners ADD COLUMN searchable_to INTEGER NOT NULL DEFAULT 0 CHECK (searchable_to >= 0);

-- As far as the last item that has no row; what is beyond it needs none any more.
UPDATE owners SET searchable_to = max(
    coalesce((
        SELECT place FROM items INDEXED BY items_in_order
        WHERE owner = owners.owner AND done = 0 AND NOT EXISTS (
            SELECT 1 FROM unsearchable u WHERE u.owner = items.owner AND u.place = items.place)
        ORDER BY place DESC LIMIT 1), 0),
    coalesce((
        SELECT place FROM items INDEXED BY items_in_order
        WHERE owner = owners.owner AND done = 1 AND NOT EXISTS (
            SELECT 1 FROM unsearchable u WHERE u.owner = items.owner AND u.place = items.place)
        ORDER BY place DESC LIMIT 1), 0));
DELETE FROM unsearchable
WHERE place > (SELECT searchable_to FROM owners WHERE owners.owner = unsearchable.owner);
