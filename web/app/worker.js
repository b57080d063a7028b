/** The service worker: the page starts without the server, and is replaced as a whole. */

/** @import { App } from "./app.js" */

const address = "/sw.js";

/** The policy lets through this one address, and nothing else. @returns {string} */
function trustedAddress() {
    const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("toodoo", {
        createScriptURL(/** @type {string} */ url) {
            if (url !== address) throw new TypeError(url);
            return url;
        },
    });
    return policy ? policy.createScriptURL(address) : address;
}

/** @type {ServiceWorker | null} */
let waiting = null;

let look = () => {};

/** Looks for a new version; the server may have been replaced. */
export const lookForUpdate = () => look();

/**
 * Whether a worker has served this page. The page does not register it again then: if another program
 * has the address now, the worker is about to leave, and a registration would keep it.
 */
function isFromWorker() {
    const [navigation] = performance.getEntriesByType("navigation");
    return /** @type {PerformanceNavigationTiming} */ (navigation)?.workerStart > 0;
}

/** @param {App} app */
export async function startWorker(app) {
    const container = navigator.serviceWorker;
    if (!container) return;
    let { controller } = container;
    container.addEventListener("controllerchange", () => {
        // The first worker takes over the page that it belongs to; that is no new version.
        if (controller && isTaking) location.reload();
        // Another tab took it. This one may have a draft, and works on.
        else if (controller) app.offerUpdate();
        ({ controller } = container);
    });
    try {
        const registration = isFromWorker()
            ? await container.getRegistration()
            : await container.register(trustedAddress(), { updateViaCache: "none" });
        if (!registration) {
            // Another program has the address now, and the worker has left while this page loaded.
            if (isFromWorker()) location.reload();
            return;
        }
        const offer = () => {
            if (!registration.waiting || !container.controller) return;
            waiting = registration.waiting;
            app.offerUpdate();
        };
        offer();
        registration.addEventListener("updatefound", () => {
            registration.installing?.addEventListener("statechange", offer);
        });
        look = () => {
            if (document.visibilityState === "visible") registration.update().catch(() => {});
        };
        document.addEventListener("visibilitychange", () => look());
    } catch {
        // No worker, as in an insecure context: the page needs the server to start.
    }
}

let isTaking = false;

/** Lets the waiting version take over; the page reloads then. */
export function takeUpdate() {
    isTaking = true;
    if (waiting?.state === "installed") waiting.postMessage("activate");
    else location.reload();
}
