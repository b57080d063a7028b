"""The server's history, the trash and earlier versions: what they show, Undo and Put back."""

import json
import re

from harness import (
    add,
    alert,
    back,
    box,
    button,
    checkbox,
    details,
    dialog,
    edit,
    eventually,
    expect_focus,
    expect_rows,
    menu,
    online,
    open_details,
    says,
    status,
    view,
)
from test_accounts import signed_in


def region(page, name):
    return page.get_by_role("region", name=name, exact=True)


def opened(page, name="History"):
    menu(page, name)
    found = region(page, name)
    found.wait_for()
    return found


def lines(scope):
    """The sentences of the writes, from the newest."""
    return [
        re.sub(r" · \d\d:\d\d$", "", text)
        for text in scope.locator("li p:first-child").all_inner_texts()
    ]


def expect_lines(scope, expected):
    eventually(lambda: lines(scope) == expected, lambda: f"{expected}, there is {lines(scope)}")


def line(scope, text):
    return scope.get_by_role("listitem").filter(has_text=text).first


def test_the_history_says_what_was_done_by_whom_and_on_which_day(world):
    server = world.server("--auth", "on")
    server.sign_up()
    own = server.sign_in()
    claude = server.request("POST", "/tokens", {"label": "Claude", "scope": "all"}, own)["token"]
    items = server.request("POST", "/items", [{"title": "Buy milk"}, {"title": "Sleep"}], claude)
    server.patch(items[0], {"done": True}, claude)
    server.delete(items[1], own)
    page = signed_in(world, server)

    history = opened(page)

    expect_lines(history, ["Deleted Sleep", "Claude completed Buy milk", "Claude added 2 to-dos"])
    history.get_by_role("heading", name="Today", exact=True).wait_for()
    assert history.get_by_role("list", name="Today").count() == 1
    assert page.title() == "History – toodoo"
    added = line(history, "Claude added 2 to-dos")
    assert added.get_by_role("link").all_inner_texts() == ["Buy milk", "Sleep"]
    assert not page.get_by_role("list", name="No date").is_visible()


def test_a_write_is_undone_and_the_undo_of_the_message_restores_it(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server)
    expect_rows(page, ["Buy milk"])
    history = opened(page)
    expect_lines(history, ["Added Buy milk"])

    button(line(history, "Added Buy milk"), "Undo").click()

    says(page, "Undone")
    eventually(lambda: server.items() == [])
    expect_lines(history, ["Took back: added Buy milk", "Added Buy milk"])
    line(history, "Added Buy milk").nth(0).wait_for()
    first = history.get_by_role("listitem").nth(1)
    first.get_by_text("undone", exact=True).wait_for()
    assert button(first, "Undo").count() == 0
    button(page, "Undo").last.click()
    says(page, "Undone")
    eventually(lambda: server.titles() == ["Buy milk"])
    expect_lines(
        history,
        ["Restored: added Buy milk", "Took back: added Buy milk", "Added Buy milk"],
    )
    page.get_by_role("status", name="Messages").locator("..").get_by_role(
        "button", name="Redo"
    ).click()
    says(page, "Redone")
    eventually(lambda: server.items() == [])
    view(page, "All")
    page.get_by_text("No to-dos yet.").wait_for()


def test_an_undo_of_what_was_changed_since_names_it(world):
    server = world.server()
    [item] = server.add("Buy milk")
    server.patch(item, {"title": "Buy tea"})
    server.patch(item, {"title": "Buy oat milk"})
    page = world.open(server)
    history = opened(page)
    expect_lines(history, ["Changed Buy oat milk", "Changed Buy tea", "Added Buy milk"])

    button(line(history, "Changed Buy tea"), "Undo").click()

    alert(page, "Not undone: “Buy oat milk” was changed since.")
    assert server.titles() == ["Buy oat milk"]
    assert line(history, "Changed Buy tea").get_by_text("Title", exact=True).is_visible()


def test_an_undo_of_the_message_that_the_server_cannot_do_now_is_kept_for_later(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server)
    button(line(opened(page), "Added Buy milk"), "Undo").click()
    says(page, "Undone")
    refused(page, "**/undo/*", {"status": 503, "title": "Unavailable", "detail": "Busy."})
    page.keyboard.press("u")
    alert(page, "Not undone: Busy.")
    page.unroute("**/undo/*")

    page.keyboard.press("u")

    says(page, "Undone")
    eventually(lambda: server.titles() == ["Buy milk"])


def refused(page, pattern, problem):
    """The server answers such a request with a problem."""
    page.route(
        pattern,
        lambda route: route.fulfill(
            status=problem["status"],
            content_type="application/problem+json",
            body=json.dumps(problem),
        ),
    )


def test_an_undo_says_why_it_is_not_possible(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server)
    history = opened(page)
    undo = button(line(history, "Added Buy milk"), "Undo")
    for problem, text in (
        ({"status": 410, "type": "/problems/undo-expired"}, "it is no longer there"),
        ({"status": 403, "type": "/problems/read-only"}, "this sign-in may only read"),
        ({"status": 507, "type": "/problems/quota"}, "the server has no room"),
        ({"status": 503, "title": "Unavailable", "detail": "Busy."}, "Busy"),
    ):
        refused(page, "**/undo/*", problem)

        undo.click()

        alert(page, f"Not undone: {text}.")
        page.unroute("**/undo/*")
    assert server.titles() == ["Buy milk"]
    undo.click()
    says(page, "Undone")


def test_the_history_of_an_empty_list_says_what_will_be_there(world):
    page = world.open(world.server())

    history = opened(page)
    history.get_by_text("Nothing has happened yet.").wait_for()
    add(page, "Buy milk")

    expect_lines(history, ["Added Buy milk"])
    says(page, "Added: Buy milk")
    button(page, "Show").click()
    expect_focus(page, "a: Buy milk")


def test_without_the_network_the_history_says_so_and_comes_when_it_is_back(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server)
    page.context.set_offline(True)
    status(page, "Offline")

    history = opened(page)
    history.get_by_text("This needs the network.").wait_for()
    page.context.set_offline(False)
    online(page)
    expect_lines(history, ["Added Buy milk"])
    page.context.set_offline(True)
    status(page, "Offline")
    button(line(history, "Added Buy milk"), "Undo").click()

    alert(page, "Not undone: this needs the network.")
    trash = opened(page, "Trash")
    trash.get_by_text("This needs the network.").wait_for()


test_without_the_network_the_history_says_so_and_comes_when_it_is_back.engines = ("chromium",)


def test_a_fault_is_said_and_the_list_comes_at_the_next_try(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server)
    refused(page, "**/history", {"status": 503, "title": "Unavailable", "detail": "Busy."})

    history = opened(page)
    history.get_by_text("This could not be loaded.").wait_for()
    history.get_by_text("Busy.").wait_for()
    page.unroute("**/history")
    button(history, "Try again").click()

    expect_lines(history, ["Added Buy milk"])


def test_older_pages_come_at_the_end_of_the_list_and_stay_when_something_is_written(world):
    server = world.server()
    token = [server.request("POST", "/items", {"title": f"item {n}"}) for n in range(130)]
    page = world.open(server)

    history = opened(page)
    eventually(lambda: len(lines(history)) >= 50)
    assert len(lines(history)) < 130
    while len(lines(history)) < 130:
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
    server.patch(token[0], {"title": "other"})

    eventually(lambda: lines(history)[0] == "Changed other")
    assert lines(history)[1:] == [f"Added item {n}" for n in reversed(range(130))]
    assert not button(history, "Show more").is_visible()


def test_the_history_is_opened_and_left_by_the_keyboard_and_survives_a_reload(world):
    server = world.server()
    server.add("Buy milk")
    page = world.open(server)
    button(page, "Menu").focus()
    page.keyboard.press("Enter")
    button(dialog(page, "Menu"), "History").focus()
    page.keyboard.press("Enter")
    expect_focus(page, "h2: History")
    page.keyboard.press("Escape")
    region(page, "History").wait_for(state="hidden")
    expect_focus(page, "button: Menu")
    expect_rows(page, ["Buy milk"])

    back(page)
    region(page, "History").wait_for()
    page.reload()
    history = region(page, "History")
    expect_lines(history, ["Added Buy milk"])
    button(history, "Close").click()

    history.wait_for(state="hidden")
    expect_rows(page, ["Buy milk"])
    assert page.url.endswith("#/all")


def test_the_items_lead_to_their_details_or_to_the_trash(world):
    server = world.server()
    first, second = server.add("Buy milk", "Sleep")
    server.delete(second)
    page = world.open(server)
    history = opened(page)

    link = line(history, "Added Buy milk").get_by_role("link", name="Buy milk")
    link.click()
    details(page).wait_for()
    assert history.is_visible()
    button(details(page), "Close").click()
    expect_focus(page, "a: Buy milk")
    line(history, "Deleted Sleep").get_by_role("link").click()

    trash = region(page, "Trash")
    expect_lines(trash, ["Sleep"])
    assert trash.get_by_role("searchbox", name="Search").input_value() == "Sleep"
    back(page)
    history.wait_for()


def test_what_was_deleted_is_put_back_from_the_trash(world):
    server = world.server()
    for item in server.add("Buy milk", {"title": "Sleep", "day": "2029-12-07", "tags": ["home"]}):
        server.delete(item)
    page = world.open(server)

    trash = opened(page, "Trash")
    expect_lines(trash, ["Sleep", "Buy milk"])
    line(trash, "Sleep").get_by_text(re.compile("^Deleted: Today ")).wait_for()
    line(trash, "Sleep").get_by_text("home").wait_for()
    put_back = button(line(trash, "Sleep"), "Put back")
    put_back.focus()
    page.keyboard.press("Enter")

    expect_lines(trash, ["Buy milk"])
    says(page, "Put back: Sleep")
    expect_focus(page, "button: Put back")
    eventually(lambda: server.titles() == ["Sleep"])
    assert server.items()[0]["day"] == "2029-12-07"
    page.keyboard.press("Enter")
    trash.get_by_text("The trash is empty.").wait_for()
    expect_focus(page, "h2: Trash")
    button(page, "Undo").click()
    expect_lines(trash, ["Buy milk"])
    view(page, "All")
    expect_rows(page, ["Sleep"])


def test_the_trash_is_searched(world):
    server = world.server()
    for item in server.add("Buy milk", "Call Ada", "Sleep"):
        server.delete(item)
    page = world.open(server)
    trash = opened(page, "Trash")
    expect_lines(trash, ["Sleep", "Call Ada", "Buy milk"])

    page.keyboard.press("/")
    expect_focus(page, "input: Search")
    page.keyboard.type("ada")
    expect_lines(trash, ["Call Ada"])
    assert page.url.endswith("#/trash?q=ada")
    page.reload()
    trash = region(page, "Trash")
    expect_lines(trash, ["Call Ada"])
    search = trash.get_by_role("searchbox", name="Search")
    search.fill("zzz")
    trash.get_by_text("Nothing matches.").wait_for()
    search.press("Escape")

    expect_lines(trash, ["Sleep", "Call Ada", "Buy milk"])
    assert trash.is_visible()


def versions(page):
    button(details(page), "Earlier versions").click()
    found = region(page, "Earlier versions")
    found.wait_for()
    return found


def test_an_earlier_version_is_shown_and_put_back(world):
    server = world.server()
    [item] = server.add({"title": "Call Ada", "itemDescription": "about the contract"})
    server.patch(item, {"title": "Call Bob", "itemDescription": None, "day": "2029-12-07"})
    server.patch(item, {"done": True})
    page = world.open(server)
    view(page, "Done")
    open_details(page, "Call Bob")

    found = versions(page)
    expect_lines(found, ["Completed", "Title, Description, Due", "Added"])
    second = line(found, "Title, Description, Due")
    second.get_by_text("Title before: Call Ada").wait_for()
    second.get_by_text("Description before: about the contract").wait_for()
    second.get_by_text("Due before: none").wait_for()
    assert button(line(found, "Added"), "Put back").count() == 0
    button(second, "Put back").click()

    says(page, "Put back: Call Bob")
    eventually(lambda: server.titles() == ["Call Ada"])
    assert server.items()[0]["itemDescription"] == "about the contract"
    assert server.items()[0]["done"] is False
    eventually(lambda: len(lines(found)) == 4)
    button(page, "Undo").click()
    eventually(lambda: server.titles() == ["Call Bob"])
    assert server.items()[0]["done"] is True


def test_earlier_versions_follow_the_item_and_close_with_its_details(world):
    server = world.server()
    [first, _] = server.add("Call Ada", "Sleep")
    page = world.open(server)
    open_details(page, "Call Ada")
    found = versions(page)
    expect_lines(found, ["Added"])

    edit(page, "Title", "Call Bob")
    expect_lines(found, ["Title", "Added"])
    server.patch(first, {"tags": ["work"]})
    expect_lines(found, ["Tags", "Title", "Added"])
    open_details(page, "Sleep")

    found.wait_for(state="hidden")
    shown = button(details(page), "Earlier versions").get_attribute("aria-expanded")
    assert shown == "false"


def test_nothing_of_an_account_stays_in_the_history(world):
    server = world.server("--auth", "on")
    server.sign_up()
    server.add("Secret", token=server.sign_in())
    page = signed_in(world, server)
    expect_lines(opened(page), ["Added Secret"])

    menu(page, "Sign out")
    page.get_by_role("heading", name="Sign in").wait_for()

    assert "Secret" not in page.content()
    assert not region(page, "History").is_visible()
    assert page.evaluate("indexedDB.databases().then(all => all.map(({ name }) => name))") in (
        [],
        ["toodoo-session"],
    )


def test_the_history_is_german_on_a_german_page(world):
    server = world.server()
    server.add("Milch")
    page = world.open(server, locale="de-DE")
    button(page, "Menü").click()
    button(dialog(page, "Menü"), "Verlauf").click()

    history = region(page, "Verlauf")
    expect_lines(history, ["Milch hinzugefügt"])
    history.get_by_role("heading", name="Heute", exact=True).wait_for()
    button(history, "Rückgängig").click()

    expect_lines(history, ["Zurückgenommen: Milch hinzugefügt", "Milch hinzugefügt"])
    button(page, "Menü").click()
    button(dialog(page, "Menü"), "Papierkorb").click()
    button(region(page, "Papierkorb"), "Zurückholen").click()
    eventually(lambda: server.titles() == ["Milch"])


def test_a_new_to_do_can_be_typed_in_the_trash(world):
    server = world.server()
    page = world.open(server)
    trash = opened(page, "Trash")
    trash.get_by_text("The trash is empty.").wait_for()

    page.keyboard.press("n")
    expect_focus(page, "input: New to-do")
    box(page).fill("Buy milk")
    box(page).press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("2")

    expect_rows(page, ["Buy milk"])
    assert checkbox(page, "Buy milk").is_visible()
