"""Presses: what is saved when a field is left moves nothing between press and release."""

from harness import (
    button,
    checkbox,
    details,
    eventually,
    expect_rows,
    open_details,
    opened,
    says,
)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def at_rest(page):
    """The sheet has risen."""
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")


def press(page, target):
    """Presses the middle of an element, and releases there after the next frame."""
    box = target.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.mouse.up()


def tap(page, target):
    box = target.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


TARGETS = (
    ("Close", lambda page, server: details(page).wait_for(state="hidden")),
    ("Tomorrow", lambda page, server: expect_rows(page, ["a"], "Tomorrow")),
    ("Delete", lambda page, server: eventually(lambda: server.items() == [])),
    ("Done", lambda page, server: eventually(lambda: server.items()[0]["done"])),
)


def test_the_first_press_after_typing_counts(world):
    for options in (PHONE, {}):
        for act in (press, tap) if options else (press,):
            for name, expect in TARGETS:
                server = world.server()
                server.add("a")
                page = world.open(server, **options)
                found = open_details(page, "a")
                if name == "Tomorrow":
                    opened(found, "Time")
                # The text becomes a link, and its box disappears.
                found.get_by_label("Description").press_sequentially("https://example.org")

                target = (
                    found.get_by_role("checkbox", name="Done")
                    if name == "Done"
                    else button(found, name)
                )
                at_rest(page)
                act(page, target)

                expect(page, server)
                if name != "Delete":
                    eventually(lambda: server.items()[0].get("itemDescription"))


# Firefox has touch events only on touch screens.
test_the_first_press_after_typing_counts.engines = ("chromium",)


def test_a_press_that_is_no_click_saves_too(world):
    server = world.server()
    server.add("a")
    page = world.open(server)
    open_details(page, "a").get_by_label("Description").press_sequentially("x")

    # The press begins on one element and ends on another one.
    row = checkbox(page, "a").bounding_box()
    page.mouse.move(900, 700)
    page.mouse.down()
    page.mouse.move(row["x"] + 200, row["y"] + 300)
    page.mouse.up()

    eventually(lambda: server.items()[0].get("itemDescription") == "x")


def test_a_message_leaves_the_sheet_as_it_is_and_covers_no_button(world):
    for locale, delete, undo, messages in (
        ("en-GB", "Delete", "Undo", "Messages"),
        ("de-DE", "Löschen", "Rückgängig", "Meldungen"),
    ):
        server = world.server()
        server.add("Call Ada about the summer house and the boat")
        page = world.open(server, ready=False, locale=locale, **PHONE)
        page.get_by_role("link", name="Call Ada").click()
        sheet = page.locator("dialog")
        sheet.wait_for()
        at_rest(page)
        place = sheet.bounding_box()

        sheet.get_by_role("checkbox").check()
        button(page, undo).wait_for()

        assert sheet.bounding_box() == place
        bar = page.get_by_role("status", name=messages).bounding_box()
        last = button(sheet, delete).bounding_box()
        assert last["y"] + last["height"] <= bar["y"], (last, bar)


def test_what_waits_for_a_release_is_saved_by_the_next_key(world):
    server = world.server()
    server.add("a")
    page = world.open(server)
    open_details(page, "a").get_by_label("Description").press_sequentially("x")

    # A release outside the window may be unknown to the page.
    page.mouse.move(900, 700)
    page.mouse.down()
    page.keyboard.press("Shift")

    says(page, "Saved: a")
    page.mouse.up()
