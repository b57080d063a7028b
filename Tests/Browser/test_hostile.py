"""Hostile texts in every field and in the fragment."""

from harness import (
    add,
    box,
    button,
    checkbox,
    eventually,
    expect_rows,
    more,
    online,
    open_details,
    opened,
    says,
    view,
)

TEXTS = [
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "javascript:alert(1)",
    "{{constructor.constructor('alert(1)')()}}",
    "%base% %settings% <!-- preload -->",
    "\u202egnp.exe",
    "a\u0301\u0302\u0303" * 30,
    "x" * 500,
    "__proto__",
    "constructor",
    "👩‍👩‍👧‍👦 \u2067שלום\u2069",
    "' OR 1=1 --",
    "$& $1 {it} {n}",
]


def dialogs(page):
    seen = []
    page.on("dialog", lambda alert: (seen.append(alert.message), alert.dismiss()))
    return seen


def test_every_field_shows_texts_as_texts(world):
    server = world.server()
    server.add(
        *(
            {
                "title": text,
                "itemDescription": text,
                "location": {"name": text, "coordinate": {"latitude": 1, "longitude": 2}},
            }
            for text in TEXTS
        )
    )
    page = world.open(server)
    seen = dialogs(page)

    expect_rows(page, TEXTS)
    for text in TEXTS[:6] + TEXTS[9:11]:
        details = open_details(page, text)
        for label in ("Title", "Description", "Place"):
            assert opened(details, label).input_value() == text
        button(details, "Close").click()
        details.wait_for(state="hidden")

    assert page.locator("main img, main script").count() == 0
    assert seen == []


def test_messages_show_texts_as_texts(world):
    server = world.server()
    page = world.open(server)
    seen = dialogs(page)

    for text in ("<img src=x onerror=alert(1)>", "$& {it}"):
        add(page, text)
        says(page, f"Added: {text}")
        checkbox(page, text).check()
        says(page, f"Done: {text}")
        view(page, "Done")
        more(page, text, "Delete")
        view(page, "All")
        says(page, f"Deleted: {text}")

    assert seen == []


def test_hostile_fragments_do_no_harm(world):
    server = world.server()
    server.add("a")
    context = world.context()
    for fragment in (
        "#/?q=%3Cimg%20src=x%20onerror=alert(1)%3E",
        "#/items/<script>",
        "#javascript:alert(1)",
        "#/__proto__?q=",
        "#/constructor",
        "#/?q=%E0%A4%A",
        "#//evil.example/",
        "#/items/..",
        "#/?q=" + "a" * 5000,
    ):
        page = world.open(server, fragment, context=context)
        seen = dialogs(page)
        online(page)
        box(page).wait_for()
        assert seen == []
        page.close()


def test_a_lone_surrogate_is_sent_as_a_replacement(world):
    server = world.server()
    page = world.open(server)

    box(page).fill("x")
    box(page).evaluate("element => element.value = 'a\\ud800b'")
    box(page).press("Enter")

    eventually(lambda: server.titles() == ["a\ufffdb"])
