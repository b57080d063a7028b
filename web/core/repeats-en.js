/** English rules: "every friday", "every 2 weeks on mon and thu", "every! 3 days". */

import { dayOfYear, daysIn, onMonthDay, ruleOf } from "./date-rules.js";
import { englishDay, englishMonth, englishMonths, englishWeekdays } from "./dates-en.js";
import { presets } from "./repeats.js";

/** @import { RepeatGrammar } from "./dates.js" */

/** @type {Record<string, number>} */
const englishCounts = {
    other: 2,
    second: 2,
    third: 3,
    fourth: 4,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
};

/** @type {Record<string, string>} */
const englishOrdinals = {
    "first": "1",
    "second": "2",
    "third": "3",
    "fourth": "4",
    "last": "-1",
    "1st": "1",
    "2nd": "2",
    "3rd": "3",
    "4th": "4",
};

/** @type {Record<string, import("../types.d.ts").Frequency>} */
const englishUnits = { day: "daily", week: "weekly", month: "monthly", year: "yearly" };

const englishCount = `(?:(\\d{1,3}(?:st|nd|rd|th)?|${Object.keys(englishCounts).join("|")}) )?`;
const englishOrdinal = Object.keys(englishOrdinals).join("|");
const englishDate = "(\\d{1,2})(?:st|nd|rd|th)?";

/** @param {string} pattern @returns {RegExp} */
const english = (pattern) => new RegExp(`^${pattern}$`);

/** @param {string} ordinal @param {string} day */
const ordinalDay = (ordinal, day) => ({
    byDay: daysIn(day, englishWeekdays).map((name) => englishOrdinals[ordinal] + name),
});

/** @type {(count: string, month: string, day: string, now: Date) => import("./dates.js").Reading | null} */
function everyYear(count, month, day, now) {
    const rule = ruleOf("yearly", count, englishCounts);
    const on = dayOfYear(englishMonths.get(month) ?? 0, Number(day), undefined, now);
    return rule && on && { rule, on };
}

/** @type {RepeatGrammar} */
export const englishRepeats = {
    opener: /^every!?(?!\S)/,
    phrase: english(
        `every!?(?: (?:(?:\\d+(?:st|nd|rd|th)?|single|few|couple|of|${englishOrdinal}|${
            Object.keys(englishCounts).join("|")
        }) )*(?:(?:minute|hour|day|weekday|workday|week|weekend|month|quarter|year|morning|noon|afternoon|evening|night|${englishDay}|${englishMonth})s?|\\d+(?:st|nd|rd|th))(?: .*)?)?`,
    ),
    start: /^(?:starting|from) /,
    on: /^on /,
    until: /(?:^| )until /,
    rules: [
        [english(`${englishCount}(day|week|month|year)s?`), ([, count, unit]) => ({
            rule: ruleOf(englishUnits[unit], count, englishCounts),
        })],
        [/^(?:weekday|workday)$/, () => ({ rule: presets.weekdays })],
        [/^weekend$/, () => ({ rule: { frequency: "weekly", byDay: ["sa", "su"] } })],
        [
            english(
                `(?:(?:${englishCount}weeks? on|(other)) )?((?:${englishDay})(?:(?: and)? (?:${englishDay}))*)`,
            ),
            ([, count, other, days]) => ({
                rule: ruleOf("weekly", count ?? other, englishCounts, {
                    byDay: daysIn(days, englishWeekdays),
                }),
            }),
        ],
        [english(`${englishCount}months? on (?:the )?${englishDate}`), ([, count, day]) => ({
            rule: onMonthDay(count, englishCounts, day),
        })],
        [/^(\d{1,2})(?:st|nd|rd|th)(?: of the month)?$/, ([, day]) => ({
            rule: onMonthDay(undefined, englishCounts, day),
        })],
        [english(`(?:${englishCount}months? on the )?last day(?: of the month)?`), ([, count]) => ({
            rule: onMonthDay(count, englishCounts, "31"),
        })],
        [
            english(`${englishCount}months? on (?:the )?(${englishOrdinal}) (${englishDay})`),
            ([, count, ordinal, day]) => ({
                rule: ruleOf("monthly", count, englishCounts, ordinalDay(ordinal, day)),
            }),
        ],
        [
            english(
                `(?:(first|1st|last) (${englishDay})|(${englishOrdinal}) (${englishDay}) of the month)`,
            ),
            ([, edge, edgeDay, ordinal = edge, day = edgeDay]) => ({
                rule: ruleOf("monthly", undefined, englishCounts, ordinalDay(ordinal, day)),
            }),
        ],
        [
            english(
                `(?:${englishCount}years? on )?(?:the )?${englishDate}(?: of)? (${englishMonth})`,
            ),
            ([, count, day, month], now) => everyYear(count, month, day, now),
        ],
        [
            english(`(?:${englishCount}years? on )?(${englishMonth}) ${englishDate}`),
            ([, count, month, day], now) => everyYear(count, month, day, now),
        ],
    ],
};
