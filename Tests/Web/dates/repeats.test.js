/** Rules, first days, and reminders in words. scripts/page runs it in two time zones. */

import { assertEquals } from "../assert.js";
import { dayText, readDay } from "../../../web/core/calendar.js";
import { readDue } from "../../../web/core/dates.js";
import { canonical, firstDay, inThisZone, presetOf, presets } from "../../../web/core/repeats.js";
import { reminderText } from "../../../web/text/reminders.js";
import { repeatText } from "../../../web/text/repeats.js";
import { setLanguage } from "../../../web/text/text.js";
import { now, rows } from "../words.js";

/** @import { Repetition } from "../../../web/types.d.ts" */

for (const language of ["en", "de"]) {
    Deno.test(`no text in ${language} loses the word that a rule begins with and gets no rule`, () => {
        for (const { sentence } of rows(language)) {
            const opener = language === "en"
                ? /\bevery\b|\b(?:dai|week|month|year)ly\b/gi
                : /\bjede[nrsm]?\b|\balle\b|\S+lich\b|\S+(?<!mit)tags\b|\S+tagabends\b|mittwochs/gi;
            const read = readDue(sentence, language, now);

            const kept = (read?.title ?? sentence).match(opener)?.length ?? 0;
            const typed = sentence.match(opener)?.length ?? 0;
            assertEquals(typed - kept > 0, read?.repeat !== undefined, `"${sentence}"`);
        }
    });
}

// Rule, words in English, words in German.
const words = /** @type {[Repetition, string, string][]} */ ([
    [{ frequency: "daily" }, "every day", "jeden Tag"],
    [{ frequency: "weekly", interval: 2 }, "every 2 weeks", "alle 2 Wochen"],
    [presets.weekdays, "every weekday", "jeden Werktag"],
    [{ ...presets.weekdays, timeZone: "Europe/Berlin" }, "every weekday", "jeden Werktag"],
    [{ frequency: "weekly", byDay: ["fr"] }, "every Friday", "jeden Freitag"],
    [
        { frequency: "weekly", byDay: ["mo", "th"] },
        "every Monday and Thursday",
        "jeden Montag und Donnerstag",
    ],
    [
        { frequency: "weekly", interval: 2, byDay: ["mo", "th"] },
        "every 2 weeks on Monday and Thursday",
        "alle 2 Wochen am Montag und Donnerstag",
    ],
    [{ frequency: "monthly" }, "every month", "jeden Monat"],
    [
        { frequency: "monthly", byMonthDay: 31 },
        "every month on the last day",
        "jeden Monat am letzten Tag",
    ],
    [
        { frequency: "monthly", interval: 3, byMonthDay: 12 },
        "every 3 months on the 12th",
        "alle 3 Monate am 12.",
    ],
    [
        { frequency: "monthly", byDay: ["-1fr"] },
        "every month on the last Friday",
        "jeden Monat am letzten Freitag",
    ],
    [
        { frequency: "monthly", byDay: ["2tu"] },
        "every month on the second Tuesday",
        "jeden Monat am zweiten Dienstag",
    ],
    [{ frequency: "yearly" }, "every year", "jedes Jahr"],
    [{ frequency: "yearly", byMonthDay: 29 }, "every year on the 29th", "jedes Jahr am 29."],
    [
        { frequency: "daily", interval: 3, from: "done" },
        "every 3 days after completion",
        "alle 3 Tage nach Erledigung",
    ],
    [
        { frequency: "weekly", byDay: ["fr"], until: "2027-06-30" },
        "every Friday until Jun 30, 2027",
        "jeden Freitag bis 30. Juni 2027",
    ],
]);

Deno.test("a rule has its words in both languages", () => {
    Object.assign(globalThis, { document: { documentElement: {} } });
    for (const [rule, english, german] of words) {
        setLanguage("en");
        assertEquals(repeatText(rule), english);
        setLanguage("de");
        assertEquals(repeatText(rule), german);
    }
    setLanguage("en");
});

Deno.test("a new rule begins with the first day that fits, today or later", () => {
    /** @param {string} from @param {Repetition} rule */
    const first = (from, rule) => {
        const day = firstDay(rule, /** @type {Date} */ (readDay(from)));
        return day && dayText(day);
    };

    const monthly = /** @type {const} */ ({ frequency: "monthly" });
    assertEquals(first("2027-02-28", { ...monthly, byMonthDay: 31 }), "2027-02-28");
    assertEquals(first("2027-02-01", { ...monthly, byMonthDay: 30 }), "2027-02-28");
    assertEquals(first("2028-02-01", { ...monthly, byMonthDay: 30 }), "2028-02-29");
    assertEquals(first("2026-11-02", { ...monthly, byDay: ["1su"] }), "2026-12-06");
    assertEquals(first("2026-11-28", { ...monthly, byDay: ["-1fr"] }), "2026-12-25");
    assertEquals(first("2026-11-25", { frequency: "weekly", byDay: ["tu"] }), "2026-12-01");
    assertEquals(first("2026-11-25", { frequency: "yearly" }), "2026-11-25");
    const until = {
        frequency: /** @type {const} */ ("weekly"),
        byDay: ["tu"],
        until: "2026-11-30",
    };
    assertEquals(first("2026-11-25", until), null);
});

Deno.test("a rule is known by its name, whatever its time zone", () => {
    assertEquals(presetOf({ frequency: "weekly", timeZone: "Europe/Berlin" }), "weekly");
    assertEquals(presetOf({ ...presets.weekdays, time: "02:30" }), "weekdays");
    assertEquals(presetOf({ frequency: "weekly", byDay: ["fr"] }), "custom");
    assertEquals(presetOf({ frequency: "daily", until: "2027-01-01" }), "custom");
});

Deno.test("a rule is sent without defaults, its days in order, in this device's time zone", () => {
    const rule = /** @type {Repetition} */ ({
        ...{ frequency: "weekly", interval: 1, byDay: ["su", "mo"], from: "due" },
        until: undefined,
    });
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

    const days = { frequency: "weekly", byDay: ["mo", "su"] };
    assertEquals(JSON.stringify(canonical({ ...rule, timeZone: "UTC" })), JSON.stringify(days));
    assertEquals(inThisZone(rule), { ...days, timeZone: zone });
});

Deno.test("a reminder before a time is told in the largest whole unit", () => {
    const rows = /** @type {[number, string][]} */ ([
        [0, "at the time"],
        [10, "10 minutes before"],
        [1, "1 minute before"],
        [60, "1 hour before"],
        [90, "90 minutes before"],
        [1440, "1 day before"],
        [10_080, "7 days before"],
        [-30, "30 minutes after"],
    ]);
    for (const [remind, text] of rows) assertEquals(reminderText(remind, true), text);
});

Deno.test("a reminder of a day is told as the time of a day", () => {
    const clock = (/** @type {number} */ hours) =>
        new Intl.DateTimeFormat(navigator.language, { timeStyle: "short" })
            .format(new Date(2024, 0, 1, hours)).replaceAll("\u202f", " ");
    assertEquals(reminderText(-540, false), `${clock(9)} that day`);
    assertEquals(reminderText(0, false), `${clock(0)} that day`);
    assertEquals(reminderText(360, false), `${clock(18)} the day before`);
    assertEquals(reminderText(900, false), `${clock(9)} the day before`);
    assertEquals(reminderText(2880 - 540, false), `2 days before ${clock(9)}`);
    assertEquals(reminderText(-1440 - 540, false), `1 day after ${clock(9)}`);
});
