/** Reminders: a badge with the number of items in Today, and notifications while a page is open. */

import { dueDate, hasTime } from "../core/calendar.js";
import { sectionsAt } from "../core/list/find.js";
import { currentLanguage, nextDue, t } from "../text/text.js";
import { closeAll, closeOld, unsubscribeBrowser } from "../sync/push.js";
import { databaseName, storeLanguage } from "../sync/session.js";
import {
    isNotifying,
    keepNotifying,
    keepReminded,
    remindedAccount,
    remindedAs,
} from "./settings.js";

/** @import { App } from "./app.js" */
/** @import { Account } from "../sync/session.js" */
/** @import { Item } from "../types.d.ts" */

/** The badge and the notifications of a device. */
export class Reminder {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** Items that were due up to this time have had their notification. */
        this.told = Date.now();
        this.timer = 0;
        this.badge = -1;
        /** The session whose subscription was sent. @type {App["api"] | null} */
        this.renewed = null;
        /** Notifications that the page shows without a worker. @type {Set<Notification>} */
        this.own = new Set();
        /** The database's name of the account that the page shows, or has shown last. */
        this.account = "";
        navigator.serviceWorker?.addEventListener("message", (event) => this.hear(event));
    }

    /** What the worker asks, or says when the push service has changed the subscription.
     * @param {MessageEvent} event */
    hear({ data, ports }) {
        const { session } = this.app;
        if (data.whose) {
            const isOthers = session !== null && databaseName(session) !== data.whose;
            ports[0].postMessage(isOthers);
        } else keepReminded(data.handle, data.account);
    }

    /** Called when the items or the time have changed. */
    look() {
        const { app } = this;
        if (app.copy) this.account = databaseName(app.session);
        const items = app.copy ? [...app.items.values()] : [];
        this.showBadge(countToday(items));
        clearTimeout(this.timer);
        const now = Date.now();
        // Only the tab with the connection shows notifications, unless the server sends them.
        if (app.copy && isNotifying() && !remindedAs() && app.link?.isLeader) {
            this.tell(dueBetween(items, this.told, now));
        }
        if (app.loaded) this.closeOld();
        this.told = now;
        const next = Math.min(...dueBetween(items, now, Infinity).map(timeOfItem));
        if (Number.isFinite(next) && next - now < 86_400_000) {
            this.timer = setTimeout(() => this.look(), next - now + 1);
        }
    }

    /** @param {number} count */
    showBadge(count) {
        if (count === this.badge) return;
        this.badge = count;
        const page = /** @type {any} */ (navigator);
        // Only an installed app has a badge.
        (count > 0 ? page.setAppBadge?.(count) : page.clearAppBadge?.())?.catch(() => {});
    }

    /** @param {Item[]} items */
    async tell(items) {
        if (items.length === 0 || Notification.permission !== "granted") return;
        const { account } = this;
        const registration = await navigator.serviceWorker?.getRegistration();
        for (const { id, title, timestamp = 0, day, revision } of items) {
            const options = {
                body: nextDue({ timestamp, day }, new Date()),
                tag: id,
                icon: document.querySelector('link[rel="icon"]')?.getAttribute("href") ?? "",
                data: { id, revision, timestamp, account, navigate: `/#/items/${id}` },
            };
            if (registration?.active) await registration.showNotification(title, options);
            else this.own.add(new Notification(title, options));
        }
    }

    /** Sends this device's subscription, once for each session. */
    async renew() {
        const { app } = this;
        if (!remindedAs() || !app.link?.isLeader || app.ended || this.renewed === app.api) return;
        this.renewed = app.api;
        // What cannot be loaded now is loaded at the next start.
        await import("./push.js").then((push) => push.renew(app), () => {});
    }

    /** The texts of the worker follow those of the page. */
    keepLanguage() {
        // Until the next start it speaks the former language otherwise.
        if (remindedAs()) storeLanguage(currentLanguage()).catch(() => {});
    }

    /** Closes the notifications of what is done, deleted or due at another time by now. */
    async closeOld() {
        if (!remindedAs() && !isNotifying()) return;
        const registration = await navigator.serviceWorker?.getRegistration();
        const { copy, session } = this.app;
        if (registration && copy) await closeOld(registration, copy.replica, databaseName(session));
    }

    /** Closes the notifications of the account that leaves the page. */
    async close() {
        const { account } = this;
        for (const notification of this.own) notification.close();
        this.own.clear();
        const registration = await navigator.serviceWorker?.getRegistration();
        if (registration) await closeAll(registration, account);
    }
}

/** @param {Iterable<Item>} items @returns {number} how many are overdue or due today */
export function countToday(items) {
    const sectionOf = sectionsAt(new Date());
    let count = 0;
    for (const item of items) {
        if (item.timestamp === undefined || item.done) continue;
        const section = sectionOf(item);
        if (section === "overdue" || section === "today") count++;
    }
    return count;
}

/** @param {Item} item in milliseconds */
const timeOfItem = ({ timestamp = 0, day }) => dueDate({ timestamp, day }).getTime();

/** @param {Item[]} items @param {number} from @param {number} to in milliseconds @returns {Item[]} open ones with a time */
function dueBetween(items, from, to) {
    return items.filter((item) => {
        const { done, timestamp, day } = item;
        if (done || day || timestamp === undefined) return false;
        return timestamp * 1000 > from && timestamp * 1000 <= to && hasTime({ timestamp });
    });
}

/** Ends the subscription of this browser, if it is that of an account that leaves the device.
 * @param {Account} account */
export function stopReminding(account) {
    if (!remindedAs() || remindedAccount() !== databaseName(account)) return;
    keepReminded("");
    // The push service or the end of the session tells the server, so nothing waits for this.
    navigator.serviceWorker?.getRegistration()
        .then((registration) => unsubscribeBrowser(registration?.pushManager))
        .catch(() => {});
}

export const canNotify = () => isSecureContext && "Notification" in globalThis;

/** @param {App} app @param {boolean} on @returns {Promise<boolean>} whether it is on now */
export async function setNotifying(app, on) {
    const isAllowed = on && await Notification.requestPermission() === "granted";
    if (on && !isAllowed) app.emit("fault", t("notify denied"));
    keepNotifying(isAllowed);
    return isAllowed;
}
