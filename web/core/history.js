/** The steps that the user can undo and redo. */

import { apply, inverse } from "./merge.js";
import { makeID } from "./ids.js";
import { idOf } from "./conflicts/judge.js";
import { split } from "./queue.js";

/** @import { Conflict, Draft, Entry, Item, Operation, Outcome } from "../types.d.ts" */

/**
 * One action of the user: its entries, each with the operations that undo it. An `unsent` entry
 * stands for one that left the queue unsent, and exists nowhere else. `said`: the page's message
 * about the step. `settles`: the line of «Changed elsewhere» that the step has put back. `reopens`:
 * the line that its undo lists again.
 * @typedef {{ label: string, parts: { entry: Entry, back: Operation[], unsent?: boolean }[],
 *     said?: string, settles?: Conflict, reopens?: Conflict }} Step
 */

const mostSteps = 100;

/**
 * @param {string} label @param {Operation[]} operations @param {Map<string, Item>} shown before them
 * @returns {Step}
 */
export function makeStep(label, operations, shown) {
    const parts = split(operations).map((part) => ({
        entry: /** @type {Entry} */ ({
            seq: 0,
            id: makeID(),
            kind: "change",
            operations: part,
            label,
        }),
        back: opposite(part, shown),
    }));
    return { label, parts };
}

/** @param {Operation[]} operations @param {Map<string, Item>} shown before them @returns {Operation[]} */
export function opposite(operations, shown) {
    /** @type {Map<string, Item | undefined>} */
    const working = new Map();
    /** @type {Operation[]} */
    const back = [];
    for (const operation of operations) {
        const id = idOf(operation);
        const before = working.has(id) ? working.get(id) : shown.get(id);
        const reverse = inverse(operation, before);
        if (reverse) back.unshift(reverse);
        working.set(id, apply(before, operation));
    }
    return back;
}

/**
 * The step that undoes a step. Only parts that are not `unsent` have to be sent.
 * @param {Step} step
 * @param {Set<string>} taken entries that left the queue unsent
 * @param {Map<string, Outcome>} outcomes
 * @returns {Step}
 */
export function reversed(step, taken, outcomes) {
    /** @type {Step["parts"]} */
    const parts = [];
    for (const { entry, back, unsent } of [...step.parts].reverse()) {
        const outcome = outcomes.get(entry.id);
        if (!unsent && outcome?.alone && outcome.revision === undefined) continue;
        /** @type {Entry} */
        const reverse = {
            seq: 0,
            id: makeID(),
            kind: "change",
            operations: back,
            label: step.label,
        };
        const isTaken = taken.has(entry.id);
        if (!unsent && !isTaken) Object.assign(reverse, { kind: "undo", of: entry.id });
        if (!unsent && !isTaken && outcome?.alone) reverse.revision = outcome.revision;
        parts.push({ entry: reverse, back: entry.operations, unsent: !unsent && isTaken });
    }
    const { label, said, settles, reopens } = step;
    return { label, parts, said, settles: reopens, reopens: settles };
}

/** The change that a step makes to «Changed elsewhere». @param {Step} step @returns {Draft} */
export const listing = ({ settles, reopens }) => ({
    ...(settles && { unlisted: [settles.id] }),
    ...(reopens && { listed: [reopens] }),
});

/**
 * The next item of a series, if the step completed a repeating item: the other item with its
 * revision.
 * @param {Step | undefined} step @param {Map<string, Outcome>} outcomes @param {Map<string, Item>} base
 * @returns {Item | null}
 */
export function nextItem(step, outcomes, base) {
    const [{ entry, back }] = step?.parts.length === 1 ? step.parts : [{ entry: null, back: [] }];
    const [operation] = entry?.operations ?? [];
    const [reverse] = back;
    if (!entry || operation?.op !== "patch" || !operation.patch.done) return null;
    if (reverse?.op !== "patch" || !reverse.patch.repeat) return null;
    const revision = outcomes.get(entry.id)?.revision;
    if (revision === undefined) return null;
    for (const item of base.values()) {
        if (item.revision === revision && item.id !== operation.id) return item;
    }
    return null;
}

/** @param {Step} step @returns {Entry[]} */
export const entriesOf = (step) =>
    step.parts.filter((part) => !part.unsent).map((part) => part.entry);

/** @param {Step} step @param {string} entry */
const has = ({ parts }, entry) => parts.some((part) => part.entry.id === entry);

export class History {
    constructor() {
        /** @type {Step[]} */
        this.done = [];
        /** @type {Step[]} */
        this.undone = [];
    }

    /** @param {Step} step */
    add(step) {
        this.done.push(step);
        if (this.done.length > mostSteps) this.done.shift();
        this.undone = [];
    }

    /** @param {string} entry @returns {"done" | "undone" | undefined} where its step is */
    find(entry) {
        return /** @type {const} */ (["done", "undone"]).find((list) =>
            this[list].some((step) => has(step, entry))
        );
    }

    /** Removes a step without effect. @param {string} entry @returns the list that it was in */
    forget(entry) {
        const list = this.find(entry);
        if (list) this[list] = this[list].filter((step) => !has(step, entry));
        return list;
    }
}
