/** Moves rows by hand: to a place in the lists, or by one place. */

import { nameOf } from "../../app/actions.js";
import { arrange } from "../../app/arrange.js";
import { t } from "../../text/text.js";

/** @import { Place } from "../../core/list/drop.js" */
/** @import { List } from "./list.js" */
/** @import { Rows } from "./rows.js" */
/** @import { Item } from "../../types.d.ts" */

export class Arranging {
    /** @param {List} list */
    constructor(list) {
        this.list = list;
    }

    /** @param {Rows} rows @param {string} [before] @returns {Place} */
    placeAt({ section, items }, before) {
        const isByHand = this.list.isSimple && this.list.sorting === "position";
        return { section, items, isByHand, before };
    }

    /** Whether the order of the lists is one in which items can be moved. */
    get isMovable() {
        return !this.list.isSimple || this.list.sorting === "position";
    }

    /** @param {Item[]} items @param {Place} place */
    drop(items, place) {
        const now = this.list.app.items;
        const moved = items.flatMap(({ id }) => now.get(id) ?? []);
        const rows = this.list.rows.find(({ section }) => section === place.section);
        if (!rows || moved.length === 0) return;
        // Others may have changed the list while the items were dragged.
        const rest = place.items.slice(place.items.findIndex(({ id }) => id === place.before));
        const ids = new Set(rows.items.map(({ id }) => id));
        const before = place.before && rest.find(({ id }) => ids.has(id))?.id;
        if (!arrange(this.list.app, moved, this.placeAt(rows, before))) return;
        const [{ id }] = moved;
        const standing = this.list.find(
            id,
            ({ items: { length: n } }, index) => ({ place: index + 1, n }),
        );
        if (!standing) return;
        this.list.app.emit("message", t("moved to", { it: nameOf(moved), ...standing }));
    }

    /** Moves the chosen items by one place, or to an end of their list.
     * @param {"up" | "down" | "first" | "last"} where */
    shift(where) {
        const moved = this.list.chosen();
        const rows = this.list.rows.find(({ items }) => items.includes(moved[0]));
        if (!rows || !this.isMovable || !moved.every((item) => rows.items.includes(item))) return;
        const isMoved = new Set(moved);
        const { items } = rows;
        const first = items.indexOf(moved[0]);
        const last = items.indexOf(moved[moved.length - 1]);
        const others = items.filter((item) => !isMoved.has(item));
        const above = items.slice(0, first).filter((item) => !isMoved.has(item)).length;
        const below = items.slice(0, last).filter((item) => !isMoved.has(item)).length;
        const index =
            { up: Math.max(0, above - 1), down: below + 1, first: 0, last: Infinity }[where];
        this.drop(moved, this.placeAt(rows, others[index]?.id));
        rows.reveal(rows.items.findIndex(({ id }) => id === moved[0].id));
    }

    /** @param {number} y in the window @returns {{ rows: Rows, index: number } | null} the place there */
    partAt(y) {
        if (!this.isMovable) return null;
        const shown = this.list.parts.filter(({ element }) => !element.hidden);
        const part = shown.find(({ element }) => y < element.getBoundingClientRect().bottom) ??
            shown.at(-1);
        return part ? { rows: part.rows, index: part.rows.indexNear(y) } : null;
    }
}
