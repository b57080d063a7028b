/** Places in an order by hand: fractional indices in base 62. Between any two keys there is another
 * one, so that moving an item writes this item alone. A key is an integer and a fraction; the first
 * letter gives the length of the integer, so keys sort as texts do. */

const characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const smallest = "A".padEnd(27, "0");
const largest = "z".padEnd(27, "z");

/** @param {string} character */
const digitOf = (character) => characters.indexOf(character);

/** The length of an integer that begins with this letter: `a` 2 to `z` 27, `Z` 2 to `A` 27.
 * @param {string} head */
function integerLength(head) {
    const letter = digitOf(head) - digitOf("A");
    return letter < 26 ? 27 - letter : letter - 24;
}

/** @param {string} key @returns {[string, string]} its integer and its fraction */
function splitKey(key) {
    const length = integerLength(key[0]);
    return [key.slice(0, length), key.slice(length)];
}

/** Whether the server takes this text as a place. @param {string} text */
export function isOrderKey(text) {
    if (!/^[A-Za-z][0-9A-Za-z]*$/.test(text) || text === smallest) return false;
    const length = integerLength(text[0]);
    return text.length === length || (text.length > length && !text.endsWith("0"));
}

/** The next integer, or the one before: a digit at its end becomes the other one, and the digit
 * before it goes one on. @param {string} integer @param {1 | -1} step */
function neighbour(integer, step) {
    const [end, carry] = step > 0 ? ["z", "0"] : ["0", "z"];
    let index = integer.length - 1;
    while (index > 0 && integer[index] === end) index--;
    const next = characters[digitOf(integer[index]) + step];
    const length = index > 0 ? integer.length : integerLength(next);
    return (integer.slice(0, index) + next).padEnd(length, carry);
}

/** A short fraction between two; no upper one is 1. @param {string} lower @param {string} [upper] */
function middle(lower, upper) {
    let result = "";
    for (let index = 0;; index++) {
        const low = index < lower.length ? digitOf(lower[index]) : 0;
        const high = upper === undefined ? characters.length : digitOf(upper[index]);
        if (high - low > 1) return result + characters[Math.ceil((low + high) / 2)];
        if (high > low && upper !== undefined && upper.length > index + 1) {
            return result + upper[index];
        }
        result += characters[low];
        // Below a higher digit, any fraction will do.
        if (high > low) upper = undefined;
    }
}

/** @param {string} key */
function below(key) {
    const [integer, fraction] = splitKey(key);
    if (integer === smallest) return integer + middle("", fraction);
    if (fraction) return integer;
    const before = neighbour(integer, -1);
    return before === smallest ? before + middle("") : before;
}

/** @param {string} key */
function above(key) {
    const [integer, fraction] = splitKey(key);
    return integer === largest ? integer + middle(fraction) : neighbour(integer, 1);
}

/** A key between two others, the lower one first; none is the end of the order.
 * @param {string | undefined} lower @param {string | undefined} upper @returns {string} */
export function keyBetween(lower, upper) {
    if (lower === undefined) return upper === undefined ? "a0" : below(upper);
    if (upper === undefined) return above(lower);
    if (lower >= upper) throw new Error(`No key is between ${lower} and ${upper}.`);
    const [integer, fraction] = splitKey(lower);
    const [upperInteger, upperFraction] = splitKey(upper);
    if (integer === upperInteger) return integer + middle(fraction, upperFraction);
    const next = above(lower);
    return next < upper ? next : integer + middle(fraction);
}

/** Keys in ascending order between two others; none is the end of the order.
 * @param {number} count @param {string | undefined} lower @param {string | undefined} upper
 * @returns {string[]} */
export function keysBetween(count, lower, upper) {
    if (count === 0) return [];
    if (lower !== undefined && upper !== undefined) {
        // Halves, so that the keys stay short.
        const key = keyBetween(lower, upper);
        const half = Math.floor(count / 2);
        return [
            ...keysBetween(half, lower, key),
            key,
            ...keysBetween(count - half - 1, key, upper),
        ];
    }
    const keys = [keyBetween(lower, upper)];
    while (keys.length < count) {
        const last = keys[keys.length - 1];
        keys.push(upper === undefined ? keyBetween(last, undefined) : keyBetween(undefined, last));
    }
    return upper === undefined ? keys : keys.reverse();
}
