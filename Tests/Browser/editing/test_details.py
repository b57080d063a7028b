"""The details of a to-do, which are its editor, and links to a to-do."""

from harness import (
    alert,
    back,
    button,
    details,
    dialog,
    eventually,
    expect_done,
    expect_focus,
    expect_rows,
    expect_title,
    forward,
    more,
    open_details,
    opened,
    says,
    words,
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
    assert words(found, "Date").endswith(" · 18:00")
    assert words(found, "Place") == "Office"
    for label, value in (("Time", "18:00"), ("Place", "Office"), ("Coordinate", "51.2, 6.75")):
        assert opened(found, label).input_value() == value, label
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


def test_the_list_begins_where_it_was_when_details_open(world):
    server = world.server()
    server.add("a", "b")
    page = world.open(server)
    row = page.get_by_role("listitem").first
    place = row.bounding_box()

    open_details(page, "b")

    now = row.bounding_box()
    assert [now[name] for name in ("x", "y", "height")] == [
        place[name] for name in ("x", "y", "height")
    ]


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


def test_a_device_that_is_turned_leaves_the_text_the_focus_and_the_place_in_it(world):
    server = world.server()
    server.add("a")
    page = world.open(server, viewport={"width": 820, "height": 1180})
    box = open_details(page, "a").get_by_label("Description")
    box.press_sequentially("onethree")
    for _ in "three":
        page.keyboard.press("ArrowLeft")

    page.set_viewport_size({"width": 1180, "height": 820})
    eventually(lambda: not details(page).evaluate("(sheet) => sheet.matches(':modal')"))
    page.keyboard.type("two")
    page.set_viewport_size({"width": 820, "height": 1180})
    eventually(lambda: details(page).evaluate("(sheet) => sheet.matches(':modal')"))
    page.keyboard.type("2")
    button(details(page), "Close").click()

    expect_focus(page, "a: a")
    eventually(lambda: server.items()[0].get("itemDescription") == "onetwo2three")
