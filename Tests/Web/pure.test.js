/** Search, orders, the fragment, coordinates, events, ids. */

import { assertEquals, Random } from "./assert.js";
import { readCoordinate } from "../../web/core/coordinate.js";
import { EventParser } from "../../web/sync/events.js";
import { nextWeek, onDay } from "../../web/core/calendar.js";
import { hasPlace, isShown, search, sections, sectionsAt } from "../../web/core/list/find.js";
import { order } from "../../web/core/list/order.js";
import { makeID } from "../../web/core/ids.js";
import { covered, laterToken } from "../../web/core/replica.js";
import { readRoute, writeRoute } from "../../web/core/route.js";
import { linkParts } from "../../web/text/links.js";

/** @import { Item, Sort, View } from "../../web/types.d.ts" */

const now = new Date(2026, 10, 25, 18, 25);
/** @param {number} day @param {number} [hour] */
const at = (day, hour = 0) => new Date(2026, 10, day, hour).getTime() / 1000;

/** @param {string} title @param {Partial<Item>} [more] @returns {Item} */
const item = (title, more) => ({ id: title, title, done: false, createdAt: 1, ...more });

Deno.test("all words must occur, in title or description, in any letter case", () => {
    const milk = item("Buy MILK", { itemDescription: "2 litres, Straße" });

    for (const query of ["", " ", "milk", "LITRES buy", "strasse", "STRASSE mil"]) {
        assertEquals(search(query)(milk), true, query);
    }
    for (const query of ["milk bread", "milky", "%", '"']) assertEquals(search(query)(milk), false);
});

Deno.test("each item stands in the section of its date", () => {
    /** @type {[string, Partial<Item>][]} */
    const cases = [
        ["no date", {}],
        ["done", { done: true, timestamp: at(20) }],
        ["overdue", { timestamp: at(24) }],
        ["overdue", { timestamp: at(25, 18) }],
        ["today", { timestamp: at(25) }],
        ["today", { timestamp: at(25, 20) }],
        ["tomorrow", { timestamp: at(26, 23) }],
        ["week", { timestamp: at(27) }],
        ["week", { timestamp: at(32, 23) }],
        ["later", { timestamp: at(33) }],
        // A day is the same day in every zone.
        ["today", { timestamp: at(24, 13), day: "2026-11-25" }],
        ["overdue", { timestamp: at(25, 3), day: "2026-11-24" }],
        ["tomorrow", { timestamp: at(25, 13), day: "2026-11-26" }],
        ["week", { timestamp: at(31, 13), day: "2026-12-02" }],
        ["later", { timestamp: at(32, 13), day: "2026-12-03" }],
    ];
    const sectionOf = sectionsAt(now);

    for (const [section, more] of cases) {
        assertEquals(sectionOf(item("x", more)), section, JSON.stringify(more));
    }
});

Deno.test("each view shows its sections, and a search what is done as well", () => {
    /** @param {View} view */
    const shown = (view, isSearch = false) =>
        sections.filter((section) => isShown(section, view, isSearch)).join();

    assertEquals(shown("today"), "overdue,today");
    assertEquals(shown("all"), "overdue,today,tomorrow,week,later,no date,to do");
    assertEquals(shown("done"), "done");
    assertEquals(shown("all", true), sections.join());
});

Deno.test("a place has a name or a coordinate", () => {
    assertEquals(hasPlace(item("a", { location: { name: "Office" } })), true);
    assertEquals(hasPlace(item("a", { location: { name: "" } })), false);
    assertEquals(hasPlace(item("a")), false);
});

Deno.test("what the server does not have yet stands behind what it has, in the order typed", () => {
    // The server's clock is ahead of this device's: 1 and 2 are sent, 3 and 4 wait.
    const items = [
        item("4", { createdAt: 4 }),
        item("2", { createdAt: 902, revision: 8 }),
        item("3", { createdAt: 3 }),
        item("1", { createdAt: 901, revision: 7 }),
    ];

    for (const sort of /** @type {Sort[]} */ (["created", "due"])) {
        const titles = [...items].sort(order(sort, "en")).map((item) => item.title).join();
        assertEquals(titles, "1,2,3,4", sort);
    }
});

Deno.test("what was done last stands first, behind what is open", () => {
    const items = [
        item("first", { done: true, doneAt: 1 }),
        item("open"),
        item("last", { done: true, doneAt: 2 }),
        item("just now", { done: true }),
    ];

    const titles = items.sort(order("due", "en")).map((item) => item.title).join();

    assertEquals(titles, "open,just now,last,first");
});

Deno.test("each order is total, items without a date come last", () => {
    const items = [
        item("b", { timestamp: 5, createdAt: 1, revision: 9 }),
        item("A", { createdAt: 2, revision: 7 }),
        item("a10", { timestamp: 3, createdAt: 3, revision: 8 }),
        item("a9", { createdAt: 3, revision: 8 }),
    ];
    /** @param {Sort} sort */
    const titles = (sort) => [...items].sort(order(sort, "en")).map((item) => item.title).join();

    assertEquals(titles("created"), "b,A,a10,a9");
    assertEquals(titles("due"), "a10,b,A,a9");
    assertEquals(titles("title"), "A,a9,a10,b");
    assertEquals(titles("changed"), "b,a10,a9,A");
});

Deno.test("by due date a day stands at its start, wherever it was written", () => {
    const items = [
        item("late", { timestamp: at(27, 9) }),
        item("day", { timestamp: at(26, 13), day: "2026-11-27" }),
        item("before", { timestamp: at(26, 23) }),
        item("same day", { timestamp: at(27) }),
    ];

    const titles = items.sort(order("due", "en")).map((item) => item.title).join();

    assertEquals(titles, "before,day,same day,late");
});

Deno.test("the fragment stores view, search and details, and hostile fragments do no harm", () => {
    const id = "01234567-89ab-7def-8123-456789abcdef";
    const route = readRoute(`#/items/${id.toUpperCase()}?q=a%26b`, "done");

    assertEquals(route, { view: "done", tag: "", q: "a&b", item: id });
    assertEquals(readRoute(writeRoute(route), "done"), route);
    assertEquals(readRoute("#/today", "all"), { view: "today", tag: "", q: "", item: null });
    const tag = { view: /** @type {View} */ ("tag"), tag: "a/b 100%?", q: "x", item: null };
    assertEquals(readRoute(writeRoute(tag), "all"), tag);
    assertEquals(readRoute("#/items/x", "tag", "home"), { ...tag, tag: "home", q: "", item: "x" });
    assertEquals(readRoute("#/tag/%", "all").view, "all");
    assertEquals(writeRoute(readRoute("#/all?q=milk", "today")), "#/all?q=milk");
    assertEquals(writeRoute(readRoute("#/", "today")), "#/today");
    // There is no such to-do, and the page will say so.
    assertEquals(readRoute("#/items/x", "all").item, "x");
    for (const hash of ["", "#", "#/items/", "#/changed", "#/<b>?q=", "#javascript:alert(1)"]) {
        const { item, view } = readRoute(hash, "all");
        assertEquals([item, view], [null, "all"], hash);
    }
});

Deno.test("links, addresses and numbers of a description can be followed", () => {
    const links = (/** @type {string} */ text) =>
        linkParts(text).filter(({ href }) => href)
            .map(({ text, href }) => text === href ? href : `${text} ${href}`).join("|");

    assertEquals(
        links("See https://example.org/a_(b)?c=d. And (www.example.org)!"),
        [
            "https://example.org/a_(b)?c=d",
            "www.example.org https://www.example.org",
        ].join("|"),
    );
    assertEquals(
        links("ada.l@example.org, +49 211 123456"),
        [
            "ada.l@example.org mailto:ada.l@example.org",
            "+49 211 123456 tel:+49211123456",
        ].join("|"),
    );
    assertEquals(
        links("Call 0211 123456. Or +49 211 123456!"),
        [
            "0211 123456 tel:0211123456",
            "+49 211 123456 tel:+49211123456",
        ].join("|"),
    );
    assertEquals(
        links("(0211 123456), 0211 654321-"),
        [
            "0211 123456 tel:0211123456",
            "0211 654321 tel:0211654321",
        ].join("|"),
    );
    for (const text of ["0211 123456.7", "02.12.2026", "0211 123456/a"]) {
        assertEquals(links(text), "", text);
    }
    assertEquals(
        linkParts("See http://a.example, or\n0211 123456").map(({ text }) => text),
        ["See ", "http://a.example", ", or\n", "0211 123456"],
    );
    for (const text of ["", "2026-11-27", "0.5 litres", "javascript:alert(1)", "a@b", "12345"]) {
        assertEquals(links(text), "", text);
    }
    // The longest possible description.
    assertEquals(links("https://a.example" + ")".repeat(65_000)), "https://a.example");
    assertEquals(links("x".repeat(65_000)), "");
    // A pattern for the end of a match would look for it from each of these characters.
    const odd = `www.${"!".repeat(1_999)}a`;
    assertEquals(
        links(`${odd} `.repeat(30)),
        Array(30).fill(`${odd} https://${odd}`).join("|"),
    );
    assertEquals(links(`www.a.example${"!)".repeat(900)} `), "www.a.example https://www.a.example");
});

Deno.test("another day keeps the time, and a day stays a day", () => {
    const date = new Date(2026, 10, 27);

    assertEquals(onDay({ timestamp: at(25, 17) }, date), { timestamp: at(27, 17) });
    assertEquals(onDay(null, date), { timestamp: at(27), day: "2026-11-27" });
    assertEquals(onDay({ timestamp: at(25) }, date), { timestamp: at(27), day: "2026-11-27" });
    // Wednesday, Monday, Sunday.
    for (const [day, next] of [[25, 30], [23, 30], [29, 30]]) {
        assertEquals(nextWeek(new Date(2026, 10, day, 9)).getDate(), next);
    }
});

Deno.test("coordinates are read in the usual forms, within their ranges", () => {
    const point = { latitude: 51.2, longitude: -6.75 };
    for (
        const text of [
            "51.2, -6.75",
            "51.2,-6.75",
            " 51.2 -6.75 ",
            "geo:51.2,-6.75",
            "geo:51.2,-6.75;u=35",
            "geo:51.2,-6.75?z=3",
            "51,2; -6,75",
            "51,2 -6,75",
        ]
    ) {
        assertEquals(readCoordinate(text), point, text);
    }
    for (
        const text of ["", "51.2", "91, 0", "0, 181", "x, y", "51.2, 6.7 north", "1e1, 2", "NaN, 1"]
    ) {
        assertEquals(readCoordinate(text), null, text);
    }
});

Deno.test("events are the same however the stream is split", () => {
    const text =
        ':\n\nid: k.1\nevent: change\ndata: {"a":1}\n\nid: k.2\r\nevent: reset\r\ndata: {}\r\n\r\ndata:x\ndata: y\n\n';
    const whole = new EventParser().push(text);
    assertEquals(whole, [
        { type: "change", data: '{"a":1}', id: "k.1" },
        { type: "reset", data: "{}", id: "k.2" },
        { type: "message", data: "x\ny", id: null },
    ]);

    const random = new Random(1);
    for (let round = 0; round < 200; round++) {
        const parser = new EventParser();
        const events = [];
        for (let start = 0; start < text.length;) {
            const end = start + 1 + random.below(12);
            events.push(...parser.push(text.slice(start, end)));
            start = end;
        }
        assertEquals(events, whole);
    }
});

Deno.test("ids are UUIDs of version 7 that increase", () => {
    const ids = Array.from({ length: 1000 }, () => makeID(1000));

    assertEquals(
        ids.every((id) =>
            /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)
        ),
        true,
    );
    assertEquals([...ids].sort(), ids);
});

Deno.test("a token inside a revision covers the revision before", () => {
    assertEquals([covered(undefined), covered("k.44"), covered("k.44.17")], [0, 44, 43]);
    assertEquals(laterToken("k.44", "k.43"), "k.44");
    assertEquals(laterToken("k.44", "k.45.2"), "k.45.2");
});
