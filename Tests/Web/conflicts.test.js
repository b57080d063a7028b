/** The cases of two devices that change the same to-do, which the client library reads as well. */

import { assertEquals } from "./assert.js";
import { Device } from "./device.js";
import { Server } from "./server.js";
import { badgeCount, changedList } from "../../web/core/conflicts/list.js";
import { content } from "../../web/core/merge.js";

/** @import { Conflict, Item, Patch } from "../../web/types.d.ts" */

/** @typedef {Record<string, any>} Step */

/**
 * @typedef {{ name: string, before: Item | null, first: Step[], second: Step[], form?: boolean,
 *     expected: { items: Item[], conflicts: any[] },
 *     then?: { steps: Step[], items: Item[], conflicts: any[] } }} Case
 */

/** @type {Case[]} */
const cases = JSON.parse(
    await Deno.readTextFile(new URL("../Conflicts/cases.json", import.meta.url)),
);

/** A patch of the page: what is absent of date and place is said. @param {any} members @returns {Patch} */
function patchOf({ location, ...members }) {
    if (location === undefined) return members;
    return { ...members, location: location && { coordinate: null, ...location } };
}

/** @param {Device} device @param {Step} step @param {Item} [opened] as the form showed it */
async function act(device, step, opened) {
    const [item] = device.items.values();
    const [kind] = Object.keys(step);
    switch (kind) {
        case "add":
            return await device.add({ createdAt: 0, ...step.add });
        case "import":
            return await device.add(...step.import);
        case "edit":
            return await device.patch(opened ?? item, patchOf(step.edit));
        case "tick":
        case "untick":
            return await device.patch(item, { done: kind === "tick" });
        case "delete":
            return await device.remove(item);
        case "clearDone":
            return await device.remove(...[...device.items.values()].filter(({ done }) => done));
        case "sync":
        case "undo":
        case "redo":
        case "putBack":
        case "dismiss":
            return await device[kind]();
    }
    throw new Error(`a step that the page does not know: ${kind}`);
}

/** @param {Conflict} conflict @param {Device} device */
function listed({ kind, item, title, fields, lost }, device) {
    const names = fields.map((field) => field === "when" ? "timestamp" : field).sort();
    return {
        kind,
        title: device.items.get(item)?.title ?? title,
        ...(kind === "overwrote" && { members: names }),
        lost,
    };
}

/** @param {Device} device @param {{ items: Item[], conflicts: any[] }} expected @param {string} name */
function check(device, expected, name) {
    const items = [...device.items.values()].map(content);
    assertEquals(items, expected.items, `${name}: items`);
    const actual = device.conflicts.map((conflict, index) => {
        const line = listed(conflict, device);
        const members = Object.keys(expected.conflicts[index]?.lost ?? {});
        const lost = Object.entries(line.lost).filter(([member]) => members.includes(member));
        return { ...line, lost: Object.fromEntries(lost) };
    });
    assertEquals(actual, expected.conflicts, `${name}: conflicts`);
}

/** @param {Case} example @param {boolean} asForm */
async function run(example, asForm) {
    const name = `${example.name}${asForm ? ", as a form" : ""}`;
    const server = new Server();
    const [first, second] = [new Device(server), new Device(server)];
    if (example.before) server.batch([{ op: "put", item: example.before }]);
    for (const device of [first, second]) await device.sync();
    const [opened] = second.items.values();

    for (const step of example.first) await act(first, step);
    await first.sync();
    if (asForm) await second.pull();
    for (const step of example.second) await act(second, step, asForm ? opened : undefined);
    await second.sync();

    check(second, example.expected, name);
    await first.sync();
    check(first, { items: example.expected.items, conflicts: [] }, `${name}, the first device`);
    if (!example.then) return;
    for (const step of example.then.steps) await act(second, step);
    await second.sync();
    check(second, example.then, `${name}, then`);
}

Deno.test("two devices that change the same to-do end as the table says", async (test) => {
    for (const example of cases) {
        for (const asForm of example.form ? [false, true] : [false]) {
            await test.step(
                example.name + (asForm ? ", as a form" : ""),
                () => run(example, asForm),
            );
        }
    }
});

/** @param {number} at @param {Conflict["kind"]} [kind] @returns {Conflict} */
function line(at, kind = "overwrote") {
    const lost = { id: "a", title: "a", done: false, createdAt: 0 };
    return { id: `${at}`, kind, item: "a", title: "a", at, fields: [], lost };
}

Deno.test("the list has the newest hundred, by time, and a line that comes back has its place", () => {
    const all = Array.from({ length: 120 }, (_, at) => line(at));

    const list = changedList([], all);
    const again = changedList(changedList(list, [], ["60"]), [line(60)]);

    assertEquals([list.length, list[0].id, list[99].id], [100, "20", "119"]);
    assertEquals(again, list);
});

Deno.test("the badge does not count what is only gone", () => {
    assertEquals(badgeCount([line(1), line(2, "gone"), line(3, "refused")]), 2);
});

Deno.test("the list is there when the device starts again", async () => {
    const server = new Server();
    const device = new Device(server);
    await device.add({ id: "a", title: "a", done: false, createdAt: 0 });
    await device.sync();
    const [opened] = device.items.values();
    server.batch([{ op: "patch", id: "a", patch: { title: "theirs" } }]);
    await device.patch(opened, { title: "mine" });
    await device.sync();

    const again = new Device(server, device.memory);
    await again.copy.load();

    assertEquals(again.conflicts, device.conflicts);
    assertEquals(again.conflicts.length, 1);
});
