/** The date grammar, sentence by sentence. scripts/page runs it in two time zones with summer time. */

import { assertEquals } from "../assert.js";
import {
    dateText,
    fromInputs,
    hasTime,
    isDay,
    isOverdue,
    machineText,
    timeText,
} from "../../../web/core/calendar.js";
import { readDue } from "../../../web/core/dates.js";
import { now, rows } from "../words.js";

/** @param {string} sentence @param {string} language */
function read(sentence, language, at = now) {
    const result = readDue(sentence, language, at);
    if (!result) return [sentence, "-"];
    const { timestamp, day } = result.due;
    if (day) assertEquals([isDay(timestamp), day], [true, dateText({ timestamp })], sentence);
    return [result.title, machineText(result.due)];
}

for (const language of ["en", "de"]) {
    Deno.test(`each sentence of the table in ${language} has its title, due date and rule`, () => {
        for (const { sentence, title, due, rule } of rows(language)) {
            const actual = [
                ...read(sentence, language),
                readDue(sentence, language, now)?.repeat ?? "-",
            ];

            assertEquals(actual, [title, due, rule], `"${sentence}"`);
        }
    });
}

Deno.test("the table has at least 800 sentences", () => {
    const count = rows("en").length + rows("de").length;

    assertEquals(count >= 800, true, `there are ${count}`);
});

Deno.test("a month later is the last day of a shorter month", () => {
    assertEquals(read("Call in 1 month", "en", new Date(2027, 0, 31)), ["Call", "2027-02-28"]);
    assertEquals(read("Call in 3 months", "en", new Date(2026, 10, 30)), ["Call", "2027-02-28"]);
});

Deno.test("a weekday is never today", () => {
    for (let day = 1; day <= 7; day++) {
        const today = new Date(2026, 10, day, 9);

        const due = readDue("Call Sunday", "en", today)?.due.timestamp ?? 0;

        const days = Math.round((due - new Date(2026, 10, day).getTime() / 1000) / 86400);
        assertEquals(days >= 1 && days <= 7 && new Date(due * 1000).getDay() === 0, true);
    }
});

// Each row: zone, now, sentence, seconds from now to the due date. Clocks go forward on 28 March 2027
// in Berlin at 2:00 and on 14 March 2027 in New York at 2:00; back on 25 October and 7 November 2026
// at 3:00 and 2:00.
const summerTime = /** @type {[string, string, string, number][]} */ ([
    ["Europe/Berlin", "2027-03-27T12:00", "Call tomorrow 12:00", 23 * 3600],
    ["Europe/Berlin", "2027-03-27T12:00", "Call in 24 hours", 24 * 3600],
    ["Europe/Berlin", "2027-03-28T01:30", "Call in 1 hour", 3600],
    ["Europe/Berlin", "2027-03-27T12:00", "Call tomorrow 2:30", 14.5 * 3600],
    ["Europe/Berlin", "2027-03-28T00:00", "Call tomorrow", 23 * 3600],
    ["Europe/Berlin", "2026-10-24T12:00", "Call tomorrow 12:00", 25 * 3600],
    ["Europe/Berlin", "2026-10-25T00:00", "Call tomorrow", 25 * 3600],
    ["Europe/Berlin", "2026-10-24T00:00", "Call in 1 week", 7 * 86400 + 3600],
    ["America/New_York", "2027-03-13T12:00", "Call tomorrow 12:00", 23 * 3600],
    ["America/New_York", "2027-03-14T00:00", "Call tomorrow", 23 * 3600],
    ["America/New_York", "2027-03-14T01:30", "Call in 90 minutes", 5400],
    ["America/New_York", "2026-10-31T12:00", "Call tomorrow 12:00", 25 * 3600],
    ["America/New_York", "2026-10-31T12:00", "Call in 1 month", 30 * 86400 - 12 * 3600 + 3600],
    ["America/New_York", "2026-11-01T00:00", "Call tomorrow", 25 * 3600],
]);

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

Deno.test(`summer time is respected in ${zone}`, () => {
    for (const [where, at, sentence, seconds] of summerTime.filter((row) => row[0] === zone)) {
        const start = new Date(at);

        const due = readDue(sentence, "en", start)?.due.timestamp ?? 0;

        assertEquals(due - start.getTime() / 1000, seconds, `${where} ${at} ${sentence}`);
    }
});

/** Local midnight of 2026-12-04 in Auckland, Berlin, New York and Honolulu, and midnight UTC. */
const midnights = ["+13:00", "+01:00", "-05:00", "-10:00", "Z"]
    .map((offset) => Date.parse(`2026-12-04T00:00:00${offset}`) / 1000);

Deno.test("a day is that day in every zone, without a time", () => {
    for (const timestamp of midnights) {
        const due = { timestamp, day: "2026-12-04" };

        assertEquals([dateText(due), timeText(due)], ["2026-12-04", ""]);
        assertEquals([machineText(due), hasTime(due)], ["2026-12-04", false]);
    }
});

Deno.test("a day is overdue when the viewer's day is later", () => {
    for (const timestamp of midnights) {
        const due = { timestamp, day: "2026-12-04" };

        assertEquals(isOverdue(due, new Date(2026, 11, 4, 0, 0)), false);
        assertEquals(isOverdue(due, new Date(2026, 11, 4, 23, 59, 59)), false);
        assertEquals(isOverdue(due, new Date(2026, 11, 5, 0, 0)), true);
    }
});

Deno.test("local midnight without a day is read as a day, and is no day in another zone", () => {
    const local = { timestamp: new Date(2026, 11, 4).getTime() / 1000 };

    assertEquals([machineText(local), hasTime(local)], ["2026-12-04", false]);
    assertEquals(isOverdue(local, new Date(2026, 11, 4, 23, 59)), false);
    assertEquals(hasTime({ timestamp: local.timestamp + 3600 }), true);
});

Deno.test("a date without a time is a day that begins at local midnight; with a time it is no day", () => {
    const midnight = new Date(2026, 11, 4).getTime() / 1000;

    assertEquals(fromInputs("2026-12-04", ""), { timestamp: midnight, day: "2026-12-04" });
    assertEquals(fromInputs("2026-12-04", "17:00"), { timestamp: midnight + 17 * 3600 });
    assertEquals(fromInputs("2026-02-31", ""), null);
    assertEquals(fromInputs("0001-01-01", "")?.day, "0001-01-01");
    assertEquals(fromInputs("9999-12-31", "")?.day, "9999-12-31");
});
