"""Notifications of the service worker and their buttons, also without a tab and without a network.

DevTools deliver the messages, in place of a browser's push service.
"""

import json
import time

from harness import (
    choose_in_menu,
    eventually,
    expect_rows,
    menu,
    online,
    status,
)
from test_accounts import sign_in
from test_reminders import CONTACT, PUSH, push_service, ready, start, subscriptions, turn_on

# What a browser does with a message before its worker gets it (RFC 8188 and 8291).
DECRYPT = """async (body) => {
    const message = Uint8Array.from(body);
    const { own, json: { keys } } = JSON.parse(localStorage.fakePush);
    const bytes = (text) => Uint8Array.from(
        atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const curve = { name: "ECDH", namedCurve: "P-256" };
    const [salt, server] = [message.slice(0, 16), message.slice(21, 86)];
    const mine = await crypto.subtle.importKey("jwk", own, curve, false, ["deriveBits"]);
    const theirs = await crypto.subtle.importKey("raw", server, curve, false, []);
    const secret = await crypto.subtle.deriveBits({ ...curve, public: theirs }, mine, 256);
    const derive = async (salt, from, info, length) => new Uint8Array(await crypto.subtle.deriveBits(
        { name: "HKDF", hash: "SHA-256", salt, info: Uint8Array.from(info) },
        await crypto.subtle.importKey("raw", from, "HKDF", false, ["deriveBits"]), 8 * length));
    const text = (words) => [...new TextEncoder().encode(words), 0];
    const info = [...text("WebPush: info"), ...bytes(keys.p256dh), ...server];
    const from = await derive(bytes(keys.auth), secret, info, 32);
    const key = await derive(salt, from, text("Content-Encoding: aes128gcm"), 16);
    const iv = await derive(salt, from, text("Content-Encoding: nonce"), 12);
    const plain = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv },
        await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]), message.slice(86)));
    return new TextDecoder().decode(plain.slice(0, plain.lastIndexOf(2)));
}"""


class Worker:
    """The worker of a page, to which DevTools deliver messages."""

    def __init__(self, page, server):
        self.page, self.origin = page, server.url.rstrip("/")
        self.devtools = page.context.new_cdp_session(page)
        self.registrations = []
        self.devtools.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: self.registrations.extend(
                one for one in event["registrations"] if one["scopeURL"] == server.url
            ),
        )
        self.devtools.send("ServiceWorker.enable")
        eventually(lambda: (page.title(), self.registrations)[1], "a registration")
        self.script = page.context.service_workers[0]

    def deliver(self, data):
        """Delivers a message, again if no event comes of it: DevTools drop one now and then."""
        seen = self.script.evaluate(
            """() => {
                if (globalThis.pushes === undefined) {
                    globalThis.pushes = 0;
                    addEventListener("push", () => globalThis.pushes++);
                }
                return globalThis.pushes;
            }"""
        )
        message = {
            "origin": self.origin,
            "registrationId": self.registrations[-1]["registrationId"],
            "data": data if isinstance(data, str) else json.dumps(data),
        }

        def arrived():
            self.devtools.send("ServiceWorker.deliverPushMessage", message)
            end = time.monotonic() + 3
            while time.monotonic() < end:
                if self.script.evaluate("globalThis.pushes") != seen:
                    return True
            return False

        eventually(arrived, "a push event")

    def remind(self, item, **more):
        self.deliver(
            {
                "web_push": 8030,
                "mutable": True,
                "notification": {
                    "title": item["title"],
                    "body": "Fri 4 Dec, 14:30",
                    "navigate": f"{self.origin}/#/items/{item['id']}",
                    "tag": "tag",
                    "data": {
                        "id": item["id"],
                        "revision": f'"e.{item["revision"]}"',
                        "timestamp": item["timestamp"],
                    },
                    **more,
                },
            }
        )

    def shown(self):
        return self.script.evaluate(
            """registration.getNotifications().then((all) => all.map((one) =>
            ({ title: one.title, body: one.body, acts: one.actions.map(({ title }) => title) })))"""
        )

    def dispatch(self, event, *, having=""):
        """Dispatches an event that the browser's driver cannot cause. Nothing may wait for it, as it is
        not the browser's, and no window gets the focus by it, so both are stand-ins."""
        self.script.evaluate(
            f"""async () => {{
                {having}
                WindowClient.prototype.focus = async function () {{ return this; }};
                Clients.prototype.openWindow = async (path) => void (globalThis.went = path);
                const event = {event};
                event.waitUntil = () => {{}};
                dispatchEvent(event);
            }}"""
        )

    def leave(self):
        """The page goes. Its client does so a moment later, and can be neither focused nor navigated."""
        self.page.goto("about:blank")
        count = "clients.matchAll().then((all) => all.length)"
        eventually(lambda: self.script.evaluate(count) == 0, "no page")

    def expect_new_tab(self, item):
        went = f"/#/items/{item['id']}"
        eventually(lambda: self.script.evaluate("globalThis.went") == went, "a tab with the item")

    def press(self, action=""):
        """Presses a button of the notification, or the notification itself."""
        self.dispatch(
            f"new NotificationEvent('notificationclick', {{ notification, action: '{action}' }})",
            having="const [notification] = await registration.getNotifications();",
        )


def with_worker(test):
    """DevTools deliver messages in Chromium alone, and without windows it shows none."""
    test.engines = ("chromium",)
    test.with_windows = True
    return test


def worker(world, *items):
    server = world.server(*CONTACT)
    page = world.open(server, context=world.context(permissions=["notifications"]))
    ready(page)
    added = server.add(*items)
    return server, page, Worker(page, server), added


def reminded(world):
    """A page with an item whose reminder is shown."""
    server, page, script, [item] = worker(world, due("Call Ada"))
    expect_rows(page, ["Call Ada"])
    script.remind(item)
    eventually(script.shown, "shown")
    return server, page, script, item


def due(title, **more):
    return {"title": title, "timestamp": int(time.time()) + 600, "remind": 10, **more}


@with_worker
def test_a_reminder_is_shown_with_its_buttons_and_one_that_cannot_be_read_as_well(world):
    _, page, script, [item] = worker(world, due("<b>Call</b> & Ada"))
    script.remind(item)

    eventually(lambda: len(script.shown()) == 1, "shown")
    assert script.shown() == [
        {
            "title": "<b>Call</b> & Ada",
            "body": "Fri 4 Dec, 14:30",
            "acts": ["Done", "In an hour"],
        }
    ]
    script.deliver("no JSON")
    eventually(lambda: len(script.shown()) == 2, "both shown")
    assert {one["title"] for one in script.shown()} == {"<b>Call</b> & Ada", "toodoo"}


@with_worker
def test_a_reminder_comes_from_the_server_to_the_notification_and_back(world):
    with push_service() as (service, got):
        server, page = start(world, service, permissions=["notifications"])
        turn_on(page)
        page.keyboard.press("Escape")
        eventually(lambda: len(got) == 1, "the test")
        script = Worker(page, server)

        # A minute before is in five seconds, until when the server must have it.
        [item] = server.add({"title": "Call «Ada»", "timestamp": time.time() + 65, "remind": 1})
        _, body = eventually(lambda: got[1:], "the reminder")[0]
        script.deliver(page.evaluate(DECRYPT, list(body)))

        [shown] = eventually(script.shown, "shown")
        assert shown["title"] == "Call «Ada»" and shown["acts"] == ["Done", "In an hour"]
        expect_rows(page, ["Call «Ada»"])
        script.press("later")
        eventually(lambda: server.items()[0]["remind"] < 0, "moved")
        assert server.items()[0]["timestamp"] == item["timestamp"]


@with_worker
def test_done_completes_the_item_with_and_without_a_tab(world):
    server, page, script, [first, second] = worker(world, due("first"), due("second"))
    script.remind(first)
    eventually(script.shown, "shown")
    script.press("done")

    eventually(lambda: server.items()[1]["done"], "done")
    eventually(lambda: script.shown() == [], "closed")
    expect_rows(page, ["second"])

    script.leave()
    script.remind(second)
    eventually(script.shown, "shown")
    script.press("done")
    eventually(lambda: [item["done"] for item in server.items()] == [True, True], "both done")


@with_worker
def test_in_an_hour_moves_the_reminder_alone(world):
    server, page, script, [item] = worker(world, due("Call Ada", repeat={"frequency": "weekly"}))
    script.remind(item)
    eventually(script.shown, "shown")
    script.leave()

    script.press("later")

    changed = eventually(lambda: [one for one in server.items() if one["remind"] < 0], "moved")[0]
    assert changed["timestamp"] == item["timestamp"] and changed["repeat"] == item["repeat"]
    told = changed["timestamp"] - 60 * changed["remind"]
    assert 3600 - 60 <= told - time.time() <= 3660
    assert script.shown() == []


@with_worker
def test_without_a_network_a_button_waits_in_the_queue(world):
    server, page, script, item = reminded(world)
    script.leave()
    server.kill()

    script.press("done")
    eventually(lambda: script.shown() == [], "closed")
    page.goto(server.url)
    status(page, "^Offline – 1 change waiting$")
    expect_rows(page, [])
    server.start()

    eventually(lambda: server.items()[0]["done"], "done")
    online(page)


@with_worker
def test_a_button_that_cannot_be_stored_opens_the_item(world):
    server, page, script, item = reminded(world)
    script.leave()
    script.script.evaluate(
        "() => { IDBObjectStore.prototype.add = () => { throw new Error('full'); }; }"
    )

    script.press("done")

    script.expect_new_tab(item)
    assert not server.items()[0]["done"]


def expect_address(page, path):
    there = "location.pathname + location.hash"
    eventually(lambda: page.evaluate(there) == path, lambda: page.evaluate(there))


@with_worker
def test_a_click_opens_the_item_in_the_tab_that_is_there(world):
    _, page, script, item = reminded(world)

    script.press()

    expect_address(page, f"/#/items/{item['id']}")
    assert len(page.context.pages) == 1
    eventually(lambda: script.shown() == [], "closed")
    # An address of another site leads to the page.
    script.remind(item, navigate="https://evil.example/")
    eventually(script.shown, "shown again")
    script.press()
    expect_address(page, "/")


@with_worker
def test_a_tab_with_another_account_has_no_part_in_a_notification(world):
    server = world.server(*CONTACT, "--auth", "on")
    server.sign_up()
    server.sign_up("bob@example.org", "Bob")
    context = world.context(permissions=["notifications"])
    other = world.open(server, context=context, ready=False)
    sign_in(other, "bob@example.org", keep=False)
    online(other)
    page = world.open(server, context=context, ready=False)
    sign_in(page)
    online(page)
    ready(page)
    script = Worker(page, server)
    first, second = server.add(due("Call Ada"), due("Call Bob"), token=server.sign_in())
    expect_rows(page, ["Call Ada", "Call Bob"])
    script.remind(first)
    eventually(script.shown, "shown")

    script.press()

    expect_address(page, f"/#/items/{first['id']}")
    eventually(lambda: script.shown() == [], "closed")
    # The order of the tabs is the browser's.
    script.script.evaluate(
        """() => {
            const all = Clients.prototype.matchAll;
            Clients.prototype.matchAll = async function (options) {
                return [...await all.call(this, options)].reverse();
            };
        }"""
    )
    script.remind(second)
    eventually(script.shown, "shown")
    script.press()
    expect_address(page, f"/#/items/{second['id']}")
    script.remind(second)
    eventually(script.shown, "shown")
    menu(other, "Sign out")
    other.get_by_role("heading", name="Sign in").wait_for()
    assert [one["title"] for one in script.shown()] == ["Call Bob"]


@with_worker
def test_a_click_opens_the_item_in_a_new_tab_where_there_is_none(world):
    _, page, script, [item] = worker(world, due("Call Ada"))
    script.remind(item)
    eventually(script.shown, "shown")
    script.leave()

    script.press()

    script.expect_new_tab(item)


@with_worker
def test_the_notification_of_what_is_done_elsewhere_is_closed(world):
    server, page, script, [item, other] = worker(world, due("Call Ada"), due("Call Bob"))
    expect_rows(page, ["Call Ada", "Call Bob"])
    script.remind(item, tag="a")
    script.remind(other, tag="b")
    eventually(lambda: len(script.shown()) == 2, "shown")
    page.evaluate("localStorage.setItem('toodoo.push', 'x')")

    server.patch(item, {"done": True})

    eventually(lambda: [one["title"] for one in script.shown()] == ["Call Bob"], "closed")


@with_worker
def test_the_buttons_speak_the_language_of_the_page(world):
    with push_service() as (service, _):
        server, page = start(world, service, permissions=["notifications"])
        turn_on(page)
        page.keyboard.press("Escape")
        [item] = server.add(due("Call Ada"))
        script = Worker(page, server)

        choose_in_menu(page, "Language", "de")

        def acts():
            script.remind(item)
            return [act for one in script.shown() for act in one["acts"]]

        eventually(lambda: acts() == ["Erledigt", "In einer Stunde"], acts)


@with_worker
def test_a_changed_subscription_is_sent_again(world):
    with push_service() as (service, _):
        server, page = start(world, service)
        script = Worker(page, server)
        # As in a page, but for what the worker has under other names.
        script.script.evaluate(
            f"() => {{ globalThis.window = globalThis; globalThis.localStorage = {{}};"
            f" {PUSH}({json.dumps(service)}) }}"
        )
        script.dispatch("new ExtendableEvent('pushsubscriptionchange')")

        [one] = eventually(lambda: subscriptions(server), "the subscription")
        assert one["label"] == "Chrome, Linux"
        # The page addresses it from now on.
        handle = "localStorage.getItem('toodoo.push')"
        eventually(lambda: page.evaluate(handle) == one["handle"], "the handle")
