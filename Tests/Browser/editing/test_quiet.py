"""Quiet details: lines of words, the grid of days, reminders, notes as text, titles in the row."""

import datetime

from harness import (
    button,
    checkbox,
    choose_day,
    details,
    edit,
    eventually,
    expect_focus,
    expect_rows,
    line,
    open_details,
    opened,
    says,
    words,
)
from test_repeats import type_number

FRIDAY = {"day": "2029-12-07"}


def test_the_line_says_date_time_rule_and_reminder(world):
    server = world.server()
    server.add("Call Ada")
    page = world.open(server, timezone_id="UTC")
    form = open_details(page, "Call Ada")
    assert words(form, "Date") == ""

    edit(page, "Date in words", "2029-12-07 17:00")
    eventually(lambda: "17:00" in words(form, "Date"))
    opened(form, "Repeat").select_option("Every week")
    opened(form, "Remind").select_option("10 minutes before")

    eventually(
        lambda: (
            words(form, "Date").replace(",", "")
            == "Fri 7 Dec 2029 · 17:00 · ↻ every week · 10 minutes before"
        ),
        lambda: words(form, "Date"),
    )
    eventually(lambda: server.items()[0].get("remind") == 10)
    assert server.items()[0]["timestamp"] == 1891357200


def test_the_editor_of_the_date_opens_and_closes_with_the_focus(world):
    server = world.server()
    server.add({"title": "a", **FRIDAY})
    page = world.open(server)
    form = open_details(page, "a")
    date = line(form, "Date")

    date.focus()
    page.keyboard.press("Enter")
    assert date.get_attribute("aria-expanded") == "true"
    expect_focus(page, "button: Today")
    page.keyboard.press("Escape")
    assert date.get_attribute("aria-expanded") == "false"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Date: ")
    date.click()
    button(form.get_by_role("dialog", name="Date"), "Done").click()

    assert date.get_attribute("aria-expanded") == "false"
    assert form.is_visible()


def test_a_day_is_chosen_in_the_grid_with_mouse_and_keys(world):
    server = world.server()
    server.add({"title": "a", **FRIDAY})
    page = world.open(server, timezone_id="UTC")
    form = open_details(page, "a")
    opened(form, "Time")
    grid = form.get_by_role("grid", name="Days")

    assert grid.locator("[aria-selected=true]").text_content() == "7"
    grid.locator("[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    eventually(lambda: server.items()[0]["day"] == "2029-12-15")
    says(page, "Moved: a")
    assert grid.locator("[aria-selected=true]").text_content() == "15"
    choose_day(page, "Today")
    today = datetime.datetime.now(datetime.timezone.utc).date()
    eventually(lambda: server.items()[0]["day"] == today.isoformat())
    button(form, "Later weeks").click()
    grid.get_by_role("button").nth(0).click()

    monday = today - datetime.timedelta(days=today.weekday()) + datetime.timedelta(weeks=5)
    eventually(lambda: server.items()[0]["day"] == monday.isoformat(), lambda: server.items())


def test_reminders_of_a_day_are_times_and_others_are_typed(world):
    server = world.server()
    server.add({"title": "a", **FRIDAY})
    page = world.open(server, timezone_id="UTC")
    form = open_details(page, "a")
    remind = opened(form, "Remind")

    remind.select_option("09:00 that day")
    eventually(lambda: server.items()[0].get("remind") == -540)
    remind.select_option("18:00 the day before")
    eventually(lambda: server.items()[0].get("remind") == 360)
    remind.select_option("Custom")
    days = form.get_by_label("Days before", exact=True)
    type_number(days, "2")
    days.blur()
    eventually(lambda: server.items()[0].get("remind") == 1800)
    type_number(days, "40")
    days.blur()
    assert days.get_attribute("aria-invalid") == "true"
    edit(page, "Time", "17:00")
    remind = opened(form, "Remind")
    remind.select_option("At the time")
    eventually(lambda: server.items()[0].get("remind") == 0)
    choose_day(page, "No date")

    eventually(lambda: "remind" not in server.items()[0])
    assert not remind.is_visible()


def test_notes_are_text_with_links_and_boxes_that_tick(world):
    server = world.server()
    notes = "See https://example.org\n- [x] one\n- [ ] two\nend"
    server.add({"title": "a", "itemDescription": notes})
    page = world.open(server)
    row = page.get_by_role("listitem")
    row.get_by_text("1/2").wait_for()
    assert row.get_by_text("See https://example.org end").is_visible()
    form = open_details(page, "a")

    assert form.get_by_role("link", name="https://example.org").is_visible()
    checkbox(form, "two").check()
    eventually(lambda: server.items()[0]["itemDescription"] == notes.replace("[ ]", "[x]"))
    row.get_by_text("2/2").wait_for()
    assert checkbox(form, "two").is_checked()
    box = form.get_by_role("textbox", name="Description")
    form.get_by_text("end").click()
    expect_focus(page, "textarea: Description")
    assert not form.get_by_role("link", name="https://example.org").is_visible()
    box.fill("new")
    box.blur()

    eventually(lambda: server.items()[0]["itemDescription"] == "new")
    form.get_by_text("new", exact=True).first.wait_for()


def test_the_title_is_edited_in_the_row(world):
    server = world.server()
    server.add("a", "b")
    page = world.open(server)
    checkbox(page, "a").focus()

    page.keyboard.press("e")
    title = page.get_by_role("main").get_by_role("textbox", name="Title")
    assert title.input_value() == "a"
    title.fill("c")
    title.press("Escape")
    expect_rows(page, ["a", "b"])
    expect_focus(page, "checkbox: a")
    page.keyboard.press("e")
    title.fill("d")
    title.press("Enter")

    says(page, "Saved: d")
    expect_rows(page, ["d", "b"])
    expect_focus(page, "checkbox: d")
    page.keyboard.press("e")
    title.fill(" ")
    title.blur()
    expect_rows(page, ["d", "b"])


def test_the_focus_of_the_keyboard_is_shown_by_the_whole_row(world):
    server = world.server()
    server.add("a")
    page = world.open(server)
    row = page.get_by_role("listitem")
    row.wait_for()

    page.keyboard.press("j")

    eventually(lambda: row.evaluate("row => getComputedStyle(row).outlineStyle") == "solid")
    page.get_by_role("textbox", name="New to-do").focus()
    eventually(lambda: row.evaluate("row => getComputedStyle(row).outlineStyle") == "none")


def test_what_is_typed_and_has_a_fault_is_in_sight_when_the_details_open(world):
    server = world.server()
    server.add("a", "b")
    page = world.open(server)
    form = open_details(page, "a")
    edit(page, "Coordinate", "north")
    open_details(page, "b")
    assert not form.get_by_label("Coordinate", exact=True).is_visible()

    open_details(page, "a")

    assert form.get_by_label("Coordinate", exact=True).input_value() == "north"
    assert form.get_by_label("Coordinate", exact=True).is_visible()
    assert details(page).is_visible()
