/** The lists of a view: the items of each section, and their order. */

import { choices, keepChoice } from "../../app/settings.js";
import { hasPlace, isShown, order, search, sections, sectionsAt } from "../../core/list/find.js";
import { currentLanguage, t } from "../../text/text.js";
import { focusFirst, h, isStill, setText } from "../dom.js";
import { Linger } from "./linger.js";
import { Rows } from "./rows.js";

/** @import { App } from "../../app/app.js" */
/** @import { Item, Section } from "../../types.d.ts" */
/** @import { Row } from "./row.js" */

/** In a longer list, only the rows in view are in the document. */
const mostRows = 100;

export class List {
    /** @param {App} app @param {{ more(row: Row): void, clear(): void }} actions */
    constructor(app, actions) {
        this.app = app;
        this.parts = sections.map((section) => {
            const isDone = section === "done";
            const clear = isDone &&
                h(
                    "button",
                    { class: "small plain", click: actions.clear },
                    t("clear"),
                );
            const made = makeSection(t(isDone ? "done list" : section), clear);
            return { ...made, section, rows: new Rows(app, made.list, section, actions.more) };
        });
        this.parts.forEach(({ list, section }) => list.dataset.section = section);
        this.rows = this.parts.map(({ rows }) => rows);
        this.note = h("div", { class: "note-box", hidden: true });
        this.filter = h(
            "p",
            { class: "filter", hidden: true },
            h("span", {}, t("with a place")),
            h("button", {
                class: "small",
                click: () => {
                    keepChoice("place", false);
                    this.render(true);
                    focusFirst();
                },
            }, t("show all")),
        );
        this.element = h(
            "div",
            { class: "lists" },
            this.filter,
            this.note,
            ...this.parts.map(({ element }) => element),
        );
        this.linger = new Linger(() => {
            this.sort();
            this.render();
        });
        /** Items that were just added. They are shown in any view or search. @type {Set<string>} */
        this.fresh = new Set();
        /** @type {Item[]} All items, in the chosen order. */
        this.sorted = [];
        this.order = "";
        this.day = new Date().toDateString();
        app.on("items", (dirty) => this.refresh(dirty));
        let { view, q } = app.route;
        app.on("route", (route) => {
            // Another letter of the query does not begin a new search.
            if (route.view !== view || !route.q !== !q) this.fresh.clear();
            ({ view, q } = route);
            this.render(true);
        });
        app.on("session", () => this.refresh(null));
        const scrolled = () => this.rows.forEach((rows) => rows.isLong && rows.update());
        const { signal } = app.views;
        addEventListener("scroll", scrolled, { passive: true, signal });
        addEventListener("resize", () => this.render(), { signal });
        addEventListener("beforeprint", () => this.print(true), { signal });
        addEventListener("afterprint", () => this.print(false), { signal });
    }

    /** Fills all rows again if their texts depend on the time. */
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
        const { items } = this.app;
        this.linger.notice(dirty ?? new Set(), this.rows, items);
        if (!dirty || choices.sort !== this.order || dirty.size > items.size / 2) {
            this.sorted = [...items.values()];
        } else {
            // Sorting is cheap, because the array is almost sorted.
            const added = new Set(dirty);
            this.sorted = this.sorted.flatMap((item) => {
                if (!added.delete(item.id)) return [item];
                return items.get(item.id) ?? [];
            });
            for (const id of added) this.sorted.push(...[items.get(id) ?? []].flat());
        }
        this.sort();
        this.render();
    }

    sort() {
        this.order = choices.sort;
        const isDone = (/** @type {Item} */ item) => this.linger.wasDone(item) ?? item.done;
        this.sorted.sort(order(choices.sort, currentLanguage(), isDone));
    }

    /** @returns {Map<Section, Item[]>} */
    divide() {
        const { view, q } = this.app.route;
        const matches = search(q);
        const sectionOf = sectionsAt(new Date());
        const isSimple = view === "all" && choices.sort !== "due";
        /** @type {Map<Section, Item[]>} */
        const parts = new Map(sections.map((section) => [section, []]));
        for (const item of this.sorted) {
            const lingers = this.linger.sectionOf(item.id);
            const own = sectionOf(item);
            const section = lingers ?? (isSimple && own !== "done" ? "to do" : own);
            const isHere = lingers || (own !== "done" && this.fresh.has(item.id)) ||
                (isShown(section, view, q !== "") && matches(item) &&
                    (!choices.place || hasPlace(item)));
            if (isHere) parts.get(section)?.push(item);
        }
        return parts;
    }

    render(isNewRoute = false, again = false) {
        if (isNewRoute && choices.sort !== this.order) return this.refresh(null);
        const parts = this.divide();
        let count = 0;
        for (const items of parts.values()) count += items.length;
        const lost = this.lostFocus(parts);
        for (const { section, element, count: label, rows } of this.parts) {
            const items = parts.get(section) ?? [];
            element.hidden = items.length === 0;
            setText(label, String(items.length));
            rows.show(items, count > mostRows, again);
            if (isNewRoute) rows.rows.forEach((row) => row.linkTo());
        }
        if (lost) this.restoreFocus(lost);
        this.filter.hidden = !choices.place || !this.app.loaded;
        this.renderNote(count);
    }

    /** @param {number} count */
    renderNote(count) {
        const { loaded, items, route } = this.app;
        this.note.hidden = count > 0 || !loaded;
        const key = items.size === 0
            ? "empty"
            : route.q || choices.place
            ? "nothing matches"
            : route.view === "today"
            ? "nothing today"
            : route.view === "done"
            ? "nothing done"
            : "nothing open";
        if (this.note.hidden || this.note.dataset.note === key) return;
        this.note.dataset.note = key;
        this.note.replaceChildren(h("p", { class: "large" }, t(key)));
        if (key === "empty") this.note.append(h("p", {}, t("empty hint")));
    }

    /**
     * Shows items that were just added. Nothing scrolls: the user may be typing the next one.
     * @param {string[]} ids @returns {string | undefined} the first open one that is out of sight
     */
    showNew(ids) {
        ids.forEach((id) => this.fresh.add(id));
        this.render();
        for (const id of ids) this.mark(id);
        return ids.find((id) => this.find(id, (rows, index) => !rows.isSeen(index)));
    }

    /** Marks a new row for a moment. @param {string} id */
    mark(id) {
        for (const { rows } of this.rows) rows.get(id)?.element.classList.add("fresh");
    }

    /** Scrolls to an item and focuses it. @param {string} id */
    lead(id) {
        const row = this.find(id, (rows, index) => rows.reveal(index));
        if (!row) return;
        this.mark(id);
        row.element.scrollIntoView({
            block: "center",
            behavior: isStill() ? "instant" : "smooth",
        });
        row.link.focus({ preventScroll: true });
    }

    /**
     * The focused row, if its item leaves its list.
     * @param {Map<Section, Item[]>} parts
     */
    lostFocus(parts) {
        for (const lists of this.rows) {
            const index = lists.indexAt(document.activeElement);
            const item = lists.items[index];
            if (!item) continue;
            const stays = parts.get(lists.section)?.some(({ id }) => id === item.id);
            return stays ? null : { lists, index, item };
        }
        return null;
    }

    /**
     * Focuses the item in its new list. If it is done or deleted, focuses its neighbour, a row of
     * the next list, or the first box.
     * @param {{ lists: Rows, index: number, item: Item }} lost
     */
    restoreFocus({ lists, index, item: { id, done } }) {
        const isMoved = this.app.items.get(id)?.done === done;
        if (isMoved && this.find(id, (rows, index) => rows.focus(index))) return;
        if (lists.focus(Math.min(index, lists.items.length - 1))) return;
        const place = this.rows.indexOf(lists);
        const next = [...this.rows.slice(place), ...this.rows.slice(0, place).reverse()];
        if (!next.some((rows) => rows.focus(0))) focusFirst();
    }

    /** @template T @param {string} id @param {(rows: Rows, index: number) => T} act @returns {T | undefined} */
    find(id, act) {
        for (const rows of this.rows) {
            const index = rows.items.findIndex((item) => item.id === id);
            if (index >= 0) return act(rows, index);
        }
        return undefined;
    }

    /** Moves the focus by a number of rows, across all lists. @param {number} by */
    move(by) {
        const shown = this.rows.filter(({ items }) => items.length > 0);
        const active = shown.findIndex(({ list }) => list.contains(document.activeElement));
        if (active < 0) {
            const rows = by > 0 ? shown[0] : shown.at(-1);
            return void rows?.focus(by > 0 ? 0 : rows.items.length - 1);
        }
        const index = shown[active].indexAt(document.activeElement) + by;
        if (shown[active].focus(index)) return;
        const next = shown[active + by];
        next?.focus(by > 0 ? 0 : next.items.length - 1);
    }

    /** Moves the focus to the next row, or from the last row to the previous one. */
    moveOn() {
        const before = document.activeElement;
        this.move(1);
        if (document.activeElement === before) this.move(-1);
    }

    /** @returns {Row | null} the row with the focus */
    focused() {
        for (const rows of this.rows) {
            const index = rows.indexAt(document.activeElement);
            const row = rows.rows.get(rows.items[index]?.id);
            if (row) return row;
        }
        return null;
    }

    /** @param {string} id @returns {boolean} whether the row of the item could be focused */
    focusItem(id) {
        return this.find(id, (rows, index) => {
            const row = rows.reveal(index);
            row?.link.focus();
            return row !== undefined;
        }) ?? false;
    }

    /** @param {boolean} isPrinting */
    print(isPrinting) {
        this.rows.forEach((rows) => rows.isPrinting = isPrinting);
        this.render();
    }
}

/** @param {string} title @param {HTMLElement | false} button */
function makeSection(title, button) {
    const list = h("ul", { role: "list", "aria-label": title, class: "rows" });
    const count = h("span", { class: "count", "aria-hidden": "true" });
    const head = h("div", { class: "list-head" }, h("h2", {}, title), count, button);
    return { element: h("div", { class: "list", hidden: true }, head, list), list, count };
}
