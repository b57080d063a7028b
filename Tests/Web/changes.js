/** Random dates, rules and changes of items, and the differences between two states of an item. */

import { difference, same } from "../../web/core/merge.js";

/** @import { Random } from "./assert.js" */
/** @import { Item } from "../../web/types.d.ts" */

/** @param {number} number of days since 1970 @returns {{ timestamp: number, day: string }} */
function dayNumber(number) {
    const timestamp = number * 86_400;
    return { timestamp, day: new Date(timestamp * 1000).toISOString().slice(0, 10) };
}

/** @param {Random} random @returns {Partial<Item>} a day, usually with a rule, or nothing */
export function randomWhen(random) {
    if (random.chance(30)) return {};
    const frequency = random.pick(/** @type {const} */ (["daily", "weekly"]));
    return {
        ...dayNumber(random.below(9)),
        ...(random.chance(70) && { repeat: { frequency, timeZone: "Europe/Berlin" } }),
    };
}

/**
 * The item with another date. Its rule changes or disappears, and no rule is added.
 * @param {Random} random @param {Item} item @returns {Item}
 */
export function moved(random, { timestamp: _timestamp, day: _day, repeat, ...rest }) {
    const when = dayNumber(random.below(9));
    const interval = 1 + random.below(3);
    const rule = repeat && random.chance(80) && { repeat: { ...repeat, interval } };
    if (random.chance(20)) return rest;
    if (random.chance(70)) return { ...rest, ...when, ...rule };
    return { ...rest, timestamp: when.timestamp + 3600, ...rule };
}

/** @param {Random} random @param {string[]} words @param {Item} item @returns {any} */
export function randomPatch(random, words, item) {
    const kind = random.below(5);
    if (kind === 0) return { title: random.pick(words) };
    if (kind === 1) return { itemDescription: random.pick([...words, null]) };
    if (kind === 2) return difference(item, moved(random, item));
    return { done: random.chance(65) };
}

/** @type {Record<"title" | "itemDescription" | "when" | "done", (keyof Item)[]>} */
export const parts = {
    title: ["title"],
    itemDescription: ["itemDescription"],
    when: ["timestamp", "day", "repeat"],
    done: ["done"],
};

/**
 * The parts in which two states of an item differ. A rule that was removed by completing the item
 * does not count.
 * @param {Item} a @param {Item} b @returns {(keyof typeof parts)[]}
 */
export function differences(a, b) {
    const isDone = a.done || b.done;
    return /** @type {(keyof typeof parts)[]} */ (Object.keys(parts)).filter((part) =>
        parts[part].some((name) => !same(a[name], b[name]) && !(isDone && name === "repeat"))
    );
}
