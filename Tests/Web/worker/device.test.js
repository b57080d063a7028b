/** Whose subscription this browser has. */

import { assertEquals } from "../assert.js";

/** A browser's part of what the settings read. @type {Map<string, string>} */
const kept = new Map();
const page = /** @type {any} */ ({
    document: {
        querySelector: () => ({ getAttribute: () => "accounts reminders" }),
        querySelectorAll: () => [],
        documentElement: { dataset: {} },
    },
    location: { hash: "" },
    localStorage: {
        getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
        setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    },
});
for (const [name, value] of Object.entries(page)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
}
const { stopReminding } = await import("../../../web/app/remind.js");
const { keepReminded, remindedAs } = await import("../../../web/app/settings.js");

Deno.test("an account that leaves the device ends its own subscription alone", () => {
    keepReminded("handle", "toodoo-account a@example.org");

    stopReminding({ email: "b@example.org" });
    assertEquals(remindedAs(), "handle");

    stopReminding({ email: "A@example.org" });
    assertEquals(remindedAs(), "");
});
