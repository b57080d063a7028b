/** One to-do of a list. */

import { check, remove } from "../app/actions.js";
import { isOverdue, machineText } from "../core/calendar.js";
import { writeRoute } from "../core/route.js";
import { repeatText } from "../text/repeats.js";
import { shortDue, t } from "../text/text.js";
import { h, icon, repetition } from "./dom.js";

/** @import { App } from "../app/app.js" */
/** @import { Item } from "../types.d.ts" */

export class Row {
    /** @param {App} app @param {Item} item */
    constructor(app, item) {
        this.app = app;
        this.item = item;
        this.position = -1;
        this.size = -1;
        this.box = h("input", {
            type: "checkbox",
            change: () => check(app, this.item, this.box.checked),
        });
        this.link = h("a", { class: "title", dir: "auto" });
        this.meta = h("span", { class: "meta" });
        this.button = h("button", {
            type: "button",
            class: "quiet delete",
            click: () => remove(app, this.item),
        }, icon("close"));
        this.element = h(
            "li",
            { class: "row" },
            h("label", { class: "tick" }, this.box),
            h("span", { class: "text" }, this.link, this.meta),
            this.button,
        );
        this.fill();
    }

    /** @param {Item} item @param {boolean} again even if the item is the same: the day has changed */
    update(item, again) {
        if (item === this.item && !again) return;
        this.item = item;
        this.fill();
    }

    fill() {
        const { title, done, timestamp, day, repeat, location, itemDescription } = this.item;
        this.box.checked = done;
        this.box.setAttribute("aria-label", title);
        if (this.link.textContent !== title) this.link.textContent = title;
        this.linkTo();
        this.button.setAttribute("aria-label", t("delete it", { it: title }));
        this.element.classList.toggle("done", done);
        const now = new Date();
        const due = timestamp === undefined ? null : { timestamp, day };
        const isLate = due && !done && isOverdue(due, now);
        this.meta.replaceChildren(
            ...(isLate ? [h("span", { class: "overdue" }, t("overdue"))] : []),
            ...(due ? [h("time", { dateTime: machineText(due) }, shortDue(due, now))] : []),
            ...(repeat ? [repetition(repeatText(repeat))] : []),
            ...(location?.name ? [h("span", { class: "place", dir: "auto" }, location.name)] : []),
            ...(itemDescription
                ? [h("span", { class: "note", dir: "auto" }, itemDescription.slice(0, 200))]
                : []),
        );
    }

    /** The link keeps what is looked for, so that closing the details leads back to it. */
    linkTo() {
        const hash = writeRoute({ ...this.app.route, item: this.item.id });
        if (this.link.getAttribute("href") !== hash) this.link.setAttribute("href", hash);
    }

    /** @param {number} position from 0 @param {number} size */
    place(position, size) {
        if (position !== this.position) {
            this.position = position;
            this.element.ariaPosInSet = String(position + 1);
            this.element.style.setProperty("--position", String(position));
        }
        if (size !== this.size) {
            this.size = size;
            this.element.ariaSetSize = String(size);
        }
    }
}
