"""Two devices change the same to-do."""

from harness import (add, alert, button, dialog, eventually, expect_focus, expect_rows, online,
                     open_details)


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
    else:
        server.patch(stored, patch)
        eventually(lambda: page.evaluate("1") and seen(page, stored, patch))
        found.get_by_label(label).press("Enter")


def seen(page, stored, patch):
    row = page.locator(f"li:has(a[href*='{stored['id']}'])").inner_text()
    return all(value in row for value in patch.values())


def test_different_fields_merge_silently(world):
    server, page = crossed(world, {"itemDescription": "2 litres"}, {"Title": "Buy oat milk"})

    item = eventually(lambda: server.titles() == ["Buy oat milk"] and server.items()[0])
    assert item["itemDescription"] == "2 litres"
    assert dialog(page, "Changed elsewhere").count() == 0


def test_a_conflict_in_one_field_can_keep_the_local_value(world):
    server, page = crossed(world, {"title": "Buy soy milk"}, {"Title": "Buy oat milk"})

    question = dialog(page, "Changed elsewhere")
    question.get_by_text("Buy soy milk", exact=True).wait_for()
    question.get_by_text("Buy oat milk", exact=True).wait_for()
    assert server.titles() == ["Buy soy milk"]
    button(question, "Keep mine").click()

    question.wait_for(state="hidden")
    eventually(lambda: server.titles() == ["Buy oat milk"])
    expect_rows(page, ["Buy oat milk"])


def test_a_conflict_in_one_field_can_take_the_other_value(world):
    server, page = crossed(world, {"title": "Buy soy milk"}, {"Title": "Buy oat milk"})

    button(dialog(page, "Changed elsewhere"), "Take theirs").click()

    expect_rows(page, ["Buy soy milk"])
    online(page)
    assert server.titles() == ["Buy soy milk"]


def test_a_conflict_with_a_deletion_can_create_the_item_again(world):
    server, page = crossed(
        world, None, {"Title": "Buy oat milk"}, itemDescription="2 litres")

    question = dialog(page, "Changed elsewhere")
    question.get_by_text("was deleted on another device").wait_for()
    button(question, "Keep mine").click()

    item = eventually(lambda: server.items() and server.items()[0])
    assert (item["title"], item["itemDescription"]) == ("Buy oat milk", "2 litres")


def test_a_conflict_with_a_deletion_can_accept_it(world):
    server, page = crossed(world, None, {"Title": "Buy oat milk"})

    button(dialog(page, "Changed elsewhere"), "Take theirs").click()

    page.get_by_text("No to-dos yet.").wait_for()
    assert server.items() == []


def test_a_question_that_was_closed_is_asked_again_and_others_are_asked(world):
    server = world.server()
    first, second = server.add("Buy milk", "Call Ada")
    page = world.open(server)
    question = dialog(page, "Changed elsewhere")

    cross(server, page, first, {"title": "Buy soy milk"}, {"Title": "Buy oat milk"})
    button(question, "Close").click()
    alert(page, "“Buy oat milk” was changed elsewhere as well.")
    cross(server, page, second, {"title": "Call Bob"}, {"Title": "Call Eve"})
    question.get_by_text("Call Bob", exact=True).wait_for()
    page.keyboard.press("Escape")
    question.wait_for(state="hidden")
    add(page, "Sleep")
    eventually(lambda: "Sleep" in server.titles())
    assert question.count() == 0
    button(page, "Decide").click()
    question.get_by_text("Buy soy milk", exact=True).wait_for()
    button(question, "Keep mine").click()
    eventually(lambda: server.titles() == ["Buy oat milk", "Call Bob", "Sleep"])
    alert(page, "“Call Eve” was changed elsewhere as well.")
    button(page, "Decide").click()
    button(question, "Take theirs").click()

    online(page)
    expect_rows(page, ["Buy oat milk", "Call Bob", "Sleep"])
    assert button(page, "Decide").count() == 0
    expect_focus(page, "input: New to-do")


def test_a_question_that_was_closed_is_asked_again_after_a_reload(world):
    _, page = crossed(world, {"title": "Buy soy milk"}, {"Title": "Buy oat milk"})

    button(dialog(page, "Changed elsewhere"), "Close").click()
    page.reload()

    dialog(page, "Changed elsewhere").get_by_text("Buy soy milk", exact=True).wait_for()


def test_two_edits_in_a_row_are_no_conflict(world):
    server = world.server()
    server.add("a")
    page = world.open(server)
    title = open_details(page, "a").get_by_label("Title")
    for text in ("b", "c", "d"):
        title.fill(text)
        title.press("Enter")

    eventually(lambda: server.titles() == ["d"])
    assert dialog(page, "Changed elsewhere").count() == 0
