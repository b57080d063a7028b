/** Search, orders, the fragment, coordinates, save files, events, ids. */

import { assertEquals, Random } from "./assert.js";
import { readCoordinate } from "../../web/core/coordinate.js";
import { EventParser } from "../../web/core/events.js";
import { filter, order, search } from "../../web/core/find.js";
import { makeID } from "../../web/core/ids.js";
import { covered, laterToken } from "../../web/core/replica.js";
import { readRoute, writeRoute } from "../../web/core/route.js";
import { decodeFile, FileFault, portions, readFile, writeFile } from "../../web/core/savefile.js";

/** @import { Item, Show, Sort } from "../../web/types.d.ts" */

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

Deno.test("each filter shows the items of its name", () => {
    const items = [
        item("no date"),
        item("done", { done: true, timestamp: at(20) }),
        item("overdue day", { timestamp: at(24) }),
        item("overdue time", { timestamp: at(25, 18) }),
        item("today", { timestamp: at(25) }),
        item("tonight", { timestamp: at(25, 20) }),
        item("in 7 days", { timestamp: at(32) }),
        item("in 8 days", { timestamp: at(33) }),
        // A day is the same day here, wherever it was written.
        item("their today", { timestamp: at(24, 13), day: "2026-11-25" }),
        item("their yesterday", { timestamp: at(25, 3), day: "2026-11-24" }),
        item("their 8 days", { timestamp: at(32, 13), day: "2026-12-03" }),
        item("place", { location: { name: "Office" } }),
        item("no place", { location: { name: "" } }),
    ];
    /** @param {Show} show */
    const titles = (show) => items.filter(filter(show, now)).map((item) => item.title).join();

    assertEquals(items.filter(filter("all", now)).length, items.length);
    assertEquals(items.filter(filter("open", now)).length, items.length - 1);
    assertEquals(titles("done"), "done");
    assertEquals(titles("overdue"), "overdue day,overdue time,their yesterday");
    assertEquals(titles("today"), "overdue time,today,tonight,their today");
    assertEquals(titles("week"), "overdue time,today,tonight,in 7 days,their today");
    assertEquals(titles("place"), "place");
});

Deno.test("each order is total, items without a date come last", () => {
    const items = [
        item("b", { timestamp: 5, createdAt: 1, updatedAt: 9 }),
        item("A", { createdAt: 2, updatedAt: 7 }),
        item("a10", { timestamp: 3, createdAt: 3, updatedAt: 8 }),
        item("a9", { createdAt: 3, updatedAt: 8 }),
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

Deno.test("the fragment stores search and filters, and hostile fragments do no harm", () => {
    const id = "01234567-89ab-7def-8123-456789abcdef";
    const route = readRoute(`#/items/${id.toUpperCase()}?q=a%26b&show=open&sort=due`);

    assertEquals(route, { q: "a&b", show: "open", sort: "due", item: id });
    assertEquals(readRoute(writeRoute(route)), route);
    assertEquals(writeRoute(readRoute("#/")), "#/");
    // No such to-do; the page says so.
    assertEquals(readRoute("#/items/x").item, "x");
    for (
        const hash of [
            "",
            "#",
            "#/items/",
            "#/?show=<b>&sort=%00",
            "#javascript:alert(1)",
            "#/?q=%",
        ]
    ) {
        const { item, show, sort } = readRoute(hash);
        assertEquals([item, show, sort], [null, "all", "created"], hash);
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

Deno.test("a file is read as JSON and as NDJSON, and written without the server's members", () => {
    const when = {
        timestamp: at(27),
        day: "2026-11-27",
        repeat: { frequency: /** @type {const} */ ("weekly"), byDay: ["fr"] },
    };
    const items = [item("a", { revision: 3, location: { name: "x" }, ...when }), item("b")];
    const lines = items.map((item) => JSON.stringify(item)).join("\r\n\r\n");

    assertEquals(readFile("\uFEFF" + JSON.stringify(items)), items);
    assertEquals(readFile(lines), items);
    assertEquals(readFile("[]"), []);
    assertEquals(JSON.parse(writeFile([items[0]])), [{
        id: "a",
        title: "a",
        location: { name: "x" },
        ...when,
        done: false,
    }]);
});

/** @param {() => unknown} body @returns {unknown[]} why and where it is refused */
function refusal(body) {
    try {
        body();
    } catch (error) {
        if (error instanceof FileFault) return [error.why, error.place];
    }
    return [];
}

Deno.test("a file that is no list of items is refused with the line", () => {
    /** @type {[string, number][]} */
    const files = [['{"a":1}\n1', 2], ["hello", 1], ["[{},[]]", 2], ["1", 1], ['[{"a":1},', 1]];
    for (const [text, line] of files) {
        assertEquals(refusal(() => readFile(text)), ["form", line], text);
    }
    for (const text of ["", " \n", "\uFEFF"]) {
        assertEquals(refusal(() => readFile(text)), ["empty", 1]);
    }
});

Deno.test("a file that is not in UTF-8 is refused", () => {
    const utf16 = [0xff, 0xfe, 0x5b, 0, 0x5d, 0];
    for (const bytes of [utf16, utf16.slice(2), [0x5b, 0xe4, 0x5d]]) {
        assertEquals(refusal(() => decodeFile(new Uint8Array(bytes))), ["coding", 1]);
    }
    assertEquals(decodeFile(new TextEncoder().encode("[ü]")), "[ü]");
});

Deno.test("an import is split into requests of a thousand items", () => {
    const sizes = portions(Array.from({ length: 2001 }, () => ({}))).map((part) => part.length);

    assertEquals(sizes, [1000, 1000, 1]);
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
