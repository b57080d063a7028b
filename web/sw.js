/**
 * The service worker. It stores one complete version of the page and serves it. It does not handle
 * requests to the API. The server replaces the words between percent signs.
 */

/// <reference lib="webworker" />

import {
    followNotification,
    renewSubscription,
    sendAgain,
    showReminder,
} from "%base%/worker/reminders.js";

const worker = /** @type {any} */ (self);
const base = "%base%";
const files = "%files%".split(" ");
const name = `toodoo ${base}`;

worker.oninstall = (/** @type {any} */ event) => event.waitUntil(fill());
worker.onactivate = (/** @type {any} */ event) => event.waitUntil(takeOver());
worker.onmessage = (/** @type {any} */ event) => event.data === "activate" && worker.skipWaiting();
worker.onfetch = answer;
worker.onpush = (/** @type {any} */ event) => event.waitUntil(showReminder(event, base));
worker.onnotificationclick = (/** @type {any} */ event) =>
    event.waitUntil(followNotification(event));
worker.onpushsubscriptionchange = (/** @type {any} */ event) =>
    event.waitUntil(renewSubscription());
worker.onsync = (/** @type {any} */ event) => event.waitUntil(sendAgain());

async function fill() {
    const cache = await caches.open(name);
    await cache.addAll([
        new Request("/", { cache: "no-cache" }),
        ...files.map((file) => `${base}/${file}`),
    ]);
    // Files of two versions must not be mixed: the server may have been updated in the meantime.
    const page = await cache.match("/");
    if ((await page?.text())?.includes(`${base}/`)) return;
    await caches.delete(name);
    throw new Error("The page is of another version.");
}

/** @param {string} [kept] */
async function deleteCaches(kept) {
    for (const other of await caches.keys()) {
        if (other.startsWith("toodoo ") && other !== kept) await caches.delete(other);
    }
}

async function takeOver() {
    await deleteCaches(name);
    await worker.clients.claim();
}

/** @param {any} event */
function answer(event) {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== worker.location.origin) return;
    if (request.mode === "navigate" && pathname === "/") {
        event.respondWith(cached("/", request));
        event.waitUntil(leaveIfReplaced(event.resultingClientId));
    } else if (pathname.startsWith(`${base}/`)) {
        event.respondWith(cached(pathname, request));
    }
}

/** @param {string} path @param {Request} request */
async function cached(path, request) {
    // `caches.open` would recreate a deleted cache.
    return (await caches.match(path, { cacheName: name })) ?? fetch(request);
}

/**
 * The worker outlives the server. If another program has this address now, or the server has no
 * page, the worker unregisters itself.
 * @param {string} loading the page that is loading
 */
async function leaveIfReplaced(loading) {
    // If the server does not run, the worker stays: the page must start offline.
    const response = await fetch("/sw.js", { cache: "no-store" }).catch(() => null);
    if (!response || (!response.ok && ![404, 410].includes(response.status))) return;
    if (response.ok && (await response.text()).includes("const name = `toodoo ${base}`")) return;
    await worker.registration.unregister();
    await deleteCaches();
    const pages = await worker.clients.matchAll({ type: "window" });
    // The list may not contain the loading page yet.
    const ids = new Set([loading, ...pages.map((/** @type {any} */ page) => page.id)]);
    await Promise.all([...ids].map(reload));
}

/** @param {string} id of a page, which may refuse to navigate, or be absent, while it is loading */
async function reload(id) {
    for (let attempt = 0; attempt < 20; attempt += 1) {
        try {
            const page = await worker.clients.get(id);
            await page.navigate(page.url);
            return;
        } catch {
            await new Promise((done) => setTimeout(done, 250));
        }
    }
}
