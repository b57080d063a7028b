/** Decides what an entry sends, given the changes of other devices to the same items. */

import {
    apply,
    content,
    fieldsOf,
    partsOf,
    patched,
    remaining,
    same,
    sameContent,
    samePart,
    ticked,
    without,
    withPart,
} from "../merge.js";
import { fate, isDeletable, onlyTick, standing } from "./nets.js";

/** @import { Net } from "./nets.js" */
/** @import { Conflict, ConflictKind, Entry, Field, Item, Missed, Operation, Part, Skipped } from "../../types.d.ts" */

/** @typedef {Record<string, unknown>} WireOperation */

/**
 * The input of a decision: the server's items (`base`), the items after the operations that precede
 * this one in the request (`working`), the effect of the whole queue on each item (`nets`), and the
 * conflicts that the request has listed so far.
 * @typedef {object} State
 * @property {Map<string, Item>} base
 * @property {Map<string, Item | undefined>} working
 * @property {Map<string, Item | undefined>} undone as the undos of the same request leave the server's
 * @property {Map<string, Net>} nets
 * @property {Conflict[]} conflicts
 * @property {(conflict: Pick<Conflict, "kind" | "item" | "title" | "fields" | "lost" | "by">) => Conflict} list
 */

/**
 * `completes`: whether the entry marks a repeating item as done.
 * @typedef {{ wire: WireOperation[], working: State["working"], conflicts: Conflict[],
 *     missed: Missed[], skipped: Skipped[], completes: boolean }} Verdict
 */

/**
 * The effect of one operation. `now`: the item after it, if the operation changes anything.
 * @typedef {{ wire?: WireOperation, now?: Item, conflicts?: Conflict[], missed?: Missed,
 *     skipped?: Skipped[] }} Effect
 */

/** @param {Operation} operation @returns {string} */
export const idOf = (operation) => operation.op === "put" ? operation.item.id : operation.id;

/** @param {Entry} entry @param {State} state @returns {Verdict} */
export function judge(entry, state) {
    const working = new Map(state.working);
    const conflicts = [...state.conflicts];
    /** @type {Verdict} */
    const verdict = {
        wire: [],
        working,
        conflicts: [],
        missed: [],
        skipped: [],
        completes: false,
    };
    for (const operation of entry.operations) {
        const id = idOf(operation);
        const current = working.has(id) ? working.get(id) : state.base.get(id);
        const now = { ...state, working, conflicts };
        const effect = entry.kind === "undo"
            ? takeBack(operation, current, now)
            : change(operation, current, now);
        conflicts.push(...effect.conflicts ?? []);
        verdict.conflicts.push(...effect.conflicts ?? []);
        if (effect.missed) verdict.missed.push(effect.missed);
        verdict.skipped.push(...effect.skipped ?? []);
        if (!effect.wire) continue;
        verdict.wire.push(effect.wire);
        if (entry.kind === "undo") state.undone.set(id, apply(theirsOf(id, state), operation));
        verdict.completes ||= current?.repeat !== undefined && !current.done &&
            effect.now?.done === true;
        working.set(id, effect.now);
    }
    return verdict;
}

/**
 * The item as other devices have left it. An undo earlier in the request reverts only own changes.
 * @param {string} id @param {State} state
 */
const theirsOf = (id, { base, undone }) => undone.has(id) ? undone.get(id) : base.get(id);

/** @param {Operation} operation @param {Item | undefined} current @param {State} state @returns {Effect} */
function change(operation, current, state) {
    switch (operation.op) {
        case "put":
            return make(operation.item, current);
        case "delete":
            return deletion(operation, current, state);
        case "patch":
            return current ? edit(operation, current, state) : revive(operation, state);
    }
}

/** If there is such an item already, it stays as it is. @param {Item} item @param {Item | undefined} current @returns {Effect} */
const make = (item, current) =>
    current ? {} : { wire: { op: "put", item: content(item) }, now: item };

/**
 * @param {Extract<Operation, { op: "delete" }>} operation @param {Item | undefined} current
 * @param {State} state @returns {Effect}
 */
function deletion({ id, opened }, current, state) {
    if (!current) return {};
    const { base, nets, list } = state;
    const theirs = theirsOf(id, state);
    const net = nets.get(id);
    // An item that was made again since is deleted in any state.
    if (!theirs || !net || isDeletable(net, theirs)) {
        return { wire: { op: "delete", id, ...conditionOf(id, base) } };
    }
    const { title } = theirs;
    const lost = net.expected ?? opened;
    return { conflicts: [list({ kind: "kept", item: id, title, fields: [], lost, by: theirs })] };
}

/**
 * @param {Extract<Operation, { op: "patch" }>} operation @param {Item} current @param {State} state
 * @returns {Effect}
 */
function edit(operation, current, state) {
    const { id, patch } = operation;
    const { base, nets } = state;
    const theirs = theirsOf(id, state);
    const net = nets.get(id);
    /** @type {Field[]} */
    const crossed = [];
    /** @type {Skipped[]} */
    const skipped = [];
    let rest = patch;
    for (const part of partsOf(patch)) {
        if (!theirs || !net) break;
        const what = fate(net, theirs, part);
        if (what === "crossed" && part !== "done") crossed.push(part);
        if (what !== "theirs") continue;
        rest = without(rest, part);
        skipped.push({ id, part, seen: net.seen[part] ?? net.first });
    }
    rest = remaining(current, rest);
    const ofRule = ruleWithoutPlace(operation, state);
    if (Object.keys(rest).length === 0) return { skipped, conflicts: ofRule };
    const isTick = partsOf(rest).every((part) => part === "done");
    return {
        wire: { op: "patch", id, patch: rest, ...(!isTick && conditionOf(id, base)) },
        now: patched(current, rest),
        conflicts: [...overwriting(id, crossed, state), ...ofRule],
        skipped,
    };
}

/** @param {string} item @param {Field[]} crossed @param {State} state @returns {Conflict[]} */
function overwriting(item, crossed, state) {
    const { nets, conflicts, list } = state;
    const listed = conflicts.filter((conflict) => conflict.item === item);
    const fields = crossed.filter((field) => !listed.some((other) => other.fields.includes(field)));
    const lost = theirsOf(item, state);
    const net = nets.get(item);
    const by = lost && net && standing(net, lost);
    if (fields.length === 0 || !by) return [];
    return [list({ kind: "overwrote", item, title: by.title, fields, lost, by })];
}

/**
 * The conflict about a new rule of an item that another device has ticked: the rule belongs to the
 * next item. Without a next item, putting it back opens the item again with the rule.
 * @param {Extract<Operation, { op: "patch" }>} operation @param {State} state
 * @returns {Conflict[]}
 */
function ruleWithoutPlace({ id, opened, patch }, state) {
    const net = state.nets.get(id);
    const theirs = theirsOf(id, state);
    const after = theirs && net && standing(net, theirs);
    const ours = patched(opened, patch);
    if (!after?.done || ours.done || same(ours.repeat, opened.repeat)) return [];
    // The server keeps times of creation distinct, so they may be slightly later.
    const made = [...state.base.values()].filter(({ repeat, createdAt }) =>
        repeat && Math.abs(createdAt - (after.doneAt ?? 0)) < 1
    );
    const next = made.find(({ title }) => title === theirs?.title) ?? made[0];
    const by = next ?? after;
    if (same(by.repeat, ours.repeat)) return [];
    const lost = next
        ? { ...next, repeat: ours.repeat }
        : { ...withPart(after, ours, "when"), done: false };
    const { id: item, title } = by;
    /** @type {Part[]} */
    const fields = next ? ["when"] : ["when", "done"];
    return [state.list({ kind: "overwrote", item, title, fields, lost, by })];
}

/**
 * A change of an item that is deleted elsewhere.
 * @param {Extract<Operation, { op: "patch" }>} operation @param {State} state @returns {Effect}
 */
function revive({ id, opened, patch }, { nets, conflicts, list }) {
    const net = nets.get(id);
    // This device deletes it as well.
    if (!net?.after) return {};
    /** @param {ConflictKind} kind @param {Item} lost @param {Item} [by] */
    const once = (kind, lost, by) =>
        conflicts.some((other) => other.item === id && other.kind === kind)
            ? []
            : [list({ kind, item: id, title: (by ?? lost).title, fields: [], lost, by })];
    const tick = onlyTick(net);
    if (tick) return { conflicts: tick.isTicked ? once("gone", tick.item) : [] };
    const now = patched(opened, patch);
    return {
        wire: { op: "put", item: content(now) },
        now,
        conflicts: once("revived", net.first, net.after),
    };
}

/**
 * An undo by the opposite operation. It reverts only members that were not changed since.
 * @param {Operation} operation @param {Item | undefined} current @param {State} state
 * @returns {Effect}
 */
function takeBack(operation, current, { base }) {
    if (isBack(operation, current)) return {};
    if (isChanged(operation, current)) {
        const { title } = current ?? (operation.op === "put" ? operation.item : operation.opened);
        return { missed: { title, why: current ? "changed" : "deleted" } };
    }
    const id = idOf(operation);
    if (operation.op === "put") {
        return { wire: { op: "put", item: content(operation.item) }, now: operation.item };
    }
    if (operation.op === "delete") return { wire: { op: "delete", id, ...conditionOf(id, base) } };
    const before = /** @type {Item} */ (current);
    const moved = doublesSeries(operation, current);
    const patch = remaining(before, moved ? without(operation.patch, "when") : operation.patch);
    return {
        wire: { op: "patch", id, patch, ...conditionOf(id, base) },
        now: patched(before, patch),
        missed: moved ? { title: before.title, why: "moved" } : undefined,
    };
}

/** Whether an undo has nothing left to do. @param {Operation} operation @param {Item | undefined} current */
function isBack(operation, current) {
    if (operation.op === "patch" && !current) return false;
    const goal = apply(current, operation);
    return goal && current ? sameContent(goal, current) : goal === current;
}

/**
 * Whether the opposite of an operation would revert a later change.
 * @param {Operation} operation @param {Item | undefined} current
 */
function isChanged(operation, current) {
    if (operation.op === "put") return current !== undefined;
    if (!current) return operation.op === "patch";
    const { opened } = operation;
    if (operation.op === "delete") return !sameContent(current, opened);
    const before = ticked(opened, current);
    const goal = patched(before, operation.patch);
    return fieldsOf(operation.patch).some((field) =>
        !samePart(current, before, field) && !samePart(current, goal, field)
    );
}

/** Whether the item would get a rule back that has moved on to the next item.
 * @param {Operation} operation @param {Item | undefined} current */
const doublesSeries = (operation, current) =>
    operation.op === "patch" && current?.done === true && operation.patch.done === false &&
    !!operation.patch.repeat;

/**
 * Uses the revision of the copy, because the item may have been changed on this device after the form
 * was opened.
 * @param {string} id @param {Map<string, Item>} base
 */
function conditionOf(id, base) {
    const revision = base.get(id)?.revision;
    return revision === undefined ? undefined : { ifRevision: revision };
}
