"""Offline use, and the queue of changes."""

import re
import time
import urllib.error

from harness import (
    add,
    alert,
    button,
    checkbox,
    details,
    edit,
    eventually,
    expect_rows,
    hold,
    online,
    open_details,
    status,
)


def loaded(world, *items):
    server = world.server()
    if items:
        server.add(*items)
    page = world.open(server)
    if items:
        expect_rows(page, [item if isinstance(item, str) else item["title"] for item in items])
    # The worker must have cached the page before the server stops.
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    return server, page


def test_the_page_starts_without_the_server(world):
    server, page = loaded(world, "a")
    server.kill()

    page.goto("about:blank")
    page.goto(server.url + "?any=query#/all")

    expect_rows(page, ["a"])
    status(page, "Offline")


def test_a_change_waits_once_it_is_stored(world):
    server, page = loaded(world, "a")
    server.kill()
    status(page, "Offline")
    hold(page, "toodoo-items")

    add(page, "b")
    expect_rows(page, ["a", "b"])
    status(page, "^Offline$")
    page.evaluate("release()")
    status(page, "^Offline – 1 change waiting$")
    page.goto("about:blank")
    page.goto(server.url)

    expect_rows(page, ["a", "b"])


def test_an_undo_offline_takes_the_change_out_of_the_queue(world):
    server, page = loaded(world, "a")
    server.kill()
    status(page, "Offline")

    checkbox(page, "a").check()
    status(page, "1 change waiting")
    button(page, "Undo").click()
    expect_rows(page, ["a"])
    status(page, "^Offline$")
    button(page, "Redo").click()
    status(page, "1 change waiting")
    server.start()

    online(page)
    eventually(lambda: server.items()[0]["done"])


def test_an_undo_offline_of_a_sent_change_is_queued(world):
    server, page = loaded(world)
    add(page, "a")
    eventually(lambda: server.titles() == ["a"])
    server.kill()
    status(page, "Offline")

    page.keyboard.press("Escape")
    page.keyboard.press("u")
    page.get_by_text("No to-dos yet.").wait_for()
    # Two changes wait if the server ended before its answer arrived.
    status(page, "changes? waiting")
    server.start()

    eventually(lambda: server.items() == [])
    online(page)


def test_undo_after_a_batch_reverts_one_step(world):
    server, page = loaded(world)
    server.kill()
    status(page, "Offline")
    for count in range(25):
        add(page, f"item {count}")
    server.start()
    online(page)
    eventually(lambda: len(server.items()) == 25)
    # All are in one revision, because the queue was long.
    assert len({item["revision"] for item in server.items()}) == 1

    button(page, "Undo").click()
    eventually(lambda: len(server.items()) == 24)
    page.keyboard.press("Escape")
    page.keyboard.press("u")

    eventually(lambda: server.titles() == [f"item {count}" for count in range(23)])


def test_a_queue_that_was_killed_while_sending_is_sent_once(world):
    server, page = loaded(world)
    for round in range(3):
        for count in range(4):
            add(page, f"{round}.{count}")
        server.kill()
        server.start()
    online(page)

    expected = [f"{round}.{count}" for round in range(3) for count in range(4)]
    eventually(lambda: sorted(server.titles()) == expected)
    expect_rows(page, expected)


def test_another_database_at_the_same_address_replaces_the_copy_and_keeps_the_queue(world):
    server, page = loaded(world, "a", "b")
    server.kill()
    status(page, "Offline")
    add(page, "mine")
    server.database = server.folder / "other.sqlite"
    server.start()

    eventually(lambda: server.titles() == ["mine"])
    expect_rows(page, ["mine"])


def test_without_room_on_the_server_changes_wait_and_go_when_something_is_deleted(world):
    server = world.server("--owner-items", "1MiB")
    large = {"itemDescription": "x" * 65_000}
    items = fill(server, {"title": "large", **large})
    page = world.open(server)

    add(page, "too large")
    eventually(lambda: "too large" in server.titles())
    open_details(page, "too large")
    edit(page, "Description", large["itemDescription"])
    button(details(page), "Close").click()
    alert(page, "The server has no room for “too large”")
    assert "bytes" not in page.get_by_role("alert").inner_text()
    status(page, "^No room on the server – 1 change waiting$")
    add(page, "small")
    eventually(lambda: "small" in server.titles())
    page.reload()
    status(page, "^No room on the server – 1 change waiting$")
    server.delete(items[0])

    online(page)
    eventually(
        lambda: any(
            item["title"] == "too large" and "itemDescription" in item for item in server.items()
        )
    )


def test_a_refused_change_is_in_the_list_with_its_reason_and_can_be_tried_again(world):
    server, page, _ = refusing(world, (422, {}))

    add(page, "Buy milk")
    alert(page, "The server refused “Buy milk”")
    expect_rows(page, [])
    page.get_by_role("link", name="Changed elsewhere (1)", exact=True).click()
    region = page.get_by_role("region", name="Changed elsewhere", exact=True)
    region.get_by_text("Refused by the server: Title is not allowed.").wait_for()
    button(region, "Put back").click()

    eventually(lambda: page.evaluate("1") and server.titles() == ["Buy milk"])
    expect_rows(page, ["Buy milk"])


def fill(server, item):
    """Adds copies of an item until the quota is used up."""
    items = []
    while True:
        try:
            items += server.add(item)
        except urllib.error.HTTPError as error:
            assert error.code == 507
            return items


def test_a_server_that_does_not_answer_is_told_after_five_seconds(world):
    server = world.server()
    context = world.context(service_workers="block")
    page = world.open(server, context=context)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    context.route(WRITES, lambda route: None)

    add(page, "a")
    page.clock.run_for(4000)
    assert page.get_by_role("status", name="Connection").text_content() == ""
    page.clock.run_for(2000)

    status(page, "^Connecting – 1 change waiting$")


test_a_server_that_does_not_answer_is_told_after_five_seconds.engines = ("chromium",)


def test_online_does_not_depend_on_the_stream(world):
    server = world.server()
    context = world.context()
    context.route(
        "**/items/changes?since=*",
        lambda route: route.abort() if "limit" not in route.request.url else route.continue_(),
    )
    page = world.open(server, context=context)

    server.add("a")

    expect_rows(page, ["a"])
    online(page)


test_online_does_not_depend_on_the_stream.engines = ("chromium",)


# Requests of the queue.
WRITES = re.compile(r"/items(/batch|\?onConflict=skip)$")


def refusing(world, *answers):
    """A page whose first writes get the given answers or none, and the times of all writes."""
    server = world.server()
    context = world.context(service_workers="block")
    page = world.open(server, context=context)
    waiting, sent = list(answers), []

    def reply(route):
        sent.append(time.monotonic())
        if not waiting:
            route.continue_()
        elif answer := waiting.pop(0):
            status, headers = answer
            headers = {"Content-Type": "application/problem+json", **headers}
            body = '{"detail": "Title is not allowed."}'
            route.fulfill(status=status, headers=headers, body=body)
        else:
            route.abort()

    context.route(WRITES, reply)
    return server, page, sent


def test_a_write_that_got_no_answer_is_sent_again_while_the_stream_stays_open(world):
    server, page, _ = refusing(world, None, None)

    add(page, "a")

    eventually(lambda: page.evaluate("1") and server.titles() == ["a"])
    online(page)


def test_a_write_that_the_server_could_not_take_is_sent_again_while_the_stream_stays_open(world):
    server, page, _ = refusing(world, (500, {}), (503, {}))

    add(page, "a")

    eventually(lambda: page.evaluate("1") and server.titles() == ["a"])
    online(page)


def test_no_write_is_sent_before_the_time_that_the_server_names(world):
    server, page, sent = refusing(world, (503, {"Retry-After": "3"}))

    add(page, "a")
    eventually(lambda: page.evaluate("1") and sent)
    # Each of these wakes the sender.
    add(page, "b")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.evaluate("dispatchEvent(new Event('focus'))")

    eventually(lambda: page.evaluate("1") and server.titles() == ["a", "b"])
    assert sent[1] - sent[0] >= 2.9, sent
    online(page)


# Keeps the transaction that stores the next entry of the queue open until `released`, and counts
# the transactions that begin after it.
HOLD_STORING = """() => {
    const { add } = IDBObjectStore.prototype;
    const { transaction } = IDBDatabase.prototype;
    window.begun = -1;
    IDBObjectStore.prototype.add = function (...values) {
        const request = add.apply(this, values);
        IDBObjectStore.prototype.add = add;
        window.begun = 0;
        const keep = () => window.released || (this.count().onsuccess = keep);
        keep();
        return request;
    };
    IDBDatabase.prototype.transaction = function (...values) {
        if (window.begun >= 0) window.begun++;
        return transaction.apply(this, values);
    };
}"""


def test_an_undo_is_stored_once_if_its_change_is_answered_meanwhile(world):
    server, page = loaded(world, "a", "b")
    held = []
    page.route("**/items/batch", lambda route: held.append(route), times=1)

    checkbox(page, "a").check()
    expect_rows(page, ["b"])
    eventually(lambda: page.evaluate("1") and held)
    page.evaluate(HOLD_STORING)
    button(page, "Undo").click()
    eventually(lambda: page.evaluate("begun") == 0)
    held[0].continue_()
    eventually(lambda: page.evaluate("begun") > 0)
    page.evaluate("window.released = true")
    expect_rows(page, ["a", "b"])
    checkbox(page, "b").check()

    eventually(lambda: [item["done"] for item in server.items()] == [False, True])
    expect_rows(page, ["a"])
    online(page)


test_an_undo_is_stored_once_if_its_change_is_answered_meanwhile.engines = ("chromium",)
