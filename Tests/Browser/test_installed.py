"""The service worker: a cold start, an upgrade, another program at the address."""

import http.server
import shutil
import tempfile
import threading
import time
from pathlib import Path

from harness import (
    ROOT,
    WEB,
    add,
    alert,
    box,
    button,
    checkbox,
    dialog,
    eventually,
    expect_done,
    expect_rows,
    menu,
    online,
    says,
    status,
)
from test_accounts import sign_in, start


def ready(page):
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")


def caches(page):
    return page.evaluate("caches.keys()")


def changed_page():
    """A copy of the page in which one text differs."""
    folder = Path(tempfile.mkdtemp(prefix="toodoo-page-")) / "web"
    shutil.copytree(WEB, folder)
    script = folder / "main.js"
    script.write_text(script.read_text().replace("No to-dos yet.", "No to-dos in the new version."))
    # The compressed forms contain the former script.
    for old in folder.glob("main.js.*"):
        old.unlink()
    return folder


def test_a_new_version_is_offered_and_installed_as_a_whole(world):
    server = world.server()
    page = world.open(server)
    ready(page)
    page.get_by_text("No to-dos yet.").wait_for()
    [old] = caches(page)
    server.kill()
    server.page = changed_page()
    server.start()

    online(page)
    page.get_by_text("There is a new version.").wait_for()
    box(page).fill("a draft")
    page.get_by_text("No to-dos yet.").wait_for()
    button(page, "Reload").click()

    page.get_by_text("No to-dos in the new version.").wait_for()
    assert box(page).input_value() == "a draft"
    eventually(lambda: len(caches(page)) == 1 and caches(page) != [old])
    shutil.rmtree(server.page.parent)


def test_queued_changes_survive_an_upgrade(world):
    server = world.server()
    page = world.open(server)
    ready(page)
    server.kill()
    status(page, "Offline")
    add(page, "waiting")
    status(page, "1 change waiting")
    server.page = changed_page()
    server.start()

    button(page, "Reload").click()

    expect_rows(page, ["waiting"])
    eventually(lambda: server.titles() == ["waiting"])
    shutil.rmtree(server.page.parent)


def test_a_part_that_is_loaded_later_opens_without_a_network(world):
    server = world.server()
    page = world.open(server)
    ready(page)
    page.reload()
    online(page)
    server.kill()
    status(page, "Offline")

    menu(page, "Calendar")

    fault = dialog(page, "Calendar").get_by_role("alert")
    fault.filter(has_text="The server does not answer.").wait_for()


def test_a_part_that_cannot_be_loaded_says_so(world):
    server = world.server()
    # Without a worker, as in an insecure context.
    page = world.open(server, service_workers="block")
    server.kill()
    status(page, "Offline")

    menu(page, "Calendar")

    alert(page, "This part of the page could not be loaded.")
    server.start()
    page.reload()
    menu(page, "Calendar")
    dialog(page, "Calendar").get_by_role("textbox", name="Address").wait_for()


class Other(http.server.BaseHTTPRequestHandler):
    """Another program, without /sw.js."""

    def do_GET(self):
        found = self.path.split("?")[0] == "/"
        body = b"<title>other</title><h1>Another program</h1>" if found else b"no"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except ConnectionError:
            pass  # The page has closed the connection.

    def log_message(self, *arguments):
        pass


def test_the_worker_unregisters_if_another_program_has_the_address(world):
    server = world.server()
    page = world.open(server)
    ready(page)
    server.kill()
    http.server.ThreadingHTTPServer.allow_reuse_address = True
    other = http.server.ThreadingHTTPServer(("127.0.0.1", server.port), Other)
    threading.Thread(target=other.serve_forever, daemon=True).start()
    try:
        # The worker may navigate before this has an answer, which would end a wait for it.
        page.evaluate("setTimeout(() => location.reload())")

        page.get_by_role("heading", name="Another program").wait_for()
        eventually(lambda: caches(page) == [], "no caches")
        count = "navigator.serviceWorker.getRegistrations().then(all => all.length)"
        eventually(lambda: page.evaluate(count) == 0, "no worker")
    finally:
        other.shutdown()
        other.server_close()


def test_the_manifest_makes_it_installable(world):
    server = world.server()
    page = world.open(server)

    manifest = page.evaluate("fetch('/manifest.webmanifest').then(answer => answer.json())")

    assert manifest["start_url"] == "/" and manifest["display"] == "standalone"
    assert manifest["share_target"]["params"]["text"] == "text"
    assert {each["url"] for each in manifest["shortcuts"]} == {"/?text=", "/#/today"}
    for icon in manifest["icons"]:
        size = page.evaluate(
            """src => new Promise((resolve, reject) => {
            const image = new Image();
            image.onload = () => resolve(image.naturalWidth);
            image.onerror = () => reject(new Error(src));
            image.src = src;
        })""",
            icon["src"],
        )
        assert icon["sizes"] in ("any", f"{size}x{size}"), icon


# Records the notifications and badges that the system would show.
SHOWN = """
window.told = [];
window.badges = [];
// A blank page has none.
if (window.ServiceWorkerRegistration) {
    ServiceWorkerRegistration.prototype.showNotification = async (title) => void told.push(title);
}
navigator.setAppBadge = async (count) => void badges.push(count);
navigator.clearAppBadge = async () => void badges.push(0);
"""


def test_what_is_due_is_notified_once_over_all_tabs_and_counted_on_the_badge(world):
    server = world.server()
    context = world.context(permissions=["notifications"])
    context.add_init_script(SHOWN)
    pages = [world.open(server, context=context) for _ in range(2)]
    ready(pages[0])
    button(pages[1], "Menu").click()
    dialog(pages[1], "Menu").get_by_role("checkbox", name="Notify me when something is due").check()
    pages[1].keyboard.press("Escape")

    server.add({"title": "Drink tea", "timestamp": time.time() + 3}, "No date")

    def told():
        return [title for page in pages for title in page.evaluate("told")]

    eventually(told)
    assert told() == ["Drink tea"]
    for page in pages:
        eventually(lambda: page.evaluate("badges.at(-1)") == 1)


test_what_is_due_is_notified_once_over_all_tabs_and_counted_on_the_badge.engines = ("chromium",)
# Chromium without windows shows no notifications.
test_what_is_due_is_notified_once_over_all_tabs_and_counted_on_the_badge.with_windows = True


def test_no_item_is_lost_or_duplicated_in_the_first_steps_of_a_new_user(world):
    server = world.server(command=[str(ROOT / "scripts" / "run")])
    page = world.open(server)

    add(page, "Buy milk")
    add(page, "Call Ada")
    says(page, "Added: Call Ada")
    checkbox(page, "Buy milk").check()
    says(page, "Done: Buy milk")
    button(page, "Undo").click()
    says(page, "Undone")
    expect_rows(page, ["Buy milk", "Call Ada"])
    eventually(lambda: server.titles() == ["Buy milk", "Call Ada"])
    # The worker caches the page for use without a server.
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    server.close()

    status(page, "^Offline$")
    add(page, "Pay the rent")
    checkbox(page, "Call Ada").check()
    status(page, "^Offline – 2 changes waiting$")
    page.reload()
    add(page, "Sleep")
    status(page, "^Offline – 3 changes waiting$")
    server.start()

    online(page)
    todo, done = ["Buy milk", "Pay the rent", "Sleep"], ["Call Ada"]
    eventually(lambda: server.titles() == todo + done)
    assert [item["done"] for item in server.items()] == [False, False, False, True]
    page.reload()
    for other in page, world.open(server):
        expect_rows(other, todo)
        expect_done(other, done)


# Stands in for the system, which closes notifications, and notes whose.
NOTIFIED = """
window.closedOf = [];
if (window.ServiceWorkerRegistration) {
    const all = ["toodoo-account ada@example.org", "toodoo-account bob@example.org"]
        .map((account) => ({ data: { account }, close() { closedOf.push(account); } }));
    ServiceWorkerRegistration.prototype.getNotifications = async () => all;
}
"""


def test_notifications_are_closed_when_their_account_signs_out(world):
    server, _ = start(world)
    context = world.context(permissions=["notifications"])
    context.add_init_script(NOTIFIED)
    page = world.open(server, context=context, ready=False)
    sign_in(page)
    online(page)
    ready(page)

    menu(page, "Sign out")

    eventually(lambda: page.evaluate("closedOf") == ["toodoo-account ada@example.org"])
