/** The subscription of this browser: the push service has it, and the server. */

import { covered } from "../core/replica.js";

/** @import { API } from "./api.js" */
/** @import { Replica } from "../core/replica.js" */

/**
 * What a notification knows: its item, if it has one, at a revision, the database's name of its
 * account, and the path in this page to which it leads.
 * @typedef {{ id?: string, revision?: unknown, timestamp?: number, account?: string,
 *     navigate?: string }} About
 */

/** The revision that a notification is of: a number, or that in the item's entity tag.
 * @param {About} about */
export const revisionOf = ({ revision }) => Number(/(\d+)"?$/.exec(String(revision))?.[1]);

/** @param {ServiceWorkerRegistration} registration @param {string} account its database's name */
async function notificationsOf(registration, account) {
    return (await registration.getNotifications())
        .map((notification) => ({
            notification,
            about: /** @type {About} */ (Object(notification.data)),
        }))
        .filter(({ about }) => about.account === account);
}

/** @param {ServiceWorkerRegistration} registration @param {string} account its database's name */
export async function closeAll(registration, account) {
    for (const { notification } of await notificationsOf(registration, account)) {
        notification.close();
    }
}

/**
 * Closes the notifications of what is done, deleted or due at another time by now. A copy that is
 * older than the notification does not know.
 * @param {ServiceWorkerRegistration} registration
 * @param {Pick<Replica, "shown" | "token">} replica
 * @param {string} account the database's name of the replica's account
 * @param {string} [kept] the tag of one that stays
 */
export async function closeOld(registration, { shown, token }, account, kept) {
    for (const { notification, about } of await notificationsOf(registration, account)) {
        if (kept && notification.tag === kept) continue;
        const item = shown.get(about.id ?? "");
        const known = item?.revision ?? covered(token);
        if (!about.id || !(known >= revisionOf(about))) continue;
        if (!item || item.done || item.timestamp !== about.timestamp) notification.close();
    }
}

/**
 * Subscribes the browser with the server's key, and tells the server. What there is already stays.
 * @param {API} api @param {PushManager} manager @returns {Promise<string>} its handle at the server
 * @throws {import("./api.js").Refusal} and what `PushManager.subscribe` throws
 */
export async function subscribeBrowser(api, manager) {
    const { publicKey } = (await api.success("GET", "/subscriptions")).body;
    const { endpoint, keys } = (await subscriptionFor(manager, publicKey)).toJSON();
    const { body } = await api.success("POST", "/subscriptions", {
        kind: "webpush",
        endpoint,
        keys,
        label: browserName(navigator.userAgent),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    return body.handle;
}

/** @param {PushManager} manager @param {string} publicKey of the server */
async function subscriptionFor(manager, publicKey) {
    const subscription = await manager.getSubscription();
    const key = subscription?.options.applicationServerKey;
    if (subscription && key && base64URL(key) === publicKey) return subscription;
    // Another server, or one with another database: a browser has one key at a time.
    await subscription?.unsubscribe();
    return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** Ends it in the browser. The push service then tells the server.
 * @param {PushManager | undefined} manager */
export async function unsubscribeBrowser(manager) {
    await (await manager?.getSubscription())?.unsubscribe();
}

/** @param {ArrayBuffer} bytes */
const base64URL = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {string} agent @returns {string} such as "Firefox, Android", for the list of devices */
export function browserName(agent) {
    /** @param {[RegExp, string][]} names */
    const named = (names) => names.find(([pattern]) => pattern.test(agent))?.[1];
    const browser = named([
        [/Edg/, "Edge"],
        [/OPR\//, "Opera"],
        [/SamsungBrowser/, "Samsung Internet"],
        [/Firefox|FxiOS/, "Firefox"],
        [/Chrome|CriOS/, "Chrome"],
        [/Safari/, "Safari"],
    ]);
    const system = named([
        [/Android/, "Android"],
        [/iPhone/, "iPhone"],
        [/iPad/, "iPad"],
        [/Windows/, "Windows"],
        [/Mac OS/, "Mac"],
        [/CrOS/, "ChromeOS"],
        [/Linux/, "Linux"],
    ]);
    return [browser ?? "Browser", system].filter(Boolean).join(", ");
}
