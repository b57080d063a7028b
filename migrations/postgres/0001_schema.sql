-- Owners and their revision clocks, items, the log of changes, accounts and tokens, on PostgreSQL.
--
-- owner     key of an owner; it leads every key of what belongs to one, so that the tables can be cut by owner
-- sequence  creation number of an item within its owner: from 1, never reused
-- revision  value of the owner's revision clock, which counts the write requests that changed something
-- ordinal   number of a change within its write: from 1, in the order of writing
-- times     seconds since 1970
--
-- The CHECKs repeat the limits of the domain for every way into the database. A text cannot hold a NUL here. There are
-- no foreign keys and no triggers: they cost twice the time of a write, and engines that cut tables by owner lack them.

-- ---------------------------------------------------------------------------------------------
-- owners: one row per owner, with all that a write locks. Each write to an owner's rows locks this row first, so
-- writes of one owner follow one another on all servers, and those of several owners lock in the order of their keys.
--   epoch          precedes each revision on the wire; made with the owner, replaced by a restore
--   last_sequence  last sequence given out
--   item_count     number of the owner's items
--   item_bytes     bytes of the owner's items: 128 for each, and their texts as UTF-8
--   history_bytes  bytes of the owner's changes: 64 for each, and their texts as UTF-8
--   answer_bytes   bytes of the contents in answers
--   leaving        the account was removed and the owner's rows are being erased; writes are refused
-- ---------------------------------------------------------------------------------------------
CREATE TABLE owners (
    owner         bigint  PRIMARY KEY CHECK (owner > 0),
    epoch         text    COLLATE "C" NOT NULL CHECK (epoch ~ '^[a-z0-9]{4,15}$'),
    revision      bigint  NOT NULL DEFAULT 0 CHECK (revision >= 0),
    last_sequence bigint  NOT NULL DEFAULT 0 CHECK (last_sequence >= 0),
    item_count    bigint  NOT NULL DEFAULT 0 CHECK (item_count >= 0),
    item_bytes    bigint  NOT NULL DEFAULT 0 CHECK (item_bytes >= 0),
    history_bytes bigint  NOT NULL DEFAULT 0 CHECK (history_bytes >= 0),
    answer_bytes  bigint  NOT NULL DEFAULT 0 CHECK (answer_bytes >= 0),
    leaving       boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);

CREATE INDEX owners_leaving ON owners (owner) WHERE leaving;

-- Keys of owners are never given out twice, since caches refer to owners by key; 1 is the local owner's.
CREATE SEQUENCE owner_keys START 2;

-- ---------------------------------------------------------------------------------------------
-- items: the current items; each order of a list is an index, whose last column makes it unique
--   day       days since 1970 of a due date without a time, of which timestamp is the start somewhere
--   repeat    the rule by which the item comes back, as JSON in canonical form
--   tags      the tags, with a space between two
--   position  the key of the order by hand, which clients compute
--   remind    minutes before timestamp
-- ---------------------------------------------------------------------------------------------
CREATE TABLE items (
    owner         bigint           NOT NULL,
    id            uuid             NOT NULL,
    sequence      bigint           NOT NULL CHECK (sequence > 0),
    revision      bigint           NOT NULL CHECK (revision > 0),
    created_at    double precision NOT NULL,
    updated_at    double precision NOT NULL,
    done_at       double precision,
    done          boolean          NOT NULL CHECK ((done_at IS NOT NULL) = done),
    timestamp     double precision CHECK (timestamp >= -62135596800 AND timestamp < 253402300800),
    day           bigint           CHECK (timestamp BETWEEN day * 86400 - 50400 AND day * 86400 + 43200),
    latitude      double precision CHECK (latitude BETWEEN -90 AND 90),
    longitude     double precision CHECK (longitude BETWEEN -180 AND 180),
    title         text COLLATE "C" NOT NULL CHECK (length(title) BETWEEN 1 AND 500),
    repeat        text COLLATE "C" CHECK (length(repeat) BETWEEN 21 AND 300),
    location_name text COLLATE "C" CHECK (length(location_name) <= 500),
    description   text COLLATE "C" CHECK (octet_length(description) <= 65536),
    tags          text COLLATE "C" CHECK (length(tags) BETWEEN 1 AND 409),
    position      text COLLATE "C" CHECK (length(position) BETWEEN 2 AND 64 AND position !~ '[^0-9A-Za-z]'),
    remind        bigint           CHECK (remind BETWEEN -10080 AND 40320),
    CHECK (day IS NULL OR timestamp IS NOT NULL),
    CHECK (repeat IS NULL OR timestamp IS NOT NULL AND NOT done),
    CHECK (remind IS NULL OR timestamp IS NOT NULL),
    CHECK ((latitude IS NULL) = (longitude IS NULL)),
    CHECK (latitude IS NULL OR location_name IS NOT NULL),
    PRIMARY KEY (owner, id)
);

CREATE UNIQUE INDEX items_by_done ON items (owner, done, sequence);
CREATE UNIQUE INDEX items_by_revision ON items (owner, revision, sequence);
CREATE UNIQUE INDEX items_by_timestamp ON items (owner, timestamp, sequence);
CREATE UNIQUE INDEX items_by_title ON items (owner, title, sequence);
-- When open items are due to be told, over all owners.
CREATE INDEX items_by_reminder ON items ((timestamp - 60 * remind), owner, sequence) WHERE remind IS NOT NULL AND NOT done;

-- ---------------------------------------------------------------------------------------------
-- tombstones: deleted items, with the change that deleted each
-- ---------------------------------------------------------------------------------------------
CREATE TABLE tombstones (
    owner    bigint NOT NULL,
    id       uuid   NOT NULL,
    revision bigint NOT NULL CHECK (revision > 0),
    ordinal  bigint NOT NULL CHECK (ordinal > 0),
    PRIMARY KEY (owner, id)
);

CREATE INDEX tombstones_by_revision ON tombstones (owner, revision, ordinal);

-- ---------------------------------------------------------------------------------------------
-- changes: the old values of each change, kept for 30 days. An item before a change is the item after it, with the
-- members of the change put in.
--   members  the kind of change, and the members whose columns hold old values, as bits:
--            1      creation: there was no item
--            2      deletion: all members and created_at hold the item
--            4      the same write had touched the sequence before
--            256    title
--            512    itemDescription
--            1024   timestamp
--            2048   day
--            4096   repeat
--            8192   location
--            16384  done: done_at
--            32768  tags
--            65536  position
--            131072 remind
--            up to 8388608: room for more members
--   bytes    what the change counts for in history_bytes
--   written_by  label of the token that wrote, and
--   undoes      the revision that the write took back: only in the first change of a write
-- ---------------------------------------------------------------------------------------------
CREATE TABLE changes (
    owner         bigint           NOT NULL,
    revision      bigint           NOT NULL CHECK (revision > 0),
    ordinal       bigint           NOT NULL CHECK (ordinal > 0),
    id            uuid             NOT NULL,
    sequence      bigint           NOT NULL CHECK (sequence > 0),
    changed_at    double precision NOT NULL,
    members       bigint           NOT NULL CHECK (members BETWEEN 0 AND 16777215),
    bytes         bigint           NOT NULL CHECK (bytes >= 64),
    written_by    text COLLATE "C",
    undoes        bigint,
    created_at    double precision,
    done_at       double precision,
    timestamp     double precision,
    day           bigint,
    latitude      double precision,
    longitude     double precision,
    repeat        text COLLATE "C",
    title         text COLLATE "C",
    location_name text COLLATE "C",
    description   text COLLATE "C",
    tags          text COLLATE "C",
    position      text COLLATE "C",
    remind        bigint,
    PRIMARY KEY (owner, revision, ordinal)
);

CREATE INDEX changes_by_time ON changes (changed_at);

-- ---------------------------------------------------------------------------------------------
-- answers: responses to requests with an Idempotency-Key, kept for 24 hours
--   fingerprint  digest of the body, which detects the key with another body
--   target_key   digest of the target, which may be longer than a row of an index
--   content      NULL when evicted; the row stays, so the request is not performed again
-- ---------------------------------------------------------------------------------------------
CREATE TABLE answers (
    owner       bigint           NOT NULL,
    key         text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    method      text COLLATE "C" NOT NULL,
    target      text COLLATE "C" NOT NULL,
    target_key  text COLLATE "C" NOT NULL GENERATED ALWAYS AS (md5(target)) STORED,
    fingerprint bytea            NOT NULL,
    answered_at double precision NOT NULL,
    status      bigint           NOT NULL CHECK (status BETWEEN 200 AND 299),
    head        bytea            NOT NULL,
    content     bytea,
    PRIMARY KEY (owner, key, method, target_key)
);

CREATE INDEX answers_by_time ON answers (answered_at);
CREATE INDEX answers_with_content ON answers (owner, answered_at) WHERE content IS NOT NULL;

-- ---------------------------------------------------------------------------------------------
-- coordinates: results of the geocoder, for all owners; beyond 100,000 the oldest are evicted
--   latitude  NULL, like longitude, when the geocoder does not know the address
-- ---------------------------------------------------------------------------------------------
CREATE TABLE coordinates (
    address   text COLLATE "C" PRIMARY KEY CHECK (length(address) BETWEEN 1 AND 500),
    latitude  double precision CHECK (latitude BETWEEN -90 AND 90),
    longitude double precision CHECK (longitude BETWEEN -180 AND 180),
    found_at  double precision NOT NULL,
    CHECK ((latitude IS NULL) = (longitude IS NULL))
);

CREATE INDEX coordinates_by_time ON coordinates (found_at);

-- ---------------------------------------------------------------------------------------------
-- accounts: at most one per owner
--   email      as entered
--   email_key  its case-folded UTF-8, for lookup
--   password   a crypt(5) string; NULL for an account that a proxy signs in
-- ---------------------------------------------------------------------------------------------
CREATE TABLE accounts (
    owner      bigint           PRIMARY KEY,
    name       text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    email      text COLLATE "C" NOT NULL CHECK (octet_length(email) BETWEEN 3 AND 254),
    email_key  bytea            NOT NULL CHECK (octet_length(email_key) > 0),
    password   text COLLATE "C" CHECK (length(password) > 0),
    created_at double precision NOT NULL
);

CREATE UNIQUE INDEX accounts_by_email ON accounts (email_key);

-- ---------------------------------------------------------------------------------------------
-- setup: one row while there is no account and a link makes the first one
--   digest  SHA-256 of the token in the link
-- ---------------------------------------------------------------------------------------------
CREATE TABLE setup (
    one    bigint PRIMARY KEY CHECK (one = 1),
    digest bytea  NOT NULL CHECK (octet_length(digest) = 32)
);

-- ---------------------------------------------------------------------------------------------
-- tokens: at most 100 per account
--   selector      for lookup, not secret
--   digest        SHA-256 of the secret
--   label         its purpose; NULL for a sign-in
--   last_used_at  accurate to an hour
--   is_fixed      whether a use leaves expires_at as it is
--   scope         what it permits; a sign-in, which has no label, permits everything
--   made_by       the token that requested it, which may have ended; NULL for a sign-in and for tokens of commands
-- ---------------------------------------------------------------------------------------------
CREATE TABLE tokens (
    selector     uuid             PRIMARY KEY,
    owner        bigint           NOT NULL,
    digest       bytea            NOT NULL CHECK (octet_length(digest) = 32),
    label        text COLLATE "C" CHECK (length(label) BETWEEN 1 AND 200),
    created_at   double precision NOT NULL,
    last_used_at double precision NOT NULL,
    expires_at   double precision NOT NULL,
    is_fixed     boolean          NOT NULL DEFAULT false,
    scope        text COLLATE "C" NOT NULL CHECK (scope = 'all' OR scope IN ('items', 'read', 'calendar') AND label IS NOT NULL),
    made_by      uuid             CHECK (made_by IS NULL OR label IS NOT NULL)
);

CREATE INDEX tokens_by_use ON tokens (owner, last_used_at);
CREATE INDEX tokens_by_expiry ON tokens (expires_at);

-- ---------------------------------------------------------------------------------------------
-- revocations: one row that counts revocations of tokens; cached tokens are valid while it is unchanged. A sequence
-- would not do: it counts before the revocation is committed.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE revocations (
    one   bigint PRIMARY KEY CHECK (one = 1),
    count bigint NOT NULL CHECK (count >= 0)
);

INSERT INTO revocations (one, count) VALUES (1, 0);

-- ---------------------------------------------------------------------------------------------
-- writers: one row per writer, with the number of its last batch. When a connection breaks during a COMMIT, this row
-- tells on the next connection whether the batch was committed.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE writers (
    writer  uuid             PRIMARY KEY,
    batch   bigint           NOT NULL,
    seen_at double precision NOT NULL
) WITH (fillfactor = 50);

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
    handle          text COLLATE "C"  PRIMARY KEY CHECK (handle ~ '^[0-9a-f]{16}$'),
    owner           bigint            NOT NULL,
    session         uuid,
    ends_at         double precision,
    kind            text COLLATE "C"  NOT NULL CHECK (kind IN ('webpush', 'ntfy')),
    url             text COLLATE "C"  NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
    service         text COLLATE "C"  NOT NULL,
    point           bytea             CHECK ((point IS NOT NULL) = (kind = 'webpush') AND coalesce(octet_length(point), 65) = 65),
    secret          bytea             CHECK ((secret IS NOT NULL) = (kind = 'webpush') AND coalesce(octet_length(secret), 16) = 16),
    token           text COLLATE "C"  CHECK (token IS NULL OR length(token) BETWEEN 1 AND 200 AND kind = 'ntfy'),
    label           text COLLATE "C"  CHECK (length(label) BETWEEN 1 AND 200),
    time_zone       text COLLATE "C",
    origin          text COLLATE "C",
    created_at      double precision  NOT NULL,
    last_success_at double precision,
    last_error      text COLLATE "C",
    failures        bigint            NOT NULL DEFAULT 0 CHECK (failures >= 0),
    messages_until  double precision  NOT NULL DEFAULT 0,
    next_at         double precision
) WITH (fillfactor = 50);

CREATE UNIQUE INDEX subscriptions_by_url ON subscriptions (owner, md5(url));
CREATE UNIQUE INDEX subscriptions_by_endpoint ON subscriptions (md5(url)) WHERE kind = 'webpush';
CREATE INDEX subscriptions_by_turn ON subscriptions (service, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX subscriptions_by_end ON subscriptions (ends_at) WHERE ends_at IS NOT NULL;

-- ---------------------------------------------------------------------------------------------
-- deliveries: the reminders that wait for a subscription, at most 100 for each
-- ---------------------------------------------------------------------------------------------
CREATE TABLE deliveries (
    handle text COLLATE "C" NOT NULL,
    at     double precision NOT NULL,
    id     uuid             NOT NULL,
    owner  bigint           NOT NULL,
    PRIMARY KEY (handle, at, id)
);

-- ---------------------------------------------------------------------------------------------
-- push: one row of what the sender of reminders knows; whoever locks it claims
--   key       the private key that browsers subscribe with, in DER; made when reminders are first turned on
--   at        with owner and sequence the place in items_by_reminder up to which items became deliveries
-- ---------------------------------------------------------------------------------------------
CREATE TABLE push (
    one      bigint PRIMARY KEY CHECK (one = 1),
    key      bytea,
    at       double precision NOT NULL,
    owner    bigint NOT NULL,
    sequence bigint NOT NULL
);

INSERT INTO push (one, at, owner, sequence) VALUES (1, 0, 0, 0);
