"""Files of other programs: the preview, the import, its undo, and refusals."""

import json
import re

from harness import (
    ROOT,
    alert,
    button,
    dialog,
    eventually,
    expect_focus,
    expect_rows,
    import_file,
    says,
    status,
)
from test_accounts import signed_in

TODOIST = """TYPE,CONTENT,PRIORITY,DATE
task,Buy milk @errands,4,2099-12-04
task,Pay rent,1,
task,Read a book,4,next full moon
task,,4,
"""


def preview(page, content, name="Inbox.csv"):
    """The dialog after the answer."""
    import_file(page, name, content)
    opened = dialog(page, "Import")
    eventually(lambda: opened.get_by_role("status").text_content() != "Reading …", "the answer")
    return opened


def summary(opened):
    return opened.get_by_role("status").text_content()


def cells(opened, name):
    """The rows of a table without its head, as texts."""
    return opened.get_by_role("table", name=name, exact=True).evaluate(
        "table => [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.innerText))"
    )


def refused(opened, text):
    opened.get_by_role("alert").filter(has_text=re.compile(text)).wait_for()
    assert button(opened, "Import").is_disabled()


def test_another_programs_file_is_shown_first_then_imported_and_undone(world):
    server = world.server()
    page = world.open(server)

    opened = preview(page, TODOIST)
    assert summary(opened) == "3 new, 1 skipped"
    opened.get_by_text("Inbox.csv (Todoist)", exact=True).wait_for()
    assert [" ".join(" ".join(row).split()) for row in cells(opened, "Lost")] == [
        "3 Pay rent PRIORITY 1",
        "4 Read a book DATE next full moon , kept in the notes",
    ]
    assert [row[0] for row in cells(opened, "Skipped")] == ["5"]
    expect_focus(page, "button: Import")
    assert server.items() == []

    page.keyboard.press("Enter")
    says(page, "Imported: 3")
    eventually(lambda: not opened.is_visible(), "the dialog is closed")
    expect_rows(page, ["Buy milk", "Pay rent", "Read a book"])
    button(page, "Undo").click()

    expect_rows(page, [])
    eventually(lambda: server.items() == [])
    button(page, "Redo").click()
    expect_rows(page, ["Buy milk", "Pay rent", "Read a book"])
    eventually(lambda: len(server.items()) == 3)


def test_the_same_file_again_has_nothing_to_import(world):
    server = world.server()
    page = world.open(server)
    button(preview(page, TODOIST), "Import").click()
    says(page, "Imported: 3")

    opened = preview(page, TODOIST)
    assert summary(opened) == "0 new, 3 there already, 1 skipped"
    assert button(opened, "Import").is_disabled()
    button(opened, "Cancel").click()
    eventually(lambda: not opened.is_visible(), "the dialog is closed")

    opened = preview(page, TODOIST + "task,Sleep,4,\n")
    button(opened, "Import").click()
    says(page, "Imported: 1 – 3 there already")
    button(page, "Undo").click()
    eventually(lambda: "Sleep" not in server.titles() and len(server.items()) == 3)


def test_an_import_of_many_items_is_undone_whole(world):
    server = world.server()
    server.add("before")
    page = world.open(server)

    opened = preview(page, "title\n" + "".join(f"n{n}\n" for n in range(2500)))
    assert summary(opened) == "2500 new"
    button(opened, "Import").click()
    says(page, "Imported: 2500")
    eventually(lambda: len(server.items()) == 2501)
    button(page, "Undo").click()

    expect_rows(page, ["before"])
    eventually(lambda: server.titles() == ["before"])


def test_an_import_of_many_items_is_undone_without_what_was_changed_since(world):
    server = world.server()
    page = world.open(server)
    button(preview(page, "title\n" + "".join(f"n{n}\n" for n in range(1500))), "Import").click()
    says(page, "Imported: 1500")
    [item] = [item for item in server.items() if item["title"] == "n7"]
    server.patch(item, {"title": "changed"})
    page.get_by_role("link", name="changed", exact=True).wait_for()
    button(page, "Undo").click()

    alert(page, "changed")
    expect_rows(page, ["changed"])
    eventually(lambda: server.titles() == ["changed"])


def test_an_import_that_replaces_can_be_undone(world):
    server = world.server()
    page = world.open(server)
    calendar = (
        "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:{}\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    )
    button(preview(page, calendar.format("before"), "a.ics"), "Import").click()
    says(page, "Imported: 1")
    expect_rows(page, ["before"])
    button(page, "Menu").click()
    dialog(page, "Menu").get_by_role("checkbox", name="Replace existing").check()
    page.keyboard.press("Escape")

    opened = preview(page, calendar.format("after"), "a.ics")
    assert summary(opened) == "0 new, 1 to be replaced"
    button(opened, "Import").click()
    expect_rows(page, ["after"])
    button(page, "Undo").click()

    expect_rows(page, ["before"])
    eventually(lambda: server.titles() == ["before"])


def test_days_are_those_of_the_browsers_zone(world):
    server = world.server()
    page = world.open(server, timezone_id="America/New_York")

    button(preview(page, "title,due\nMilk,2099-12-04 17:00\n"), "Import").click()
    says(page, "Imported: 1")

    assert server.items()[0]["timestamp"] == 4100104800


def test_a_file_that_the_server_refuses_is_one_sentence_in_the_dialog(world):
    server = world.server("--max-body", "100KiB")
    page = world.open(server)

    for content, fault in (
        ("hello", "."),
        ('title\n"Milk', "line 2|[Qq]uote"),
        ('[{"title":"a"}]'.encode("utf-16-le"), "."),
        ("title\n" + "Milk\n" * 30_000, "too large"),
    ):
        opened = preview(page, content)
        refused(opened, fault)
        assert summary(opened) == ""
        button(opened, "Cancel").click()
        eventually(lambda opened=opened: not opened.is_visible(), "the dialog is closed")
    assert server.items() == []


def test_a_list_in_utf_16_is_read_by_the_server(world):
    server = world.server()
    page = world.open(server)

    opened = preview(page, json.dumps([{"title": "wide"}]).encode("utf-16"), "wide.json")
    assert summary(opened) == "1 new"
    button(opened, "Import").click()

    expect_rows(page, ["wide"])


def test_without_an_answer_the_import_can_be_tried_again(world):
    server = world.server()
    page = world.open(server)
    opened = preview(page, TODOIST)
    server.kill()
    status(page, "Offline")

    button(opened, "Import").click()
    opened.get_by_role("alert").filter(has_text="The server does not answer.").wait_for()
    server.start()
    eventually(lambda: server.items() == [], "the server is there")
    button(opened, "Import").click()

    says(page, "Imported: 3")
    assert len(server.items()) == 3


def test_a_full_account_is_told_before_the_import(world):
    server = world.server("--auth", "on", "--owner-count", "2")
    server.sign_up()
    page = signed_in(world, server)

    refused(preview(page, TODOIST), "The server has no room")


def test_each_file_of_the_corpus_fits_on_a_phone(world):
    server = world.server()
    page = world.open(server, viewport={"width": 390, "height": 800})
    for file in sorted((ROOT / "Tests" / "ExchangeTests" / "Files").iterdir()):
        if file.suffix == ".txt":
            continue
        opened = preview(page, file.read_bytes(), file.name)
        assert "new" in summary(opened), file
        wider = opened.evaluate("dialog => dialog.scrollWidth - dialog.clientWidth")
        assert wider <= 0, file
        button(opened, "Cancel").click()
        eventually(lambda opened=opened: not opened.is_visible(), "the dialog is closed")
