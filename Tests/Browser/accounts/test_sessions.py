"""A change of session: data of the former account on the screen and on the device."""

import json

from harness import (
    add,
    alert,
    box,
    checkbox,
    details,
    dialog,
    eventually,
    expect_focus,
    expect_rows,
    expect_title,
    import_file,
    menu,
    online,
    open_details,
    opened,
    search,
    status,
)
from server import PASSWORD
from test_accounts import databases, revoke_all, sign_in, signed_in, start

# All visible text, typed text and labels of a page, and its address.
SCREEN = """() => [
    location.href, document.title, document.body.innerText,
    ...[...document.querySelectorAll("input, textarea")].map((box) => box.value),
    ...[...document.querySelectorAll("[aria-label]")].map((element) => element.ariaLabel),
].join("\\n")"""

# The whole content of IndexedDB, as text.
DEVICE = """async () => {
    const wait = (request) => new Promise((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
    });
    const all = [];
    for (const { name } of await indexedDB.databases()) {
        const database = await wait(indexedDB.open(name));
        for (const store of database.objectStoreNames) {
            const values = await wait(database.transaction(store).objectStore(store).getAll());
            all.push(name, store, JSON.stringify(values));
        }
        database.close();
    }
    return all.join("\\n");
}"""


def two_accounts(world):
    server, _ = start(world)
    return server, server.sign_up("bob@example.org", "Bob")


def expect_nothing_of(page, text):
    eventually(lambda: text not in page.evaluate(SCREEN), lambda: page.evaluate(SCREEN))


def expect_titles(server, titles):
    token = server.sign_in()
    eventually(lambda: server.titles(token) == titles, lambda: f"{server.titles(token)}")


def ended(world, server, *, unsent=(), keep=True):
    """A page whose session the server has ended, with changes that were not sent."""
    page = world.open(server, ready=False)
    sign_in(page, keep=keep)
    online(page)
    # The server must not end between its write and its response.
    with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        add(page, "sent secret")
    answered.value.finished()
    expect_titles(server, ["sent secret"])
    server.kill()
    status(page, "Offline")
    for title in unsent:
        add(page, title)
    revoke_all(server)
    server.start()
    page.get_by_text("Your session has ended.").wait_for()
    return page


def test_the_end_of_a_session_moves_nothing_and_the_form_opens_when_it_is_wanted(world):
    server, _ = start(world)
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        page = signed_in(world, server, viewport=size)
        add(page, f"of {size['width']}")
        row = page.get_by_role("listitem").first
        place = row.bounding_box()
        online(page)

        revoke_all(server)
        server.kill()
        server.start()
        page.get_by_text("Your session has ended.").wait_for()

        assert row.bounding_box() == place
        assert page.get_by_label("Password", exact=True).count() == 0
        sign_in(page)
        page.get_by_text("Your session has ended.").wait_for(state="hidden")
        online(page)
        assert dialog(page, "Sign in").count() == 0
        expect_focus(page, "input: New to-do")


def test_nothing_is_promised_for_an_account_that_was_deleted_elsewhere(world):
    server, token = start(world)
    page = signed_in(world, server)

    server.request("DELETE", "/users/current", {"password": PASSWORD}, token)
    page.get_by_text("Your session has ended.").wait_for()
    assert "kept" not in page.evaluate(SCREEN)
    sign_in(page)

    alert(page, "Wrong email or password, or the account was deleted.")
    assert "kept" not in page.evaluate(SCREEN)


def test_the_form_says_what_was_not_sent_when_the_session_ended(world):
    server, _ = start(world)
    page = ended(world, server, unsent=["a", "b"])

    page.get_by_role("button", name="Sign in").click()

    dialog(page, "Sign in").get_by_text("The server does not have 2 changes yet.").wait_for()
    eventually(lambda: page.get_by_label("Email").input_value() == "ada@example.org")
    expect_focus(page, "input: Password")


def test_open_details_close_in_all_tabs_when_the_account_signs_out(world):
    server, _ = two_accounts(world)
    first = signed_in(world, server)
    second = world.open(server, context=first.context)
    add(first, "secret title")
    form = open_details(second, "secret title")
    opened(form, "Place").fill("secret place")
    form.get_by_label("Description").fill("secret description")

    menu(first, "Sign out")

    second.get_by_role("heading", name="Sign in").wait_for()
    expect_nothing_of(second, "secret")
    sign_in(first, "bob@example.org")
    for page in (first, second):
        online(page)
        page.get_by_text("No to-dos yet.").wait_for()
        expect_nothing_of(page, "secret")
    # No modal dialog is open.
    add(second, "of Bob")
    checkbox(first, "of Bob").wait_for()


def test_alerts_leave_with_the_session_in_all_tabs(world):
    server, token = start(world)
    first = signed_in(world, server)
    second = world.open(server, context=first.context)
    for page in (first, second):
        [item] = server.add("secret", token=token)
        page.get_by_role("link", name="secret").click()
        details(page).wait_for()
        server.delete(item, token)
        alert(page, "“secret” was deleted on another device.")

    menu(first, "Sign out")

    for page in (first, second):
        page.get_by_role("heading", name="Sign in").wait_for()
        expect_nothing_of(page, "secret")


def test_a_draft_leaves_with_the_session_in_all_tabs(world):
    server, _ = two_accounts(world)
    first = signed_in(world, server)
    second = world.open(server, context=first.context)
    box(first).fill("secret 1")
    box(second).fill("secret 2")

    menu(first, "Sign out")
    second.get_by_role("heading", name="Sign in").wait_for()
    sign_in(first, "bob@example.org")

    for page in (first, second):
        online(page)
        box(page).wait_for()
        expect_nothing_of(page, "secret")


def test_a_search_leaves_with_the_session_in_all_tabs_and_back_does_not_lead_to_it(world):
    server, _ = two_accounts(world)
    first = signed_in(world, server)
    second = world.open(server, context=first.context)
    add(first, "secret")
    for page in (first, second):
        search(page, "secret")
        page.get_by_role("link", name="secret").click()
        dialog(page, "Details").wait_for()

    menu(first, "Sign out")
    second.get_by_role("heading", name="Sign in").wait_for()
    for page in (first, second):
        expect_nothing_of(page, "secret")
    sign_in(first, "bob@example.org")

    for page in (first, second):
        online(page)
        for _ in range(2):
            page.evaluate("""new Promise(done => {
                addEventListener("popstate", () => setTimeout(done), { once: true });
                history.back();
            })""")
            expect_nothing_of(page, "secret")


def test_a_link_to_an_item_is_followed_after_signing_in(world):
    server, token = start(world)
    [item] = server.add("Buy milk", token=token)
    page = world.open(server, f"#/items/{item['id']}", ready=False)

    sign_in(page)

    expect_title(page, "Buy milk")


def test_an_open_field_stays_when_its_own_account_signs_in_again(world):
    server, _ = start(world)
    first = ended(world, server)
    second = world.open(server, context=first.context, ready=False)
    second.get_by_text("Your session has ended.").wait_for()
    form = open_details(second, "sent secret")
    form.get_by_label("Title").fill("edited")

    sign_in(first)
    for page in (first, second):
        page.get_by_text("Your session has ended.").wait_for(state="hidden")
    form.get_by_label("Title").press("Enter")

    expect_titles(server, ["edited"])


def test_the_refusal_of_a_former_token_ends_no_new_session(world):
    server, _ = start(world)
    page = world.open(server, ready=False)
    sign_in(page)
    online(page)
    other = world.open(server, context=page.context, ready=False)
    online(other)

    # Messages from a tab that does not know yet that this account has signed in again.
    page.evaluate("""
        const channel = new BroadcastChannel("toodoo-account ada@example.org");
        channel.postMessage({ signedOut: "the former token" });
        channel.postMessage({ signedOut: true });
        channel.postMessage({ notice: { entry: { label: "the last message" }, reason: "full" } });
    """)

    for tab in (page, other):
        tab.get_by_text("the last message").wait_for()
        assert tab.get_by_text("Your session has ended.").count() == 0


def test_another_account_that_signs_in_removes_what_an_ended_session_left(world):
    server, _ = two_accounts(world)
    first = ended(world, server)
    second = world.open(server, context=first.context, ready=False)
    expect_rows(second, ["sent secret"])

    sign_in(first, "bob@example.org")

    for page in (first, second):
        online(page)
        page.get_by_text("No to-dos yet.").wait_for()
        expect_nothing_of(page, "secret")
        assert "toodoo-account ada@example.org" not in databases(page)
    assert "ada@" not in first.evaluate(DEVICE)


def test_a_session_that_leaves_no_trace_removes_an_ended_one_as_well(world):
    server, _ = two_accounts(world)
    page = ended(world, server)

    sign_in(page, "bob@example.org", keep=False)

    page.get_by_text("No to-dos yet.").wait_for()
    assert "ada@" not in page.evaluate(DEVICE)
    page.reload()
    page.get_by_role("heading", name="Sign in").wait_for()
    expect_nothing_of(page, "ada@")
    expect_nothing_of(page, "secret")


def test_a_session_of_one_tab_leaves_that_of_the_device_alone_while_it_is_valid(world):
    server, token = start(world)
    server.sign_up("bob@example.org", "Bob")
    server.add("of Ada", token=token)
    context = world.context()
    first, second = (world.open(server, ready=False, context=context) for _ in range(2))
    sign_in(second, "bob@example.org", keep=False)
    second.get_by_text("No to-dos yet.").wait_for()
    sign_in(first)
    expect_rows(first, ["of Ada"])

    menu(second, "Sign out")
    sign_in(second, "bob@example.org", keep=False)

    second.get_by_text("No to-dos yet.").wait_for()
    expect_rows(first, ["of Ada"])
    assert "toodoo-account ada@example.org" in databases(first)


def test_what_is_typed_leaves_no_trace_in_the_tab_when_the_session_ends(world):
    server, _ = start(world)
    page = signed_in(world, server)
    add(page, "secret")
    open_details(page, "secret").get_by_label("Description").fill("secret description")
    box(page).fill("secret draft")
    stored = "JSON.stringify([{ ...sessionStorage }, { ...localStorage }])"
    assert "secret draft" in page.evaluate(stored)

    menu(page, "Sign out")
    page.get_by_role("heading", name="Sign in").wait_for()

    assert "secret" not in page.evaluate(stored)


def test_an_import_ends_with_the_session(world):
    server, bob = two_accounts(world)
    page = signed_in(world, server)
    held = []
    page.route("**/items?onConflict=skip", lambda route: held.append(route), times=1)
    items = [
        {"id": f"00000000-0000-4000-8000-{n:012}", "title": f"secret {n}", "isDone": False}
        for n in range(1500)
    ]
    import_file(page, "items.json", json.dumps(items))
    eventually(lambda: page.evaluate("1") and held)
    second = world.open(server, context=page.context)

    menu(second, "Sign out")
    sign_in(second, "bob@example.org")
    online(page)
    held[0].fulfill(status=201, headers={"Content-Type": "application/json"}, body="[]")
    add(page, "of Bob")

    eventually(lambda: server.titles(bob) == ["of Bob"])
    expect_nothing_of(page, "secret")


def test_what_was_typed_does_not_come_back_for_the_next_account(world):
    server, _ = two_accounts(world)
    first = signed_in(world, server)
    second = world.open(server, context=first.context)
    box(first).fill("secret draft")
    first.goto("about:blank")
    menu(second, "Sign out")
    sign_in(second, "bob@example.org")
    online(second)

    first.goto(server.url)
    online(first)

    expect_nothing_of(first, "secret")
