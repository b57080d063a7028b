/** The meaning of a response to a request of the queue. */

import { assertEquals } from "./assert.js";
import { meaning } from "../../web/core/answer.js";

/** @import { Item } from "../../web/types.d.ts" */

/** @param {string} id @param {Partial<Item>} [more] @returns {Item} */
const item = (id, more) => ({ id, title: id, done: false, createdAt: 1, revision: 1, ...more });

const batch = {
    key: "k",
    at: 0,
    path: "/items/batch",
    body: "[]",
    entries: ["e", "f"],
    owners: [0, 0, 1],
    conflicts: [],
    skipped: [],
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
    assertEquals(kind(422, { type: "/problems/idempotency-key-reused" }), "in doubt");
    // Not a response of this API: another program has the port.
    assertEquals(kind(200, {}), "later");
});

Deno.test("an undo that the server cannot do by its revision goes by its operations", () => {
    const undo = { ...batch, path: "/undo/5", body: null, entries: ["e"], owners: [] };

    for (const status of [404, 409, 410]) {
        assertEquals(meaning(undo, { status, body: {} }).kind, "by operations");
    }
});

Deno.test("the answer to new items has what is stored", () => {
    const insert = { ...batch, path: "/items?onConflict=skip", owners: [0, 1] };
    const theirs = item("b", { revision: 3 });

    const result = meaning(insert, { status: 201, body: [item("a"), theirs], undo: 1 });

    assertEquals(result.kind === "done" && result.changes, [
        { revision: 1, item: item("a") },
        { revision: 3, item: theirs },
    ]);
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
