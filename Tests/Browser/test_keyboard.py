"""The keys, and where the focus goes."""

from harness import (add, box, button, checkbox, dialog, eventually, expect_focus, expect_rows,
                     menu, says, status)


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
    page.keyboard.press("/")
    expect_focus(page, "input: Search")
    page.keyboard.press("Escape")

    assert page.evaluate("document.activeElement === document.body")


def test_j_k_and_arrows_walk_over_both_lists(world):
    server = world.server()
    server.add("a", "b", {"title": "c", "done": True})
    page = world.open(server)

    for key, title in (("j", "a"), ("ArrowDown", "b"), ("j", "c"), ("j", "c"), ("k", "b"),
                       ("ArrowUp", "a"), ("k", "a")):
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
    dialog(page, "Details").get_by_role("heading", name="b").wait_for()
    page.keyboard.press("Escape")

    dialog(page, "Details").wait_for(state="hidden")
    expect_focus(page, "checkbox: b")


def test_e_edits_and_the_focus_returns(world):
    _, page = three(world)

    page.keyboard.press("j")
    page.keyboard.press("e")
    form = dialog(page, "Edit to-do")
    form.get_by_label("Title").fill("A")
    page.keyboard.press("Control+Enter")

    form.wait_for(state="hidden")
    says(page, "Saved: A")
    expect_focus(page, "checkbox: A")


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
    page.keyboard.press("x")
    says(page, "Done: a")
    page.keyboard.press("x")
    says(page, "Done: b")
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
    page.keyboard.press("n")
    page.keyboard.press("x")
    assert page.evaluate("document.activeElement.tagName") != "INPUT"
    page.reload()
    status(page, "Online")
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
    server, page = three(world)

    page.get_by_role("link", name="b", exact=True).click()
    dialog(page, "Details").wait_for()
    page.keyboard.press("x")
    says(page, "Done: b")
    page.keyboard.press("e")
    dialog(page, "Edit to-do").wait_for()
    page.keyboard.press("Escape")
    dialog(page, "Edit to-do").wait_for(state="hidden")
    page.keyboard.press("Delete")
    says(page, "Deleted: b")

    dialog(page, "Details").wait_for(state="hidden")
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


# Firefox's driver waits by the page's clock, which stands still here.
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

    page.keyboard.press("u")

    page.get_by_role("status", name="Meldungen").filter(has_text="Rückgängig gemacht").wait_for()
    eventually(lambda: server.titles() == ["a"])
