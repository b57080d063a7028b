/** Applies operations to items, compares items, and makes patches. */

import { isField, members, membersOf, parts, partsWith, unknownMembers } from "./members.js";

/** @import { Field, Item, Member, Operation, Part, Patch } from "../types.d.ts" */

/** @param {unknown} a @param {unknown} b
 * @returns {boolean} whether they are equal as JSON; absent equals null */
export function same(a, b) {
    if (a === b || (a ?? null) === (b ?? null)) return true;
    if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
    const [left, right] = /** @type {Record<string, unknown>[]} */ ([a, b]);
    return [...new Set([...Object.keys(left), ...Object.keys(right)])]
        .every((key) => same(left[key], right[key]));
}

/** @param {Item} a @param {Item} b @returns {boolean} whether both have the same content */
export const sameContent = (a, b) =>
    parts.every((part) => samePart(a, b, part)) &&
    unknownInEither(a, b).every((name) => same(a[name], b[name]));

/** @param {Item} a @param {Item} b */
const unknownInEither = (a, b) => [...new Set([...unknownMembers(a), ...unknownMembers(b)])];

/** @param {Item} a @param {Item} b @param {Part} part */
export const samePart = (a, b, part) => membersOf(part).every((name) => same(a[name], b[name]));

/** Whether an item was at most ticked or moved in the order by hand, which do not count as changes.
 * Un-ticking does. @param {Item} before @param {Item} after */
export const isOnlyTicked = (before, after) =>
    sameContent(withPart(ticked(before, after), after, "position"), after);

/** If the other item is done: the item as ticking leaves it, without its rule.
 * @param {Item} item @param {Item} other */
export const ticked = (item, other) => other.done ? patched(item, { done: true }) : item;

/** @param {Patch} patch @returns {Part[]} the parts that it touches */
export const partsOf = (patch) => partsWith(Object.keys(patch));

/** @param {Patch} patch @returns {Field[]} */
export const fieldsOf = (patch) => partsOf(patch).filter(isField);

/** @param {Patch} patch @param {Part} part @returns {Patch} the patch without the part */
export function without(patch, part) {
    const result = { ...patch };
    for (const name of membersOf(part)) delete result[name];
    return result;
}

/** @param {Item} item @param {Item} other @param {Part} part @returns {Item} with the part of another */
export function withPart(item, other, part) {
    /** @type {Record<string, unknown>} */
    const result = { ...item };
    for (const name of membersOf(part)) result[name] = other[name];
    return /** @type {Item} */ (/** @type {unknown} */ (result));
}

/** @param {Item} item @returns {Item} without what the server writes */
export function content(item) {
    return /** @type {Item} */ (/** @type {unknown} */ (Object.fromEntries(
        /** @type {(keyof Item)[]} */ (["id", ...members, ...unknownMembers(item)])
            .filter((key) => item[key] !== undefined && item[key] !== null)
            .map((key) => [key, item[key]]),
    )));
}

/**
 * The item after an operation; undefined if there is none.
 * @param {Item | undefined} item @param {Operation} operation @returns {Item | undefined}
 */
export function apply(item, operation) {
    switch (operation.op) {
        case "put":
            return item
                ? { ...operation.item, createdAt: item.createdAt, revision: item.revision }
                : operation.item;
        case "patch":
            return item && patched(item, operation.patch);
        case "delete":
            return undefined;
    }
}

/** @param {Item} item @param {Patch} patch @returns {Item} */
export function patched(item, patch) {
    /** @type {Record<string, unknown>} */
    const result = { ...item };
    for (const [key, value] of Object.entries(patch)) {
        if (value === null) delete result[key];
        else result[key] = value;
    }
    if (patch.location) {
        const { name, coordinate } = patch.location;
        result.location = coordinate ? { name, coordinate } : { name };
    }
    // As on the server: a new date without a day removes the day, only an open item with a date has a
    // rule, and only an item with a date has a reminder.
    if ("timestamp" in patch && !("day" in patch)) delete result.day;
    if (result.done || result.timestamp === undefined) delete result.repeat;
    if (result.timestamp === undefined) delete result.remind;
    if (patch.tags?.length === 0) delete result.tags;
    return /** @type {Item} */ (/** @type {unknown} */ (result));
}

/** @param {Item} item @param {Patch} patch
 * @returns {Patch} the members that change the server's item */
export function remaining(item, patch) {
    const after = patched(item, patch);
    const names = /** @type {(keyof Patch)[]} */ (Object.keys(patch))
        .filter((name) => !same(item[name], after[name]));
    // A date alone would remove the day.
    if (names.includes("timestamp") && after.day) names.push("day");
    const result = Object.fromEntries(names.map((name) => [name, patch[name]]));
    if (item.repeat && result.repeat) result.repeat = replacing(item.repeat, after.repeat);
    return result;
}

/**
 * @param {object} old @param {object | undefined} next
 * @returns {any} the merge patch that turns `old` into `next`
 */
const replacing = (old, next) => ({
    ...Object.fromEntries(Object.keys(old).map((name) => [name, null])),
    ...next,
});

/**
 * The patch that leads from one content to another.
 * @param {Item} from @param {Item} to @returns {Patch}
 */
export function difference(from, to) {
    /** @type {Record<string, unknown>} */
    const patch = {};
    for (const part of parts) {
        if (samePart(from, to, part)) continue;
        for (const name of membersOf(part)) patch[name] = wire(name, to[name]);
    }
    for (const name of unknownInEither(from, to)) {
        if (!same(from[name], to[name])) patch[name] = to[name] ?? null;
    }
    return patch;
}

/**
 * A member's value in a patch. A location is complete, so that no part of the former one stays.
 * @param {Member} member @param {unknown} value
 */
function wire(member, value) {
    if (value === undefined) return null;
    if (member !== "location") return value;
    const { name, coordinate } = /** @type {import("../types.d.ts").Location} */ (value);
    return { name, coordinate: coordinate ?? null };
}

/**
 * The operation that undoes another one.
 * @param {Operation} operation @param {Item | undefined} before @returns {Operation | null}
 */
export function inverse(operation, before) {
    const after = apply(before, operation);
    if (after && before) {
        return { op: "patch", id: after.id, patch: difference(after, before), opened: after };
    }
    if (after) return { op: "delete", id: after.id, opened: after };
    return before ? { op: "put", item: before } : null;
}
