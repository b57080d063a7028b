"""Tags: typed, in rows and details, their list, their page, renamed and deleted."""

from harness import (
    add,
    box,
    button,
    checkbox,
    details,
    eventually,
    expect_focus,
    expect_rows,
    open_details,
    says,
)


def links(page):
    return page.get_by_role("navigation", name="Tags").get_by_role("link").all_text_contents()


def expect_links(page, texts):
    eventually(lambda: links(page) == texts, lambda: f"tags {texts}, there is {links(page)}")


def tags(server):
    return [item.get("tags") for item in server.items()]


def expect_tags(server, expected):
    eventually(lambda: tags(server) == expected, lambda: f"{expected}, there is {tags(server)}")


def test_typed_tags_are_marked_and_shown_in_the_row(world):
    server = world.server()
    page = world.open(server)

    box(page).fill("Buy milk #errands #5 #home")
    assert page.locator("mark").all_text_contents() == ["#errands", "#home"]
    button(page, "As typed").click()
    assert page.locator("mark").count() == 0
    box(page).fill("Buy milk #errands #home tomorrow")
    assert page.locator("mark").all_text_contents() == ["#errands", "#home", "tomorrow"]
    box(page).press("Enter")

    expect_rows(page, ["Buy milk"], "Tomorrow")
    row = page.get_by_role("listitem")
    assert row.get_by_text("errands", exact=True).is_visible()
    expect_links(page, ["errands 1", "home 1"])
    expect_tags(server, [["errands", "home"]])


def test_the_page_of_a_tag_has_its_open_items_by_hand_and_adds_with_it(world):
    server = world.server()
    server.add(
        {"title": "a", "tags": ["Work"], "day": "2029-01-02"},
        {"title": "b", "tags": ["home"]},
        {"title": "c", "tags": ["work", "home"], "position": "a0"},
        {"title": "d", "tags": ["work"], "done": True},
    )
    page = world.open(server)
    expect_links(page, ["home 2", "Work 2"])

    page.get_by_role("navigation", name="Tags").get_by_role("link", name="Work").click()

    expect_rows(page, ["c", "a"], "To do")
    current = page.get_by_role("link", name="Work 2")
    assert current.get_attribute("aria-current") == "page"
    assert page.url.endswith("#/tag/Work")
    add(page, "e")
    expect_rows(page, ["c", "a", "e"], "To do")
    eventually(lambda: [i.get("tags") for i in server.items() if i["title"] == "e"] == [["Work"]])
    page.reload()
    expect_rows(page, ["c", "a", "e"], "To do")
    checkbox(page, "e").focus()
    page.keyboard.press("Alt+Home")
    expect_rows(page, ["e", "c", "a"], "To do")
    open_details(page, "c")
    button(details(page), "Close").click()
    expect_rows(page, ["e", "c", "a"], "To do")


def test_a_tag_is_renamed_and_deleted_in_all_items_with_one_undo(world):
    server = world.server()
    server.add(
        {"title": "a", "tags": ["x", "work"]},
        {"title": "b", "tags": ["Work"], "done": True},
        {"title": "c", "tags": ["office", "work"]},
    )
    before = [["x", "work"], ["office", "work"], ["Work"]]
    page = world.open(server, "#/tag/work")
    expect_tags(server, before)

    button(page, "Rename").click()
    name = page.get_by_role("textbox", name="New name")
    name.fill("two words")
    name.press("Enter")
    assert name.get_attribute("aria-invalid") == "true"
    name.fill("Office")
    name.press("Enter")
    says(page, "Saved: #Office")
    expect_tags(server, [["x", "Office"], ["office"], ["Office"]])
    expect_rows(page, ["a", "c"], "To do")
    expect_focus(page, "button: Rename")
    page.keyboard.press("u")
    expect_tags(server, before)

    page.evaluate("location.hash = '#/tag/work'")
    button(page, "Delete tag").click()
    says(page, "Deleted: #work")
    expect_tags(server, [["x"], ["office"], None])
    button(page, "Undo").click()
    expect_tags(server, before)


def test_details_add_and_remove_tags(world):
    server = world.server()
    server.add({"title": "a", "tags": ["home"]}, {"title": "b", "tags": ["Errands"]})
    page = world.open(server)
    panel = open_details(page, "a")

    adding = panel.get_by_role("combobox", name="Add tag")
    adding.focus()
    options = panel.locator("datalist option")
    assert options.evaluate_all("all => all.map(one => one.value)") == ["Errands", "home"]
    adding.fill("#work")
    adding.press("Enter")
    expect_tags(server, [["home", "work"], ["Errands"]])
    assert adding.input_value() == ""
    adding.fill("a,b c")
    adding.press("Enter")
    expect_tags(server, [["home", "work", "a", "b", "c"], ["Errands"]])
    adding.fill("x" * 41)
    adding.press("Enter")
    assert adding.get_attribute("aria-invalid") == "true"
    adding.fill("t1 t2 t3 t4 t5")
    adding.press("Enter")
    adding.fill("t6")
    adding.press("Enter")
    assert adding.get_attribute("aria-invalid") == "true"
    adding.fill("")
    button(panel, "Remove tag home").click()

    expect_tags(server, [["work", "a", "b", "c", "t1", "t2", "t3", "t4", "t5"], ["Errands"]])
    expect_focus(page, "input: Add tag")


def test_a_key_tags_the_focused_row(world):
    server = world.server()
    server.add("a", "b")
    page = world.open(server)
    checkbox(page, "b").focus()

    page.keyboard.press("#")
    page.get_by_role("dialog", name="Tag").get_by_role("combobox").wait_for()
    page.keyboard.type("work")
    page.keyboard.press("Enter")

    expect_tags(server, [None, ["work"]])
    says(page, "Saved: b")
    expect_focus(page, "checkbox: b")
