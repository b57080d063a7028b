/** What the date grammars of all languages share. */

/** @import { Grammar, RuleOf, Time } from "./dates.js" */

import { addMonths, dayOf, exactDay, nextWeek, startOfDay } from "./calendar.js";
import { weekdays } from "./repeats.js";

/** @param {string[]} names separated by | if a day has several @returns {Map<string, number>} */
export function numbered(names) {
    return new Map(names.flatMap((group, index) => group.split("|").map((name) => [name, index])));
}

/** @param {Map<string, number>} names @returns {string} the alternatives of a pattern */
export const namesOf = (names) => [...names.keys()].join("|");

/** @param {Map<string, number>} names @returns {string} the alternatives without abbreviations */
export const fullNames = (names) => [...names.keys()].filter((name) => name.length > 5).join("|");

/** @param {Map<string, number>} names @returns {string} a group of a pattern */
export const anyOf = (names) => `(${namesOf(names)})`;

/** @param {number} weekday @param {Date} now @returns {Date} the next one after today */
export function nextWeekday(weekday, now) {
    return startOfDay(now, (weekday - now.getDay() + 7) % 7 || 7);
}

/** @param {number} weekday @param {Date} now @returns {Date} the one of the next week */
export const inNextWeek = (weekday, now) => startOfDay(nextWeek(now), (weekday + 6) % 7);

/** @param {Date} now @returns {Date} the next Saturday; within a weekend, today */
export const weekend = (now) => startOfDay(now, now.getDay() === 0 ? 0 : 6 - now.getDay());

/** @param {string} count digits, or the word for one or a half @returns {number} */
const countOf = (count) => /\d/.test(count) ? Number(count) : /hal/.test(count) ? 0.5 : 1;

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

/** @param {number} day @param {Date} now @returns {Date | null} the next such day of a month, which can be today */
export function dayOfMonth(day, now) {
    for (let ahead = 0; ahead <= 2; ahead++) {
        const date = exactDay(now.getFullYear(), now.getMonth() + ahead, day);
        if (date && date >= startOfDay(now)) return date;
    }
    return null;
}

/** @param {Date} now @returns {Date} the last day of the month */
export const endOfMonth = (now) => dayOf(now.getFullYear(), now.getMonth() + 1, 0);

/** @param {string} hours @param {string} minutes @returns {Time | null} */
export function clock(hours, minutes = "0") {
    const time = { hours: Number(hours), minutes: Number(minutes) };
    return time.hours < 24 && time.minutes < 60 ? time : null;
}

/** Like `clock`, but from 1 to 6 it could be the afternoon.
 * @param {string} hours @param {string} [minutes] @returns {Time | null} */
export function bareClock(hours, minutes) {
    const time = clock(hours, minutes);
    return time && { ...time, isVague: time.hours > 0 && time.hours < 7 };
}

/** @param {string[]} patterns @returns {RegExp} for one of them, at the beginning of a word */
export const oneOf = (patterns) => new RegExp(`(?:^| )(?:${patterns.join("|")})`);

/** @param {string} pattern @returns {RegExp} for whole words, with or without a comma behind them */
export const wholeWords = (pattern) => new RegExp(`(?<!\\S)${pattern}(?![^\\s,])`, "g");

/**
 * @template T @param {RuleOf<T>[]} rules @param {string} text @param {Date} now @returns {T | null}
 */
export function firstMatch(rules, text, now) {
    for (const [pattern, meaning] of rules) {
        const match = pattern.exec(text);
        if (match) return meaning(match, now);
    }
    return null;
}

/** Where a time stands. Only after a date, `morning` is one. */
export const [alone, besideDate, afterDate] = [0, 1, 2];

/**
 * @param {string} text @param {Grammar} grammar @param {number} place @param {Date} now
 * @param {Date} [date] next to it @returns {Time | null}
 */
export function readTime(text, { times, looseTimes, part, parts }, place, now, date) {
    const all = [...times, ...looseTimes];
    const time = firstMatch(place === alone ? times : all, text, now);
    if (time) return time.isVague ? null : time;
    const [, before, name, after] = part.exec(text) ?? [];
    if (!name || (before && after) || (!before && place !== afterDate)) return null;
    const [usual, earliest] = parts[name];
    if (!before && !after) {
        const isTonight = usual >= 20 && date?.getTime() === startOfDay(now).getTime();
        const hours = isTonight ? Math.min(23, Math.max(usual, now.getHours() + 1)) : usual;
        return { hours, minutes: 0 };
    }
    const clock = firstMatch(all, before ?? after, now);
    if (!clock) return null;
    const hours = clock.hours + (!clock.isExact && clock.hours < earliest ? 12 : 0);
    return hours >= earliest && hours < (earliest ? 24 : 12) ? { ...clock, hours } : null;
}

/**
 * @param {string} list weekdays, with other words between them
 * @param {Map<string, number>} names in the order of `Date.getDay()`
 * @returns {string[]} each once, in the words of a rule
 */
export function daysIn(list, names) {
    const numbers = new Set(list.split(/[ .]+/).map((word) => names.get(word)));
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
