-- What lists are filtered and sorted by.

-- ---------------------------------------------------------------------------------------------
-- items: one index for each order that no other index has, and for what selects few of many
-- SQLite appends the place to each, so that equals follow each other as they were created. The
-- order of changes is items_by_revision's, the order of creation both halves of items_in_order.
-- A point is found in a band of a hundredth of a degree of latitude, by its longitude.
-- ---------------------------------------------------------------------------------------------
CREATE INDEX items_by_timestamp ON items (owner, timestamp);
CREATE INDEX items_by_title ON items (owner, title);
CREATE INDEX items_with_location ON items (owner) WHERE place_name IS NOT NULL;
CREATE INDEX items_by_point ON items (owner, CAST(latitude * 100 AS INTEGER), longitude)
    WHERE latitude IS NOT NULL;

-- ---------------------------------------------------------------------------------------------
-- trigrams: in which items three bytes of folded text occur, for searches
-- run      the items that were taken in together; the owner's runs are counted from 1. It leads the
--          key, so that a run is written side by side and not all over the file.
-- trigram  three bytes of UTF-8, as a number
-- places   ascending; the first and then the differences, seven bits to a byte, the lowest first
-- The table may say too much, of items that have changed or gone, and never too little.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE trigrams (
    owner   INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    run     INTEGER NOT NULL CHECK (run > 0),
    trigram INTEGER NOT NULL CHECK (trigram BETWEEN 0 AND 16777215),
    places  BLOB    NOT NULL CHECK (length(places) > 0),
    PRIMARY KEY (owner, run, trigram)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- unsearchable: items whose text is not in trigrams yet; a search looks at each of them
-- ---------------------------------------------------------------------------------------------
CREATE TABLE unsearchable (
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    place INTEGER NOT NULL,
    PRIMARY KEY (owner, place)
) STRICT, WITHOUT ROWID;

-- last_run  of the owner's trigrams
ALTER TABLE owners ADD COLUMN last_run INTEGER NOT NULL DEFAULT 0 CHECK (last_run >= 0);

INSERT INTO unsearchable SELECT owner, place FROM items;
