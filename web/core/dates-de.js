/** German dates and times: "Freitag 17 Uhr", "in 3 Tagen", "1.12.2027", "mittags". */

import {
    afterTime,
    anyOf,
    clock,
    dayOfYear,
    later,
    nextWeekday,
    numbered,
    weekend,
} from "./date-rules.js";
import { nextWeek, startOfDay } from "./calendar.js";

/** @import { Grammar } from "./dates.js" */

export const germanWeekdays = numbered([
    "sonntag",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag|sonnabend",
]);

export const germanMonths = numbered([
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

/** @type {import("./dates.js").DateRule[1]} */
const dayAndMonth = ([, day, month, year], now) =>
    dayOfYear(Number(month) - 1, Number(day), year, now);

/** @type {Grammar} */
export const germanDates = {
    dates: [
        [/^heute$/, (_, now) => startOfDay(now)],
        [/^morgen$/, (_, now) => startOfDay(now, 1)],
        [/^übermorgen$/, (_, now) => startOfDay(now, 2)],
        [/^nächste woche$/, (_, now) => nextWeek(now)],
        [/^(?:am|dieses) wochenende$/, (_, now) => weekend(now)],
        [
            new RegExp(`^(?:am )?(?:(?:diese|nächste|kommende)n )?${anyOf(germanWeekdays)}$`),
            ([, name], now) => nextWeekday(/** @type {number} */ (germanWeekdays.get(name)), now),
        ],
        [
            /^in (\d{1,4}|eine[mr]) (tage?n?|wochen?|monate?n?)$/,
            ([, count, stem], now) => later(count, unit(stem), now),
        ],
        [
            /^(?:am )?(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}))?$/,
            dayAndMonth,
        ],
        [/^am (\d{1,2})\.(\d{1,2})$/, dayAndMonth],
        [
            new RegExp(`^(?:am )?(\\d{1,2})\\.? ${anyOf(germanMonths)}\\.?(?: (\\d{4}))?$`),
            ([, day, name, year], now) =>
                dayOfYear(/** @type {number} */ (germanMonths.get(name)), Number(day), year, now),
        ],
    ],
    times: [
        [/^(?:um )?(\d{1,2}):(\d\d)(?: uhr)?$/, ([, hours, minutes]) => clock(hours, minutes)],
        [/^(?:um )?(\d{1,2}) uhr(?: (\d\d))?$/, ([, hours, minutes]) => clock(hours, minutes)],
        [/^(?:um )?(\d{1,2})\.(\d\d) uhr$/, ([, hours, minutes]) => clock(hours, minutes)],
        [/^mittags$/, () => clock("12")],
    ],
    // Alone these are not dates or times.
    loose: {
        dates: [[/^(\d{1,2})\.(\d{1,2})$/, dayAndMonth]],
        times: [
            [/^mittag$/, () => clock("12")],
            [/^um (\d{1,2})$/, ([, hours]) => clock(hours)],
            [/^(?:früh|vormittag)$/, () => clock("9")],
            [/^nachmittag$/, () => clock("14")],
            [/^abend$/, () => clock("18")],
            [/^nacht$/, () => clock("22")],
        ],
    },
    both: [],
    nouns: /^die nächste woche/,
    moments: [
        [
            /^in (\d{1,4}|einer) (stunden?|minuten?)$/,
            ([, count, stem], now) =>
                afterTime(count, stem.startsWith("stunde") ? "hour" : "minute", now),
        ],
    ],
};
