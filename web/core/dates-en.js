/** English dates and times: "Friday 17:00", "in 3 days", "Dec 1 2027", "at noon". */

import {
    afterTime,
    anyOf,
    clock,
    dayOfYear,
    evening,
    later,
    nextWeekday,
    numbered,
    weekend,
} from "./date-rules.js";
import { nextWeek, startOfDay } from "./calendar.js";

/** @import { Grammar } from "./dates.js" */

export const englishWeekdays = numbered([
    "sunday|sun",
    "monday|mon",
    "tuesday|tue|tues",
    "wednesday|wed",
    "thursday|thu|thur|thurs",
    "friday|fri",
    "saturday|sat",
]);

export const englishMonths = numbered([
    "january|jan",
    "february|feb",
    "march|mar",
    "april|apr",
    "may",
    "june|jun",
    "july|jul",
    "august|aug",
    "september|sep|sept",
    "october|oct",
    "november|nov",
    "december|dec",
]);

const year = "(?:,? (\\d{4}))?";
const day = "(\\d{1,2})(?:st|nd|rd|th)?";

/** @param {string} name @returns {number} */
const month = (name) => /** @type {number} */ (englishMonths.get(name));

/** @param {string} part */
const partOfDay = (part) => ({
    hours: part === "morning" ? 9 : part === "afternoon" ? 14 : 18,
    minutes: 0,
});

/** @type {Grammar} */
export const englishDates = {
    dates: [
        [/^(?:today|tonight|this (?:morning|afternoon|evening))$/, (_, now) => startOfDay(now)],
        [/^tomorrow$/, (_, now) => startOfDay(now, 1)],
        [/^next week$/, (_, now) => nextWeek(now)],
        [/^(?:this|on the) weekend$/, (_, now) => weekend(now)],
        [
            new RegExp(`^(?:on )?(?:next |this )?${anyOf(englishWeekdays)}$`),
            ([, name], now) => nextWeekday(/** @type {number} */ (englishWeekdays.get(name)), now),
        ],
        [
            /^in (\d{1,4}|a|one) (day|week|month)s?$/,
            ([, count, unit], now) => later(count, /** @type {"day"} */ (unit), now),
        ],
        [
            new RegExp(`^(?:on )?${anyOf(englishMonths)} ${day}${year}$`),
            ([, name, day, year], now) => dayOfYear(month(name), Number(day), year, now),
        ],
        [
            new RegExp(`^(?:on )?(?:the )?${day}(?: of)? ${anyOf(englishMonths)}${year}$`),
            ([, day, name, year], now) => dayOfYear(month(name), Number(day), year, now),
        ],
    ],
    times: [
        [/^(?:at )?(\d{1,2}):(\d\d)$/, ([, hours, minutes]) => clock(hours, minutes)],
        [/^(?:at )?(\d{1,2})(?::(\d\d))? ?([ap])m$/, ([, hours, minutes, half]) => {
            if (Number(hours) < 1 || Number(hours) > 12) return null;
            return clock(String(Number(hours) % 12 + (half === "p" ? 12 : 0)), minutes);
        }],
        [/^at noon$/, () => clock("12")],
    ],
    loose: {
        dates: [],
        times: [
            [/^noon$/, () => clock("12")],
            [/^(?:in the )?(morning|afternoon|evening)$/, ([, part]) => partOfDay(part)],
            [/^(?:at )?night$/, () => clock("20")],
        ],
    },
    nouns: /^the next week/,
    both: [
        [/^tonight$/, (_, now) => evening(now, 20)],
        [/^this (morning|afternoon|evening)$/, ([, part], now) => ({
            date: startOfDay(now),
            time: partOfDay(part),
        })],
    ],
    moments: [
        [
            /^in (\d{1,4}|an) (hour|minute)s?$/,
            ([, count, unit], now) => afterTime(count, /** @type {"hour"} */ (unit), now),
        ],
    ],
};
