/**
 * A tab's replica and its store. A commit of one tab reaches all other tabs.
 */

import { Replica } from "../core/replica.js";

/** @import { Change, Commit, Draft, Entry, Store } from "../types.d.ts" */

/**
 * The channel between tabs: a BroadcastChannel, or a double in tests.
 * @typedef {{ postMessage(message: unknown): void, close(): void,
 *     onmessage: ((event: { data: any }) => void) | null }} Channel
 */

export class Copy {
    /**
     * @param {Store} store
     * @param {Channel} channel
     * @param {(dirty: Set<string> | null) => void} onChange gets changed ids, or null for all
     */
    constructor(store, channel, onChange) {
        this.store = store;
        this.channel = channel;
        this.onChange = onChange;
        this.replica = new Replica();
        /** @type {Promise<unknown>} The last of the steps that must not overlap. */
        this.last = Promise.resolve();
        /** @type {(message: any) => void} */
        this.onMessage = () => {};
        channel.onmessage = ({ data }) => {
            if (data.commit) this.absorb(data.commit);
            else this.onMessage(data);
        };
    }

    /** Reads the whole store. */
    async load() {
        this.replica.load(await this.store.read());
        this.onChange(null);
    }

    /** @param {Draft} draft @returns {Promise<Commit>} */
    async commit(draft) {
        return this.publish(await this.store.commit(draft));
    }

    /** @param {Commit} commit */
    async publish(commit) {
        this.channel.postMessage({ commit });
        await this.absorb(commit);
        return commit;
    }

    /** @param {Commit} commit */
    async absorb(commit) {
        const dirty = this.replica.apply(commit);
        if (dirty) this.onChange(dirty);
        else await this.load();
    }

    /**
     * Shows entries at once and stores them. If the store refuses them, they disappear again.
     * @param {Entry[]} entries @param {Draft} [also]
     */
    async enqueue(entries, also = {}) {
        this.onChange(this.replica.anticipate(entries));
        try {
            await this.commit({ ...also, added: entries });
        } catch (error) {
            this.onChange(this.replica.retract(entries.map((entry) => entry.id)));
            throw error;
        }
    }

    /** @param {string[]} ids @returns {Promise<string[]>} ids of the entries that left the queue unsent */
    async take(ids) {
        return (await this.publish(await this.store.take(ids))).removed ?? [];
    }

    /**
     * Commits changes of the server. The answer to this device's own write can be newer than a
     * change from the stream. Such an older change is skipped; the stream brings the newer one.
     * @param {Change[]} changes @param {string} [token] the position after the changes
     */
    async receive(changes, token) {
        const { base } = this.replica;
        const fresh = changes.filter(({ revision, item, deleted }) =>
            revision >= (base.get(item?.id ?? deleted ?? "")?.revision ?? 0)
        );
        if (fresh.length > 0 || (token && token !== this.replica.token)) {
            await this.commit({ changes: fresh, token });
        }
    }

    close() {
        this.channel.onmessage = null;
        this.channel.close();
        this.store.close();
    }
}
