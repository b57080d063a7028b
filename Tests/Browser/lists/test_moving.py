"""The order by hand: dragging with the mouse and with a finger, and keys."""

import datetime

from harness import (
    button,
    checkbox,
    choose_in_menu,
    details,
    eventually,
    expect_focus,
    expect_rows,
    focused,
    says,
)


def day(distance):
    return (datetime.date.today() + datetime.timedelta(days=distance)).isoformat()


def row(page, title):
    link = page.get_by_role("link", name=title, exact=True)
    return page.get_by_role("listitem").filter(has=link)


def middle(page, title):
    box = row(page, title).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, title, target, below=False, drop=True):
    """Drags a row above another one, or below it."""
    page.mouse.move(*middle(page, title))
    page.mouse.down()
    x, y = middle(page, target)
    y += 10 if below else -10
    page.mouse.move(x, y - 8)
    page.mouse.move(x, y)
    if drop:
        page.mouse.up()


def test_a_drag_moves_a_row_with_one_write_and_one_undo(world):
    server = world.server()
    server.add("a", "b", "c")
    page = world.open(server)
    expect_rows(page, ["a", "b", "c"])

    drag(page, "c", "a")

    expect_rows(page, ["c", "a", "b"])
    says(page, "Moved: c (1 of 3)")
    assert details(page).count() == 0 or not details(page).is_visible()
    eventually(lambda: [i.get("position") for i in server.items()] == [None, None, "a0"])
    button(page, "Undo").click()
    expect_rows(page, ["a", "b", "c"])
    eventually(lambda: [i.get("position") for i in server.items()] == [None] * 3)


def test_a_drag_within_a_day_stays_above_what_has_a_time(world):
    server = world.server()
    server.add({"title": "a", "day": day(1)}, {"title": "b", "day": day(1)})
    soon = datetime.datetime.combine(
        datetime.date.today() + datetime.timedelta(days=1), datetime.time(17)
    )
    server.add({"title": "timed", "timestamp": soon.timestamp()})
    page = world.open(server, timezone_id="UTC")
    expect_rows(page, ["a", "b", "timed"], "Tomorrow")

    drag(page, "a", "timed", below=True)
    expect_rows(page, ["b", "a", "timed"], "Tomorrow")
    says(page, "Moved: a (2 of 3)")
    drag(page, "timed", "b")

    expect_rows(page, ["b", "a", "timed"], "Tomorrow")
    says(page, "Moved: a (2 of 3)")


def test_a_drag_to_another_section_changes_the_date(world):
    server = world.server()
    server.add({"title": "a", "day": day(0)}, {"title": "b", "day": day(1)}, "c", "d")
    page = world.open(server, timezone_id="UTC")
    expect_rows(page, ["c", "d"], "No date")

    drag(page, "d", "b", below=True)
    expect_rows(page, ["b", "d"], "Tomorrow")
    drag(page, "a", "c")

    expect_rows(page, ["a", "c"], "No date")
    eventually(lambda: [i.get("day") for i in server.items()] == [None, day(1), None, day(1)])
    says(page, "Moved: a (1 of 2)")
    button(page, "Undo").click()
    expect_rows(page, ["a"], "Today")


def test_escape_takes_a_drag_back_and_others_do_not_move_it(world):
    server = world.server()
    server.add("a", "b", "c")
    page = world.open(server)
    expect_rows(page, ["a", "b", "c"])

    drag(page, "c", "a", drop=False)
    server.add("d")
    server.delete(server.items()[1])
    page.keyboard.press("Escape")
    page.mouse.up()

    expect_rows(page, ["a", "c", "d"])
    drag(page, "d", "a", drop=False)
    # Nothing moves under the pointer while it drags.
    server.add("e")
    eventually(lambda: len(server.items()) == 4)
    expect_rows(page, ["a", "c", "d"])
    page.mouse.up()

    expect_rows(page, ["d", "a", "c", "e"])


def test_keys_move_the_focused_row_and_say_where_it_is(world):
    server = world.server()
    server.add("a", "b", "c")
    page = world.open(server)
    checkbox(page, "c").focus()

    page.keyboard.press("Alt+ArrowUp")
    says(page, "Moved: c (2 of 3)")
    expect_rows(page, ["a", "c", "b"])
    expect_focus(page, "checkbox: c")
    page.keyboard.press("Alt+ArrowUp")
    says(page, "Moved: c (1 of 3)")
    page.keyboard.press("Alt+End")
    says(page, "Moved: c (3 of 3)")
    page.keyboard.press("Alt+Home")
    says(page, "Moved: c (1 of 3)")
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Alt+ArrowDown")

    says(page, "Moved: c (2 of 3)")
    expect_rows(page, ["a", "c", "b"])
    assert focused(page) == "checkbox: c"


def test_the_order_by_hand_is_an_order_of_the_whole_list(world):
    server = world.server()
    server.add({"title": "a", "day": day(3)}, "b", {"title": "c", "day": day(1)})
    page = world.open(server)
    choose_in_menu(page, "View order", "Order by hand")
    expect_rows(page, ["a", "b", "c"], "To do")

    drag(page, "c", "a")
    expect_rows(page, ["c", "a", "b"], "To do")
    choose_in_menu(page, "View order", "Title")
    expect_rows(page, ["a", "b", "c"], "To do")
    drag(page, "c", "a")

    expect_rows(page, ["a", "b", "c"], "To do")


def touch(session, kind, *points):
    session.send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
    )


def test_a_long_touch_lifts_a_row_and_a_short_one_scrolls(world):
    server = world.server()
    server.add("a", "b", "c")
    page = world.open(server, has_touch=True, viewport={"width": 390, "height": 800})
    expect_rows(page, ["a", "b", "c"])
    session = page.context.new_cdp_session(page)
    (x, y), (_, top) = middle(page, "c"), middle(page, "a")

    touch(session, "touchStart", (x, y))
    page.locator("[aria-hidden=true] > li").wait_for()
    touch(session, "touchMove", (x, top + 20))
    touch(session, "touchMove", (x, top - 12))
    touch(session, "touchEnd")

    expect_rows(page, ["c", "a", "b"])
    says(page, "Moved: c (1 of 3)")
    touch(session, "touchStart", (x, y))
    touch(session, "touchMove", (x, y - 30))
    touch(session, "touchMove", (x, top - 12))
    touch(session, "touchEnd")
    assert page.locator("[aria-hidden=true] > li").count() == 0
    expect_rows(page, ["c", "a", "b"])


test_a_long_touch_lifts_a_row_and_a_short_one_scrolls.engines = ("chromium",)


def test_a_long_list_scrolls_at_its_edge_while_a_row_is_dragged(world):
    server = world.server()
    server.add(*({"title": f"n{n:03}"} for n in range(150)))
    page = world.open(server)
    page.get_by_role("listitem").first.wait_for()
    height = page.viewport_size["height"]

    x, y = middle(page, "n002")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, height - 20)
    page.mouse.move(x, height - 10)
    row(page, "n140").wait_for()
    page.mouse.up()

    eventually(lambda: sum("position" in item for item in server.items()) > 100)
    first = page.get_by_role("listitem").first
    assert first.get_attribute("aria-setsize") == "150"
