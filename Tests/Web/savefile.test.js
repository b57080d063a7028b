/** Files: reading and writing the save file, and what an import does in words. */

import { assertEquals } from "./assert.js";
import {
    decodeFile,
    FileFault,
    isOwnList,
    portions,
    readFile,
    writeFile,
} from "../../web/core/savefile.js";
import { subscription } from "../../web/app/feed.js";
import { fileText, importText } from "../../web/text/imports.js";

/** @import { Item } from "../../web/types.d.ts" */

/** @param {string} title @param {Partial<Item>} [more] @returns {Item} */
const item = (title, more = {}) => ({ id: title, title, done: false, createdAt: 0, ...more });

Deno.test("a file is read as JSON and as NDJSON, and written without the server's members", () => {
    const when = {
        timestamp: 1795734000,
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

/** @param {() => unknown} body @returns {unknown[]} the reason and the place of the refusal */
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

Deno.test("a file that is not in UTF-8 is left to the server", () => {
    const utf16 = [0xff, 0xfe, 0x5b, 0, 0x5d, 0];
    for (const bytes of [utf16, utf16.slice(2), [0x5b, 0xe4, 0x5d]]) {
        assertEquals(decodeFile(new Uint8Array(bytes)), null);
    }
    assertEquals(decodeFile(new TextEncoder().encode("[ü]")), "[ü]");
});

Deno.test("a list of this program is told from other programs' files", () => {
    const own = ["", " \n", "[]", '\uFEFF[{"title":"a"', '{"title":"a"}', '{"title":"a"}\r\nhello'];
    const others = [
        "hello",
        "title\nMilk",
        "BEGIN:VCALENDAR\r\n",
        '{"kind":"tasks#taskLists","items":[]}',
        '{\n "kind": "tasks#taskLists"\n}',
        "1",
        "null",
    ];

    for (const text of own) assertEquals(isOwnList(text), true, text);
    for (const text of others) assertEquals(isOwnList(text), false, text);
});

Deno.test("an import is split into requests of a thousand items", () => {
    const sizes = portions(Array.from({ length: 2001 }, () => ({}))).map((part) => part.length);

    assertEquals(sizes, [1000, 1000, 1]);
});

const report = {
    format: "todoist",
    new: 12,
    changed: 0,
    unchanged: 0,
    lostCount: 2,
    skippedCount: 0,
    lost: [],
    skipped: [],
    items: [],
};

Deno.test("the summary of an import names what is there", () => {
    assertEquals(importText(report), "12 new");
    assertEquals(importText({ ...report, new: 0, unchanged: 3 }), "0 new, 3 there already");
    assertEquals(
        importText({ ...report, changed: 1, unchanged: 2, skippedCount: 4 }),
        "12 new, 1 to be replaced, 2 there already, 4 skipped",
    );
});

Deno.test("a file is named with its program, or with a format that the page does not know", () => {
    assertEquals(fileText("a.csv", report), "a.csv (Todoist)");
    assertEquals(fileText("a.x", { ...report, format: "other" }), "a.x (other)");
});

Deno.test("a calendar program opens an address that differs in its scheme alone", () => {
    const path = "/calendar/a.b.ics";
    for (const start of ["https://todo.example.org", "http://127.0.0.1:8080"]) {
        const rest = start.replace(/^https?/, "");
        assertEquals(subscription(start + path), `webcal${rest}${path}`);
    }
});
