"""Reminders by the server: turning a device on and off, the worker's notifications and their buttons.

No push service of a browser is asked: `PushManager` is a stand-in, the server sends to a service of
the test, and DevTools deliver the messages.
"""

import http.server
import json
import threading
import time
from contextlib import contextmanager

from harness import (
    add,
    button,
    choose_in_menu,
    dialog,
    edit,
    eventually,
    expect_focus,
    expect_rows,
    menu,
    online,
    opened,
    open_details,
    status,
)
from test_accounts import revoke_all, sign_in

CONTACT = ["--push-contact", "mailto:admin@example.org"]


@contextmanager
def push_service():
    """A push service, and what it got: the fields and the body of each message."""
    got = []

    class Service(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got.append((dict(self.headers), body))
            self.send_response(201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *arguments):
            pass

    service = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{service.server_port}", got
    finally:
        service.shutdown()
        service.server_close()


# The browser's part of a subscription, whose real one needs the push service of its vendor. It is in
# localStorage, so that it survives a reload as the real one does.
PUSH = """((service) => {
    if (!window.PushManager) return;
    // Chromium without windows grants none.
    Object.defineProperty(
        Notification, "permission", { get: () => localStorage.fakePermission ?? "granted" });
    Notification.requestPermission = async () => Notification.permission;
    const kept = () => JSON.parse(localStorage.fakePush ?? "null");
    const bytes = (text) => Uint8Array.from(
        atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer;
    const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
        .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const made = () => kept() && {
        options: { applicationServerKey: bytes(kept().key) },
        toJSON: () => kept().json,
        async unsubscribe() {
            if (localStorage.fakePushStays) throw new DOMException("no service", "AbortError");
            delete localStorage.fakePush;
            return true;
        },
    };
    PushManager.prototype.getSubscription = async () => made();
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        if (localStorage.fakePushFails) throw new DOMException("no service", "AbortError");
        const pair = await crypto.subtle.generateKey(
            { name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
        const p256dh = text(await crypto.subtle.exportKey("raw", pair.publicKey));
        const auth = text(crypto.getRandomValues(new Uint8Array(16)).buffer);
        const endpoint = `${service}/${crypto.randomUUID()}`;
        const json = { endpoint, expirationTime: null, keys: { p256dh, auth } };
        const own = await crypto.subtle.exportKey("jwk", pair.privateKey);
        localStorage.fakePush = JSON.stringify({ json, own, key: applicationServerKey });
        return made();
    };
})"""


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


def device(world, service, **options):
    context = world.context(**options)
    context.add_init_script(f"{PUSH}({json.dumps(service)})")
    return context


def ready(page):
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")


def reminding(page):
    menu(page, "Remind me on this device")
    return dialog(page, "Remind me on this device")


def state(form, text):
    form.get_by_role("status").filter(has_text=text).wait_for()


def turn_on(page):
    form = reminding(page)
    button(form, "Turn on").click()
    state(form, "Reminders are on.")
    return form


def subscriptions(server, token=None):
    return server.request("GET", "/subscriptions", token=token)["subscriptions"]


def start(world, service, *options, **context):
    server = world.server(*CONTACT, "--push-local", service, *options)
    context = device(world, service, **context)
    page = world.open(server, context=context)
    ready(page)
    return server, page


def test_a_device_is_turned_on_told_and_turned_off(world):
    with push_service() as (service, got):
        server, page = start(world, service)

        sent = []
        page.on("request", lambda request: sent.append(request.post_data_json))
        form = reminding(page)
        state(form, "Reminders are off.")
        button(form, "Turn on").click()

        state(form, "Reminders are on. A test is on its way.")
        [told] = [body for body in sent if body]
        assert told["timeZone"] == "Europe/Berlin"
        expect_focus(page, "button: Test")
        [one] = subscriptions(server)
        assert one["label"] in ("Chrome, Linux", "Firefox, Linux") and one["kind"] == "webpush"
        eventually(lambda: len(got) == 1, "the test")
        assert got[0][0]["Content-Encoding"] == "aes128gcm"
        # The rate of tests is one a second.
        eventually(lambda: (button(form, "Test").click(), len(got) > 1)[1], "another test")

        button(form, "Turn off").click()
        state(form, "Reminders are off.")
        expect_focus(page, "button: Turn on")
        assert subscriptions(server) == []
        assert page.evaluate("localStorage.fakePush") is None


def test_the_menu_offers_it_only_where_the_server_sends_reminders(world):
    page = world.open(world.server())

    button(page, "Menu").click()
    button(dialog(page, "Menu"), "Calendar").wait_for()

    assert not button(dialog(page, "Menu"), "Remind me on this device").is_visible()


def test_a_browser_that_refuses_says_how_to_allow_it(world):
    server = world.server(*CONTACT)
    context = device(world, "http://127.0.0.1:1")
    page = world.open(server, context=context)
    ready(page)
    page.evaluate("localStorage.fakePermission = 'default'")

    form = reminding(page)
    state(form, "Reminders are off.")
    page.evaluate("localStorage.fakePermission = 'denied'")
    button(form, "Turn on").click()

    state(form, "The browser blocks notifications of this page. Allow them")
    assert subscriptions(server) == []


def test_a_failure_is_beside_the_button_and_leaves_nothing(world):
    with push_service() as (service, _):
        server, page = start(world, service)
        page.evaluate("localStorage.fakePushFails = 1")

        form = reminding(page)
        button(form, "Turn on").click()
        form.get_by_role("alert").filter(
            has_text="The browser could not subscribe: no service"
        ).wait_for()
        state(form, "Reminders are off.")

        page.evaluate("delete localStorage.fakePushFails")
        server.kill()
        button(form, "Turn on").click()
        form.get_by_role("alert").filter(has_text="does not answer").wait_for()
        assert page.evaluate("localStorage.fakePush") is None


def test_a_button_does_not_wait_for_the_list(world):
    with push_service() as (service, _):
        server, page = start(world, service)
        waiting = []
        page.route(
            "**/subscriptions",
            lambda route: (
                waiting.append(route)
                if route.request.method == "GET" and not waiting
                else route.continue_()
            ),
        )

        form = reminding(page)
        button(form, "Turn on").click()
        state(form, "Reminders are on.")
        waiting[0].abort()


def test_a_service_that_the_server_does_not_permit_is_a_sentence(world):
    server = world.server(*CONTACT)
    context = device(world, "https://push.example")
    page = world.open(server, context=context)
    ready(page)

    form = reminding(page)
    button(form, "Turn on").click()

    refused = form.get_by_role("alert").filter(has_text="a push service that this server permits")
    refused.wait_for()
    assert page.evaluate("localStorage.fakePush") is None
    # Also if the browser cannot end the subscription again.
    page.evaluate("localStorage.fakePushStays = 1")
    button(form, "Turn on").click()
    refused.wait_for()
    assert page.evaluate("localStorage.fakePush") is not None


def test_a_refused_test_does_not_say_that_the_browser_could_not_subscribe(world):
    with push_service() as (service, _):
        _, page = start(world, service)
        form = turn_on(page)
        problem = {"errors": [{"pointer": "", "detail": "Not now."}]}
        page.route("**/test", lambda route: route.fulfill(status=422, json=problem))

        button(form, "Test").click()

        form.get_by_role("alert").filter(has_text="That did not work: Not now.").wait_for()


def test_an_iphone_is_told_about_the_home_screen(world):
    context = world.context(
        user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15"
        " (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
    )
    context.add_init_script("delete window.PushManager")
    page = world.open(world.server(*CONTACT), context=context)

    form = reminding(page)

    state(form, "first add this page to the home screen")
    assert not button(form, "Turn on").is_visible()


def test_other_devices_and_topics_are_listed_and_removed(world):
    with push_service() as (service, _):
        server, page = start(world, service)
        topic = {"kind": "ntfy", "url": f"{service}/topic", "label": "Phone"}
        server.request("POST", "/subscriptions", topic)

        form = turn_on(page)
        others = form.get_by_role("list", name="Other devices and topics")
        line = others.get_by_role("listitem")
        eventually(lambda: line.count() == 1, "the topic alone")
        assert "Phone" in line.text_content() and "127.0.0.1" in line.text_content()
        button(line, "Remove").click()

        eventually(lambda: not others.is_visible())
        [one] = subscriptions(server)
        assert one["kind"] == "webpush"


def test_a_start_sends_the_subscription_again(world):
    with push_service() as (service, _):
        server, page = start(world, service)
        turn_on(page)
        [one] = subscriptions(server)
        server.request("DELETE", f"/subscriptions/{one['handle']}")

        page.reload()

        eventually(lambda: len(subscriptions(server)) == 1, "the subscription")
        online(page)
        state(reminding(page), "Reminders are on.")


def test_signing_out_unsubscribes_the_browser(world):
    with push_service() as (service, _):
        server = world.server(*CONTACT, "--push-local", service, "--auth", "on")
        server.sign_up()
        context = device(world, service)
        page = world.open(server, context=context, ready=False)
        sign_in(page)
        online(page)
        ready(page)
        turn_on(page)
        page.keyboard.press("Escape")
        token = server.sign_in()
        assert len(subscriptions(server, token)) == 1

        menu(page, "Sign out")

        page.get_by_role("heading", name="Sign in").wait_for()
        eventually(lambda: page.evaluate("localStorage.fakePush") is None, "unsubscribed")
        eventually(lambda: subscriptions(server, token) == [], "ended with its session")


def ended(world, service):
    """A reminded page whose session the server has ended, and with it the subscription."""
    server = world.server(*CONTACT, "--push-local", service, "--auth", "on")
    server.sign_up()
    server.sign_up("bob@example.org", "Bob")
    page = world.open(server, context=device(world, service), ready=False)
    sign_in(page)
    online(page)
    ready(page)
    turn_on(page)
    page.keyboard.press("Escape")
    revoke_all(server)
    server.kill()
    server.start()
    page.get_by_text("Your session has ended.").wait_for()
    assert subscriptions(server, server.sign_in()) == []
    return server, page


def test_the_next_session_of_an_account_is_reminded_as_well(world):
    with push_service() as (service, _):
        server, page = ended(world, service)

        sign_in(page)

        token = server.sign_in()
        eventually(lambda: len(subscriptions(server, token)) == 1, "the subscription")


def test_another_account_that_signs_in_is_not_reminded_by_the_one_before(world):
    with push_service() as (service, _):
        server, page = ended(world, service)

        sign_in(page, "bob@example.org")

        online(page)
        eventually(lambda: page.evaluate("localStorage.fakePush") is None, "unsubscribed")
        state(reminding(page), "Reminders are off.")
        assert subscriptions(server, server.sign_in("bob@example.org")) == []


def test_a_session_of_one_tab_is_not_reminded(world):
    server = world.server(*CONTACT, "--auth", "on")
    server.sign_up()
    page = world.open(server, ready=False)
    sign_in(page, keep=False)
    online(page)

    form = reminding(page)

    state(form, "You are signed in for this tab only.")
    assert not button(form, "Turn on").is_visible()


def test_what_gets_a_time_on_a_device_that_reminds_of_all_gets_a_reminder(world):
    server = world.server(*CONTACT)
    page = world.open(server)
    add(page, "Former tomorrow 17:00")
    reminding(page).get_by_role("checkbox", name="All that has a time").check()
    page.keyboard.press("Escape")

    add(page, "Timed tomorrow 17:00")
    add(page, "Sooner tomorrow 17:00 remind 10 min")
    add(page, "Day tomorrow")
    add(page, "Later")
    open_details(page, "Later")
    edit(page, "Date in words", "tomorrow 9:00")
    open_details(page, "Former")
    edit(page, "Time", "18:00")

    def reminders():
        return {item["title"]: item.get("remind") for item in server.items()}

    wanted = {"Former": None, "Timed": 0, "Sooner": 10, "Day": None, "Later": 0}
    eventually(lambda: reminders() == wanted, reminders)
    # It is kept on the device.
    page.reload()
    assert reminding(page).get_by_role("checkbox", name="All that has a time").is_checked()


def test_a_reminded_device_shows_no_notifications_of_the_page(world):
    with push_service() as (service, _):
        server, page = start(world, service)
        button(page, "Menu").click()
        own = dialog(page, "Menu").get_by_role("checkbox", name="Notify me when something is due")
        own.check()
        page.keyboard.press("Escape")

        turn_on(page)
        page.keyboard.press("Escape")
        button(page, "Menu").click()

        button(dialog(page, "Menu"), "Export").wait_for()
        assert not own.is_visible()


# The worker.


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
    server, page, script, [item] = worker(world, due("Call Ada"))
    expect_rows(page, ["Call Ada"])
    script.remind(item)
    eventually(script.shown, "shown")
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
    server, page, script, [item] = worker(world, due("Call Ada"))
    expect_rows(page, ["Call Ada"])
    script.remind(item)
    eventually(script.shown, "shown")
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
    _, page, script, [item] = worker(world, due("Call Ada"))
    expect_rows(page, ["Call Ada"])
    script.remind(item)
    eventually(script.shown, "shown")

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
