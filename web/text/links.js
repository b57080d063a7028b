/** Links, mail addresses and telephone numbers in a text. */

/** Lengths are limited, so that 64 KiB without a blank take no noticeable time. */
const pattern =
    /\b(?:https?:\/\/|www\.)[^\s<>"]{1,2000}|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+|(?<![\w./:-])(?:\+|00?)[1-9][\d ()/-]{5,20}\d(?!\w|[./-]\w)/gi;

/** Removes punctuation at the end. A closing bracket stays if there is an opening one.
 * @param {string} text @returns {string} */
function withoutEnd(text) {
    const ends = text.includes("(") ? /[.,;:!?'"»”]/ : /[.,;:!?'"»”)]/;
    while (ends.test(text.slice(-1))) text = text.slice(0, -1);
    return text;
}

/** @param {string} text @returns {string} */
function addressOf(text) {
    if (/^https?:/i.test(text)) return text;
    if (/^www\./i.test(text)) return `https://${text}`;
    return text.includes("@") ? `mailto:${text}` : `tel:${text.replace(/[^\d+]/g, "")}`;
}

/**
 * A text in parts: links, and what is between them.
 * @param {string} text @returns {{ text: string, href?: string }[]}
 */
export function linkParts(text) {
    /** @type {{ text: string, href?: string }[]} */
    const parts = [];
    let end = 0;
    for (const { 0: match, index } of text.matchAll(pattern)) {
        const link = withoutEnd(match);
        const href = addressOf(link);
        if (!URL.canParse(href)) continue;
        parts.push({ text: text.slice(end, index) }, { text: link, href });
        end = index + link.length;
    }
    return [...parts, { text: text.slice(end) }].filter((part) => part.text !== "");
}
