-- Owners and their revision clocks, items, the log of changes, accounts and tokens.
--
-- owner     key of an owner, below 2^31
-- sequence  creation number of an item within its owner: from 1, below 2^31, never reused
-- slot      owner << 32 | done << 31 | sequence: an owner's open items, then the done ones, each in order of creation
-- revision  value of the owner's revision clock, which counts the write requests that changed something
-- entry     number of a row of the log: from 1, in order of time, over all owners, never reused
-- times     seconds since 1970
--
-- The CHECKs repeat the limits of the domain for every way into the database. They look for NUL separately, since
-- length() of a text stops at it (sqlite.org/nulinstr.html).

-- ---------------------------------------------------------------------------------------------
-- owners: one row per owner. It has no large columns, so a page holds many rows; a 304 reads no other table.
--   epoch          precedes each revision on the wire; made with the owner, replaced by a restore
--   last_sequence  last sequence given out
--   last_entry     the owner's newest log entry, 0 when there never was one
--   unmarked       bytes of history since the last mark
--   item_count     number of the owner's items
--   item_bytes     bytes of the owner's items: 128 for each, and their texts as UTF-8
--   history_bytes  bytes of the owner's log entries: 64 for each, and their texts as UTF-8
--   answer_bytes   bytes of the contents in answers
--   leaving        1 when the account was removed and the owner's rows are being erased; writes are refused
-- ---------------------------------------------------------------------------------------------
CREATE TABLE owners (
    owner         INTEGER PRIMARY KEY CHECK (owner BETWEEN 1 AND 2147483646),
    epoch         TEXT    NOT NULL CHECK (length(epoch) BETWEEN 4 AND 15 AND epoch NOT GLOB '*[^a-z0-9]*'),
    revision      INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
    last_sequence INTEGER NOT NULL DEFAULT 0 CHECK (last_sequence BETWEEN 0 AND 2147483647),
    last_entry    INTEGER NOT NULL DEFAULT 0 CHECK (last_entry >= 0),
    unmarked      INTEGER NOT NULL DEFAULT 0 CHECK (unmarked >= 0),
    item_count    INTEGER NOT NULL DEFAULT 0 CHECK (item_count >= 0),
    item_bytes    INTEGER NOT NULL DEFAULT 0 CHECK (item_bytes >= 0),
    history_bytes INTEGER NOT NULL DEFAULT 0 CHECK (history_bytes >= 0),
    answer_bytes  INTEGER NOT NULL DEFAULT 0 CHECK (answer_bytes >= 0),
    leaving       INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1))
) STRICT;

CREATE INDEX owners_leaving ON owners (owner) WHERE leaving = 1;

-- ---------------------------------------------------------------------------------------------
-- items: the current items
-- The order of the key is the default order. So a list is a range of slots, whose halves are the open and the done
-- items, and a page begins behind a slot. A change of done moves the row to the other half.
--   updated_at         NULL when equal to created_at
--   day                days since 1970 of a due date without a time, of which timestamp is the start somewhere
--   repeat             the rule by which the item comes back, as JSON in canonical form
--   description        NULL also when it is long
--   details            NULL when the item has no row in details; else the length of its description there, or 0
-- ---------------------------------------------------------------------------------------------
CREATE TABLE items (
    slot              INTEGER PRIMARY KEY CHECK (slot >> 32 > 0 AND slot & 2147483647 > 0),
    id                BLOB    NOT NULL CHECK (length(id) = 16),
    revision          INTEGER NOT NULL CHECK (revision > 0),
    created_at        REAL    NOT NULL,
    updated_at        REAL,
    done_at           REAL    CHECK ((done_at IS NOT NULL) = (slot >> 31 & 1)),
    timestamp         REAL    CHECK (timestamp >= -62135596800.0 AND timestamp < 253402300800.0),
    day               INTEGER CHECK (timestamp BETWEEN day * 86400.0 - 50400.0 AND day * 86400.0 + 43200.0),
    repeat            TEXT    CHECK (length(repeat) BETWEEN 21 AND 300 AND instr(repeat, char(0)) = 0),
    title             TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 500 AND instr(title, char(0)) = 0),
    location_name     TEXT    CHECK (length(location_name) <= 500 AND instr(location_name, char(0)) = 0),
    latitude          REAL    CHECK (latitude BETWEEN -90.0 AND 90.0),
    longitude         REAL    CHECK (longitude BETWEEN -180.0 AND 180.0),
    description       TEXT    CHECK (length(CAST(description AS BLOB)) <= 256 AND instr(description, char(0)) = 0),
    details           INTEGER CHECK (details = 0 OR details BETWEEN 257 AND 65536),
    CHECK (day IS NULL OR timestamp IS NOT NULL),
    CHECK (repeat IS NULL OR timestamp IS NOT NULL AND done_at IS NULL),
    CHECK (description IS NULL OR details IS NULL OR details = 0),
    CHECK ((latitude IS NULL) = (longitude IS NULL)),
    CHECK (latitude IS NULL OR location_name IS NOT NULL)
) STRICT;

-- ---------------------------------------------------------------------------------------------
-- details: members that most items lack, and descriptions of more than 256 bytes. So rows of items stay short, and an
-- item without them costs nothing more.
--   number    owner << 32 | sequence
--   tags      the tags, with a space between two
--   position  the key of the order by hand, which clients compute
--   remind    minutes before the item's timestamp, which is not NULL
-- ---------------------------------------------------------------------------------------------
CREATE TABLE details (
    number      INTEGER PRIMARY KEY,
    description TEXT    CHECK (length(CAST(description AS BLOB)) BETWEEN 257 AND 65536
                               AND instr(description, char(0)) = 0),
    tags        TEXT    CHECK (length(tags) BETWEEN 1 AND 409 AND instr(tags, char(0)) = 0),
    position    TEXT    CHECK (length(position) BETWEEN 2 AND 64 AND position NOT GLOB '*[^0-9A-Za-z]*'),
    remind      INTEGER CHECK (remind BETWEEN -10080 AND 40320)
) STRICT;

-- ---------------------------------------------------------------------------------------------
-- reminders: when the open items that have remind are due to be told, over all owners in the order of time. An index
-- could not join items and details; a row only for these items costs the others nothing.
--   at  timestamp - 60 * remind
-- ---------------------------------------------------------------------------------------------
CREATE TABLE reminders (
    at       REAL    NOT NULL,
    owner    INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    PRIMARY KEY (at, owner, sequence)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- ids: the sequence of each item by its id, and the tombstones of deleted items
--   sequence    not the slot, so a change of done does not change this row
--   deleted_by  entry of the deletion; NULL while the item exists
-- ---------------------------------------------------------------------------------------------
CREATE TABLE ids (
    owner      INTEGER NOT NULL,
    id         BLOB    NOT NULL CHECK (length(id) = 16),
    sequence   INTEGER NOT NULL CHECK (sequence BETWEEN 1 AND 2147483647),
    deleted_by INTEGER CHECK (deleted_by > 0),
    PRIMARY KEY (owner, id)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- log: the old values of each change, kept for 30 days. Rows are appended, so a batch of writes fills few pages.
-- An item before an entry is the item after it, with the members of the entry put in.
--   previous  the owner's previous entry, 0 for the first; if that row is missing, it was deleted
--   written_by  label of the token that wrote, and
--   undoes      the revision that the write took back: only in the first entry of a write
--   members   the kind of change, and the members whose columns hold old values, as bits:
--             1      creation: there was no item
--             2      deletion: all members, created_at and id hold the item
--             4      the same write had touched the sequence before
--             8      first entry of its write
--             16     the entry has a row in marks
--             256    title
--             512    itemDescription
--             1024   timestamp
--             2048   day
--             4096   repeat
--             8192   location
--             16384  done: done_at
--             32768  tags
--             65536  position
--             131072 remind
--             up to 8388608: room for more members
-- The entries of a write are consecutive.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE log (
    entry         INTEGER PRIMARY KEY CHECK (entry > 0),
    owner         INTEGER NOT NULL,
    previous      INTEGER NOT NULL CHECK (previous BETWEEN 0 AND entry - 1),
    revision      INTEGER NOT NULL CHECK (revision > 0),
    changed_at    REAL    NOT NULL,
    written_by    TEXT,
    undoes        INTEGER,
    sequence      INTEGER NOT NULL CHECK (sequence BETWEEN 1 AND 2147483647),
    members       INTEGER NOT NULL CHECK (members BETWEEN 0 AND 16777215),
    title         TEXT,
    description   TEXT,
    timestamp     REAL,
    day           INTEGER,
    repeat        TEXT,
    location_name TEXT,
    latitude      REAL,
    longitude     REAL,
    tags          TEXT,
    position      TEXT,
    remind        INTEGER,
    done_at       REAL,
    created_at    REAL,
    id            BLOB,
    CHECK ((members & 2 = 2) = (id IS NOT NULL) AND (id IS NULL) = (created_at IS NULL))
) STRICT;

-- ---------------------------------------------------------------------------------------------
-- marks: an entry after each 16 KiB of an owner's history. Reading changes since an old revision, and pruning by quota,
-- start at a mark instead of walking the whole chain. Most owners have none.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE marks (
    owner    INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    entry    INTEGER NOT NULL,
    PRIMARY KEY (owner, revision, entry)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- answers: responses to requests with an Idempotency-Key, kept for 24 hours
--   fingerprint  digest of the body, which detects the key with another body
--   content      NULL when evicted; the row stays, so the request is not performed again
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
-- coordinates: results of the geocoder, for all owners; at most 100,000, beyond which the oldest are evicted
--   address    single spaces between words, none around it
--   latitude   NULL, like longitude, when the geocoder does not know the address
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
-- accounts: at most one per owner
--   email      as entered
--   email_key  its case-folded UTF-8, for lookup
--   password   a crypt(5) string; NULL for an account that a proxy signs in
-- ---------------------------------------------------------------------------------------------
CREATE TABLE accounts (
    owner      INTEGER PRIMARY KEY REFERENCES owners ON DELETE CASCADE,
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200 AND instr(name, char(0)) = 0),
    email      TEXT NOT NULL CHECK (length(CAST(email AS BLOB)) BETWEEN 3 AND 254 AND instr(email, char(0)) = 0),
    email_key  BLOB NOT NULL CHECK (length(email_key) > 0),
    password   TEXT CHECK (length(password) > 0 AND instr(password, char(0)) = 0),
    created_at REAL NOT NULL
) STRICT;

CREATE UNIQUE INDEX accounts_by_email ON accounts (email_key);

-- ---------------------------------------------------------------------------------------------
-- setup: one row while there is no account and a link makes the first one
--   digest  SHA-256 of the token in the link
-- ---------------------------------------------------------------------------------------------
CREATE TABLE setup (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    digest BLOB    NOT NULL CHECK (length(digest) = 32)
) STRICT;

-- ---------------------------------------------------------------------------------------------
-- tokens: at most 100 per account
--   selector      for lookup, not secret
--   digest        SHA-256 of the secret
--   label         its purpose; NULL for a sign-in
--   last_used_at  accurate to an hour
--   is_fixed      1 if a use leaves expires_at as it is
--   scope         what it permits; a sign-in, which has no label, permits everything
--   made_by       the token that requested it, which may have ended; NULL for a sign-in and for tokens of commands
-- ---------------------------------------------------------------------------------------------
CREATE TABLE tokens (
    selector     BLOB    NOT NULL PRIMARY KEY CHECK (length(selector) = 16),
    owner        INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
    digest       BLOB    NOT NULL CHECK (length(digest) = 32),
    label        TEXT    CHECK (length(label) BETWEEN 1 AND 200 AND instr(label, char(0)) = 0),
    created_at   REAL    NOT NULL,
    last_used_at REAL    NOT NULL,
    expires_at   REAL    NOT NULL,
    is_fixed     INTEGER NOT NULL DEFAULT 0 CHECK (is_fixed IN (0, 1)),
    scope        TEXT    NOT NULL CHECK (scope = 'all' OR scope IN ('items', 'read', 'calendar') AND label IS NOT NULL),
    made_by      BLOB    CHECK (made_by IS NULL OR length(made_by) = 16 AND label IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_by_use ON tokens (owner, last_used_at);
CREATE INDEX tokens_by_expiry ON tokens (expires_at);

-- ---------------------------------------------------------------------------------------------
-- access: one row of counters
--   last_owner   last owner key given out; keys are never reused, since caches refer to owners by key
--   last_entry   last log entry when the end of the log was erased with its owner; keeps entry numbers from being
--                reused, since rows of other owners may still refer to them
--   revocations  number of token revocations; cached tokens are valid while it is unchanged
-- ---------------------------------------------------------------------------------------------
CREATE TABLE access (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    last_owner  INTEGER NOT NULL CHECK (last_owner > 0),
    last_entry  INTEGER NOT NULL CHECK (last_entry >= 0),
    revocations INTEGER NOT NULL CHECK (revocations >= 0)
) STRICT;

INSERT INTO access (one, last_owner, last_entry, revocations) VALUES (1, 1, 0, 0);

-- ---------------------------------------------------------------------------------------------
-- subscriptions: the devices and topics that are told of an owner's reminders, at most 20 per owner
--   handle           for clients, not secret
--   session          selector of the token that subscribed, which may have expired; NULL without accounts
--   ends_at          the fixed end of that token
--   url              the endpoint of a browser, or the topic; like the keys and the token it is a secret
--   service          the origin of the url
--   origin           the origin of the page that subscribed
--   last_error       a status, or the kind of a failure; NULL after a success
--   failures         since the last success
--   messages_until   the time at which the messages of the last minute are forgotten
--   next_at          the next turn; NULL while nothing waits
-- ---------------------------------------------------------------------------------------------
CREATE TABLE subscriptions (
    handle          TEXT    NOT NULL PRIMARY KEY CHECK (length(handle) = 16 AND handle NOT GLOB '*[^0-9a-f]*'),
    owner           INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    session         BLOB    CHECK (length(session) = 16),
    ends_at         REAL,
    kind            TEXT    NOT NULL CHECK (kind IN ('webpush', 'ntfy')),
    url             TEXT    NOT NULL CHECK (length(url) BETWEEN 1 AND 2048 AND instr(url, char(0)) = 0),
    service         TEXT    NOT NULL,
    point           BLOB    CHECK ((point IS NOT NULL) = (kind = 'webpush') AND coalesce(length(point), 65) = 65),
    secret          BLOB    CHECK ((secret IS NOT NULL) = (kind = 'webpush') AND coalesce(length(secret), 16) = 16),
    token           TEXT    CHECK (token IS NULL OR length(token) BETWEEN 1 AND 200 AND kind = 'ntfy'),
    label           TEXT    CHECK (length(label) BETWEEN 1 AND 200 AND instr(label, char(0)) = 0),
    time_zone       TEXT,
    origin          TEXT,
    created_at      REAL    NOT NULL,
    last_success_at REAL,
    last_error      TEXT,
    failures        INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    messages_until  REAL    NOT NULL DEFAULT 0,
    next_at         REAL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX subscriptions_by_url ON subscriptions (owner, url);
CREATE UNIQUE INDEX subscriptions_by_endpoint ON subscriptions (url) WHERE kind = 'webpush';
CREATE INDEX subscriptions_by_turn ON subscriptions (service, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX subscriptions_by_end ON subscriptions (ends_at) WHERE ends_at IS NOT NULL;

-- ---------------------------------------------------------------------------------------------
-- deliveries: the reminders that wait for a subscription, at most 100 for each
-- ---------------------------------------------------------------------------------------------
CREATE TABLE deliveries (
    handle TEXT    NOT NULL,
    at     REAL    NOT NULL,
    id     BLOB    NOT NULL CHECK (length(id) = 16),
    owner  INTEGER NOT NULL,
    PRIMARY KEY (handle, at, id)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------
-- push: one row of what the sender of reminders knows
--   key       the private key that browsers subscribe with, in DER; made when reminders are first turned on
--   at        with owner and sequence the place in reminders up to which items became deliveries
-- ---------------------------------------------------------------------------------------------
CREATE TABLE push (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    key      BLOB,
    at       REAL    NOT NULL,
    owner    INTEGER NOT NULL,
    sequence INTEGER NOT NULL
) STRICT;

INSERT INTO push (one, at, owner, sequence) VALUES (1, 0, 0, 0);
