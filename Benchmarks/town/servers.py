"""The servers of the town: toodoo in some build, or the reference server."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from build import REFERENCE, SHIM

# One client asks for everybody, and a year's use of 100,000 people comes in a minute.
OPTIONS = "--auth on --log off --token-rate off --sign-in-rate off --account-rate off"


class Kind:
    """A program that serves the town; the reference server, if no program is given."""

    def __init__(self, name, program=None, more=""):
        self.name, self.is_toodoo = name, bool(program)
        self.program = Path(program).resolve() if program else REFERENCE
        self.options = f"{OPTIONS} {more}".split()
        if not self.program.exists():
            sys.exit(f"{self.program} does not exist; scripts/run builds it")

    def command(self, database, port):
        """Its words, and additions to the environment."""
        if not self.is_toodoo:
            return [self.program], {"PORT": str(port), "DB": str(database)}
        words = ["serve", "--port", str(port), "--db", database]
        return [self.program, *words, *self.options], {}


class Server:
    """A running server, with its syncs counted."""

    def __init__(self, kind, database, token, sync_us=0):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.counter, self.log = (
            database.with_suffix(".syncs"),
            database.with_suffix(".log"),
        )
        self.counter.unlink(missing_ok=True)
        words, more = kind.command(database, self.port)
        shim = {
            "LD_PRELOAD": str(SHIM),
            "SYNC_COUNT": str(self.counter),
            "SYNC_US": str(sync_us),
        }
        began = time.perf_counter()
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | shim | more,
                start_new_session=True,
            )
        while not self.serves(token):
            ended = self.process.poll() is not None
            if ended or time.perf_counter() - began > 60:
                sys.exit(f"{kind.name} does not serve: {self.log.read_text()[-500:]}")
            time.sleep(0.0005)
        self.start_ms = (time.perf_counter() - began) * 1e3

    def serves(self, token):
        try:
            return self.ask("GET", "/items", token)[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def ask(self, method, path, token, body=None, headers={}):
        """The status, the fields and the content, parsed if it is JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            authorized = {"Authorization": f"Bearer {token}"} if token else {}
            connection.request(method, path, body, headers | authorized)
            response = connection.getresponse()
            content = response.read()
            is_json = content and "json" in (response.headers["Content-Type"] or "")
            return (
                response.status,
                response.headers,
                json.loads(content) if is_json else content,
            )
        finally:
            connection.close()

    def facts(self):
        """Memory, all and its own, and what was read from the disk, in MB."""
        proc = Path(f"/proc/{self.process.pid}")
        status, io = (proc / "status").read_text(), (proc / "io").read_text()

        def memory(name):
            return int(re.search(rf"{name}:\s+(\d+)", status)[1]) / 1024

        read = int(re.search(r"read_bytes: (\d+)", io)[1]) / 2**20
        return {"rss": memory("VmRSS"), "anon": memory("RssAnon"), "read": read}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
