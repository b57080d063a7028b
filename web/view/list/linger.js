/**
 * A row that has just been ticked keeps its place for a moment, so that the user can follow it and
 * a second click does not hit another row.
 */

import { isStill } from "../dom.js";

/** @import { Item, Section } from "../../types.d.ts" */
/** @import { Rows } from "./rows.js" */

/** How long a row stays, and how long it folds, in milliseconds. */
const staysFor = 600;
const foldsFor = 180;

/** The kept place of a row. @typedef {{ section: Section, wasDone: boolean }} Stay */

export class Linger {
    /** @param {() => void} onEnd called when rows leave */
    constructor(onEnd) {
        this.onEnd = onEnd;
        /** @type {Map<string, Stay>} */
        this.rows = new Map();
    }

    /** @param {string} id */
    sectionOf(id) {
        return this.rows.get(id)?.section;
    }

    /** @param {Item} item
     * @returns {boolean | undefined} whether its kept place is among done items */
    wasDone({ id }) {
        return this.rows.get(id)?.wasDone;
    }

    /** @param {Set<string>} dirty @param {Rows[]} lists as they are shown @param {Map<string, Item>} items */
    notice(dirty, lists, items) {
        for (const id of dirty) {
            const item = items.get(id);
            if (!item) this.rows.delete(id);
            for (const { rows, section, isLong } of item ? lists : []) {
                const row = rows.get(id);
                if (!row || !item) continue;
                const state = this.rows.get(id);
                if (state) {
                    if (state.wasDone === item.done) this.rows.delete(id);
                } else if (row.item.done !== item.done) {
                    const made = { section, wasDone: row.item.done };
                    this.rows.set(id, made);
                    setTimeout(() => this.end(id, made, isLong ? null : row.element), staysFor);
                }
            }
        }
    }

    /** @param {string} id @param {Stay} state @param {HTMLElement | null} element to fold */
    async end(id, state, element) {
        if (this.rows.get(id) !== state) return;
        if (element?.isConnected && !isStill()) {
            const blockSize = `${element.offsetHeight}px`;
            const from = { blockSize, minBlockSize: 0, opacity: 1, overflow: "clip" };
            const to = { ...from, blockSize: 0, opacity: 0 };
            const fold = element.animate([from, to], { duration: foldsFor, easing: "ease-in" });
            await fold.finished.catch(() => {});
        }
        if (this.rows.get(id) !== state) return;
        this.rows.delete(id);
        this.onEnd();
    }
}
