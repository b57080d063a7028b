/**
 * The net effect of the waiting changes on each item. It is compared with the changes of other devices,
 * so a member that was changed and changed back counts as unchanged.
 */

import { mergedTags } from "./tags.js";
import { apply, isOnlyTicked, partsOf, patched, samePart, ticked, withPart } from "../merge.js";

/** @import { Entry, Item, Operation, Part, Skipped } from "../../types.d.ts" */

/**
 * `first`: the item that the user saw before the changes. `seen`: for each changed part, the item that
 * the user saw at its first change. `after`: the item after all changes; undefined if it is deleted.
 * `expected`: the item that a deletion expects on the server.
 * @typedef {{ first: Item, seen: Partial<Record<Part, Item>>, after?: Item, expected?: Item }} Net
 */

/** @param {Entry[]} entries @returns {Map<string, Net>} */
export function netsOf(entries) {
    /** @type {Map<string, Net>} */
    const nets = new Map();
    for (const { operations } of entries) {
        for (const operation of operations) extend(nets, operation);
    }
    return nets;
}

/** @param {Map<string, Net>} nets @param {Operation} operation */
function extend(nets, operation) {
    if (operation.op === "put") {
        const { item } = operation;
        const net = nets.get(item.id);
        nets.set(item.id, { first: item, seen: {}, ...net, after: item });
        return;
    }
    const { id, opened } = operation;
    const net = nets.get(id) ?? { first: opened, seen: {}, after: opened };
    nets.set(id, net);
    net.after = apply(net.after ?? opened, operation);
    if (operation.op === "delete") net.expected = expectation(net, operation.expected ?? opened);
    else for (const part of partsOf(operation.patch)) net.seen[part] ??= opened;
}

/** The item as the user saw it, without the changes that wait. @param {Net} net @param {Item} opened */
function expectation({ seen }, opened) {
    /** @type {Item} */
    let item = opened;
    for (const [part, of] of Object.entries(seen)) {
        item = withPart(item, of, /** @type {Part} */ (part));
    }
    return item;
}

/**
 * Compares a part that a change touches with the server's item: nobody else has changed it (`ours`),
 * both have (`crossed`), or the net effect of this device is none or the same (`theirs`). If a later
 * deletion does not count, the changes before it do not count either.
 * @param {Net} net @param {Item} theirs @param {Part} part @returns {"ours" | "crossed" | "theirs"}
 */
export function resolution(net, theirs, part) {
    const { first, seen, after } = net;
    /** Ticking elsewhere took the rule, which is no change of it. @param {Item} item */
    const withoutMovedRule = (item) => part === "done" ? item : ticked(item, theirs);
    const before = withoutMovedRule(seen[part] ?? first);
    if (!after && !isDeletable(net, theirs)) return "theirs";
    if (samePart(theirs, before, part)) return "ours";
    if (!after) return "theirs";
    const ours = withoutMovedRule(after);
    const isChange = !samePart(ours, before, part) && !samePart(ours, theirs, part);
    return isChange ? "crossed" : "theirs";
}

/** Whether a deletion counts. @param {Net} net @param {Item} theirs */
export const isDeletable = ({ expected }, theirs) =>
    expected !== undefined && isOnlyTicked(expected, theirs);

/** The item, with its rule, if its changes only tick or move it; otherwise undefined.
 * @param {Net} net */
export function onlyTick({ first, after }) {
    if (!after || !isOnlyTicked(first, after)) return undefined;
    return { item: withPart(after, first, "when"), isTicked: after.done && !first.done };
}

/** What the changes make of what the server has. @param {Net} net @param {Item} theirs */
export function merged(net, theirs) {
    const { first, seen, after } = net;
    if (!after) return undefined;
    const ours = /** @type {Part[]} */ (Object.keys(seen))
        .filter((part) => resolution(net, theirs, part) !== "theirs");
    const { tags } = mergedTags((seen.tags ?? first).tags, after.tags, theirs.tags);
    const own = patched(after, { tags });
    return patched(ours.reduce((item, part) => withPart(item, own, part), theirs), {});
}

/**
 * Updates the entries after one that did not send a part: they get the item that it had seen.
 * @param {Entry[]} entries that still wait @param {Skipped[]} skipped
 * @returns {Entry[]} those that are others now
 */
export function rebased(entries, skipped) {
    /** @type {Map<string, Entry>} */
    const changed = new Map();
    for (const one of skipped) {
        const next = entries.find(({ operations }) => operations.some(touches(one)));
        if (!next) continue;
        const { operations, ...entry } = changed.get(next.id) ?? next;
        const index = operations.findIndex(touches(one));
        const operation = seeing(operations[index], one);
        changed.set(next.id, { ...entry, operations: operations.with(index, operation) });
    }
    return [...changed.values()];
}

/** @param {Skipped} skipped @returns {(operation: Operation) => boolean} */
const touches = ({ id, part }) => (operation) =>
    operation.op !== "put" && operation.id === id &&
    (operation.op === "delete" || partsOf(operation.patch).includes(part));

/** @param {Operation} operation @param {Skipped} skipped @returns {Operation} */
function seeing(operation, { part, seen }) {
    if (operation.op === "put") return operation;
    if (operation.op === "patch") {
        return { ...operation, opened: withPart(operation.opened, seen, part) };
    }
    return { ...operation, expected: withPart(operation.expected ?? operation.opened, seen, part) };
}
