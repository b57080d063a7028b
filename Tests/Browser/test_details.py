"""Details of a to-do, which are its editor, and links to it."""

import re

from harness import (
    add,
    alert,
    back,
    button,
    details,
    dialog,
    edit,
    eventually,
    expect_done,
    expect_focus,
    expect_rows,
    expect_title,
    forward,
    more,
    online,
    open_details,
    says,
    strip,
)

OFFICE = {"name": "Office", "coordinate": {"latitude": 51.2, "longitude": 6.75}}


def test_undo_is_within_reach_while_the_details_cover_a_phone(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server, viewport={"width": 390, "height": 844})
    sheet = open_details(page, "Buy milk")

    sheet.get_by_role("checkbox", name="Done").check()
    says(page, "Done: Buy milk")
    button(page, "Undo").click()
    says(page, "Undone")
    assert not sheet.get_by_role("checkbox", name="Done").is_checked()
    button(sheet, "Close").click()
    sheet.wait_for(state="hidden")
    button(page, "Redo").click()

    expect_done(page, ["Buy milk"])
    eventually(lambda: server.items()[0]["done"])


def test_details_show_everything_and_lead_back(world):
    server = world.server()
    [item] = server.add(
        {
            "title": "Call Ada",
            "timestamp": 1795712400,
            "location": OFFICE,
            "itemDescription": "See https://example.org/a, ada@example.org\n+49 211 123456",
        }
    )
    page = world.open(server)

    found = open_details(page, "Call Ada")
    for label, value in (
        ("Date", "2026-11-26"),
        ("Time", "18:00"),
        ("Place", "Office"),
        ("Coordinate", "51.2, 6.75"),
    ):
        assert found.get_by_label(label, exact=True).input_value() == value, label
    for name, href in (
        ("https://example.org/a", "https://example.org/a"),
        ("ada@example.org", "mailto:ada@example.org"),
        ("+49 211 123456", "tel:+49211123456"),
        ("Open map", "https://www.openstreetmap.org/?mlat=51.2&mlon=6.75#map=16/51.2/6.75"),
    ):
        link = found.get_by_role("link", name=name, exact=True)
        assert link.get_attribute("href") == href
        assert link.get_attribute("rel") == "noopener noreferrer"
    assert page.url.endswith(f"#/items/{item['id']}")
    assert page.title() == "Call Ada – toodoo"
    page.reload()
    found.wait_for()
    found.get_by_role("checkbox", name="Done").check()
    eventually(lambda: server.items()[0]["done"])
    button(found, "Close").click()
    found.wait_for(state="hidden")
    back(page)
    found.wait_for()
    forward(page)

    found.wait_for(state="hidden")


def test_the_list_stays_where_it_is_when_details_open(world):
    server = world.server()
    server.add("a", "b")
    page = world.open(server)
    row = page.get_by_role("listitem").first
    place = row.bounding_box()

    open_details(page, "b")

    assert row.bounding_box() == place


def test_an_unknown_id_in_the_address_shows_a_message(world):
    page = world.open(world.server(), "#/items/01234567-89ab-7def-8123-456789abcdef")

    alert(page, "There is no such to-do.")
    assert details(page).count() == 0


def test_what_is_no_id_in_the_address_shows_a_message_as_well(world):
    page = world.open(world.server(), "#/items/gone")

    alert(page, "There is no such to-do.")


def test_a_link_to_a_to_do_that_the_copy_does_not_have_yet_opens_it(world):
    server = world.server()
    server.add("a")
    page = world.open(server)
    expect_rows(page, ["a"])
    page.goto("about:blank")
    [item] = server.add("b")

    page.goto(f"{server.url}#/items/{item['id']}")

    expect_title(page, "b")
    assert page.get_by_role("alert").filter(has_text="no such").count() == 0


def test_details_of_what_is_deleted_elsewhere_close_with_an_alert(world):
    server = world.server()
    [item, _] = server.add("Buy milk", "Sleep")
    page = world.open(server, viewport={"width": 390, "height": 844})
    open_details(page, "Buy milk")

    server.delete(item)

    alert(page, "“Buy milk” was deleted on another device.")
    assert details(page).count() == 0
    expect_focus(page, "input: New to-do")


def test_details_of_what_is_deleted_here_close_without_an_alert(world):
    server = world.server()
    server.add("Buy milk", "Sleep")
    page = world.open(server)
    open_details(page, "Buy milk")

    more(page, "Buy milk", "Delete")

    says(page, "Deleted: Buy milk")
    details(page).wait_for(state="hidden")
    eventually(lambda: server.titles() == ["Sleep"])
    assert page.get_by_role("alert").filter(has_text="deleted").count() == 0


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
        ("Date", "2026-12-01"),
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

    for name in ("Today", "Tomorrow"):
        button(found, name).click()
        expect_rows(page, ["Buy milk"], name)
    button(found, "Next week").click()
    assert found.get_by_label("Date").input_value() != ""
    button(found, "No date").click()
    says(page, "Moved: Buy milk")

    expect_rows(page, ["Buy milk"], "No date")
    assert found.get_by_label("Date").input_value() == ""


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


def test_one_step_of_back_closes_the_details_alone(world):
    server = world.server()
    server.add("a")
    page = world.open(server, viewport={"width": 390, "height": 844})
    page.get_by_role("link", name="Today").click()
    page.get_by_role("link", name="All").click()
    open_details(page, "a").get_by_label("Description").fill("x")

    back(page)

    details(page).wait_for(state="hidden")
    assert page.url.endswith("#/all")
    expect_rows(page, ["a"])


def test_each_fault_is_shown_at_its_field_and_what_was_typed_stays(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server)
    found = open_details(page, "Buy milk")

    for label, value in (("Title", ""), ("Time", "17:30"), ("Coordinate", "north")):
        edit(page, label, value)
        field = found.get_by_label(label, exact=True)
        assert field.get_attribute("aria-invalid") == "true", label
        ids = field.get_attribute("aria-describedby")
        assert page.evaluate("id => document.getElementById(id).innerText", ids), label
    button(found, "Close").click()
    open_details_of_draft(page)
    assert found.get_by_label("Coordinate").input_value() == "north"
    assert server.items()[0].get("location") is None
    edit(page, "Date", "2026-12-01")

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
    for label in ("Description", "Time", "Date", "Place", "Coordinate"):
        edit(page, label, "")

    item = eventually(lambda: "location" not in server.items()[0] and server.items()[0])
    assert set(item) == {"id", "title", "done", "createdAt", "updatedAt", "revision"}


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

    button(found, "Today").click()
    eventually(lambda: "day" in server.items()[0])
    online(page)
    button(found, "Close").click()

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
        found.get_by_label(label, exact=True).focus()
    edit(page, "Title", "b")

    changed = eventually(lambda: server.titles() == ["b"] and server.items()[0])
    written = ("revision", "updatedAt", "title")
    assert strip(changed, written) == strip(item, written)


def test_the_box_for_the_date_and_the_keys_work_in_the_sheet_of_a_phone(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server, viewport={"width": 390, "height": 844})
    open_details(page, "Buy milk")

    page.keyboard.press("t")
    dialog(page, "Date").get_by_role("textbox").press_sequentially("m")
    says(page, "Moved: Buy milk")
    details(page).focus()
    page.keyboard.press("n")

    details(page).wait_for(state="hidden")
    expect_focus(page, "input: New to-do")
