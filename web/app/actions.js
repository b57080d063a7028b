/** The user's actions on items, as operations. */

import { putBack } from "../core/conflicts/list.js";
import { difference } from "../core/merge.js";
import { makeID } from "../core/ids.js";

/** @import { App } from "./app.js" */
/** @import { Conflict, Item, Operation } from "../types.d.ts" */

export const longestTitle = 500;

/** @typedef {Omit<Item, "id" | "done" | "createdAt">} Content */

/** @param {App} app @param {Content} content @returns {string} the id */
export function add(app, content) {
    const id = makeID();
    // At the end of the list, even if this device's clock is slow.
    let createdAt = Date.now() / 1000;
    for (const item of app.items.values()) createdAt = Math.max(createdAt, item.createdAt + 1e-6);
    const item = { id, done: false, createdAt, ...content };
    const isFirst = app.items.size === 0;
    app.act("added", item.title, [{ op: "put", item }]);
    // Asks the browser not to drop the copy; what it says changes nothing here.
    if (isFirst) navigator.storage?.persist?.().catch(() => {});
    return id;
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

/** @param {App} app @param {Item} opened as the form showed it @param {Item} changed */
export function save(app, opened, changed) {
    const patch = difference(opened, changed);
    if (Object.keys(patch).length === 0) return;
    app.act("saved", changed.title, [{ op: "patch", id: opened.id, patch, opened }]);
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

/** Puts back what was replaced. @param {App} app @param {Conflict} conflict of «Changed elsewhere» */
export function putBackLine(app, conflict) {
    const operations = putBack(conflict, app.items.get(conflict.item));
    const key = { put: "added", patch: "saved", delete: "deleted" }[operations[0]?.op ?? "patch"];
    app.act(/** @type {"saved"} */ (key), conflict.title, operations, { settles: conflict });
}

/** @param {App} app @param {Conflict} conflict */
export function dismiss(app, { id }) {
    app.copy?.commit({ unlisted: [id] });
}
