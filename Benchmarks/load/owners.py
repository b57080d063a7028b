"""Thousands of accounts, written directly into the database: over HTTP each would need a password hash."""

import base64, hashlib, sqlite3, subprocess, time

from load.server import BINARY

# Sign-ins are limited per address, and the load comes from one.
AUTH = "--auth on --token-rate off --sign-in-rate off --account-rate off"
LONG = 365 * 86_400


def secrets(number):
    """The selector and the secret of an account's token, always the same."""
    selector, secret = (
        hashlib.sha256(f"{what} {number}".encode()).digest() for what in ("selector", "secret")
    )
    return selector[:16], secret


def token(number):
    """The token of an account as text."""
    return ".".join(
        base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in secrets(number)
    )


def fields(number):
    """The header fields of a request of this account."""
    return f"Authorization: Bearer {token(number)}\r\n"


def sign_up(database, count, program=BINARY):
    """Creates the database with a number of accounts, each with a token and without a usable password."""
    # This command creates a database if there is none.
    subprocess.run(
        [program, "import", "-", "--db", database],
        input=b"[]",
        check=True,
        stdout=subprocess.DEVNULL,
    )
    db, now = sqlite3.connect(database), time.time()
    (first,) = db.execute("SELECT last_owner + 1 FROM access").fetchone()
    keys = range(first, first + count)
    with db:
        db.executemany(
            "INSERT INTO owners (owner, epoch) VALUES (?, ?)",
            ((key, hashlib.sha256(b"%d" % key).hexdigest()[:8]) for key in keys),
        )
        db.executemany(
            "INSERT INTO accounts VALUES (?, 'Ann', ?, ?, '*', ?)",
            ((key, f"{key}@example.org", f"{key}@example.org".encode(), now) for key in keys),
        )
        for number, key in enumerate(keys):
            selector, secret = secrets(number)
            db.execute(
                "INSERT INTO tokens (selector, owner, digest, created_at, last_used_at, expires_at, "
                "scope) VALUES (?, ?, ?, ?, ?, ?, 'all')",
                (selector, key, hashlib.sha256(secret).digest(), now, now, now + LONG),
            )
        db.execute("UPDATE access SET last_owner = ?", (keys[-1],))
    db.close()
