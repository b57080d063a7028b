"""WCAG 2.2 AA in every state and theme: axe, reflow, text spacing, targets, print."""

from pathlib import Path

from harness import (PASSWORD, add, box, button, checkbox, dialog, eventually, expect_rows, status)


def axe_source():
    import axe_playwright_python
    return next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text()


def violations(page):
    """In every theme; a theme of the system, so that nothing but colours changes."""
    found = []
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(axe_source())
    for media in ({"color_scheme": "light"}, {"color_scheme": "dark"},
                  {"color_scheme": "light", "forced_colors": "active"}):
        page.emulate_media(**{"forced_colors": "none", **media})
        # Colours fade in; a mixture of two themes has too little contrast.
        page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
        found += page.evaluate("""async () => (await axe.run(document, {
            runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        })).violations.map(({ id, nodes }) =>
            id + ": " + nodes.map((node) => node.html + node.failureSummary).join(" | "))""")
    page.emulate_media(color_scheme="light", forced_colors="none")
    return found


def sideways(page):
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


SPACING = """
const sheet = new CSSStyleSheet();
sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`);
document.adoptedStyleSheets = [sheet];
"""

LARGE = """
const large = new CSSStyleSheet();
large.replaceSync("html { font-size: 200% !important }");
document.adoptedStyleSheets = [large];
"""


def states(world):
    """Goes through the states, and checks each in all themes."""
    server = world.server()
    page = world.open(server, reduced_motion="reduce")
    page.get_by_text("No to-dos yet.").wait_for()
    yield "empty", page
    server.add({"title": "Call Ada", "timestamp": 1000, "itemDescription": "x", "location": {
        "name": "Office", "coordinate": {"latitude": 51.2, "longitude": 6.7}}},
        {"title": "Sleep", "done": True}, "موعد " * 20, "Donaudampfschifffahrt" * 10)
    expect_rows(page, ["Sleep"], "Done")
    yield "list", page
    box(page).fill("Buy milk tomorrow")
    yield "typed", page
    box(page).press("Enter")
    yield "message", page
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Call Ada").click()
    dialog(page, "Details").wait_for()
    yield "details", page
    button(dialog(page, "Details"), "Edit").click()
    form = dialog(page, "Edit to-do")
    form.get_by_label("Title").fill("")
    form.get_by_label("Coordinate").fill("x")
    button(form, "Save").click()
    yield "form with faults", page
    button(form, "Cancel").click()
    button(dialog(page, "Details"), "Close").click()
    button(page, "Menu").click()
    yield "menu", page
    button(dialog(page, "Menu"), "Keyboard shortcuts").click()
    yield "shortcuts", page
    page.keyboard.press("Escape")
    page.get_by_role("searchbox").fill("zzz")
    page.get_by_text("Nothing matches.").wait_for()
    yield "nothing matches", page
    page.get_by_role("searchbox").fill("")
    page.evaluate("location.hash = '#/items/01234567-89ab-7def-8123-456789abcdef'")
    page.get_by_role("alert").filter(has_text="no such").wait_for()
    yield "alert", page
    yield from conflict(server, page)
    server.kill()
    status(page, "Offline")
    checkbox(page, "Call Ada").check()
    status(page, "1 change waiting")
    yield "offline", page


def conflict(server, page):
    item = next(item for item in server.items() if item["title"] == "Call Ada")
    page.get_by_role("link", name="Call Ada").click()
    button(dialog(page, "Details"), "Edit").click()
    dialog(page, "Edit to-do").get_by_label("Description").fill("mine")
    server.patch(item, {"itemDescription": "theirs"})
    button(dialog(page, "Edit to-do"), "Save").click()
    dialog(page, "Changed elsewhere").wait_for()
    yield "conflict", page
    button(page, "Take theirs").click()
    button(dialog(page, "Details"), "Close").click()
    page.keyboard.press("Escape")


def account_states(world):
    server = world.server("--auth", "on")
    page = world.open(server, ready=False, reduced_motion="reduce")
    page.get_by_role("heading", name="Sign in").wait_for()
    yield "signed out", page
    button(page, "Create an account").click()
    page.get_by_label("Email").fill("x")
    button(page, "Create account").click()
    page.locator("[aria-invalid]").first.wait_for()
    yield "sign-up with faults", page
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Email").fill("ada@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    button(page, "Create account").click()
    status(page, "Online")
    button(page, "Menu").click()
    yield "menu with account", page
    button(dialog(page, "Menu"), "Delete account").click()
    yield "delete account", page
    page.keyboard.press("Escape")
    server.kill()
    status(page, "Offline")
    add(page, "unsent")
    status(page, "1 change")
    button(page, "Menu").click()
    button(dialog(page, "Menu"), "Sign out").click()
    dialog(page, "Changes not sent").wait_for()
    yield "changes not sent", page


def look(world, check):
    found = []
    for source in (states, account_states):
        for name, page in source(world):
            found += [f"{name}: {fault}" for fault in check(page)]
    assert not found, "\n".join(found)


def test_axe_finds_nothing_in_any_state_and_theme(world):
    look(world, violations)


test_axe_finds_nothing_in_any_state_and_theme.engines = ("chromium",)


def test_nothing_scrolls_sideways_on_a_narrow_page_with_large_and_spaced_text(world):
    def check(page):
        faults = []
        size = page.viewport_size
        for width, script in ((320, ""), (640, LARGE), (320, SPACING), (320, LARGE)):
            page.set_viewport_size({"width": width, "height": 640})
            page.evaluate(f"document.adoptedStyleSheets = []; {script}")
            # At 200 % the smallest width of text that has to work is 640 CSS pixels, or 320 of them.
            if (beyond := sideways(page)) > 0:
                faults.append(f"{width} px {script[:20]!r}: {beyond} px beyond the edge")
        page.evaluate("document.adoptedStyleSheets = []")
        page.set_viewport_size(size)
        return faults

    look(world, check)


def test_targets_are_large_enough(world):
    def check(page):
        return page.evaluate("""() => [...document.querySelectorAll("button, input, select, a")]
            .filter((element) => element.checkVisibility())
            .map((element) => [element, (element.closest("label.tick, label.check") ?? element)
                .getBoundingClientRect()])
            .filter(([element, { width, height }]) => Math.min(width, height) < 24
                && !(element.matches("a") && element.closest("li, .details")))
            .map(([element, { width, height }]) => element.outerHTML.slice(0, 80) + width + "x" + height)
        """)

    look(world, check)


def test_print_shows_the_list(world):
    server = world.server()
    server.add(*({"title": f"item {n}"} for n in range(150)))
    page = world.open(server)
    checkbox(page, "item 0").wait_for()

    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")

    assert page.get_by_role("listitem").count() == 150
    assert not button(page, "Add").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    eventually(lambda: page.get_by_role("listitem").count() < 150)


# Firefox's driver does not emulate print.
test_print_shows_the_list.engines = ("chromium",)


def test_right_to_left_text_has_its_own_direction(world):
    server = world.server()
    server.add("موعد مع الطبيب", "Buy milk")
    page = world.open(server)

    directions = page.get_by_role("listitem").get_by_role("link").evaluate_all(
        "links => links.map(link => getComputedStyle(link).direction)")

    eventually(lambda: page.get_by_role("listitem").count() == 2)
    assert directions in (["rtl", "ltr"], [])


def test_dialogs_keep_the_focus_and_restore_it(world):
    page = world.open(world.server())

    button(page, "Menu").focus()
    page.keyboard.press("Enter")
    dialog(page, "Menu").wait_for()
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")

    assert page.evaluate("document.activeElement.textContent.includes('Menu')")
