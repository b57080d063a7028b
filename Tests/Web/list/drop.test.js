/** Orders with places by hand, and what a move by hand writes. */

import { assertEquals } from "../assert.js";
import { drop, landing } from "../../../web/core/list/drop.js";
import { byPosition, order } from "../../../web/core/list/order.js";

/** @import { Item, Section, Sort } from "../../../web/types.d.ts" */

const now = new Date(2026, 10, 25, 18, 25);

/** @param {number} day of November 2026 @param {number} [hour] */
const at = (day, hour = 0) => ({ timestamp: new Date(2026, 10, day, hour).getTime() / 1000 });

/** @param {number} day */
const on = (day) => ({ ...at(day), day: `2026-11-${day}` });

let count = 0;
/** @param {string} id @param {Partial<Item>} [more] @returns {Item} */
const item = (id, more) => ({
    id,
    title: id,
    done: false,
    createdAt: ++count,
    revision: 1,
    ...more,
});

/** @param {Item[]} items @param {Sort} [sort] */
const ordered = (items, sort = "due") => items.toSorted(order(sort, "en"));

/** @param {Item[]} items */
const ids = (items) => items.map(({ id }) => id).join("");

/**
 * @param {Item[]} moved @param {Section} section @param {Item[]} items @param {string} [before]
 * @param {boolean} [isByHand]
 */
function move(moved, section, items, before, isByHand = false) {
    const place = { section, items, isByHand, before };
    return drop(moved, place, () => items.filter(({ position }) => position), now);
}

/** The list after a move. @param {Item[]} items @param {ReturnType<typeof drop>} changes */
function after(items, changes) {
    return ids(ordered(items.map((item) => {
        const change = changes.find(({ id }) => id === item.id);
        const { due, ...rest } = change ?? { id: item.id };
        const { timestamp: _timestamp, day: _day, ...plain } = item;
        return due === undefined ? { ...item, ...rest } : { ...plain, ...due, ...rest };
    })));
}

Deno.test("on one day what has no time comes first, by hand, and then the rest by time", () => {
    const items = [
        item("f", at(25, 20)),
        item("e", at(25, 19)),
        item("c", on(25)),
        item("b", { ...on(25), position: "a1" }),
        item("d", on(25)),
        item("a", { ...at(25), position: "Zz" }),
        item("g", { ...on(26), position: "a0" }),
        item("i"),
        item("h", { position: "a0" }),
    ];

    assertEquals(ids(ordered(items)), "abcdefghi");
});

Deno.test("by hand, items with a key come first, and equal keys are in the order of creation", () => {
    const items = [
        item("d"),
        item("a", { position: "Zz", ...on(30) }),
        item("b", { position: "a0" }),
        item("c", { position: "a0" }),
        item("e", at(1)),
    ];

    assertEquals(ids(ordered(items, "position")), "abcde");
});

Deno.test("a move within a section writes one key, and nothing about the date", () => {
    const items = ["a0", "a1", "a2"].map((position, n) => item("abc"[n], { position, ...on(25) }));

    assertEquals(move([items[2]], "today", items, "b"), [{ id: "c", position: "a0V" }]);
    assertEquals(move([items[0]], "today", items), [{ id: "a", position: "a3" }]);
    assertEquals(move([items[0]], "today", items, "b"), []);
    assertEquals(
        move([items[2], items[0]], "today", items, "b"),
        [
            { id: "c", position: "Zz" },
            { id: "a", position: "a0" },
        ].filter(({ id }) => id === "c"),
    );
});

Deno.test("a move to another section gives its date, and the place among its items", () => {
    const today = [
        item("a", { ...on(25), position: "a0" }),
        item("b", on(25)),
        item("t", at(25, 20)),
    ];
    const arriving = item("x", { position: "a5", ...at(24, 9) });
    const day = item("y", { ...on(24), position: "a0" });

    const changes = move([day], "today", today, "b");
    assertEquals(changes, [{ id: "y", position: "a1", due: on(25) }]);
    assertEquals(after([...today, day], changes), "aybt");
    // Below what has a time there is no place by hand: it comes after the others.
    assertEquals(after([...today, day], move([day], "today", today)), "abyt");
    // A time stays, and decides.
    assertEquals(move([arriving], "today", today, "a"), [{ id: "x", due: at(25, 9) }]);
    const [change] = move([arriving], "no date", [item("n")], "n");
    assertEquals([change.id, change.due], ["x", null]);
    assertEquals(move([day], "no date", []), [{ id: "y", due: null }]);
    assertEquals(move([day], "tomorrow", [], undefined)[0].due, on(26));
});

Deno.test("several keep their order, also in an empty section", () => {
    const [a, b] = [
        item("a", { ...on(24), position: "a5" }),
        item("b", { ...on(24), position: "a2" }),
    ];

    assertEquals(after([a, b], move([a, b], "today", [])), "ab");
    assertEquals(after([a, b], move([b, a], "today", [])), "ba");
});

Deno.test("what the order cannot show is no move", () => {
    const timed = [item("a", at(25, 19)), item("b", at(25, 20))];
    const week = [item("c", on(28)), item("d", on(29)), item("e", on(29))];
    const done = item("f", { done: true });

    assertEquals(move([timed[1]], "today", timed, "a"), []);
    for (const section of /** @type {Section[]} */ (["overdue", "week", "later", "done"])) {
        assertEquals(landing([timed[0]], { section, items: week, isByHand: false }), null);
    }
    assertEquals(move([week[0], week[1]], "week", week), []);
    assertEquals(move([done], "no date", []), []);
    // Among the days of a section, an item stays with those of its day.
    const { before } =
        landing([week[2]], { section: "week", items: week, isByHand: false, before: "c" }) ?? {};
    assertEquals(before, "d");
    assertEquals(after(week, move([week[2]], "week", week, "c")), "ced");
    assertEquals(move([timed[0]], "to do", week, "c", true), []);
});

Deno.test("by hand everything can be moved, also what has a time", () => {
    const items = [item("a", at(25, 19)), item("b"), item("c", on(3))];

    const changes = move([items[2]], "to do", items, "a", true);

    assertEquals(changes, [{ id: "c", position: "a0" }]);
    assertEquals([items[0], { ...items[2], position: "a0" }].toSorted(byPosition)[0].id, "c");
});
