const worker = self;
const base = "%base%";
const files = "%files%".split(" ");
const name = `toodoo ${base}`;
worker.addEventListener("install", (event) => {
    event.waitUntil(fill());
});
async function fill() {
    const cache = await caches.open(name);
    await cache.addAll([
        new Request("/", { cache: "no-cache" }),
        ...files.map((file) => `${base}/${file}`),
    ]);
    const page = await cache.match("/");
    if (!page || !(await page.text()).includes(`${base}/`)) {
        await caches.delete(name);
        throw new Error("The page is of another version.");
    }
}
worker.addEventListener("activate", (event) => {
    event.waitUntil(takeOver());
});
async function takeOver() {
    for (const other of await caches.keys()) {
        if (other.startsWith("toodoo ") && other !== name) await caches.delete(other);
    }
    await worker.clients.claim();
}
worker.addEventListener("message", (event) => {
    if (event.data === "activate") worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== worker.location.origin) return;
    if (event.request.mode === "navigate" && url.pathname === "/") {
        event.respondWith(cached("/", event.request));
        event.waitUntil(leaveIfReplaced(event.resultingClientId));
    } else if (url.pathname.startsWith(`${base}/`)) {
        event.respondWith(cached(url.pathname, event.request));
    }
});
async function cached(path, request) {
    return (await caches.match(path, { cacheName: name })) ?? fetch(request);
}
async function leaveIfReplaced(loading) {
    let response;
    try {
        response = await fetch("/sw.js", { cache: "no-store" });
    } catch {
        return; // The server does not run: this is what the worker is for.
    }
    const isOurs = response.ok && (await response.text()).includes("const name = `toodoo ${base}`");
    if (isOurs || (!response.ok && ![404, 410].includes(response.status))) return;
    await worker.registration.unregister();
    for (const other of await caches.keys()) {
        if (other.startsWith("toodoo ")) await caches.delete(other);
    }
    const pages = await worker.clients.matchAll({ type: "window" });
    const ids = new Set([loading, ...pages.map((page) => page.id)]);
    await Promise.all([...ids].map(reload));
    await worker.registration.unregister();
}
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
