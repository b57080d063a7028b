/**
 * Quick add: finds the longest date expression at the end of a text.
 *
 *     expression = date | date time | time date | time | "in 3 hours"
 *
 * A language brings the words (dates-en.js, dates-de.js). What is not an expression as a whole stays
 * title, and so does a text without any other word.
 */

import { exactDay, startOfDay } from "./calendar.js";
import { englishDates } from "./dates-en.js";
import { germanDates } from "./dates-de.js";

/** @import { Due } from "../types.d.ts" */

/** A rule: what the whole expression must match, and what it means; null if there is no such day.
 * @typedef {[RegExp, (match: RegExpExecArray, now: Date) => Date | null]} DateRule */

/** @typedef {[RegExp, (match: RegExpExecArray) => { hours: number, minutes: number } | null]} TimeRule */

/**
 * `loose`: what is a date only beside a time, and a time only beside a date.
 * @typedef {{ dates: DateRule[], times: TimeRule[], moments: DateRule[],
 *     loose: { dates: DateRule[], times: TimeRule[] } }} Grammar
 */

/** @type {Record<string, Grammar>} */
const grammars = { en: englishDates, de: germanDates };

/** The longest expression has so many words: "on 1 December 2027 at 5 pm". */
const mostWords = 8;

/** @type {DateRule} */
const isoDate = [
    /^(\d{4})-(\d\d)-(\d\d)$/,
    ([, year, month, day]) => exactDay(Number(year), Number(month) - 1, Number(day)),
];

/**
 * @param {string} text
 * @param {string} language `en` or `de`
 * @param {Date} now
 * @returns {{ title: string, due: Due } | null} null if there is no date expression
 */
export function readDue(text, language, now) {
    const words = [...text.matchAll(/\S+/g)];
    for (let start = Math.max(0, words.length - mostWords); start < words.length; start++) {
        const expression = words.slice(start).map((word) => word[0].normalize().toLowerCase());
        const due = readExpression(expression, grammars[language], now);
        if (!due) continue;
        const title = text.slice(0, words[start].index).trim().replace(/\s*,$/, "");
        return title ? { title, due } : null;
    }
    return null;
}

/** @param {string[]} words @param {Grammar} grammar @param {Date} now @returns {Due | null} */
function readExpression(words, grammar, now) {
    const moment = firstMatch(grammar.moments, words, now);
    if (moment) return due(moment, false);
    const dates = [isoDate, ...grammar.dates];
    const date = firstMatch(dates, words, now);
    if (date) return due(date, true);
    const { loose } = grammar;
    for (let count = words.length - 1; count > 0; count--) {
        const parts = [words.slice(0, count), words.slice(count)];
        for (const [day, hour] of [parts, [parts[1], parts[0]]]) {
            const date = firstMatch([...dates, ...loose.dates], day, now);
            const time = date && readTime(hour, [...grammar.times, ...loose.times]);
            if (time) return due(at(date, time), false);
        }
    }
    const time = readTime(words, grammar.times);
    return time && due(nextOccurrence(time, now), false);
}

/** @param {DateRule[]} rules @param {string[]} words @param {Date} now @returns {Date | null} */
function firstMatch(rules, words, now) {
    const text = words.join(" ");
    for (const [pattern, meaning] of rules) {
        const match = pattern.exec(text);
        if (match) return meaning(match, now);
    }
    return null;
}

/** @param {string[]} words @param {TimeRule[]} rules */
function readTime(words, rules) {
    const text = words.join(" ");
    for (const [pattern, meaning] of rules) {
        const match = pattern.exec(text);
        if (match) return meaning(match);
    }
    return null;
}

/** @param {Date} day @param {{ hours: number, minutes: number }} time */
function at(day, { hours, minutes }) {
    const date = new Date(day);
    date.setHours(hours, minutes);
    return date;
}

/** @param {{ hours: number, minutes: number }} time @param {Date} now */
function nextOccurrence(time, now) {
    const today = at(startOfDay(now), time);
    return today > now ? today : at(startOfDay(now, 1), time);
}

/** The server refuses years after 9999.
 * @param {Date} date @param {boolean} day @returns {Due | null} */
function due(date, day) {
    if (date.getFullYear() > 9999) return null;
    return { timestamp: Math.floor(date.getTime() / 1000), day };
}
