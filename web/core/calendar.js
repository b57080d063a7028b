/**
 * Due dates in the local time zone.
 *
 * A due date without a time has a `day`, which is the same day in every zone. Its `timestamp` is
 * the start of that day in the zone where it was written. If an item has no `day`, a timestamp at
 * the start of a local day counts as that day. Where summer time begins at midnight, a day does not
 * start at 00:00. So a day is recognized by comparison, never by its hour.
 */

/** @import { Due } from "../types.d.ts" */

/** @param {Date} date @param {number} days
 * @returns {Date} the start of the day that is `days` later */
export function startOfDay(date, days = 0) {
    return dayOf(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

/**
 * The start of a day. `new Date(y, …)` reads years below 100 as 19xx; setFullYear does not.
 * @param {number} year @param {number} month from 0 @param {number} day
 */
export function dayOf(year, month, day) {
    const date = new Date(2000, 0, 1);
    date.setFullYear(year, month, day);
    return date;
}

/** @param {number} year @param {number} month from 0 @param {number} day @returns {Date | null} null for 31 February */
export function exactDay(year, month, day) {
    if (year < 1) return null;
    const date = dayOf(year, month, day);
    return date.getMonth() === month && date.getDate() === day ? date : null;
}

/**
 * @param {Date} date @param {number} months
 * @returns {Date} the day that is `months` later, or the last day of that month
 */
export function addMonths(date, months) {
    const last = dayOf(date.getFullYear(), date.getMonth() + months + 1, 0);
    const day = Math.min(date.getDate(), last.getDate());
    return dayOf(date.getFullYear(), date.getMonth() + months, day);
}

/** @param {number} number @param {number} width */
const pad = (number, width = 2) => String(number).padStart(width, "0");

/** @param {Date} date @returns {string} its local day, such as 2026-11-27 */
export const dayText = (date) =>
    `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** @param {string} text such as 2026-11-27 @returns {Date | null} the start of that day; null if there is no such day */
export function readDay(text) {
    const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
    return match && exactDay(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
}

/** @param {number} timestamp seconds @returns {boolean} whether it is the start of a local day */
export function isDay(timestamp) {
    const date = new Date(timestamp * 1000);
    return startOfDay(date).getTime() === timestamp * 1000;
}

/** @param {Partial<Due>} item @returns {Due | null} */
export const dueOf = ({ timestamp, day }) => timestamp === undefined ? null : { timestamp, day };

/** @param {Date} date @returns {Due} the day of the date, without a time */
export const wholeDay = (date) => ({ ...exactTime(startOfDay(date)), day: dayText(date) });

/** @param {Date} date @returns {Due} the date with its time */
export const exactTime = (date) => ({ timestamp: Math.floor(date.getTime() / 1000) });

/** @param {Due} due @returns {Date} the start of its day, or its time */
export function dueDate({ timestamp, day }) {
    return (day && readDay(day)) || new Date(timestamp * 1000);
}

/** @param {Due} due */
export const hasTime = ({ timestamp, day }) => !day && !isDay(timestamp);

/** @param {Due} due @param {Date} now
 * @returns {boolean} whether it has passed; a day passes at its end */
export function isOverdue(due, now) {
    const date = dueDate(due);
    return hasTime(due) ? date < now : startOfDay(date, 1) <= now;
}

/** @param {Due} due @returns {string} such as 2026-11-27, for a date input */
export const dateText = (due) => due.day ?? dayText(dueDate(due));

/** @param {Due} due @returns {string} such as 17:00; empty for a day */
export function timeText(due) {
    if (!hasTime(due)) return "";
    const date = dueDate(due);
    return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** @param {Due} due @returns {string} the value of a `<time datetime>` */
export function machineText(due) {
    const time = timeText(due);
    return dateText(due) + (time && `T${time}`);
}

/**
 * Reads the values of a date input and a time input.
 * @param {string} date @param {string} time may be empty @returns {Due | null} null if there is no such day
 */
export function fromInputs(date, time) {
    const result = readDay(date);
    if (!result) return null;
    if (!time) return wholeDay(result);
    const [hours, minutes] = time.split(":").map(Number);
    result.setHours(hours, minutes);
    return exactTime(result);
}

/**
 * @param {Due | null} due @param {Date} date
 * @returns {Due} the same time on another day
 */
export function onDay(due, date) {
    return due && hasTime(due)
        ? /** @type {Due} */ (fromInputs(dayText(date), timeText(due)))
        : wholeDay(date);
}

/** @param {Date} now @returns {Date} the next Monday */
export const nextWeek = (now) => startOfDay(now, (8 - now.getDay()) % 7 || 7);
