"""Another program at the server's address gets neither a token nor a password."""

import contextlib
import http.server
import json
import threading

from harness import add, alert, button, eventually, expect_rows, online, status
from server import PASSWORD
from test_accounts import sign_in, signed_in, start
from test_installed import ready

# Status, Content-Type and body of each answer.
ANSWERS = {
    "401": (401, "application/json", b'{"error":"unauthorized"}'),
    "503": (503, "text/html", b"<h1>503 Service Unavailable</h1>"),
    "HTML": (200, "text/html", b"<title>other</title><h1>Another program</h1>"),
    "JSON": (200, "application/json", b'{"name":"other"}'),
}


@contextlib.contextmanager
def foreign(port, answer):
    """A program with the same answer to every request; yields the requests that it got."""
    got = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            length = int(self.headers.get("Content-Length") or 0)
            got.append(
                (self.command, self.path, self.headers["Authorization"], self.rfile.read(length))
            )
            status, content_type, body = ANSWERS[answer]
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with contextlib.suppress(ConnectionError):
                self.wfile.write(body)

        do_GET = do_POST = do_DELETE = do_PATCH = answer

        def log_message(self, *arguments):
            pass

    class Program(http.server.ThreadingHTTPServer):
        allow_reuse_address = True

    program = Program(("127.0.0.1", port), Handler)
    threading.Thread(target=program.serve_forever, daemon=True).start()
    try:
        yield got
    finally:
        program.shutdown()
        program.server_close()


def expect_no_secrets(got):
    assert [
        request
        for request in got
        if request[2] or b"secret" in request[3] or PASSWORD.encode() in request[3]
    ] == []


def kept(world):
    """A page from a worker's cache, with a session and a change that was not sent."""
    server, token = start(world)
    page = signed_in(world, server)
    add(page, "secret")
    eventually(lambda: server.titles(token) == ["secret"])
    ready(page)
    server.kill()
    status(page, "Offline")
    add(page, "unsent secret")
    status(page, "^Offline – 1 change waiting$")
    return server, token, page


def test_a_page_that_starts_from_the_worker_sends_nothing_to_another_program(world):
    for answer in ("401", "503"):
        server, token, page = kept(world)

        with foreign(server.port, answer) as got:
            page.goto("about:blank")
            page.goto(server.url)
            expect_rows(page, ["secret", "unsent secret"])
            # The page goes on asking.
            eventually(lambda: page.evaluate("1") and len(got) > 3)
            expect_no_secrets(got)
            status(page, "^Offline – 1 change waiting$")

        # The server is back.
        server.start()
        online(page)
        eventually(lambda: server.titles(token) == ["secret", "unsent secret"])


def test_a_page_that_another_program_replaces_has_sent_it_nothing(world):
    for answer in ("HTML", "JSON"):
        server, _, page = kept(world)

        with foreign(server.port, answer) as got:
            page.goto("about:blank")
            page.goto(server.url)
            count = "navigator.serviceWorker.getRegistrations().then(all => all.length)"
            eventually(lambda: page.evaluate(count) == 0, "no worker")
            eventually(lambda: page.evaluate("1") and [path for _, path, _, _ in got].count("/"))
            expect_no_secrets(got)
    # Firefox reports files that were loading when their worker replaced the page.
    world.faults[:] = [fault for fault in world.faults if "ServiceWorker intercepted" not in fault]


def test_an_open_page_sends_nothing_to_another_program(world):
    for answer in ("401", "HTML"):
        server, _, page = kept(world)

        with foreign(server.port, answer) as got:
            page.evaluate("dispatchEvent(new Event('online'))")
            eventually(lambda: page.evaluate("1") and len(got) > 1)
            expect_no_secrets(got)
            status(page, "^Offline – 1 change waiting$")


def test_a_password_is_not_sent_to_another_program(world):
    server, _ = start(world)
    page = world.open(server, ready=False)
    ready(page)
    server.kill()

    with foreign(server.port, "401") as got:
        page.goto("about:blank")
        page.goto(server.url)
        sign_in(page)
        alert(page, "The server does not answer.")
        expect_no_secrets(got)

    server.start()
    button(page, "Sign in").click()
    online(page)


def test_a_first_visit_asks_for_nothing_more(world):
    server, _ = start(world)
    context = world.context()
    paths = []
    context.on("request", lambda request: paths.append(request.url.removeprefix(server.url)))
    page = world.open(server, context=context, ready=False)

    sign_in(page)
    online(page)

    assert "manifest.webmanifest" not in paths, json.dumps(paths)
