/**
 * Quick add: finds the longest date expression at the end of a text, or otherwise at its beginning,
 * and a repetition rule.
 *
 *     expression = date | date time | time date | time | "in 3 hours"
 *     repetition = [expression] rule [expression] ["until" date]
 *
 * The words are in a file for each language (dates-en.js, dates-de.js, repeats-en.js,
 * repeats-de.js). An incomplete expression stays in the title, and so does an expression without
 * any other word. A rule is understood completely or not at all: a text with half a rule stays
 * title as it is.
 */

import { dayText, exactTime, readDay, startOfDay, wholeDay } from "./calendar.js";
import { englishDates } from "./dates-en.js";
import { germanDates } from "./dates-de.js";
import { firstDay } from "./repeats.js";
import { englishRepeats } from "./repeats-en.js";
import { germanRepeats } from "./repeats-de.js";

/** @import { Due, Repetition } from "../types.d.ts" */

/** A rule: a pattern for the whole expression, and its meaning; null if there is no such day.
 * @template T @typedef {[RegExp, (match: RegExpExecArray, now: Date) => T | null]} RuleOf */

/** @typedef {RuleOf<Date>} DateRule */

/** @typedef {{ hours: number, minutes: number }} Time */

/** @typedef {[RegExp, (match: RegExpExecArray) => Time | null]} TimeRule */

/**
 * The meaning of the words after `every`. `on`: the date that they name. `needsTime`: they are a
 * rule only with a time.
 * @typedef {{ rule: Repetition | null, on?: Date, needsTime?: boolean }} Reading
 */

/**
 * `opener`: the word that a rule begins with; `!` at its end means that the interval counts from
 * the completion. `phrase`: a text that a reader takes for a rule, with its opener. `start`: words
 * before a date that may follow a rule. `on`: words before a date that may not.
 * @typedef {{ opener: RegExp, phrase: RegExp, start: RegExp, on: RegExp, until: RegExp,
 *     rules: RuleOf<Reading>[] }} RepeatGrammar
 */

/**
 * `loose`: dates that need a time next to them, and times that need a date. `both`: a date and a
 * time. `nouns`: expressions that an article turns into nouns.
 * @typedef {{ dates: DateRule[], times: TimeRule[], moments: DateRule[],
 *     both: [RegExp, (match: RegExpExecArray, now: Date) => Parts][], nouns: RegExp,
 *     loose: { dates: DateRule[], times: TimeRule[] } }} Grammar
 */

/** What an expression says. @typedef {{ date?: Date, time?: Time, moment?: Date }} Parts */

/** The words that are not title.
 * @typedef {{ start: number, end: number, due: Due, repeat?: Repetition }} Understood */

/** @typedef {{ dates: Grammar, repeats: RepeatGrammar }} Language */

/** @type {Record<string, Language>} */
const grammars = {
    en: { dates: englishDates, repeats: englishRepeats },
    de: { dates: germanDates, repeats: germanRepeats },
};

/** The number of words of the longest expression, such as "on 1 December 2027 at 5 pm". */
const mostWords = 8;

/** @type {DateRule} */
const isoDate = [/^\d{4}-\d\d-\d\d$/, ([text]) => readDay(text)];

/**
 * @param {string} text
 * @param {string} language `en` or `de`
 * @param {Date} now
 * @returns {{ title: string, due: Due, repeat?: Repetition, mark: [number, number] } | null} null if
 *     there is no date expression; `mark` is its place in the text
 */
export function readDue(text, language, now) {
    const words = [...text.matchAll(/\S+/g)];
    const folded = words.map((word) => word[0].normalize().toLowerCase());
    const understood = understand(folded, grammars[language], now);
    if (!understood) return null;
    const { start, end, ...rest } = understood;
    const last = words[end - 1];
    /** @type {[number, number]} */
    const mark = [words[start].index, last.index + last[0].length];
    const title = start > 0
        ? text.slice(0, mark[0]).trim().replace(/\s*,$/, "")
        : text.slice(mark[1]).trim();
    return title ? { title, ...rest, mark } : null;
}

/** @param {string[]} words @param {Language} language @param {Date} now @returns {Understood | null} */
function understand(words, language, now) {
    const { opener, phrase } = language.repeats;
    const places = words.flatMap((word, index) => opener.test(word) ? [index] : []);
    /** Whether the title, up to a word, would contain a text like a rule. @param {number} end */
    const hasPhrase = (end) =>
        places.some((place) => place < end && phrase.test(joined(words.slice(place, end))));
    for (const place of places) {
        const read = readRule(words, place, language, now);
        if (read) return hasPhrase(read.start) ? null : read;
    }
    if (hasPhrase(words.length)) return null;
    const read = readEnd(words, language.dates, now);
    const due = read && !hasPhrase(read.start) && resolve(read.parts, now);
    if (due && read.start > 0) return { start: read.start, end: words.length, due };
    return readBeginning(words, language.dates, now);
}

/**
 * The longest expression at the beginning that has a date. There an abbreviation or a number is not
 * a date: "sun cream", "1.5 litres".
 * @param {string[]} words @param {Grammar} grammar @param {Date} now @returns {Understood | null}
 */
function readBeginning(words, grammar, now) {
    for (let end = Math.min(mostWords, words.length - 1); end > 0; end--) {
        const parts = readExpression(words.slice(0, end), grammar, now);
        if (!parts || (end === 1 && words[0].length < 5)) continue;
        const due = parts.date && resolve(parts, now);
        if (due) return { start: 0, end, due };
    }
    return null;
}

/**
 * Reads the rule that begins at a word. The words around it can name its first date.
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
        // All words after the rule must belong to it.
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
        const start = Math.min(place, read?.start ?? place);
        return due && { start, end: words.length, due, repeat };
    }
    return null;
}

/** @param {string[]} words @returns {string} without the commas of a list */
const joined = (words) => words.join(" ").replace(/[\s,]+/g, " ").trim();

/**
 * The words after a rule, without the `until` part. `hasDate`: they have a date without a word such
 * as `from` before it, so the date could be part of the rule, as in "every 5th Friday".
 * @param {string[]} words @param {Grammar} dates @param {RepeatGrammar} repeats @param {Date} now
 * @returns {{ words: string[], hasDate: boolean, until?: string } | null} null: they are unreadable
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
        if (start > 0 && grammar.nouns.test(words.slice(start - 1).join(" "))) continue;
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
    const both = firstMatch(grammar.both, text, now);
    if (both) return both;
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
 * A time alone means its next occurrence. A rule without a date begins on the first day that fits.
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
