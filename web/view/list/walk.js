/** The focus in the lists: it moves from row to row, and stays when rows come and go. */

import { focusFirst } from "../dom.js";

/** @import { List } from "./list.js" */
/** @import { Row } from "./row.js" */
/** @import { Rows } from "./rows.js" */
/** @import { Item, Section } from "../../types.d.ts" */

export class Walk {
    /** @param {List} list */
    constructor(list) {
        this.list = list;
    }

    /**
     * The focused row, if its item leaves its list.
     * @param {Map<Section, Item[]>} parts
     */
    lost(parts) {
        for (const lists of this.list.rows) {
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
    restore({ lists, index, item: { id, done } }) {
        const isMoved = this.list.app.items.get(id)?.done === done;
        if (isMoved && this.list.find(id, (rows, index) => rows.focus(index))) return;
        if (lists.focus(Math.min(index, lists.items.length - 1))) return;
        const place = this.list.rows.indexOf(lists);
        const next = [...this.list.rows.slice(place), ...this.list.rows.slice(0, place).reverse()];
        if (!next.some((rows) => rows.focus(0))) focusFirst();
    }

    /** Moves the focus by a number of rows, across all lists. @param {number} by */
    move(by) {
        const shown = this.list.rows.filter(({ items }) => items.length > 0);
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
        for (const rows of this.list.rows) {
            const index = rows.indexAt(document.activeElement);
            const row = rows.rows.get(rows.items[index]?.id);
            if (row) return row;
        }
        return null;
    }

    /** @param {string} id @returns {boolean} whether the row of the item could be focused */
    focusItem(id) {
        return this.list.find(id, (rows, index) => {
            const row = rows.reveal(index);
            row?.link.focus();
            return row !== undefined;
        }) ?? false;
    }
}
