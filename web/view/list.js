/** Both lists: which items they show, and in which order. */

import { filter, order, search } from "../core/find.js";
import { currentLanguage, t } from "../text/text.js";
import { focusFirst, h, setText } from "./dom.js";
import { Rows } from "./rows.js";

/** @import { App } from "../app/app.js" */
/** @import { Item } from "../types.d.ts" */

/** Up to so many rows are all in the document. */
const mostRows = 100;

export class List {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.toDo = section(t("to do"), "to-do");
        this.done = section(t("done list"), "done-list");
        this.rows = [new Rows(app, this.toDo.list), new Rows(app, this.done.list)];
        this.note = h("div", { class: "note-box", hidden: true });
        this.element = h(
            "div",
            { class: "lists" },
            this.note,
            this.toDo.element,
            this.done.element,
        );
        /** @type {Item[]} All items, in the chosen order. */
        this.sorted = [];
        this.order = "";
        this.day = new Date().toDateString();
        /** @type {{ lists: Rows, index: number } | null} The row that has or had the focus. */
        this.current = null;
        this.element.addEventListener("focusin", (event) => this.remember(event.target));
        app.on("items", (dirty) => this.refresh(dirty));
        app.on("route", () => this.render(true));
        app.on("session", () => this.refresh(null));
        const scrolled = () => this.rows.forEach((rows) => rows.isLong && rows.update());
        const { signal } = app.views;
        addEventListener("scroll", scrolled, { passive: true, signal });
        addEventListener("resize", () => this.render(), { signal });
        addEventListener("beforeprint", () => this.print(true), { signal });
        addEventListener("afterprint", () => this.print(false), { signal });
    }

    /** @param {EventTarget | null} target */
    remember(target) {
        for (const lists of this.rows) {
            const index = lists.indexAt(/** @type {Element} */ (target));
            if (index >= 0) this.current = { lists, index };
        }
    }

    /** Fills all rows again if the time has changed what they say. */
    tick() {
        const day = new Date().toDateString();
        this.render(true, day !== this.day || this.hasDates());
        this.day = day;
    }

    hasDates() {
        return this.sorted.some((item) => item.timestamp !== undefined);
    }

    /** @param {Set<string> | null} dirty */
    refresh(dirty) {
        const { items, route } = this.app;
        if (!dirty || route.sort !== this.order || dirty.size > items.size / 2) {
            this.sorted = [...items.values()];
        } else {
            // Almost sorted already, which makes sorting cheap.
            const added = new Set(dirty);
            this.sorted = this.sorted.flatMap((item) => {
                if (!added.delete(item.id)) return [item];
                return items.get(item.id) ?? [];
            });
            for (const id of added) this.sorted.push(...[items.get(id) ?? []].flat());
        }
        this.order = route.sort;
        this.sorted.sort(order(route.sort, currentLanguage()));
        this.render();
    }

    render(isNewRoute = false, again = false) {
        const { route, items } = this.app;
        if (isNewRoute && route.sort !== this.order) return this.refresh(null);
        const [matches, shows] = [search(route.q), filter(route.show, new Date())];
        /** @type {[Item[], Item[]]} */
        const parts = [[], []];
        for (const item of this.sorted) {
            if (shows(item) && matches(item)) parts[item.done ? 1 : 0].push(item);
        }
        const count = parts[0].length + parts[1].length;
        const lost = this.lostFocus(parts);
        for (const [index, { element, count }] of [this.toDo, this.done].entries()) {
            element.hidden = parts[index].length === 0;
            setText(count, String(parts[index].length));
        }
        this.rows.forEach((rows, index) => {
            rows.show(parts[index], count > mostRows, again);
            if (isNewRoute) rows.rows.forEach((row) => row.linkTo());
        });
        if (lost) this.restoreFocus(lost);
        this.renderNote(count, items.size);
    }

    /** @param {number} count @param {number} all */
    renderNote(count, all) {
        const { loaded } = this.app;
        this.note.hidden = count > 0 || !loaded;
        const key = all === 0 ? "empty" : "nothing";
        if (this.note.hidden || this.note.dataset.note === key) return;
        this.note.dataset.note = key;
        this.note.replaceChildren(
            all === 0
                ? h("p", { class: "large" }, t("empty"))
                : h("p", { class: "large" }, t("nothing matches")),
            all === 0 ? h("p", {}, t("empty hint")) : h("button", {
                type: "button",
                click: () => this.app.navigate({ q: "", show: "all" }),
            }, t("show everything")),
        );
    }

    /**
     * The focused row, if its item goes from its list.
     * @param {[Item[], Item[]]} parts
     */
    lostFocus(parts) {
        const { current } = this;
        if (!current?.lists.list.contains(document.activeElement)) return null;
        const item = current.lists.items[current.index];
        if (!item) return null;
        const part = parts[this.rows.indexOf(current.lists)];
        const stays = part[current.index]?.id === item.id || part.some(({ id }) => id === item.id);
        return stays ? null : { ...current, id: item.id };
    }

    /** To the neighbour; if there is none, to the item in the other list; else to the first box.
     * @param {{ lists: Rows, index: number, id: string }} lost */
    restoreFocus({ lists, index, id }) {
        if (lists.focus(Math.min(index, lists.items.length - 1))) return;
        for (const rows of this.rows) {
            if (rows.focus(rows.items.findIndex((item) => item.id === id))) return;
        }
        focusFirst();
    }

    /** Moves the focus by rows, over both lists. @param {number} by */
    move(by) {
        const [first, second] = this.rows;
        const active = this.rows.find((rows) => rows.list.contains(document.activeElement));
        const size = first.items.length + second.items.length;
        const offset = active === second ? first.items.length : 0;
        const from = active ? offset + active.indexAt(document.activeElement) : by > 0 ? -1 : size;
        const index = Math.min(size - 1, Math.max(0, from + by));
        if (index < first.items.length) first.focus(index);
        else second.focus(index - first.items.length);
    }

    /** @returns {Item | null} the item of the focused row */
    focused() {
        for (const rows of this.rows) {
            const index = rows.indexAt(document.activeElement);
            if (index >= 0) return rows.items[index] ?? null;
        }
        return null;
    }

    /** @param {string} id @returns {boolean} whether the row of the item could be focused */
    focusItem(id) {
        return this.rows.some((rows) => {
            const index = rows.items.findIndex((item) => item.id === id);
            if (index < 0) return false;
            rows.focus(index);
            rows.rows.get(id)?.link.focus();
            return true;
        });
    }

    /** @param {boolean} isPrinting */
    print(isPrinting) {
        this.rows.forEach((rows) => rows.isPrinting = isPrinting);
        this.render();
    }
}

/** @param {string} title @param {string} id */
function section(title, id) {
    const list = h("ul", { role: "list", "aria-label": title, class: "rows" });
    const count = h("span", { class: "count", "aria-hidden": "true" });
    const heading = h("h2", { id }, title);
    const head = h("div", { class: "list-head" }, heading, count);
    return { element: h("div", { class: "list", hidden: true }, head, list), list, count };
}
