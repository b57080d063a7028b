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

/** @param {App} app */
export async function startWorker(app) {
    const container = navigator.serviceWorker;
    if (!container) return;
    let isReloading = false;
    const had = container.controller !== null;
    container.addEventListener("controllerchange", () => {
        // Not at the first visit, when the first worker takes over the page that it belongs to.
        if (had && !isReloading) location.reload();
        isReloading = true;
    });
    try {
        const registration = await container.register(trustedAddress(), { updateViaCache: "none" });
        const offer = () => {
            if (!registration.waiting || !container.controller) return;
            waiting = registration.waiting;
            app.emit("update", undefined);
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

/** Lets the waiting version take over; the page reloads then. */
export function takeUpdate() {
    if (waiting) waiting.postMessage("activate");
    else location.reload();
}
