/** Words of a reminder behind a typed date: the cases of Tests/Members, which the client library reads too. */

import { assertEquals } from "../assert.js";
import { readTyped } from "../../../web/core/list/quick.js";

const now = new Date(2026, 10, 25, 18, 25);

/** @type {{ language: string, text: string, title: string, remind?: number, understood?: string[] }[]} */
const cases = JSON.parse(
    Deno.readTextFileSync(new URL("../../Members/quick-reminders.json", import.meta.url)),
);

Deno.test("a reminder behind a date is understood whole, or it is title", () => {
    for (const { language, text, title, remind, understood } of cases) {
        const typed = readTyped(text, language, now);

        assertEquals([typed.title, typed.remind], [title, remind], text);
        if (!understood) continue;
        assertEquals(typed.marks.map(([start, end]) => text.slice(start, end)), understood, text);
    }
});
