"""Reminders by the server: turning a device on and off, and what belongs to the account that did.

No push service of a browser is asked: `PushManager` is a stand-in, and the server sends to a service
of the test.
"""

import http.server
import json
import threading
from contextlib import contextmanager

from harness import (
    add,
    button,
    dialog,
    edit,
    eventually,
    expect_focus,
    menu,
    online,
    open_details,
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
