/** Messages of the server as notifications, and what their buttons change. */

import { assertEquals } from "../assert.js";
import { browserName, closeAll, closeOld, revisionOf } from "../../../web/sync/push.js";
import { after, notificationOf, pathOf } from "../../../web/worker/message.js";
import { words } from "../../../web/worker/words.js";

/** @import { Item } from "../../../web/types.d.ts" */

const origin = "https://toodoo.example";
const account = "toodoo-account a@example.org";
const id = "018f4c5e-0000-7000-8000-000000000001";
const item = { id, revision: '"e.7"', timestamp: 1_800_000_000 };

/** @param {unknown} message */
const shown = (message) => notificationOf(message, words.en, { account, origin, base: "/page/1" });

Deno.test("a reminder of one item has its title, its place in the page, and two buttons", () => {
    const { title, options } = shown({
        title: "Call Ada",
        body: "Fri 4 Dec, 14:30",
        navigate: `${origin}/#/items/${id}`,
        tag: "t",
        data: item,
    });

    assertEquals(title, "Call Ada");
    assertEquals(options, {
        body: "Fri 4 Dec, 14:30",
        tag: "t",
        dir: "auto",
        icon: "/page/1/icons/icon-192.png",
        data: { ...item, account, navigate: `/#/items/${id}` },
        actions: [{ action: "done", title: "Done" }, { action: "later", title: "In an hour" }],
    });
});

Deno.test("a reminder of several items has no buttons", () => {
    const { title, options } = shown({
        title: "7 to-dos were due",
        body: "a\nb\nc",
        navigate: `${origin}/#/today`,
        tag: "t",
    });

    assertEquals(title, "7 to-dos were due");
    assertEquals(options.data, { account, navigate: "/#/today" });
    assertEquals(Object(options).actions, []);
});

Deno.test("what is no message of this server is shown as well", () => {
    for (const message of [undefined, null, "text", 7, [], {}, { title: "" }, { title: 3 }]) {
        const { title, options } = shown(message);

        assertEquals([title, options.body], ["toodoo", words.en.unread], JSON.stringify(message));
        assertEquals(options.data, { account, navigate: "/" });
    }
    const { options } = shown({ title: "a", body: 1, tag: 2, navigate: 3, data: { id: 4 } });
    assertEquals([options.body, options.tag], ["", undefined]);
    assertEquals(options.data, { account, navigate: "/" });
});

Deno.test("a notification leads to this page only", () => {
    const rows = [
        [`${origin}/#/today`, "/#/today"],
        ["/#/items/a", "/#/items/a"],
        ["https://evil.example/#/today", "/"],
        ["https://toodoo.example.evil.example/", "/"],
        ["http://toodoo.example/", "/"],
        ["//evil.example/", "/"],
        [`${origin}/docs`, "/"],
        ["javascript:alert(1)", "/"],
        ["data:text/html,a", "/"],
        ["https://[", "/"],
    ];
    for (const [navigate, path] of rows) assertEquals(pathOf(navigate, origin), path, navigate);
});

/** @param {Partial<Item>} [more] @returns {Item} */
const stored = (more) => ({
    id,
    title: "a",
    done: false,
    createdAt: 1,
    revision: 7,
    timestamp: item.timestamp,
    remind: 10,
    ...more,
});

Deno.test("Done completes the item, also one that has moved since", () => {
    assertEquals(after("done", stored(), item, 0), stored({ done: true }));
    const moved = stored({ timestamp: 1 });
    assertEquals(after("done", moved, item, 0), { ...moved, done: true });
});

Deno.test("In an hour moves the reminder to the first minute after an hour, not the due date", () => {
    const rows = [
        // The reminder of ten minutes before: it comes 50 minutes after the due date.
        [item.timestamp - 600, -50],
        [item.timestamp - 600 + 1, -51],
        [item.timestamp - 7200, 60],
        [item.timestamp + 86_400, -1500],
    ];
    for (const [now, remind] of rows) {
        const changed = after("later", stored(), item, now);

        assertEquals(changed, stored({ remind }), String(now - item.timestamp));
        const told = (changed?.timestamp ?? 0) - 60 * (changed?.remind ?? 0);
        assertEquals(told >= now + 3600 && told < now + 3660, true);
    }
});

Deno.test("In an hour has no meaning for what is done, moved, or a week late", () => {
    const now = item.timestamp;
    assertEquals(after("later", stored({ done: true }), item, now), null);
    assertEquals(after("later", stored({ timestamp: now + 60 }), item, now), null);
    assertEquals(after("later", stored({ timestamp: undefined }), item, now), null);
    assertEquals(after("later", stored(), item, now + 7 * 86_400), null);
});

/** A registration that shows a notification, and whether that was closed. @param {object} data */
function showing(data) {
    const showed = { isClosed: false };
    const one = { tag: "t", data, close: () => showed.isClosed = true };
    const registration = /** @type {any} */ ({ getNotifications: () => Promise.resolve([one]) });
    return { showed, registration };
}

/** @param {Partial<Item>[]} items @param {string} token @param {object} data @param {string} [kept]
 * @returns {Promise<boolean>} */
async function isClosed(items, token, data, kept) {
    const { showed, registration } = showing({ account, ...data });
    const all = items.map((more) => stored(more));
    const replica = { shown: new Map(all.map((one) => [one.id, one])), token };
    await closeOld(registration, replica, account, kept);
    return showed.isClosed;
}

Deno.test("a notification closes when its item is done, moved or deleted", async () => {
    assertEquals(await isClosed([{}], "e.7", item), false);
    assertEquals(await isClosed([{ done: true }], "e.7", item), true);
    assertEquals(await isClosed([{ timestamp: 5, revision: 8 }], "e.8", item), true);
    assertEquals(await isClosed([], "e.8", item), true);
    assertEquals(await isClosed([{ timestamp: undefined, revision: 8 }], "e.8", item), true);
});

Deno.test("a notification that is just shown stays", async () => {
    assertEquals(await isClosed([{ done: true }], "e.7", item, "t"), false);
    assertEquals(await isClosed([{ done: true }], "e.7", item, "another"), true);
});

Deno.test("an account does not close the notifications of another one", async () => {
    const theirs = { ...item, account: "toodoo-account b@example.org" };
    assertEquals(await isClosed([], "e.8", theirs), false);
    for (const [data, isLeaving] of [[theirs, false], [{ account }, true], [null, false]]) {
        const { showed, registration } = showing(/** @type {any} */ (data));
        await closeAll(registration, account);
        assertEquals(showed.isClosed, isLeaving);
    }
});

Deno.test("a copy that is older than a notification does not close it", async () => {
    assertEquals(await isClosed([{ timestamp: 5, revision: 6 }], "e.6", item), false);
    assertEquals(await isClosed([{ done: true, revision: 6 }], "e.6", item), false);
    assertEquals(await isClosed([], "e.6", item), false);
    assertEquals(await isClosed([], "e.9", { navigate: "/#/today" }), false);
    assertEquals(await isClosed([], "e.9", { id, timestamp: 1 }), false);
});

Deno.test("the revision is a number or the end of an entity tag", () => {
    assertEquals(revisionOf({ revision: '"0Aq.1234"' }), 1234);
    assertEquals(revisionOf({ revision: 12 }), 12);
    assertEquals(Number.isNaN(revisionOf({})), true);
});

Deno.test("a browser is listed by its name and system", () => {
    const rows = [
        [
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox, Linux",
        ],
        [
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36",
            "Chrome, Android",
        ],
        [
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0",
            "Edge, Windows",
        ],
        [
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1",
            "Safari, iPhone",
        ],
        ["", "Browser"],
    ];
    for (const [agent, name] of rows) assertEquals(browserName(agent), name);
});
