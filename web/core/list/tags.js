/** Tags: what they are, when two are equal, and how many to-dos have each. */

/** @import { Item } from "../../types.d.ts" */

export const mostTags = 10;

const form = /^[^\p{White_Space}\p{Cc}#,]{1,40}$/u;
const seen = /[^\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** @param {string} text */
export const isTag = (text) => form.test(text) && seen.test(text);

/** @type {Map<string, string>} */
const foldedTags = new Map();

/**
 * Equal tags are equal by Unicode's full case folding. Upper case turns ß into ss; lower case before
 * it does the same for ẞ. Only ı differs from what folding makes of it.
 * @param {string} tag
 */
export function foldTag(tag) {
    let folded = foldedTags.get(tag);
    if (folded === undefined) {
        folded = tag.replace(
            /[^ı]+/gu,
            (part) => part.toLowerCase().toUpperCase().toLowerCase(),
        );
        foldedTags.set(tag, folded);
    }
    return folded;
}

/** @param {Item} item @param {string} folded */
export const hasTag = ({ tags }, folded) => tags?.some((tag) => foldTag(tag) === folded) ?? false;

/**
 * The tags of all items by name, and how many open ones have each. The spelling is the first one.
 * @param {Iterable<Item>} items @param {string} language
 * @returns {{ tag: string, folded: string, open: number }[]}
 */
export function countTags(items, language) {
    /** @type {Map<string, { tag: string, folded: string, open: number }>} */
    const counts = new Map();
    for (const { tags, done } of items) {
        for (const tag of tags ?? []) {
            const folded = foldTag(tag);
            let count = counts.get(folded);
            if (!count) counts.set(folded, count = { tag, folded, open: 0 });
            if (!done) count.open++;
        }
    }
    // A collator takes longer than all the rest.
    if (counts.size < 2) return [...counts.values()];
    const { compare } = new Intl.Collator(language, { numeric: true });
    return [...counts.values()].sort((a, b) => compare(a.tag, b.tag));
}

/**
 * The item with some tags more and others less. Beyond ten, none is added.
 * @param {Item} item @param {{ add?: string[], remove?: string[] }} change
 * @returns {Item}
 */
export function retagged(item, { add = [], remove = [] }) {
    const away = new Set(remove.map(foldTag));
    const tags = (item.tags ?? []).filter((tag) => !away.has(foldTag(tag)));
    const known = new Set(tags.map(foldTag));
    for (const tag of add) {
        if (tags.length < mostTags && !known.has(foldTag(tag))) tags.push(tag);
        known.add(foldTag(tag));
    }
    return { ...item, tags: tags.length > 0 ? tags : undefined };
}

/** The item with another name for a tag, at its place. @param {Item} item @param {string} folded @param {string} name @returns {Item} */
export function renamed(item, folded, name) {
    const tags = (item.tags ?? []).map((tag) => foldTag(tag) === folded ? name : tag);
    const isFirst = (/** @type {string} */ tag, /** @type {number} */ index) =>
        tags.findIndex((other) => foldTag(other) === foldTag(tag)) === index;
    return { ...item, tags: tags.filter(isFirst) };
}
