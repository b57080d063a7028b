"""The costs of whole requests in a release build, with sockets, log and metrics."""

import itertools, re, shutil, sys

from load.server import Server
from load.wire import Line, request
from counts import callgrind, seed as seeding

# Few enough for the shorter run to request each.
ITEMS = list(seeding.items(200, 42))


def of_each(method, status, body=None, fields=""):
    """The same request for one item after the other; `body` makes its body."""

    def requests(server):
        for item in itertools.cycle(ITEMS):
            yield request(method, f"/items/{item['id']}", body and body(item), fields), status

    return requests


def list_again(server):
    while True:
        yield request("GET", "/items?limit=100"), 200


def pages(first):
    """A different page each time, while there are more."""

    def requests(server):
        target = first
        while True:
            answer = yield request("GET", target), 200
            link = re.match(rb"<([^>]*)>; rel=\"next\"", answer.fields.get(b"link", b""))
            target = link[1].decode() if link else first

    return requests


def unchanged(server):
    tag = server.ask("GET", "/items?limit=100").fields[b"etag"].decode()
    while True:
        yield request("GET", "/items?limit=100", fields=f"If-None-Match: {tag}\r\n"), 304


def no_changes(server):
    clock = server.ask("GET", "/items?limit=1").fields[b"etag"].decode().strip('"')
    while True:
        yield request("GET", f"/items/changes?since={clock}"), 200


def changes(server):
    while True:
        yield request("GET", "/items/changes?limit=100"), 200


def history(server):
    """A page of small writes: the last ones, of 40 items."""
    for turn in range(60):
        path = f"/items/{ITEMS[turn % 40]['id']}"
        if server.ask("PATCH", path, {"title": f"Title {turn}"}).status != 200:
            sys.exit("A PATCH is refused.")
    while True:
        yield request("GET", "/history?limit=50"), 200


def large_writes(server):
    """A page of the writes of the import, of 1,000 items each."""
    while True:
        yield request("GET", "/history?limit=10"), 200


def history_of_one(server):
    """The history of the item that was imported first, behind all entries of the others."""
    while True:
        yield request("GET", f"/items/{ITEMS[0]['id']}/history"), 200


def post(server):
    for item in seeding.items(1_000_000, 43):
        yield request("POST", "/items", item), 201


# Requests, number of connections, rounds of one request per connection, and options. The log thread works by the
# clock, so the log is off except where it is measured.
ONE_LANE = ["--lanes", "1", "--log", "off"]
KINDS = {
    "GET": (of_each("GET", 200), 1, (250, 1_250), ONE_LANE),
    "GET that the client has": (
        of_each("GET", 304, fields="If-None-Match: *\r\n"),
        1,
        (250, 1_250),
        ONE_LANE,
    ),
    "GET, 64 connections": (of_each("GET", 200), 64, (10, 50), ONE_LANE),
    "GET, 64 connections, 2 lanes": (
        of_each("GET", 200),
        64,
        (10, 50),
        ["--lanes", "2", "--log", "off"],
    ),
    "GET, 64 connections, with a log": (
        of_each("GET", 200),
        64,
        (10, 50),
        ["--lanes", "1", "--log", "text"],
    ),
    "GET, 64 connections, with a log of JSON": (
        of_each("GET", 200),
        64,
        (10, 50),
        ["--lanes", "1", "--log", "json"],
    ),
    "the same list of 100": (list_again, 1, (50, 250), ONE_LANE),
    "another list of 100": (pages("/items?limit=100"), 1, (50, 250), ONE_LANE),
    "another list of 100, by title": (pages("/items?sort=-title&limit=100"), 1, (2, 6), ONE_LANE),
    "another list of 100, of what is open": (
        pages("/items?done=false&limit=100"),
        1,
        (50, 250),
        ONE_LANE,
    ),
    "list that the client has": (unchanged, 1, (250, 1_250), ONE_LANE),
    "changes, of which there are none": (no_changes, 1, (250, 1_250), ONE_LANE),
    "100 changes": (changes, 1, (50, 250), ONE_LANE),
    "history of 50 writes": (history, 1, (20, 100), ONE_LANE),
    "history of 10 writes of 1,000 items": (large_writes, 1, (1, 3), ONE_LANE),
    "history of an item, behind 100,000 entries": (history_of_one, 1, (1, 3), ONE_LANE),
    "another list of 40": (pages("/items?limit=40"), 1, (50, 250), ONE_LANE),
    "PUT of what is there": (of_each("PUT", 200, lambda item: item), 1, (200, 1_000), ONE_LANE),
    "PATCH of what is so": (
        of_each("PATCH", 200, lambda item: {"done": False}),
        1,
        (200, 1_000),
        ONE_LANE,
    ),
    "POST": (post, 1, (50, 250), ONE_LANE),
}


def measure(name, seed, folder):
    """The cost of one request of this kind in the whole process, including the writer."""
    kind, connections, (few, many), options = KINDS[name]
    stem = re.sub(r"\W+", "-", name)
    counted = (
        run(kind, connections, rounds, options, seed, folder / f"{stem}-{rounds}")
        for rounds in (few, many)
    )
    return callgrind.each(*counted, (many - few) * connections)


def run(kind, connections, rounds, options, seed, stem):
    database, out = stem.with_suffix(".sqlite"), stem.with_suffix(".out")
    shutil.copy(seed, database)
    room = ["--owner-count", "1000000"]
    server = Server(database, options=[*options, *room], below=callgrind.below(out))
    try:
        if not server.is_ready:
            sys.exit("The server does not start below valgrind.")
        ask(server, kind, connections, rounds)
    finally:
        code = server.end(patience=60)
    if code:
        sys.exit(f"The server ended with {code}.")
    database.unlink()
    return callgrind.counted(out)


def ask(server, kind, connections, rounds):
    """Repeatedly sends one request on each connection and then reads all responses."""
    lines, requests, answer = (
        [Line(server.port, timeout=60) for _ in range(connections)],
        kind(server),
        None,
    )
    for _ in range(rounds):
        expected = []
        for line in lines:
            data, status = requests.send(answer)
            line.send(data)
            expected.append(status)
        for line, status in zip(lines, expected):
            answer = line.read()
            if answer.status != status:
                sys.exit(f"{answer.status} instead of {status}: {answer.content[:300]}")
    for line in lines:
        line.close()
