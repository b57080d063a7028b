/** The region Trash: what is deleted, with a search box, to be put back. */

import { putBackItem } from "../../app/history.js";
import { machineText } from "../../core/calendar.js";
import { shortDue, t } from "../../text/text.js";
import { whenText } from "../../text/when.js";
import { h } from "../dom.js";
import { actButton } from "./act.js";
import { Paged } from "./paged.js";
import { Region } from "./region.js";

/** @import { App } from "../../app/app.js" */
/** @import { DeletedItem } from "../../types.d.ts" */

/** Milliseconds after the last letter before the server is asked. */
const pauseOfTyping = 200;

export class TrashView {
    /** @param {App} app @param {() => void} goHome */
    constructor(app, goHome) {
        this.app = app;
        this.timer = 0;
        this.box = h("input", {
            type: "search",
            "aria-label": t("search"),
            placeholder: t("search"),
            autocomplete: "off",
            enterKeyHint: "search",
            maxLength: 200,
            dir: "auto",
            input: () => this.look(),
            keydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
        });
        this.paged = new Paged(app, {
            path: () => this.path,
            keyOf: (/** @type {DeletedItem} */ { id, deletedIn }) => `${id} ${deletedIn}`,
            empty: () =>
                this.q
                    ? { key: "nothing matches", sign: "search", hint: "nothing matches hint" }
                    : { key: "no trash", sign: "trash", hint: "no trash hint" },
            groups: (items) => this.group(items),
        });
        const { element } = new Region(
            app,
            "trash",
            this.paged,
            goHome,
            h("search", {}, this.box),
        );
        this.element = element;
        this.shown = this.q;
        app.on("route", () => this.follow());
        this.follow();
    }

    /** What is searched for. */
    get q() {
        const { view, q } = this.app.route;
        return view === "trash" ? q.trim() : "";
    }

    get path() {
        return this.q ? `/trash?${new URLSearchParams({ q: this.q })}` : "/trash";
    }

    look() {
        const { value } = this.box;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            if (this.app.route.view === "trash") this.app.navigate({ q: value }, true);
        }, pauseOfTyping);
    }

    follow() {
        const { q, shown, box, paged } = this;
        if (box.value.trim() !== q) box.value = q;
        this.shown = q;
        if (q !== shown && paged.isOpen) paged.replace();
    }

    /** At Esc the browser would empty the box without an event. @param {KeyboardEvent} event */
    press(event) {
        if (event.isComposing || event.key !== "Escape" || this.box.value === "") return;
        event.preventDefault();
        this.box.value = "";
        this.look();
    }

    /** @param {DeletedItem[]} items */
    group(items) {
        const { base } = this.app.copy?.replica ?? {};
        const lines = items.filter(({ id }) => !base?.has(id)).map((item) => ({
            key: `${item.id} ${item.deletedIn}`,
            state: item.title,
            make: () => this.line(item),
        }));
        return lines.length > 0 ? [{ label: t("trash"), lines }] : [];
    }

    /** @param {DeletedItem} item */
    line(item) {
        const { id, title, done, deletedAt } = item;
        const titleID = `deleted-${id}`;
        const now = new Date();
        const when = { timestamp: deletedAt };
        return h(
            "li",
            { class: "past-line unsigned" },
            h(
                "div",
                { class: done ? "past-text done" : "past-text" },
                h("p", { class: "title", id: titleID, dir: "auto" }, title),
                h(
                    "p",
                    { class: "hint" },
                    h(
                        "time",
                        { dateTime: machineText(when) },
                        t("deleted at", { time: shortDue(when, now) }),
                    ),
                    ...[whenText(item, now), item.tags?.join(", ")]
                        .flatMap((text) => text ? [" · ", h("span", { dir: "auto" }, text)] : []),
                ),
            ),
            actButton(t("put back"), titleID, async () => {
                if (await putBackItem(this.app, item)) this.paged.refresh();
            }),
        );
    }
}
