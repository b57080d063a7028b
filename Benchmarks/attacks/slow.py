"""Clients that are slow, idle, or do not read."""
import time

from attacks import wire
from attacks.world import attack

IDLE_BAR = 400


@attack("slow-heads")
def slow_heads(world):
    """1,000 connections send the head of a request byte by byte"""
    drip(world, b"GET /items HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")


@attack("slow-bodies")
def slow_bodies(world):
    """1,000 connections send the body of a request byte by byte"""
    fields = "Content-Type: application/json\r\nContent-Length: 900000\r\n"
    drip(world, wire.request("POST", "/items", fields=fields) + b'{"title":"')


def drip(world, opening):
    """Keeps a number of connections busy; refused ones reconnect."""
    number, told, bytes_sent = world.count(1000), {}, 0
    with world.crowd(number, opening) as sockets:
        for _ in world.rounds(every=.25):
            for n, s in enumerate(sockets):
                answer = wire.arrived(s)
                if answer is None:
                    bytes_sent += s.send(b"x")
                    continue
                what = answer[9:12].decode() or "closed"
                told[what] = told.get(what, 0) + 1
                s.close()
                sockets[n] = wire.connect(world.server.port)
                sockets[n].sendall(opening)
    ends = ", ".join(f"{count:,} × {what}" for what, count in told.items()) or "none answered yet"
    world.happened(f"{number:,} connections, {bytes_sent:,} single bytes; {ends}")
    world.expect(set(told) <= {"408"}, "something else than 408")


@attack("idle")
def idle(world):
    """10,000 keep-alive connections stay open after one request each"""
    number, costs = world.count(10_000), []
    empty = world.server.memory()
    for _ in range(3):
        with world.crowd(number, wire.request("GET", "/healthz"), pace=2500) as sockets:
            answered = sum(answers(s) == 200 for s in sockets)
            world.expect(answered == number, f"only {answered} were answered")
            with world.judged():
                for _ in world.rounds(share=1 / 3, every=1): pass
            costs.append((world.server.memory() - empty) / number)
            world.expect(all(wire.arrived(s) is None for s in sockets), "some were closed")
        time.sleep(.5)
    world.happened(f"{number:,} three times: {', '.join(f'{c:.0f}' for c in costs)} bytes each")
    world.expect(world.options.quick or max(costs) <= IDLE_BAR, f"more than {IDLE_BAR} bytes each")


def answers(s):
    data = b""
    while (answer := wire.parse(data)) is None: data += s.recv(4096)
    return answer.status


@attack("not-reading")
def not_reading(world):
    """1,000 clients request the whole list of 20 MB and read nothing"""
    read_nothing(world, wire.request("GET", "/items"))


@attack("not-reading-pages")
def not_reading_pages(world):
    """1,000 clients request 20 pages of 1,000 items in a row and read nothing"""
    read_nothing(world, wire.request("GET", "/items?limit=1000") * 20)


def read_nothing(world, requests):
    number, statuses = world.count(1000), {}
    # Small buffers, so that the response stays in the server and not in the kernel.
    with world.crowd(number, requests, buffer=4096) as sockets:
        for _ in world.rounds(every=.1): pass
        for s in sockets:
            status = (wire.arrived(s) or b"")[9:12].decode() or "nothing"
            statuses[status] = statuses.get(status, 0) + 1
    told = ", ".join(f"{count:,} × {status}" for status, count in statuses.items())
    world.happened(f"a list of {world.seed.list_size / 1e6:.0f} MB; {told}")
    world.expect(set(statuses) <= {"200", "503"}, "something else than 200 or 503")
