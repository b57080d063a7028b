/** The lists of a view: the items of each section, and their order. */

import { choices } from "../../app/settings.js";
import { hasPlace, isShown, search, sections, sectionsAt } from "../../core/list/find.js";
import { order } from "../../core/list/order.js";
import { foldTag, hasTag } from "../../core/list/tags.js";
import { currentLanguage, t } from "../../text/text.js";
import { h, isStill, setText } from "../dom.js";
import { Arranging } from "./arranging.js";
import { Drag } from "./drag.js";
import { Linger } from "./linger.js";
import { Note } from "./note.js";
import { selectedId } from "./row.js";
import { Rows } from "./rows.js";
import { Selection } from "./selection.js";
import { Walk } from "./walk.js";

/** @import { App } from "../../app/app.js" */
/** @import { Item, Section, Sort } from "../../types.d.ts" */
/** @import { Row } from "./row.js" */

/** In a longer list, only the rows in view are in the document. */
const mostRows = 100;

export class List {
    /**
     * @param {App} app
     * @param {{ more(row: Row): void, clear(): void,
     *     moveToToday(items: Item[]): void }} actions
     */
    constructor(app, actions) {
        this.app = app;
        /** The button at the heading of a section. @param {Section} section */
        const act = (section) => {
            if (section === "done") return sectionButton(t("clear"), actions.clear);
            return section === "overdue" &&
                sectionButton(t("move to today"), () => {
                    actions.moveToToday(this.rows[sections.indexOf(section)].items);
                });
        };
        this.parts = sections.map((section) => {
            const made = makeSection(t(section === "done" ? "done list" : section), act(section));
            return { ...made, section, rows: new Rows(app, made.list, section, actions.more) };
        });
        this.parts.forEach(({ list, section }) => list.dataset.section = section);
        this.rows = this.parts.map(({ rows }) => rows);
        this.note = new Note(app, () => this.render(true));
        this.element = h(
            "div",
            { class: "lists" },
            this.note.filter,
            this.note.element,
            ...this.parts.map(({ element }) => element),
            h("span", { id: selectedId, hidden: true }, t("selected")),
        );
        this.selection = new Selection(this, () => this.onSelect());
        this.linger = new Linger(() => {
            this.sort();
            this.render();
        });
        this.walk = new Walk(this);
        this.arranging = new Arranging(this);
        /** Called when other rows are selected. */
        this.onSelect = () => {};
        /** What has changed while the lists are held: null is anything.
         * @type {Set<string> | null | undefined} */
        this.held = undefined;
        this.isHeld = false;
        /** Items that were just added. They are shown in any view or search. @type {Set<string>} */
        this.fresh = new Set();
        /** @type {Item[]} All items, in the chosen order. */
        this.sorted = [];
        /** @type {Sort} */
        this.order = "due";
        this.day = new Date().toDateString();
        app.on("items", (dirty) => this.refresh(dirty));
        let { view, tag, q } = app.route;
        app.on("route", (route) => {
            const isOther = route.view !== view || route.tag !== tag;
            // Another letter of the query does not begin a new search.
            if (isOther || !route.q !== !q) this.fresh.clear();
            if (isOther) this.selection.clear();
            ({ view, tag, q } = route);
            // On the page of a tag, its rows do not say it.
            this.render(true, isOther);
        });
        app.on("session", () => this.refresh(null));
        this.drag = new Drag(this);
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
        if (this.isHeld) {
            const before = this.held === undefined ? new Set() : this.held;
            this.held = before && dirty && new Set([...before, ...dirty]);
            return;
        }
        this.linger.notice(dirty ?? new Set(), this.rows, items);
        if (!dirty || this.sorting !== this.order || dirty.size > items.size / 2) {
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
        this.order = this.sorting;
        const isDone = (/** @type {Item} */ item) => this.linger.wasDone(item) ?? item.done;
        this.sorted.sort(order(this.order, currentLanguage(), isDone));
    }

    /** The order of the open items. That of a tag is by hand. */
    get sorting() {
        return this.app.route.view === "tag" ? "position" : choices.sort;
    }

    /** Whether there is one list of open items, in an order of its own. */
    get isSimple() {
        const { view } = this.app.route;
        return view === "tag" || (view === "all" && choices.sort !== "due");
    }

    /** @returns {Map<Section, Item[]>} */
    divide() {
        const { view, tag, q } = this.app.route;
        const matches = search(q);
        const folded = foldTag(tag);
        const sectionOf = sectionsAt(new Date());
        const { isSimple } = this;
        /** @type {Map<Section, Item[]>} */
        const parts = new Map(sections.map((section) => [section, []]));
        for (const item of this.sorted) {
            const lingers = this.linger.sectionOf(item.id);
            const own = sectionOf(item);
            const section = lingers ?? (isSimple && own !== "done" ? "to do" : own);
            const isHere = lingers || (own !== "done" && this.fresh.has(item.id)) ||
                (isShown(section, view, q !== "") && matches(item) &&
                    (view !== "tag" || hasTag(item, folded)) &&
                    (!choices.place || hasPlace(item)));
            if (isHere) parts.get(section)?.push(item);
        }
        return parts;
    }

    render(isNewRoute = false, again = false) {
        if (this.isHeld) {
            if (isNewRoute) this.held = null;
            else if (this.held === undefined) this.held = new Set();
            return;
        }
        if (isNewRoute && this.sorting !== this.order) return this.refresh(null);
        const parts = this.divide();
        let count = 0;
        for (const items of parts.values()) count += items.length;
        const lost = this.walk.lost(parts);
        // Read before anything is written, so that the browser computes styles once.
        const height = count > mostRows ? rowHeight() : 0;
        for (const { section, element, count: label, rows } of this.parts) {
            const items = parts.get(section) ?? [];
            element.hidden = items.length === 0;
            setText(label, String(items.length));
            rows.prepare(items, height);
        }
        // The places of all lists are read at once: each read after a write is a layout.
        const ranges = this.rows.map((rows) => rows.range());
        this.rows.forEach((rows, index) => {
            rows.update(again, ranges[index]);
            if (isNewRoute) rows.rows.forEach((row) => row.linkTo());
        });
        if (lost) this.walk.restore(lost);
        this.note.render(count);
        this.selection.prune();
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

    /** @template T @param {string} id @param {(rows: Rows, index: number) => T} act @returns {T | undefined} */
    find(id, act) {
        for (const rows of this.rows) {
            const index = rows.items.findIndex((item) => item.id === id);
            if (index >= 0) return act(rows, index);
        }
        return undefined;
    }

    /** Nothing moves while the user drags. */
    hold() {
        this.isHeld = true;
    }

    release() {
        this.isHeld = false;
        const { held } = this;
        this.held = undefined;
        if (held !== undefined) this.refresh(held);
    }

    /** @returns {Item[]} all items from top to bottom */
    shown() {
        return this.rows.flatMap(({ items }) => items);
    }

    /** @returns {Item[]} those that a key acts on: the selected ones, or that of the focused row */
    chosen() {
        const { items } = this.selection;
        const row = this.walk.focused();
        return items.length > 0 ? items : row ? [row.item] : [];
    }

    /** @param {Element} element @returns {Row | undefined} the row that contains it */
    rowAt(element) {
        const li = element.closest("li");
        return li
            ? this.rows.flatMap(({ rows }) => [...rows.values()])
                .find((row) => row.element === li)
            : undefined;
    }

    /** @param {boolean} isPrinting */
    print(isPrinting) {
        this.rows.forEach((rows) => rows.isPrinting = isPrinting);
        this.render();
    }
}

/** The height of a row in pixels. CSS has it in rem. */
function rowHeight() {
    const style = getComputedStyle(document.documentElement);
    return parseFloat(style.getPropertyValue("--row-height")) * parseFloat(style.fontSize);
}

/** @param {string} text @param {() => void} click */
const sectionButton = (text, click) => h("button", { class: "small plain", click }, text);

/** @param {string} title @param {HTMLElement | false} button */
function makeSection(title, button) {
    const list = h("ul", { role: "list", "aria-label": title, class: "rows" });
    const count = h("span", { class: "count", "aria-hidden": "true" });
    const head = h("div", { class: "list-head" }, h("h2", {}, title), count, button);
    return { element: h("div", { class: "list", hidden: true }, head, list), list, count };
}
