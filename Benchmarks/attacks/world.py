"""The environment of an attack: a server with items, a well-behaved client, and the results."""
import contextlib, json, os, random, shutil, time, traceback, uuid
from pathlib import Path

from attacks import wire
from attacks.client import Client
from attacks.server import Server

ATTACKS = {}
LATENCY_BAR = 5
PEAK_BAR = 100 << 20


def attack(name, *, client=True, posts=.25, has_bar=True, **server):
    """Registers a function as an attack; the first line of its docstring is the description.

    `client`: whether a well-behaved client works beside it, and `posts` the share of its writes; `has_bar`:
    whether its times may only grow so much; `server`: how the server is started.
    """
    def register(function):
        ATTACKS[name] = Attack(name, function, client, posts, has_bar, server)
        return function
    return register


class Attack:
    def __init__(self, name, function, client, posts, has_bar, server):
        self.name, self.function, self.client, self.posts = name, function, client, posts
        self.has_bar, self.server, self.says = has_bar, server, function.__doc__.split("\n")[0]


class Seed:
    """A database with many items, created once and copied for every attack."""
    def __init__(self, folder, count):
        self.database, self.ids_file, self.count = folder / "seed" / "items.sqlite", folder / "ids", count
        r = random.Random(42)
        self.ids = [str(uuid.UUID(int=r.getrandbits(128), version=4)) for _ in range(count)]
        self.ids_file.write_text("\n".join(self.ids))
        self.database.parent.mkdir()
        server = Server(self.database)
        for n in range(0, count, 1000):
            status = server.ask("POST", "/items", [self.item(i) for i in self.ids[n:n + 1000]]).status
            if status != 201: raise SystemExit(f"the seeding was answered {status}")
        self.list_size = len(server.ask("GET", "/items").content)
        server.end()

    @staticmethod
    def item(id): return {"id": id, "title": f"Buy milk {id[:8]}", "itemDescription": "milk " * 40, "timestamp": 1.7e9}

    def copy(self, folder):
        shutil.rmtree(folder, ignore_errors=True); shutil.copytree(self.database.parent, folder)
        return folder / self.database.name

    def harm(self, server):
        """Number of items that have changed."""
        stored = {i["id"]: i["title"] for i in json.loads(server.ask("GET", "/items").content)}
        return sum(stored.get(id) != self.item(id)["title"] for id in self.ids)


class World:
    """A running attack and its row of the table."""
    def __init__(self, attack, seed, folder, options):
        self.attack, self.seed, self.folder, self.options = attack, seed, folder, options
        self.database, self.random = seed.copy(folder / "data"), random.Random(7)
        self.found, self.failures, self.row, self.spans = [], [], dict.fromkeys(COLUMNS, "–"), []
        self.row["attack"], self.server = attack.name, None

    # For attacks.

    def count(self, number): return max(1, number // (10 if self.options.quick else 1))
    def happened(self, text): self.found.append(text)

    def expect(self, holds, text):
        if not holds: self.failures.append(text)

    def rounds(self, every=0.0, share=1.0):
        """Iterates until its share of the time is over, at most once every `every` seconds."""
        end = time.monotonic() + self.options.seconds * share
        while (now := time.monotonic()) < end:
            yield
            time.sleep(max(0, min(end, now + every) - time.monotonic()))

    @contextlib.contextmanager
    def crowd(self, number, opening=b"", pace=None, **how):
        """Connections that have each sent something and are closed at the end; `pace`: connections a second."""
        sockets, begin = [], time.monotonic()
        try:
            for n in range(number):
                if pace: time.sleep(max(0, begin + n / pace - time.monotonic()))
                sockets.append(wire.connect(self.server.port, **how))
                sockets[-1].sendall(opening)
            yield sockets
        finally:
            for s in sockets: s.close()

    @contextlib.contextmanager
    def judged(self):
        """Counts only the client's times within this block as under attack, without the setup."""
        begin = time.monotonic()
        yield
        self.spans.append((begin, time.monotonic()))

    def start(self, **how):
        """Starts the server and makes it open everything that it opens on first use."""
        self.server = Server(self.database, **(self.attack.server | how))
        return self.server

    # For the runner of attacks.

    def run(self):
        try:
            if self.attack.client: self.run_with_client()
            else: self.attack.function(self)
        except Exception as error:
            traceback.print_exc()
            self.failures.append(f"the attack broke off: {error!r}")
        finally:
            if self.server and self.server.is_alive():
                self.expect(self.server.end() == 0, "the server did not end with exit code 0")
        self.row["what happened"] = "; ".join(self.found)
        self.row["holds"] = "no: " + "; ".join(self.failures) if self.failures else "yes"
        return self.row

    def run_with_client(self):
        server = self.start()
        self.warm_up()
        client = Client(server.port, self.seed.ids_file, "--posts", self.attack.posts)
        try:
            time.sleep(.5)
            begin = time.monotonic(); time.sleep(self.options.seconds)
            attacked = time.monotonic()
            os.nice(10)  # A real attacker takes no CPU from the server or the client.
            with self.measured(): self.attack.function(self)
            end = time.monotonic()
        finally: seen = client.ended()
        self.judge_client(seen, [(begin, attacked)], self.spans or [(attacked, end)])
        if server.is_alive(): self.judge_items(seen)

    def warm_up(self):
        """Makes the server open what it opens on first use: connections for long lists of different snapshots."""
        with contextlib.ExitStack() as readers:
            for _ in range(10):
                reader, = readers.enter_context(self.crowd(1, wire.request("GET", "/items"), buffer=4096))
                reader.recv(1)  # It has begun to read before the list changes.
                self.server.ask("POST", "/items", {"title": "Buy milk"})
            time.sleep(.2)

    @contextlib.contextmanager
    def measured(self):
        """Measures the server during an attack, and verifies that it closes its descriptors afterwards."""
        server = self.server
        server.forget_peak()
        before, cpu = server.descriptors(), server.cpu()
        yield
        self.expect(server.is_alive(), "the server has died")
        if not server.is_alive(): return
        self.row["CPU s"], peak = f"{server.cpu() - cpu:.2f}", server.memory("VmHWM")
        self.row["peak MB"] = f"{peak / 1e6:.0f}"
        self.expect(peak < PEAK_BAR, "more memory than 100 MB")
        after = self.settled(before)
        self.row["descriptors"] = f"{before} → {after}"
        self.expect(after <= before, "descriptors are not given back")

    def settled(self, before):
        end = time.monotonic() + 15
        while (now := self.server.descriptors()) > before and time.monotonic() < end: time.sleep(.1)
        return now

    def judge_client(self, seen, peace, attacked):
        for method in ("GET", "POST"):
            a, b = (percentiles(seen.times(method, spans)) for spans in (peace, attacked))
            if not (a and b): continue
            ratio = b[1] / a[1]
            self.row[f"{method} ms"] = f"{a[0]:.2f}/{a[1]:.2f} → {b[0]:.2f}/{b[1]:.2f} ({ratio:.1f}×)"
            if self.attack.has_bar and not self.options.quick:
                self.expect(ratio <= LATENCY_BAR, f"p99 of {method} grew {ratio:.1f}×")
        self.judge_lost(seen)

    def judge_lost(self, seen):
        self.row["lost"] = f"{len(seen.lost)} of {len(seen.requests)}"
        self.expect(not seen.lost, f"lost: {', '.join(text for _, text in seen.lost[:3])}")

    def judge_items(self, seen):
        """All items stored before and all answered with 201 must exist."""
        stored = {i["id"] for i in json.loads(self.server.ask("GET", "/items").content)}
        self.expect(stored.issuperset(self.seed.ids), "items are gone")
        self.expect(stored.issuperset(seen.posted), "items that were answered with 201 are gone")


COLUMNS = ("attack", "what happened", "GET ms", "POST ms", "CPU s", "peak MB", "descriptors", "lost", "holds")


def percentiles(times):
    """The 50th and the 99th percentile of sorted values."""
    return times and (times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)])
