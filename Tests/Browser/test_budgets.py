"""The budgets of time, which `--budgets` measures.

Times are ratios to a reference loop in the same browser, run just before: a busy machine slows down
both. The budgets were set where the loop takes 50 ms, so a ratio of 1 stands for 50 ms.
"""

from harness import box, choose_in_menu, search, status
from test_large import large

REFERENCE = """() => {
    const start = performance.now();
    const items = Array.from({ length: 60_000 }, (_, n) => ({ key: (n * 7919) % 60_013, text: "t" + n }));
    items.sort((a, b) => a.key - b.key);
    const found = items.filter(({ text }) => text.includes("99")).map(({ text }) => text).join();
    const list = document.createElement("ul");
    for (let n = 0; n < 2000; n++) {
        const item = document.createElement("li");
        item.textContent = found.slice(n, n + 20);
        list.append(item);
    }
    return performance.now() - start;
}"""

# Each event's time from its arrival to the next painted frame.
EVENTS = """() => {
    window.slowest = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            window.slowest = Math.max(window.slowest, entry.processingEnd - entry.processingStart);
        }
    }).observe({ type: "event", durationThreshold: 16, buffered: false });
}"""


# Resolves when `count` rows are painted. It does not poll, because that would cost more than the rows.
PAINTED = """(count) => new Promise((done) => {
    const look = () => {
        if (document.querySelectorAll("li").length < count) return false;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now())));
        return true;
    };
    const observer = new MutationObserver(look);
    if (!look()) observer.observe(document, { subtree: true, childList: true });
})"""


def reference(page):
    """The median of five runs, of which the first warms up."""
    times = sorted(page.evaluate(REFERENCE) for _ in range(5))
    return times[2]


def within(name, time, loop, budget, unit="ms"):
    ratio = time / loop
    print(
        f"    {name}: {time:.0f} {unit}, {ratio:.2f} of the reference loop ({loop:.0f} ms), "
        f"at most {budget:.2f}"
    )
    assert ratio <= budget, f"{name}: {ratio:.2f} of the reference loop, at most {budget}"


def slowest_event(page, act, prepare=None):
    """The best of five rounds. Other programs slow down the others."""
    best = None
    for _ in range(5):
        if prepare:
            prepare()
        loop = reference(page)
        page.evaluate(EVENTS)
        act()
        page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
        time = page.evaluate("window.slowest")
        if best is None or time / loop < best[0] / best[1]:
            best = time, loop
    return best


def test_events_are_quick_with_10000_items(world):
    _, page = large(world)
    rows = page.get_by_role("listitem")

    def look():
        found = search(page, "")
        found.press_sequentially("milk 7")
        found.fill("")

    def lift():
        """A row is lifted; returns where it is, and a place above it."""
        choose_in_menu(page, "View order", "Order by hand")
        page.evaluate("scrollTo(0, 0)")
        middle = [each.bounding_box() for each in (rows.nth(5), rows.nth(2))]
        (x, y), (_, top) = [(box["x"] + 200, box["y"] + box["height"] / 2) for box in middle]
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, top + 40)
        return x, top

    def begin():
        x, top = lift()
        page.mouse.move(x, top - 12)

    def drag():
        for y in range(200, 600, 40):
            page.mouse.move(600, y)

    for name, act, prepare in (
        ("type", lambda: box(page).press_sequentially("Buy milk tomorrow"), None),
        ("add", lambda: (box(page).fill("x"), box(page).press("Enter")), None),
        ("check", lambda: rows.nth(3).get_by_role("checkbox").click(), None),
        ("search", look, None),
        ("Esc of a search", lambda: page.keyboard.press("Escape"), lambda: search(page, "milk 7")),
        ("drag", drag, lambda: (page.mouse.up(), lift())),
        ("drop", lambda: page.mouse.up(), lambda: (page.mouse.up(), begin())),
    ):
        within(name, *slowest_event(page, act, prepare), 1)


test_events_are_quick_with_10000_items.engines = ("chromium",)


def test_10000_items_come_from_the_copy_within_a_second(world):
    server, page = large(world)
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    server.kill()
    status(page, "Offline")
    loop = reference(page)

    page.reload(wait_until="commit")
    time = page.evaluate(PAINTED, 1)

    within("start", time, loop, 20)


def first_visit(world, server):
    """The processor time until 100 items are painted, and that of the reference loop, in ms."""
    context = world.context()
    blank = context.new_page()
    blank.goto("about:blank")
    loop = reference(blank)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    page.goto(server.url, wait_until="commit")
    page.evaluate(PAINTED, 100)
    values = {e["name"]: e["value"] for e in session.send("Performance.getMetrics")["metrics"]}
    context.close()
    return values["TaskDuration"] * 1000, loop


def test_the_first_100_items_cost_little(world):
    server = world.server()
    server.add(*({"title": f"Item {n}"} for n in range(100)))

    # Other programs evict the processor's caches, so the best of three visits counts.
    visits = [first_visit(world, server) for _ in range(3)]

    within("100 items", *min(visits, key=lambda visit: visit[0] / visit[1]), 2.5)


test_the_first_100_items_cost_little.engines = ("chromium",)


# Counts late frames until it is told to end; `step` scrolls by so many pixels a frame.
FRAMES = """(step) => {
    let last = performance.now(), late = 0, count = 0;
    window.late = null;
    window.counted = new Promise((done) => {
        const frame = (now) => {
            if (now - last > 34) late++;
            last = now;
            scrollBy(0, step);
            if (++count < 240) requestAnimationFrame(frame);
            else done(window.late = late / count);
        };
        requestAnimationFrame(frame);
    });
}"""

# The share of late frames, beyond those that a busy machine has without any work.
LATE = 0.03


def late_frames(page, act, step=0):
    page.evaluate(FRAMES, step)
    while page.evaluate("window.late") is None:
        act()
    return page.evaluate("window.late")


def rest(page):
    page.evaluate("new Promise(done => setTimeout(done, 100))")


def smooth(page, act, step=0):
    """The best of five rounds."""
    best = 1
    for _ in range(5):
        idle, late = late_frames(page, lambda: rest(page)), late_frames(page, act, step)
        print(f"    late frames {late:.1%}, at rest {idle:.1%}")
        best = min(best, late - idle)
        if best <= LATE:
            break
    assert best <= LATE


def test_scrolling_is_smooth(world):
    _, page = large(world)

    smooth(page, lambda: rest(page), step=120)


def test_dragging_is_smooth(world):
    _, page = large(world)
    choose_in_menu(page, "View order", "Order by hand")
    middle = page.get_by_role("listitem").nth(5).bounding_box()
    page.mouse.move(middle["x"] + 200, middle["y"] + 20)
    page.mouse.down()

    def drag():
        for y in [*range(150, 650, 20), *range(650, 150, -20)]:
            page.mouse.move(600, y)

    # At the lower edge the list scrolls beneath the row.
    smooth(page, drag)
    smooth(page, lambda: (page.mouse.move(600, 790), page.mouse.move(600, 795)))

    assert page.evaluate("scrollY") > 1000
    page.mouse.up()
    status(page, "^Moved: ", "Messages")


for test in (test_scrolling_is_smooth, test_dragging_is_smooth):
    test.engines = ("chromium",)
