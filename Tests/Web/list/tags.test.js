/** Tags: in typed titles, as the client library reads them, and of all items. */

import { assertEquals } from "../assert.js";
import { readTyped } from "../../../web/core/list/quick.js";
import {
    countTags,
    foldTag,
    hasTag,
    isTag,
    renamed,
    retagged,
} from "../../../web/core/list/tags.js";

/** @import { Item } from "../../../web/types.d.ts" */

const now = new Date(2026, 10, 25, 18, 25);

/** @param {string[]} tags @param {Partial<Item>} [more] @returns {Item} */
const item = (tags, more) => ({ id: "a", title: "a", done: false, createdAt: 1, tags, ...more });

/** @param {string} name */
const read = (name) =>
    JSON.parse(Deno.readTextFileSync(new URL(`../../Members/${name}`, import.meta.url)));

Deno.test("typed tags are those of the table", () => {
    for (const { text, title, tags } of read("quick-tags.json")) {
        const typed = readTyped(text, "en", now);
        assertEquals([typed.title, typed.tags], [title, tags], text);
    }
});

Deno.test("what was understood is marked, and the words of a date once", () => {
    /** @param {string} text */
    const marked = (text) =>
        readTyped(text, "en", now).marks.map(([start, end]) => text.slice(start, end));

    assertEquals(marked("Buy milk #errands tomorrow at 9"), ["#errands", "tomorrow at 9"]);
    assertEquals(marked("Buy milk tomorrow #errands at 9 #home"), [
        "tomorrow #errands at 9",
        "#home",
    ]);
    assertEquals(marked("Fix #5 \\#home"), []);
    assertEquals(readTyped("Tee #grün kaufen morgen", "de", now).title, "Tee kaufen");
});

Deno.test("what the server takes as a tag is one, and the rest is none", () => {
    const { members } = read("members.json");
    const { kept, refused } = members.find((/** @type {any} */ row) => row.member === "tags");
    for (const { tags } of kept) assertEquals(tags.every(isTag), true, tags.join());
    for (const { sent: { tags }, problems } of refused) {
        for (const { pointer, detail } of problems) {
            const tag = tags[pointer.split("/")[2]];
            if (typeof tag !== "string" || detail.startsWith("is equal")) continue;
            assertEquals(isTag(tag), false, tag);
        }
    }
});

Deno.test("equal tags are equal by case folding", () => {
    for (const [a, b] of [["straße", "STRASSE"], ["ẞ", "ss"], ["Σας", "ΣΑΣ"], ["İ", "i̇"]]) {
        assertEquals(foldTag(a), foldTag(b));
    }
    assertEquals(foldTag("ı") === foldTag("I"), false);
    assertEquals(hasTag(item(["Straße"]), foldTag("STRASSE")), true);
});

Deno.test("tags are counted by name, with their open items", () => {
    const items = [item(["home", "Éa"]), item(["Home"], { done: true }), item(["b10", "HOME"])];

    assertEquals(
        countTags([...items, item(["b9"], { done: true })], "en").map((
            { tag, open },
        ) => [tag, open]),
        [["b9", 0], ["b10", 1], ["Éa", 1], ["home", 2]],
    );
});

Deno.test("tags are added once, up to ten, and removed in any spelling", () => {
    const ten = Array.from({ length: 10 }, (_, n) => `t${n}`);

    assertEquals(retagged(item(["a"]), { add: ["A", "b"] }).tags, ["a", "b"]);
    assertEquals(retagged(item(["a", "B"]), { remove: ["b"], add: ["c"] }).tags, ["a", "c"]);
    assertEquals(retagged(item(["a"]), { remove: ["A"] }).tags, undefined);
    assertEquals(retagged(item(ten), { add: ["x"] }).tags, ten);
});

Deno.test("a renamed tag keeps its place, and joins one of that name", () => {
    assertEquals(renamed(item(["a", "b", "c"]), "b", "x").tags, ["a", "x", "c"]);
    assertEquals(renamed(item(["A"]), "a", "a").tags, ["a"]);
    assertEquals(renamed(item(["x", "b"]), "b", "X").tags, ["x"]);
    assertEquals(renamed(item(["b", "x"]), "b", "X").tags, ["X"]);
});
