"""A toodoo server for a browser test, and requests of another device."""

import json
import shutil
import signal
import socket
import subprocess
import tempfile
import urllib.request
from pathlib import Path

PASSWORD = "correct horse battery staple"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """A server with a database of its own. It can be killed and restarted at the same address."""

    binary = None

    def __init__(self, *options, page=None, host="127.0.0.1", command=None):
        self.command = command or [Server.binary, "serve"]
        self.folder = Path(tempfile.mkdtemp(prefix="toodoo-browser-"))
        self.options, self.page, self.host = options, page, host
        self.database = self.folder / "items.sqlite"
        self.port = free_port()
        self.process = None
        self.start()

    @property
    def url(self):
        return f"http://{self.host}:{self.port}/"

    def start(self):
        page = ["--page", str(self.page)] if self.page else []
        self.process = subprocess.Popen(
            [
                *self.command,
                "--port",
                str(self.port),
                "--db",
                str(self.database),
                "--log",
                "off",
                *page,
                *self.options,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if not self.process.stdout.readline():
            raise RuntimeError(self.process.stderr.read())

    def kill(self, with_signal=signal.SIGKILL):
        """Like a power cut: the server finishes nothing."""
        if self.process:
            self.process.send_signal(with_signal)
            self.process.wait()
            self.process.stdout.close()
            self.process.stderr.close()
            self.process = None

    def close(self):
        """Like Ctrl+C in its terminal."""
        self.kill(signal.SIGINT)

    def stop(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Another device: requests without a browser.

    def request(self, method, path, body=None, token=None):
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, headers, method=method
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            text = response.read()
            return json.loads(text) if text else None

    def items(self, token=None):
        return self.request("GET", "/items", token=token)

    def titles(self, token=None):
        return [item["title"] for item in self.items(token)]

    def add(self, *items, token=None):
        items = [{"title": item} if isinstance(item, str) else item for item in items]
        # Each item is a write of its own, so that the items keep their order.
        if len(items) < 50:
            return [self.request("POST", "/items", item, token) for item in items]
        stored = []
        for start in range(0, len(items), 1000):
            stored += self.request("POST", "/items", items[start : start + 1000], token)
        return stored

    def patch(self, item, patch, token=None):
        return self.request("PATCH", f"/items/{item['id']}", patch, token)

    def delete(self, item, token=None):
        return self.request("DELETE", f"/items/{item['id']}", token=token)

    def sign_up(self, email="ada@example.org", name="Ada"):
        self.request("POST", "/users", {"name": name, "email": email, "password": PASSWORD})
        return self.sign_in(email)

    def sign_in(self, email="ada@example.org"):
        return self.request("POST", "/sessions", {"email": email, "password": PASSWORD})["token"]
