/** What the service worker does with reminders. sw.js calls it. */

import { API, Marker } from "../sync/api.js";
import { openDatabase } from "../sync/database.js";
import { closeOld, revisionOf, subscribeBrowser } from "../sync/push.js";
import { databaseName, readLanguage, readSession } from "../sync/session.js";
import { Background } from "./background.js";
import { after, notificationOf, pathOf } from "./message.js";
import { words } from "./words.js";

/** @import { About } from "../sync/push.js" */
/** @import { Act } from "./message.js" */
/** @import { Alone } from "./background.js" */

const scope = /** @type {any} */ (self);

/** The tag of the request for a moment with a network. */
const syncTag = "queue";

/** How long a worker waits for a tab that is closing, in milliseconds. */
const longestClosing = 3000;

/** @type {Alone} */
const alone = (name, step) =>
    navigator.locks.request(name, { signal: AbortSignal.timeout(longestClosing) }, step)
        .catch(() => {});

/** A page that is opened meanwhile waits for the lock, so no request of the worker takes longer. */
const longestHere = 10_000;

/** How long a click waits for what a page says of its account, in milliseconds. */
const longestAnswer = 300;

async function sessionAPI() {
    const session = await readSession();
    const api = new API(new Marker(longestHere), session?.token);
    return { api, name: databaseName(session) };
}

/**
 * Opens the copy of the account that the device is signed in to.
 * @returns {Promise<Background | null>} null: there is none, or a newer page has it
 */
async function openBackground() {
    try {
        const { api, name } = await sessionAPI();
        // Opening would make it.
        if (!(await indexedDB.databases()).some((one) => one.name === name)) return null;
        const store = await openDatabase(name);
        const channel = /** @type {any} */ (new BroadcastChannel(name));
        return new Background(store, channel, api, alone);
    } catch {
        return null;
    }
}

/** @template T @param {(background: Background) => Promise<T>} body @returns {Promise<T | null>} */
async function withBackground(body) {
    const background = await openBackground();
    if (!background) return null;
    try {
        return await body(background);
    } finally {
        background.close();
    }
}

/** @param {any} event `push` @param {string} base of the page's files */
export async function showReminder({ data, notification }, base) {
    // Where the browser itself reads declarative messages, it has the notification.
    const message = notification ?? readMessage(data);
    const texts = words[await readLanguage()];
    const account = databaseName(await readSession());
    const here = { account, origin: location.origin, base };
    const { title, options } = notificationOf(message, texts, here);
    await scope.registration.showNotification(title, options);
    // So that a button knows the item, also when it is pressed offline. A browser counts a message
    // whose notification closes at once as one that shows nothing.
    await sendQueue(options.tag);
}

/** @param {any} data */
function readMessage(data) {
    try {
        return data.json().notification;
    } catch {
        return null;
    }
}

/** @param {any} event `notificationclick` */
export async function followNotification({ action, notification }) {
    /** @type {About} */
    const about = Object(notification.data);
    notification.close();
    if ((action === "done" || action === "later") && await act(action, about)) return;
    const account = databaseName(await readSession());
    // Another account does not have the item.
    const path = about.account === account ? pathOf(about.navigate, location.origin) : "/";
    await openPage(path, account);
}

/** @param {Act} action @param {About} about
 * @returns {Promise<boolean>} whether it is stored; the disk may be full, or the account gone */
async function act(action, about) {
    const isStored = await withBackground(async (background) => {
        if (about.account !== background.copy.store.name) return false;
        const item = await background.find(about.id ?? "", revisionOf(about));
        const changed = item && after(action, item, about, Date.now() / 1000);
        if (!changed) return false;
        await background.save(item, changed);
        return true;
    }).catch(() => false);
    if (!isStored) return false;
    await sendQueue();
    return true;
}

/** Sends what waits, at once or when there is a network again, and closes what is done.
 * @param {string} [kept] the tag of a notification that stays */
async function sendQueue(kept) {
    // Browsers without it send when the page is opened.
    if (!await trySending(kept)) await scope.registration.sync?.register(syncTag).catch(() => {});
}

/** The browser has a network again. It repeats what fails, later and later. */
export async function sendAgain() {
    if (!await trySending()) throw new Error("The server does not answer.");
}

/** @param {string} [kept] the tag of a notification that stays
 * @returns {Promise<boolean>} whether nothing is left */
async function trySending(kept) {
    const isEmpty = await withBackground(async (background) => {
        const isEmpty = await background.sync();
        const { replica, store } = background.copy;
        await closeOld(scope.registration, replica, store.name, kept);
        return isEmpty;
    });
    return isEmpty ?? true;
}

/** @param {string} path @param {string} account the database's name of the device's account */
async function openPage(path, account) {
    const pages = await scope.clients.matchAll({ type: "window" });
    const areOthers = await Promise.all(
        pages.map((/** @type {any} */ page) => isOthers(page, account)),
    );
    const page = pages.find((/** @type {any} */ _, /** @type {number} */ n) => !areOthers[n]);
    try {
        await page.focus();
        await page.navigate(path);
    } catch {
        // There is no page, or one that this worker does not control.
        await scope.clients.openWindow(path);
    }
}

/**
 * Asks a page whether it has the session of another account, which it does not keep.
 * @param {any} page @param {string} account @returns {Promise<boolean>}
 */
function isOthers(page, account) {
    return new Promise((answer) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => answer(data);
        setTimeout(answer, longestAnswer, false);
        page.postMessage({ whose: account }, [port2]);
    });
}

/** The push service has ended the subscription, or changed it. */
export async function renewSubscription() {
    const { api, name: account } = await sessionAPI();
    const handle = await subscribeBrowser(api, scope.registration.pushManager);
    // A page that is opened later sends the subscription itself.
    const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    for (const page of pages) page.postMessage({ handle, account });
}
