/** Search, filters and orders; all on the device, while typing. */

import { dayText, dueDate, isOverdue, startOfDay } from "./calendar.js";

/** @import { Item, Show, Sort } from "../types.d.ts" */

/** @type {Show[]} */
export const shows = ["all", "open", "done", "overdue", "today", "week", "place"];

/** @type {Sort[]} */
export const sorts = ["created", "due", "title", "changed"];

/** @type {WeakMap<Item, string>} Texts to search, made once for each state of an item. */
const folded = new WeakMap();

/** Upper case first: only it makes ss of ß. Most texts need neither. @param {string} text */
function fold(text) {
    // deno-lint-ignore no-control-regex
    if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
    return text.normalize("NFC").toUpperCase().toLowerCase();
}

/** @param {Item} item */
function textOf(item) {
    let text = folded.get(item);
    if (text === undefined) {
        text = fold(item.itemDescription ? `${item.title}\n${item.itemDescription}` : item.title);
        folded.set(item, text);
    }
    return text;
}

/** @param {string} query @returns {(item: Item) => boolean} whether all words occur in title and description */
export function search(query) {
    const words = fold(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return () => true;
    return (item) => {
        const text = textOf(item);
        return words.every((word) => text.includes(word));
    };
}

/** @param {Show} show @param {Date} now @returns {(item: Item) => boolean} */
export function filter(show, now) {
    /** @param {number} days */
    const before = (days) => {
        const [start, end] = [startOfDay(now), startOfDay(now, days)];
        const [first, last] = [dayText(start), dayText(end)];
        return (/** @type {Item} */ { timestamp, day }) =>
            timestamp === undefined
                ? false
                : day
                ? day >= first && day < last
                : timestamp * 1000 >= start.getTime() && timestamp * 1000 < end.getTime();
    };
    switch (show) {
        case "all":
            return () => true;
        case "open":
            return (item) => !item.done;
        case "done":
            return (item) => item.done;
        case "overdue":
            return ({ done, timestamp, day }) =>
                !done && timestamp !== undefined && isOverdue({ timestamp, day }, now);
        case "today":
            return before(1);
        case "week":
            return before(8);
        case "place":
            return ({ location }) => !!location && (!!location.name || !!location.coordinate);
    }
}

/** @param {string} a @param {string} b */
const compareText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** @param {Item} a @param {Item} b */
const byCreation = (a, b) => a.createdAt - b.createdAt || compareText(a.id, b.id);

/** By time; a day stands at its start, wherever it was written. @returns {(a: Item, b: Item) => number} */
function byDue() {
    /** @type {Map<string, number>} */
    const starts = new Map();
    const key = (/** @type {Item} */ { timestamp, day }) => {
        if (timestamp === undefined) return Infinity;
        if (!day) return timestamp;
        let start = starts.get(day);
        if (start === undefined) {
            start = dueDate({ timestamp, day }).getTime() / 1000;
            starts.set(day, start);
        }
        return start;
    };
    return (a, b) => {
        const [left, right] = [key(a), key(b)];
        return left === right ? byCreation(a, b) : left - right;
    };
}

/** @param {Sort} sort @param {string} language @returns {(a: Item, b: Item) => number} */
export function order(sort, language) {
    switch (sort) {
        case "created":
            return byCreation;
        case "due":
            return byDue();
        case "title": {
            const { compare } = new Intl.Collator(language, { numeric: true });
            return (a, b) => compare(a.title, b.title) || byCreation(a, b);
        }
        case "changed":
            return (a, b) =>
                (b.updatedAt ?? Infinity) - (a.updatedAt ?? Infinity) || byCreation(a, b);
    }
}
