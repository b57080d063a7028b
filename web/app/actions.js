/** The user's actions on items, as operations. */

import { nextWeek, onDay, startOfDay } from "../core/calendar.js";
import { putBack } from "../core/conflicts/list.js";
import { difference } from "../core/merge.js";
import { makeID } from "../core/ids.js";

/** @import { App } from "./app.js" */
/** @import { Conflict, Due, Item, Operation, Repetition } from "../types.d.ts" */

export const longestTitle = 500;

/** @typedef {Omit<Item, "id" | "done" | "createdAt"> & { done?: boolean }} Content */

/**
 * @param {App} app @param {Content[]} contents in one step
 * @returns {{ ids: string[], stored: Promise<boolean> }}
 */
export function add(app, contents) {
    // At the end of the list, even if this device's clock is slow.
    let createdAt = Date.now() / 1000;
    for (const item of app.items.values()) createdAt = Math.max(createdAt, item.createdAt + 1e-6);
    const items = contents.map((content, index) => ({
        id: makeID(),
        done: false,
        createdAt: createdAt + index * 1e-6,
        ...content,
    }));
    const isFirst = app.items.size === 0;
    const it = items.length === 1 ? items[0].title : items.length;
    const stored = app.act("added", it, items.map((item) => ({ op: "put", item })));
    // Asks the browser not to evict the copy. Its answer changes nothing here.
    if (isFirst) navigator.storage?.persist?.().catch(() => {});
    return { ids: items.map(({ id }) => id), stored };
}

/** @param {App} app @param {Item} item @param {boolean} done */
export function check(app, item, done) {
    app.act(done ? "done" : "not done", item.title, [{
        op: "patch",
        id: item.id,
        patch: { done },
        opened: item,
    }]);
}

/**
 * @param {App} app @param {Item} opened as the form showed it @param {Item} changed
 * @param {"saved" | "moved"} [key] @returns {Promise<boolean>} whether the store has the change
 */
export function save(app, opened, changed, key = "saved") {
    const patch = difference(opened, changed);
    if (Object.keys(patch).length === 0) return Promise.resolve(true);
    return app.act(key, changed.title, [{ op: "patch", id: opened.id, patch, opened }]);
}

/** Days that an item can be moved to in one step.
 * @typedef {"today" | "tomorrow" | "next week" | "no date"} Target */

/** @type {Target[]} */
export const targets = ["today", "tomorrow", "next week", "no date"];

/** Moves an item to another day and keeps its time.
 * @param {App} app @param {Item} item @param {Target} target */
export function move(app, item, target) {
    const now = new Date();
    const date = {
        "today": startOfDay(now),
        "tomorrow": startOfDay(now, 1),
        "next week": nextWeek(now),
        "no date": null,
    }[target];
    const { timestamp, day } = item;
    moveTo(app, item, date && onDay(timestamp === undefined ? null : { timestamp, day }, date));
}

/** @param {App} app @param {Item} item @param {Due | null} due null: no date, and no rule */
export const moveTo = (app, item, due) => save(app, item, withDue(item, due), "moved");

/** @param {Item} item @param {Due | null} due @returns {Item} */
export function withDue({ timestamp: _timestamp, day: _day, repeat, ...item }, due) {
    if (!due) return item;
    // The rule's wall-clock time belongs to the former date.
    const { time: _time, ...rule } = repeat ?? {};
    return {
        ...item,
        timestamp: due.timestamp,
        ...(due.day && { day: due.day }),
        ...(repeat && { repeat: /** @type {Repetition} */ (rule) }),
    };
}

/** @param {App} app @param {Item} item */
export function remove(app, item) {
    app.act("deleted", item.title, [{ op: "delete", id: item.id, opened: item }]);
}

/** @param {App} app @param {boolean} [onlyDone] */
export function removeAll(app, onlyDone = false) {
    /** @type {Operation[]} */
    const operations = [...app.items.values()].filter((item) => !onlyDone || item.done)
        .map((item) => ({ op: "delete", id: item.id, opened: item }));
    if (operations.length > 0) app.act("deleted", operations.length, operations);
}

/** Puts the replaced values back.
 * @param {App} app @param {Conflict} conflict of «Changed elsewhere» */
export function putBackLine(app, conflict) {
    const operations = putBack(conflict, app.items.get(conflict.item));
    const key = { put: "added", patch: "saved", delete: "deleted" }[operations[0]?.op ?? "patch"];
    app.act(/** @type {"saved"} */ (key), conflict.title, operations, { settles: conflict });
}

/** @param {App} app @param {Conflict} conflict */
export function dismiss(app, { id }) {
    app.copy?.commit({ unlisted: [id] });
}
