"""The fields of the details: saving on leaving, faults, drafts, and changes by other devices."""

import re

from harness import (
    add,
    back,
    button,
    choose_day,
    details,
    edit,
    eventually,
    expect_rows,
    expect_title,
    online,
    open_details,
    opened,
    says,
    strip,
    words,
)
from test_details import OFFICE


def test_each_field_is_saved_when_it_is_left(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server)
    found = open_details(page, "Buy milk")

    title = found.get_by_label("Title")
    title.fill("Buy oat milk")
    title.press("Enter")
    says(page, "Saved: Buy oat milk")
    for label, value in (
        ("Description", "2 litres"),
        ("Date in words", "2026-12-01"),
        ("Time", "17:30"),
        ("Place", "Shop"),
        ("Coordinate", "geo:51.2,6.75"),
    ):
        edit(page, label, value)

    item = eventually(
        lambda: "coordinate" in server.items()[0].get("location", {}) and server.items()[0]
    )
    assert (item["title"], item["itemDescription"]) == ("Buy oat milk", "2 litres")
    assert item["location"] == {"name": "Shop", "coordinate": OFFICE["coordinate"]}
    assert item["timestamp"] == 1796142600
    button(page, "Undo").click()
    eventually(lambda: server.items()[0]["location"] == {"name": "Shop"})


def test_date_chips_move_in_one_step(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server)
    found = open_details(page, "Buy milk")

    def lit():
        chips = found.locator("[aria-pressed=true]")
        return chips.all_text_contents()

    for name in ("Today", "Tomorrow"):
        choose_day(page, name)
        expect_rows(page, ["Buy milk"], name)
        assert (words(found, "Date"), lit()[0]) == (name, name)
    choose_day(page, "Next week")
    eventually(lambda: words(found, "Date") not in ("", "Tomorrow") or "Next week" in lit())
    choose_day(page, "No date")
    says(page, "Moved: Buy milk")

    expect_rows(page, ["Buy milk"], "No date")
    assert (words(found, "Date"), lit()) == ("", ["No date"])


def test_esc_takes_back_the_field_and_then_closes(world):
    server = world.server()
    server.add("Buy milk")
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        page = world.open(server, viewport=size)
        found = open_details(page, "Buy milk")
        title = found.get_by_label("Title")
        title.fill("wrong")

        title.press("Escape")
        assert title.input_value() == "Buy milk"
        assert found.is_visible()
        page.keyboard.press("Escape")

        found.wait_for(state="hidden")
        assert server.titles() == ["Buy milk"]


def test_nothing_typed_is_lost_by_a_tap_beside_back_or_a_reload(world):
    server = world.server()
    server.add("a")
    page = world.open(server, viewport={"width": 390, "height": 844})

    open_details(page, "a").get_by_label("Title").fill("b")
    page.mouse.click(195, 10)
    details(page).wait_for(state="hidden")
    eventually(lambda: server.titles() == ["b"])
    open_details(page, "b").get_by_label("Title").fill("c")
    back(page)
    details(page).wait_for(state="hidden")
    eventually(lambda: server.titles() == ["c"])
    open_details(page, "c").get_by_label("Title").press_sequentially("d")
    page.reload()
    expect_title(page, "cd")
    assert server.titles() == ["c"]
    button(details(page), "Close").click()

    eventually(lambda: server.titles() == ["cd"])


def test_each_fault_is_shown_at_its_field_and_what_was_typed_stays(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server)
    found = open_details(page, "Buy milk")

    for label, value in (("Title", ""), ("Time", "17:30"), ("Coordinate", "north")):
        edit(page, label, value)
        field = opened(found, label)
        assert field.get_attribute("aria-invalid") == "true", label
        ids = field.get_attribute("aria-describedby")
        assert page.evaluate("id => document.getElementById(id).innerText", ids), label
    button(found, "Close").click()
    open_details_of_draft(page)
    assert found.get_by_label("Coordinate").input_value() == "north"
    assert server.items()[0].get("location") is None
    edit(page, "Date in words", "2026-12-01")

    eventually(lambda: server.items()[0].get("timestamp") == 1796142600)


def open_details_of_draft(page):
    page.get_by_role("link", name="Buy milk").click()
    expect_title(page, "")


def test_an_edit_changes_only_what_was_changed(world):
    server = world.server()
    [item] = server.add(
        {
            "title": "Buy milk",
            "itemDescription": "",
            "timestamp": 1795712412.25,
            "location": {"name": ""},
        }
    )
    page = world.open(server)

    open_details(page, "Buy milk")
    edit(page, "Title", "Buy oat milk")

    says(page, "Saved: Buy oat milk")
    changed = eventually(lambda: server.titles() == ["Buy oat milk"] and server.items()[0])
    written = ("revision", "updatedAt", "title")
    assert strip(changed, written) == strip(item, written)


def test_a_coordinate_that_was_not_touched_is_neither_judged_nor_rewritten(world):
    server = world.server()
    tiny = {"latitude": 1e-7, "longitude": -2}
    server.add({"title": "a", "location": {"name": "Null Island", "coordinate": tiny}})
    page = world.open(server)
    open_details(page, "a")

    edit(page, "Place", "Gulf")
    eventually(lambda: server.items()[0]["location"] == {"name": "Gulf", "coordinate": tiny})
    edit(page, "Title", "b")

    eventually(lambda: server.titles() == ["b"])
    assert details(page).get_by_label("Coordinate").get_attribute("aria-invalid") is None


def test_fields_can_be_cleared(world):
    server = world.server()
    server.add({"title": "a", "itemDescription": "x", "timestamp": 1795712400, "location": OFFICE})
    page = world.open(server)

    open_details(page, "a")
    for label in ("Description", "Time", "Place", "Coordinate"):
        edit(page, label, "")
    choose_day(page, "No date")

    left = {"id", "title", "done", "createdAt", "updatedAt", "revision"}
    eventually(lambda: set(server.items()[0]) == left, lambda: server.items())


def test_a_place_without_a_coordinate_is_looked_for_on_the_map(world):
    server = world.server()
    server.add({"title": "a", "location": {"name": "Main Street 5"}})
    page = world.open(server)

    link = open_details(page, "a").get_by_role("link", name="Open map")

    assert re.search(r"search\?query=Main%20Street%205$", link.get_attribute("href"))


def test_an_open_field_is_not_overwritten_and_the_others_are(world):
    server = world.server()
    [item] = server.add("Buy milk")
    page = world.open(server)
    found = open_details(page, "Buy milk")
    found.get_by_label("Description").fill("2 litres")

    server.patch(item, {"title": "Buy soy milk", "itemDescription": "theirs"})

    expect_title(page, "Buy soy milk")
    assert found.get_by_label("Description").input_value() == "2 litres"
    add(page, "other")


def test_a_time_that_waits_for_a_date_is_saved_with_a_chosen_day(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server)
    found = open_details(page, "Buy milk")
    edit(page, "Time", "17:30")

    choose_day(page, "Today")

    def due():
        item = server.items()[0]
        return item.get("timestamp", 0) % 3600 == 1800 and "day" not in item

    eventually(due, lambda: server.items())
    online(page)
    assert page.get_by_role("link", name="Changed elsewhere").count() == 0


def test_a_field_that_is_only_visited_is_not_rewritten(world):
    server = world.server()
    [item] = server.add(
        {
            "title": "a",
            "itemDescription": "one\r\ntwo",
            "location": {"name": "Office\nGround floor"},
        }
    )
    page = world.open(server)
    found = open_details(page, "a")

    for label in ("Description", "Place", "Title"):
        opened(found, label).focus()
    edit(page, "Title", "b")

    changed = eventually(lambda: server.titles() == ["b"] and server.items()[0])
    written = ("revision", "updatedAt", "title")
    assert strip(changed, written) == strip(item, written)
