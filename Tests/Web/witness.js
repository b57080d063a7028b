/**
 * Watches the changes that a device sends and drops, and checks the rules of conflicts: a device
 * does not overwrite or delete an unseen change of another device without a line in «Changed
 * elsewhere», and does not drop a change of the user without one.
 */

import { assertEquals } from "./assert.js";
import { differences, parts } from "./changes.js";
import { patchedItem } from "./server.js";
import { patched, same } from "../../web/core/merge.js";

/** @import { Server } from "./server.js" */
/** @import { Memory } from "../../web/sync/memory.js" */
/** @import { Conflict, Draft, Entry, Item, Operation, Patch, Sealed } from "../../web/types.d.ts" */

/** The first item of a series. @param {string} id */
export const root = (id) => id.split(">")[0];

/** @param {Operation} operation */
const idOf = (operation) => operation.op === "put" ? operation.item.id : operation.id;

/**
 * Whether the sent tags keep what another device has added and removed.
 * @param {Item} opened @param {Item} theirs @param {Patch} patch
 */
function keepsTags(opened, theirs, patch) {
    const [before, there, sent] = [opened.tags, theirs.tags, patch.tags]
        .map((tags) => (tags ?? []).map((tag) => tag.toLowerCase()));
    return there.every((tag) => before.includes(tag) || sent.includes(tag)) &&
        before.every((tag) => there.includes(tag) || !sent.includes(tag));
}

export class Witness {
    /** @param {Server} server @param {Memory} memory */
    constructor(server, memory) {
        this.server = server;
        this.memory = memory;
        /** @type {Set<string>} item and part whose value is of the other device */
        this.others = new Set();
        /** @type {Map<string, string>} entry to the key under which it was done */
        this.applied = new Map();
        /** @type {Set<string>} reported, or without effect */
        this.settled = new Set();
        /** @type {Set<string>} entries of requests with an unknown outcome */
        this.doubtful = new Set();
        /** @type {Set<string>} series to which an item, or a rule, was added */
        this.added = new Set();
        /** @type {Conflict[]} those that have to be in the list */
        this.expected = [];
        /** @type {Set<string>} lines that were ever in the list */
        this.listed = new Set();
    }

    /** @param {string} id @param {string[]} parts the parts that the other device has changed */
    seeOther(id, parts) {
        parts.forEach((part) => this.others.add(`${id} ${part}`));
    }

    /** A request that the server has accepted. @param {Sealed} sealed @param {Map<string, Item>} before */
    seeWrite(sealed, before) {
        for (const id of sealed.entries) {
            const isTwice = this.applied.has(id) && !this.doubtful.has(id);
            assertEquals(isTwice, false, "an entry was done twice");
            this.applied.set(id, sealed.key);
        }
        this.expected.push(...sealed.conflicts);
        if (!sealed.body) return;
        const working = new Map(before);
        for (const [index, wire] of JSON.parse(sealed.body).entries()) {
            const operation = wire.op ? wire : { op: "put", item: wire };
            const entry = this.memory.entries.get(sealed.entries[sealed.owners[index]]);
            const id = idOf(operation);
            const intent = entry?.operations.find((own) => idOf(own) === id);
            const current = working.get(id);
            if (operation.op === "put") {
                if (this.server.tombstones.has(id)) this.added.add(root(id));
                if (!current) {
                    working.set(id, operation.item);
                    // It is made as this device has it.
                    for (const part in parts) this.others.delete(`${id} ${part}`);
                }
            } else if (intent && intent.op !== "put" && current) {
                this.checkSeen(operation, intent, current, sealed);
                // The user has given it a rule, which the next item has as well.
                const isNewRule = operation.op === "patch" && operation.patch.repeat;
                if (isNewRule && entry?.kind === "change" && !current.repeat) {
                    this.added.add(root(id));
                }
                if (operation.op === "delete") working.delete(id);
                else working.set(id, patchedItem(current, operation.patch));
            }
        }
    }

    /**
     * @param {any} operation the sent operation @param {Exclude<Operation, { op: "put" }>} intent
     * @param {Item} current @param {Sealed} sealed
     */
    checkSeen({ op, id, patch }, intent, current, sealed) {
        /** @param {Item} opened */
        const unseenBy = (opened) =>
            differences(current, opened).filter((part) => this.others.has(`${id} ${part}`));
        if (op === "delete") {
            // Another tab may have deleted the item too, and may have seen a later state.
            const isSeen = [...this.memory.entries.values()].flatMap((entry) => entry.operations)
                .some((own) =>
                    own.op === "delete" && own.id === id &&
                    unseenBy(own.expected ?? own.opened).every((part) =>
                        part === "position" || (part === "done" && current.done)
                    )
                );
            assertEquals(isSeen, true, "a deletion took an unseen change along");
            return;
        }
        const unseen = unseenBy(intent.opened);
        for (const part of unseen) {
            // A move is silent: the last one counts.
            if (part === "done" || part === "position") continue;
            if (!parts[part].some((name) => name in patch)) continue;
            if (part === "tags" && keepsTags(intent.opened, current, patch)) continue;
            const line = sealed.conflicts.find(({ item, fields }) =>
                item === id && fields.includes(part)
            );
            assertEquals(line !== undefined, true, `${part} was overwritten unseen`);
            const isKept = parts[part].every((name) => same(line?.lost[name], current[name]));
            assertEquals(isKept, true, `the list has not what was overwritten of ${part}`);
        }
        for (const [part, names] of Object.entries(parts)) {
            if (names.some((name) => name in patch)) this.others.delete(`${id} ${part}`);
        }
    }

    /** A draft that is about to be stored. @param {Draft} draft */
    seeCommit({ outcomes = [], sealed, listed = [] }) {
        listed.forEach(({ id }) => this.listed.add(id));
        const isDropped = sealed === undefined;
        for (const { id, revision } of outcomes) {
            if (revision !== undefined) continue;
            this.settled.add(id);
            const entry = this.memory.entries.get(id);
            if (isDropped && entry?.kind === "change") this.checkDrop(entry, listed);
        }
        if (sealed === null && outcomes.length === 0) {
            this.memory.sealed?.entries.forEach((id) => this.doubtful.add(id));
        }
    }

    /** An entry with nothing to send. @param {Entry} entry @param {Conflict[]} listed */
    checkDrop(entry, listed) {
        for (const operation of entry.operations) {
            const id = idOf(operation);
            const isAlone = [...this.memory.entries.values()].every((other) =>
                other.id === entry.id || !other.operations.some((own) => idOf(own) === id)
            );
            // Effects of the device's own earlier or later changes are not checked here.
            if (!isAlone || operation.op === "put" || "expected" in operation) continue;
            const item = this.memory.items.get(id);
            const kinds = listed.filter((line) => line.item === id).map(({ kind }) => kind);
            if (operation.op === "delete") {
                assertEquals(kinds, item ? ["kept"] : [], "a deletion that does not count");
            } else if (!item) {
                const after = patched(operation.opened, operation.patch);
                const changed = differences(operation.opened, after);
                const isTick = after.done && changed.includes("done");
                assertEquals(kinds, isTick ? ["gone"] : [], "a tick of what is gone");
                const isEdit = changed.some((part) =>
                    part !== "position" && (part !== "done" || !after.done)
                );
                assertEquals(isEdit, false, "an edit of what is gone was dropped");
            }
        }
    }

    /** Checks the end.
     * @param {Entry[]} entries all entries of the history @param {Set<string>} taken */
    check(entries, taken) {
        for (const { id } of entries) {
            const ends = [this.applied, this.settled, taken].filter((end) => end.has(id));
            assertEquals(ends.length > 0, true, "an entry was lost");
            const both = this.applied.has(id) && taken.has(id) && !this.doubtful.has(id);
            assertEquals(both, false, "an entry was done although it had been taken out");
        }
        // A request in doubt may have another line, which depends on the items at that time.
        const missing = this.expected.filter(({ id }) => !this.listed.has(id));
        if (this.doubtful.size === 0) assertEquals(missing, [], "a conflict is not in the list");
    }
}
