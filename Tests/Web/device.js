/** A device: one tab with a store of its own, which syncs with a server. */

import { entriesOf, History, listing, makeStep, reversed } from "../../web/core/history/steps.js";
import { putBack } from "../../web/core/conflicts/list.js";
import { Copy } from "../../web/sync/copy.js";
import { Memory, MemoryStore } from "../../web/sync/memory.js";
import { Sender } from "../../web/sync/sender.js";

/** @import { Answer } from "../../web/core/answer.js" */
/** @import { Server } from "./server.js" */
/** @import { Notice } from "../../web/sync/sender.js" */
/** @import { Step } from "../../web/core/history/steps.js" */
/** @import { Item, Missed, Operation, Patch, Sealed } from "../../web/types.d.ts" */

export class Device {
    /** @param {Server} server @param {Memory} [memory] of a device that restarts */
    constructor(server, memory = new Memory()) {
        this.server = server;
        this.memory = memory;
        this.history = new History();
        /** @type {Notice[]} */
        this.notices = [];
        /** @type {Missed[]} items that undos have left as they are */
        this.missed = [];
        /** @type {Sealed[]} */
        this.sent = [];
        /** In seconds. */
        this.time = 1000;
        /** @type {(sealed: Sealed) => Answer} */
        this.answer = ({ key, path, body }) => this.server.post(key, path, body);
        const channel = { onmessage: null, postMessage() {}, close() {} };
        this.copy = new Copy(new MemoryStore(memory), channel, () => {});
        this.sender = new Sender(
            this.copy,
            (sealed) => {
                this.sent.push(sealed);
                return Promise.resolve(structuredClone(this.answer(sealed)));
            },
            () => this.pull(),
            (notice) => {
                this.notices.push(notice);
                if (notice.reason !== "full") this.history.forget(notice.entry.id);
            },
            () => this.time,
        );
    }

    get items() {
        return this.copy.replica.shown;
    }

    get conflicts() {
        return this.copy.replica.conflicts;
    }

    async pull() {
        const since = Number(this.copy.replica.token?.split(".")[1] ?? 0);
        const changes = structuredClone(this.server.changes(since));
        await this.copy.receive(changes, `e.${this.server.revision}`);
    }

    /** Receives all changes and sends the whole queue. */
    async sync() {
        for (let round = 0; round < 100; round++) {
            await this.pull();
            const { kind } = await this.sender.step();
            if (kind === "idle") return await this.pull();
        }
        throw new Error("the queue does not become empty");
    }

    /** @param {Step} step */
    async store(step) {
        await this.copy.enqueue(entriesOf(step), listing(step));
    }

    /** @param {Operation[]} operations @param {Partial<Step>} [more] */
    async act(operations, more = {}) {
        this.time++;
        const step = { ...makeStep("", operations, this.items), ...more };
        this.history.add(step);
        await this.store(step);
    }

    /** @param {Item} opened @param {Patch} patch */
    patch(opened, patch) {
        return this.act([{ op: "patch", id: opened.id, patch, opened }]);
    }

    /** @param {Item[]} items */
    add(...items) {
        return this.act(items.map((item) => ({ op: "put", item })));
    }

    /** @param {Item[]} items */
    remove(...items) {
        return this.act(items.map((opened) => ({ op: "delete", id: opened.id, opened })));
    }

    undo() {
        return this.reverse(this.history.done, this.history.undone);
    }

    redo() {
        return this.reverse(this.history.undone, this.history.done);
    }

    /** @param {Step[]} from @param {Step[]} to */
    async reverse(from, to) {
        const step = from.pop();
        if (!step) return;
        const taken = await this.copy.take(entriesOf(step).map((entry) => entry.id));
        const { back, missed } = reversed(step, new Set(taken), this.copy.replica);
        this.missed.push(...missed);
        if (back.parts.length === 0 && missed.length > 0) return;
        to.push(back);
        await this.store(back);
    }

    /** Puts back the newest line. */
    async putBack() {
        const conflict = this.conflicts[this.conflicts.length - 1];
        const shown = this.items.get(conflict.item);
        await this.act(putBack(conflict, shown), { settles: conflict });
    }

    async dismiss() {
        await this.copy.commit({ unlisted: [this.conflicts[this.conflicts.length - 1].id] });
    }
}
