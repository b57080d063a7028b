/** The next request of the queue, and the meaning of a response. */

import { assertEquals } from "./assert.js";
import { meaning } from "../../web/core/answer.js";
import { plan, split } from "../../web/core/queue.js";

/** @import { Entry, Item, Operation } from "../../web/types.d.ts" */

/** @param {string} id @param {Partial<Item>} [more] @returns {Item} */
const item = (id, more) => ({ id, title: id, done: false, createdAt: 1, revision: 1, ...more });

let seq = 0;
/** @param {Operation[]} operations @param {Partial<Entry>} [more] @returns {Entry} */
function entry(operations, more) {
    seq++;
    return { seq, id: `e${seq}`, kind: "change", operations, label: "", ...more };
}

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
    assertEquals(sent(plan(additions(30), copy(), "k", true)).entries.length, 1);
});

Deno.test("checking carries no condition", () => {
    const next = plan(
        [entry([{ op: "patch", id: "a", patch: { done: true } }])],
        copy(item("a")),
        "k",
    );

    assertEquals(operations(next), [{ op: "patch", id: "a", patch: { done: true } }]);
});

Deno.test("an edit carries the revision of the copy, not that of the form's opening", () => {
    const opened = item("a", { revision: 1 });
    const edit = entry([{ op: "patch", id: "a", patch: { title: "new" }, opened }]);

    const next = plan([edit], copy(item("a", { revision: 7, itemDescription: "theirs" })), "k");

    assertEquals(operations(next)[0].ifRevision, 7);
});

Deno.test("two edits of one item in a batch both name the revision before it", () => {
    const first = entry([{ op: "patch", id: "a", patch: { title: "b" }, opened: item("a") }]);
    const opened = item("a", { title: "b" });
    const second = entry([{ op: "patch", id: "a", patch: { title: "c" }, opened }]);

    const next = plan([...additions(20), first, second], copy(item("a")), "k");

    assertEquals(operations(next).slice(-2).map((/** @type {any} */ op) => op.ifRevision), [1, 1]);
});

Deno.test("a change of the same field elsewhere is a conflict", () => {
    const edit = entry([{ op: "patch", id: "a", patch: { title: "mine" }, opened: item("a") }]);
    const theirs = item("a", { title: "theirs", revision: 2 });

    const next = plan([edit], copy(theirs), "k");

    assertEquals(next, { hold: edit, why: { why: "conflict", theirs, fields: ["title"] } });
});

Deno.test("the same value on both sides is no conflict and is not sent", () => {
    const edit = entry([{ op: "patch", id: "a", patch: { title: "b" }, opened: item("a") }]);

    const next = plan([edit], copy(item("a", { title: "b" })), "k");

    assertEquals(next, { drop: edit, reason: "unchanged" });
});

Deno.test("an edit of a deleted item is a conflict, and checking one is reported", () => {
    const edit = entry([{ op: "patch", id: "a", patch: { title: "b" }, opened: item("a") }]);
    const check = entry([{ op: "patch", id: "a", patch: { done: true } }]);

    assertEquals(plan([edit], copy(), "k"), { hold: edit, why: { why: "gone" } });
    assertEquals(plan([check], copy(), "k"), { drop: check, reason: "deleted" });
});

Deno.test("deleting a deleted item needs no request", () => {
    const deletion = entry([{ op: "delete", id: "a" }]);

    assertEquals(plan([deletion], copy(), "k"), { drop: deletion, reason: "unchanged" });
});

Deno.test("an entry that waits for a decision blocks its items only", () => {
    const held = entry([{ op: "patch", id: "a", patch: { title: "b" } }], {
        hold: { why: "gone" },
    });
    const same = entry([{ op: "patch", id: "a", patch: { done: true } }]);
    const other = entry([{ op: "patch", id: "b", patch: { done: true } }]);

    const next = plan([held, same, other], copy(item("a"), item("b")), "k");

    assertEquals(sent(next).entries, [other.id]);
});

Deno.test("an undo of a known revision is a request of its own", () => {
    const undo = entry([{ op: "delete", id: "a" }], { kind: "undo", of: "x", revision: 5 });

    const next = plan([undo, ...additions(30)], copy(item("a")), "k");

    assertEquals([sent(next).path, sent(next).body], ["/undo/5", null]);
});

Deno.test("an undo by the opposite change is refused if the item was changed since", () => {
    const undo = (/** @type {Operation} */ back) => entry([back], { kind: "undo", of: "x" });
    const after = item("a", { title: "after" });
    const deletion = undo({ op: "delete", id: "a", opened: after });
    const patch = undo({ op: "patch", id: "a", patch: { title: "before" }, opened: after });
    const put = undo({ op: "put", item: item("a") });

    for (const back of [deletion, patch, put]) {
        const next = plan([back], copy(item("a", { title: "theirs" })), "k");

        assertEquals(next, { drop: back, reason: "changed" });
    }
    assertEquals(operations(plan([patch], copy(after), "k"))[0].patch, { title: "before" });
});

Deno.test("the operations of a large action are split by number and by size", () => {
    const deletions = Array.from(
        { length: 2500 },
        (_, index) => /** @type {Operation} */ ({ op: "delete", id: `${index}` }),
    );
    const large = Array.from({ length: 5 }, (_, index) => /** @type {Operation} */ ({
        op: "put",
        item: item(`${index}`, { itemDescription: "x".repeat(900_000) }),
    }));

    assertEquals(split(deletions).map((part) => part.length), [1000, 1000, 500]);
    assertEquals(split(large).map((part) => part.length), [2, 2, 1]);
});

const batch = {
    key: "k",
    path: "/items/batch",
    body: "[]",
    entries: ["e", "f"],
    owners: [0, 0, 1],
};

Deno.test("each status of a response has its meaning", () => {
    /** @param {number} status @param {object} [body] */
    const kind = (status, body = {}) => meaning(batch, { status, body }).kind;

    for (const status of [0, 500, 502, 503, 408, 429, 301]) assertEquals(kind(status), "later");
    assertEquals(kind(401), "signed out");
    assertEquals(kind(412, { pointer: "/2" }), "stale");
    assertEquals(kind(404, { pointer: "/2" }), "stale");
    assertEquals(kind(413), "one by one");
    assertEquals(kind(409, { type: "/problems/idempotency-key-in-use" }), "later");
    assertEquals(kind(422, { type: "/problems/idempotency-key-reused" }), "anew");
    // Not a response of this API: another program has the port.
    assertEquals(kind(200, {}), "later");
});

Deno.test("a refusal concerns the entry of its pointer", () => {
    const problem = { errors: [{ pointer: "/2/item/title", detail: "" }] };

    const result = meaning(batch, { status: 422, body: problem });

    assertEquals(result.kind === "refused" && result.entry, "f");
});

Deno.test("a batch of one entry can be undone by its revision", () => {
    const single = { ...batch, entries: ["e"], owners: [0] };

    const result = meaning(single, { status: 200, body: [{ id: "a", deleted: true }], undo: 9 });

    assertEquals(result, {
        kind: "done",
        outcomes: [{ id: "e", revision: 9, alone: true }],
        changes: [{ revision: 9, deleted: "a" }],
    });
});
