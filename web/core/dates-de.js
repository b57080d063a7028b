/** German dates and times: "Freitag 17 Uhr", "in 3 Tagen", "1.12.2027", "mittags", "halb neun". */

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

const germanWeekday = namesOf(germanWeekdays);

/** Abbreviations are for rules. */
export const germanDays = new Map([
    ...germanWeekdays,
    ...numbered(["so", "mo", "di", "mi", "do", "fr", "sa"]),
]);
export const germanDay = namesOf(germanDays);

export const germanMonth = namesOf(germanMonths);

/** @type {import("./dates.js").DateRule[1]} */
const inJenerWoche = ([, name], now) =>
    inNextWeek(/** @type {number} */ (germanWeekdays.get(name)), now);

/** @type {import("./dates.js").DateRule[]} */
const germanMonthDays = [
    [/^(?:am )?(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}))?$/, dayAndMonth],
    [/^am (\d{1,2})\.(\d{1,2})$/, dayAndMonth],
    [
        new RegExp(`^(?:am )?(\\d{1,2})\\.? ${anyOf(germanMonths)}\\.?(?: (\\d{4}))?$`),
        ([, day, name, year], now) =>
            dayOfYear(/** @type {number} */ (germanMonths.get(name)), Number(day), year, now),
    ],
];

const hourNames = numbered([
    "null",
    "eins|ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
]);
const anHour = `(\\d{1,2}|${namesOf(hourNames)})`;

/** @param {string} text @returns {string} */
const hour = (text) => String(hourNames.get(text) ?? text);

const germanParts = "früh|vormittag|mittag|nachmittag|abend|nacht";
const germanJoins = "bis|und|oder|nach|vor|seit|ab|von|vom|zum|gegen";
const germanSpans = "(?:tag|woche|wochenende|monat|quartal|jahr|stunde|minute)(?:e?[nrs]?)";
const germanNumbers =
    `\\d{1,2}\\. ?\\d{1,2}\\.(?: ?\\d*)|\\d{1,4}[/-]\\d{1,2}[/-]\\d{1,4}|\\d{1,2}/\\d{1,2}|\\d{1,2}:\\d\\d|${anHour} uhr(?: \\d\\d)?|\\d{1,2}\\.\\d\\d uhr|um ${anHour}|\\d{1,2}\\.? (?:${germanMonth})\\.?(?: \\d{4})?`;

/** @type {Grammar} */
export const germanDates = {
    folds: [
        [wholeWords(`(${germanWeekday})(morgen|${germanParts})(s?)`), "$1$3 $2"],
        [wholeWords(`(${germanWeekday})s`), "jeden $1"],
        [wholeWords("täglich"), "jeden tag"],
        [wholeWords("wöchentlich"), "jede woche"],
        [wholeWords("monatlich"), "jeden monat"],
        [wholeWords("jährlich"), "jedes jahr"],
        [wholeWords("werktags"), "jeden werktag"],
        [wholeWords(`(?:morgens|(?<=(?:${germanWeekday}|heute|jeden!?)\\s)morgen)`), "früh"],
        [wholeWords(`jede[ns]?(!?)(?=\\s(?:${germanParts})s?(?![^\\s,]))`), "jeden$1 tag"],
    ],
    lead: /^(?:fällig )?(?:bis (?:spätestens )?(?:zum )?|spätestens )?/,
    on: "am ",
    dates: [
        [/^heute$/, (_, now) => startOfDay(now)],
        [/^morgen$/, (_, now) => startOfDay(now, 1)],
        [/^übermorgen$/, (_, now) => startOfDay(now, 2)],
        [/^nächste woche$/, (_, now) => nextWeek(now)],
        [new RegExp(`^nächster? woche(?: am)? ${anyOf(germanWeekdays)}$`), inJenerWoche],
        [new RegExp(`^(?:am )?${anyOf(germanWeekdays)} nächster? woche$`), inJenerWoche],
        [/^(?:am|dieses) wochenende$/, (_, now) => weekend(now)],
        [
            /^(?:am )?(?:monatsende|letzten tag d(?:es|ieses) monats)$|^ende d(?:es|ieses) monats$/,
            (_, now) => endOfMonth(now),
        ],
        [
            new RegExp(`^(?:am )?(?:(?:diese|nächste|kommende)n )?${anyOf(germanWeekdays)}$`),
            ([, name], now) => nextWeekday(/** @type {number} */ (germanWeekdays.get(name)), now),
        ],
        [
            /^in (\d{1,4}|eine[mr]) (tage?n?|wochen?|monate?n?)$/,
            ([, count, stem], now) => later(count, unit(stem), now),
        ],
        [/^am (\d{1,2})\.$/, ([, day], now) => dayOfMonth(Number(day), now)],
        ...germanMonthDays,
        [
            new RegExp(`^(?:am )?${anyOf(germanWeekdays)} (?:de[nm] )?(.+)$`),
            ([, name, rest], now) => {
                const date = firstMatch(germanMonthDays, rest, now);
                return date?.getDay() === germanWeekdays.get(name) ? date : null;
            },
        ],
    ],
    looseDates: [[/^(\d{1,2})\.(\d{1,2})$/, dayAndMonth]],
    times: [
        [/^(?:um )?(\d{1,2}):(\d\d)(?: uhr)?$/, ([, hours, minutes]) => clock(hours, minutes)],
        [
            new RegExp(`^(?:um )?${anHour} uhr(?: (\\d\\d))?$`),
            ([, hours, minutes]) => clock(hour(hours), minutes),
        ],
        [/^(?:um )?(\d{1,2})\.(\d\d) uhr$/, ([, hours, minutes]) => clock(hours, minutes)],
        [/^mittags$/, () => clock("12")],
        [new RegExp(`^(?:um )?halb ${anHour}$`), ([, text]) => {
            const hours = Number(hour(text));
            return hours > 0 && hours < 13 ? bareClock(String(hours - 1 || 12), "30") : null;
        }],
    ],
    looseTimes: [
        [/^mittag$/, () => clock("12")],
        [new RegExp(`^um ${anHour}$`), ([, hours]) => bareClock(hour(hours))],
    ],
    part: new RegExp(`^(?:(.+?) )??(?:am |in der )?(${germanParts})s?(?: (.+))?$`),
    parts: {
        früh: [9, 0],
        vormittag: [9, 0],
        mittag: [12, 11],
        nachmittag: [14, 12],
        abend: [18, 17],
        nacht: [22, 17],
    },
    before: oneOf([
        // Words that change its meaning: "nach Freitag", "von 15 bis 17 Uhr", "zweimal täglich".
        `(?:${germanJoins}|für|an|am|zur|zwischen|letzte[nrs]?|vorige[nrs]?|vergangene[nrs]?|ca\\.?|circa|etwa|ungefähr|anfang|mitte|ende|viertel|dreiviertel|nicht|außer|\\S*mal|\\d+ ?x),? [|@]`,
        `(?:de[rnm]|die|das) \\| (?:nächste|${germanWeekday})`,
        // A date or a time that is not a part of it: "31.2. 17 Uhr", "um 5 morgen".
        `(?:${germanNumbers}),? [|@]`,
        // The beginning of a range: "Mo - Fr", "15 bis 17 Uhr".
        `(?:\\d\\S*|${germanDay}|${germanMonth}|heute|(?:über)?morgen) [&+/–—-] [|@]`,
        `(?:\\d{1,2}\\.?|${germanDay}),? [|@] bis `,
        // Another day: "Montag, Dienstag", "Freitag in einer Woche", "am ersten Freitag".
        `(?:${germanDay}),?(?: de[nm])? \\| (?:in |(?:am )?(?:\\d|${germanWeekday}))`,
        `(?:heute|(?:über|vor)?(?:morgen|gestern)),? \\| in `,
        `(?:ersten|zweiten|dritten|vierten|(?:vor|über)\\S+ten|\\d{1,2}\\.|woche|monat|jahr),? \\| (?:am )?(?:${germanWeekday})`,
        // A day, and only a time is understood: "nächsten Monat 17 Uhr".
        `(?:${germanDay}|${germanMonth}|\\d{1,2}\\.|\\d{1,2}\\.\\d{1,2}|${germanSpans}),? @`,
        `(?:${fullNames(germanWeekdays)}|heute|(?:über|vor)?(?:morgen|gestern)),?(?: .*)? @`,
    ]),
    after: new RegExp(
        `^(?:${germanJoins}|am|für|in \\d\\S*|${germanNumbers}|${germanWeekday}|${germanMonth}|${germanSpans}|heute|morgen|übermorgen|\\d{1,2}\\.|[&+/–—-])(?![^\\s,])|(?:^| )(?:um ${anHour}|zu mittag)$`,
    ),
    moments: [
        [
            /^in (\d{1,4}|einer(?: halben)?) (stunden?|minuten?|std\.?|min\.?)$/,
            ([, count, stem], now) => afterTime(count, stem[0] === "s" ? "hour" : "minute", now),
        ],
    ],
};
