/** Reminders by the server: turning this device on and off, and its subscription at each start. */

import { Refusal } from "../sync/api.js";
import { subscribeBrowser, unsubscribeBrowser } from "../sync/push.js";
import { databaseName, storeLanguage } from "../sync/session.js";
import { currentLanguage } from "../text/text.js";
import { keepReminded, remindedAs } from "./settings.js";

/** @import { App } from "./app.js" */

/**
 * A subscription as the server lists it. Times are seconds since 1970.
 * @typedef {{ handle: string, kind: "webpush" | "ntfy", label?: string, host: string,
 *     createdAt: number, lastSuccessAt?: number, lastError?: string }} Subscriber
 */

/**
 * What keeps a device from being told: it is not an installed app of iOS, the page did not come by
 * HTTPS, the browser has no Web Push, or the session ends with the tab.
 * @typedef {"home screen" | "insecure" | "unsupported" | "not kept"} Obstacle
 */

/** @param {App} app @returns {Obstacle | null} */
export function pushObstacle({ session }) {
    if (!isSecureContext) return "insecure";
    if (!navigator.serviceWorker || !("PushManager" in globalThis)) {
        return isMobileApple() ? "home screen" : "unsupported";
    }
    // Its titles would be shown when the tab is closed, on a device that is not to keep anything.
    return session && !session.kept ? "not kept" : null;
}

/** An iPad says that it is a Mac. */
const isMobileApple = () =>
    /iPhone|iPad/.test(navigator.userAgent) ||
    (/Mac OS/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** No service worker was installed: without it nothing can be shown. */
export class NoWorker extends Error {}

/** @throws {NoWorker} */
async function pushManager() {
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration) throw new NoWorker();
    // A worker that is being installed cannot subscribe yet.
    return (await navigator.serviceWorker.ready).pushManager;
}

/**
 * Asks for the permission, subscribes, and sends the test.
 * @param {App} app @returns {Promise<boolean>} whether the browser allows it
 * @throws {NoWorker} and `Refusal`, and what `PushManager.subscribe` throws
 */
export async function turnOn(app) {
    if (await Notification.requestPermission() !== "granted") return false;
    const manager = await pushManager();
    try {
        await subscribe(app, manager);
    } catch (error) {
        // Why it failed is what the user needs.
        await unsubscribeBrowser(manager).catch(() => {});
        throw error;
    }
    await storeLanguage(currentLanguage());
    await sendTest(app);
    return true;
}

/** @param {App} app @param {PushManager} manager */
async function subscribe({ api, session }, manager) {
    keepReminded(await subscribeBrowser(api, manager), databaseName(session));
}

/** @param {App} app @throws {Refusal} */
export async function sendTest(app) {
    await app.api.success("POST", `/subscriptions/${remindedAs()}/test`);
}

/** Without an answer of the server, the push service tells it. @param {App} app
 * @throws {Refusal} */
export async function turnOff(app) {
    const handle = remindedAs();
    keepReminded("");
    await unsubscribeBrowser((await navigator.serviceWorker.getRegistration())?.pushManager);
    await removeSubscriber(app, handle);
}

/** @param {App} app @param {string} handle @throws {Refusal} */
export async function removeSubscriber(app, handle) {
    const answer = await app.api.request("DELETE", `/subscriptions/${handle}`);
    if (answer.status !== 204 && answer.status !== 404) throw new Refusal(answer);
}

/** @param {App} app @returns {Promise<Subscriber[]>} those of other devices and topics
 * @throws {Refusal} */
export async function otherSubscribers(app) {
    const { body } = await app.api.success("GET", "/subscriptions");
    return body.subscriptions.filter((/** @type {Subscriber} */ { handle }) =>
        handle !== remindedAs()
    );
}

/**
 * Sends the subscription again: the server may have forgotten it, the push service may have changed
 * it, and it belongs to the session that has sent it last.
 * @param {App} app
 */
export async function renew(app) {
    if (pushObstacle(app)) return;
    if (Notification.permission !== "granted") return keepReminded("");
    try {
        await subscribe(app, await pushManager());
        await storeLanguage(currentLanguage());
    } catch {
        // It stays as it was, and the next start tries again.
    }
}
