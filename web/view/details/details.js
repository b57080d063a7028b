/** Details of one to-do, to read and to edit: beside the list if there is room, or as a sheet. */

import { check, remove } from "../../app/actions.js";
import { t } from "../../text/text.js";
import { closeButton, isOutside } from "../dialog.js";
import { focusFirst, h, icon, isTyping, setText } from "../dom.js";
import { Editor } from "./editor.js";
import { DateEditor } from "./date.js";
import { Notes } from "./notes.js";
import { PlaceEditor } from "./place.js";
import { Versions } from "../history/versions.js";
import { TagChips } from "../tags/tag-chips.js";

/** @import { App } from "../../app/app.js" */
/** @import { List } from "../list/list.js" */
/** @import { Item } from "../../types.d.ts" */

const wide = matchMedia("(min-width: 60rem)");

export class Details {
    /** @param {App} app @param {List} list @param {Element} bars */
    constructor(app, list, bars) {
        this.app = app;
        this.list = list;
        this.bars = bars;
        /** Where the bars are while no sheet covers them. @type {Element} */
        this.home = document.body;
        /** @type {Item | null} as it is shown */
        this.item = null;
        this.editor = new Editor(app);
        this.tags = new TagChips(app);
        this.box = h("input", {
            type: "checkbox",
            "aria-label": t("done list"),
            change: () => this.item && check(app, [this.item], this.box.checked),
        });
        this.gone = h("p", { role: "status", class: "gone" });
        this.notes = new Notes(app, this.editor);
        this.date = new DateEditor(app, this.editor);
        this.place = new PlaceEditor(this.editor);
        this.versions = new Versions(app);
        this.element = h(
            "dialog",
            { "aria-label": t("details"), class: "details", tabIndex: -1 },
            h(
                "div",
                { class: "details-head" },
                h("label", { class: "tick" }, this.box),
                this.editor.fields.title.element,
                closeButton(() => this.leave()),
            ),
            this.notes.element,
            this.gone,
            this.date.line.element,
            h("div", { class: "part" }, icon("tag"), this.tags.element),
            this.place.line.element,
            h(
                "div",
                { class: "part" },
                icon("history"),
                h("div", {}, this.versions.button, this.versions.element),
            ),
            h(
                "div",
                { class: "buttons" },
                h(
                    "button",
                    { class: "small plain danger", click: () => this.remove() },
                    t("delete"),
                ),
            ),
        );
        this.element.addEventListener("cancel", (event) => {
            event.preventDefault();
            this.leave();
        });
        // A tap outside the sheet closes it.
        this.element.addEventListener("click", (event) => {
            const { element } = this;
            // A click by the keyboard has no position.
            const isTap = event.target === element && event.detail > 0;
            if (isTap && isOutside(element, event)) this.leave();
        });
        // The details of a deleted item close when its boxes are left. Then the next one has the
        // focus.
        this.element.addEventListener("focusout", () => setTimeout(() => this.render()));
        for (const name of /** @type {const} */ (["route", "items", "session", "connection"])) {
            app.on(name, () => this.render());
        }
        wide.addEventListener("change", () => {
            const { element } = this;
            if (!element.open) return;
            const { activeElement } = document;
            element.close();
            this.home.append(this.bars);
            this.open();
            if (element.contains(activeElement)) /** @type {HTMLElement} */ (activeElement).focus();
        }, { signal: app.views.signal });
    }

    render() {
        const { app, element } = this;
        const id = app.route.item;
        const item = id ? app.items.get(id) : undefined;
        // The copy may be older than the link. The item is missing only after the changes are
        // loaded.
        const isKnown = this.item?.id === id || app.connection !== "connecting";
        const before = this.item;
        // The same account signs in again. Its items are still loading.
        if (before && !app.loaded) return;
        const isKept = before !== null && before.id === id && !item && this.isUsed(before);
        setText(this.gone, isKept && !this.isWaiting(before) ? t("deleted while edited") : "");
        if (isKept) return;
        if (before && before.id !== item?.id) this.editor.finish();
        // `finish` has already shown the new state.
        if (this.item !== before) return;
        if (id && !item && app.loaded && isKnown) return this.miss(id);
        if (!item || !app.copy) return this.close();
        if (item !== this.item) {
            this.item = item;
            this.fill(item);
        }
        if (element.open) return;
        this.returnTo = document.activeElement;
        this.keepInPlace(item.id, () => this.open());
    }

    /** Whether the item, which another device has deleted, is being edited or made again.
     * @param {Item} item */
    isUsed(item) {
        const { app, editor, element } = this;
        if (app.history.hasDeleted(item.id)) return false;
        const isInside = isTyping() && element.contains(document.activeElement);
        return editor.differs || isInside || this.isWaiting(item);
    }

    /** Whether a change waits that makes the item again. @param {Item} item */
    isWaiting({ id }) {
        return this.app.entries.some(({ operations }) =>
            operations.some((one) => one.op === "patch" && one.id === id && !("done" in one.patch))
        );
    }

    /** The item was deleted, or never existed. @param {string} id */
    miss(id) {
        const { app, item } = this;
        this.close();
        app.navigate({ item: null }, true);
        if (item?.id !== id) app.emit("fault", t("no such item"));
        // A deletion of this device is in the queue, or its item was never sent.
        else if (item.revision && !app.copy?.replica.touched.has(id)) {
            app.emit("fault", t("deleted elsewhere", { it: item.title }));
        }
    }

    /** @param {Item} item */
    fill(item) {
        const isOther = item.id !== this.editor.item?.id;
        this.box.checked = item.done;
        this.editor.fill(item);
        this.notes.fill(item);
        this.fillLines(item);
        if (isOther) this.openDrafts(item);
    }

    /** What is typed and not saved is in sight. @param {Item} item */
    openDrafts({ id }) {
        const { fields } = this.app.drafts;
        const has = (/** @type {string[]} */ names) =>
            names.some((name) => fields[`${id} ${name}`]);
        if (has(["date", "time", "rule"])) this.date.line.show(true);
        if (has(["place", "coordinate"])) this.place.line.show(true);
    }

    /** @param {Item | null} item */
    fillLines(item) {
        this.tags.fill(item);
        this.date.fill(item);
        this.place.fill(item);
        this.versions.fill(item);
    }

    open() {
        if (wide.matches) this.element.show();
        else {
            this.element.showModal();
            // Elements outside a modal dialog are inert.
            this.element.append(this.bars);
        }
        this.element.scrollTop = 0;
        this.editor.grow();
        // Focus in a box would open the keyboard of a phone.
        this.element.focus({ preventScroll: true });
    }

    close() {
        if (!this.element.open) return;
        const id = this.item?.id;
        const hadFocus = this.element.contains(document.activeElement);
        this.item = null;
        this.editor.fill(null);
        this.fillLines(null);
        this.keepInPlace(id ?? "", () => this.element.close());
        this.home.append(this.bars);
        if (!hadFocus && document.activeElement !== document.body) return;
        const { returnTo } = this;
        if (returnTo instanceof HTMLElement && returnTo.isConnected && returnTo !== document.body) {
            returnTo.focus();
        } else if (!id || !this.list.walk.focusItem(id)) focusFirst();
    }

    /** The details take width from the list, where titles may then need more lines. The row of the
     * item stays where it is. @param {string} id @param {() => void} change */
    keepInPlace(id, change) {
        const top = () =>
            this.list.find(id, ({ rows }) => rows.get(id)?.element.getBoundingClientRect().top);
        const before = top();
        change();
        const after = top();
        if (before !== undefined && after !== undefined) scrollBy(0, after - before);
    }

    /** Goes to the list. Back and Forward still lead to the details. */
    leave() {
        this.app.navigate({ item: null });
    }

    remove() {
        const { item, list, app } = this;
        if (!item) return;
        const place = list.find(item.id, (rows, index) => ({ rows, index }));
        app.navigate({ item: null });
        remove(app, [item]);
        const { rows, index } = place ?? {};
        if (!rows || !rows.focus(Math.min(index ?? 0, rows.items.length - 1))) focusFirst();
    }
}
