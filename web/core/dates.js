/**
 * Quick add: finds the longest date expression at the end of a text, and a rule of repetition.
 *
 *     expression = date | date time | time date | time | "in 3 hours"
 *     repetition = [expression] rule [expression] ["until" date]
 *
 * A language brings the words (dates-en.js, dates-de.js, repeats-en.js, repeats-de.js). What is not an
 * expression as a whole stays title, and so does a text without any other word. A rule is understood
 * wholly or not at all: a text with half of one stays title as it is.
 */

import { dayText, exactTime, readDay, startOfDay, wholeDay } from "./calendar.js";
import { englishDates } from "./dates-en.js";
import { germanDates } from "./dates-de.js";
import { firstDay } from "./repeats.js";
import { englishRepeats } from "./repeats-en.js";
import { germanRepeats } from "./repeats-de.js";

/** @import { Due, Repetition } from "../types.d.ts" */

/** A rule: what the whole expression must match, and what it means; null if there is no such day.
 * @template T @typedef {[RegExp, (match: RegExpExecArray, now: Date) => T | null]} RuleOf */

/** @typedef {RuleOf<Date>} DateRule */

/** @typedef {{ hours: number, minutes: number }} Time */

/** @typedef {[RegExp, (match: RegExpExecArray) => Time | null]} TimeRule */

/**
 * What the words after `every` mean. `on`: the date that they name. `needsTime`: without a time they
 * are no rule.
 * @typedef {{ rule: Repetition | null, on?: Date, needsTime?: boolean }} Reading
 */

/**
 * `opener`: the word that a rule begins with; `!` at its end means that the completion counts.
 * `phrase`: what a reader takes for a rule, with its opener. `start`, `on`: words before a date that
 * may, and may not, follow a rule.
 * @typedef {{ opener: RegExp, phrase: RegExp, start: RegExp, on: RegExp, until: RegExp,
 *     rules: RuleOf<Reading>[] }} RepeatGrammar
 */

/**
 * `loose`: what is a date only beside a time, and a time only beside a date.
 * @typedef {{ dates: DateRule[], times: TimeRule[], moments: DateRule[],
 *     loose: { dates: DateRule[], times: TimeRule[] } }} Grammar
 */

/** What an expression says. @typedef {{ date?: Date, time?: Time, moment?: Date }} Parts */

/** @typedef {{ start: number, due: Due, repeat?: Repetition }} Understood `start`: the first word that is no title */

/** @typedef {{ dates: Grammar, repeats: RepeatGrammar }} Language */

/** @type {Record<string, Language>} */
const grammars = {
    en: { dates: englishDates, repeats: englishRepeats },
    de: { dates: germanDates, repeats: germanRepeats },
};

/** The longest expression has so many words: "on 1 December 2027 at 5 pm". */
const mostWords = 8;

/** @type {DateRule} */
const isoDate = [/^\d{4}-\d\d-\d\d$/, ([text]) => readDay(text)];

/**
 * @param {string} text
 * @param {string} language `en` or `de`
 * @param {Date} now
 * @returns {{ title: string, due: Due, repeat?: Repetition } | null} null if there is no date expression
 */
export function readDue(text, language, now) {
    const words = [...text.matchAll(/\S+/g)];
    const folded = words.map((word) => word[0].normalize().toLowerCase());
    const understood = understand(folded, grammars[language], now);
    if (!understood) return null;
    const { start, ...rest } = understood;
    const title = text.slice(0, words[start].index).trim().replace(/\s*,$/, "");
    return title ? { title, ...rest } : null;
}

/** @param {string[]} words @param {Language} language @param {Date} now @returns {Understood | null} */
function understand(words, language, now) {
    const { opener, phrase } = language.repeats;
    const places = words.flatMap((word, index) => opener.test(word) ? [index] : []);
    /** Whether the title, up to a word, would have what looks like a rule. @param {number} end */
    const hasPhrase = (end) =>
        places.some((place) => place < end && phrase.test(joined(words.slice(place, end))));
    for (const place of places) {
        const read = readRule(words, place, language, now);
        if (read) return hasPhrase(read.start) ? null : read;
    }
    if (hasPhrase(words.length)) return null;
    const read = readEnd(words, language.dates, now);
    const due = read && !hasPhrase(read.start) && resolve(read.parts, now);
    return due ? { start: read.start, due } : null;
}

/**
 * Reads the rule that begins at a word; the words around it can say from when on.
 * @param {string[]} words @param {number} place @param {Language} language @param {Date} now
 * @returns {Understood | null}
 */
function readRule(words, place, { dates, repeats }, now) {
    const isFromDone = words[place].endsWith("!");
    for (let end = words.length; end > place + 1; end--) {
        if (!repeats.phrase.test(joined(words.slice(place, end)))) continue;
        const reading = firstMatch(repeats.rules, joined(words.slice(place + 1, end)), now);
        const rest = reading?.rule && readRest(words.slice(end), dates, repeats, now);
        if (!reading?.rule || !rest) continue;
        const read = readEnd([...words.slice(0, place), ...rest.words], dates, now);
        // All that follows the rule belongs to it.
        if (rest.words.length > 0 && !(read && read.start <= place)) continue;
        const { rule, on, needsTime } = reading;
        const hasDays = rule.byDay || rule.byMonthDay || on;
        if (hasDays && (isFromDone || rest.hasDate)) return null;
        if (needsTime && !read?.parts.time) return null;
        /** @type {Repetition} */
        const repeat = {
            ...rule,
            ...(isFromDone && { from: "done" }),
            ...(rest.until && { until: rest.until }),
        };
        const due = resolve({ date: on, ...read?.parts }, now, repeat);
        return due && { start: Math.min(place, read?.start ?? place), due, repeat };
    }
    return null;
}

/** @param {string[]} words @returns {string} without the commas of a list */
const joined = (words) => words.join(" ").replace(/[\s,]+/g, " ").trim();

/**
 * The words after a rule, without what says until when. `hasDate`: no word leads to their date, so
 * that it could be a part of the rule, as in "every 5th Friday".
 * @param {string[]} words @param {Grammar} dates @param {RepeatGrammar} repeats @param {Date} now
 * @returns {{ words: string[], hasDate: boolean, until?: string } | null} null if they say something else
 */
function readRest(words, dates, repeats, now) {
    const [before, last, ...others] = words.join(" ").split(repeats.until);
    if (others.length > 0) return null;
    const day = last === undefined ? null : firstMatch([isoDate, ...dates.dates], last, now);
    if ((last !== undefined && !day) || repeats.on.test(before)) return null;
    const text = before.replace(repeats.start, "");
    const rest = text ? text.split(" ") : [];
    const hasDate = text === before && readExpression(rest, dates, now)?.date !== undefined;
    return { words: rest, hasDate, ...(day && { until: dayText(day) }) };
}

/**
 * The longest expression at the end.
 * @param {string[]} words @param {Grammar} grammar @param {Date} now
 * @returns {{ start: number, parts: Parts } | null}
 */
function readEnd(words, grammar, now) {
    for (let start = Math.max(0, words.length - mostWords); start < words.length; start++) {
        const parts = readExpression(words.slice(start), grammar, now);
        if (parts && resolve(parts, now)) return { start, parts };
    }
    return null;
}

/** @param {string[]} words @param {Grammar} grammar @param {Date} now @returns {Parts | null} */
function readExpression(words, grammar, now) {
    const text = words.join(" ");
    const moment = firstMatch(grammar.moments, text, now);
    if (moment) return { moment };
    const dates = [isoDate, ...grammar.dates];
    const date = firstMatch(dates, text, now);
    if (date) return { date };
    const { loose } = grammar;
    for (let count = words.length - 1; count > 0; count--) {
        const parts = [words.slice(0, count).join(" "), words.slice(count).join(" ")];
        for (const [day, hour] of [parts, [parts[1], parts[0]]]) {
            const date = firstMatch([...dates, ...loose.dates], day, now);
            const time = date && firstMatch([...grammar.times, ...loose.times], hour, now);
            if (time) return { date, time };
        }
    }
    const time = firstMatch(grammar.times, text, now);
    return time && { time };
}

/**
 * @template T @param {RuleOf<T>[]} rules @param {string} text @param {Date} now @returns {T | null}
 */
function firstMatch(rules, text, now) {
    for (const [pattern, meaning] of rules) {
        const match = pattern.exec(text);
        if (match) return meaning(match, now);
    }
    return null;
}

/**
 * A time alone is its next occurrence; a rule without a date begins with the first day that fits.
 * The server refuses years after 9999.
 * @param {Parts} parts @param {Date} now @param {Repetition} [rule] @returns {Due | null}
 */
function resolve({ date, time, moment }, now, rule) {
    const isOver = time && at(startOfDay(now), time) <= now;
    const next = startOfDay(now, isOver ? 1 : 0);
    const day = moment ?? date ?? (rule ? firstDay(rule, next) : next);
    if (!day || day.getFullYear() > 9999) return null;
    if (rule?.until && dayText(day) > rule.until) return null;
    return moment ? exactTime(moment) : time ? exactTime(at(day, time)) : wholeDay(day);
}

/** @param {Date} day @param {Time} time */
function at(day, { hours, minutes }) {
    const date = new Date(day);
    date.setHours(hours, minutes);
    return date;
}
