/** The steps that the user can undo and redo. */

import { apply, inverse, partsOf, patched, sameContent, samePart, ticked } from "../merge.js";
import { makeID } from "../ids.js";
import { idOf } from "../conflicts/judge.js";
import { split } from "../queue.js";

/** @import { Conflict, Draft, Entry, Item, Missed, Operation, Outcome } from "../../types.d.ts" */

/**
 * One action of the user: its entries, each with the operations that undo it. An `unsent` entry
 * stands for one that left the queue unsent, and exists nowhere else. `said`: the page's message
 * about the step. `settles`: the line of «Changed elsewhere» that the step has put back. `reopens`:
 * the line that its undo lists again. `revision`: the write of a step that the server did; it has no
 * parts.
 * @typedef {{ label: string, parts: { entry: Entry, back: Operation[], unsent?: boolean }[],
 *     said?: string, settles?: Conflict, reopens?: Conflict, revision?: number }} Step
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
 * The step that undoes a step, without the `missed` items: they were changed or deleted since. Only
 * parts that are not `unsent` have to be sent.
 * @param {Step} step
 * @param {Set<string>} taken entries that left the queue unsent
 * @param {{ outcomes: Map<string, Outcome>, shown: Map<string, Item> }} replica
 * @returns {{ back: Step, missed: Missed[] }}
 */
export function reversed(step, taken, { outcomes, shown }) {
    /** @type {Step["parts"]} */
    const parts = [];
    /** @type {Missed[]} */
    const missed = [];
    const { label, said, settles, reopens } = step;
    for (const { entry, back, unsent } of [...step.parts].reverse()) {
        const outcome = outcomes.get(entry.id);
        if (!unsent && outcome?.alone && outcome.revision === undefined) continue;
        const isTaken = taken.has(entry.id);
        const isLocal = unsent || isTaken;
        /** @type {Map<string, Item | undefined>} */
        const working = new Map(shown);
        const operations = back.filter((operation) => {
            const id = idOf(operation);
            const now = working.get(id);
            const why = isLocal ? null : obstacle(operation, now);
            if (why) missed.push({ title: titleOf(operation, now), why });
            else working.set(id, apply(now, operation));
            return !why;
        });
        if (operations.length === 0) continue;
        // The server undoes a revision as a whole, also that of an import, which can be large.
        const isWhole = !isLocal && operations.length === back.length;
        for (const some of isWhole ? [operations] : split(operations)) {
            /** @type {Entry} */
            const reverse = { seq: 0, id: makeID(), kind: "change", operations: some, label };
            if (!isLocal) reverse.kind = "undo";
            if (isWhole) {
                reverse.of = entry.id;
                if (outcome?.alone) reverse.revision = outcome.revision;
            }
            const ids = new Set(some.map(idOf));
            const again = some.length < operations.length
                ? entry.operations.filter((operation) => ids.has(idOf(operation)))
                : entry.operations;
            parts.push({ entry: reverse, back: again, unsent: !unsent && isTaken });
        }
    }
    return { back: { label, parts, said, settles: reopens, reopens: settles }, missed };
}

/**
 * Why the opposite of an operation would revert a later change, if it would.
 * @param {Operation} operation @param {Item | undefined} now @returns {Missed["why"] | null}
 */
function obstacle(operation, now) {
    const goal = apply(now, operation);
    if (operation.op === "patch" && !now) return "deleted";
    if (!now || (goal && sameContent(goal, now))) return null;
    if (operation.op === "put") return "changed";
    const { opened } = operation;
    if (operation.op === "delete") return sameContent(now, opened) ? null : "changed";
    const before = ticked(opened, now);
    const after = patched(before, operation.patch);
    const isChanged = partsOf(operation.patch).some((part) =>
        part !== "done" && !samePart(now, before, part) && !samePart(now, after, part)
    );
    return isChanged ? "changed" : null;
}

/** @param {Operation} operation @param {Item | undefined} now */
const titleOf = (operation, now) =>
    (now ?? (operation.op === "put" ? operation.item : operation.opened)).title;

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

    /** Whether the last step deletes the item. @param {string} id */
    hasDeleted(id) {
        return this.done.at(-1)?.parts.some(({ entry }) =>
            entry.operations.some((one) => one.op === "delete" && one.id === id)
        ) ?? false;
    }

    /** Removes a step without effect. @param {string} entry */
    forget(entry) {
        /** @param {Step} step */
        const isOther = (step) => !has(step, entry);
        this.done = this.done.filter(isOther);
        this.undone = this.undone.filter(isOther);
    }
}
