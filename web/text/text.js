/** The page's texts and dates in the user's language. */

import { dueDate, hasTime, startOfDay } from "../core/calendar.js";
import { nameKey, partsWith } from "../core/members.js";
import { texts } from "./texts.js";

/** @import { Due } from "../types.d.ts" */

/** @typedef {keyof typeof texts} Key */

export const languages = { en: "English", de: "Deutsch" };

const columns = { en: 0, de: 1 };

/** @type {"en" | "de"} */
let language = "en";

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const forms = {
    weekday: { weekday: "short" },
    longWeekday: { weekday: "long" },
    weekdayAndDay: { weekday: "short", day: "numeric", month: "short" },
    weekdayAndYear: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
    day: { day: "numeric", month: "short" },
    dayAndYear: { day: "numeric", month: "short", year: "numeric" },
    month: { month: "long", year: "numeric" },
    monthAlone: { month: "long" },
    time: { timeStyle: "short" },
    long: { weekday: "long", day: "numeric", month: "long" },
    longAndYear: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
};

/** @type {Map<string, Intl.DateTimeFormat>} Made when they are needed: each takes a millisecond. */
const formats = new Map();

/** The browser's variant of the language, which decides between 27 Nov and Nov 27. */
const variant = () => navigator.languages.find((name) => name.startsWith(language)) ?? language;

/** @param {keyof typeof forms} form @param {Date} date */
function formatted(form, date) {
    let made = formats.get(form);
    if (!made) {
        formats.set(form, made = new Intl.DateTimeFormat(variant(), forms[form]));
    }
    // Some browsers put a narrow space before PM.
    return made.format(date).replaceAll("\u202f", " ");
}

/** @returns {"en" | "de"} */
export const currentLanguage = () => language;

/** @param {"en" | "de"} next */
export function setLanguage(next) {
    language = next;
    document.documentElement.lang = next;
    formats.clear();
}

/** @param {Key} key @param {Record<string, string | number>} [values] @returns {string} */
export const t = (key, values) => say(texts[key], values);

/** @param {string[]} both a text in each language @param {Record<string, string | number>} [values] */
export function say(both, values) {
    const text = both[columns[language]];
    return values ? text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? "")) : text;
}

/** @param {string} member of an item, or a part @returns {string} its name on the page */
export function memberName(member = "") {
    const key = nameKey(member);
    return key ? t(key) : member;
}

/** @param {string[]} members of an item @returns {string} such as "Title, Due" */
export const memberNames = (members) => partsWith(members).map(memberName).join(", ");

/** @param {Date} date @returns {string} such as "17:00" or "5:00 PM" */
export const timeOf = (date) => formatted("time", date);

/** @param {Due} due @param {Date} now @returns {string} such as "Fri 17:00" or "27 Nov" */
export function shortDue(due, now) {
    const date = dueDate(due);
    const days = Math.round((startOfDay(date).getTime() - startOfDay(now).getTime()) / 86_400_000);
    const text = days === -1
        ? t("yesterday")
        : days === 0
        ? t("today")
        : days === 1
        ? t("tomorrow")
        : days > 1 && days < 7
        ? formatted("weekday", date)
        : formatted(date.getFullYear() === now.getFullYear() ? "day" : "dayAndYear", date);
    return hasTime(due) ? `${text} ${formatted("time", date)}` : text;
}

/** @param {Due} due @param {Date} now @returns {string} such as "Friday, November 27 17:00" */
export function longDue(due, now) {
    const date = dueDate(due);
    const text = formatted(date.getFullYear() === now.getFullYear() ? "long" : "longAndYear", date);
    return hasTime(due) ? `${text} ${formatted("time", date)}` : text;
}

/** @param {Due} due @param {Date} now @returns {string} its day, such as "Today" or "Fri 11 Dec" */
export function relativeDay(due, now) {
    const date = dueDate(due);
    const days = Math.round((startOfDay(date).getTime() - startOfDay(now).getTime()) / 86_400_000);
    if (days === -1) return t("yesterday");
    if (days === 0) return t("today");
    if (days === 1) return t("tomorrow");
    const isThisYear = date.getFullYear() === now.getFullYear();
    return formatted(isThisYear ? "weekdayAndDay" : "weekdayAndYear", date);
}

/** @param {Date} first @param {Date} last @returns {string} such as "November – December 2026" */
export function monthsOf(first, last) {
    const end = formatted("month", last);
    return first.getMonth() === last.getMonth()
        ? end
        : `${formatted("monthAlone", first)} – ${end}`;
}

/** @param {Due} due @param {Date} now
 * @returns {string} such as "Fri 11 Dec", also for a near day */
export function nextDue(due, now) {
    const date = dueDate(due);
    const form = date.getFullYear() === now.getFullYear() ? "weekdayAndDay" : "weekdayAndYear";
    const text = formatted(form, date);
    return hasTime(due) ? `${text} ${formatted("time", date)}` : text;
}

/** @param {number} count @param {"day" | "hour" | "minute"} unit @returns {string} such as "10 minutes" */
export const formatUnit = (count, unit) =>
    new Intl.NumberFormat(variant(), { style: "unit", unit, unitDisplay: "long" }).format(count);

/** @param {number} weekday from 0, Monday @param {"weekday" | "longWeekday"} form @returns {string} */
export const weekdayName = (weekday, form) => formatted(form, new Date(2024, 0, 1 + weekday));

/** @param {Date} date @returns {string} such as "Nov 27, 2026" */
export const fullDay = (date) => formatted("dayAndYear", date);

/** @param {string[]} parts @returns {string} such as "Monday, Tuesday and Thursday" */
export const listed = (parts) => new Intl.ListFormat(variant()).format(parts);
