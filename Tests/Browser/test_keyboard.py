"""Shortcuts, and the focus after them."""

import re

from harness import (
    add,
    box,
    button,
    checkbox,
    details,
    dialog,
    eventually,
    expect_focus,
    expect_no_focus,
    expect_rows,
    expect_title,
    menu,
    online,
    open_details,
    rows,
    says,
)


def three(world):
    server = world.server()
    server.add("a", "b", "c")
    page = world.open(server)
    expect_rows(page, ["a", "b", "c"])
    return server, page


def test_n_and_slash_focus_the_boxes_and_esc_leaves_them(world):
    _, page = three(world)

    page.keyboard.press("n")
    expect_focus(page, "input: New to-do")
    page.keyboard.type("njx")
    assert box(page).input_value() == "njx"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.press("/")
    expect_focus(page, "input: Search")
    page.keyboard.press("Escape")

    expect_focus(page, "button: Search")
    assert page.get_by_role("searchbox").count() == 0


def test_1_2_and_3_show_the_views(world):
    _, page = three(world)

    for key, name in (("1", "today"), ("3", "done"), ("2", "all")):
        page.keyboard.press(key)
        eventually(lambda: page.url.endswith(f"#/{name}"))

    expect_rows(page, ["a", "b", "c"])


def test_j_k_and_arrows_walk_over_all_lists(world):
    server = world.server()
    server.add({"title": "a", "day": "2020-01-01"}, "b", "c")
    page = world.open(server)
    expect_rows(page, ["a", "b", "c"])

    for key, title in (
        ("j", "a"),
        ("ArrowDown", "b"),
        ("j", "c"),
        ("j", "c"),
        ("k", "b"),
        ("ArrowUp", "a"),
        ("k", "a"),
    ):
        page.keyboard.press(key)
        expect_focus(page, f"checkbox: {title}")


def test_x_and_space_check_and_the_focus_goes_to_the_neighbour(world):
    server, page = three(world)

    page.keyboard.press("j")
    page.keyboard.press("x")
    says(page, "Done: a")
    expect_focus(page, "checkbox: b")
    page.keyboard.press("Space")
    says(page, "Done: b")
    expect_focus(page, "checkbox: c")

    eventually(lambda: [item["done"] for item in server.items()] == [False, True, True])


def test_enter_opens_details_and_esc_leads_back(world):
    _, page = three(world)

    for key in "jj":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect_title(page, "b")
    page.keyboard.press("Escape")

    dialog(page, "Details").wait_for(state="hidden")
    expect_focus(page, "checkbox: b")


def test_t_and_a_key_or_a_text_move_to_a_day(world):
    server, page = three(world)
    page.keyboard.press("j")

    for keys, section in (("tt", "Today"), ("tm", "Tomorrow")):
        page.keyboard.type(keys)
        says(page, "Moved: a")
        expect_rows(page, ["a"], section)
        expect_focus(page, "checkbox: a")
    page.keyboard.press("t")
    page.keyboard.type("in 1 day 17:00")
    dialog(page, "Date").get_by_text(re.compile("^Due .* 17:00$")).wait_for()
    page.keyboard.press("Enter")
    time = page.get_by_role("list", name="Tomorrow", exact=True).locator("time")
    eventually(lambda: time.get_attribute("datetime").endswith("T17:00"))
    page.keyboard.press("t")
    page.keyboard.type("nonsense")
    page.keyboard.press("Enter")
    assert dialog(page, "Date").get_by_role("textbox").get_attribute("aria-invalid") == "true"
    page.keyboard.press("Escape")

    expect_focus(page, "checkbox: a")
    eventually(lambda: [item for item in server.items() if "timestamp" in item])


def test_the_menu_of_a_row_works_with_the_keyboard(world):
    _, page = three(world)
    button(page, "More: b").focus()

    page.keyboard.press("Enter")
    expect_focus(page, "button: Today")
    page.keyboard.press("ArrowUp")
    expect_focus(page, "button: Delete")
    page.keyboard.press("Escape")
    expect_focus(page, "button: More: b")
    page.keyboard.press("Enter")
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press(key)

    says(page, "Moved: b")
    expect_rows(page, ["b"], "Tomorrow")


def test_delete_and_backspace_delete_and_the_focus_goes_to_the_neighbour(world):
    _, page = three(world)

    for key in "jj":
        page.keyboard.press(key)
    page.keyboard.press("Delete")
    says(page, "Deleted: b")
    expect_focus(page, "checkbox: c")
    page.keyboard.press("Backspace")
    says(page, "Deleted: c")
    expect_focus(page, "checkbox: a")
    page.keyboard.press("Delete")

    expect_focus(page, "input: New to-do")


def test_u_and_ctrl_z_undo(world):
    _, page = three(world)

    page.keyboard.press("j")
    for title in ("a", "b"):
        expect_focus(page, f"checkbox: {title}")
        page.keyboard.press("x")
        says(page, f"Done: {title}")
    expect_rows(page, ["c"])
    page.keyboard.press("u")
    expect_rows(page, ["b", "c"])
    page.keyboard.press("Control+z")
    expect_rows(page, ["a", "b", "c"])
    page.keyboard.press("Control+Shift+z")

    expect_rows(page, ["b", "c"])


def test_question_mark_shows_the_shortcuts_and_letters_can_be_turned_off(world):
    _, page = three(world)

    page.keyboard.press("?")
    help = dialog(page, "Keyboard shortcuts")
    help.get_by_role("checkbox", name="Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    help.wait_for(state="hidden")
    expect_no_focus(page)
    page.keyboard.press("n")
    page.keyboard.press("x")
    assert page.evaluate("document.activeElement.tagName") != "INPUT"
    page.reload()
    online(page)
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.tagName") != "INPUT"
    menu(page, "Keyboard shortcuts")
    help.get_by_role("checkbox", name="Single-key shortcuts").check()
    button(help, "Close").click()
    page.keyboard.press("n")

    expect_focus(page, "input: New to-do")


def test_keys_do_nothing_behind_a_dialog(world):
    server, page = three(world)

    page.keyboard.press("j")
    button(page, "Menu").click()
    dialog(page, "Menu").wait_for()
    for key in ("x", "Delete", "u", "n"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")

    dialog(page, "Menu").wait_for(state="hidden")
    expect_rows(page, ["a", "b", "c"])
    expect_focus(page, "button: Menu")


def test_keys_work_on_the_details_as_well(world):
    _, page = three(world)

    open_details(page, "b")
    page.keyboard.press("x")
    says(page, "Done: b")
    page.keyboard.press("x")
    says(page, "Not done: b")
    page.keyboard.type("tt")
    says(page, "Moved: b")
    page.keyboard.press("Delete")
    says(page, "Deleted: b")

    details(page).wait_for(state="hidden")
    expect_rows(page, ["a", "c"])


def test_undo_stays_while_it_has_the_focus(world):
    _, page = three(world)
    page.clock.install()
    # From now on the test controls the time, so that a busy machine does not shorten it.
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)

    checkbox(page, "a").check()
    says(page, "Done: a")
    page.clock.run_for(19_000)
    button(page, "Undo").focus()
    page.clock.run_for(60_000)
    assert button(page, "Undo").is_visible()
    button(page, "Add").focus()
    page.clock.run_for(21_000)

    button(page, "Undo").wait_for(state="hidden")
    page.keyboard.press("Control+z")
    expect_rows(page, ["a", "b", "c"])


# Firefox's driver waits by the page's clock, which is stopped here.
test_undo_stays_while_it_has_the_focus.engines = ("chromium",)


def test_adding_keeps_the_focus_in_the_box(world):
    _, page = three(world)

    add(page, "d")

    expect_focus(page, "input: New to-do")


def test_a_key_does_one_thing_after_a_change_of_language_as_well(world):
    server = world.server()
    page = world.open(server)
    for title in ("a", "b"):
        add(page, title)
    button(page, "Menu").click()
    page.get_by_role("combobox", name="Language").select_option("Deutsch")
    page.get_by_role("combobox", name="Sprache").wait_for()
    expect_focus(page, "select: Sprache")
    page.keyboard.press("Escape")
    expect_focus(page, "button: Menü")

    page.keyboard.press("u")

    page.get_by_role("status", name="Meldungen").filter(has_text="Rückgängig gemacht").wait_for()
    eventually(lambda: server.titles() == ["a"])


def stopped(world):
    """The clock of the page stands, so no letter waits for another one."""
    server, page = three(world)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.keyboard.press("j")
    return server, page


def test_a_letter_in_the_empty_box_for_a_date_acts_at_once(world):
    for keys in ("tmjtmj", "twjtwj", "ttjttj"):
        _, page = stopped(world)

        page.keyboard.type(keys)

        expect_focus(page, "checkbox: c")
        assert rows(page, "No date") == ["c"], (keys, rows(page))


def test_any_other_key_begins_a_text_in_the_box_for_a_date(world):
    server, page = stopped(world)

    for keys in ("tnext friday", "tTuesday"):
        page.keyboard.type(keys)
        assert dialog(page, "Date").get_by_role("textbox").input_value() == keys[1:]
        page.keyboard.press("Enter")
        says(page, "Moved: a")
        expect_focus(page, "checkbox: a")

    assert len(server.titles()) == 3


def test_no_key_of_a_typed_date_reaches_the_list(world):
    for text in ("tuesday 17:00", "monday\n", "tomorrow"):
        server, page = stopped(world)

        page.keyboard.type("t" + text.rstrip())
        if text.endswith("\n"):
            page.keyboard.press("Enter")
        says(page, "Moved: a")

        expect_focus(page, "checkbox: a")
        assert box(page).input_value() == ""
        page.clock.run_for(600)
        page.keyboard.press("j")
        expect_focus(page, "checkbox: b")
        page.keyboard.press("u")
        says(page, "Undone")
        eventually(lambda: not any(item.get("day") for item in server.items()))
        assert not any(item["done"] for item in server.items())


# Firefox's driver waits by the page's clock, which is stopped here.
for test in (
    test_a_letter_in_the_empty_box_for_a_date_acts_at_once,
    test_any_other_key_begins_a_text_in_the_box_for_a_date,
    test_no_key_of_a_typed_date_reaches_the_list,
):
    test.engines = ("chromium",)
