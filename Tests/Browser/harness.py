"""The base of the browser tests: pages, and checks that apply to every page."""

import re
import time
import urllib.error
from pathlib import Path

from server import Server

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web" / "packed"
# The time-out in seconds. A busy machine may need most of it.
PATIENCE = 40


def strip(item, names):
    return {key: value for key, value in item.items() if key not in names}


def eventually(condition, what="the condition", seconds=PATIENCE):
    """Waits for a condition outside the page, such as one of the server's items."""
    end = time.monotonic() + seconds
    while True:
        try:
            value = condition()
            if value:
                return value
        except (urllib.error.URLError, ConnectionError, IndexError, ValueError) as error:
            value = error
        except Exception as error:
            # The page is reloading.
            if "context was destroyed" not in str(error):
                raise
            value = error
        if time.monotonic() > end:
            what = what() if callable(what) else what
            raise AssertionError(f"{what} did not come true; last: {value!r}")
        time.sleep(0.05)


WATCH = """
addEventListener("securitypolicyviolation", (event) =>
    console.error("VIOLATION " + event.violatedDirective + " " + event.blockedURI + " " + event.sample));
"""


class World:
    """One test's servers and browser contexts. At the end no page may have reported an error."""

    def __init__(self, browser, engine):
        self.browser, self.engine = browser, engine
        self.servers, self.contexts, self.faults = [], [], []
        self.origins = set()

    def server(self, *options, **more):
        server = Server(*options, **more)
        self.servers.append(server)
        self.origins.add(server.url)
        return server

    def context(self, browser=None, **options):
        options = {
            "locale": "en-GB",
            "timezone_id": "Europe/Berlin",
            "viewport": {"width": 1280, "height": 800},
            **options,
        }
        context = (browser or self.browser).new_context(**options)
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(WATCH)
        context.on("request", self.saw)
        context.on("page", self.watch)
        self.contexts.append(context)
        return context

    def watch(self, page):
        page.on("pageerror", self.note)
        page.on(
            "console",
            lambda message: "VIOLATION" in message.text and self.faults.append(message.text),
        )

    def note(self, error):
        # Firefox's reports that a service worker's load was interrupted: the page was left, or the
        # server stopped. They quote addresses and errors; a page's own error has no such marks.
        if not re.search("^Failed to load ‘|NetworkError when .*’", str(error)):
            self.faults.append(f"error: {error}")

    def saw(self, request):
        if re.match(r"(blob|data|about):", request.url):
            return
        if not any(request.url.startswith(origin) for origin in self.origins):
            self.faults.append(f"foreign request: {request.url}")

    def open(self, server, path="", context=None, ready=True, **options):
        page = (context or self.context(**options)).new_page()
        page.goto(server.url + path)
        if ready:
            online(page)
        return page

    def close(self):
        for context in self.contexts:
            context.close()
        for server in self.servers:
            server.stop()
        if self.faults:
            raise AssertionError("\n".join(self.faults[:5]))


# A transaction of all stores, which the others wait for.
HOLD = """async (name) => {
    const opening = indexedDB.open(name);
    await new Promise((done) => opening.onsuccess = done);
    const stores = [...opening.result.objectStoreNames];
    const store = opening.result.transaction(stores, "readwrite").objectStore(stores[0]);
    let isHeld = true;
    const next = () => isHeld ? store.count().onsuccess = next : opening.result.close();
    next();
    window.release = () => isHeld = false;
}"""


def hold(page, database):
    """Makes all tabs wait for a database, until the page evaluates `release()`."""
    page.evaluate(HOLD, database)


# The page by its roles and names.


def status(page, text, name="Connection"):
    page.get_by_role("status", name=name).filter(has_text=re.compile(text)).wait_for()


def says(page, text):
    status(page, "^" + re.escape(text) + "$", "Messages")


def alert(page, text):
    page.get_by_role("alert").filter(has_text=text).first.wait_for()


def online(page):
    """Everything is loaded, and the connection has no status."""
    page.locator("main[aria-busy=false]").wait_for()
    said = page.get_by_role("status", name=re.compile("^(Connection|Verbindung)$"))
    eventually(lambda: said.text_content() == "", lambda: f"online; {said.text_content()}")


def box(page):
    return page.get_by_role("textbox", name="New to-do", exact=True)


def add(page, text):
    box(page).fill(text)
    box(page).press("Enter")


def button(scope, name):
    return scope.get_by_role("button", name=name, exact=True)


def dialog(page, name):
    return page.get_by_role("dialog", name=name, exact=True)


def checkbox(page, title):
    return page.get_by_role("checkbox", name=title, exact=True)


def view(page, name):
    """Opens Today, All or Done. The name of Today contains its number."""
    link = page.get_by_role("navigation", name="Views").get_by_role(
        "link", name=re.compile(f"^{name}( [0-9]+)?$")
    )
    link.click()
    eventually(lambda: link.get_attribute("aria-current") == "page", f"view {name}")


def rows(page, name=None):
    """The titles of a list from top to bottom; without a name, of all lists of open items."""
    lists = page.get_by_role("main").get_by_role("list")
    return lists.evaluate_all(
        """(lists, name) => lists
        .filter(list => name ? list.ariaLabel === name : list.ariaLabel !== "Done")
        .flatMap(list => [...list.querySelectorAll("a")].map(link => link.textContent))""",
        name,
    )


def expect_rows(page, titles, name=None):
    eventually(
        lambda: rows(page, name) == titles,
        lambda: f"{name or 'rows'} {titles}, there is {rows(page, name)}",
    )


def expect_done(page, titles):
    """The titles of the view Done, the last one first. Then returns to All."""
    view(page, "Done")
    expect_rows(page, titles, "Done")
    view(page, "All")


def more(page, title, item):
    """Chooses an entry of a row's menu."""
    button(page, f"More: {title}").click()
    page.get_by_role("menuitem", name=item, exact=True).click()


def details(page):
    return dialog(page, "Details")


def open_details(page, title):
    page.get_by_role("link", name=title, exact=True).click()
    expect_title(page, title)
    return details(page)


def expect_title(page, title):
    """Details of an item of that title are open."""
    field = details(page).get_by_role("textbox", name="Title", exact=True)
    eventually(lambda: field.count() == 1 and field.input_value() == title, f"details of {title}")


# The line of the details whose editor has a field.
LINES = {
    "Date in words": "Date",
    "Time": "Date",
    "Repeat": "Date",
    "Remind": "Date",
    "Place": "Place",
    "Address": "Place",
    "Coordinate": "Place",
}


def line(form, name):
    """A line of words in the details. Its name has the words."""
    return form.get_by_role("button", name=re.compile(f"^{name}(:|$)"))


def words(form, name):
    """What the line says, without its name; empty if it says nothing."""
    return line(form, name).get_attribute("aria-label").removeprefix(name).removeprefix(": ")


def opened(form, label, t=lambda text: text):
    """A field of the details, whose editor is open then."""
    field = form.get_by_label(t(label), exact=True).and_(form.locator("input, select, textarea"))
    if label in LINES and not field.is_visible():
        found = line(form, t(LINES[label]))
        if found.get_attribute("aria-expanded") == "false":
            found.click()
        if label == "Coordinate" and not field.is_visible():
            form.locator("summary").click()
    return field


def edit(page, label, value):
    """Fills a field of the details and leaves it."""
    field = opened(details(page), label)
    field.fill(value)
    field.blur()


def choose_day(page, name):
    """Chooses Today, Tomorrow, Next week or No date in the details."""
    opened(details(page), "Time")
    button(details(page), name).click()


def search(page, text):
    found = page.get_by_role("searchbox", name="Search")
    if not found.is_visible():
        button(page, "Search").click()
    found.fill(text)
    return found


def focused(page):
    """Role and name of the focused element in the accessibility tree."""
    return page.evaluate("""() => {
        const element = document.activeElement;
        const label = element.getAttribute("aria-label")
            ?? element.labels?.[0]?.innerText ?? element.innerText;
        return (element.type === "checkbox" ? "checkbox" : element.tagName.toLowerCase())
            + ": " + label.trim();
    }""")


def expect_focus(page, what):
    eventually(lambda: focused(page) == what, lambda: f"focus on {what}, it is on {focused(page)}")


def expect_no_focus(page):
    """A closed dialog has the focus until the next frame, if nothing had it before."""
    eventually(lambda: page.evaluate("document.activeElement === document.body"), "no focus")


def back(page):
    """Firefox's driver waits for a page load, which a change of the fragment does not cause."""
    page.evaluate("history.back()")


def forward(page):
    page.evaluate("history.forward()")


def menu(page, name):
    button(page, "Menu").click()
    button(dialog(page, "Menu"), name).click()


def choose_in_menu(page, box, option):
    """Chooses an option of a box in the menu, and closes the menu."""
    button(page, "Menu").click()
    dialog(page, "Menu").get_by_role("combobox", name=box).select_option(option)
    page.keyboard.press("Escape")


def import_file(page, name, content):
    content = content if isinstance(content, bytes) else content.encode()
    file = {"name": name, "mimeType": "application/json", "buffer": content}
    button(page, "Menu").click()
    opened = dialog(page, "Menu")
    if page.context.browser.browser_type.name == "firefox":
        # Its driver reports only the first file chooser of a page.
        opened.locator("input[type=file]").set_input_files(file)
        # Escape would close the dialog that the file has opened.
        opened.evaluate("dialog => dialog.close()")
        return
    with page.expect_file_chooser() as chooser:
        button(opened, "Import").click()
    chooser.value.set_files(file)
