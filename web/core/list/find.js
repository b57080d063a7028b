/** Views, sections and search. All of it runs on the device, while the user types. */

import { dayText, startOfDay } from "../calendar.js";

/** @import { Item, Section, View } from "../../types.d.ts" */

/** @type {View[]} */
export const views = ["today", "all", "done"];

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
    if (view === "history" || view === "trash") return false;
    if (view === "done") return section === "done";
    // Its items are those with the tag.
    if (view === "tag") return section !== "done";
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
