/** What an operation makes of an item, and whether another device got in between. */

/** @import { Field, Item, Operation, Patch } from "../types.d.ts" */

/** @type {Field[]} */
export const fields = ["title", "itemDescription", "timestamp", "location"];

/** Members that may be sent; the server writes the others.
 * @type {(keyof Item)[]} */
const sent = ["id", ...fields, "done"];

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
    return a.done === b.done && fields.every((field) => same(a[field], b[field]));
}

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
    return /** @type {Item} */ (/** @type {unknown} */ (result));
}

/**
 * The fields that a patch and another device have both changed, to different values.
 * @param {Item} opened as the form showed it @param {Patch} patch @param {Item} current
 * @returns {Field[]}
 */
export function conflicts(opened, patch, current) {
    return fields.filter((field) =>
        field in patch && !same(current[field], opened[field]) &&
        !same(current[field], patch[field])
    );
}

/** @param {Item} item @param {Patch} patch @returns {Patch} what of the patch changes the item */
export function remaining(item, patch) {
    return Object.fromEntries(
        Object.entries(patch).filter(([key, value]) =>
            !same(item[/** @type {Field} */ (key)], value)
        ),
    );
}

/**
 * The patch that leads from one content to another.
 * @param {Item} from @param {Item} to @returns {Patch}
 */
export function difference(from, to) {
    /** @type {Record<string, unknown>} */
    const patch = {};
    for (const field of fields) {
        if (!same(from[field], to[field])) patch[field] = wire(field, to[field]);
    }
    if (from.done !== to.done) patch.done = to.done;
    return patch;
}

/**
 * A field's value in a patch: a location is whole, so that no part of the former one stays.
 * @param {Field} field @param {unknown} value
 */
function wire(field, value) {
    if (value === undefined) return null;
    if (field !== "location") return value;
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
