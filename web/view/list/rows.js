/**
 * The rows of one list. Of a long list only the rows in view are in the document, at a fixed
 * height. The focused row is always in the document.
 */

import { Row } from "./row.js";

/** @import { App } from "../../app/app.js" */
/** @import { Item, Section } from "../../types.d.ts" */

/** The number of extra rows above and below the view. */
const spare = 8;

export class Rows {
    /**
     * @param {App} app @param {HTMLUListElement} list @param {Section} section
     * @param {(row: Row) => void} onMore
     */
    constructor(app, list, section, onMore) {
        this.app = app;
        this.list = list;
        this.section = section;
        this.onMore = onMore;
        /** @type {Item[]} */
        this.items = [];
        /** @type {Map<string, Row>} */
        this.rows = new Map();
        /** The ids of the selected items. @type {Set<string>} */
        this.selected = new Set();
        this.isLong = false;
        this.isPrinting = false;
        this.height = 0;
    }

    /** @param {Item[]} items
     * @param {number} height of each row of a long list, in pixels; 0: the list is not long */
    prepare(items, height) {
        this.items = items;
        this.isLong = height > 0 && !this.isPrinting;
        this.list.classList.toggle("long", this.isLong);
        this.height = height;
        this.list.style.setProperty("--count", String(items.length));
    }

    /**
     * Puts the rows in view into the document.
     * @param {boolean} [again] fills unchanged rows too @param {[number, number]} [range]
     */
    update(again = false, range = this.range()) {
        const [first, last] = range;
        const kept = this.focusedIndex();
        /** @type {Map<string, Row>} */
        const rows = new Map();
        /** @param {number} index */
        const add = (index) => {
            const item = this.items[index];
            const row = this.rows.get(item.id) ??
                new Row(this.app, item, this.section, this.onMore);
            row.update(item, again);
            row.mark(this.selected);
            row.place(index, this.items.length);
            rows.set(item.id, row);
        };
        if (kept >= 0 && kept < first) add(kept);
        for (let index = first; index < last; index++) add(index);
        if (kept >= last) add(kept);
        for (const [id, row] of this.rows) if (!rows.has(id)) row.element.remove();
        this.rows = rows;
        let next = this.list.firstElementChild;
        for (const { element } of rows.values()) {
            if (element === next) next = next.nextElementSibling;
            else this.move(element, next);
        }
    }

    /**
     * Moves a row. `moveBefore` keeps its focus.
     * @param {Element} element @param {Element | null} next
     */
    move(element, next) {
        const list = /** @type {any} */ (this.list);
        if (element.parentNode === list && list.moveBefore) list.moveBefore(element, next);
        else list.insertBefore(element, next);
    }

    /** @returns {number} the current index of the focused row's item, or -1 */
    focusedIndex() {
        const li = document.activeElement?.closest("li");
        if (!li || !this.list.contains(li)) return -1;
        for (const [id, { element, position }] of this.rows) {
            if (element !== li) continue;
            if (this.items[position]?.id === id) return position;
            return this.items.findIndex((item) => item.id === id);
        }
        return -1;
    }

    /** @returns {[number, number]} the rows that should be in the document */
    range() {
        if (!this.isLong) return [0, this.items.length];
        const top = this.list.getBoundingClientRect().top;
        const first = Math.floor(-top / this.height) - spare;
        const last = Math.ceil((innerHeight - top) / this.height) + spare;
        const { length } = this.items;
        return [Math.min(length, Math.max(0, first)), Math.max(0, Math.min(length, last))];
    }

    /** @param {number} y in the window @returns {number} the index of the row that begins nearest to it */
    indexNear(y) {
        const { top } = this.list.getBoundingClientRect();
        if (this.isLong) return Math.max(0, Math.round((y - top) / this.height));
        let index = 0;
        for (const { element } of this.rows.values()) {
            const box = element.getBoundingClientRect();
            if (y < (box.top + box.bottom) / 2) break;
            index++;
        }
        return index;
    }

    /** Whether a row is in the window, and nothing covers its middle. @param {number} index */
    isSeen(index) {
        const element = this.rows.get(this.items[index].id)?.element;
        if (!element) return false;
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }

    /** Scrolls a row into view, also a distant one.
     * @param {number} index @returns {Row | undefined} */
    reveal(index) {
        const item = this.items[index];
        if (this.isLong && item && !this.rows.has(item.id)) {
            const top = this.list.getBoundingClientRect().top + scrollY;
            scrollTo(0, top + index * this.height - innerHeight / 2);
            this.update();
        }
        return this.rows.get(item?.id);
    }

    /** Focuses the checkbox of a row. @param {number} index */
    focus(index) {
        const row = this.reveal(index);
        row?.box.focus();
        return row !== undefined;
    }

    /** @param {Element | null} element @returns {number} the index of the row that contains it, or -1 */
    indexAt(element) {
        const li = element?.closest("li");
        if (!li || !this.list.contains(li)) return -1;
        return Number(li.ariaPosInSet) - 1;
    }
}
