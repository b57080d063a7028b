/** The tags of an item that two devices have changed: sets, which are merged. */

import { foldTag, mostTags } from "../list/tags.js";
import { same } from "../merge.js";

/** @typedef {string[] | null} Tags */

/**
 * What either device has added is in, and what either has removed is out. Spelling and order are
 * ours; what only the other one has added follows.
 * @param {Tags | undefined} before as both had them @param {Tags | undefined} ours
 * @param {Tags | undefined} theirs
 * @returns {{ tags: Tags, isCut: boolean }} the first ten, and whether there are more
 */
export function mergedTags(before, ours, theirs) {
    if (same(before, theirs)) return { tags: ours ?? null, isCut: false };
    const [old, here, there] = [before, ours, theirs].map((tags) =>
        new Set((tags ?? []).map(foldTag))
    );
    /** @param {string} tag */
    const isKept = (tag) => !old.has(tag) || (here.has(tag) && there.has(tag));
    const added = (theirs ?? []).filter((tag) => !here.has(foldTag(tag)));
    const tags = [...ours ?? [], ...added].filter((tag) => isKept(foldTag(tag)));
    return {
        tags: tags.length > 0 ? tags.slice(0, mostTags) : null,
        isCut: tags.length > mostTags,
    };
}
