/** The app's save file: an array of items as JSON, or one item a line (NDJSON). */

import { content } from "./merge.js";

/** @import { Item } from "../types.d.ts" */

export const importedAtOnce = 1000;

/** @param {Iterable<Item>} items @returns {string} */
export const writeFile = (items) => JSON.stringify([...items].map(content), null, 1) + "\n";

/** @param {ArrayBuffer} bytes in UTF-8, or in UTF-16 with its mark @returns {string} */
export function decode(bytes) {
    const [first, second] = new Uint8Array(bytes);
    const isLittle = first === 0xff && second === 0xfe;
    const isBig = first === 0xfe && second === 0xff;
    return new TextDecoder(isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8").decode(bytes);
}

/**
 * Reads both formats. The server judges the items; here only their form matters.
 * @param {string} text @returns {object[]}
 * @throws {SyntaxError} names the line of NDJSON that is no object
 */
export function readFile(text) {
    const trimmed = text.replace(/^\uFEFF/, "").trim();
    if (trimmed === "") throw new SyntaxError("1");
    if (trimmed.startsWith("[")) {
        const items = JSON.parse(trimmed);
        const wrong = items.findIndex((/** @type {unknown} */ item) => !isObject(item));
        if (wrong >= 0) throw new SyntaxError(`${wrong + 1}`);
        return items;
    }
    return trimmed.split(/\r?\n/).flatMap((line, index) => {
        if (!line.trim()) return [];
        try {
            const item = JSON.parse(line);
            if (isObject(item)) return [item];
        } catch {
            // Refused below, with its line.
        }
        throw new SyntaxError(`${index + 1}`);
    });
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
