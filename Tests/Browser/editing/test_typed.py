"""What is typed is not lost: boxes that are only visited, a busy store, an item that is deleted."""

from harness import (
    add,
    alert,
    box,
    button,
    checkbox,
    details,
    edit,
    eventually,
    expect_focus,
    expect_rows,
    expect_title,
    hold,
    more,
    online,
    open_details,
    opened,
    says,
    words,
)
from test_places import Geocoder, geocoder
from test_rows import swipe

GONE = "Deleted elsewhere. Saving keeps it."
OFFICE = {"name": "Office Street 1", "coordinate": {"latitude": 51.2, "longitude": 6.75}}


def looked_up(world, address):
    """The details of an item whose address is looked up while the box after it has the focus."""
    server = world.server("--geocoder", address)
    server.add("a")
    page = world.open(server)
    found = open_details(page, "a")
    Geocoder.free.clear()
    coordinate = opened(found, "Coordinate")
    opened(found, "Address").fill("Office Street 1")
    coordinate.focus()
    Geocoder.free.set()
    eventually(lambda: coordinate.input_value() == "51.2, 6.75")
    eventually(lambda: server.items()[0].get("location") == OFFICE)
    return server, page


def test_a_box_that_is_only_visited_keeps_what_the_look_up_has_found(world):
    with geocoder() as address:
        server, page = looked_up(world, address)

        page.keyboard.press("Tab")
        edit(page, "Title", "b")

        eventually(lambda: server.titles() == ["b"])
        assert server.items()[0].get("location") == OFFICE


def test_a_box_that_is_only_visited_makes_no_deleted_item_again(world):
    with geocoder() as address:
        server, page = looked_up(world, address)

        server.delete(server.items()[0])
        details(page).get_by_text(GONE).wait_for()
        page.keyboard.press("Tab")
        details(page).wait_for(state="hidden")
        add(page, "b")

        eventually(lambda: server.titles() == ["b"], server.titles)


def test_a_date_that_is_only_visited_follows_a_swipe_of_the_row(world):
    server = world.server()
    server.add({"title": "a", "day": "2029-12-07"})
    page = world.open(server, has_touch=True)
    found = open_details(page, "a")
    opened(found, "Time").focus()

    swipe(page, "a", 200)
    says(page, "Moved: a")
    eventually(lambda: words(found, "Date") == "Tomorrow")
    opened(found, "Time").blur()
    edit(page, "Title", "b")

    eventually(lambda: server.titles() == ["b"])
    assert words(found, "Date") == "Tomorrow"
    assert server.items()[0].get("day") != "2029-12-07"


# Firefox has touch events only on touch screens.
test_a_date_that_is_only_visited_follows_a_swipe_of_the_row.engines = ("chromium",)


def test_a_rule_that_is_only_visited_follows_a_change_of_another_device(world):
    server = world.server()
    [item] = server.add({"title": "a", "day": "2029-12-07", "repeat": {"frequency": "daily"}})
    page = world.open(server)
    repeat = opened(open_details(page, "a"), "Repeat")
    repeat.focus()

    server.patch(item, {"repeat": {"frequency": "yearly"}})

    eventually(lambda: repeat.evaluate("box => box.selectedOptions[0].text") == "Every year")


def test_words_that_the_store_does_not_have_yet_outlive_a_reload(world):
    server = world.server()
    server.add("a")
    page = world.open(server)
    open_details(page, "a")
    hold(page, "toodoo-items")

    edit(page, "Description", "two litres")
    button(details(page), "Close").click()
    add(page, "b")
    expect_rows(page, ["a", "b"])
    page.reload()

    expect_rows(page, ["a", "b"])
    eventually(lambda: server.titles() == ["a", "b"])
    eventually(lambda: server.items()[0].get("itemDescription") == "two litres")
    online(page)
    page.reload()
    online(page)
    expect_rows(page, ["a", "b"])
    assert page.get_by_role("link", name="Changed elsewhere").count() == 0


# Databases never open.
NEVER = """
Object.defineProperty(IDBOpenDBRequest.prototype, "onsuccess", { set() {} });
"""


def test_a_title_that_is_entered_before_the_store_is_open_outlives_a_reload(world):
    server = world.server()
    context = world.context()
    page = world.open(server, context=context)
    session = page.context.new_cdp_session(page)
    late = session.send("Page.addScriptToEvaluateOnNewDocument", {"source": NEVER})
    page.reload()
    add(page, "early")
    session.send("Page.removeScriptToEvaluateOnNewDocument", late)

    page.reload()

    expect_rows(page, ["early"])
    eventually(lambda: server.titles() == ["early"])


# Firefox's driver cannot remove a script.
test_a_title_that_is_entered_before_the_store_is_open_outlives_a_reload.engines = ("chromium",)

# The store is full: it takes no new entry.
FULL = """
const { add } = IDBObjectStore.prototype;
window.isFull = true;
IDBObjectStore.prototype.add = function (value) {
    if (isFull) throw new DOMException("full", "QuotaExceededError");
    return add.call(this, value);
};
true;
"""


def test_words_that_the_store_refuses_are_typed_again(world):
    server = world.server()
    server.add("a")
    page = world.open(server)
    page.evaluate(FULL)
    found = open_details(page, "a")

    add(page, "b tomorrow")
    alert(page, "The browser cannot store changes on this device")
    eventually(lambda: box(page).input_value() == "b tomorrow")
    edit(page, "Description", "two litres")
    button(found, "Close").click()
    found.wait_for(state="hidden")
    expect_rows(page, ["a"])
    page.evaluate("isFull = false")
    box(page).press("Enter")
    open_details(page, "a")
    field = found.get_by_label("Description")
    eventually(lambda: field.input_value() == "two litres")
    field.press("Escape")
    edit(page, "Description", "three litres")

    eventually(lambda: server.titles() == ["a", "b"])
    eventually(lambda: server.items()[0].get("itemDescription") == "three litres")


def typing(world, **options):
    """Somebody types the notes of an item that is deleted elsewhere."""
    server = world.server()
    item, _ = server.add("Buy milk", "Sleep")
    page = world.open(server, **options)
    notes = open_details(page, "Buy milk").get_by_label("Description")
    notes.press_sequentially("two lit")
    server.delete(item)
    details(page).get_by_text(GONE).wait_for()
    page.keyboard.type("res")
    return server, page, notes


def test_the_details_stay_while_their_item_is_deleted_elsewhere_and_saving_keeps_it(world):
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        server, page, notes = typing(world, viewport=size)
        assert box(page).input_value() == ""

        page.keyboard.press("Tab")

        eventually(lambda: "Buy milk" in server.titles(), server.titles)
        eventually(lambda: details(page).get_by_text(GONE).count() == 0)
        expect_title(page, "Buy milk")
        assert notes.input_value() == "two litres"
        [item] = [item for item in server.items() if item["title"] == "Buy milk"]
        assert item["itemDescription"] == "two litres"
        checkbox(page, "Buy milk").wait_for(state="attached")


def test_closing_the_details_of_what_was_deleted_elsewhere_keeps_what_was_typed(world):
    server, page, _ = typing(world)

    button(details(page), "Close").click()

    details(page).wait_for(state="hidden")
    eventually(lambda: "Buy milk" in server.titles(), server.titles)
    expect_rows(page, ["Sleep", "Buy milk"])


def test_esc_in_the_details_of_what_was_deleted_elsewhere_gives_it_up(world):
    server, page, notes = typing(world)

    notes.press("Escape")
    assert notes.input_value() == ""
    notes.press("Escape")

    details(page).wait_for(state="hidden")
    expect_rows(page, ["Sleep"])
    assert server.titles() == ["Sleep"]


def test_the_details_of_what_is_deleted_here_close_also_with_a_fault(world):
    server = world.server()
    server.add("Buy milk", "Sleep")
    page = world.open(server)
    open_details(page, "Buy milk")
    edit(page, "Coordinate", "north")

    more(page, "Buy milk", "Delete")

    details(page).wait_for(state="hidden")
    eventually(lambda: server.titles() == ["Sleep"])


def test_no_key_goes_elsewhere_when_the_item_of_a_focused_box_is_deleted(world):
    server = world.server()
    item, _ = server.add("Buy milk", "Sleep")
    page = world.open(server)
    notes = open_details(page, "Buy milk").get_by_label("Description")
    notes.focus()

    server.delete(item)
    details(page).get_by_text(GONE).wait_for()
    page.keyboard.type("next")

    assert notes.input_value() == "next"
    assert box(page).input_value() == ""
