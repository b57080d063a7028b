"""Views, search and orders."""

import datetime
import time

from harness import (
    back,
    button,
    choose_in_menu,
    details,
    dialog,
    expect_focus,
    expect_rows,
    online,
    rows,
    search,
    view,
)


def day(offset, hour=0):
    zone = datetime.timezone(datetime.timedelta(hours=1))
    now = datetime.datetime.fromtimestamp(time.time(), zone)
    try:
        import zoneinfo

        now = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Berlin"))
    except ImportError:
        pass
    start = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    return (start + datetime.timedelta(days=offset)).timestamp()


def filled(world):
    server = world.server()
    server.add(
        {"title": "Buy milk", "timestamp": day(0)},
        {"title": "call Ada", "timestamp": day(-2), "location": {"name": "Office"}},
        {"title": "Buy bread", "itemDescription": "with MILK", "timestamp": day(7)},
        {"title": "Plan", "timestamp": day(30)},
        {"title": "Rest", "timestamp": day(1)},
        {"title": "Read"},
        {"title": "Sleep", "done": True, "timestamp": day(-1)},
    )
    page = world.open(server)
    expect_rows(page, ALL)
    return server, page


ALL = ["call Ada", "Buy milk", "Rest", "Buy bread", "Plan", "Read"]


def test_all_has_sections_by_due_date(world):
    _, page = filled(world)

    for name, titles in (
        ("Overdue", ["call Ada"]),
        ("Today", ["Buy milk"]),
        ("Tomorrow", ["Rest"]),
        ("Next 7 days", ["Buy bread"]),
        ("Later", ["Plan"]),
        ("No date", ["Read"]),
    ):
        page.get_by_role("heading", name=name, level=2, exact=True).wait_for()
        expect_rows(page, titles, name)
    assert page.get_by_role("list", name="Done").count() == 0


def test_today_has_what_is_overdue_and_due_today_with_the_number(world):
    _, page = filled(world)

    page.get_by_role("link", name="Today 2", exact=True).click()

    expect_rows(page, ["call Ada", "Buy milk"])
    assert page.url.endswith("#/today")
    for title in ("call Ada", "Buy milk"):
        page.get_by_role("checkbox", name=title).check()
    page.get_by_text("Nothing for today.").wait_for()
    page.get_by_role("link", name="Today", exact=True).wait_for()


def test_done_has_the_last_one_first(world):
    _, page = filled(world)
    page.get_by_role("checkbox", name="Plan").check()

    view(page, "Done")

    expect_rows(page, ["Plan", "Sleep"], "Done")
    assert page.url.endswith("#/done")


def test_all_words_of_a_search_must_occur(world):
    _, page = filled(world)

    search(page, "buy milk")
    expect_rows(page, ["Buy milk", "Buy bread"])
    assert page.url.endswith("#/all?q=buy+milk")
    search(page, "zzz")
    page.get_by_text("Nothing matches.").wait_for()
    assert page.get_by_role("list").count() == 0
    search(page, "")

    expect_rows(page, ALL)


def test_down_goes_from_the_search_to_the_first_hit(world):
    _, page = filled(world)

    search(page, "buy").press("ArrowDown")

    expect_focus(page, "checkbox: Buy milk")


def test_a_search_finds_what_is_done_as_well(world):
    _, page = filled(world)

    search(page, "sleep")

    expect_rows(page, ["Sleep"], "Done")


def test_esc_takes_back_the_text_of_a_search_and_its_filter(world):
    _, page = filled(world)
    page.get_by_role("link", name="Today 2", exact=True).click()
    search(page, "rest").press("Escape")

    expect_rows(page, ["call Ada", "Buy milk"])
    assert page.get_by_role("searchbox").count() == 0
    expect_focus(page, "button: Search")
    page.reload()
    online(page)
    expect_rows(page, ["call Ada", "Buy milk"])


def test_only_what_has_a_place_is_shown_if_that_is_chosen_and_told(world):
    _, page = filled(world)
    button(page, "Menu").click()
    dialog(page, "Menu").get_by_role("checkbox", name="With a place").check()
    page.keyboard.press("Escape")

    expect_rows(page, ["call Ada"])
    page.reload()
    online(page)
    expect_rows(page, ["call Ada"])
    button(page, "Show all").click()

    expect_rows(page, ALL)


def test_each_order_sorts_and_is_remembered(world):
    server, page = filled(world)

    choose_in_menu(page, "View order", "Title")
    expect_rows(page, ["Buy bread", "Buy milk", "call Ada", "Plan", "Read", "Rest"], "To do")
    page.reload()
    online(page)
    expect_rows(page, ["Buy bread", "Buy milk", "call Ada", "Plan", "Read", "Rest"], "To do")
    [bread] = [item for item in server.items() if item["title"] == "Buy bread"]
    server.patch(bread, {"itemDescription": "two"})
    choose_in_menu(page, "View order", "Last changed")
    expect_rows(page, ["Buy bread", "Read", "Rest", "Plan", "call Ada", "Buy milk"], "To do")
    choose_in_menu(page, "View order", "Order added")
    expect_rows(page, ["Buy milk", "call Ada", "Buy bread", "Plan", "Rest", "Read"], "To do")
    choose_in_menu(page, "View order", "Due date")

    expect_rows(page, ALL)


def test_view_and_search_survive_reload_and_back(world):
    _, page = filled(world)

    search(page, "milk")
    expect_rows(page, ["Buy milk", "Buy bread"])
    page.reload()
    online(page)
    expect_rows(page, ["Buy milk", "Buy bread"])
    assert page.get_by_role("searchbox").input_value() == "milk"
    page.get_by_role("link", name="Buy bread").click()
    details(page).wait_for()
    back(page)
    details(page).wait_for(state="hidden")
    expect_rows(page, ["Buy milk", "Buy bread"])
    back(page)

    expect_rows(page, ALL)
    assert page.get_by_role("searchbox").count() == 0


def test_typing_fast_loses_no_letter(world):
    _, page = filled(world)
    search(page, "")

    page.get_by_role("searchbox").press_sequentially("bread with milk")

    assert page.get_by_role("searchbox").input_value() == "bread with milk"
    expect_rows(page, ["Buy bread"])
    assert rows(page, "Done") == []


def test_the_number_of_today_stays_in_another_language(world):
    server = world.server()
    server.add({"title": "late", "timestamp": 1})
    page = world.open(server)
    page.get_by_role("link", name="Today 1").wait_for()

    choose_in_menu(page, "Language", "Deutsch")

    page.get_by_role("link", name="Heute 1").wait_for()
