"""WCAG 2.2 AA in every state and theme: axe, reflow, text spacing, targets, print."""

import re
from pathlib import Path

from harness import ROOT, button, checkbox, dialog, eventually, online, opened, status
from server import PASSWORD


def axe_source():
    import axe_playwright_python

    return next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text()


RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page):
    """Checks all rules in one theme, and those of colours in each."""
    found = []
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(axe_source())
    colours = page.evaluate(
        """(rules) => axe.getRules(["cat.color"])
            .filter(({ tags }) => tags.some((tag) => rules.includes(tag)))
            .map(({ ruleId }) => ruleId)""",
        RULES,
    )
    assert "color-contrast" in colours
    of_colours = {"type": "rule", "values": colours}
    for media, rules in (
        ({"color_scheme": "light"}, RULES),
        ({"color_scheme": "dark"}, of_colours),
        ({"color_scheme": "light", "forced_colors": "active"}, of_colours),
        ({"color_scheme": "dark", "forced_colors": "active"}, of_colours),
    ):
        # The system's theme is changed, so that only colours change.
        page.emulate_media(**{"forced_colors": "none", **media})
        # Colours fade in. Before the end, a mixture of two themes has too little contrast.
        page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
        found += page.evaluate(
            """async (runOnly) => (await axe.run(document, { runOnly })).violations
                .map(({ id, nodes }) => id + ": "
                    + nodes.map((node) => node.html + node.failureSummary).join(" | "))""",
            rules,
        )
    page.emulate_media(color_scheme="light", forced_colors="none")
    return found


def sideways(page):
    """By how much the page, a dialog or a menu is wider than its room."""
    return page.evaluate("""() => Math.max(
        document.documentElement.scrollWidth - innerWidth,
        ...[...document.querySelectorAll("dialog, [popover]")]
            .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))""")


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


def english(text):
    return text


def german(text):
    """The page's text for an English one."""
    texts = "".join(path.read_text() for path in sorted((ROOT / "web" / "text").glob("*.js")))
    return re.search(rf'\[\s*"{re.escape(text)}",\s*"([^"]*)"', texts).group(1)


def states(world, t, **options):
    """Goes through the states in the language of `t`, and checks each in all themes."""
    server = world.server()
    page = open_in(world, server, t, **options)
    page.get_by_text(t("No to-dos yet.")).wait_for()
    yield "empty", page
    server.add(
        {
            "title": "Call Ada",
            "timestamp": 1000,
            "itemDescription": "See https://example.org\n- [x] one\n- [ ] two",
            "tags": ["work", "موعد"],
            "remind": 10,
            "location": {"name": "Office", "coordinate": {"latitude": 51.2, "longitude": 6.7}},
        },
        {"title": "Water", "day": "2029-12-07", "repeat": {"frequency": "weekly", "byDay": ["fr"]}},
        {"title": "Sleep", "done": True},
        "موعد " * 20,
        "Donaudampfschifffahrt" * 10,
    )
    checkbox(page, "Donaudampfschifffahrt" * 10).wait_for()
    yield "list", page
    box = page.get_by_role("textbox", name=t("New to-do"), exact=True)
    box.fill("Buy milk 2030-01-01")
    yield "typed", page
    box.press("Enter")
    yield "message", page
    page.keyboard.press("Escape")
    details = dialog(page, t("Details"))
    page.get_by_role("link", name="Call Ada").click()
    details.wait_for()
    yield "details", page
    for label, value in (("Title", ""), ("Coordinate", "x"), ("Date in words", "x")):
        opened(details, label, t).fill(value)
        opened(details, label, t).blur()
    adding = details.get_by_role("combobox", name=t("Add tag"))
    adding.fill("a#b")
    adding.press("Enter")
    yield "details with faults", page
    adding.fill("")
    for label in ("Title", "Coordinate", "Date in words"):
        opened(details, label, t).press("Escape")
    opened(details, "Repeat", t).select_option(t("Custom"))
    yield "custom repeat", page
    opened(details, "Remind", t).select_option(t("Custom"))
    yield "custom reminder", page
    button(details, t("Close")).click()
    button(page, t("More: {it}").replace("{it}", "Call Ada")).click()
    yield "menu of a row", page
    page.keyboard.press("Escape")
    checkbox(page, "Call Ada").focus()
    page.keyboard.press("t")
    yield "box for a date", page
    page.keyboard.press("Escape")
    checkbox(page, "Call Ada").focus()
    page.keyboard.press("#")
    yield "box for tags", page
    page.keyboard.press("Escape")
    page.get_by_role("navigation", name=t("Tags")).get_by_role("link", name="work").click()
    yield "page of a tag", page
    button(page, t("Rename")).click()
    page.get_by_label(t("New name")).fill("a b")
    page.get_by_label(t("New name")).press("Enter")
    yield "new name of a tag", page
    page.keyboard.press("Escape")
    for name in ("Today", "Done", "All"):
        page.get_by_role("link", name=re.compile(f"^{t(name)}( [0-9]+)?$")).click()
        yield name, page
    checkbox(page, "Call Ada").focus()
    page.keyboard.press("Shift+ArrowDown")
    page.get_by_role("toolbar", name=t("Selected")).wait_for()
    yield "selected", page
    page.keyboard.press("Escape")
    checkbox(page, "Call Ada").focus()
    page.keyboard.press("e")
    yield "title edited in the row", page
    page.keyboard.press("Escape")
    button(page, t("Menu")).click()
    page.get_by_role("checkbox", name=t("With a place")).check()
    page.get_by_role("combobox", name=t("View order")).select_option(t("Title"))
    page.keyboard.press("Escape")
    yield "filter and another order", page
    button(page, t("Show all")).click()
    button(page, t("Menu")).click()
    page.get_by_role("combobox", name=t("View order")).select_option(t("Due date"))
    yield "menu", page
    button(dialog(page, t("Menu")), t("Keyboard shortcuts")).click()
    yield "shortcuts", page
    page.keyboard.press("Escape")
    rows = "TYPE,CONTENT,PRIORITY,DATE\ntask,Call Ada,1,next full moon\ntask,,4,\n"
    file = {"name": "a" * 60 + ".csv", "mimeType": "text/csv", "buffer": rows.encode()}
    button(page, t("Menu")).click()
    opened_menu = dialog(page, t("Menu"))
    opened_menu.locator("input[type=file]").set_input_files(file)
    opened_menu.evaluate("dialog => dialog.close()")
    page.get_by_role("table", name=t("Lost")).wait_for()
    yield "import", page
    page.keyboard.press("Escape")
    button(page, t("Search")).click()
    page.get_by_role("searchbox").fill("zzz")
    page.get_by_text(t("Nothing matches.")).wait_for()
    yield "nothing matches", page
    page.keyboard.press("Escape")
    page.evaluate("location.hash = '#/items/01234567-89ab-7def-8123-456789abcdef'")
    page.get_by_role("alert").filter(has_text=t("There is no such to-do.")).wait_for()
    yield "alert", page
    yield from past(server, page, t)
    yield from conflict(server, page, t)
    server.kill()
    status(page, "Offline", t("Connection"))
    checkbox(page, "Call Ada").check()
    status(page, "Offline – 1", t("Connection"))
    yield "offline", page


def open_in(world, server, t, **options):
    locale = "de-DE" if t is german else "en-GB"
    return world.open(server, ready=False, reduced_motion="reduce", locale=locale, **options)


def past(server, page, t):
    """The history, the trash and earlier versions: filled, empty, without the network."""
    details = dialog(page, t("Details"))
    server.delete(next(item for item in server.items() if item["title"] == "Sleep"))
    for name, text in (("History", "Sleep"), ("Trash", "Sleep")):
        button(page, t("Menu")).click()
        button(dialog(page, t("Menu")), t(name)).click()
        region = page.get_by_role("region", name=t(name), exact=True)
        region.get_by_text(text).first.wait_for()
        yield name, page
    page.get_by_role("searchbox", name=t("Search")).fill("zzz")
    region.get_by_text(t("Nothing matches.")).wait_for()
    yield "trash without a match", page
    page.route("**/trash?**", lambda route: route.abort())
    page.get_by_role("searchbox", name=t("Search")).fill("yyy")
    page.get_by_text(t("This needs the network.")).wait_for()
    yield "trash without the network", page
    page.unroute("**/trash?**")
    page.get_by_role("link", name=re.compile(f"^{t('All')}( [0-9]+)?$")).click()
    page.get_by_role("link", name="Call Ada").click()
    button(details, t("Earlier versions")).click()
    page.get_by_role("region", name=t("Earlier versions")).get_by_role("listitem").first.wait_for()
    yield "earlier versions", page
    button(details, t("Close")).click()


def conflict(server, page, t):
    details = dialog(page, t("Details"))
    item = next(item for item in server.items() if item["title"] == "Call Ada")
    page.get_by_role("link", name="Call Ada").click()
    details.get_by_label(t("Description")).fill("mine")
    server.patch(item, {"itemDescription": "theirs"})
    page.get_by_role("listitem").get_by_text("theirs").wait_for()
    details.get_by_label(t("Description")).blur()
    button(details, t("Close")).click()
    link = page.get_by_role("link", name=re.compile(t("Changed elsewhere") + r" \(1\)"))
    link.click()
    region = page.get_by_role("region", name=t("Changed elsewhere"), exact=True)
    region.wait_for()
    yield "changed elsewhere", page
    button(region, t("Dismiss")).click()
    region.wait_for(state="hidden")


def account_states(world, t, **options):
    push = ("--push-contact", "mailto:admin@example.org", "--push-hosts", "ntfy.sh")
    server = world.server("--auth", "on", *push)
    page = open_in(world, server, t, **options)
    page.get_by_role("heading", name=t("Sign in")).wait_for()
    yield "signed out", page
    button(page, t("Create an account")).click()
    page.get_by_label(t("Email")).fill("x")
    button(page, t("Create account")).click()
    page.locator("[aria-invalid]").first.wait_for()
    yield "sign-up with faults", page
    page.get_by_label(t("Name"), exact=True).fill("Ada")
    page.get_by_label(t("Email")).fill("ada@example.org")
    page.get_by_label(t("Password"), exact=True).fill(PASSWORD)
    button(page, t("Create account")).click()
    online(page)
    button(page, t("Menu")).click()
    yield "menu with account", page
    button(dialog(page, t("Menu")), t("Calendar")).click()
    calendar = dialog(page, t("Calendar"))
    button(calendar, t("New address")).click()
    button(calendar, t("Revoke")).wait_for()
    yield "calendar", page
    page.keyboard.press("Escape")
    topic = {"kind": "ntfy", "url": f"https://ntfy.sh/{'a' * 60}", "label": "Donaudampfschiff" * 4}
    server.request("POST", "/subscriptions", topic, server.sign_in())
    yield from reminders(page, t)
    button(page, t("Menu")).click()
    button(dialog(page, t("Menu")), t("Delete account")).click()
    yield "delete account", page
    page.keyboard.press("Escape")
    server.kill()
    status(page, "Offline", t("Connection"))
    page.get_by_role("textbox", name=t("New to-do"), exact=True).fill("unsent")
    page.keyboard.press("Enter")
    status(page, "Offline – 1", t("Connection"))
    button(page, t("Menu")).click()
    button(dialog(page, t("Menu")), t("Sign out")).click()
    dialog(page, t("Changes not sent")).wait_for()
    yield "changes not sent", page


def reminders(page, t):
    """The dialog of the server's reminders, where the browser blocks them and where they are on."""
    for permission in ("denied", "granted"):
        page.evaluate(
            """(permission) => {
                const get = () => permission;
                Object.defineProperty(Notification, "permission", { get, configurable: true });
                localStorage.setItem("toodoo.push", "-");
            }""",
            permission,
        )
        button(page, t("Menu")).click()
        button(dialog(page, t("Menu")), t("Remind me on this device")).click()
        dialog(page, t("Remind me on this device")).get_by_role("listitem").wait_for()
        yield f"reminders {permission}", page
        page.keyboard.press("Escape")


def look(world, check, t=english, **options):
    found = []
    for source in (states, account_states):
        for name, page in source(world, t, **options):
            found += [f"{name}: {fault}" for fault in check(page)]
    assert not found, "\n".join(found)


def test_axe_finds_nothing_in_any_state_and_theme(world):
    look(world, violations)


test_axe_finds_nothing_in_any_state_and_theme.engines = ("chromium",)


def beyond_the_edge(page):
    """Checks the text sizes and spacings that WCAG requires, and phones with large text."""
    faults = []
    size = page.viewport_size
    for width, script in ((320, ""), (640, LARGE), (320, SPACING), (320, LARGE), (390, LARGE)):
        page.set_viewport_size({"width": width, "height": 640})
        page.evaluate(f"document.adoptedStyleSheets = []; {script}")
        if (beyond := sideways(page)) > 0:
            faults.append(f"{width} px {script[:20]!r}: {beyond} px beyond the edge")
    page.evaluate("document.adoptedStyleSheets = []")
    page.set_viewport_size(size)
    # The details open anew for another width, before the next frame.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return faults


def test_nothing_scrolls_sideways_on_a_narrow_page_with_large_and_spaced_text(world):
    look(world, beyond_the_edge)


def test_nothing_scrolls_sideways_in_german(world):
    look(world, beyond_the_edge, german)


def test_a_word_of_a_title_is_not_broken_into_letters_when_text_is_large(world):
    server = world.server()
    server.add("milk")
    page = world.open(server, viewport={"width": 320, "height": 640})
    page.evaluate(LARGE)
    link = page.get_by_role("link", name="milk")
    link.wait_for()

    lines = link.evaluate("""link => link.getBoundingClientRect().height
        / parseFloat(getComputedStyle(link).lineHeight)""")

    assert round(lines) == 1, lines


def test_the_first_screen_of_a_phone_has_a_row_when_text_is_large(world):
    server = world.server()
    server.add("milk")
    page = world.open(server, viewport={"width": 390, "height": 844})
    page.evaluate(LARGE)
    row = page.get_by_role("listitem")
    row.wait_for()

    eventually(lambda: row.bounding_box()["y"] + row.bounding_box()["height"] < 844)


def test_targets_are_large_enough(world):
    def check(page):
        return page.evaluate("""() => [...document.querySelectorAll("button, input, select, a")]
            .filter((element) => element.checkVisibility())
            .map((element) => [element, (element.closest("label") ?? element)
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

    directions = (
        page.get_by_role("listitem")
        .get_by_role("link")
        .evaluate_all("links => links.map(link => getComputedStyle(link).direction)")
    )

    eventually(lambda: page.get_by_role("listitem").count() == 2)
    assert directions in (["rtl", "ltr"], [])


def test_dialogs_keep_the_focus_and_restore_it(world):
    page = world.open(world.server())

    button(page, "Menu").focus()
    page.keyboard.press("Enter")
    dialog(page, "Menu").wait_for()
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")

    assert page.evaluate("document.activeElement.ariaLabel") == "Menu"
