/** German rules: "jeden Montag", "alle 2 Wochen am Montag", "alle! 3 Tage". */

import { dayOfYear, daysIn, onMonthDay, ruleOf } from "./date-rules.js";
import { germanDay, germanDays, germanMonth, germanMonths } from "./dates-de.js";
import { presets } from "./repeats.js";

/** @import { RepeatGrammar } from "./dates.js" */

const numerals = ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"];
const ordinalStems = ["zweite", "dritte", "vierte"];

/** @type {Record<string, number>} */
const germanCounts = Object.fromEntries([
    ...numerals.map((word, index) => [word, index + 2]),
    ...ordinalStems.flatMap((stem, index) => ["", "n", "s"].map((end) => [stem + end, index + 2])),
]);

/** @type {Record<string, string>} */
const germanOrdinals = {
    "ersten": "1",
    "zweiten": "2",
    "dritten": "3",
    "vierten": "4",
    "letzten": "-1",
    "1.": "1",
    "2.": "2",
    "3.": "3",
    "4.": "4",
};

const germanCountWords = `\\d{1,3}\\.?|${Object.keys(germanCounts).join("|")}`;
const germanCount = `(?:(${germanCountWords}) )?`;
const germanOrdinal = Object.keys(germanOrdinals).join("|").replaceAll(".", "\\.");
const months = `${germanCount}monate?`;
const years = `${germanCount}jahre?`;

/** @param {string} pattern @returns {RegExp} */
const german = (pattern) => new RegExp(`^${pattern}$`);

/** @param {string} stem @returns {import("../types.d.ts").Frequency} */
const frequency = (stem) =>
    stem.startsWith("tag")
        ? "daily"
        : stem.startsWith("woche")
        ? "weekly"
        : stem.startsWith("monat")
        ? "monthly"
        : "yearly";

/** @param {string} ordinal @param {string} day */
const amTag = (ordinal, day) => ({
    byDay: daysIn(day, germanDays).map((name) => germanOrdinals[ordinal] + name),
});

/** @type {(count: string, month: number, day: string, now: Date) => import("./dates.js").Reading | null} */
function jedesJahr(count, month, day, now) {
    const rule = ruleOf("yearly", count, germanCounts);
    const on = dayOfYear(month, Number(day), undefined, now);
    return rule && on && { rule, on };
}

/** @type {RepeatGrammar} */
export const germanRepeats = {
    opener: /^(?:jede[nrsm]?|alle)!?(?!\S)/,
    phrase: german(
        `(?:jede[nrsm]?!?(?: (?:(?:${germanCountWords}|${germanOrdinal}) )*(?:minute|stunde|tag|werktag|wochentag|arbeitstag|woche|wochenende|monat|quartal|jahr|morgen|vormittag|mittag|nachmittag|abend|nacht|${germanDay}|${germanMonth}|\\d{1,2}\\.(?:\\d{1,2}\\.)?)[en.]?(?: .*)?)?|alle!? (?:paar|${germanCountWords}) (?:minuten|stunden|tage|wochen|monate|quartale|jahre)(?: .*)?)`,
    ),
    start: /^ab (?:dem )?/,
    on: /^am /,
    until: /(?:^| )bis (?:zum )?/,
    rules: [
        [german(`${germanCount}(tage?|wochen?|monate?|jahre?)`), ([, count, stem]) => ({
            rule: ruleOf(frequency(stem), count, germanCounts),
        })],
        [/^(?:werktag|wochentag|arbeitstag)$/, () => ({ rule: presets.weekdays })],
        [/^wochenende$/, () => ({ rule: { frequency: "weekly", byDay: ["sa", "su"] } })],
        [
            german(
                `(?:${germanCount}wochen? am )?((?:${germanDay})\\.?(?:(?: und)?(?: am| jeden)? (?:${germanDay})\\.?)*)`,
            ),
            ([, count, days]) => ({
                rule: ruleOf("weekly", count, germanCounts, {
                    byDay: daysIn(days, germanDays),
                }),
            }),
        ],
        [german(`${months} am (\\d{1,2})\\.`), ([, count, day]) => ({
            rule: onMonthDay(count, germanCounts, day),
        })],
        [/^(\d{1,2})\.(?: (?:im|des) monats?)?$/, ([, day]) => ({
            rule: onMonthDay(undefined, germanCounts, day),
        })],
        [german(`(?:${months} am )?letzten tag(?: im monat| des monats)?`), ([, count]) => ({
            rule: onMonthDay(count, germanCounts, "31"),
        })],
        [german(`${months} am (${germanOrdinal}) (${germanDay})`), ([, count, ordinal, day]) => ({
            rule: ruleOf("monthly", count, germanCounts, amTag(ordinal, day)),
        })],
        [
            german(
                `(?:(ersten|1\\.|letzten) (${germanDay})|(${germanOrdinal}) (${germanDay}) (?:im monat|des monats))`,
            ),
            ([, edge, edgeDay, ordinal = edge, day = edgeDay]) => ({
                rule: ruleOf("monthly", undefined, germanCounts, amTag(ordinal, day)),
            }),
        ],
        [
            german(`(?:${years} am )?(\\d{1,2})\\. ?(?:(\\d{1,2})\\.|(${germanMonth}))`),
            ([, count, day, month, name], now) =>
                jedesJahr(count, month ? Number(month) - 1 : germanMonths.get(name) ?? 0, day, now),
        ],
    ],
};
