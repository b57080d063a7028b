/** The order by hand: keys as the reference makes them, and what a move writes. */

import { assertEquals, Random } from "../assert.js";
import { longestKey, moveChanges } from "../../../web/core/list/move.js";
import { isOrderKey, keysBetween } from "../../../web/core/list/order-key.js";

/** @param {string} name */
const read = (name) => Deno.readTextFileSync(new URL(`../../Members/${name}`, import.meta.url));

Deno.test("order keys are those of the reference", () => {
    const rows = read("order-keys.tsv").split("\n").filter((row) => row && !row.startsWith("#"));
    for (const [kind, ...fields] of rows.map((row) => row.split("\t"))) {
        if (kind !== "between") {
            assertEquals(isOrderKey(fields[0]), kind === "valid", fields[0]);
            continue;
        }
        const [lower, upper] = fields.slice(0, 2).map((key) => key === "-" ? undefined : key);
        const keys = keysBetween(Number(fields[2]), lower, upper);
        assertEquals(keys.join(" "), fields[3], fields.join(" "));
    }
    assertEquals(rows.length > 1000, true);
});

/** @typedef {{ id: string, position?: string }} Entry */

/** @param {string} [text] @returns {Entry[]} */
const entries = (text) =>
    (text ?? "").split(" ").filter(Boolean).map((entry) => {
        const [id, position] = entry.split(":");
        return position ? { id, position } : { id };
    });

/** By key, then as they were made; those without a key come last. @param {Entry[]} list */
const ordered = (list) =>
    list.toSorted((a, b) => {
        if (a.position === b.position) return Number(a.id) - Number(b.id);
        if (!a.position || !b.position) return a.position ? -1 : 1;
        return a.position < b.position ? -1 : 1;
    });

Deno.test("a move writes the keys of the table", () => {
    for (const row of JSON.parse(read("moves.json"))) {
        const list = entries(row.list);
        const keyed = ordered([...list, ...entries(row.hidden)].filter((entry) => entry.position));

        const changes = moveChanges(row.move.split(" "), row.before, list, () => keyed);

        assertEquals(changes, entries(row.changes), row.name);
    }
});

Deno.test("10,000 moves on two devices end in one order, with short keys", () => {
    const random = new Random(63);
    const ids = Array.from({ length: 30 }, (_, index) => String(index));
    let renewals = 0;
    let server = new Map(ids.map((id) => [id, /** @type {Entry} */ ({ id })]));
    for (let round = 0; round < 1250; round++) {
        // Both devices make four moves before they send them; the one that sends last wins.
        const sent = [0, 1].map(() => {
            const device = new Map(server);
            const changed = new Map();
            for (let move = 0; move < 4; move++) {
                const list = ordered([...device.values()]);
                // Mostly into the same gap, so that keys grow.
                const count = 1 + random.below(2);
                const from = 2 + random.below(list.length - 4);
                const moved = list.slice(from, from + count).map(({ id }) => id);
                const target = list[random.below(4) ? 1 : random.below(list.length)].id;
                const keyed = list.filter((entry) => entry.position);
                const changes = moveChanges(moved, target, list, () => keyed);
                if (changes.length > 10) renewals++;
                for (const entry of changes) {
                    device.set(entry.id, entry);
                    changed.set(entry.id, entry);
                    assertEquals(isOrderKey(entry.position), true, entry.position);
                    assertEquals(entry.position.length <= longestKey, true, entry.position);
                }
                const rest = list.map(({ id }) => id).filter((id) => !moved.includes(id));
                const next = list.slice(list.findIndex(({ id }) => id === target))
                    .find(({ id }) => !moved.includes(id));
                rest.splice(next ? rest.indexOf(next.id) : rest.length, 0, ...moved);
                assertEquals(ordered([...device.values()]).map(({ id }) => id), rest);
            }
            return changed;
        });
        server = new Map([...server, ...sent[0], ...sent[1]]);
    }
    assertEquals(renewals > 10, true, "moves that give all items new keys");
});
