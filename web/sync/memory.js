/**
 * A store in memory, for sessions that must not use the disk, and for browsers without IndexedDB.
 */

import { changedList } from "../core/conflicts/list.js";
import { laterToken, news } from "../core/replica.js";

/** @import { Commit, Contents, Draft, Entry, Sealed, Store } from "../types.d.ts" */

/** The data of a memory store. Tests share them between tabs. */
export class Memory {
    constructor() {
        this.version = 0;
        this.seq = 0;
        /** @type {Map<string, import("../types.d.ts").Item>} */
        this.items = new Map();
        /** @type {Map<string, Entry>} */
        this.entries = new Map();
        /** @type {string | undefined} */
        this.token = undefined;
        /** @type {Sealed | null} */
        this.sealed = null;
        /** @type {import("../types.d.ts").Conflict[]} */
        this.conflicts = [];
    }
}

/** @implements {Store} */
export class MemoryStore {
    shared = false;
    name = "";

    constructor(memory = new Memory()) {
        this.memory = memory;
    }

    /** @returns {Promise<Contents>} */
    read() {
        const { version, token, sealed, conflicts } = this.memory;
        const items = [...this.memory.items.values()];
        const entries = this.entries();
        return Promise.resolve({ version, items, entries, token, sealed, conflicts });
    }

    /** @returns {Entry[]} */
    entries() {
        return [...this.memory.entries.values()].sort((a, b) => a.seq - b.seq);
    }

    /** @param {Draft} draft @returns {Promise<Commit>} */
    commit({ changes = [], reset, listed, unlisted, ...draft }) {
        const { memory } = this;
        const added = draft.added?.map((entry) => ({ ...entry, seq: ++memory.seq }));
        const updated = draft.updated?.flatMap((entry) => {
            const stored = memory.entries.get(entry.id);
            return stored ? [{ ...entry, seq: stored.seq }] : [];
        });
        const { put, deleted } = reset ? { put: reset, deleted: [] } : news(changes, memory.token);
        if (reset) memory.items.clear();
        for (const item of put) memory.items.set(item.id, item);
        for (const id of deleted) memory.items.delete(id);
        for (const id of draft.removed ?? []) memory.entries.delete(id);
        for (const entry of [...(added ?? []), ...(updated ?? [])]) {
            memory.entries.set(entry.id, entry);
        }
        memory.token = reset ? draft.token : laterToken(memory.token, draft.token);
        if (draft.sealed !== undefined) memory.sealed = draft.sealed;
        if (listed || unlisted) {
            memory.conflicts = changedList(memory.conflicts, listed, unlisted);
        }
        const conflicts = listed || unlisted ? memory.conflicts : undefined;
        const version = ++memory.version;
        const { token } = memory;
        return Promise.resolve({
            ...draft,
            added,
            updated,
            put,
            deleted,
            token,
            version,
            conflicts,
            reset: !!reset,
        });
    }

    /** @param {string[]} ids @returns {Promise<Commit>} */
    take(ids) {
        const sealed = new Set(this.memory.sealed?.entries);
        const removed = ids.filter((id) => this.memory.entries.has(id) && !sealed.has(id));
        return this.commit({ removed });
    }

    /** @param {(entries: Entry[], version: number) => Sealed | null} make @returns {Promise<Sealed | null>} */
    seal(make) {
        this.memory.sealed ??= make(this.entries(), this.memory.version);
        return Promise.resolve(this.memory.sealed);
    }

    close() {}
}
