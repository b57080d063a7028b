/** Pages of a list that grows at its beginning. */

/** @template T @typedef {{ elements: T[], next?: string }} Page */

/**
 * What is shown after its first page was read again. Where the page ends before it meets what is
 * shown, there may be a gap, and the page is all.
 * @template T @param {Page<T>} shown @param {Page<T>} first
 * @param {(element: T) => string} keyOf equal for an element that has not changed @returns {Page<T>}
 */
export function withFirst(shown, first, keyOf) {
    const fresh = new Set(first.elements.map(keyOf));
    const last = shown.elements.findLastIndex((element) => fresh.has(keyOf(element)));
    if (first.next === undefined || last < 0) return first;
    return {
        elements: [...first.elements, ...shown.elements.slice(last + 1)],
        next: last + 1 < shown.elements.length ? shown.next : first.next,
    };
}
