"""Several tabs of one device."""

from harness import (
    add,
    button,
    checkbox,
    eventually,
    expect_done,
    expect_rows,
    online,
    says,
    status,
)


def test_tabs_show_each_others_changes_at_once_and_share_one_stream(world):
    server = world.server()
    context = world.context()
    streams = []
    context.on(
        "request",
        lambda request: (
            streams.append(request.url)
            if request.headers.get("accept") == "text/event-stream"
            else None
        ),
    )
    pages = [world.open(server, context=context) for _ in range(3)]

    add(pages[2], "a")
    for page in pages:
        expect_rows(page, ["a"])
    checkbox(pages[1], "a").check()
    for page in pages:
        expect_done(page, ["a"])
    server.add("other")
    for page in pages:
        expect_rows(page, ["other"])

    assert len(streams) == 1, streams


def test_another_tab_takes_over_when_the_first_closes(world):
    server = world.server()
    context = world.context()
    first, second = (world.open(server, context=context) for _ in range(2))
    add(second, "a")
    expect_rows(first, ["a"])
    # Otherwise the second tab may send it after the other device has added its item.
    eventually(lambda: server.titles() == ["a"])

    first.close()
    server.add("b")
    expect_rows(second, ["a", "b"])
    add(second, "c")

    eventually(lambda: server.titles() == ["a", "b", "c"])
    online(second)


def test_a_queued_change_of_one_tab_is_visible_and_can_be_undone_in_that_tab(world):
    server = world.server()
    context = world.context()
    first, second = (world.open(server, context=context) for _ in range(2))
    server.kill()
    for page in (first, second):
        status(page, "Offline")

    add(second, "a")
    for page in (first, second):
        status(page, "Offline – 1 change waiting")
        expect_rows(page, ["a"])
    button(second, "Undo").click()
    for page in (first, second):
        status(page, "^Offline$")
    add(first, "b")
    server.start()

    eventually(lambda: server.titles() == ["b"])
    expect_rows(second, ["b"])


def test_the_theme_and_language_of_one_tab_apply_to_the_next(world):
    server = world.server()
    context = world.context()
    first = world.open(server, context=context)
    button(first, "Menu").click()
    first.get_by_role("combobox", name="Language").select_option("Deutsch")

    second = context.new_page()
    second.goto(server.url)

    second.get_by_text("Noch keine Aufgaben.").wait_for()
    add_box = second.get_by_role("textbox", name="Neue Aufgabe", exact=True)
    add_box.fill("x")
    add_box.press("Enter")
    second.get_by_role("status", name="Meldungen").filter(has_text="Hinzugefügt: x").wait_for()


def test_without_a_secure_context_each_tab_polls_and_all_else_works(world):
    server = world.server("--hosts", "toodoo.test", host="toodoo.test")
    browser = world.browser.launch_more("--host-resolver-rules=MAP toodoo.test 127.0.0.1")
    try:
        context = world.context(browser)
        first, second = (world.open(server, context=context) for _ in range(2))
        assert first.evaluate("isSecureContext") is False
        button(first, "Menu").click()
        first.get_by_text("Without HTTPS this page does not start without the server.").wait_for()
        first.keyboard.press("Escape")

        add(first, "a")
        says(first, "Added: a")
        expect_rows(second, ["a"])
        checkbox(second, "a").check()
        expect_done(first, ["a"])
        server.add("b")
        expect_rows(first, ["b"])
        expect_rows(second, ["b"])
        eventually(lambda: [item["title"] for item in server.items()] == ["b", "a"])
        context.close()
        world.contexts.remove(context)
    finally:
        browser.close()


test_without_a_secure_context_each_tab_polls_and_all_else_works.engines = ("chromium",)
