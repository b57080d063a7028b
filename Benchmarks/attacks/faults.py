"""Faults of the environment: no descriptors, signals, a log that cannot be written; and an idle server."""
import contextlib, os, signal, socket, sqlite3, time

from attacks import wire
from attacks.client import Client
from attacks.hostile import recovery
from attacks.world import attack


@attack("few-descriptors", client=False, descriptors=80)
def few_descriptors(world):
    """ulimit -n 80: serves open connections, refuses others, does not spin, and accepts again when it can"""
    server, number = world.start(), world.count(200)
    world.warm_up()
    lines = [wire.Line(server.port) for _ in range(4)]
    for line in lines: world.expect(line.ask("GET", "/items?limit=1").status == 200, "not served in peace")
    with world.measured(), contextlib.ExitStack() as held:
        # Long lists need descriptors as well, for snapshots.
        readers = held.enter_context(world.crowd(6, wire.request("GET", "/items"), buffer=4096))
        others = held.enter_context(stubborn(server.port, number))
        time.sleep(.5)
        told = [(wire.arrived(s) or b"")[9:12].decode() or "nothing" for s in readers + others]
        cpu = server.cpu()
        for _ in world.rounds(every=.1): pass
        spent = server.cpu() - cpu
        for line in lines: world.expect(line.ask("GET", "/items?limit=1").status == 200, "those inside are not served")
    counts = ", ".join(f"{told.count(what)} × {what}" for what in sorted(set(told)))
    world.happened(f"{len(told)} clients more: {counts}; {spent:.2f} s of CPU while full; room again after "
                   f"{recovery(world):.0f} ms")
    world.expect(spent <= .01 * world.options.seconds, "it spins while it is full")
    world.expect("500" not in told, "a 500")
    for line in lines: line.close()


@contextlib.contextmanager
def stubborn(port, number):
    """Opens connections, of which many may be refused; refused ones are ignored."""
    sockets = []
    for _ in range(number):
        with contextlib.suppress(OSError):
            sockets.append(wire.connect(port))
            sockets[-1].sendall(wire.request("GET", "/healthz"))
    try: yield sockets
    finally:
        for s in sockets: s.close()


@attack("signals", has_bar=False)
def signals(world):
    """Bursts of SIGSTOP and SIGCONT (interrupted calls), SIGHUP and SIGPIPE"""
    counts = dict.fromkeys(("SIGSTOP", "SIGHUP", "SIGPIPE"), 0)
    for _ in world.rounds(every=.003):
        name = world.random.choice(list(counts))
        world.server.process.send_signal(signal.Signals[name])
        if name == "SIGSTOP":
            time.sleep(.001)
            world.server.process.send_signal(signal.SIGCONT)
        counts[name] += 1
    world.happened(", ".join(f"{count:,} × {name}" for name, count in counts.items()))


@attack("full-log", client=False)
def full_log(world):
    """Standard output and error are /dev/full, and writes fail, which would be logged"""
    with open("/dev/full", "wb") as full:
        world.start(stdout=full, stderr=full)
        serve_while_writes_fail(world)


@attack("stuck-log", client=False)
def stuck_log(world):
    """Standard error is a full pipe without a reader, and writes fail, which would be logged"""
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    world.start(stderr=theirs)
    with contextlib.suppress(BlockingIOError):
        while True: os.write(theirs, b"x" * 4096)
    # The flag belongs to the open file, which the server shares; usually such pipes block.
    os.set_blocking(theirs, True)
    try: serve_while_writes_fail(world)
    finally: os.close(ours); os.close(theirs)


def serve_while_writes_fail(world):
    """Holds the database's write lock, so that every POST fails."""
    world.warm_up()
    lock = sqlite3.connect(world.database, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    writer = wire.Line(world.server.port)
    client = Client(world.server.port, world.seed.ids_file, "--posts", 0)
    statuses = []
    time.sleep(.5)
    with world.measured():
        for _ in world.rounds(share=1):
            try: statuses.append(writer.ask("POST", "/items", {"title": "Buy milk"}).status)
            except wire.Broken as error: world.expect(False, f"a POST was not answered: {error}"); break
    lock.execute("ROLLBACK")
    lock.close(); writer.close()
    world.judge_lost(client.ended())
    world.happened(f"{len(statuses)} writes failed with {set(statuses)} meanwhile")
    world.expect(set(statuses) == {503}, "the writes were to fail with 503")
    world.expect(world.server.ask("POST", "/items", {"title": "Buy milk"}).status == 201, "no writes afterwards")


@attack("quiet", client=False)
def quiet(world):
    """No requests: without connections, and with 1,000 idle ones"""
    server = world.start()
    # No request has been sent yet, so no timer of a closed connection is left.
    time.sleep(2)
    alone = server.wakeups(world.options.seconds)
    with world.measured(), world.crowd(world.count(1000), wire.request("GET", "/healthz")):
        time.sleep(2)
        cpu, crowded = server.cpu(), server.wakeups(world.options.seconds)
        spent = server.cpu() - cpu
    world.happened(f"{alone:.1f} wake-ups per second alone, {crowded:.1f} with {world.count(1000):,} connections, "
                   f"{spent:.2f} s of CPU")
    world.expect(alone == 0 and crowded == 0, "it wakes without a reason")
