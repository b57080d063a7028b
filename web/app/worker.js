/** Registers the service worker. With it the page starts offline, and is updated as a whole. */

/** @import { App } from "./app.js" */

const address = "/sw.js";

/** The packed worker is a classic script, which older browsers need: pack_page.js changes the word.
 * @type {WorkerType} */
const workerType = "module";

/** The Trusted Types policy accepts this address only. @returns {string} */
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

/** Looks for a new version of the page: the server may have been updated. */
export const lookForUpdate = () => look();

/**
 * Whether a worker has served this page. Then the page does not register it again: if another
 * program has the address now, the worker is unregistering itself, and a new registration would
 * keep it.
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
        // The first worker takes over the page that registered it. That is not a new version.
        if (controller && isTaking) location.reload();
        // Another tab has activated the new version. This one may have a draft, and is not
        // reloaded.
        else if (controller) app.offerUpdate();
        ({ controller } = container);
    });
    try {
        const registration = isFromWorker()
            ? await container.getRegistration()
            : await container.register(trustedAddress(), {
                type: workerType,
                updateViaCache: "none",
            });
        if (!registration) {
            // Another program has the address now: the worker unregistered itself while this page
            // loaded.
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
        // Without a worker, as in an insecure context, the page needs the server to start.
    }
}

let isTaking = false;

/** Activates the waiting version, which reloads the page. */
export function takeUpdate() {
    isTaking = true;
    if (waiting?.state === "installed") waiting.postMessage("activate");
    else location.reload();
}
