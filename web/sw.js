/**
 * The service worker. It keeps one version of the page as a whole and answers with it; requests to the
 * API pass by. The server replaces the words between percent signs.
 */

/// <reference lib="webworker" />

const worker = /** @type {any} */ (self);
const base = "%base%";
const files = "%files%".split(" ");
const name = `toodoo ${base}`;

worker.oninstall = (/** @type {any} */ event) => event.waitUntil(fill());
worker.onactivate = (/** @type {any} */ event) => event.waitUntil(takeOver());
worker.onmessage = (/** @type {any} */ event) => event.data === "activate" && worker.skipWaiting();
worker.onfetch = answer;
worker.onnotificationclick = (/** @type {any} */ event) =>
    event.waitUntil(show(event.notification));

async function fill() {
    const cache = await caches.open(name);
    await cache.addAll([
        new Request("/", { cache: "no-cache" }),
        ...files.map((file) => `${base}/${file}`),
    ]);
    // A page and files of two versions must not be mixed: the server may have been replaced meanwhile.
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

/** Shows what a notification is about. @param {any} notification */
async function show(notification) {
    notification.close();
    const [page] = await worker.clients.matchAll({ type: "window" });
    const address = `/${notification.data}`;
    if (!page) return await worker.clients.openWindow(address);
    await page.focus();
    await page.navigate(address);
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
    // `caches.open` would make the cache again after it was deleted.
    return (await caches.match(path, { cacheName: name })) ?? fetch(request);
}

/**
 * The worker outlives the server. If another program has this address now, or the page is off, it goes.
 * @param {string} loading the page that is loading
 */
async function leaveIfReplaced(loading) {
    // If the server does not run, this is what the worker is for.
    const response = await fetch("/sw.js", { cache: "no-store" }).catch(() => null);
    if (!response || (!response.ok && ![404, 410].includes(response.status))) return;
    if (response.ok && (await response.text()).includes("const name = `toodoo ${base}`")) return;
    await worker.registration.unregister();
    await deleteCaches();
    const pages = await worker.clients.matchAll({ type: "window" });
    // The page that is loading may not be among them yet.
    const ids = new Set([loading, ...pages.map((/** @type {any} */ page) => page.id)]);
    await Promise.all([...ids].map(reload));
}

/** @param {string} id a page of ours; while it is loading it can refuse to go on, or not be there yet */
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
