/** Random dates, rules and changes of items, and the differences between two states of an item. */

import { membersOf, parts as all } from "../../web/core/members.js";
import { difference, same } from "../../web/core/merge.js";

/** @import { Random } from "./assert.js" */
/** @import { Item, Member, Part, Patch } from "../../web/types.d.ts" */

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
        ...(random.chance(40) && { remind: random.below(3) * 10 }),
    };
}

/** @param {Random} random @returns {string[] | null} */
function randomTags(random) {
    const tags = ["a", "A", "b", "c", "d"].filter(() => random.chance(35));
    const isSet = !(tags.includes("a") && tags.includes("A"));
    if (tags.length === 0) return null;
    return isSet ? tags : tags.slice(1);
}

/** As many as an item can have, so that a merge has too many. @param {Random} random */
function manyTags(random) {
    const start = random.pick(["t", "u", "v"]);
    return Array.from({ length: 6 + random.below(4) }, (_, index) => `${start}${index}`);
}

/** @param {Random} random @returns {Partial<Item>} */
export function randomSorting(random) {
    const tags = randomTags(random);
    return {
        ...(tags && { tags }),
        ...(random.chance(50) && { position: random.pick(["a0", "a1", "Zz"]) }),
    };
}

/** A change of tags, or a move in the order by hand. @param {Random} random @returns {Patch} */
export function sortingPatch(random) {
    if (random.chance(40)) return { position: random.pick(["a0", "a1", "a2", "Zz", null]) };
    return { tags: random.chance(30) ? manyTags(random) : randomTags(random) };
}

/**
 * The item with another date. Its rule and its reminder change or disappears, and no rule is added.
 * @param {Random} random @param {Item} item @returns {Item}
 */
export function moved(random, { timestamp: _timestamp, day: _day, repeat, remind: _, ...rest }) {
    const when = dayNumber(random.below(9));
    const interval = 1 + random.below(3);
    const rule = repeat && random.chance(80) && { repeat: { ...repeat, interval } };
    if (random.chance(20)) return rest;
    const more = { ...rule, ...(random.chance(30) && { remind: random.below(3) * 10 }) };
    if (random.chance(70)) return { ...rest, ...when, ...more };
    return { ...rest, timestamp: when.timestamp + 3600, ...more };
}

/** @param {Random} random @param {string[]} words @param {Item} item @returns {any} */
export function randomPatch(random, words, item) {
    const kind = random.below(7);
    if (kind === 0) return { title: random.pick(words) };
    if (kind === 1) return { itemDescription: random.pick([...words, null]) };
    if (kind === 2) return difference(item, moved(random, item));
    if (kind < 5) return sortingPatch(random);
    return { done: random.chance(65) };
}

/** The members of each part that is compared. */
export const parts = /** @type {Record<Exclude<Part, "location">, Member[]>} */ (Object.fromEntries(
    all.filter((part) => part !== "location").map((part) => [part, membersOf(part)]),
));

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
