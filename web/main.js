/** Starts the page. */

import { App } from "./app/app.js";
import { followTabs } from "./app/account.js";
import { announceNext } from "./app/next.js";
import { Reminder } from "./app/remind.js";
import { preferredLanguage, server } from "./app/settings.js";
import { lookForUpdate, startWorker } from "./app/worker.js";
import { readSession } from "./sync/session.js";
import { setLanguage } from "./text/text.js";
import { focusFirst } from "./view/dom.js";
import { showPage } from "./view/page.js";

/** How often "overdue" and "today" are checked again. */
const minute = 60_000;

const app = new App();
const reminder = new Reminder(app);

async function openSession() {
    const session = server.accounts ? await readSession() : null;
    if (session || !server.accounts) await app.open(session);
    else app.close();
}

/** @param {boolean} [isMenuOpen] */
function show(isMenuOpen) {
    app.resetViews();
    app.on("language", () => {
        reminder.keepLanguage();
        page = show(true);
    });
    app.on("left", () => {
        page = show();
        focusFirst();
        reminder.close();
    });
    app.on("items", () => reminder.look());
    app.on("session", () => reminder.look());
    app.on("connection", (state) => {
        if (state !== "online") return;
        lookForUpdate();
        reminder.renew();
    });
    announceNext(app);
    return showPage(app, isMenuOpen);
}

/** A text from another app or a shortcut, `/?text=…`. It is put into the box, and not added. */
function takeText() {
    const parameters = new URLSearchParams(location.search);
    const texts = ["title", "text", "url"].map((name) => parameters.get(name)?.trim());
    if (!parameters.has("text") && !texts.some(Boolean)) return;
    history.replaceState(history.state, "", location.pathname + location.hash);
    const text = [...new Set(texts.filter(Boolean))].join(" ").replace(/\s+/g, " ");
    // The text follows a draft, which stays.
    // At most four titles: other pages can open this address again and again.
    if (text) {
        page.add.fill([page.add.box.value.trim(), text].filter(Boolean).join(" ").slice(0, 2_000));
    }
    page.add.box.focus();
}

setLanguage(preferredLanguage());
let page = show();

followTabs(app, openSession);

setInterval(() => {
    page.list.tick();
    page.nav.fill();
    reminder.look();
}, minute);

/** Not at the top level: a part that is loaded later imports this module, and would wait for it. */
async function start() {
    await openSession();
    if (server.proxy && server.accounts && !app.session) page.signIn.askProxy();
    takeText();
    await startWorker(app);
}

start();
