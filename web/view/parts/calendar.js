/** The dialog with the address of the calendar. */

import { addFeed, feedsOf, localFeed, revokeFeed, subscription } from "../../app/feed.js";
import { server } from "../../app/settings.js";
import { Refusal } from "../../sync/api.js";
import { fullDay, t } from "../../text/text.js";
import { reason } from "../account.js";
import { field, makeDialog, openDialog } from "../dialog.js";
import { h } from "../dom.js";

/** @import { App } from "../../app/app.js" */
/** @import { Feed } from "../../app/feed.js" */

export class Calendar {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        /** The handle of the token whose address is shown. */
        this.shown = "";
        this.address = field(t("address"), h("input", { readOnly: true, dir: "ltr" }));
        this.address.box.addEventListener("focus", () => this.address.box.select());
        this.subscribe = h("a", {}, t("subscribe"));
        this.copied = h("span", { role: "status", class: "hint" });
        this.copy = h("button", { class: "primary", click: () => this.copyAddress() }, t("copy"));
        this.made = h(
            "div",
            { hidden: true },
            this.address.element,
            h("div", { class: "buttons" }, this.copied, this.subscribe, this.copy),
            server.accounts && h("p", { class: "hint" }, t("address secret")),
        );
        this.none = h("p", { hidden: true }, t("no calendar"));
        this.fault = h("p", { role: "alert", class: "fault" });
        this.list = h("ul", { role: "list", "aria-label": t("calendar addresses"), hidden: true });
        this.make = h("button", { click: () => this.attempt(() => this.add()) }, t("new address"));
        this.dialog = makeDialog(
            t("calendar"),
            { class: "listing" },
            h("p", {}, t("calendar text")),
            this.made,
            this.none,
            this.fault,
            this.list,
            server.accounts && h("div", { class: "buttons" }, this.make),
        );
    }

    open() {
        openDialog(this.dialog);
        this.attempt(() => server.accounts ? this.fill() : this.findLocal());
    }

    /** @param {() => Promise<void>} step A refusal is shown as a sentence. */
    async attempt(step) {
        this.fault.textContent = "";
        this.make.disabled = true;
        try {
            await step();
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            this.fault.textContent = error.status === 401 ? t("session ended") : reason(error);
        }
        this.make.disabled = false;
    }

    /** Shows the calendar of a server without accounts. */
    async findLocal() {
        const answer = await this.app.api.request("HEAD", localFeed);
        if (answer.status === 200) this.show(localFeed);
        else if (answer.status === 404) this.none.hidden = false;
        else throw new Refusal(answer);
    }

    /** @param {string} path */
    show(path) {
        const address = new URL(path, location.origin).href;
        this.address.box.value = address;
        this.subscribe.href = subscription(address);
        this.copied.textContent = "";
        this.made.hidden = false;
        this.copy.focus();
    }

    async add() {
        const { handle, calendar } = await addFeed(this.app);
        this.shown = handle;
        this.show(calendar);
        await this.fill();
    }

    async fill() {
        const feeds = await feedsOf(this.app);
        this.list.replaceChildren(...feeds.map((feed) => this.line(feed)));
        this.list.hidden = feeds.length === 0;
    }

    /** @param {Feed} feed */
    line({ handle, label, createdAt, lastUsedAt }) {
        const [made, used] = [createdAt, lastUsedAt].map((time) => fullDay(new Date(time * 1000)));
        const name = h(
            "span",
            { id: `feed-${handle}` },
            h("bdi", {}, label ?? ""),
            h("span", { class: "hint" }, ` ${t("made and used", { made, used })}`),
        );
        const revoke = h("button", {
            class: "small",
            "aria-describedby": name.id,
            click: () => this.attempt(() => this.revoke(handle)),
        }, t("revoke"));
        return h("li", {}, name, revoke);
    }

    /** @param {string} handle */
    async revoke(handle) {
        await revokeFeed(this.app, handle);
        if (handle === this.shown) this.made.hidden = true;
        await this.fill();
        this.make.disabled = false;
        this.make.focus();
    }

    async copyAddress() {
        const { box } = this.address;
        try {
            await navigator.clipboard.writeText(box.value);
            this.copied.textContent = t("copied");
        } catch {
            // Without HTTPS there is no clipboard. The selected text can be copied by hand.
            box.focus();
            box.select();
            this.copied.textContent = t("copy by hand");
        }
    }
}
