/** Ids of items and of requests. `crypto.randomUUID` does not exist in an insecure context. */

let last = 0;

/**
 * A UUID of version 7. Ids of one tab increase within a millisecond too, because their time is
 * moved ahead.
 * @param {number} now milliseconds
 */
export function makeID(now = Date.now()) {
    last = Math.max(now, last + 1);
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    for (let i = 0, rest = last; i < 6; i++, rest = Math.floor(rest / 256)) {
        bytes[5 - i] = rest % 256;
    }
    bytes[6] = (bytes[6] & 0x0f) | 0x70;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
