/** Each member of an item, by its row in Tests/Members, which the tests of all layers read. */

import { assertEquals } from "./assert.js";
import { Device } from "./device.js";
import { Server } from "./server.js";
import { makeID } from "../../web/core/ids.js";
import { members } from "../../web/core/members.js";
import { content, difference, patched, sameContent } from "../../web/core/merge.js";
import { readFile, writeFile } from "../../web/core/savefile.js";
import { memberName } from "../../web/text/text.js";

/** @import { Conflict, Item, Member, Patch } from "../../web/types.d.ts" */

/**
 * @typedef {{ member: Member, kept: Patch[],
 *     refused: { sent: Patch, problems: { pointer: string, detail: string }[], only?: string }[],
 *     merge: { base: Patch, here: Patch, there: Patch, merged: Patch, changedElsewhere: string[] }[],
 * }} Row
 */

/** @type {{ members: Row[] }} */
const table = JSON.parse(
    await Deno.readTextFile(new URL("../Members/members.json", import.meta.url)),
);

/** @param {Patch} patch @returns {Item} */
const made = (patch) =>
    patched({ id: makeID(), title: "Task", done: false, createdAt: 1 }, { ...patch });

/** @param {Device} device @param {Patch} patch of its only item */
async function edit(device, patch) {
    const [opened] = device.items.values();
    await device.patch(opened, difference(opened, patched(opened, patch)));
}

/** @param {Device} device */
const contents = (device) => [...device.items.values()].map(content);

/** @param {Conflict} conflict */
const namesOf = ({ kind, fields }) =>
    kind === "overwrote" ? fields.map((part) => part === "when" ? "timestamp" : part) : [kind];

Deno.test("the members of core/members.js and the rows of members.json are the same", () => {
    assertEquals(members, table.members.map(({ member }) => member));
});

for (const { member, kept, refused, merge } of table.members) {
    Deno.test(`${member} has a name on the page`, () => {
        assertEquals(memberName(member) === member, false);
    });

    Deno.test(`${member} is kept by the store, the server, another device and a save file`, async () => {
        for (const values of kept) {
            const item = content(made(values));
            const server = new Server();
            const [device, other] = [new Device(server), new Device(server)];

            await device.add({ ...item, createdAt: 1 });
            const again = new Device(server, device.memory);
            await again.copy.load();
            await again.sync();
            await other.sync();

            for (const one of [again, other]) assertEquals(contents(one), [item]);
            assertEquals(readFile(writeFile(other.items.values())), [item]);
        }
    });

    Deno.test(`${member} that the server refuses is listed with its reason`, async () => {
        for (const { sent, problems, only } of refused) {
            if (only === "item") continue;
            const server = new Server();
            const device = new Device(server);
            await device.add(made({}));
            await device.sync();
            const errors = problems.map(({ pointer, detail }) => ({
                pointer: `/0/patch${pointer}`,
                detail,
            }));
            device.answer = () => ({ status: 422, body: { status: 422, errors } });

            const [opened] = device.items.values();
            // The page cannot have a rule without a date.
            if (sameContent(opened, patched(opened, sent))) continue;
            await device.patch(opened, sent);
            await device.sync();

            const [{ kind, reason }, ...rest] = device.conflicts;
            assertEquals([kind, rest.length], ["refused", 0]);
            assertEquals(reason?.includes(problems[0].detail), true, reason);
            assertEquals(contents(device), [content(opened)]);
        }
    });

    Deno.test(`${member} is merged like its row`, async () => {
        for (const { base, here, there, merged, changedElsewhere } of merge) {
            const server = new Server();
            const [first, second] = [new Device(server), new Device(server)];
            const item = made(base);
            server.batch([{ op: "put", item: content(item) }]);
            for (const device of [first, second]) await device.sync();

            await edit(first, there);
            await first.sync();
            await edit(second, here);
            await second.sync();
            await first.sync();

            const expected = content({ ...made(merged), id: item.id });
            for (const device of [first, second]) assertEquals(contents(device), [expected]);
            assertEquals(second.conflicts.flatMap(namesOf), changedElsewhere);
        }
    });
}

Deno.test("a member of a later version survives edits, merges, undo and the save file", async () => {
    const server = new Server();
    const [first, second] = [new Device(server), new Device(server)];
    const item = /** @type {Item} */ ({ ...made({}), colour: ["a"] });
    await first.add(item);
    await first.sync();
    await second.sync();

    await edit(first, { title: "First" });
    await first.sync();
    await edit(second, { title: "Second" });
    await second.sync();
    await second.remove(...second.items.values());
    await second.undo();
    await second.sync();
    await first.sync();
    await first.remove(...first.items.values());
    await first.sync();
    await edit(second, { title: "Third" });
    await second.sync();

    const expected = [{ ...content(item), title: "Third" }];
    assertEquals(contents(second), expected);
    assertEquals([...server.items.values()].map(content), expected);
    assertEquals(readFile(writeFile(second.items.values())), expected);
});

Deno.test("a change of a member of a later version counts against a deletion", async () => {
    const server = new Server();
    const device = new Device(server);
    await device.add(made({}));
    await device.sync();
    const [{ id }] = device.items.values();
    server.batch([{ op: "patch", id, patch: { colour: ["a"] } }]);

    await device.remove(...device.items.values());
    await device.sync();

    assertEquals(device.conflicts.map(({ kind }) => kind), ["kept"]);
    assertEquals(device.items.has(id), true);
});

Deno.test("a move is no change against a deletion, on either device", async () => {
    for (const isMovedHere of [true, false]) {
        const server = new Server();
        const [first, second] = [new Device(server), new Device(server)];
        await first.add(made({ position: "a0" }));
        await first.sync();
        await second.sync();

        const [mover, remover] = isMovedHere ? [second, first] : [first, second];
        const [opened] = mover.items.values();
        await mover.patch(opened, { position: "a1" });
        await remover.remove(...remover.items.values());
        for (const device of [first, second, first]) await device.sync();

        assertEquals([contents(first), contents(second)], [[], []]);
        assertEquals([...first.conflicts, ...second.conflicts], []);
    }
});

Deno.test("an undo of added tags keeps those of another device, and a redo of a move is a move", async () => {
    const server = new Server();
    const [first, second] = [new Device(server), new Device(server)];
    await first.add(made({ tags: ["a"], position: "a0" }));
    await first.sync();
    await second.sync();
    const [opened] = second.items.values();
    await second.patch(opened, { tags: ["a", "b"] });
    const [{ id }] = first.items.values();
    server.batch([{ op: "patch", id, patch: { tags: ["a", "c"] } }]);
    await second.undo();
    await second.sync();
    assertEquals([...second.items.values()].map(({ tags }) => tags), [["a", "c"]]);

    await second.patch([...second.items.values()][0], { position: "a1" });
    await second.sync();
    await second.undo();
    await second.sync();
    assertEquals([...second.items.values()].map(({ position }) => position), ["a0"]);
    await second.redo();
    await second.sync();
    assertEquals([...server.items.values()].map(({ position }) => position), ["a1"]);
});
