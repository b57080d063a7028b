"""The clients of a soak that do more than read: they create and delete items, connect and disconnect."""

import itertools, json, random, threading, time, uuid

from load.wire import Broken, Line, Malformed, connect, request, reset
from load import owners

STREAMS = 20
EMAIL, PASSWORD = "soak@example.org", "a bicycle in the rain, 1987"


class Client(threading.Thread):
    """Performs actions at a given rate until it is stopped."""

    pace = 1.0

    def __init__(self, server, accounts):
        super().__init__(daemon=True)
        self.server, self.accounts, self.random = (
            server,
            accounts,
            random.Random(type(self).__name__),
        )
        self.wrong, self.done, self.over = [], 0, threading.Event()

    def run(self):
        while not self.over.wait(self.pace):
            try:
                self.once()
            except (Broken, Malformed, OSError, KeyError) as error:
                self.wrong.append(f"{type(self).__name__}: {error!r}")
            self.done += 1
        self.end()

    def end(self):
        pass

    def anyone(self):
        return owners.fields(self.random.randrange(self.accounts))

    def ask(self, line, expected, method, path, body=None, fields=""):
        answer = line.ask(method, path, body, fields)
        if answer.status not in expected:
            self.wrong.append(f"{method} {path}: {answer.status} {answer.content[:200]}")
        return answer


class Writer(Client):
    """Creates an item, retries that, changes it, deletes it, undoes the deletion, and deletes it finally."""

    pace = 0.2
    line = None

    def once(self):
        if not self.line:
            self.line = Line(self.server.port)
        who, id = self.anyone(), str(uuid.uuid4())
        key = f'Idempotency-Key: "{id}"\r\n'
        ask = lambda expected, *words, fields="": self.ask(
            self.line, expected, *words, fields=who + fields
        )
        made = ask((201,), "POST", "/items", {"id": id, "title": "Buy milk"}, fields=key)
        ask((201,), "POST", "/items", {"id": id, "title": "Buy milk"}, fields=key)
        tag = made.fields[b"etag"].decode()
        ask((200,), "PATCH", f"/items/{id}", {"done": True}, fields=f"If-Match: {tag}\r\n")
        ask((412,), "PATCH", f"/items/{id}", {"done": False}, fields=f"If-Match: {tag}\r\n")
        deleted = ask((204,), "DELETE", f"/items/{id}")
        ask((200,), "POST", f"/undo/{deleted.fields[b'todo-revision'].decode().split('.')[1]}")
        ask((200,), "POST", "/items/batch", [{"op": "delete", "id": id}])
        ask((404,), "GET", f"/items/{id}")

    def end(self):
        if self.line:
            self.line.close()


class Listener(Client):
    """Keeps some event streams open; each second the oldest is closed, orderly or not, and a new one is opened."""

    def __init__(self, *world):
        super().__init__(*world)
        self.streams = []

    def once(self):
        while len(self.streams) <= STREAMS:
            self.streams.append(self.begin())
        for stream in self.streams:
            self.read(stream)
        self.leave(self.streams.pop(0))

    def begin(self):
        who = self.anyone()
        with Line(self.server.port) as line:
            tag = self.ask(line, (200,), "GET", "/items?limit=1", fields=who).fields[b"etag"]
        stream, token = connect(self.server.port), tag.decode().strip('"')
        stream.sendall(
            request(
                "GET", f"/items/changes?since={token}", fields=who + "Accept: text/event-stream\r\n"
            )
        )
        head = stream.recv(1000)
        if not head.startswith(b"HTTP/1.1 200"):
            self.wrong.append(f"a stream began with {head[:60]}")
        stream.setblocking(False)
        return stream

    def read(self, stream):
        try:
            if stream.recv(1 << 20) == b"":
                self.wrong.append("a stream was ended by the server")
        except BlockingIOError:
            pass

    def leave(self, stream):
        self.random.choice((reset, lambda s: s.close()))(stream)

    def end(self):
        for stream in self.streams:
            stream.close()


class Passer(Client):
    """Connects for one action each time: a list of items, a wrong token, half a request, or nothing."""

    pace = 0.1
    turns = itertools.cycle(("list", "list", "wrong", "half", "nothing"))

    def once(self):
        turn = next(self.turns)
        with Line(self.server.port) as line:
            if turn == "list":
                self.ask(line, (200,), "GET", "/items?limit=10", fields=self.anyone())
            elif turn == "wrong":
                self.ask(line, (401,), "GET", "/items", fields=owners.fields(-1))
            elif turn == "half":
                line.send(request("GET", "/items")[:20])
                reset(line.socket)


class Visitor(Client):
    """Signs in with a password, and out again."""

    pace = 10.0

    def once(self):
        with Line(self.server.port) as line:
            answer = self.ask(
                line, (201,), "POST", "/sessions", {"email": EMAIL, "password": PASSWORD}
            )
            who = f"Authorization: Bearer {json.loads(answer.content)['token']}\r\n"
            self.ask(line, (200,), "GET", "/sessions/current", fields=who)
            self.ask(line, (200,), "GET", "/items", fields=who)
            self.ask(line, (204,), "DELETE", "/sessions/current", fields=who)
            self.ask(line, (401,), "GET", "/items", fields=who)


CLIENTS = (Writer, Listener, Passer, Visitor)


def requests(stock, tokens):
    """The requests of the open loop: reads and writes of existing items, whose number does not change."""
    r = random.Random(5)

    def one():
        number = r.randrange(len(stock))
        return number, r.choice(stock[number]), owners.fields(number)

    reads, writes = [], []
    for n in range(20_000):
        number, item, who = one()
        path = f"/items/{item['id']}"
        if n % 10 == 1:
            path = "/items?limit=50"
        elif n % 10 == 2:
            path = f"/items?limit=20&q={item['title'].split()[0]}"
        elif n % 10 == 3:
            path = f"/items/changes?limit=50&since={tokens[number]}"
        elif n % 500 == 4:
            path = "/items"
        elif n % 100 == 24:
            path = "/items?near=51.2,6.8&sort=title&limit=50"
        fields = f'If-None-Match: "{tokens[number]}"\r\n' if n % 10 == 5 else ""
        reads.append(request("GET", path, fields=who + fields))
    for n in range(5_000):
        number, item, who = one()
        path, other = f"/items/{item['id']}", r.choice(stock[number])
        new = item | {"title": item["title"] + r.choice((" soon", " later"))}
        if n % 4 == 0:
            writes.append(request("PATCH", path, {"done": r.random() < 0.5}, who))
        elif n % 4 == 1:
            writes.append(request("PUT", path, new, who))
        elif n % 4 == 2:
            writes.append(
                request(
                    "POST", "/items?onConflict=replace", [new, other][: 1 + (other != item)], who
                )
            )
        else:
            patch = {"op": "patch", "id": other["id"], "patch": {"done": r.random() < 0.5}}
            writes.append(request("POST", "/items/batch", [{"op": "put", "item": new}, patch], who))
    return reads, writes
