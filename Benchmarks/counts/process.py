"""What the process costs before anybody asks for anything."""
import shutil, sys, time

from attacks.server import Server
from attacks.wire import Line
from counts import callgrind

CONNECTIONS = 1_000


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
    """What is resident once a page has been read."""
    server = served("idle", seed, folder)
    try:
        server.ask("GET", "/items?limit=100")
        return (server.memory(),)
    finally: server.end()


def settled(server):
    """What is resident when that no longer changes: memory that only the start needed is handed back after it."""
    before, now = None, server.memory()
    while now != before:
        time.sleep(.1)
        before, now = now, server.memory()
    return now


def connection(seed, folder):
    """What a connection takes that has asked once and stays."""
    server = served("connection", seed, folder)
    lines = []
    try:
        server.ask("GET", "/healthz")
        empty = settled(server)
        for _ in range(CONNECTIONS):
            lines.append(Line(server.port))
            lines[-1].ask("GET", "/healthz")
        return ((server.memory() - empty) / CONNECTIONS,)
    finally:
        for line in lines: line.close()
        server.end()
