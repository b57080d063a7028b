/** Reading and writing the save file. */

import { assertEquals } from "./assert.js";
import { decodeFile, FileFault, portions, readFile, writeFile } from "../../web/core/savefile.js";

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
