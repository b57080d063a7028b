"""A running release build, and the kernel's figures on it."""

import os, re, socket, subprocess
from pathlib import Path

from load.wire import Line

BINARY = Path(__file__).resolve().parent.parent.parent / ".build/release/toodoo"


class Server:
    """A process of the release build with options, started by another program if one is given."""

    def __init__(self, database, *, stdout=subprocess.DEVNULL, options=(), below=()):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        ready, told = os.pipe()
        self.process = subprocess.Popen(
            [
                *below,
                str(BINARY),
                "serve",
                "--db",
                str(database),
                "--port",
                str(self.port),
                "--ready-fd",
                str(told),
                *options,
            ],
            stdout=stdout,
            stderr=subprocess.DEVNULL,
            pass_fds=[told],
        )
        self.proc = Path(f"/proc/{self.process.pid}")
        os.close(told)
        with open(ready, "rb") as pipe:
            self.is_ready = pipe.read(1) == b"\n"

    def ask(self, method, path, body=None):
        with Line(self.port) as line:
            return line.ask(method, path, body, "Connection: close\r\n")

    def end(self, signal=15, patience=20):
        """Returns the exit code after a signal; None if the process does not end."""
        self.process.send_signal(signal)
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return None

    def memory(self, what="VmRSS"):
        """Bytes, as /proc names them."""
        return int(re.search(rf"{what}:\s+(\d+)", (self.proc / "status").read_text())[1]) * 1024
