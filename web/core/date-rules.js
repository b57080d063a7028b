/** What the date grammars of all languages share. */

import { addMonths, dayOf, exactDay, startOfDay } from "./calendar.js";
import { weekdays } from "./repeats.js";

/** @param {string[]} names separated by | if a day has several @returns {Map<string, number>} */
export function numbered(names) {
    return new Map(names.flatMap((group, index) => group.split("|").map((name) => [name, index])));
}

/** @param {Map<string, number>} names @returns {string} the alternatives of a pattern */
export const namesOf = (names) => [...names.keys()].join("|");

/** @param {Map<string, number>} names @returns {string} a group of a pattern */
export const anyOf = (names) => `(${namesOf(names)})`;

/** @param {number} weekday @param {Date} now @returns {Date} the next one after today */
export function nextWeekday(weekday, now) {
    return startOfDay(now, (weekday - now.getDay() + 7) % 7 || 7);
}

/** @param {Date} now @returns {Date} the next Saturday; within a weekend, today */
export const weekend = (now) => startOfDay(now, now.getDay() === 0 ? 0 : 6 - now.getDay());

/** @param {Date} now @param {number} hours @returns the hour of this day, or the next full hour */
export const evening = (now, hours) => ({
    date: startOfDay(now),
    time: { hours: Math.min(23, Math.max(hours, now.getHours() + 1)), minutes: 0 },
});

/** @param {string} count digits, or the word for one @returns {number} */
const countOf = (count) => /\d/.test(count) ? Number(count) : 1;

/** @param {string} count @param {"day" | "week" | "month"} unit @param {Date} now @returns {Date} */
export function later(count, unit, now) {
    if (unit === "month") return addMonths(now, countOf(count));
    return startOfDay(now, countOf(count) * (unit === "week" ? 7 : 1));
}

/** @param {string} count @param {"hour" | "minute"} unit @param {Date} now @returns {Date} */
export function afterTime(count, unit, now) {
    return new Date(now.getTime() + countOf(count) * (unit === "hour" ? 3_600_000 : 60_000));
}

/**
 * A day of a year, or its next occurrence, which can be today. 29 February can be eight years away.
 * @param {number} month from 0 @param {number} day @param {string | undefined} year @param {Date} now
 * @returns {Date | null}
 */
export function dayOfYear(month, day, year, now) {
    if (year) return exactDay(Number(year), month, day);
    for (let ahead = 0; ahead <= 8; ahead++) {
        const date = exactDay(now.getFullYear() + ahead, month, day);
        if (date && date >= dayOf(now.getFullYear(), now.getMonth(), now.getDate())) return date;
    }
    return null;
}

/** @param {string} hours @param {string} minutes @returns {{ hours: number, minutes: number } | null} */
export function clock(hours, minutes = "0") {
    const time = { hours: Number(hours), minutes: Number(minutes) };
    return time.hours < 24 && time.minutes < 60 ? time : null;
}

/**
 * @param {string} list weekdays, with other words between them
 * @param {Map<string, number>} names in the order of `Date.getDay()`
 * @returns {string[]} each once, in the words of a rule
 */
export function daysIn(list, names) {
    const numbers = new Set(list.split(" ").map((word) => names.get(word)));
    return weekdays.filter((_, index) => numbers.has((index + 1) % 7));
}

/**
 * A rule with a typed interval; null if it exceeds the limits of the server.
 * @param {import("../types.d.ts").Frequency} frequency
 * @param {string | undefined} count digits or a word; absent: one
 * @param {Record<string, number>} words
 * @param {Partial<import("../types.d.ts").Repetition>} [more]
 * @returns {import("../types.d.ts").Repetition | null}
 */
export function ruleOf(frequency, count, words, more) {
    const interval = count === undefined ? 1 : words[count] ?? parseInt(count);
    if (interval < 1 || interval > 999) return null;
    return { frequency, ...(interval !== 1 && { interval }), ...more };
}

/**
 * @param {string | undefined} count @param {Record<string, number>} words
 * @param {string} day of the month, in digits
 */
export function onMonthDay(count, words, day) {
    const byMonthDay = Number(day);
    return byMonthDay >= 1 && byMonthDay <= 31
        ? ruleOf("monthly", count, words, { byMonthDay })
        : null;
}
