/** Two tabs with one store, a network that loses messages, a server and another device. */

import { assertEquals, Random } from "./assert.js";
import {
    differences,
    moved,
    randomPatch,
    randomSorting,
    randomWhen,
    sortingPatch,
} from "./changes.js";
import { root, Witness } from "./witness.js";
import { Server } from "./server.js";
import { putBack } from "../../web/core/conflicts/list.js";
import { entriesOf, listing, makeStep, reversed } from "../../web/core/history/steps.js";
import { content, difference, patched } from "../../web/core/merge.js";
import { Copy } from "../../web/sync/copy.js";
import { Memory, MemoryStore } from "../../web/sync/memory.js";
import { Sender } from "../../web/sync/sender.js";

/** @import { Step } from "../../web/core/history/steps.js" */
/** @import { Entry, Item, Operation, Sealed } from "../../web/types.d.ts" */

const titles = ["a", "b", "c", "d", "refused"];

class Tab {
    /** @param {World} world */
    constructor(world) {
        this.world = world;
        /** @type {any[]} */
        this.inbox = [];
        /** @type {Step[]} */
        this.steps = [];
        /** @type {Step[]} */
        this.undone = [];
        /** @type {Item | undefined} the item of an open form */
        this.form = undefined;
        const channel = {
            onmessage: null,
            postMessage: (/** @type {unknown} */ data) => world.broadcast(this, data),
            close() {},
        };
        this.channel = /** @type {import("../../web/sync/copy.js").Channel} */ (channel);
        const store = new MemoryStore(world.memory);
        const commit = store.commit.bind(store);
        // An entry that changes nothing leaves the queue with an outcome that has no revision.
        store.commit = (change) => {
            world.witness.seeCommit(change);
            return commit(change);
        };
        this.copy = new Copy(store, this.channel, () => {});
        this.sender = new Sender(
            this.copy,
            (sealed) => Promise.resolve(world.transmit(sealed)),
            () => this.catchUp(),
            ({ entry, reason }) => reason !== "full" && this.forget(entry.id),
            () => world.time,
        );
    }

    async catchUp() {
        const since = Number(this.copy.replica.token?.split(".")[1] ?? 0);
        const { server } = this.world;
        await this.copy.receive(server.changes(since), `e.${server.revision}`);
    }

    async readMail() {
        const message = this.inbox.shift();
        if (message) await this.copy.absorb(structuredClone(message.commit));
    }

    /** Removes a step without effect. @param {string} entry */
    forget(entry) {
        /** @param {Step} step */
        const keeps = (step) => !step.parts.some((part) => part.entry.id === entry);
        this.steps = this.steps.filter(keeps);
        this.undone = this.undone.filter(keeps);
    }

    /** @param {Operation[]} operations @param {Partial<Step>} [more] */
    async act(operations, more = {}) {
        const step = { ...makeStep("", operations, this.copy.replica.shown), ...more };
        this.steps.push(step);
        this.undone = [];
        await this.store(step);
    }

    /** @param {Step} step */
    async store(step) {
        const entries = entriesOf(step);
        this.world.note(entries);
        await this.copy.enqueue(entries, listing(step));
    }

    /** Puts back or dismisses a random line of «Changed elsewhere». */
    async putBack() {
        const { random } = this.world;
        const { conflicts, shown } = this.copy.replica;
        if (conflicts.length === 0) return;
        const conflict = random.pick(conflicts);
        if (random.chance(30)) return void await this.copy.commit({ unlisted: [conflict.id] });
        await this.act(putBack(conflict, shown.get(conflict.item)), { settles: conflict });
    }

    /** @param {Step[]} from @param {Step[]} to */
    async reverse(from, to) {
        const step = from.pop();
        if (!step) return;
        const taken = await this.copy.take(entriesOf(step).map((entry) => entry.id));
        taken.forEach((id) => this.world.taken.add(id));
        const { back } = reversed(step, new Set(taken), this.copy.replica);
        to.push(back);
        await this.store(back);
    }
}

export class World {
    /** @param {number} seed */
    constructor(seed) {
        this.random = new Random(seed);
        this.server = new Server();
        this.memory = new Memory();
        /** @type {Map<string, Entry>} all that were ever made */
        this.entries = new Map();
        /** @type {Set<string>} taken out of the queue */
        this.taken = new Set();
        this.witness = new Witness(this.server, this.memory);
        this.lossy = true;
        /** In a slow world many changes wait, and are sent together. */
        this.isSlow = seed % 3 === 0;
        /** In some worlds days pass, so that requests can be in doubt. */
        this.hasDays = seed % 4 === 0;
        // In other worlds the server has little room.
        if (seed % 5 === 0) this.server.room = 6;
        this.count = 0;
        /** In seconds. */
        this.time = 1_000_000;
        this.tabs = [new Tab(this), new Tab(this)];
    }

    /** @param {Entry[]} entries */
    note(entries) {
        entries.forEach((entry) => this.entries.set(entry.id, entry));
    }

    /** @param {Tab} from @param {unknown} data */
    broadcast(from, data) {
        for (const tab of this.tabs) if (tab !== from) tab.inbox.push(structuredClone(data));
    }

    /** @param {Sealed} sealed */
    transmit(sealed) {
        const lost = this.lossy && this.random.below(4);
        if (lost === 1) return { status: this.random.pick([0, 503, 429]), body: null };
        const isNew = !this.server.keys.has(sealed.key);
        const before = new Map(this.server.items);
        const answer = this.server.post(sealed.key, sealed.path, sealed.body);
        if (isNew && answer.status < 300) this.witness.seeWrite(sealed, before);
        if (lost === 2) return { status: 0, body: null };
        return structuredClone(answer);
    }

    /** Days pass: the server forgets its keys, so it is unknown which requests were done. */
    sleep() {
        this.time += 86_400;
        this.server.keys.clear();
    }

    otherDevice() {
        const { random, server } = this;
        const ids = [...server.items.keys()];
        const kind = ids.length && random.below(5);
        if (kind === 0) {
            const item = {
                id: `other-${++this.count}`,
                title: random.pick(["a", "b"]),
                done: false,
                ...randomWhen(random),
                ...randomSorting(random),
            };
            server.batch([{ op: "put", item }]);
        } else if (kind === 1) {
            server.batch([{ op: "delete", id: random.pick(ids) }]);
        } else {
            const id = random.pick(ids);
            const item = /** @type {Item} */ (server.items.get(id));
            server.batch([{ op: "patch", id, patch: randomPatch(random, ["a", "b", "c"], item) }]);
            this.witness.seeOther(id, differences(item, server.items.get(id) ?? item));
        }
    }

    /** @param {Tab} tab @returns {Promise<void>} */
    userAction(tab) {
        const { random } = this;
        const { shown } = tab.copy.replica;
        const ids = [...shown.keys()];
        const kind = random.below(10);
        if (ids.length === 0 || kind < 2) {
            const title = random.pick(titles);
            const id = `own-${++this.count}`;
            const more = { ...randomWhen(random), ...randomSorting(random) };
            const item = { id, title, done: false, createdAt: 0, ...more };
            return tab.act([{ op: "put", item }]);
        }
        const id = random.pick(ids);
        const opened = /** @type {Item} */ (shown.get(id));
        /** @param {Item} opened @returns {Operation} */
        const deletion = (opened) => ({ op: "delete", id: opened.id, opened });
        if (kind === 2) return tab.act([deletion(opened)]);
        if (kind === 3) return tab.act([...shown.values()].map(deletion));
        if (kind === 4) {
            return tab.act([{ op: "patch", id, patch: { done: random.chance(65) }, opened }]);
        }
        if (kind === 5) return tab.reverse(tab.steps, tab.undone);
        if (kind === 6) return tab.reverse(tab.undone, tab.steps);
        if (kind === 7 || !tab.form) {
            tab.form = opened;
            return Promise.resolve();
        }
        const { form } = tab;
        tab.form = undefined;
        const kinds = [
            { title: random.pick(titles) },
            { itemDescription: random.pick(["x", "y", null]) },
            difference(form, moved(random, form)),
            difference(form, patched(form, sortingPatch(random))),
        ];
        const patch = random.pick(kinds);
        if (Object.keys(patch).length === 0) return Promise.resolve();
        return tab.act([{ op: "patch", id: form.id, patch, opened: form }]);
    }

    /** @param {number} index */
    async step(index) {
        const tab = this.tabs[index];
        const kind = this.random.below(12);
        if (kind < 4) await this.userAction(tab);
        else if (kind < 6 && this.isSlow && this.random.chance(90)) return;
        else if (kind < 6) await tab.sender.step();
        else if (kind < 8) await tab.readMail();
        else if (kind === 8) await tab.catchUp();
        else if (kind === 9) await tab.putBack();
        else if (kind === 10) this.otherDevice();
        else if (this.random.chance(10)) await this.reopen(index);
        else if (this.hasDays && this.random.chance(20)) this.sleep();
    }

    /** Undoes the last step of any kind. */
    takeBack() {
        const tab = this.random.pick(this.tabs);
        return tab.reverse(tab.steps, tab.undone);
    }

    /** Closes a tab and opens another one. @param {number} index */
    async reopen(index) {
        this.tabs[index] = new Tab(this);
        await this.tabs[index].copy.load();
    }

    /** Sends all waiting entries and delivers all messages. */
    async settle() {
        this.lossy = false;
        this.server.room = Infinity;
        // Devices try again after a change of the items.
        this.server.batch([{ op: "put", item: { id: "room", title: "a", done: false } }]);
        for (let round = 0; round < 500; round++) {
            for (const tab of this.tabs) {
                while (tab.inbox.length) await tab.readMail();
                await tab.sender.step();
                await tab.catchUp();
            }
            const quiet = this.memory.entries.size === 0 && !this.memory.sealed;
            if (quiet && this.tabs.every((tab) => tab.inbox.length === 0)) return;
        }
        const [entry] = this.memory.entries.values();
        throw new Error(`the queue does not become empty: ${JSON.stringify(entry)}`);
    }

    check() {
        const expected = [...this.server.items.values()].map(content)
            .sort((a, b) => (a.id < b.id ? -1 : 1));
        for (const tab of this.tabs) {
            for (const items of [tab.copy.replica.base, tab.copy.replica.shown]) {
                const actual = [...items.values()].map(content)
                    .sort((a, b) => (a.id < b.id ? -1 : 1));
                assertEquals(actual, expected, "a copy differs from the server");
            }
        }
        const rules = [...this.server.items.values()].filter(({ repeat }) => repeat)
            .map(({ id }) => root(id)).filter((id) => !this.witness.added.has(id));
        assertEquals(rules.length, new Set(rules).size, `a series was doubled: ${rules}`);
        this.witness.check([...this.entries.values()], this.taken);
    }
}
