"""Any server, started by a command, and the kernel's figures on it."""

import os, re, shlex, socket, subprocess, time
from pathlib import Path

from load.server import BINARY
from load.wire import Broken, Line

OURS = f"{BINARY} serve --port {{port}} --db {{db}}"
TICKS = os.sysconf("SC_CLK_TCK")


class Served:
    """A running server. In its command {port} and {name} for each keyword are replaced, and NAME=VALUE may lead it."""

    def __init__(self, command, **places):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        words = shlex.split(command)
        for name, value in {"port": self.port, **places}.items():
            words = [w.replace(f"{{{name}}}", str(value)) for w in words]
        more = {}
        while re.match(r"\w+=", words[0]):
            name, _, more[name] = words.pop(0).partition("=")
        began = time.perf_counter()
        # A session of its own identifies all processes of the server.
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=os.environ | more,
        )
        while not self.answers():
            if self.process.poll() is not None or time.perf_counter() - began > 60:
                self.stop()
                raise SystemExit(f"does not serve: {' '.join(words)}")
            time.sleep(0.0003)
        self.start_ms = (time.perf_counter() - began) * 1e3

    def answers(self):
        try:
            return self.ask("GET", "/items?limit=1").status < 500
        except (OSError, Broken):
            return False

    def ask(self, method, path, body=None, fields=""):
        with Line(self.port) as line:
            return line.ask(method, path, body, fields)

    def processes(self):
        """The fields after the name in /proc/PID/stat, for each of its processes."""
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rsplit(")", 1)[1].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(fields[3]) == self.process.pid and fields[0] != "Z":
                yield path.parent, fields

    def cpu(self):
        """Seconds of user and system time."""
        return sum(int(fields[11]) + int(fields[12]) for _, fields in self.processes()) / TICKS

    def memory(self):
        """Resident bytes."""
        return sum(
            int(re.search(r"VmRSS:\s+(\d+)", (path / "status").read_text())[1]) * 1024
            for path, _ in self.processes()
        )

    def descriptors(self):
        return sum(len(os.listdir(path / "fd")) for path, _ in self.processes())

    def stop(self):
        self.process.terminate()
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
