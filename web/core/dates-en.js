/** English dates and times: "Friday 17:00", "in 3 days", "Dec 1 2027", "at noon". */

import { nextWeek, startOfDay } from "./calendar.js";
import {
    afterTime,
    anyOf,
    bareClock,
    clock,
    dayOfMonth,
    dayOfYear,
    endOfMonth,
    firstMatch,
    fullNames,
    inNextWeek,
    later,
    namesOf,
    nextWeekday,
    numbered,
    oneOf,
    weekend,
    wholeWords,
} from "./date-rules.js";

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
const nth = "\\d{1,2}(?:st|nd|rd|th)";
const day = "(\\d{1,2})(?:st|nd|rd|th)?";
const aDay = "\\d{1,2}(?:st|nd|rd|th)?";
export const englishDay = namesOf(englishWeekdays);
export const englishMonth = namesOf(englishMonths);

/** @param {string} name @returns {number} */
const month = (name) => /** @type {number} */ (englishMonths.get(name));

/** @type {import("./dates.js").DateRule[1]} */
const inThatWeek = ([, name], now) =>
    inNextWeek(/** @type {number} */ (englishWeekdays.get(name)), now);

/** @type {import("./dates.js").DateRule[]} */
const englishMonthDays = [
    [
        new RegExp(`^(?:on )?${anyOf(englishMonths)} ${day}${year}$`),
        ([, name, day, year], now) => dayOfYear(month(name), Number(day), year, now),
    ],
    [
        new RegExp(`^(?:on )?(?:the )?${day}(?: of)? ${anyOf(englishMonths)}${year}$`),
        ([, day, name, year], now) => dayOfYear(month(name), Number(day), year, now),
    ],
];

const englishJoins = "to|until|till|through|thru|and|or|nor|of|from|before|after|past";
const englishSpans = "(?:day|week|weekend|month|quarter|year|hour|minute)s?";
const englishNumbers =
    `\\d{1,4}[/-]\\d{1,2}[/-]\\d{1,4}|\\d{1,2}/\\d{1,2}|\\d{1,2}\\.\\d{1,2}\\.\\d*|\\d{1,2}:\\d\\d|(?:\\d{1,2}(?::\\d\\d)? ?)[ap]\\.?m\\.?|at \\d{1,2}|${aDay} (?:of )?(?:${englishMonth})(?: \\d{4})?|(?:${englishMonth}) ${aDay}(?:,? \\d{4})?`;

/** @type {Grammar} */
export const englishDates = {
    folds: [
        [wholeWords("tonight"), "today night"],
        [wholeWords("this(?=\\s(?:morning|afternoon|evening)(?![^\\s,]))"), "today"],
        [
            wholeWords("every(!?)(?=\\s(?:morning|afternoon|evening|night)(?![^\\s,]))"),
            "every$1 day",
        ],
        // Elsewhere these are adjectives.
        [/(?<!\S)daily(?=,?(?:\s(?:(?:at|on|from|starting|until)\s|\d)[^]*)?$)/g, "every day"],
        [
            /(?<!\S)(week|month|year)ly(?=,?(?:\s(?:(?:at|on|from|starting|until)\s|\d)[^]*)?$)/g,
            "every $1",
        ],
    ],
    lead: /^(?:(?:is )?due (?:by )?|by )/,
    on: "on ",
    dates: [
        [/^today$/, (_, now) => startOfDay(now)],
        [/^tomorrow$/, (_, now) => startOfDay(now, 1)],
        [/^(?:the )?day after tomorrow$/, (_, now) => startOfDay(now, 2)],
        [/^next week$/, (_, now) => nextWeek(now)],
        [new RegExp(`^next week(?: on)? ${anyOf(englishWeekdays)}$`), inThatWeek],
        [new RegExp(`^(?:on )?${anyOf(englishWeekdays)} (?:of )?next week$`), inThatWeek],
        [/^(?:this|on the) weekend$/, (_, now) => weekend(now)],
        [
            /^(?:at )?(?:the )?end of (?:the |this )?month$|^(?:on )?the last day of (?:the|this) month$/,
            (_, now) => endOfMonth(now),
        ],
        [
            new RegExp(`^(?:on )?(?:next |this )?(?:coming )?${anyOf(englishWeekdays)}$`),
            ([, name], now) => nextWeekday(/** @type {number} */ (englishWeekdays.get(name)), now),
        ],
        [
            /^in (\d{1,4}|a|one) (day|week|month)s?$/,
            ([, count, unit], now) => later(count, /** @type {"day"} */ (unit), now),
        ],
        [/^on the (\d{1,2})(?:st|nd|rd|th)$/, ([, day], now) => dayOfMonth(Number(day), now)],
        ...englishMonthDays,
        [new RegExp(`^(?:on )?${anyOf(englishWeekdays)} (.+)$`), ([, name, rest], now) => {
            const date = firstMatch(englishMonthDays, rest, now);
            return date?.getDay() === englishWeekdays.get(name) ? date : null;
        }],
    ],
    looseDates: [],
    times: [
        [/^(?:at )?(\d{1,2}):(\d\d)$/, ([, hours, minutes]) => clock(hours, minutes)],
        [/^(?:at )?(\d{1,2})(?::(\d\d))? ?([ap])\.?m\.?$/, ([, hours, minutes, half]) => {
            if (Number(hours) < 1 || Number(hours) > 12) return null;
            const time = clock(String(Number(hours) % 12 + (half === "p" ? 12 : 0)), minutes);
            return time && { ...time, isExact: true };
        }],
        [/^(?:at )?(\d{1,2}) o['’]clock$/, ([, hours]) => bareClock(hours)],
        [/^at noon$/, () => clock("12")],
    ],
    looseTimes: [
        [/^noon$/, () => clock("12")],
        [/^at (\d{1,2})$/, ([, hours]) => bareClock(hours)],
    ],
    part: /^(?:(.+?) )??(?:in the |at )?(morning|afternoon|evening|night)(?: (.+))?$/,
    parts: { morning: [9, 0], afternoon: [14, 12], evening: [18, 17], night: [20, 17] },
    before: oneOf([
        // Words that change its meaning: "before Friday", "between 3pm and 5pm", "twice daily".
        `(?:${englishJoins}|since|between|last|previous|following|than|not|except|without|about|around|approx|circa|early|mid|late|later|half|quarter|the|every|each|any|twice|once|times|\\d+ ?x|per|for|at|starting|beginning|daily|weekly|monthly|yearly),? [|@]`,
        // A date or a time that is not a part of it: "12/3/2027 14:00", "at 5 tomorrow".
        `(?:${englishNumbers}),? [|@]`,
        // The beginning of a range: "Mon - Fri".
        `(?:\\d\\S*|${englishDay}|${englishMonth}|today|tomorrow) [&+/–—-] [|@]`,
        // Another day: "mon wed fri", "Friday, Dec 5", "tomorrow in a week", "2 weeks tomorrow".
        `(?:${englishDay})s?,?(?: the)? \\| (?:in |(?:on |the )*(?:\\d|${englishDay}|${englishMonth}))`,
        `(?:today|tomorrow|yesterday),? \\| in `,
        `(?:a|\\d+) (?:week|month|year)s?,? \\|`,
        `(?:first|second|third|fourth|other|${nth}|week|month|year),? \\| (?:on )?(?:${englishDay})`,
        // A day, and only a time is understood: "next month 17:00", "on Friday at Ada's 5pm".
        `(?:${englishDay}|${englishMonth}|${nth}|${englishSpans}),? @`,
        `(?:${fullNames(englishWeekdays)}|today|tomorrow|yesterday),?(?: .*)? @`,
    ]),
    after: new RegExp(
        `^(?:${englishJoins}|on|for|starting|${englishNumbers}|(?:at|in) \\d\\S*|${englishDay}|${englishMonth}|today|tomorrow|${nth}|${englishSpans}|[&+/–—-])(?![^\\s,])|(?:^| )(?:at \\d{1,2}|noon)$`,
    ),
    moments: [
        [
            /^in (\d{1,4}|an|half an) (hours?|hrs|minutes?|mins?)$/,
            ([, count, unit], now) => afterTime(count, unit[0] === "h" ? "hour" : "minute", now),
        ],
    ],
};
