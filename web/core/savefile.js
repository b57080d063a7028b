/** The app's save file: a JSON array of items, or one item on each line (NDJSON). */

import { content } from "./merge.js";

/** @import { Item } from "../types.d.ts" */

export const importedAtOnce = 1000;

/** @param {Iterable<Item>} items @returns {string} */
export const writeFile = (items) => JSON.stringify([...items].map(content), null, 1) + "\n";

/** Why a file is not a list of items. `place`: the line, or the number of the item. */
export class FileFault extends Error {
    /** @param {"empty" | "form"} why @param {number} [place] */
    constructor(why, place = 1) {
        super(why);
        this.why = why;
        this.place = place;
    }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {string | null} null if they are not UTF-8 text */
export function decodeFile(bytes) {
    try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        // UTF-16 text of ASCII letters is valid UTF-8 with a zero byte at each letter.
        if (!text.includes("\0")) return text;
    } catch {
        // The server also reads UTF-16.
    }
    return null;
}

/**
 * Whether a file is a list of this program, also a damaged one. The server reads the files of other
 * programs. Those of Google are JSON objects too.
 * @param {string} text
 */
export function isOwnList(text) {
    const trimmed = text.trim();
    if (!trimmed || trimmed.startsWith("[")) return true;
    try {
        const first = JSON.parse(/^.*/.exec(trimmed)?.[0] ?? "");
        return isObject(first) && !String(first.kind).startsWith("tasks#");
    } catch {
        return false;
    }
}

/**
 * Reads both formats. Only the form is checked here; the server checks the items.
 * @param {string} text @returns {object[]}
 * @throws {FileFault}
 */
export function readFile(text) {
    const trimmed = text.replace(/^\uFEFF/, "").trim();
    if (!trimmed) throw new FileFault("empty");
    if (trimmed.startsWith("[")) {
        const items = readArray(trimmed);
        const wrong = items.findIndex((item) => !isObject(item));
        if (wrong >= 0) throw new FileFault("form", wrong + 1);
        return /** @type {object[]} */ (items);
    }
    return trimmed.split(/\r?\n/).flatMap((line, index) => {
        if (!line.trim()) return [];
        try {
            const item = JSON.parse(line);
            if (isObject(item)) return [item];
        } catch {
            // Refused below, with its line.
        }
        throw new FileFault("form", index + 1);
    });
}

/** @param {string} text @returns {unknown[]} */
function readArray(text) {
    try {
        return JSON.parse(text);
    } catch {
        throw new FileFault("form");
    }
}

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @template T @param {T[]} items @returns {T[][]} the requests of an import */
export function portions(items) {
    const parts = [];
    for (let start = 0; start < items.length; start += importedAtOnce) {
        parts.push(items.slice(start, start + importedAtOnce));
    }
    return parts;
}
