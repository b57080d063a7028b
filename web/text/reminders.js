/** When to be told, in words. */

import { formatUnit, t, timeOf } from "./text.js";

const minutesOfDay = 1440;

/**
 * @param {number} remind minutes before the due date @param {boolean} hasTime
 * @returns {string} such as "10 minutes before"; of a day "09:00 the day before"
 */
export function reminderText(remind, hasTime) {
    if (!hasTime) return dayReminderText(remind);
    if (remind === 0) return t("at the time");
    const minutes = Math.abs(remind);
    const [unit, size] = /** @type {const} */ ([["day", 1440], ["hour", 60], ["minute", 1]])
        .find(([, size]) => minutes % size === 0) ?? ["minute", 1];
    return t(remind > 0 ? "before it" : "after it", { it: formatUnit(minutes / size, unit) });
}

/** Counts from the day's midnight. @param {number} remind */
function dayReminderText(remind) {
    const days = Math.ceil(remind / minutesOfDay);
    const time = timeOf(new Date(2024, 0, 1, 0, days * minutesOfDay - remind));
    if (days === 0) return t("that day", { time });
    if (days === 1) return t("the day before", { time });
    const it = formatUnit(Math.abs(days), "day");
    return `${t(days > 0 ? "before it" : "after it", { it })} ${time}`;
}
