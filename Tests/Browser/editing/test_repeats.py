"""Days without a time, and to-dos that repeat."""

import datetime
import re

from harness import (
    add,
    box,
    button,
    checkbox,
    choose_day,
    details,
    edit,
    eventually,
    expect_done,
    expect_rows,
    open_details,
    opened,
    rows,
    says,
    status,
    words,
)

BERLIN = {"timeZone": "Europe/Berlin"}
FRIDAYS = {"frequency": "weekly", "byDay": ["fr"], **BERLIN}
# Far ahead, so that the next date is a week later on any day of the test.
FRIDAY = {"day": "2029-12-07", "timestamp": 1891292400}
NEXT = "^Done. Next: Fri,? 14 Dec 2029$"


def row(page, title):
    return page.get_by_role("listitem").filter(has=page.get_by_role("link", name=title, exact=True))


def tick(page, title):
    """Clicks without waiting for a checked box: the next item with that title may come at once."""
    checkbox(page, title).click()


def date_of(page, title):
    return row(page, title).locator("time").get_attribute("datetime")


def stored(server, title):
    return eventually(lambda: [item for item in server.items() if item["title"] == title])[0]


def description(page):
    ids = box(page).get_attribute("aria-describedby")
    return page.evaluate("id => document.getElementById(id).innerText", ids)


def new_form(page, text, title):
    add(page, text)
    return open_details(page, title)


def repeat(form, choice):
    opened(form, "Repeat").select_option(choice)


def fill(form, label, value):
    field = opened(form, label)
    if field.get_attribute("type") == "number":
        type_number(field, value)
    else:
        field.fill(value)
    field.blur()


def type_number(field, value):
    """Firefox's driver adds to the text of a box for numbers instead of replacing it."""
    field.press("Control+a")
    field.press_sequentially(value)


def test_a_due_date_without_a_time_is_a_day(world):
    server = world.server()
    page = world.open(server)

    add(page, "Sleep 2029-12-07")
    add(page, "Wake 2029-12-07 7:00")

    sleep, wake = stored(server, "Sleep"), stored(server, "Wake")
    assert (sleep["day"], sleep["timestamp"]) == ("2029-12-07", FRIDAY["timestamp"])
    assert wake["timestamp"] == FRIDAY["timestamp"] + 7 * 3600
    assert "day" not in wake


def test_a_day_is_the_same_date_in_every_zone(world):
    server = world.server()
    server.add({"title": "Pay", **FRIDAY}, {"title": "Call", "timestamp": FRIDAY["timestamp"]})

    for zone, time in (
        ("Europe/Berlin", "2029-12-07"),
        ("Pacific/Honolulu", "2029-12-06T13:00"),
        ("Pacific/Auckland", "2029-12-07T12:00"),
    ):
        page = world.open(server, timezone_id=zone)
        row(page, "Pay").wait_for()
        assert date_of(page, "Pay") == "2029-12-07", zone
        assert date_of(page, "Call") == time, zone


def test_a_day_becomes_a_time_and_a_day_again_in_the_details(world):
    server = world.server()
    server.add({"title": "Pay", **FRIDAY})
    page = world.open(server, timezone_id="America/New_York")

    form = open_details(page, "Pay")
    assert re.fullmatch("Fri,? 7 Dec 2029", words(form, "Date"))
    assert opened(form, "Time").input_value() == ""
    fill(form, "Time", "09:00")
    item = eventually(lambda: "day" not in server.items()[0] and server.items()[0])
    assert item["timestamp"] == FRIDAY["timestamp"] + 15 * 3600
    fill(form, "Time", "")

    item = eventually(lambda: "day" in server.items()[0] and server.items()[0])
    assert (item["day"], item["timestamp"]) == ("2029-12-07", FRIDAY["timestamp"] + 6 * 3600)


def test_a_rule_is_typed_and_shown_in_words(world):
    server = world.server()
    page = world.open(server)

    box(page).fill("Water the plants every friday")
    assert re.match("Due Friday.*, every Friday", description(page))
    box(page).press("Enter")

    says(page, "Added: Water the plants")
    row(page, "Water the plants").get_by_text("every Friday").wait_for()
    item = stored(server, "Water the plants")
    assert item["repeat"] == FRIDAYS
    assert datetime.date.fromisoformat(item["day"]).weekday() == 4


def test_what_is_no_rule_stays_in_the_title(world):
    server = world.server()
    page = world.open(server)

    for text in ("Call every second friday", "Call every tomorrow"):
        box(page).fill(text)
        assert description(page) == ""
        box(page).press("Enter")
        assert "timestamp" not in stored(server, text)
    box(page).fill("Call every monday")
    button(page, "As typed").click()
    box(page).press("Enter")

    assert "timestamp" not in stored(server, "Call every monday")


def test_a_german_page_understands_and_shows_german_rules(world):
    server = world.server()
    page = world.open(server, ready=False, locale="de-DE")

    german_box = page.get_by_role("textbox", name="Neue Aufgabe", exact=True)
    german_box.fill("Pflanzen gießen alle 2 Wochen am Montag und Donnerstag")
    german_box.press("Enter")

    row(page, "Pflanzen gießen").get_by_text("alle 2 Wochen am Montag und Donnerstag").wait_for()
    assert stored(server, "Pflanzen gießen")["repeat"] == {
        "frequency": "weekly",
        "interval": 2,
        "byDay": ["mo", "th"],
        **BERLIN,
    }


def test_a_rule_by_name_gets_the_first_date_that_fits(world):
    server = world.server()
    page = world.open(server)

    form = new_form(page, "Water", "Water")
    repeat(form, "Every weekday")

    item = eventually(lambda: "repeat" in server.items()[0] and server.items()[0])
    assert datetime.date.fromisoformat(item["day"]).weekday() < 5
    assert "↻ every weekday" in words(form, "Date")
    assert item["repeat"] == {
        "frequency": "weekly",
        "byDay": ["mo", "tu", "we", "th", "fr"],
        **BERLIN,
    }
    row(page, "Water").get_by_text("every weekday").wait_for()


def test_a_rule_can_be_made_of_its_parts(world):
    server = world.server()
    page = world.open(server)

    form = new_form(page, "Water 2029-12-07", "Water")
    repeat(form, "Custom")
    type_number(form.get_by_role("spinbutton", name="Every", exact=True), "2")
    for day in ("Monday", "Thursday"):
        form.get_by_role("checkbox", name=day).check()
    fill(form, "Until", "2030-06-30")

    eventually(
        lambda: (
            stored(server, "Water").get("repeat")
            == {
                "frequency": "weekly",
                "interval": 2,
                "byDay": ["mo", "th"],
                "until": "2030-06-30",
                **BERLIN,
            }
        )
    )
    form = new_form(page, "Pay 2029-12-07", "Pay")
    repeat(form, "Custom")
    form.get_by_role("combobox", name="Unit", exact=True).select_option("Months")
    form.get_by_role("combobox", name="On", exact=True).select_option("A weekday")
    form.get_by_role("combobox", name="Which", exact=True).select_option("Last")
    form.get_by_role("combobox", name="Weekday", exact=True).select_option("Friday")

    last = {"frequency": "monthly", "byDay": ["-1fr"], **BERLIN}
    eventually(lambda: stored(server, "Pay").get("repeat") == last)
    form.get_by_role("combobox", name="Counted from", exact=True).select_option("Completion")
    assert form.get_by_role("combobox", name="On", exact=True).count() == 0

    changed = {"frequency": "monthly", "from": "done", **BERLIN}
    eventually(lambda: stored(server, "Pay")["repeat"] == changed)
    row(page, "Pay").get_by_text("every month after completion").wait_for()


def test_a_typed_end_of_a_rule_is_saved_as_one_change(world):
    server = world.server()
    server.add({"title": "Water", **FRIDAY, "repeat": FRIDAYS})
    page = world.open(server)
    form = open_details(page, "Water")
    repeat(form, "Custom")
    until = form.get_by_label("Until", exact=True)

    for date in ("2300-06-30", "2030-06-30"):
        until.fill(date)
    until.blur()
    eventually(lambda: stored(server, "Water")["repeat"].get("until") == "2030-06-30")
    button(page, "Undo").click()

    eventually(lambda: stored(server, "Water")["repeat"] == FRIDAYS)


def test_faults_of_a_rule_are_shown_at_their_fields(world):
    server = world.server()
    server.add({"title": "Water", **FRIDAY, "repeat": FRIDAYS})
    page = world.open(server)

    form = open_details(page, "Water")
    opened(form, "Repeat")
    fill(form, "Every", "0")

    assert form.get_by_label("Every", exact=True).get_attribute("aria-invalid") == "true"
    form.get_by_text("A number from 1 to 999.").wait_for()
    assert stored(server, "Water")["repeat"] == FRIDAYS


def test_a_rule_with_a_fault_is_a_draft_until_it_is_mended(world):
    server = world.server()
    server.add({"title": "Water", **FRIDAY, "repeat": FRIDAYS})
    page = world.open(server)
    form = open_details(page, "Water")
    repeat(form, "Custom")
    every = form.get_by_label("Every", exact=True)
    type_number(every, "0")

    page.reload()
    eventually(lambda: every.is_visible() and every.input_value() == "0")
    assert every.get_attribute("aria-invalid") == "true"
    edit(page, "Title", "Water all")
    eventually(lambda: server.titles() == ["Water all"])
    assert every.input_value() == "0"
    type_number(every, "3")
    every.blur()

    eventually(lambda: stored(server, "Water all")["repeat"] == {**FRIDAYS, "interval": 3})
    page.reload()
    opened(form, "Repeat")
    eventually(lambda: every.is_visible() and every.input_value() == "3")


def test_a_date_that_is_cleared_takes_the_rule_along(world):
    server = world.server()
    server.add({"title": "Water", **FRIDAY, "repeat": FRIDAYS})
    page = world.open(server)

    open_details(page, "Water")
    choose_day(page, "No date")

    eventually(lambda: not {"day", "timestamp", "repeat"} & stored(server, "Water").keys())
    eventually(lambda: details(page).get_by_label("Repeat", exact=True).input_value() == "never")
    button(page, "Undo").click()
    eventually(lambda: stored(server, "Water").get("repeat") == FRIDAYS)


def test_an_edit_of_the_title_keeps_the_rule_and_never_ends_it(world):
    server = world.server()
    rule = {**FRIDAYS, "timeZone": "America/New_York"}
    [item] = server.add({"title": "Water", **FRIDAY, "repeat": rule})
    page = world.open(server)

    form = open_details(page, "Water")
    fill(form, "Title", "Water all")
    changed = stored(server, "Water all")
    assert (changed["repeat"], changed["day"]) == (rule, item["day"])
    repeat(form, "Never")

    eventually(lambda: "repeat" not in stored(server, "Water all"))
    assert stored(server, "Water all")["day"] == item["day"]
    button(page, "Undo").click()
    eventually(lambda: stored(server, "Water all").get("repeat") == rule)


def test_after_a_tick_the_next_one_comes_and_is_told(world):
    server = world.server()
    server.add({"title": "Water", **FRIDAY, "repeat": FRIDAYS})
    page = world.open(server)

    tick(page, "Water")

    status(page, NEXT, "Messages")
    expect_rows(page, ["Water"])
    expect_done(page, ["Water"])
    to_do = page.get_by_role("list", name="Later", exact=True).get_by_role("listitem")
    assert to_do.locator("time").get_attribute("datetime") == "2029-12-14"
    to_do.get_by_text("every Friday").wait_for()


def test_one_undo_takes_back_a_completion_and_the_next_one(world):
    server = world.server()
    [item] = server.add({"title": "Water", **FRIDAY, "repeat": FRIDAYS})
    page = world.open(server)
    tick(page, "Water")
    status(page, NEXT, "Messages")

    button(page, "Undo").click()
    expect_rows(page, ["Water"])
    [open_again] = eventually(lambda: len(server.items()) == 1 and server.items())
    assert (open_again["id"], open_again["repeat"]) == (item["id"], FRIDAYS)
    button(page, "Redo").click()

    expect_done(page, ["Water"])
    status(page, NEXT, "Messages")
    assert len(server.items()) == 2


def test_offline_the_next_one_comes_when_the_completion_has_been_sent(world):
    server = world.server()
    server.add({"title": "Water", **FRIDAY, "repeat": FRIDAYS})
    page = world.open(server)
    server.kill()
    status(page, "Offline")

    tick(page, "Water")
    says(page, "Done: Water")
    expect_done(page, ["Water"])
    assert rows(page) == []
    server.start()

    status(page, NEXT, "Messages")
    expect_rows(page, ["Water"])


def test_a_rule_and_a_date_that_cross_are_one_conflict(world):
    server = world.server()
    [item] = server.add({"title": "Water", **FRIDAY, "repeat": FRIDAYS})
    page = world.open(server)
    form = open_details(page, "Water")
    page.context.set_offline(True)
    status(page, "Offline")
    repeat(form, "Every day")
    server.patch(item, {"day": "2029-12-08", "timestamp": FRIDAY["timestamp"] + 86400})
    page.context.set_offline(False)

    page.get_by_role("link", name="Changed elsewhere (1)", exact=True).click()
    region = page.get_by_role("region", name="Changed elsewhere", exact=True)
    region.get_by_text(
        re.compile(
            "Due: Saturday,? 8 December 2029, every Friday"
            " – replaced by Friday,? 7 December 2029, every day"
        )
    ).wait_for()
    eventually(
        lambda: (
            stored(server, "Water").get("day") == "2029-12-07"
            and stored(server, "Water")["repeat"] == {"frequency": "daily", **BERLIN}
        )
    )
