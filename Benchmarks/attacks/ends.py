"""The end of a server, under load: a drain, and one server after the other on the same socket."""
import json, time

from attacks.client import Client
from attacks.server import Server, listening
from attacks.world import attack

# As fast as they are answered, and at a rate that leaves connections idle for a while.
LOADS = (("--connections", 32, "--rate", 0), ("--connections", 32, "--rate", 20))


@attack("drain", client=False)
def drain(world):
    """SIGTERM under load: accepted requests are answered, and answered writes are stored"""
    times, posted = [], []
    for _ in range(world.count(30)):
        server = world.start()
        clients = [Client(server.port, world.seed.ids_file, *load, "--until-closed") for load in LOADS]
        time.sleep(1 + world.random.random() * .1)
        begin = time.monotonic()
        world.expect(server.end() == 0, "it did not end with exit code 0")
        times.append(time.monotonic() - begin)
        posted += collect(world, clients)
    world.happened(f"{len(times)} drains, {max(times) * 1e3:.0f} ms at most")
    judge_stored(world, world.start(), posted)


@attack("restart", client=False)
def restart(world):
    """Servers take over the socket from each other repeatedly, under load: no request fails"""
    listener, port = listening()
    servers = [world.start(listener=listener)]
    clients = [Client(port, world.seed.ids_file, *load) for load in LOADS]
    time.sleep(.5)
    count = world.count(30)
    for n in range(count):
        old = servers[-1]
        # Alternately, the next server starts after the old one has ended, or while it still serves.
        if n % 2: world.expect(old.end() == 0, "it did not end with exit code 0")
        servers.append(world.start(listener=listener))
        if not n % 2: world.expect(old.end() == 0, "it did not end with exit code 0")
        time.sleep(world.options.seconds / count)
    posted = collect(world, clients)
    world.happened(f"{count} restarts")
    judge_stored(world, servers[-1], posted)
    listener.close()


def collect(world, clients):
    """Ends the clients and counts lost requests; returns the ids that were answered with 201."""
    posted = []
    for client in clients:
        seen = client.ended()
        world.requests = getattr(world, "requests", 0) + len(seen.requests)
        world.lost = getattr(world, "lost", 0) + len(seen.lost)
        world.row["lost"] = f"{world.lost} of {world.requests}"
        world.expect(not seen.lost, f"lost: {', '.join(text for _, text in seen.lost[:3])}")
        posted += seen.posted
    return posted


def judge_stored(world, server, posted):
    stored = {i["id"] for i in json.loads(server.ask("GET", "/items").content)}
    missing = len(set(posted) - stored)
    world.happened(f"{len(posted):,} POSTs answered, {missing} of them missing")
    world.expect(missing == 0, "items that were answered with 201 are gone")
