/** What a notification's button writes: through the queue, with and without a network or a tab. */

import { assertEquals } from "../assert.js";
import { Server } from "../server.js";
import { Memory, MemoryStore } from "../../../web/sync/memory.js";
import { Background } from "../../../web/worker/background.js";
import { after } from "../../../web/worker/message.js";

/** @import { Item } from "../../../web/types.d.ts" */

const due = 1_800_000_000;
/** @param {Partial<Item>} [more] @returns {Item} */
const item = (more) => ({
    id: "a",
    title: "a",
    done: false,
    createdAt: 1,
    timestamp: due,
    remind: 10,
    ...more,
});

/** A server, its answers over a network that can be off, and the worker's copy. */
class World {
    server = new Server();
    memory = new Memory();
    isOnline = true;
    isFree = true;
    /** What a tab does that sends. */
    send = () => Promise.resolve();
    /** @type {any[]} what the tabs get */
    told = [];
    /** @type {string[]} the keys of the requests that write */
    keys = [];

    api = /** @type {any} */ ({
        request: (/** @type {string} */ method, /** @type {string} */ path) => {
            if (!this.isOnline) return Promise.resolve({ status: 0, body: null });
            assertEquals(method, "GET");
            const [, since] = /since=e\.(\d+)/.exec(path) ?? [];
            const changes = structuredClone(this.server.changes(Number(since)));
            const body = { changes, token: `e.${this.server.revision}`, more: false };
            return Promise.resolve({ status: 200, body });
        },
        send: (/** @type {any} */ { key, path, body }) => {
            if (!this.isOnline) return Promise.resolve({ status: 0, body: null });
            this.keys.push(key);
            return Promise.resolve(structuredClone(this.server.post(key, path, body)));
        },
    });

    /** @returns {Promise<Background>} as a new worker opens it */
    async open() {
        this.memory.token ??= "e.0";
        const channel = {
            onmessage: null,
            postMessage: (/** @type {any} */ message) => void this.told.push(message),
            close() {},
        };
        const alone = async (/** @type {string} */ _, /** @type {() => Promise<void>} */ step) => {
            await (this.isFree ? step() : this.send());
        };
        const background = new Background(new MemoryStore(this.memory), channel, this.api, alone);
        await background.copy.load();
        return background;
    }

    /** @param {"done" | "later"} act @param {number} now */
    async press(act, now = due - 600) {
        const background = await this.open();
        const found = await background.find("a", 1);
        const changed = found && after(act, found, { timestamp: due }, now);
        if (found && changed) await background.save(found, changed);
        return await background.sync();
    }

    get stored() {
        return this.server.items.get("a");
    }
}

/** @param {Partial<Item>} [more] */
function start(more) {
    const world = new World();
    world.server.batch([{ op: "put", item: item(more) }]);
    return world;
}

Deno.test("a button changes an item that the copy did not have, without a tab", async () => {
    const world = start();

    assertEquals(await world.press("done"), true);

    assertEquals(world.stored?.done, true);
    assertEquals((await world.open()).copy.replica.entries, []);
});

Deno.test("Done twice completes a repeating item once", async () => {
    const world = start({ repeat: { frequency: "weekly" } });
    // A copy that does not know of the other device.
    await (await world.open()).find("a", 1);
    world.isOnline = false;
    await world.press("done");
    world.server.batch([{ op: "patch", id: "a", patch: { done: true } }]);
    assertEquals(world.server.items.size, 2);
    world.isOnline = true;

    assertEquals(await (await world.open()).sync(), true);
    assertEquals(await world.press("done"), true);

    assertEquals(world.server.items.size, 2);
    assertEquals(world.stored?.done, true);
});

Deno.test("In an hour writes the reminder alone", async () => {
    const world = start({ repeat: { frequency: "weekly" } });

    await world.press("later");

    const { remind, timestamp, repeat } = /** @type {Item} */ (world.stored);
    assertEquals([remind, timestamp, repeat], [-50, due, { frequency: "weekly" }]);
});

Deno.test("without a network a change waits in the queue, and is sent with one key", async () => {
    const world = start();
    await (await world.open()).find("a", 1);
    world.isOnline = false;

    assertEquals(await world.press("later"), false);
    assertEquals(world.stored?.remind, 10);
    assertEquals((await world.open()).copy.replica.entries.length, 1);
    world.isOnline = true;
    assertEquals(await (await world.open()).sync(), true);

    assertEquals(world.stored?.remind, -50);
    assertEquals(world.keys.length, 1);
});

Deno.test("a request without an answer is sent again with its key, by the next worker", async () => {
    const world = start();
    await (await world.open()).find("a", 1);
    const { send } = world.api;
    world.api.send = async (/** @type {any} */ sealed) => {
        await send(sealed);
        return { status: 0, body: null };
    };

    assertEquals(await world.press("done"), false);
    world.api.send = send;
    const { revision } = world.server;
    assertEquals(await (await world.open()).sync(), true);

    assertEquals(world.server.revision, revision);
    assertEquals(new Set(world.keys).size, 1);
    assertEquals((await world.open()).copy.replica.entries, []);
});

Deno.test("a change of another device is kept, and listed where both differ", async () => {
    const world = start();
    await (await world.open()).find("a", 1);
    world.isOnline = false;
    await world.press("later");
    const patch = { title: "theirs", remind: 60 };
    world.server.batch([{ op: "patch", id: "a", patch }]);
    world.isOnline = true;

    await (await world.open()).sync();

    assertEquals([world.stored?.title, world.stored?.remind], ["theirs", -50]);
    const [{ kind, fields }] = (await world.open()).copy.replica.conflicts;
    assertEquals([kind, fields], ["overwrote", ["when"]]);
});

Deno.test("the tab that sends gets the change, and is woken", async () => {
    const world = start();
    await (await world.open()).find("a", 1);
    world.isFree = false;

    assertEquals(await world.press("done"), false);

    const [{ commit }, wake] = world.told.slice(-2);
    assertEquals(commit.added[0].operations[0].patch, { done: true });
    assertEquals(wake, { wake: true });
    assertEquals(world.stored?.done, false);
    // It was closing.
    world.isFree = true;
    assertEquals(await (await world.open()).sync(), true);
    assertEquals(world.stored?.done, true);
});

Deno.test("what a tab has sent meanwhile does not wait", async () => {
    const world = start();
    await (await world.open()).find("a", 1);
    world.isFree = false;
    world.send = async () => {
        world.isFree = true;
        await (await world.open()).sync();
    };

    assertEquals(await world.press("done"), true);

    assertEquals(world.stored?.done, true);
});

Deno.test("what another device has deleted is not found", async () => {
    const world = start();
    world.server.batch([{ op: "delete", id: "a" }]);

    assertEquals(await (await world.open()).find("a", 1), undefined);
});
