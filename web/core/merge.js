/** What an operation makes of an item, and whether another device got in between. */

/** @import { Field, Item, Operation, Patch } from "../types.d.ts" */

/** The members of each field: they are compared, kept and lost together.
 * @type {Record<Field, Exclude<keyof Patch, "done">[]>} */
const fieldMembers = {
    title: ["title"],
    itemDescription: ["itemDescription"],
    when: ["timestamp", "day", "repeat"],
    location: ["location"],
};

const fields = /** @type {Field[]} */ (Object.keys(fieldMembers));

/** Members that may be sent; the server writes the others.
 * @type {(keyof Item)[]} */
const sent = ["id", ...Object.values(fieldMembers).flat(), "done"];

/** @param {unknown} a @param {unknown} b @returns {boolean} equal as JSON values; absent and null are one */
export function same(a, b) {
    if (a === b || (a ?? null) === (b ?? null)) return true;
    if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
    const [left, right] = /** @type {Record<string, unknown>[]} */ ([a, b]);
    return [...new Set([...Object.keys(left), ...Object.keys(right)])]
        .every((key) => same(left[key], right[key]));
}

/** @param {Item} a @param {Item} b @returns {boolean} whether both have the same content */
export function sameContent(a, b) {
    return a.done === b.done && fields.every((field) => sameField(a, b, field));
}

/** @param {Item} a @param {Item} b @param {Field} field */
const sameField = (a, b, field) => fieldMembers[field].every((name) => same(a[name], b[name]));

/** @param {Patch} patch @returns {Field[]} what it changes */
export const fieldsOf = (patch) =>
    fields.filter((field) => fieldMembers[field].some((name) => name in patch));

/** @param {Item} item @returns {Item} without what the server writes */
export function content(item) {
    return /** @type {Item} */ (/** @type {unknown} */ (Object.fromEntries(
        sent.filter((key) => item[key] !== undefined && item[key] !== null)
            .map((key) => [key, item[key]]),
    )));
}

/**
 * The item after an operation, or undefined if there is none then.
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
    // As on the server: a new date without a day removes the day, and a rule has an open item with a date.
    if ("timestamp" in patch && !("day" in patch)) delete result.day;
    if (result.done || result.timestamp === undefined) delete result.repeat;
    return /** @type {Item} */ (/** @type {unknown} */ (result));
}

/**
 * The fields that a patch and another device have both changed, to different values.
 * @param {Item} opened as the form showed it @param {Patch} patch @param {Item} current
 * @returns {Field[]}
 */
export function conflicts(opened, patch, current) {
    // Completing takes the rule: that is no change of it.
    const before = current.done ? patched(opened, { done: true }) : opened;
    const mine = patched(before, patch);
    return fieldsOf(patch).filter((field) =>
        !sameField(current, before, field) && !sameField(current, mine, field)
    );
}

/** @param {Item} item @param {Patch} patch @returns {Patch} what of the patch changes the item, for the server */
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

/** @param {object} old @param {object | undefined} next @returns {any} the merge patch that leaves nothing of the old members */
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
    for (const field of fields) {
        if (sameField(from, to, field)) continue;
        for (const name of fieldMembers[field]) patch[name] = wire(name, to[name]);
    }
    if (from.done !== to.done) patch.done = to.done;
    return patch;
}

/**
 * A member's value in a patch: a location is whole, so that no part of the former one stays.
 * @param {keyof Patch} member @param {unknown} value
 */
function wire(member, value) {
    if (value === undefined) return null;
    if (member !== "location") return value;
    const { name, coordinate } = /** @type {import("../types.d.ts").Location} */ (value);
    return { name, coordinate: coordinate ?? null };
}

/**
 * The operation that takes back another.
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
