"""Two devices change the same to-do."""

from harness import (
    add,
    alert,
    button,
    checkbox,
    dialog,
    eventually,
    expect_done,
    expect_focus,
    expect_rows,
    online,
    open_details,
    opened,
    says,
    status,
    view,
)


def crossed(world, patch, edit, **item):
    """This device edits while another one writes."""
    server = world.server()
    [stored] = server.add({"title": "Buy milk", **item})
    page = world.open(server)
    cross(server, page, stored, patch, edit)
    return server, page


def cross(server, page, stored, patch, edit):
    """The field is entered before the other device writes, and left after it."""
    found = open_details(page, stored["title"])
    [(label, value)] = edit.items()
    found.get_by_label(label).fill(value)
    if patch is None:
        server.delete(stored)
        found.get_by_text("Deleted elsewhere. Saving keeps it.").wait_for()
    else:
        server.patch(stored, patch)
        eventually(lambda: page.evaluate("1") and seen(page, stored, patch))
    found.get_by_label(label).press("Enter")


def seen(page, stored, patch):
    row = page.locator(f"li:has(a[href*='{stored['id']}'])").inner_text()
    return all(value in row for value in patch.values())


def changed(page, n):
    """The region, opened by its link with the number."""
    name = f"Changed elsewhere ({n})" if n else "Changed elsewhere"
    page.get_by_role("link", name=name, exact=True).click()
    region = page.get_by_role("region", name="Changed elsewhere", exact=True)
    region.wait_for()
    return region


def line(region, title):
    return region.get_by_role("listitem").filter(has_text=title)


def no_link(page):
    eventually(lambda: page.get_by_role("link", name="Changed elsewhere").count() == 0)


def offline(page, on=True):
    page.context.set_offline(on)
    if on:
        status(page, "Offline")
    else:
        online(page)


def test_different_fields_merge_silently(world):
    server, page = crossed(world, {"itemDescription": "2 litres"}, {"Title": "Buy oat milk"})

    item = eventually(lambda: server.titles() == ["Buy oat milk"] and server.items()[0])
    assert item["itemDescription"] == "2 litres"
    online(page)
    no_link(page)


def test_the_same_field_counts_as_it_was_saved_here_and_what_it_replaced_is_put_back(world):
    server, page = crossed(world, {"title": "Buy soy milk"}, {"Title": "Buy oat milk"})

    eventually(lambda: server.titles() == ["Buy oat milk"])
    region = changed(page, 1)
    region.get_by_text("Title: Buy soy milk – replaced by Buy oat milk").wait_for()
    region.get_by_text("Changes to different parts of a to-do are all kept.").wait_for()
    expect_focus(page, "h2: Changed elsewhere")
    button(line(region, "Buy oat milk"), "Put back").click()

    eventually(lambda: server.titles() == ["Buy soy milk"])
    no_link(page)
    region.wait_for(state="hidden")
    says(page, "Saved: Buy oat milk")


def test_an_undo_of_put_back_brings_the_line_back_and_dismiss_takes_it_away(world):
    server, page = crossed(world, {"title": "Buy soy milk"}, {"Title": "Buy oat milk"})
    button(line(changed(page, 1), "Buy oat milk"), "Put back").click()
    eventually(lambda: server.titles() == ["Buy soy milk"])

    button(page, "Undo").click()
    eventually(lambda: server.titles() == ["Buy oat milk"])
    page.get_by_role("link", name="Changed elsewhere (1)", exact=True).wait_for()
    page.reload()
    button(changed(page, 1), "Dismiss").click()

    no_link(page)
    assert server.titles() == ["Buy oat milk"]


def test_the_lines_are_there_after_a_reload_and_in_all_tabs(world):
    server, page = crossed(world, {"title": "Buy soy milk"}, {"Title": "Buy oat milk"})
    page.get_by_role("link", name="Changed elsewhere (1)", exact=True).wait_for()

    page.reload()
    second = world.open(server, context=page.context)

    button(changed(second, 1), "Dismiss").click()
    no_link(second)
    no_link(page)


def test_an_edit_of_what_was_deleted_elsewhere_makes_it_again_and_can_be_given_up(world):
    server, page = crossed(world, None, {"Title": "Buy oat milk"}, itemDescription="2 litres")

    item = eventually(lambda: server.items() and server.items()[0])
    assert (item["title"], item["itemDescription"]) == ("Buy oat milk", "2 litres")
    region = changed(page, 1)
    region.get_by_text("Deleted elsewhere, changed here: it is there again.").wait_for()
    button(region, "Put back").click()

    eventually(lambda: server.items() == [])
    no_link(page)


def test_a_deletion_of_what_was_changed_elsewhere_does_not_count_and_can_be_done_again(world):
    server = world.server()
    [stored, _] = server.add("Buy milk", "Sleep")
    page = world.open(server)
    expect_rows(page, ["Buy milk", "Sleep"])
    offline(page)
    checkbox(page, "Buy milk").focus()
    page.keyboard.press("Delete")
    expect_rows(page, ["Sleep"])
    server.patch(stored, {"title": "Buy soy milk"})
    offline(page, False)

    expect_rows(page, ["Buy soy milk", "Sleep"])
    region = changed(page, 1)
    region.get_by_text("Deleted here, changed elsewhere: it is kept.").wait_for()
    button(line(region, "Buy soy milk"), "Put back").click()

    eventually(lambda: server.titles() == ["Sleep"])
    no_link(page)


def test_a_tick_of_what_was_deleted_elsewhere_is_a_quiet_line_that_can_be_put_back(world):
    server = world.server()
    [stored, _] = server.add("Buy milk", "Sleep")
    page = world.open(server)
    expect_rows(page, ["Buy milk", "Sleep"])
    offline(page)
    checkbox(page, "Buy milk").check()
    server.delete(stored)
    offline(page, False)

    expect_rows(page, ["Sleep"])
    region = changed(page, 0)
    region.get_by_text("Ticked here, deleted elsewhere: it is gone.").wait_for()
    button(region, "Put back").click()

    expect_done(page, ["Buy milk"])
    eventually(lambda: [item["done"] for item in server.items()] == [False, True])


def test_a_deletion_does_not_take_what_was_only_ticked_for_changed_but_what_was_opened_again(world):
    server = world.server()
    [ticked, opened] = server.add("Buy milk", {"title": "Sleep", "done": True})
    page = world.open(server)
    expect_rows(page, ["Buy milk"])
    offline(page)
    for name, title in (("All", "Buy milk"), ("Done", "Sleep")):
        view(page, name)
        checkbox(page, title).focus()
        page.keyboard.press("Delete")
    page.get_by_text("No to-dos yet.").wait_for()
    view(page, "All")
    server.patch(ticked, {"done": True})
    server.patch(opened, {"done": False})
    offline(page, False)

    expect_rows(page, ["Sleep"])
    eventually(lambda: server.titles() == ["Sleep"])
    changed(page, 1)


def test_the_focus_stays_in_the_list_while_lines_are_dismissed(world):
    server = world.server()
    first, second = server.add("Buy milk", "Call Ada")
    page = world.open(server)
    cross(server, page, first, {"title": "Buy soy milk"}, {"Title": "Buy oat milk"})
    page.get_by_role("link", name="Changed elsewhere (1)", exact=True).wait_for()
    cross(server, page, second, {"title": "Call Bob"}, {"Title": "Call Eve"})

    region = changed(page, 2)
    assert region.get_by_role("listitem").first.inner_text().startswith("Call Eve")
    button(line(region, "Call Eve"), "Dismiss").focus()
    page.keyboard.press("Enter")
    line(region, "Call Eve").wait_for(state="detached")
    expect_focus(page, "button: Dismiss")
    page.keyboard.press("Enter")

    region.wait_for(state="hidden")
    expect_focus(page, "input: New to-do")


def test_the_region_is_closed_by_its_button_and_by_one_step_back(world):
    _, page = crossed(world, {"title": "Buy soy milk"}, {"Title": "Buy oat milk"})
    region = changed(page, 1)

    button(region, "Close").click()
    region.wait_for(state="hidden")
    changed(page, 1)
    page.evaluate("history.back()")

    region.wait_for(state="hidden")


def test_an_undo_of_what_was_deleted_elsewhere_is_named_with_what_comes_next(world):
    server = world.server()
    page = world.open(server)
    add(page, "Buy milk")
    add(page, "Call Ada")
    checkbox(page, "Call Ada").check()
    view(page, "Done")
    eventually(lambda: [item["done"] for item in server.items()] == [False, True])
    expect_rows(page, ["Call Ada"])
    server.delete(server.items()[1])
    expect_rows(page, [])
    page.keyboard.press("Escape")
    page.keyboard.press("u")

    alert(
        page, "Not undone: “Call Ada” was deleted elsewhere. Undo again takes back: Added Call Ada."
    )
    assert server.titles() == ["Buy milk"]


def test_an_undo_before_a_change_from_elsewhere_arrives_counts_and_lists_that_change(world):
    server = world.server()
    [item] = server.add("Buy milk")
    page = world.open(server)
    title = open_details(page, "Buy milk").get_by_label("Title")
    title.fill("Buy tea")
    title.press("Enter")
    eventually(lambda: server.titles() == ["Buy tea"])
    online(page)
    offline(page)
    server.patch(item, {"title": "Buy oat milk"})
    button(page, "Undo").click()
    expect_rows(page, ["Buy milk"])
    offline(page, False)

    eventually(lambda: server.titles() == ["Buy milk"])
    region = changed(page, 1)
    region.get_by_text("Title: Buy oat milk – replaced by Buy milk").wait_for()
    button(line(region, "Buy milk"), "Put back").click()
    eventually(lambda: server.titles() == ["Buy oat milk"])
    no_link(page)


def test_two_edits_in_a_row_are_no_conflict(world):
    server = world.server()
    server.add("a")
    page = world.open(server)
    title = open_details(page, "a").get_by_label("Title")
    for text in ("b", "c", "d"):
        title.fill(text)
        title.press("Enter")

    eventually(lambda: server.titles() == ["d"])
    no_link(page)


def test_the_help_has_the_rules(world):
    page = world.open(world.server())

    page.keyboard.press("Escape")
    page.keyboard.press("?")

    help = dialog(page, "Keyboard shortcuts")
    help.get_by_text("A deletion counts only if nobody changed the to-do meanwhile;").wait_for()


for test in [test for name, test in list(globals().items()) if name.startswith("test_")]:
    if "offline" in test.__code__.co_names:
        test.engines = ("chromium",)


def test_a_rule_changed_while_completed_elsewhere_is_put_back_on_the_next_one(world):
    server = world.server()
    friday = {"day": "2029-12-07", "timestamp": 1891292400, "repeat": {"frequency": "weekly"}}
    [stored] = server.add({"title": "Water plants", **friday})
    page = world.open(server)
    offline(page)
    form = open_details(page, "Water plants")
    opened(form, "Repeat").select_option("Every day")
    form.get_by_role("textbox", name="Title", exact=True).fill("Water roses")
    form.get_by_role("textbox", name="Title", exact=True).press("Enter")
    status(page, "waiting")
    server.patch(stored, {"done": True})

    offline(page, on=False)

    region = changed(page, 1)
    line(region, "Water plants").get_by_text(", every day").wait_for()
    line(region, "Water plants").get_by_text("Refused").wait_for(state="detached")
    button(line(region, "Water plants"), "Put back").click()

    def items():
        return {item["title"]: item.get("repeat", {}).get("frequency") for item in server.items()}

    eventually(lambda: items() == {"Water roses": None, "Water plants": "daily"}, items)
