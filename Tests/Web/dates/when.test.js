/** Day, date and rule of an item: one thing for conflicts, and what completing makes of it. */

import { assertEquals } from "../assert.js";
import { makeStep, nextItem, reversed } from "../../../web/core/history/steps.js";
import { apply, content, difference, inverse } from "../../../web/core/merge.js";
import { plan } from "../../../web/core/queue.js";

/** @import { Entry, Item, Operation, Patch, Repetition } from "../../../web/types.d.ts" */

/** @type {Repetition} */
const weekly = { frequency: "weekly", byDay: ["fr"], timeZone: "Europe/Berlin" };
const friday = { timestamp: 1796342400, day: "2026-12-04" };
const saturday = { timestamp: 1796428800, day: "2026-12-05" };

/** @param {Partial<Item>} [more] @returns {Item} */
const item = (more) => ({ id: "a", title: "a", done: false, createdAt: 1, revision: 1, ...more });

let seq = 0;
/** @param {Operation[]} operations @param {Partial<Entry>} [more] @returns {Entry} */
function entry(operations, more) {
    seq++;
    return { seq, id: `e${seq}`, kind: "change", operations, label: "", ...more };
}

/** @param {Item} opened @param {Item} changed */
const edit = (opened, changed) =>
    entry([{ op: "patch", id: "a", patch: difference(opened, changed), opened }]);

/** @param {Item[]} items */
const copy = (...items) => new Map(items.map((item) => [item.id, item]));

/** @param {Item} opened @param {Item} changed @param {Item} [base] @returns {Patch} as it is sent */
function sentPatch(opened, changed, base = opened) {
    const next = plan([edit(opened, changed)], copy(base), "k");
    if (!next || !("send" in next)) throw new Error(JSON.stringify(next));
    return JSON.parse(next.send.body ?? "")[0].patch;
}

Deno.test("a date is sent with its day, and a time takes the day away", () => {
    const day = item(friday);
    const time = item({ timestamp: friday.timestamp + 3600 });
    const none = item();

    assertEquals(sentPatch(none, day), friday);
    assertEquals(sentPatch(day, item(saturday)), saturday);
    assertEquals(sentPatch(day, time), { timestamp: time.timestamp, day: null });
    assertEquals(sentPatch(time, day), friday);
    assertEquals(sentPatch(time, item({ timestamp: 5 })), { timestamp: 5 });
    assertEquals(sentPatch(day, none), { timestamp: null, day: null });
    assertEquals(sentPatch(day, item({ timestamp: friday.timestamp })), { day: null });
    assertEquals(sentPatch(day, item({ ...friday, title: "b" })), { title: "b" });
});

Deno.test("the same day of another zone keeps its day", () => {
    const moved = item({ timestamp: friday.timestamp - 3600, day: friday.day });

    assertEquals(sentPatch(item(friday), moved), { timestamp: moved.timestamp, day: friday.day });
});

Deno.test("a rule is sent so that nothing of the former one stays", () => {
    const opened = item({ ...friday, repeat: weekly });
    const daily = item({ ...friday, repeat: { frequency: "daily", timeZone: "Europe/Berlin" } });

    assertEquals(sentPatch(opened, daily), {
        repeat: { frequency: "daily", byDay: null, timeZone: "Europe/Berlin" },
    });
    assertEquals(sentPatch(item(friday), opened), { repeat: weekly });
    assertEquals(sentPatch(opened, item(friday)), { repeat: null });
    assertEquals(sentPatch(opened, item()), { timestamp: null, day: null, repeat: null });
    assertEquals(sentPatch(opened, item({ ...saturday, repeat: weekly })), saturday);
});

Deno.test("date, day and rule are one thing for conflicts", () => {
    const opened = item({ ...friday, repeat: weekly });
    const moved = item({ ...saturday, repeat: weekly });
    const rule = /** @type {Repetition} */ ({ frequency: "daily" });
    /** @param {Item} theirs */
    const crossed = (theirs) => {
        const next = plan([edit(opened, moved)], copy(theirs), "k");
        return next && "send" in next && next.send.conflicts.flatMap(({ fields }) => fields);
    };

    assertEquals(crossed(item({ ...friday, repeat: rule })), ["when"]);
    assertEquals(crossed(item(friday)), ["when"]);
    assertEquals(crossed(item({ ...friday, repeat: weekly, title: "b" })), []);
});

Deno.test("what counts of a conflict is the whole of date, day and rule", () => {
    const opened = item({ ...friday, repeat: weekly });
    const mine = item({ ...friday, repeat: { frequency: "daily" } });
    const theirs = item({ ...saturday, repeat: weekly, revision: 2 });

    assertEquals(sentPatch(opened, mine, theirs), {
        ...friday,
        repeat: { frequency: "daily", byDay: null, timeZone: null },
    });
});

Deno.test("a completion elsewhere takes the rule: a new one is listed, and not sent to what is done", () => {
    const opened = item({ ...friday, repeat: weekly });
    const done = item({ ...friday, done: true, revision: 2 });
    const daily = item({ ...saturday, repeat: { frequency: "daily" } });

    assertEquals(sentPatch(opened, daily, done), saturday);
    const rule = edit(opened, item({ ...friday, repeat: { frequency: "daily" } }));
    const next = plan([rule], copy(done), "k");
    if (!next || !("drop" in next)) throw new Error("the rule is sent");
    const listed = next.conflicts.map(({ kind, fields, lost }) => [kind, fields, lost.repeat]);
    assertEquals(next.drop, rule);
    assertEquals(listed, [["overwrote", ["when", "done"], { frequency: "daily" }]]);
});

Deno.test("what is done has no rule, and a date that goes takes day and rule along", () => {
    const repeating = item({ ...friday, repeat: weekly });
    /** @param {Patch} patch */
    const after = (patch) => {
        const result = apply(repeating, { op: "patch", id: "a", patch, opened: repeating });
        return result && content(result);
    };

    assertEquals(after({ done: true }), content(item({ ...friday, done: true })));
    assertEquals(after({ timestamp: null }), content(item()));
    assertEquals(after({ timestamp: 7 }), content(item({ timestamp: 7, repeat: weekly })));
});

/** @type {Operation} */
const completion = {
    op: "patch",
    id: "a",
    patch: { done: true },
    opened: item({ ...friday, repeat: weekly }),
};

Deno.test("the opposite of a completion restores the rule", () => {
    const repeating = item({ ...friday, repeat: weekly });

    const back = inverse(completion, repeating);

    const done = item({ ...friday, done: true });
    assertEquals(back && apply(done, back), repeating);
});

Deno.test("a completion of what repeats is a request of its own, among many changes as well", () => {
    const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
    /** @param {string} title */
    const edits = (title) =>
        ids.map((id) => entry([{ op: "patch", id, patch: { title }, opened: item({ id }) }]));
    const [others, more] = [edits("b"), edits("c")];
    const completes = entry([completion]);
    const repeating = copy(item({ ...friday, repeat: weekly }));
    /** @param {Entry[]} entries @param {Map<string, Item>} base */
    const entries = (entries, base) => {
        const all = new Map([...base, ...copy(...ids.map((id) => item({ id })))]);
        const next = plan(entries, all, "k");
        return next && "send" in next && next.send.entries.length;
    };

    assertEquals(entries([completes, ...others], repeating), 1);
    assertEquals(entries([...others, completes, ...more], repeating), 40);
    assertEquals(entries([...others, completes, ...more], copy(item(friday))), 81);
    // The rule comes with an entry before.
    const rule = edit(item(friday), item({ ...friday, repeat: weekly }));
    assertEquals(entries([...others, rule, completes], copy(item(friday))), 41);
});

Deno.test("only the revision of a completion takes its next item back: else the rule stays there", () => {
    const done = item({ ...friday, done: true });
    const back = inverse(completion, item({ ...friday, repeat: weekly }));
    const undo = entry([/** @type {Operation} */ (back)], { kind: "undo", of: "x" });

    const next = plan([undo], copy(done), "k");
    const known = plan([{ ...undo, revision: 5 }], copy(done), "k");

    if (!next || !("send" in next)) throw new Error(JSON.stringify(next));
    assertEquals(JSON.parse(next.send.body ?? "")[0].patch, { done: false });
    const [{ kind, fields, lost, by }] = next.send.conflicts;
    assertEquals([kind, fields, lost.repeat, by?.repeat], [
        "overwrote",
        ["when"],
        weekly,
        undefined,
    ]);
    assertEquals(known && "send" in known && known.send.path, "/undo/5");
});

Deno.test("the next item is the other one of the completion's revision", () => {
    const step = makeStep("a", [completion], copy(item({ ...friday, repeat: weekly })));
    const { id } = step.parts[0].entry;
    const outcomes = new Map([[id, { id, revision: 7, alone: true }]]);
    const done = item({ ...friday, done: true, revision: 7 });
    const next = item({ id: "b", ...saturday, repeat: weekly, revision: 7 });

    assertEquals(nextItem(step, outcomes, copy(done, item({ id: "c" }), next)), next);
    // It has not come, or was changed since.
    assertEquals(nextItem(step, outcomes, copy(done, { ...next, revision: 8 })), null);
    assertEquals(nextItem(step, new Map(), copy(done, next)), null);
    assertEquals(nextItem(undefined, outcomes, copy(done, next)), null);
});

Deno.test("no next item is told of a to-do that does not repeat, of an edit, or of an undo", () => {
    const repeating = item({ ...friday, repeat: weekly });
    /** @param {Operation[]} operations @param {Item} before */
    const told = (operations, before) => {
        const step = makeStep("a", operations, copy(before));
        const { id } = step.parts[0].entry;
        const outcomes = new Map([[id, { id, revision: 7, alone: true }]]);
        const after = /** @type {Item} */ (apply(before, operations[0]));
        const { back } = reversed(step, new Set(), { outcomes, shown: copy(after) });
        return [step, back].map((step) => {
            const { id } = step.parts[0].entry;
            const all = new Map([[id, { id, revision: 7, alone: true }]]);
            return nextItem(step, all, copy(item({ id: "b", revision: 7 })))?.id;
        });
    };

    assertEquals(told([completion], item(friday)), [undefined, undefined]);
    const edited = { ...completion, patch: { title: "b" } };
    assertEquals(told([edited], repeating), [
        undefined,
        undefined,
    ]);
    assertEquals(told([completion], repeating), ["b", undefined]);
});

Deno.test("a reminder is sent beside its date, and goes with it", () => {
    const none = item();
    const day = item({ ...friday, remind: 0 });

    assertEquals(sentPatch(none, day), { ...friday, remind: 0 });
    assertEquals(sentPatch(day, item(friday)), { remind: null });
    assertEquals(sentPatch(day, item({ ...saturday, remind: 0 })), saturday);
    assertEquals(sentPatch(day, none), { timestamp: null, day: null, remind: null });
    assertEquals(apply(day, { op: "patch", id: "a", patch: { timestamp: null }, opened: day }), {
        ...none,
    });
});
