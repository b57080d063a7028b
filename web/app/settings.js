/** The server's settings, from a meta element, and the user's preferences, from this browser. */

import { views } from "../core/list/find.js";
import { sorts } from "../core/list/order.js";

/** @import { Sort, View } from "../types.d.ts" */

/** @typedef {"system" | "light" | "dark"} Theme */

const words = (document.querySelector('meta[name="toodoo"]')?.getAttribute("content") ?? "")
    .split(/\s+/);

/** Template of the address of map tiles, with {z}, {x} and {y}; null without `--tiles`. */
const tileTemplate = words.find((word) => word.startsWith("tiles="))?.slice("tiles=".length) ??
    null;

export const server = {
    accounts: words.includes("accounts"),
    signUp: words.includes("sign-up"),
    /** Whether a proxy names the user, who then needs no password. */
    proxy: words.includes("proxy-sign-in"),
    /** The token of a link that makes the first account; empty once it has. */
    setupToken: /^#\/setup\/(.+)/.exec(location.hash)?.[1] ?? "",
    geocoder: words.includes("geocoder"),
    /** Whether it tells reminders to devices. */
    reminders: words.includes("reminders"),
    tiles: tileTemplate,
};

/** @param {string} key @returns {string | null} */
function readPreference(key) {
    try {
        return localStorage.getItem(`toodoo.${key}`);
    } catch {
        // Storage can be forbidden. Then the defaults apply.
        return null;
    }
}

/** @param {string} key @param {string} value */
function writePreference(key, value) {
    try {
        localStorage.setItem(`toodoo.${key}`, value);
    } catch {
        // The value then lasts until the page is closed.
    }
}

/** @returns {"en" | "de"} */
export function preferredLanguage() {
    const chosen = readPreference("language");
    if (chosen === "en" || chosen === "de") return chosen;
    const known = navigator.languages.map((name) => name.slice(0, 2))
        .find((name) => name === "en" || name === "de");
    return known === "de" ? "de" : "en";
}

export const preferences = {
    /** @type {Theme} */
    get theme() {
        const theme = document.documentElement.dataset.theme;
        return theme === "light" || theme === "dark" ? theme : "system";
    },
    set theme(theme) {
        writePreference("theme", theme);
        if (theme === "system") delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = theme;
        colourBrowser();
    },
    /** @param {"en" | "de"} language */
    keepLanguage(language) {
        writePreference("language", language);
    },
    /** Whether single letters are shortcuts. */
    letters: readPreference("letters") !== "off",
    /** @param {boolean} on */
    keepLetters(on) {
        this.letters = on;
        writePreference("letters", on ? "on" : "off");
    },
};

/**
 * @template T @param {string} key @param {T[]} values the first one is the default @returns {T}
 */
const readChoice = (key, values) =>
    values.find((value) => value === readPreference(key)) ?? values[0];

/** What the user has chosen to see. It is kept for the next visit. */
export const choices = {
    /** @type {View} The last view. */
    view: readChoice("view", ["all", ...views]),
    /** @type {Sort} */
    sort: readChoice("order", sorts),
    /** Shows only items that have a place. */
    place: readPreference("place") === "on",
};

/** Whether due items get a notification. The preference is shared by all tabs. */
export const isNotifying = () => readPreference("notify") === "on";

/** @param {boolean} on */
export const keepNotifying = (on) => writePreference("notify", on ? "on" : "off");

/** The handle of this browser's subscription; empty if the server does not remind it. */
export const remindedAs = () => server.reminders && readPreference("push") || "";

/** The database's name of the account whose subscription it is. */
export const remindedAccount = () => readPreference("push account") ?? "";

/** @param {string} handle empty: it is not subscribed @param {string} [account] its database's name */
export function keepReminded(handle, account = "") {
    writePreference("push", handle);
    writePreference("push account", account);
}

/** Whether what gets a time on this device gets a reminder at that time. */
export const isRemindingAll = () => server.reminders && readPreference("remind all") === "on";

/** @param {boolean} on */
export const keepRemindingAll = (on) => writePreference("remind all", on ? "on" : "off");

/** @template {keyof typeof choices} Name @param {Name} name @param {(typeof choices)[Name]} value */
export function keepChoice(name, value) {
    choices[name] = value;
    const text = value === true ? "on" : value === false ? "off" : value;
    writePreference(name === "sort" ? "order" : name, String(text));
}

/** The browser shows the theme's colour around the page. */
function colourBrowser() {
    const { theme } = preferences;
    document.querySelectorAll('meta[name="theme-color"]').forEach((meta, index) => {
        const own = ["light", "dark"][index];
        const isChosen = theme === own ? "all" : "not all";
        meta.setAttribute(
            "media",
            theme === "system" ? `(prefers-color-scheme: ${own})` : isChosen,
        );
    });
}

colourBrowser();
