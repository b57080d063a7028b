/** Words of a reminder behind a typed date. */

import { assertEquals } from "../assert.js";
import { readTyped } from "../../../web/core/list/quick.js";

const now = new Date(2026, 10, 25, 18, 25);

/** @type {[language: string, text: string, title: string, remind: number | undefined, marks?: string[]][]} */
const cases = [
    ["en", "Call Ada Friday 17:00 remind 30 min", "Call Ada", 30, [
        "Friday 17:00",
        "remind 30 min",
    ]],
    ["en", "Call Ada Friday 17:00 remind me 2 hours before", "Call Ada", 120],
    ["en", "Call Ada Friday 17:00 Remind 1 day", "Call Ada", 1440],
    ["en", "Friday 17:00 call Ada remind 10m", "call Ada", 10],
    ["en", "Call Ada Friday 17:00 #work remind 10 min #home", "Call Ada", 10, [
        "Friday 17:00",
        "#work",
        "remind 10 min",
        "#home",
    ]],
    ["en", "Call Ada every Friday 17:00 remind 0 min", "Call Ada", 0],
    ["en", "Call Ada Friday 17:00 !", "Call Ada", 0, ["Friday 17:00", "!"]],
    ["en", "Call Ada Friday !", "Call Ada", -540],
    ["de", "Ada anrufen Freitag 17 Uhr erinnere 10 min", "Ada anrufen", 10],
    ["de", "Ada anrufen Freitag 17 Uhr erinnere mich 2 Stunden vorher", "Ada anrufen", 120],
    ["de", "Ada anrufen morgen !", "Ada anrufen", -540],
    // Beside a day or no date, in another language, too long, and not whole it stays title.
    ["en", "Call Ada Friday remind 30 min", "Call Ada Friday remind 30 min", undefined, []],
    ["en", "Call Ada remind 30 min", "Call Ada remind 30 min", undefined, []],
    ["en", "remind 30 min", "remind 30 min", undefined, []],
    [
        "en",
        "Call Ada Friday 17:00 remind 29 days",
        "Call Ada Friday 17:00 remind 29 days",
        undefined,
        [],
    ],
    ["en", "Call Ada Friday 17:00 remind", "Call Ada Friday 17:00 remind", undefined, []],
    ["en", "Call Ada Friday 17:00 remind 30", "Call Ada Friday 17:00 remind 30", undefined, []],
    [
        "de",
        "Ada anrufen Freitag 17 Uhr remind 10 min",
        "Ada anrufen Freitag 17 Uhr remind 10 min",
        undefined,
        [],
    ],
    ["en", "Friday call Ada !", "call Ada !", undefined, ["Friday"]],
    ["en", "Call Ada !", "Call Ada !", undefined, []],
    // Who only raises the voice asks for nothing.
    ["en", "Meet tomorrow!", "Meet tomorrow!", undefined, []],
];

Deno.test("a reminder behind a date is understood whole, or it is title", () => {
    for (const [language, text, title, remind, marks] of cases) {
        const typed = readTyped(text, language, now);

        assertEquals([typed.title, typed.remind], [title, remind], text);
        if (!marks) continue;
        assertEquals(typed.marks.map(([start, end]) => text.slice(start, end)), marks, text);
    }
});
