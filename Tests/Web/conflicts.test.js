/** The cases of two devices that change the same to-do, which the client library reads as well. */

import { assertEquals } from "./assert.js";
import { Device } from "./device.js";
import { Server } from "./server.js";
import { badgeCount, changedList } from "../../web/core/conflicts/list.js";
import { content, difference, patched } from "../../web/core/merge.js";

/** @import { Conflict, Item, Patch } from "../../web/types.d.ts" */

/** @typedef {Record<string, any>} Step */

/**
 * @typedef {{ name: string, before: Item | null, first: Step[], second: Step[], form?: boolean,
 *     expected: { items: Item[], conflicts: any[] },
 *     then?: { steps: Step[], items: Item[], conflicts: any[] }, next?: string }} Case
 */

/** @type {Case[]} */
const cases = JSON.parse(
    await Deno.readTextFile(new URL("../Conflicts/cases.json", import.meta.url)),
);

/** As the page does: the date of an item is sent with its day and its rule.
 * @param {Device} device @param {Item} opened @param {Patch} members */
const edit = (device, opened, members) =>
    device.patch(opened, difference(opened, patched(opened, members)));

/** The double names an item that a completion has made after the one before it. @param {Item} item */
const isNext = ({ id }) => id.includes(">");

/** The content of an item, the next one with its name in the table. @param {Item} item @param {string} [next] */
const named = (item, next) => content(isNext(item) ? { ...item, id: next ?? item.id } : item);

/** @param {Device} device @param {Step} step @param {Item} [opened] as the form showed it */
async function act(device, step, opened) {
    const item =
        /** @type {Item} */ ([...device.items.values()].find((item) =>
            isNext(item) === (step.of === "next")
        ));
    const [kind] = Object.keys(step);
    switch (kind) {
        case "add":
            return await device.add({ createdAt: 0, ...step.add });
        case "import":
            return await device.add(...step.import);
        case "edit":
            return await edit(device, opened ?? item, step.edit);
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
        case "accept":
            return device.server.refused.clear();
    }
    throw new Error(`a step that the page does not know: ${kind}`);
}

/** @param {Conflict} conflict @param {Device} device @param {any} expected @param {string} [next] */
function listed({ kind, item, title, fields, lost, by }, device, expected, next) {
    const names = fields.map((field) => field === "when" ? "timestamp" : field).sort();
    const members = /** @type {(keyof Item)[]} */ (Object.keys(expected?.lost ?? {}));
    return {
        kind,
        title: device.items.get(item)?.title ?? title,
        ...(kind === "overwrote" && { members: names }),
        lost: Object.fromEntries(members.map((member) => [member, lost[member] ?? null])),
        ...(kind !== "refused" && { replacement: by ? named(by, next) : null }),
    };
}

/**
 * @param {Device} device @param {{ items: Item[], conflicts: any[] }} expected
 * @param {string | undefined} next the id of the next item @param {string} name
 */
function check(device, expected, next, name) {
    const items = [...device.items.values()].sort((a, b) => Number(a.done) - Number(b.done))
        .map((item) => named(item, next));
    assertEquals(items, expected.items, `${name}: items`);
    const actual = device.conflicts.map((conflict, index) =>
        listed(conflict, device, expected.conflicts[index], next)
    );
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

    const { expected, then, next } = example;
    check(second, expected, next, name);
    await first.sync();
    check(first, { ...expected, conflicts: [] }, next, `${name}, the first device`);
    if (!then) return;
    for (const step of then.steps) {
        await act(step.there ? first : second, step);
        if (step.there) await first.sync();
    }
    await second.sync();
    check(second, then, next, `${name}, then`);
    await first.sync();
    check(first, { ...then, conflicts: [] }, next, `${name}, then, the first device`);
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
