/** Details of one to-do: beside the list where there is room, else a modal dialog. */

import { check, remove } from "../app/actions.js";
import { machineText } from "../core/calendar.js";
import { coordinateText } from "../core/coordinate.js";
import { repeatText } from "../text/repeats.js";
import { longDue, t } from "../text/text.js";
import { closeButton } from "./dialog.js";
import { focusFirst, h, outside, repetition } from "./dom.js";
import { map } from "./map.js";

/** @import { App } from "../app/app.js" */
/** @import { Form } from "./form.js" */
/** @import { List } from "./list.js" */
/** @import { Item } from "../types.d.ts" */

const wide = matchMedia("(min-width: 60rem)");

export class Details {
    /** @param {App} app @param {Form} form @param {List} list @param {Element} bars */
    constructor(app, form, list, bars) {
        this.app = app;
        this.form = form;
        this.list = list;
        this.bars = bars;
        /** @type {Item | null} as it is shown */
        this.item = null;
        this.heading = h("h2", { dir: "auto", tabIndex: -1 });
        this.box = h("input", {
            type: "checkbox",
            change: () => this.item && check(app, this.item, this.box.checked),
        });
        this.body = h("div", { class: "details-body" });
        this.element = h(
            "dialog",
            { "aria-label": t("details"), class: "details" },
            h("div", { class: "dialog-head" }, this.heading, closeButton(() => this.leave())),
            h("label", { class: "check" }, this.box, t("done list")),
            this.body,
            h(
                "div",
                { class: "buttons" },
                h("button", { type: "button", click: () => this.remove() }, t("delete")),
                h(
                    "button",
                    { type: "button", class: "primary", click: () => this.edit() },
                    t("edit"),
                ),
            ),
        );
        this.element.addEventListener("cancel", (event) => {
            event.preventDefault();
            this.leave();
        });
        app.on("route", () => this.render());
        app.on("items", () => this.render());
        app.on("session", () => this.render());
        app.on("connection", () => this.render());
        wide.addEventListener("change", () => {
            if (!this.element.open) return;
            this.element.close();
            document.body.append(this.bars);
            this.open();
        }, { signal: app.views.signal });
    }

    render() {
        const { app, element } = this;
        const id = app.route.item;
        const item = id ? app.items.get(id) : undefined;
        // The copy may be older than the link: the changes come first.
        const isKnown = this.item?.id === id || app.connection !== "connecting";
        if (id && !item && app.loaded && isKnown) return this.miss(id);
        if (!item || !app.copy) return this.close();
        if (item !== this.item) {
            this.item = item;
            this.fill(item);
        }
        if (!element.open) this.open();
    }

    /** The item is gone, or never was. @param {string} id */
    miss(id) {
        const { app, item } = this;
        this.close();
        app.navigate({ item: null }, true);
        if (item?.id !== id) app.emit("fault", t("no such item"));
        // What this device deletes is in the queue, or was never sent.
        else if (item.revision && !app.copy?.replica.touched.has(id)) {
            app.emit("fault", t("deleted elsewhere", { it: item.title }));
        }
    }

    /** @param {Item} item */
    fill({ title, done, timestamp, day, repeat, itemDescription, location }) {
        this.heading.textContent = title;
        this.box.checked = done;
        const { name = "", coordinate } = location ?? {};
        const terms = h("dl");
        /** @param {string} term @param {Node | string} value */
        const add = (term, value) =>
            terms.append(h("div", {}, h("dt", {}, term), h("dd", { dir: "auto" }, value)));
        if (timestamp !== undefined) {
            const due = { timestamp, day };
            add(t("due"), h("time", { dateTime: machineText(due) }, longDue(due, new Date())));
        }
        if (repeat) add(t("repeat"), repetition(repeatText(repeat)));
        if (name) add(t("place"), name);
        if (itemDescription) add(t("description"), itemDescription);
        if (coordinate) add(t("coordinate"), coordinateText(coordinate));
        this.body.replaceChildren(terms);
        if (!coordinate) return;
        const { latitude, longitude } = coordinate;
        const point = `mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
        this.body.append(
            map(name || title, coordinate),
            outside(`https://www.openstreetmap.org/?${point}`, t("openstreetmap")),
        );
    }

    open() {
        this.returnTo = document.activeElement;
        // First the room for it: at another place it would be scrolled into view.
        document.body.classList.add("has-details");
        if (wide.matches) this.element.show();
        else {
            this.element.showModal();
            // All outside of a modal dialog is out of reach.
            this.element.append(this.bars);
        }
        this.heading.focus({ preventScroll: true });
    }

    close() {
        if (!this.element.open) return;
        const id = this.item?.id;
        const hadFocus = this.element.contains(document.activeElement);
        this.item = null;
        this.element.close();
        document.body.append(this.bars);
        document.body.classList.remove("has-details");
        if (!hadFocus && document.activeElement !== document.body) return;
        const { returnTo } = this;
        if (returnTo instanceof HTMLElement && returnTo.isConnected && returnTo !== document.body) {
            returnTo.focus();
        } else if (!id || !this.list.focusItem(id)) focusFirst();
    }

    /** Back to the list. Back and Forward still lead to the details. */
    leave() {
        this.app.navigate({ item: null });
    }

    edit() {
        if (this.item) this.form.openEdit(this.item);
    }

    remove() {
        const { item, list } = this;
        if (!item) return;
        const index = list.rows.map((rows) => rows.items.findIndex(({ id }) => id === item.id));
        this.app.navigate({ item: null });
        remove(this.app, item);
        const which = index.findIndex((position) => position >= 0);
        const rows = list.rows[Math.max(0, which)];
        const neighbour = Math.min(index[Math.max(0, which)], rows.items.length - 1);
        if (!rows.focus(neighbour)) focusFirst();
    }
}
