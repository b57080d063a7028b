"""Import and export."""

import json

from harness import (
    add,
    alert,
    button,
    checkbox,
    dialog,
    eventually,
    expect_rows,
    import_file,
    menu,
    says,
    status,
)


def test_an_exported_file_can_be_imported_repeatedly_without_a_change(world):
    server = world.server()
    page = world.open(server)
    items = [
        {"id": "01234567-89AB-7DEF-8123-456789ABCDE0", "title": "a", "itemDescription": ""},
        {"id": "01234567-89AB-7DEF-8123-456789ABCDE1", "title": "b"},
    ]

    for said in ("Imported: 2", "Imported: 0 – 2 there already"):
        import_file(page, "save.json", json.dumps(items))
        says(page, said)
        expect_rows(page, ["a", "b"])

    assert server.titles() == ["a", "b"]


def test_ndjson_of_more_than_a_thousand_items_is_imported_and_undone(world):
    server = world.server()
    server.add("before")
    page = world.open(server)

    import_file(page, "save.ndjson", "\n".join(json.dumps({"title": f"n{n}"}) for n in range(2500)))
    says(page, "Imported: 2500")
    eventually(lambda: len(server.items()) == 2501)
    button(page, "Undo").click()

    expect_rows(page, ["before"])
    eventually(lambda: server.titles() == ["before"])


def test_an_import_that_replaces_can_be_undone(world):
    server = world.server()
    [item] = server.add({"title": "before", "itemDescription": "x"})
    page = world.open(server)
    button(page, "Menu").click()
    dialog(page, "Menu").get_by_role("checkbox", name="Replace existing").check()
    page.keyboard.press("Escape")

    import_file(page, "save.json", json.dumps([{"id": item["id"], "title": "after"}]))
    says(page, "Imported: 1")
    expect_rows(page, ["after"])
    button(page, "Undo").click()

    expect_rows(page, ["before"])
    eventually(lambda: server.items()[0].get("itemDescription") == "x")


def test_an_import_leaves_what_is_there_and_its_undo_too(world):
    server = world.server()
    [item] = server.add("before")
    page = world.open(server)

    import_file(
        page, "save.json", json.dumps([{"id": item["id"], "title": "after"}, {"title": "new"}])
    )
    says(page, "Imported: 1 – 1 there already")
    expect_rows(page, ["before", "new"])
    button(page, "Undo").click()

    eventually(lambda: server.titles() == ["before"])
    expect_rows(page, ["before"])


def test_a_file_that_is_no_list_of_items_is_refused_by_name(world):
    server = world.server()
    page = world.open(server)

    for name, content, fault in (
        ("x.json", '[{"title":"a"}', "is not a list of to-dos."),
        ("none.json", "", "is empty."),
    ):
        import_file(page, name, content)
        alert(page, f"“{name}” {fault}")
        button(page, "Dismiss").click()
    import_file(page, "x.json", '[{"title":"a"},{"titel":"b"}]')

    alert(page, "titel")
    assert server.items() == []


def test_a_fault_beyond_the_first_thousand_is_told_with_its_place_in_the_file(world):
    server = world.server()
    page = world.open(server)
    items = [{"title": f"n{n}"} for n in range(2500)]
    items[2400] = {"title": ""}

    import_file(page, "save.json", json.dumps(items))

    alert(page, "Item 2401: Title")
    alert(page, "The 2000 before it are imported.")
    says(page, "Imported: 2000")
    assert len(server.items()) == 2000


def test_a_dropped_file_is_imported(world):
    server = world.server()
    page = world.open(server)

    page.evaluate(
        """text => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], "save.json"));
        for (const type of ["dragover", "drop"]) {
            const event = new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true });
            document.querySelector("main").dispatchEvent(event);
        }
    }""",
        json.dumps([{"title": "dropped"}]),
    )

    says(page, "Imported: 1")
    expect_rows(page, ["dropped"])


def test_the_export_can_be_imported(world):
    server = world.server()
    server.add(
        {
            "title": "a",
            "itemDescription": "",
            "timestamp": 12.5,
            "location": {"name": "b", "coordinate": {"latitude": 1.5, "longitude": 2}},
        },
        {"title": "c", "done": True},
    )
    page = world.open(server)
    expect_rows(page, ["a"])

    with page.expect_download() as download:
        menu(page, "Export")
    items = json.loads(download.value.path().read_text())

    written = ("createdAt", "updatedAt", "doneAt", "revision")
    expected = [{k: v for k, v in item.items() if k not in written} for item in server.items()]
    assert items == expected
    assert download.value.suggested_filename == "toodoo.json"


test_the_export_can_be_imported.engines = ("chromium",)


def test_the_export_works_offline(world):
    server = world.server()
    page = world.open(server)
    server.kill()
    status(page, "Offline")
    add(page, "unsent")
    checkbox(page, "unsent").wait_for()

    with page.expect_download() as download:
        menu(page, "Export")

    assert [item["title"] for item in json.loads(download.value.path().read_text())] == ["unsent"]


test_the_export_works_offline.engines = ("chromium",)
