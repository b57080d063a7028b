/**
 * Parts of the page that few visits need, and that need the server anyway. The browser loads one when
 * it is opened; with the service worker it is on the device by then.
 */

import { t } from "../text/text.js";

/** @import { App } from "../app/app.js" */

/**
 * @template T @param {App} app @param {Promise<T>} loading
 * @returns {Promise<T | null>} null: it could not be loaded, which an alert says
 */
export async function load(app, loading) {
    try {
        return await loading;
    } catch {
        // Without an answer, or with a server whose page is another version by now.
        app.emit("fault", t("part missing"));
        return null;
    }
}
