"""Adding: understood words, the new row, several lines, texts from other apps."""

import re

from harness import (
    add,
    box,
    button,
    checkbox,
    dialog,
    eventually,
    expect_focus,
    expect_rows,
    online,
    says,
    search,
)


def test_a_to_do_is_added_by_enter_and_by_the_button(world):
    server = world.server()
    page = world.open(server)

    add(page, "Buy milk")
    says(page, "Added: Buy milk")
    box(page).fill("Sleep")
    button(page, "Add").click()

    expect_rows(page, ["Buy milk", "Sleep"])
    page.get_by_role("heading", name="No date", level=2).wait_for()
    eventually(lambda: server.titles() == ["Buy milk", "Sleep"])
    item = page.get_by_role("listitem").nth(1)
    assert item.get_attribute("aria-setsize") == "2"
    assert item.get_attribute("aria-posinset") == "2"
    assert box(page).input_value() == ""


def test_an_empty_text_adds_nothing(world):
    server = world.server()
    page = world.open(server)

    add(page, "   ")
    add(page, "x")

    eventually(lambda: server.titles() == ["x"])


def test_a_title_of_more_than_500_characters_is_an_error(world):
    page = world.open(world.server())

    box(page).fill("😀" * 501)

    assert box(page).get_attribute("aria-invalid") == "true"
    box(page).press("Enter")
    page.get_by_text("At most 500 characters.").wait_for()
    box(page).fill("😀" * 500)
    box(page).press("Enter")
    expect_rows(page, ["😀" * 500])


def test_a_date_at_the_end_becomes_the_due_date(world):
    server = world.server()
    page = world.open(server)

    box(page).fill("Call Ada Friday 17:00")
    assert re.match("Due Friday.*17:00 · Call Ada$", description(page))
    box(page).press("Enter")

    says(page, "Added: Call Ada")
    due = page.get_by_role("listitem").locator("time")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT17:00", due.get_attribute("datetime"))
    eventually(lambda: server.items()[0].get("timestamp"))
    add(page, "Sleep tomorrow")
    due = page.get_by_role("listitem").filter(has_text="Sleep").locator("time")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", due.get_attribute("datetime"))


def description(page):
    ids = box(page).get_attribute("aria-describedby")
    return page.evaluate("id => document.getElementById(id).innerText", ids)


def test_as_typed_keeps_the_text(world):
    page = world.open(world.server())

    box(page).fill("Watch the film Tomorrow")
    button(page, "As typed").click()
    assert description(page) == ""
    assert button(page, "As typed").count() == 0
    box(page).press("Enter")

    expect_rows(page, ["Watch the film Tomorrow"])
    box(page).fill("[x] is a checkbox")
    button(page, "As typed").click()
    box(page).press("Enter")
    expect_rows(page, ["Watch the film Tomorrow", "[x] is a checkbox"])


def test_a_german_page_parses_german_dates(world):
    page = world.open(world.server(), ready=False, locale="de-DE")

    page.get_by_role("textbox", name="Neue Aufgabe", exact=True).fill("Ada anrufen morgen 17 Uhr")
    page.get_by_role("textbox", name="Neue Aufgabe", exact=True).press("Enter")

    page.get_by_role("status", name="Meldungen").filter(
        has_text="Hinzugefügt: Ada anrufen"
    ).wait_for()
    page.get_by_role("heading", name="Morgen", level=2).wait_for()
    checkbox(page, "Ada anrufen").check()
    page.get_by_text("Alles ist erledigt.").wait_for()
    page.get_by_role("link", name="Erledigt").click()
    page.get_by_role("heading", name="Erledigt", level=2).wait_for()
    button(page, "Rückgängig").click()
    page.get_by_role("link", name="Alle").click()
    button(page, "Menü").click()
    page.get_by_role("combobox", name="Sprache").select_option("English")
    page.get_by_role("heading", name="Tomorrow", exact=True).wait_for()
    page.reload()
    page.get_by_role("heading", name="Tomorrow", exact=True).wait_for()


def test_what_is_added_in_today_is_for_today(world):
    server = world.server()
    page = world.open(server, "#/today")
    page.get_by_text("No to-dos yet.").wait_for()

    add(page, "Sleep")

    expect_rows(page, ["Sleep"], "Today")
    assert "day" in eventually(server.items)[0]
    page.get_by_role("link", name="Today 1").wait_for()


def test_what_is_added_under_a_search_is_shown_until_it_ends(world):
    server = world.server()
    server.add("milk")
    page = world.open(server)
    search(page, "milk")
    expect_rows(page, ["milk"])

    add(page, "bread")
    expect_rows(page, ["milk", "bread"])
    search(page, "mil")
    expect_rows(page, ["milk", "bread"])
    page.get_by_role("searchbox").press("Escape")
    search(page, "mil")

    expect_rows(page, ["milk"])


def long_list(world, count, **options):
    server = world.server()
    server.add(*(f"item {n}" for n in range(count)))
    page = world.open(server, **options)
    checkbox(page, "item 0").wait_for()
    return page


SIZES = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})


def is_seen(locator):
    """Whether the element is in the window, and nothing covers it."""
    return locator.evaluate("""element => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const found = document.elementFromPoint(x + width / 2, y + height / 2);
        return found !== null && element.contains(found);
    }""")


def test_enter_moves_neither_the_list_nor_the_box(world):
    for size in SIZES:
        page = long_list(world, 40, viewport=size)
        place = box(page).bounding_box()

        for title in ("first", "second"):
            add(page, title)
            says(page, f"Added: {title}")
            assert page.evaluate("scrollY") == 0
            assert box(page).bounding_box() == place
        expect_focus(page, "input: New to-do")


def test_show_leads_to_a_new_row_that_is_out_of_sight(world):
    for count in (40, 300):
        page = long_list(world, count)
        for title in ("first", "second"):
            add(page, title)

        button(page, "Show").click()

        row = page.get_by_role("listitem").filter(has_text="second")
        eventually(lambda: is_seen(row))
        expect_focus(page, "a: second")
        assert button(page, "Show").count() == 0
        assert is_seen(box(page))


def test_a_new_row_in_sight_needs_no_button(world):
    for size in SIZES:
        page = long_list(world, 2, viewport=size)

        add(page, "milk")
        says(page, "Added: milk")

        assert is_seen(page.get_by_role("listitem").filter(has_text="milk"))
        assert button(page, "Show").count() == 0


def test_the_header_stays_in_sight_where_it_leaves_room_for_the_list(world):
    page = long_list(world, 40)
    for width, height, stays in ((1280, 800, True), (390, 844, True), (740, 360, False)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert is_seen(box(page))

        page.evaluate("scrollTo(0, 1000)")

        for part in (
            box(page),
            page.get_by_role("link", name="Today"),
            button(page, "Menu"),
        ):
            eventually(lambda part=part: is_seen(part) == stays, f"{width} {height}")


def test_the_focused_row_is_never_beneath_the_header(world):
    for count in (40, 300):
        page = long_list(world, count, viewport={"width": 390, "height": 844})
        page.evaluate("scrollTo(0, 1200)")
        page.get_by_role("checkbox", name="item 30", exact=True).focus()

        for n in range(29, 15, -1):
            page.keyboard.press("k")
            expect_focus(page, f"checkbox: item {n}")
            assert is_seen(checkbox(page, f"item {n}")), n


def test_items_that_are_typed_fast_keep_their_order_on_a_slow_line(world):
    server = world.server()
    context = world.context(service_workers="block")
    page = world.open(server, context=context)
    titles = [f"item {n}" for n in range(8)]
    page.evaluate("""() => {
        window.orders = new Set();
        new MutationObserver(() => orders.add(JSON.stringify(
            [...document.querySelectorAll("li a")].map(link => link.textContent))))
            .observe(document.querySelector("main"), { subtree: true, childList: true });
        const { fetch } = window;
        window.fetch = async (...values) => {
            await new Promise(done => setTimeout(done, 150));
            return fetch(...values);
        };
    }""")

    for title in titles:
        add(page, title)
    eventually(lambda: server.titles() == titles)

    expect_rows(page, titles)
    # The order was the same at every moment.
    for order in page.evaluate("[...orders].map(order => JSON.parse(order))"):
        assert order == titles[: len(order)], order


def test_words_that_are_understood_are_marked_and_nothing_moves(world):
    page = world.open(world.server())
    add(page, "milk")
    place = page.get_by_role("listitem").bounding_box()

    box(page).fill("Call Ada tomorrow 17:00")

    page.locator("mark").get_by_text("tomorrow 17:00", exact=True).wait_for()
    assert page.get_by_role("listitem").bounding_box() == place


def test_pasted_lines_are_several_items_in_one_step(world):
    server = world.server()
    page = world.open(server)

    paste(page, "- Buy milk tomorrow\n\n* Sleep\n[ ] Call Ada\n")
    says(page, "Added: 3")
    eventually(lambda: server.titles() == ["Buy milk", "Sleep", "Call Ada"])
    button(page, "Undo").click()
    eventually(lambda: server.items() == [])
    paste(page, "\n".join(f"item {n}" for n in range(21)))
    question = dialog(page, "Add to-dos")
    question.get_by_text("The text has 21 lines.").wait_for()
    button(question, "Add").click()

    eventually(lambda: len(server.items()) == 21)


def paste(page, text, name="New to-do"):
    """Returns whether the browser is to insert the text as it is."""
    return page.get_by_role("textbox", name=name, exact=True).evaluate(
        """(box, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
        // Firefox takes no text into an event that a script makes.
        Object.defineProperty(event, "clipboardData", { value: clipboardData });
        return box.dispatchEvent(event);
    }""",
        text,
    )


def test_a_shared_text_is_typed_into_the_box(world):
    server = world.server()
    page = world.open(server, "?title=Recipe&text=Bake%20bread&url=https://example.org/")

    assert box(page).input_value() == "Recipe Bake bread https://example.org/"
    expect_focus(page, "input: New to-do")
    assert "text=" not in page.url


def test_what_is_typed_into_the_box_outlives_a_reload(world):
    page = world.open(world.server())
    box(page).press_sequentially("a draft")

    page.reload()

    eventually(lambda: box(page).input_value() == "a draft")


# Databases open when `release` is called.
LATE = """
const { set } = Object.getOwnPropertyDescriptor(IDBRequest.prototype, "onsuccess");
const free = new Promise((done) => window.release = done);
Object.defineProperty(IDBRequest.prototype, "onsuccess", { set(listener) {
    const late = async (event) => { await free; listener(event); };
    set.call(this, this instanceof IDBOpenDBRequest ? late : listener);
} });
"""


def test_a_title_that_is_entered_before_the_store_is_open_is_added(world):
    server = world.server()
    context = world.context()
    context.add_init_script(LATE)
    page = world.open(server, context=context, ready=False)
    add(page, "early")
    add(page, "second")

    page.evaluate("release()")

    expect_rows(page, ["early", "second"])
    eventually(lambda: server.titles() == ["early", "second"])


def test_only_signs_before_a_blank_are_bullets_and_no_line_is_cut(world):
    server = world.server()
    page = world.open(server)
    long = "x" * 510

    paste(page, f"1.5 l milk\n-5 °C\n1.12. dentist\n- soap\n{long}")

    titles = ["1.5 l milk", "-5 °C", "1.12. dentist", "soap", long[:500]]
    eventually(lambda: server.titles() == titles, lambda: server.titles())
    assert server.items()[-1]["itemDescription"] == long[500:]


def test_numbers_of_pasted_lines_go_unless_they_count_down_or_begin_a_date(world):
    for text, titles in (
        ("1. Milch\n2. Brot\n10. Salz", ["Milch", "Brot", "Salz"]),
        ("1. Milch\n1. Brot", ["Milch", "Brot"]),
        ("1. Klasse abholen\nMilch", ["1. Klasse abholen", "Milch"]),
        ("2. Stock putzen\n1. Stock putzen", ["2. Stock putzen", "1. Stock putzen"]),
        ("1. Dezember Zahnarzt\n2. Dezember Friseur", ["Zahnarzt", "Friseur"]),
        ("1. Milch\n2. Dezember Friseur", ["Milch", "Friseur"]),
    ):
        server = world.server()
        page = world.open(server, locale="de-DE", ready=False)
        online(page)
        paste(page, text, "Neue Aufgabe")

        eventually(lambda: len(server.items()) == len(titles))
        assert server.titles() == titles
        due = [item["day"][5:] for item in server.items() if "day" in item]
        days = {"1. Dezember": "12-01", "2. Dezember": "12-02"}
        assert due == [day for name, day in days.items() if name in text]


def test_the_number_of_a_pasted_line_goes(world):
    server = world.server()
    page = world.open(server)

    paste(page, "Shopping\n1. sugar")
    eventually(lambda: server.titles() == ["Shopping", "sugar"], server.titles)
    paste(page, "1. flour")
    assert box(page).input_value() == "flour"
    box(page).press("Enter")

    eventually(lambda: server.titles() == ["Shopping", "sugar", "flour"], server.titles)


def test_a_pasted_line_joins_what_is_in_the_box(world):
    page = world.open(world.server())
    box(page).fill("Buy ")

    assert paste(page, "1. sugar")

    assert box(page).input_value() == "Buy "


def test_a_ticked_line_is_pasted_as_done(world):
    server = world.server()
    page = world.open(server)

    paste(page, "- [x] milk every day\n- [ ] bread\n\u2610 salt\n\u2611 oil\n[X] tea")
    says(page, "Added: 5")
    expect_rows(page, ["bread", "salt"])
    eventually(lambda: len(server.items()) == 5)
    done = [item["title"] for item in server.items() if item["done"]]
    assert done == ["milk", "oil", "tea"]
    button(page, "Undo").click()
    eventually(lambda: server.items() == [])
    paste(page, "- [x] milk")
    assert description(page) == "Done · milk"
    box(page).press("Enter")

    item = eventually(server.items)[0]
    assert (item["title"], item["done"]) == ("milk", True)


def test_a_shared_text_does_not_replace_a_draft(world):
    server = world.server()
    page = world.open(server)
    box(page).press_sequentially("a draft")

    page.goto(server.url + "?text=bread")

    eventually(lambda: box(page).input_value() == "a draft bread")


def test_shared_texts_do_not_grow_a_draft_without_limit(world):
    server = world.server()
    page = world.open(server)

    for letter in "abc":
        page.goto(server.url + "?text=" + letter * 900)
        eventually(lambda letter=letter: letter in box(page).input_value())

    expected = f"{'a' * 900} {'b' * 900} {'c' * 198}"
    eventually(lambda: box(page).input_value() == expected)


def test_a_reminder_that_is_typed_behind_a_time_is_said_and_stored(world):
    server = world.server()
    page = world.open(server)

    box(page).fill("Call Ada 2029-12-07 17:00 remind 30 min")
    page.get_by_text(re.compile("^Due .* 17:00 · 30 minutes before · Call Ada$")).wait_for()
    assert page.locator("mark").all_text_contents() == ["2029-12-07 17:00", "remind 30 min"]
    box(page).press("Enter")

    eventually(lambda: [item.get("remind") for item in server.items()] == [30])
    assert server.titles() == ["Call Ada"]
