"""Details of a to-do, its form, and links to it."""

from harness import (add, alert, back, box, button, dialog, eventually, expect_focus,
                     expect_rows, forward, says, strip)


def test_undo_is_within_reach_while_the_details_cover_a_phone(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server, viewport={"width": 390, "height": 844})
    page.get_by_role("link", name="Buy milk").click()
    details = dialog(page, "Details")

    details.get_by_role("checkbox", name="Done").check()
    says(page, "Done: Buy milk")
    button(page, "Undo").click()
    says(page, "Undone")
    assert not details.get_by_role("checkbox", name="Done").is_checked()
    button(details, "Close").click()
    details.wait_for(state="hidden")
    button(page, "Redo").click()

    expect_rows(page, ["Buy milk"], "Done")
    eventually(lambda: server.items()[0]["done"])


def test_details_show_everything_and_lead_back(world):
    server = world.server()
    [item] = server.add({
        "title": "Call Ada", "itemDescription": "Line 1\nLine 2", "timestamp": 1795712400,
        "location": {"name": "Office", "coordinate": {"latitude": 51.2, "longitude": 6.75}}})
    page = world.open(server)

    page.get_by_role("link", name="Call Ada").click()
    details = dialog(page, "Details")
    details.get_by_role("heading", name="Call Ada", level=2).wait_for()
    for term in ("Due", "Place", "Description", "Coordinate"):
        details.get_by_role("term").filter(has_text=term).wait_for()
    details.get_by_role("img", name="Map: Office").wait_for()
    link = details.get_by_role("link", name="Open in OpenStreetMap")
    assert link.get_attribute("rel") == "noopener noreferrer"
    assert page.url.endswith(f"#/items/{item['id']}")
    assert page.title() == "Call Ada – toodoo"
    page.reload()
    details.wait_for()
    details.get_by_role("checkbox", name="Done").check()
    eventually(lambda: server.items()[0]["done"])
    button(details, "Close").click()
    details.wait_for(state="hidden")
    back(page)
    details.wait_for()
    forward(page)

    details.wait_for(state="hidden")


def test_an_unknown_id_in_the_address_shows_a_message(world):
    page = world.open(world.server(), "#/items/01234567-89ab-7def-8123-456789abcdef")

    alert(page, "There is no such to-do.")
    assert dialog(page, "Details").count() == 0


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

    dialog(page, "Details").get_by_role("heading", name="b").wait_for()
    assert page.get_by_role("alert").filter(has_text="no such").count() == 0


def test_details_of_what_is_deleted_elsewhere_close_with_an_alert(world):
    server = world.server()
    [item, _] = server.add("Buy milk", "Sleep")
    page = world.open(server, viewport={"width": 390, "height": 844})
    page.get_by_role("link", name="Buy milk").click()
    dialog(page, "Details").wait_for()

    server.delete(item)

    alert(page, "“Buy milk” was deleted on another device.")
    assert dialog(page, "Details").count() == 0
    expect_focus(page, "input: New to-do")


def test_details_of_what_is_deleted_here_close_without_an_alert(world):
    server = world.server()
    server.add("Buy milk", "Sleep")
    page = world.open(server)
    page.get_by_role("link", name="Buy milk").click()
    dialog(page, "Details").wait_for()

    page.get_by_role("listitem").filter(has_text="Buy milk").hover()
    button(page, "Delete Buy milk").click()

    says(page, "Deleted: Buy milk")
    dialog(page, "Details").wait_for(state="hidden")
    eventually(lambda: server.titles() == ["Sleep"])
    assert page.get_by_role("alert").filter(has_text="deleted").count() == 0


def test_the_form_adds_with_every_field(world):
    server = world.server()
    page = world.open(server)

    box(page).fill("Buy milk tomorrow")
    button(page, "Add with details").click()
    form = dialog(page, "New to-do")
    assert form.get_by_label("Title").input_value() == "Buy milk"
    assert form.get_by_label("Date").input_value() != ""
    form.get_by_label("Date").fill("2026-12-01")
    form.get_by_label("Time").fill("17:30")
    form.get_by_label("Description").fill("2 litres")
    form.get_by_label("Place").fill("Shop")
    form.get_by_label("Coordinate").fill("geo:51.2,6.75")
    button(form, "Save").click()

    form.wait_for(state="hidden")
    [item] = eventually(server.items)
    assert item["itemDescription"] == "2 litres"
    assert item["location"] == {
        "name": "Shop", "coordinate": {"latitude": 51.2, "longitude": 6.75}}
    assert item["timestamp"] == 1796142600
    assert box(page).input_value() == ""


def test_each_error_of_the_form_is_shown_at_its_field(world):
    page = world.open(world.server())

    button(page, "Add with details").click()
    form = dialog(page, "New to-do")
    form.get_by_label("Time").fill("17:30")
    form.get_by_label("Coordinate").fill("north")
    button(form, "Save").click()

    for label in ("Title", "Date", "Coordinate"):
        field = form.get_by_label(label)
        assert field.get_attribute("aria-invalid") == "true", label
        ids = field.get_attribute("aria-describedby")
        assert page.evaluate("id => document.getElementById(id).innerText", ids), label
    expect_focus(page, "input: Title")
    button(form, "Cancel").click()
    form.wait_for(state="hidden")


def test_an_edit_changes_only_what_was_changed(world):
    server = world.server()
    [item] = server.add({
        "title": "Buy milk", "itemDescription": "", "timestamp": 1795712412.25,
        "location": {"name": ""}})
    page = world.open(server)

    page.get_by_role("link", name="Buy milk").click()
    button(dialog(page, "Details"), "Edit").click()
    form = dialog(page, "Edit to-do")
    form.get_by_label("Title").fill("Buy oat milk")
    button(form, "Save").click()

    says(page, "Saved: Buy oat milk")
    changed = eventually(lambda: server.titles() == ["Buy oat milk"] and server.items()[0])
    written = ("revision", "updatedAt", "title")
    assert strip(changed, written) == strip(item, written)
    form.wait_for(state="hidden")
    expect_focus(page, "button: Edit")


def test_fields_can_be_cleared(world):
    server = world.server()
    server.add({"title": "a", "itemDescription": "x", "timestamp": 1795712400,
                "location": {"name": "b", "coordinate": {"latitude": 1, "longitude": 2}}})
    page = world.open(server)

    page.get_by_role("link", name="a", exact=True).click()
    button(dialog(page, "Details"), "Edit").click()
    form = dialog(page, "Edit to-do")
    for label in ("Description", "Date", "Time", "Place", "Coordinate"):
        form.get_by_label(label).fill("")
    button(form, "Save").click()

    item = eventually(lambda: "timestamp" not in server.items()[0] and server.items()[0])
    assert set(item) == {"id", "title", "done", "createdAt", "updatedAt", "revision"}
