/**
 * Which request the queue sends next.
 *
 * Few entries: each is a batch of its own, so each is a revision that can be undone. Many: as many
 * together as a batch takes, but what completes a repeating item goes alone: only its revision takes
 * back the item that comes next. The answer is judged in answer.js.
 */

import { apply, conflicts, content, remaining, sameContent } from "./merge.js";

/** @import { Entry, Hold, Item, Operation, Sealed } from "../types.d.ts" */

/** More waiting entries than this are sent together. */
export const manyEntries = 20;
export const mostOperations = 1000;
/** Far below the 16 MiB that a server takes; counted in UTF-16 units. */
export const mostUnits = 2_000_000;

/** @typedef {Record<string, unknown>} WireOperation */

/**
 * What to do next: send a request, or decide about an entry that cannot be sent as it is.
 * @typedef {{ send: Sealed }
 *     | { hold: Entry, why: Hold }
 *     | { drop: Entry, reason: "unchanged" | "deleted" | "changed" }
 *     | null} Plan
 */

/** @param {Operation} operation @returns {string} */
export const idOf = (operation) => operation.op === "put" ? operation.item.id : operation.id;

/**
 * @param {Entry[]} entries in the order of the queue
 * @param {Map<string, Item>} base the items as the server has them
 * @param {string} key for the request
 * @param {boolean} [single] sends only one entry
 * @returns {Plan}
 */
export function plan(entries, base, key, single = false) {
    const ready = unblocked(entries);
    const together = !single && ready.length > manyEntries;
    /** @type {Map<string, Item | undefined>} */
    const working = new Map();
    /** @type {WireOperation[]} */
    const operations = [];
    /** @type {Sealed} */
    const sealed = { key, path: "/items/batch", body: null, entries: [], owners: [] };
    let units = 0;
    for (const entry of ready) {
        const first = sealed.entries.length === 0;
        if (!first && !together) break;
        if (entry.kind === "undo" && entry.revision !== undefined) {
            if (!first) break;
            return { send: { ...sealed, path: `/undo/${entry.revision}`, entries: [entry.id] } };
        }
        const verdict = judge(entry, base, working);
        if (!("wire" in verdict)) {
            if (!first) break;
            return verdict;
        }
        const size = JSON.stringify(verdict.wire).length;
        const tooLarge = operations.length + verdict.wire.length > mostOperations ||
            units + size > mostUnits;
        if (!first && (tooLarge || verdict.completes)) break;
        units += size;
        sealed.owners.push(...verdict.wire.map(() => sealed.entries.length));
        sealed.entries.push(entry.id);
        operations.push(...verdict.wire);
        for (const [id, item] of verdict.working) working.set(id, item);
        if (verdict.completes) break;
    }
    if (sealed.entries.length === 0) return null;
    return { send: { ...sealed, body: JSON.stringify(operations) } };
}

/**
 * Entries that wait for a decision block later ones of the same items, and no others.
 * @param {Entry[]} entries @returns {Entry[]}
 */
function unblocked(entries) {
    const blocked = new Set();
    return entries.filter((entry) => {
        const ids = entry.operations.map(idOf);
        if (!entry.hold && !ids.some((id) => blocked.has(id))) return true;
        ids.forEach((id) => blocked.add(id));
        return false;
    });
}

/**
 * @param {Entry} entry @param {Map<string, Item>} base @param {Map<string, Item | undefined>} before
 * @returns {{ wire: WireOperation[], working: Map<string, Item | undefined>, completes: boolean }
 *     | { hold: Entry, why: Hold } | { drop: Entry, reason: "unchanged" | "deleted" | "changed" }}
 */
function judge(entry, base, before) {
    const working = new Map(before);
    /** @type {WireOperation[]} */
    const wire = [];
    let completes = false;
    let deleted = 0;
    for (const operation of entry.operations) {
        const id = idOf(operation);
        const current = working.has(id) ? working.get(id) : base.get(id);
        if (entry.kind === "undo" && isStale(operation, current)) {
            return { drop: entry, reason: "changed" };
        }
        if (operation.op === "put") {
            wire.push({ op: "put", item: content(operation.item) });
        } else if (!current) {
            if (operation.op === "patch" && operation.opened) {
                return { hold: entry, why: { why: "gone" } };
            }
            if (operation.op === "patch") deleted++;
            continue;
        } else {
            const condition = operation.opened && conditionOf(id, base);
            if (operation.op === "delete") {
                wire.push({ op: "delete", id, ...condition });
            } else {
                const fields = operation.opened &&
                    conflicts(operation.opened, operation.patch, current);
                if (fields?.length) {
                    return { hold: entry, why: { why: "conflict", theirs: current, fields } };
                }
                const patch = operation.opened
                    ? remaining(current, operation.patch)
                    : operation.patch;
                if (Object.keys(patch).length === 0) continue;
                wire.push({ op: "patch", id, patch, ...condition });
            }
        }
        const next = apply(current, operation);
        completes ||= current?.repeat !== undefined && !current.done && next?.done === true;
        working.set(id, next);
    }
    if (wire.length > 0) return { wire, working, completes };
    return { drop: entry, reason: deleted ? "deleted" : "unchanged" };
}

/**
 * The revision is that of the copy, not of the form's opening: an own change may lie between them.
 * What the form showed is compared by `conflicts`.
 * @param {string} id @param {Map<string, Item>} base
 */
function conditionOf(id, base) {
    const revision = base.get(id)?.revision;
    return revision === undefined ? undefined : { ifRevision: revision };
}

/**
 * Whether the opposite of an operation would take back what came later. A rule that has moved on to
 * the next item does not come back as well.
 * @param {Operation} operation @param {Item | undefined} current
 */
function isStale(operation, current) {
    if (operation.op === "put") return current !== undefined;
    if (!operation.opened) return false;
    if (operation.op === "delete") return current && !sameContent(current, operation.opened);
    const { patch } = operation;
    if (!current || (current.done && patch.done === false && patch.repeat)) return true;
    return conflicts(operation.opened, patch, current).length > 0;
}

/**
 * Splits the operations of one action into parts that fit into a batch.
 * @param {Operation[]} operations @returns {Operation[][]}
 */
export function split(operations) {
    /** @type {Operation[][]} */
    const parts = [];
    let units = Infinity;
    for (const operation of operations) {
        const size = operation.op === "delete" ? 60 : JSON.stringify(operation).length;
        const part = parts.at(-1);
        if (part && part.length < mostOperations && units + size <= mostUnits) {
            part.push(operation);
            units += size;
        } else {
            parts.push([operation]);
            units = size;
        }
    }
    return parts;
}
