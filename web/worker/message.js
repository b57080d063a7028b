/** What a message of the server is as a notification, and what the notification's buttons change. */

import { leastRemind, mostRemind } from "../core/members.js";

/** @import { Item } from "../types.d.ts" */
/** @import { About } from "../sync/push.js" */
/** @import { Words } from "./words.js" */

/** @typedef {"done" | "later"} Act */

/** @typedef {{ title: string, options: NotificationOptions & { data: About } }} Shown */

/**
 * The notification of a declarative message. Whatever it holds, something is shown: a browser ends a
 * subscription whose messages show nothing.
 * @param {any} message its member `notification`; another value if the message has none
 * @param {Words} words
 * @param {{ account: string, origin: string, base: string }} here the database's name of the device's
 *     account, this page's origin, and where its files are
 * @returns {Shown}
 */
export function notificationOf(message, words, { account, origin, base }) {
    const { title, body, tag, navigate, data } = Object(message);
    const isRead = typeof title === "string" && title !== "";
    const { id, revision, timestamp } = Object(data);
    const hasItem = typeof id === "string" && typeof timestamp === "number";
    /** @type {Act[]} */
    const acts = isRead && hasItem ? ["done", "later"] : [];
    return {
        title: isRead ? title : "toodoo",
        options: {
            body: typeof body === "string" ? body : isRead ? "" : words.unread,
            // A repeated message replaces the first one.
            ...(typeof tag === "string" && { tag }),
            dir: "auto",
            icon: `${base}/icons/icon-192.png`,
            data: {
                ...(hasItem && { id, revision, timestamp }),
                account,
                navigate: pathOf(navigate, origin),
            },
            .../** @type {any} */ ({
                actions: acts.map((action) => ({ action, title: words[action] })),
            }),
        },
    };
}

/** @param {unknown} navigate an address @param {string} origin
 * @returns {string} its place in this page; the page if it leads elsewhere */
export function pathOf(navigate, origin) {
    if (typeof navigate !== "string" || !URL.canParse(navigate, origin)) return "/";
    const url = new URL(navigate, origin);
    return url.origin === origin ? `/${url.search}${url.hash}` : "/";
}

/** The time until which «In an hour» is quiet, in seconds. */
const pause = 3600;

/**
 * The item after a button. «In an hour» moves the reminder, not the due date.
 * @param {Act} act @param {Item} item as it is now @param {About} about what the notification said
 * @param {number} now in seconds
 * @returns {Item | null} null: the button no longer has a meaning, and the user has to look
 */
export function after(act, item, { timestamp }, now) {
    if (act === "done") return { ...item, done: true };
    if (item.done || item.timestamp === undefined || item.timestamp !== timestamp) return null;
    const remind = Math.floor((item.timestamp - now - pause) / 60);
    return remind >= leastRemind && remind <= mostRemind ? { ...item, remind } : null;
}
