-- Accounts, the tokens that speak for them, and owners who are leaving.

-- ---------------------------------------------------------------------------------------------
-- accounts: at most one for each owner
-- email      as it was written
-- email_key  its folded UTF-8, by which it is found
-- password   a string of crypt(5)
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
-- selector      is looked up, and no secret
-- digest        SHA-256 of the secret
-- last_used_at  give or take an hour
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
-- last_owner   the last key that an owner was given; none is ever given to another, since what is
--              remembered of owners elsewhere goes by their keys
-- revocations  how often a token was taken back; as long as it stands still, what is known of
--              tokens is true
-- ---------------------------------------------------------------------------------------------
CREATE TABLE access (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    last_owner  INTEGER NOT NULL CHECK (last_owner > 0),
    revocations INTEGER NOT NULL CHECK (revocations >= 0)
) STRICT;

INSERT INTO access SELECT 1, max(1, coalesce(max(owner), 1)), 0 FROM owners;

-- ---------------------------------------------------------------------------------------------
-- owners
-- leaving  whether the account is gone and all that is the owner's is being erased: nothing may be
--          written for them any more
-- ---------------------------------------------------------------------------------------------
ALTER TABLE owners ADD COLUMN leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1));
CREATE INDEX owners_leaving ON owners (owner) WHERE leaving = 1;
