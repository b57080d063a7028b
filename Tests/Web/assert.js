/** Assertions and seeded random numbers; no test needs the network for a library. */

/** @param {unknown} actual @param {unknown} expected @param {string} [message] */
export function assertEquals(actual, expected, message = "") {
    const [left, right] = [canonical(actual), canonical(expected)];
    if (left !== right) {
        throw new Error(`${message}\n  actual:   ${left}\n  expected: ${right}`);
    }
}

/** JSON with the members sorted by name, without undefined ones.
 * @param {unknown} value @returns {string | undefined} */
function canonical(value) {
    return JSON.stringify(value, (_, member) => {
        if (member instanceof Map) return Object.fromEntries([...member].sort());
        if (member instanceof Set) return [...member].sort();
        if (member === null || typeof member !== "object" || Array.isArray(member)) return member;
        return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
    });
}

/** Random numbers from a seed (mulberry32), so that a failure can be repeated. */
export class Random {
    /** @param {number} seed */
    constructor(seed) {
        this.state = seed;
    }

    /** @param {number} bound @returns {number} an integer from 0 to bound - 1 */
    below(bound) {
        this.state = (this.state + 0x6d2b79f5) | 0;
        let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) % bound;
    }

    /** @template T @param {readonly T[]} values @returns {T} */
    pick(values) {
        return values[this.below(values.length)];
    }

    /** @param {number} percent */
    chance(percent) {
        return this.below(100) < percent;
    }
}
