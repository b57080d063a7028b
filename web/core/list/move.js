/** What a move in an order by hand writes. */

import { keysBetween } from "./order-key.js";

/** @typedef {{ id: string, position?: string }} Entry */

/** When a move makes a longer key, all items get new keys. The server takes twice as many
 * characters, so that every key made here has room. */
export const longestKey = 32;

/** The keys that change when some entries of a list move together, in the order of the list.
 * @param {string[]} moved in the order in which they are to stand
 * @param {string | undefined} target the entry that is to follow them, none for the end of the list
 * @param {Entry[]} list as it is shown: those with a key by it, then those without
 * @param {() => Entry[]} keyed all items with a key in their order, hidden ones too
 * @returns {{ id: string, position: string }[]} */
export function moveChanges(moved, target, list, keyed) {
    const isMoved = new Set(moved);
    const entries = new Map(list.map((entry) => [entry.id, entry]));
    const block = moved.flatMap((id) => entries.get(id) ?? []);
    // The entry that is to follow may move itself: then it is the first one after it that stays.
    const found = list.findIndex(({ id }) => id === target);
    const start = found < 0 ? list.length : found;
    const above = list.slice(0, start).filter(({ id }) => !isMoved.has(id));
    const below = list.slice(start).filter(({ id }) => !isMoved.has(id));
    if ([...above, ...block, ...below].every(({ id }, index) => id === list[index].id)) return [];

    // Those without a key above the moved ones get one, or the moved ones would overtake them.
    const unkeyed = above.filter(({ position }) => !position);
    const lower = above.reduce(
        (most, { position }) => position && (!most || position > most) ? position : most,
        /** @type {string | undefined} */ (undefined),
    );
    // Equal keys leave no room: those below the moved ones get new ones too.
    const end = below.findIndex(({ position }) => !position || !lower || position > lower);
    const crowded = end < 0 ? below : below.slice(0, end);
    const upper = unkeyed.length ? undefined : below[crowded.length]?.position;
    const placed = [...unkeyed, ...block, ...crowded];
    const keys = keysBetween(placed.length, lower, upper);
    if (keys.every((key) => key.length <= longestKey)) return changed(placed, keys);
    return renewal(keyed(), placed, above.findLast(({ position }) => position));
}

/** New keys for all items that have one, and for those that are placed behind one of them.
 * @param {Entry[]} keyed @param {Entry[]} placed @param {Entry | undefined} anchor */
function renewal(keyed, placed, anchor) {
    const isPlaced = new Set(placed.map(({ id }) => id));
    const order = keyed.filter(({ id }) => !isPlaced.has(id));
    order.splice(order.findIndex(({ id }) => id === anchor?.id) + 1, 0, ...placed);
    return changed(order, keysBetween(order.length, undefined, undefined));
}

/** @param {Entry[]} entries @param {string[]} keys */
const changed = (entries, keys) =>
    entries.flatMap(({ id, position }, index) =>
        position === keys[index] ? [] : [{ id, position: keys[index] }]
    );
