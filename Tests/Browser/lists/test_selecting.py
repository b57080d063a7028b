"""Several rows at once: with the mouse, keys and a finger, and what is done with them."""

import datetime
import re

from harness import (
    add,
    button,
    checkbox,
    details,
    eventually,
    expect_focus,
    expect_rows,
    says,
)
from test_moving import drag, middle, touch


def selected(page):
    """The titles whose link is described by «Selected»."""
    return (
        page.get_by_role("main")
        .get_by_role("link")
        .evaluate_all(
            """links => links.filter(link => (link.getAttribute("aria-describedby") ?? "").split(" ")
            .some(id => document.getElementById(id)?.textContent === "Selected"))
            .map(link => link.textContent)"""
        )
    )


def expect_selected(page, titles):
    eventually(lambda: selected(page) == titles, lambda: f"{titles}, there is {selected(page)}")
    text = f"{len(titles)} selected" if titles else ""
    status = page.get_by_role("status").filter(has_text="selected")
    eventually(lambda: status.count() == (1 if titles else 0))
    if titles:
        assert status.text_content() == text


def bar(page):
    return page.get_by_role("toolbar", name="Selected")


def open_page(world, *items, **options):
    server = world.server()
    server.add(*(items or ("a", "b", "c", "d")))
    page = world.open(server, timezone_id="UTC", **options)
    page.get_by_role("listitem").first.wait_for()
    return server, page


def click(page, title, *keys):
    page.get_by_role("link", name=title, exact=True).click(modifiers=list(keys))


def test_ctrl_and_shift_select_rows_and_a_click_ends_it(world):
    _, page = open_page(world)

    click(page, "b", "Control")
    click(page, "d", "Control")
    expect_selected(page, ["b", "d"])
    click(page, "b", "Control")
    expect_selected(page, ["d"])
    click(page, "c", "Shift")
    expect_selected(page, ["b", "c"])
    assert not details(page).is_visible()
    page.keyboard.press("Escape")
    expect_selected(page, [])
    click(page, "a", "Control")
    click(page, "c")

    expect_selected(page, [])
    details(page).wait_for()


def test_keys_select_rows_and_act_on_all_of_them(world):
    server, page = open_page(world)
    checkbox(page, "b").focus()

    page.keyboard.press("Shift+ArrowDown")
    expect_selected(page, ["b", "c"])
    page.keyboard.press("Shift+ArrowUp")
    expect_selected(page, ["b"])
    page.keyboard.press("Shift+ArrowUp")
    expect_selected(page, ["a", "b"])
    page.keyboard.press("#")
    page.keyboard.type("work")
    page.keyboard.press("Enter")
    says(page, "Saved: 2")
    eventually(lambda: [i.get("tags") for i in server.items()] == [["work"], ["work"], None, None])
    page.keyboard.press("Alt+ArrowDown")
    says(page, "Moved: 2 (2 of 4)")
    expect_rows(page, ["c", "a", "b", "d"])
    page.keyboard.press("Control+a")
    expect_selected(page, ["c", "a", "b", "d"])
    page.keyboard.press("Delete")
    eventually(lambda: server.items() == [])
    says(page, "Deleted: 4")
    button(page, "Undo").click()
    eventually(lambda: len(server.items()) == 4)
    expect_selected(page, [])


def test_the_bar_changes_all_selected_rows_in_one_step(world):
    server, page = open_page(world)
    today = datetime.datetime.now(datetime.timezone.utc).date()

    def days():
        return [item.get("day") for item in server.items()]

    click(page, "b", "Control")
    click(page, "c", "Shift")
    button(bar(page), "Tomorrow").click()
    tomorrow = (today + datetime.timedelta(days=1)).isoformat()
    eventually(lambda: days() == [None, tomorrow, tomorrow, None])
    expect_selected(page, ["b", "c"])
    button(bar(page), "Date").click()
    page.keyboard.type("in 2 days")
    page.keyboard.press("Enter")
    later = (today + datetime.timedelta(days=2)).isoformat()
    eventually(lambda: days() == [None, later, later, None])
    button(bar(page), "Tag").click()
    page.keyboard.type("home")
    page.keyboard.press("Enter")
    eventually(lambda: [i.get("tags") for i in server.items()][1:3] == [["home"]] * 2)
    button(bar(page), "Done").click()
    says(page, "Done: 2")
    eventually(lambda: sum(item["done"] for item in server.items()) == 2)
    expect_selected(page, [])
    expect_rows(page, ["a", "d"])
    # The focus does not get lost.
    eventually(lambda: page.evaluate("document.activeElement !== document.body"))
    button(page, "Undo").click()
    eventually(lambda: sum(item["done"] for item in server.items()) == 0)

    click(page, "a", "Control")
    button(bar(page), "Clear").click()
    expect_selected(page, [])
    expect_focus(page, "a: a")


def test_selected_rows_are_dragged_together(world):
    server, page = open_page(world)

    click(page, "c", "Control")
    click(page, "d", "Control")
    drag(page, "d", "a")

    expect_rows(page, ["c", "d", "a", "b"])
    says(page, "Moved: 2 (1 of 4)")
    button(page, "Undo").click()
    expect_rows(page, ["a", "b", "c", "d"])
    eventually(lambda: all("position" not in item for item in server.items()))


def test_a_long_touch_selects_and_taps_select_more(world):
    _, page = open_page(world, has_touch=True, viewport={"width": 390, "height": 800})
    session = page.context.new_cdp_session(page)

    touch(session, "touchStart", middle(page, "b"))
    page.locator("[aria-hidden=true] > li").wait_for()
    touch(session, "touchEnd")
    expect_selected(page, ["b"])
    page.get_by_role("link", name="d", exact=True).tap()
    expect_selected(page, ["b", "d"])
    page.get_by_role("link", name="b", exact=True).tap()
    page.get_by_role("link", name="d", exact=True).tap()

    expect_selected(page, [])
    page.get_by_role("link", name="d", exact=True).tap()
    details(page).wait_for()


test_a_long_touch_selects_and_taps_select_more.engines = ("chromium",)


def test_what_is_overdue_is_moved_to_today_in_one_step(world):
    server, page = open_page(
        world, {"title": "a", "day": "2020-01-02"}, {"title": "b", "timestamp": 1577955600.0}, "c"
    )
    today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()

    button(page, "Move to today").click()

    says(page, "Moved: 2")
    eventually(lambda: server.items()[0].get("day") == today)
    assert (
        re.match("2020", str(datetime.datetime.fromtimestamp(server.items()[1]["timestamp"])))
        is None
    )
    button(page, "Undo").click()
    expect_rows(page, ["a", "b"], "Overdue")


def test_the_bar_of_a_selection_does_not_cover_the_focused_row(world):
    server = world.server()
    server.add(*(f"item {n}" for n in range(30)))
    for width in (390, 1280):
        page = world.open(server, viewport={"width": width, "height": 700})
        add(page, "another")
        page.keyboard.press("Escape")
        checkbox(page, "item 2").focus()
        for _ in range(15):
            page.keyboard.press("Shift+ArrowDown")

        bar = page.get_by_role("toolbar", name="Selected")
        row = page.get_by_role("listitem").filter(has_text="item 17")

        def edges(bar=bar, row=row):
            return row.bounding_box()["y"] + row.bounding_box()["height"], bar.bounding_box()["y"]

        eventually(lambda: edges()[0] <= edges()[1], edges)
        button(page, "Undo").click()
