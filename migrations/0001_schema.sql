-- Owners and their clocks, items, what is remembered of changes, accounts and tokens.
--
-- owner     the key of an owner, below 2^31
-- place     the order in which an owner's items were created: from 1 on, below 2^31, never given out twice
-- slot      owner << 32 | done << 31 | place: an owner's open items, then the done ones, each in the order of creation
-- revision  a value of the owner's clock: one for each write request that changed something
-- entry     a row of the log: from 1 on, in the order of time, over all owners, never given out twice
-- times     seconds since 1970
--
-- The CHECKs repeat the limits of the domain, so that no other way in can break them. NUL is looked for as well,
-- since length() of a text stops there.

-- ---------------------------------------------------------------------------------------------
-- owners: one row for each, without texts or blobs, so that many are on a page: an answer of 304 reads no other table
--   epoch          stands before each revision on the wire; made with the owner, and anew by a restore
--   last_place     the last place that was given out
--   last_entry     the owner's newest entry in the log, 0 when there never was one
--   unmarked       how many bytes of history came since the last mark
--   item_bytes     what the owner's items take: 128 for each, and their texts as UTF-8
--   history_bytes  what the owner's entries in the log take: 64 for each, and their texts as UTF-8
--   answer_bytes   what the contents of the owner's kept answers take
--   leaving        whether the account is gone and all that is the owner's is being erased: nothing may be written for
--                  the owner any more
-- ---------------------------------------------------------------------------------------------
CREATE TABLE owners (
    owner         INTEGER PRIMARY KEY CHECK (owner BETWEEN 1 AND 2147483646),
    epoch         TEXT    NOT NULL CHECK (length(epoch) BETWEEN 4 AND 15 AND epoch NOT GLOB '*[^a-z0-9]*'),
    revision      INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
    last_place    INTEGER NOT NULL DEFAULT 0 CHECK (last_place BETWEEN 0 AND 2147483647),
    last_entry    INTEGER NOT NULL DEFAULT 0 CHECK (last_entry >= 0),
    unmarked      INTEGER NOT NULL DEFAULT 0 CHECK (unmarked >= 0),
    item_bytes    INTEGER NOT NULL DEFAULT 0 CHECK (item_bytes >= 0),
    history_bytes INTEGER NOT NULL DEFAULT 0 CHECK (history_bytes >= 0),
    answer_bytes  INTEGER NOT NULL DEFAULT 0 CHECK (answer_bytes >= 0),
    leaving       INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1))
) STRICT;

CREATE INDEX owners_leaving ON owners (owner) WHERE leaving = 1;

-- ---------------------------------------------------------------------------------------------
-- items: what is there now
-- An owner's items stand side by side in the default order: a list is a range of slots, the open or the done items
-- are half of it, and a page begins behind a slot. To check an item moves its row to the other half.
--   updated_at         NULL when it is created_at
--   description        NULL as well when it is long
--   description_bytes  how long it is, of a description that stands in the table of that name
-- ---------------------------------------------------------------------------------------------
CREATE TABLE items (
    slot              INTEGER PRIMARY KEY CHECK (slot >> 32 > 0 AND slot & 2147483647 > 0),
    id                BLOB    NOT NULL CHECK (length(id) = 16),
    revision          INTEGER NOT NULL CHECK (revision > 0),
    created_at        REAL    NOT NULL,
    updated_at        REAL,
    done_at           REAL    CHECK ((done_at IS NOT NULL) = (slot >> 31 & 1)),
    timestamp         REAL    CHECK (timestamp >= -62135596800.0 AND timestamp < 253402300800.0),
    title             TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 500 AND instr(title, char(0)) = 0),
    location_name     TEXT    CHECK (length(location_name) <= 500 AND instr(location_name, char(0)) = 0),
    latitude          REAL    CHECK (latitude BETWEEN -90.0 AND 90.0),
    longitude         REAL    CHECK (longitude BETWEEN -180.0 AND 180.0),
    description       TEXT    CHECK (length(CAST(description AS BLOB)) <= 256 AND instr(description, char(0)) = 0),
    description_bytes INTEGER CHECK (description_bytes BETWEEN 257 AND 65536),
    CHECK (description IS NULL OR description_bytes IS NULL),
    CHECK ((latitude IS NULL) = (longitude IS NULL)),
    CHECK (latitude IS NULL OR location_name IS NOT NULL)
) STRICT;

-- ---------------------------------------------------------------------------------------------
-- descriptions: those of more than 256 bytes, so that rows of items stay short, and a write to another member
-- rewrites none of them
--   number  owner << 32 | place
-- ---------------------------------------------------------------------------------------------
CREATE TABLE descriptions (
    number      INTEGER PRIMARY KEY,
    description TEXT NOT NULL CHECK (length(CAST(description AS BLOB)) BETWEEN 257 AND 65536
                                     AND instr(description, char(0)) = 0)
) STRICT;

-- ---------------------------------------------------------------------------------------------
-- ids: where the item with an id is, and what is left of one that was deleted: its tombstone
--   place       not the slot, so that to check an item leaves this row as it is
--   deleted_by  the entry of the deletion; NULL while the item is there
-- ---------------------------------------------------------------------------------------------
CREATE TABLE ids (
    owner      INTEGER NOT NULL,
    id         BLOB    NOT NULL CHECK (length(id) = 16),
    place      INTEGER NOT NULL CHECK (place BETWEEN 1 AND 2147483647),
    deleted_by INTEGER CHECK (deleted_by > 0),
    PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- log: what each write changed, to be kept for 30 days; appended, so that a batch of writes fills one page
-- An item as it was before an entry is what it was after it with the members of the entry put in.
--   previous  the owner's entry before this one, 0 for the first; what is not there any more was forgotten
--   members   which columns tell what was before, as bits: 1 title, 2 description, 4 timestamp, 8 location, 16 done_at
--             32   there was no item
--             64   the item was deleted: all members, created_at and id tell what it was
--             128  the first entry of its write
--             256  the entry has a row in marks
--             512  the write had touched the place before
-- The entries of a write stand side by side.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE log (
    entry         INTEGER PRIMARY KEY CHECK (entry > 0),
    owner         INTEGER NOT NULL,
    previous      INTEGER NOT NULL CHECK (previous BETWEEN 0 AND entry - 1),
    revision      INTEGER NOT NULL CHECK (revision > 0),
    changed_at    REAL    NOT NULL,
    place         INTEGER NOT NULL CHECK (place BETWEEN 1 AND 2147483647),
    members       INTEGER NOT NULL CHECK (members BETWEEN 0 AND 1023),
    title         TEXT,
    description   TEXT,
    timestamp     REAL,
    location_name TEXT,
    latitude      REAL,
    longitude     REAL,
    done_at       REAL,
    created_at    REAL,
    id            BLOB,
    CHECK ((members & 64 = 64) = (id IS NOT NULL) AND (id IS NULL) = (created_at IS NULL))
) STRICT;

-- ---------------------------------------------------------------------------------------------
-- marks: an entry after each 16 KiB of an owner's history, so that a client who was away for long, and an owner whose
-- history goes early, need not go back through all of it. Most owners never have one.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE marks (
    owner    INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    entry    INTEGER NOT NULL,
    PRIMARY KEY (owner, revision, entry)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- answers: what was answered to a request with an Idempotency-Key, for 24 hours
-- fingerprint is a digest of the body, so that the key with another body is noticed. A content that had to make room
-- is NULL; the row stays, so that the request is not done a second time.
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
    content     BLOB,
    PRIMARY KEY (owner, key, method, target)
) STRICT, WITHOUT ROWID;

CREATE INDEX answers_by_time ON answers (answered_at);
CREATE INDEX answers_with_content ON answers (owner, answered_at) WHERE content IS NOT NULL;

-- ---------------------------------------------------------------------------------------------
-- coordinates: what a geocoder found out, for all owners alike: at most 100,000 addresses, of which the oldest go
-- address is without white space around it and with single spaces in it. Without coordinates there is no such place.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE coordinates (
    address   TEXT NOT NULL PRIMARY KEY CHECK (length(address) BETWEEN 1 AND 500),
    latitude  REAL CHECK (latitude BETWEEN -90.0 AND 90.0),
    longitude REAL CHECK (longitude BETWEEN -180.0 AND 180.0),
    found_at  REAL NOT NULL,
    CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX coordinates_by_time ON coordinates (found_at);

-- ---------------------------------------------------------------------------------------------
-- accounts: at most one for each owner
--   email      as it was written
--   email_key  its folded UTF-8, by which it is found
--   password   a string of crypt(5)
-- ---------------------------------------------------------------------------------------------
CREATE TABLE accounts (
    owner      INTEGER PRIMARY KEY REFERENCES owners ON DELETE CASCADE,
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200 AND instr(name, char(0)) = 0),
    email      TEXT NOT NULL CHECK (length(CAST(email AS BLOB)) BETWEEN 3 AND 254 AND instr(email, char(0)) = 0),
    email_key  BLOB NOT NULL CHECK (length(email_key) > 0),
    password   TEXT NOT NULL CHECK (length(password) > 0 AND instr(password, char(0)) = 0),
    created_at REAL NOT NULL
) STRICT;

CREATE UNIQUE INDEX accounts_by_email ON accounts (email_key);

-- ---------------------------------------------------------------------------------------------
-- tokens: at most 100 for each account
--   selector      is looked up, and no secret
--   digest        SHA-256 of the secret
--   last_used_at  give or take an hour
-- ---------------------------------------------------------------------------------------------
CREATE TABLE tokens (
    selector     BLOB    NOT NULL PRIMARY KEY CHECK (length(selector) = 16),
    owner        INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
    digest       BLOB    NOT NULL CHECK (length(digest) = 32),
    label        TEXT    CHECK (length(label) BETWEEN 1 AND 200 AND instr(label, char(0)) = 0),
    created_at   REAL    NOT NULL,
    last_used_at REAL    NOT NULL,
    expires_at   REAL    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_by_use ON tokens (owner, last_used_at);
CREATE INDEX tokens_by_expiry ON tokens (expires_at);

-- ---------------------------------------------------------------------------------------------
-- access: one row
--   last_owner   the last key that an owner was given; none is ever given to another, since what is remembered of
--                owners elsewhere goes by their keys
--   last_entry   the last entry of the log when the end of it was erased last, with what was an owner's who left; so no
--                number is given out twice, to which others may lead still
--   revocations  how often a token was taken back; as long as it stands still, what is known of tokens is true
-- ---------------------------------------------------------------------------------------------
CREATE TABLE access (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    last_owner  INTEGER NOT NULL CHECK (last_owner > 0),
    last_entry  INTEGER NOT NULL CHECK (last_entry >= 0),
    revocations INTEGER NOT NULL CHECK (revocations >= 0)
) STRICT;

INSERT INTO access (one, last_owner, last_entry, revocations) VALUES (1, 1, 0, 0);
