-- Owners and their clocks, items, and what is remembered of changes.
--
-- owner     the key of an owner; it leads every key and stands in every WHERE
-- revision  a value of the owner's clock: one for each write request that changed something
-- place     the order of creation, over all owners, never given out twice
-- times     seconds since 1970
-- The CHECKs repeat the limits of the domain, so that no other way in can break them. NUL is
-- looked for as well, since length() of a text stops there.

-- ---------------------------------------------------------------------------------------------
-- owners: one row for each; the clock and its epoch
-- ---------------------------------------------------------------------------------------------
CREATE TABLE owners (
    owner    INTEGER PRIMARY KEY,
    epoch    TEXT    NOT NULL CHECK (length(epoch) BETWEEN 4 AND 15 AND epoch NOT GLOB '*[^a-z0-9]*'),
    revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0)
) STRICT;

-- ---------------------------------------------------------------------------------------------
-- places: the last place that was given out; one row
-- It is kept rather than looked up, so that a place that only the log remembers is not given out
-- again: an undo puts an item back where it was.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE places (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    last INTEGER NOT NULL CHECK (last >= 0)
) STRICT;

INSERT INTO places (one, last) VALUES (1, 0);

-- ---------------------------------------------------------------------------------------------
-- items: what is there now
-- A rowid table, since descriptions can be long and the pages between are then short. Three
-- indexes, each for a question that is asked all the time: one item by its id, the list in its
-- default order, what changed after a revision. SQLite appends the place to each of them.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE items (
    place       INTEGER PRIMARY KEY CHECK (place > 0),
    owner       INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    id          BLOB    NOT NULL CHECK (length(id) = 16),
    title       TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 500 AND instr(title, char(0)) = 0),
    description TEXT    CHECK (length(CAST(description AS BLOB)) <= 65536 AND instr(description, char(0)) = 0),
    timestamp   REAL    CHECK (timestamp >= -62135596800.0 AND timestamp < 253402300800.0),
    place_name  TEXT    CHECK (length(place_name) <= 500 AND instr(place_name, char(0)) = 0),
    latitude    REAL    CHECK (latitude BETWEEN -90.0 AND 90.0),
    longitude   REAL    CHECK (longitude BETWEEN -180.0 AND 180.0),
    done        INTEGER NOT NULL CHECK (done IN (0, 1)),
    created_at  REAL    NOT NULL,
    updated_at  REAL    NOT NULL,
    done_at     REAL    CHECK ((done_at IS NOT NULL) = done),
    revision    INTEGER NOT NULL CHECK (revision > 0),
    CHECK ((latitude IS NULL) = (longitude IS NULL)),
    CHECK (latitude IS NULL OR place_name IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX items_by_id ON items (owner, id);
CREATE INDEX items_in_order ON items (owner, done);
CREATE INDEX items_by_revision ON items (owner, revision);

-- ---------------------------------------------------------------------------------------------
-- tombstones: items that were deleted, to be kept for 30 days; an id is in items or here, never in both
-- ---------------------------------------------------------------------------------------------
CREATE TABLE tombstones (
    place      INTEGER PRIMARY KEY,
    owner      INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    id         BLOB    NOT NULL CHECK (length(id) = 16),
    revision   INTEGER NOT NULL CHECK (revision > 0),
    deleted_at REAL    NOT NULL
) STRICT;

CREATE UNIQUE INDEX tombstones_by_id ON tombstones (owner, id);
CREATE INDEX tombstones_by_revision ON tombstones (owner, revision);

-- ---------------------------------------------------------------------------------------------
-- changes: the log, to be kept for 30 days: one row for each item that a revision touched
-- The image is the item as it was before; without a place there was none. was_revision leads to
-- the change before this one, so an item's history is a chain of point reads and needs no index.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE changes (
    owner        INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    revision     INTEGER NOT NULL,
    id           BLOB    NOT NULL CHECK (length(id) = 16),
    changed_at   REAL    NOT NULL,
    place        INTEGER,
    title        TEXT,
    description  TEXT,
    timestamp    REAL,
    place_name   TEXT,
    latitude     REAL,
    longitude    REAL,
    done         INTEGER,
    created_at   REAL,
    updated_at   REAL,
    done_at      REAL,
    was_revision INTEGER,
    PRIMARY KEY (owner, revision, id),
    CHECK ((place IS NULL) = (title IS NULL) AND (place IS NULL) = (was_revision IS NULL))
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- answers: what was answered to a request with an Idempotency-Key, for 24 hours
-- fingerprint is a digest of the body, so that the key with another body is noticed.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE answers (
    owner       INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    key         TEXT    NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    method      TEXT    NOT NULL,
    target      TEXT    NOT NULL,
    fingerprint BLOB    NOT NULL,
    answered_at REAL    NOT NULL,
    status      INTEGER NOT NULL CHECK (status BETWEEN 200 AND 299),
    head        BLOB    NOT NULL,
    content     BLOB    NOT NULL,
    PRIMARY KEY (owner, key, method, target)
) STRICT, WITHOUT ROWID;

CREATE INDEX answers_by_time ON answers (answered_at);
