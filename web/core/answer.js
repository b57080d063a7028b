/** What the answer to a request of the queue means. */

import { batchPath, newItemsPath } from "./queue.js";

/** @import { Change, Item, Outcome, Problem, Sealed } from "../types.d.ts" */

/**
 * An answer, as api.js returns it. Status 0: there was no answer.
 * @typedef {{ status: number, body: any, undo?: number, retryAfter?: number }} Answer
 */

/**
 * `restored`: ids of items that an undo has changed. The answer does not contain their new state.
 * `in doubt`: it is unknown whether the request was done. `by operations`: the revision cannot be
 * undone as a whole.
 * @typedef {{ kind: "done", outcomes: Outcome[], changes: Change[], restored?: string[] }
 *     | { kind: "later", seconds?: number }
 *     | { kind: "stale", problem: Problem }
 *     | { kind: "refused", entry: string, problem: Problem }
 *     | { kind: "full", entry: string, problem: Problem }
 *     | { kind: "one by one" }
 *     | { kind: "in doubt" }
 *     | { kind: "by operations" }
 *     | { kind: "signed out" }} Meaning
 */

/** @param {Sealed} sealed @param {Answer} answer @returns {Meaning} */
export function meaning(sealed, answer) {
    const { status } = answer;
    if (status >= 200 && status < 300) return success(sealed, answer);
    const problem = /** @type {Problem} */ (
        typeof answer.body === "object" && answer.body ? answer.body : {}
    );
    if (status === 401) return { kind: "signed out" };
    const entry = entryOf(sealed, problem);
    if (status === 507 && entry !== undefined) return { kind: "full", entry, problem };
    if (status === 507) return { kind: "one by one" };
    if (status === 0 || status >= 500 || status === 408 || status === 429) {
        return { kind: "later", seconds: answer.retryAfter };
    }
    switch (problem.type) {
        case "/problems/idempotency-key-in-use":
            return { kind: "later", seconds: 1 };
        case "/problems/idempotency-key-reused":
            return { kind: "in doubt" };
        case "/problems/answer-not-kept":
            return { kind: "done", outcomes: outcomes(sealed, undefined), changes: [] };
    }
    if (sealed.path.startsWith("/undo/") && [404, 409, 410].includes(status)) {
        return { kind: "by operations" };
    }
    if (sealed.path === batchPath && [404, 410, 412].includes(status) && problem.pointer) {
        return { kind: "stale", problem };
    }
    // A redirect, or an answer of another program, does not refuse this change.
    if (status < 400) return { kind: "later" };
    return entry === undefined ? { kind: "one by one" } : { kind: "refused", entry, problem };
}

/** @param {Sealed} sealed @param {Answer} answer @returns {Meaning} */
function success(sealed, { body, undo }) {
    if (sealed.path.startsWith("/undo/")) {
        if (!Number.isInteger(body?.revision)) return { kind: "later" };
        const { restored = [] } = body;
        return { kind: "done", outcomes: outcomes(sealed, undo), changes: [], restored };
    }
    // Another program at this address can also answer 200.
    if (!Array.isArray(body) || body.length !== sealed.owners.length) {
        return { kind: "later" };
    }
    if (sealed.path === newItemsPath) {
        const changes = body.map((/** @type {Item} */ item) => ({
            revision: item.revision ?? 0,
            item,
        }));
        return { kind: "done", outcomes: outcomes(sealed, undo), changes };
    }
    /** @type {Change[]} */
    const changes = body.map((/** @type {{ id: string, item?: Item }} */ { id, item }) =>
        item ? { revision: item.revision ?? 0, item } : { revision: undo ?? 0, deleted: id }
    );
    return { kind: "done", outcomes: outcomes(sealed, undo), changes };
}

/** @param {Sealed} sealed @param {number | undefined} revision @returns {Outcome[]} */
function outcomes(sealed, revision) {
    const alone = sealed.entries.length === 1;
    return sealed.entries.map((id) => ({ id, revision, alone }));
}

/**
 * The entry that a problem is about, if the problem says so.
 * @param {Sealed} sealed @param {Problem} problem
 */
function entryOf(sealed, problem) {
    if (sealed.entries.length === 1) return sealed.entries[0];
    const pointer = problem.pointer ?? problem.errors?.[0]?.pointer;
    const index = pointer && /^\/(\d+)/.exec(pointer)?.[1];
    return index ? sealed.entries[sealed.owners[Number(index)]] : undefined;
}
