"""The costs of a process without requests."""

import shutil, sys, time

from load.server import BINARY, Server
from load.wire import Line
from counts import callgrind

# The first connections warm up shared state.
FEW, MANY = 500, 2_500
# Without pages of files: how many are resident depends on other processes.
OWN = "RssAnon"


def served(name, seed, folder, **how):
    database = folder / f"{name}.sqlite"
    shutil.copy(seed, database)
    return Server(database, options=["--lanes", "2", "--owner-count", "1000000"], **how)


def start(seed, folder):
    """From the start to the end, with one response."""
    out = folder / "start.out"
    server = served("start", seed, folder, below=callgrind.below(out))
    try:
        status = server.ask("GET", "/readyz").status
    finally:
        code = server.end(patience=60)
    if status != 200 or code:
        sys.exit(f"A server that is started: {status}, {code}.")
    return callgrind.counted(out)


def idle(seed, folder):
    """The server's private memory after one page of items has been read."""
    server = served("idle", seed, folder)
    try:
        server.ask("GET", "/items?limit=100")
        return (settled(server),)
    finally:
        server.end()


def settled(server):
    """Its private memory once that is stable: memory of the start is released afterwards."""
    before, now = None, server.memory(OWN)
    while now != before:
        time.sleep(0.3)
        before, now = now, server.memory(OWN)
    return now


def connection(seed, folder):
    """The memory of a connection that stays open after one request."""
    server = served("connection", seed, folder)
    lines = []

    def with_open(number):
        while len(lines) < number:
            lines.append(Line(server.port))
            lines[-1].ask("GET", "/healthz")
        return (settled(server),)

    try:
        return callgrind.each(with_open(FEW), with_open(MANY), MANY - FEW)
    finally:
        for line in lines:
            line.close()
        server.end()


def program():
    """The size of the released program."""
    return (BINARY.stat().st_size,)
