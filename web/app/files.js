/** The save file: import waits for the server, export is made here. */

import { makeID } from "../core/ids.js";
import { opposite } from "../core/history.js";
import { portions, readFile, writeFile } from "../core/savefile.js";
import { memberName, t } from "../text/text.js";

/** @import { App } from "./app.js" */
/** @import { Step } from "../core/history.js" */
/** @import { Item, Operation } from "../types.d.ts" */

/** @param {App} app */
export function exportFile(app) {
    const url = URL.createObjectURL(
        new Blob([writeFile(app.items.values())], { type: "application/json" }),
    );
    const link = Object.assign(document.createElement("a"), { href: url, download: "toodoo.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param {App} app @param {File} file */
export async function importFile(app, file) {
    const { copy } = app;
    /** @type {object[]} */
    let items;
    try {
        items = readFile(await file.text());
    } catch (error) {
        const it = /^\d+$/.exec(/** @type {Error} */ (error).message)?.[0] ?? "1";
        return app.emit("fault", t("file wrong", { it }));
    }
    /** @type {Step} */
    const step = { label: file.name, parts: [] };
    let count = 0;
    for (const portion of portions(items)) {
        const part = app.copy === copy && await send(app, portion, count);
        // The rest is not for an account that has signed in meanwhile.
        if (app.copy !== copy) return;
        if (!part) break;
        step.parts.push(part);
        count += portion.length;
    }
    if (step.parts.length > 0) app.history.add(step);
    if (count === items.length || count > 0) app.emit("message", t("imported", { it: count }));
}

/**
 * @param {App} app @param {object[]} portion @param {number} before how many items are imported already
 * @returns {Promise<Step["parts"][0] | null>}
 */
async function send(app, portion, before) {
    const { copy } = app;
    if (!copy) return null;
    const key = makeID();
    const answer = await app.api.request("POST", "/items?onConflict=replace", {
        body: JSON.stringify(portion),
        headers: { "Idempotency-Key": `"${key}"` },
    });
    if (app.copy !== copy) return null;
    if (answer.status < 200 || answer.status > 299 || !Array.isArray(answer.body)) {
        refuse(app, answer, before);
        return null;
    }
    /** @type {Item[]} */
    const stored = answer.body;
    /** @type {Operation[]} */
    const operations = stored.map((item) => ({ op: "put", item }));
    const back = opposite(operations, copy.replica.shown);
    const changes = stored.map((item) => ({ revision: item.revision ?? 0, item }));
    await copy.commit({ changes, outcomes: [{ id: key, revision: answer.undo, alone: true }] });
    return { entry: { seq: 0, id: key, kind: "change", operations, label: "" }, back };
}

/** @param {App} app @param {import("../core/answer.js").Answer} answer @param {number} before */
function refuse(app, { status, body }, before) {
    const faults = body?.errors ?? (body?.pointer ? [body] : []);
    const reasons = faults.slice(0, 5).map((/** @type {any} */ { pointer, detail }) => {
        const [, index, member] = pointer.split("/");
        const n = before + Number(index) + 1;
        return t("item fault", { n, reason: `${memberName(member)} ${detail}`.trim() });
    });
    const reason = status === 0 ? t("no answer") : reasons.join(" ") || (body?.detail ?? status);
    const rest = before ? t("imported before", { n: before }) : "";
    app.emit("fault", `${t("file refused", { reason })} ${rest}`.trim());
}
