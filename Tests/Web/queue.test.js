/** The next request of the queue. */

import { assertEquals } from "./assert.js";
import { opposite } from "../../web/core/history/steps.js";
import { plan, split } from "../../web/core/queue.js";
import { Device } from "./device.js";
import { Server } from "./server.js";

/** @import { Entry, Item, Operation } from "../../web/types.d.ts" */

/** @param {string} id @param {Partial<Item>} [more] @returns {Item} */
const item = (id, more) => ({ id, title: id, done: false, createdAt: 1, revision: 1, ...more });

let seq = 0;
/** @param {Operation[]} operations @param {Partial<Entry>} [more] @returns {Entry} */
function entry(operations, more) {
    seq++;
    return { seq, id: `e${seq}`, kind: "change", operations, label: "", ...more };
}

/** @param {string} id @param {import("../../web/types.d.ts").Patch} patch @param {Item} [opened] */
const edit = (id, patch, opened = item(id)) => entry([{ op: "patch", id, patch, opened }]);

/** @param {string} id @param {Item} [opened] */
const deletion = (id, opened = item(id)) => entry([{ op: "delete", id, opened }]);

/** @param {number} count */
const additions = (count) =>
    Array.from({ length: count }, (_, index) => entry([{ op: "put", item: item(`n${index}`) }]));

/** @param {import("../../web/core/queue.js").Plan} next */
function sent(next) {
    if (!next || !("send" in next)) throw new Error(JSON.stringify(next));
    return next.send;
}

/** @param {import("../../web/core/queue.js").Plan} next */
const operations = (next) => JSON.parse(sent(next).body ?? "null");

/** @param {Item[]} items */
const copy = (...items) => new Map(items.map((item) => [item.id, item]));

Deno.test("up to twenty entries are sent one by one, so that each can be undone", () => {
    const request = sent(plan(additions(20), copy(), "k"));

    assertEquals(request.entries.length, 1);
});

Deno.test("more than twenty entries are sent together, at most 1,000 operations", () => {
    assertEquals(sent(plan(additions(21), copy(), "k")).entries.length, 21);
    assertEquals(operations(plan(additions(1500), copy(), "k")).length, 1000);
});

Deno.test("after a refusal without a pointer one entry is sent at a time", () => {
    assertEquals(sent(plan(additions(30), copy(), "k", { single: true })).entries.length, 1);
});

Deno.test("ticking carries no condition", () => {
    const next = plan([edit("a", { done: true })], copy(item("a")), "k");

    assertEquals(operations(next), [{ op: "patch", id: "a", patch: { done: true } }]);
});

Deno.test("an edit carries the revision of the copy, not that of the form's opening", () => {
    const opened = item("a", { revision: 1 });

    const next = plan(
        [edit("a", { title: "new" }, opened)],
        copy(item("a", { revision: 7, itemDescription: "theirs" })),
        "k",
    );

    assertEquals(operations(next)[0].ifRevision, 7);
});

Deno.test("a deletion carries the revision of the copy", () => {
    const next = plan([deletion("a")], copy(item("a", { revision: 7 })), "k");

    assertEquals(operations(next), [{ op: "delete", id: "a", ifRevision: 7 }]);
});

Deno.test("two edits of one item in a batch both name the revision before it", () => {
    const many = Array.from({ length: 20 }, (_, index) => edit(`n${index}`, { done: true }));
    const first = edit("a", { title: "b" });
    const second = edit("a", { title: "c" }, item("a", { title: "b" }));
    const base = copy(item("a"), ...many.map((_, index) => item(`n${index}`)));

    const next = plan([...many, first, second], base, "k");

    assertEquals(operations(next).slice(-2).map((/** @type {any} */ op) => op.ifRevision), [1, 1]);
});

Deno.test("new items are sent if absent, past what waits of other items", () => {
    const others = Array.from({ length: 20 }, (_, index) => edit(`n${index}`, { done: true }));
    const base = copy(...others.map((_, index) => item(`n${index}`)));
    const [first, second] = ["new0", "new1"].map((id) => entry([{ op: "put", item: item(id) }]));
    const again = edit("new0", { done: true }, item("new0"));

    const next = plan([first, ...others, again, second], base, "k");

    assertEquals(sent(next).path, "/items?onConflict=skip");
    assertEquals(operations(next).map((/** @type {Item} */ { id }) => id), ["new0", "new1"]);
    assertEquals(sent(next).entries, [first.id, second.id]);
});

Deno.test("a new item whose id is there already leaves that one as it is", () => {
    const [addition] = additions(1);
    const there = item("n0", { title: "theirs" });

    const next = plan([addition], copy(there), "k");

    assertEquals(next && "drop" in next && next.conflicts, []);
});

Deno.test("a change of the same field elsewhere is overwritten, and in the list", () => {
    const mine = edit("a", { title: "mine" });
    const theirs = item("a", { title: "theirs", revision: 2 });

    const next = plan([mine], copy(theirs), "k", { at: 7 });

    assertEquals(operations(next), [
        { op: "patch", id: "a", patch: { title: "mine" }, ifRevision: 2 },
    ]);
    const [{ id: _, ...conflict }] = sent(next).conflicts;
    assertEquals(conflict, {
        at: 7,
        kind: "overwrote",
        item: "a",
        title: "mine",
        fields: ["title"],
        lost: theirs,
        by: item("a", { title: "mine", revision: 2 }),
    });
});

Deno.test("the same value on both sides is no conflict and is not sent", () => {
    const same = edit("a", { title: "b" });

    const next = plan([same], copy(item("a", { title: "b" })), "k");

    assertEquals(next && "drop" in next && [next.drop, next.conflicts], [same, []]);
});

Deno.test("deleting a deleted item needs no request", () => {
    const twice = deletion("a");

    const next = plan([twice], copy(), "k");

    assertEquals(next && "drop" in next && [next.drop, next.conflicts], [twice, []]);
});

Deno.test("of several deletions those of items that were changed elsewhere do not count", () => {
    const clearing = entry(["a", "b", "c"].map((id) => ({
        op: "delete",
        id,
        opened: item(id, { done: true }),
    })));
    const base = copy(
        item("a", { done: true }),
        item("b"),
        item("c", { done: true, title: "new" }),
    );

    const next = plan([clearing], base, "k");

    assertEquals(operations(next).map((/** @type {any} */ { id }) => id), ["a"]);
    assertEquals(sent(next).conflicts.map(({ kind, item }) => [kind, item]), [
        ["kept", "b"],
        ["kept", "c"],
    ]);
});

Deno.test("a deletion that does not count takes what was changed before it along", () => {
    const first = edit("a", { itemDescription: "mine" });
    const second = deletion("a", item("a", { itemDescription: "mine" }));
    const theirs = item("a", { title: "theirs", revision: 2 });

    const next = plan([first, second], copy(theirs), "k");

    assertEquals(next && "drop" in next && [next.drop, next.conflicts], [first, []]);
});

Deno.test("without room what makes room goes first, and what had none waits with its item", () => {
    const long = item("a", { itemDescription: "x".repeat(100) });
    const none = edit("a", { itemDescription: "y".repeat(200) }, long);
    const waiting = { ...none, full: true };
    const later = edit("a", { title: "b" }, long);
    const other = edit("b", { itemDescription: "z" });
    const shorter = edit("c", { itemDescription: null }, item("c", { itemDescription: "long" }));
    const gone = deletion("d");
    const base = copy(long, item("b"), item("c", { itemDescription: "long" }), item("d"));
    let entries = [waiting, later, other, shorter, gone];

    /** @type {string[]} */
    const order = [];
    for (;;) {
        const next = plan(entries, base, "k");
        if (!next) break;
        order.push(...sent(next).entries);
        entries = entries.filter(({ id }) => !order.includes(id));
    }

    assertEquals(order, [shorter.id, gone.id, other.id]);
});

Deno.test("an undo of a known revision is a request of its own", () => {
    const undo = entry([{ op: "delete", id: "a", opened: item("a") }], {
        kind: "undo",
        of: "x",
        revision: 5,
    });

    const next = plan([undo, ...additions(30)], copy(item("a")), "k");

    assertEquals([sent(next).path, sent(next).body], ["/undo/5", null]);
});

Deno.test("an undo by the opposite change counts as a change", () => {
    const undo = (/** @type {Operation} */ back) => entry([back], { kind: "undo", of: "x" });
    const after = item("a", { title: "after" });
    const removal = undo({ op: "delete", id: "a", opened: after });
    const patch = undo({ op: "patch", id: "a", patch: { title: "before" }, opened: after });
    const put = undo({ op: "put", item: item("a") });
    const theirs = copy(item("a", { title: "theirs" }));
    /** @param {import("../../web/core/queue.js").Plan} next */
    const kinds = (next) =>
        (next && "drop" in next ? next : sent(next)).conflicts.map(({ kind }) => kind);

    assertEquals(operations(plan([patch], copy(after), "k"))[0].patch, { title: "before" });
    assertEquals(kinds(plan([patch], copy(after), "k")), []);
    assertEquals(operations(plan([patch], theirs, "k"))[0].patch, { title: "before" });
    assertEquals(kinds(plan([patch], theirs, "k")), ["overwrote"]);
    assertEquals(kinds(plan([patch], copy(), "k")), ["revived"]);
    assertEquals(kinds(plan([removal], theirs, "k")), ["kept"]);
    assertEquals(kinds(plan([put], theirs, "k")), []);
});

Deno.test("the operations of a large action are split by number and by size", () => {
    const deletions = Array.from(
        { length: 2500 },
        (_, index) => /** @type {Operation} */ ({
            op: "delete",
            id: `${index}`,
            opened: item(`${index}`),
        }),
    );
    const large = Array.from({ length: 5 }, (_, index) => /** @type {Operation} */ ({
        op: "put",
        item: item(`${index}`, { itemDescription: "x".repeat(900_000) }),
    }));

    assertEquals(split(deletions).map((part) => part.length), [1000, 1000, 500]);
    assertEquals(split(large).map((part) => part.length), [2, 2, 1]);
});

for (const isKnown of [true, false]) {
    const when = isKnown ? "is known to be changed" : "turns out to be changed";
    Deno.test(`the undo of a large import is sent in parts if an item ${when}`, async () => {
        const server = new Server();
        const device = new Device(server);
        /** @type {Operation[]} */
        const operations = Array.from(
            { length: 1500 },
            (_, n) => ({ op: "put", item: item(`n${n}`) }),
        );
        const revision = server.batch(operations, Infinity).undo;
        await device.pull();
        const back = opposite(operations, new Map());
        const imported = entry(operations, { id: "import" });
        device.history.add({ label: "", parts: [{ entry: imported, back }] });
        await device.copy.commit({ outcomes: [{ id: "import", revision, alone: true }] });

        server.batch([{ op: "patch", id: "n7", patch: { title: "changed" } }]);
        if (isKnown) await device.pull();
        await device.undo();
        await device.sync();

        assertEquals([...server.items.keys()], ["n7"]);
        const sizes = device.sent.map(({ body }) => body && JSON.parse(body).length);
        assertEquals(sizes, isKnown ? [1000, 499] : [null, 1000, 499]);
    });
}
