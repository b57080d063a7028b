/** Links, mail addresses and telephone numbers in a text. */

const most = 12;

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

/** @param {string} text @returns {{ text: string, href: string }[]} each once, in order */
export function linksIn(text) {
    const found = [...text.matchAll(pattern)].map(([match]) => withoutEnd(match));
    return [...new Set(found)].slice(0, most)
        .map((text) => ({ text, href: addressOf(text) })).filter(({ href }) => URL.canParse(href));
}
