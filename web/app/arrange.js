/** Moves to-dos in the order by hand, and to the date of another section. */

import { drop } from "../core/list/drop.js";
import { changeAll, withDue } from "./actions.js";

/** @import { App } from "./app.js" */
/** @import { Place } from "../core/list/drop.js" */
/** @import { Item } from "../types.d.ts" */

/**
 * @param {App} app @param {Item[]} moved in the order in which they are to stand @param {Place} place
 * @returns {boolean} whether that changes anything
 */
export function arrange(app, moved, place) {
    const keyed = () => [...app.items.values()].filter(({ position }) => position);
    const writes = new Map(
        drop(moved, place, keyed, new Date()).map((write) => [write.id, write]),
    );
    // Others get keys too; the message counts what the user has moved.
    const others = [...writes.keys()].filter((id) => !moved.some((item) => item.id === id));
    const items = [
        ...moved.filter(({ id }) => writes.has(id)),
        ...others.flatMap((id) => app.items.get(id) ?? []),
    ];
    if (items.length === 0) return false;
    changeAll(app, "moved", items, (item) => {
        const { due, position } = writes.get(item.id) ?? {};
        const dated = due === undefined ? item : withDue(item, due);
        return { ...dated, ...(position && { position }) };
    }, moved);
    return true;
}
