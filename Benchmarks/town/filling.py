"""Fills a database for each program once; measurements work on copies."""

import hashlib
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from build import GENERATOR, HERE
from load import owners
from servers import Server


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def generate(options, what, *more):
    """Runs the generator for this town; its exit code and output."""
    names = ("accounts", "median", "sigma", "big", "together")
    words = [word for name in names for word in (f"--{name}", getattr(options, name))]
    command = [GENERATOR, what, *words, *more]
    done = subprocess.run([str(w) for w in command], stdout=subprocess.PIPE, text=True)
    return done.returncode, done.stdout


def fill_reference(options, database, tokens):
    db = sqlite3.connect(database)
    db.execute("PRAGMA journal_mode=WAL")
    db.executescript((HERE / "schema.sql").read_text())
    keys = range(2, options.accounts + 2)
    db.executemany("INSERT INTO owners VALUES (?, 0)", ((key,) for key in keys))
    hashes = (hashlib.sha256(token.encode()).digest() for token in tokens)
    db.executemany("INSERT INTO tokens VALUES (?, ?)", sorted(zip(hashes, keys)))
    db.commit()
    db.close()
    if generate(options, "fill", "--db", database)[0]:
        sys.exit("filling the reference server's database failed")
    # The generator filled it without a log.
    db = sqlite3.connect(database)
    db.execute("PRAGMA journal_mode=WAL")
    db.close()


def fill_toodoo(options, kind, database, tokens, token_file):
    """Accounts are written into the database, items go in over HTTP."""
    owners.sign_up(database, options.accounts, kind.program)
    with Server(kind, database, tokens[0]) as server:
        to = ["--port", server.port, "--tokens", token_file, "--connections", 256]
        if generate(options, "post", *to)[0]:
            sys.exit("filling toodoo failed")


def fill(options, kind, folder, tokens):
    """The database that a program begins with, made if it does not exist."""
    database = folder / f"{kind.name if kind.is_toodoo else 'reference'}.sqlite"
    if database.exists():
        return database
    say(f"filling {database}")
    token_file, making, began = folder / "tokens", folder / "making.sqlite", time.time()
    token_file.write_text("\n".join(tokens) + "\n")
    for leftover in folder.glob("making.*"):
        leftover.unlink()
    if kind.is_toodoo:
        fill_toodoo(options, kind, making, tokens, token_file)
    else:
        fill_reference(options, making, tokens)
    # Moves the log into the file, so that a copy of the file is all.
    db = sqlite3.connect(making)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    if kind.is_toodoo:
        check(kind, making)
    making.rename(database)
    size, seconds = database.stat().st_size / 2**20, time.time() - began
    say(f"{database}: {size:.0f} MB in {seconds:.0f} s")
    return database


def check(kind, database: Path):
    command = [kind.program, "check", "--db", database]
    subprocess.run(command, check=True, stdout=sys.stderr)
