/**
 * Quick add: finds the longest date expression at the end of a text, or otherwise at its beginning,
 * and a repetition rule.
 *
 *     expression = [lead] (date | date time | time date | time | "in 3 hours")
 *     repetition = [expression] rule [expression] ["until" date]
 *
 * The words are in a file for each language (dates-en.js, dates-de.js, repeats-en.js,
 * repeats-de.js). An expression is understood completely or not at all: next to words that change
 * its meaning, as in "3pm to 5pm", the text stays title as it is. So does an expression without any
 * other word, and a text with half a rule.
 */

import { dayText, exactTime, readDay, startOfDay, wholeDay } from "./calendar.js";
import { afterDate, alone, besideDate, firstMatch, readTime } from "./date-rules.js";
import { englishDates } from "./dates-en.js";
import { germanDates } from "./dates-de.js";
import { firstDay } from "./repeats.js";
import { englishRepeats } from "./repeats-en.js";
import { germanRepeats } from "./repeats-de.js";

/** @import { Due, Repetition } from "../types.d.ts" */

/** A rule: a pattern for the whole expression, and its meaning; null if there is no such day.
 * @template T @typedef {[RegExp, (match: RegExpExecArray, now: Date) => T | null]} RuleOf */

/** @typedef {RuleOf<Date>} DateRule */

/** `isExact`: with am or pm. `isVague`: in the morning or in the afternoon.
 * @typedef {{ hours: number, minutes: number, isExact?: boolean, isVague?: boolean }} Time */

/** @typedef {[RegExp, (match: RegExpExecArray) => Time | null]} TimeRule */

/** The meaning of the words after `every`. `on`: the date that they name.
 * @typedef {{ rule: Repetition | null, on?: Date }} Reading */

/**
 * `opener`: the word that a rule begins with; `!` at its end means that the interval counts from
 * the completion. `phrase`: a text that a reader takes for a rule, with its opener. `start`: words
 * before a date that may follow a rule. `on`: words before a date that may not.
 * @typedef {{ opener: RegExp, phrase: RegExp, start: RegExp, on: RegExp, until: RegExp,
 *     rules: RuleOf<Reading>[] }} RepeatGrammar
 */

/**
 * `folds`: words, each on a line, and words with the same meaning. `lead`: words before an expression that belong to
 * it; the numbers of `dates` then need no `on`. `looseDates` need a time next to them, `looseTimes`
 * a date. `part` has a part of the day as its second group, and a time as its first or third;
 * `parts` have their usual hour, which for a night is at least an hour away, and their earliest one.
 * `before` and `after`: the words around an expression if it is only a part of one. Before `|` is a
 * date, before `@` a time.
 * @typedef {{ folds: [RegExp, string][], lead: RegExp, on: string, dates: DateRule[],
 *     looseDates: DateRule[], times: TimeRule[], looseTimes: TimeRule[], moments: DateRule[],
 *     part: RegExp, parts: Record<string, [number, number]>, before: RegExp, after: RegExp
 * }} Grammar
 */

/** What an expression says. @typedef {{ date?: Date, time?: Time, moment?: Date }} Parts */

/** @typedef {{ start: number, end: number, parts: Parts }} Expression */

/** The words that are not title.
 * @typedef {{ start: number, end: number, due: Due, repeat?: Repetition }} Understood */

/** @typedef {{ dates: Grammar, repeats: RepeatGrammar }} Language */

/** @type {Record<string, Language>} */
const grammars = {
    en: { dates: englishDates, repeats: englishRepeats },
    de: { dates: germanDates, repeats: germanRepeats },
};

/** The number of words of the longest expression, "due by Friday, the 1st of December, 2027 at 5 pm". */
const mostWords = 12;

/** The number of words of the longest rule, which names all days. */
const mostRuleWords = 24;

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
    const typed = [...text.matchAll(/\S+/g)];
    const folded = grammars[language].dates.folds.reduce(
        (text, [pattern, meaning]) => text.replace(pattern, meaning),
        typed.map((word) => word[0].normalize().toLowerCase()).join("\n"),
    );
    const lines = folded.split("\n").map((line) => line.split(" "));
    const understood = understand(lines.flat(), grammars[language], now);
    if (!understood) return null;
    const { start, end, ...rest } = understood;
    const sources = lines.flatMap((line, index) => line.map(() => typed[index]));
    const last = sources[end - 1];
    /** @type {[number, number]} */
    const mark = [sources[start].index, last.index + last[0].length];
    const title = start > 0
        ? text.slice(0, mark[0]).trim().replace(/\s*,$/, "")
        : text.slice(mark[1]).trim();
    return title ? { title, ...rest, mark } : null;
}

/** @param {string[]} words @param {Language} language @param {Date} now @returns {Understood | null} */
function understand(words, language, now) {
    const { dates, repeats: { opener, phrase } } = language;
    const places = words.flatMap((word, index) => opener.test(word) ? [index] : []);
    /** Whether a part of the title contains a text like a rule. @param {number} start @param {number} end */
    const hasPhrase = (start, end) =>
        places.some((place) =>
            start <= place && place < end && phrase.test(joined(words.slice(place, end)))
        );
    for (const place of places) {
        const read = readRule(words, place, language, now);
        if (!read) continue;
        return hasPhrase(0, read.start) || isPart(words, read, "|", dates) ? null : read;
    }
    if (places[0] === 0) {
        for (let end = Math.min(mostWords + 4, words.length - 1); end > 0; end--) {
            const read = readRule(words.slice(0, end), 0, language, now);
            if (!read) continue;
            const isAll = !hasPhrase(end, words.length) && !readEnd(words.slice(end), dates, now);
            return isAll && !isPart(words, read, "|", dates) ? read : null;
        }
    }
    if (hasPhrase(0, words.length)) return null;
    const last = readEnd(words, dates, now);
    const first = readBeginning(words.slice(0, last?.start), dates, now);
    const read = last ?? first;
    // The date at one end and the time at the other.
    if (!read || (last && first && !last.parts.time !== !first.parts.time)) return null;
    const due = !isPart(words, read, read.parts.time && !read.parts.date ? "@" : "|", dates) &&
        resolve(read.parts, now);
    return due && read.end - read.start < words.length ? { ...read, due } : null;
}

/**
 * Whether the words around an expression change its meaning.
 * @param {string[]} words @param {{ start: number, end: number }} expression
 * @param {string} sign @param {Grammar} grammar
 */
function isPart(words, { start, end }, sign, { before, after }) {
    const text = [...words.slice(0, start), sign, ...words.slice(start)].join(" ");
    return start > 0
        ? before.test(text.replace(/\s+/g, " "))
        : after.test(words.slice(end).join(" "));
}

/**
 * The longest expression at the beginning. There an abbreviation or a number is not a date: "sun
 * cream", "1.5 litres".
 * @param {string[]} words @param {Grammar} grammar @param {Date} now @returns {Expression | null}
 */
function readBeginning(words, grammar, now) {
    for (let end = Math.min(mostWords, words.length); end > 0; end--) {
        const parts = readExpression(words.slice(0, end), grammar, now);
        if (!parts || (end === 1 && words[0].length < 5 && !parts.time)) continue;
        return { start: 0, end, parts };
    }
    return null;
}

/**
 * Reads the rule that begins at a word. The words around it can name its first date.
 * @param {string[]} words @param {number} place @param {Language} language @param {Date} now
 * @returns {Understood | null}
 */
function readRule(words, place, { dates, repeats }, now) {
    const isFromDone = words[place].includes("!");
    for (let end = Math.min(words.length, place + mostRuleWords); end > place; end--) {
        const text = joined(words.slice(place, end));
        if (!repeats.phrase.test(text)) continue;
        const reading = firstMatch(repeats.rules, text.replace(/^\S+ /, ""), now);
        const rest = reading?.rule && readRest(words.slice(end), dates, repeats, now);
        if (!reading?.rule || !rest) continue;
        const around = [...words.slice(0, place), ...rest.words];
        const read = readEnd(around, dates, now, rest.words.length > 0 ? afterDate : besideDate);
        // All words after the rule must belong to it.
        if (rest.words.length > 0 && !(read && read.start <= place)) continue;
        const { rule, on } = reading;
        const hasDays = rule.byDay || rule.byMonthDay || on;
        if (hasDays && (isFromDone || rest.hasDate)) return null;
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
const joined = (words) => words.join(" ").replace(/[ ,]+/g, " ").trim();

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
 * @param {string[]} words @param {Grammar} grammar @param {Date} now @param {number} [place]
 * @returns {Expression | null}
 */
function readEnd(words, grammar, now, place) {
    for (let start = Math.max(0, words.length - mostWords); start < words.length; start++) {
        const parts = readExpression(words.slice(start), grammar, now, place);
        if (parts && resolve(parts, now)) return { start, end: words.length, parts };
    }
    return null;
}

/**
 * @param {string[]} words @param {Grammar} grammar @param {Date} now
 * @param {number} place where a time without a date stands @returns {Parts | null}
 */
function readExpression(words, grammar, now, place = alone) {
    const whole = words.join(" ").replace(/,? /g, " ");
    const text = whole.replace(grammar.lead, "");
    const moment = firstMatch(grammar.moments, text, now);
    if (moment) return { moment };
    /** @param {string} text @param {DateRule[]} [loose] */
    const readDate = (text, loose = []) =>
        firstMatch([isoDate, ...grammar.dates, ...loose], text, now);
    const date = readDate(text) ?? (text !== whole && readDate(grammar.on + text));
    if (date) return { date };
    const parts = text.split(" ");
    for (let count = parts.length - 1; count > 0; count--) {
        const [first, second] = [parts.slice(0, count).join(" "), parts.slice(count).join(" ")];
        for (const place of [afterDate, besideDate]) {
            const [day, hour] = place === afterDate ? [first, second] : [second, first];
            const date = readDate(day, grammar.looseDates) ??
                (text !== whole && readDate(grammar.on + day));
            const time = date && readTime(hour, grammar, place, now, date);
            if (time) return { date, time };
        }
    }
    const time = readTime(text, grammar, place, now);
    return time && { time };
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
