/**
 * Random histories of two tabs that share a store, and another device.
 *
 * Requests and answers get lost, tabs close, and messages between tabs are late. In the end no
 * change is lost or done twice, no edit has overwritten another one unseen, no series of repeating
 * items is duplicated, and all copies are the same. Then the last steps are undone, and the same
 * must hold. HISTORIES=n sets the number of histories; HISTORY_SEED=n repeats one.
 */

import { World } from "./world.js";

const one = Deno.env.get("HISTORY_SEED");
const count = Number(Deno.env.get("HISTORIES") ?? 400);
const seeds = one
    ? [Number(one)]
    // 1198: an undo restores only what the undone write had changed.
    // 556: an undo that restores a rule while the next item has it would duplicate the series.
    : [1198, 556, ...Array.from({ length: count }, (_, n) => n + 1)];

Deno.test("random histories of two tabs and another device lose nothing and repeat nothing", async () => {
    for (const seed of seeds) {
        const world = new World(seed);
        for (const tab of world.tabs) await tab.copy.load();
        try {
            const length = 40 + world.random.below(160);
            for (let count = 0; count < length; count++) {
                await world.step(world.random.below(2));
            }
            await world.settle();
            world.check();
            for (let count = 0; count < 8; count++) await world.takeBack();
            await world.settle();
            world.check();
        } catch (error) {
            throw new Error(`HISTORY_SEED=${seed}: ${error}`);
        }
    }
});
