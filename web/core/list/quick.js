/**
 * A typed title: its tags, and then the words of its due date and rule. A tag is a word that begins
 * with `#`. What is no tag stays title, and so does the text `\#work`, without its `\`.
 */

import { readDue } from "../dates.js";
import { foldTag, isTag, mostTags } from "./tags.js";

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

/**
 * @param {string} text @param {string} language `en` or `de` @param {Date} now
 * @returns {{ title: string, tags: string[], due?: Due, repeat?: Repetition, marks: Mark[],
 *     date?: Mark }} `marks`: the places of all that is not title; `date`: that of the due date
 */
export function readTyped(text, language, now) {
    const { rest, tags, marks } = readTags(text);
    const read = readDue(rest, language, now);
    if (!read) return { title: titleWithout(rest), tags, marks };
    const { title, mark: date, due, repeat } = read;
    // Tags can stand between the words of a date.
    const others = marks.filter(([start]) => start < date[0] || start >= date[1]);
    return {
        title: titleWithout(title),
        tags,
        due,
        ...(repeat && { repeat }),
        date,
        marks: [...others, date].sort((a, b) => a[0] - b[0]),
    };
}
