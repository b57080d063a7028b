/** The orders of a list. */

import { dueDate, hasTime, startOfDay } from "../calendar.js";

/** @import { Item, Sort } from "../../types.d.ts" */

/** @type {Sort[]} */
export const sorts = ["due", "position", "created", "title", "changed"];

/** @param {string} a @param {string} b */
const compareText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Items that the server does not have yet come last, in the order in which they were added. The
 * server's clock will give them a later time than all items that it has.
 * @param {Item} a @param {Item} b
 */
const byCreation = (a, b) =>
    Number(a.revision === undefined) - Number(b.revision === undefined) ||
    a.createdAt - b.createdAt || compareText(a.id, b.id);

/** The last completion first. One that is not sent yet is the latest.
 * @param {Item} a @param {Item} b */
const byCompletion = (a, b) =>
    (b.doneAt ?? Infinity) === (a.doneAt ?? Infinity)
        ? byCreation(a, b)
        : (b.doneAt ?? Infinity) - (a.doneAt ?? Infinity);

/** The order by hand. Items without a key come last.
 * @param {Item} a @param {Item} b @returns {number} */
export function byPosition(a, b) {
    if (a.position === b.position) return byCreation(a, b);
    if (!a.position || !b.position) return a.position ? -1 : 1;
    return compareText(a.position, b.position);
}

/** The start of the local day, in milliseconds, and the time on that day, if there is one.
 * @typedef {{ start: number, time?: number }} Moment */

/** @type {WeakMap<Item, Moment>} Made once for each state of an item. */
const moments = new WeakMap();

/** @param {Item} item @returns {Moment} without a date it is after all days */
export function momentOf(item) {
    let moment = moments.get(item);
    if (!moment) moments.set(item, moment = makeMoment(item));
    return moment;
}

/** @param {Item} item @returns {Moment} */
function makeMoment({ timestamp, day }) {
    if (timestamp === undefined) return { start: Infinity };
    const due = { timestamp, day };
    const date = dueDate(due);
    const start = startOfDay(date).getTime();
    return hasTime(due) ? { start, time: date.getTime() } : { start };
}

/** By date. On one day first what has no time, by hand, then the rest by time.
 * @param {Item} a @param {Item} b */
function byDue(a, b) {
    const [left, right] = [momentOf(a), momentOf(b)];
    if (left.start !== right.start) return left.start < right.start ? -1 : 1;
    if (left.time === undefined && right.time === undefined) return byPosition(a, b);
    return (left.time ?? 0) - (right.time ?? 0) || byCreation(a, b);
}

/** @param {Sort} sort @param {string} language @returns {(a: Item, b: Item) => number} */
function orderOf(sort, language) {
    switch (sort) {
        case "created":
            return byCreation;
        case "due":
            return byDue;
        case "position":
            return byPosition;
        case "title": {
            const { compare } = new Intl.Collator(language, { numeric: true });
            return (a, b) => compare(a.title, b.title) || byCreation(a, b);
        }
        case "changed":
            return (a, b) => {
                const [left, right] = [a.revision ?? Infinity, b.revision ?? Infinity];
                return left === right ? byCreation(a, b) : right - left;
            };
    }
}

/**
 * Open items in the chosen order, then done items.
 * @param {Sort} sort @param {string} language
 * @param {(item: Item) => boolean} [isDone] a row that was just ticked keeps its place
 * @returns {(a: Item, b: Item) => number}
 */
export function order(sort, language, isDone = ({ done }) => done) {
    const openOrder = orderOf(sort, language);
    return (a, b) => {
        const [left, right] = [isDone(a), isDone(b)];
        if (left !== right) return left ? 1 : -1;
        return left ? byCompletion(a, b) : openOrder(a, b);
    };
}
