/**
 * Repetition rules. The page shows them, edits them, and picks the first date of a new one. The
 * server computes the next date when an item is done.
 */

import { dayOf, dayText, startOfDay } from "./calendar.js";
import { same } from "./merge.js";

/** @import { Repetition } from "../types.d.ts" */

/** In the server's order. */
export const weekdays = ["mo", "tu", "we", "th", "fr", "sa", "su"];

/** The ordinals of a weekday within a month. */
export const ordinals = ["1", "2", "3", "4", "-1"];

/** The rules that a form offers by name. @type {Record<string, Repetition>} */
export const presets = {
    "daily": { frequency: "daily" },
    "weekdays": { frequency: "weekly", byDay: weekdays.slice(0, 5) },
    "weekly": { frequency: "weekly" },
    "monthly": { frequency: "monthly" },
    "yearly": { frequency: "yearly" },
};

/** @param {Repetition} rule @returns {string} the name of the preset that it is, or `custom` */
export function presetOf({ timeZone: _zone, time: _time, ...rule }) {
    return Object.keys(presets).find((name) => same(presets[name], rule)) ?? "custom";
}

/**
 * A rule in the server's form, without values that are the default.
 * @param {Repetition} rule @returns {Repetition}
 */
export function canonical({ interval, byDay, from, timeZone, ...rule }) {
    return JSON.parse(JSON.stringify({
        ...rule,
        ...(interval !== 1 && { interval }),
        ...(byDay && { byDay: [...byDay].sort((a, b) => position(a) - position(b)) }),
        ...(from !== "due" && { from }),
        ...(timeZone !== "UTC" && { timeZone }),
    }));
}

/** @param {string} day */
const position = (day) => weekdays.indexOf(day.slice(-2));

/** @param {Repetition} rule @returns {Repetition} the rule in this device's time zone */
export function inThisZone(rule) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    // A browser that does not know its zone reports Etc/Unknown.
    return canonical({ ...rule, ...(timeZone !== "Etc/Unknown" && { timeZone }) });
}

/** More than the longest distance between two dates that fit one rule. */
const mostDays = 62;

/**
 * @param {Repetition} rule @param {Date} from
 * @returns {Date | null} the first day that fits the rule, not before the day of `from`
 */
export function firstDay(rule, from) {
    for (let ahead = 0; ahead <= mostDays; ahead++) {
        const day = startOfDay(from, ahead);
        if (rule.until && dayText(day) > rule.until) return null;
        if (fits(rule, day)) return day;
    }
    return null;
}

/** @param {Repetition} rule @param {Date} date */
function fits({ byDay, byMonthDay }, date) {
    const day = date.getDate();
    const last = dayOf(date.getFullYear(), date.getMonth() + 1, 0).getDate();
    if (byMonthDay) return day === Math.min(byMonthDay, last);
    if (!byDay) return true;
    const name = weekdays[(date.getDay() + 6) % 7];
    return byDay.includes(name) || byDay.includes(`${Math.ceil(day / 7)}${name}`) ||
        (day > last - 7 && byDay.includes(`-1${name}`));
}
