/**
 * Days and times of the local time zone.
 *
 * A due date without a time is the start of its day. In zones whose summer time begins at midnight
 * that is not 00:00, so a day is recognized by comparison, never by its hour.
 */

/** @param {Date} date @param {number} days @returns {Date} the start of the day so many days later */
export function startOfDay(date, days = 0) {
    return dayOf(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

/**
 * The start of a day. `new Date(y, …)` takes years below 100 for 19xx; setFullYear does not.
 * @param {number} year @param {number} month from 0 @param {number} day
 */
export function dayOf(year, month, day) {
    const date = new Date(2000, 0, 1);
    date.setFullYear(year, month, day);
    return date;
}

/** @param {number} timestamp seconds @returns {boolean} whether it is the start of a local day */
export function isDay(timestamp) {
    const date = new Date(timestamp * 1000);
    return startOfDay(date).getTime() === timestamp * 1000;
}

/** @param {number} timestamp @param {Date} now @returns {boolean} whether it is past; a day is past at its end */
export function isOverdue(timestamp, now) {
    if (!isDay(timestamp)) return timestamp * 1000 < now.getTime();
    return startOfDay(new Date(timestamp * 1000), 1) <= now;
}

/** @param {number} number @param {number} width */
const pad = (number, width = 2) => String(number).padStart(width, "0");

/** @param {number} timestamp @returns {string} such as 2026-11-27, for a date input */
export function dateText(timestamp) {
    const date = new Date(timestamp * 1000);
    return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** @param {number} timestamp @returns {string} such as 17:00, or nothing for a day */
export function timeText(timestamp) {
    if (isDay(timestamp)) return "";
    const date = new Date(timestamp * 1000);
    return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** @param {number} timestamp @returns {string} the value of a `<time datetime>` */
export function machineText(timestamp) {
    const time = timeText(timestamp);
    return dateText(timestamp) + (time && `T${time}`);
}

/**
 * Reads the values of a date input and a time input.
 * @param {string} date @param {string} time may be empty @returns {number | null} null if there is no such day
 */
export function fromInputs(date, time) {
    const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date);
    if (!match) return null;
    const [year, month, day] = match.slice(1).map(Number);
    const result = exactDay(year, month - 1, day);
    if (!result) return null;
    const [hours, minutes] = time ? time.split(":").map(Number) : [0, 0];
    if (time) result.setHours(hours, minutes);
    return result.getTime() / 1000;
}

/** @param {number} year @param {number} month from 0 @param {number} day @returns {Date | null} null for 31 February */
export function exactDay(year, month, day) {
    if (year < 1) return null;
    const date = dayOf(year, month, day);
    return date.getMonth() === month && date.getDate() === day ? date : null;
}

/** @param {Date} date @param {number} months @returns {Date} the day so many months later, or the last one of that month */
export function addMonths(date, months) {
    const last = dayOf(date.getFullYear(), date.getMonth() + months + 1, 0);
    const day = Math.min(date.getDate(), last.getDate());
    return dayOf(date.getFullYear(), date.getMonth() + months, day);
}
