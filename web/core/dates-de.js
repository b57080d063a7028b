/** German dates and times: "Freitag 17 Uhr", "in 3 Tagen", "1.12.2027", "mittags". */

import { afterTime, anyOf, clock, dayOfYear, later, nextWeekday, numbered } from "./date-rules.js";
import { startOfDay } from "./calendar.js";

/** @import { Grammar } from "./dates.js" */

const germanWeekdays = numbered([
    "sonntag",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag|sonnabend",
]);

const germanMonths = numbered([
    "januar|jan|jänner",
    "februar|feb",
    "märz|mär",
    "april|apr",
    "mai",
    "juni|jun",
    "juli|jul",
    "august|aug",
    "september|sep|sept",
    "oktober|okt",
    "november|nov",
    "dezember|dez",
]);

/** @param {string} stem */
const unit = (stem) => stem.startsWith("tag") ? "day" : stem.startsWith("woche") ? "week" : "month";

/** @type {Grammar} */
export const germanDates = {
    dates: [
        [/^heute$/, (_, now) => startOfDay(now)],
        [/^morgen$/, (_, now) => startOfDay(now, 1)],
        [/^übermorgen$/, (_, now) => startOfDay(now, 2)],
        [
            new RegExp(`^(?:am )?${anyOf(germanWeekdays)}$`),
            ([, name], now) => nextWeekday(/** @type {number} */ (germanWeekdays.get(name)), now),
        ],
        [
            /^in (\d{1,4}) (tage?n?|wochen?|monate?n?)$/,
            ([, count, stem], now) => later(count, unit(stem), now),
        ],
        [
            /^(?:am )?(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}))?$/,
            ([, day, month, year], now) => dayOfYear(Number(month) - 1, Number(day), year, now),
        ],
        [
            new RegExp(`^(?:am )?(\\d{1,2})\\.? ${anyOf(germanMonths)}\\.?(?: (\\d{4}))?$`),
            ([, day, name, year], now) =>
                dayOfYear(/** @type {number} */ (germanMonths.get(name)), Number(day), year, now),
        ],
    ],
    times: [
        [/^(?:um )?(\d{1,2}):(\d\d)(?: uhr)?$/, ([, hours, minutes]) => clock(hours, minutes)],
        [/^(?:um )?(\d{1,2}) uhr(?: (\d\d))?$/, ([, hours, minutes]) => clock(hours, minutes)],
        [/^mittags$/, () => clock("12")],
    ],
    moments: [
        [
            /^in (\d{1,4}) (stunden?|minuten?)$/,
            ([, count, stem], now) =>
                afterTime(count, stem.startsWith("stunde") ? "hour" : "minute", now),
        ],
    ],
};
