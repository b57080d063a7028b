/** Where items can be moved by hand, and what that writes: their places, and the date of a section. */

import { onDay, startOfDay } from "../calendar.js";
import { keysBetween } from "./order-key.js";
import { byPosition, momentOf } from "./order.js";
import { moveChanges } from "./move.js";

/** @import { Due, Item, Section } from "../../types.d.ts" */

/** The sections of one date, and its distance from today; null: no date. An item that is moved to
 * one of them gets its date.
 * @type {Partial<Record<Section, number | null>>} */
const dates = { "today": 0, "tomorrow": 1, "no date": null };

/**
 * `isByHand`: the list is sorted by hand alone. Otherwise a date without a time is, and the rest by
 * its time. `before`: the item that is to follow; none for the end.
 * @typedef {{ section: Section, items: Item[], isByHand: boolean, before?: string }} Place
 */

/** @param {Item} item */
export const isTimed = (item) => momentOf(item).time !== undefined;

/**
 * `run`: the items among which the moved ones take their place by hand. `before`: the first of them
 * below it.
 * @param {Item[]} moved @param {Place} place
 * @returns {{ run: Item[], before?: string } | null} null: the order cannot show such a move
 */
export function landing(moved, { section, items, isByHand, before }) {
    if (section === "done" || moved.length === 0 || moved.some(({ done }) => done)) return null;
    const inSection = new Set(items);
    const isOneDate = section in dates;
    const isArriving = moved.some((item) => !inSection.has(item));
    if (isArriving && (isByHand || !isOneDate)) return null;
    let run = items;
    if (!isByHand) {
        const byHand = moved.filter((item) => !isTimed(item));
        if (!isArriving && byHand.length === 0) return null;
        const { start } = momentOf(byHand[0] ?? moved[0]);
        if (!isOneDate && byHand.some((item) => momentOf(item).start !== start)) return null;
        run = items.filter((item) =>
            !isTimed(item) && (isOneDate || momentOf(item).start === start)
        );
    }
    const index = items.findIndex(({ id }) => id === before);
    const inRun = new Set(run);
    const next = index < 0 ? undefined : items.slice(index).find((item) => inRun.has(item));
    return { run, before: next?.id };
}

/**
 * What a move writes.
 * @param {Item[]} moved in the order in which they are to stand @param {Place} place
 * @param {() => Item[]} keyed all items with a key @param {Date} now
 * @returns {{ id: string, position?: string, due?: Due | null }[]} `due` null: no date
 */
export function drop(moved, place, keyed, now) {
    const goal = landing(moved, place);
    if (!goal) return [];
    const inSection = new Set(place.items);
    const arriving = moved.filter((item) => !inSection.has(item));
    /** @type {Map<string, { id: string, position?: string, due?: Due | null }>} */
    const changes = new Map();
    const distance = dates[place.section];
    for (const { id, timestamp, day } of place.isByHand ? [] : arriving) {
        const date = typeof distance === "number" ? startOfDay(now, distance) : null;
        const due = timestamp === undefined ? null : { timestamp, day };
        changes.set(id, { id, due: date && onDay(due, date) });
    }
    // Without a date there is no time, so the order by hand counts.
    const byHand = moved.filter((item) =>
        place.isByHand || !isTimed(item) || (distance === null && !inSection.has(item))
    );
    for (const change of placed(byHand, goal, keyed)) {
        changes.set(change.id, { ...changes.get(change.id), ...change });
    }
    return [...changes.values()];
}

/**
 * @param {Item[]} moved @param {{ run: Item[], before?: string }} goal @param {() => Item[]} keyed
 * @returns {{ id: string, position: string }[]}
 */
function placed(moved, { run, before }, keyed) {
    const inRun = new Set(run);
    // Their keys are of other sections.
    const arriving = moved.filter((item) => !inRun.has(item)).map(({ id }) => ({ id }));
    const ids = moved.map(({ id }) => id);
    const isMoved = new Set(moved);
    if (run.every((item) => isMoved.has(item))) {
        const isOrdered = moved.every((item, n) => n === 0 || byPosition(moved[n - 1], item) < 0);
        const keys = isOrdered ? [] : keysBetween(moved.length, undefined, undefined);
        return keys.map((position, index) => ({ id: ids[index], position }));
    }
    // At the other end of the list, so that each of them is moved.
    const list = before === undefined ? [...arriving, ...run] : [...run, ...arriving];
    return moveChanges(ids, before, list, () => keyed().sort(byPosition));
}
