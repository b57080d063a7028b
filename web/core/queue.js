/**
 * Which request the queue sends next.
 *
 * If few entries wait, each is a request of its own, so each is a revision that can be undone. If
 * many wait, a request takes as many as fit. The completion of a repeating item is always sent
 * alone, because only an undo of its revision also removes the next item. New items are sent in
 * requests of their own, which do not change an existing item. They overtake waiting entries of
 * other items. answer.js judges the answer.
 */

import { idOf, judge } from "./conflicts/judge.js";
import { makeConflict } from "./conflicts/list.js";
import { netsOf } from "./conflicts/nets.js";
import { content, patched } from "./merge.js";

/** @import { State, WireOperation } from "./conflicts/judge.js" */
/** @import { Entry, Item, Operation, Sealed } from "../types.d.ts" */

/** If more entries than this wait, they are sent together. */
export const manyEntries = 20;
export const mostOperations = 1000;
/** Far below the 16 MiB that a server accepts. Counted in UTF-16 units. */
export const mostUnits = 2_000_000;

export const batchPath = "/items/batch";
export const newItemsPath = "/items?onConflict=skip";

/**
 * What to do next: send a request, or drop an entry that has nothing to send.
 * @typedef {{ send: Sealed }
 *     | { drop: Entry } & Pick<Sealed, "conflicts" | "skipped">
 *     | null} Plan
 */

/**
 * @param {Entry[]} entries in the order of the queue
 * @param {Map<string, Item>} base the items as the server has them
 * @param {string} key for the request
 * @param {{ single?: boolean, at?: number }} [options] `single` sends one entry; `at` is now
 * @returns {Plan}
 */
export function plan(entries, base, key, { single = false, at = 0 } = {}) {
    const ready = sendable(entries);
    const together = !single && ready.length === entries.length && ready.length > manyEntries;
    /** @type {State} */
    const state = {
        base,
        working: new Map(),
        nets: netsOf(entries),
        conflicts: [],
        list: (conflict) => makeConflict(conflict, at),
    };
    /** @type {WireOperation[]} */
    const operations = [];
    /** @type {Sealed} */
    const sealed = {
        key,
        at,
        path: "",
        body: null,
        entries: [],
        owners: [],
        conflicts: state.conflicts,
        skipped: [],
    };
    let units = 0;
    /** @type {Set<string>} Items of entries that were overtaken. */
    const passed = new Set();
    for (const entry of ready) {
        const first = sealed.entries.length === 0;
        if (!first && !together) break;
        // The server decides whether the revision can be undone.
        if (entry.kind === "undo" && entry.revision !== undefined) {
            if (!first) break;
            return { send: { ...sealed, path: `/undo/${entry.revision}`, entries: [entry.id] } };
        }
        const ids = entry.operations.map(idOf);
        const verdict = judge(entry, state);
        if (verdict.wire.length === 0) {
            if (!first) break;
            const { conflicts, skipped } = verdict;
            return { drop: entry, conflicts, skipped };
        }
        const path = verdict.wire.every(({ op }) => op === "put") ? newItemsPath : batchPath;
        if (first) sealed.path = path;
        if (path !== sealed.path || ids.some((id) => passed.has(id))) {
            ids.forEach((id) => passed.add(id));
            continue;
        }
        const size = JSON.stringify(verdict.wire).length;
        const tooLarge = operations.length + verdict.wire.length > mostOperations ||
            units + size > mostUnits;
        if (!first && (tooLarge || verdict.completes)) break;
        units += size;
        sealed.owners.push(...verdict.wire.map(() => sealed.entries.length));
        sealed.entries.push(entry.id);
        sealed.skipped.push(...verdict.skipped);
        state.conflicts.push(...verdict.conflicts);
        operations.push(...verdict.wire);
        state.working = verdict.working;
        if (verdict.completes) break;
    }
    if (sealed.entries.length === 0) return null;
    const isNew = sealed.path === newItemsPath;
    const body = JSON.stringify(isNew ? operations.map(({ item }) => item) : operations);
    return { send: { ...sealed, body } };
}

/**
 * The entries that can be sent, in order. When the server has no room, entries that make room come
 * first. Entries that had no room wait, with all later entries of the same items.
 * @param {Entry[]} entries @returns {Entry[]}
 */
function sendable(entries) {
    if (!entries.some(({ full }) => full)) return entries;
    const first = unblocked(entries, (entry) => !makesRoom(entry));
    const rest = entries.filter((entry) => !first.includes(entry));
    return [...first, ...unblocked(rest, ({ full }) => full === true)];
}

/** @param {Entry[]} entries @param {(entry: Entry) => boolean} waits @returns {Entry[]} */
function unblocked(entries, waits) {
    /** @type {Set<string>} */
    const blocked = new Set();
    return entries.filter((entry) => {
        const ids = entry.operations.map(idOf);
        if (!waits(entry) && !ids.some((id) => blocked.has(id))) return true;
        ids.forEach((id) => blocked.add(id));
        return false;
    });
}

/** Whether an entry only deletes items or shortens texts. @param {Entry} entry */
const makesRoom = ({ operations }) =>
    operations.every((operation) => {
        if (operation.op !== "patch") return operation.op === "delete";
        const { opened, patch } = operation;
        // The server adds the next item.
        if (patch.done && opened.repeat) return false;
        return sizeOf(patched(opened, patch)) < sizeOf(opened);
    });

/** @param {Item} item */
const sizeOf = (item) => JSON.stringify({ ...content(item), done: false }).length;

/**
 * Splits the operations of one action into parts that fit into a batch.
 * @param {Operation[]} operations @returns {Operation[][]}
 */
export function split(operations) {
    /** @type {Operation[][]} */
    const parts = [];
    let units = Infinity;
    for (const operation of operations) {
        const size = operation.op === "delete" ? 120 : JSON.stringify(operation).length;
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
