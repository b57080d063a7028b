/**
 * A typed title: its tags, and then the words of its due date, rule and reminder. A tag is a word that begins
 * with `#`. What is no tag stays title, and so does the text `\#work`, without its `\`.
 */

import { readDue } from "../dates.js";
import { foldTag, isTag, mostTags } from "./tags.js";
import { mostRemind } from "../members.js";

/** @import { Due, Repetition } from "../../types.d.ts" */

/** @typedef {NonNullable<ReturnType<typeof readDue>>} Read */

/** Reads a date without a title. @param {string} text @param {string} language @param {Date} now @returns {Read | null} */
export function readDate(text, language, now) {
    // A date needs a title before it.
    const read = readDue(`x ${text}`, language, now);
    return read?.title === "x" ? read : null;
}

/** A place in a text. @typedef {[number, number]} Mark */

/** Stands for each letter of a tag, so that all places stay. It is white space. */
const blank = "\u2029";

/**
 * @param {string} text
 * @returns {{ rest: string, tags: string[], marks: Mark[] }} the text with blanks for its tags
 */
function readTags(text) {
    /** @type {string[]} */
    const tags = [];
    /** @type {Mark[]} */
    const marks = [];
    const known = new Set();
    let rest = text;
    for (const { 0: word, index } of text.matchAll(/\P{White_Space}+/gu)) {
        const tag = word.slice(1);
        const isOne = word.startsWith("#") && isTag(tag) && !/^\d+$/.test(tag);
        if (!isOne || tags.length === mostTags || known.has(foldTag(tag))) continue;
        known.add(foldTag(tag));
        tags.push(tag);
        const end = index + word.length;
        marks.push([index, end]);
        rest = rest.slice(0, index) + blank.repeat(word.length) + rest.slice(end);
    }
    return rest.trim() ? { rest, tags, marks } : { rest: text, tags: [], marks: [] };
}

/** @param {string} rest */
const titleWithout = (rest) =>
    rest.replace(/\s*\u2029/g, "").replace(/(?<!\P{White_Space})\\#/gu, "#").trim();

/** A reminder at the end of a title: a number and a unit, or `!` as a word of its own.
 * @type {Record<string, RegExp>} */
const reminders = {
    en: /\s(?:remind(?: me)? (\d+) ?(m|mins?|minutes?|h|hours?|d|days?)(?: before)?|!)\s*$/i,
    de: /\s(?:erinnere(?: mich)? (\d+) ?(min|minuten?|h|std|stunden?|tage?)(?: vorher)?|!)\s*$/i,
};

/** By the first letter of a unit. @type {Record<string, number>} */
const minutesOf = { m: 1, h: 60, s: 60, d: 1440, t: 1440 };

/**
 * Reads a due date that a reminder stands behind. A number counts from a time, and `!` is the time,
 * or 9:00 on that day.
 * @param {string} text @param {string} language @param {Date} now
 * @returns {(Read & { remind: number, words: Mark }) | null}
 */
function readReminded(text, language, now) {
    const match = reminders[language].exec(text);
    if (!match) return null;
    const before = text.slice(0, match.index);
    const read = readDue(before, language, now);
    if (!read) return null;
    const { 0: typed, 1: count, 2: unit, index } = match;
    const isTimed = !read.due.day;
    const remind = count ? Number(count) * minutesOf[unit[0].toLowerCase()] : isTimed ? 0 : -540;
    const isBehind = read.mark[1] === before.trimEnd().length;
    if (count ? !isTimed || remind > mostRemind : !isBehind) return null;
    return { ...read, remind, words: [index + 1, index + typed.trimEnd().length] };
}

/**
 * @param {string} text @param {string} language `en` or `de` @param {Date} now
 * @returns {{ title: string, tags: string[], due?: Due, repeat?: Repetition, remind?: number,
 *     marks: Mark[], date?: Mark }} `marks`: the places of all that is not title; `date`: that of
 *     the due date
 */
export function readTyped(text, language, now) {
    const { rest, tags, marks } = readTags(text);
    const reminded = readReminded(rest, language, now);
    const read = reminded ?? readDue(rest, language, now);
    if (!read) return { title: titleWithout(rest), tags, marks };
    const { title, mark: date, due, repeat } = read;
    // Tags can stand between the words of a date.
    const others = marks.filter(([start]) => start < date[0] || start >= date[1]);
    return {
        title: titleWithout(title),
        tags,
        due,
        ...(repeat && { repeat }),
        ...(reminded && { remind: reminded.remind }),
        date,
        marks: [...others, date, ...(reminded ? [reminded.words] : [])]
            .sort((a, b) => a[0] - b[0]),
    };
}
