/**
 * The copy of the items in the worker: it changes them as a tab does, by the same queue, and sends the
 * queue if no tab does.
 */

import { entriesOf, makeStep } from "../core/history/steps.js";
import { difference } from "../core/merge.js";
import { Copy } from "../sync/copy.js";
import { Receiver } from "../sync/receiver.js";
import { Sender } from "../sync/sender.js";

/** @import { Channel } from "../sync/copy.js" */
/** @import { API } from "../sync/api.js" */
/** @import { Item, Store } from "../types.d.ts" */

/**
 * Runs a step while no tab and no other worker sends, and not at all if one does for a while.
 * @typedef {(name: string, step: () => Promise<void>) => Promise<unknown>} Alone
 */

export class Background {
    /** @param {Store} store @param {Channel} channel @param {API} api @param {Alone} alone */
    constructor(store, channel, api, alone) {
        this.copy = new Copy(store, channel, () => {});
        this.channel = channel;
        this.alone = alone;
        this.receiver = new Receiver(this.copy, api);
        this.sender = new Sender(
            this.copy,
            (sealed) => api.send(sealed),
            () => this.receiver.catchUp(),
            // What is refused is in «Changed elsewhere», which the page shows.
            () => {},
        );
    }

    /**
     * @param {string} id @param {number} revision
     * @returns {Promise<Item | undefined>} the item as it is shown, if it is known here
     */
    async find(id, revision) {
        await this.copy.load();
        const isKnown = (this.copy.replica.base.get(id)?.revision ?? -1) >= revision;
        // Another device may have written it since the last visit.
        if (!isKnown) await this.sync();
        return this.copy.replica.shown.get(id);
    }

    /** Stores a change. @param {Item} opened @param {Item} changed */
    async save(opened, changed) {
        const patch = difference(opened, changed);
        if (Object.keys(patch).length === 0) return;
        const { shown } = this.copy.replica;
        const step = makeStep(opened.title, [{ op: "patch", id: opened.id, patch, opened }], shown);
        await this.copy.enqueue(entriesOf(step));
    }

    /**
     * Gets the changes and sends the queue, or wakes the tab that does. That tab may be closing, so it
     * counts what is left in the end.
     * @returns {Promise<boolean>} whether the queue is empty
     */
    async sync() {
        this.channel.postMessage({ wake: true });
        await this.alone(this.copy.store.name, () => this.exchange());
        await this.copy.load();
        return this.copy.replica.entries.length === 0;
    }

    async exchange() {
        try {
            // The last commits of a tab may not have reached this copy.
            await this.copy.load();
            await this.receiver.catchUp();
            for (let kind = "sent"; kind === "sent" || kind === "again";) {
                ({ kind } = await this.sender.step());
            }
        } catch {
            // No answer. The queue is stored, and is sent later.
        }
    }

    close() {
        this.copy.close();
    }
}
