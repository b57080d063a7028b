"""Properties of every picture of the page: aligned edges, room for texts, marks."""

from harness import (
    add,
    button,
    checkbox,
    details,
    dialog,
    import_file,
    online,
    open_details,
    opened,
    says,
)
from test_access import LARGE, german, look

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def box_of(locator):
    box = locator.bounding_box()
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def beside(text, control):
    """The control begins where the text ends, at the same height."""
    _, top, right, bottom = box_of(text)
    left, upper, _, lower = box_of(control)
    return right <= left and top <= (upper + lower) / 2 <= bottom


def test_headings_rings_and_boxes_begin_at_one_edge(world):
    server = world.server()
    server.add("milk")
    for width in (390, 1280):
        page = world.open(server, viewport={"width": width, "height": 800})
        checkbox(page, "milk").wait_for()

        edges = page.evaluate("""() => {
            const texts = [...document.querySelectorAll("main h2, nav a")]
                .filter((element) => element.checkVisibility())
                .map((element) => {
                    const range = document.createRange();
                    range.selectNodeContents(element);
                    return [element.textContent, range.getBoundingClientRect().left];
                });
            const box = document.querySelector("input[type=text]");
            // On a wide screen the views have a column of their own.
            const views = innerWidth < 960 ? [texts.find(([text]) => text === "Today")] : [];
            return [
                ...views,
                texts.find(([text]) => text === "No date"),
                ["ring", document.querySelector("li input").getBoundingClientRect().left],
                ["box", box.getBoundingClientRect().left
                    + parseFloat(getComputedStyle(box).paddingInlineStart)],
            ];
        }""")

        lefts = [left for _, left in edges]
        assert max(lefts) - min(lefts) <= 1.5, edges


def test_the_texts_of_the_details_begin_at_one_edge(world):
    server = world.server()
    server.add("milk")
    page = world.open(server)
    found = open_details(page, "milk")

    edges = found.evaluate("""(details) => [
        ...[...details.querySelectorAll("textarea, button[aria-expanded]")]
            .map((box) => box.getBoundingClientRect().left
                + parseFloat(getComputedStyle(box).paddingInlineStart)),
        details.querySelector("input[list]").getBoundingClientRect().left,
    ]""")

    assert max(edges) - min(edges) <= 1.5, edges


def test_buttons_stand_beside_their_message_on_a_phone(world):
    page = world.open(world.server(), **PHONE)

    add(page, "Write to the landlord about the heating")
    says(page, "Added: Write to the landlord about the heating")
    import_file(page, "holiday photos of the whole family.json", '[{"a":')

    assert beside(page.get_by_role("status", name="Messages"), button(page, "Undo"))
    alert = page.get_by_role("alert")
    alert.get_by_text("is not a list of to-dos").wait_for()
    assert beside(alert.get_by_role("paragraph"), button(alert, "Dismiss"))


def test_a_short_message_is_one_line_and_leaves_the_dates_in_sight(world):
    server = world.server()
    server.add(*({"title": f"item {n}", "day": "2029-12-07"} for n in range(40)))
    for width in (1280, 390, 320):
        page = world.open(server, viewport={"width": width, "height": 844})
        add(page, "a")
        says(page, "Added: a")
        message = page.get_by_role("status", name="Messages")

        buttons = [button(page, name) for name in ("Show", "Undo")]
        assert all(beside(message, each) for each in buttons), width
        assert len({box_of(each)[1] for each in buttons}) == 1
        if width == 1280:
            date = page.get_by_role("listitem").locator("time").first
            assert box_of(buttons[-1])[2] < box_of(date)[0]
            assert box_of(message)[0] - box_of(page.get_by_role("main"))[0] < 24
        button(page, "Undo").click()
        says(page, "Undone")


def test_the_buttons_of_a_message_stay_together(world):
    for locale, names in (
        ("en-GB", ("Undo", "Redo")),
        ("de-DE", ("Rückgängig", "Wiederherstellen")),
    ):
        for width in (1280, 390, 320):
            server = world.server()
            page = world.open(
                server, ready=False, locale=locale, viewport={"width": width, "height": 844}
            )
            online(page)
            box = page.get_by_role("textbox").first
            for title in ("a", "b"):
                box.fill(title)
                box.press("Enter")
            button(page, names[0]).click()
            button(page, names[1]).wait_for()

            first, second = (box_of(button(page, name)) for name in names)
            # On the narrowest phone two long words stand one above the other.
            is_column = first[2] == second[2] and width == 320
            assert first[1] == second[1] or is_column, (locale, width)
            assert second[2] <= width, (locale, width)


def test_targets_are_large_enough_for_a_finger(world):
    """WCAG asks for 24 px; a finger needs 44. Links in a text are as high as its lines."""

    def small(page):
        page.set_viewport_size(PHONE["viewport"])
        return page.evaluate("""() => [...document.querySelectorAll(
                "button, input, select, textarea, nav a, .changed-link a, summary")]
            .filter((element) => element.checkVisibility()
                && getComputedStyle(element).clipPath === "none")
            .map((element) => {
                const label = element.type === "checkbox" && element.closest("label");
                const after = getComputedStyle(element, "::after");
                const more = after.position === "absolute" && after.content !== "none"
                    ? -parseFloat(after.top) - parseFloat(after.bottom) : 0;
                const { width, height } = (label || element).getBoundingClientRect();
                return [element, width, height + more];
            })
            .filter(([, width, height]) => Math.min(width, height) < 43.9)
            .map(([element, width, height]) =>
                `${element.outerHTML.slice(0, 80)} ${width} x ${height}`)""")

    look(world, small, **PHONE)


# Firefox has no touch screen here.
test_targets_are_large_enough_for_a_finger.engines = ("chromium",)


def test_date_and_time_show_their_whole_value(world):
    server = world.server()
    server.add({"title": "milk", "timestamp": 1795712400})
    for options in ({}, PHONE, {"viewport": {"width": 960, "height": 800}}):
        page = world.open(server, **options)
        found = open_details(page, "milk")

        for name in ("Time", "Remind"):
            room = opened(found, name).evaluate("""box => {
                const free = box.cloneNode();
                free.style.cssText = "inline-size: max-content; position: absolute";
                box.after(free);
                const needed = free.offsetWidth;
                free.remove();
                return box.offsetWidth - needed;
            }""")
            assert room >= 0, (name, room, options)


def test_no_word_is_broken_on_a_phone(world):
    def broken(page):
        page.set_viewport_size(PHONE["viewport"])
        return page.evaluate("""() => {
            const found = [];
            const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walk.nextNode()) {
                const node = walk.currentNode;
                const parent = node.parentElement;
                // Some labels are there for screen readers alone.
                if (!parent.checkVisibility() || parent.offsetWidth === 1) continue;
                for (const { 0: word, index } of node.data.matchAll(/[^\\s-]{2,20}(?=[\\s-]|$)/g)) {
                    if (/[^\\s-]/.test(node.data[index - 1] ?? " ")) continue;
                    const range = document.createRange();
                    range.setStart(node, index);
                    range.setEnd(node, index + word.length);
                    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
                    if (new Set(tops).size > 1) found.push(word);
                }
            }
            return found;
        }""")

    look(world, broken, german)


def test_what_a_swipe_will_do_is_said_beside_the_row(world):
    server = world.server()
    server.add("milk")
    page = world.open(server, **PHONE)
    row = page.get_by_role("listitem")
    row.wait_for()

    for by, place, word in ((-90, "right", "Delete"), (90, "left", "Tomorrow")):
        seen = row.evaluate(
            """async (row, [by, place]) => {
            // The row of the swipe before is on its way back.
            await Promise.all(row.getAnimations().map(({ finished }) => finished));
            const { left, right, top } = row.getBoundingClientRect();
            const fire = (type, x) => row.dispatchEvent(new TouchEvent(type, { bubbles: true,
                touches: [new Touch({ identifier: 1, target: row, clientX: x, clientY: 9 })] }));
            fire("touchstart", 200);
            fire("touchmove", 200 + by);
            const x = place === "right" ? right - 45 : left + 45;
            const element = document.elementFromPoint(x, top + 20);
            const [sign, word] = [element.closest("svg") ?? element.querySelector("svg"),
                element.closest("span")?.textContent];
            row.dispatchEvent(new TouchEvent("touchcancel", { bubbles: true }));
            return [word, sign !== null && !row.textContent.includes(word)];
        }""",
            [by, place],
        )

        assert seen == [word, True], seen


# Firefox has touch events only on touch screens.
test_what_a_swipe_will_do_is_said_beside_the_row.engines = ("chromium",)


def test_a_finger_moves_the_page_up_and_down_and_a_row_to_the_sides(world):
    for count in (1, 101):
        server = world.server()
        server.add(*(f"item {n}" for n in range(count)))
        page = world.open(server, **PHONE)
        row = page.get_by_role("listitem").first
        row.wait_for()

        action = row.evaluate("row => getComputedStyle(row).touchAction")

        assert action == "pan-y pinch-zoom"


def test_the_box_has_room_for_a_text_on_a_phone_with_large_text(world):
    page = world.open(world.server(), ready=False, locale="de-DE", **PHONE)
    online(page)
    page.evaluate(LARGE)

    left, _, right, _ = box_of(page.get_by_role("textbox", name="Neue Aufgabe"))

    assert right - left > PHONE["viewport"]["width"] / 2
    assert button(page, "Hinzufügen").is_visible()


def test_date_and_time_have_room_in_large_text_on_a_phone(world):
    server = world.server()
    server.add({"title": "milk", "day": "2029-12-07"})
    page = world.open(server, **PHONE)
    open_details(page, "milk")
    page.evaluate(LARGE)

    boxes = [opened(details(page), name) for name in ("Date in words", "Time", "Place")]
    edges = {box_of(box)[::2] for box in boxes}
    assert len(edges) == 1, edges


def test_the_open_view_and_row_are_marked_in_forced_colours(world):
    server = world.server()
    server.add("milk", "bread")
    page = world.open(server)
    open_details(page, "milk")
    page.emulate_media(forced_colors="active")

    width = "element => parseFloat(getComputedStyle(element).borderTopWidth)"
    view = page.get_by_role("navigation").get_by_role("link")
    assert [link.evaluate(width) > 0 for link in view.all()] == [False, True, False]
    row = page.get_by_role("listitem")
    assert [item.evaluate(width) > 0 for item in row.all()] == [True, False]


def test_print_shows_the_whole_title(world):
    server = world.server()
    server.add("a long title " * 30)
    page = world.open(server)
    title = page.get_by_role("listitem").get_by_role("link")
    title.wait_for()

    page.emulate_media(media="print")

    assert title.evaluate("title => title.scrollHeight <= title.clientHeight")


# Firefox's driver emulates neither.
for test in (
    test_the_open_view_and_row_are_marked_in_forced_colours,
    test_print_shows_the_whole_title,
):
    test.engines = ("chromium",)


def test_the_list_is_in_the_middle_and_its_rows_stay_when_details_open(world):
    server = world.server()
    long = "a title that needs one line alone, and two beside the details of a to-do"
    items = server.add(*[long] * 6, "milk", *(f"item {n}" for n in range(20)))
    for width in (1280, 2000):
        page = world.open(server, viewport={"width": width, "height": 800})
        row = page.get_by_role("listitem").filter(has_text="milk")
        row.wait_for()
        left, top, right, _ = box_of(row)

        assert abs((left + right) / 2 - width / 2) < 12, (left, right, width)
        # A click may scroll.
        page.evaluate("(id) => location.hash = `#/items/${id}`", items[6]["id"])
        details(page).wait_for()
        opened = box_of(row)
        assert opened[0] == left and opened[2] < right - 20
        assert abs(opened[1] - top) < 1.5, (opened, top)
        button(details(page), "Close").click()
        details(page).wait_for(state="hidden")
        assert abs(box_of(row)[1] - top) < 1.5


def test_on_a_narrower_page_of_columns_the_list_uses_the_place_of_the_details(world):
    server = world.server()
    server.add("milk")
    page = world.open(server, viewport={"width": 1000, "height": 800})
    row = page.get_by_role("listitem").filter(has_text="milk")
    row.wait_for()

    assert 1000 - box_of(row)[2] < 32
    open_details(page, "milk")
    assert box_of(details(page))[0] > box_of(row)[2]


def test_the_menu_opens_beneath_its_button_on_a_wide_page(world):
    server = world.server()
    for width in (1000, 1280, 2000):
        page = world.open(server, viewport={"width": width, "height": 900})
        place = box_of(button(page, "Menu"))

        button(page, "Menu").click()

        menu = box_of(dialog(page, "Menu"))
        assert menu[0] < place[2] < menu[2] and place[3] < menu[1] < place[3] + 40, (menu, place)
