importScripts(globalThis.trustedTypes?.createPolicy("toodoo", { createScriptURL: () => "%base%/worker.js" }).createScriptURL("") ?? "%base%/worker.js");const worker = self;const base = "%base%";const files = "%files%".split(" ");const name = `toodoo ${base}`;worker.oninstall = (event) => event.waitUntil(fill());worker.onactivate = (event) => event.waitUntil(takeOver());worker.onmessage = (event) => event.data === "activate" && worker.skipWaiting();worker.onfetch = answer;worker.onpush = (event) => event.waitUntil(showReminder(event, base));worker.onnotificationclick = (event) => event.waitUntil(followNotification(event));worker.onpushsubscriptionchange = (event) => event.waitUntil(renewSubscription());worker.onsync = (event) => event.waitUntil(sendAgain());async function fill() {const cache = await caches.open(name);await cache.addAll([new Request("/", { cache: "no-cache" }), ...files.map((file) => `${base}/${file}`)]);const page = await cache.match("/");if ((await page?.text())?.includes(`${base}/`)) return;await caches.delete(name);throw new Error("The page is of another version.")
}
async function deleteCaches(kept) {for (const other of await caches.keys()) {if (other.startsWith("toodoo ") && other !== kept) await caches.delete(other)
}
}
async function takeOver() {await deleteCaches(name);await worker.clients.claim()
}
function answer(event) {const { request } = event;const { origin, pathname } = new URL(request.url);if (request.method !== "GET" || origin !== worker.location.origin) return;if (request.mode === "navigate" && pathname === "/") {event.respondWith(cached("/", request));event.waitUntil(leaveIfReplaced(event.resultingClientId))
} else if (pathname.startsWith(`${base}/`)) {event.respondWith(cached(pathname, request))
}
}
async function cached(path, request) {return (await caches.match(path, { cacheName: name })) ?? fetch(request)
}
async function leaveIfReplaced(loading) {const response = await fetch("/sw.js", { cache: "no-store" }).catch(() => null);if (!response || (!response.ok && ![404, 410].includes(response.status))) return;if (response.ok && (await response.text()).includes("const name = `toodoo ${base}`")) return;await worker.registration.unregister();await deleteCaches();const pages = await worker.clients.matchAll({ type: "window" });const ids = new Set([loading, ...pages.map((page) => page.id)]);await Promise.all([...ids].map(reload))
}
async function reload(id) {for (let attempt = 0; attempt < 20; attempt += 1) {try {const page = await worker.clients.get(id);await page.navigate(page.url);return
} catch {await new Promise((done) => setTimeout(done, 250))
}
}
}
