-- A database of step 0010: that of step 0009 with the step applied. It stays as it is.
PRAGMA application_id = 1953457263;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE access (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    last_owner  INTEGER NOT NULL CHECK (last_owner > 0),
    revocations INTEGER NOT NULL CHECK (revocations >= 0)
) STRICT;
INSERT INTO "access" VALUES(1,2,0);
CREATE TABLE accounts (
    owner      INTEGER PRIMARY KEY REFERENCES owners ON DELETE CASCADE,
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200 AND instr(name, char(0)) = 0),
    email      TEXT NOT NULL CHECK (length(CAST(email AS BLOB)) BETWEEN 3 AND 254 AND instr(email, char(0)) = 0),
    email_key  BLOB NOT NULL CHECK (length(email_key) > 0),
    password   TEXT NOT NULL CHECK (length(password) > 0 AND instr(password, char(0)) = 0),
    created_at REAL NOT NULL
) STRICT;
INSERT INTO "accounts" VALUES(2,'Ada','Ada@example.org',X'616461406578616D706C652E6F7267','$y$none',1795280000.25);
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
CREATE TABLE "changes" (
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
INSERT INTO "changes" VALUES(1,1,X'00000000000000000000000000000001',1795276126.264,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "changes" VALUES(1,1,X'00000000000000000000000000000002',1795276126.264,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "changes" VALUES(1,1,X'00000000000000000000000000000003',1795276126.264,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "changes" VALUES(1,2,X'00000000000000000000000000000004',1795276126.274,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "changes" VALUES(1,3,X'00000000000000000000000000000001',1795276126.282,1,1,'one',NULL,NULL,NULL,NULL,NULL,0,1795276126.264,1795276126.264,NULL);
INSERT INTO "changes" VALUES(1,4,X'00000000000000000000000000000002',1795276126.291,1,2,'two','',0.5,'home',1.5,-2.5,0,1795276126.264,1795276126.264,NULL);
INSERT INTO "changes" VALUES(1,5,X'00000000000000000000000000000002',1795276126.3,4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "changes" VALUES(1,6,X'00000000000000000000000000000004',1795276126.309,2,4,'four',NULL,NULL,NULL,NULL,NULL,0,1795276126.274,1795276126.274,NULL);
INSERT INTO "changes" VALUES(1,7,X'00000000000000000000000000000003',1795276126.318,1,3,'three',NULL,NULL,NULL,NULL,NULL,1,1795276126.264,1795276126.264,1795276126.264);
CREATE TABLE coordinates (
    address   TEXT NOT NULL PRIMARY KEY CHECK (length(address) BETWEEN 1 AND 500),
    latitude  REAL CHECK (latitude BETWEEN -90.0 AND 90.0),
    longitude REAL CHECK (longitude BETWEEN -180.0 AND 180.0),
    found_at  REAL NOT NULL,
    CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO "coordinates" VALUES('home',51.25,6.75,1795278001.5);
INSERT INTO "coordinates" VALUES('nowhere',NULL,NULL,1795278002.5);
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
    revision    INTEGER NOT NULL CHECK (revision > 0), card BLOB NOT NULL DEFAULT x'',
    CHECK ((latitude IS NULL) = (longitude IS NULL)),
    CHECK (latitude IS NULL OR place_name IS NOT NULL)
) STRICT;
INSERT INTO "items" VALUES(1,1,X'00000000000000000000000000000001','one',NULL,NULL,NULL,NULL,NULL,1,1795276126.264,1795276126.282,1795276126.282,3,X'01000000000000000000000000000000010000000000000001000000000000000341DAC06F5790E56041DAC06F57920C4A41DAC06F57920C4A6F6E65');
INSERT INTO "items" VALUES(3,1,X'00000000000000000000000000000003','drei',NULL,NULL,NULL,NULL,NULL,1,1795276126.264,1795276126.318,1795276126.264,7,X'01000000000000000000000000000000030000000000000003000000000000000741DAC06F5790E56041DAC06F57945A1D41DAC06F5790E56064726569');
INSERT INTO "items" VALUES(5,1,X'00000000000000000000000000000002','two again',NULL,NULL,NULL,NULL,NULL,0,1795276126.3,1795276126.3,NULL,5,X'00000000000000000000000000000000020000000000000005000000000000000541DAC06F5793333341DAC06F5793333374776F20616761696E');
CREATE TABLE migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL,
    checksum TEXT NOT NULL, applied_at REAL NOT NULL
) STRICT;
INSERT INTO "migrations" VALUES(1,'0001_items','31b0b6c6a52d0ae0',1795276126.154);
INSERT INTO "migrations" VALUES(2,'0002_horizon','edd67ca0685e4413',1795276126.157);
INSERT INTO "migrations" VALUES(3,'0003_coordinates','9b3027e1d49c0a12',1795278000.5);
INSERT INTO "migrations" VALUES(4,'0004_search','c68316f2c563e07c',1795280000.25);
INSERT INTO "migrations" VALUES(5,'0005_accounts','9deb96b3a166b9b3',1795290000.5);
INSERT INTO "migrations" VALUES(6,'0006_orders','fd25c9407fa0b170',1795300000.25);
INSERT INTO "migrations" VALUES(7,'0007_cards','9e1cc24307828673',1795310000.25);
INSERT INTO "migrations" VALUES(8,'0008_searchable','2ee511dcb3e121f0',1795320000.25);
INSERT INTO "migrations" VALUES(9,'0009_newest','5f62faaa6a352f8b',1795330000.25);
INSERT INTO "migrations" VALUES(10,'0010_stale','ae0da77042a88dd',1795340000.5);
CREATE TABLE owners (
    owner    INTEGER PRIMARY KEY,
    epoch    TEXT    NOT NULL CHECK (length(epoch) BETWEEN 4 AND 15 AND epoch NOT GLOB '*[^a-z0-9]*'),
    revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0)
, horizon INTEGER NOT NULL DEFAULT 0
    CHECK (horizon BETWEEN 0 AND revision), answer_bytes INTEGER NOT NULL DEFAULT 0 CHECK (answer_bytes >= 0), last_run INTEGER NOT NULL DEFAULT 0 CHECK (last_run >= 0), leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1)), runs BLOB NOT NULL DEFAULT x'', searchable_to INTEGER NOT NULL DEFAULT 0 CHECK (searchable_to >= 0), newest BLOB NOT NULL DEFAULT x'', stale INTEGER NOT NULL DEFAULT 0 CHECK (stale >= 0)) STRICT;
INSERT INTO "owners" VALUES(1,'sf7u86jt',7,0,0,2,0,X'0000000000000001000000000000000C',3,X'',0);
INSERT INTO "owners" VALUES(2,'ab12cd34',0,0,0,0,0,X'',0,X'',0);
CREATE TABLE places (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    last INTEGER NOT NULL CHECK (last >= 0)
) STRICT;
INSERT INTO "places" VALUES(1,5);
CREATE TABLE terms (
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    run   INTEGER NOT NULL CHECK (run > 0),
    first BLOB    NOT NULL CHECK (length(first) > 0),
    rest  BLOB    NOT NULL CHECK (length(rest) > 0),
    PRIMARY KEY (owner, run, first)
) STRICT, WITHOUT ROWID;
INSERT INTO "terms" VALUES(1,1,X'016472656900000000000003',X'0C0001146F6E6500000000000001012074776F20616761696E00000000000005000E03000000000001060203060205');
CREATE TABLE tokens (
    selector     BLOB    NOT NULL PRIMARY KEY CHECK (length(selector) = 16),
    owner        INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
    digest       BLOB    NOT NULL CHECK (length(digest) = 32),
    label        TEXT    CHECK (length(label) BETWEEN 1 AND 200 AND instr(label, char(0)) = 0),
    created_at   REAL    NOT NULL,
    last_used_at REAL    NOT NULL,
    expires_at   REAL    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE tombstones (
    place      INTEGER PRIMARY KEY,
    owner      INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    id         BLOB    NOT NULL CHECK (length(id) = 16),
    revision   INTEGER NOT NULL CHECK (revision > 0),
    deleted_at REAL    NOT NULL
) STRICT;
INSERT INTO "tombstones" VALUES(4,1,X'00000000000000000000000000000004',6,1795276126.309);
CREATE TABLE trigrams (
    owner   INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    run     INTEGER NOT NULL CHECK (run > 0),
    trigram INTEGER NOT NULL CHECK (trigram BETWEEN 0 AND 16777215),
    places  BLOB    NOT NULL CHECK (length(places) > 0),
    PRIMARY KEY (owner, run, trigram)
) STRICT, WITHOUT ROWID;
INSERT INTO "trigrams" VALUES(1,1,7302757,X'01');
INSERT INTO "trigrams" VALUES(1,2,6582885,X'03');
INSERT INTO "trigrams" VALUES(1,2,7497065,X'03');
CREATE TABLE unsearchable (
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    place INTEGER NOT NULL,
    PRIMARY KEY (owner, place)
) STRICT, WITHOUT ROWID;
INSERT INTO "unsearchable" VALUES(1,1);
CREATE UNIQUE INDEX items_by_id ON items (owner, id);
CREATE INDEX items_in_order ON items (owner, done);
CREATE INDEX items_by_revision ON items (owner, revision);
CREATE UNIQUE INDEX tombstones_by_id ON tombstones (owner, id);
CREATE INDEX tombstones_by_revision ON tombstones (owner, revision);
CREATE INDEX answers_by_time ON answers (owner, answered_at);
CREATE INDEX answers_with_content ON answers (owner, answered_at) WHERE content IS NOT NULL;
CREATE INDEX coordinates_by_time ON coordinates (found_at);
CREATE UNIQUE INDEX accounts_by_email ON accounts (email_key);
CREATE INDEX tokens_by_use ON tokens (owner, last_used_at);
CREATE INDEX tokens_by_expiry ON tokens (expires_at);
CREATE INDEX owners_leaving ON owners (owner) WHERE leaving = 1;
COMMIT;
