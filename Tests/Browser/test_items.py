"""The actions of a user on a to-do."""

import re

from harness import (add, alert, box, button, checkbox, eventually, expect_focus, expect_rows,
                     menu, rows, says, status, strip)


def test_an_empty_page_has_its_landmarks_and_a_message(world):
    page = world.open(world.server())

    page.get_by_text("No to-dos yet.").wait_for()
    assert page.title().endswith("toodoo")
    page.get_by_role("heading", name="toodoo", level=1).wait_for()
    for role in ("banner", "main", "search"):
        assert page.get_by_role(role).count() == 1, role
    assert page.get_by_role("list").count() == 0
    assert page.get_by_role("status").count() == 2


def test_a_to_do_is_added_by_enter_and_by_the_button(world):
    server = world.server()
    page = world.open(server)

    add(page, "Buy milk")
    says(page, "Added: Buy milk")
    box(page).fill("Sleep")
    button(page, "Add").click()

    expect_rows(page, ["Buy milk", "Sleep"])
    page.get_by_role("heading", name="To do", level=2).wait_for()
    eventually(lambda: server.titles() == ["Buy milk", "Sleep"])
    item = page.get_by_role("listitem").nth(1)
    assert item.get_attribute("aria-setsize") == "2"
    assert item.get_attribute("aria-posinset") == "2"
    assert box(page).input_value() == ""


def test_an_empty_text_adds_nothing(world):
    server = world.server()
    page = world.open(server)

    add(page, "   ")
    add(page, "x")

    eventually(lambda: server.titles() == ["x"])


def test_a_title_of_more_than_500_characters_is_an_error(world):
    page = world.open(world.server())

    box(page).fill("😀" * 501)

    assert box(page).get_attribute("aria-invalid") == "true"
    box(page).press("Enter")
    page.get_by_text("At most 500 characters.").wait_for()
    box(page).fill("😀" * 500)
    box(page).press("Enter")
    expect_rows(page, ["😀" * 500])


def test_a_date_at_the_end_becomes_the_due_date(world):
    server = world.server()
    page = world.open(server)

    box(page).fill("Call Ada Friday 17:00")
    assert re.match("Due Friday.*17:00", description(page))
    box(page).press("Enter")

    says(page, "Added: Call Ada")
    due = page.get_by_role("listitem").locator("time")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT17:00", due.get_attribute("datetime"))
    eventually(lambda: server.items()[0].get("timestamp"))
    add(page, "Sleep tomorrow")
    due = page.get_by_role("listitem").filter(has_text="Sleep").locator("time")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", due.get_attribute("datetime"))


def description(page):
    ids = box(page).get_attribute("aria-describedby")
    return page.evaluate("id => document.getElementById(id).innerText", ids)


def test_not_a_date_keeps_the_text(world):
    page = world.open(world.server())

    box(page).fill("Watch the film Tomorrow")
    button(page, "Not a date").click()
    assert description(page) == ""
    assert button(page, "Not a date").count() == 0
    box(page).press("Enter")

    expect_rows(page, ["Watch the film Tomorrow"])


def test_a_german_page_parses_german_dates(world):
    page = world.open(world.server(), ready=False, locale="de-DE")

    page.get_by_role("textbox", name="Neue Aufgabe", exact=True).fill("Ada anrufen morgen 17 Uhr")
    page.get_by_role("textbox", name="Neue Aufgabe", exact=True).press("Enter")

    page.get_by_role("status", name="Meldungen").filter(has_text="Hinzugefügt: Ada anrufen").wait_for()
    page.get_by_role("heading", name="Zu erledigen").wait_for()
    checkbox(page, "Ada anrufen").check()
    page.get_by_role("heading", name="Erledigt").wait_for()
    button(page, "Rückgängig").click()
    button(page, "Menü").click()
    page.get_by_role("combobox", name="Sprache").select_option("English")
    page.get_by_role("heading", name="To do", exact=True).wait_for()
    page.reload()
    page.get_by_role("heading", name="To do", exact=True).wait_for()


def test_checking_moves_to_done_and_back(world):
    server = world.server()
    server.add("Buy milk", "Sleep")
    page = world.open(server)

    checkbox(page, "Buy milk").check()
    says(page, "Done: Buy milk")
    expect_rows(page, ["Buy milk"], "Done")
    expect_rows(page, ["Sleep"])
    eventually(lambda: [item["done"] for item in server.items()] == [False, True])
    checkbox(page, "Buy milk").uncheck()

    says(page, "Not done: Buy milk")
    expect_rows(page, ["Buy milk", "Sleep"])
    assert page.get_by_role("heading", name="Done", level=2).count() == 0


def test_deleting_can_be_undone_and_redone(world):
    server = world.server()
    server.add("Buy milk", {"title": "Call Ada", "itemDescription": "x", "timestamp": 12.5}, "Sleep")
    page = world.open(server)
    before = server.items()

    button(page, "Delete Call Ada").click()
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
    checkbox(page, "Buy milk").check()
    eventually(lambda: server.items()[0]["done"])

    server.patch(item, {"title": "Buy oat milk"})
    checkbox(page, "Buy oat milk").wait_for()
    button(page, "Undo").click()

    alert(page, "changed since")
    eventually(lambda: page.get_by_role("status", name="Messages").text_content() == "")
    assert button(page, "Redo").count() == 0
    expect_rows(page, ["Buy oat milk"], "Done")


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

    expect_rows(page, ["b", "c"], "Done")
    eventually(lambda: server.titles() == ["a", "b", "c"])


def test_changes_of_another_device_appear(world):
    server = world.server()
    page = world.open(server)

    [item] = server.add("Buy milk")
    expect_rows(page, ["Buy milk"])
    server.patch(item, {"done": True})
    expect_rows(page, ["Buy milk"], "Done")
    server.delete(item)

    page.get_by_text("No to-dos yet.").wait_for()


def test_overdue_is_shown_in_words(world):
    server = world.server()
    server.add({"title": "late", "timestamp": 1000}, {"title": "was late", "timestamp": 1000, "done": True})
    page = world.open(server)

    page.get_by_role("listitem").filter(has_text="late").filter(has_text="Overdue").wait_for()
    assert page.get_by_text("Overdue", exact=True).locator("visible=true").count() == 1


def test_a_theme_can_be_chosen(world):
    page = world.open(world.server(), color_scheme="light")

    button(page, "Menu").click()
    page.get_by_role("combobox", name="Theme").select_option("Dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    # Around the page as well.
    around = """[...document.querySelectorAll("meta[name=theme-color]")]
        .find(meta => matchMedia(meta.media).matches).content"""
    assert page.evaluate(around) == "#14171a"
    page.reload()
    status(page, "Online")
    assert page.evaluate(around) == "#14171a"

    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    assert dark != "rgb(247, 245, 240)"
    assert rows(page) == []
