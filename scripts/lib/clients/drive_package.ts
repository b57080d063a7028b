// Follows a server with the package through what goes wrong: PROGRAM URL
import { Client, Replica, ToDoError } from "toodoo-client";

function check(isSo: boolean, what: string) {
    if (!isSo) throw new Error(what);
}
const titles = (replica: Replica) =>
    [...replica.items.values()].map((item) => item.title).sort().join();

const url = Deno.args[0];
const client = new Client(url);

// Calls and their types.
const milk = await client.addItems({ title: "Buy milk", tags: ["shop"], timestamp: 1.5 });
const changed = await client.patchItem(milk.id, { done: true });
const found = await client.listItems({ done: true, tag: "shop" });
check(found.length === 1 && found[0].revision === changed.revision, "the filter");
const file = new TextEncoder().encode('[{"title": "Imported"}]');
const report = await client.importFile(file, { contentType: "application/json" });
check(report.new === 1, "the import");
await client.deleteItems();

// Refusals are problems.
try {
    await client.readItem(milk.id);
    check(false, "not refused");
} catch (error) {
    if (!(error instanceof ToDoError)) throw error;
    check(error.status === 404 && error.problem?.type === "/problems/item-not-found", `${error}`);
}

// A token that the server does not know.
const there = await client.addItems({ title: "There" });
const replica = new Replica(client, {
    items: new Map([["old", { ...there, title: "Gone" }]]),
    token: "else.1",
});
await replica.sync();
check(titles(replica) === "There", "starts over");

// The first stream breaks before a change, which is stored but not seen.
let streams = 0;
const broken = new Client(url, {
    fetch: async (input, options) => {
        const isStream = new Headers(options?.headers).get("Accept") === "text/event-stream";
        if (isStream && ++streams === 1) {
            await client.addItems({ title: "Stored meanwhile" });
            throw new TypeError("broken");
        }
        return await fetch(input, options);
    },
});
const follower = new Replica(broken);
const end = new AbortController();
const seen = [];
for await (const change of follower.follow({ signal: end.signal })) {
    seen.push(change === undefined ? titles(follower) : "deleted" in change ? "deleted" : "item");
    if (seen.length === 2) await client.deleteItems();
    if (seen.length === 4) end.abort();
}
check(seen.join("|") === "There|Stored meanwhile,There|deleted|deleted", seen.join("|"));
check(follower.items.size === 0 && streams === 2, "follows");
console.log("the package does what the page shows");
