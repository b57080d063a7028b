-- How far back the log reaches, and answers that can make room for others.

-- ---------------------------------------------------------------------------------------------
-- owners
-- horizon       of the log and the tombstones, all up to and with this revision may be gone
-- answer_bytes  what the contents of the owner's kept answers come to
-- ---------------------------------------------------------------------------------------------
ALTER TABLE owners ADD COLUMN horizon INTEGER NOT NULL DEFAULT 0
    CHECK (horizon BETWEEN 0 AND revision);
ALTER TABLE owners ADD COLUMN answer_bytes INTEGER NOT NULL DEFAULT 0 CHECK (answer_bytes >= 0);

-- ---------------------------------------------------------------------------------------------
-- changes: the log, to be kept for 30 days: one row for each item that a revision touched
-- The image is the item as it was before that revision; without a place there was none.
-- was_revision leads to the write before this one that touched the same id, be it a deletion, so
-- that an id's history is a chain of point reads and needs no index. Without it there was no such
-- write, or it was forgotten. It stands before the image, whose texts may fill pages of their own.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE chained_changes (
    owner        INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    revision     INTEGER NOT NULL,
    id           BLOB    NOT NULL CHECK (length(id) = 16),
    changed_at   REAL    NOT NULL,
    was_revision INTEGER,
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
    PRIMARY KEY (owner, revision, id),
    CHECK ((place IS NULL) = (title IS NULL)),
    CHECK (place IS NULL OR was_revision IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- Until now an id that was made again had lost the way back to its deletion.
INSERT INTO chained_changes (
    owner, revision, id, changed_at, was_revision, place, title, description, timestamp,
    place_name, latitude, longitude, done, created_at, updated_at, done_at)
SELECT
    owner, revision, id, changed_at,
    coalesce(was_revision, lag(revision) OVER (PARTITION BY owner, id ORDER BY revision)),
    place, title, description, timestamp,
    place_name, latitude, longitude, done, created_at, updated_at, done_at
FROM changes;

DROP TABLE changes;
ALTER TABLE chained_changes RENAME TO changes;

-- ---------------------------------------------------------------------------------------------
-- answers: what was answered to a request with an Idempotency-Key, for 24 hours
-- fingerprint is a digest of the body, so that the key with another body is noticed. A content
-- that had to make room is NULL; the row stays, so that the request is not done a second time.
-- No earlier program has kept an answer.
-- ---------------------------------------------------------------------------------------------
DROP TABLE answers;
CREATE TABLE answers (
    owner       INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    key         TEXT    NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    method      TEXT    NOT NULL,
    target      TEXT    NOT NULL,
    fingerprint BLOB    NOT NULL,
    answered_at REAL    NOT NULL,
    status      INTEGER NOT NULL CHECK (status BETWEEN 200 AND 299),
    head        BLOB    NOT NULL,
    content     BLOB,
    PRIMARY KEY (owner, key, method, target)
) STRICT, WITHOUT ROWID;

CREATE INDEX answers_by_time ON answers (owner, answered_at);
CREATE INDEX answers_with_content ON answers (owner, answered_at) WHERE content IS NOT NULL;
