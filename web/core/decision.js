/** What «Keep mine» makes of a change that another device has crossed. */

import { conflicts, patched } from "./merge.js";

/** @import { Entry, Operation } from "../types.d.ts" */

/**
 * The operations of a held entry, for another try: what the other device wrote has been seen now.
 * @param {Entry} entry @returns {Operation[]}
 */
export function answered(entry) {
    const { hold } = entry;
    return entry.operations.map((operation) => {
        if (operation.op !== "patch" || !operation.opened || !hold) return operation;
        if (hold.why === "gone") {
            return { op: "put", item: patched(operation.opened, operation.patch) };
        }
        if (hold.why !== "conflict" || hold.theirs.id !== operation.id) return operation;
        const seen = conflicts(operation.opened, operation.patch, hold.theirs).length > 0;
        return seen ? { ...operation, opened: hold.theirs } : operation;
    });
}
