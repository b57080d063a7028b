/** The page's language: its texts, its dates. */

import { isDay, startOfDay } from "../core/calendar.js";
import { english } from "./en.js";
import { german } from "./de.js";

/** @typedef {keyof typeof english} Key */

export const languages = { en: "English", de: "Deutsch" };

const dictionaries = { en: english, de: german };

/** @type {"en" | "de"} */
let language = "en";

/** @type {Intl.DateTimeFormat[]} */
let formats = [];

/** @returns {"en" | "de"} */
export const currentLanguage = () => language;

/** @param {"en" | "de"} next */
export function setLanguage(next) {
    language = next;
    document.documentElement.lang = next;
    // The browser's variant of the language decides between 27 Nov and Nov 27.
    const variant = navigator.languages.find((name) => name.startsWith(next)) ?? next;
    /** @param {Intl.DateTimeFormatOptions} options */
    const format = (options) => new Intl.DateTimeFormat(variant, options);
    formats = [
        format({ weekday: "short" }),
        format({ day: "numeric", month: "short" }),
        format({ day: "numeric", month: "short", year: "numeric" }),
        format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
        format({ weekday: "long", day: "numeric", month: "long" }),
        format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    ];
}

/** @param {Key} key @param {Record<string, string | number>} [values] @returns {string} */
export function t(key, values) {
    const text = dictionaries[language][key];
    return values ? text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? "")) : text;
}

/** @param {number} timestamp @param {Date} now @returns {string} such as "Fri 17:00" or "27 Nov" */
export function shortDue(timestamp, now) {
    const date = new Date(timestamp * 1000);
    const days = Math.round((startOfDay(date).getTime() - startOfDay(now).getTime()) / 86_400_000);
    const [weekday, day, dayAndYear] = formats;
    const text = days === 0
        ? t("today")
        : days === 1
        ? t("tomorrow")
        : days > 1 && days < 7
        ? weekday.format(date)
        : (date.getFullYear() === now.getFullYear() ? day : dayAndYear).format(date);
    return isDay(timestamp) ? text : `${text} ${formats[3].format(date)}`;
}

/** @param {number} timestamp @param {Date} now @returns {string} such as "Friday, November 27 17:00" */
export function longDue(timestamp, now) {
    const date = new Date(timestamp * 1000);
    const text = formats[date.getFullYear() === now.getFullYear() ? 4 : 5].format(date);
    return isDay(timestamp) ? text : `${text} ${formats[3].format(date)}`;
}
