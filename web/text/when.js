/** The due date, the rule and the reminder of an item as one line of words. */

import { dueDate, hasTime } from "../core/calendar.js";
import { reminderText } from "./reminders.js";
import { repeatText } from "./repeats.js";
import { relativeDay, timeOf } from "./text.js";

/** @import { Item } from "../types.d.ts" */

/** @param {Item} item @param {Date} now
 * @returns {string} such as "Fri 4 Dec · 17:00 · ↻ every Friday · 10 minutes before"; empty without a date */
export function whenText({ timestamp, day, repeat, remind }, now) {
    if (timestamp === undefined) return "";
    const due = { timestamp, day };
    const isTimed = hasTime(due);
    const date = dueDate(due);
    return [
        relativeDay(due, now),
        isTimed && timeOf(date),
        repeat && `↻ ${repeatText(repeat)}`,
        remind !== undefined && reminderText(remind, isTimed),
    ].filter(Boolean).join(" · ");
}
