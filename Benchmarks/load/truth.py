#!/usr/bin/env python3
"""Tests the load generator: Benchmarks/load/truth.py

Runs it on a server that stops for 100 ms, on failed responses, on broken connections, and with an unreachable rate.
The exit code is 1 when it does not report them. Needs cc and a release build.
"""

import contextlib, signal, socket, sys, tempfile, threading, time
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.dont_write_bytecode = True
from load import arrivals
from load.served import OURS, Served

STILL, RATE, SECONDS = 0.1, 5_000, 2


def stood_still(server, **how):
    """The results of a load on a server that is stopped for a tenth of a second in the middle."""
    load = arrivals.Load(server.port, target="/items", seconds=SECONDS, **how)
    time.sleep(1 + SECONDS / 2)
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(STILL)
    server.process.send_signal(signal.SIGCONT)
    return load.result()["windows"][0]["reads"]


@contextlib.contextmanager
def breaking():
    """The port of a server that closes in the middle of each response."""

    def serve():
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                connection.recv(1000)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")

    listener = socket.create_server(("127.0.0.1", 0), backlog=100)
    threading.Thread(target=serve, daemon=True).start()
    yield listener.getsockname()[1]
    listener.close()


def findings(server):
    for how in ("poisson", "constant"):
        seen = stood_still(server, rate=RATE, arrivals=how)
        # A twentieth of all requests was due meanwhile; a fifth of those waited for more than four fifths of it.
        yield (
            f"open loop, {how}: p99 {seen['p99']:.1f} ms, max {seen['max']:.1f} ms",
            seen["p99"] > STILL * 1e3 * 0.6 and seen["max"] > STILL * 1e3 * 0.95,
        )
        yield (
            f"open loop, {how}: {seen['count']:,} requests were counted",
            abs(seen["count"] / RATE / SECONDS - 1) < 0.05,
        )
    seen = stood_still(server)
    yield (
        f"closed loop, which hides it: p99 {seen['p99']:.1f} ms, max {seen['max']:.1f} ms",
        seen["p99"] < STILL * 1e3 * 0.6 and seen["max"] > STILL * 1e3 * 0.95,
    )
    seen = arrivals.run(server.port, target="/nothing", rate=1_000, seconds=0.5, warm_up=0)
    yield (
        f"404 throughout: {seen['failed_reads']}",
        seen["failed_reads"]["refused"] == seen["windows"][0]["reads"]["count"] > 400,
    )
    seen = arrivals.run(server.port, target="/items", rate=2_000_000, seconds=0.1, patience=1)
    yield f"too fast: {seen['complaint']}", not seen["kept_up"] and "reached" in seen["complaint"]
    with breaking() as port:
        seen = arrivals.run(port, target="/", rate=100, seconds=0.5, warm_up=0, connections=2)
    yield f"broken off: {seen['failed_reads']}", seen["failed_reads"]["broken"] > 25
    server.process.send_signal(signal.SIGSTOP)
    seen = arrivals.run(
        server.port, target="/items", rate=1_000, seconds=0.5, warm_up=0, patience=0.5
    )
    server.process.send_signal(signal.SIGCONT)
    yield (
        f"never answered: {seen['failed_reads']}",
        seen["failed_reads"]["unanswered"] > 400 and not seen["kept_up"],
    )


def main():
    is_true = True
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(OURS, db=f"{folder}/items.sqlite") as server,
    ):
        for text, holds in findings(server):
            print(("holds   " if holds else "IS NOT  ") + text)
            is_true &= holds
    return not is_true


if __name__ == "__main__":
    sys.exit(main())
