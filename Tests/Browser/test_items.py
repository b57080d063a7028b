"""The user's actions on a to-do, and its row."""

from harness import (
    add,
    alert,
    button,
    checkbox,
    edit,
    eventually,
    expect_done,
    expect_focus,
    expect_rows,
    menu,
    more,
    online,
    open_details,
    rows,
    says,
    strip,
    view,
)


def test_an_empty_page_has_its_landmarks_and_a_message(world):
    page = world.open(world.server())

    page.get_by_text("No to-dos yet.").wait_for()
    assert page.title().endswith("toodoo")
    page.get_by_role("heading", name="toodoo", level=1).wait_for()
    for role in ("banner", "main", "search"):
        assert page.get_by_role(role).count() == 1, role
    assert page.get_by_role("list").count() == 0
    # Of the connection, of messages, and of the selected rows.
    assert page.get_by_role("status").count() == 3


def test_checking_moves_to_done_and_back(world):
    server = world.server()
    server.add("Buy milk", "Sleep")
    page = world.open(server)

    checkbox(page, "Buy milk").check()
    says(page, "Done: Buy milk")
    expect_rows(page, ["Sleep"])
    eventually(lambda: [item["done"] for item in server.items()] == [False, True])
    view(page, "Done")
    expect_rows(page, ["Buy milk"], "Done")
    checkbox(page, "Buy milk").uncheck()

    says(page, "Not done: Buy milk")
    page.get_by_text("Nothing is done yet.").wait_for()
    view(page, "All")
    expect_rows(page, ["Buy milk", "Sleep"])
    assert page.get_by_role("heading", name="Done", level=2).count() == 0


def test_deleting_can_be_undone_and_redone(world):
    server = world.server()
    server.add("Buy milk", {"title": "Call Ada", "itemDescription": "x"}, "Sleep")
    page = world.open(server)
    before = server.items()

    more(page, "Call Ada", "Delete")
    says(page, "Deleted: Call Ada")
    expect_rows(page, ["Buy milk", "Sleep"])
    eventually(lambda: len(server.items()) == 2)
    button(page, "Undo").click()
    says(page, "Undone")

    expect_rows(page, ["Buy milk", "Call Ada", "Sleep"])
    eventually(lambda: len(server.items()) == 3)
    written = ("revision", "updatedAt")
    assert [strip(item, written) for item in server.items()] == [strip(i, written) for i in before]
    button(page, "Redo").click()
    says(page, "Redone")
    expect_rows(page, ["Buy milk", "Sleep"])
    eventually(lambda: server.titles() == ["Buy milk", "Sleep"])


def test_undo_takes_several_steps_back(world):
    server = world.server()
    page = world.open(server)
    for title in ("a", "b", "c"):
        add(page, title)
    checkbox(page, "b").check()
    eventually(lambda: len(server.items()) == 3 and server.items()[2]["done"])

    for left in (["a", "b", "c"], ["a", "b"], ["a"], []):
        button(page, "Undo").click() if left == ["a", "b", "c"] else press_undo(page)
        expect_rows(page, left)

    eventually(lambda: server.items() == [])


def press_undo(page):
    page.keyboard.press("Escape")
    page.locator("body").press("Control+z")


def test_undo_after_a_change_by_another_device_is_refused_with_a_message(world):
    server = world.server()
    [item] = server.add("Buy milk")
    page = world.open(server)
    open_details(page, "Buy milk")
    edit(page, "Title", "Buy soy milk")
    eventually(lambda: server.titles() == ["Buy soy milk"])

    server.patch(item, {"title": "Buy oat milk"})
    checkbox(page, "Buy oat milk").wait_for()
    button(page, "Undo").click()

    alert(page, "Not undone: “Buy oat milk” was changed elsewhere.")
    eventually(lambda: page.get_by_role("status", name="Messages").text_content() == "")
    assert button(page, "Redo").count() == 0
    expect_rows(page, ["Buy oat milk"])


def test_undo_takes_a_tick_back_and_leaves_what_another_device_has_changed(world):
    server = world.server()
    [item] = server.add("Buy milk")
    page = world.open(server)
    checkbox(page, "Buy milk").check()
    eventually(lambda: server.items()[0]["done"])

    # In All the row would disappear after a moment.
    view(page, "Done")
    server.patch(item, {"title": "Buy oat milk"})
    checkbox(page, "Buy oat milk").wait_for()
    button(page, "Undo").click()
    view(page, "All")

    expect_rows(page, ["Buy oat milk"])
    eventually(lambda: not server.items()[0]["done"])


def test_undo_and_redo_stand_beside_each_other_as_long_as_there_are_steps(world):
    server = world.server()
    page = world.open(server, viewport={"width": 390, "height": 844})
    for title in ("a", "b"):
        add(page, title)
    assert button(page, "Redo").count() == 0

    button(page, "Undo").click()
    expect_rows(page, ["a"])
    button(page, "Redo").wait_for()
    button(page, "Undo").focus()
    page.keyboard.press("Enter")
    page.get_by_text("No to-dos yet.").wait_for()
    expect_focus(page, "button: Redo")
    assert button(page, "Undo").count() == 0
    button(page, "Redo").click()
    button(page, "Redo").click()
    expect_rows(page, ["a", "b"])
    assert button(page, "Redo").count() == 0

    eventually(lambda: server.titles() == ["a", "b"])


def test_clear_done_and_delete_all_can_be_undone(world):
    server = world.server()
    server.add("a", {"title": "b", "done": True}, {"title": "c", "done": True})
    page = world.open(server)

    menu(page, "Clear done")
    says(page, "Deleted: 2")
    eventually(lambda: server.titles() == ["a"])
    button(page, "Undo").click()
    eventually(lambda: server.titles() == ["a", "b", "c"])
    menu(page, "Delete all")
    says(page, "Deleted: 3")
    page.get_by_text("No to-dos yet.").wait_for()
    eventually(lambda: server.items() == [])
    button(page, "Undo").click()

    view(page, "Done")
    # Both may have been done in the same millisecond.
    eventually(lambda: sorted(rows(page, "Done")) == ["b", "c"])
    eventually(lambda: server.titles() == ["a", "b", "c"])


def test_done_is_cleared_in_its_view(world):
    server = world.server()
    server.add("a", {"title": "b", "done": True})
    page = world.open(server, "#/done")

    button(page, "Clear").click()

    says(page, "Deleted: 1")
    eventually(lambda: server.titles() == ["a"])


def test_changes_of_another_device_appear(world):
    server = world.server()
    page = world.open(server)

    [item] = server.add("Buy milk")
    expect_rows(page, ["Buy milk"])
    server.patch(item, {"done": True})
    expect_done(page, ["Buy milk"])
    server.delete(item)

    page.get_by_text("No to-dos yet.").wait_for()


def test_the_view_that_was_left_opens_the_next_time(world):
    server = world.server()
    context = world.context()
    page = world.open(server, context=context)
    view(page, "Done")

    other = world.open(server, context=context)

    other.get_by_role("link", name="Done").and_(other.locator("[aria-current=page]")).wait_for()


def test_times_are_in_the_words_of_the_languages_clock(world):
    server = world.server()
    server.add({"title": "Call", "timestamp": 1891292400 + 17 * 3600 + 300})

    for locale, text in (("en-US", "5:05 PM"), ("en-GB", "17:05"), ("de-DE", "17:05")):
        page = world.open(server, ready=False, locale=locale)
        date = page.get_by_role("listitem").locator("time")
        date.wait_for()
        assert date.inner_text().endswith(text), date.inner_text()


def test_a_theme_can_be_chosen(world):
    page = world.open(world.server(), color_scheme="light")

    button(page, "Menu").click()
    page.get_by_role("combobox", name="Theme").select_option("Dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    # The browser's colour around the page changes too.
    around = """[...document.querySelectorAll("meta[name=theme-color]")]
        .find(meta => matchMedia(meta.media).matches).content"""
    assert page.evaluate(around) == "#14171a"
    page.reload()
    online(page)
    assert page.evaluate(around) == "#14171a"

    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    assert dark != "rgb(247, 245, 240)"
    assert rows(page) == []
