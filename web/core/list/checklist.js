/** Checklists in notes: lines that begin with `- [ ]` or `- [x]`. */

const mark = /^(\s*[-*+] \[)([ xX])(\] )(.*)$/;

/** A line of a note; `done` is absent if it is none of a checklist.
 * @typedef {{ text: string, done?: boolean }} NoteLine */

/** @param {string} text @returns {NoteLine[]} */
export const noteLines = (text) =>
    text.split(/\r?\n/).map((line) => {
        const [, , sign, , rest] = mark.exec(line) ?? [];
        return sign === undefined ? { text: line } : { text: rest, done: sign !== " " };
    });

/** @param {string} text @returns {{ done: number, total: number }} the lines of its checklist */
export function progress(text) {
    const lines = text.includes("[")
        ? noteLines(text).filter(({ done }) => done !== undefined)
        : [];
    return { done: lines.filter(({ done }) => done).length, total: lines.length };
}

/** The text with one line ticked or not; the rest stays, letter by letter.
 * @param {string} text @param {number} index of the line @param {boolean} done */
export const withTick = (text, index, done) =>
    text.split("\n").map((line, at) =>
        at === index ? line.replace(mark, `$1${done ? "x" : " "}$3$4`) : line
    ).join("\n");
