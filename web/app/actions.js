/** The user's actions on items, as operations. */

import { dueOf, nextWeek, onDay, startOfDay } from "../core/calendar.js";
import { putBack } from "../core/conflicts/list.js";
import { isTimed } from "../core/list/drop.js";
import { hasTag } from "../core/list/tags.js";
import { difference } from "../core/merge.js";
import { makeID } from "../core/ids.js";
import { isRemindingAll } from "./settings.js";

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
    const items = contents.map((content, index) =>
        withReminder({
            id: makeID(),
            done: false,
            createdAt: createdAt + index * 1e-6,
            ...content,
        })
    );
    const isFirst = app.items.size === 0;
    const it = items.length === 1 ? items[0].title : items.length;
    const stored = app.act("added", it, items.map((item) => ({ op: "put", item })));
    // Asks the browser not to evict the copy. Its answer changes nothing here.
    if (isFirst) navigator.storage?.persist?.().catch(() => {});
    return { ids: items.map(({ id }) => id), stored };
}

/**
 * The item with a reminder at its time, if it has got a time just now and this device reminds of all
 * such items.
 * @param {Item} item @param {Item} [before] the change @returns {Item}
 */
function withReminder(item, before) {
    const isNew = isTimed(item) && !(before && isTimed(before));
    return isNew && item.remind === undefined && isRemindingAll() ? { ...item, remind: 0 } : item;
}

/** What a message calls them. @param {Item[]} items */
export const nameOf = (items) => items.length === 1 ? items[0].title : items.length;

/**
 * Changes items in one step.
 * @param {App} app @param {"done" | "not done" | "saved" | "moved"} key of the message
 * @param {Item[]} items as they are shown @param {(item: Item) => Item} changed
 * @param {Item[]} [named] those that the message names
 * @returns {Promise<boolean>} whether the store has the change
 */
export function changeAll(app, key, items, changed, named = items) {
    const operations = operationsOf(items, changed);
    if (operations.length === 0) return Promise.resolve(true);
    return app.act(key, nameOf(named), operations);
}

/** @param {Item[]} items @param {(item: Item) => Item} changed @returns {Operation[]} */
const operationsOf = (items, changed) =>
    items.flatMap((opened) => {
        const patch = difference(opened, withReminder(changed(opened), opened));
        if (Object.keys(patch).length === 0) return [];
        return [/** @type {Operation} */ ({ op: "patch", id: opened.id, patch, opened })];
    });

/**
 * Changes all items that have a tag, done ones too, in one step.
 * @param {App} app @param {"saved" | "deleted"} key of the message @param {string} name in it
 * @param {string} folded tag @param {(item: Item) => Item} changed
 */
export function changeTag(app, key, name, folded, changed) {
    const items = [...app.items.values()].filter((item) => hasTag(item, folded));
    const operations = operationsOf(items, changed);
    if (operations.length > 0) app.act(key, name, operations);
}

/** @param {App} app @param {Item[]} items @param {boolean} done */
export function check(app, items, done) {
    changeAll(app, done ? "done" : "not done", items, (item) => ({ ...item, done }));
}

/**
 * @param {App} app @param {Item} opened as the form showed it @param {Item} changed
 * @param {"saved" | "moved"} [key] @returns {Promise<boolean>} whether the store has the change
 */
export function save(app, opened, changed, key = "saved") {
    const patch = difference(opened, withReminder(changed, opened));
    if (Object.keys(patch).length === 0) return Promise.resolve(true);
    return app.act(key, changed.title, [{ op: "patch", id: opened.id, patch, opened }]);
}

/** Days that an item can be moved to in one step.
 * @typedef {"today" | "tomorrow" | "next week" | "no date"} Target */

/** @type {Target[]} */
export const targets = ["today", "tomorrow", "next week", "no date"];

/** @param {Target} target @param {Date} now @returns {Date | null} null: no date */
export const targetDate = (target, now) => ({
    "today": startOfDay(now),
    "tomorrow": startOfDay(now, 1),
    "next week": nextWeek(now),
    "no date": null,
}[target]);

/** Moves items to another day. Each keeps its time.
 * @param {App} app @param {Item[]} items @param {Target} target */
export function move(app, items, target) {
    const date = targetDate(target, new Date());
    changeAll(app, "moved", items, (item) => withDue(item, date && onDay(dueOf(item), date)));
}

/** @param {Item} item @param {Due | null} due null: no date, rule or reminder @returns {Item} */
export function withDue({ timestamp: _timestamp, day: _day, repeat, remind, ...item }, due) {
    if (!due) return item;
    // The rule's wall-clock time belongs to the former date.
    const { time: _time, ...rule } = repeat ?? {};
    return {
        ...item,
        timestamp: due.timestamp,
        ...(due.day && { day: due.day }),
        ...(remind !== undefined && { remind }),
        ...(repeat && { repeat: /** @type {Repetition} */ (rule) }),
    };
}

/** @param {App} app @param {Item[]} items */
export function remove(app, items) {
    const operations = items.map((opened) => /** @type {Operation} */ ({
        op: "delete",
        id: opened.id,
        opened,
    }));
    app.act("deleted", nameOf(items), operations);
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
