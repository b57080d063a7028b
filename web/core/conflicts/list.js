/** The list «Changed elsewhere»: its lines, and the effect of «Put back». */

import { makeID } from "../ids.js";
import { apply, difference, fieldsOf, partsOf, samePart, withPart } from "../merge.js";
import { idOf } from "./judge.js";

/** @import { Conflict, Entry, Item, Operation } from "../../types.d.ts" */

const mostConflicts = 100;

/**
 * The list with some lines added and others removed; the newest last.
 * @param {Conflict[]} conflicts @param {Conflict[]} [listed] @param {string[]} [unlisted] ids
 * @returns {Conflict[]}
 */
export function changedList(conflicts, listed = [], unlisted = []) {
    const gone = new Set([...unlisted, ...listed.map(({ id }) => id)]);
    return [...conflicts.filter(({ id }) => !gone.has(id)), ...listed]
        .sort((a, b) => a.at - b.at).slice(-mostConflicts);
}

/** What the badge counts. @param {Conflict[]} conflicts */
export const badgeCount = (conflicts) => conflicts.filter(({ kind }) => kind !== "gone").length;

/** @param {Pick<Conflict, "kind" | "item" | "title" | "fields" | "lost" | "by">} conflict @param {number} at @returns {Conflict} */
export const makeConflict = (conflict, at) => ({ id: makeID(), at, ...conflict });

/**
 * The lines for a change that the server has refused. They keep all of it.
 * @param {Entry} entry @param {string} reason @param {number} at @returns {Conflict[]}
 */
export function refusals({ kind, operations }, reason, at) {
    // An undo contains nothing that the user has typed.
    if (kind === "undo") return [];
    return operations.slice(-mostConflicts).flatMap((refused) => {
        const lost = refused.op === "put"
            ? refused.item
            : apply(refused.opened, refused) ?? refused.opened;
        const fields = refused.op === "patch" ? fieldsOf(refused.patch) : [];
        const item = idOf(refused);
        const conflict = { kind: /** @type {const} */ ("refused"), item, title: lost.title };
        return [{ ...makeConflict({ ...conflict, fields, lost }, at), reason, refused }];
    });
}

/**
 * Whether the items show that the request with this conflict was applied.
 * @param {Conflict} conflict @param {Map<string, Item>} base
 */
export function hasHappened({ kind, item, fields, by }, base) {
    const now = base.get(item);
    if (!now || !by) return false;
    if (kind === "revived") return true;
    return kind === "overwrote" && fields.every((field) => samePart(now, by, field));
}

/**
 * The change that restores the replaced values.
 * @param {Conflict} conflict @param {Item | undefined} shown @returns {Operation[]}
 */
export function putBack({ kind, item: id, fields, lost, refused }, shown) {
    if (kind === "revived" || kind === "kept" || refused?.op === "delete") {
        return shown ? [{ op: "delete", id, opened: shown }] : [];
    }
    if (!shown && lost.done && lost.repeat) {
        // Ticking it makes the next item.
        const opened = { ...lost, done: false };
        return [{ op: "put", item: opened }, { op: "patch", id, patch: { done: true }, opened }];
    }
    if (!shown) return [{ op: "put", item: lost }];
    // Somebody has made the item again.
    if (kind === "gone") return [];
    /** @type {import("../../types.d.ts").Part[]} */
    let parts = fields;
    if (refused?.op === "patch") parts = partsOf(refused.patch);
    if (refused?.op === "put") parts = partsOf(difference(shown, lost));
    const wanted = parts.reduce((item, part) => withPart(item, lost, part), shown);
    const patch = difference(shown, wanted);
    return Object.keys(patch).length > 0 ? [{ op: "patch", id, patch, opened: shown }] : [];
}
