/** Decides what an entry sends, given the changes of other devices to the same items. */

import { content, partsOf, patched, remaining, same, without, withPart } from "../merge.js";
import { isField } from "../members.js";
import { isDeletable, merged, onlyTick, resolution } from "./nets.js";
import { mergedTags } from "./tags.js";

/** @import { Net } from "./nets.js" */
/** @import { Conflict, ConflictKind, Entry, Field, Item, Operation, Part, Skipped } from "../../types.d.ts" */

/** @typedef {Record<string, unknown>} WireOperation */

/**
 * The input of a decision: the server's items (`base`), the items after the operations that precede
 * this one in the request (`working`), the effect of the whole queue on each item (`nets`), and the
 * conflicts that the request has listed so far.
 * @typedef {object} State
 * @property {Map<string, Item>} base
 * @property {Map<string, Item | undefined>} working
 * @property {Map<string, Net>} nets
 * @property {Conflict[]} conflicts
 * @property {(conflict: Pick<Conflict, "kind" | "item" | "title" | "fields" | "lost" | "by">) => Conflict} list
 */

/**
 * `completes`: whether the entry marks a repeating item as done.
 * @typedef {{ wire: WireOperation[], working: State["working"], conflicts: Conflict[],
 *     skipped: Skipped[], completes: boolean }} Verdict
 */

/**
 * The effect of one operation. `now`: the item after it, if the operation changes anything.
 * @typedef {{ wire?: WireOperation, now?: Item, conflicts?: Conflict[], skipped?: Skipped[] }} Effect
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
        skipped: [],
        completes: false,
    };
    for (const operation of entry.operations) {
        const id = idOf(operation);
        const current = working.has(id) ? working.get(id) : state.base.get(id);
        const now = { ...state, working, conflicts };
        const judged = entry.kind === "undo" ? takeBack : change;
        const effect = judged(operation, current, now);
        conflicts.push(...effect.conflicts ?? []);
        verdict.conflicts.push(...effect.conflicts ?? []);
        verdict.skipped.push(...effect.skipped ?? []);
        if (!effect.wire) continue;
        verdict.wire.push(effect.wire);
        verdict.completes ||= current?.repeat !== undefined && !current.done &&
            effect.now?.done === true;
        working.set(id, effect.now);
    }
    return verdict;
}

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
    const theirs = base.get(id);
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
    const { id, patch, opened } = operation;
    const { base, nets } = state;
    const theirs = base.get(id);
    const net = nets.get(id);
    /** @type {Field[]} The overwritten ones. Tags are merged. */
    const crossed = [];
    /** @type {Skipped[]} */
    const skipped = [];
    let rest = patch;
    for (const part of partsOf(patch)) {
        if (!theirs || !net) break;
        const what = resolution(net, theirs, part);
        if (what === "crossed" && isField(part) && part !== "tags") crossed.push(part);
        if (what !== "theirs") continue;
        rest = without(rest, part);
        skipped.push({ id, part, seen: net.seen[part] ?? net.first });
    }
    if ("tags" in rest) {
        const { tags, isCut } = mergedTags(opened.tags, rest.tags, current.tags);
        rest = { ...rest, tags };
        if (isCut) crossed.push("tags");
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
    const { base, nets, conflicts, list } = state;
    const listed = conflicts.filter((conflict) => conflict.item === item);
    const fields = crossed.filter((field) => !listed.some((other) => other.fields.includes(field)));
    const lost = base.get(item);
    const net = nets.get(item);
    const by = lost && net && merged(net, lost);
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
    const theirs = state.base.get(id);
    const after = theirs && net && merged(net, theirs);
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
    // A move that waits with the tick has no line.
    if (tick) return { conflicts: tick.isTicked && patch.done ? once("gone", tick.item) : [] };
    const now = patched(opened, patch);
    return {
        wire: { op: "put", item: content(now) },
        now,
        conflicts: once("revived", net.first, net.after),
    };
}

/**
 * An undo by the opposite operation. The rule of a completed item stays with the next one, because
 * the server has not undone the completion as a whole.
 * @param {Operation} operation @param {Item | undefined} current @param {State} state
 * @returns {Effect}
 */
function takeBack(operation, current, state) {
    const isOpened = operation.op === "patch" && operation.opened.done &&
        operation.patch.done === false;
    if (!isOpened || !operation.patch.repeat) return change(operation, current, state);
    const { id, opened, patch } = operation;
    const effect = change({ ...operation, patch: without(patch, "when") }, current, state);
    const by = effect.now;
    if (!by) return effect;
    const lost = patched(current ?? opened, patch);
    const line = state.list({
        kind: "overwrote",
        item: id,
        title: by.title,
        fields: ["when"],
        lost,
        by,
    });
    return { ...effect, conflicts: [...effect.conflicts ?? [], line] };
}

/**
 * Uses the revision of the copy, because the item may have been changed on this device after the form
 * was opened.
 * @param {string} id @param {Map<string, Item>} base
 */
function conditionOf(id, base) {
    const revision = base.get(id)?.revision;
    return revision === undefined ? undefined : { ifRevision: revision };
}
