"""Search, filters and orders."""

import datetime
import time

from harness import back, button, dialog, eventually, expect_rows, rows, status


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
        {"title": "Sleep", "done": True, "timestamp": day(-1)})
    page = world.open(server)
    expect_rows(page, ["Buy milk", "call Ada", "Buy bread", "Plan"])
    return server, page


def test_all_words_of_a_search_must_occur(world):
    _, page = filled(world)
    search = page.get_by_role("searchbox", name="Search")

    search.fill("buy milk")
    expect_rows(page, ["Buy milk", "Buy bread"])
    assert page.url.endswith("#/?q=buy+milk")
    search.fill("zzz")
    page.get_by_text("Nothing matches.").wait_for()
    assert page.get_by_role("list").count() == 0
    search.fill("")

    expect_rows(page, ["Buy milk", "call Ada", "Buy bread", "Plan"])


def test_each_filter_shows_its_items(world):
    _, page = filled(world)
    show = page.get_by_role("combobox", name="Show")

    for option, open_ones, done in (
            ("Open", ["Buy milk", "call Ada", "Buy bread", "Plan"], []),
            ("Done", [], ["Sleep"]),
            ("Overdue", ["call Ada"], []),
            ("Due today", ["Buy milk"], []),
            ("Due in 7 days", ["Buy milk", "Buy bread"], []),
            ("With a place", ["call Ada"], []),
            ("All", ["Buy milk", "call Ada", "Buy bread", "Plan"], ["Sleep"])):
        show.select_option(option)
        expect_rows(page, open_ones)
        expect_rows(page, done, "Done")


def test_each_order_sorts(world):
    server, page = filled(world)
    sort = page.get_by_role("combobox", name="Sort by")

    sort.select_option("Due date")
    expect_rows(page, ["call Ada", "Buy milk", "Buy bread", "Plan"])
    sort.select_option("Title")
    expect_rows(page, ["Buy bread", "Buy milk", "call Ada", "Plan"])
    server.patch(server.items()[2], {"itemDescription": "two"})
    sort.select_option("Last changed")
    expect_rows(page, ["Buy bread", "Plan", "call Ada", "Buy milk"])
    sort.select_option("Order added")

    expect_rows(page, ["Buy milk", "call Ada", "Buy bread", "Plan"])


def test_search_and_filters_survive_reload_and_back(world):
    _, page = filled(world)

    page.get_by_role("searchbox").fill("milk")
    page.get_by_role("combobox", name="Show").select_option("Open")
    page.reload()
    status(page, "Online")
    expect_rows(page, ["Buy milk", "Buy bread"])
    assert page.get_by_role("searchbox").input_value() == "milk"
    page.get_by_role("link", name="Buy bread").click()
    dialog(page, "Details").wait_for()
    back(page)
    dialog(page, "Details").wait_for(state="hidden")
    expect_rows(page, ["Buy milk", "Buy bread"])
    back(page)
    eventually(lambda: page.get_by_role("combobox", name="Show").input_value() == "all")
    back(page)

    expect_rows(page, ["Buy milk", "call Ada", "Buy bread", "Plan"])


def test_typing_fast_loses_no_letter(world):
    _, page = filled(world)

    page.get_by_role("searchbox").press_sequentially("bread with milk")

    assert page.get_by_role("searchbox").input_value() == "bread with milk"
    expect_rows(page, ["Buy bread"])


def test_show_all_resets_a_search_without_results(world):
    _, page = filled(world)
    page.get_by_role("searchbox").fill("zzz")

    button(page, "Show all").click()

    expect_rows(page, ["Buy milk", "call Ada", "Buy bread", "Plan"])
    assert rows(page, "Done") == ["Sleep"]
