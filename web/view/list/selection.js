/** The rows that the user has selected, to change them together. */

/** @import { List } from "./list.js" */
/** @import { Item } from "../../types.d.ts" */

export class Selection {
    /** @param {List} list @param {() => void} onChange */
    constructor(list, onChange) {
        this.list = list;
        this.onChange = onChange;
        /** @type {Set<string>} */
        this.ids = new Set();
        /** The row from which a range extends. */
        this.anchor = "";
        list.element.addEventListener("click", (event) => this.click(event), { capture: true });
    }

    /** The selected items, as they are shown. @returns {Item[]} */
    get items() {
        return this.ids.size === 0 ? [] : this.list.shown().filter(({ id }) => this.ids.has(id));
    }

    /** With Ctrl, ⌘ or Shift a click selects, and so does a tap while rows are selected.
     * @param {MouseEvent} event */
    click(event) {
        const target = /** @type {Element} */ (event.target);
        const row = target.closest("label, button") ? undefined : this.list.rowAt(target);
        if (!row) return;
        const { id } = row.item;
        const isTap = /** @type {PointerEvent} */ (event).pointerType === "touch";
        if (event.shiftKey) this.extend(id, this.list.walk.focused()?.item.id);
        else if (event.ctrlKey || event.metaKey || (isTap && this.ids.size > 0)) this.toggle(id);
        else return this.clear();
        event.preventDefault();
        event.stopPropagation();
        row.box.focus({ preventScroll: true });
    }

    /** @param {Set<string>} ids */
    set(ids) {
        this.ids = ids;
        for (const rows of this.list.rows) {
            rows.selected = ids;
            rows.rows.forEach((row) => row.mark(ids));
        }
        this.onChange();
    }

    clear() {
        if (this.ids.size > 0) this.set(new Set());
        this.anchor = "";
    }

    /** Rows that are no longer shown are no longer selected. */
    prune() {
        if (this.ids.size === 0) return;
        const left = this.items;
        if (left.length < this.ids.size) this.set(new Set(left.map(({ id }) => id)));
    }

    /** @param {string} id */
    toggle(id) {
        const ids = new Set(this.ids);
        if (!ids.delete(id)) ids.add(id);
        this.anchor = id;
        this.set(ids);
    }

    /** Selects all rows from the last one that was selected to this one.
     * @param {string} id @param {string} [from] the row to begin with, if none is selected */
    extend(id, from = id) {
        const shown = this.list.shown().map((item) => item.id);
        if (!shown.includes(this.anchor)) this.anchor = from;
        const ends = [shown.indexOf(this.anchor), shown.indexOf(id)].sort((a, b) => a - b);
        this.set(new Set(shown.slice(ends[0], ends[1] + 1)));
    }

    all() {
        this.set(new Set(this.list.shown().map(({ id }) => id)));
    }
}
