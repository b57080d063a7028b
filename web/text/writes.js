/** What a write did, in words: "Claude moved 3 to-dos". */

import { rootOf } from "../core/history/writes.js";
import { t } from "./text.js";

/** @import { Deed, ReadWrite } from "../core/history/writes.js" */
/** @import { WrittenItem } from "../types.d.ts" */

/** A sentence: its texts, and the items that it names. @typedef {(string | WrittenItem)[]} Sentence */

/**
 * @param {ReadWrite} read @param {Map<number, ReadWrite>} all by revision, for what an undo took back
 * @returns {Sentence}
 */
export function writeSentence(read, all) {
    const { write, deeds } = read;
    if (write.undoes === undefined) return started(signed(write.by, deedsText(deeds)));
    const { root, isRedone } = rootOf(read, all);
    /** @type {Sentence} */
    const of = root ? signed(root.write.by, deedsText(root.deeds)) : [t("earlier change")];
    return started(signed(write.by, filled(t(isRedone ? "did redo" : "did undo"), of)));
}

/** @param {Deed[]} deeds @returns {Sentence} */
function deedsText(deeds) {
    if (deeds.length === 0) return [t("did nothing")];
    const [first] = deeds;
    if (deeds.length === 1 && first.item) return filled(t(`did ${first.verb}`), [first.item]);
    // Only the first number says of what.
    const parts = deeds.map(({ verb, count }, index) =>
        t(`did ${verb}`, { it: index === 0 ? countText(count) : count })
    );
    return [parts.join(", ")];
}

/** @param {number} n */
export const countText = (n) => n === 1 ? t("one item") : t("n items", { n });

/** @param {string | undefined} who @param {Sentence} did @returns {Sentence} */
function signed(who, did) {
    // Names may contain braces.
    if (!who) return did;
    const [before, after] = t("by {who}").split("{did}");
    return sentenceOf([before.replace("{who}", () => who), ...did, after]);
}

/** @param {string} text with `{it}` @param {Sentence} it @returns {Sentence} */
function filled(text, it) {
    const [before, after] = text.split("{it}");
    return sentenceOf([before, ...it, after]);
}

/** @param {Sentence} parts @returns {Sentence} */
const sentenceOf = (parts) => parts.filter((part) => part !== "");

/** With a capital letter. @param {Sentence} sentence @returns {Sentence} */
function started([first, ...rest]) {
    if (typeof first !== "string") return [first, ...rest];
    return [first.slice(0, 1).toLocaleUpperCase() + first.slice(1), ...rest];
}
