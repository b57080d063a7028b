"""The well-behaved client, in a process of its own, so that the attacker's load does not distort its times.

    client.py PORT IDS [--connections N] [--rate R] [--posts SHARE] [--until-closed]

Sends one request after the other on each connection, R a second or, with 0, as fast as they are answered, until
its standard input ends. A SHARE of the connections writes and the others read, so that a read does not wait behind
a write's sync. Then prints its results as JSON. A time begins when a request is due, so that a slow answer counts
for all requests that it delays. With `--until-closed` it does not reconnect after the server closes.
"""
import argparse, json, os, random, subprocess, sys, threading, time, uuid

if __name__ == "__main__": sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from attacks.wire import Broken, Line, Malformed


class Client:
    """The client's process."""
    def __init__(self, port, ids, *options):
        words = [sys.executable, "-B", __file__, str(port), str(ids), *map(str, options)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ended(self):
        """Ends it and returns its results."""
        return Seen(**json.loads(self.process.communicate()[0]))


class Seen:
    """A client's results: requests as [due, seconds, method], and the failures."""
    def __init__(self, requests, lost, posted, reconnects):
        self.requests, self.lost, self.posted, self.reconnects = requests, lost, posted, reconnects

    def times(self, method, spans):
        """The sorted times in milliseconds of the requests that were due within `spans`."""
        return sorted(took * 1e3 for due, took, m in self.requests
                      if m == method and any(begin <= due < end for begin, end in spans))


class Connection(threading.Thread):
    """A connection and its successors."""
    def __init__(self, options, ids, number, stop):
        super().__init__()
        self.options, self.ids, self.stop, self.random = options, ids, stop, random.Random(number)
        self.writes = number < options.posts * options.connections
        self.requests, self.lost, self.posted, self.reconnects, self.line = [], [], [], 0, None

    def run(self):
        period = 1 / self.options.rate if self.options.rate else 0
        due = time.monotonic() + self.random.random() * period
        while not self.stop.wait(max(0, due - time.monotonic())):
            if not period: due = time.monotonic()
            if not self.once(due): return
            due += period

    def once(self, due):
        """Sends one request; false when the connection has ended for good."""
        method, path, body = self.choose()
        try:
            if self.line and self.line.is_closed(): self.hang_up()
            if not self.line:
                if self.options.until_closed and self.reconnects: return False
                self.line = Line(self.options.port, timeout=20)
            answer = self.line.ask(method, path, body)
        except (Broken, Malformed, OSError) as error:
            self.lost.append([due, f"{method} {path}: {error}"])
            self.hang_up()
            return True
        self.requests.append([due, time.monotonic() - due, method])
        if answer.status != (201 if body else 200): self.lost.append([due, f"{method} {path}: {answer.status}"])
        elif body: self.posted.append(body["id"])
        if answer.closes: self.hang_up()
        return True

    def hang_up(self):
        if self.line: self.line.close()
        self.line, self.reconnects = None, self.reconnects + 1

    def choose(self):
        if self.writes:
            return "POST", "/items", {"id": str(uuid.uuid4()), "title": "Buy milk", "timestamp": 1.7e9}
        if self.random.random() < .3: return "GET", "/items?limit=20", None
        return "GET", f"/items/{self.random.choice(self.ids)}", None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("port", type=int); p.add_argument("ids")
    p.add_argument("--connections", type=int, default=4); p.add_argument("--rate", type=float, default=50)
    p.add_argument("--posts", type=float, default=.25); p.add_argument("--until-closed", action="store_true")
    options, stop = p.parse_args(), threading.Event()
    with open(options.ids) as file: ids = file.read().split()
    connections = [Connection(options, ids, n, stop) for n in range(options.connections)]
    for c in connections: c.start()
    sys.stdin.read()
    stop.set()
    for c in connections: c.join()
    whole = {name: sum((getattr(c, name) for c in connections), []) for name in ("requests", "lost", "posted")}
    print(json.dumps(whole | {"reconnects": sum(c.reconnects for c in connections)}))


if __name__ == "__main__": main()
