"""Malicious clients: floods, resets, and almost valid requests."""
import json, re, select, socket, time, uuid

from attacks import wire
from attacks.world import attack

ROOM = 1000
MUTATIONS_A_SECOND = 4000


@attack("connect-flood", descriptors=ROOM + 48)
def connect_flood(world):
    """Connections opened and closed as fast as possible, then 1.5 times as many as the limit"""
    opened = 0
    for _ in world.rounds(share=.5):
        for n in range(100):
            s = wire.connect(world.server.port)
            wire.reset(s) if n % 2 else s.close()
        opened += 100
    world.happened(f"{opened:,} opened and closed")
    with world.crowd(ROOM * 3 // 2) as sockets:
        for _ in world.rounds(share=.5, every=.1): pass
        told = [wire.arrived(s) for s in sockets]
    refused, kept = sum((t or b"")[9:12] == b"503" for t in told), told.count(None)
    world.happened(f"of {len(told):,} that stayed {kept:,} were let in and {refused} told 503")
    world.expect(refused + kept == len(told), f"{told.count(b'')} closed without a word")
    world.expect(0 < kept <= ROOM < kept + refused, "no limit was reached")
    world.happened(f"room again after {recovery(world):.0f} ms")


def recovery(world):
    """Milliseconds until a new client is served."""
    begin = time.monotonic()
    while time.monotonic() - begin < 5:
        try:
            if world.server.ask("GET", "/healthz").status == 200: return (time.monotonic() - begin) * 1e3
        except (OSError, wire.Broken): pass
        time.sleep(.001)
    world.expect(False, "new clients are not served any more")
    return 5000


@attack("resets")
def resets(world):
    """Connections reset at every stage of a request and its answer"""
    counts = dict.fromkeys(STAGES, 0)
    for _ in world.rounds():
        for name, (data, taken) in STAGES.items():
            s = wire.connect(world.server.port, buffer=65_536)
            s.sendall(data)
            while taken > 0: taken -= len(s.recv(min(taken, 65_536))) or taken
            wire.reset(s)
            counts[name] += 1
    world.happened(", ".join(f"{name} {count:,}" for name, count in counts.items()))


# The bytes sent before the reset, and how much of the response is read.
STAGES = {
    "after connect": (b"", 0),
    "in the head": (b"GET /items HTTP/1.1\r\nHost: lo", 0),
    "in the body": (wire.request("POST", "/items", {"title": "Buy milk"})[:-5], 0),
    "in a write": (wire.request("POST", "/items", {"title": "Buy milk"}), 0),
    "in an answer": (wire.request("GET", "/items?limit=500"), 100),
    "in a stream": (wire.request("GET", "/items"), 200_000),
}


@attack("mutations")
def mutations(world):
    """50,000 requests with a few bytes changed: each is answered or closed, none hangs, none is a 500"""
    valid, number = samples(), world.count(50_000)
    tally, open_ones, poll, sent, begin = {}, {}, select.epoll(), 0, time.monotonic()
    while sent < number or open_ones:
        # At a rate that leaves the two cores to the server; this does not measure speed.
        while sent < number and len(open_ones) < 64 and sent < (time.monotonic() - begin) * MUTATIONS_A_SECOND:
            probe = Probe(world.server.port, valid if sent % 50 == 0 else mutant(world.random, valid), world.random)
            open_ones[probe.socket.fileno()] = probe
            poll.register(probe.socket, select.EPOLLIN)
            sent += 1
        for number_of, _ in poll.poll(.001):
            if not open_ones[number_of].read(): close(world, open_ones.pop(number_of), poll, tally)
        for probe in [p for p in open_ones.values() if time.monotonic() - p.begin > 15]:
            world.expect(False, f"hangs: {probe.data[:200]!r}")
            close(world, open_ones.pop(probe.socket.fileno()), poll, tally)
    poll.close()
    world.happened(", ".join(f"{count:,} × {what}" for what, count in sorted(tally.items(), key=str)))
    harm = world.seed.harm(world.server)
    world.expect(harm == 0, f"{harm} items were changed")


def close(world, probe, poll, tally):
    poll.unregister(probe.socket)
    probe.socket.close()
    for what in probe.outcome(world): tally[what] = tally.get(what, 0) + 1


class Probe:
    """One possibly invalid request, on a connection that is then half closed."""
    def __init__(self, port, data, random):
        self.is_valid = isinstance(data, list)
        self.data = random.choice(data) if self.is_valid else data
        self.received, self.was_reset, self.begin = b"", False, time.monotonic()
        self.socket = wire.connect(port)
        try:
            self.socket.sendall(self.data)
            self.socket.shutdown(socket.SHUT_WR)
        except OSError: pass  # Refused before it was sent completely; the response may have arrived all the same.
        self.socket.setblocking(False)

    def read(self):
        """Reads what has arrived; false at the end."""
        try: more = self.socket.recv(262_144)
        except BlockingIOError: return True
        except OSError: more, self.was_reset = b"", True
        self.received += more
        return bool(more)

    def outcome(self, world):
        """The statuses of the responses, or how the connection ended without one."""
        try: statuses = list(self.statuses())
        except (wire.Malformed, ValueError) as error:
            world.expect(False, f"{error} to {self.data[:200]!r}")
            return ["malformed"]
        bad = set(statuses) - ALLOWED
        world.expect(not bad, f"{bad} to {self.data[:200]!r}")
        world.expect(not self.is_valid or statuses and statuses[0] < 300, f"{statuses} to {self.data[:200]!r}")
        return statuses or ["reset" if self.was_reset else "closed"]

    def statuses(self):
        rest = self.received
        while rest:
            answer = wire.parse(rest)
            # A response to HEAD, which a mutation may have introduced or removed, has a length and no content.
            if b"HEAD" in self.data and (not answer or answer.content.startswith(b"HTTP/")):
                answer = wire.parse(rest, is_head=True)
            if not answer: raise wire.Malformed(f"half an answer, {rest[:100]!r},")
            yield answer.status
            rest = rest[answer.length:]


ALLOWED = {100, 200, 201, 204, 304, 400, 404, 405, 406, 408, 409, 410, 411, 412, 413, 414, 415, 417, 421, 422, 426,
           428, 429, 431, 501, 503, 505}


def samples():
    """Valid requests of every kind, on items of their own."""
    id = str(uuid.UUID(int=1, version=4))
    item = {"id": id, "title": "Buy milk", "timestamp": 1.7e9, "location": {
        "name": "Shop", "coordinate": {"latitude": 50.1, "longitude": 8.7}}}
    text = json.dumps(item).encode()
    chunks = b"%x\r\n%b\r\n" % (20, text[:20]) + b"%x;a=b\r\n%b\r\n0\r\nX-T: y\r\n\r\n" % (len(text) - 20, text[20:])
    put = f"PUT /items/{id} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n".encode()
    get = wire.request("GET", "/items?limit=2", fields='If-None-Match: "a.1", W/"b.2"\r\nAccept: application/json\r\n')
    return [
        get, get + wire.request("GET", "/healthz") * 2, wire.request("HEAD", "/items?limit=1"),
        wire.request("OPTIONS", "*"), wire.request("GET", "http://localhost/readyz", fields="X-Request-Id: a-1\r\n"),
        wire.request("POST", "/items", {"title": "Buy milk", "timestamp": 1.7e9, "done": False}),
        wire.request("POST", "/items", [{"title": "\u00fc\u1f600"}, {"title": "b"}], "Expect: 100-continue\r\n"),
        wire.request("PUT", f"/items/{id}", item), put + b"Transfer-Encoding: chunked\r\n\r\n" + chunks,
    ]


def mutant(random, valid):
    """A valid request with one to four small changes; never one for all items at once."""
    while True:
        data = bytearray(random.choice(valid))
        for _ in range(random.randint(1, 4)): random.choice(CHANGES)(random, data, valid)
        if not re.search(rb"(DELETE|PATCH)[^\n]*/items[^/]", data): return bytes(data)


def flip(random, data, _):
    if data: data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def put_in(random, data, _):
    at = random.randint(0, len(data))
    data[at:at] = random.choice(TOKENS)


def take_out(random, data, _):
    at = random.randint(0, len(data))
    del data[at:at + random.choice((1, 2, 16, 1000))]


def repeat(random, data, _):
    at = random.randint(0, len(data))
    data[at:at] = data[at:at + random.randint(1, 60)] * random.choice((1, 2, 50))


def splice(random, data, valid):
    other = random.choice(valid)
    data[random.randint(0, len(data)):] = other[random.randint(0, len(other)):]


CHANGES = (flip, put_in, take_out, repeat, splice)
TOKENS = [
    b"\r", b"\n", b"\r\n", b"\r\n\r\n", b"\0", b" ", b"\t", b":", b"%", b"%00", b"\xff", b"\xc3\x28", b"/", b"?", b"#", b'"', b"{",
    b"[" * 100, b",", b"-1", b"18446744073709551616", b"9" * 400, b"1e999", b"\\ud800", b"0x10", b"chunked",
    b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip\r\n", b"Host: b\r\n",
    b"Connection: close\r\n", b"Expect: 100-continue\r\n", b"HEAD ", b"CONNECT ", b"HTTP/1.0", b"HTTP/2.0", b"x" * 20_000,
]
