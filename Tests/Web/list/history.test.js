/** The server's history in words and by days, and pages that are read again. */

import { assertEquals } from "../assert.js";
import { withFirst } from "../../../web/core/history/pages.js";
import { byDays, readWrites } from "../../../web/core/history/writes.js";
import { setLanguage } from "../../../web/text/text.js";
import { writeSentence } from "../../../web/text/writes.js";

/** @import { EffectKind, Item, LoggedWrite, WrittenItem } from "../../../web/types.d.ts" */

Object.assign(globalThis, { document: { documentElement: {} } });

/** @param {string} title @param {string[]} members @returns {WrittenItem} */
const changed = (title, ...members) => ({ id: title, title, kind: "changed", members });
/** @param {string} title @returns {WrittenItem} */
const created = (title) => ({ id: title, title, kind: "created" });
/** @param {string} title @returns {WrittenItem} */
const deleted = (title) => ({ id: title, title, kind: "deleted" });

/** @param {number} revision @param {WrittenItem[]} items @param {Partial<LoggedWrite>} [more]
 * @returns {LoggedWrite} */
function write(revision, items, more) {
    const count = (/** @type {EffectKind} */ kind) =>
        items.filter((item) => item.kind === kind).length;
    return {
        revision,
        at: 1_795_948_307.7,
        created: count("created"),
        changed: count("changed"),
        deleted: count("deleted"),
        items,
        ...more,
    };
}

/** @param {Record<string, boolean>} done @returns {Map<string, Item>} */
const items = (done) =>
    new Map(
        Object.entries(done)
            .map(([id, done]) => [id, { id, title: id, done, createdAt: 1, revision: 1 }]),
    );

/** @param {LoggedWrite[]} writes @param {Map<string, Item>} [base] */
function sentences(writes, base = new Map()) {
    const reads = readWrites(writes, base);
    const all = new Map(reads.map((read) => [read.write.revision, read]));
    return reads.map((read) => plainText(writeSentence(read, all)));
}

/** @param {import("../../../web/text/writes.js").Sentence} sentence */
const plainText = (sentence) =>
    sentence.map((part) => typeof part === "string" ? part : `<${part.title}>`).join("");

const claude = { by: "Claude" };

/** @type {[WrittenItem[], string, string][]} */
const cases = [
    [[created("a")], "added <a>", "<a> hinzugefügt"],
    [[created("a"), created("b")], "added 2 to-dos", "2 Aufgaben hinzugefügt"],
    [[deleted("a")], "deleted <a>", "<a> gelöscht"],
    [[changed("a", "timestamp", "day")], "moved <a>", "<a> verschoben"],
    [
        [changed("a", "timestamp", "remind"), changed("b", "position")],
        "moved 2 to-dos",
        "2 Aufgaben verschoben",
    ],
    [[changed("a", "repeat")], "changed <a>", "<a> geändert"],
    [[changed("a", "tags")], "changed the tags of <a>", "Tags von <a> geändert"],
    [[changed("a", "title", "tags")], "changed <a>", "<a> geändert"],
    [[changed("a", "done")], "completed <a>", "<a> erledigt"],
    [[changed("b", "done")], "reopened <b>", "<b> wieder geöffnet"],
    [[changed("gone", "done")], "changed <gone>", "<gone> geändert"],
    [[changed("a", "done", "title")], "changed <a>", "<a> geändert"],
    [[changed("a", "repeat", "done"), created("a")], "completed <a>", "<a> erledigt"],
    [
        [changed("a", "done"), created("c")],
        "added 1 to-do, completed 1",
        "1 Aufgabe hinzugefügt, 1 erledigt",
    ],
    [[changed("a", "done"), changed("b", "done")], "changed 2 to-dos", "2 Aufgaben geändert"],
    [
        [created("c"), changed("a", "title"), changed("b", "tags"), deleted("d")],
        "added 1 to-do, changed 2, deleted 1",
        "1 Aufgabe hinzugefügt, 2 geändert, 1 gelöscht",
    ],
    [[], "changed nothing in the end", "am Ende nichts geändert"],
];

Deno.test("a write is a sentence made of what it did, how often, and by whom", () => {
    const base = items({ a: true, b: false });

    for (const [some, english, german] of cases) {
        setLanguage("en");
        assertEquals(sentences([write(1, some, claude)], base), [`Claude ${english}`]);
        const [own] = sentences([write(1, some)], base);
        assertEquals(own, english[0].toUpperCase() + english.slice(1));
        setLanguage("de");
        assertEquals(sentences([write(1, some, claude)], base), [`Claude hat ${german}`]);
        setLanguage("en");
    }
});

Deno.test("whether an item was completed is known on the way back from now, over no gap", () => {
    const tick = (/** @type {number} */ revision) => write(revision, [changed("a", "done")]);
    const many = write(3, [changed("b", "done")], { changed: 30 });
    const added = write(3, [created("c")], { created: 30 });
    const base = items({ a: false, b: true });

    assertEquals(sentences([added, tick(2)], base)[1], "Reopened <a>");
    assertEquals(sentences([tick(3), tick(2), write(1, [created("a")])], base), [
        "Reopened <a>",
        "Completed <a>",
        "Added <a>",
    ]);
    assertEquals(sentences([tick(4), many, tick(2)], base), [
        "Reopened <a>",
        "Changed 30 to-dos",
        "Changed <a>",
    ]);
});

Deno.test("more than ten items are counted, and what the ten have in common is not said of all", () => {
    const ten = [..."abcdefghij"].map((title) => changed(title, "timestamp"));

    assertEquals(sentences([write(1, ten), write(0, ten, { changed: 12 })]), [
        "Moved 10 to-dos",
        "Changed 12 to-dos",
    ]);
});

Deno.test("an item that an earlier write deleted was put back", () => {
    const back = write(3, [created("a")]);

    assertEquals(sentences([back, write(2, [deleted("a")])])[0], "Put back <a>");
    assertEquals(sentences([write(2, [deleted("a")]), write(1, [created("a")])]), [
        "Deleted <a>",
        "Added <a>",
    ]);
});

Deno.test("an undo names what it took back, and an undo of it what it restored", () => {
    const first = write(1, [created("a"), created("b")], claude);
    const undo = write(2, [deleted("a"), deleted("b")], { undoes: 1 });
    const redo = write(3, [created("a"), created("b")], { undoes: 2, by: "Phone" });

    assertEquals(sentences([redo, undo, first]), [
        "Phone restored: Claude added 2 to-dos",
        "Took back: Claude added 2 to-dos",
        "Claude added 2 to-dos",
    ]);
    assertEquals(sentences([undo]), ["Took back: an earlier change"]);
});

Deno.test("a write is undone while no later undo has restored it", () => {
    const first = write(1, [created("a")]);
    const undo = write(2, [deleted("a")], { undoes: 1 });
    const redo = write(3, [created("a")], { undoes: 2 });
    const undone = (/** @type {LoggedWrite[]} */ writes) =>
        readWrites(writes, new Map()).filter(({ isUndone }) => isUndone)
            .map(({ write }) => write.revision);

    assertEquals(undone([undo, first]), [1]);
    assertEquals(undone([redo, undo, first]), [2]);
});

Deno.test("writes stand under the local day on which they were made", () => {
    const at = (/** @type {number} */ day, /** @type {number} */ hour) =>
        new Date(2026, 10, day, hour).getTime() / 1000;
    const writes = [[4, 28, 1], [3, 27, 23], [2, 27, 0], [1, 25, 12]]
        .map(([revision, day, hour]) => write(revision, [created("a")], { at: at(day, hour) }));

    const days = byDays(readWrites(writes, new Map()));

    assertEquals(
        days.map(({ day, reads }) => [day.getDate(), reads.map(({ write }) => write.revision)]),
        [[28, [4]], [27, [3, 2]], [25, [1]]],
    );
});

Deno.test("a first page that is read again is joined to the others, or replaces them", () => {
    const shown = { elements: [5, 4, 3, 2, 1], next: "?2" };
    const cases = [
        // Nothing new; something new; something gone; a gap; all of it.
        [{ elements: [5, 4], next: "?1" }, { elements: [5, 4, 3, 2, 1], next: "?2" }],
        [{ elements: [7, 6, 5], next: "?1" }, { elements: [7, 6, 5, 4, 3, 2, 1], next: "?2" }],
        [{ elements: [5, 3], next: "?1" }, { elements: [5, 3, 2, 1], next: "?2" }],
        [{ elements: [5, 4, 3, 2, 1], next: "?1" }, { elements: [5, 4, 3, 2, 1], next: "?1" }],
        [{ elements: [9, 8], next: "?1" }, { elements: [9, 8], next: "?1" }],
        [{ elements: [9, 5] }, { elements: [9, 5] }],
    ];

    for (const [first, expected] of cases) {
        assertEquals(withFirst(shown, first, String), expected, JSON.stringify(first));
    }
});
