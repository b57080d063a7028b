/** Requests that are refused, in doubt, or without room, and undos that are not possible. */

import { tokenOf } from "../../web/sync/receiver.js";
import { assertEquals } from "./assert.js";
import { Device } from "./device.js";
import { Server } from "./server.js";

/** @import { Item } from "../../web/types.d.ts" */

/** @param {string} id @param {Partial<Item>} [more] @returns {Item} */
const item = (id, more) => ({ id, title: id, done: false, createdAt: 1, ...more });

/** @param {Item[]} items @returns {Promise<{ server: Server, device: Device }>} */
async function start(...items) {
    const server = new Server();
    for (const item of items) server.batch([{ op: "put", item }]);
    const device = new Device(server);
    await device.sync();
    return { server, device };
}

/** @param {Device} device @param {string} id */
const shown = (device, id) => /** @type {Item} */ (device.items.get(id));

/** @param {Device} device */
const lines = (device) => device.conflicts.map(({ kind, title }) => `${kind} ${title}`);

const day = 86_400;

// Refused

Deno.test("what the server refuses is in the list, with its reason and what was typed", async () => {
    const { server, device } = await start(item("a"));

    await device.patch(shown(device, "a"), { title: "refused", itemDescription: "typed" });
    await device.sync();

    assertEquals(server.items.get("a")?.title, "a");
    const [{ kind, reason, lost, fields }] = device.conflicts;
    assertEquals([kind, reason], ["refused", "is not allowed"]);
    assertEquals([lost.title, lost.itemDescription], ["refused", "typed"]);
    assertEquals(fields, ["title", "itemDescription"]);
    assertEquals(device.history.done, []);
});

Deno.test("what was refused can be tried again, also a new item and an un-tick", async () => {
    const { server, device } = await start(item("a", { done: true }));
    const { answer } = device;
    device.answer = () => ({
        status: 422,
        body: { errors: [{ pointer: "/0", detail: "no" }] },
    });

    await device.add(item("b"));
    await device.patch(shown(device, "a"), { done: false });
    await device.sync();
    assertEquals(lines(device), ["refused b", "refused a"]);
    device.answer = answer;
    await device.putBack();
    await device.putBack();
    await device.sync();

    assertEquals(lines(device), []);
    assertEquals(server.items.get("a")?.done, false);
    assertEquals(server.items.get("b")?.title, "b");
});

Deno.test("a refused item blocks no other in the same request", async () => {
    const { server, device } = await start();
    for (let n = 0; n < 30; n++) {
        await device.add(item(`n${n}`, n === 7 ? { title: "refused" } : {}));
    }

    await device.sync();

    assertEquals(server.items.size, 29);
    assertEquals(lines(device), ["refused refused"]);
});

// In doubt

Deno.test("a request whose key the server may have forgotten is not sent again if it was done", async () => {
    const { server, device } = await start(item("a"));
    const { answer } = device;
    device.answer = (sealed) => {
        answer(sealed);
        return { status: 0, body: null };
    };

    await device.add(item("b"));
    await device.pull();
    await device.sender.step();
    server.keys.clear();
    server.batch([{ op: "patch", id: "b", patch: { title: "theirs" } }]);
    device.time += day;
    device.answer = answer;
    await device.sync();

    assertEquals(device.sent.length, 1);
    assertEquals([...device.items.values()].map(({ title }) => title), ["a", "theirs"]);
});

Deno.test("a request in doubt that was not done is made anew, under another key", async () => {
    const { server, device } = await start(item("a"));
    const { answer } = device;
    device.answer = () => ({ status: 0, body: null });

    await device.patch(shown(device, "a"), { title: "mine" });
    await device.sender.step();
    server.batch([{ op: "patch", id: "a", patch: { itemDescription: "theirs" } }]);
    device.time += day;
    device.answer = answer;
    await device.sync();

    const [first, second] = device.sent;
    assertEquals(first.key === second.key, false);
    const { title, itemDescription } = shown(device, "a");
    assertEquals([title, itemDescription], ["mine", "theirs"]);
});

Deno.test("what a request in doubt has overwritten is in the list once", async () => {
    const { server, device } = await start(item("a"));
    const { answer } = device;
    device.answer = (sealed) => {
        answer(sealed);
        return { status: 0, body: null };
    };
    server.batch([{ op: "patch", id: "a", patch: { title: "theirs" } }]);
    const opened = shown(device, "a");
    await device.pull();

    await device.patch(opened, { title: "mine" });
    await device.sender.step();
    device.time += day;
    device.answer = answer;
    await device.sync();

    assertEquals(lines(device), ["overwrote mine"]);
    assertEquals(device.sent.length, 1);
});

// No room

Deno.test("without room what makes room goes first, and the rest after it", async () => {
    const { server, device } = await start(
        item("a", { itemDescription: "12345" }),
        item("b", { itemDescription: "12345" }),
    );
    server.room = 12;

    await device.add(item("c", { itemDescription: "1234567" }));
    await device.sync();
    assertEquals(device.copy.replica.entries.map(({ full }) => full), [true]);
    assertEquals(device.notices.map(({ reason }) => reason), ["full"]);
    await device.patch(shown(device, "a"), { itemDescription: null });
    await device.remove(shown(device, "b"));
    await device.sync();

    assertEquals(device.copy.replica.entries, []);
    assertEquals([...server.items.keys()].sort(), ["a", "c"]);
    assertEquals(device.notices.length, 1);
});

Deno.test("room that another device makes is used as well", async () => {
    const { server, device } = await start(item("a", { itemDescription: "12345" }));
    server.room = 6;
    await device.add(item("c"));
    await device.sync();
    const tries = device.sent.length;

    await device.sync();
    assertEquals(device.sent.length, tries);
    server.batch([{ op: "delete", id: "a" }]);
    await device.sync();

    assertEquals([...server.items.keys()], ["c"]);
});

Deno.test("many changes that fit only in part are all tried, and none is lost", async () => {
    const { server, device } = await start();
    server.room = 40;

    for (let n = 10; n < 40; n++) await device.add(item(`${n}`));
    await device.sync();

    assertEquals(server.items.size, 20);
    assertEquals(device.items.size, 30);
    assertEquals(device.copy.replica.entries.every(({ full }) => full), true);
});

// Undo

Deno.test("an undo of what is known to be deleted is named, and its step is over", async () => {
    const { server, device } = await start();
    await device.add(item("milk"));
    await device.add(item("a"));
    await device.patch(shown(device, "a"), { title: "b" });
    await device.sync();
    server.batch([{ op: "delete", id: "a" }]);
    await device.pull();

    await device.undo();
    await device.sync();

    assertEquals(device.missed, [{ title: "b", why: "deleted" }]);
    assertEquals([device.history.done.length, device.history.undone.length], [2, 0]);
    assertEquals([...server.items.keys()], ["milk"]);
    assertEquals(lines(device), []);
});

Deno.test("an undo of several deletions leaves the one that was made again, and names it", async () => {
    const { server, device } = await start(item("a"), item("b"));
    await device.remove(shown(device, "a"), shown(device, "b"));
    await device.sync();
    server.batch([{ op: "put", item: item("b", { title: "theirs" }) }]);
    await device.pull();

    await device.undo();
    await device.sync();

    assertEquals(device.missed, [{ title: "theirs", why: "changed" }]);
    assertEquals([...device.items.values()].map(({ title }) => title).sort(), ["a", "theirs"]);
});

Deno.test("an undo of what was changed since leaves it: an edit and an addition", async () => {
    const { server, device } = await start();
    await device.add(item("a"));
    await device.add(item("b"));
    await device.sync();
    await device.patch(shown(device, "a"), { title: "mine" });
    await device.sync();
    server.batch([{ op: "patch", id: "a", patch: { title: "theirs" } }]);
    server.batch([{ op: "patch", id: "b", patch: { title: "theirs" } }]);
    await device.pull();

    for (let n = 0; n < 3; n++) await device.undo();
    await device.sync();

    assertEquals(device.missed.map(({ why }) => why), ["changed", "changed", "changed"]);
    assertEquals([...server.items.values()].map(({ title }) => title), ["theirs", "theirs"]);
    assertEquals(lines(device), []);
});

Deno.test("a change in the request of an undo crosses nobody's", async () => {
    const many = Array.from({ length: 21 }, (_, index) => item(`${index}`));
    const { server, device } = await start(item("a"), item("b"), ...many);
    const changeAll = async (/** @type {string} */ title) => {
        for (const { id } of many) await device.patch(shown(device, id), { title });
    };
    await changeAll("first");
    await device.act([
        { op: "patch", id: "a", patch: { title: "x" }, opened: shown(device, "a") },
        { op: "patch", id: "b", patch: { title: "x" }, opened: shown(device, "b") },
    ]);
    await device.sync();
    await device.undo();
    await device.patch(shown(device, "a"), { title: "c" });
    await device.remove(shown(device, "b"));
    await changeAll("second");
    const before = device.sent.length;
    await device.sync();

    assertEquals(lines(device), []);
    assertEquals(device.sent.length - before, 1);
    assertEquals([server.items.get("a")?.title, server.items.has("b")], ["c", false]);
});

// The queue of several tabs

Deno.test("a tab that has not heard of an item does not take its deletion for done", async () => {
    const { server, device } = await start();
    const other = new Device(server, device.memory);
    await other.copy.load();
    await device.add(item("a"));
    await device.sync();
    await device.remove(shown(device, "a"));

    await other.sender.step();

    assertEquals([...server.items.keys()], []);
});

Deno.test("the token of a list survives a proxy that compresses it", () => {
    for (const etag of ['"e.5"', 'W/"e.5"', '"e.5-gzip"', '"e.5-zstd"', 'W/"e.5-br"']) {
        assertEquals(tokenOf(etag), "e.5", etag);
    }
    assertEquals([tokenOf(undefined), tokenOf("e")], [undefined, undefined]);
});
