"""Databases with many items, created once and kept, and requests to them."""
import hashlib, json, os, random, shutil, subprocess, sys, time
from pathlib import Path

from attacks.server import BINARY
from attacks.wire import request
from load import arrivals, owners
from load.items import drafts, items
from load.served import OURS, Served

PAGE, DEEP, RANDOM = 50, 1_000, 20_000


class Stock:
    """A number of items, of one owner on a server without accounts, or of `people` accounts."""
    def __init__(self, count, people, cache):
        self.count, self.people = count, people
        self.options = owners.AUTH if people else ""
        self.name = f"{count:,} items" if not people else f"{people:,} owner" + "s" * (people > 1)
        self.file = cache / f"{count}-items-{people}-owners-{made_by()}.sqlite"
        if not self.file.exists(): self.make()

    def make(self):
        began, making = time.perf_counter(), self.file.with_suffix(".making")
        shutil.rmtree(making, ignore_errors=True); making.mkdir()
        database = making / "items.sqlite"
        (self.fill_people if self.people else self.import_all)(database)
        log = making / "items.sqlite-wal"
        if log.exists() and log.stat().st_size: raise SystemExit(f"not all was taken over from {log}")
        database.rename(self.file); shutil.rmtree(making)
        print(f"{self.name} made in {time.perf_counter() - began:.1f} s, {self.file.stat().st_size >> 20} MiB", file=sys.stderr)

    def import_all(self, database):
        with subprocess.Popen([BINARY, "import", "-", "--db", database], stdin=subprocess.PIPE, text=True) as program:
            for item in items(self.count): program.stdin.write(json.dumps(item) + "\n")
        if program.returncode: raise SystemExit("the import failed")

    def fill_people(self, database):
        owners.sign_up(database, self.people)
        pages = (request("POST", "/items", own[n:n + 100], owners.fields(number))
                 for number, own in enumerate(self.shares()) for n in range(0, len(own), 100))
        with Served(f"{OURS} {self.options}", db=database) as server:
            arrivals.fill(server.port, database.with_suffix(".pages"), pages)

    def shares(self):
        """The items of each account."""
        everything = list(items(self.count))
        return [everything[n::self.people] for n in range(self.people)]

    def copy(self, folder):
        """A writable copy."""
        shutil.rmtree(folder, ignore_errors=True); folder.mkdir()
        subprocess.run(["cp", "--reflink=auto", self.file, folder / "items.sqlite"], check=True)
        os.sync()
        return folder / "items.sqlite"

    def questions(self, server, folder):
        """The requests, as files by name; names of POSTs begin with POST."""
        asked = self.of_people(server) if self.people else self.of_one(server)
        return {name: arrivals.write(folder / f"requests-{n}", found) for n, (name, found) in enumerate(asked.items())}

    def of_one(self, server):
        r, ids = random.Random(1), [item["id"] for item in items(self.count)]
        token = clock(server)
        for id in r.sample(ids, 20): server.ask("PATCH", f"/items/{id}", {"title": f"Changed {r.random()}"})
        deep = min((DEEP - 1) * PAGE, self.count - PAGE)
        return {
            "GET one": [request("GET", f"/items/{id}") for id in r.choices(ids, k=RANDOM)],
            f"list, page 1 of {PAGE}": [request("GET", f"/items?limit={PAGE}")],
            "list, page 1,000 or the last": [request("GET", behind(server, deep))],
            "search, 20 found": [request("GET", f"/items?q=rare17&limit={PAGE}")],
            f"search, {PAGE} of many": [request("GET", f"/items?q=milk&limit={PAGE}")],
            "20 changes since": [request("GET", f"/items/changes?since={token}")],
            "POST": [request("POST", "/items", draft) for draft in drafts(5_000)],
        }

    def of_people(self, server):
        """Each response has one item, so that its length does not depend on the number of an owner's items."""
        r, shares = random.Random(1), self.shares()
        some = r.sample(range(self.people), min(64, self.people))
        tokens = {}
        for n in some:
            tokens[n] = clock(server, owners.fields(n))
            server.ask("PATCH", f"/items/{shares[n][0]['id']}", {"title": f"Changed {r.random()}"}, owners.fields(n))
        anyone = r.choices(range(self.people), k=RANDOM)
        one = lambda n: r.choice(shares[n])
        def get(n, path): return request("GET", path, fields=owners.fields(n))
        return {
            "GET one of 64 owners'": [get(n, f"/items/{one(n)['id']}") for n in r.choices(some, k=RANDOM)],
            "GET one of anyone's": [get(n, f"/items/{one(n)['id']}") for n in anyone],
            "list, page 1 of 1": [get(n, "/items?limit=1") for n in anyone],
            "search, 1 found": [get(n, f"/items?limit=1&q={one(n)['title'].split()[0]}") for n in anyone],
            "1 change since": [get(n, f"/items/changes?since={token}") for n, token in tokens.items()],
            "POST": [request("POST", "/items", draft, owners.fields(n)) for n, draft in zip(anyone, drafts(5_000))],
        }


def made_by():
    """A key of the file, which changes with the schema and with the generator of items."""
    text = hashlib.sha256()
    for path in [*sorted((arrivals.ROOT / "migrations").glob("*.sql")), Path(__file__).with_name("items.py")]:
        text.update(path.read_bytes())
    return text.hexdigest()[:8]


def clock(server, fields=""):
    return server.ask("GET", "/items?limit=1", fields=fields).fields[b"etag"].decode().strip('"')


def behind(server, place):
    """The target of the page after a number of items, found by following links."""
    target = "/items?limit=1"
    while place > 0:
        step = min(1000, place)
        link = server.ask("GET", target.replace("limit=1", f"limit={step}")).fields[b"link"].decode()
        target = link[1:link.index(">")].replace(f"limit={step}", "limit=1")
        place -= step
    return target.replace("limit=1", f"limit={PAGE}")
