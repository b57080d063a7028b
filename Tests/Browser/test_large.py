"""10,000 items, of which the page shows those in view."""

from harness import add, button, checkbox, choose_in_menu, eventually, says

COUNT = 10_000


def large(world, count=COUNT, **options):
    server = world.server()
    server.add(
        *(
            {
                "title": f"Item {n} {'milk' if n % 7 == 0 else 'bread'}",
                "done": n % 3 == 0,
                **({"timestamp": 1795712400 + n * 3600} if n % 2 else {}),
            }
            for n in range(count)
        )
    )
    page = world.open(server, **options)
    page.get_by_role("listitem").first.wait_for()
    return server, page


def metrics(page):
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("HeapProfiler.collectGarbage")
    values = session.send("Performance.getMetrics")["metrics"]
    return {entry["name"]: entry["value"] for entry in values}


def test_only_the_rows_in_view_are_in_the_document(world):
    _, page = large(world)
    choose_in_menu(page, "View order", "Order added")

    values = metrics(page)

    print(f"    heap {values['JSHeapUsedSize'] / 1e6:.1f} MB, {values['Nodes']:.0f} nodes")
    assert values["JSHeapUsedSize"] < 64e6
    assert values["Nodes"] < 6000
    assert page.get_by_role("listitem").count() < 100
    sizes = page.get_by_role("listitem").evaluate_all(
        "rows => [...new Set(rows.map(row => row.closest('ul').ariaLabel + ' ' + row.ariaSetSize))]"
    )
    assert sizes == ["To do 6666"]


test_only_the_rows_in_view_are_in_the_document.engines = ("chromium",)


def test_keys_and_scrolling_reach_every_row(world):
    _, page = large(world, count=1000)
    choose_in_menu(page, "View order", "Order added")

    page.keyboard.press("k")
    last = page.get_by_role("checkbox", name="Item 998 bread")
    last.wait_for()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Item 998 bread"
    page.evaluate("scrollTo(0, 0)")
    page.get_by_role("checkbox", name="Item 1 bread").wait_for()
    # The focused row stays in the document.
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Item 998 bread"
    page.keyboard.press("k")

    page.get_by_role("checkbox", name="Item 997 bread").wait_for()


def test_deleting_all_of_10000_is_undone(world):
    server, page = large(world, count=2500)

    button(page, "Menu").click()
    button(page, "Delete all").click()
    says(page, "Deleted: 2500")
    eventually(lambda: server.items() == [])
    button(page, "Undo").click()

    eventually(lambda: len(server.items()) == 2500)
    checkbox(page, "Item 1 bread").wait_for()
    add(page, "x")
    eventually(lambda: "x" in server.titles())
