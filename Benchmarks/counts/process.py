"""What the process costs before anybody asks for anything."""
import shutil, sys, time

from attacks.server import BINARY, Server
from attacks.wire import Line
from counts import callgrind

# The first connections warm up what the others use as well.
FEW, MANY = 500, 2_500
# Without the pages of files: how many of those are resident depends on what else the machine has read.
OWN = "RssAnon"


def served(name, seed, folder, **how):
    database = folder / f"{name}.sqlite"
    shutil.copy(seed, database)
    return Server(database, options=["--lanes", "2"], **how)


def start(seed, folder):
    """From the start over one answer to the end."""
    out = folder / "start.out"
    server = served("start", seed, folder, below=callgrind.below(out))
    try: status = server.ask("GET", "/readyz").status
    finally: code = server.end(patience=60)
    if status != 200 or code: sys.exit(f"A server that is started: {status}, {code}.")
    return callgrind.counted(out)


def idle(seed, folder):
    """What the server has for itself once a page has been read."""
    server = served("idle", seed, folder)
    try:
        server.ask("GET", "/items?limit=100")
        return (settled(server),)
    finally: server.end()


def settled(server):
    """What it has for itself when that no longer changes: memory that only the start needed is handed back after it."""
    before, now = None, server.memory(OWN)
    while now != before:
        time.sleep(.3)
        before, now = now, server.memory(OWN)
    return now


def connection(seed, folder):
    """What a connection takes that has asked once and stays."""
    server = served("connection", seed, folder)
    lines = []

    def with_open(number):
        while len(lines) < number:
            lines.append(Line(server.port))
            lines[-1].ask("GET", "/healthz")
        return (settled(server),)

    try: return callgrind.each(with_open(FEW), with_open(MANY), MANY - FEW)
    finally:
        for line in lines: line.close()
        server.end()


def program():
    """How large the file is that users run."""
    return (BINARY.stat().st_size,)
