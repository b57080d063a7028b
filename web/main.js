/** Starts the page. */

import { App } from "./app/app.js";
import { followTabs } from "./app/account.js";
import { announceNext } from "./app/next.js";
import { preferredLanguage, server } from "./app/settings.js";
import { lookForUpdate, startWorker } from "./app/worker.js";
import { readSession } from "./sync/session.js";
import { setLanguage } from "./text/text.js";
import { focusFirst } from "./view/dom.js";
import { showPage } from "./view/page.js";

/** How often "overdue" and "today" are looked at again. */
const minute = 60_000;

const app = new App();

async function openSession() {
    const session = server.accounts ? await readSession() : null;
    if (session || !server.accounts) await app.open(session);
    else app.close();
}

/** @param {boolean} [isMenuOpen] */
function show(isMenuOpen) {
    app.resetViews();
    app.on("language", () => list = show(true));
    app.on("left", () => {
        list = show();
        focusFirst();
    });
    app.on("connection", (state) => state === "online" && lookForUpdate());
    announceNext(app);
    return showPage(app, isMenuOpen);
}

setLanguage(preferredLanguage());
let list = show();

followTabs(app, openSession);

setInterval(() => list.tick(), minute);

await openSession();
await startWorker(app);
