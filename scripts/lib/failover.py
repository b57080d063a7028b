"""Servers of this program on a cluster, writers that record every response, and a comparison
afterwards; for scripts/failover."""

import http.client, json, random, threading, time
from itertools import cycle

from cluster import PATIENCE, Process, free_port, until


class Server(Process):
    """A server; it keeps its port when it is started again."""

    def __init__(self, program, cluster, name, port=None):
        self.program, self.cluster, self.name = program, cluster, name
        self.port = port or free_port()
        super().__init__(
            cluster.folder / f"{name}.log",
            [
                program,
                "serve",
                "--port",
                str(self.port),
                "--auth",
                "off",
                "--log",
                "off",
                "--db",
                cluster.url,
            ],
        )
        until(f"a server ({self.log})", lambda: self.status("/readyz") == 200)

    def status(self, path):
        """The status of a response; None without one."""
        if self.process.poll() is not None:
            raise SystemExit(self.log.read_text())
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            return ask(line, "GET", path)[0]
        except OSError:
            return None

    def killed(self):
        """Kills this server and returns its replacement on the same port."""
        self.process.kill()
        self.process.wait()
        return Server(self.program, self.cluster, self.name, self.port)


def ask(line, method, path, body=None, key=None):
    kind = "merge-patch+json" if method == "PATCH" else "json"
    fields = {"Content-Type": f"application/{kind}"} if body else {}
    if key:
        fields["Idempotency-Key"] = key
    try:
        line.request(method, path, json.dumps(body) if body else None, fields)
        response = line.getresponse()
        return response.status, response, response.read()
    except http.client.HTTPException as failure:
        raise OSError(str(failure)) from failure


class Writer(threading.Thread):
    """Posts items and patches titles; a request without a response is repeated with its key."""

    def __init__(self, name, ports, is_ending):
        super().__init__(daemon=True)
        self.name, self.ports, self.is_ending, self.lines = name, ports, is_ending, {}
        self.titles, self.refused, self.revisions, self.times = {}, [], [], []
        self.unknown, self.waits, self.wrong = 0, 0, []

    def run(self):
        random.seed(self.name)
        count, item = 0, None
        while not self.is_ending.is_set():
            count += 1
            title = f"{self.name} {count}"
            if item and count % 3 == 0:
                if self.write("PATCH", f"/items/{item}", title):
                    self.titles[item] = title
            else:
                item = self.write("POST", "/items", title)
                if item:
                    self.titles[item] = title
            if item and count % 5 == 0:
                self.read(item)

    def line(self, again=False):
        port = random.choice(self.ports)
        if again or port not in self.lines:
            self.lines[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        return self.lines[port]

    def write(self, method, path, title):
        """The item's id; None if the request was refused. Repeats it until the outcome is known."""
        key, again = f'"{title}"', False
        while True:
            try:
                status, response, content = ask(
                    self.line(again), method, path, {"title": title}, key
                )
            except OSError:
                self.unknown += 1
                again = True
                time.sleep(0.05)
                continue
            self.times.append((time.monotonic(), status < 300))
            if status in (200, 201):
                self.revisions.append(response.getheader("ToDo-Revision"))
                return json.loads(content)["id"]
            if status == 409:  # The first request with this key is in progress.
                time.sleep(0.05)
                continue
            if status != 503 or not response.getheader("Retry-After"):
                self.wrong.append(f"{method} {path}: {status} {content[:200]}")
                self.is_ending.set()
                return None
            self.waits += 1
            # After an unknown outcome the request is repeated until it succeeds.
            if again:
                time.sleep(0.05)
                continue
            self.refused.append(title)
            time.sleep(0.02)
            return None

    def read(self, item):
        """Each server shows the writes that other servers have acknowledged."""
        try:
            status, _, content = ask(self.line(), "GET", f"/items/{item}")
        except OSError:
            self.lines.clear()
            return
        if status == 503:
            return
        if status != 200 or json.loads(content)["title"] != self.titles[item]:
            self.wrong.append(
                f"GET /items/{item}: {status} {content[:200]}, not {self.titles[item]}"
            )


def compare(cluster, writers, name):
    """The differences between the database and the responses: lost, duplicate and other errors."""
    stored = {
        row[0]: row[1]
        for row in cluster.query(
            f"SELECT id, title FROM items WHERE owner = 1 AND title LIKE '{name} %'"
        )
    }
    expected, refused, revisions, errors = {}, set(), [], []
    for writer in writers:
        expected |= writer.titles
        refused |= set(writer.refused)
        revisions += writer.revisions
        errors += writer.wrong
    lost = sum(stored.get(id) != title for id, title in expected.items())
    extra = sum(id not in expected for id in stored)
    done = refused & set(stored.values())
    if done:
        errors.append(f"{len(done)} refused titles are stored")
    if len(set(revisions)) != len(revisions):
        errors.append("a revision was given out twice")
    row = cluster.query(
        "SELECT o.revision, count(DISTINCT c.revision), min(c.revision), max(c.revision), o.epoch "
        "FROM owners o JOIN changes c ON c.owner = o.owner WHERE o.owner = 1 GROUP BY o.owner"
    )[0]
    if len({row[0], row[1], row[3]}) != 1 or row[2] != "1":
        errors.append(f"the clock has gaps: {row}")
    if any(not r.startswith(f"{row[4]}.") for r in revisions):
        errors.append("another epoch")
    return lost, extra, errors


def run_event(cluster, servers, name, event, writers, seconds):
    """Runs an event while writers write; returns a row of figures and the errors.

    The event returns a function to run when service is back, or None."""
    is_ending = threading.Event()
    team = [Writer(f"{name} {n}", [s.port for s in servers], is_ending) for n in range(writers)]
    for writer in team:
        writer.start()
    time.sleep(seconds)
    repair = event()
    succeeded = lambda: sum(ok for w in team for _, ok in list(w.times))
    time.sleep(1)
    # Service is back when requests succeed again after the event's failures.
    count = succeeded()
    until("writes again", lambda: is_ending.is_set() or succeeded() > count + 40)
    time.sleep(seconds)
    is_ending.set()
    for writer in team:
        writer.join(PATIENCE)
    errors = [f"{w.name} has not ended" for w in team if w.is_alive()]
    if repair:
        repair()
    cluster.wait()
    good = sorted(t for w in team for t, ok in w.times if ok)
    still = max(b - a for a, b in zip(good, good[1:]))
    lost, doubled, found = compare(cluster, team, name)
    waits, unknown = sum(w.waits for w in team), sum(w.unknown for w in team)
    return [f"{still:.1f} s", len(good), waits, unknown, lost, doubled], errors + found


ROW = "{:<7}{:33}{:>8}{:>14}{:>9}{:>12}{:>6}{:>9}".format
HEAD = ROW("round", "event", "stood", "acknowledged", "refused", "unanswered", "lost", "doubled")


def run_rounds(cluster, servers, events, rounds, writers, seconds):
    """Runs the (name, event) pairs in order, prints a table, and returns the number of failures."""
    failed = 0
    print(HEAD)
    for number, (name, event) in zip(range(rounds), cycle(events)):
        figures, errors = run_event(cluster, servers, f"r{number}", event, writers, seconds)
        print(ROW(number + 1, name, *figures), flush=True)
        for error in errors:
            print(f"      {error}")
        failed += bool(errors or figures[4] or figures[5])
    return failed
