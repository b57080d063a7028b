/** Views, sections, search and orders. All of it runs on the device, while the user types. */

import { dayText, dueDate, startOfDay } from "../calendar.js";

/** @import { Item, Section, Sort, View } from "../../types.d.ts" */

/** @type {View[]} */
export const views = ["today", "all", "done"];

/** @type {Sort[]} */
export const sorts = ["due", "created", "title", "changed"];

/** In the order in which they are shown. @type {Section[]} */
export const sections = [
    "overdue",
    "today",
    "tomorrow",
    "week",
    "later",
    "no date",
    "to do",
    "done",
];

/** @param {Date} now @returns {(item: Item) => Section} the section of an item, by its date */
export function sectionsAt(now) {
    const starts = [0, 1, 2, 8].map((days) => startOfDay(now, days));
    const [today, tomorrow, afterTomorrow, later] = starts.map((date) => date.getTime());
    const [todayText, tomorrowText, afterText, laterText] = starts.map(dayText);
    return ({ done, timestamp, day }) => {
        if (done) return "done";
        if (timestamp === undefined) return "no date";
        if (day) {
            if (day < todayText) return "overdue";
            if (day < tomorrowText) return "today";
            if (day < afterText) return "tomorrow";
            return day < laterText ? "week" : "later";
        }
        const time = timestamp * 1000;
        // The start of today stands for the whole day.
        if (time < today || (time > today && time < now.getTime())) return "overdue";
        if (time < tomorrow) return "today";
        if (time < afterTomorrow) return "tomorrow";
        return time < later ? "week" : "later";
    };
}

/** @param {Section} section
 * @param {View} view @param {boolean} isSearch a search includes done items */
export function isShown(section, view, isSearch) {
    if (view === "done") return section === "done";
    if (view === "today") return section === "overdue" || section === "today";
    return section !== "done" || isSearch;
}

/** @param {Item} item */
export const hasPlace = ({ location }) => !!location && (!!location.name || !!location.coordinate);

/** @type {WeakMap<Item, string>} Texts to search, made once for each state of an item. */
const folded = new WeakMap();

/** Upper case comes first, because only it turns ß into ss. ASCII text needs neither.
 * @param {string} text */
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

/** By time. A day counts as its start in the local zone. @returns {(a: Item, b: Item) => number} */
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
function orderOf(sort, language) {
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
