"""The row of a to-do: its content, and actions by a pointer or a finger."""

from harness import (
    button,
    checkbox,
    dialog,
    eventually,
    expect_rows,
    more,
    rows,
    says,
)


def test_overdue_is_shown_in_words_and_once(world):
    server = world.server()
    server.add(
        {"title": "late", "timestamp": 1000}, {"title": "was late", "timestamp": 1000, "done": True}
    )
    page = world.open(server)

    overdue = page.get_by_text("Overdue", exact=True).locator("visible=true")
    page.get_by_role("heading", name="Overdue", level=2).wait_for()
    assert overdue.count() == 1
    button(page, "Menu").click()
    page.get_by_role("combobox", name="View order").select_option("Title")
    page.keyboard.press("Escape")

    page.get_by_role("listitem").filter(has_text="late").filter(has_text="Overdue").wait_for()
    assert overdue.count() == 1


def test_the_whole_row_opens_the_details(world):
    server = world.server()
    server.add({"title": "Call Ada", "day": "2029-12-07", "location": {"name": "Office"}})
    page = world.open(server)
    row = page.get_by_role("listitem")
    details = dialog(page, "Details")

    for part in (row.locator("time"), row.get_by_text("Office"), row):
        part.click()
        details.wait_for()
        link = row.get_by_role("link", name="Call Ada")
        assert link.get_attribute("aria-current") == "true"
        button(details, "Close").click()
        details.wait_for(state="hidden")
        assert link.get_attribute("aria-current") is None
    box_, tick = row.bounding_box(), row.get_by_role("checkbox").bounding_box()
    page.mouse.click(box_["x"] + box_["width"] - 60, box_["y"] + 3)

    details.wait_for()
    assert tick["height"] < box_["height"]


def test_the_link_of_a_row_is_described_by_its_date(world):
    server = world.server()
    server.add({"title": "Call Ada", "day": "2029-12-07"})
    page = world.open(server)

    ids = page.get_by_role("link", name="Call Ada").get_attribute("aria-describedby")

    assert page.evaluate("id => document.getElementById(id).innerText", ids) == "7 Dec 2029"


def test_a_double_click_on_a_tick_is_one_tick_and_hits_nothing_else(world):
    server = world.server()
    server.add("a", "b", "c")
    page = world.open(server)

    if world.engine == "firefox":
        # Its driver does not count clicks, so both clicks of a double click would be first ones.
        checkbox(page, "a").click()
        checkbox(page, "a").dispatch_event("click", {"detail": 2})
    else:
        checkbox(page, "a").dblclick()

    says(page, "Done: a")
    expect_rows(page, ["b", "c"])
    eventually(lambda: [item["done"] for item in server.items()] == [False, False, True])


def test_a_row_that_is_ticked_stays_for_a_moment(world):
    server = world.server()
    server.add("a", "b")
    page = world.open(server)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)

    checkbox(page, "a").check()
    says(page, "Done: a")
    page.clock.run_for(590)
    assert rows(page) == ["a", "b"]
    page.clock.run_for(100)

    expect_rows(page, ["b"])


test_a_row_that_is_ticked_stays_for_a_moment.engines = ("chromium",)


def test_the_menu_of_a_row_moves_it_and_the_time_stays(world):
    server = world.server()
    server.add({"title": "Call Ada", "timestamp": 1795712400})
    page = world.open(server)

    more(page, "Call Ada", "Tomorrow")
    says(page, "Moved: Call Ada")
    tomorrow = page.get_by_role("list", name="Tomorrow", exact=True)
    assert tomorrow.locator("time").get_attribute("datetime").endswith("T18:00")
    eventually(lambda: server.items()[0]["timestamp"] != 1795712400)
    more(page, "Call Ada", "No date")

    expect_rows(page, ["Call Ada"], "No date")
    eventually(lambda: "timestamp" not in server.items()[0])
    for _ in range(2):
        button(page, "Undo").click()
    eventually(lambda: server.items()[0].get("timestamp") == 1795712400)


def test_a_swipe_deletes_and_another_is_for_tomorrow(world):
    server = world.server()
    server.add("a", "b")
    page = world.open(server, has_touch=True, viewport={"width": 390, "height": 844})

    swipe(page, "a", -200)
    says(page, "Deleted: a")
    swipe(page, "b", 200)
    says(page, "Moved: b")

    expect_rows(page, ["b"], "Tomorrow")


def test_a_tap_or_a_short_swipe_leaves_a_row_of_a_long_list_at_its_place(world):
    server = world.server()
    server.add(*[f"item {n:03}" for n in range(101)])
    page = world.open(server, has_touch=True, viewport={"width": 390, "height": 844})
    row = page.get_by_role("listitem").filter(has_text="item 005")
    place = row.bounding_box()["y"]

    for by in (0, 60):
        assert swipe(page, "item 005", by) == place, by


def swipe(page, title, by):
    """The vertical position of the row when the finger has just left it."""
    return (
        page.get_by_role("listitem")
        .filter(has_text=title)
        .evaluate(
            """(row, by) => {
        const fire = (type, x) => row.dispatchEvent(new TouchEvent(type, { bubbles: true, touches: [
            new Touch({ identifier: 1, target: row, clientX: x, clientY: 9 })] }));
        fire("touchstart", 200);
        for (let part = 1; part <= 4; part++) fire("touchmove", 200 + by * part / 4);
        row.dispatchEvent(new TouchEvent("touchend", { bubbles: true }));
        return row.getBoundingClientRect().y;
    }""",
            by,
        )
    )


test_a_tap_or_a_short_swipe_leaves_a_row_of_a_long_list_at_its_place.engines = ("chromium",)
test_a_swipe_deletes_and_another_is_for_tomorrow.engines = ("chromium",)
